//! Decides slices over one byte by enumeration: the outcomes of a literal for all 256 values are a truth table of
//! 256 bits, computed once and kept, and a slice is the intersection of its literals' tables.
//!
//! Fragment: any literals over one variable of at most 8 bits, which lexers and parsers are full of. Complete, unless
//! the deadline passes.

use acute_expr::{Evaluator, ExprId, Pool, mask};
use rustc_hash::FxHashMap;

use crate::Deadline;
use crate::layer::{Layer, Verdict};
use crate::slice::Slice;
use crate::task::Task;
use crate::workspace::Workspace;

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

impl Layer for EnumerateLayer {
    fn applies(&self, task: &mut Task) -> bool {
        task.workspace.slice.vars.len() == 1
    }

    fn solve(&mut self, task: &mut Task) -> Verdict {
        let Workspace { slice, values, options, .. } = &mut *task.workspace;
        self.decide(task.pool, slice, values, &options.deadline)
    }
}

impl EnumerateLayer {
    /// Decides the slice if it has one narrow variable; the next value upwards is taken.
    fn decide(&mut self, pool: &Pool, slice: &Slice, values: &mut [u64], deadline: &Deadline) -> Verdict {
        let (&[v], &[old], false) = (slice.vars.as_slice(), slice.values.as_slice(), slice.any_pointer)
        else {
            return Verdict::Pass;
        };
        let width = pool.var_width(v);
        if width > WIDTH {
            return Verdict::Pass;
        }
        if !self.tabulate(pool, slice, deadline) {
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

    /// Computes the tables of the slice that are not known yet; false if the deadline passes before that. Terms that
    /// literals share are computed once for each value.
    fn tabulate(&mut self, pool: &Pool, slice: &Slice, deadline: &Deadline) -> bool {
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
            if value % 16 == 15 && deadline.is_over() {
                return false;
            }
        }
        tables.extend(new.drain(..));
        true
    }
}
