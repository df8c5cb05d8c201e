//! Inputs that are kept become easy to read: what does not matter is zero, numbers are small, characters are letters.
//! The conditions of a run say what it takes to go its way; a run of the new input confirms it.
use super::record::path_key;
use super::{Ended, Error, Explorer};
use acute_expr::{Evaluator, Lit, Pool, VarId};
use acute_input::{Input, Space};
use acute_solve::Deadline;
use rustc_hash::FxHashMap;
use std::time::Duration;

/// How long the tests of one function may take, beyond its budget if need be.
const TIME: Duration = Duration::from_millis(250);
/// Conditions of all these tests together, and what each test counts besides: a bound that is the same on any machine.
const ALL: usize = 1 << 16;
const EACH: usize = 64;
/// Conditions that are evaluated for one input.
const EFFORT: usize = 1 << 15;
/// Conditions between two looks at the clock.
const LOOK: usize = 16;

impl Explorer<'_> {
    /// Makes the tests that show no bug easy to read; the others are made so where their bugs are confirmed.
    pub(super) fn simplify_tests(&mut self) -> Result<(), Error> {
        // After a request to stop the time left is for findings.
        let deadline = Deadline { stop: self.limits.stop, ..self.afterwards(TIME) };
        self.runner.set_deadline(deadline);
        let mut left = ALL;
        let mut tests = std::mem::take(&mut self.results.tests);
        for test in tests.iter_mut().filter(|t| t.finding.is_none()) {
            if left == 0 || deadline.is_over() {
                break;
            }
            let Some(ended) = self.runner.observe(&mut self.symbols, &test.input)? else { continue };
            left = left.saturating_sub(EACH + ended.path.conditions.len());
            let way = |e: &Ended| (e.ending.kind(), path_key(&e.path, e.ending, &e.head));
            if let Some((input, ended)) = self.simplify(&test.input, &ended, |e| way(e) == way(&ended))?
                && let Some(end) = self.end_of(ended.ending, &ended.head)
            {
                (test.input, test.end) = (input, end);
            }
        }
        self.results.tests = tests;
        Ok(())
    }

    /// An input that is easier to read than one that was just run, and its run, which is the `same`.
    pub(super) fn simplify(
        &mut self,
        input: &Input,
        ended: &Ended,
        same: impl Fn(&Ended) -> bool,
    ) -> Result<Option<(Input, Ended)>, Error> {
        if ended.path.malformed > 0 || !ended.path.wrong.is_empty() {
            return Ok(None);
        }
        self.symbols.update_domain();
        let conditions = ended.path.conditions.iter().map(|c| c.lit);
        let lits: Vec<Lit> = self.symbols.domain.iter().copied().chain(conditions).collect();
        // What no condition speaks of may matter all the same, where not everything could be followed.
        for free in [true, false] {
            let mut simplify = Simplifier::new(
                &self.symbols.space,
                &self.symbols.pool,
                &mut self.symbols.evaluator,
                &lits,
                input.clone(),
                self.runner.deadline(),
            );
            simplify.all(free);
            let mut better = simplify.input;
            self.symbols.space.end_texts(&mut better);
            if better == *input {
                continue;
            }
            if let Some(again) = self.runner.observe(&mut self.symbols, &better)?.filter(&same) {
                return Ok(Some((better, again)));
            }
        }
        Ok(None)
    }
}

/// An input under way.
struct Simplifier<'a> {
    space: &'a Space,
    pool: &'a Pool,
    evaluator: &'a mut Evaluator,
    lits: &'a [Lit],
    /// Which of these speak of a variable.
    of_var: FxHashMap<VarId, Vec<usize>>,
    input: Input,
    effort: usize,
    deadline: Deadline,
}

