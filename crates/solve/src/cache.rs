//! Answers to slices seen before: a set of literals is looked up as a whole (the exact-match part
//! of KLEE's counterexample cache: Cadar, Dunbar, Engler, OSDI 2008, section 3.3).
//!
//! It stands in front of the two dear layers only; the graphs answer faster than it could.

use acute_expr::{Lit, VarId};
use rustc_hash::FxHashMap;

use crate::Verdict;
use crate::slice::Slice;

/// Entries after which the cache starts afresh, to bound memory.
const LIMIT: usize = 100_000;

/// Values of the slice's variables, or none if it is unsatisfiable.
type Known = Option<Box<[(VarId, u64)]>>;

/// A set of literals with what became of it.
#[derive(Default)]
pub(crate) struct Cache {
    answers: FxHashMap<Box<[Lit]>, Known>,
    // the present slice, sorted
    key: Vec<Lit>,
}

impl Cache {
    /// Looks the slice up and writes the values found.
    pub fn find(&mut self, slice: &Slice, values: &mut [u64]) -> Verdict {
        self.key.clear();
        self.key.extend_from_slice(&slice.lits);
        self.key.sort_unstable();
        match self.answers.get(self.key.as_slice()) {
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

    /// Remembers the answer to the slice looked up last.
    pub fn remember(&mut self, slice: &Slice, verdict: Verdict, values: &[u64]) {
        let answer = match verdict {
            Verdict::Unsat => None,
            // a pointer's domain is the present input's, so its values do not keep
            Verdict::Sat if !slice.any_pointer => {
                Some(slice.vars.iter().copied().zip(values.iter().copied()).collect())
            }
            _ => return,
        };
        if self.answers.len() >= LIMIT {
            self.answers.clear();
        }
        self.answers.insert(self.key.as_slice().into(), answer);
    }
}
