//! Inputs that brought something, changed by chance (as AFL and libFuzzer do): numbers and bytes get other values, pieces of
//! arrays are moved, doubled, left out, or taken from other inputs. No solver is asked, so that it gets on where queries are
//! hard, and comes to what takes many steps of which none is new by itself.
//!
//! Only some of the runs are followed: most are plain ones, which take less.
//!
//! What an input brought is a branch, or an outcome more often than any run before. Different here: arrays and numbers are
//! known for what they are, and a number that says how long an array is stays in step with it.
use super::{Dice, Move, News, Strategy, View};
use acute_input::{Input, ObjectId, Space, VarId, VarKind};

/// Inputs that are kept; then new ones take the places of others.
const KEPT: usize = 512;
/// Bytes of an input that is not kept: a change would take longer than a run.
const LARGE: usize = 1 << 15;
/// As many of the newest are chosen as often as all others together.
const NEWEST: usize = 8;
/// How many times as many conditions are far more.
const LONGER: usize = 8;
/// Changes that are made at once, at most; every now and then so many times as many.
const CHANGES: usize = 4;
const MANY: usize = 8;
/// Bytes that a change puts in or takes away, at most.
const PIECE: usize = 16;
/// Changes of a number that lie near to it.
const NEAR: usize = 16;

/// What has brought something.
#[derive(Default)]
pub struct Mutate {
    // With how many conditions the run of each met.
    // invariant: the newest last
    inputs: Vec<(Input, usize)>,
    // Those that the program knows.
    texts: Vec<Vec<u8>>,
    // What runs took that were followed, less the plain ones since: both have the same part of the work.
    followed: u64,
}

impl Mutate {
    /// With the texts that the program knows.
    pub fn new(texts: Vec<Vec<u8>>) -> Mutate {
        Mutate { texts, ..Mutate::default() }
    }
}

impl Strategy for Mutate {
    fn learn(&mut self, view: &mut View, news: &News) {
        if news.plain {
            self.followed = self.followed.saturating_sub(news.effort());
        } else if news.trial {
            self.followed += news.effort();
        }
        if news.gain == 0 && !news.more || news.input.bytes() > LARGE {
            return;
        }
        if self.inputs.len() >= KEPT {
            self.inputs.swap_remove(view.dice.below(KEPT - NEWEST));
        }
        self.inputs.push((news.input.clone(), news.depth));
    }

    fn next(&mut self, view: &mut View) -> Option<Move> {
        let (base, other) = (self.choose(view.dice)?, self.choose(view.dice)?);
        let (input, texts) = (base.clone(), &self.texts);
        let mut change = Change { input, other, texts, space: view.space, dice: view.dice };
        change.make();
        let input = change.input;
        if self.followed == 0 {
            return Some(Move::Trial(input));
        }
        self.followed -= 1;
        Some(Move::Unlabelled(input))
    }
}

impl Mutate {
    /// One of them, by chance. What brought more of the same by running far longer than another gives way to it.
    fn choose(&self, dice: &mut Dice) -> Option<&Input> {
        let newest = self.inputs.len().min(NEWEST);
        let mut one = || {
            let among = if dice.below(2) == 0 { newest } else { self.inputs.len() };
            let back = dice.below(among.max(1));
            self.inputs.get(self.inputs.len().checked_sub(1 + back)?)
        };
        let ((first, depth), (second, other)) = (one()?, one()?);
        Some(if *depth / LONGER > *other { second } else { first })
    }
}

/// Bytes of one object, one behind the other.
struct Bytes {
    object: ObjectId,
    vars: Vec<VarId>,
    /// The object is nothing but these, and may have more of them.
    grows: bool,
}

/// An input that is changed.
struct Change<'a> {
    input: Input,
    /// Another, to take something from.
    other: &'a Input,
    texts: &'a [Vec<u8>],
    space: &'a mut Space,
    dice: &'a mut Dice,
}

