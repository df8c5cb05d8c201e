//! Concretizes parts of undecided queries and retries, as CUTE and DART do with terms outside the theory of their solver
//! (Sen, Marinov, Agha: "CUTE: a concolic unit testing engine for C", ESEC/FSE 2005, sections 3.3 and 7; Godefroid,
//! Klarlund, Sen: "DART", PLDI 2005). Of a product one factor is replaced by its present value, of other terms all.
//!
//! An under-approximation: it finds models only. A model of the concretized query is evaluated in the query itself, and
//! that the concretized query is unsatisfiable means nothing.
//!
//! Different here: first the variables of such terms keep their present values everywhere, so that a model for the others
//! is right by construction; then the terms alone are replaced, as in the papers.

use acute_expr::{Evaluator, ExprId, Lit, Op, Pool, VarId};
use rustc_hash::FxHashSet;

use super::linear::is_linear;
use crate::layer::{Layer, Verdict};
use crate::task::Task;
use crate::workspace::{Mode, Workspace};
use crate::{Answer, Deadline, Query};

/// Nodes of a slice after which it is not concretized.
const NODES: usize = 200_000;

/// Variables of the goal that are freed one at a time.
const ALONE: usize = 4;

/// The retry with parts of the query concretized.
#[derive(Default)]
pub(crate) struct ConcretizeLayer;

impl Layer for ConcretizeLayer {
    fn applies(&self, task: &mut Task) -> bool {
        task.workspace.mode == Mode::Query
    }

    fn solve(&mut self, task: &mut Task) -> Verdict {
        let Workspace { slice, options, evaluator, .. } = &mut *task.workspace;
        let lits = slice.lits.clone();
        let linear = options.layers.has("linear");
        // pointers have few values, so a query about them is not unknown because of its depth
        let deep = !slice.any_pointer;
        let simplifier =
            Simplifier { lits: &lits, linear, deep, model: task.query.model, deadline: options.deadline };
        for simpler in simplifier.queries(task.pool, evaluator) {
            if task.workspace.options.deadline.is_over() {
                break;
            }
            task.workspace.stats.substitutions += simpler.replaced as u64;
            let Some((&goal, prefix)) = simpler.lits.split_last() else { continue };
            let model = task.query.model;
            let (answer, _) = task.ask_part(Query { prefix, goal, model });
            if let Answer::Sat(changes) = answer
                && task.workspace.satisfies(task.pool, &lits, model, &changes)
            {
                task.propose(&changes);
                return Verdict::Sat;
            }
        }
        Verdict::Pass
    }

    /// A model near the present input is not worth remembering for others.
    fn may_be_learnt(&self) -> bool {
        false
    }
}

/// The part of a product that is concretized: an operand, or all of it, since the goal may be about an operand.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Side {
    Left,
    Right,
    Both,
}

/// A concretized query.
pub(crate) struct Simpler {
    /// The literals, the goal last.
    pub lits: Vec<Lit>,
    /// Number of terms or variables concretized.
    pub replaced: usize,
}

/// A slice to concretize.
pub(crate) struct Simplifier<'a> {
    /// The literals of the slice, the goal last.
    pub lits: &'a [Lit],
    /// Concretize all but linear arithmetic.
    pub linear: bool,
    /// Also free the goal's variables one at a time, for terms that may be too deep.
    pub deep: bool,
    /// The present input by variable number.
    pub model: &'a [u64],
    /// When there is no use for more of them.
    pub deadline: Deadline,
}

