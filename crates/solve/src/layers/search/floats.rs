//! Local search where floats are about: the moves of `search` and those that suit floats, namely
//! neighbours, doubling and halving, numbers the slice mentions and everyday ones, and climbs with
//! accelerating steps, both among the floats in order and in value (as in Lakhotia, Harman, Gross:
//! "AUSTIN: a tool for search based software testing for the C language", IST 2013).
//!
//! Infinities and NaN come late: inputs with plain numbers are worth more to a reader.

use acute_expr::{Op, apply, apply_convert, float_at, float_place, infinity, mask, sign_extend};

use super::float_invert::nan;
use super::{SearchLayer, Walk};
use crate::slice::Slice;
use crate::tape::Tape;

/// Constants of a slice that are made candidates of.
const MINED: usize = 24;

/// Everyday numbers.
const PLAIN: [f64; 12] = [1.0, -1.0, 0.0, 2.0, 0.5, 10.0, -10.0, -0.5, 3.0, 100.0, 1000.0, -100.0];

/// The floats of a slice and candidates for their values.
#[derive(Default)]
pub(crate) struct Floats {
    // by place in the slice: whether the variable is a float
    vars: Vec<bool>,
    // by step: whether its value is a float
    steps: Vec<bool>,
    pub plain: Vec<f64>,
    mined: Vec<f64>,
    late: Vec<f64>,
}

impl Floats {
    /// Finds the floats of a slice and collects candidates for them.
    pub fn read(&mut self, tape: &Tape, slice: &Slice) {
        self.steps.clear();
        self.steps.resize(tape.steps.len(), false);
        for (at, step) in tape.steps.iter().enumerate().rev() {
            let args = &step.args[..step.op.arity()];
            let from = match step.op {
                op if op.takes_float() => 0,
                // a choice between floats, and a sign changed or cleared
                Op::Ite if self.steps[at] => 1,
                Op::Xor | Op::And | Op::Or if self.steps[at] => 0,
                _ => args.len(),
            };
            for &arg in &args[from..] {
                self.steps[arg as usize] = true;
            }
        }
        let steps = &self.steps;
        self.vars.clear();
        self.vars.extend((0..slice.vars.len()).map(|place| {
            let width = tape.var_width(place);
            steps[tape.var_at[place] as usize] && (width == 32 || width == 64)
        }));
        self.mine(tape);
    }

    fn mine(&mut self, tape: &Tape) {
        self.plain.clear();
        self.plain.extend(PLAIN);
        self.mined.clear();
        let constants = tape.steps.iter().zip(&tape.values).zip(&self.steps);
        for ((step, &bits), &float) in constants.filter(|((step, _), _)| step.op == Op::Const).take(MINED) {
            let c = match (float, step.width) {
                (true, 32) => f64::from(f32::from_bits(bits as u32)),
                (true, _) => f64::from_bits(bits),
                (false, width) => sign_extend(width, bits) as f64,
            };
            let near = [c + 1.0, c - 1.0, c + 0.5, c - 0.5, c * 2.0, c / 2.0, -c];
            self.mined.push(c);
            self.mined.extend([1, -1].map(|by| beside(64, c, by)));
            self.mined.extend([1, -1].map(|by| beside(32, c, by)));
            self.mined.extend(near);
            self.mined.extend([c.abs().sqrt(), -c.abs().sqrt(), c * c, 1.0 / c, c.floor(), c.ceil()]);
        }
        self.mined.retain(|c| c.is_finite());
        self.mined.extend((4..=20).flat_map(|n| [f64::from(n), -f64::from(n), f64::from(n) / 4.0]));
        self.late.clear();
        self.late.extend([-0.0, 1e-3, 1e6, -1e6, 2147483648.0, 4294967296.0, 1e18, -1e18, 1e30, -1e30]);
        self.late.extend([f64::MIN_POSITIVE, 5e-324, f64::from(f32::MIN_POSITIVE), 1e-45, 1e-40]);
        self.late.extend([f64::from(f32::MAX), f64::from(f32::MIN), f64::MAX, f64::MIN]);
        self.late.extend([f64::INFINITY, f64::NEG_INFINITY, f64::NAN]);
    }
}

/// The float of a size some places above a number.
fn beside(width: u8, c: f64, by: i64) -> f64 {
    let bits = sized(width, c);
    let Some(place) = float_place(width, bits) else { return c };
    let bits = float_at(width, place + by);
    if width == 32 { f64::from(f32::from_bits(bits as u32)) } else { f64::from_bits(bits) }
}

/// The bits of a number in a size.
fn sized(width: u8, c: f64) -> u64 {
    match (c.is_nan(), width) {
        (true, _) => nan(width),
        (false, 32) => apply_convert(Op::FToF, 64, 32, c.to_bits()),
        _ => c.to_bits(),
    }
}

