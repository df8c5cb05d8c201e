//! Bit-vector literals as linear facts about integers.
//!
//! Sums, differences, products with constants, truncations and shifts to the left are linear modulo
//! 2^width. Where an order or an extension asks for the integer itself, the sum is taken to stay in
//! the window of 2^width values in which the present input has it; if its range does not fit there,
//! that is an assumption, entered as a fact of its own, and nothing is refuted under one.

use acute_expr::{Evaluator, ExprId, Lit, Op, Pool, mask, sign_extend};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::slice::Slice;

/// Nesting of an expression and variables of a sum after which it does not count as linear.
const DEEP: u32 = 256;
const WIDE: usize = 64;

/// Numbers above this are not worked with, so that negating and rounding them is safe.
const LARGE: u128 = 1 << 100;

/// A constant and variables, by place in the slice, with their coefficients.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Sum {
    // invariant: ascending by place, no coefficient is 0
    pub terms: Vec<(usize, i128)>,
    pub constant: i128,
}

impl Sum {
    pub fn constant(constant: i128) -> Sum {
        Sum { terms: Vec::new(), constant }
    }

    pub fn variable(place: usize) -> Sum {
        Sum { terms: vec![(place, 1)], constant: 0 }
    }

    /// `self + times * other`; none where numbers become too large.
    pub fn plus(&self, times: i128, other: &Sum) -> Option<Sum> {
        let constant = self.constant.checked_add(times.checked_mul(other.constant)?)?;
        let scaled = other.terms.iter().map(|&(place, factor)| Some((place, times.checked_mul(factor)?)));
        let mut all: Vec<(usize, i128)> = scaled.collect::<Option<_>>()?;
        all.extend_from_slice(&self.terms);
        all.sort_unstable_by_key(|&(place, _)| place);
        let mut terms: Vec<(usize, i128)> = Vec::with_capacity(all.len());
        for (place, factor) in all {
            match terms.last_mut() {
                Some(last) if last.0 == place => last.1 = last.1.checked_add(factor)?,
                _ => terms.push((place, factor)),
            }
        }
        terms.retain(|&(_, factor)| factor != 0);
        let large = |n: i128| n.unsigned_abs() > LARGE;
        let sum = Sum { terms, constant };
        (!large(constant) && !sum.terms.iter().any(|&(_, factor)| large(factor))).then_some(sum)
    }

    pub fn offset(&self, by: i128) -> Option<Sum> {
        self.plus(by, &Sum::constant(1))
    }

    /// The coefficient of a variable.
    pub fn factor(&self, place: usize) -> i128 {
        self.terms.binary_search_by_key(&place, |&(p, _)| p).map_or(0, |i| self.terms[i].1)
    }

    /// The value where the variables have these.
    pub fn at(&self, values: &[i128]) -> Option<i128> {
        self.terms.iter().try_fold(self.constant, |sum, &(place, factor)| {
            sum.checked_add(factor.checked_mul(values[place])?)
        })
    }

    /// The least and the greatest value within bounds.
    fn range(&self, lo: &[i128], hi: &[i128]) -> Option<(i128, i128)> {
        self.terms.iter().try_fold((self.constant, self.constant), |(least, most), &(place, factor)| {
            let (a, b) = (factor.checked_mul(lo[place])?, factor.checked_mul(hi[place])?);
            Some((least.checked_add(a.min(b))?, most.checked_add(a.max(b))?))
        })
    }

    /// Coefficients as small as they can be modulo 2^width.
    fn reduced(mut self, width: u8) -> Sum {
        let small = |n: i128| i128::from(sign_extend(width, n as u64 & mask(width)));
        self.constant = small(self.constant);
        for term in &mut self.terms {
            term.1 = small(term.1);
        }
        self.terms.retain(|&(_, factor)| factor != 0);
        self
    }
}

/// The meaning of a literal.
#[derive(Clone, Debug)]
pub(crate) enum Fact {
    /// The sum is at most 0.
    AtMost(Sum),
    /// The sum is 0.
    Zero(Sum),
    /// The sum is no multiple of the number.
    NotZero(Sum, i128),
}

/// A slice as facts.
#[derive(Default)]
pub(crate) struct Reading {
    /// One fact for each literal, the goal's last.
    pub facts: Vec<Fact>,
    /// The assumptions under which they were read so.
    pub windows: Vec<Fact>,
    /// True if the facts hold exactly where the slice does.
    pub exact: bool,
    /// Bounds of the variables by place, implied by the slice.
    pub lo: Vec<i128>,
    pub hi: Vec<i128>,
    /// Their present values.
    pub at: Vec<i128>,
}

