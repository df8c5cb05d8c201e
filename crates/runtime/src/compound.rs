//! Operations that are several nodes: overflow, saturation, counting and turning bits, rounding. Each
//! stands under what it computes (Warren, Hacker's Delight, 2nd edition, chapters 2, 5, 7 and 8).
use crate::record;
use crate::sym::{Sym, mask};
use acute_trace::{CONCRETE, Compound, Label, Op, Reason};

/// Makes a compound operation on up to three operands of the width in `packed`; `result` is the machine's. Where the
/// machine's result differs (undefined in C), the result is concrete and counted.
pub extern "C" fn compound(
    packed: u32,
    la: Label,
    a: u64,
    lb: Label,
    b: u64,
    lc: Label,
    c: u64,
    result: u64,
) -> Label {
    let (Some(which), width) = (Compound::from_u8(packed as u8), (packed >> 8) as u8) else {
        return CONCRETE;
    };
    let made = make(which, Sym::new(la, a, width), Sym::new(lb, b, width), Sym::new(lc, c, width), result);
    if made.value == result & mask(made.width) {
        return made.label;
    }
    let float = which as u8 >= Compound::CopySign as u8;
    let reason = if float { Reason::Float } else { Reason::Instruction };
    record::concretized(reason, [la, lb, lc].into_iter().find(|l| *l != CONCRETE).unwrap_or(CONCRETE), 0);
    CONCRETE
}

fn make(which: Compound, a: Sym, b: Sym, c: Sym, result: u64) -> Sym {
    use Compound::*;
    match which {
        SAddOverflow => a.xor(a.add(b)).and(b.xor(a.add(b))).is_negative(),
        UAddOverflow => a.add(b).ult(a),
        SSubOverflow => a.xor(b).and(a.xor(a.sub(b))).is_negative(),
        USubOverflow => a.ult(b),
        SMulOverflow => signed_product_overflows(a, b),
        UMulOverflow => unsigned_product_overflows(a, b),
        SAddSat => make(SAddOverflow, a, b, c, result).ite(extreme(a), a.add(b)),
        SSubSat => make(SSubOverflow, a, b, c, result).ite(extreme(a), a.sub(b)),
        UAddSat => a.add(b).ult(a).ite(a.with(u64::MAX), a.add(b)),
        USubSat => a.ult(b).ite(a.with(0), a.sub(b)),
        Smin => a.slt(b).ite(a, b),
        Smax => b.slt(a).ite(a, b),
        Umin => a.ult(b).ite(a, b),
        Umax => b.ult(a).ite(a, b),
        Abs => a.is_negative().ite(a.with(0).sub(a), a),
        SwapBytes => swap_bytes(a),
        ReverseBits => reverse(a),
        CountOnes => ones(a),
        LeadingZeros => leading_zeros(a),
        TrailingZeros => ones(a.not().and(a.sub(a.with(1)))),
        FunnelLeft | FunnelRight => funnel(which == FunnelLeft, a, b, c),
        CopySign => magnitude(a).or(b.and(sign(b))),
        // x86: minsd and maxsd answer with their second operand where neither is less.
        MinNum => is_nan(a).ite(b, b.float_less(a).ite(b, a)),
        MaxNum => is_nan(a).ite(b, a.float_less(b).ite(b, a)),
        Trunc | Floor | Ceil | RoundEven | RoundAway => round(which, a),
        Sqrt => a.square_root(settle_nan(a, result)),
        IsClass => is_class(a, c.value),
    }
}

/// The smallest where `a` is negative, else the largest.
fn extreme(a: Sym) -> Sym {
    a.signs().xor(a.with(mask(a.width) >> 1))
}

/// With a constant: `a * k` does not fit where `a` is above the largest divided by k.
fn unsigned_product_overflows(a: Sym, b: Sym) -> Sym {
    let (a, b) = if a.is_concrete() { (b, a) } else { (a, b) };
    let width = a.width;
    if b.is_concrete() {
        return match mask(width).checked_div(b.value) {
            None => Sym::constant(1, 0),
            Some(limit) => a.with(limit).ult(a),
        };
    }
    if width <= 32 {
        let product = a.zext(2 * width).mul(b.zext(2 * width));
        return product.with(mask(width)).ult(product);
    }
    let (high, low) = product(a.zext(64), b.zext(64));
    let beyond = high.eq(high.with(0)).not();
    if width == 64 { beyond } else { beyond.or(low.with(mask(width)).ult(low)) }
}

