//! Decides linear arithmetic on bounded integers: Fourier-Motzkin elimination, with coefficients
//! divided by their greatest common divisor and the constant rounded (Pugh: "The Omega test: a fast and
//! practical integer programming algorithm for dependence analysis", Supercomputing 1991).
//!
//! Fragment: literals that `linear::read` turns into linear facts. Not complete. Different from the paper: only the
//! real shadow is computed, which refutes, and values are chosen on the way back, which may fail.
//!
//! Variables keep their present values where they can. Disequalities are repaired as in the
//! order layer. `Unsat` is claimed only if the facts are exactly the meaning of the slice.

use acute_expr::{Evaluator, Pool, mask};
use rustc_hash::FxHashMap;

use self::read::{Fact, Reading, Sum, floor_div, read};
use crate::layer::{Layer, Verdict};
use crate::slice::Slice;
use crate::task::Task;
use crate::workspace::Workspace;

pub(crate) use self::read::is_linear;

mod read;

/// Inequalities after which elimination gives up.
const ROWS: usize = 400;

/// The layer with its scratch memory.
#[derive(Default)]
pub(crate) struct LinearLayer {
    evaluator: Evaluator,
}

/// The outcome of elimination.
#[derive(Debug, PartialEq, Eq)]
enum Outcome {
    /// Values of all variables.
    Values(Vec<i128>),
    Infeasible,
    /// Too large, or a gap between integers.
    Unsure,
}

impl Layer for LinearLayer {
    fn solve(&mut self, task: &mut Task) -> Verdict {
        let Workspace { slice, values, .. } = &mut *task.workspace;
        self.decide(task.pool, slice, values)
    }
}

impl LinearLayer {
    /// Decides the slice if it is linear.
    fn decide(&mut self, pool: &Pool, slice: &Slice, values: &mut [u64]) -> Verdict {
        if slice.any_pointer {
            return Verdict::Pass;
        }
        let Some(reading) = read(pool, slice, &mut self.evaluator) else { return Verdict::Pass };
        match decide(&reading) {
            Outcome::Values(found) => {
                for (place, slot) in values.iter_mut().enumerate() {
                    // untouched variables keep their bits, even those above their width
                    if found[place] != reading.at[place] {
                        *slot = found[place] as u64 & mask(pool.var_width(slice.vars[place]));
                    }
                }
                Verdict::Sat
            }
            Outcome::Infeasible if reading.exact => Verdict::Unsat,
            Outcome::Infeasible | Outcome::Unsure => Verdict::Pass,
        }
    }
}

/// Solves the facts; a goal that is a disequality is tried to both sides.
fn decide(reading: &Reading) -> Outcome {
    let mut base: Vec<Fact> = reading.windows.clone();
    let mut unequal = Vec::new();
    let Some((goal, prefix)) = reading.facts.split_last() else { return Outcome::Unsure };
    for fact in prefix {
        match fact {
            Fact::NotZero(sum, step) => unequal.push((sum.clone(), *step)),
            fact => base.push(fact.clone()),
        }
    }
    let Fact::NotZero(sum, step) = goal else {
        base.push(goal.clone());
        return repair(reading, base, &unequal);
    };
    unequal.push((sum.clone(), *step));
    // at present it is a multiple, from which it has to move
    let Some(present) = sum.at(&reading.at) else { return Outcome::Unsure };
    let mut refuted = true;
    for side in sides(sum, present) {
        let Some(side) = side else { return Outcome::Unsure };
        let mut facts = base.clone();
        facts.push(Fact::AtMost(side));
        match repair(reading, facts, &unequal) {
            Outcome::Infeasible => {}
            Outcome::Unsure => refuted = false,
            found => return found,
        }
    }
    if refuted { Outcome::Infeasible } else { Outcome::Unsure }
}