/// Tells whether an operation is linear, given linear operands.
pub(crate) fn is_linear(pool: &Pool, e: ExprId) -> bool {
    let constant = |i: usize| pool.operands(e).get(i).and_then(|&o| pool.as_const(o));
    match pool.op(e) {
        Op::Const | Op::Var | Op::Add | Op::Sub | Op::ZExt | Op::SExt | Op::Concat => true,
        Op::Mul => constant(1).is_some(),
        Op::Xor => pool.width(e) > 1 && constant(1) == Some(mask(pool.width(e))),
        Op::Extract => pool.extract_lo(e) == 0 && pool.width(e) > 1,
        Op::Eq | Op::Ult | Op::Slt => true,
        _ => false,
    }
}

/// Reads a slice; none if it is not linear.
pub(crate) fn read(pool: &Pool, slice: &Slice, evaluator: &mut Evaluator) -> Option<Reading> {
    let mut reader = Reader {
        pool,
        slice,
        evaluator,
        sums: FxHashMap::default(),
        reading: Reading { exact: true, ..Reading::default() },
    };
    reader.enter_vars();
    reader.evaluator.new_model();
    // bounds found in one round make more sums fit their windows in the next
    for round in 0..3 {
        reader.sums.clear();
        reader.reading.facts.clear();
        reader.reading.windows.clear();
        reader.reading.exact = true;
        let mut bounds = Vec::new();
        for &lit in &slice.lits {
            let (fact, exact) = reader.literal(lit)?;
            reader.reading.exact &= exact;
            if let (true, Fact::AtMost(sum) | Fact::Zero(sum)) = (exact, &fact)
                && let [(place, factor)] = sum.terms[..]
            {
                bounds.push((place, factor, sum.constant, matches!(fact, Fact::Zero(_))));
            }
            reader.reading.facts.push(fact);
        }
        if round == 2 || !reader.reading.narrow(&bounds) {
            break;
        }
    }
    Some(reader.reading)
}

impl Reading {
    /// Enters `factor * x + constant <= 0`, or `= 0`, as bounds; whether any is news.
    fn narrow(&mut self, bounds: &[(usize, i128, i128, bool)]) -> bool {
        let mut news = false;
        for &(place, factor, constant, zero) in bounds {
            if factor > 0 || zero {
                let most = floor_div(if factor > 0 { -constant } else { constant }, factor.abs());
                news |= most < self.hi[place];
                self.hi[place] = self.hi[place].min(most);
            }
            if factor < 0 || zero {
                let least = -floor_div(if factor > 0 { constant } else { -constant }, factor.abs());
                news |= least > self.lo[place];
                self.lo[place] = self.lo[place].max(least);
            }
        }
        news
    }
}

/// The quotient rounded down, for a positive divisor.
pub(crate) fn floor_div(a: i128, b: i128) -> i128 {
    a.div_euclid(b)
}

struct Reader<'a> {
    pool: &'a Pool,
    slice: &'a Slice,
    evaluator: &'a mut Evaluator,
    // sums equal to an expression modulo 2^width, and whether they are without assumption
    sums: FxHashMap<ExprId, Option<(Sum, bool)>>,
    reading: Reading,
}

