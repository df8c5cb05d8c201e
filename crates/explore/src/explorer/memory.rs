//! What an exploration may remember: however long it goes on, it takes no more than this.
use super::{Attempt, Explorer};
use crate::tree::Tree;
use acute_expr::ExprId;
use rustc_hash::FxHashSet;

/// Bytes of the tree of paths, its nodes and what their flips are made from, beyond which the deeper half of its flips
/// is given up. Each has its own: what one of them once had does not go to the other.
const TREE: [usize; 2] = [32 << 20, 32 << 20];
/// Number of expressions beyond which unreferenced ones are swept.
pub const POOL: usize = 1 << 20;
/// Paths that are told apart one by one: as many as a table of 2^21 places holds.
const PATHS: usize = 7 << 18;
/// Paths from which on there is room for all of these: what grows does so in the first seconds.
const MANY: usize = 1 << 16;

/// The paths that were seen.
#[derive(Default)]
pub struct Paths {
    seen: FxHashSet<u64>,
    /// Runs that were cut short and are none.
    cut: FxHashSet<u64>,
    /// Those that came when there was no room to remember them.
    more: u64,
}

impl Paths {
    /// Counts a path, unless it is known. Where no more are remembered, `fresh` says whether it counts. Whether it
    /// did.
    pub fn add(&mut self, key: u64, fresh: bool) -> bool {
        if self.seen.len() < PATHS {
            if self.seen.len() == MANY {
                self.seen.reserve(PATHS - MANY);
            }
            return self.seen.insert(key);
        }
        let counts = fresh && !self.seen.contains(&key);
        self.more += counts as u64;
        counts
    }

    /// Remembers a run that was cut short; whether it is new.
    pub fn add_cut(&mut self, key: u64) -> bool {
        self.cut.len() < PATHS && self.cut.insert(key)
    }

    /// Takes in what another counted.
    pub fn join(&mut self, other: Paths) {
        self.more += other.more;
        other.seen.into_iter().for_each(|key| _ = self.add(key, true));
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        self.seen.len() as u64 + self.more
    }
}

/// How long paths are. What is near the root is tried in time, and what is far from it given up: what is left is ever
/// farther away, and takes ever longer.
#[derive(Default)]
pub struct Lengths {
    /// Since they were last looked at.
    runs: u64,
    conditions: u64,
    /// Their mean when it was smallest.
    least: Option<u64>,
}

impl Lengths {
    /// Counts a run.
    pub fn add(&mut self, conditions: usize) {
        self.runs += 1;
        self.conditions += conditions as u64;
    }

    /// Whether they are several times as long as they were.
    fn have_grown(&mut self) -> bool {
        if self.runs < ENOUGH {
            return false;
        }
        let mean = (self.conditions / self.runs).max(SHORT);
        (self.runs, self.conditions) = (0, 0);
        let least = self.least.map_or(mean, |least| least.min(mean));
        self.least = Some(least);
        mean > LONGER * least
    }
}

/// Runs that make a mean.
const ENOUGH: u64 = 256;
/// No path counts as shorter than this.
const SHORT: u64 = 32;
/// Where paths are so many times as long as they were, the search begins anew.
const LONGER: u64 = 4;

impl Explorer<'_> {
    /// Begins anew, from the inputs that have brought something, in another order.
    fn start_again(&mut self) {
        self.frontier.tree.give_up_all();
        self.solving.deferred.forget();
        let mut inputs: Vec<_> = self.results.tests.iter().map(|test| test.input.clone()).collect();
        while !inputs.is_empty() {
            let input = inputs.swap_remove(self.frontier.dice.below(inputs.len()));
            self.frontier.retries.push(Attempt { input, ..Attempt::default() });
        }
    }

    /// Every expression that is spoken of from one batch to the next.
    fn expressions(&mut self, mut visit: impl FnMut(&mut ExprId)) {
        self.frontier.tree.expressions(&mut visit);
        let waiting = self
            .frontier
            .retries
            .iter_mut()
            .chain(self.slow.waiting.iter_mut().map(|slow| &mut slow.attempt));
        let waiting = waiting.flat_map(Attempt::literals);
        self.symbols.domain.iter_mut().chain(waiting).for_each(|lit| visit(&mut lit.expr));
    }

    /// Gives up what is too much.
    pub(super) fn save_memory(&mut self) {
        // A part of it stays free, or the next run would be one too many again.
        let fills =
            |tree: &Tree, part: usize| tree.bytes().iter().zip(TREE).any(|(is, most)| *is > most / 4 * part);
        if fills(&self.frontier.tree, 4) {
            let goals = &self.frontier.goals;
            while fills(&self.frontier.tree, 3) && self.frontier.tree.open() > 0 {
                self.frontier.tree.prune(|c| c.source.other().is_some_and(|cell| !goals.is_covered(cell)));
            }
            if self.frontier.lengths.have_grown() {
                self.start_again();
            }
        }
        if self.symbols.pool.len() > self.symbols.pool_limit {
            let mut places: Vec<ExprId> = vec![];
            self.expressions(|e| places.push(*e));
            self.symbols.pool.sweep(&mut places);
            let mut new = places.into_iter();
            self.expressions(|e| *e = new.next().expect("as many as before"));
            self.solving.infeasible.values_mut().for_each(|refuted| refuted.forget());
            self.runner.target.forget();
            self.runner.reader.forget();
            self.solving.chain.forget();
            self.symbols.evaluator = acute_expr::Evaluator::new();
            self.symbols.pool_limit = POOL.max(2 * self.symbols.pool.len());
        }
    }
}
