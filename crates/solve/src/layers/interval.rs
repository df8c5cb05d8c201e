//! Refutes conditions on floats by interval propagation: from the literals' bounds upwards through operations
//! that are monotonic, rounding included, and down again where the other operand is a constant
//! (Michel: "Exact projection functions for floating point number constraints", AMAI 2002; here inverse projections
//! are found by bisection). Comparisons and integer parts that the intervals decide are propagated too.
//!
//! Fragment: all float operations; a term that no rule narrows has every value. Refutes only, and not complete.
//!
//! An interval holds positions of floats (see `acute_expr::float_place`), so that both zeros are one, and
//! whether a NaN is possible.

use acute_expr::{Op, apply, apply_convert, float_at, float_place, infinity, mask, sign_extend};

use crate::Deadline;
use crate::layer::{Layer, Verdict};
use crate::tape::{Step, Tape};
use crate::task::Task;

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
    // the value of a step, where the intervals leave but one
    known: Vec<Option<u64>>,
}

impl Layer for IntervalLayer {
    fn applies(&self, task: &mut Task) -> bool {
        task.prepare();
        task.workspace.tape.any_float
    }

    fn solve(&mut self, task: &mut Task) -> Verdict {
        self.refute(&task.workspace.tape, &task.workspace.options.deadline)
    }
}

impl IntervalLayer {
    /// Refutes the slice or passes it on.
    fn refute(&mut self, tape: &Tape, deadline: &Deadline) -> Verdict {
        self.of.clear();
        self.of.extend(tape.steps.iter().map(|step| Interval::everything(step.width)));
        for _ in 0..ROUNDS {
            let mut changed = false;
            for (i, step) in tape.steps.iter().enumerate() {
                if step.width == 32 || step.width == 64 {
                    let narrowed = self.of[i].both(self.forward(step, tape.values[i], tape));
                    changed |= narrowed != self.of[i];
                    self.of[i] = narrowed;
                    if narrowed.impossible() {
                        return Verdict::Unsat;
                    }
                }
            }
            for &(at, positive) in &tape.roots {
                changed |= self.bound(&tape.steps[at as usize], positive);
            }
            for i in (0..tape.steps.len()).rev() {
                changed |= self.backward(i, tape);
            }
            if self.contradicts(tape) {
                return Verdict::Unsat;
            }
            if self.of.iter().any(|interval| interval.impossible()) {
                return Verdict::Unsat;
            }
            if !changed || deadline.is_over() {
                break;
            }
        }
        Verdict::Pass
    }

    /// Narrows the sides of a literal's comparison.
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

    /// Tells whether the intervals decide a literal to be false.
    fn contradicts(&mut self, tape: &Tape) -> bool {
        self.known.clear();
        for (i, step) in tape.steps.iter().enumerate() {
            let value = self.decided(step, tape.values[i]);
            self.known.push(value);
        }
        let wrong = |&(at, positive): &(u32, bool)| {
            self.known[at as usize].is_some_and(|value| (value == 1) != positive)
        };
        tape.roots.iter().any(wrong)
    }

    /// The only value a step may have, if it can be told.
    fn decided(&self, step: &Step, value: u64) -> Option<u64> {
        let known = |i: usize| self.known[step.args[i] as usize];
        let arg = |i: usize| self.of[step.args[i] as usize];
        match step.op {
            Op::Const => Some(value),
            Op::Var => None,
            Op::FLt | Op::FLe | Op::FEq => decided_comparison(step.op, arg(0), arg(1)),
            Op::FToSInt => {
                let (a, width) = (arg(0), step.arg_width);
                let fits = |at| float_number(width, at).abs() < 2f64.powi(i32::from(step.width) - 2);
                let to = |at| apply_convert(step.op, width, step.width, float_at(width, at));
                let one = !a.nan && !a.no_number() && fits(a.lo) && fits(a.hi) && to(a.lo) == to(a.hi);
                one.then(|| to(a.lo))
            }
            op if op.is_float() => None,
            // on booleans one side may be enough
            Op::And if step.width == 1 && (known(0) == Some(0) || known(1) == Some(0)) => Some(0),
            Op::Ite => {
                if known(0)? == 1 {
                    known(1)
                } else {
                    known(2)
                }
            }
            Op::ZExt => known(0),
            Op::SExt => Some(sign_extend(step.arg_width, known(0)?) as u64 & mask(step.width)),
            Op::Extract => Some(known(0)? >> step.lo & mask(step.width)),
            Op::Concat => Some(known(0)? << step.arg_width | known(1)?),
            op => Some(apply(op, step.arg_width, known(0)?, known(1)?)),
        }
    }

