//! Hooks for floating point that need more than one node or depend on the value.
use crate::hooks::implicit;
use crate::{nodes, record};
use acute_trace::{CONCRETE, Check, Label, Node, Op, Reason};

/// Returns the number of these bits; a float is exact as a double.
fn number(width: u8, bits: u64) -> f64 {
    if width == 32 { f32::from_bits(bits as u32) as f64 } else { f64::from_bits(bits) }
}

/// Returns the bits of a number of that width; used for numbers that are exact there.
fn bits(width: u8, number: f64) -> u64 {
    if width == 32 { (number as f32).to_bits() as u64 } else { number.to_bits() }
}

/// Returns whether a NaN result is the one that the expressions define: the first NaN operand made quiet, else the
/// machine's default.
pub fn nan_is_settled(width: u8, a: u64, b: u64, result: u64) -> bool {
    if !number(width, result).is_nan() {
        return true;
    }
    let (quiet, default) = if width == 32 { (1 << 22, 0xffc0_0000) } else { (1 << 51, 0xfff8 << 48) };
    let first = [a, b].into_iter().find(|bits| number(width, *bits).is_nan());
    result == first.map_or(default, |bits| bits | quiet)
}

fn not(label: Label, value: bool) -> Label {
    match label {
        CONCRETE => CONCRETE,
        label => nodes::binary(Op::Xor, 1, (label, !value as u64), (CONCRETE, 1), value as u64),
    }
}

fn join(op: Op, a: (Label, bool), b: (Label, bool), value: bool) -> Label {
    match (a.0, b.0) {
        (CONCRETE, _) | (_, CONCRETE) => CONCRETE,
        _ => nodes::binary(op, 1, (a.0, a.1 as u64), (b.0, b.1 as u64), value as u64),
    }
}

/// Makes a comparison that is true for some of less (1), equal (2), greater (4) and unordered (8).
pub extern "C" fn float_compare(packed: u32, la: Label, a: u64, lb: Label, b: u64) -> Label {
    let (which, width) = (packed & 15, (packed >> 8) as u8);
    let (x, y) = (number(width, a), number(width, b));
    let (a, b) = ((la, a), (lb, b));
    let less = |p, q, holds: bool| nodes::binary(Op::FLt, 1, p, q, holds as u64);
    let at_most = |p, q, holds: bool| nodes::binary(Op::FLe, 1, p, q, holds as u64);
    let equal = |p, q, holds: bool| nodes::binary(Op::FEq, 1, p, q, holds as u64);
    match which {
        1 => less(a, b, x < y),
        2 => equal(a, b, x == y),
        3 => at_most(a, b, x <= y),
        4 => less(b, a, y < x),
        5 => join(Op::Or, (less(a, b, x < y), x < y), (less(b, a, y < x), y < x), x < y || y < x),
        6 => at_most(b, a, y <= x),
        7 => {
            // Ordered: each is equal to itself. A constant operand is one or is not.
            let own = |(label, bits): (Label, u64), n: f64| match label {
                CONCRETE => nodes::constant(1, !n.is_nan() as u64),
                label => equal((label, bits), (label, bits), !n.is_nan()),
            };
            let ordered = !x.is_nan() && !y.is_nan();
            join(Op::And, (own(a, x), !x.is_nan()), (own(b, y), !y.is_nan()), ordered)
        }
        // The others are true where one of these is not.
        8..=14 => {
            let opposite = float_compare((15 - which) | (width as u32) << 8, la, a.1, lb, b.1);
            let holds = nodes::value(opposite) == Some(0);
            not(opposite, holds)
        }
        // Always or never true.
        _ => CONCRETE,
    }
}

/// Makes a conversion. A number that does not fit the integer is undefined in C: that is an implicit condition, and the
/// result is concrete then.
pub extern "C" fn float_convert(packed: u32, label: Label, value: u64, result: u64) -> Label {
    let Some((op, width)) = Op::unpack(packed & 0xffff) else { return CONCRETE };
    let from = (packed >> 16) as u8;
    if !nodes::fresh(label, value) {
        return CONCRETE;
    }
    if matches!(op, Op::FToSInt | Op::FToUInt) {
        let fits = range_check(op == Op::FToSInt, width, from, label, value);
        if !fits {
            record::concretized(Reason::Conversion, label, 0);
            return CONCRETE;
        }
    }
    nodes::intern(Node { op: op as u8, width, low: 0, a: label, b: 0, c: 0 }, result)
}

/// Returns whether the number truncates to an integer of `width` bits; recorded as a condition.
fn range_check(signed: bool, width: u8, from: u8, label: Label, value: u64) -> bool {
    let x = number(from, value);
    let power = |n: u8| f64::from_bits((1023 + n as u64) << 52);
    let above = if signed { power(width - 1) } else { power(width) };
    // Truncation lets in what is less than one below the smallest; where one below is not a number of
    // that width, the smallest itself is the bound.
    let mantissa = if from == 32 { 24 } else { 53 };
    let (below, strict) = match signed {
        false => (-1.0, true),
        true if width <= mantissa => (-power(width - 1) - 1.0, true),
        true => (-power(width - 1), false),
    };
    let operand = (label, value);
    let low = (CONCRETE, bits(from, below));
    let (low_holds, high_holds) = (if strict { below < x } else { below <= x }, x < above);
    let op = if strict { Op::FLt } else { Op::FLe };
    let low = nodes::binary(op, 1, low, operand, low_holds as u64);
    let high = nodes::binary(Op::FLt, 1, operand, (CONCRETE, bits(from, above)), high_holds as u64);
    let fits = low_holds && high_holds;
    let inside = join(Op::And, (low, low_holds), (high, high_holds), fits);
    implicit(Check::FloatTooLarge, not(inside, !fits), !fits);
    fits
}
