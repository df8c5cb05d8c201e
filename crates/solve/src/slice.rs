//! The slice of a query that is connected with its goal: CUTE's optimisations 1 to 3 (Sen, Marinov, Agha: "CUTE: a
//! concolic unit testing engine for C", ESEC/FSE 2005, section 3.5).
//!
//! One pass over the prefix drops duplicates, splits conjunctions, finds the goal's negation and
//! joins the variables of each literal in a union-find; a second keeps the literals connected with
//! the goal. All tables are stamped, so a query costs nothing to reset.

use acute_expr::{Lit, Op, Pool, VarId};

use crate::subsume::Subsume;
use crate::{Options, Pointers, Query};

/// The literals connected with the goal and their variables.
#[derive(Default)]
pub(crate) struct Slice {
    /// The kept prefix literals without duplicates, the goal last.
    pub lits: Vec<Lit>,
    /// The variables of `lits`; a layer speaks of a variable by its place in here.
    pub vars: Vec<VarId>,
    /// The present value of each variable.
    pub values: Vec<u64>,
    /// True for each variable that is a pointer.
    pub pointers: Vec<bool>,
    /// True if any variable is a pointer.
    pub any_pointer: bool,
    /// Literals of the prefix, its conjunctions split.
    pub all: usize,
    /// Literals of the prefix left out as independent of the goal.
    pub independent: usize,
    subsume: Subsume,
    // place of a variable in `vars`; counts if stamped with the present epoch
    places: Vec<(u32, u32)>,
    // union-find parent of a variable and its epoch
    parents: Vec<(u32, VarId)>,
    // epoch in which an expression was seen, and its polarity there
    seen: Vec<(u32, bool)>,
    kept: Vec<Lit>,
    pending: Vec<Lit>,
    epoch: u32,
    // slices read so far
    stamp: u64,
}

/// The result of reading a query.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Reading {
    /// The goal is a constant, and this is whether it holds. It alone is the slice.
    Constant(bool),
    /// The goal contradicts a prefix literal. No slice was taken.
    Contradiction,
    /// The slice is ready.
    Ready,
}

impl Slice {
    /// Takes the slice of a query.
    pub fn read(
        &mut self,
        pool: &Pool,
        query: &Query,
        pointers: &dyn Pointers,
        options: &Options,
    ) -> Reading {
        self.stamp += 1;
        if let Some(value) = pool.as_const(query.goal.expr) {
            self.lits.clear();
            self.lits.push(query.goal);
            self.enter_vars(pool, query, pointers);
            return Reading::Constant((value == 1) == query.goal.positive);
        }
        self.next_epoch(pool.len());
        let reading = self.keep_distinct(pool, query, options.subsume);
        if reading == Reading::Contradiction && options.layers.has("syntactic") {
            return Reading::Contradiction;
        }
        for i in 0..self.kept.len() {
            self.join(pool, self.kept[i]);
        }
        self.join(pool, query.goal);
        self.lits.clear();
        if let Some(&anchor) = pool.vars(query.goal.expr).first() {
            let root = self.root(anchor);
            for i in 0..self.kept.len() {
                let lit = self.kept[i];
                let connected = pool.vars(lit.expr).first().is_some_and(|&v| self.root(v) == root);
                if connected || !options.slice {
                    self.lits.push(lit);
                }
            }
        }
        self.independent = self.kept.len() - self.lits.len();
        self.lits.push(query.goal);
        if options.subsume {
            self.subsume.reduce(pool, &mut self.lits);
        }
        self.enter_vars(pool, query, pointers);
        Reading::Ready
    }

    /// A number that no other slice has that was read before or will be.
    pub fn stamp(&self) -> u64 {
        self.stamp
    }

    /// The goal.
    pub fn goal(&self) -> Lit {
        // `read` always pushes one
        self.lits[self.lits.len() - 1]
    }

    /// The place of a variable of the slice.
    #[inline]
    pub fn place(&self, v: VarId) -> usize {
        self.places[v as usize].1 as usize
    }

    /// The place of a variable, if it is one of the slice.
    pub fn find(&self, v: VarId) -> Option<usize> {
        let &(epoch, place) = self.places.get(v as usize)?;
        (epoch == self.epoch).then_some(place as usize)
    }

    fn next_epoch(&mut self, exprs: usize) {
        if self.epoch == u32::MAX {
            self.epoch = 0;
            self.places.clear();
            self.parents.clear();
            self.seen.clear();
        }
        self.epoch += 1;
        if self.seen.len() < exprs {
            self.seen.resize(exprs, (0, false));
        }
    }

    /// Drops duplicates and splits conjunctions, which a comparison of several bytes makes.
    fn keep_distinct(&mut self, pool: &Pool, query: &Query, distinct: bool) -> Reading {
        self.kept.clear();
        self.all = 0;
        for &lit in query.prefix {
            self.pending.push(lit);
            while let Some(lit) = self.pending.pop() {
                let seen = std::mem::replace(&mut self.seen[lit.expr.index()], (self.epoch, lit.positive));
                let conjunction = lit.positive && pool.op(lit.expr) == Op::And;
                if seen == (self.epoch, lit.positive) && (distinct || conjunction) {
                    self.all += 1;
                } else if conjunction {
                    self.pending.extend(pool.operands(lit.expr).iter().map(|&e| pool.literal(e, true)));
                } else {
                    self.all += 1;
                    self.kept.push(lit);
                }
            }
        }
        let negated = (self.epoch, !query.goal.positive);
        if self.seen[query.goal.expr.index()] == negated { Reading::Contradiction } else { Reading::Ready }
    }

    fn join(&mut self, pool: &Pool, lit: Lit) {
        let vars = pool.vars(lit.expr);
        let (Some(&first), Some(&last)) = (vars.first(), vars.last()) else { return };
        // variables are ascending
        if self.parents.len() <= last as usize {
            self.parents.resize(last as usize + 1, (0, 0));
            self.places.resize(last as usize + 1, (0, 0));
        }
        let root = self.root(first);
        for &v in &vars[1..] {
            let other = self.root(v);
            self.parents[other as usize] = (self.epoch, root);
        }
    }

    fn root(&mut self, v: VarId) -> VarId {
        let mut v = v;
        loop {
            let (epoch, parent) = self.parents[v as usize];
            if epoch != self.epoch {
                self.parents[v as usize] = (self.epoch, v);
                return v;
            }
            if parent == v {
                return v;
            }
            // path halving
            let above = self.parents[parent as usize].1;
            self.parents[v as usize].1 = above;
            v = above;
        }
    }

    fn enter_vars(&mut self, pool: &Pool, query: &Query, pointers: &dyn Pointers) {
        self.vars.clear();
        self.values.clear();
        self.pointers.clear();
        self.any_pointer = false;
        for lit in &self.lits {
            for &v in pool.vars(lit.expr) {
                if self.places[v as usize].0 == self.epoch {
                    continue;
                }
                self.places[v as usize] = (self.epoch, self.vars.len() as u32);
                let pointer = pointers.is_pointer(v);
                self.any_pointer |= pointer;
                self.vars.push(v);
                self.values.push(query.model.get(v as usize).copied().unwrap_or(0));
                self.pointers.push(pointer);
            }
        }
    }
}
