//! Rules whose outermost operation is arithmetic.

use super::{ordered, pair, with_const};
use crate::op::{Op, mask};
use crate::pool::{ExprId, Pool};

pub(super) fn add(p: &mut Pool, a: ExprId, b: ExprId) -> ExprId {
    let width = p.width(a);
    // a + b  =>  a ^ b  on booleans
    if width == 1 {
        return p.binary(Op::Xor, a, b);
    }
    let (a, b) = ordered(p, a, b);
    if let Some(c) = p.as_const(b) {
        // x + 0  =>  x
        if c == 0 {
            return a;
        }
        // (x + c1) + c2  =>  x + (c1 + c2)
        if let Some((x, c1)) = with_const(p, Op::Add, a) {
            return add_const(p, x, c1.wrapping_add(c));
        }
        // (c1 - x) + c2  =>  (c1 + c2) - x
        if let Some((l, x)) = pair(p, Op::Sub, a)
            && let Some(c1) = p.as_const(l)
        {
            let sum = p.constant(width, c1.wrapping_add(c));
            return p.raw(Op::Sub, width, &[sum, x]);
        }
        return p.raw(Op::Add, width, &[a, b]);
    }
    // (x + c) + y  =>  (x + y) + c
    if let Some((x, c)) = with_const(p, Op::Add, a) {
        let sum = p.binary(Op::Add, x, b);
        return add_const(p, sum, c);
    }
    if let Some((y, c)) = with_const(p, Op::Add, b) {
        let sum = p.binary(Op::Add, a, y);
        return add_const(p, sum, c);
    }
    for (x, y) in [(a, b), (b, a)] {
        if let Some((l, r)) = pair(p, Op::Sub, x) {
            // (l - y) + y  =>  l
            if r == y {
                return l;
            }
            // (0 - r) + y  =>  y - r
            if p.as_const(l) == Some(0) {
                return p.binary(Op::Sub, y, r);
            }
        }
        // no bit is set in both  =>  x + y = x | y
        if let Some(joined) = super::bits::join_disjoint(p, x, y) {
            return joined;
        }
    }
    p.raw(Op::Add, width, &[a, b])
}

fn add_const(p: &mut Pool, x: ExprId, c: u64) -> ExprId {
    let c = p.constant(p.width(x), c);
    p.binary(Op::Add, x, c)
}

pub(super) fn sub(p: &mut Pool, a: ExprId, b: ExprId) -> ExprId {
    let width = p.width(a);
    // a - b  =>  a ^ b  on booleans
    if width == 1 {
        return p.binary(Op::Xor, a, b);
    }
    // x - x  =>  0
    if a == b {
        return p.constant(width, 0);
    }
    // x - c  =>  x + (-c)
    if let Some(c) = p.as_const(b) {
        return add_const(p, a, c.wrapping_neg());
    }
    // x - (y + c)  =>  (x - y) + (-c)
    if let Some((y, c)) = with_const(p, Op::Add, b) {
        let difference = p.binary(Op::Sub, a, y);
        return add_const(p, difference, c.wrapping_neg());
    }
    // (x + c) - y  =>  (x - y) + c
    if let Some((x, c)) = with_const(p, Op::Add, a) {
        let difference = p.binary(Op::Sub, x, b);
        return add_const(p, difference, c);
    }
    if let Some((x, y)) = pair(p, Op::Add, a) {
        // (b + y) - b  =>  y  and  (x + b) - b  =>  x
        if x == b {
            return y;
        }
        if y == b {
            return x;
        }
    }
    if let Some((l, r)) = pair(p, Op::Sub, b) {
        // a - (a - r)  =>  r
        if l == a {
            return r;
        }
        // 0 - (l - r)  =>  r - l
        if p.as_const(a) == Some(0) {
            return p.binary(Op::Sub, r, l);
        }
    }
    p.raw(Op::Sub, width, &[a, b])
}

pub(super) fn mul(p: &mut Pool, a: ExprId, b: ExprId) -> ExprId {
    let width = p.width(a);
    // a * b  =>  a & b  on booleans
    if width == 1 {
        return p.binary(Op::And, a, b);
    }
    let (a, b) = ordered(p, a, b);
    if let Some(c) = p.as_const(b) {
        // x * 0  =>  0
        if c == 0 {
            return b;
        }
        // x * 1  =>  x
        if c == 1 {
            return a;
        }
        // x * -1  =>  0 - x
        if c == mask(width) {
            let zero = p.constant(width, 0);
            return p.binary(Op::Sub, zero, a);
        }
        // x * 2^k  =>  x << k
        if c.is_power_of_two() {
            let k = p.constant(width, u64::from(c.trailing_zeros()));
            return p.binary(Op::Shl, a, k);
        }
        // (x * c1) * c2  =>  x * (c1 * c2)
        if let Some((x, c1)) = with_const(p, Op::Mul, a) {
            let c = p.constant(width, c1.wrapping_mul(c));
            return p.binary(Op::Mul, x, c);
        }
    }
    p.raw(Op::Mul, width, &[a, b])
}

pub(super) fn div(p: &mut Pool, op: Op, a: ExprId, b: ExprId) -> ExprId {
    let width = p.width(a);
    if let Some(c) = p.as_const(b) {
        // x /u 1  =>  x  and  x /s 1  =>  x; at width 1 the constant 1 is -1, and x /s -1 is x too
        if c == 1 {
            return a;
        }
        // x /u 2^k  =>  x >>u k
        if op == Op::UDiv && c.is_power_of_two() {
            let k = p.constant(width, u64::from(c.trailing_zeros()));
            return p.binary(Op::LShr, a, k);
        }
        // x /s -1  =>  0 - x
        if op == Op::SDiv && c == mask(width) {
            let zero = p.constant(width, 0);
            return p.binary(Op::Sub, zero, a);
        }
    }
    p.raw(op, width, &[a, b])
}

pub(super) fn rem(p: &mut Pool, op: Op, a: ExprId, b: ExprId) -> ExprId {
    let width = p.width(a);
    // x %u x  =>  0  and  x %s x  =>  0; for x = 0 the remainder is the dividend 0
    if a == b {
        return p.constant(width, 0);
    }
    if let Some(c) = p.as_const(b) {
        // x % 0  =>  x
        if c == 0 {
            return a;
        }
        // x % 1  =>  0  and  x %s -1  =>  0
        if c == 1 || (op == Op::SRem && c == mask(width)) {
            return p.constant(width, 0);
        }
        // x %u 2^k  =>  x & (2^k - 1)
        if op == Op::URem && c.is_power_of_two() {
            let low = p.constant(width, c - 1);
            return p.binary(Op::And, a, low);
        }
    }
    p.raw(op, width, &[a, b])
}
