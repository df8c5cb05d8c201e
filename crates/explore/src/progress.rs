//! What others may see of an exploration under way, and when it has found enough.
use crate::finding::Kind;
use crate::outcome::TestEnd;
use acute_input::{Input, Space};
use std::sync::atomic::{AtomicU64, Ordering};

/// Is told of every input worth keeping at once, so that it can be saved before the exploration ends.
pub trait Journal: std::fmt::Debug + Send + Sync {
    /// Notes an input, which may later be simplified or turn out to show nothing: how a run of it ends, if it ends, and
    /// the finding that it shows, not yet confirmed.
    fn note(&self, input: &Input, space: &Space, end: Option<&TestEnd>, finding: Option<Kind>);
}

/// Counters of one function, written by its explorers a few times a second, read by the progress display.
#[derive(Debug, Default)]
pub struct Progress {
    /// Runs.
    pub executions: AtomicU64,
    /// Distinct paths.
    pub paths: AtomicU64,
    /// Branches of the function itself.
    pub branches: AtomicU64,
    /// Those of them that were taken.
    pub covered: AtomicU64,
    /// Findings so far, not yet run again.
    pub findings: AtomicU64,
}

impl Progress {
    /// One of several explorers has counted so many; `told` is what it had when it last said so.
    pub(crate) fn add(counter: &AtomicU64, told: &mut u64, now: u64) {
        counter.fetch_add(now.saturating_sub(std::mem::replace(told, now)), Ordering::Relaxed);
    }

    /// All explorers count the same, and none loses any.
    pub(crate) fn raise(counter: &AtomicU64, value: u64) {
        counter.fetch_max(value, Ordering::Relaxed);
    }
}

/// When a function is done before all its paths are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Until {
    /// Never: all paths are wanted.
    #[default]
    All,
    /// When all branches of the function and of those it can call are covered.
    Coverage,
    /// At the first bug that happened twice.
    Bug,
    /// At the first of both, as CUTE stops (section 4.2 of the paper).
    Either,
    /// When the saved inputs were run again.
    Saved,
}

impl Until {
    /// Whether one bug is enough.
    pub fn is_at_bug(self) -> bool {
        matches!(self, Until::Bug | Until::Either)
    }
}
