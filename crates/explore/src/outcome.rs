//! What is known when the exploration of a function is over.
use crate::finding::Finding;
use crate::target::{Isolation, Misuse};
use acute_input::Input;
use std::collections::BTreeMap;

/// How an exploration ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Every outcome of every path was run or proved infeasible.
    Complete,
    /// The same within a limit, which is named.
    Bounded(String),
    /// All branches are covered, though not all paths.
    Covered,
    /// The time was up.
    Time,
    /// The number of runs was up.
    Executions,
    /// A bug was found, and one was enough.
    Bug,
    /// Nothing is left to try, but something was met that is not followed yet.
    Unsupported(String),
    /// An internal error.
    Error(String),
}

impl Outcome {
    /// Its name in reports.
    pub fn name(&self) -> &'static str {
        match self {
            Outcome::Complete => "complete",
            Outcome::Bounded(_) => "bounded",
            Outcome::Covered => "covered",
            Outcome::Time => "time",
            Outcome::Executions => "executions",
            Outcome::Bug => "bug",
            Outcome::Unsupported(_) => "unsupported",
            Outcome::Error(_) => "error",
        }
    }

    /// What there is to say about it.
    pub fn reason(&self) -> Option<&str> {
        match self {
            Outcome::Bounded(why) | Outcome::Unsupported(why) | Outcome::Error(why) => Some(why),
            _ => None,
        }
    }
}

/// A choice of the caller or of the library that is not explored.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Assumption {
    /// Pointers are equal or lead to separate objects.
    NoOverlap,
    /// Allocations below 1 GiB succeed.
    MallocSucceeds,
    /// `realloc` moves the block.
    ReallocMoves,
    /// `errno` is 0 at first, and library functions leave it as it is.
    ErrnoUnchanged,
    /// Padding inside structs is zero.
    PaddingZero,
}

impl Assumption {
    /// All of them.
    pub const ALL: &[Assumption] = &[
        Assumption::NoOverlap,
        Assumption::MallocSucceeds,
        Assumption::ReallocMoves,
        Assumption::ErrnoUnchanged,
        Assumption::PaddingZero,
    ];

    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Assumption::NoOverlap => "no-overlap",
            Assumption::MallocSucceeds => "malloc-succeeds",
            Assumption::ReallocMoves => "realloc-moves",
            Assumption::ErrnoUnchanged => "errno-unchanged",
            Assumption::PaddingZero => "padding-zero",
        }
    }
}

/// How the run of a kept input ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TestEnd {
    /// It returns these bytes.
    Returns(Vec<u8>),
    /// It ends the program with this status.
    Exits(i32),
    /// It dies of this signal.
    Dies(i32),
    /// Its behaviour is undefined. A plain run may die of anything, or show nothing.
    Misuses(Misuse),
}

/// An input worth keeping.
#[derive(Clone, Debug)]
pub struct Test {
    /// The input.
    pub input: Input,
    /// What a plain run of it does.
    pub end: TestEnd,
    /// An allocation failed that might not fail in a plain run: what that does, and how much memory it takes, is
    /// not known.
    pub refused: bool,
    /// Coverage cells it was the first to reach.
    pub new_cells: Vec<u32>,
    /// The finding it shows, by number.
    pub finding: Option<usize>,
    /// How long the exploration had gone on when it was found: for measurements, never for a report.
    pub seconds: f64,
    /// What it changes in the objects that it is given.
    pub changes: Vec<acute_input::Change>,
}

/// A branch outcome that no run took.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Uncovered {
    /// Its number in the map of branches.
    pub branch: u32,
    /// Why, in the contract's words.
    pub why: &'static str,
}

/// Everything about one function.
#[derive(Clone, Debug)]
pub struct Report {
    /// How it ended.
    pub outcome: Outcome,
    /// What it holds under.
    pub assumptions: Vec<Assumption>,
    /// How runs were kept apart.
    pub isolation: Isolation,
    /// Runs.
    pub executions: u64,
    /// Distinct paths.
    pub paths: u64,
    /// Flips proved unsatisfiable.
    pub infeasible: u64,
    /// Runs cut short by an assumption.
    pub rejected: u64,
    /// Runs that did not follow the predicted path.
    pub divergences: u64,
    /// Recorded conditions that were false under their input; anything but 0 is an internal error.
    pub wrong_branches: u64,
    /// Times the unit's process was started.
    pub starts: u64,
    /// Cells reached by any run, by number.
    pub covered: Vec<bool>,
    /// Cells reached by runs that returned or exited, by number.
    pub orderly: Vec<bool>,
    /// After how many seconds which cells were reached for the first time.
    pub growth: Vec<(f64, Vec<u32>)>,
    /// Branches of the function and of those it can call that no run took.
    pub uncovered: Vec<Uncovered>,
    /// Kept inputs.
    pub tests: Vec<Test>,
    /// Bugs.
    pub findings: Vec<Finding>,
    /// Findings among them for whose confirmation there was no time.
    pub unconfirmed: u64,
    /// What it needs of its caller, as predicates over its parameters.
    pub requires: Vec<String>,
    /// Losses of precision by reason.
    pub concretized: BTreeMap<String, u64>,
    /// What the solver did.
    pub solver: acute_solve::Stats,
    /// Flips refuted without a query, because an equal condition stands before them (CUTE's OPT 1).
    pub repeated: u64,
    /// Literals that no query was asked with, because they stood in its prefix twice.
    pub repeated_literals: u64,
    /// Conditions of all runs together, repeated ones too.
    pub conditions: u64,
    /// Inputs of an earlier command that were run again.
    pub saved_run: u64,
    /// Those that are no inputs of this function any more.
    pub saved_stale: u64,
    /// Seconds spent.
    pub seconds: f64,
}
