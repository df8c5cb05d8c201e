//! Decides pointer equalities: CUTE's solver for pointer constraints (Sen, Marinov, Agha: "CUTE: a
//! concolic unit testing engine for C", ESEC/FSE 2005, section 3.5 and figure 9).
//!
//! Fragment: `p == q`, `p != q`, also with constants, over pointer variables. Complete for `Unsat`; a model may be
//! missed where the domains of several pointers would have to change.
//!
//! As in the paper, equivalence classes with NULL as a node decide, and only the goal's classes change.
//! Different here: a class may also hold the address of an object, a new object is asked for until
//! it differs from its neighbours, and in a slice with other literals too the equalities alone may still be
//! unsatisfiable.

use acute_expr::{ExprId, Lit, Op, Pool};

use crate::Pointers;
use crate::layer::{Layer, Verdict};
use crate::slice::Slice;
use crate::task::Task;
use crate::workspace::Workspace;

/// New objects offered to one variable.
const FRESH: u32 = 8;

/// Classes of equal pointers and the edges between different ones.
#[derive(Default)]
pub(crate) struct PointerLayer {
    // union-find over the slice's variables, followed by the constants
    parents: Vec<u32>,
    constants: Vec<u64>,
    different: Vec<(u32, u32)>,
    // by node, counts for roots: the value of the class
    class_values: Vec<u64>,
    // by node, counts for roots: whether the class holds a constant
    fixed: Vec<bool>,
    candidates: Vec<u64>,
}

impl Layer for PointerLayer {
    fn applies(&self, task: &mut Task) -> bool {
        task.workspace.slice.any_pointer
    }

    fn solve(&mut self, task: &mut Task) -> Verdict {
        let Workspace { slice, values, .. } = &mut *task.workspace;
        self.decide(task.pool, slice, task.pointers, values)
    }
}

impl PointerLayer {
    /// Decides the slice if its literals are pointer (dis)equalities.
    fn decide(
        &mut self,
        pool: &Pool,
        slice: &Slice,
        pointers: &mut dyn Pointers,
        values: &mut [u64],
    ) -> Verdict {
        let pure = self.read(pool, slice);
        if self.contradictory() {
            return Verdict::Unsat;
        }
        let Some((a, b)) = self.sides(pool, slice, slice.goal()).filter(|_| pure) else {
            return Verdict::Pass;
        };
        self.enter_values(slice, a);
        let (a, b) = (self.root(a), self.root(b));
        // "x = y": the class takes the value of one side; "x != y": one of the classes changes
        let settled = if slice.goal().positive {
            self.assign(slice, pointers, a, true) || self.make_room(slice, pointers, a)
        } else {
            // The one that shares another's object goes: it has one of its own to go to.
            let (first, second) = if self.owns(slice, pointers, b) { (a, b) } else { (b, a) };
            self.assign(slice, pointers, first, false) || self.assign(slice, pointers, second, false)
        };
        if !settled {
            return Verdict::Pass;
        }
        for (place, slot) in values.iter_mut().enumerate() {
            let root = self.root(place as u32) as usize;
            *slot = self.class_values[root];
        }
        Verdict::Sat
    }

    /// Tells whether the class has the object that one of its variables is given first.
    fn owns(&mut self, slice: &Slice, pointers: &mut dyn Pointers, class: u32) -> bool {
        let present = self.class_values[class as usize];
        (0..slice.vars.len()).any(|place| {
            self.root(place as u32) == class && pointers.fresh(slice.vars[place], 0) == Some(present)
        })
    }

    /// Gives the class a value that suits its neighbours, if there is one.
    fn assign(&mut self, slice: &Slice, pointers: &mut dyn Pointers, class: u32, may_stay: bool) -> bool {
        let value = self.choose(slice, pointers, class, may_stay);
        if let Some(value) = value {
            self.class_values[class as usize] = value;
        }
        value.is_some()
    }

    /// Moves the neighbours out of the way of a class that has no choice.
    fn make_room(&mut self, slice: &Slice, pointers: &mut dyn Pointers, class: u32) -> bool {
        if !self.fixed[class as usize] {
            return false;
        }
        for i in 0..self.different.len() {
            let (a, b) = self.different[i];
            let (a, b) = (self.root(a), self.root(b));
            let neighbour = if a == class { b } else { a };
            let collides = self.class_values[a as usize] == self.class_values[b as usize];
            if (a == class || b == class) && collides && !self.assign(slice, pointers, neighbour, false) {
                return false;
            }
        }
        true
    }

    /// Builds the classes; true if every literal is a (dis)equality of pointers and constants.
    fn read(&mut self, pool: &Pool, slice: &Slice) -> bool {
        self.parents.clear();
        self.parents.extend(0..slice.vars.len() as u32);
        self.constants.clear();
        self.different.clear();
        let mut pure = true;
        for &lit in &slice.lits {
            match self.sides(pool, slice, lit) {
                Some((a, b)) if lit.positive => {
                    let (a, b) = (self.root(a), self.root(b));
                    self.parents[a as usize] = b;
                }
                Some((a, b)) => self.different.push((a, b)),
                None => pure = false,
            }
        }
        pure && slice.pointers.iter().all(|&pointer| pointer)
    }

