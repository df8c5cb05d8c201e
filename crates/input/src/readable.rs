//! Values that are easier to read than others, for simplified tests.

use acute_types::TypeKind;

use crate::init::{float_bits, mask};
use crate::input::Input;
use crate::object::{Origin, VarId, VarKind};
use crate::space::Space;
use crate::view::sign_extend;

/// The number of elements of an array that get distinct values: more would hide the purpose of a test.
const FIRST: u64 = 8;
/// The largest of the distinct values.
const MOST: u64 = 100;
/// The largest magnitude that is not halved.
const SMALL: u128 = 10;

impl Space {
    /// Whether a variable is a number, and cannot be a pointer.
    pub fn is_number(&self, v: VarId) -> bool {
        let var = &self.vars()[v as usize];
        !var.raw && !matches!(var.kind, VarKind::Pointer { .. } | VarKind::Fixed)
    }

    /// The value of a variable that the path does not depend on: a small number of its own, so that a
    /// reader can follow it; a string is empty. `last` is the number given before.
    pub fn plainest(&self, v: VarId, last: &mut u64) -> u64 {
        let var = &self.vars()[v as usize];
        if matches!(self.object(var.object).origin, Origin::Global(_)) {
            return self.default_value(v);
        }
        let element =
            self.path(v).strip_suffix(']').and_then(|path| path.rsplit_once('[')?.1.parse::<u64>().ok());
        let is_element = element.is_some();
        if element.is_some_and(|k| k >= FIRST) {
            return 0;
        }
        let mut next = || {
            *last = *last % MOST + 1;
            *last
        };
        match (self.types().stripped_kind(var.ty), var.kind) {
            (Some(TypeKind::Enum(_)), _) => self.enumerators(v).first().copied().unwrap_or(0),
            (Some(TypeKind::Int(_)), VarKind::Int { .. }) if self.is_char(v) => {
                if is_element {
                    0
                } else {
                    u64::from(b'a') + (next() - 1) % 26
                }
            }
            (Some(TypeKind::Int(_)), VarKind::Int { .. }) => next(),
            (Some(TypeKind::Float(_)), VarKind::Float) => float_bits(next() as f64, var.bytes),
            // Bytes of bit-fields and unions are parts of numbers.
            _ => 0,
        }
    }

    /// Values that are easier to read than `bits`, the best first.
    pub fn easier(&self, v: VarId, bits: u64) -> Vec<u64> {
        let var = &self.vars()[v as usize];
        if matches!(self.object(var.object).origin, Origin::Global(_)) {
            let first = self.default_value(v);
            return if first == bits { vec![] } else { vec![first] };
        }
        match var.kind {
            VarKind::Enum { .. } => {
                let values = self.enumerators(v);
                if values.contains(&bits) { vec![] } else { values }
            }
            VarKind::Int { .. } if self.is_char(v) => match bits as u8 {
                0 | b' '..=b'~' => vec![],
                b'\n' | b'\t' => vec![b'a'.into()],
                _ => b"aA0 -\n\0".iter().map(|c| u64::from(*c)).collect(),
            },
            VarKind::Int { signed } => {
                let value = self.signed(v, bits);
                let tens = std::iter::successors(Some(10i128), |n| Some(n * 10)).take(18);
                let round = (0..10).chain(tens).take_while(|n| n.unsigned_abs() <= value.unsigned_abs());
                let both = round.flat_map(|n| [Some(n), (signed && n > 0).then_some(-n)]).flatten();
                both.take_while(|n| *n != value).map(|n| n as u64 & mask(var.bytes)).collect()
            }
            VarKind::Float => {
                let value = match var.bytes {
                    4 => f32::from_bits(bits as u32).into(),
                    _ => f64::from_bits(bits),
                };
                let places = |n: i32| (value * 10f64.powi(n)).round() / 10f64.powi(n);
                let round = [0.0, 1.0, -1.0, 2.0, 0.5, -2.0, -0.5, 10.0, -10.0, 100.0, -100.0, 1000.0];
                let near = [value.trunc(), places(1), places(2), places(3)];
                let length = |x: f64| format!("{x}").len();
                let is_shorter = |x: &f64| x.is_finite() && length(*x) < length(value);
                let all = round.into_iter().chain(near).filter(is_shorter);
                all.map(|x| float_bits(x, var.bytes)).collect()
            }
            VarKind::Bool | VarKind::Pointer { .. } | VarKind::Fixed => vec![],
        }
    }

    /// Terminates the strings of an input with a zero where there is room. The bytes that the run read
    /// stay the same.
    pub fn end_texts(&mut self, input: &mut Input) {
        for id in input.reachable(self) {
            let (object, elems) = (self.object(id), input.elems(self, id));
            let last = input.vars(self, id).last().filter(|v| self.is_char(*v));
            let is_open = last.is_some_and(|v| input.get(self, v) != 0) && object.most > elems;
            if is_open && object.layout.size(1) == 1 && self.grow(id, elems + 1).is_ok() {
                input.set_elems(id, elems + 1);
                if let Some(end) = input.vars(self, id).last() {
                    input.set(self, end, 0);
                }
            }
        }
    }

    /// Half of a large number.
    pub fn half(&self, v: VarId, bits: u64) -> Option<u64> {
        let var = &self.vars()[v as usize];
        let value = self.signed(v, bits);
        let is_large = value.unsigned_abs() > SMALL && !self.is_char(v);
        let halves = matches!(var.kind, VarKind::Int { .. }) && is_large;
        halves.then_some((value / 2) as u64 & mask(var.bytes))
    }

    /// Plain `char`, which is mostly a letter.
    fn is_char(&self, v: VarId) -> bool {
        let kind = self.types().stripped_kind(self.vars()[v as usize].ty);
        matches!(kind, Some(TypeKind::Int(int)) if int.name == "char")
    }

    fn signed(&self, v: VarId, bits: u64) -> i128 {
        let var = &self.vars()[v as usize];
        match var.kind {
            VarKind::Int { signed: true } => sign_extend(bits, var.bytes).into(),
            _ => bits.into(),
        }
    }

    /// The values of an enumeration, zero first if it is one of them.
    fn enumerators(&self, v: VarId) -> Vec<u64> {
        let var = &self.vars()[v as usize];
        match self.types().stripped_kind(var.ty) {
            Some(TypeKind::Enum(e)) => {
                let mut values: Vec<u64> =
                    e.enumerators.iter().map(|e| e.value as u64 & mask(var.bytes)).collect();
                values.sort_by_key(|value| *value != 0);
                values
            }
            _ => vec![],
        }
    }
}
