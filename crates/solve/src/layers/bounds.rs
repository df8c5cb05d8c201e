//! Refutes slices by ranges of integers, propagated from the variables upwards: the number that two digits make is below
//! a hundred, and a comparison with more needs no search. Literals about a term narrow its range.
//!
//! Fragment: all integer operations, by interval arithmetic modulo 2^width; a term that no rule bounds has every value.
//! Refutes only, and not complete. Its counterpart for floats is `interval`.

use acute_expr::{Op, Pool, mask};

use crate::layer::{Layer, Verdict};
use crate::range::{Range, compared, ends, range_of};
use crate::slice::Slice;
use crate::tape::{Step, Tape};
use crate::task::Task;
use crate::workspace::Workspace;

/// The ranges of a slice's steps.
#[derive(Default)]
pub(crate) struct BoundsLayer {
    ranges: Vec<Range>,
}

impl Layer for BoundsLayer {
    fn solve(&mut self, task: &mut Task) -> Verdict {
        task.workspace.compile_and_count(task.pool);
        let Workspace { slice, tape, .. } = &*task.workspace;
        self.refute(task.pool, slice, tape)
    }
}

impl BoundsLayer {
    /// Refutes the slice or passes.
    fn refute(&mut self, pool: &Pool, slice: &Slice, tape: &Tape) -> Verdict {
        self.ranges.clear();
        self.ranges.extend(tape.steps.iter().map(|step| Range::all(step.width)));
        for &(root, holds) in &tape.roots {
            self.narrow(root, Range::between(1, holds.into(), holds.into()));
            let step = &tape.steps[root as usize];
            if !matches!(step.op, Op::Eq | Op::Ult | Op::Slt) {
                continue;
            }
            let [a, b, _] = step.args;
            for (term, other, left) in [(a, b, true), (b, a, false)] {
                if tape.steps[other as usize].op == Op::Const {
                    let c = tape.values[other as usize];
                    let wanted = compared(step.arg_width, step.op, holds, left, c);
                    wanted.into_iter().for_each(|wanted| self.narrow(term, wanted));
                }
            }
        }
        for lit in &slice.lits {
            if let [v] = *pool.vars(lit.expr) {
                let at = tape.var_at[slice.place(v)];
                self.narrow(at, range_of(pool, std::slice::from_ref(lit), v, &|_| None));
            }
        }
        for (at, step) in tape.steps.iter().enumerate() {
            let range = match step.op {
                Op::Const => Range::between(step.width, tape.values[at], tape.values[at]),
                _ => self.bound(step).unwrap_or(Range::all(step.width)),
            };
            self.narrow(at as u32, range);
            if self.ranges[at].is_empty() {
                return Verdict::Unsat;
            }
        }
        Verdict::Pass
    }

    fn narrow(&mut self, at: u32, to: Range) {
        let range = &mut self.ranges[at as usize];
        *range = range.both(to);
    }

