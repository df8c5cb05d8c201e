//! Rules for equality.

use super::{extended, greatest, ordered, pair, with_const};
use crate::op::{Op, mask, sign_extend};
use crate::pool::{ExprId, Pool};

pub(super) fn eq(p: &mut Pool, a: ExprId, b: ExprId) -> ExprId {
    // x == x  =>  true
    if a == b {
        return p.bool(true);
    }
    // a == b  =>  not (a ^ b)  on booleans
    if p.width(a) == 1 {
        let differ = p.binary(Op::Xor, a, b);
        return p.not(differ);
    }
    let (a, b) = ordered(p, a, b);
    let simpler = match p.as_const(b) {
        Some(c) => eq_const(p, a, c),
        None => eq_alike(p, a, b),
    };
    simpler.unwrap_or_else(|| p.raw(Op::Eq, 1, &[a, b]))
}

/// `a == c`; none if there is nothing simpler to say.
fn eq_const(p: &mut Pool, a: ExprId, c: u64) -> Option<ExprId> {
    let (x, value) = match peel(p, a, c) {
        Some(peeled) => peeled,
        None => return Some(p.bool(false)),
    };
    match (p.op(x), p.operands(x)) {
        // x - y == 0  =>  x == y  and  x ^ y == 0  =>  x == y
        (Op::Sub | Op::Xor, &[l, r]) if value == 0 => return Some(p.binary(Op::Eq, l, r)),
        (Op::Concat, &[h, l]) => {
            // h . l == c  =>  h == c_high & l == c_low
            let high = eq_value(p, h, value >> p.width(l));
            let low = eq_value(p, l, value);
            return Some(p.binary(Op::And, high, low));
        }
        (Op::Ite, _) => {
            // ite(b, k1, k2) == c  =>  ite(b, k1 == c, k2 == c)
            let c = p.constant(p.width(x), value);
            if let Some(pushed) = into_ite(p, Op::Eq, x, c).or_else(|| past_difference(p, x, c)) {
                return Some(pushed);
            }
        }
        _ => {}
    }
    (x != a).then(|| eq_value(p, x, value))
}

/// Inverts the outer operations of `a == c` as long as they are bijections or extensions; none
/// where no operand gives `c`. A loop, because a hash computation is a long chain of these.
fn peel(p: &Pool, a: ExprId, c: u64) -> Option<(ExprId, u64)> {
    let (mut a, mut c) = (a, c);
    loop {
        let width = p.width(a);
        c &= mask(width);
        let constant = |i: usize| p.operands(a).get(i).and_then(|&e| p.as_const(e));
        (a, c) = match (p.op(a), p.operands(a), constant(0), constant(1)) {
            // x + k == c  =>  x == c - k
            (Op::Add, &[x, _], _, Some(k)) => (x, c.wrapping_sub(k)),
            // k - x == c  =>  x == k - c
            (Op::Sub, &[_, x], Some(k), _) => (x, k.wrapping_sub(c)),
            // x ^ k == c  =>  x == c ^ k
            (Op::Xor, &[x, _], _, Some(k)) => (x, c ^ k),
            // x * k == c  =>  x == c * k^-1  for odd k
            (Op::Mul, &[x, _], _, Some(k)) if k & 1 == 1 => (x, c.wrapping_mul(odd_inverse(k))),
            // x %u k == c  =>  false  for c >= k,  x /u k == c  =>  false  for c > max / k
            (Op::URem | Op::UDiv, ..) if c > greatest(p, a) => return None,
            // x & k == c  =>  false  for a c with a bit outside k
            (Op::And, _, _, Some(k)) if c & !k != 0 => return None,
            // x | k == c  =>  false  for a k with a bit outside c
            (Op::Or, _, _, Some(k)) if k & !c != 0 => return None,
            // zext(x) == c  =>  x == c, or false for a c no zext reaches
            (Op::ZExt, &[x], ..) => {
                if c > mask(p.width(x)) {
                    return None;
                } else {
                    (x, c)
                }
            }
            // sext(x) == c  =>  x == c, or false for a c no sext reaches
            (Op::SExt, &[x], ..) if sign_extend(p.width(x), c) != sign_extend(width, c) => return None,
            (Op::SExt, &[x], ..) => (x, c),
            _ => return Some((a, c)),
        };
    }
}

