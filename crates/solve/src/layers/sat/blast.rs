//! Bit-vector operations as circuits, lowest bit first: ripple-carry adders, shift-and-add
//! multiplication, restoring division, barrel shifters (as in Kroening, Strichman: "Decision
//! Procedures", chapter 6).

use acute_expr::{ExprId, Op};
use rustc_hash::FxHashMap;

use super::gates::{Bit, Gates};
use crate::options::Deadline;
use crate::range::Range;
use crate::tape::{Step, Tape};

/// Limits on the number of gates.
#[derive(Clone, Copy)]
pub(crate) struct Most {
    /// In all, with those of earlier slices.
    pub all: usize,
    /// Added for the slice.
    pub new: usize,
}

/// Gates between two checks of the deadline: one division of 64 bits.
const LOOK: usize = 1 << 14;

/// Circuits of expressions: of all that were built, and of a tape's steps.
#[derive(Default)]
pub(crate) struct Circuit {
    bits: Vec<Bit>,
    // where the bits of each expression built are
    known: FxHashMap<ExprId, Span>,
    // the same by step of the tape built last
    steps: Vec<Span>,
    // what the bits of each variable can be
    rooms: FxHashMap<ExprId, Range>,
}

/// From here to there.
type Span = (u32, u32);

impl Circuit {
    /// Builds what is missing of a tape's circuit; none if that takes more gates than `limit` or more
    /// time than there is. The solver will look near the `hints`, values by place in the slice, and only in the `ranges`,
    /// which hold all there is to find: of a variable below 64 six bits are open, and circuits behind it shrink.
    pub fn build(
        &mut self,
        gates: &mut Gates,
        tape: &Tape,
        hints: &[u64],
        ranges: &[Range],
        most: Most,
        deadline: &Deadline,
    ) -> Option<()> {
        self.steps.clear();
        let before = gates.count;
        let mut looked = before;
        for ((step, &value), &e) in tape.steps.iter().zip(&tape.values).zip(&tape.nodes) {
            if let Some(&span) = self.known.get(&e) {
                self.steps.push(span);
                continue;
            }
            let out = match step.op {
                Op::Var => {
                    let place = step.args[0] as usize;
                    if let Some(range) = ranges.get(place) {
                        self.rooms.insert(e, range.room());
                    }
                    input(gates, step.width, hints[place], ranges.get(place))
                }
                _ => self.step(gates, step, value),
            };
            let start = self.bits.len() as u32;
            self.bits.extend(out);
            let span = (start, self.bits.len() as u32);
            self.steps.push(span);
            self.known.insert(e, span);
            if gates.count > most.all || gates.count - before > most.new {
                return None;
            }
            if gates.count - looked > LOOK {
                looked = gates.count;
                if deadline.is_over() {
                    return None;
                }
            }
        }
        Some(())
    }

    /// The bits of a step, lowest first.
    pub fn of(&self, step: usize) -> &[Bit] {
        let (start, end) = self.steps[step];
        &self.bits[start as usize..end as usize]
    }

    /// Tells whether most of the circuit serves a tape, and the bits of its variables hold the ranges.
    pub fn suits(&self, tape: &Tape, ranges: &[Range]) -> bool {
        let common = tape.nodes.iter().filter(|e| self.known.contains_key(e)).count();
        let fits = |(&at, range): (&u32, &Range)| {
            self.rooms.get(&tape.nodes[at as usize]).is_none_or(|room| range.is_within(room))
        };
        common * 2 > self.known.len().max(tape.nodes.len()) && tape.var_at.iter().zip(ranges).all(fits)
    }

    fn step(&self, gates: &mut Gates, step: &Step, value: u64) -> Vec<Bit> {
        let arg = |i: usize| self.of(step.args[i] as usize);
        let width = usize::from(step.width);
        let bit_of = |i: usize| value >> i & 1 == 1;
        match step.op {
            Op::Const => (0..width).map(|i| Bit::constant(bit_of(i))).collect(),
            Op::ZExt => padded(arg(0), width, Bit::FALSE),
            Op::SExt => padded(arg(0), width, sign(arg(0))),
            Op::Extract => arg(0)[usize::from(step.lo)..][..width].to_vec(),
            Op::Concat => [arg(1), arg(0)].concat(),
            Op::Ite => select(gates, arg(0)[0], arg(1), arg(2)),
            Op::FEq | Op::FLt | Op::FLe => vec![compare_floats(gates, step.op, arg(0), arg(1))],
            // arithmetic on floats is left open, so the circuit may have more solutions
            op if op.is_float() => (0..width).map(|i| gates.input(Some(bit_of(i)))).collect(),
            op => binary(gates, op, arg(0), arg(1)),
        }
    }
}

