//! Events: what a run records, in order.
use crate::Label;

/// One thing that happened in a run.
///
/// **Invariant:** 16 bytes. Bits 1 to 7 of `flag` are zero and reserved for a thread number (see
/// [`FORMAT`](crate::FORMAT)).
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Event {
    /// One of [`Kind`].
    pub kind: u8,
    /// Bit 0: outcome of a branch or check; 1 for a write.
    pub flag: u8,
    /// A [`Reason`] for a concretization, a [`Check`] for an implicit branch, [`INDEXED`] or 0 for an access through a
    /// symbolic address.
    pub what: u16,
    /// Coverage cell of the outcome taken, where there is one.
    pub cell: u32,
    /// The condition, address or value.
    pub node: Label,
    /// By kind: cell of the outcome not taken, system call number, address of a name, 1 where the object that an index
    /// leads out of is the input's.
    pub extra: u32,
}

const _: () = assert!(size_of::<Event>() == 16);

/// Kinds of event. To add one: a variant here and in [`Kind::from_u8`], `record::event` in the runtime, and a reader in
/// the engine.
#[repr(u8)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A conditional jump on a symbolic condition; a switch is a chain of these.
    Branch = 1,
    /// A condition that the program does not write but that decides what happens next.
    Implicit = 2,
    /// An access through a symbolic address.
    Access = 3,
    /// A symbolic value was concretized; precision is lost from here.
    Concretized = 4,
    /// A coverage cell was reached for the first time in this process.
    Covered = 5,
    /// A system call was refused by the sandbox.
    Refused = 6,
    /// A test asks for the expression of a value: `node`, or none. Its bits are `cell` (low half) and `extra` (high
    /// half).
    Probed = 8,
    /// A symbolic condition that decides a value: `c ? a : b` without a jump.
    Choice = 9,
    /// A mark received its elements: `cell` is their number in the input.
    Marked = 10,
    /// A text of the input was compared with a constant of another length: `node` is the first byte of the text, `cell`
    /// its length, `extra` the address of the constant, `what` the bytes of the constant that count.
    Compared = 11,
}

impl Kind {
    /// Reads a value that a unit wrote.
    pub fn from_u8(n: u8) -> Option<Kind> {
        use Kind::*;
        [Branch, Implicit, Access, Concretized, Covered, Refused, Probed, Choice, Marked, Compared]
            .into_iter()
            .find(|k| *k as u8 == n)
    }
}

/// An access at an index that the runtime could not follow.
pub const INDEXED: u16 = 1;

/// The use of a pointer that is passed to a function which may dereference it; 0 is a read, 1 a write.
pub const HANDED_OVER: u32 = 2;

/// Conditions that are implied by an operation.
#[repr(u16)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Check {
    /// The divisor is zero.
    DivisorZero = 1,
    /// The shift amount is at least the width.
    ShiftTooFar = 2,
    /// The smallest integer is divided by -1.
    DivisionOverflow = 3,
    /// A floating-point number does not fit the integer it is converted to.
    FloatTooLarge = 4,
    /// A check that `-fsanitize=` added fails.
    Sanitizer = 5,
    /// An index leads out of the object; the event's `extra` is 1 where that is an object of the input.
    OutOfBounds = 6,
    /// The result of a signed operation does not fit its type.
    Overflow = 7,
}

impl Check {
    /// Reads a value that a unit wrote.
    pub fn from_u16(n: u16) -> Option<Check> {
        use Check::*;
        [DivisorZero, ShiftTooFar, DivisionOverflow, FloatTooLarge, Sanitizer, OutOfBounds, Overflow]
            .into_iter()
            .find(|c| *c as u16 == n)
    }
}

/// Reasons for a concretization. To add one: a variant here, a row in [`REASONS`], and its use.
#[repr(u16)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The address of an access depends on the input by more than a pointer variable.
    Address = 1,
    /// Floating point that is not followed: long double, functions of the library.
    Float = 2,
    /// Passed to a function that is not instrumented and has no model; `extra` is the address of its name.
    NoModel = 3,
    /// An integer wider than 64 bits, or of an odd kind.
    Wide = 4,
    /// An instruction that the pass does not follow; `extra` is the address of its name.
    Instruction = 5,
    /// Memory was written by code that is not instrumented.
    Stale = 6,
    /// A size or length.
    Size = 7,
    /// The node table was full.
    TableFull = 8,
    /// A shift by at least the width: undefined in C.
    Shift = 9,
    /// A conversion of a floating-point number to an integer it does not fit: undefined in C.
    Conversion = 10,
}

/// The name under which a unit notes that it reached `__builtin_unreachable()`.
pub const UNREACHABLE: &str = "unreachable";

/// The names of [`Reason`]s in reports.
pub const REASONS: &[(Reason, &str)] = &[
    (Reason::Address, "symbolic-address"),
    (Reason::Float, "float"),
    (Reason::NoModel, "no-model"),
    (Reason::Wide, "wide-integer"),
    (Reason::Instruction, "instruction"),
    (Reason::Stale, "written-outside"),
    (Reason::Size, "symbolic-size"),
    (Reason::TableFull, "table-full"),
    (Reason::Shift, "shift"),
    (Reason::Conversion, "float-to-int"),
];
