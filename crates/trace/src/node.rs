//! Expression nodes and the labels that name them.
use crate::Op;

/// A node of the expression table, as a number. 0 is [`CONCRETE`].
///
/// A shadow cell holds `label << 4 | k`: byte `k` (little end first) of that node's value.
pub type Label = u32;
/// The label of a concrete value.
pub const CONCRETE: Label = 0;
/// Memory beyond an input object's end: no access is valid.
pub const POISON: Label = 1;
/// Freed memory.
pub const FREED: Label = 2;
/// Memory beside an object that the unit made itself: no access is valid.
pub const OUTSIDE: Label = 3;
/// A local variable of a call that is over.
pub const DEAD: Label = 4;
/// Returns whether a label marks memory that must not be accessed.
pub const fn is_poison(label: Label) -> bool {
    label >= POISON && label <= DEAD
}
/// Label of input variable 0; variable `v` has label `FIRST_VAR + v`.
pub const FIRST_VAR: Label = 16;
/// Number of input variables at most.
pub const MAX_VARS: u32 = 1 << 16;
/// First label that is not a variable.
pub const FIRST_NODE: Label = FIRST_VAR + MAX_VARS;
/// Size of the node table. When it is nearly full the engine starts a new epoch.
pub const MAX_NODES: u32 = 1 << 22;
/// Bits of a shadow cell that select a byte of the value.
pub const BYTE_BITS: u32 = 4;

/// One expression: an operation on earlier nodes.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Node {
    /// One of [`Op`].
    pub op: u8,
    /// Bits of the value.
    pub width: u8,
    /// Lowest bit of an extract.
    pub low: u16,
    /// First operand, or low half of a constant.
    pub a: u32,
    /// Second operand, or high half of a constant.
    pub b: u32,
    /// Third operand.
    pub c: u32,
}

impl Node {
    /// The all-zero record of a label that has no node.
    pub const EMPTY: Node = Node { op: 0, width: 0, low: 0, a: 0, b: 0, c: 0 };

    /// Returns the value of a constant.
    pub const fn value(&self) -> u64 {
        self.a as u64 | (self.b as u64) << 32
    }

    /// Makes a constant.
    pub const fn constant(width: u8, value: u64) -> Node {
        Node { op: Op::Const as u8, width, low: 0, a: value as u32, b: (value >> 32) as u32, c: 0 }
    }

    /// Checks that this is a well-formed node for label `own`: a known operation whose operands are older and whose
    /// widths fit. `width_of` gives the width of an older label, 0 if it has none.
    pub fn check(&self, own: Label, width_of: impl Fn(Label) -> u8) -> Option<Op> {
        let op = Op::from_u8(self.op)?;
        if self.width == 0 || self.width > 64 {
            return None;
        }
        let w = |l: Label| if l >= FIRST_VAR && l < own { width_of(l) } else { 0 };
        let (a, b, c) = (w(self.a), w(self.b), w(self.c));
        let is_float = |w: u8| w == 32 || w == 64;
        if op.takes_floats() && !is_float(a) || op.gives_float() && !is_float(self.width) {
            return None;
        }
        let good = match op {
            Op::FSqrt => a == self.width,
            Op::FToSInt | Op::FToUInt | Op::SIntToF | Op::UIntToF | Op::FToF => a > 0,
            Op::Const => self.value() <= u64::MAX >> (64 - self.width),
            Op::ZExt | Op::SExt => a > 0 && self.width >= a,
            Op::Extract => a > 0 && self.low as u32 + self.width as u32 <= a as u32,
            Op::Concat => a > 0 && b > 0 && a as u32 + b as u32 == self.width as u32,
            Op::Ite => a == 1 && b == self.width && c == self.width,
            _ if op.is_comparison() => a > 0 && a == b && self.width == 1,
            _ => a == self.width && b == self.width,
        };
        good.then_some(op)
    }
}