    /// Bounds a step by the ranges of its operands; none if every value is left.
    fn bound(&self, step: &Step) -> Option<Range> {
        let width = step.width;
        let arg = |k: usize| self.ranges[step.args[k] as usize];
        // Shifts and divisors that are known.
        let by = || arg(1).only();
        let shift = || by().filter(|by| *by < width.into());
        Some(match step.op {
            Op::Add => {
                let ((a, more_a), (b, more_b)) = (arg(0).span()?, arg(1).span()?);
                Range::arc(width, a.wrapping_add(b), u128::from(more_a) + u128::from(more_b))
            }
            Op::Sub => {
                let ((a, more_a), (b, more_b)) = (arg(0).span()?, arg(1).span()?);
                let last = b.wrapping_add(more_b);
                Range::arc(width, a.wrapping_sub(last), u128::from(more_a) + u128::from(more_b))
            }
            Op::Mul => {
                product(width, arg(0), arg(1), true).or_else(|| product(width, arg(0), arg(1), false))?
            }
            Op::Shl => {
                let (by, (start, more)) = (shift()?, arg(0).span()?);
                Range::arc(width, start << by, u128::from(more) << by)
            }
            Op::LShr | Op::AShr => {
                let signed = step.op == Op::AShr;
                let (by, (lo, hi)) = (shift()?, arg(0).numbers(signed)?);
                Range::clipped(width, (lo >> by, hi >> by), signed)
            }
            // Rounding is towards zero.
            Op::UDiv | Op::SDiv => {
                let signed = step.op == Op::SDiv;
                let by = i128::from(by()?);
                let ((lo, hi), (_, most)) = (arg(0).numbers(signed)?, ends(width, signed));
                (by > 0 && by <= most).then(|| Range::clipped(width, (lo / by, hi / by), signed))?
            }
            Op::URem => {
                let by = by().filter(|by| *by > 0)?;
                Range::between(width, 0, by - 1)
            }
            Op::And => {
                let most = |k: usize| arg(k).numbers(false).map(|(_, hi)| hi as u64);
                Range::between(width, 0, most(0).unwrap_or(mask(width)).min(most(1).unwrap_or(mask(width))))
            }
            Op::ZExt | Op::SExt => {
                let signed = step.op == Op::SExt;
                let numbers = arg(0).numbers(signed).unwrap_or(ends(step.arg_width, signed));
                Range::between(width, numbers.0 as u64, numbers.1 as u64)
            }
            Op::Extract if step.lo == 0 => {
                let (start, more) = arg(0).span()?;
                Range::arc(width, start, more.into())
            }
            Op::Concat => {
                let (start, more) = arg(0).span()?;
                let (lo, hi) = arg(1).numbers(false).unwrap_or(ends(step.arg_width, false));
                let by = step.arg_width;
                Range::arc(width, start << by | lo as u64, (u128::from(more) << by) + (hi - lo) as u128)
            }
            _ => return self.bound_condition(step),
        })
    }

    /// As `bound`, for choices and comparisons.
    fn bound_condition(&self, step: &Step) -> Option<Range> {
        let arg = |k: usize| self.ranges[step.args[k] as usize];
        Some(match step.op {
            Op::Ite => match arg(0).only() {
                Some(0) => arg(2),
                Some(_) => arg(1),
                None => {
                    let hull = |signed: bool| {
                        let ((a, b), (c, d)) = (arg(1).numbers(signed)?, arg(2).numbers(signed)?);
                        Some(Range::clipped(step.width, (a.min(c), b.max(d)), signed))
                    };
                    hull(true).or_else(|| hull(false))?
                }
            },
            Op::Eq => match (arg(0).only(), arg(1).only()) {
                (Some(a), Some(b)) => truth(a == b),
                _ if arg(0).both(arg(1)).is_empty() => truth(false),
                _ => return None,
            },
            Op::Ult | Op::Slt => {
                let signed = step.op == Op::Slt;
                let numbers = |k: usize| arg(k).numbers(signed).unwrap_or(ends(step.arg_width, signed));
                let ((a, b), (c, d)) = (numbers(0), numbers(1));
                match (b < c, a >= d) {
                    (true, _) => truth(true),
                    (_, true) => truth(false),
                    _ => return None,
                }
            }
            _ => return None,
        })
    }
}

fn truth(holds: bool) -> Range {
    Range::between(1, holds.into(), holds.into())
}

