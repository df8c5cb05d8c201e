//! The state that the layers of a chain share: the slice at hand, what is derived from it once for all of them, and
//! counters.

use acute_expr::{Evaluator, Lit, Pool, VarId};

use crate::domain::Domains;
use crate::slice::Slice;
use crate::tape::Tape;
use crate::{Options, Stats};

/// Work of a step of a slice, in all layers together but the last ones.
const STEP: u64 = 100;

/// The reason for which the chain is asked. It decides which of the expensive layers take part.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    /// A query: all layers are asked.
    Query,
    /// A probe: no process is started and nothing is concretized.
    Probe,
    /// A part of a query: in addition no parts are made of it, and the SAT solver has a twentieth of the conflicts.
    Part,
}

/// Counts of what was done. The same queries give the same counts on any machine.
#[derive(Copy, Clone, Default, Debug)]
pub(crate) struct Meter {
    /// Work, in about nanoseconds.
    pub work: u64,
    /// Queries, or parts of some, that a layer left undecided because of a limit.
    pub given_up: u64,
    /// Gates made.
    pub gates: usize,
}

/// The slice at hand with what the layers share.
pub(crate) struct Workspace {
    /// The options of the chain.
    pub options: Options,
    /// The slice of the query at hand.
    pub slice: Slice,
    /// The slice as straight-line code; see `compile`.
    pub tape: Tape,
    /// The values that the slice's pointers may have; see `Task::prepare`.
    pub domains: Domains,
    /// The values that a layer proposes, by place in the slice.
    pub values: Vec<u64>,
    /// Evaluates literals under a model.
    pub evaluator: Evaluator,
    /// The reason for which the chain is asked.
    pub mode: Mode,
    /// Effort limit: gates, conflicts, cases and SMT steps are halved so many times.
    pub halvings: u32,
    /// Counts of what was done.
    pub meter: Meter,
    /// Counts of answers.
    pub stats: Stats,
}

impl Workspace {
    /// An empty workspace.
    pub fn new(options: Options) -> Self {
        Workspace {
            options,
            slice: Slice::default(),
            tape: Tape::default(),
            domains: Domains::default(),
            values: Vec::new(),
            evaluator: Evaluator::new(),
            mode: Mode::Query,
            halvings: 0,
            meter: Meter::default(),
            stats: Stats::default(),
        }
    }

    /// Proposes the values of the present input, for a layer to change.
    pub fn start(&mut self) {
        self.values.clone_from(&self.slice.values);
    }

    /// Compiles the slice, unless that is done.
    pub fn compile(&mut self, pool: &Pool) {
        if !self.tape.is_of(&self.slice) {
            self.tape.compile(pool, &self.slice);
        }
    }

    /// As `compile`, and counts the work that the layers will have with it.
    pub fn compile_and_count(&mut self, pool: &Pool) {
        if !self.tape.is_of(&self.slice) {
            self.tape.compile(pool, &self.slice);
            self.meter.work += self.tape.steps.len() as u64 * STEP;
        }
    }

    /// Evaluates the slice under the proposed values: whether all literals hold.
    pub fn holds(&mut self, pool: &Pool) -> bool {
        let (slice, values) = (&self.slice, &self.values);
        let model = |v| values[slice.place(v)];
        self.evaluator.new_model();
        slice.lits.iter().all(|lit| {
            let value = self.evaluator.eval(pool, lit.expr, &model);
            (value == 1) == lit.positive
        })
    }

    /// Evaluates literals under a changed model: whether all hold.
    pub fn satisfies(&mut self, pool: &Pool, lits: &[Lit], model: &[u64], changes: &[(VarId, u64)]) -> bool {
        let value = |v: VarId| match changes.binary_search_by_key(&v, |&(changed, _)| changed) {
            Ok(at) => changes[at].1,
            Err(_) => model.get(v as usize).copied().unwrap_or(0),
        };
        self.evaluator.new_model();
        lits.iter().all(|lit| (self.evaluator.eval(pool, lit.expr, &value) == 1) == lit.positive)
    }

    /// Lists the variables whose proposed values differ from the present input's, ascending.
    pub fn changes(&self) -> Vec<(VarId, u64)> {
        let slice = &self.slice;
        let proposed = slice.vars.iter().zip(&slice.values).zip(&self.values);
        let changed = proposed.filter(|((_, old), new)| old != new).map(|((&v, _), &new)| (v, new));
        let mut changed: Vec<_> = changed.collect();
        changed.sort_unstable();
        changed
    }
}