/// `sum < value` and `sum > value`.
fn sides(sum: &Sum, value: i128) -> [Option<Sum>; 2] {
    [sum.offset(1 - value), Sum::constant(1 + value).plus(-1, sum)]
}

/// Solves, then moves what must not be a multiple away from one, to either side.
fn repair(reading: &Reading, mut facts: Vec<Fact>, unequal: &[(Sum, i128)]) -> Outcome {
    let mut chosen = false;
    for _ in 0..=2 * unequal.len() {
        let values = match eliminate(reading, &facts) {
            Outcome::Values(values) => values,
            // a side was chosen above, and the other one might have done
            Outcome::Infeasible if chosen => return Outcome::Unsure,
            other => return other,
        };
        let multiple = |(sum, step): &(Sum, i128)| sum.at(&values).is_none_or(|value| value % step == 0);
        let Some((broken, _)) = unequal.iter().find(|unequal| multiple(unequal)) else {
            return Outcome::Values(values);
        };
        let Some(value) = broken.at(&values) else { return Outcome::Unsure };
        let mut tried = sides(broken, value).into_iter().flatten();
        let fits = tried.find(|side| {
            let mut more = facts.clone();
            more.push(Fact::AtMost(side.clone()));
            matches!(eliminate(reading, &more), Outcome::Values(_))
        });
        let Some(side) = fits else { return Outcome::Unsure };
        facts.push(Fact::AtMost(side));
        chosen = true;
    }
    Outcome::Unsure
}

/// Finds values for facts without disequalities.
fn eliminate(reading: &Reading, facts: &[Fact]) -> Outcome {
    let mut system = System { rows: FxHashMap::default(), infeasible: false };
    match system.solve(reading, facts) {
        _ if system.infeasible => Outcome::Infeasible,
        Some(values) => Outcome::Values(values),
        None => Outcome::Unsure,
    }
}

/// Inequalities `sum <= 0`.
struct System {
    // by their terms: the constant, the greatest being the tightest
    rows: FxHashMap<Vec<(usize, i128)>, i128>,
    infeasible: bool,
}

impl System {
    /// Values by place; none if there are none or none were found.
    fn solve(&mut self, reading: &Reading, facts: &[Fact]) -> Option<Vec<i128>> {
        let variables = reading.at.len();
        let mut sums: Vec<Sum> = Vec::new();
        let mut zeros: Vec<Sum> = Vec::new();
        for fact in facts {
            match fact {
                Fact::AtMost(sum) => sums.push(sum.clone()),
                Fact::Zero(sum) => zeros.push(sum.clone()),
                Fact::NotZero(..) => {}
            }
        }
        for place in 0..variables {
            let x = Sum::variable(place);
            sums.push(x.offset(-reading.hi[place])?);
            sums.push(Sum::constant(reading.lo[place]).plus(-1, &x)?);
        }
        let replaced = self.substitute(&mut zeros, &mut sums)?;
        for sum in sums {
            self.enter(sum);
        }
        let mut order: Vec<(usize, Vec<Sum>)> = Vec::new();
        let mut open: Vec<usize> = (0..variables).filter(|x| !replaced.iter().any(|(y, _)| x == y)).collect();
        while !open.is_empty() && !self.infeasible {
            let x = self.cheapest(&mut open);
            order.push((x, self.project(x)?));
        }
        if self.infeasible {
            return None;
        }
        let mut values = reading.at.clone();
        for (x, rows) in order.into_iter().rev() {
            values[x] = choose(x, &rows, &values)?;
        }
        for (x, sum) in replaced.into_iter().rev() {
            values[x] = sum.at(&values)?;
        }
        Some(values)
    }