impl Reader<'_> {
    /// Settles which variables are signed, by what is asked of them most.
    fn enter_vars(&mut self) {
        let (pool, slice) = (self.pool, self.slice);
        let mut votes = vec![0i64; slice.vars.len()];
        let mut vote = |e: ExprId, vote: i64| {
            for &v in pool.vars(e) {
                votes[slice.place(v)] += vote;
            }
        };
        let mut seen = FxHashSet::default();
        let mut todo: Vec<ExprId> = slice.lits.iter().map(|lit| lit.expr).collect();
        while let Some(e) = todo.pop() {
            if !seen.insert(e) || !is_linear(pool, e) {
                continue;
            }
            match (pool.op(e), pool.operands(e)) {
                (Op::Slt, _) => vote(e, 1),
                (Op::Ult, _) => vote(e, -1),
                (Op::SExt, &[x]) => vote(x, 2),
                (Op::ZExt, &[x]) | (Op::Concat, &[_, x]) => vote(x, -2),
                _ => {}
            }
            todo.extend_from_slice(pool.operands(e));
        }
        for (place, &v) in slice.vars.iter().enumerate() {
            let (width, value) = (pool.var_width(v), slice.values[place]);
            let all = i128::from(mask(width));
            let (lo, hi, at) = if votes[place] >= 0 {
                (-(all + 1) / 2, all / 2, i128::from(sign_extend(width, value)))
            } else {
                (0, all, i128::from(value & mask(width)))
            };
            self.reading.lo.push(lo);
            self.reading.hi.push(hi);
            self.reading.at.push(at);
        }
    }

    /// The fact of a literal and whether it is without assumption.
    fn literal(&mut self, lit: Lit) -> Option<(Fact, bool)> {
        let &[a, b] = self.pool.operands(lit.expr) else { return None };
        let signed = match self.pool.op(lit.expr) {
            Op::Eq => return self.equality(a, b, lit.positive),
            Op::Slt => true,
            Op::Ult => false,
            _ => return None,
        };
        let ((a, a_exact), (b, b_exact)) = (self.integer(a, signed, 0)?, self.integer(b, signed, 0)?);
        let sum = if lit.positive { a.plus(-1, &b)?.offset(1)? } else { b.plus(-1, &a)? };
        Some((Fact::AtMost(sum), a_exact && b_exact))
    }

    fn equality(&mut self, a: ExprId, b: ExprId, positive: bool) -> Option<(Fact, bool)> {
        let width = self.pool.width(a);
        let ((a, a_exact), (b, b_exact)) = (self.sum(a, 0)?, self.sum(b, 0)?);
        let difference = a.plus(-1, &b)?.reduced(width);
        let exact = a_exact && b_exact;
        // it is a multiple of 2^width
        let step = 1i128 << width;
        let (least, most) = difference.range(&self.reading.lo, &self.reading.hi)?;
        let (first, last) = (-floor_div(-least, step), floor_div(most, step));
        if first > last {
            let never = Sum::constant(1);
            return Some((if positive { Fact::Zero(never) } else { Fact::NotZero(never, step) }, exact));
        }
        if !positive {
            return Some((Fact::NotZero(difference, step), exact));
        }
        let nearest = floor_div(difference.at(&self.reading.at)?.checked_add(step / 2)?, step);
        let sum = difference.offset(-nearest.clamp(first, last).checked_mul(step)?)?;
        Some((Fact::Zero(sum), exact && first == last))
    }

    /// The integer an expression is, read as signed or unsigned.
    fn integer(&mut self, e: ExprId, signed: bool, depth: u32) -> Option<(Sum, bool)> {
        let (sum, exact) = self.sum(e, depth)?;
        let (width, slice) = (self.pool.width(e), self.slice);
        let present = self.evaluator.eval(self.pool, e, &|v| slice.values[slice.place(v)]);
        let all = i128::from(mask(width));
        let (min, max, present) = if signed {
            (-(all + 1) / 2, all / 2, i128::from(sign_extend(width, present)))
        } else {
            (0, all, i128::from(present))
        };
        // if there is a window that holds all values, it is that one
        let (least, most) = sum.range(&self.reading.lo, &self.reading.hi)?;
        let shift = floor_div(least.checked_sub(min)?, all + 1).checked_mul(all + 1)?;
        if most.checked_sub(shift)? <= max {
            return Some((sum.offset(-shift)?, exact));
        }
        let sum = sum.offset(present.checked_sub(sum.at(&self.reading.at)?)?)?;
        self.reading.windows.push(Fact::AtMost(Sum::constant(min).plus(-1, &sum)?));
        self.reading.windows.push(Fact::AtMost(sum.offset(-max)?));
        Some((sum, false))
    }

    /// A sum that equals the expression modulo 2^width.
    fn sum(&mut self, e: ExprId, depth: u32) -> Option<(Sum, bool)> {
        if let Some(known) = self.sums.get(&e) {
            return known.clone();
        }
        let sum = if depth < DEEP { self.new_sum(e, depth + 1) } else { None };
        let width = self.pool.width(e);
        let sum = sum.map(|(sum, exact)| (sum.reduced(width), exact));
        let sum = sum.filter(|(sum, _)| sum.terms.len() <= WIDE);
        self.sums.insert(e, sum.clone());
        sum
    }

    fn new_sum(&mut self, e: ExprId, depth: u32) -> Option<(Sum, bool)> {
        let pool = self.pool;
        if !is_linear(pool, e) || pool.op(e).is_comparison() {
            return None;
        }
        let width = pool.width(e);
        match (pool.op(e), pool.operands(e)) {
            (Op::Const, _) => Some((Sum::constant(i128::from(sign_extend(width, pool.as_const(e)?))), true)),
            (Op::Var, _) => Some((Sum::variable(self.slice.place(pool.as_var(e)?)), true)),
            (Op::ZExt, &[x]) => self.integer(x, false, depth),
            (Op::SExt, &[x]) => self.integer(x, true, depth),
            (Op::Extract, &[x]) => self.sum(x, depth),
            (op, &[x, y]) => {
                if op == Op::Concat {
                    let ((high, a), (low, b)) = (self.sum(x, depth)?, self.integer(y, false, depth)?);
                    return Some((low.plus(1 << pool.width(y), &high)?, a && b));
                }
                let (x, exact) = self.sum(x, depth)?;
                let (y, y_exact) = self.sum(y, depth)?;
                let sum = match op {
                    Op::Add => x.plus(1, &y),
                    Op::Sub => x.plus(-1, &y),
                    Op::Mul => Sum::constant(0).plus(y.constant, &x),
                    // ~x = -1 - x
                    _ => Sum::constant(-1).plus(-1, &x),
                };
                Some((sum?, exact && y_exact))
            }
            _ => None,
        }
    }
}
