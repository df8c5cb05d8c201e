//! Operations on floats are the machine's, and the constructors keep their meaning.

mod float;

use std::arch::asm;

use acute_expr::{Op, Pool, apply, apply_convert, float_at, float_place, infinity, is_nan, mask};
use float::{Rng, Tree, corners, of};

/// One instruction on two floats.
macro_rules! machine {
    ($name:literal, $float:ty, $bits:ty, $a:expr, $b:expr) => {{
        let mut x = <$float>::from_bits($a as $bits);
        let y = <$float>::from_bits($b as $bits);
        // SAFETY: the instruction touches nothing but its two registers.
        unsafe { asm!(concat!($name, " {}, {}"), inout(xmm_reg) x, in(xmm_reg) y) };
        u64::from(x.to_bits())
    }};
}

fn arithmetic(op: Op, w: u8, a: u64, b: u64) -> u64 {
    match (op, w) {
        (Op::FAdd, 32) => machine!("addss", f32, u32, a, b),
        (Op::FSub, 32) => machine!("subss", f32, u32, a, b),
        (Op::FMul, 32) => machine!("mulss", f32, u32, a, b),
        (Op::FDiv, 32) => machine!("divss", f32, u32, a, b),
        (Op::FSqrt, 32) => machine!("sqrtss", f32, u32, a, b),
        (Op::FAdd, _) => machine!("addsd", f64, u64, a, b),
        (Op::FSub, _) => machine!("subsd", f64, u64, a, b),
        (Op::FMul, _) => machine!("mulsd", f64, u64, a, b),
        (Op::FDiv, _) => machine!("divsd", f64, u64, a, b),
        _ => machine!("sqrtsd", f64, u64, a, b),
    }
}

unsafe extern "C" {
    safe fn fmod(x: f64, y: f64) -> f64;
    safe fn fmodf(x: f32, y: f32) -> f32;
}

fn check_pair(w: u8, a: u64, b: u64) {
    for op in [Op::FAdd, Op::FSub, Op::FMul, Op::FDiv] {
        assert_eq!(apply(op, w, a, b), arithmetic(op, w, a, b), "{op:?} {w} {a:#x} {b:#x}");
    }
    // sqrtsd's operand is its source
    assert_eq!(apply_convert(Op::FSqrt, w, w, b), arithmetic(Op::FSqrt, w, a, b), "sqrt {w} {b:#x}");
    let rest = if w == 32 {
        u64::from(fmodf(f32::from_bits(a as u32), f32::from_bits(b as u32)).to_bits())
    } else {
        fmod(f64::from_bits(a), f64::from_bits(b)).to_bits()
    };
    let got = apply(Op::FRem, w, a, b);
    assert!(got == rest || is_nan(w, got) && is_nan(w, rest), "fmod {w} {a:#x} {b:#x}");
    let order = if w == 32 {
        f32::from_bits(a as u32).partial_cmp(&f32::from_bits(b as u32))
    } else {
        f64::from_bits(a).partial_cmp(&f64::from_bits(b))
    };
    assert_eq!(apply(Op::FEq, w, a, b) == 1, order.is_some_and(|o| o.is_eq()));
    assert_eq!(apply(Op::FLt, w, a, b) == 1, order.is_some_and(|o| o.is_lt()));
    assert_eq!(apply(Op::FLe, w, a, b) == 1, order.is_some_and(|o| o.is_le()));
    let places = float_place(w, a).zip(float_place(w, b));
    assert_eq!(places.map(|(a, b)| a.cmp(&b)), order, "{a:#x} {b:#x}");
}

fn check_one(w: u8, a: u64) {
    let (small, large) = (f32::from_bits(a as u32), f64::from_bits(a));
    let (mut wide, mut narrow) = (0.0f64, 0.0f32);
    let whole: i64;
    // SAFETY: the instructions touch nothing but their registers.
    unsafe {
        if w == 32 {
            asm!("cvtss2sd {}, {}", inout(xmm_reg) wide, in(xmm_reg) small);
            asm!("cvttss2si {}, {}", out(reg) whole, in(xmm_reg) small);
        } else {
            asm!("cvtsd2ss {}, {}", inout(xmm_reg) narrow, in(xmm_reg) large);
            asm!("cvttsd2si {}, {}", out(reg) whole, in(xmm_reg) large);
        }
    }
    let resized = if w == 32 { wide.to_bits() } else { u64::from(narrow.to_bits()) };
    assert_eq!(apply_convert(Op::FToF, w, 96 - w, a), resized, "{w} {a:#x}");
    for to in [1, 8, 16, 32, 63, 64] {
        assert_eq!(apply_convert(Op::FToSInt, w, to, a), whole as u64 & mask(to), "{w} {a:#x} to {to}");
        let value = if w == 32 { f64::from(small) } else { large };
        let fits = to == 64 && (9223372036854775808.0..18446744073709551616.0).contains(&value);
        let want = if fits { value as u128 as u64 } else { whole as u64 & mask(to) };
        assert_eq!(apply_convert(Op::FToUInt, w, to, a), want, "{w} {a:#x} to {to}");
    }
    match float_place(w, a) {
        Some(place) => assert_eq!(apply(Op::FEq, w, float_at(w, place), a), 1),
        None => assert!(is_nan(w, a)),
    }
}

#[test]
fn corners_and_random_bits_against_the_machine() {
    let mut rng = Rng(1);
    for w in [32, 64] {
        let corners = corners(w);
        for &a in &corners {
            check_one(w, a);
            for &b in &corners {
                check_pair(w, a, b);
            }
        }
        for _ in 0..100_000 {
            let (a, b) = (rng.float(w), rng.float(w));
            check_one(w, a);
            check_pair(w, a, b);
        }
    }
}

