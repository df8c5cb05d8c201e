//! Slices over one byte, as lexers and parsers are full of, decided by truth tables: a literal's
//! outcomes for all 256 values are 256 bits, computed once and kept, and a slice is the
//! intersection of its literals' tables.

use acute_expr::{Evaluator, ExprId, Pool, mask};
use rustc_hash::FxHashMap;

use crate::Verdict;
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
}

impl EnumerateLayer {
    /// Decides the slice if it has one narrow variable; the next value upwards is taken.
    pub fn solve(&mut self, pool: &Pool, slice: &Slice, values: &mut [u64]) -> Verdict {
        let (&[v], &[old], false) = (slice.vars.as_slice(), slice.values.as_slice(), slice.any_pointer)
        else {
            return Verdict::Pass;
        };
        let width = pool.var_width(v);
        if width > WIDTH {
            return Verdict::Pass;
        }
        let mut allowed: Table = [u64::MAX; 4];
        for lit in &slice.lits {
            let table = self.table(pool, lit.expr);
            for (allowed, holds) in allowed.iter_mut().zip(table) {
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

    fn table(&mut self, pool: &Pool, e: ExprId) -> Table {
        if let Some(&known) = self.tables.get(&e) {
            return known;
        }
        if self.tables.len() >= LIMIT {
            self.tables.clear();
        }
        let mut table: Table = [0; 4];
        for value in 0..256u64 {
            self.evaluator.new_model();
            table[(value / 64) as usize] |= self.evaluator.eval(pool, e, &|_| value) << (value % 64);
        }
        self.tables.insert(e, table);
        table
    }
}
