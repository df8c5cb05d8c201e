//! Inverse values of operations on floats: as in `invert`, but most operations have an inverse only
//! up to rounding, so the neighbours of the obvious candidate are tried too, and where none of them
//! gives the target the candidate is returned for being near.

use acute_expr::{Op, apply, apply_convert, float_at, float_place, infinity, is_nan, mask, sign_extend};

use super::invert::Wanted;

/// The operand's value that makes the operation give the target, or nearly so.
pub(crate) fn invert(wanted: &Wanted) -> Option<u64> {
    let Wanted { step, args, operand, target, random } = *wanted;
    let (op, from, to) = (step.op, step.arg_width, step.width);
    let (present, other) = (args[operand], args[1 - operand.min(1)]);
    let left = operand == 0;
    let twice = op.arity() == 2 && step.args[0] == step.args[1];
    match op {
        Op::FEq | Op::FLt | Op::FLe if twice => Some(itself(op, from, target, present)),
        Op::FEq => Some(equal(from, target == 1, other, present, random)),
        Op::FLt | Op::FLe => {
            let below = left == (target == 1);
            let or_equal = (op == Op::FLe) == (target == 1);
            ordered(from, below, or_equal, other, random, target == 0)
        }
        Op::FSqrt => Some(nearest(from, apply(Op::FMul, to, target, target), |x| {
            apply_convert(op, from, to, x) == target
        })),
        Op::FToF => Some(nearest(from, apply_convert(op, to, from, target), |x| {
            apply_convert(op, from, to, x) == target
        })),
        Op::SIntToF | Op::UIntToF => {
            let back = if op == Op::SIntToF { Op::FToSInt } else { Op::FToUInt };
            let whole = apply_convert(back, to, 64, target);
            let exact = apply_convert(op, from, to, whole & mask(from)) == target;
            let offset = if exact { 0 } else { random % 3 };
            Some(whole.wrapping_add(offset).wrapping_sub(u64::from(offset == 2) * 3))
        }
        Op::FToSInt | Op::FToUInt => {
            let signed = op == Op::FToSInt;
            let back = if signed { Op::SIntToF } else { Op::UIntToF };
            let whole = if signed { sign_extend(to, target) as u64 } else { target };
            let guess = apply_convert(back, 64, from, whole);
            Some(nearest(from, guess, |x| apply_convert(op, from, to, x) == target))
        }
        _ if twice => Some(doubled(op, from, target, present, random)),
        _ => {
            let guess = candidate(op, from, left, target, other, present);
            Some(nearest(from, guess, |x| {
                let (a, b) = if left { (x, other) } else { (other, x) };
                apply(op, from, a, b) == target
            }))
        }
    }
}

/// The inverse of an arithmetic operation in real arithmetic.
fn candidate(op: Op, w: u8, left: bool, target: u64, other: u64, present: u64) -> u64 {
    let by = |op, a, b| apply(op, w, a, b);
    match (op, left) {
        (Op::FAdd, _) => by(Op::FSub, target, other),
        (Op::FSub, true) => by(Op::FAdd, target, other),
        (Op::FSub, false) => by(Op::FSub, other, target),
        (Op::FMul, _) => by(Op::FDiv, target, other),
        (Op::FDiv, true) => by(Op::FMul, target, other),
        (Op::FDiv, false) => by(Op::FDiv, other, target),
        // the same multiple of the divisor, and the wanted rest
        (_, true) => by(Op::FAdd, by(Op::FSub, present, by(Op::FRem, present, other)), target),
        (_, false) => by(Op::FSub, other, target),
    }
}

/// The operand of `x + x`, `x * x` and the like.
fn doubled(op: Op, w: u8, target: u64, present: u64, random: u64) -> u64 {
    let two = apply_convert(Op::UIntToF, 64, w, 2);
    match op {
        Op::FAdd => apply(Op::FDiv, w, target, two),
        Op::FMul => {
            let root = nearest(w, apply_convert(Op::FSqrt, w, w, target), |x| apply(op, w, x, x) == target);
            root | (random & 1) << (w - 1)
        }
        _ => present,
    }
}

/// The operand of `x == x` and the like, which only tell whether x is a number.
fn itself(op: Op, w: u8, target: u64, present: u64) -> u64 {
    match (op, target) {
        (Op::FLt, _) => present,
        (_, 0) => nan(w),
        _ if is_nan(w, present) => 0,
        _ => present,
    }
}

/// The guess or a neighbour of it that does, else the guess.
fn nearest(w: u8, guess: u64, does: impl Fn(u64) -> bool) -> u64 {
    let Some(place) = float_place(w, guess) else { return guess };
    let near = [0, 1, -1, 2, -2].into_iter().map(|offset| float_at(w, place.saturating_add(offset)));
    [guess].into_iter().chain(near).find(|&x| does(x)).unwrap_or(guess)
}

/// The usual NaN.
pub(crate) fn nan(w: u8) -> u64 {
    infinity(w) | 1 << (if w == 32 { 22 } else { 51 })
}

fn equal(w: u8, wanted: bool, other: u64, present: u64, random: u64) -> u64 {
    let (Some(place), true) = (float_place(w, other), apply(Op::FEq, w, other, present) == 1 || wanted)
    else {
        return present;
    };
    match (wanted, random % 8) {
        // zeros are equal and yet differ
        (true, 0) if place == 0 => other ^ 1 << (w - 1),
        (true, _) => other,
        (false, 0) => nan(w),
        (false, 1 | 2) => float_at(w, place - 1),
        (false, 3 | 4) => float_at(w, place + 1),
        (false, _) => apply(Op::FAdd, w, other, apply_convert(Op::UIntToF, 64, w, random % 2 + 1)),
    }
}

/// A value below `bound` or above it; a NaN now and then where that will do.
fn ordered(w: u8, below: bool, or_equal: bool, bound: u64, random: u64, nan_does: bool) -> Option<u64> {
    if nan_does && random & 0x1f00 == 0 {
        return Some(nan(w));
    }
    let strict = i64::from(!or_equal);
    let most = infinity(w) as i64;
    let at = float_place(w, bound)?;
    let (lo, hi) = if below { (-most, at - strict) } else { (at + strict, most) };
    if lo > hi {
        return nan_does.then(|| nan(w));
    }
    let one = apply_convert(Op::UIntToF, 64, w, 1);
    let away = apply(if below { Op::FSub } else { Op::FAdd }, w, bound, one);
    let whole = apply_convert(Op::SIntToF, 64, w, apply_convert(Op::FToSInt, w, 64, away));
    let place = match random % 8 {
        0 => lo.wrapping_add(((random >> 13) % (hi.abs_diff(lo) + 1)) as i64),
        // zero, or what is nearest to it
        1 => 0,
        2 => float_place(w, away)?,
        3 | 4 => float_place(w, whole)?,
        _ if below => hi,
        _ => lo,
    };
    Some(float_at(w, place.clamp(lo, hi)))
}
