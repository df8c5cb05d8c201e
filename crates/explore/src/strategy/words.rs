//! Words: where a text of the input is compared with a constant of another length, there is nothing to flip: no byte of
//! the text would make them equal. The constant is put in its place, and what stands behind it moves.
//!
//! What is compared is known to stand in the input as it is, which is the idea of REDQUEEN (Aschermann et al., NDSS
//! 2019). There it is guessed by looking for the same bytes, here the bytes have labels.
use super::{Move, News, Strategy, View, text};
use crate::path::Word;
use acute_input::{Input, Space, VarId};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// How often a constant is put in one place: what stands around it differs.
const TRIES: u32 = 8;
/// Places that are remembered, and inputs that wait.
const PLACES: usize = 1 << 16;
const WAITING: usize = 1 << 10;

/// Inputs with words put in, and how often each was put where.
#[derive(Default)]
pub struct Words {
    // What was seen last has come the furthest, and is next.
    waiting: Vec<Input>,
    tried: FxHashMap<(VarId, Rc<[u8]>), u32>,
}

impl Strategy for Words {
    fn learn(&mut self, view: &mut View, news: &News) {
        for word in news.words {
            if self.tried.len() >= PLACES {
                self.tried.clear();
            }
            let tries = self.tried.entry((word.at, word.constant.clone())).or_default();
            if *tries >= TRIES || self.waiting.len() >= WAITING {
                continue;
            }
            *tries += 1;
            self.waiting.extend(replace(view.space, news.input, word));
        }
    }

    fn next(&mut self, _: &mut View) -> Option<Move> {
        self.waiting.pop().map(Move::Trial)
    }
}

/// The input with the constant in the place of the text, where there is room for it.
fn replace(space: &mut Space, input: &Input, word: &Word) -> Option<Input> {
    let from = text::read(space, input, word.at);
    let behind = from.get(word.bytes as usize..)?;
    text::write(space, input, word.at, &[&word.constant, behind].concat(), word.constant.len())
}
