//! Texts put together from texts: what a scanner takes for a line, a section or a name stays that next to another one.
//! Solving gets to each of them by itself, but to several in a row only by way of all their lengths.
//!
//! Every text that brought something is kept, and those that the program knows; an input that brought something gets some
//! of them, at its end or anywhere.
use super::{Move, News, Strategy, View, text};
use acute_input::Input;
use rustc_hash::FxHashSet;

/// Inputs that are kept.
const KEPT: usize = 256;
/// Texts that are put into one input, at most.
const PARTS: usize = 4;
/// Each of them as often as this power of two, at most.
const MANY: usize = 6;

/// What has brought something.
#[derive(Default)]
pub struct Splice {
    inputs: Vec<Input>,
    texts: Vec<Vec<u8>>,
    // Of these, those that are one character: what stands between others.
    characters: Vec<u8>,
    known: FxHashSet<Vec<u8>>,
}

impl Splice {
    /// With the texts that the program knows.
    pub fn new(texts: &[Vec<u8>]) -> Splice {
        Splice { texts: texts.to_vec(), known: texts.iter().cloned().collect(), ..Splice::default() }
    }
}

impl Strategy for Splice {
    fn learn(&mut self, view: &mut View, news: &News) {
        if news.gain == 0 || self.inputs.len() >= KEPT {
            return;
        }
        let beginnings = text::beginnings(view.space, news.input);
        for from in &beginnings {
            let bytes = text::read_to_zero(view.space, news.input, *from);
            if !bytes.is_empty() && self.known.insert(bytes.clone()) {
                self.characters.extend(Some(bytes[0]).filter(|_| bytes.len() == 1));
                self.texts.push(bytes);
            }
        }
        if !beginnings.is_empty() {
            self.inputs.push(news.input.clone());
        }
    }

    fn next(&mut self, view: &mut View) -> Option<Move> {
        if self.texts.len() < 2 || self.inputs.is_empty() {
            return None;
        }
        let input = &self.inputs[view.dice.below(self.inputs.len())];
        let beginnings = text::beginnings(view.space, input);
        let from = *beginnings.get(view.dice.below(beginnings.len().max(1)))?;
        let mut bytes = text::read_to_zero(view.space, input, from);
        for _ in 0..=view.dice.below(PARTS) {
            // Many of the same are what does not fit somewhere.
            let times = if view.dice.below(8) == 0 { 1 << view.dice.below(MANY) } else { 1 };
            let part = self.texts[view.dice.below(self.texts.len())].repeat(times);
            if view.dice.below(2) == 0 {
                let at = view.dice.below(bytes.len() + 1);
                bytes.splice(at..at, part);
                continue;
            }
            if view.dice.below(2) == 0 && !self.characters.is_empty() {
                bytes.push(self.characters[view.dice.below(self.characters.len())]);
            }
            bytes.extend(part);
        }
        let mut input = text::write(view.space, input, from, &bytes, 1)?;
        // A number beside it may say how long it is.
        let numbers = text::lengths(view.space, &input, from);
        if !numbers.is_empty() && view.dice.below(4) > 0 {
            input.set(view.space, numbers[view.dice.below(numbers.len())], bytes.len() as u64);
        }
        Some(Move::Trial(input))
    }
}