fn eq_value(p: &mut Pool, x: ExprId, value: u64) -> ExprId {
    let value = p.constant(p.width(x), value);
    p.binary(Op::Eq, x, value)
}

/// The inverse of an odd number modulo 2^64 (Newton's iteration, as in Hacker's Delight 10-16).
pub(super) fn odd_inverse(k: u64) -> u64 {
    // k * k = 1 mod 8 for odd k, and each step doubles the number of correct bits
    (0..5).fold(k, |x, _| x.wrapping_mul(2u64.wrapping_sub(k.wrapping_mul(x))))
}

/// A comparison of an `ite` between constants with a constant, pushed into the branches.
pub(super) fn into_ite(p: &mut Pool, op: Op, a: ExprId, c: ExprId) -> Option<ExprId> {
    let &[cond, t, e] = p.operands(a) else { return None };
    p.as_const(t)?;
    p.as_const(e)?;
    let (t, e) = (p.binary(op, t, c), p.binary(op, e, c));
    Some(p.ite(cond, t, e))
}

/// `ite(x == k, e, x - k) == 0  =>  x == k & e == 0`, as strcmp has it: what is chosen where the two differ is not 0.
fn past_difference(p: &mut Pool, a: ExprId, c: ExprId) -> Option<ExprId> {
    let &[cond, t, e] = p.operands(a) else { return None };
    let not = p.not(cond);
    for (same, difference, rest) in [(cond, e, t), (not, t, e)] {
        if p.op(difference) != Op::Ite
            && p.as_const(difference).is_none()
            && p.binary(Op::Eq, difference, c) == same
        {
            let rest = p.binary(Op::Eq, rest, c);
            return Some(p.binary(Op::And, same, rest));
        }
    }
    None
}

/// `a == b` where neither is a constant.
fn eq_alike(p: &mut Pool, a: ExprId, b: ExprId) -> Option<ExprId> {
    let width = p.width(a);
    for op in [Op::ZExt, Op::SExt] {
        // ext(x) == ext(y)  =>  x == y, the narrower one extended
        if let (Some(x), Some(y)) = (extended(p, op, a), extended(p, op, b)) {
            let width = p.width(x).max(p.width(y));
            let widen = if op == Op::ZExt { Pool::zext } else { Pool::sext };
            let (x, y) = (widen(p, x, width), widen(p, y, width));
            return Some(p.binary(Op::Eq, x, y));
        }
    }
    // h1 . l1 == h2 . l2  =>  h1 == h2 & l1 == l2  for parts of equal widths
    if let (Some((h1, l1)), Some((h2, l2))) = (pair(p, Op::Concat, a), pair(p, Op::Concat, b))
        && p.width(l1) == p.width(l2)
    {
        let (high, low) = (p.binary(Op::Eq, h1, h2), p.binary(Op::Eq, l1, l2));
        return Some(p.binary(Op::And, high, low));
    }
    for (x, y) in [(a, b), (b, a)] {
        if let Some((l, r)) = pair(p, Op::Add, x) {
            // x + r == x  =>  r == 0  and  l + x == x  =>  l == 0
            if l == y {
                return Some(eq_value(p, r, 0));
            }
            if r == y {
                return Some(eq_value(p, l, 0));
            }
        }
    }
    // x + c1 == y + c2  =>  x == y + (c2 - c1)
    if let (Some((x, c1)), Some((y, c2))) = (with_const(p, Op::Add, a), with_const(p, Op::Add, b)) {
        let offset = p.constant(width, c2.wrapping_sub(c1));
        let y = p.binary(Op::Add, y, offset);
        return Some(p.binary(Op::Eq, x, y));
    }
    None
}
