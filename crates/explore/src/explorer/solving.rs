//! Queries to the solver. Queries beyond their effort limit are deferred, so that they do not delay the others.
use super::alias::Reshaped;
use super::counters::Counters;
use super::optimistic::Infeasible;
use super::symbols::Symbols;
use super::{Explorer, Graph, Renaming};
use crate::goals::{CONDITIONS, GIVEN_UP, UNIT};
use crate::outcome::Assumption;
use crate::path::Condition;
use crate::tree::{Flip, FlipId};
use acute_expr::{Lit, Op, Pool, VarId};
use acute_input::{Input, Space, VarKind};
use acute_solve::{ADDRESS_BITS, Answer, Chain, Options, Query};
use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;

/// How much easier than it might a query is made at first, and each time it is asked again: the conflicts of the SAT
/// solver are halved so often. Counted, not measured: the same seed is to give the same tests on any machine.
const EASE: u32 = 7;
const LESS: u32 = 2;
/// The part of the work that queries have which are asked again while there are others: a quarter.
const SHARE: u64 = 4;

/// The solver and the queries that it has not answered.
pub struct Solving {
    /// The layers.
    pub chain: Chain,
    /// Queries that took too long.
    pub deferred: DeferredQueries,
    /// By cell: branches that were found infeasible behind some prefix.
    pub infeasible: BTreeMap<u32, Infeasible>,
}

impl Solving {
    /// Nothing was asked yet.
    pub fn new(options: Options) -> Solving {
        let (deferred, infeasible) = Default::default();
        Solving { chain: Chain::new(options), deferred, infeasible }
    }
}

/// The deferred queries.
#[derive(Default)]
pub struct DeferredQueries {
    /// Their flips, which are under way, and how easy each is made the next time.
    waiting: VecDeque<(FlipId, u32)>,
    /// The effort limit of the next query, if it was deferred before.
    ease: Option<u32>,
    /// The work that those took which were asked again.
    spent: u64,
    /// The work that runs took.
    runs: u64,
}

impl DeferredQueries {
    /// Counts a run with so many conditions.
    pub fn record(&mut self, conditions: usize) {
        self.runs += 1 + conditions as u64 / CONDITIONS;
    }

    /// The work of queries that were asked again.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// All flips were given up.
    pub fn forget(&mut self) {
        self.waiting.clear();
    }

    /// The work of a query.
    fn cost(ease: u32) -> u64 {
        GIVEN_UP << (EASE - ease)
    }
}

/// An input, and what the conditions of its path are called now.
type Solved = (Input, Option<Renaming>);

/// The answer to a flip.
enum Verdict {
    /// An input that takes it.
    Input(Solved),
    /// The path constraint before it contradicts it.
    Infeasible,
    /// No input, for another reason that was counted.
    NoInput,
    /// The effort limit was reached.
    Deferred,
}

impl Explorer<'_> {
    /// Solves the prefix and the negated target. Without an input the flip is closed or deferred.
    pub(super) fn solve(&mut self, flip: &Flip) -> Option<Solved> {
        let again = self.solving.deferred.ease.take();
        let ease = again.unwrap_or(EASE);
        self.solving.chain.limit_effort(ease);
        let before = self.solving.chain.work();
        let own_memory = &self.runner.program.code().own_memory;
        let (symbols, counters) = (&mut self.symbols, &mut self.results.counters);
        let verdict = match flip.prefix().iter().any(Condition::is_overlap) {
            true => self.solving.query_overlap(flip, symbols, counters, own_memory),
            false => self.solving.query(flip, symbols, counters, own_memory),
        };
        let effort = (self.solving.chain.work() - before) / UNIT;
        self.frontier.goals.aim(flip.target().source.other(), effort);
        match again {
            Some(_) => self.solving.deferred.spent += effort,
            None => self.frontier.goals.spend(effort),
        }
        if matches!(verdict, Verdict::Deferred) {
            self.frontier.goals.note_deferred();
        }
        if self.frontier.goals.is_hard() {
            self.ask_boundaries(&flip.base.input, [flip.target().lit.expr].into_iter());
        }
        match verdict {
            Verdict::Input(solved) => return Some(solved),
            Verdict::Deferred => {
                self.solving.deferred.waiting.push_back((flip.id, ease.saturating_sub(LESS)));
                return None;
            }
            Verdict::Infeasible => self.note_infeasible(flip),
            Verdict::NoInput => {}
        }
        self.frontier.tree.close(flip.id);
        None
    }

    /// A deferred flip that may be solved again: at once if `idle` and nothing else is left, otherwise
    /// if all of them together have then had no more than a share of the work.
    pub(super) fn retry_deferred(&mut self, idle: bool) -> Option<FlipId> {
        self.solving.deferred.ease = None;
        let (_, ease) = *self.solving.deferred.waiting.front()?;
        let (idle, cost) = (idle && self.frontier.tree.open() == 0, DeferredQueries::cost(ease));
        let work = self.frontier.goals.spent() + self.solving.deferred.runs;
        if !idle && self.solving.deferred.spent + cost > work / SHARE {
            return None;
        }
        let (id, ease) = self.solving.deferred.waiting.pop_front()?;
        self.solving.deferred.ease = Some(ease);
        self.frontier.tree.reopen(id);
        Some(id)
    }
}

