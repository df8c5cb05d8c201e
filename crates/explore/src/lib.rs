//! The loop of concolic testing: run the unit, read the path it took, flip one of its branches, solve,
//! run again, until no branch is left to flip or the budget is spent.
//!
//! **Invariants:** the engine cannot tell which language the unit was written in. Nothing here prints.
//! `complete` is claimed only where every loss of precision, every limit and every unanswered query
//! would have been counted, and none was.

mod code;
mod explorer;
#[cfg(test)]
mod fake;
mod finding;
mod forecast;
mod goals;
mod import;
mod outcome;
mod path;
mod pointers;
mod progress;
mod rate;
mod strategy;
mod target;
mod team;
mod tree;

pub use code::{Branch, Cell, Code, DATA, Map, Successor, Use};
pub use explorer::{Error, Examined, Explorer, Limits, Replayed};
pub use finding::{Checked, Checks, Confidence, Confirmed, Finding, Ignored, Kind, KindRow, Severity};
pub use outcome::{Assumption, Outcome, Report, Test, TestEnd, Uncovered};
pub use progress::{Journal, Progress, Until};
pub use rate::measure;
pub use strategy::Search;
pub use target::{
    Call, Ending, Failure, Fault, Isolation, Misuse, Nodes, Place, Program, Region, Run, RunLimits, Start,
    Status, Target, TargetError,
};
pub use team::Team;
