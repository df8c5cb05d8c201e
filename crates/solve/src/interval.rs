//! Refutes conditions on floats by intervals: from the literals' bounds upwards through operations
//! that never reverse an order, rounding included (Michel: "Exact projection functions for floating
//! point number constraints", AMAI 2002; only the direct ones are here).
//!
//! An interval holds places of floats (see `acute_expr::float_place`), so both zeros are one, and
//! whether a NaN may be there. What no rule narrows is everything.

use acute_expr::{Op, apply, apply_convert, float_at, float_place, infinity, mask};

use crate::Verdict;
use crate::program::{Program, Step};

/// Passes over the slice after which narrowing stops.
const ROUNDS: usize = 6;

/// The floats a step may have.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Interval {
    // no numbers if lo > hi
    lo: i64,
    hi: i64,
    nan: bool,
}

impl Interval {
    fn everything(width: u8) -> Self {
        let most = infinity(width.max(32)) as i64;
        Interval { lo: -most, hi: most, nan: true }
    }

    fn of(width: u8, bits: u64) -> Self {
        match float_place(width, bits) {
            Some(at) => Interval { lo: at, hi: at, nan: false },
            None => Interval { lo: 1, hi: 0, nan: true },
        }
    }

    fn no_number(self) -> bool {
        self.lo > self.hi
    }

    fn impossible(self) -> bool {
        self.no_number() && !self.nan
    }

    fn both(self, other: Self) -> Self {
        Interval { lo: self.lo.max(other.lo), hi: self.hi.min(other.hi), nan: self.nan && other.nan }
    }

    fn either(self, other: Self) -> Self {
        let nan = self.nan || other.nan;
        match (self.no_number(), other.no_number()) {
            (true, _) => Interval { nan, ..other },
            (_, true) => Interval { nan, ..self },
            _ => Interval { lo: self.lo.min(other.lo), hi: self.hi.max(other.hi), nan },
        }
    }

    fn has_zero(self) -> bool {
        self.lo <= 0 && 0 <= self.hi
    }

    fn has_infinity(self, width: u8) -> bool {
        let most = infinity(width) as i64;
        self.lo == -most || self.hi == most
    }

    fn absolute(self) -> Self {
        if self.no_number() {
            return self;
        }
        let lo = if self.has_zero() { 0 } else { self.lo.abs().min(self.hi.abs()) };
        Interval { lo, hi: self.lo.abs().max(self.hi.abs()), nan: self.nan }
    }
}

/// The intervals of a slice's steps.
#[derive(Default)]
pub(crate) struct IntervalLayer {
    of: Vec<Interval>,
}

impl IntervalLayer {
    /// Refutes the slice or passes it on.
    pub fn solve(&mut self, program: &Program) -> Verdict {
        self.of.clear();
        self.of.extend(program.steps.iter().map(|step| Interval::everything(step.width)));
        for _ in 0..ROUNDS {
            let mut changed = false;
            for (i, step) in program.steps.iter().enumerate() {
                if step.width == 32 || step.width == 64 {
                    let narrowed = self.of[i].both(self.forward(step, program.values[i], program));
                    changed |= narrowed != self.of[i];
                    self.of[i] = narrowed;
                    if narrowed.impossible() {
                        return Verdict::Unsat;
                    }
                }
            }
            for &(at, positive) in &program.roots {
                changed |= self.bound(&program.steps[at as usize], positive);
            }
            if self.of.iter().any(|interval| interval.impossible()) {
                return Verdict::Unsat;
            }
            if !changed {
                break;
            }
        }
        Verdict::Pass
    }

    /// What a literal says about the sides of its comparison.
    fn bound(&mut self, step: &Step, positive: bool) -> bool {
        let &Step { op, args, .. } = step;
        if !matches!(op, Op::Eq | Op::FEq | Op::FLt | Op::FLe) || !matches!(step.arg_width, 32 | 64) {
            return false;
        }
        let (a, b) = (args[0] as usize, args[1] as usize);
        let before = (self.of[a], self.of[b]);
        let (x, y) = before;
        let numbers = !x.nan && !y.nan;
        // a <= b - strict, as places
        let mut below = |a: usize, b: usize, strict: i64| {
            let (x, y) = (self.of[a], self.of[b]);
            self.of[a] = Interval { lo: x.lo, hi: x.hi.min(y.hi - strict), nan: false };
            self.of[b] = Interval { lo: y.lo.max(x.lo + strict), hi: y.hi, nan: false };
        };
        match (op, positive) {
            // equal bits are equal floats or the same NaN
            (Op::Eq, true) => {
                let shared = x.both(y);
                (self.of[a], self.of[b]) = (shared, shared);
            }
            (Op::FEq, true) => {
                below(a, b, 0);
                below(b, a, 0);
            }
            (Op::FEq, false) if a == b => self.of[a] = Interval { lo: 1, hi: 0, nan: x.nan },
            (Op::FLt, true) => below(a, b, 1),
            (Op::FLe, true) => below(a, b, 0),
            (Op::FLt, false) if numbers => below(b, a, 0),
            (Op::FLe, false) if numbers => below(b, a, 1),
            _ => return false,
        }
        before != (self.of[a], self.of[b])
    }

