//! Splits cases: a slice that reads `i == 0 ? a[0] : i == 1 ? a[1] ...` is one slice without choices for each value
//! that the path leaves to `i`.
//!
//! The selectors are the variables of `ite` conditions; without any, variables of small domains, such as sizes and
//! counters, and factors of a constant. Literals about selectors alone are turned into ranges, and the values in them
//! that satisfy these literals are enumerated, the present ones first: with the selectors pinned, every choice is
//! decided and the chain is asked about the rest.
//!
//! Fragment: slices with at most 4 selectors. Unsatisfiable if all cases are; not complete: with too many cases, or too
//! many that are expensive, the slice is passed on.

use acute_expr::{ExprId, Lit, Op, Pool, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

use self::factors::{Few, factors};
use crate::Answer;
use crate::layer::{Layer, Verdict};
use crate::range::{Range, range_of};
use crate::task::Task;
use crate::workspace::Mode;

mod factors;

/// Selectors at most.
const SELECTORS: usize = 4;
/// Values of one selector that are enumerated at most.
const VALUES: u128 = 4096;
/// Values tried at most, whether they satisfy the literals about them or not.
const TRIED: usize = 20_000;
/// Cases asked about at most.
const CASES: usize = 600;
/// Nodes of a slice, and of what lies above its choices one behind the other, at most.
const NODES: usize = 200_000;
const DEPTH: usize = 400;

/// A slice divided by its selectors.
struct Split {
    selectors: Vec<VarId>,
    /// The literals about selectors alone.
    about: Vec<Lit>,
    /// The others, in order.
    rest: Vec<Lit>,
    /// Selectors of which more is known than a range.
    few: Vec<Few>,
}

/// Values of the selectors, in their order.
type Case = Vec<u64>;

/// The case split.
#[derive(Default)]
pub(crate) struct CasesLayer;

impl Layer for CasesLayer {
    fn applies(&self, task: &mut Task) -> bool {
        !task.workspace.slice.any_pointer && task.workspace.mode != Mode::Part
    }

    fn solve(&mut self, task: &mut Task) -> Verdict {
        match Cases::ask(task) {
            Some(Answer::Sat(changes)) => {
                task.propose(&changes);
                Verdict::Candidate
            }
            Some(Answer::Unsat) => Verdict::Unsat,
            _ => Verdict::Pass,
        }
    }
}

/// A case split under way.
struct Cases<'a, 'b> {
    task: &'a mut Task<'b>,
    split: &'a Split,
    // the present values: asked about first, or known not to be allowed
    present: Case,
    // the literals of cases without a solution
    refuted: FxHashSet<Vec<Lit>>,
    // values tried, and cases asked about
    tried: usize,
    asked: usize,
    // queries that no cheap layer answered, large circuits counted more than once
    expensive: usize,
}

impl<'a> Cases<'a, '_> {
    /// Answers the slice case by case; none if there is nothing to split.
    fn ask(task: &mut Task) -> Option<Answer> {
        let split = Split::read(task.pool, &task.workspace.slice.lits)?;
        let value = |v: VarId| task.query.model.get(v as usize).copied().unwrap_or(0);
        let present: Case = split.selectors.iter().map(|&v| value(v)).collect();
        let mut fixed: Vec<Option<u64>> = vec![None; split.selectors.len()];
        let refuted = FxHashSet::default();
        let mut cases = Cases { task, split: &split, present, refuted, tried: 0, asked: 0, expensive: 0 };
        // the goal, which does not hold, may be about selectors alone
        let present = cases.present.clone();
        if cases.is_allowed(&present) {
            match cases.ask_case(&present) {
                Answer::Unsat => {}
                other => return Some(other),
            }
        }
        Some(cases.descend(&mut fixed))
    }

    /// Tells whether the literals about selectors hold in a case.
    fn is_allowed(&mut self, case: &Case) -> bool {
        let Cases { task, split, .. } = self;
        let value = |v: VarId| split.selectors.iter().position(|&s| s == v).map_or(0, |at| case[at]);
        let evaluator = &mut task.workspace.evaluator;
        evaluator.new_model();
        let holds = |lit: &Lit| (evaluator.eval(task.pool, lit.expr, &value) == 1) == lit.positive;
        split.about.iter().all(holds)
    }

    /// Tells whether the literals that the last selector completes hold, with the selectors fixed so far.
    fn may_go_on(&mut self, fixed: &[Option<u64>], last: usize) -> bool {
        let Cases { task, split, .. } = self;
        let known = |v: VarId| split.selectors.iter().position(|&s| s == v).and_then(|at| fixed[at]);
        let value = |v: VarId| known(v).unwrap_or(0);
        let (pool, evaluator) = (&*task.pool, &mut task.workspace.evaluator);
        let is_due = |lit: &&Lit| {
            let vars = pool.vars(lit.expr);
            vars.contains(&split.selectors[last]) && vars.iter().all(|&v| known(v).is_some())
        };
        evaluator.new_model();
        let holds = |lit: &Lit| (evaluator.eval(pool, lit.expr, &value) == 1) == lit.positive;
        split.about.iter().filter(is_due).all(holds)
    }

    /// Fixes the selector with the fewest values, then the others, and asks about the case once all are fixed.
    fn descend(&mut self, fixed: &mut Vec<Option<u64>>) -> Answer {
        if let Some(case) = fixed.iter().copied().collect::<Option<Case>>() {
            if case == self.present {
                return Answer::Unsat;
            }
            self.asked += 1;
            if self.expensive > self.task.expensive_limit() {
                self.task.workspace.meter.given_up += 1;
                return Answer::Unknown;
            }
            if self.asked > CASES || self.task.workspace.options.deadline.is_over() {
                return Answer::Unknown;
            }
            return self.ask_case(&case);
        }
        let Some((at, values)) = self.fewest(fixed).filter(|(_, values)| values.count() <= VALUES) else {
            return Answer::Unknown;
        };
        for value in values.each() {
            self.tried += 1;
            if self.tried > TRIED {
                return Answer::Unknown;
            }
            fixed[at] = Some(value);
            if !self.may_go_on(fixed, at) {
                continue;
            }
            match self.descend(fixed) {
                Answer::Unsat => {}
                other => return other,
            }
        }
        fixed[at] = None;
        Answer::Unsat
    }

    /// The selector with the fewest values of those that are not fixed.
    fn fewest(&self, fixed: &[Option<u64>]) -> Option<(usize, Values<'a>)> {
        let (pool, split) = (&*self.task.pool, self.split);
        let known = |v: VarId| split.selectors.iter().position(|&s| s == v).and_then(|at| fixed[at]);
        let mut best: Option<(usize, Values)> = None;
        for (at, &v) in split.selectors.iter().enumerate().filter(|(at, _)| fixed[*at].is_none()) {
            let values = match split.few.iter().find(|(few, _)| *few == v) {
                Some((_, values)) => Values::These(values),
                None => Values::All(range_of(pool, &split.about, v, &known)),
            };
            if best.as_ref().is_none_or(|(_, other)| values.count() < other.count()) {
                best = Some((at, values));
            }
        }
        best
    }

    /// Asks about the rest of the slice with the selectors pinned.
    fn ask_case(&mut self, case: &Case) -> Answer {
        let Cases { task, split, .. } = self;
        let pinned: FxHashMap<VarId, u64> =
            split.selectors.iter().copied().zip(case.iter().copied()).collect();
        task.workspace.evaluator.new_model();
        let mut resolver = Resolver { pinned, new: FxHashMap::default(), nodes: 0 };
        let mut lits: Vec<Lit> = Vec::with_capacity(split.rest.len());
        for lit in &split.rest {
            let resolved = resolver.resolve(task.pool, &mut task.workspace.evaluator, lit.expr, 0);
            let Some(e) = resolved else { return Answer::Unknown };
            match task.pool.as_const(e) {
                Some(value) if (value == 1) == lit.positive => {}
                Some(_) => return Answer::Unsat,
                None => lits.push(task.pool.literal(e, lit.positive)),
            }
        }
        if self.refuted.contains(&lits) {
            return Answer::Unsat;
        }
        let pinned = split.selectors.iter().copied().zip(case.iter().copied());
        let answer = task.ask_each(&lits, pinned, &mut self.expensive);
        if answer == Answer::Unsat {
            self.refuted.insert(lits);
        }
        answer
    }
}

