//! Queries that a layer makes of its own query and asks the chain about: with variables replaced by others or pinned
//! to values.

use acute_expr::{Lit, VarId};
use rustc_hash::FxHashMap;

use crate::layers::index;
use crate::task::Task;
use crate::{Answer, Query};

/// Expensive parts that a query may have, at full effort.
const EXPENSIVE: usize = 24;

/// Gates that count as one more expensive part: a circuit with a few divisions takes as long to build as hundreds of
/// others.
const GATES: usize = 1 << 14;

/// Layers up to the cache are cheap: their answers are free.
const CACHE: usize = index("cache");

impl Task<'_> {
    /// The number of expensive parts that the query may have within the effort limit.
    pub fn expensive_limit(&self) -> usize {
        EXPENSIVE >> (self.workspace.halvings / 2)
    }

    /// Solves literals under values that some variables were given: each that does not hold yet is the goal of a query,
    /// those before it its prefix, until all hold. Queries that a cheap layer does not answer are added to
    /// `expensive`; at the limit the answer is unknown.
    pub fn ask_each(
        &mut self,
        lits: &[Lit],
        given: impl Iterator<Item = (VarId, u64)>,
        expensive: &mut usize,
    ) -> Answer {
        let mut model = self.query.model.to_vec();
        let mut changed: FxHashMap<VarId, u64> = FxHashMap::default();
        let mut set = |model: &mut Vec<u64>, v: VarId, value: u64| {
            if model.len() <= v as usize {
                model.resize(v as usize + 1, 0);
            }
            if model[v as usize] != value {
                model[v as usize] = value;
                changed.insert(v, value);
            }
        };
        for (v, value) in given {
            set(&mut model, v, value);
        }
        for at in 0..lits.len() {
            if self.workspace.satisfies(self.pool, &lits[at..=at], &model, &[]) {
                continue;
            }
            let gates = self.workspace.meter.gates;
            let (answer, row) = self.ask_part(Query { prefix: &lits[..at], goal: lits[at], model: &model });
            if row > CACHE {
                *expensive += 1 + (self.workspace.meter.gates - gates) / GATES;
            }
            match answer {
                Answer::Sat(changes) => changes.into_iter().for_each(|(v, value)| set(&mut model, v, value)),
                other => return other,
            }
            if *expensive > self.expensive_limit() {
                self.workspace.meter.given_up += 1;
                return Answer::Unknown;
            }
        }
        let mut changes: Vec<(VarId, u64)> = changed.into_iter().collect();
        changes.sort_unstable();
        Answer::Sat(changes)
    }
}
