//! Decides systems of linear equations over bits by Gaussian elimination: checksums, parities and shift registers are
//! made of exclusive ors, shifts and masks, so that each of their bits is a sum modulo 2 of input bits. Local search and
//! SAT solvers need exponential time for such systems.
//!
//! Fragment: literals whose bits are sums modulo 2 of at most 4,096 input bits. Complete for these. Variables of other
//! literals keep their present values, which makes a model a candidate; `Unsat` is claimed from the equations alone.

use acute_expr::{Op, mask};

use crate::layer::{Layer, Verdict};
use crate::slice::Slice;
use crate::tape::{Step, Tape};
use crate::task::Task;
use crate::workspace::Workspace;

/// Input bits at most.
const BITS: usize = 4096;
/// Words that the sums of all steps may take at most.
const WORDS: usize = 1 << 21;
/// The form of a step.
#[derive(Copy, Clone, PartialEq, Debug)]
enum Form {
    /// No sum.
    Other,
    /// A sum for each of its bits, from here in `rows`.
    Sums(usize),
}

/// The layer with its scratch memory.
#[derive(Default)]
pub(crate) struct XorLayer {
    // whether some literals were not looked at
    partial: bool,
    // bits of the input, and words of a sum: a bit for each of them, then one for "and one more"
    bits: usize,
    words: usize,
    rows: Vec<u64>,
    forms: Vec<Form>,
    // the first bit of each variable, and whether it keeps its value
    first: Vec<usize>,
    pinned: Vec<bool>,
    // steps whose variables were made to keep their values in this round
    seen: Vec<bool>,
    // equations in reduced form: the bit that each decides, and its sum, which is 0
    solved: Vec<(usize, Vec<u64>)>,
    // what may still be used of `WORDS`
    left: usize,
}

/// A step that others are made of: its form and its width.
type Operand = (Form, u8);

impl Layer for XorLayer {
    fn solve(&mut self, task: &mut Task) -> Verdict {
        task.workspace.compile_and_count(task.pool);
        let Workspace { slice, tape, values, .. } = &mut *task.workspace;
        match self.decide(slice, tape, values) {
            Verdict::Sat if self.partial => Verdict::Candidate,
            verdict => verdict,
        }
    }
}

impl XorLayer {
    /// Decides the slice, if it is made of sums of bits.
    fn decide(&mut self, slice: &Slice, tape: &Tape, values: &mut [u64]) -> Verdict {
        let is_const = |at: u32| tape.steps[at as usize].op == Op::Const;
        let adds = |s: &Step| s.op == Op::Xor && s.width > 1 && !s.args[..2].iter().any(|&a| is_const(a));
        if tape.any_float || slice.any_pointer || !tape.steps.iter().any(adds) {
            return Verdict::Pass;
        }
        (self.bits, self.left) = (0, WORDS);
        self.first.clear();
        for place in 0..slice.vars.len() {
            self.first.push(self.bits);
            self.bits += tape.var_width(place) as usize;
        }
        if self.bits > BITS {
            return Verdict::Pass;
        }
        self.words = self.bits / 64 + 1;
        self.pinned.clear();
        self.pinned.resize(slice.vars.len(), false);
        // A variable that keeps its value may make sums of what was none.
        loop {
            self.partial = self.pinned.contains(&true);
            let before = self.pinned.clone();
            if !self.read(tape, values) {
                return Verdict::Pass;
            }
            self.solved.clear();
            self.seen.clear();
            self.seen.resize(tape.steps.len(), false);
            for &(at, wanted) in &tape.roots {
                match self.equations(tape, at as usize, wanted) {
                    Some(sums) => {
                        if !sums.chunks(self.words).all(|sum| self.add(sum.to_vec())) {
                            return if self.partial { Verdict::Pass } else { Verdict::Unsat };
                        }
                    }
                    None => self.pin(tape, at as usize),
                }
            }
            if self.pinned == before {
                break;
            }
        }
        self.take(values);
        Verdict::Sat
    }

