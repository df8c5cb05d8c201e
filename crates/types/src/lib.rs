//! C types, functions and global variables out of DWARF.
//!
//! [`Program::read`] takes the bytes of a linked executable or of a relocatable object file and
//! gives back one [`TypeTable`] for all of its compile units, the functions they define and the
//! writable global variables.
//!
//! **Invariants.** DWARF is hostile input: a damaged file gives an [`Error`] or fewer facts, never
//! a panic and never an endless loop. [`TypeTable::strip`] never returns a typedef or a qualifier.
//! This crate knows no LLVM and prints nothing.

mod decl;
mod dwarf;
mod layout;
mod names;
mod program;
mod table;

pub use decl::{Unnameable, is_identifier, is_keyword};
pub use names::nearest;
pub use program::{Error, Function, Global, Param, Program};
pub use table::{
    Bits, Enum, Enumerator, Field, Float, FunctionType, Int, Kind, Qualifier, Record, TypeId, TypeTable,
};
