//! What a space consists of: objects, and the variables in them.

use acute_types::TypeId;

use crate::shape::Unsupported;
use crate::{MAX_OBJECTS, MAX_VARS};

/// A variable of a [`Space`](crate::Space).
pub type VarId = u32;

/// An object of a [`Space`](crate::Space); 0 is the argument block.
pub type ObjectId = u32;

/// What kind of value a variable holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VarKind {
    /// An integer, characters among them.
    Int {
        /// Whether the type has negative values.
        signed: bool,
    },
    /// `_Bool`: only 0 and 1 are values of it.
    Bool,
    /// An enumeration: an integer that need not be one of the enumerators.
    Enum {
        /// Whether the underlying type has negative values.
        signed: bool,
    },
    /// `float` or `double`, as bits.
    Float,
    /// A pointer: 0 or an address.
    Pointer {
        /// The type that it points to.
        pointee: TypeId,
    },
}

/// A scalar or pointer that is an input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Var {
    /// The object that holds it.
    pub object: ObjectId,
    /// Where in the object.
    pub offset: u64,
    /// How many bytes: 1, 2, 4 or 8.
    pub bytes: u8,
    /// What kind of value it has.
    pub kind: VarKind,
    /// Its C type, typedefs and all; for bytes of bit-fields and unions that of the whole.
    pub ty: TypeId,
    /// Whether a union has both a pointer and a number there: it may be any of both, whatever its
    /// kind.
    pub raw: bool,
}

/// A piece of memory that inputs can be made of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Object {
    /// The type of its elements; `None` for the argument block.
    pub ty: Option<TypeId>,
    /// How many elements it has.
    pub elems: u64,
    /// Where it lies.
    pub address: u64,
    /// How many bytes it has.
    pub size: u64,
    /// Its first variable; those of an object follow each other, by offset.
    pub first_var: VarId,
    /// How many variables it has.
    pub var_count: u32,
    /// The pointer variable that it was made for and its number there; `None` for the argument
    /// block.
    pub owner: Option<(VarId, u32)>,
}

impl Object {
    /// The variables of the object.
    pub fn vars(&self) -> std::ops::Range<VarId> {
        self.first_var..self.first_var + self.var_count
    }
}

/// A parameter in the argument block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arg {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: TypeId,
    /// Where in the argument block.
    pub offset: u64,
    /// How many bytes it has.
    pub size: u64,
}

/// The place for the return value in the argument block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ret {
    /// Its type.
    pub ty: TypeId,
    /// Where in the argument block.
    pub offset: u64,
    /// How many bytes it has.
    pub size: u64,
}

/// Why a pointer cannot be given a fresh object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoObject {
    /// The variable is no pointer, or there is no such variable.
    NotAPointer(VarId),
    /// The space has as many objects as it may have.
    TooManyObjects,
    /// The space has as many variables as it may have.
    TooManyVars,
    /// What it points to cannot be an input.
    Unsupported(Unsupported),
}

impl std::fmt::Display for NoObject {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NoObject::NotAPointer(v) => write!(f, "variable {v} is no pointer"),
            NoObject::TooManyObjects => write!(f, "more than {MAX_OBJECTS} input objects"),
            NoObject::TooManyVars => write!(f, "more than {MAX_VARS} input variables"),
            NoObject::Unsupported(e) => write!(f, "{e}"),
        }
    }
}

impl std::error::Error for NoObject {}
