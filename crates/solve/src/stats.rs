//! What the chain did, in numbers.

use crate::Layer;

/// The answers one layer gave.
#[derive(Copy, Clone, Default, PartialEq, Eq, Debug)]
pub struct LayerStats {
    /// Queries that reached the layer.
    pub asked: u64,
    /// Answered with new values.
    pub sat: u64,
    /// Refuted.
    pub unsat: u64,
}

/// Counters of a chain since it was made.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Stats {
    /// Queries in all.
    pub queries: u64,
    /// Queries no layer could answer.
    pub unknown: u64,
    /// Answers that failed verification and were dropped; anything but 0 is a defect of a layer.
    pub wrong_answers: u64,
    /// Prefix literals seen, before the slice was taken.
    pub prefix_literals: u64,
    /// Prefix literals dropped because they are independent of the goal.
    pub independent_literals: u64,
    /// Prefix literals dropped because they stand there twice or others imply them.
    pub subsumed_literals: u64,
    /// Parts of queries replaced by their present values, in all attempts.
    pub substitutions: u64,
    // by position in Layer::ALL
    pub(crate) layers: [LayerStats; Layer::ALL.len()],
}

impl Stats {
    /// The counters of one layer.
    pub fn layer(&self, layer: Layer) -> LayerStats {
        self.layers[layer as usize]
    }

    pub(crate) fn layer_mut(&mut self, layer: Layer) -> &mut LayerStats {
        &mut self.layers[layer as usize]
    }

    /// Adds what another chain counted.
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
