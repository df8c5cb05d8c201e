//! What is asked of the solver. Queries that take long are put off: they do not keep the others waiting.
use super::alias::Reshaped;
use super::{Explorer, Graph, Renaming};
use crate::goals::{CONDITIONS, GIVEN_UP, UNIT};
use crate::tree::{Flip, FlipId};
use acute_expr::{Lit, Op, Pool, VarId};
use acute_input::{Input, VarKind};
use acute_solve::{ADDRESS_BITS, Answer, Query};
use acute_trace::{HEAP_BASE, HEAP_SIZE, STACK_BASE, STACK_SIZE};
use std::collections::VecDeque;

/// How much easier than it might a query is made at first, and each time it is asked again: the conflicts of the SAT
/// solver are halved so often. Counted, not measured: the same seed is to give the same tests on any machine.
const EASE: u32 = 7;
const LESS: u32 = 2;
/// The part of the work that queries have which are asked again while there are others: a quarter.
const SHARE: u64 = 4;

/// The queries that were put off.
#[derive(Default)]
pub struct Hard {
    /// Their flips, which are under way, and how easy each is made the next time.
    waiting: VecDeque<(FlipId, u32)>,
    /// How easy the next query is made, if that was put off before.
    ease: Option<u32>,
    /// The work that those took which were asked again.
    spent: u64,
    /// The work that runs took.
    runs: u64,
}

impl Hard {
    /// Counts a run with so many conditions.
    pub fn take_in(&mut self, conditions: usize) {
        self.runs += 1 + conditions as u64 / CONDITIONS;
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

/// There is no answer yet.
struct Late;

impl Explorer<'_> {
    /// An input that keeps what stands before the flip and flips it. Without one the flip is over, or put off.
    pub(super) fn solve(&mut self, flip: &Flip) -> Option<Solved> {
        let again = self.hard.ease.take();
        let ease = again.unwrap_or(EASE);
        self.chain.set_ease(ease);
        let before = self.chain.work();
        let solved = self.ask(flip);
        let effort = (self.chain.work() - before) / UNIT;
        self.goals.aim(flip.target().source.other(), effort);
        match again {
            Some(_) => self.hard.spent += effort,
            None => self.goals.spend(effort),
        }
        match solved {
            Ok(None) => self.tree.close(flip.id),
            Err(Late) => self.hard.waiting.push_back((flip.id, ease.saturating_sub(LESS))),
            Ok(solved) => return solved,
        }
        None
    }

    /// A flip whose query was put off and may be asked again: if `idle` and nothing else is left at once, otherwise
    /// if all of them together have then had no more than a share of the work.
    pub(super) fn ask_again(&mut self, idle: bool) -> Option<FlipId> {
        self.hard.ease = None;
        let (_, ease) = *self.hard.waiting.front()?;
        let (idle, cost) = (idle && self.tree.open() == 0, Hard::cost(ease));
        let work = self.goals.spent() + self.hard.runs;
        if !idle && self.hard.spent + cost > work / SHARE {
            return None;
        }
        let (id, ease) = self.hard.waiting.pop_front()?;
        self.hard.ease = Some(ease);
        self.tree.reopen(id);
        Some(id)
    }

    /// An input that keeps what stands before the flip and flips it.
    fn ask(&mut self, flip: &Flip) -> Result<Option<Solved>, Late> {
        self.update_domain();
        let base = &flip.base;
        let mut input = base.input.clone();
        let conditions = flip.prefix().iter().filter(|c| !c.is_choice()).map(|c| c.lit);
        let prefix: Vec<Lit> = self.domain.iter().copied().chain(conditions).collect();
        self.tally.repeated_literals += base.repeated.partition_point(|at| *at <= flip.index()) as u64;
        let goal = flip.target().lit.negate();
        let model = input.values(&self.space);
        let query = Query { prefix: &prefix, goal, model };
        let (space, limit) = (&mut self.space, &mut self.tally.object_limit);
        let mut graph = Graph { space, input: &base.input, reads: &base.reads, limit };
        let (answer, _) = self.chain.solve(&mut self.pool, &query, &mut graph);
        let other = flip.target().source.other();
        if self.chain.is_late() {
            return Err(Late);
        }
        let answer = match answer {
            Answer::Sat(changes) => Answer::Sat(self.without_moves(base, &prefix, goal, changes)),
            other => other,
        };
        // A pointer can be compared with the address of something that is not an input; such an input
        // cannot be built (yet).
        let foreign = |(v, value): &(VarId, u64)| {
            let var = &self.space.vars()[*v as usize];
            let pointer = matches!(var.kind, VarKind::Pointer { .. }) && !var.raw;
            pointer && *value != 0 && self.space.object_at(*value).is_none()
        };
        Ok(match answer {
            // What the run makes itself is not there yet when its input is made.
            Answer::Sat(changes) if is_own(&self.pool, goal) && changes.iter().any(foreign) => {
                self.tally.refuted += 1;
                self.tally.unsat_cells.extend(other);
                None
            }
            Answer::Sat(changes) if changes.iter().any(foreign) => {
                *self.tally.lost.entry("foreign-pointer".into()).or_default() += 1;
                self.tally.unknown_cells.extend(other);
                None
            }
            Answer::Sat(changes) => match self.reshape(flip, &prefix, &changes) {
                Reshaped::Not => {
                    for (v, value) in changes {
                        input.set(&self.space, v, value);
                    }
                    Some((input, None))
                }
                Reshaped::Input(input, renaming) => Some((input, Some(renaming))),
                Reshaped::Unsat => {
                    self.tally.refuted += 1;
                    self.tally.unsat_cells.extend(other);
                    None
                }
                Reshaped::Unknown => {
                    *self.tally.lost.entry("aliases".into()).or_default() += 1;
                    self.tally.unknown_cells.extend(other);
                    None
                }
            },
            Answer::Unsat => {
                self.tally.unsat_cells.extend(other);
                self.hope(flip);
                None
            }
            Answer::Unknown => {
                self.tally.unknown_cells.extend(other);
                None
            }
        })
    }
}

/// Whether a literal says that something is the address of a local variable or an allocated block, or where
/// nothing ever is: `p + 1 == NULL` says that p is -1.
fn is_own(pool: &Pool, lit: Lit) -> bool {
    let own = |address: u64| {
        let within = |base: usize, size: usize| (base as u64..(base + size) as u64).contains(&address);
        within(STACK_BASE, STACK_SIZE) || within(HEAP_BASE, HEAP_SIZE) || address >> ADDRESS_BITS != 0
    };
    let operands = pool.operands(lit.expr);
    lit.positive && pool.op(lit.expr) == Op::Eq && operands.iter().any(|e| pool.as_const(*e).is_some_and(own))
}
