//! Answers to slices seen before, as in KLEE's counterexample cache (Cadar, Dunbar, Engler, OSDI
//! 2008, section 3.3): a set of literals is looked up as a whole, a set that contains a refuted one is
//! refuted, and values that once met a goal are tried on it again. Different here: refuted sets and
//! values are found by their goal, which a path under exploration meets again and again.
//!
//! It stands in front of the dear layers only; the graphs answer faster than it could.

use acute_expr::{Lit, VarId};
use rustc_hash::FxHashMap;

use crate::Verdict;
use crate::slice::Slice;

/// Literals and values, eight and sixteen bytes each, after which the cache starts afresh, to bound memory: long paths make
/// slices of thousands.
const LIMIT: usize = 1 << 20;

/// What an entry takes besides, in literals.
const ENTRY: usize = 12;

/// Values of the slice's variables, or none if it is unsatisfiable.
type Known = Option<Box<[(VarId, u64)]>>;

/// Refuted sets kept for one goal.
const REFUTED: usize = 8;

/// Sets of literals with what became of them.
#[derive(Default)]
pub(crate) struct Cache {
    answers: FxHashMap<Box<[Lit]>, Known>,
    // by goal: sets, sorted, that have no solution
    refuted: FxHashMap<Lit, Vec<Box<[Lit]>>>,
    // by goal: the last solution
    met: FxHashMap<Lit, Box<[(VarId, u64)]>>,
    // literals and values in all of these
    size: usize,
    // the present slice, sorted
    key: Vec<Lit>,
}

impl Cache {
    /// Makes a slice the one that is remembered next.
    pub fn look_at(&mut self, slice: &Slice) {
        self.key.clear();
        self.key.extend_from_slice(&slice.lits);
        self.key.sort_unstable();
    }

    /// Looks the slice up and writes the values found.
    pub fn find(&mut self, slice: &Slice, values: &mut [u64]) -> Verdict {
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

    /// Writes values that met the goal before, which may not suit the rest; whether there are any.
    pub fn recall(&self, slice: &Slice, values: &mut [u64]) -> bool {
        let Some(found) = self.met.get(&slice.goal()).filter(|_| !slice.any_pointer) else { return false };
        for &(v, value) in found {
            if let Some(place) = slice.find(v) {
                values[place] = value;
            }
        }
        true
    }

    /// Whether the slice looked up contains a set that was refuted.
    fn contains_refuted(&self, goal: Lit) -> bool {
        let sets = self.refuted.get(&goal);
        sets.is_some_and(|sets| sets.iter().any(|set| is_subset(set, &self.key)))
    }

    /// Remembers the answer to the slice looked up last.
    pub fn remember(&mut self, slice: &Slice, verdict: Verdict, values: &[u64]) {
        let answer: Known = match verdict {
            Verdict::Unsat => None,
            // a pointer's domain is the present input's, so its values do not keep
            Verdict::Sat if !slice.any_pointer => {
                Some(slice.vars.iter().copied().zip(values.iter().copied()).collect())
            }
            _ => return,
        };
        if self.size >= LIMIT {
            let key = std::mem::take(&mut self.key);
            *self = Cache { key, ..Cache::default() };
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

/// Whether all of one sorted list are in another.
fn is_subset(small: &[Lit], large: &[Lit]) -> bool {
    let mut large = large.iter();
    small.iter().all(|lit| large.find(|other| *other >= lit) == Some(lit))
}
