//! Inverse values: what one operand must be so that an operation gives a target while the other
//! operands keep their values (Niemetz, Preiner, Biere: "Precise and complete propagation based
//! local search for satisfiability modulo theories", CAV 2016).
//!
//! Where several values do, one near the present value is preferred. None: no value does, or none
//! is known.

use acute_expr::{Op, apply, mask, sign_extend};

use super::float_invert;
use crate::tape::Step;

/// An operation, the result wanted of it, and the operand to choose.
pub(crate) struct Wanted<'a> {
    /// The operation.
    pub step: &'a Step,
    /// The values of the operands.
    pub args: [u64; 3],
    /// The operand to choose.
    pub operand: usize,
    /// The result to reach.
    pub target: u64,
    /// Random bits for what is left open.
    pub random: u64,
}

/// The operand's value that makes the operation give the target.
pub(crate) fn invert(wanted: &Wanted) -> Option<u64> {
    let Wanted { step, args, operand, target, random } = *wanted;
    let (present, other) = (args[operand], args[1 - operand.min(1)]);
    let width = step.arg_width;
    let all = mask(width);
    let left = operand == 0;
    match step.op {
        Op::Add => Some(target.wrapping_sub(other)),
        Op::Sub if left => Some(target.wrapping_add(other)),
        Op::Sub => Some(other.wrapping_sub(target)),
        Op::Xor => Some(target ^ other),
        // t & ~o = 0, and bits outside o are free
        Op::And => (target & !other == 0).then_some(target | present & !other),
        Op::Or => (other & !target == 0).then_some(target & !other | present & other),
        Op::Mul => factor(width, target, other, present),
        Op::Eq if target == 1 => Some(other),
        Op::Eq if present != other => Some(present),
        Op::Eq => Some(other.wrapping_add(if random & 1 == 0 { 1 } else { u64::MAX })),
        Op::Ult | Op::Slt => ordered(step.op, width, left == (target == 1), target == 0, other, random),
        Op::ZExt => (target <= all).then_some(target),
        Op::SExt => {
            let fits = sign_extend(width, target) == sign_extend(step.width, target);
            fits.then_some(target & all)
        }
        Op::Extract => Some(present & !(mask(step.width) << step.lo) | target << step.lo),
        Op::Concat if left => Some(target >> step.arg_width),
        Op::Concat => Some(target & mask(step.arg_width)),
        Op::Ite if left => {
            if args[1] == target {
                Some(1)
            } else if args[2] == target {
                Some(0)
            } else {
                None
            }
        }
        Op::Ite => Some(target),
        Op::Const | Op::Var | Op::Ule | Op::Sle => None,
        op if op.is_float() => float_invert::invert(wanted),
        // divisions and shifts: guess and check
        _ => guesses(step.op, width, left, target, other, present)
            .into_iter()
            .map(|guess| guess & all)
            .find(|&guess| {
                let (a, b) = if left { (guess, other) } else { (other, guess) };
                apply(step.op, width, a, b) == target
            })
            .or_else(|| if left { None } else { amount(step.op, width, other, target) }),
    }
}

/// `x` with `x * other = target`, whose bits not determined are those of `present`.
fn factor(width: u8, target: u64, other: u64, present: u64) -> Option<u64> {
    let shift = other.trailing_zeros();
    if other == 0 || target.trailing_zeros() < shift {
        return (target == 0).then_some(present);
    }
    let odd = other >> shift;
    // Newton's iteration for the inverse modulo 2^64 (Hacker's Delight 10-16)
    let inverse = (0..5).fold(odd, |x, _| x.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(x))));
    let known = mask((u32::from(width)).saturating_sub(shift).max(1) as u8);
    Some((target >> shift).wrapping_mul(inverse) & known | present & !known)
}

/// A value below `bound` or above it, strictly or not; most often the nearest one.
fn ordered(op: Op, width: u8, below: bool, or_equal: bool, bound: u64, random: u64) -> Option<u64> {
    // signed order is unsigned order with the sign bit flipped
    let flip = if op == Op::Slt { 1 << (width - 1) } else { 0 };
    let (bound, all) = (bound ^ flip, mask(width));
    let (lo, hi) = match (below, or_equal) {
        (true, true) => (0, bound),
        (true, false) => (0, bound.checked_sub(1)?),
        (false, true) => (bound, all),
        (false, false) => (bound.checked_add(1).filter(|&lo| lo <= all)?, all),
    };
    let nearest = if below { hi } else { lo };
    let value = match random % 8 {
        0 => lo.wrapping_add((random >> 3).checked_rem(hi.wrapping_sub(lo).wrapping_add(1)).unwrap_or(0)),
        // zero, or what is nearest to it
        1 => flip.clamp(lo, hi),
        _ => nearest,
    };
    Some(value ^ flip)
}

fn guesses(op: Op, width: u8, left: bool, target: u64, other: u64, present: u64) -> [u64; 4] {
    let quotient = |a, b| apply(op, width, a, b);
    let back = |x: u64| present.wrapping_sub(x).wrapping_add(target);
    match (op, left) {
        (Op::UDiv | Op::SDiv, true) => {
            let low = target.wrapping_mul(other);
            let top = low.wrapping_add(other.wrapping_sub(1));
            [low, top, low.wrapping_sub(other.wrapping_sub(1)), present]
        }
        (Op::UDiv | Op::SDiv, false) => {
            let near = quotient(other, target);
            [near, near.wrapping_add(1), other.wrapping_add(1), 0]
        }
        (Op::URem | Op::SRem, true) => {
            [back(quotient(present, other)), target, target.wrapping_add(other), target.wrapping_sub(other)]
        }
        (Op::URem | Op::SRem, false) => {
            let rest = other.wrapping_sub(target);
            [rest, rest.wrapping_neg(), other.wrapping_add(1), 0]
        }
        (Op::Shl, true) => {
            let by = other.min(63);
            let low = target >> by;
            [low, low | present & !(mask(width) >> by), present, low]
        }
        (Op::LShr | Op::AShr, true) => {
            let by = other.min(63);
            let high = target << by;
            [high | present & !(u64::MAX << by), high, present, high]
        }
        _ => [0, present, target, 1],
    }
}

/// The shift amount that turns `value` into `target`.
fn amount(op: Op, width: u8, value: u64, target: u64) -> Option<u64> {
    if !matches!(op, Op::Shl | Op::LShr | Op::AShr) {
        return None;
    }
    (0..=u64::from(width)).find(|&by| by <= mask(width) && apply(op, width, value, by) == target)
}