/// A variable, of which only the bits that differ within its range are open.
fn input(gates: &mut Gates, width: u8, hint: u64, range: Option<&Range>) -> Vec<Bit> {
    let (open, rest) = range.map_or((width, None), Range::bits);
    let mut bits: Vec<Bit> = (0..open).map(|i| gates.input(Some(hint >> i & 1 == 1))).collect();
    let sign = sign(&bits);
    bits.extend((open..width).map(|i| rest.map_or(sign, |number| Bit::constant(number >> i & 1 == 1))));
    bits
}

fn padded(bits: &[Bit], width: usize, with: Bit) -> Vec<Bit> {
    let mut out = bits.to_vec();
    out.resize(width, with);
    out
}

fn sign(bits: &[Bit]) -> Bit {
    bits.last().copied().unwrap_or(Bit::FALSE)
}

/// The bits of a binary operation.
pub(crate) fn binary(gates: &mut Gates, op: Op, a: &[Bit], b: &[Bit]) -> Vec<Bit> {
    let negated = |bits: &[Bit]| bits.iter().map(|&bit| !bit).collect::<Vec<_>>();
    let both = |gates: &mut Gates, gate: fn(&mut Gates, Bit, Bit) -> Bit| {
        a.iter().zip(b).map(|(&x, &y)| gate(gates, x, y)).collect::<Vec<_>>()
    };
    match op {
        Op::Add => add(gates, a, b, Bit::FALSE).0,
        // a - b = a + ~b + 1
        Op::Sub => add(gates, a, &negated(b), Bit::TRUE).0,
        Op::Mul => multiply(gates, a, b),
        Op::UDiv => divide(gates, a, b).0,
        Op::URem => divide(gates, a, b).1,
        Op::SDiv | Op::SRem => divide_signed(gates, op, a, b),
        Op::Shl => {
            let reversed: Vec<Bit> = a.iter().rev().copied().collect();
            let mut out = shift_right(gates, &reversed, b, Bit::FALSE);
            out.reverse();
            out
        }
        Op::LShr => shift_right(gates, a, b, Bit::FALSE),
        Op::AShr => shift_right(gates, a, b, sign(a)),
        Op::And => both(gates, Gates::and),
        Op::Or => both(gates, Gates::or),
        Op::Xor => both(gates, Gates::xor),
        Op::Eq => {
            let differ = both(gates, Gates::xor);
            let equal = differ.iter().fold(Bit::TRUE, |equal, &bit| gates.and(equal, !bit));
            vec![equal]
        }
        Op::Ult => vec![less(gates, a, b)],
        Op::Ule => vec![!less(gates, b, a)],
        Op::Slt => vec![less_signed(gates, a, b)],
        Op::Sle => vec![!less_signed(gates, b, a)],
        // the callers handle what is not binary
        _ => a.to_vec(),
    }
}

/// Sum and carry out.
fn add(gates: &mut Gates, a: &[Bit], b: &[Bit], carry: Bit) -> (Vec<Bit>, Bit) {
    let mut carry = carry;
    let mut sum = Vec::with_capacity(a.len());
    for (&x, &y) in a.iter().zip(b) {
        let half = gates.xor(x, y);
        sum.push(gates.xor(half, carry));
        carry = gates.majority(x, y, carry);
    }
    (sum, carry)
}

fn negate(gates: &mut Gates, a: &[Bit]) -> Vec<Bit> {
    let flipped: Vec<Bit> = a.iter().map(|&bit| !bit).collect();
    add(gates, &flipped, &vec![Bit::FALSE; a.len()], Bit::TRUE).0
}

fn select(gates: &mut Gates, c: Bit, t: &[Bit], e: &[Bit]) -> Vec<Bit> {
    t.iter().zip(e).map(|(&t, &e)| gates.mux(c, t, e)).collect()
}

/// `a < b`, from the lowest bit up: where the bits differ, the higher one decides.
fn less(gates: &mut Gates, a: &[Bit], b: &[Bit]) -> Bit {
    a.iter().zip(b).fold(Bit::FALSE, |lower, (&x, &y)| gates.majority(!x, y, lower))
}

fn less_signed(gates: &mut Gates, a: &[Bit], b: &[Bit]) -> Bit {
    // flipping the sign bits turns signed order into unsigned order
    let (mut a, mut b) = (a.to_vec(), b.to_vec());
    for bits in [&mut a, &mut b] {
        if let Some(sign) = bits.last_mut() {
            *sign = !*sign;
        }
    }
    less(gates, &a, &b)
}