impl Change<'_> {
    fn make(&mut self) {
        let (arrays, numbers, pointers) = self.places();
        let many = if self.dice.below(8) == 0 { MANY } else { 1 };
        for _ in 0..=self.dice.below(CHANGES * many) {
            // All bytes of an array are one place: there are seldom many others.
            let (arrays_weigh, numbers_weigh) = (3 * arrays.len(), numbers.len().min(2 + arrays.len()));
            let at = self.dice.below((arrays_weigh + numbers_weigh).max(1));
            if at < arrays_weigh {
                self.change_array(&arrays[at / 3], &numbers);
            } else if !numbers.is_empty() {
                let v = numbers[self.dice.below(numbers.len())];
                self.change_number(v, &numbers);
            }
        }
        if !pointers.is_empty() && self.dice.below(NEAR) == 0 {
            let v = pointers[self.dice.below(pointers.len())];
            self.change_pointer(v);
        }
    }

    /// What there is to change.
    fn places(&mut self) -> (Vec<Bytes>, Vec<VarId>, Vec<VarId>) {
        let (mut arrays, mut numbers, mut pointers): (Vec<Bytes>, Vec<VarId>, Vec<VarId>) =
            (vec![], vec![], vec![]);
        // Most of the state is as it starts.
        let globals = self.dice.below(4) == 0;
        for object in self.input.reachable(self.space) {
            if !globals && self.space.globals().contains(&object) {
                continue;
            }
            let grows = {
                let object = self.space.object(object);
                object.layout.stride == 1 && object.most > object.least
            };
            let mut next = None;
            for v in self.input.vars(self.space, object) {
                let var = self.space.vars()[v as usize];
                match var.kind {
                    VarKind::Fixed => {}
                    _ if var.raw => {}
                    VarKind::Pointer { .. } => pointers.push(v),
                    VarKind::Int { .. } if var.bytes == 1 => {
                        match arrays.last_mut().filter(|_| next == Some(var.offset)) {
                            Some(bytes) => bytes.vars.push(v),
                            None => arrays.push(Bytes { object, vars: vec![v], grows }),
                        }
                        next = Some(var.offset + 1);
                    }
                    _ => numbers.push(v),
                }
            }
        }
        // A byte alone is a number.
        arrays.retain(|bytes| {
            let is_number = bytes.vars.len() == 1 && !bytes.grows;
            numbers.extend(bytes.vars.first().filter(|_| is_number));
            !is_number
        });
        (arrays, numbers, pointers)
    }

    fn change_array(&mut self, array: &Bytes, numbers: &[VarId]) {
        // It may be longer than when it was looked at.
        let vars: Vec<VarId> = match array.grows {
            true => self.input.vars(self.space, array.object).collect(),
            false => array.vars.clone(),
        };
        let mut bytes: Vec<u8> = vars.iter().map(|v| self.input.get(self.space, *v) as u8).collect();
        let before = bytes.len();
        // What stands behind the length that a number says is not read.
        let length = self.length(before, numbers);
        if let Some((_, length)) = length {
            bytes.truncate(length);
        }
        // A text ends before its zeros, and what is put behind them is not read either.
        let is_text = length.is_none() && array.grows && bytes.last() == Some(&0) && self.dice.below(4) > 0;
        if is_text {
            bytes.truncate(bytes.iter().rposition(|b| *b != 0).map_or(0, |last| last + 1));
        }
        self.change_bytes(&mut bytes, array);
        if is_text {
            bytes.push(0);
        }
        match length {
            Some((v, _)) => {
                if array.grows && bytes.len() > before {
                    self.resize(array.object, before, &mut bytes, &[]);
                }
                bytes.truncate(if array.grows { bytes.len() } else { before });
                self.input.set(self.space, v, bytes.len() as u64);
            }
            None if array.grows => self.resize(array.object, before, &mut bytes, numbers),
            None => {}
        }
        let vars: Vec<VarId> = match array.grows {
            true => self.input.vars(self.space, array.object).collect(),
            false => vars,
        };
        for (v, byte) in vars.into_iter().zip(bytes.into_iter().chain(std::iter::repeat(0))) {
            self.input.set(self.space, v, byte.into());
        }
    }

    /// A number that may say how much of an array is used, and how much that is.
    fn length(&mut self, elems: usize, numbers: &[VarId]) -> Option<(VarId, usize)> {
        if numbers.is_empty() || self.dice.below(2) == 0 {
            return None;
        }
        let v = numbers[self.dice.below(numbers.len())];
        let value = self.input.get(self.space, v);
        (1..elems as u64).contains(&value).then_some((v, value as usize))
    }

    /// Gives an array as many elements as there are bytes, and the numbers that say how many it has that value.
    fn resize(&mut self, object: ObjectId, before: usize, bytes: &mut Vec<u8>, numbers: &[VarId]) {
        let (least, most) = (self.space.object(object).least, self.space.object(object).most);
        bytes.truncate(most as usize);
        let wanted = (bytes.len() as u64).clamp(least, most);
        if wanted == before as u64 || self.space.grow(object, wanted).is_err() {
            return;
        }
        self.input.set_elems(object, wanted);
        for v in numbers {
            let value = self.input.get(self.space, *v);
            // One that is larger may be how long it could be.
            let says_more = (before as u64..=most).contains(&value) && self.dice.below(2) == 0;
            if value == before as u64 || says_more {
                self.input.set(self.space, *v, wanted);
            }
        }
    }

    fn change_bytes(&mut self, bytes: &mut Vec<u8>, array: &Bytes) {
        let dice = &mut *self.dice;
        let at = dice.below(bytes.len().max(1));
        let piece = 1 + dice.below(PIECE.min(bytes.len().saturating_sub(at).max(1)));
        let end = (at + piece).min(bytes.len());
        match dice.below(12 + 2 * usize::from(!self.texts.is_empty())) {
            // A text that the program knows, between others or in their place.
            12.. => {
                let text = &self.texts[dice.below(self.texts.len())];
                let at = dice.below(bytes.len() + 1);
                let end = if dice.below(2) == 0 { at } else { (at + text.len()).min(bytes.len()) };
                bytes.splice(at..end, text.iter().copied());
            }
            0..4 => {
                let byte = bytes.get(at).copied().unwrap_or(0);
                let byte = self.other_byte(byte);
                match bytes.get_mut(at) {
                    Some(place) => *place = byte,
                    None => bytes.push(byte),
                }
            }
            4 => {
                let size = 2 << dice.below(3);
                if let Some(word) = bytes.get_mut(at..at + size) {
                    self.change_word(word);
                }
            }
            5 => drop(bytes.drain(at.min(end)..end)),
            // The same once more, there or elsewhere.
            6 => {
                let copy = bytes[at.min(end)..end].to_vec();
                let to = dice.below(bytes.len() + 1);
                bytes.splice(to..to, copy);
            }
            7 => {
                let copy = bytes[at.min(end)..end].to_vec();
                let to = dice.below(bytes.len().max(1));
                bytes.iter_mut().skip(to).zip(copy).for_each(|(place, byte)| *place = byte);
            }
            8 => {
                let fresh: Vec<u8> = (0..piece).map(|_| self.other_byte(0)).collect();
                bytes.splice(at.min(bytes.len())..at.min(bytes.len()), fresh);
            }
            // At the end, where a length of powers of two is as good as any.
            9 => {
                let more = 1 << dice.below(6);
                let last = bytes.last().copied().unwrap_or(0);
                let fill = if dice.below(2) == 0 { last } else { self.other_byte(last) };
                bytes.extend(std::iter::repeat_n(fill, more));
            }
            // From another input, which has an array there or not.
            _ => {
                let vars: Vec<VarId> = match array.grows {
                    true => self.other.vars(self.space, array.object).collect(),
                    false => array.vars.clone(),
                };
                if vars.is_empty() {
                    return;
                }
                let from = dice.below(vars.len());
                let count = 1 + dice.below(vars.len() - from);
                let taken = vars[from..from + count].iter().map(|v| self.other.get(self.space, *v) as u8);
                let taken: Vec<u8> = taken.collect();
                if dice.below(2) == 0 {
                    bytes.splice(at.min(bytes.len())..at.min(bytes.len()), taken);
                } else {
                    bytes.truncate(at);
                    bytes.extend(taken);
                }
            }
        }
    }

    /// Changes a number of two, four or eight bytes, in either order.
    fn change_word(&mut self, word: &mut [u8]) {
        let big = self.dice.below(2) == 0;
        if big {
            word.reverse();
        }
        let mut value = [0; 8];
        value[..word.len()].copy_from_slice(word);
        let value = self.other_number(u64::from_le_bytes(value), word.len() as u32);
        word.copy_from_slice(&value.to_le_bytes()[..word.len()]);
        if big {
            word.reverse();
        }
    }

    fn other_byte(&mut self, byte: u8) -> u8 {
        match self.dice.below(5) {
            0 => 32 + self.dice.below(95) as u8,
            1 => self.dice.below(NEAR) as u8,
            2 => self.dice.roll() as u8,
            _ => self.other_number(byte.into(), 1) as u8,
        }
    }

    /// Another number of so many bytes.
    fn other_number(&mut self, value: u64, bytes: u32) -> u64 {
        let near = 1 + self.dice.below(NEAR) as u64;
        match self.dice.below(7) {
            0 => value ^ 1 << self.dice.below(8 * bytes as usize),
            1 => value.wrapping_add(near),
            2 => value.wrapping_sub(near),
            3 => near - 1,
            // At the ends of what a number can be, and near to powers of two.
            4 => (1 << self.dice.below(8 * bytes as usize)) - (near & 1),
            5 => 0u64.wrapping_sub(near),
            _ => self.dice.roll(),
        }
    }

    fn change_number(&mut self, v: VarId, numbers: &[VarId]) {
        let var = self.space.vars()[v as usize];
        let value = self.input.get(self.space, v);
        let value = match var.kind {
            VarKind::Bool => value ^ 1,
            VarKind::Float if self.dice.below(4) > 0 => self.other_float(value, var.bytes),
            // What another is, or was.
            _ if self.dice.below(6) == 0 => {
                let from = numbers[self.dice.below(numbers.len())];
                if self.dice.below(2) == 0 {
                    self.input.get(self.space, from)
                } else {
                    self.other.get(self.space, from)
                }
            }
            _ => self.other_number(value, var.bytes.into()),
        };
        self.input.set(self.space, v, value);
    }

    fn other_float(&mut self, bits: u64, bytes: u8) -> u64 {
        let value = if bytes == 4 { f32::from_bits(bits as u32).into() } else { f64::from_bits(bits) };
        let near = (1 + self.dice.below(NEAR)) as f64;
        let value = match self.dice.below(6) {
            0 => value + near,
            1 => value - near,
            2 => value * near,
            3 => value / near,
            4 => -value,
            _ => near - 1.0,
        };
        if bytes == 4 { u64::from((value as f32).to_bits()) } else { value.to_bits() }
    }

    /// NULL, an object of its own, or one that is there already.
    fn change_pointer(&mut self, v: VarId) {
        let value = match self.dice.below(3) {
            0 => 0,
            1 => match self.space.object_for(v, 0) {
                Ok(own) => self.space.address(own),
                Err(_) => return,
            },
            _ => {
                let mut objects = self.input.reachable(self.space);
                objects.retain(|o| self.space.fits(v, *o));
                if objects.is_empty() {
                    return;
                }
                self.space.address(objects[self.dice.below(objects.len())])
            }
        };
        self.input.set(self.space, v, value);
    }
}