impl<'a> Simplifier<'a> {
    fn new(
        space: &'a Space,
        pool: &'a Pool,
        evaluator: &'a mut Evaluator,
        lits: &'a [Lit],
        input: Input,
        deadline: Deadline,
    ) -> Self {
        let mut of_var: FxHashMap<VarId, Vec<usize>> = FxHashMap::default();
        for (at, lit) in lits.iter().enumerate() {
            for v in pool.vars(lit.expr) {
                of_var.entry(*v).or_default().push(at);
            }
        }
        Simplifier { space, pool, evaluator, lits, of_var, input, effort: EFFORT, deadline }
    }

    /// Improves what can be; what no condition speaks of only if it is `free`.
    fn all(&mut self, free: bool) {
        let Simplifier { space, input, of_var, .. } = self;
        let objects = input.reachable(space);
        let numbers = objects.iter().flat_map(|id| input.vars(space, *id)).filter(|v| space.is_number(*v));
        let (bound, others): (Vec<VarId>, Vec<VarId>) = numbers.partition(|v| of_var.contains_key(v));
        let mut last = 0;
        for v in others.into_iter().filter(|_| free) {
            input.set(space, v, space.plainest(v, &mut last));
        }
        // What is better for one may be what another waited for. To the end, or the next time it would go on.
        while self.effort > 0 && self.round(&bound) {}
    }

    /// Tries all once; whether anything became better.
    fn round(&mut self, vars: &[VarId]) -> bool {
        let before = self.input.clone();
        self.halve(vars);
        // Those that are equal may have to stay so.
        let mut alike: Vec<Vec<VarId>> = vec![];
        let mut places: FxHashMap<(u8, u64), usize> = FxHashMap::default();
        for v in vars {
            let key = (self.space.vars()[*v as usize].bytes, self.input.get(self.space, *v));
            let at = *places.entry(key).or_insert(alike.len());
            if at == alike.len() {
                alike.push(vec![]);
            }
            alike[at].push(*v);
        }
        for group in alike.iter().filter(|group| group.len() > 1) {
            self.improve(group);
        }
        for v in vars {
            self.improve(&[*v]);
            self.halve(&[*v]);
        }
        self.input != before
    }

    /// Gives variables of one value a better one.
    fn improve(&mut self, vars: &[VarId]) {
        let value = self.input.get(self.space, vars[0]);
        for better in self.space.easier(vars[0], value) {
            let to: Vec<(VarId, u64)> = vars.iter().map(|v| (*v, better)).collect();
            if self.change(&to) {
                return;
            }
        }
    }

    /// Halves all large ones together as often as that can be: what is compared with each other stays in proportion.
    fn halve(&mut self, vars: &[VarId]) {
        loop {
            let half = |v: &VarId| Some((*v, self.space.half(*v, self.input.get(self.space, *v))?));
            let large: Vec<(VarId, u64)> = vars.iter().filter_map(half).collect();
            if large.is_empty() || !self.change(&large) {
                return;
            }
        }
    }

    /// Changes variables, unless that would change the path.
    fn change(&mut self, to: &[(VarId, u64)]) -> bool {
        let before: Vec<u64> = to.iter().map(|(v, _)| self.input.get(self.space, *v)).collect();
        to.iter().for_each(|(v, value)| self.input.set(self.space, *v, *value));
        let holds = self.holds(to);
        if !holds {
            to.iter().zip(before).for_each(|((v, _), value)| self.input.set(self.space, *v, value));
        }
        holds
    }

    /// Whether all that speaks of these variables is true.
    fn holds(&mut self, of: &[(VarId, u64)]) -> bool {
        let Simplifier { space, pool, evaluator, lits, of_var, input, effort, deadline } = self;
        evaluator.new_model();
        for at in of.iter().filter_map(|(v, _)| of_var.get(v)).flatten() {
            if *effort == 0 {
                return false;
            }
            *effort -= 1;
            if effort.is_multiple_of(LOOK) && deadline.is_over() {
                *effort = 0;
            }
            let lit = lits[*at];
            if (evaluator.eval(pool, lit.expr, &|v| input.get(space, v)) != 0) != lit.positive {
                return false;
            }
        }
        true
    }
}
