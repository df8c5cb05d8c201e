//! C types, functions and global variables out of DWARF.
//!
//! [`DebugInfo::read`] takes the bytes of a linked executable or of a relocatable object file and
//! gives back one [`TypeTable`] for all of its compile units, the functions they define and the
//! writable global variables.
//!
//! **Invariants.** DWARF is hostile input: a damaged file gives an [`Error`] or fewer facts, never
//! a panic and never an endless loop. [`TypeTable::strip`] never returns a typedef or a qualifier.
//! This crate knows no LLVM and prints nothing.

#![deny(missing_docs, clippy::undocumented_unsafe_blocks)]

mod debug_info;
mod decl;
mod dwarf;
mod layout;
mod names;
mod table;

pub use debug_info::{DebugInfo, Error, Function, Global, Param};
pub use decl::{Unnameable, is_identifier, is_keyword};
pub use names::nearest;
pub use table::{
    BitField, Enum, Enumerator, Field, Float, FunctionType, Int, Qualifier, Record, TypeId, TypeKind,
    TypeTable, TypeTableBuilder,
};