/// A comparison of the signs and magnitudes of two floats.
fn compare_floats(gates: &mut Gates, op: Op, a: &[Bit], b: &[Bit]) -> Bit {
    let ((a_sign, b_sign), top) = ((sign(a), sign(b)), a.len() - 1);
    let (a, b) = (&a[..top], &b[..top]);
    let infinity = acute_expr::infinity(top as u8 + 1);
    let infinity: Vec<Bit> = (0..top).map(|i| Bit::constant(infinity >> i & 1 == 1)).collect();
    let (a_nan, b_nan) = (less(gates, &infinity, a), less(gates, &infinity, b));
    let nan = gates.or(a_nan, b_nan);
    let some = a.iter().chain(b).fold(Bit::FALSE, |some, &bit| gates.or(some, bit));
    let (a_below, b_below) = (less(gates, a, b), less(gates, b, a));
    // of one sign and magnitude, or both zero
    let differ = gates.or(a_below, b_below);
    let signs = gates.xor(a_sign, b_sign);
    let signs_differ = gates.and(signs, some);
    let unequal = gates.or(differ, signs_differ);
    // a negative one is below a positive one, and among negative ones magnitudes are reversed
    let same_sign = gates.mux(a_sign, b_below, a_below);
    let signs_say = gates.and(a_sign, some);
    let below = gates.mux(signs, signs_say, same_sign);
    let holds = match op {
        Op::FEq => !unequal,
        Op::FLt => below,
        _ => gates.or(below, !unequal),
    };
    gates.and(holds, !nan)
}

fn multiply(gates: &mut Gates, a: &[Bit], b: &[Bit]) -> Vec<Bit> {
    let width = a.len();
    // rows of the operand with more constant bits vanish
    let constants = |bits: &[Bit]| bits.iter().filter(|bit| bit.is_constant()).count();
    let (rows, row) = if constants(a) > constants(b) { (a, b) } else { (b, a) };
    let mut sum = vec![Bit::FALSE; width];
    for (i, &selected) in rows.iter().enumerate() {
        if selected != Bit::FALSE {
            let shifted: Vec<Bit> = row[..width - i].iter().map(|&bit| gates.and(selected, bit)).collect();
            let high = add(gates, &sum[i..], &shifted, Bit::FALSE).0;
            sum[i..].copy_from_slice(&high);
        }
    }
    sum
}

/// Quotient and remainder by restoring division; by zero these are all ones and the dividend, as
/// SMT-LIB has it, because zero can always be subtracted.
fn divide(gates: &mut Gates, a: &[Bit], b: &[Bit]) -> (Vec<Bit>, Vec<Bit>) {
    let width = a.len();
    let mut quotient = vec![Bit::FALSE; width];
    // one bit more, because the remainder is doubled before b is subtracted
    let divisor = padded(b, width + 1, Bit::FALSE);
    let flipped: Vec<Bit> = divisor.iter().map(|&bit| !bit).collect();
    let mut rest = vec![Bit::FALSE; width + 1];
    for i in (0..width).rev() {
        rest.rotate_right(1);
        rest[0] = a[i];
        // the carry of rest - divisor says that it does not borrow
        let (difference, fits) = add(gates, &rest, &flipped, Bit::TRUE);
        quotient[i] = fits;
        rest = select(gates, fits, &difference, &rest);
    }
    rest.truncate(width);
    (quotient, rest)
}

fn divide_signed(gates: &mut Gates, op: Op, a: &[Bit], b: &[Bit]) -> Vec<Bit> {
    let (a_sign, b_sign) = (sign(a), sign(b));
    let (minus_a, minus_b) = (negate(gates, a), negate(gates, b));
    let a = select(gates, a_sign, &minus_a, a);
    let b = select(gates, b_sign, &minus_b, b);
    let (quotient, rest) = divide(gates, &a, &b);
    // the quotient's sign is the product of both, the remainder's the dividend's
    let (magnitude, negative) =
        if op == Op::SDiv { (quotient, gates.xor(a_sign, b_sign)) } else { (rest, a_sign) };
    let minus = negate(gates, &magnitude);
    select(gates, negative, &minus, &magnitude)
}

/// Shifts by powers of two in turn; amounts of the width and more leave only `fill`.
fn shift_right(gates: &mut Gates, a: &[Bit], amount: &[Bit], fill: Bit) -> Vec<Bit> {
    let width = a.len();
    let mut out = a.to_vec();
    let mut too_far = Bit::FALSE;
    for (i, &bit) in amount.iter().enumerate() {
        let by = 1usize.checked_shl(i as u32).filter(|&by| by < width);
        let Some(by) = by else {
            too_far = gates.or(too_far, bit);
            continue;
        };
        let mut shifted = out[by..].to_vec();
        shifted.resize(width, fill);
        out = select(gates, bit, &shifted, &out);
    }
    out.iter().map(|&bit| gates.mux(too_far, fill, bit)).collect()
}

#[cfg(test)]
mod tests;
