//! Slices over one byte, as lexers and parsers are full of, decided by truth tables: a literal's
//! outcomes for all 256 values are 256 bits, computed once and kept, and a slice is the
//! intersection of its literals' tables.

use acute_expr::{Evaluator, ExprId, Pool, mask};
use rustc_hash::FxHashMap;

use crate::Verdict;
use crate::options::Patience;
use crate::slice::Slice;

/// Variables up to this width are tried out.
const WIDTH: u8 = 8;

/// Tables after which memory starts afresh.
const LIMIT: usize = 100_000;

// bit v: the expression is true where the variable is v; bits past the variable's range repeat it
type Table = [u64; 4];

/// The truth tables of literals seen so far.
#[derive(Default)]
pub(crate) struct EnumerateLayer {
    tables: FxHashMap<ExprId, Table>,
    evaluator: Evaluator,
    // those of the slice that are not known yet
    new: Vec<(ExprId, Table)>,
}

impl EnumerateLayer {
    /// Decides the slice if it has one narrow variable; the next value upwards is taken.
    pub fn solve(&mut self, pool: &Pool, slice: &Slice, values: &mut [u64], patience: &Patience) -> Verdict {
        let (&[v], &[old], false) = (slice.vars.as_slice(), slice.values.as_slice(), slice.any_pointer)
        else {
            return Verdict::Pass;
        };
        let width = pool.var_width(v);
        if width > WIDTH {
            return Verdict::Pass;
        }
        if !self.learn(pool, slice, patience) {
            return Verdict::Pass;
        }
        let mut allowed: Table = [u64::MAX; 4];
        for lit in &slice.lits {
            for (allowed, holds) in allowed.iter_mut().zip(self.tables[&lit.expr]) {
                *allowed &= if lit.positive { holds } else { !holds };
            }
        }
        for offset in 0..256u64 {
            let value = old.wrapping_add(offset) & 255;
            if allowed[(value / 64) as usize] >> (value % 64) & 1 == 1 {
                values[0] = value & mask(width);
                return Verdict::Sat;
            }
        }
        Verdict::Unsat
    }

    /// Computes the tables of the slice that are not known yet, unless time is up before that. What the literals
    /// share is computed once for each value.
    fn learn(&mut self, pool: &Pool, slice: &Slice, patience: &Patience) -> bool {
        if self.tables.len() >= LIMIT {
            self.tables.clear();
        }
        let Self { tables, evaluator, new } = self;
        new.clear();
        new.extend(
            slice.lits.iter().filter(|lit| !tables.contains_key(&lit.expr)).map(|lit| (lit.expr, [0; 4])),
        );
        if new.is_empty() {
            return true;
        }
        for value in 0..256u64 {
            evaluator.new_model();
            for (e, table) in new.iter_mut() {
                table[(value / 64) as usize] |= evaluator.eval(pool, *e, &|_| value) << (value % 64);
            }
            if value % 16 == 15 && patience.is_over() {
                return false;
            }
        }
        tables.extend(new.drain(..));
        true
    }
}