    /// Replaces a variable by what an equality says it is, for each equality that can; the others
    /// become two inequalities. Later replacements may stand in earlier ones.
    fn substitute(&mut self, zeros: &mut Vec<Sum>, sums: &mut Vec<Sum>) -> Option<Vec<(usize, Sum)>> {
        let mut replaced = Vec::new();
        while let Some(zero) = zeros.pop() {
            let unit = zero.terms.iter().find(|(_, factor)| factor.abs() == 1);
            let Some(&(x, factor)) = unit else {
                let common = zero.terms.iter().fold(0, |g, &(_, f)| gcd(g, f));
                self.infeasible |= if common == 0 { zero.constant != 0 } else { zero.constant % common != 0 };
                sums.push(Sum::constant(0).plus(-1, &zero)?);
                sums.push(zero);
                continue;
            };
            // factor * x + rest = 0, so x = -factor * rest
            let rest = zero.plus(-factor, &Sum::variable(x))?;
            let value = Sum::constant(0).plus(-factor, &rest)?;
            for sum in zeros.iter_mut().chain(sums.iter_mut()) {
                let times = sum.factor(x);
                if times != 0 {
                    *sum = sum.plus(-times, &Sum::variable(x))?.plus(times, &value)?;
                }
            }
            replaced.push((x, value));
        }
        Some(replaced)
    }

    /// Adds an inequality, as tight as integers allow.
    fn enter(&mut self, sum: Sum) {
        let common = sum.terms.iter().fold(0, |g, &(_, f)| gcd(g, f));
        if common == 0 {
            self.infeasible |= sum.constant > 0;
            return;
        }
        let constant = -floor_div(-sum.constant, common);
        let terms = sum.terms.into_iter().map(|(place, factor)| (place, factor / common)).collect();
        let held = self.rows.entry(terms).or_insert(constant);
        *held = constant.max(*held);
    }

    /// Takes the variable whose elimination adds the fewest inequalities.
    fn cheapest(&self, open: &mut Vec<usize>) -> usize {
        let cost = |x: usize| {
            let factors = self.rows.keys().filter_map(|terms| factor(terms, x));
            let (lower, upper): (Vec<i128>, Vec<i128>) = factors.partition(|&f| f < 0);
            (lower.len() * upper.len()) as i64 - (lower.len() + upper.len()) as i64
        };
        let best = (0..open.len()).min_by_key(|&i| cost(open[i])).unwrap_or(0);
        open.remove(best)
    }

    /// Eliminates a variable; what was said of it.
    fn project(&mut self, x: usize) -> Option<Vec<Sum>> {
        let mut about: Vec<Sum> = Vec::new();
        self.rows.retain(|terms, &mut constant| {
            let here = factor(terms, x).is_some();
            if here {
                about.push(Sum { terms: terms.clone(), constant });
            }
            !here
        });
        let (lower, upper): (Vec<&Sum>, Vec<&Sum>) = about.iter().partition(|sum| sum.factor(x) < 0);
        if self.rows.len() + lower.len() * upper.len() > ROWS {
            return None;
        }
        for low in &lower {
            for high in &upper {
                // both factors become the same but for the sign
                let (a, b) = (-low.factor(x), high.factor(x));
                let scaled = Sum::constant(0).plus(a, high)?;
                self.enter(scaled.plus(b, low)?);
            }
        }
        Some(about)
    }
}

fn factor(terms: &[(usize, i128)], x: usize) -> Option<i128> {
    terms.binary_search_by_key(&x, |&(p, _)| p).ok().map(|i| terms[i].1)
}

/// The value nearest to the present one that the inequalities leave.
fn choose(x: usize, rows: &[Sum], values: &[i128]) -> Option<i128> {
    let (mut lo, mut hi) = (i128::MIN, i128::MAX);
    for row in rows {
        let factor = row.factor(x);
        let rest = row.at(values)?.checked_sub(factor.checked_mul(values[x])?)?;
        if factor > 0 {
            hi = hi.min(floor_div(-rest, factor));
        } else {
            lo = lo.max(-floor_div(-rest, -factor));
        }
    }
    (lo <= hi).then(|| values[x].clamp(lo, hi))
}

fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
