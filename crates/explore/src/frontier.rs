//! The flips still to be tried: bounded depth-first search (CUTE, Figs. 7 and 8), generalised so that
//! all flips of one run are queued at once. The deepest flip of the newest run comes first, as in the
//! paper; but since every flip is known by its path prefix and tried once, several can be under way
//! and no history of the last run has to be kept.
use crate::path::Condition;
use acute_input::{Input, VarId};
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// A run whose conditions can be flipped.
pub struct Parent {
    /// The input it ran on.
    pub input: Input,
    /// Its conditions.
    pub conditions: Vec<Condition>,
    /// The pointers that were followed, each with the number of conditions before its first use.
    pub reads: Vec<(VarId, usize)>,
    /// For each condition left out because it stands there already: how many others come before it.
    // invariant: ascending
    pub repeated: Vec<usize>,
}

/// One condition of one run, to be flipped.
#[derive(Clone)]
pub struct Flip {
    /// The run.
    pub parent: Rc<Parent>,
    /// Which condition.
    pub index: usize,
}

/// The flips to try, and those known already.
#[derive(Default)]
pub struct Frontier {
    pending: Vec<Flip>,
    // prefixes that were run or queued, each with its last outcome
    known: FxHashSet<u64>,
}

impl Frontier {
    /// Queues all flips of a run that are not known yet; those beyond `depth` are left alone.
    pub fn add(&mut self, parent: Rc<Parent>, depth: usize) {
        let (mut prefix, mut length) = (0u64, 0);
        for (index, condition) in parent.conditions.iter().enumerate() {
            length += !condition.is_choice() as usize;
            if length > depth {
                break;
            }
            let (taken, other) = (step(prefix, condition, false), step(prefix, condition, true));
            if self.known.insert(other) {
                self.pending.push(Flip { parent: parent.clone(), index });
            }
            if !condition.is_silent() {
                self.known.insert(taken);
                prefix = taken;
            }
        }
    }

    /// Whether every flip was taken.
    pub fn is_empty(&self) -> bool {
        self.pending.is_empty()
    }

    /// The next flip.
    pub fn next(&mut self) -> Option<Flip> {
        self.pending.pop()
    }
}

/// The hash of a prefix and one more condition, as taken or flipped.
fn step(prefix: u64, condition: &Condition, flipped: bool) -> u64 {
    // A choice and a jump on the same condition are two things.
    let lit = (condition.lit.expr.index() as u64) << 2
        | (condition.is_choice() as u64) << 1
        | (condition.lit.positive != flipped) as u64;
    let mixed = (prefix ^ lit.wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    mixed ^ mixed >> 32
}
