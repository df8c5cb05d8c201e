//! Two pointers that become the same have the same fields behind them.
//!
//! A solver that only sees the pointers may answer `p == q` by letting p point to q's object, though what the
//! path knows of `p->v` contradicts what it knows of `q->v`. So where a pointer moves from an object that the
//! path has read to another one, what is known of the first is asked of the second, by renaming its variables
//! (CUTE, section 3.1, has one logical address for both and the same effect).
use super::merge::{Merge, moved};
use super::solving::Solving;
use super::symbols::Symbols;
use crate::path::{Condition, Source};
use crate::pointers::Graph;
use crate::tree::{Base, Flip};
use acute_expr::{Lit, Op, Pool, VarId};
use acute_input::{Input, NoObject, VarKind};
use acute_solve::{Answer, Query};
use rustc_hash::{FxHashMap, FxHashSet};

/// How often an answer may move pointers that what it follows from had not moved.
const ROUNDS: usize = 8;

/// Variables that stand for others once objects have become the same.
pub type Renaming = FxHashMap<VarId, VarId>;

/// What a flip is answered by.
pub enum Reshaped {
    /// No object that the path has followed a pointer to was left.
    Not,
    /// The input, with what its conditions are called now.
    Input(Input, Renaming),
    /// Nothing satisfies it.
    Unsat,
    /// The solver does not decide it.
    Unknown,
}

impl Symbols {
    /// A solution in which pointers lead where they did, if that is one: another object of the same type would make
    /// the same path under other names.
    pub fn without_moves(
        &mut self,
        base: &Base,
        prefix: &[Lit],
        goal: Lit,
        mut changes: Vec<(VarId, u64)>,
    ) -> Vec<(VarId, u64)> {
        let Symbols { space, pool, evaluator, .. } = self;
        let old = |v: VarId| base.input.get(space, v);
        let moves = |(v, value): &(VarId, u64)| {
            let is_pointer = matches!(space.vars()[*v as usize].kind, VarKind::Pointer { .. });
            is_pointer && *value != 0 && old(*v) != 0 && old(*v) != *value
        };
        if !changes.iter().any(moves) {
            return changes;
        }
        let kept: FxHashMap<VarId, u64> = changes.iter().copied().filter(|change| !moves(change)).collect();
        let value = |v: VarId| kept.get(&v).copied().unwrap_or_else(|| old(v));
        evaluator.new_model();
        let mut holds = |lit: &Lit| (evaluator.eval(pool, lit.expr, &value) != 0) == lit.positive;
        if holds(&goal) && prefix.iter().all(holds) {
            changes.retain(|change| !moves(change));
        }
        changes
    }

    /// The prediction check where objects have become the same: conditions are compared by their new names, and
    /// those that say the same as one before them are left out.
    pub fn follows_renamed(
        &mut self,
        meant: &[Condition],
        target: Option<Lit>,
        took: &[Condition],
        renaming: &Renaming,
    ) -> bool {
        let is_jump = |c: &&Condition| matches!(c.source, Source::Jump { .. });
        let lits: Vec<Lit> = meant.iter().filter(is_jump).map(|c| c.lit).chain(target).collect();
        let Some(renamed) = self.rename(&lits, renaming) else { return false };
        let all: FxHashSet<Lit> = took.iter().map(|c| c.lit).collect();
        // What others still point to keeps its name.
        let held = |(old, new): (&Lit, &Lit)| {
            self.pool.as_const(new.expr).is_some() || all.contains(new) || all.contains(old)
        };
        lits.iter().zip(&renamed).all(held)
    }
}

impl Solving {
    /// Makes an input whose pointers were changed agree with the path again.
    pub fn reshape(
        &mut self,
        symbols: &mut Symbols,
        limit: &mut Option<NoObject>,
        flip: &Flip,
        prefix: &[Lit],
        changes: &[(VarId, u64)],
    ) -> Reshaped {
        let base = &flip.base;
        // Only through pointers that were followed has anything been read.
        let read = base.reads.partition_point(|(_, at)| *at <= flip.index());
        let is_read = |v: VarId| base.reads[..read].iter().any(|(read, _)| *read == v);
        if moved(&symbols.space, &base.input, changes, is_read).is_empty() {
            return Reshaped::Not;
        }
        let lits = prefix.iter().copied().chain([flip.target().lit.negate()]).collect();
        let read = base.reads[..read].iter().map(|(v, _)| *v).collect();
        let known = Known { lits, read, input: base.input.clone(), renaming: Renaming::default() };
        self.settle(symbols, limit, known, changes)
    }