impl Simplifier<'_> {
    /// Makes the concretized queries worth a try, no two the same.
    pub fn queries(&self, pool: &mut Pool, evaluator: &mut Evaluator) -> Vec<Simpler> {
        evaluator.new_model();
        let mut found: Vec<Simpler> = Vec::new();
        let left = self.parts(pool, evaluator, Side::Left);
        let right = self.parts(pool, evaluator, Side::Right);
        for parts in [&left, &right] {
            let pinned: FxHashSet<VarId> = parts.iter().flat_map(|&part| pool.vars(part)).copied().collect();
            self.pin(pool, &pinned, &mut found);
        }
        let both = self.parts(pool, evaluator, Side::Both);
        for parts in [&left, &right, &both] {
            let replaced: FxHashSet<ExprId> = parts.iter().copied().collect();
            let mut values = Vec::new();
            for &part in parts {
                values.push((part, self.value(pool, evaluator, part)));
            }
            values.sort_unstable();
            let value = |_: &Pool, e: ExprId| {
                let at = values.binary_search_by_key(&e, |&(part, _)| part).ok()?;
                Some(values[at].1)
            };
            self.add(pool, &mut found, replaced.len(), value);
        }
        let Some(goal) = self.lits.last().filter(|_| self.deep) else { return found };
        let alone: Vec<VarId> = pool.vars(goal.expr).iter().copied().take(ALONE).collect();
        let all: FxHashSet<VarId> = self.lits.iter().flat_map(|lit| pool.vars(lit.expr)).copied().collect();
        for v in alone {
            let mut pinned = all.clone();
            pinned.remove(&v);
            self.pin(pool, &pinned, &mut found);
        }
        found
    }

    fn value(&self, pool: &Pool, evaluator: &mut Evaluator, e: ExprId) -> u64 {
        evaluator.eval(pool, e, &|v| self.model.get(v as usize).copied().unwrap_or(0))
    }

    /// Adds the query in which these variables are concretized.
    fn pin(&self, pool: &mut Pool, pinned: &FxHashSet<VarId>, found: &mut Vec<Simpler>) {
        let value = |pool: &Pool, e: ExprId| {
            let v = pool.as_var(e).filter(|v| pinned.contains(v))?;
            Some(self.model.get(v as usize).copied().unwrap_or(0))
        };
        self.add(pool, found, pinned.len(), value);
    }

    fn add(
        &self,
        pool: &mut Pool,
        found: &mut Vec<Simpler>,
        replaced: usize,
        value: impl Fn(&Pool, ExprId) -> Option<u64>,
    ) {
        if replaced == 0 || self.deadline.is_over() {
            return;
        }
        let exprs: Vec<ExprId> = self.lits.iter().map(|lit| lit.expr).collect();
        let Some(new) = pool.substitute(&exprs, NODES, value) else { return };
        let mut lits: Vec<Lit> = Vec::new();
        for (&e, lit) in new.iter().zip(self.lits) {
            // what became constant is as it was, which is true but for the goal
            if pool.as_const(e).is_none() {
                lits.push(pool.literal(e, lit.positive));
            }
        }
        let goal_open = new.last().is_some_and(|&e| pool.as_const(e).is_none());
        if goal_open && !found.iter().any(|other| other.lits == lits) {
            found.push(Simpler { lits, replaced });
        }
    }

    /// Finds the terms to concretize, from the literals down.
    fn parts(&self, pool: &Pool, evaluator: &mut Evaluator, side: Side) -> Vec<ExprId> {
        let mut parts = Vec::new();
        let mut seen: FxHashSet<ExprId> = FxHashSet::default();
        let mut todo: Vec<ExprId> = self.lits.iter().map(|lit| lit.expr).collect();
        while let Some(e) = todo.pop() {
            if pool.as_const(e).is_some() || !seen.insert(e) || seen.len() > NODES {
                continue;
            }
            let operands = pool.operands(e);
            let free = |i: usize| pool.as_const(operands[i]).is_none();
            let boolean = pool.width(e) == 1;
            match (pool.op(e), operands) {
                (Op::Mul, _) if free(1) && side == Side::Both => parts.push(e),
                (Op::Mul, &[x, y]) if free(1) => {
                    let (kept, replaced) = if side == Side::Left { (y, x) } else { (x, y) };
                    parts.push(replaced);
                    todo.push(kept);
                }
                // one side of a connective decides alone where the other one is what it is
                (Op::And | Op::Xor, &[x, y]) if self.linear && boolean && free(1) => {
                    let (kept, replaced) = if side == Side::Left { (y, x) } else { (x, y) };
                    parts.push(replaced);
                    todo.push(kept);
                }
                (Op::Xor, &[x, _]) if self.linear && boolean => todo.push(x),
                (Op::Ite, &[c, t, e]) if self.linear => {
                    parts.push(c);
                    todo.push(if self.value(pool, evaluator, c) == 1 { t } else { e });
                }
                (Op::UDiv | Op::SDiv | Op::URem | Op::SRem, &[x, y])
                    if !self.linear && free(1) && side == Side::Left =>
                {
                    parts.push(y);
                    todo.push(x);
                }
                (Op::UDiv | Op::SDiv | Op::URem | Op::SRem, _) if !self.linear && free(1) => parts.push(e),
                (op, _) if op.is_float() && (self.linear || !op.is_float_comparison()) => parts.push(e),
                _ if self.linear && !is_linear(pool, e) => parts.push(e),
                _ => todo.extend_from_slice(operands),
            }
        }
        parts.sort_unstable();
        parts.dedup();
        parts
    }
}
