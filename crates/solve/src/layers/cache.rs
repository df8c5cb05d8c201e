//! Answers slices from those answered before, as in KLEE's counterexample cache (Cadar, Dunbar, Engler, OSDI
//! 2008, section 3.3): a set of literals is looked up as a whole, a superset of an unsatisfiable set is
//! unsatisfiable, and a model that once met a goal is a candidate for it again. Different here: unsatisfiable sets and
//! models are found by their goal, because the queries of a path repeat goals.
//!
//! It is asked in front of the expensive layers only; the layers before it answer faster than a lookup.

use acute_expr::{Lit, VarId};
use rustc_hash::FxHashMap;

use crate::layer::{Layer, Verdict};
use crate::slice::Slice;
use crate::task::Task;
use crate::workspace::Workspace;

/// Literals and values, eight and sixteen bytes each, after which the cache starts afresh, to bound memory: long paths make
/// slices of thousands.
const LIMIT: usize = 1 << 20;

/// Overhead of an entry, in literals.
const ENTRY: usize = 12;

/// Values of the slice's variables, or none if it is unsatisfiable.
type Known = Option<Box<[(VarId, u64)]>>;

/// Unsatisfiable sets kept for one goal.
const REFUTED: usize = 8;

/// Sets of literals with their answers.
#[derive(Default)]
pub(crate) struct CacheLayer {
    answers: FxHashMap<Box<[Lit]>, Known>,
    // by goal: sets, sorted, that have no solution
    refuted: FxHashMap<Lit, Vec<Box<[Lit]>>>,
    // by goal: the last solution
    met: FxHashMap<Lit, Box<[(VarId, u64)]>>,
    // literals and values in all of these
    size: usize,
    // the literals of the slice looked at last, sorted, and its stamp
    key: Vec<Lit>,
    stamp: u64,
}

impl Layer for CacheLayer {
    fn solve(&mut self, task: &mut Task) -> Verdict {
        let Workspace { slice, values, .. } = &mut *task.workspace;
        match self.find(slice, values) {
            Verdict::Pass if self.recall(slice, values) => Verdict::Candidate,
            verdict => verdict,
        }
    }

    fn learn(&mut self, slice: &Slice, model: Option<&[u64]>) {
        self.look_at(slice);
        self.remember(slice, model);
    }
}

impl CacheLayer {
    /// Makes a slice the one that is looked up and remembered next, unless it is.
    fn look_at(&mut self, slice: &Slice) {
        if self.stamp == slice.stamp() {
            return;
        }
        self.stamp = slice.stamp();
        self.key.clear();
        self.key.extend_from_slice(&slice.lits);
        self.key.sort_unstable();
    }

    /// Looks the slice up and writes the values found.
    fn find(&mut self, slice: &Slice, values: &mut [u64]) -> Verdict {
        self.look_at(slice);
        match self.answers.get(self.key.as_slice()) {
            None if self.contains_refuted(slice.goal()) => Verdict::Unsat,
            None => Verdict::Pass,
            Some(None) => Verdict::Unsat,
            Some(Some(found)) => {
                for &(v, value) in found {
                    values[slice.place(v)] = value;
                }
                Verdict::Sat
            }
        }
    }

    /// Writes values that met the goal before, which may not suit the rest; false if there are none.
    fn recall(&self, slice: &Slice, values: &mut [u64]) -> bool {
        let Some(found) = self.met.get(&slice.goal()).filter(|_| !slice.any_pointer) else { return false };
        for &(v, value) in found {
            if let Some(place) = slice.find(v) {
                values[place] = value;
            }
        }
        true
    }

    /// Tells whether the slice looked up contains an unsatisfiable set.
    fn contains_refuted(&self, goal: Lit) -> bool {
        let sets = self.refuted.get(&goal);
        sets.is_some_and(|sets| sets.iter().any(|set| is_subset(set, &self.key)))
    }

    /// Remembers the answer to the slice looked at last: a model, or none if it is unsatisfiable.
    fn remember(&mut self, slice: &Slice, model: Option<&[u64]>) {
        let answer: Known = match model {
            None => None,
            // a pointer's domain is the present input's, so its values do not keep
            Some(_) if slice.any_pointer => return,
            Some(values) => Some(slice.vars.iter().copied().zip(values.iter().copied()).collect()),
        };
        if self.size >= LIMIT {
            let key = std::mem::take(&mut self.key);
            *self = CacheLayer { key, stamp: self.stamp, ..CacheLayer::default() };
        }
        let mut size = ENTRY + self.key.len();
        match &answer {
            Some(values) => {
                size += 2 * values.len();
                self.met.insert(slice.goal(), values.clone());
            }
            None => {
                let sets = self.refuted.entry(slice.goal()).or_default();
                if sets.len() < REFUTED {
                    size += self.key.len();
                    sets.push(self.key.as_slice().into());
                }
            }
        }
        self.size += size;
        self.answers.insert(self.key.as_slice().into(), answer);
    }
}

/// Tells whether a sorted list is a part of another.
fn is_subset(small: &[Lit], large: &[Lit]) -> bool {
    let mut large = large.iter();
    small.iter().all(|lit| large.find(|other| *other >= lit) == Some(lit))
}