    /// Applies changes and what follows from them, until nothing does.
    fn settle(
        &mut self,
        symbols: &mut Symbols,
        limit: &mut Option<NoObject>,
        mut known: Known,
        changes: &[(VarId, u64)],
    ) -> Reshaped {
        let (mut changes, mut forced) = (changes.to_vec(), true);
        for _ in 0..ROUNDS {
            let is_read: FxHashSet<VarId> = known.read.iter().copied().collect();
            let moved = moved(&symbols.space, &known.input, &changes, |v| is_read.contains(&v));
            if moved.is_empty() {
                for (v, value) in changes {
                    known.input.set(&symbols.space, v, value);
                }
                let Known { input, renaming, .. } = known;
                return Reshaped::Input(input, renaming);
            }
            let used = known.vars(&symbols.pool);
            let merge = Merge::new(&mut symbols.space, &mut known.input, used);
            let Some(merged) = merge.run(&symbols.pool, &known.lits, &known.read, moved, &changes) else {
                return Reshaped::Unknown;
            };
            forced &= merged.forced;
            let Some(lits) = symbols.rename(&known.lits, &merged.renaming) else {
                return Reshaped::Unknown;
            };
            known.lits = lits;
            known.rename(&merged.renaming);
            changes = match self.satisfy(symbols, limit, &known) {
                Some(Ok(changes)) => changes,
                Some(Err(())) if forced => return Reshaped::Unsat,
                _ => return Reshaped::Unknown,
            };
        }
        Reshaped::Unknown
    }

    /// Solves for changes under which all literals hold: an error if unsatisfiable, `None` if unknown.
    fn satisfy(
        &mut self,
        symbols: &mut Symbols,
        limit: &mut Option<NoObject>,
        known: &Known,
    ) -> Option<Result<Vec<(VarId, u64)>, ()>> {
        let mut input = known.input.clone();
        symbols.evaluator.new_model();
        let (mut good, mut bad) = (vec![], vec![]);
        for lit in &known.lits {
            let value = symbols.evaluator.eval(&symbols.pool, lit.expr, &|v| input.get(&symbols.space, v));
            if (value != 0) == lit.positive {
                good.push(*lit);
            } else if symbols.pool.as_const(lit.expr).is_some() {
                return Some(Err(()));
            } else {
                bad.push(*lit);
            }
        }
        let mut goal = None;
        for lit in bad {
            let holds = if lit.positive { lit.expr } else { symbols.pool.not(lit.expr) };
            goal = Some(goal.map_or(holds, |goal| symbols.pool.binary(Op::And, goal, holds)));
        }
        let Some(goal) = goal else { return Some(Ok(vec![])) };
        let goal = symbols.pool.literal(goal, true);
        if let Some(value) = symbols.pool.as_const(goal.expr) {
            return ((value != 0) != goal.positive).then_some(Err(()));
        }
        let reads: Vec<(VarId, usize)> = known.read.iter().map(|v| (*v, 0)).collect();
        let model = input.values(&symbols.space);
        let query = Query { prefix: &good, goal, model };
        let space = &mut symbols.space;
        let mut graph = Graph { space, input: &known.input, reads: &reads, limit };
        match self.chain.solve(&mut symbols.pool, &query, &mut graph).0 {
            Answer::Sat(changes) => Some(Ok(changes)),
            Answer::Unsat => Some(Err(())),
            Answer::Unknown => None,
        }
    }
}

/// What is known of an input that is being made.
struct Known {
    lits: Vec<Lit>,
    /// The pointers that were followed, in that order.
    read: Vec<VarId>,
    input: Input,
    /// What the variables of the path are called by now.
    renaming: Renaming,
}

impl Known {
    /// The variables that the path speaks of.
    fn vars(&self, pool: &Pool) -> FxHashSet<VarId> {
        self.lits.iter().flat_map(|l| pool.vars(l.expr).iter().copied()).collect()
    }

    /// Renames all but the literals.
    fn rename(&mut self, by: &Renaming) {
        let new = |v: VarId| by.get(&v).copied().unwrap_or(v);
        self.renaming.values_mut().for_each(|v| *v = new(*v));
        for (old, new) in by {
            self.renaming.entry(*old).or_insert(*new);
        }
        let mut seen = FxHashSet::default();
        self.read.iter_mut().for_each(|v| *v = new(*v));
        self.read.retain(|v| seen.insert(*v));
    }
}
