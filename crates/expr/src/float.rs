//! Floats as bits: IEEE-754 as x86's SSE instructions compute it, NaN's bits included (Intel's
//! manual, volume 1, table 4-7: the first NaN operand made quiet, else the default NaN).

use crate::op::{Op, mask, sign_extend};

/// The bits of +infinity.
#[inline]
pub fn infinity(width: u8) -> u64 {
    if width == 32 { 0x7f80_0000 } else { 0x7ff0_0000_0000_0000 }
}

/// The highest bit of the fraction, which tells quiet NaNs from signalling ones.
fn quiet(width: u8) -> u64 {
    if width == 32 { 1 << 22 } else { 1 << 51 }
}

fn sign(width: u8) -> u64 {
    1 << (width - 1)
}

/// Whether the bits are a NaN.
#[inline]
pub fn is_nan(width: u8, bits: u64) -> bool {
    bits & mask(width - 1) > infinity(width)
}

/// The place of a float among all of its size in order, neighbours being 1 apart and both zeros
/// at 0; none for a NaN.
#[inline]
pub fn float_place(width: u8, bits: u64) -> Option<i64> {
    let magnitude = (bits & mask(width - 1)) as i64;
    let place = if bits & sign(width) == 0 { magnitude } else { -magnitude };
    (!is_nan(width, bits)).then_some(place)
}

/// The float at a place; places past the infinities are theirs.
#[inline]
pub fn float_at(width: u8, place: i64) -> u64 {
    let magnitude = place.unsigned_abs().min(infinity(width));
    if place < 0 { magnitude | sign(width) } else { magnitude }
}

/// What x86 makes of a result that is not a number.
fn settle_nan(width: u8, result: u64, operands: &[u64]) -> u64 {
    if !is_nan(width, result) {
        return result;
    }
    let first = operands.iter().find(|&&bits| is_nan(width, bits));
    first.map_or(infinity(width) | quiet(width) | sign(width), |&bits| bits | quiet(width))
}

/// The value of a binary operation on floats; apart, to keep `apply` small.
#[inline(never)]
pub(crate) fn apply_float(op: Op, width: u8, a: u64, b: u64) -> u64 {
    macro_rules! native {
        ($float:ty, $bits:ty) => {{
            let (x, y) = (<$float>::from_bits(a as $bits), <$float>::from_bits(b as $bits));
            let value = match op {
                Op::FAdd => x + y,
                Op::FSub => x - y,
                Op::FMul => x * y,
                Op::FDiv => x / y,
                Op::FRem => x % y,
                Op::FEq => return u64::from(x == y),
                Op::FLt => return u64::from(x < y),
                _ => return u64::from(x <= y),
            };
            u64::from(value.to_bits())
        }};
    }
    let result = if width == 32 { native!(f32, u32) } else { native!(f64, u64) };
    settle_nan(width, result, &[a, b])
}

/// The value of a conversion of `a`, which has `from` bits, to `width` bits.
#[inline(never)]
pub fn apply_convert(op: Op, from: u8, width: u8, a: u64) -> u64 {
    let value = match (op, width) {
        (Op::FSqrt, 32) => settle_nan(32, u64::from(f32::from_bits(a as u32).sqrt().to_bits()), &[a]),
        (Op::FSqrt, _) => settle_nan(64, f64::from_bits(a).sqrt().to_bits(), &[a]),
        (Op::FToSInt | Op::FToUInt, _) => to_integer(op, width, as_double(from, a)),
        (Op::SIntToF, 32) => u64::from((sign_extend(from, a) as f32).to_bits()),
        (Op::SIntToF, _) => (sign_extend(from, a) as f64).to_bits(),
        (Op::UIntToF, 32) => u64::from((a as f32).to_bits()),
        (Op::UIntToF, _) => (a as f64).to_bits(),
        (Op::FToF, _) if from == width => a,
        (Op::FToF, _) => resize(from, a),
        _ => {
            debug_assert!(false, "{op:?} is no conversion");
            0
        }
    };
    value & mask(width)
}

/// The value of a float of either size, which a double holds exactly.
fn as_double(width: u8, bits: u64) -> f64 {
    if width == 32 { f64::from(f32::from_bits(bits as u32)) } else { f64::from_bits(bits) }
}

fn to_integer(op: Op, width: u8, x: f64) -> u64 {
    const TWO_63: f64 = 9_223_372_036_854_775_808.0;
    if op == Op::FToUInt && width == 64 && (TWO_63..2.0 * TWO_63).contains(&x) {
        return x as u64;
    }
    if (-TWO_63..TWO_63).contains(&x) { x as i64 as u64 } else { 1 << 63 }
}

/// The other size's float. A NaN keeps its sign and the high bits of its payload.
fn resize(from: u8, a: u64) -> u64 {
    let negative = a & sign(from) != 0;
    match (from, is_nan(from, a)) {
        (32, false) => f64::from(f32::from_bits(a as u32)).to_bits(),
        (_, false) => u64::from((f64::from_bits(a) as f32).to_bits()),
        (32, true) => u64::from(negative) << 63 | infinity(64) | quiet(64) | (a & mask(23)) << 29,
        (_, true) => u64::from(negative) << 31 | infinity(32) | quiet(32) | (a & mask(52)) >> 29,
    }
}
