//! The loop of concolic testing: run the unit, read the path it took, flip one of its branches, solve,
//! run again, until no branch is left to flip or the budget is spent.
//!
//! **Invariants:** the engine cannot tell which language the unit was written in. Nothing here prints.
//! `complete` is claimed only where every loss of precision, every limit and every unanswered query
//! would have been counted, and none was.

mod finding;
mod forecast;
mod goals;
mod import;
mod machine;
mod outcome;
mod path;
mod pointers;
mod progress;
mod rate;
mod strategy;
mod team;
mod tree;

pub use finding::{Confidence, Finding, Kind};
pub use machine::{Error, Examined, Explorer, Limits, Replayed, stateful};
pub use outcome::{Outcome, Report, Test, TestEnd, Uncovered};
pub use progress::{Progress, Until};
pub use rate::measure;
pub use strategy::Search;
pub use team::Team;
