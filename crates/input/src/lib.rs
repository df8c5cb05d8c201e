//! The logical input map of a C function (CUTE, section 3.1): every input, linked data structures
//! among them, as a flat list of scalar and pointer variables.
//!
//! A [`Space`] holds what stays fixed while one function is explored: the objects that inputs can
//! be made of, each at an address of its own, and the variables in them. An [`Input`] is one value
//! for every variable. [`Input::image`] lays it out as the bytes that the runtime copies in;
//! [`json`] saves and loads it; [`view`] shows it in the shape of its types, for whoever writes it
//! as source text (`acute-export`). The bytes of bit-fields and unions are plain variables; only
//! views have their members.
//!
//! **Invariants.** This crate knows neither how an input was found, nor solving, nor the syntax of a
//! test. The same pointer variable and number always give the same object, address and variables. An
//! object is part of an input exactly when it can be reached from the arguments, the globals or the
//! objects that marks are given.

#![deny(missing_docs, clippy::undocumented_unsafe_blocks)]

mod image;
mod init;
mod input;
pub mod json;
mod object;
mod overlay;
mod readable;
mod shape;
mod space;
pub mod view;

pub use acute_types::TypeId;
pub use image::{Change, Given, Image, Label, Segment};
pub use init::{Init, InitKind};
pub use input::Input;
pub use json::{FORMAT_VERSION, LoadError, Loaded, load, save};
pub use object::{
    Arg, Flexible, Layout, MarkId, NoObject, Object, ObjectId, Origin, Ret, Var, VarId, VarKind,
};
pub use shape::Unsupported;
pub use space::{ARRAY_LIMIT, Mark, Space};

/// The address of the argument block; the objects follow it.
pub const INPUT_BASE: u64 = 0x6100_0000_0000;

/// The least distance in bytes between two objects.
pub const REDZONE: u64 = 64;

/// The largest number of variables in a space.
pub const MAX_VARS: usize = 65_000;

/// The largest number of objects in a space.
pub const MAX_OBJECTS: usize = 4096;

/// The largest size of an object in bytes.
pub const MAX_OBJECT_SIZE: u64 = 64 * 1024;
