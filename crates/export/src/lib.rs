//! Inputs as one plain C test file per source file: no framework, no library of ours.
//!
//! The file includes the unit's own source, so that static functions and private types are there,
//! has one function for every kept input, and a `main` that runs each in a process of its own:
//! globals are fresh for every test, and a test may crash or hang without ending the others.
//!
//! **Invariant.** What is written compiles without warnings of our own under gcc and clang with
//! `-Wall -Wextra`: helpers are there only when something uses them.

mod case;
mod file;
mod harness;
mod members;

pub use case::{Expectation, TestCase};
pub use file::{ExportError, Exported, Skipped, Unit, write_tests};
