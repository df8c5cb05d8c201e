//! The options of a chain: which layers are asked and the limits of each.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::QueryLog;
use crate::layers::{LAYERS, find, index};

/// A set of layers, by name. Its functions panic if no layer has the name; `Options::switch_off` checks names that
/// a user gave.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Layers(u32);

// invariant: a bit for the first row of each name
const _: () = assert!(LAYERS.len() <= u32::BITS as usize);

impl Layers {
    /// The layers named.
    pub const fn of(names: &[&str]) -> Self {
        let mut set = 0;
        let mut at = 0;
        while at < names.len() {
            set |= 1 << index(names[at]);
            at += 1;
        }
        Layers(set)
    }

    /// All layers.
    pub const fn all() -> Self {
        let mut set = 0;
        let mut at = 0;
        while at < LAYERS.len() {
            set |= 1 << index(LAYERS[at].name);
            at += 1;
        }
        Layers(set)
    }

    /// The layers without one.
    #[must_use]
    pub const fn without(self, name: &str) -> Self {
        Layers(self.0 & !(1 << index(name)))
    }

    /// Tells whether a layer is one of them.
    pub const fn has(self, name: &str) -> bool {
        self.0 >> index(name) & 1 == 1
    }
}

/// A point in time and a cancellation flag, after which an answer is of no use.
#[derive(Clone, Copy, Default, Debug)]
pub struct Deadline {
    /// The point in time.
    pub until: Option<Instant>,
    /// The flag that is set to cancel.
    pub stop: Option<&'static AtomicBool>,
}

impl Deadline {
    /// Tells whether the time has come or the flag is set.
    pub fn is_over(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
            || self.until.is_some_and(|until| Instant::now() >= until)
    }

    /// The deadline, or an earlier point in time.
    #[must_use]
    pub fn at_latest(self, until: Instant) -> Deadline {
        Deadline { until: Some(self.until.map_or(until, |u| u.min(until))), ..self }
    }
}

/// The layers of a chain and their limits.
#[derive(Clone, Debug)]
pub struct Options {
    /// The layers that are asked.
    pub layers: Layers,
    /// Leave out literals that are independent of the goal (CUTE's optimisation 3).
    pub slice: bool,
    /// Leave out literals that others imply (CUTE's optimisation 2).
    pub subsume: bool,
    /// Evaluations of the slice that local search may spend on a query.
    pub search_evaluations: u32,
    /// Conflicts after which the SAT solver gives up.
    pub sat_conflicts: u64,
    /// Gates after which bit-blasting gives up.
    pub sat_gates: usize,
    /// The z3 to ask about floats; none: the first one on the PATH, if there is one.
    pub smt: Option<PathBuf>,
    /// Time after which that process is killed; if zero it is not started.
    pub smt_time: Duration,
    /// Deadline of the queries. What it cuts short is `Unknown`.
    pub deadline: Deadline,
    /// The log of queries and their answers.
    pub log: Option<Arc<QueryLog>>,
}

impl Default for Options {
    /// All layers but the linear one, which local search and bit-blasting make superfluous.
    fn default() -> Self {
        Options {
            layers: const { Layers::all().without("linear") },
            slice: true,
            subsume: true,
            search_evaluations: 2_000,
            sat_conflicts: 200_000,
            sat_gates: 1_000_000,
            smt: None,
            smt_time: Duration::from_secs(2),
            deadline: Deadline::default(),
            log: None,
        }
    }
}

impl Options {
    /// The theory of CUTE's solver: pointers and linear arithmetic; everything else is concretized.
    pub fn linear() -> Self {
        let layers = const { Layers::of(&["syntactic", "pointer", "order", "linear", "concrete"]) };
        Options { layers, ..Options::default() }
    }

    /// Switches off what is named: a layer, `slice` or `subsume`; false if there is no such thing.
    pub fn switch_off(&mut self, name: &str) -> bool {
        match name {
            "slice" => self.slice = false,
            "subsume" => self.subsume = false,
            _ if find(name).is_some() => self.layers = self.layers.without(name),
            _ => return false,
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layer_names;

    #[test]
    fn everything_can_be_switched_off_by_name() {
        let mut options = Options::default();
        for name in layer_names().chain(["slice", "subsume"]) {
            assert!(options.switch_off(name), "{name}");
        }
        assert_eq!(options.layers, Layers::of(&[]));
        assert!(!options.slice && !options.subsume);
        assert!(!options.switch_off("magic"));
    }
}
