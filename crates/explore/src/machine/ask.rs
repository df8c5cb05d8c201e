//! What is asked of the solver. Queries that take long are put off: they do not keep the others waiting.
use super::alias::Reshaped;
use super::{Explorer, Graph, Renaming};
use crate::tree::{Flip, FlipId};
use acute_expr::{Lit, Op, Pool, VarId};
use acute_input::{Input, VarKind};
use acute_solve::{Answer, Layer, Patience, Query};
use acute_trace::{HEAP_BASE, HEAP_SIZE, STACK_BASE, STACK_SIZE};
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// How long a query is waited for at first.
const FIRST: Duration = Duration::from_millis(150);
/// How much longer the next time.
const LONGER: u32 = 4;
/// The part of the time that such queries have while there are others: a quarter.
const SHARE: u32 = 4;

/// The queries that were put off.
#[derive(Default)]
pub struct Hard {
    /// Their flips, which are under way, and how long each has the next time.
    waiting: VecDeque<(FlipId, Duration)>,
    /// How long the next query has, if that was put off before.
    limit: Option<Duration>,
    /// The time that they have taken.
    spent: Duration,
}

/// An input, and what the conditions of its path are called now.
type Solved = (Input, Option<Renaming>);

/// There is no answer yet.
struct Late;

impl Explorer<'_> {
    /// An input that keeps what stands before the flip and flips it. Without one the flip is over, or put off.
    pub(super) fn solve(&mut self, flip: &Flip) -> Option<Solved> {
        let again = self.hard.limit.take();
        let limit = again.unwrap_or(FIRST);
        let (asked, all) = (Instant::now(), self.patience());
        let until = asked.checked_add(limit).into_iter().chain(all.until).min();
        let solved = self.ask(flip, Patience { until, ..all });
        if again.is_some() || solved.is_err() {
            self.hard.spent += asked.elapsed();
        }
        match solved {
            Ok(None) => self.tree.close(flip.id),
            Err(Late) => self.hard.waiting.push_back((flip.id, limit.saturating_mul(LONGER))),
            Ok(solved) => return solved,
        }
        None
    }

    /// A flip whose query was put off and may be asked again: if `idle` and nothing else is left at once, otherwise
    /// if all of them together have then had no more than a share of the time.
    pub(super) fn ask_again(&mut self, idle: bool) -> Option<FlipId> {
        self.hard.limit = None;
        let (_, limit) = self.hard.waiting.front()?;
        let idle = idle && self.tree.open() == 0;
        let elapsed = self.started.elapsed();
        if !idle && self.hard.spent.saturating_add(*limit) > elapsed / SHARE {
            return None;
        }
        let (id, limit) = self.hard.waiting.pop_front()?;
        let left = self.limits.time.saturating_sub(elapsed);
        self.hard.limit = Some(if idle { limit.max(left / 2) } else { limit });
        self.tree.reopen(id);
        Some(id)
    }

    /// An input that keeps what stands before the flip and flips it.
    fn ask(&mut self, flip: &Flip, patience: Patience) -> Result<Option<Solved>, Late> {
        self.update_domain();
        self.chain.set_patience(patience);
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
        let (answer, layer) = self.chain.solve(&mut self.pool, &query, &mut graph);
        if answer == Answer::Unknown && patience.is_over() {
            return Err(Late);
        }
        let answer = match answer {
            Answer::Sat(changes) => Answer::Sat(self.without_moves(base, &prefix, goal, changes)),
            other => other,
        };
        let other = flip.target().source.other();
        self.goals.aim(other, effort(layer));
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
        within(STACK_BASE, STACK_SIZE) || within(HEAP_BASE, HEAP_SIZE) || address >> 47 != 0
    };
    let operands = pool.operands(lit.expr);
    lit.positive && pool.op(lit.expr) == Op::Eq && operands.iter().any(|e| pool.as_const(*e).is_some_and(own))
}

/// How much a layer takes: not by a clock, which is another one's every time.
fn effort(layer: Layer) -> u32 {
    match layer {
        Layer::Cases | Layer::Search | Layer::Sat | Layer::Smt | Layer::Concrete => 128,
        _ => 0,
    }
}
