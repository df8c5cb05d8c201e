//! Local search where floats are about: the moves of `search` and those that suit floats, namely
//! neighbours, doubling and halving, numbers the slice mentions and everyday ones, and climbs with
//! accelerating steps, both among the floats in order and in value (as in Lakhotia, Harman, Gross:
//! "AUSTIN: a tool for search based software testing for the C language", IST 2013).
//!
//! Infinities and NaN come late: inputs with plain numbers are worth more to a reader.

use acute_expr::{Op, apply, apply_convert, float_at, float_place, infinity, mask, sign_extend};

use crate::domain::Domains;
use crate::float_invert::nan;
use crate::program::Program;
use crate::search::SearchLayer;
use crate::slice::Slice;

/// Constants of a slice that are made candidates of.
const MINED: usize = 24;

/// Everyday numbers.
const PLAIN: [f64; 12] = [1.0, -1.0, 0.0, 2.0, 0.5, 10.0, -10.0, -0.5, 3.0, 100.0, 1000.0, -100.0];

/// What is known about the floats of a slice.
#[derive(Default)]
pub(crate) struct Floats {
    // by place in the slice: whether the variable is a float
    vars: Vec<bool>,
    // by step: whether its value is a float
    steps: Vec<bool>,
    plain: Vec<f64>,
    mined: Vec<f64>,
    late: Vec<f64>,
}