    /// The two nodes a literal compares.
    fn sides(&mut self, pool: &Pool, slice: &Slice, lit: Lit) -> Option<(u32, u32)> {
        match *pool.operands(lit.expr) {
            [a, b] if pool.op(lit.expr) == Op::Eq => {
                Some((self.node(pool, slice, a)?, self.node(pool, slice, b)?))
            }
            _ => None,
        }
    }

    fn node(&mut self, pool: &Pool, slice: &Slice, e: ExprId) -> Option<u32> {
        if let Some(v) = pool.as_var(e) {
            return Some(slice.place(v) as u32);
        }
        let value = pool.as_const(e)?;
        let known = self.constants.iter().position(|&c| c == value);
        let index = known.unwrap_or_else(|| {
            self.constants.push(value);
            self.parents.push(self.parents.len() as u32);
            self.constants.len() - 1
        });
        Some((slice.vars.len() + index) as u32)
    }

    fn root(&mut self, node: u32) -> u32 {
        let mut node = node as usize;
        while self.parents[node] as usize != node {
            self.parents[node] = self.parents[self.parents[node] as usize];
            node = self.parents[node] as usize;
        }
        node as u32
    }

    /// Tells whether a class holds two constants or has an edge to itself.
    fn contradictory(&mut self) -> bool {
        for i in 0..self.different.len() {
            let (a, b) = self.different[i];
            if self.root(a) == self.root(b) {
                return true;
            }
        }
        let first = self.parents.len() - self.constants.len();
        for i in first..self.parents.len() {
            for j in first..i {
                if self.root(i as u32) == self.root(j as u32) {
                    return true;
                }
            }
        }
        false
    }

    /// Enters each class's present value; in the goal's own class the sides still differ, and the
    /// first goal side's is entered.
    fn enter_values(&mut self, slice: &Slice, goal_side: u32) {
        let variables = slice.vars.len();
        self.class_values.clear();
        self.class_values.resize(self.parents.len(), 0);
        self.fixed.clear();
        self.fixed.resize(self.parents.len(), false);
        for (place, &value) in slice.values.iter().enumerate() {
            let root = self.root(place as u32) as usize;
            self.class_values[root] = value;
        }
        if let Some(&value) = slice.values.get(goal_side as usize) {
            let root = self.root(goal_side) as usize;
            self.class_values[root] = value;
        }
        for i in 0..self.constants.len() {
            let root = self.root((variables + i) as u32) as usize;
            self.class_values[root] = self.constants[i];
            self.fixed[root] = true;
        }
    }

    /// A value for the class that differs from its neighbours' and, unless it `may_stay`, from its
    /// own present one.
    fn choose(
        &mut self,
        slice: &Slice,
        pointers: &mut dyn Pointers,
        class: u32,
        may_stay: bool,
    ) -> Option<u64> {
        let present = self.class_values[class as usize];
        if self.fixed[class as usize] {
            return (may_stay && self.differs(class, present)).then_some(present);
        }
        let members: Vec<usize> =
            (0..slice.vars.len()).filter(|&place| self.root(place as u32) == class).collect();
        self.candidates.clear();
        if may_stay {
            // A real object first: "x = y" is about an alias more often than about two NULLs. Of two that of the
            // pointer that was followed first: what was read through it stays as it is. And the older one:
            // where lists were made circular by moving the pointer to their beginning, there would be no end
            // of new objects.
            let mut ranked: Vec<(bool, usize, u64)> = vec![(present == 0, usize::MAX, present)];
            for &place in &members {
                let value = slice.values[place];
                ranked.push((value == 0, pointers.rank(slice.vars[place]), value));
            }
            ranked.sort_unstable();
            self.candidates.extend(ranked.iter().map(|(_, _, value)| *value));
        }
        if let Some(value) = self.first_fit(class) {
            return Some(value);
        }
        for &place in &members {
            for k in 0..FRESH {
                match pointers.fresh(slice.vars[place], k) {
                    Some(value) if self.differs(class, value) => return Some(value),
                    Some(_) => {}
                    None => break,
                }
            }
        }
        self.candidates.clear();
        for &place in &members {
            pointers.aliases(slice.vars[place], &mut self.candidates);
        }
        self.candidates.push(0);
        self.first_fit(class)
    }

    fn first_fit(&mut self, class: u32) -> Option<u64> {
        let candidates = std::mem::take(&mut self.candidates);
        let found = candidates.iter().copied().find(|&value| self.differs(class, value));
        self.candidates = candidates;
        found
    }

    /// Tells whether the class may have the value besides its neighbours'.
    fn differs(&mut self, class: u32, value: u64) -> bool {
        for i in 0..self.different.len() {
            let (a, b) = self.different[i];
            let (a, b) = (self.root(a), self.root(b));
            let other = if a == class { b } else { a };
            if (a == class || b == class) && self.class_values[other as usize] == value {
                return false;
            }
        }
        true
    }
}
