//! A boolean expression with a polarity.

use crate::{ExprId, Op, Pool};

/// A boolean expression taken as true or as false.
///
/// Literals from [`Pool::literal`] are canonical: `expr` is never itself a negation, so a literal
/// and its negation share `expr` and differ in `positive` alone.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Lit {
    /// The boolean expression, not a negation.
    pub expr: ExprId,
    /// Whether the expression is to hold.
    pub positive: bool,
}

impl Lit {
    /// The opposite literal.
    #[must_use]
    pub fn negate(self) -> Self {
        Lit { expr: self.expr, positive: !self.positive }
    }
}

impl Pool {
    /// The canonical literal saying that the boolean `e` has the outcome `taken`.
    pub fn literal(&self, e: ExprId, taken: bool) -> Lit {
        debug_assert_eq!(self.width(e), 1, "a literal is a boolean");
        // not x is stored as x ^ 1, and constructors never leave two of them nested
        match (self.op(e), self.operands(e)) {
            (Op::Xor, &[x, one]) if self.as_const(one) == Some(1) => Lit { expr: x, positive: !taken },
            _ => Lit { expr: e, positive: taken },
        }
    }

    /// The boolean expression a literal stands for.
    pub fn literal_expr(&mut self, lit: Lit) -> ExprId {
        if lit.positive { lit.expr } else { self.not(lit.expr) }
    }
}
