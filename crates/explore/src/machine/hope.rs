//! What is tried though the path before it says no (Yun et al.: "QSYM", USENIX Security 2018, optimistic solving).
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
pub struct Hope {
    /// What was asked for, and the branch.
    pub(super) goal: Lit,
    cell: u32,
    /// Steps that are left.
    left: u8,
}

/// A branch that was refuted: how often, and what is to be tried for it.
#[derive(Default)]
pub struct Refuted {
    count: u32,
    waiting: Option<(Input, Lit)>,
    /// It takes runs that are too long to try it again and again.
    is_far: bool,
}

impl Refuted {
    /// Expressions have other names now.
    pub fn forget(&mut self) {
        self.waiting = None;
    }
}

impl Explorer<'_> {
    /// Takes note that a branch was refuted.
    pub(super) fn hope(&mut self, flip: &Flip) {
        let target = flip.target();
        let Some(cell) = target.source.other().filter(|c| !self.goals.is_covered(*c)) else { return };
        let refuted = self.refuted.entry(cell).or_default();
        refuted.count += 1;
        if refuted.count.is_power_of_two() && !refuted.is_far {
            refuted.waiting = Some((flip.base.input.clone(), target.lit.negate()));
        }
    }

    /// Tries a branch that was refuted, where all else brings nothing new.
    pub(super) fn try_refuted(&mut self) {
        let is_stuck = self.tally.executions - self.news.1 > PATIENCE;
        if !is_stuck || self.limits.search != Search::Auto {
            return;
        }
        let waiting = self.refuted.iter_mut().find_map(|(cell, refuted)| {
            let (input, goal) = refuted.waiting.take()?;
            (!self.goals.is_covered(*cell)).then_some((input, goal, *cell))
        });
        if let Some((input, goal, cell)) = waiting {
            self.attempt(&input, &[], goal, Hope { goal, cell, left: STEPS });
        }
    }

    /// Takes the nearest way to something new from where such a try has led.
    pub(super) fn go_on(&mut self, hope: Hope, input: &Input, path: &Path) {
        let Some(left) = hope.left.checked_sub(1) else { return };
        if path.conditions.len() > LONG {
            self.refuted.entry(hope.cell).or_default().is_far = true;
            return;
        }
        let Explorer { goals, program, .. } = self;
        let mut ways: Vec<(u32, Reverse<usize>)> = vec![];
        for (at, condition) in path.conditions.iter().enumerate() {
            if let (Source::Jump { .. }, Some(cell)) = (condition.source, condition.source.other()) {
                let distance = goals.distance(program.map(), cell);
                ways.extend((distance < FAR).then_some((distance, Reverse(at))));
            }
        }
        ways.sort_unstable();
        for &(_, Reverse(at)) in ways.iter().take(WAYS) {
            let goal = path.conditions[at].lit.negate();
            if self.attempt(input, &path.conditions[..at], goal, Hope { left, ..hope }) {
                return;
            }
        }
    }

    /// Makes an input that goes the way of these conditions to where `goal` holds; whether there is one.
    fn attempt(&mut self, input: &Input, before: &[Condition], goal: Lit, hope: Hope) -> bool {
        let is_number = |v: &VarId| !matches!(self.space.vars()[*v as usize].kind, VarKind::Pointer { .. });
        let kept = (hope.goal != goal).then_some(hope.goal);
        let conditions = before.iter().filter(|c| !c.is_choice()).map(|c| c.lit);
        let conditions = conditions.filter(|lit| self.pool.vars(lit.expr).iter().all(is_number));
        let prefix: Vec<Lit> = self.domain.iter().copied().chain(conditions).chain(kept).collect();
        if !self.pool.vars(goal.expr).iter().all(is_number) {
            return false;
        }
        let mut input = input.clone();
        let query = Query { prefix: &prefix, goal, model: input.values(&self.space) };
        let Answer::Sat(changes) = self.chain.wonder(&mut self.pool, &query, &mut NoPointers) else {
            return false;
        };
        for (v, value) in changes {
            input.set(&self.space, v, value);
        }
        // Its path is that of one input among many: it is not to fill the tree unless it brings something.
        self.retries.push(Attempt { input, hope: Some(hope), trial: true, ..Attempt::default() });
        true
    }
}
