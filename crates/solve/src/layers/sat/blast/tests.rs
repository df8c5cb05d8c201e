//! Every circuit against evaluation: operands as assumptions, so that one circuit answers many.

use acute_expr::{Op, apply, mask};

use super::super::gates::Budget;
use super::*;
use crate::Deadline;

const ENDLESS: Budget =
    Budget { left: u64::MAX, gates: usize::MAX, deadline: Deadline { until: None, stop: None } };

/// All operations on two integers.
fn operations() -> impl Iterator<Item = Op> {
    Op::ARITHMETIC.into_iter().chain(Op::COMPARISONS)
}

fn constants(width: u8, value: u64) -> Vec<Bit> {
    (0..width).map(|i| Bit::constant(value >> i & 1 == 1)).collect()
}

fn inputs(gates: &mut Gates, width: u8) -> Vec<Bit> {
    (0..width).map(|_| gates.input(None)).collect()
}

fn assume(bits: &[Bit], value: u64) -> impl Iterator<Item = Bit> + '_ {
    bits.iter().enumerate().map(move |(i, &bit)| if value >> i & 1 == 1 { bit } else { !bit })
}

fn read(gates: &mut Gates, bits: &[Bit]) -> u64 {
    let value = |gates: &mut Gates, bit| u64::from(gates.value(bit) == Some(true));
    bits.iter().enumerate().map(|(i, &bit)| value(gates, bit) << i).sum()
}

/// Corners: zeros, ones, the extremes of the signed range, amounts around the width.
fn operands(width: u8) -> Vec<u64> {
    let min = 1u64 << (width - 1);
    let w = u64::from(width);
    let mut state = w;
    let mut random = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state ^ state >> 29
    };
    // the most telling first, for operations whose circuits are large
    let mut all = vec![0, 1, u64::MAX, min, min.wrapping_sub(1), 3, 2, min + 1, w, w - 1, w + 1];
    all.extend((0..4).map(|_| random()));
    let mut distinct = Vec::new();
    for value in all.into_iter().map(|value| value & mask(width)) {
        if !distinct.contains(&value) {
            distinct.push(value);
        }
    }
    distinct
}

fn check(op: Op, width: u8, operands: &[u64]) {
    let mut gates = Gates::new();
    let (a, b) = (inputs(&mut gates, width), inputs(&mut gates, width));
    let out = binary(&mut gates, op, &a, &b);
    for &x in operands {
        for &y in operands {
            let want = apply(op, width, x, y);
            let assumed: Vec<Bit> = assume(&a, x).chain(assume(&b, y)).collect();
            assert_eq!(gates.solve(&assumed, ENDLESS), Some(true));
            assert_eq!(read(&mut gates, &out), want, "{op:?} {width} {x:#x} {y:#x}");
            // with constants for operands the circuit folds away
            let mut none = Gates::new();
            let folded = binary(&mut none, op, &constants(width, x), &constants(width, y));
            assert_eq!(none.count, 0, "{op:?} {width} {x:#x} {y:#x}");
            assert_eq!(read(&mut none, &folded), want);
        }
    }
}

#[test]
fn every_operation_gives_what_evaluation_gives() {
    for width in [1, 7, 8, 16, 31, 32, 33, 63, 64] {
        for op in operations() {
            let large = matches!(op, Op::UDiv | Op::URem | Op::SDiv | Op::SRem | Op::Mul) && width > 16;
            let all = operands(width);
            check(op, width, if large { &all[..all.len().min(6)] } else { &all });
        }
    }
}

#[test]
fn all_operands_of_four_bits() {
    let all: Vec<u64> = (0..16).collect();
    for op in operations() {
        check(op, 4, &all);
    }
}

#[test]
fn operands_are_found_from_results() {
    // backwards: the result and one operand fixed, the other one searched for
    for op in operations() {
        for width in [4, 8, 13] {
            let out_width = if op.is_comparison() { 1 } else { width };
            for seed in operands(width) {
                let (x, y) = (seed, seed.wrapping_mul(7).wrapping_add(3) & mask(width));
                let want = apply(op, width, x, y);
                let mut gates = Gates::new();
                let a = inputs(&mut gates, width);
                let b = constants(width, y);
                let out = binary(&mut gates, op, &a, &b);
                assert_eq!(out.len(), usize::from(out_width));
                let assumed: Vec<Bit> = assume(&out, want).collect();
                assert_eq!(gates.solve(&assumed, ENDLESS), Some(true), "{op:?} {width} {x:#x} {y:#x}");
                let found = read(&mut gates, &a);
                assert_eq!(apply(op, width, found, y), want, "{op:?} {width} {found:#x} {y:#x}");
            }
        }
    }
}

#[test]
fn comparisons_of_floats() {
    let corners = [0.0f32, 1.0, 1.5, f32::MIN_POSITIVE, 1e-45, f32::MAX, f32::INFINITY, f32::NAN];
    let mut bits: Vec<u64> = corners.iter().map(|x| u64::from(x.to_bits())).collect();
    bits.extend([0x7f80_0001, 0x7fff_ffff, 0x3f80_0001]);
    let negated: Vec<u64> = bits.iter().map(|x| x | 1 << 31).collect();
    bits.extend(negated);
    for op in [Op::FEq, Op::FLt, Op::FLe] {
        for &a in &bits {
            for &b in &bits {
                let mut gates = Gates::new();
                let holds = compare_floats(&mut gates, op, &constants(32, a), &constants(32, b));
                assert_eq!(holds, Bit::constant(apply(op, 32, a, b) == 1), "{op:?} {a:#x} {b:#x}");
            }
        }
    }
}