fn signed_product_overflows(a: Sym, b: Sym) -> Sym {
    let (a, b) = if a.is_concrete() { (b, a) } else { (a, b) };
    let width = a.width;
    if b.is_concrete() {
        let k = Sym::constant(64, b.value << (64 - width)).value as i64 >> (64 - width);
        let (most, least) = ((mask(width) >> 1) as i64, -((mask(width) >> 1) as i64) - 1);
        let above = |limit: i64| a.with(limit as u64).slt(a);
        let below = |limit: i64| a.slt(a.with(limit as u64));
        return match k {
            0 => Sym::constant(1, 0),
            -1 => a.eq(a.with(least as u64)),
            1.. => above(most / k).or(below(least / k)),
            _ => below(most / k).or(above(least / k)),
        };
    }
    if width <= 32 {
        let product = a.sext(2 * width).mul(b.sext(2 * width));
        return product.extract(0, width).sext(2 * width).eq(product).not();
    }
    let (x, y) = (a.sext(64), b.sext(64));
    let (high, low) = product(x, y);
    // The signed product's high half from the unsigned one's.
    let high = high.sub(x.signs().and(y)).sub(y.signs().and(x));
    let fits = high.eq(low.signs());
    let fits = if width == 64 { fits } else { fits.and(low.extract(0, width).sext(64).eq(low)) };
    fits.not()
}

/// The 128 bits of a product of 64-bit numbers: high half, low half.
pub fn product(a: Sym, b: Sym) -> (Sym, Sym) {
    let low = |s: Sym| s.and(s.with(u32::MAX as u64));
    let (a0, a1, b0, b1) = (low(a), a.right(32), low(b), b.right(32));
    let middle = a1.mul(b0).add(a0.mul(b0).right(32));
    let other = a0.mul(b1).add(low(middle));
    let high = a1.mul(b1).add(middle.right(32)).add(other.right(32));
    (high, a.mul(b))
}

fn swap_bytes(a: Sym) -> Sym {
    let mut swapped = a.with(0);
    for k in 0..a.width / 8 {
        let byte = a.right(8 * k).and(a.with(0xff));
        swapped = swapped.or(byte.left(a.width - 8 - 8 * k));
    }
    swapped
}

/// Neighbours change places, then pairs, then fours ...
fn reverse(a: Sym) -> Sym {
    let mut x = a.zext(64);
    for (k, m) in [(1, 0x5555_5555_5555_5555), (2, 0x3333_3333_3333_3333), (4, 0x0f0f_0f0f_0f0f_0f0f)] {
        x = x.right(k).and(x.with(m)).or(x.and(x.with(m)).left(k));
    }
    swap_bytes(x).right(64 - a.width).extract(0, a.width)
}

/// Sums of neighbours, of pairs, of fours; then one product adds the bytes.
fn ones(a: Sym) -> Sym {
    let (m1, m2, m4) = (0x5555_5555_5555_5555, 0x3333_3333_3333_3333, 0x0f0f_0f0f_0f0f_0f0f);
    let x = a.zext(64);
    let x = x.sub(x.right(1).and(x.with(m1)));
    let x = x.and(x.with(m2)).add(x.right(2).and(x.with(m2)));
    let x = x.add(x.right(4)).and(x.with(m4));
    x.mul(x.with(0x0101_0101_0101_0101)).right(56).extract(0, a.width)
}

/// Everything below the highest one becomes one; what is still zero is counted.
fn leading_zeros(a: Sym) -> Sym {
    let mut x = a;
    let mut k = 1;
    while k < a.width {
        x = x.or(x.right(k));
        k *= 2;
    }
    ones(x.not())
}

/// Without a shift by the whole width: the other part is shifted by one and then by the rest.
fn funnel(left: bool, a: Sym, b: Sym, c: Sym) -> Sym {
    let width = a.width;
    let last = a.with(width as u64 - 1);
    let amount = if width.is_power_of_two() { c.and(last) } else { c.rem(c.with(width as u64)) };
    if amount.is_concrete() && amount.value == 0 {
        return if left { a } else { b };
    }
    let rest = last.sub(amount);
    if left { a.shl(amount).or(b.right(1).lshr(rest)) } else { a.left(1).shl(rest).or(b.lshr(amount)) }
}

