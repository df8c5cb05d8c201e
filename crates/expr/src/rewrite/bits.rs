//! Rules whose outermost operation is bitwise or a shift.

use super::{complementary, extended, ordered, pair, with_const};
use crate::op::{Op, mask};
use crate::pool::{ExprId, Pool};

pub(super) fn and(p: &mut Pool, a: ExprId, b: ExprId) -> ExprId {
    let width = p.width(a);
    let (a, b) = ordered(p, a, b);
    // x & x  =>  x
    if a == b {
        return a;
    }
    // x & ~x  =>  0
    if complementary(p, a, b) {
        return p.constant(width, 0);
    }
    if let Some(c) = p.as_const(b) {
        // x & 0  =>  0
        if c == 0 {
            return b;
        }
        // x & ~0  =>  x
        if c == mask(width) {
            return a;
        }
        // (x & c1) & c2  =>  x & (c1 & c2)
        if let Some((x, c1)) = with_const(p, Op::And, a) {
            let c = p.constant(width, c1 & c);
            return p.binary(Op::And, x, c);
        }
        // zext(x) & c  =>  zext(x & c)
        if let Some(x) = extended(p, Op::ZExt, a) {
            let c = p.constant(p.width(x), c);
            let low = p.binary(Op::And, x, c);
            return p.zext(low, width);
        }
        // x & (2^k - 1)  =>  zext(x[k-1:0])
        if c.wrapping_add(1).is_power_of_two() {
            let low = p.extract(a, 0, c.trailing_ones() as u8);
            return p.zext(low, width);
        }
        // (h . l) & c  =>  (h & c_high) . (l & c_low)
        if let Some((h, l)) = pair(p, Op::Concat, a) {
            let c_high = p.constant(p.width(h), c >> p.width(l));
            let c_low = p.constant(p.width(l), c);
            let high = p.binary(Op::And, h, c_high);
            let low = p.binary(Op::And, l, c_low);
            return p.concat(high, low);
        }
    }
    // x & (x & y)  =>  x & y
    for (x, y) in [(a, b), (b, a)] {
        if pair(p, Op::And, y).is_some_and(|(l, r)| l == x || r == x) {
            return y;
        }
    }
    p.raw(Op::And, width, &[a, b])
}

pub(super) fn or(p: &mut Pool, a: ExprId, b: ExprId) -> ExprId {
    let width = p.width(a);
    // a | b  =>  not (not a & not b)  on booleans
    if width == 1 {
        let (na, nb) = (p.not(a), p.not(b));
        let neither = p.binary(Op::And, na, nb);
        return p.not(neither);
    }
    let (a, b) = ordered(p, a, b);
    // x | x  =>  x
    if a == b {
        return a;
    }
    // x | ~x  =>  ~0
    if complementary(p, a, b) {
        return p.constant(width, u64::MAX);
    }
    if let Some(c) = p.as_const(b) {
        // x | 0  =>  x
        if c == 0 {
            return a;
        }
        // x | ~0  =>  ~0
        if c == mask(width) {
            return b;
        }
        // (x | c1) | c2  =>  x | (c1 | c2)
        if let Some((x, c1)) = with_const(p, Op::Or, a) {
            let c = p.constant(width, c1 | c);
            return p.binary(Op::Or, x, c);
        }
    }
    for (x, y) in [(a, b), (b, a)] {
        if let Some(joined) = join_disjoint(p, x, y) {
            return joined;
        }
    }
    p.raw(Op::Or, width, &[a, b])
}

/// `x | y` where `x` is a concat or its zero extension and `y` has no bit above the concat's low
/// part, which in turn is zero wherever `y` is not: the way C assembles an integer from bytes.
pub(super) fn join_disjoint(p: &mut Pool, x: ExprId, y: ExprId) -> Option<ExprId> {
    let width = p.width(x);
    let y_low = extended(p, Op::ZExt, y)?;
    let y_width = p.width(y_low);
    // zext(x) | zext(y)  =>  zext(zext(x) | zext(y)) at the wider of both inner widths
    if let Some(x_low) = extended(p, Op::ZExt, x) {
        if p.width(x_low) <= y_width {
            return None;
        }
        let y = p.zext(y_low, p.width(x_low));
        let joined = join_disjoint(p, x_low, y)?;
        return Some(p.zext(joined, width));
    }
    let (h, l) = pair(p, Op::Concat, x)?;
    let l_width = p.width(l);
    if y_width > l_width {
        return None;
    }
    let y = p.zext(y_low, l_width);
    // (h . 0) | zext(y)  =>  h . zext(y)
    let low = if p.as_const(l) == Some(0) { y } else { join_disjoint(p, l, y)? };
    // (h . l) | zext(y)  =>  h . (l | zext(y))
    Some(p.concat(h, low))
}

pub(super) fn xor(p: &mut Pool, a: ExprId, b: ExprId) -> ExprId {
    let width = p.width(a);
    let (a, b) = ordered(p, a, b);
    // x ^ x  =>  0
    if a == b {
        return p.constant(width, 0);
    }
    if let Some(c) = p.as_const(b) {
        // x ^ 0  =>  x
        if c == 0 {
            return a;
        }
        // (x ^ c1) ^ c2  =>  x ^ (c1 ^ c2)
        if let Some((x, c1)) = with_const(p, Op::Xor, a) {
            return xor_const(p, x, c1 ^ c);
        }
        return p.raw(Op::Xor, width, &[a, b]);
    }
    // (x ^ c) ^ y  =>  (x ^ y) ^ c
    if let Some((x, c)) = with_const(p, Op::Xor, a) {
        let rest = p.binary(Op::Xor, x, b);
        return xor_const(p, rest, c);
    }
    if let Some((y, c)) = with_const(p, Op::Xor, b) {
        let rest = p.binary(Op::Xor, a, y);
        return xor_const(p, rest, c);
    }
    // x ^ (x ^ y)  =>  y
    for (x, y) in [(a, b), (b, a)] {
        if let Some((l, r)) = pair(p, Op::Xor, y) {
            if l == x {
                return r;
            }
            if r == x {
                return l;
            }
        }
    }
    p.raw(Op::Xor, width, &[a, b])
}

fn xor_const(p: &mut Pool, x: ExprId, c: u64) -> ExprId {
    let c = p.constant(p.width(x), c);
    p.binary(Op::Xor, x, c)
}

pub(super) fn shift(p: &mut Pool, op: Op, a: ExprId, b: ExprId) -> ExprId {
    let width = p.width(a);
    // 0 shifted  =>  0
    if p.as_const(a) == Some(0) {
        return a;
    }
    let Some(amount) = p.as_const(b) else {
        return p.raw(op, width, &[a, b]);
    };
    // x shifted by 0  =>  x
    if amount == 0 {
        return a;
    }
    let too_far = amount >= u64::from(width);
    match op {
        // x >>s c  =>  sext(x[w-1:min(c, w-1)])
        Op::AShr => {
            let lo = if too_far { width - 1 } else { amount as u8 };
            let high = p.extract(a, lo, width - lo);
            p.sext(high, width)
        }
        // x << c  =>  0  and  x >>u c  =>  0  for c >= w
        _ if too_far => p.constant(width, 0),
        // x << c  =>  x[w-1-c:0] . 0
        Op::Shl => {
            let kept = p.extract(a, 0, width - amount as u8);
            let zeros = p.constant(amount as u8, 0);
            p.concat(kept, zeros)
        }
        // x >>u c  =>  zext(x[w-1:c])
        _ => {
            let high = p.extract(a, amount as u8, width - amount as u8);
            p.zext(high, width)
        }
    }
}
