//! Indices by cases: a slice that reads `i == 0 ? a[0] : i == 1 ? a[1] ...` is one plain slice for each value
//! that the path leaves to `i`.
//!
//! The variables that conditions of `ite` are about are the selectors; without any, those that the literals leave
//! few values, as sizes and counters have, and factors of a constant. Literals about selectors alone are
//! turned into ranges, and the values in them that satisfy these literals are gone through one by one, the
//! present ones first: with the selectors pinned, every choice is decided and what is left is asked of the
//! layers in front of this one. The slice is refuted if all cases are; where there are too many, only the
//! present one is tried, and it refutes nothing.

use acute_expr::{ExprId, Lit, Op, Pool, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::chain::Chain;
use crate::factors::{Few, factors};
use crate::range::{Range, range_of};
use crate::{Answer, Pointers, Query};

/// Selectors at most.
const SELECTORS: usize = 4;
/// Values of one selector that are gone through.
const VALUES: u128 = 4096;
/// Values tried, whether they satisfy the literals about them or not.
const TRIED: usize = 20_000;
/// Cases asked.
const CASES: usize = 600;
/// Cases that are not answered at a glance, those with large circuits counted more than once.
const DEAR: usize = 24;
/// Nodes of a slice, and of what lies above its choices one behind the other, at most.
const NODES: usize = 200_000;
const DEPTH: usize = 400;

/// What is known of the slice at hand.
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

/// How a case ended.
pub(crate) enum Ended {
    Sat(Vec<(VarId, u64)>),
    Unsat,
    Open,
}

impl Chain {
    /// Answers the slice that was read from the query, case by case; none if that is nothing for it.
    pub(crate) fn ask_cases(
        &mut self,
        pool: &mut Pool,
        query: &Query,
        pointers: &mut dyn Pointers,
    ) -> Option<Answer> {
        let lits = self.slice.lits.clone();
        let split = Split::read(pool, &lits)?;
        let value = |v: VarId| query.model.get(v as usize).copied().unwrap_or(0);
        let present: Case = split.selectors.iter().map(|&v| value(v)).collect();
        let mut walk = Walk { refuted: FxHashSet::default(), dear: 0 };
        // the goal, which does not hold, may be about selectors alone
        if self.allowed(pool, &split, &present) {
            match self.ask_case(pool, &split, &present, query, pointers, &mut walk) {
                Ended::Sat(changes) => return self.checked(pool, &lits, query, changes),
                Ended::Unsat => {}
                Ended::Open => return None,
            }
        }
        let mut fixed: Vec<Option<u64>> = vec![None; split.selectors.len()];
        let mut asked = Asked { query, pointers, walk, tried: 0, cases: 0, present };
        match self.descend(pool, &split, &mut fixed, &mut asked) {
            Ended::Sat(changes) => self.checked(pool, &lits, query, changes),
            Ended::Unsat => Some(Answer::Unsat),
            Ended::Open => None,
        }
    }

    /// How many cases may be dear this time.
    fn dear(&self) -> usize {
        DEAR >> (self.ease / 2)
    }

    pub(crate) fn checked(
        &mut self,
        pool: &Pool,
        lits: &[Lit],
        query: &Query,
        changes: Vec<(VarId, u64)>,
    ) -> Option<Answer> {
        self.satisfies(pool, lits, query.model, &changes).then_some(Answer::Sat(changes))
    }

    /// Whether the literals about selectors hold in a case.
    fn allowed(&mut self, pool: &Pool, split: &Split, case: &Case) -> bool {
        let value = |v: VarId| split.selectors.iter().position(|&s| s == v).map_or(0, |at| case[at]);
        self.evaluator.new_model();
        let holds = |lit: &Lit| (self.evaluator.eval(pool, lit.expr, &value) == 1) == lit.positive;
        split.about.iter().all(holds)
    }

    /// Whether the literals that the last selector completes hold, with what is fixed so far.
    fn may_go_on(&mut self, pool: &Pool, split: &Split, fixed: &[Option<u64>], last: usize) -> bool {
        let known = |v: VarId| split.selectors.iter().position(|&s| s == v).and_then(|at| fixed[at]);
        let value = |v: VarId| known(v).unwrap_or(0);
        let is_due = |lit: &&Lit| {
            let vars = pool.vars(lit.expr);
            vars.contains(&split.selectors[last]) && vars.iter().all(|&v| known(v).is_some())
        };
        self.evaluator.new_model();
        let holds = |lit: &Lit| (self.evaluator.eval(pool, lit.expr, &value) == 1) == lit.positive;
        split.about.iter().filter(is_due).all(holds)
    }

    /// Fixes the selector with the fewest values, then the others, and asks where all are.
    fn descend(
        &mut self,
        pool: &mut Pool,
        split: &Split,
        fixed: &mut Vec<Option<u64>>,
        asked: &mut Asked,
    ) -> Ended {
        if let Some(case) = fixed.iter().copied().collect::<Option<Case>>() {
            if case == asked.present {
                return Ended::Unsat;
            }
            asked.cases += 1;
            if asked.walk.dear > self.dear() {
                self.sat.given_up += 1;
                return Ended::Open;
            }
            if asked.cases > CASES || self.options.patience.is_over() {
                return Ended::Open;
            }
            return self.ask_case(pool, split, &case, asked.query, asked.pointers, &mut asked.walk);
        }
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
        let Some((at, values)) = best.filter(|(_, values)| values.count() <= VALUES) else {
            return Ended::Open;
        };
        for value in values.each() {
            asked.tried += 1;
            if asked.tried > TRIED {
                return Ended::Open;
            }
            fixed[at] = Some(value);
            if !self.may_go_on(pool, split, fixed, at) {
                continue;
            }
            match self.descend(pool, split, fixed, asked) {
                Ended::Unsat => {}
                other => return other,
            }
        }
        fixed[at] = None;
        Ended::Unsat
    }

    /// Asks about the rest of the slice with the selectors pinned.
    fn ask_case(
        &mut self,
        pool: &mut Pool,
        split: &Split,
        case: &Case,
        query: &Query,
        pointers: &mut dyn Pointers,
        walk: &mut Walk,
    ) -> Ended {
        let pinned: FxHashMap<VarId, u64> =
            split.selectors.iter().copied().zip(case.iter().copied()).collect();
        self.evaluator.new_model();
        let mut resolver = Resolver { pinned, new: FxHashMap::default(), nodes: 0 };
        let mut lits: Vec<Lit> = Vec::with_capacity(split.rest.len());
        for lit in &split.rest {
            let Some(e) = resolver.resolve(pool, &mut self.evaluator, lit.expr, 0) else {
                return Ended::Open;
            };
            match pool.as_const(e) {
                Some(value) if (value == 1) == lit.positive => {}
                Some(_) => return Ended::Unsat,
                None => lits.push(pool.literal(e, lit.positive)),
            }
        }
        if walk.refuted.contains(&lits) {
            return Ended::Unsat;
        }
        let pinned = split.selectors.iter().copied().zip(case.iter().copied());
        let ended = self.ask_each(pool, &lits, pinned, query, pointers, &mut walk.dear);
        if let Ended::Unsat = ended {
            walk.refuted.insert(lits);
        }
        ended
    }

    /// Asks about literals, some variables having been given values: one that does not hold yet is the goal of a
    /// query, those before it its prefix, until all hold. Each that takes more than a glance is counted.
    pub(crate) fn ask_each(
        &mut self,
        pool: &mut Pool,
        lits: &[Lit],
        given: impl Iterator<Item = (VarId, u64)>,
        query: &Query,
        pointers: &mut dyn Pointers,
        dear: &mut usize,
    ) -> Ended {
        let mut model = query.model.to_vec();
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
            if self.satisfies(pool, &lits[at..=at], &model, &[]) {
                continue;
            }
            let asked =
                self.ask_again(pool, &Query { prefix: &lits[..at], goal: lits[at], model: &model }, pointers);
            *dear += asked.1;
            match asked.0 {
                Answer::Sat(changes) => changes.into_iter().for_each(|(v, value)| set(&mut model, v, value)),
                Answer::Unsat => return Ended::Unsat,
                Answer::Unknown => return Ended::Open,
            }
            if *dear > self.dear() {
                self.sat.given_up += 1;
                return Ended::Open;
            }
        }
        let mut changes: Vec<(VarId, u64)> = changed.into_iter().collect();
        changes.sort_unstable();
        Ended::Sat(changes)
    }
}

/// What a selector may be.
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

/// What is asked, and how much was.
struct Asked<'a, 'b> {
    query: &'a Query<'a>,
    pointers: &'b mut dyn Pointers,
    walk: Walk,
    tried: usize,
    cases: usize,
    /// It was asked first, or is known not to be allowed.
    present: Case,
}

/// What the cases before have shown.
struct Walk {
    // the literals of cases without a solution
    refuted: FxHashSet<Vec<Lit>>,
    // how many were not answered at a glance, large circuits counted more than once
    dear: usize,
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

/// Without choices: the variables that have few values, if all their values together can be gone through.
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

/// Expressions with the selectors pinned.
struct Resolver {
    pinned: FxHashMap<VarId, u64>,
    new: FxHashMap<ExprId, ExprId>,
    nodes: usize,
}

impl Resolver {
    /// What an expression is then; of a choice only what is chosen is looked at.
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