fn sign(x: Sym) -> Sym {
    x.with(1 << (x.width - 1))
}

fn magnitude(x: Sym) -> Sym {
    x.and(x.with(mask(x.width) >> 1))
}

fn infinity(width: u8) -> u64 {
    if width == 32 { 0x7f80_0000 } else { 0x7ff0_0000_0000_0000 }
}

fn quiet(width: u8) -> u64 {
    if width == 32 { 1 << 22 } else { 1 << 51 }
}

fn is_nan(x: Sym) -> Sym {
    x.with(infinity(x.width)).ult(magnitude(x))
}

/// Returns the result that the expressions define where it is a NaN; the machine's is compared with it.
fn settle_nan(a: Sym, result: u64) -> u64 {
    let not_a_number = |bits: u64| bits & mask(a.width) >> 1 > infinity(a.width);
    match (not_a_number(result), not_a_number(a.value)) {
        (false, _) => result,
        (true, true) => a.value | quiet(a.width),
        (true, false) => infinity(a.width) | quiet(a.width) | sign(a).value,
    }
}

/// Returns the number from which on all numbers are whole: 2^23 and 2^52.
fn all_whole(x: Sym) -> Sym {
    x.with(if x.width == 32 { 0x4b00_0000 } else { 0x4330_0000_0000_0000 })
}

fn one(x: Sym) -> Sym {
    x.with(if x.width == 32 { 0x3f80_0000 } else { 0x3ff0_0000_0000_0000 })
}

fn half(x: Sym) -> Sym {
    x.with(if x.width == 32 { 0x3f00_0000 } else { 0x3fe0_0000_0000_0000 })
}

fn round(which: Compound, x: Sym) -> Sym {
    let size = magnitude(x);
    let signed = |y: Sym| magnitude(y).or(x.and(sign(x)));
    let truncated = signed(x.whole());
    let rounded = match which {
        Compound::Floor => x.float_less(truncated).ite(truncated.float(Op::FSub, one(x)), truncated),
        Compound::Ceil => signed(truncated.float_less(x).ite(truncated.float(Op::FAdd, one(x)), truncated)),
        // Adding 2^52 leaves no room for a fraction: the machine rounds to the nearest even.
        Compound::RoundEven => signed(size.float(Op::FAdd, all_whole(x)).float(Op::FSub, all_whole(x))),
        Compound::RoundAway => {
            let whole = size.whole();
            let up = half(x).float_at_most(size.float(Op::FSub, whole));
            signed(up.ite(whole.float(Op::FAdd, one(x)), whole))
        }
        _ => truncated,
    };
    // Numbers that have no fraction stay; what is not a number becomes quiet.
    let other = is_nan(x).ite(x.or(x.with(quiet(x.width))), x);
    size.ult(all_whole(x)).ite(rounded, other)
}

/// Tests on the bits alone: magnitudes of the same kind stand together.
fn is_class(x: Sym, classes: u64) -> Sym {
    let (size, width) = (magnitude(x), x.width);
    let smallest_normal = if width == 32 { 1 << 23 } else { 1 << 52 };
    let (infinite, quiet) = (infinity(width), infinity(width) | quiet(width));
    let negative = x.is_negative();
    let mut any = Sym::constant(1, 0);
    // Bits of the mask for both signs, first and last magnitude.
    let kinds = [
        (0x020, 0x040, 0, 0),
        (0x010, 0x080, 1, smallest_normal - 1),
        (0x008, 0x100, smallest_normal, infinite - 1),
        (0x004, 0x200, infinite, infinite),
        (0x001, 0x001, infinite + 1, quiet - 1),
        (0x002, 0x002, quiet, mask(width) >> 1),
    ];
    for (minus, plus, first, last) in kinds {
        let (minus, plus) = (classes & minus != 0, classes & plus != 0);
        if minus || plus {
            // first <= size <= last, in one comparison
            let inside = size.with(last - first).ult(size.sub(size.with(first))).not();
            let of_sign = match (minus, plus) {
                (true, true) => inside,
                (true, false) => inside.and(negative),
                _ => inside.and(negative.not()),
            };
            any = any.or(of_sign);
        }
    }
    any
}
