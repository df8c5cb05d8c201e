//! The values pointer variables may take in the layers that treat them as numbers.

use acute_expr::{ExprId, Lit, Op, Pool, VarId};

use crate::Pointers;
use crate::slice::Slice;

/// New objects offered to one variable.
const FRESH: u32 = 4;

/// For each pointer variable of a slice its allowed values.
#[derive(Default)]
pub(crate) struct Domains {
    // by place in the slice; empty: any value
    // invariant: the present value comes first, no value twice
    allowed: Vec<Vec<u64>>,
    // the slice whose domains were read last
    stamp: u64,
}

impl Domains {
    /// The values allowed at a place of the slice; none: it is not a pointer.
    pub fn of(&self, place: usize) -> Option<&[u64]> {
        self.allowed.get(place).map(Vec::as_slice).filter(|values| !values.is_empty())
    }

    /// Tells whether the domains are those of a slice.
    pub fn are_of(&self, slice: &Slice) -> bool {
        self.stamp == slice.stamp()
    }

    /// Asks for the domains of the slice's pointers.
    pub fn read(&mut self, pool: &Pool, slice: &Slice, pointers: &mut dyn Pointers) {
        self.stamp = slice.stamp();
        self.allowed.clear();
        if !slice.any_pointer {
            return;
        }
        self.allowed.resize(slice.vars.len(), Vec::new());
        for (place, &v) in slice.vars.iter().enumerate() {
            if slice.pointers[place] && !(pointers.is_number(v) && counts(pool, slice, v)) {
                let mut allowed = vec![slice.values[place], 0];
                allowed.extend((0..FRESH).map_while(|k| pointers.fresh(v, k)));
                pointers.aliases(v, &mut allowed);
                self.allow(place, &allowed);
            }
        }
        // twice, so that values travel both ways along a chain of equalities
        self.compared(pool, slice);
        self.compared(pool, slice);
    }

    /// Adds the constants a pointer is compared with, and what forced equality may bring over.
    fn compared(&mut self, pool: &Pool, slice: &Slice) {
        for &lit in &slice.lits {
            let (Op::Eq, &[a, b]) = (pool.op(lit.expr), pool.operands(lit.expr)) else { continue };
            let place = |e| pool.as_var(e).map(|v| slice.place(v)).filter(|&p| slice.pointers[p]);
            match (place(a).filter(|p| self.is_bound(*p)), place(b).filter(|p| self.is_bound(*p))) {
                (Some(p), None) => self.allow(p, pool.as_const(b).as_slice()),
                (None, Some(p)) => self.allow(p, pool.as_const(a).as_slice()),
                (Some(p), Some(q)) if lit.positive => {
                    let (from_p, from_q) = (self.allowed[p].clone(), self.allowed[q].clone());
                    self.allow(p, &from_q);
                    self.allow(q, &from_p);
                }
                _ => {}
            }
        }
    }

    /// Tells whether a place has a domain.
    fn is_bound(&self, place: usize) -> bool {
        !self.allowed[place].is_empty()
    }

    fn allow(&mut self, place: usize, values: &[u64]) {
        for &value in values {
            if !self.allowed[place].contains(&value) {
                self.allowed[place].push(value);
            }
        }
    }
}

/// Tells whether a literal does more with a variable than compare it with a constant or a variable.
fn counts(pool: &Pool, slice: &Slice, v: VarId) -> bool {
    let plain = |e: ExprId| pool.as_var(e).is_some() || pool.as_const(e).is_some();
    let compares =
        |lit: &Lit| pool.op(lit.expr) == Op::Eq && pool.operands(lit.expr).iter().all(|&e| plain(e));
    slice.lits.iter().any(|lit| pool.vars(lit.expr).contains(&v) && !compares(lit))
}
