//! Which layers work and how hard they try.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::{Layer, QueryLog};

/// A set of layers.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Layers(u16);

impl Layers {
    /// The layers named.
    pub fn of(layers: &[Layer]) -> Self {
        Layers(layers.iter().fold(0, |set, &layer| set | 1 << layer as u16))
    }

    /// All but one.
    #[must_use]
    pub fn without(self, layer: Layer) -> Self {
        Layers(self.0 & !(1 << layer as u16))
    }

    /// Whether a layer is one of them.
    #[inline]
    pub fn has(self, layer: Layer) -> bool {
        self.0 >> layer as u16 & 1 == 1
    }
}

/// When whoever asks has no more use for an answer.
#[derive(Clone, Copy, Default, Debug)]
pub struct Patience {
    /// Their time is up then.
    pub until: Option<Instant>,
    /// Set when they are told to stop.
    pub stop: Option<&'static AtomicBool>,
}

impl Patience {
    /// Whether it has come to an end.
    pub fn is_over(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
            || self.until.is_some_and(|until| Instant::now() >= until)
    }
}

/// What a chain is made of.
#[derive(Clone, Debug)]
pub struct Options {
    /// The layers that are asked.
    pub layers: Layers,
    /// Leave out literals that have nothing to do with the goal (CUTE's optimisation 3).
    pub slice: bool,
    /// Leave out literals that others imply (CUTE's optimisation 2).
    pub subsume: bool,
    /// Evaluations of the slice local search may spend on a query.
    pub search_evaluations: u32,
    /// Conflicts after which the SAT solver gives up.
    pub sat_conflicts: u64,
    /// Gates after which bit-blasting gives up.
    pub sat_gates: usize,
    /// The z3 to ask about floats; none: the first one on the PATH, if there is one.
    pub smt: Option<PathBuf>,
    /// Time after which that process is killed; with none it is not asked.
    pub smt_time: Duration,
    /// How long an answer is waited for. What it cuts short is `Unknown`, and of no use to anybody.
    pub patience: Patience,
    /// Where to write queries and their answers.
    pub log: Option<Arc<QueryLog>>,
}

impl Default for Options {
    /// Everything but the linear layer, which local search and bit-blasting make superfluous.
    fn default() -> Self {
        Options {
            layers: Layers::of(&Layer::ALL).without(Layer::Linear),
            slice: true,
            subsume: true,
            search_evaluations: 2_000,
            sat_conflicts: 200_000,
            sat_gates: 1_000_000,
            smt: None,
            smt_time: Duration::from_secs(2),
            patience: Patience::default(),
            log: None,
        }
    }
}

impl Options {
    /// What CUTE had: pointers, linear arithmetic, and present values for everything else.
    pub fn linear() -> Self {
        let layers = [Layer::Syntactic, Layer::Pointer, Layer::Order, Layer::Linear, Layer::Concrete];
        Options { layers: Layers::of(&layers), ..Options::default() }
    }

    /// Switches off what is named: a layer, `slice` or `subsume`; false if there is no such thing.
    pub fn switch_off(&mut self, name: &str) -> bool {
        match name {
            "slice" => self.slice = false,
            "subsume" => self.subsume = false,
            _ => match Layer::ALL.into_iter().find(|layer| layer.name() == name) {
                Some(layer) => self.layers = self.layers.without(layer),
                None => return false,
            },
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_can_be_switched_off_by_name() {
        let mut options = Options::default();
        for name in Layer::ALL.map(Layer::name).into_iter().chain(["slice", "subsume"]) {
            assert!(options.switch_off(name), "{name}");
        }
        assert_eq!(options.layers, Layers::of(&[]));
        assert!(!options.slice && !options.subsume);
        assert!(!options.switch_off("magic"));
    }
}