/// The values that a selector may have.
enum Values<'a> {
    All(Range),
    These(&'a [u64]),
}

impl<'a> Values<'a> {
    fn count(&self) -> u128 {
        match self {
            Values::All(range) => range.size(),
            Values::These(values) => values.len() as u128,
        }
    }

    fn each(&self) -> Box<dyn Iterator<Item = u64> + 'a> {
        match *self {
            Values::All(range) => Box::new(range.values()),
            Values::These(values) => Box::new(values.iter().copied()),
        }
    }
}

impl Split {
    /// Finds the selectors; none if there are none, or too many.
    fn read(pool: &Pool, lits: &[Lit]) -> Option<Split> {
        let mut seen: FxHashSet<ExprId> = FxHashSet::default();
        let mut selectors: Vec<VarId> = Vec::new();
        let mut todo: Vec<ExprId> = lits.iter().map(|lit| lit.expr).collect();
        while let Some(e) = todo.pop() {
            if pool.operands(e).is_empty() || !seen.insert(e) {
                continue;
            }
            if seen.len() > NODES {
                return None;
            }
            let operands = pool.operands(e);
            if let (Op::Ite, &[c, ..]) = (pool.op(e), operands)
                && pool.width(e) > 1
            {
                for &v in pool.vars(c) {
                    if !selectors.contains(&v) {
                        selectors.push(v);
                    }
                }
                if selectors.len() > SELECTORS {
                    return None;
                }
            }
            todo.extend_from_slice(operands);
        }
        let mut known = vec![];
        if selectors.is_empty() {
            known = factors(pool, lits);
            selectors = few(pool, lits, &known)?;
        }
        selectors.sort_unstable();
        let is_about = |lit: &&Lit| pool.vars(lit.expr).iter().all(|v| selectors.contains(v));
        let (about, rest): (Vec<&Lit>, Vec<&Lit>) = lits.iter().partition(is_about);
        let (about, rest) = (about.into_iter().copied().collect(), rest.into_iter().copied().collect());
        Some(Split { selectors, about, rest, few: known })
    }
}

