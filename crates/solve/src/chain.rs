//! The chain of layers with all that it remembers.

use acute_expr::Pool;

use crate::layer::Layer;
use crate::layers::{LAYERS, find, index};
use crate::task::{Slot, Task};
use crate::workspace::{Meter, Mode, Workspace};
use crate::{Answer, Deadline, Options, Pointers, Query, Stats};

/// The solver: all layers with their scratch memory. It remembers expressions, so it serves the
/// queries of one pool.
pub struct Chain {
    workspace: Workspace,
    // invariant: in the order of the list
    layers: Vec<Slot>,
    reached_limit: bool,
}

impl Chain {
    /// Assembles the layers that are switched on. Nothing is remembered yet.
    pub fn new(options: Options) -> Self {
        let is_on = |name| options.layers.has(name);
        let rows = LAYERS.iter().filter(|row| is_on(row.name));
        let layers = rows.map(|row| (row.name, (row.new)(&options))).collect();
        Chain::with_layers(options, layers)
    }

    /// A chain of the given layers, which are counted under names of the list.
    fn with_layers(options: Options, layers: Vec<(&'static str, Box<dyn Layer>)>) -> Self {
        let slot = |(name, layer)| Slot { layer: Some(layer), row: find(name).unwrap_or(0) };
        let layers = layers.into_iter().map(slot).collect();
        Chain { workspace: Workspace::new(options), layers, reached_limit: false }
    }

    /// The work done so far, in about nanoseconds, but counted: the same queries are the same work on any machine.
    pub fn work(&self) -> u64 {
        self.workspace.meter.work
    }

    /// Forgets all expressions, but no counts: to be called when the pool was swept.
    pub fn forget(&mut self) {
        let work = self.work();
        let stats = self.workspace.stats.clone();
        *self = Chain::new(self.workspace.options.clone());
        self.workspace.meter = Meter { work, ..Meter::default() };
        self.workspace.stats = stats;
    }

    /// Sets the deadline of later queries.
    pub fn set_deadline(&mut self, deadline: Deadline) {
        self.workspace.options.deadline = deadline;
    }

    /// Sets the effort limit of later queries: the full effort, halved so many times.
    pub fn limit_effort(&mut self, halvings: u32) {
        self.workspace.halvings = halvings;
    }

    /// Tells whether the last query is unknown because of the effort limit or the deadline: it may be asked again.
    pub fn reached_limit(&self) -> bool {
        self.reached_limit
    }

    /// The counts of answers so far.
    pub fn stats(&self) -> &Stats {
        &self.workspace.stats
    }

    /// Answers a query and names the layer that did; `Unknown` is the last layer's answer.
    pub fn solve(
        &mut self,
        pool: &mut Pool,
        query: &Query,
        pointers: &mut dyn Pointers,
    ) -> (Answer, &'static str) {
        self.workspace.stats.queries += 1;
        let before = self.workspace.meter.given_up;
        let (answer, row) = Task::new(pool, *query, pointers, &mut self.workspace, &mut self.layers).ask();
        let Workspace { halvings, meter, options, stats, .. } = &mut self.workspace;
        let is_unknown = answer == Answer::Unknown;
        let given_up = *halvings > 0 && meter.given_up > before;
        self.reached_limit = is_unknown && (given_up || options.deadline.is_over());
        stats.unknown += u64::from(is_unknown && !self.reached_limit);
        let layer = LAYERS[row].name;
        if let Some(log) = options.log.as_ref().filter(|_| row != const { index("syntactic") }) {
            log.write(pool, query, &answer, layer);
        }
        (answer, layer)
    }

    /// Answers a query without counting it, starting a process or concretizing it.
    pub fn probe(&mut self, pool: &mut Pool, query: &Query, pointers: &mut dyn Pointers) -> Answer {
        let stats = self.workspace.stats.clone();
        self.workspace.mode = Mode::Probe;
        let (answer, _) = Task::new(pool, *query, pointers, &mut self.workspace, &mut self.layers).ask();
        self.workspace.mode = Mode::Query;
        self.workspace.stats = Stats { wrong_answers: self.workspace.stats.wrong_answers, ..stats };
        answer
    }
}

#[cfg(test)]
mod tests;
