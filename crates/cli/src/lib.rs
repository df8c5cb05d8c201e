//! The command line: flags, compiling, progress, exit codes. It alone prints.
//!
//! It is a library too, so that tests and benchmarks can build a unit and explore it without
//! going through a process.

pub mod build;
pub mod cc;
pub mod cute;
mod database;
pub mod entry;
pub mod error;
mod export;
pub mod flags;
pub mod home;
pub mod inputs;
pub mod link;
mod native;
pub mod replay;
mod results;
mod saved;
mod screen;
mod single;
pub mod stubs;
mod summary;
pub mod test;
pub mod thunk;
