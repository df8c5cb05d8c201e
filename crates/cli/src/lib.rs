//! The command line: flags, compiling, progress, exit codes. It alone prints.
//!
//! It is a library too, so that tests and benchmarks can build a unit and explore it without
//! going through a process.

pub mod build;
pub mod cc;
pub mod cores;
pub mod cute;
mod database;
pub mod entry;
pub mod error;
mod export;
pub mod flags;
pub mod foreign;
pub mod home;
pub mod inputs;
mod interrupt;
mod jobs;
pub mod link;
mod native;
mod progress;
pub mod replay;
mod results;
mod resume;
mod saved;
mod screen;
mod single;
pub mod stubs;
mod summary;
pub mod test;
pub mod thunk;
mod worker;
