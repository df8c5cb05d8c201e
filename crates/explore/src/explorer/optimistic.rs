//! Optimistic solving (Yun et al.: "QSYM", USENIX Security 2018): solves a branch without its infeasible prefix.
//!
//! Behind a checksum that is made by jumps every bit of the input is settled by the path, so that nothing after it can be
//! flipped: what follows has to be asked for first, and the checksum put right on the path that this leads to. So a branch
//! that no run has taken and that path after path refutes is asked for alone. From where that leads, the nearest way to
//! something new is taken, and what was asked for kept, a few times over.
//!
//! All of it is beside the tree: its runs are taken in like any other, and nothing is refuted by it.
use super::{Attempt, Explorer};
use crate::goals::FAR;
use crate::path::{Condition, Path, Source};
use crate::strategy::Search;
use crate::tree::{Flip, LONG};
use acute_expr::{Lit, VarId};
use acute_input::{Input, VarKind};
use acute_solve::{Answer, NoPointers, Query};
use std::cmp::Reverse;

/// Runs without anything new before such branches are tried: each when it was refuted for the first time, for the second,
/// the fourth, and so on.
const PATIENCE: u64 = 32;
/// Ways on that are taken after it, and that are asked for each time.
const STEPS: u8 = 4;
const WAYS: usize = 3;

/// A try.
#[derive(Clone, Copy)]
pub struct Optimistic {
    /// What was asked for, and the branch.
    pub(super) goal: Lit,
    cell: u32,
    /// Steps that are left.
    left: u8,
}

/// A branch that was refuted: how often, and what is to be tried for it.
#[derive(Default)]
pub struct Infeasible {
    count: u32,
    waiting: Option<(Input, Lit)>,
    /// It takes runs that are too long to try it again and again.
    is_far: bool,
}

impl Infeasible {
    /// Expressions have other names now.
    pub fn forget(&mut self) {
        self.waiting = None;
    }
}

impl Explorer<'_> {
    /// Takes note that a branch was refuted.
    pub(super) fn note_infeasible(&mut self, flip: &Flip) {
        let target = flip.target();
        let Some(cell) = target.source.other().filter(|c| !self.frontier.goals.is_covered(*c)) else {
            return;
        };
        let refuted = self.solving.infeasible.entry(cell).or_default();
        refuted.count += 1;
        if refuted.count.is_power_of_two() && !refuted.is_far {
            refuted.waiting = Some((flip.base.input.clone(), target.lit.negate()));
        }
    }

    /// Tries a branch that was refuted, where all else brings nothing new.
    pub(super) fn try_infeasible(&mut self) {
        let is_stuck = self.results.runs_without_news() > PATIENCE;
        if !is_stuck || self.limits.search != Search::Auto {
            return;
        }
        let waiting = self.solving.infeasible.iter_mut().find_map(|(cell, refuted)| {
            let (input, goal) = refuted.waiting.take()?;
            (!self.frontier.goals.is_covered(*cell)).then_some((input, goal, *cell))
        });
        if let Some((input, goal, cell)) = waiting {
            self.attempt(&input, &[], goal, Optimistic { goal, cell, left: STEPS });
        }
    }

    /// Takes the nearest way to something new from where such a try has led.
    pub(super) fn continue_optimistic(&mut self, hope: Optimistic, input: &Input, path: &Path) {
        let Some(left) = hope.left.checked_sub(1) else { return };
        if path.conditions.len() > LONG {
            self.solving.infeasible.entry(hope.cell).or_default().is_far = true;
            return;
        }
        let (goals, program) = (&mut self.frontier.goals, self.runner.program);
        let mut ways: Vec<(u32, Reverse<usize>)> = vec![];
        for (at, condition) in path.conditions.iter().enumerate() {
            if let (Source::Jump { .. }, Some(cell)) = (condition.source, condition.source.other()) {
                let distance = goals.distance(&program.code().map, cell);
                ways.extend((distance < FAR).then_some((distance, Reverse(at))));
            }
        }
        ways.sort_unstable();
        for &(_, Reverse(at)) in ways.iter().take(WAYS) {
            let goal = path.conditions[at].lit.negate();
            if self.attempt(input, &path.conditions[..at], goal, Optimistic { left, ..hope }) {
                return;
            }
        }
    }

    /// Makes an input that goes the way of these conditions to where `goal` holds; whether there is one.
    fn attempt(&mut self, input: &Input, before: &[Condition], goal: Lit, hope: Optimistic) -> bool {
        let is_number =
            |v: &VarId| !matches!(self.symbols.space.vars()[*v as usize].kind, VarKind::Pointer { .. });
        let kept = (hope.goal != goal).then_some(hope.goal);
        let conditions = before.iter().filter(|c| !c.is_choice()).map(|c| c.lit);
        let conditions = conditions.filter(|lit| self.symbols.pool.vars(lit.expr).iter().all(is_number));
        let prefix: Vec<Lit> = self.symbols.domain.iter().copied().chain(conditions).chain(kept).collect();
        if !self.symbols.pool.vars(goal.expr).iter().all(is_number) {
            return false;
        }
        let mut input = input.clone();
        let query = Query { prefix: &prefix, goal, model: input.values(&self.symbols.space) };
        let Answer::Sat(changes) = self.solving.chain.probe(&mut self.symbols.pool, &query, &mut NoPointers)
        else {
            return false;
        };
        for (v, value) in changes {
            input.set(&self.symbols.space, v, value);
        }
        // Its path is that of one input among many: it is not to fill the tree unless it brings something.
        self.frontier.retries.push(Attempt { input, hope: Some(hope), trial: true, ..Attempt::default() });
        true
    }
}
