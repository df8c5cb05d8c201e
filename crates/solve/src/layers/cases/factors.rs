//! Finds the factors of a constant: where `x * y` cannot wrap around, `x * y == 1022117` leaves `x` nothing but the
//! divisors of that number. Bit-blasting would have to search for them.

use acute_expr::{ExprId, Lit, Op, Pool, VarId, mask};

use crate::range::{Range, ends, range_of};

/// Numbers that are tried as divisors.
const TRIED: u64 = 1 << 17;

/// A variable that literals leave nothing but these values, ascending.
pub(crate) type Few = (VarId, Vec<u64>);

/// The variables that are factors of a constant; of two in one product the first.
pub(crate) fn factors(pool: &Pool, lits: &[Lit]) -> Vec<Few> {
    let mut found: Vec<Few> = vec![];
    for lit in lits.iter().filter(|lit| lit.positive && pool.op(lit.expr) == Op::Eq) {
        let &[a, b] = pool.operands(lit.expr) else { continue };
        for (product, other) in [(a, b), (b, a)] {
            if let (Op::Mul, &[x, y], Some(c)) =
                (pool.op(product), pool.operands(product), pool.as_const(other))
                && let Some(few) = [false, true].iter().find_map(|s| divisors(pool, lits, [x, y], c, *s))
                && found.iter().all(|(v, _)| *v != few.0)
            {
                found.push(few);
            }
        }
    }
    found
}

/// The values of the first factor, all numbers being signed or not.
fn divisors(pool: &Pool, lits: &[Lit], [x, y]: [ExprId; 2], c: u64, signed: bool) -> Option<Few> {
    let width = pool.width(x);
    let (first, second) = (Factor::read(pool, lits, x, signed)?, Factor::read(pool, lits, y, signed)?);
    let corners = [first.lo * second.lo, first.lo * second.hi, first.hi * second.lo, first.hi * second.hi];
    let (least, most) = ends(width, signed);
    if corners.iter().any(|corner| !(least..=most).contains(corner)) {
        return None;
    }
    let c = Range::between(width, c, c).numbers(signed)?.0;
    // zero leaves everything to one of them
    let size = u64::try_from(c.unsigned_abs()).ok().filter(|size| *size > 0)?;
    // the smaller of two is no larger than either of them may be
    let end = u128::from(size.isqrt()).min(first.largest()).min(second.largest());
    let end = u64::try_from(end).ok().filter(|end| *end <= TRIED)?;
    let small = (1..=end).filter(|d| size.is_multiple_of(*d));
    let both = small.flat_map(|d| [i128::from(d), i128::from(size / d)]).flat_map(|d| [d, -d]);
    let fits = |d: &i128| first.has(*d) && second.has(c / d);
    let mut values: Vec<u64> = both.filter(fits).map(|d| d as u64 & mask(first.width)).collect();
    values.sort_unstable();
    values.dedup();
    Some((first.var, values))
}

/// A variable, or one that was made wider, and the numbers it may be.
struct Factor {
    var: VarId,
    width: u8,
    lo: i128,
    hi: i128,
}

impl Factor {
    fn read(pool: &Pool, lits: &[Lit], e: ExprId, signed: bool) -> Option<Factor> {
        let (var, signed) = match (pool.op(e), pool.operands(e)) {
            (Op::ZExt, &[inner]) => (pool.as_var(inner)?, false),
            (Op::SExt, &[inner]) if signed => (pool.as_var(inner)?, true),
            _ => (pool.as_var(e)?, signed),
        };
        let (lo, hi) = range_of(pool, lits, var, &|_| None).numbers(signed)?;
        Some(Factor { var, width: pool.var_width(var), lo, hi })
    }

    fn largest(&self) -> u128 {
        self.lo.unsigned_abs().max(self.hi.unsigned_abs())
    }

    fn has(&self, number: i128) -> bool {
        (self.lo..=self.hi).contains(&number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All products of two bytes in ranges, as bytes or wider, against all values.
    #[test]
    fn no_value_is_left_out() {
        let mut found = 0;
        for (k, width) in (0..1000u64).zip([8, 16, 12].into_iter().cycle()) {
            let mut pool = Pool::new();
            let mut roll = {
                let mut random = acute_expr::SplitMix64::new(k);
                move |below: u64| random.next_u64() % below
            };
            let (x, y) = (pool.var(0, 8), pool.var(1, 8));
            let (mut lits, mut bounds) = (vec![], vec![]);
            for e in [x, y] {
                let op = if roll(2) == 0 { Op::Ult } else { Op::Slt };
                let (a, b) = (roll(256), roll(256));
                let (a, b) = if roll(3) > 0 { (roll(20), a % 40) } else { (a, b) };
                let (lo, hi) = (pool.constant(8, a), pool.constant(8, b));
                for (less, more) in [(lo, e), (e, hi)] {
                    let lit = pool.binary(op, less, more);
                    lits.push(pool.literal(lit, true));
                }
                bounds.push((op, a, b));
            }
            let wider = |pool: &mut Pool, e, op: u64| match (width, op) {
                (8, _) => e,
                (_, 0) => pool.zext(e, width),
                _ => pool.sext(e, width),
            };
            let (wide_x, wide_y) = (wider(&mut pool, x, roll(2)), wider(&mut pool, y, roll(2)));
            let product = pool.binary(Op::Mul, wide_x, wide_y);
            let c = (roll(20) * roll(20)) & mask(width);
            let constant = pool.constant(width, c);
            let equal = pool.binary(Op::Eq, product, constant);
            lits.push(pool.literal(equal, true));
            let mut evaluator = acute_expr::Evaluator::new();
            let mut holds = |a: u64, b: u64| {
                evaluator.new_model();
                let value = |v: VarId| if v == 0 { a } else { b };
                lits.iter().all(|lit| (evaluator.eval(&pool, lit.expr, &value) == 1) == lit.positive)
            };
            for (v, values) in factors(&pool, &lits) {
                found += 1;
                for (a, b) in (0..256).flat_map(|a| (0..256).map(move |b| (a, b))) {
                    let of = if v == 0 { a } else { b };
                    assert!(values.contains(&of) || !holds(a, b), "{bounds:?} {c}: {of} of {values:?}");
                }
            }
        }
        assert!(found > 100, "{found}");
    }
}