impl Solving {
    /// Solves a flip behind an overlap. Precision that is lost there limits the overlaps alone.
    fn query_overlap(
        &mut self,
        flip: &Flip,
        symbols: &mut Symbols,
        counters: &mut Counters,
        own_memory: &[Range<u64>],
    ) -> Verdict {
        let (mut here, before) = (Counters::default(), self.chain.stats().unknown);
        let verdict = self.query(flip, symbols, &mut here, own_memory);
        let unknown = self.chain.stats().unknown - before;
        if unknown > 0 || here.object_limit.is_some() || !here.concretized.is_empty() {
            counters.unknown_overlaps += unknown;
            counters.assume(Assumption::NoOverlap);
        }
        counters.repeated_literals += here.repeated_literals;
        counters.refuted += here.refuted;
        counters.unsat_cells.extend(here.unsat_cells);
        verdict
    }

    /// Solves the prefix of a flip and its negated target.
    fn query(
        &mut self,
        flip: &Flip,
        symbols: &mut Symbols,
        counters: &mut Counters,
        own_memory: &[Range<u64>],
    ) -> Verdict {
        symbols.update_domain();
        let base = &flip.base;
        let conditions = flip.prefix().iter().filter(|c| !c.is_choice()).map(|c| c.lit);
        let prefix: Vec<Lit> = symbols.domain.iter().copied().chain(conditions).collect();
        counters.repeated_literals += base.repeated.partition_point(|at| *at <= flip.index()) as u64;
        let goal = flip.target().lit.negate();
        let mut input = base.input.clone();
        let query = Query { prefix: &prefix, goal, model: input.values(&symbols.space) };
        let (space, limit) = (&mut symbols.space, &mut counters.object_limit);
        let mut graph = Graph { space, input: &base.input, reads: &base.reads, limit };
        let (answer, _) = self.chain.solve(&mut symbols.pool, &query, &mut graph);
        let other = flip.target().source.other();
        if self.chain.reached_limit() {
            return Verdict::Deferred;
        }
        let changes = match answer {
            Answer::Sat(changes) => symbols.without_moves(base, &prefix, goal, changes),
            Answer::Unsat => {
                counters.unsat_cells.extend(other);
                return Verdict::Infeasible;
            }
            Answer::Unknown => {
                counters.unknown_cells.extend(other);
                return Verdict::NoInput;
            }
        };
        if changes.iter().any(|change| is_outside(&symbols.space, change)) {
            // Such an input cannot be built; what the run makes itself is not there yet when its input is made.
            if is_own(&symbols.pool, own_memory, goal) {
                counters.refuted += 1;
                counters.unsat_cells.extend(other);
            } else {
                counters.concretize("foreign-pointer", 1);
                counters.unknown_cells.extend(other);
            }
            return Verdict::NoInput;
        }
        match self.reshape(symbols, &mut counters.object_limit, flip, &prefix, &changes) {
            Reshaped::Not => {
                changes.into_iter().for_each(|(v, value)| input.set(&symbols.space, v, value));
                Verdict::Input((input, None))
            }
            Reshaped::Input(input, renaming) => Verdict::Input((input, Some(renaming))),
            Reshaped::Unsat => {
                counters.refuted += 1;
                counters.unsat_cells.extend(other);
                Verdict::NoInput
            }
            Reshaped::Unknown => {
                counters.concretize("aliases", 1);
                counters.unknown_cells.extend(other);
                Verdict::NoInput
            }
        }
    }
}

/// Whether a change lets a pointer lead to something that is not an input.
fn is_outside(space: &Space, (v, value): &(VarId, u64)) -> bool {
    let var = &space.vars()[*v as usize];
    let is_pointer = matches!(var.kind, VarKind::Pointer { .. }) && !var.raw;
    is_pointer && *value != 0 && space.object_at(*value).is_none()
}

/// Whether a literal says that something is the address of a local variable or an allocated block, or where nothing
/// ever is: `p + 1 == NULL` says that p is -1.
fn is_own(pool: &Pool, own_memory: &[Range<u64>], lit: Lit) -> bool {
    let own = |address: u64| {
        own_memory.iter().any(|range| range.contains(&address)) || address >> ADDRESS_BITS != 0
    };
    let mut operands = pool.operands(lit.expr).iter();
    lit.positive && pool.op(lit.expr) == Op::Eq && operands.any(|e| pool.as_const(*e).is_some_and(own))
}