impl Floats {
    /// Finds the floats of a slice and collects candidates for them.
    fn read(&mut self, program: &Program, slice: &Slice) {
        self.steps.clear();
        self.steps.resize(program.steps.len(), false);
        for (at, step) in program.steps.iter().enumerate().rev() {
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
            let width = program.var_width(place);
            steps[program.var_at[place] as usize] && (width == 32 || width == 64)
        }));
        self.mine(program);
    }

    fn mine(&mut self, program: &Program) {
        self.plain.clear();
        self.plain.extend(PLAIN);
        self.mined.clear();
        let constants = program.steps.iter().zip(&program.values).zip(&self.steps);
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
fn as_value(floats: &Floats, program: &Program, place: usize, c: f64) -> u64 {
    let width = program.var_width(place);
    if floats.vars[place] { sized(width, c) } else { c as i64 as u64 & mask(width) }
}

impl SearchLayer {
    /// As the search on integers, for a slice with floats; returns the cost left.
    pub(crate) fn search_floats(
        &mut self,
        slice: &Slice,
        program: &mut Program,
        domains: &Domains,
        mut left: u32,
    ) -> u128 {
        let mut floats = std::mem::take(&mut self.floats);
        floats.read(program, slice);
        let mut cost = program.run();
        cost = self.sweep(program, domains, &floats, &floats.plain, cost, &mut left);
        let (mut best, mut stalled) = (cost, 0u32);
        self.keep_best(slice, program);
        while cost > 0 && left > 0 {
            left -= 1;
            match stalled % 32 {
                15 | 31 => {
                    let place = self.below(slice.vars.len());
                    cost = match (floats.vars[place], stalled % 32) {
                        (false, _) => self.climb(program, domains, place, cost, &mut left),
                        (true, 15) => climb_places(program, place, cost, &mut left),
                        (true, _) => climb_values(program, place, cost, &mut left),
                    };
                }
                23 if stalled % 256 == 23 => {
                    cost = self.sweep(program, domains, &floats, &floats.mined, cost, &mut left);
                    cost = self.sweep(program, domains, &floats, &floats.late, cost, &mut left);
                }
                5 | 11 | 19 | 27 => {
                    let place = self.below(slice.vars.len());
                    let value = self.guess_float(program, &floats, place);
                    if let Some(value) = self.within(domains, place, value) {
                        cost = if stalled % 2 == 1 && slice.vars.len() > 1 {
                            self.try_chain(program, domains, place, value, cost, &mut left)
                        } else {
                            self.try_move(program, place, value, cost)
                        };
                    }
                }
                _ => {
                    if let Some((place, value)) = self.propagate(program)
                        && let Some(value) = self.within(domains, place, value)
                    {
                        cost = self.try_move(program, place, value, cost);
                    }
                }
            }
            if cost < best {
                (best, stalled) = (cost, 0);
                self.keep_best(slice, program);
            } else {
                stalled += 1;
            }
            if stalled > 0 && stalled % 128 == 0 {
                // back to the best, and later to somewhere else
                for place in 0..slice.vars.len() {
                    let anew = stalled % 512 == 0 && domains.of(place).is_none();
                    let value =
                        if anew { self.guess_float(program, &floats, place) } else { self.best[place] };
                    cost = program.set(place, value);
                }
            }
        }
        self.floats = floats;
        cost
    }

    /// Tries candidates for one variable after the other and keeps what helps.
    fn sweep(
        &mut self,
        program: &mut Program,
        domains: &Domains,
        floats: &Floats,
        candidates: &[f64],
        cost: u128,
        left: &mut u32,
    ) -> u128 {
        let mut cost = cost;
        let mut budget = *left / 4;
        for place in 0..floats.vars.len() {
            for &c in candidates {
                if cost == 0 || budget == 0 {
                    return cost;
                }
                if domains.of(place).is_some() {
                    break;
                }
                let old = program.var_value(place);
                let value = as_value(floats, program, place, c);
                if value == old {
                    continue;
                }
                budget -= 1;
                *left -= 1;
                let new_cost = program.set(place, value);
                if new_cost < cost {
                    cost = new_cost;
                } else {
                    program.set(place, old);
                }
            }
        }
        cost
    }

    /// A value for a variable: a candidate, or the present value changed.
    fn guess_float(&mut self, program: &Program, floats: &Floats, place: usize) -> u64 {
        let random = self.next();
        let list = match random % 16 {
            0..=5 => &floats.mined,
            6 | 7 => &floats.plain,
            8 => &floats.late,
            _ if !floats.vars[place] => &floats.mined,
            kind => return self.changed(program, place, kind),
        };
        let c = list[self.below(list.len())];
        as_value(floats, program, place, c)
    }

    fn changed(&mut self, program: &Program, place: usize, kind: u64) -> u64 {
        let (width, old) = (program.var_width(place), program.var_value(place));
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
    fn try_chain(
        &mut self,
        program: &mut Program,
        domains: &Domains,
        place: usize,
        value: u64,
        cost: u128,
        left: &mut u32,
    ) -> u128 {
        let mut undo = vec![(place, program.var_value(place))];
        let mut new_cost = program.set(place, value);
        for _ in 0..3 {
            if new_cost < cost || *left == 0 {
                break;
            }
            let Some((other, value)) = self.propagate(program) else { break };
            let Some(value) = self.within(domains, other, value).filter(|_| other != place) else { continue };
            *left -= 1;
            undo.push((other, program.var_value(other)));
            new_cost = program.set(other, value);
        }
        if new_cost < cost {
            return new_cost;
        }
        let mut cost = cost;
        for (place, value) in undo.into_iter().rev() {
            cost = program.set(place, value);
        }
        cost
    }
}

/// Moves a float among the floats in order, doubling the step while it helps.
fn climb_places(program: &mut Program, place: usize, cost: u128, left: &mut u32) -> u128 {
    let width = program.var_width(place);
    let most = infinity(width) as i64;
    climb(program, place, cost, left, |old, step| {
        let to = float_place(width, old).unwrap_or(0).saturating_add(step);
        float_at(width, to.clamp(-most, most))
    })
}

/// Moves a float by whole numbers, doubling the step while it helps.
fn climb_values(program: &mut Program, place: usize, cost: u128, left: &mut u32) -> u128 {
    let width = program.var_width(place);
    climb(program, place, cost, left, |old, step| apply(Op::FAdd, width, old, sized(width, step as f64)))
}

fn climb(
    program: &mut Program,
    place: usize,
    cost: u128,
    left: &mut u32,
    moved: impl Fn(u64, i64) -> u64,
) -> u128 {
    let mut cost = cost;
    for direction in [1i64, -1] {
        let mut step = 1i64;
        while *left > 0 && cost > 0 {
            *left -= 1;
            let old = program.var_value(place);
            let new_cost = program.set(place, moved(old, direction * step));
            if new_cost < cost {
                cost = new_cost;
                step = step.saturating_mul(2).min(1 << 61);
            } else {
                program.set(place, old);
                if step <= 1 {
                    break;
                }
                step = (step / 4).max(1);
            }
        }
    }
    cost
}