    /// Narrows the operand of an operation with a constant, which keeps the order or reverses it, to what
    /// comes out in the interval of the result; whether that changed anything.
    fn backward(&mut self, i: usize, tape: &Tape) -> bool {
        let &Step { op, width, args, .. } = &tape.steps[i];
        if !matches!(op, Op::FAdd | Op::FSub | Op::FMul | Op::FDiv) {
            return false;
        }
        let finite = |i: usize| {
            let (at, value) = (args[i] as usize, tape.values[args[i] as usize]);
            let place = float_place(width, value).filter(|_| tape.steps[at].op == Op::Const)?;
            (place.unsigned_abs() < infinity(width)).then_some((value, place))
        };
        let (operand, (constant, place), left) = match (finite(0), finite(1)) {
            (None, Some(c)) => (args[0] as usize, c, true),
            (Some(c), None) if op != Op::FDiv => (args[1] as usize, c, false),
            _ => return false,
        };
        let scales = matches!(op, Op::FMul | Op::FDiv);
        if scales && place == 0 {
            return false;
        }
        let falls = scales && place < 0 || op == Op::FSub && !left;
        let (result, before) = (self.of[i], self.of[operand]);
        let (mut narrowed, sign) = (before, if falls { -1 } else { 1 });
        // x op c is a number wherever x is; turned around where it falls, so that it rises
        let at = |x: i64| {
            let x = float_at(width, x * sign);
            let y = if left { apply(op, width, x, constant) } else { apply(op, width, constant, x) };
            float_place(width, y).unwrap_or(0)
        };
        let (lo, hi) = if falls { (-before.hi, -before.lo) } else { (before.lo, before.hi) };
        let first = first_where(lo, hi, |x| at(x) >= result.lo);
        let beyond = first_where(lo, hi, |x| at(x) > result.hi);
        let (lo, hi) = if result.no_number() { (1, 0) } else { (first, beyond - 1) };
        (narrowed.lo, narrowed.hi) = if falls && lo <= hi { (-hi, -lo) } else { (lo, hi) };
        narrowed.nan &= result.nan;
        self.of[operand] = narrowed;
        narrowed != before
    }

    /// The interval that the operands' intervals allow.
    fn forward(&self, step: &Step, value: u64, tape: &Tape) -> Interval {
        let arg = |i: usize| self.of[step.args[i] as usize];
        let constant = |i: usize| {
            let at = step.args[i] as usize;
            (tape.steps[at].op == Op::Const).then(|| tape.values[at])
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

/// The first from `lo` to `hi` where what becomes true once stays true; behind `hi` if it never does.
fn first_where(lo: i64, hi: i64, holds: impl Fn(i64) -> bool) -> i64 {
    let (mut lo, mut end) = (lo, hi.saturating_add(1));
    while lo < end {
        let middle = lo + ((i128::from(end) - i128::from(lo)) / 2) as i64;
        if holds(middle) {
            end = middle;
        } else {
            lo = middle + 1;
        }
    }
    end
}

/// The number at a place.
fn float_number(width: u8, at: i64) -> f64 {
    let bits = float_at(width, at);
    if width == 32 { f64::from(f32::from_bits(bits as u32)) } else { f64::from_bits(bits) }
}

/// A comparison of all floats of two intervals, if it comes out the same for all.
fn decided_comparison(op: Op, a: Interval, b: Interval) -> Option<u64> {
    if a.no_number() || b.no_number() {
        return Some(0);
    }
    let never = match op {
        Op::FLt => a.lo >= b.hi,
        Op::FLe => a.lo > b.hi,
        _ => a.lo > b.hi || a.hi < b.lo,
    };
    let always = match op {
        Op::FLt => a.hi < b.lo,
        Op::FLe => a.hi <= b.lo,
        _ => a.lo == a.hi && b.lo == b.hi && a.lo == b.lo,
    };
    // no comparison holds of a NaN
    if never { Some(0) } else { (always && !a.nan && !b.nan).then_some(1) }
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
