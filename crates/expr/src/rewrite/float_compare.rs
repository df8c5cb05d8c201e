//! Rules for comparisons of floats, above all those that make them comparisons of integers.
//!
//! A conversion to a float never reverses an order, so what it compares with a constant holds for
//! all operands below some border or above it, and the border is found by bisection. This takes
//! care of rounding, of infinities and of both zeros alike.

use super::float::{exact_integer, unquieted};
use super::{extended, ordered};
use crate::float::{apply_convert, float_at, float_place, infinity, is_nan};
use crate::op::{Op, apply, mask};
use crate::pool::{ExprId, Pool};

pub(super) fn compare(p: &mut Pool, op: Op, a: ExprId, b: ExprId) -> ExprId {
    let (a, b) = (unquieted(p, a), unquieted(p, b));
    if a == b {
        return match op {
            // x < x  =>  false
            Op::FLt => p.bool(false),
            // float(i) == float(i)  =>  true, an integer's float being a number
            _ if matches!(p.op(a), Op::SIntToF | Op::UIntToF) => p.bool(true),
            // x <= x  =>  x == x, which says that x is a number
            _ => p.raw(Op::FEq, 1, &[a, a]),
        };
    }
    let (a, b) = if op == Op::FEq { ordered(p, a, b) } else { (a, b) };
    if let Some(c) = p.as_const(b) {
        return with_const(p, op, a, c, true);
    }
    if let Some(c) = p.as_const(a) {
        return with_const(p, op, b, c, false);
    }
    integers(p, op, a, b).or_else(|| resized(p, op, a, b)).unwrap_or_else(|| p.raw(op, 1, &[a, b]))
}

/// `x op c`, or `c op x` if `x` does not stand on the left.
fn with_const(p: &mut Pool, op: Op, x: ExprId, c: u64, left: bool) -> ExprId {
    let width = p.width(x);
    // x op NaN  =>  false
    if is_nan(width, c) {
        return p.bool(false);
    }
    // x < -inf  =>  false,  inf < x  =>  false
    if op == Op::FLt && float_place(width, c) == float_place(width, border(width, !left)) {
        return p.bool(false);
    }
    match p.op(x) {
        Op::SIntToF | Op::UIntToF => return integer_with_const(p, op, x, c, left),
        Op::FToF => return resized_with_const(p, op, x, c, left),
        // x == c  =>  bits(x) == bits(c)  for a number other than 0
        from if op == Op::FEq && c & mask(width - 1) != 0 && !from.gives_float() => {
            let c = p.constant(width, c);
            return p.binary(Op::Eq, x, c);
        }
        _ => {}
    }
    // both zeros compare alike, so +0 stands for them
    let c = if c & mask(width - 1) == 0 { 0 } else { c };
    let c = p.constant(width, c);
    if left { p.raw(op, 1, &[x, c]) } else { p.raw(op, 1, &[c, x]) }
}

/// The infinity no float is above, or that none is below.
fn border(width: u8, above: bool) -> u64 {
    if above { infinity(width) } else { infinity(width) | 1 << (width - 1) }
}

/// The least of `lo..=hi` for which a condition holds that holds for all above one it holds for;
/// `hi + 1` if there is none.
fn first(lo: i128, hi: i128, holds: impl Fn(i128) -> bool) -> i128 {
    let (mut lo, mut end) = (lo, hi + 1);
    while lo < end {
        let middle = lo + (end - lo) / 2;
        if holds(middle) {
            end = middle;
        } else {
            lo = middle + 1;
        }
    }
    lo
}

/// The part of `lo..=hi` where `value op c` or, not on the left, `c op value`, as its bounds; a
/// value's bits must never fall as its argument grows.
fn solutions(
    (op, width, c, left): (Op, u8, u64, bool),
    (lo, hi): (i128, i128),
    value: impl Fn(i128) -> u64,
) -> (i128, i128) {
    let holds = |op, at| apply(op, width, value(at), c) == 1;
    let not_below = first(lo, hi, |at| !holds(Op::FLt, at));
    let above = first(lo, hi, |at| !holds(Op::FLe, at));
    match (op, left) {
        (Op::FEq, _) => (not_below, above - 1),
        (Op::FLt, true) => (lo, not_below - 1),
        (_, true) => (lo, above - 1),
        (Op::FLt, false) => (above, hi),
        (_, false) => (not_below, hi),
    }
}