/// A candidate as a variable's value: its bits, or for an integer the number it is.
fn as_value(floats: &Floats, tape: &Tape, place: usize, c: f64) -> u64 {
    let width = tape.var_width(place);
    if floats.vars[place] { sized(width, c) } else { c as i64 as u64 & mask(width) }
}

impl SearchLayer {
    /// One step where floats are about.
    pub(crate) fn step_floats(&mut self, walk: &mut Walk, floats: &Floats, stalled: u32) {
        match stalled % 32 {
            15 | 31 => {
                let place = self.below(walk.slice.vars.len());
                let width = walk.tape.var_width(place);
                match (floats.vars[place], stalled % 32) {
                    (false, _) => walk.climb(place, |old, step| old.wrapping_add(step as u64)),
                    (true, 15) => walk.climb(place, |old, step| climbed_place(width, old, step)),
                    (true, _) => walk.climb(place, |old, step| {
                        // in value, by whole numbers
                        apply(Op::FAdd, width, old, sized(width, step as f64))
                    }),
                }
            }
            23 if stalled % 256 == 23 => {
                self.sweep(walk, floats, &floats.mined);
                self.sweep(walk, floats, &floats.late);
            }
            5 | 11 | 19 | 27 => {
                let place = self.below(walk.slice.vars.len());
                let value = self.guess_float(walk.tape, floats, place);
                if let Some(value) = self.within(walk.domains, place, value) {
                    if stalled % 2 == 1 && walk.slice.vars.len() > 1 {
                        self.try_chain(walk, place, value);
                    } else {
                        self.try_move(walk, place, value);
                    }
                }
            }
            _ => self.step_down(walk),
        }
    }

    /// Tries candidates for one variable after the other and keeps what helps.
    pub(crate) fn sweep(&mut self, walk: &mut Walk, floats: &Floats, candidates: &[f64]) {
        let mut budget = walk.left / 4;
        for place in 0..floats.vars.len() {
            if walk.domains.of(place).is_some() {
                continue;
            }
            for &c in candidates {
                if walk.cost == 0 || budget == 0 {
                    return;
                }
                let old = walk.tape.var_value(place);
                let value = as_value(floats, walk.tape, place, c);
                if value == old {
                    continue;
                }
                budget -= 1;
                walk.left -= 1;
                let new_cost = walk.tape.set(place, value);
                if new_cost < walk.cost {
                    walk.cost = new_cost;
                } else {
                    walk.tape.set(place, old);
                }
            }
        }
    }

    /// A value for a variable: a candidate, or the present value changed.
    pub(crate) fn guess_float(&mut self, tape: &Tape, floats: &Floats, place: usize) -> u64 {
        let random = self.next();
        let list = match random % 16 {
            0..=5 => &floats.mined,
            6 | 7 => &floats.plain,
            8 => &floats.late,
            _ if !floats.vars[place] => &floats.mined,
            kind => return self.changed(tape, place, kind),
        };
        let c = list[self.below(list.len())];
        as_value(floats, tape, place, c)
    }

    fn changed(&mut self, tape: &Tape, place: usize, kind: u64) -> u64 {
        let (width, old) = (tape.var_width(place), tape.var_value(place));
        let random = self.next();
        let float = |c: f64| sized(width, c);
        match kind {
            9 => apply(Op::FAdd, width, old, float(1.0)),
            10 => apply(Op::FSub, width, old, float(1.0)),
            11 => apply(Op::FMul, width, old, float(2.0)),
            12 => apply(Op::FDiv, width, old, float(2.0)),
            13 => old ^ 1 << (width - 1),
            14 => {
                let by = (random >> 8) as i64 >> (random % 56);
                float_place(width, old).map_or(0, |place| float_at(width, place.saturating_add(by)))
            }
            _ => float((random >> 40) as f64 / 256.0 - 32768.0),
        }
    }

    /// A move, and moves of other variables that repair what it breaks; kept if all helps.
    fn try_chain(&mut self, walk: &mut Walk, place: usize, value: u64) {
        let mut undo = vec![(place, walk.tape.var_value(place))];
        let mut new_cost = walk.tape.set(place, value);
        for _ in 0..3 {
            if new_cost < walk.cost || walk.left == 0 {
                break;
            }
            let Some((other, value)) = self.propagate(walk.tape) else { break };
            let value = self.within(walk.domains, other, value).filter(|_| other != place);
            let Some(value) = value else { continue };
            walk.left -= 1;
            undo.push((other, walk.tape.var_value(other)));
            new_cost = walk.tape.set(other, value);
        }
        if new_cost < walk.cost {
            walk.cost = new_cost;
            return;
        }
        for (place, value) in undo.into_iter().rev() {
            walk.cost = walk.tape.set(place, value);
        }
    }
}

/// The float some places further among the floats in order.
fn climbed_place(width: u8, old: u64, by: i64) -> u64 {
    let most = infinity(width) as i64;
    let to = float_place(width, old).unwrap_or(0).saturating_add(by);
    float_at(width, to.clamp(-most, most))
}
