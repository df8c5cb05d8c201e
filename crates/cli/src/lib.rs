//! The command line: flags, compiling, progress, exit codes. It alone prints.
//!
//! It is a library too, so that tests and benchmarks can build a unit and explore it without
//! going through a process.

pub mod cores;
pub mod cute;
pub mod entry;
mod export;
pub mod flags;
mod jobs;
mod journal;
mod output;
mod progress;
pub mod replay;
mod results;
mod resume;
mod saved;
mod screen;
mod summary;
pub mod test;
mod worker;
