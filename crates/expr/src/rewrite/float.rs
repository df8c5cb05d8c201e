//! Rules for arithmetic on floats and for conversions. Few hold: `x + 0.0` is not `x` for `-0.0`,
//! `x * 0.0` is not `0.0` for infinities, and a NaN has many bit patterns.

use super::extended;
use crate::float::apply_convert;
use crate::op::Op;
use crate::pool::{ExprId, Pool};

pub(super) fn arithmetic(p: &mut Pool, op: Op, a: ExprId, b: ExprId) -> ExprId {
    let (a, b) = (unquieted(p, a), unquieted(p, b));
    p.raw(op, p.width(a), &[a, b])
}

/// Drops a change of size and back from an operand of an operation on floats:
/// `op(small(large(x)))  =>  op(x)`. It would make a signalling NaN quiet, which the operation does
/// itself or, being a comparison, does not tell.
pub(super) fn unquieted(p: &Pool, a: ExprId) -> ExprId {
    round_trip(p, a).unwrap_or(a)
}

/// `x` if `a` is `small(large(x))`.
fn round_trip(p: &Pool, a: ExprId) -> Option<ExprId> {
    let large = extended(p, Op::FToF, a)?;
    extended(p, Op::FToF, large).filter(|&x| p.width(x) == p.width(a) && p.width(a) == 32)
}

pub(crate) fn convert(p: &mut Pool, op: Op, a: ExprId, width: u8) -> ExprId {
    if let Some(c) = p.as_const(a) {
        let value = apply_convert(op, p.width(a), width, c);
        return p.constant(width, value);
    }
    let simpler = match op {
        Op::FToF => resize(p, a, width),
        Op::SIntToF | Op::UIntToF => from_integer(p, op, a, width),
        Op::FToSInt | Op::FToUInt => to_integer(p, op, a, width),
        _ => {
            let a = unquieted(p, a);
            Some(p.raw(op, width, &[a]))
        }
    };
    simpler.unwrap_or_else(|| p.raw(op, width, &[a]))
}

fn resize(p: &mut Pool, a: ExprId, width: u8) -> Option<ExprId> {
    // to its own size: x
    if p.width(a) == width {
        return Some(a);
    }
    if let Some(x) = extended(p, Op::FToF, a) {
        // small(large(x))  =>  x  where x cannot be a signalling NaN
        return (width == 32 && p.op(x).gives_float()).then_some(x);
    }
    // resize(float(i))  =>  float(i)  where the inner one is exact
    let (i, op) = exact_integer(p, a)?;
    Some(convert(p, op, i, width))
}

fn from_integer(p: &mut Pool, op: Op, a: ExprId, width: u8) -> Option<ExprId> {
    // float(zext(i))  =>  unsigned_float(i)
    if let Some(i) = extended(p, Op::ZExt, a) {
        return Some(convert(p, Op::UIntToF, i, width));
    }
    // signed_float(sext(i))  =>  signed_float(i)
    let i = extended(p, Op::SExt, a).filter(|_| op == Op::SIntToF)?;
    Some(convert(p, op, i, width))
}

fn to_integer(p: &mut Pool, op: Op, a: ExprId, width: u8) -> Option<ExprId> {
    let a = unquieted(p, a);
    if let Some((i, from)) = exact_integer(p, a) {
        // integer(float(i))  =>  i, extended or cut  where the float is exact
        let wide = if from == Op::SIntToF { p.sext(i, 64) } else { p.zext(i, 64) };
        return Some(p.extract(wide, 0, width));
    }
    // a large float has the small one's value
    let small = extended(p, Op::FToF, a).filter(|&x| p.width(x) == 32);
    Some(p.raw(op, width, &[small.unwrap_or(a)]))
}

/// The integer and the conversion if `a` is an integer's float with no rounding.
pub(super) fn exact_integer(p: &Pool, a: ExprId) -> Option<(ExprId, Op)> {
    let op = p.op(a);
    let i = extended(p, Op::SIntToF, a).or_else(|| extended(p, Op::UIntToF, a))?;
    let digits = if p.width(a) == 32 { 24 } else { 53 };
    // -2^n and less than 2^n need n digits
    let needed = if op == Op::SIntToF { p.width(i) - 1 } else { p.width(i) };
    (needed <= digits).then_some((i, op))
}
