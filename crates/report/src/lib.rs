//! The summary of a command: one typed value that every format is written from. docs/contract.md describes its fields.
//!
//! **Invariant:** nothing here knows how results were found, or prints.

mod format;
mod json;
mod summary;

pub use format::{FORMATS, Format};
pub use json::Unreadable;
pub use summary::{
    Branches, Bug, FailingOnly, Function, Literals, Point, SUMMARY_VERSION, Solver, Summary, Totals,
    Uncovered, rounded,
};