    /// The variables below a step keep their values.
    fn pin(&mut self, tape: &Tape, at: usize) {
        let mut open = vec![at];
        while let Some(at) = open.pop() {
            if std::mem::replace(&mut self.seen[at], true) {
                continue;
            }
            let step = &tape.steps[at];
            if step.op == Op::Var {
                self.pinned[step.args[0] as usize] = true;
            }
            open.extend(step.args[..step.op.arity()].iter().map(|&a| a as usize));
        }
    }

    /// Finds the form of every step; false if that is too much.
    fn read(&mut self, tape: &Tape, values: &[u64]) -> bool {
        self.rows.clear();
        self.forms.clear();
        for (step, &value) in tape.steps.iter().zip(&tape.values) {
            let Some(left) = self.left.checked_sub(step.width as usize * self.words) else { return false };
            self.left = left;
            let form = match step.op {
                Op::Const => self.constant(step.width, value),
                Op::Var if self.pinned[step.args[0] as usize] => {
                    self.constant(step.width, values[step.args[0] as usize])
                }
                Op::Var => {
                    let start = self.constant(step.width, 0);
                    for k in 0..step.width as usize {
                        let bit = self.first[step.args[0] as usize] + k;
                        let last = self.rows.len() - (step.width as usize - k) * self.words;
                        self.rows[last + bit / 64] |= 1 << (bit % 64);
                    }
                    start
                }
                _ => self.step(step, tape),
            };
            self.forms.push(form);
        }
        true
    }

    fn constant(&mut self, width: u8, value: u64) -> Form {
        let start = self.rows.len();
        self.rows.resize(start + width as usize * self.words, 0);
        for k in 0..width as usize {
            self.rows[start + (k + 1) * self.words - 1] = (value >> k & 1) << (self.bits % 64);
        }
        Form::Sums(start)
    }

    /// The sum of a bit.
    fn sum(&self, start: usize, k: usize) -> &[u64] {
        &self.rows[start + k * self.words..][..self.words]
    }

    /// "And one more", in the last word of a sum.
    fn one(&self) -> u64 {
        1 << (self.bits % 64)
    }

    /// The value of a sum that has no bit of the input.
    fn as_bit(&self, sum: &[u64]) -> Option<bool> {
        let (last, rest) = sum.split_last()?;
        (last & !self.one() == 0 && rest.iter().all(|w| *w == 0)).then_some(*last != 0)
    }

    /// The value of a step that is the same for all inputs.
    fn as_value(&self, (form, width): Operand) -> Option<u64> {
        let Form::Sums(start) = form else { return None };
        (0..width as usize)
            .try_fold(0, |all, k| self.as_bit(self.sum(start, k)).map(|bit| all | u64::from(bit) << k))
    }

    fn operands(&self, step: &Step, tape: &Tape) -> Vec<Operand> {
        let operand = |&a: &u32| (self.forms[a as usize], tape.steps[a as usize].width);
        step.args[..step.op.arity()].iter().map(operand).collect()
    }

    /// The form of an operation.
    fn step(&mut self, step: &Step, tape: &Tape) -> Form {
        let args = self.operands(step, tape);
        if args.iter().any(|(form, _)| *form == Form::Other) {
            return Form::Other;
        }
        let values: Option<Vec<u64>> = args.iter().map(|&arg| self.as_value(arg)).collect();
        if let Some(values) = values {
            return self.constant(step.width, step.value(0, |i| values[i]));
        }
        self.sums(step, &args).unwrap_or(Form::Other)
    }