    /// What the operands' intervals allow.
    fn forward(&self, step: &Step, value: u64, program: &Program) -> Interval {
        let arg = |i: usize| self.of[step.args[i] as usize];
        let constant = |i: usize| {
            let at = step.args[i] as usize;
            (program.steps[at].op == Op::Const).then(|| program.values[at])
        };
        let width = step.width;
        match step.op {
            Op::Const => Interval::of(width, value),
            Op::Ite => arg(1).either(arg(2)),
            // -x and |x|
            Op::Xor if constant(1) == Some(1 << (width - 1)) => {
                Interval { lo: -arg(0).hi, hi: -arg(0).lo, nan: arg(0).nan }
            }
            Op::And if constant(1) == Some(mask(width - 1)) => arg(0).absolute(),
            Op::FAdd | Op::FSub | Op::FMul | Op::FDiv => {
                arithmetic(step.op, width, arg(0), arg(1), step.args[0] == step.args[1])
            }
            Op::FSqrt | Op::FToF => converted(step, arg(0)),
            Op::SIntToF => {
                let half = 1u64 << (step.arg_width - 1);
                integers(step, half, half - 1)
            }
            Op::UIntToF => integers(step, 0, mask(step.arg_width)),
            Op::FRem => {
                let (a, b) = (arg(0).absolute(), arg(1).absolute());
                let most = a.hi.min(b.hi).max(0);
                Interval {
                    lo: if arg(0).lo >= 0 { 0 } else { -most },
                    hi: if arg(0).hi <= 0 { 0 } else { most },
                    nan: true,
                }
            }
            _ => Interval::everything(width),
        }
    }
}

fn integers(step: &Step, least: u64, most: u64) -> Interval {
    let at = |i| Interval::of(step.width, apply_convert(step.op, step.arg_width, step.width, i));
    at(least).either(at(most))
}

/// The root or the other size of what an interval holds, neither of which reverses an order.
fn converted(step: &Step, a: Interval) -> Interval {
    let lo = if step.op == Op::FSqrt { a.lo.max(0) } else { a.lo };
    if lo > a.hi {
        return Interval { lo: 1, hi: 0, nan: true };
    }
    let at = |place| {
        let bits = float_at(step.arg_width, place);
        Interval::of(step.width, apply_convert(step.op, step.arg_width, step.width, bits))
    };
    Interval { nan: a.nan || lo > a.lo, ..at(lo).either(at(a.hi)) }
}

/// The results of an operation are between those at the ends of its operands' intervals.
fn arithmetic(op: Op, width: u8, a: Interval, b: Interval, same: bool) -> Interval {
    if a.no_number() || b.no_number() {
        return Interval { lo: 1, hi: 0, nan: true };
    }
    let (a_infinite, b_infinite) = (a.has_infinity(width), b.has_infinity(width));
    let undefined = match op {
        Op::FMul if same => false,
        Op::FMul => a.has_zero() && b_infinite || b.has_zero() && a_infinite,
        Op::FDiv if b.has_zero() => return Interval::everything(width),
        _ => a_infinite && b_infinite,
    };
    // near what is undefined the ends alone do not tell
    if undefined && op != Op::FMul {
        return Interval::everything(width);
    }
    let at = |x: i64, y: i64| Interval::of(width, apply(op, width, float_at(width, x), float_at(width, y)));
    if op == Op::FMul && same {
        let a = a.absolute();
        return Interval { nan: a.nan, ..at(a.lo, a.lo).either(at(a.hi, a.hi)) };
    }
    let ends = [(a.lo, b.lo), (a.lo, b.hi), (a.hi, b.lo), (a.hi, b.hi)];
    let mut all =
        ends.iter().fold(Interval { lo: 1, hi: 0, nan: false }, |all, &(x, y)| all.either(at(x, y)));
    if undefined {
        // zero times infinity is none, zero times what is just below it is zero
        all = all.either(Interval { lo: 0, hi: 0, nan: true });
    }
    Interval { nan: all.nan || a.nan || b.nan, ..all }
}
