//! The logical input map of a C function (CUTE, section 3.1): every input, linked data structures
//! among them, as a flat list of scalar and pointer variables.
//!
//! A [`Space`] holds what stays fixed while one function is explored: the objects that inputs can
//! be made of, each at an address of its own for good, and the variables in them. An [`Input`] is
//! one value for every variable. [`Input::image`] lays it out as the bytes that the runtime copies
//! in; [`save`](save()) and [`load`](load()) keep it as JSON, [`Input::render_call`] shows it as C.
//! The bytes of bit-fields and unions are plain variables; only people see their members.
//!
//! **Invariants.** Nothing here knows how an input was found, nor about solving. The same pointer
//! variable and number always give the same object, address and variables. An object is part of
//! an input exactly when it can be reached from the arguments, the globals or what marks are given.

mod bits;
mod heap;
mod image;
mod init;
mod input;
mod json;
mod literal;
mod load;
mod load_error;
mod names;
mod object;
mod overlay;
mod plain;
mod render;
mod render_union;
mod shape;
mod space;
mod tree;
mod union;

pub use image::{Change, Given, Image, Label, Segment};
pub use init::{Init, InitKind};
pub use input::Input;
pub use json::{FORMAT_VERSION, save};
pub use literal::literal;
pub use load::{Loaded, load};
pub use load_error::LoadError;
pub use object::{
    Arg, Flexible, Layout, MarkId, NoObject, Object, ObjectId, Origin, Ret, Var, VarId, VarKind,
};
pub use render::{Rendering, Storage};
pub use shape::Unsupported;
pub use space::{ARRAY_LIMIT, Mark, Space};

/// Where the argument block lies; the objects follow it.
pub const INPUT_BASE: u64 = 0x6100_0000_0000;

/// The least distance in bytes between two objects.
pub const REDZONE: u64 = 64;

/// How many variables a space may have.
pub const MAX_VARS: usize = 65_000;

/// How many objects a space may have.
pub const MAX_OBJECTS: usize = 4096;

/// How large a single object may be, in bytes.
pub const MAX_OBJECT_SIZE: u64 = 64 * 1024;
