//! Two pointers that become the same have the same fields behind them.
//!
//! A solver that only sees the pointers may answer `p == q` by letting p point to q's object, though what the
//! path knows of `p->v` contradicts what it knows of `q->v`. So where a pointer moves from an object that the
//! path has read to another one, what is known of the first is asked of the second, by renaming its variables
//! (CUTE, section 3.1, has one logical address for both and the same effect).
use super::Explorer;
use crate::path::{Condition, Source};
use crate::pointers::Graph;
use crate::tree::Flip;
use acute_expr::{Lit, Op, VarId};
use acute_input::{Input, ObjectId, Space, VarKind};
use acute_solve::{Answer, Query};
use rustc_hash::{FxHashMap, FxHashSet};

/// Nodes of expressions that are looked at to rename their variables.
const LIMIT: usize = 200_000;

/// Variables that stand for others once objects have become the same.
pub type Renaming = FxHashMap<VarId, VarId>;

/// What a flip is answered by.
pub enum Reshaped {
    /// No object that the path has read was left.
    Not,
    /// The input, with what its conditions are called now.
    Input(Input, Renaming),
    /// Nothing satisfies it.
    Unsat,
    /// Nobody knows.
    Unknown,
}

impl Explorer<'_> {
    /// Makes an input whose pointers were changed agree with the path again.
    pub(super) fn reshape(&mut self, flip: &Flip, prefix: &[Lit], changes: &[(VarId, u64)]) -> Reshaped {
        let (base, goal) = (&flip.base, flip.target().lit.negate());
        let read: Vec<VarId> =
            base.reads.iter().filter(|(_, at)| *at <= flip.index()).map(|(v, _)| *v).collect();
        // Only through pointers that were followed has anything been read.
        let mut moved: Vec<(ObjectId, ObjectId)> = vec![];
        for (v, value) in changes.iter().filter(|(v, _)| read.contains(v)) {
            let old = base.input.get(&self.space, *v);
            if let (Some(from), Some(to)) = (target(&self.space, *v, old), target(&self.space, *v, *value))
                && from != to
            {
                moved.push((from, to));
            }
        }
        if moved.is_empty() {
            return Reshaped::Not;
        }
        let used: FxHashSet<VarId> =
            prefix.iter().chain([&goal]).flat_map(|l| self.pool.vars(l.expr).iter().copied()).collect();
        let is_used = |id: ObjectId| self.space.object(id).vars().any(|v| used.contains(&v));
        if !moved.iter().any(|(from, _)| is_used(*from)) {
            return Reshaped::Not;
        }
        let mut input = base.input.clone();
        for (v, value) in changes {
            input.set(&self.space, *v, *value);
        }
        // Where others were followed to what was left, it cannot be told whom a condition speaks of.
        let stays = |v: &VarId| target(&self.space, *v, input.get(&self.space, *v));
        let ambiguous = read.iter().filter_map(stays).any(|o| moved.iter().any(|(from, _)| *from == o));
        let is_new = moved.iter().all(|(_, to)| !is_used(*to));
        let Some(renaming) = self.unify(moved, &used, &mut input) else { return Reshaped::Unknown };
        if ambiguous && is_new {
            // One of several pointers gets an object of its own, with all that the shared one has.
            return Reshaped::Input(input, renaming);
        }
        let lits: Vec<Lit> = prefix.iter().copied().chain([goal]).collect();
        let Some(mut renamed) = self.rename(&lits, &renaming) else { return Reshaped::Unknown };
        if ambiguous {
            renamed.extend(lits);
        }
        match self.satisfy(&renamed, &base.reads, input) {
            Some(Ok(input)) => Reshaped::Input(input, renaming),
            Some(Err(())) if !ambiguous => Reshaped::Unsat,
            _ => Reshaped::Unknown,
        }
    }

    /// The renaming that makes objects the same, and with them what they both point to. What the path does not
    /// know of the objects that stay is taken over from those that are left.
    fn unify(
        &mut self,
        mut pairs: Vec<(ObjectId, ObjectId)>,
        used: &FxHashSet<VarId>,
        input: &mut Input,
    ) -> Option<Renaming> {
        let mut renaming = Renaming::default();
        let mut seen = FxHashSet::default();
        while let Some((from, to)) = pairs.pop() {
            if from == to || !seen.insert((from, to)) {
                continue;
            }
            let elems = input.elems(&self.space, from);
            if elems > input.elems(&self.space, to) {
                self.space.grow(to, elems.min(self.space.object(to).most)).ok()?;
                input.set_elems(to, elems.min(self.space.object(to).most));
            }
            let vars: Vec<VarId> = input.vars(&self.space, from).collect();
            for a in vars {
                let Some(b) = self.space.var_at(to, self.space.vars()[a as usize].offset) else {
                    // Beyond what the other can have.
                    if used.contains(&a) {
                        return None;
                    }
                    continue;
                };
                renaming.insert(a, b);
                let (x, y) = (input.get(&self.space, a), input.get(&self.space, b));
                match (used.contains(&a), used.contains(&b)) {
                    (true, false) => input.set(&self.space, b, x),
                    (true, true) => {
                        let both = (target(&self.space, a, x), target(&self.space, b, y));
                        if let (Some(x), Some(y)) = both {
                            pairs.push((x, y));
                        }
                    }
                    _ => {}
                }
            }
        }
        Some(renaming)
    }

    /// The literals with their variables renamed.
    pub(super) fn rename(&mut self, lits: &[Lit], renaming: &Renaming) -> Option<Vec<Lit>> {
        let roots: Vec<_> = lits.iter().map(|l| l.expr).collect();
        let renamed = self.pool.rename(&roots, LIMIT, |v| renaming.get(&v).copied())?;
        Some(lits.iter().zip(renamed).map(|(l, e)| self.pool.literal(e, l.positive)).collect())
    }

    /// An input like this one of which all literals are true. An error where there is none; nothing where nobody
    /// knows.
    fn satisfy(
        &mut self,
        lits: &[Lit],
        reads: &[(VarId, usize)],
        mut input: Input,
    ) -> Option<Result<Input, ()>> {
        self.evaluator.new_model();
        let (mut good, mut bad) = (vec![], vec![]);
        for lit in lits {
            let value = self.evaluator.eval(&self.pool, lit.expr, &|v| input.get(&self.space, v));
            if (value != 0) == lit.positive {
                good.push(*lit);
            } else if self.pool.as_const(lit.expr).is_some() {
                return Some(Err(()));
            } else {
                bad.push(*lit);
            }
        }
        let mut goal = None;
        for lit in bad {
            let holds = if lit.positive { lit.expr } else { self.pool.not(lit.expr) };
            goal = Some(goal.map_or(holds, |goal| self.pool.binary(Op::And, goal, holds)));
        }
        let Some(goal) = goal else { return Some(Ok(input)) };
        let goal = self.pool.literal(goal, true);
        if let Some(value) = self.pool.as_const(goal.expr) {
            return ((value != 0) != goal.positive).then_some(Err(()));
        }
        let objects = input.reachable(&self.space);
        let model = input.values(&self.space);
        let query = Query { prefix: &good, goal, model };
        let (space, limit) = (&mut self.space, &mut self.tally.object_limit);
        let mut graph = Graph { space, objects: &objects, reads, limit };
        match self.chain.solve(&mut self.pool, &query, &mut graph).0 {
            Answer::Sat(changes) => {
                for (v, value) in changes {
                    input.set(&self.space, v, value);
                }
                Some(Ok(input))
            }
            Answer::Unsat => Some(Err(())),
            Answer::Unknown => None,
        }
    }

    /// The prediction check where objects have become the same: conditions are compared by their new names, and
    /// those that say the same as one before them are left out.
    pub(super) fn follows_renamed(
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

/// The object that a pointer with this value leads to the start of.
fn target(space: &Space, v: VarId, value: u64) -> Option<ObjectId> {
    let is_pointer = matches!(space.vars().get(v as usize)?.kind, VarKind::Pointer { .. });
    if is_pointer && value != 0 { space.object_at(value) } else { None }
}
