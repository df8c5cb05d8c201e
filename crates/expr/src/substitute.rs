//! Parts of expressions replaced by others, everything above them simplified again.

use rustc_hash::FxHashMap;

use crate::VarId;
use crate::op::Op;
use crate::pool::{ExprId, Pool};

impl Pool {
    /// The expressions with each part for which `value` says so replaced by a constant; none if
    /// more than `limit` nodes would have to be looked at.
    pub fn substitute(
        &mut self,
        roots: &[ExprId],
        limit: usize,
        value: impl Fn(&Pool, ExprId) -> Option<u64>,
    ) -> Option<Vec<ExprId>> {
        let constant = |pool: &mut Pool, e| {
            let value = value(pool, e)?;
            Some(pool.constant(pool.width(e), value))
        };
        self.replace(roots, limit, constant)
    }

    /// The expressions with variables renamed; `limit` as for [`Pool::substitute`].
    pub fn rename(
        &mut self,
        roots: &[ExprId],
        limit: usize,
        new: impl Fn(VarId) -> Option<VarId>,
    ) -> Option<Vec<ExprId>> {
        let variable = |pool: &mut Pool, e| {
            let v = new(pool.as_var(e)?)?;
            Some(pool.var(v, pool.width(e)))
        };
        self.replace(roots, limit, variable)
    }

    fn replace(
        &mut self,
        roots: &[ExprId],
        limit: usize,
        by: impl Fn(&mut Pool, ExprId) -> Option<ExprId>,
    ) -> Option<Vec<ExprId>> {
        let mut new: FxHashMap<ExprId, ExprId> = FxHashMap::default();
        let mut nodes: Vec<ExprId> = Vec::new();
        let mut todo = roots.to_vec();
        while let Some(e) = todo.pop() {
            if new.contains_key(&e) {
                continue;
            }
            if new.len() >= limit {
                return None;
            }
            if let Some(other) = by(self, e) {
                new.insert(e, other);
            } else {
                new.insert(e, e);
                nodes.push(e);
                todo.extend_from_slice(self.operands(e));
            }
        }
        // ids ascend from operands to users
        nodes.sort_unstable();
        for e in nodes {
            let mut args = [e; 3];
            for (slot, operand) in args.iter_mut().zip(self.operands(e)) {
                *slot = new[operand];
            }
            if !self.operands(e).iter().eq(&args[..self.op(e).arity()]) {
                let rebuilt = self.with_operands(e, args);
                new.insert(e, rebuilt);
            }
        }
        Some(roots.iter().map(|root| new[root]).collect())
    }

    /// What `e` is with other operands of the same widths; places it does not have are ignored.
    pub fn with_operands(&mut self, e: ExprId, args: [ExprId; 3]) -> ExprId {
        let (op, width) = (self.op(e), self.width(e));
        match op {
            Op::Const | Op::Var => e,
            Op::ZExt => self.zext(args[0], width),
            Op::SExt => self.sext(args[0], width),
            Op::Extract => self.extract(args[0], self.extract_lo(e), width),
            Op::Concat => self.concat(args[0], args[1]),
            Op::Ite => self.ite(args[0], args[1], args[2]),
            op if op.is_conversion() => self.convert(op, args[0], width),
            op => self.binary(op, args[0], args[1]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_product_becomes_linear_and_what_is_constant_folds() {
        let mut p = Pool::new();
        let (x, y, hundred) = (p.var(0, 32), p.var(1, 32), p.constant(32, 100));
        let product = p.binary(Op::Mul, x, y);
        let below = p.binary(Op::Slt, product, hundred);
        let found = p.substitute(&[below, product], 100, |p, e| (p.as_var(e) == Some(0)).then_some(536));
        let c = p.constant(32, 536);
        let linear = p.binary(Op::Mul, y, c);
        let wanted = p.binary(Op::Slt, linear, hundred);
        assert_eq!(found, Some(vec![wanted, linear]));
        let all = p.substitute(&[below], 100, |p, e| p.as_var(e).map(|v| u64::from(v) + 10));
        assert_eq!(all.map(|all| p.as_const(all[0])), Some(Some(0)));
        assert_eq!(p.substitute(&[below], 2, |_, _| None), None);
    }

    #[test]
    fn a_deep_chain_needs_no_stack() {
        let mut p = Pool::new();
        let (x, y) = (p.var(0, 32), p.var(1, 32));
        let mut e = x;
        for _ in 0..1_000_000 {
            let sum = p.binary(Op::Xor, e, y);
            e = p.binary(Op::Mul, sum, x);
        }
        let found = p.substitute(&[e], usize::MAX, |p, e| (p.as_var(e) == Some(1)).then_some(7));
        let found = found.expect("no limit")[0];
        assert_eq!(p.vars(found), [0]);
        assert_eq!(p.eval(found, &|_| 3), p.eval(e, &|v| if v == 0 { 3 } else { 7 }));
    }
}
