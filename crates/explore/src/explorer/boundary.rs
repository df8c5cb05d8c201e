//! Boundary values: 0, 1, -1 and the extremes of the type, in place of the variables that hard work is about. A run costs
//! less than a query that reaches its effort limit, and faults of arithmetic are mostly at such values.
use super::{Attempt, Explorer};
use crate::path::Path;
use crate::strategy::Search;
use crate::target::Ending;
use acute_expr::{ExprId, VarId};
use acute_input::{Input, Space, VarKind};
use rustc_hash::FxHashSet;
use std::collections::VecDeque;

/// Variables that change together, at most.
const VARIABLES: usize = 3;
/// Inputs for one set of variables, and for all, at most.
const TOGETHER: usize = 32;
const MOST: usize = 128;
/// After so many that were stopped for their time there are no more.
const STOPPED: u32 = 3;
/// Objects that are made to point to themselves, at most, one at a time.
const CYCLES: usize = 4;
/// A run of so many conditions is long.
const LONG: usize = 1024;
/// Runs without anything new after which they are tried whatever the queries took, where paths have so many conditions:
/// a search of few short paths is exhausted as soon.
const PATIENCE: u64 = 64;
const DEEP: usize = 32;
/// Conditions of a path whose variables are looked at.
const LOOK: usize = 64;

/// Inputs with boundary values that wait for their run.
#[derive(Default)]
pub struct Boundaries {
    queue: VecDeque<Input>,
    /// The sets of variables that were asked for.
    known: FxHashSet<Vec<VarId>>,
    made: usize,
    stopped: u32,
    /// Cyclic structures were asked for.
    cycles: bool,
}

impl Boundaries {
    /// The next input.
    pub fn pop(&mut self) -> Option<Input> {
        self.queue.pop_front()
    }

    /// Asks for the boundary values of integers, in all combinations; the other values are those of `base`.
    fn ask(&mut self, space: &Space, base: &Input, variables: Vec<VarId>) {
        if variables.is_empty() || self.stopped >= STOPPED || !self.known.insert(variables.clone()) {
            return;
        }
        let room = TOGETHER.min(MOST - self.made);
        let inputs = combinations(variables.len()).into_iter().take(room).map(|ranks| {
            let mut input = base.clone();
            for (v, rank) in variables.iter().zip(ranks) {
                input.set(space, *v, value(rank, space.vars()[*v as usize].bytes.into()));
            }
            input
        });
        let before = self.queue.len();
        self.queue.extend(inputs);
        self.made += self.queue.len() - before;
    }

    /// Asks for structures with a cycle: objects that point to themselves. A unit that only reads compares no two
    /// pointers, so that no flip leads there.
    fn ask_cycles(&mut self, space: &Space, base: &Input) {
        if std::mem::replace(&mut self.cycles, true) {
            return;
        }
        for id in base.reachable(space).into_iter().take(CYCLES) {
            let own = |v: &VarId| {
                let var = &space.vars()[*v as usize];
                matches!(var.kind, VarKind::Pointer { .. }) && !var.raw && space.fits(*v, id)
            };
            if let Some(v) = base.vars(space, id).find(own) {
                let mut input = base.clone();
                input.set(space, v, space.address(id));
                self.queue.push_back(input);
            }
        }
    }

    /// Takes note of the end of such a run: where several took too long, the others probably would.
    fn learn(&mut self, ending: Ending) {
        self.stopped += u32::from(matches!(ending, Ending::Slow | Ending::TimedOut));
        if self.stopped >= STOPPED {
            self.queue.clear();
        }
    }
}

/// The number of boundary values.
const VALUES: usize = 5;

/// A boundary value of an integer of so many bytes, the most usual first.
fn value(rank: usize, bytes: u32) -> u64 {
    let least = 1u64 << (8 * bytes.clamp(1, 8) - 1);
    let all = least | (least - 1);
    [0, 1, all, least, least - 1][rank]
}

/// All ways to give `count` variables a rank each: those of low ranks first.
fn combinations(count: usize) -> Vec<Vec<usize>> {
    let mut all = vec![vec![]];
    for _ in 0..count {
        let longer = |ranks: &Vec<usize>| {
            let ranks = ranks.clone();
            (0..VALUES).map(move |rank| ranks.iter().copied().chain([rank]).collect())
        };
        all = all.iter().flat_map(longer).collect();
    }
    all.sort_by_key(|ranks: &Vec<usize>| (ranks.iter().max().copied(), ranks.iter().sum::<usize>()));
    all
}

impl Explorer<'_> {
    /// Asks for the boundary values of the integers in these expressions.
    pub(super) fn ask_boundaries(&mut self, base: &Input, exprs: impl Iterator<Item = ExprId>) {
        if self.limits.search != Search::Auto {
            return;
        }
        let (space, pool) = (&self.symbols.space, &self.symbols.pool);
        let is_integer = |v: &VarId| {
            matches!(space.vars()[*v as usize].kind, VarKind::Int { .. } | VarKind::Enum { .. })
                && !space.vars()[*v as usize].raw
        };
        let mut variables: Vec<VarId> = vec![];
        for expr in exprs.take(LOOK) {
            let new = pool.vars(expr).iter().filter(|v| is_integer(v) && !variables.contains(v));
            let new: Vec<VarId> = new.copied().collect();
            variables.extend(new);
            if variables.len() >= VARIABLES {
                break;
            }
        }
        variables.truncate(VARIABLES);
        variables.sort_unstable();
        self.boundaries.ask(space, base, variables);
    }

    /// Takes note of a run: a long one, one that was stopped, and one of many that brought nothing new, ask for the
    /// boundary values of what its path depends on.
    pub(super) fn watch_boundaries(&mut self, attempt: &Attempt, ending: Ending, path: &Path) {
        if attempt.boundary {
            return self.boundaries.learn(ending);
        }
        // Where paths are cut at a depth, those that go on behind it are not asked for.
        if self.limits.depth.is_some() {
            return;
        }
        let is_stopped = matches!(ending, Ending::Slow | Ending::TimedOut);
        let is_long = path.conditions.len() + path.repeated.len() > LONG;
        let is_stuck = self.results.runs_without_news() >= PATIENCE && path.conditions.len() >= DEEP;
        if is_stopped || is_long || is_stuck {
            self.ask_boundaries(&attempt.input, path.conditions.iter().map(|c| c.lit.expr));
            if self.limits.search == Search::Auto {
                self.boundaries.ask_cycles(&self.symbols.space, &attempt.input);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boundary_values_fit_their_type() {
        let of = |bytes| (0..VALUES).map(|rank| value(rank, bytes)).collect::<Vec<u64>>();
        assert_eq!(of(1), [0, 1, 0xff, 0x80, 0x7f]);
        assert_eq!(of(4), [0, 1, 0xffff_ffff, 0x8000_0000, 0x7fff_ffff]);
        assert_eq!(of(8), [0, 1, u64::MAX, 1 << 63, (1 << 63) - 1]);
    }

    #[test]
    fn small_values_come_first_in_all_combinations() {
        assert_eq!(combinations(1), [[0], [1], [2], [3], [4]]);
        let pairs = combinations(2);
        assert_eq!(pairs[..4], [[0, 0], [0, 1], [1, 0], [1, 1]]);
        let distinct: FxHashSet<&Vec<usize>> = pairs.iter().collect();
        assert_eq!((pairs.len(), distinct.len()), (25, 25));
    }
}