    /// The sums of an operation on sums, if it has such.
    fn sums(&mut self, step: &Step, args: &[Operand]) -> Option<Form> {
        let start = |n: usize| match args.get(n) {
            Some((Form::Sums(start), _)) => *start,
            _ => 0,
        };
        let (a, b, c) = (start(0), start(1), start(2));
        let value = |n: usize| self.as_value(args[n]);
        let width = step.width as usize;
        let zero = vec![0u64; self.words];
        let bit = |from: usize, k: usize| self.sum(from, k);
        let mut sums: Vec<u64> = Vec::with_capacity(width * self.words);
        match step.op {
            Op::Xor => (0..width).for_each(|k| sums.extend(plus(bit(a, k), bit(b, k)))),
            Op::And | Op::Or | Op::Add => self.merge(step.op, [a, b], width, &mut sums)?,
            Op::Shl | Op::Mul => {
                let (of, by) = match (step.op, value(1)) {
                    (Op::Shl, by) => (a, by?.min(64) as usize),
                    (_, Some(by)) => (a, power(by)?),
                    (_, None) => (b, power(value(0)?)?),
                };
                (0..width).for_each(|k| sums.extend(if k < by { &zero } else { bit(of, k - by) }));
            }
            Op::LShr | Op::UDiv => {
                let by = if step.op == Op::LShr { value(1)?.min(64) as usize } else { power(value(1)?)? };
                (0..width).for_each(|k| sums.extend(if k + by < width { bit(a, k + by) } else { &zero }));
            }
            Op::AShr => {
                let by = value(1)?.min(64) as usize;
                (0..width).for_each(|k| sums.extend(bit(a, (k + by).min(width - 1))));
            }
            Op::URem => {
                let by = power(value(1)?)?;
                (0..width).for_each(|k| sums.extend(if k < by { bit(a, k) } else { &zero }));
            }
            Op::ZExt => {
                let from = args[0].1 as usize;
                (0..width).for_each(|k| sums.extend(if k < from { bit(a, k) } else { &zero }));
            }
            Op::SExt => (0..width).for_each(|k| sums.extend(bit(a, k.min(args[0].1 as usize - 1)))),
            Op::Extract => (0..width).for_each(|k| sums.extend(bit(a, k + step.lo as usize))),
            Op::Concat => {
                let low = args[1].1 as usize;
                (0..width).for_each(|k| sums.extend(if k < low { bit(b, k) } else { bit(a, k - low) }));
            }
            Op::Ite => self.choose([a, b, c], width, &mut sums)?,
            Op::Eq | Op::Ult | Op::Slt => self.compare(step.op, args, &mut sums)?,
            _ => return None,
        }
        let start = self.rows.len();
        self.rows.extend(sums);
        Some(Form::Sums(start))
    }

    /// Adds the sums of a conjunction, a disjunction or an addition of numbers that have no bit in common: of each two bits
    /// one has to be known.
    fn merge(&self, op: Op, [a, b]: [usize; 2], width: usize, sums: &mut Vec<u64>) -> Option<()> {
        // the neutral bit, which leaves the other as it is, and the absorbing one
        let (neutral, absorbing) = match op {
            Op::And => (true, Some(false)),
            Op::Or => (false, Some(true)),
            _ => (false, None),
        };
        for k in 0..width {
            let (x, y) = (self.sum(a, k), self.sum(b, k));
            let (known_x, known_y) = (self.as_bit(x), self.as_bit(y));
            if known_x == Some(neutral) || known_y.is_some() && known_y == absorbing {
                sums.extend(y);
            } else if known_y == Some(neutral) || known_x.is_some() && known_x == absorbing {
                sums.extend(x);
            } else {
                return None;
            }
        }
        Some(())
    }

    /// Adds the sums of a choice: its condition is known, or each two bits are equal or opposite.
    fn choose(&self, [c, t, e]: [usize; 3], width: usize, sums: &mut Vec<u64>) -> Option<()> {
        let condition = self.sum(c, 0);
        for k in 0..width {
            let (yes, no) = (self.sum(t, k), self.sum(e, k));
            match (self.as_bit(condition), self.as_bit(&plus(yes, no).collect::<Vec<_>>())) {
                (Some(true), _) => sums.extend(yes),
                (Some(false), _) | (None, Some(false)) => sums.extend(no),
                (None, Some(true)) => sums.extend(plus(no, condition)),
                (None, None) => return None,
            }
        }
        Some(())
    }

    /// Adds the sum of a comparison that one bit decides.
    fn compare(&self, op: Op, args: &[Operand], sums: &mut Vec<u64>) -> Option<()> {
        let (all, none) = self.test(op, args)?;
        let is_one = |sum: &[u64]| self.as_bit(sum) == Some(true);
        let mut open = all.chunks(self.words).filter(|sum| self.as_bit(sum) != Some(false));
        match open.clone().find(|sum| is_one(sum)).or(open.next()) {
            Some(first) if is_one(first) || open.all(|sum| sum == first) => sums.extend(first),
            Some(_) => return None,
            None => sums.resize(self.words, 0),
        }
        *sums.last_mut()? ^= if none { self.one() } else { 0 };
        Some(())
    }

