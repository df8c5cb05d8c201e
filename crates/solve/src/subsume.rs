//! Literals that others imply: CUTE's optimisation 2 (Sen, Marinov, Agha: "CUTE: a concolic unit
//! testing engine for C", ESEC/FSE 2005, section 3.5), taken further than equal ones. Of all bounds
//! of a term only the tightest stay, beside an equality no bound stays, and a disequality stays
//! only within the bounds.

use acute_expr::{ExprId, Lit, Op, Pool};

/// The bounds of one term in one order, as numbers that ascend with it, and who says so.
#[derive(Copy, Clone)]
struct Bounds {
    lo: u64,
    hi: u64,
    lo_by: Option<usize>,
    hi_by: Option<usize>,
}

const FREE: Bounds = Bounds { lo: 0, hi: u64::MAX, lo_by: None, hi_by: None };

/// Bounds of one term.
#[derive(Copy, Clone)]
struct Known {
    unsigned: Bounds,
    signed: Bounds,
    is: Option<(u64, usize)>,
}

/// Finds the terms and their bounds.
#[derive(Default)]
pub(crate) struct Subsume {
    terms: Vec<Known>,
    // place of a term in `terms`; counts if stamped with the present epoch
    places: Vec<(u32, u32)>,
    epoch: u32,
}

/// A term, its comparison with a constant, and the constant.
fn compared(pool: &Pool, lit: Lit) -> Option<(ExprId, Op, u64)> {
    let op = pool.op(lit.expr);
    match *pool.operands(lit.expr) {
        [term, c] if matches!(op, Op::Eq | Op::Ult | Op::Slt) => Some((term, op, pool.as_const(c)?)),
        _ => None,
    }
}

/// A number that ascends with the constant in an order.
fn rank(order: Op, width: u8, c: u64) -> u64 {
    if order == Op::Slt { c ^ 1 << (width - 1) } else { c }
}

impl Subsume {
    /// Drops implied literals, never the goal, which is last; how many.
    pub fn reduce(&mut self, pool: &Pool, lits: &mut Vec<Lit>) -> usize {
        let before = lits.len();
        if before < 2 || !self.read(pool, lits) {
            return 0;
        }
        let mut places = 0..before;
        lits.retain(|&lit| places.next().is_some_and(|i| i == before - 1 || !self.is_implied(pool, i, lit)));
        before - lits.len()
    }

    /// Collects bounds; false if no term has two literals.
    fn read(&mut self, pool: &Pool, lits: &[Lit]) -> bool {
        if self.epoch == u32::MAX {
            self.epoch = 0;
            self.places.clear();
        }
        self.epoch += 1;
        if self.places.len() < pool.len() {
            self.places.resize(pool.len(), (0, 0));
        }
        self.terms.clear();
        let mut shared = false;
        for (i, &lit) in lits.iter().enumerate() {
            let Some((term, op, c)) = compared(pool, lit) else { continue };
            let place = &mut self.places[term.index()];
            if place.0 == self.epoch {
                shared = true;
            } else {
                *place = (self.epoch, self.terms.len() as u32);
                self.terms.push(Known { unsigned: FREE, signed: FREE, is: None });
            }
            let known = &mut self.terms[place.1 as usize];
            let at = rank(op, pool.width(term), c);
            let bounds = if op == Op::Slt { &mut known.signed } else { &mut known.unsigned };
            match (op, lit.positive) {
                (Op::Eq, true) => known.is = known.is.or(Some((c, i))),
                (Op::Eq, false) => {}
                // constructors leave nothing below the least value
                (_, true) if bounds.hi_by.is_none() || at.wrapping_sub(1) < bounds.hi => {
                    (bounds.hi, bounds.hi_by) = (at.wrapping_sub(1), Some(i));
                }
                (_, false) if bounds.lo_by.is_none() || at > bounds.lo => {
                    (bounds.lo, bounds.lo_by) = (at, Some(i));
                }
                _ => {}
            }
        }
        shared
    }

    fn is_implied(&self, pool: &Pool, i: usize, lit: Lit) -> bool {
        let Some((term, op, c)) = compared(pool, lit) else { return false };
        let width = pool.width(term);
        let known = &self.terms[self.places[term.index()].1 as usize];
        let bounds = if op == Op::Slt { &known.signed } else { &known.unsigned };
        if let Some((value, by)) = known.is {
            let holds = match op {
                Op::Eq => value == c,
                _ => rank(op, width, value) < rank(op, width, c),
            };
            return by != i && holds == lit.positive;
        }
        match (op, lit.positive) {
            (Op::Eq, true) => false,
            (Op::Eq, false) => {
                [(known.unsigned, Op::Ult), (known.signed, Op::Slt)].iter().any(|(b, order)| {
                    let at = rank(*order, width, c);
                    b.lo_by.is_some() && at < b.lo || b.hi_by.is_some() && at > b.hi
                })
            }
            (_, true) => bounds.hi_by != Some(i),
            (_, false) => bounds.lo_by != Some(i),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Literals such as `x <u 5` and `!x <s -3` of one variable, those that stay.
    fn kept(texts: &[&str]) -> Vec<String> {
        let mut pool = Pool::new();
        let x = pool.var(0, 8);
        let mut lits = Vec::new();
        for text in texts {
            let words: Vec<&str> = text.trim_start_matches('!').split_whitespace().collect();
            let op = match words[1] {
                "<u" => Op::Ult,
                "<s" => Op::Slt,
                _ => Op::Eq,
            };
            let c = pool.constant(8, words[2].parse::<i64>().expect("a number") as u64);
            let e = pool.binary(op, x, c);
            lits.push(pool.literal(e, !text.starts_with('!')));
        }
        let all = lits.clone();
        Subsume::default().reduce(&pool, &mut lits);
        // every value that satisfies what stays satisfies all
        for value in 0..256 {
            let holds =
                |lits: &[Lit]| lits.iter().all(|l| (pool.eval(l.expr, &|_| value) == 1) == l.positive);
            assert_eq!(holds(&all), holds(&lits), "{texts:?} at {value}");
        }
        let index = |lit: &Lit| all.iter().position(|l| l == lit).expect("it was there");
        lits.iter().map(|lit| texts[index(lit)].to_string()).collect()
    }

    #[test]
    fn only_the_tightest_bounds_stay() {
        assert_eq!(kept(&["x <u 50", "x <u 30", "x <u 40", "!x <u 5", "!x <u 10"]), ["x <u 30", "!x <u 10"]);
        assert_eq!(kept(&["x <s 50", "!x <s -5", "x <s -1", "!x <s -3"]), ["x <s -1", "!x <s -3"]);
        // the goal is last and stays; signed bounds say nothing about unsigned ones here
        assert_eq!(kept(&["x <u 30", "x <s 20", "x <u 50"]), ["x <u 30", "x <s 20", "x <u 50"]);
    }

    #[test]
    fn beside_an_equality_nothing_stays_that_it_implies() {
        assert_eq!(kept(&["x <u 50", "x == 7", "!x == 9", "!x <s 3", "!x <u 100"]), ["x == 7", "!x <u 100"]);
        assert_eq!(kept(&["x <u 50", "!x == 9", "!x == 60", "x <u 20"]), ["!x == 9", "x <u 20"]);
        assert_eq!(kept(&["!x == 2", "!x == 7", "x <u 200", "x <s 4"]), ["!x == 2", "x <u 200", "x <s 4"]);
    }
}