/// `float(i) op c  =>  lo <= i & i <= hi`.
fn integer_with_const(p: &mut Pool, op: Op, x: ExprId, c: u64, left: bool) -> ExprId {
    let (from, width, i) = (p.op(x), p.width(x), p.operands(x)[0]);
    let bits = p.width(i);
    let signed = from == Op::SIntToF;
    let all = i128::from(mask(bits));
    let range = if signed { (-(all + 1) / 2, all / 2) } else { (0, all) };
    let value = |at: i128| apply_convert(from, bits, width, at as u64 & mask(bits));
    let (lo, hi) = solutions((op, width, c, left), range, value);
    if lo > hi {
        return p.bool(false);
    }
    let at_most = if signed { Op::Sle } else { Op::Ule };
    let (low, high) = (p.constant(bits, lo as u64), p.constant(bits, hi as u64));
    let (from_low, to_high) = (p.binary(at_most, low, i), p.binary(at_most, i, high));
    if lo == hi { p.binary(Op::Eq, i, low) } else { p.binary(Op::And, from_low, to_high) }
}

/// `resize(y) op c  =>  lo <= y & y <= hi`.
fn resized_with_const(p: &mut Pool, op: Op, x: ExprId, c: u64, left: bool) -> ExprId {
    let (width, y) = (p.width(x), p.operands(x)[0]);
    let size = p.width(y);
    let most = i128::from(infinity(size));
    let at = |place: i128| float_at(size, place as i64);
    let (lo, hi) = solutions((op, width, c, left), (-most, most), |place| {
        apply_convert(Op::FToF, size, width, at(place))
    });
    if lo > hi {
        return p.bool(false);
    }
    let (low, high) = (p.constant(size, at(lo)), p.constant(size, at(hi)));
    if lo == hi {
        return p.binary(Op::FEq, y, low);
    }
    match (lo == -most, hi == most) {
        // anything but a NaN
        (true, true) => p.binary(Op::FEq, y, y),
        (true, false) => p.binary(Op::FLe, y, high),
        (false, true) => p.binary(Op::FLe, low, y),
        (false, false) => {
            let (from_low, to_high) = (p.binary(Op::FLe, low, y), p.binary(Op::FLe, y, high));
            p.binary(Op::And, from_low, to_high)
        }
    }
}

/// `float(i) op float(j)  =>  i op j`, extended to one width, where both are exact.
fn integers(p: &mut Pool, op: Op, a: ExprId, b: ExprId) -> Option<ExprId> {
    let ((i, from_i), (j, from_j)) = (exact_integer(p, a)?, exact_integer(p, b)?);
    let unsigned = from_i == Op::UIntToF && from_j == Op::UIntToF;
    // an unsigned integer among signed ones needs a bit more
    let needed = |p: &Pool, i, from| p.width(i) + u8::from(from == Op::UIntToF && !unsigned);
    let width = needed(p, i, from_i).max(needed(p, j, from_j));
    let widen = |p: &mut Pool, i, from| if from == Op::UIntToF { p.zext(i, width) } else { p.sext(i, width) };
    let (i, j) = (widen(p, i, from_i), widen(p, j, from_j));
    let op = match (op, unsigned) {
        (Op::FEq, _) => Op::Eq,
        (Op::FLt, true) => Op::Ult,
        (Op::FLt, false) => Op::Slt,
        (_, true) => Op::Ule,
        (_, false) => Op::Sle,
    };
    Some(p.binary(op, i, j))
}

/// `large(x) op large(y)  =>  x op y`.
fn resized(p: &mut Pool, op: Op, a: ExprId, b: ExprId) -> Option<ExprId> {
    let (x, y) = (extended(p, Op::FToF, a)?, extended(p, Op::FToF, b)?);
    (p.width(a) == 64).then(|| p.binary(op, x, y))
}
