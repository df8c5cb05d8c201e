//! Rules for the two strict orders, unsigned and signed.

use super::{extended, greatest};
use crate::op::{Op, mask, sign_extend};
use crate::pool::{ExprId, Pool};

/// `a < b` under `Ult` or `Slt`.
pub(super) fn less(p: &mut Pool, op: Op, a: ExprId, b: ExprId) -> ExprId {
    // x < x  =>  false
    if a == b {
        return p.bool(false);
    }
    let width = p.width(a);
    if width == 1 {
        // a <u b  =>  not a & b,   a <s b  =>  a & not b  on booleans, where true is -1
        let (low, high) = if op == Op::Ult { (a, b) } else { (b, a) };
        let not_low = p.not(low);
        return p.binary(Op::And, not_low, high);
    }
    if let Some(c) = p.as_const(b) {
        return below_const(p, op, a, c);
    }
    if let Some(c) = p.as_const(a) {
        // max < x  =>  false
        if c == largest(op, width) {
            return p.bool(false);
        }
        // c < x  =>  not (x < c + 1)
        let at_most = below_const(p, op, b, c.wrapping_add(1) & mask(width));
        return p.not(at_most);
    }
    less_extended(p, op, a, b).unwrap_or_else(|| p.raw(op, 1, &[a, b]))
}

fn smallest(op: Op, width: u8) -> u64 {
    if op == Op::Ult { 0 } else { 1 << (width - 1) }
}

fn largest(op: Op, width: u8) -> u64 {
    if op == Op::Ult { mask(width) } else { mask(width - 1) }
}

/// `x < c`.
fn below_const(p: &mut Pool, op: Op, x: ExprId, c: u64) -> ExprId {
    let width = p.width(x);
    // x < min  =>  false
    if c == smallest(op, width) {
        return p.bool(false);
    }
    // x < min + 1  =>  x == min
    if c == smallest(op, width).wrapping_add(1) & mask(width) {
        let min = p.constant(width, smallest(op, width));
        return p.binary(Op::Eq, x, min);
    }
    // x < max  =>  not (x == max)
    if c == largest(op, width) {
        let max = p.constant(width, c);
        return p.ne(x, max);
    }
    if let Some(decided) = bounded_below_const(p, op, x, c) {
        return decided;
    }
    // zext(x) <u c  =>  x <u c  for c <= max(x)
    if let Some(inner) = extended(p, Op::ZExt, x) {
        let c = p.constant(p.width(inner), c);
        return p.binary(Op::Ult, inner, c);
    }
    if let Some(inner) = extended(p, Op::SExt, x) {
        return sext_below_const(p, op, inner, width, c);
    }
    // ite(b, k1, k2) < c  =>  ite(b, k1 < c, k2 < c)
    let bound = p.constant(width, c);
    if let Some(pushed) = super::equal::into_ite(p, op, x, bound) {
        return pushed;
    }
    p.raw(op, 1, &[x, bound])
}

/// `x < c` for an `x` known to be small, as a zext, a remainder or a masked value is.
fn bounded_below_const(p: &mut Pool, op: Op, x: ExprId, c: u64) -> Option<ExprId> {
    let most = greatest(p, x);
    if op == Op::Slt && most > mask(p.width(x) - 1) {
        return None;
    }
    // 0 <= x <= most and c < 0:  x <s c  =>  false
    if op == Op::Slt && sign_extend(p.width(x), c) < 0 {
        return Some(p.bool(false));
    }
    // 0 <= x <= most < c:  x < c  =>  true
    if c > most {
        return Some(p.bool(true));
    }
    // 0 <= x <= most, not negative:  x <s c  =>  x <u c
    (op == Op::Slt).then(|| below_const(p, Op::Ult, x, c))
}

fn sext_below_const(p: &mut Pool, op: Op, inner: ExprId, width: u8, c: u64) -> ExprId {
    let narrow = p.width(inner);
    let fits = sign_extend(narrow, c) == sign_extend(width, c);
    let zero = p.constant(narrow, 0);
    let low = p.constant(narrow, c);
    match op {
        // sext(x) < c  =>  x < c  if c is some sext, under either order
        _ if fits => p.binary(op, inner, low),
        // sext(x) <s c  =>  c >s 0  otherwise
        Op::Slt => p.bool(sign_extend(width, c) > 0),
        // sext(x) <u c  =>  not (x <s 0)  for a c between the non-negative and the negative ones
        _ => {
            let negative = p.binary(Op::Slt, inner, zero);
            p.not(negative)
        }
    }
}

/// `a < b` where both are extensions of one kind.
fn less_extended(p: &mut Pool, op: Op, a: ExprId, b: ExprId) -> Option<ExprId> {
    if let (Some(x), Some(y)) = (extended(p, Op::ZExt, a), extended(p, Op::ZExt, b)) {
        // zext(x) <s zext(y)  =>  zext(x) <u zext(y)  =>  x <u y, the narrower one extended
        let width = p.width(x).max(p.width(y));
        let (x, y) = (p.zext(x, width), p.zext(y, width));
        return Some(p.binary(Op::Ult, x, y));
    }
    if let (Some(x), Some(y)) = (extended(p, Op::SExt, a), extended(p, Op::SExt, b)) {
        // sext(x) < sext(y)  =>  x < y, the narrower one extended, under either order
        let width = p.width(x).max(p.width(y));
        let (x, y) = (p.sext(x, width), p.sext(y, width));
        return Some(p.binary(op, x, y));
    }
    None
}
