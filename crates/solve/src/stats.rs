//! Counts of the chain's answers.

use crate::layers::{LAYERS, index, layer_names};

/// The answers of one layer.
#[derive(Copy, Clone, Default, PartialEq, Eq, Debug)]
pub struct LayerStats {
    /// Queries that the layer was asked about.
    pub asked: u64,
    /// Queries that it found a model of.
    pub sat: u64,
    /// Queries that it showed to be unsatisfiable.
    pub unsat: u64,
}

/// Counters of a chain since it was made.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Stats {
    /// Queries in all.
    pub queries: u64,
    /// Queries that no layer decided.
    pub unknown: u64,
    /// Models that failed the evaluation and were dropped; anything but 0 is a defect of a layer.
    pub wrong_answers: u64,
    /// Prefix literals, before the slice was taken.
    pub prefix_literals: u64,
    /// Prefix literals dropped because they are independent of the goal.
    pub independent_literals: u64,
    /// Prefix literals dropped because they are duplicates or others imply them.
    pub subsumed_literals: u64,
    /// Terms and variables concretized, in all attempts.
    pub substitutions: u64,
    // by the first row of a name in the list
    pub(crate) layers: [LayerStats; LAYERS.len()],
}

impl Stats {
    /// The counters of one layer. Panics if no layer has this name.
    pub fn layer(&self, name: &str) -> LayerStats {
        self.layers[index(name)]
    }

    /// The counters of all layers with their names, in the order in which they are asked.
    pub fn by_layer(&self) -> impl Iterator<Item = (&'static str, LayerStats)> {
        layer_names().map(|name| (name, self.layer(name)))
    }

    /// Adds the counts of another chain.
    pub fn add(&mut self, other: &Stats) {
        self.queries += other.queries;
        self.unknown += other.unknown;
        self.wrong_answers += other.wrong_answers;
        self.prefix_literals += other.prefix_literals;
        self.independent_literals += other.independent_literals;
        self.subsumed_literals += other.subsumed_literals;
        self.substitutions += other.substitutions;
        for (own, other) in self.layers.iter_mut().zip(&other.layers) {
            own.asked += other.asked;
            own.sat += other.sat;
            own.unsat += other.unsat;
        }
    }
}