#[test]
fn integers_against_the_machine() {
    let mut rng = Rng(2);
    for round in 0..100_000u32 {
        let width = 1 + (round % 64) as u8;
        let i = rng.integer(width);
        let signed = acute_expr::sign_extend(width, i);
        let (mut single, mut double) = (0.0f32, 0.0f64);
        // SAFETY: the instructions touch nothing but their registers.
        unsafe {
            asm!("cvtsi2ss {}, {}", inout(xmm_reg) single, in(reg) signed);
            asm!("cvtsi2sd {}, {}", inout(xmm_reg) double, in(reg) signed);
        }
        assert_eq!(apply_convert(Op::SIntToF, width, 32, i), u64::from(single.to_bits()));
        assert_eq!(apply_convert(Op::SIntToF, width, 64, i), double.to_bits());
        // u64 to float has no instruction of its own; u128 goes through the compiler's library
        assert_eq!(apply_convert(Op::UIntToF, width, 32, i), u64::from((u128::from(i) as f32).to_bits()));
        assert_eq!(apply_convert(Op::UIntToF, width, 64, i), (u128::from(i) as f64).to_bits());
    }
}

fn check(tree: &Tree, rng: &mut Rng, models: usize) {
    let mut pool = Pool::new();
    let built = tree.build(&mut pool);
    assert_eq!(pool.width(built), tree.width());
    for _ in 0..models {
        let seed = rng.next();
        let model = |v: u32| {
            let mut rng = Rng(seed ^ u64::from(v) << 20);
            // variables of integers are numbered from ten times their width on
            let w = if (32..68).contains(&v) { v as u8 / 32 * 32 } else { (v / 10) as u8 };
            if (32..68).contains(&v) { rng.float(w) } else { rng.integer(w) }
        };
        assert_eq!(pool.eval(built, &model), tree.eval(&model), "{tree:?}");
    }
}

#[test]
fn random_trees_keep_their_meaning() {
    let mut rng = Rng(3);
    for round in 0..150_000u32 {
        let w = rng.pick(&[32, 64]);
        let tree = if round % 8 == 0 { rng.tree(w, 3) } else { rng.root(round % 4) };
        check(&tree, &mut rng, 10);
    }
}

#[test]
fn an_integers_float_against_every_kind_of_constant_around_the_border() {
    let mut rng = Rng(4);
    for round in 0..60_000 {
        let (w, width) = (rng.pick(&[32, 64]), rng.pick(&[3, 8, 24, 25, 32, 53, 54, 64]));
        let (op, from) = (rng.pick(&[Op::FEq, Op::FLt, Op::FLe]), rng.pick(&[Op::SIntToF, Op::UIntToF]));
        // a constant at a value's float or at its neighbour
        let i = rng.integer(width);
        let near = apply_convert(from, width, w, i).wrapping_add(rng.below(3)).wrapping_sub(1);
        let c = if rng.below(8) == 0 { rng.float(w) } else { near & mask(w) };
        let mut p = Pool::new();
        let (x, k) = (p.var(0, width), p.constant(w, c));
        let x = p.convert(from, x, w);
        let left = rng.below(2) == 0;
        let e = if left { p.binary(op, x, k) } else { p.binary(op, k, x) };
        assert!(!p.op(e).is_float(), "round {round}: {:?}", p.op(e));
        for offset in 0..9 {
            let i = i.wrapping_add(offset).wrapping_sub(4) & mask(width);
            let value = apply_convert(from, width, w, i);
            let want = if left { apply(op, w, value, c) } else { apply(op, w, c, value) };
            assert_eq!(p.eval(e, &|_| i), want, "{op:?} {from:?} {width} {w} {c:#x} {i:#x}");
        }
    }
}

#[test]
fn what_is_simplified_and_what_is_not() {
    let mut p = Pool::new();
    let (x, y, i) = (p.var(0, 64), p.var(1, 32), p.var(2, 32));
    let zero = p.constant(64, 0);
    // x + 0.0 is not x: -0.0 + 0.0 is 0.0
    let sum = p.binary(Op::FAdd, x, zero);
    assert_eq!(p.op(sum), Op::FAdd);
    let less = p.binary(Op::FLt, x, x);
    assert_eq!(p.as_const(less), Some(0));
    let (same, at_most) = (p.binary(Op::FEq, x, x), p.binary(Op::FLe, x, x));
    assert_eq!((p.op(same), same), (Op::FEq, at_most));
    // a float that goes through double in a comparison
    let wide = p.convert(Op::FToF, y, 64);
    let tenth = p.constant(64, of(64, 0.1));
    let below = p.binary(Op::FLt, wide, tenth);
    assert_eq!((p.op(below), p.operands(below)[0]), (Op::FLe, y));
    let equal = p.binary(Op::FEq, wide, tenth);
    assert_eq!(p.as_const(equal), Some(0));
    // (double)i < 2.5 is i < 3, (int)(double)i is i
    let double = p.convert(Op::SIntToF, i, 64);
    let k = p.constant(64, of(64, 2.5));
    let (below, three) = (p.binary(Op::FLt, double, k), p.constant(32, 3));
    assert_eq!(below, p.binary(Op::Slt, i, three));
    assert_eq!(p.convert(Op::FToSInt, double, 32), i);
    let nan = p.constant(64, infinity(64) + 1);
    for op in [Op::FEq, Op::FLt, Op::FLe] {
        let compared = p.binary(op, nan, x);
        assert_eq!(p.as_const(compared), Some(0));
    }
}
