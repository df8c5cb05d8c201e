//! What is counted in the course of an exploration.
use super::memory::Paths;
use crate::outcome::Assumption;
use acute_input::NoObject;
use acute_solve::Stats;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::time::Instant;

/// What was counted.
#[derive(Default)]
pub struct Counters {
    /// Runs.
    pub executions: u64,
    /// Runs that did not go where they should.
    pub divergences: u64,
    /// Recorded conditions that are not true.
    pub wrong: u64,
    /// Where the first of them is.
    pub wrong_at: Option<String>,
    /// Events that make no sense.
    pub malformed: u64,
    /// Paths.
    pub paths: Paths,
    /// Outcomes that some flip was proved not to have.
    pub unsat_cells: FxHashSet<u32>,
    /// Outcomes that no solver could say anything of.
    pub unknown_cells: FxHashSet<u32>,
    /// Concretizations, by reason; see [`Counters::concretize`].
    pub concretized: FxHashMap<String, u64>,
    /// Choices that were not explored though the unit could tell the difference.
    pub assumptions: BTreeSet<Assumption>,
    /// Why a value is no input that the unit looked at.
    pub limits: BTreeSet<String>,
    /// An input object could not grow as far as the unit reads.
    pub beyond: bool,
    /// Runs cut short by an assumption.
    pub rejected: u64,
    /// Flips refuted because of what becomes the same when two pointers do.
    pub refuted: u64,
    /// Flips that contradict an equal condition before them.
    pub repeated: u64,
    /// Conditions left out of queries' prefixes for the same reason.
    pub repeated_literals: u64,
    /// Conditions of all runs, those left out too.
    pub conditions: u64,
    /// A run did not end in time.
    pub timed_out: bool,
    /// A path was longer than it may be.
    pub deep: bool,
    /// An object was refused because of a limit.
    pub object_limit: Option<NoObject>,
    /// When which cells were reached for the first time.
    pub growth: Vec<(Instant, Vec<u32>)>,
    /// What others' solvers did.
    pub solver: Stats,
    /// Times others' units were started.
    pub starts: u64,
    /// Unknown queries behind an overlap.
    pub unknown_overlaps: u64,
    /// Flips that others gave up.
    pub given_up: u64,
}

impl Counters {
    /// Counts values that were concretized: precision is lost, and `complete` is out of the question. Every
    /// concretization goes through here.
    pub fn concretize(&mut self, reason: impl Into<String>, count: u64) {
        *self.concretized.entry(reason.into()).or_default() += count;
    }

    /// Records that a choice was left out.
    pub fn assume(&mut self, assumption: Assumption) {
        self.assumptions.insert(assumption);
    }

    /// Adds what another worker counted.
    pub fn add(&mut self, other: Counters) {
        self.executions += other.executions;
        self.divergences += other.divergences;
        self.wrong += other.wrong;
        self.wrong_at = self.wrong_at.take().or(other.wrong_at);
        self.malformed += other.malformed;
        self.paths.join(other.paths);
        self.unsat_cells.extend(other.unsat_cells);
        self.unknown_cells.extend(other.unknown_cells);
        for (reason, count) in other.concretized {
            self.concretize(reason, count);
        }
        self.assumptions.extend(other.assumptions);
        self.limits.extend(other.limits);
        self.beyond |= other.beyond;
        self.rejected += other.rejected;
        self.refuted += other.refuted;
        self.repeated += other.repeated;
        self.repeated_literals += other.repeated_literals;
        self.conditions += other.conditions;
        self.timed_out |= other.timed_out;
        self.deep |= other.deep;
        self.object_limit = self.object_limit.take().or(other.object_limit);
        self.growth.extend(other.growth);
        self.solver.add(&other.solver);
        self.starts += other.starts;
        self.unknown_overlaps += other.unknown_overlaps;
        self.given_up += other.given_up;
    }
}
