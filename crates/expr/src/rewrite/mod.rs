//! Local simplification, done by every constructor: each rule stands under its equation, and the
//! tests evaluate both sides and have z3 prove them equal.
//!
//! Normal forms the rules establish and other crates rely on:
//! * a constant operand of a commutative operation stands on the right, other operands by id;
//! * a comparison with a constant has it on the right, and there is no `Ule` or `Sle`:
//!   `a <= b` is `not (b < a)`, so a literal and its negation share one expression;
//! * negation is `x ^ 1`, always outermost; booleans know only `And`, `Xor` and `Ite`;
//! * shifts by constants are extracts, concats and extensions; `Concat` nests to the right.
//!
//! Rules recurse only into parts a node's width bounds or into strictly simpler operands, never
//! down a chain of arbitrary length.
//!
//! To add a rule: 1. write the equation above it in the file of its outermost operation, 2. add
//! the unsimplified side to the table in `tests/rules_hold.rs`.

mod arith;
mod bits;
mod compare;
mod equal;
mod float;
mod float_compare;
mod shape;

pub(crate) use float::convert;
pub(crate) use shape::{concat, extract, ite, sext, zext};

use crate::op::{Op, apply};
use crate::pool::{ExprId, Pool};

/// A simplified binary operation.
pub(crate) fn binary(p: &mut Pool, op: Op, a: ExprId, b: ExprId) -> ExprId {
    if let (Some(x), Some(y)) = (p.as_const(a), p.as_const(b)) {
        let value = apply(op, p.width(a), x, y);
        let width = if op.is_comparison() { 1 } else { p.width(a) };
        return p.constant(width, value);
    }
    match op {
        Op::Add => arith::add(p, a, b),
        Op::Sub => arith::sub(p, a, b),
        Op::Mul => arith::mul(p, a, b),
        Op::UDiv | Op::SDiv => arith::div(p, op, a, b),
        Op::URem | Op::SRem => arith::rem(p, op, a, b),
        Op::Shl | Op::LShr | Op::AShr => bits::shift(p, op, a, b),
        Op::And => bits::and(p, a, b),
        Op::Or => bits::or(p, a, b),
        Op::Xor => bits::xor(p, a, b),
        Op::Eq => equal::eq(p, a, b),
        Op::Ult | Op::Slt => compare::less(p, op, a, b),
        // a <= b  =>  not (b < a)
        Op::Ule | Op::Sle => {
            let less = if op == Op::Ule { Op::Ult } else { Op::Slt };
            let flipped = binary(p, less, b, a);
            p.not(flipped)
        }
        Op::Concat => shape::concat(p, a, b),
        Op::FAdd | Op::FSub | Op::FMul | Op::FDiv | Op::FRem => float::arithmetic(p, op, a, b),
        Op::FEq | Op::FLt | Op::FLe => float_compare::compare(p, op, a, b),
        _ => {
            debug_assert!(false, "{op:?} has its own constructor");
            a
        }
    }
}

/// Operands of a commutative operation in canonical order: a constant right, else by id.
fn ordered(p: &Pool, a: ExprId, b: ExprId) -> (ExprId, ExprId) {
    let constant_left = p.op(a) == Op::Const;
    let constant_right = p.op(b) == Op::Const;
    if constant_left || (!constant_right && b < a) { (b, a) } else { (a, b) }
}

/// `x` and `c` if `e` is `op(x, c)` with a constant right operand.
fn with_const(p: &Pool, op: Op, e: ExprId) -> Option<(ExprId, u64)> {
    match *p.operands(e) {
        [x, c] if p.op(e) == op => p.as_const(c).map(|c| (x, c)),
        _ => None,
    }
}

/// The operands of `e` if it is a binary `op`.
fn pair(p: &Pool, op: Op, e: ExprId) -> Option<(ExprId, ExprId)> {
    match *p.operands(e) {
        [x, y] if p.op(e) == op => Some((x, y)),
        _ => None,
    }
}

/// The operand of `e` if it is the extension `op`.
fn extended(p: &Pool, op: Op, e: ExprId) -> Option<ExprId> {
    match *p.operands(e) {
        [x] if p.op(e) == op => Some(x),
        _ => None,
    }
}

/// Whether `a` is the bitwise negation of `b`.
fn complementary(p: &Pool, a: ExprId, b: ExprId) -> bool {
    let ones = crate::op::mask(p.width(a));
    with_const(p, Op::Xor, a) == Some((b, ones)) || with_const(p, Op::Xor, b) == Some((a, ones))
}

/// The greatest unsigned value the outermost operation of `e` allows.
fn greatest(p: &Pool, e: ExprId) -> u64 {
    let all = crate::op::mask(p.width(e));
    let constant = p.operands(e).get(1).and_then(|&c| p.as_const(c));
    match (p.op(e), constant) {
        (Op::ZExt, _) => p.operands(e).first().map_or(all, |&x| crate::op::mask(p.width(x))),
        (Op::And, Some(c)) => c,
        // x %u 0 is x
        (Op::URem, Some(c)) if c > 0 => c - 1,
        // x /u 0 is all ones
        (Op::UDiv, Some(c)) if c > 0 => all / c,
        _ => all,
    }
}
