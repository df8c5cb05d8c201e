//! Bit ranges with a value of their own: bit-fields, and scalars in a union, which need not coincide
//! with variables.

use acute_types::{TypeId, TypeKind, TypeTable};

use crate::input::Input;
use crate::object::{ObjectId, VarId, VarKind};
use crate::space::Space;

/// The interpretation of bits as a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// False or true.
    Bool,
    /// An integer in two's complement.
    Signed,
    /// An integer without a sign.
    Unsigned,
    /// An IEEE 754 number of four or eight bytes.
    Float,
}

/// Bits of one or more variables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bits {
    /// The object that holds them.
    pub object: ObjectId,
    /// The first bit, counted from the start of the object.
    pub first: u64,
    /// Their number: 1 to 64.
    pub size: u32,
    /// Their interpretation.
    pub form: Form,
}

/// The part of some bits that lies in one variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Piece {
    pub var: VarId,
    /// The first bit in the variable.
    pub shift: u32,
    /// The first bit in the value.
    pub at: u32,
    pub size: u32,
}

impl Piece {
    /// The bits of the piece in its variable.
    pub fn mask(&self) -> u64 {
        low(self.size) << self.shift
    }
}

/// A mask of that many low bits.
pub(crate) fn low(size: u32) -> u64 {
    if size >= 64 { u64::MAX } else { (1 << size) - 1 }
}

/// The variables that bits lie in; `None` where a bit lies in no variable.
pub(crate) fn pieces(space: &Space, object: ObjectId, first: u64, size: u32) -> Option<Vec<Piece>> {
    let mut list = Vec::new();
    let mut at = 0;
    while at < size {
        let bit = first.checked_add(at.into())?;
        let var = space.var_before(object, bit / 8)?;
        let piece = &space.vars()[var as usize];
        let shift = bit - piece.offset * 8;
        let left = u64::from(piece.bytes).checked_mul(8)?.checked_sub(shift).filter(|n| *n > 0)?;
        let size = left.min(u64::from(size - at)) as u32;
        list.push(Piece { var, shift: shift as u32, at, size });
        at += size;
    }
    Some(list)
}

impl Bits {
    /// The bits as a value of type `ty`; `None` where they are no scalar that is an input.
    pub(crate) fn of(space: &Space, object: ObjectId, ty: TypeId, first: u64, size: u64) -> Option<Bits> {
        let form = form(space.types(), ty)?;
        let size = u32::try_from(size).ok().filter(|size| (1..=64).contains(size))?;
        pieces(space, object, first, size)?;
        Some(Bits { object, first, size, form })
    }

    /// The variables that the bits lie in.
    pub(crate) fn pieces(&self, space: &Space) -> Vec<Piece> {
        pieces(space, self.object, self.first, self.size).unwrap_or_default()
    }

    /// The bits in an input.
    pub fn get(&self, space: &Space, input: &Input) -> u64 {
        let part = |p: &Piece| (input.get(space, p.var) >> p.shift & low(p.size)) << p.at;
        self.pieces(space).iter().map(part).fold(0, |all, part| all | part)
    }

    /// The bits in an input as a 64-bit value, with their sign where they have one.
    pub fn value(&self, space: &Space, input: &Input) -> u64 {
        let bits = self.get(space, input);
        let unused = 64 - self.size;
        if self.form == Form::Signed { ((bits << unused) as i64 >> unused) as u64 } else { bits }
    }
}

/// The value of the lowest bytes with their sign.
pub fn sign_extend(bits: u64, bytes: u8) -> i64 {
    let shift = 64 - 8 * u32::from(bytes.clamp(1, 8));
    ((bits << shift) as i64) >> shift
}

fn form(types: &TypeTable, ty: TypeId) -> Option<Form> {
    let number = |signed| if signed { Form::Signed } else { Form::Unsigned };
    match types.stripped_kind(ty)? {
        TypeKind::Int(i) if i.bytes > 8 => None,
        TypeKind::Int(i) if i.is_bool => Some(Form::Bool),
        TypeKind::Int(i) => Some(number(i.signed)),
        TypeKind::Enum(e) => Some(number(e.signed)),
        TypeKind::Float(f) if matches!(f.bytes, 4 | 8) => Some(Form::Float),
        _ => None,
    }
}

/// The form of a variable that holds a number; `None` for pointers and fixed values.
pub(crate) fn form_of(kind: VarKind) -> Option<Form> {
    match kind {
        VarKind::Bool => Some(Form::Bool),
        VarKind::Int { signed: true } | VarKind::Enum { signed: true } => Some(Form::Signed),
        VarKind::Int { signed: false } | VarKind::Enum { signed: false } => Some(Form::Unsigned),
        VarKind::Float => Some(Form::Float),
        VarKind::Pointer { .. } | VarKind::Fixed => None,
    }
}
