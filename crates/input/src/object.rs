//! The elements of a space: objects, and the variables in them.

use std::sync::Arc;

use acute_types::TypeId;

use crate::shape::Unsupported;
use crate::{MAX_OBJECTS, MAX_VARS};

/// A variable of a [`Space`](crate::Space).
pub type VarId = u32;

/// An object of a [`Space`](crate::Space); 0 is the argument block.
pub type ObjectId = u32;

/// A place in the program that asks for inputs.
pub type MarkId = u32;

/// The kind of a variable.
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
    /// A fixed value, no input. It has a label all the same, so that runs show whether they read it.
    Fixed,
}

/// A scalar or pointer that is an input, or watched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Var {
    /// The object that holds it.
    pub object: ObjectId,
    /// Its offset in the object.
    pub offset: u64,
    /// Its size in bytes: 1, 2, 4 or 8.
    pub bytes: u8,
    /// Its kind.
    pub kind: VarKind,
    /// Its C type, typedefs included; for bytes of bit-fields and unions that of the whole.
    pub ty: TypeId,
    /// Whether a union has both a pointer and a number there: it may be any of both, whatever its
    /// kind.
    pub raw: bool,
}

/// The reason why an object exists.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Origin {
    /// The argument block.
    Arguments,
    /// A pointer variable may point to it; with its number among those that are there for this pointer.
    Pointer(VarId, u32),
    /// A place in the program that asks for an input: which place, and the number of the request, from 0.
    Mark(MarkId, u32),
    /// A variable of the program with static storage, of this name.
    Global(String),
}

/// A piece of memory that inputs can be made of: elements of one type, as many as an input says. A struct that
/// ends in a flexible array member is one piece, and its elements are those of the array.
///
/// The variables of its first elements are there from the start, others are made when an input needs
/// them; its address range is reserved for all of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Object {
    /// The type of its elements, or of the struct before them; `None` for the argument block.
    pub ty: Option<TypeId>,
    /// The array that a struct ends in, where its elements are the elements.
    pub flexible: Option<Flexible>,
    /// Its address.
    pub address: u64,
    /// The layout of its elements.
    pub layout: Layout,
    /// Its least number of elements.
    pub least: u64,
    /// Its largest number of elements.
    pub most: u64,
    /// The number of elements that have variables.
    pub made: u64,
    /// Its variables, by offset: those of one growth follow each other.
    pub vars: Vec<std::ops::Range<VarId>>,
    /// The reason why it exists.
    pub origin: Origin,
}

/// The flexible array member at the end of a struct.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flexible {
    /// The type of its elements.
    pub elem: TypeId,
    /// The C expression from the struct to it: `.data`.
    pub path: Arc<str>,
}

/// The layout of an object's elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    /// The least size in bytes, of the argument block or a global, say.
    pub fixed: u64,
    /// The offset of the first element.
    pub start: u64,
    /// The distance from one element to the next.
    pub stride: u64,
}

impl Layout {
    /// The size in bytes of an object with that many elements.
    pub fn size(&self, elems: u64) -> u64 {
        (self.start + elems * self.stride).max(self.fixed)
    }
}

impl Object {
    /// All variables that it has by now.
    pub fn vars(&self) -> impl DoubleEndedIterator<Item = VarId> + '_ {
        self.vars.iter().flat_map(|range| range.clone())
    }

    /// The number of the element that a byte belongs to.
    pub fn elem_of(&self, offset: u64) -> u64 {
        offset.saturating_sub(self.layout.start).checked_div(self.layout.stride).unwrap_or(0)
    }

    /// Its largest size in bytes.
    pub fn reserve(&self) -> u64 {
        self.layout.size(self.most)
    }

    /// The number of elements that take up that many bytes; `None` above its largest number.
    pub fn elems_for(&self, bytes: u64) -> Option<u64> {
        if bytes <= self.layout.size(self.least) {
            return Some(self.least);
        }
        let elems = bytes.checked_sub(self.layout.start)?.checked_next_multiple_of(self.layout.stride)?;
        let elems = elems.checked_div(self.layout.stride)?;
        (elems <= self.most).then_some(elems)
    }
}

/// A parameter in the argument block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arg {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: TypeId,
    /// Its offset in the argument block.
    pub offset: u64,
    /// Its size in bytes.
    pub size: u64,
}

/// The slot of the return value in the argument block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ret {
    /// Its type.
    pub ty: TypeId,
    /// Its offset in the argument block.
    pub offset: u64,
    /// Its size in bytes.
    pub size: u64,
}

/// The reason why a pointer cannot be given a fresh object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoObject {
    /// The variable is no pointer, or there is no such variable.
    NotAPointer(VarId),
    /// The space has as many objects as it may have.
    TooManyObjects,
    /// The space has as many variables as it may have.
    TooManyVars,
    /// All objects together are more than a run is given.
    TooLarge,
    /// The type it points to cannot be an input.
    Unsupported(Unsupported),
}

impl std::fmt::Display for NoObject {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NoObject::NotAPointer(v) => write!(f, "variable {v} is no pointer"),
            NoObject::TooManyObjects => write!(f, "more than {MAX_OBJECTS} input objects"),
            NoObject::TooManyVars => write!(f, "more than {MAX_VARS} input variables"),
            NoObject::TooLarge => f.write_str("larger inputs than a run is given"),
            NoObject::Unsupported(e) => write!(f, "{e}"),
        }
    }
}

impl std::error::Error for NoObject {}
