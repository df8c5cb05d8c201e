//! Substitutes equal variables: where the path implies `x == y`, also by neither `x < y` nor `y < x`, the chain is asked
//! about the slice with `x` in the place of `y`.
//!
//! Terms over either then are the same term, so that `x % 10` and `y % 10` are equal without a proof:
//! a SAT solver would have to prove two circuits for division equal, bit by bit.
//!
//! Fragment: slices with such a pair. Complete where the chain decides the rest.

use acute_expr::{Lit, Op, Pool, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Answer;
use crate::layer::{Layer, Verdict};
use crate::task::Task;
use crate::workspace::Mode;

/// Nodes of a slice after which it is passed on.
const NODES: usize = 200_000;

/// The substitution of equal variables.
#[derive(Default)]
pub(crate) struct EqualLayer;

impl Layer for EqualLayer {
    fn applies(&self, task: &mut Task) -> bool {
        !task.workspace.slice.any_pointer && task.workspace.mode != Mode::Part
    }

    fn solve(&mut self, task: &mut Task) -> Verdict {
        substitute(task).unwrap_or(Verdict::Pass)
    }
}

/// Asks about the slice with equal variables replaced by one of them; none if there are no such.
fn substitute(task: &mut Task) -> Option<Verdict> {
    let lits = task.workspace.slice.lits.clone();
    let first = equal(task.pool, &lits)?;
    let exprs: Vec<_> = lits.iter().map(|lit| lit.expr).collect();
    let renamed = task.pool.rename(&exprs, NODES, |v| first.get(&v).copied())?;
    let mut left: Vec<Lit> = Vec::with_capacity(lits.len());
    for (&e, lit) in renamed.iter().zip(&lits) {
        match task.pool.as_const(e) {
            Some(value) if (value == 1) == lit.positive => {}
            Some(_) => return Some(Verdict::Unsat),
            None => left.push(task.pool.literal(e, lit.positive)),
        }
    }
    let mut changes = match task.ask_each(&left, std::iter::empty(), &mut 0) {
        Answer::Sat(changes) => changes,
        Answer::Unsat => return Some(Verdict::Unsat),
        Answer::Unknown => return None,
    };
    let present = |v: VarId| task.query.model.get(v as usize).copied().unwrap_or(0);
    let others: Vec<(VarId, u64)> = (first.iter())
        .map(|(&v, of)| (v, changes.iter().find(|(c, _)| c == of).map_or(present(*of), |&(_, new)| new)))
        .filter(|&(v, value)| value != present(v))
        .collect();
    changes.extend(others);
    task.propose(&changes);
    Some(Verdict::Candidate)
}

/// Maps each variable that equals one with a lower number to the lowest such.
fn equal(pool: &Pool, lits: &[Lit]) -> Option<FxHashMap<VarId, VarId>> {
    let mut first: FxHashMap<VarId, VarId> = FxHashMap::default();
    let lowest = |first: &FxHashMap<VarId, VarId>, mut v: VarId| {
        while let Some(&lower) = first.get(&v) {
            v = lower;
        }
        v
    };
    let mut not_less: FxHashSet<(Op, VarId, VarId)> = FxHashSet::default();
    for lit in lits {
        let (op, &[a, b]) = (pool.op(lit.expr), pool.operands(lit.expr)) else { continue };
        let (Some(a), Some(b)) = (pool.as_var(a), pool.as_var(b)) else { continue };
        let same = match (op, lit.positive) {
            (Op::Eq, true) => true,
            (Op::Slt | Op::Ult, false) => {
                not_less.insert((op, a, b));
                not_less.contains(&(op, b, a))
            }
            _ => false,
        };
        if same {
            let (a, b) = (lowest(&first, a), lowest(&first, b));
            if a != b {
                first.insert(a.max(b), a.min(b));
            }
        }
    }
    let all: Vec<VarId> = first.keys().copied().collect();
    for v in all {
        let of = lowest(&first, v);
        first.insert(v, of);
    }
    (!first.is_empty()).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Chain, Layers, NoPointers, Options, Query};

    /// Chains of equalities end at the lowest variable, in whatever order they come.
    #[test]
    fn the_lowest_of_equal_variables_stands_for_all() {
        let mut pool = Pool::new();
        let vars: Vec<_> = (0..6).map(|v| pool.var(v, 32)).collect();
        let mut lits: Vec<Lit> = Vec::new();
        for (op, a, b) in [(Op::Eq, 5, 4), (Op::Eq, 1, 2), (Op::Slt, 4, 2), (Op::Ult, 0, 3), (Op::Slt, 2, 4)]
        {
            let e = pool.binary(op, vars[a], vars[b]);
            lits.push(pool.literal(e, op == Op::Eq));
        }
        let differ = pool.binary(Op::Eq, vars[0], vars[1]);
        lits.push(pool.literal(differ, false));
        let first = equal(&pool, &lits).expect("there are such");
        let mut first: Vec<_> = first.into_iter().collect();
        first.sort_unstable();
        assert_eq!(first, [(2, 1), (4, 1), (5, 1)]);
        assert!(equal(&pool, &lits[3..]).is_none());
    }

    /// `x == y && x % 10 != y % 10` has no solution, and to see it nothing is blasted.
    #[test]
    fn a_function_of_equal_variables_is_equal() {
        let mut pool = Pool::new();
        let (x, y, ten) = (pool.var(0, 32), pool.var(1, 32), pool.constant(32, 10));
        let (a, b) = (pool.binary(Op::SRem, x, ten), pool.binary(Op::SRem, y, ten));
        let (same, same_rest) = (pool.binary(Op::Eq, x, y), pool.binary(Op::Eq, a, b));
        let prefix = [pool.literal(same, true)];
        let goal = pool.literal(same_rest, false);
        let options = Options { layers: Layers::of(&["syntactic", "equal"]), ..Options::default() };
        let query = Query { prefix: &prefix, goal, model: &[7, 7] };
        let answer = Chain::new(options).solve(&mut pool, &query, &mut NoPointers);
        assert_eq!(answer, (Answer::Unsat, "equal"));
    }

    /// A model of the representative is one of all equal variables; those that have the value already do not change.
    #[test]
    fn all_of_them_change() {
        let mut pool = Pool::new();
        let vars: Vec<_> = (0..3).map(|v| pool.var(v, 32)).collect();
        let mut prefix: Vec<Lit> = Vec::new();
        for pair in vars.windows(2) {
            let e = pool.binary(Op::Eq, pair[0], pair[1]);
            prefix.push(pool.literal(e, true));
        }
        let product = pool.binary(Op::Mul, vars[0], vars[2]);
        let square = pool.constant(32, 1_522_756);
        let goal = pool.binary(Op::Eq, product, square);
        let goal = pool.literal(goal, true);
        let layers = Layers::of(&["syntactic", "equal", "sat"]);
        let options = Options { layers, ..Options::default() };
        let query = Query { prefix: &prefix, goal, model: &[7, 7, 7] };
        let (answer, layer) = Chain::new(options).solve(&mut pool, &query, &mut NoPointers);
        assert_eq!(layer, "equal");
        let Answer::Sat(changes) = answer else { panic!("{answer:?}") };
        let values: Vec<u64> = changes.iter().map(|&(_, value)| value).collect();
        assert!(changes.len() == 3 && values.iter().all(|&v| v == values[0] && v != 7), "{changes:?}");
    }
}