    /// A comparison as sums and whether it is true where none of them is 1, or where one is.
    fn test(&self, op: Op, args: &[Operand]) -> Option<(Vec<u64>, bool)> {
        let &[(Form::Sums(a), width), (Form::Sums(b), _)] = args else { return None };
        let (size, all) = (width as usize, mask(width));
        let from = |start: usize, low: u64| {
            self.rows[start..][low as usize * self.words..size * self.words].to_vec()
        };
        Some(match (op, self.as_value(args[0]), self.as_value(args[1])) {
            (Op::Eq, ..) => (plus(&from(a, 0), &from(b, 0)).collect(), true),
            // x < 2^k, 2^k - 1 < x
            (Op::Ult, _, Some(y)) if y.is_power_of_two() => (from(a, y.trailing_zeros().into()), true),
            (Op::Ult, Some(x), _) if x < all && (x + 1).is_power_of_two() => {
                (from(b, (x + 1).trailing_zeros().into()), false)
            }
            // x < 0, -1 < x
            (Op::Slt, _, Some(0)) => (from(a, size as u64 - 1), false),
            (Op::Slt, Some(x), _) if x == all => (from(b, size as u64 - 1), true),
            _ => return None,
        })
    }

    /// The sums that have to be 0 for a literal to hold; none if it is no such.
    fn equations(&self, tape: &Tape, at: usize, wanted: bool) -> Option<Vec<u64>> {
        if let Form::Sums(start) = self.forms[at] {
            let mut sum = self.sum(start, 0).to_vec();
            *sum.last_mut()? ^= if wanted { self.one() } else { 0 };
            return Some(sum);
        }
        let step = &tape.steps[at];
        let args = self.operands(step, tape);
        let (sums, none) = self.test(step.op, &args)?;
        (none == wanted).then_some(sums)
    }

    /// Adds an equation to those that are solved; false if they contradict each other.
    fn add(&mut self, mut sum: Vec<u64>) -> bool {
        for (bit, other) in &self.solved {
            if has(&sum, *bit) {
                sum = plus(&sum, other).collect();
            }
        }
        if let Some(one) = self.as_bit(&sum) {
            return !one;
        }
        // The last bit there is: what stands last is most often what the rest is summed up in.
        let Some(bit) = (0..self.bits).rev().find(|bit| has(&sum, *bit)) else { return true };
        for (_, other) in self.solved.iter_mut().filter(|(_, other)| has(other, bit)) {
            *other = plus(other, &sum).collect();
        }
        self.solved.push((bit, sum));
        true
    }

    /// Takes the present value for every bit that is free, and what the equations say for the others.
    fn take(&self, values: &mut [u64]) {
        let find = |bit: usize| {
            let place = self.first.partition_point(|first| *first <= bit) - 1;
            (place, bit - self.first[place])
        };
        let present = values.to_vec();
        for (bit, sum) in &self.solved {
            let others = (0..self.bits).filter(|k| k != bit && has(sum, *k));
            let value = others.fold(u64::from(has(sum, self.bits)), |all, other| {
                let (place, k) = find(other);
                all ^ present[place] >> k & 1
            });
            let (place, k) = find(*bit);
            values[place] = values[place] & !(1 << k) | value << k;
        }
    }
}

/// The shift that a multiplication by a power of two is.
fn power(by: u64) -> Option<usize> {
    by.is_power_of_two().then_some(by.trailing_zeros() as usize)
}

fn has(sum: &[u64], bit: usize) -> bool {
    sum[bit / 64] >> (bit % 64) & 1 == 1
}

fn plus<'a>(a: &'a [u64], b: &'a [u64]) -> impl Iterator<Item = u64> + 'a {
    a.iter().zip(b).map(|(a, b)| a ^ b)
}