/// Of the products of all corners, where none is beyond the width.
fn product(width: u8, a: Range, b: Range, signed: bool) -> Option<Range> {
    let ((a, b), (c, d)) = (a.numbers(signed)?, b.numbers(signed)?);
    let corners = [a.checked_mul(c)?, a.checked_mul(d)?, b.checked_mul(c)?, b.checked_mul(d)?];
    let (lo, hi) = (*corners.iter().min()?, *corners.iter().max()?);
    let (least, most) = ends(width, signed);
    (least <= lo && hi <= most).then(|| Range::between(width, lo as u64, hi as u64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NoPointers, Options, Query};
    use acute_expr::{ExprId, Lit};

    /// Refutes literals about two variables of 4 bits, and checks that no values satisfy them then.
    fn refuted(build: impl Fn(&mut Pool, ExprId, ExprId) -> Vec<(ExprId, bool)>) -> bool {
        let mut pool = Pool::new();
        let (x, y) = (pool.var(0, 4), pool.var(1, 4));
        let built = build(&mut pool, x, y);
        let lits: Vec<Lit> = built.into_iter().map(|(e, holds)| pool.literal(e, holds)).collect();
        let (goal, prefix) = lits.split_last().expect("literals");
        let mut slice = Slice::default();
        let query = Query { prefix, goal: *goal, model: &[0, 0] };
        let options = Options { slice: false, subsume: false, ..Options::default() };
        slice.read(&pool, &query, &NoPointers, &options);
        let mut tape = Tape::default();
        tape.compile(&pool, &slice);
        let verdict = BoundsLayer::default().refute(&pool, &slice, &tape);
        let holds = |x: u64, y: u64| {
            let value = |v| if v == 0 { x } else { y };
            lits.iter().all(|l| (pool.eval(l.expr, &value) == 1) == l.positive)
        };
        let any = (0..256).any(|n| holds(n & 15, n >> 4));
        assert!(verdict != Verdict::Unsat || !any, "refuted, but it holds");
        verdict == Verdict::Unsat
    }

    #[test]
    fn two_digits_make_less_than_a_hundred() {
        let number = |p: &mut Pool, x: ExprId, y: ExprId, least: u64| {
            let (nine, ten, least) = (p.constant(4, 10), p.constant(16, 10), p.constant(16, least));
            let (high, low) = (p.zext(x, 16), p.zext(y, 16));
            let tens = p.binary(Op::Mul, high, ten);
            let sum = p.binary(Op::Add, tens, low);
            vec![
                (p.binary(Op::Ult, x, nine), true),
                (p.binary(Op::Ult, y, nine), true),
                (p.binary(Op::Slt, sum, least), false),
            ]
        };
        assert!(refuted(|p, x, y| number(p, x, y, 100)));
        assert!(!refuted(|p, x, y| number(p, x, y, 99)));
    }

    #[test]
    fn no_operation_loses_a_value() {
        let mut count = 0;
        for op in Op::ARITHMETIC {
            for order in [Op::Eq, Op::Ult, Op::Slt] {
                for (k, holds, wide) in (0..128).map(|n| (n & 15, n & 16 != 0, n >> 5)) {
                    for c in [0, 1, 3, 7, 8, 12, 15] {
                        let with = |second: u64| {
                            refuted(|p, x, y| {
                                let (k, c) = (p.constant(4, k), p.constant(4, c));
                                let (a, b) = match wide {
                                    0 => (x, y),
                                    1 => {
                                        let (a, b) = (p.sext(x, 6), p.sext(y, 6));
                                        (a, b)
                                    }
                                    2 => (p.zext(x, 6), p.zext(y, 6)),
                                    _ => (p.concat(x, y), p.concat(y, x)),
                                };
                                let b = if second == 0 { b } else { p.constant(p.width(b), second) };
                                let value = p.binary(op, a, b);
                                let width = p.width(value);
                                let bound = p.constant(width, 9 * second);
                                let (low, high) = (p.binary(Op::Ult, x, k), p.binary(Op::Slt, y, c));
                                vec![(low, true), (high, holds), (p.binary(order, value, bound), !holds)]
                            })
                        };
                        count += [0, 1, 2, 3].into_iter().filter(|second| with(*second)).count();
                    }
                }
            }
        }
        assert!(count > 1000, "{count} are refuted");
    }
}