/// Finds the variables of small domains, for a slice without `ite`, as many as can be enumerated together.
fn few(pool: &Pool, lits: &[Lit], known: &[Few]) -> Option<Vec<VarId>> {
    let mut all: Vec<VarId> = lits.iter().flat_map(|lit| pool.vars(lit.expr)).copied().collect();
    all.sort_unstable();
    all.dedup();
    let size = |v: VarId| match known.iter().find(|(few, _)| *few == v) {
        Some((_, values)) => values.len() as u128,
        None => range_of(pool, lits, v, &|_| None).size(),
    };
    let sized = all.into_iter().map(|v| (size(v), v));
    let mut sized: Vec<(u128, VarId)> = sized.filter(|(size, _)| *size <= VALUES).collect();
    sized.sort_unstable();
    let mut product = 1;
    sized.retain(|(size, _)| {
        let fits = product * (*size).max(1) <= TRIED as u128;
        product *= if fits { (*size).max(1) } else { 1 };
        fits
    });
    sized.truncate(SELECTORS);
    (!sized.is_empty()).then(|| sized.into_iter().map(|(_, v)| v).collect())
}

/// Rebuilds expressions with the selectors pinned.
struct Resolver {
    pinned: FxHashMap<VarId, u64>,
    new: FxHashMap<ExprId, ExprId>,
    nodes: usize,
}

impl Resolver {
    /// Rebuilds an expression; of an `ite` with a pinned condition only the chosen side is visited.
    fn resolve(
        &mut self,
        pool: &mut Pool,
        evaluator: &mut acute_expr::Evaluator,
        e: ExprId,
        depth: usize,
    ) -> Option<ExprId> {
        let mut chosen = e;
        loop {
            if let Some(&known) = self.new.get(&chosen) {
                self.new.insert(e, known);
                return Some(known);
            }
            self.nodes += 1;
            if self.nodes > NODES || depth > DEPTH {
                return None;
            }
            match *pool.operands(chosen) {
                [c, t, other] if self.is_pinned(pool, c) => {
                    chosen = if self.value(pool, evaluator, c) == 1 { t } else { other };
                }
                _ => break,
            }
        }
        let resolved = if self.is_pinned(pool, chosen) {
            let value = self.value(pool, evaluator, chosen);
            pool.constant(pool.width(chosen), value)
        } else if pool.operands(chosen).is_empty() {
            chosen
        } else {
            let mut args = [chosen; 3];
            let operands = pool.operands(chosen).to_vec();
            for (slot, operand) in args.iter_mut().zip(operands) {
                *slot = self.resolve(pool, evaluator, operand, depth + 1)?;
            }
            pool.with_operands(chosen, args)
        };
        self.new.insert(chosen, resolved);
        self.new.insert(e, resolved);
        Some(resolved)
    }

    fn is_pinned(&self, pool: &Pool, e: ExprId) -> bool {
        pool.vars(e).iter().all(|v| self.pinned.contains_key(v))
    }

    fn value(&self, pool: &Pool, evaluator: &mut acute_expr::Evaluator, e: ExprId) -> u64 {
        evaluator.eval(pool, e, &|v| self.pinned.get(&v).copied().unwrap_or(0))
    }
}
