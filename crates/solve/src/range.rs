//! Ranges of variables: wrapping intervals that comparisons with constants imply, carried down through additions,
//! extensions and divisions by constants.
//!
//! A range holds every value that satisfies the literals, and maybe others.

use acute_expr::{ExprId, Lit, Op, Pool, VarId, mask, sign_extend};

/// The numbers of `width` bits from `start` on, `more` behind it, around the end if need be; none if `empty`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Range {
    width: u8,
    start: u64,
    more: u64,
    empty: bool,
}

impl Range {
    /// Every number.
    pub fn all(width: u8) -> Range {
        Range { width, start: 0, more: mask(width), empty: false }
    }

    /// No number.
    pub fn none(width: u8) -> Range {
        Range { width, start: 0, more: 0, empty: true }
    }

    /// From `lo` to `hi`, upwards and around.
    pub fn between(width: u8, lo: u64, hi: u64) -> Range {
        let (lo, hi) = (lo & mask(width), hi & mask(width));
        Range { width, start: lo, more: hi.wrapping_sub(lo) & mask(width), empty: false }
    }

    /// Of signed or unsigned numbers, as far as the width has them.
    pub fn clipped(width: u8, (lo, hi): (i128, i128), signed: bool) -> Range {
        let (least, most) = ends(width, signed);
        let (lo, hi) = (lo.max(least), hi.min(most));
        if lo > hi { Range::none(width) } else { Range::between(width, lo as u64, hi as u64) }
    }

    /// From `start` on, `more` behind it; everything where that is once around.
    pub fn arc(width: u8, start: u64, more: u128) -> Range {
        match u64::try_from(more).ok().filter(|more| *more < mask(width)) {
            Some(more) => Range { width, start: start & mask(width), more, empty: false },
            None => Range::all(width),
        }
    }

    /// Its first number going upwards, and how many are behind that; none if it is empty.
    pub fn span(&self) -> Option<(u64, u64)> {
        (!self.empty).then_some((self.start, self.more))
    }

    /// Its one number.
    pub fn only(&self) -> Option<u64> {
        (!self.empty && self.more == 0).then_some(self.start)
    }

    /// Number of its values.
    pub fn size(&self) -> u128 {
        if self.empty { 0 } else { u128::from(self.more) + 1 }
    }

    /// Tells whether it has no value.
    pub fn is_empty(&self) -> bool {
        self.empty
    }

    /// The bits that its values have in common: the number of low bits that are open, and for those above a number that
    /// has them; without one they equal the highest open bit.
    pub fn bits(&self) -> (u8, Option<u64>) {
        if let Some((lo, hi)) = self.numbers(false) {
            let differ = (lo ^ hi) as u64;
            return ((64 - differ.leading_zeros()) as u8, Some(lo as u64));
        }
        match self.numbers(true) {
            Some((lo, hi)) => {
                let least = lo.min(-hi - 1) + 1;
                ((65 - (least.unsigned_abs() as u64).leading_zeros()).min(self.width.into()) as u8, None)
            }
            None => (self.width, None),
        }
    }

    /// All that such bits can be.
    pub fn room(&self) -> Range {
        let (open, rest) = self.bits();
        let more = mask(open);
        let start = rest.map_or(!(more >> 1), |number| number & !more) & mask(self.width);
        Range { start, more, ..*self }
    }

    /// Tells whether another range holds all of it.
    pub fn is_within(&self, other: &Range) -> bool {
        let all = mask(self.width);
        let behind = self.start.wrapping_sub(other.start) & all;
        let reach = u128::from(behind) + u128::from(self.more);
        self.empty || !other.empty && (other.more == all || reach <= u128::from(other.more))
    }

    /// Its values.
    pub fn values(self) -> impl Iterator<Item = u64> {
        let count = if self.empty { 0 } else { self.size() };
        (0..count).map(move |k| self.start.wrapping_add(k as u64) & mask(self.width))
    }

    /// The intersection; where that is two pieces, the smaller of the two ranges.
    pub fn both(self, other: Range) -> Range {
        if self.empty || other.empty {
            return Range::none(self.width);
        }
        let all = mask(self.width);
        let (a, b) = if self.more <= other.more { (self, other) } else { (other, self) };
        // how far behind the start of a that of b is, and how far b then reaches around to a
        let behind = b.start.wrapping_sub(a.start) & all;
        let around = (u128::from(behind) + u128::from(b.more)).checked_sub(u128::from(all) + 1);
        match (behind <= a.more, around) {
            (true, None) => Range { start: b.start, more: b.more.min(a.more - behind), ..a },
            (true, Some(_)) if behind == 0 => a,
            (true, Some(_)) => a,
            (false, Some(reach)) => Range { more: a.more.min(reach as u64), ..a },
            (false, None) => Range::none(self.width),
        }
    }

    /// As numbers from the least to the greatest; none if it wraps around in that order.
    pub fn numbers(self, signed: bool) -> Option<(i128, i128)> {
        let end = self.start.wrapping_add(self.more) & mask(self.width);
        let number =
            |bits: u64| if signed { i128::from(sign_extend(self.width, bits)) } else { i128::from(bits) };
        let (lo, hi) = (number(self.start), number(end));
        (!self.empty && lo <= hi && (hi - lo) as u128 == u128::from(self.more)).then_some((lo, hi))
    }
}

/// The least and the greatest number.
pub(crate) fn ends(width: u8, signed: bool) -> (i128, i128) {
    let all = i128::from(mask(width));
    if signed { (-(all + 1) / 2, all / 2) } else { (0, all) }
}

/// The values of `v` that literals allow where other variables have the values `known`.
pub(crate) fn range_of(pool: &Pool, lits: &[Lit], v: VarId, known: &dyn Fn(VarId) -> Option<u64>) -> Range {
    let mut range = Range::all(pool.var_width(v).max(1));
    for lit in lits {
        let op = pool.op(lit.expr);
        let &[a, b] = pool.operands(lit.expr) else { continue };
        if !matches!(op, Op::Eq | Op::Ult | Op::Slt) {
            continue;
        }
        for (term, other, left) in [(a, b, true), (b, a, false)] {
            if let Some(c) = constant(pool, other, known)
                && let Some(wanted) = compared(pool.width(term), op, lit.positive, left, c)
                && let Some(allowed) = descend(pool, term, v, wanted, known)
            {
                range = range.both(allowed);
            }
        }
    }
    range
}

/// The value of an expression whose variables are known.
fn constant(pool: &Pool, e: ExprId, known: &dyn Fn(VarId) -> Option<u64>) -> Option<u64> {
    if let Some(c) = pool.as_const(e) {
        return Some(c);
    }
    let is_known = pool.vars(e).iter().all(|&v| known(v).is_some());
    is_known.then(|| pool.eval(e, &|v| known(v).unwrap_or(0)))
}

/// The values of a term that a comparison with `c` allows; `left` says on which side the term is.
pub(crate) fn compared(width: u8, op: Op, positive: bool, left: bool, c: u64) -> Option<Range> {
    let signed = op == Op::Slt;
    let (least, most) = ends(width, signed);
    let c = if signed { i128::from(sign_extend(width, c)) } else { i128::from(c) };
    let bounds = match (op, positive, left) {
        (Op::Eq, true, _) => (c, c),
        (Op::Eq, false, _) => return None,
        // t < c, c < t and their negations
        (_, true, true) => (least, c - 1),
        (_, true, false) => (c + 1, most),
        (_, false, true) => (c, most),
        (_, false, false) => (least, c),
    };
    Some(Range::clipped(width, bounds, signed))
}

/// Carries a range of an expression down to the variable in it; none if an operation on the way has no inverse here.
fn descend(
    pool: &Pool,
    e: ExprId,
    v: VarId,
    range: Range,
    known: &dyn Fn(VarId) -> Option<u64>,
) -> Option<Range> {
    let (mut e, mut range) = (e, range);
    loop {
        if pool.as_var(e) == Some(v) {
            return Some(range);
        }
        let width = pool.width(e);
        let operands = pool.operands(e);
        let value = |i: usize| operands.get(i).and_then(|&x| constant(pool, x, known));
        let shifted = |by: u64| Range { start: range.start.wrapping_add(by) & mask(width), ..range };
        (e, range) = match (pool.op(e), operands) {
            (Op::Add, &[x, y]) => match (value(0), value(1)) {
                (_, Some(k)) => (x, shifted(k.wrapping_neg())),
                (Some(k), _) => (y, shifted(k.wrapping_neg())),
                _ => return None,
            },
            (Op::Sub, &[x, y]) => match (value(0), value(1)) {
                (_, Some(k)) => (x, shifted(k)),
                // k - y from lo to hi: y from k - hi to k - lo
                (Some(k), _) => {
                    let end = range.start.wrapping_add(range.more);
                    (y, Range { start: k.wrapping_sub(end) & mask(width), ..range })
                }
                _ => return None,
            },
            (op @ (Op::ZExt | Op::SExt), &[x]) => {
                let signed = op == Op::SExt;
                if range.empty {
                    (x, Range::none(pool.width(x)))
                } else {
                    (x, Range::clipped(pool.width(x), range.numbers(signed)?, signed))
                }
            }
            // quotients from lo to hi; rounding is towards zero
            (op @ (Op::SDiv | Op::UDiv), &[x, _]) => {
                let signed = op == Op::SDiv;
                let by = value(1)?;
                let by = if signed { i128::from(sign_extend(width, by)) } else { i128::from(by) };
                let (lo, hi) = range.numbers(signed).filter(|_| by > 0)?;
                let low = if lo > 0 { lo * by } else { lo * by - (by - 1) };
                let high = if hi < 0 { hi * by } else { hi * by + (by - 1) };
                (x, Range::clipped(width, (low, high), signed))
            }
            (op @ (Op::AShr | Op::LShr), &[x, _]) => {
                let signed = op == Op::AShr;
                let by = value(1).filter(|&by| by < u64::from(width))?;
                let (lo, hi) = range.numbers(signed)?;
                (x, Range::clipped(width, (lo << by, (hi << by) + (1i128 << by) - 1), signed))
            }
            _ => return None,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The range of a variable of 8 bits holds every value that satisfies the literals; its size.
    fn size(build: impl Fn(&mut Pool, ExprId) -> Vec<(ExprId, bool)>) -> u128 {
        let mut pool = Pool::new();
        let x = pool.var(0, 8);
        let built = build(&mut pool, x);
        let lits: Vec<Lit> = built.into_iter().map(|(e, taken)| pool.literal(e, taken)).collect();
        let range = range_of(&pool, &lits, 0, &|_| None);
        let inside: Vec<u64> = range.values().collect();
        let (open, rest) = range.bits();
        for &value in &inside {
            let above = match rest {
                Some(number) => number >> open,
                None => (sign_extend(open.max(1), value) as u64 & 255) >> open,
            };
            assert_eq!(value >> open, above, "{value} of {range:?}");
        }
        for value in 0..256 {
            let holds = lits.iter().all(|l| (pool.eval(l.expr, &|_| value) == 1) == l.positive);
            assert!(!holds || inside.contains(&value), "{value} is not in {range:?}");
        }
        range.size()
    }

    #[test]
    fn bounds_of_both_orders_meet() {
        let bounded = |p: &mut Pool, x: ExprId, lo: i64, hi: i64| {
            let (lo, hi) = (p.constant(8, lo as u64), p.constant(8, hi as u64));
            vec![(p.binary(Op::Slt, x, lo), false), (p.binary(Op::Slt, x, hi), true)]
        };
        assert_eq!(size(|p, x| bounded(p, x, 0, 10)), 10);
        assert_eq!(size(|p, x| bounded(p, x, -5, 5)), 10);
        assert_eq!(size(|p, x| bounded(p, x, 5, 5)), 0);
        let plus = |p: &mut Pool, x: ExprId, k: u64| {
            let k = p.constant(8, k);
            p.binary(Op::Add, x, k)
        };
        assert_eq!(
            size(|p, x| {
                let y = plus(p, x, 100);
                bounded(p, y, 3, 9)
            }),
            6
        );
    }

    #[test]
    fn rooms_and_ranges_within_others_are_as_their_values_say() {
        let all = (0..8).flat_map(|lo| (0..8).map(move |hi| Range::between(3, lo, hi)));
        let all: Vec<Range> = all.chain([Range::none(3)]).collect();
        for one in &all {
            let values: Vec<u64> = one.values().collect();
            let (open, rest) = one.bits();
            let can_be = |value: &u64| match rest {
                Some(number) => value >> open == number >> open,
                None => sign_extend(3, *value) == sign_extend(open, *value),
            };
            if !one.is_empty() {
                let mut room: Vec<u64> = one.room().values().collect();
                room.sort_unstable();
                assert_eq!(room, (0..8).filter(can_be).collect::<Vec<u64>>(), "{one:?}");
            }
            for other in &all {
                let outer: Vec<u64> = other.values().collect();
                let within = values.iter().all(|value| outer.contains(value));
                assert_eq!(one.is_within(other), within, "{one:?} {other:?}");
            }
        }
    }

    #[test]
    fn every_operation_keeps_what_satisfies_the_literal() {
        for k in [1u64, 2, 3, 7, 100, 127, 128, 200, 255] {
            for c in [0u64, 1, 2, 5, 63, 64, 127, 128, 129, 254, 255] {
                for op in [Op::Add, Op::Sub, Op::SDiv, Op::UDiv, Op::AShr, Op::LShr] {
                    for order in [Op::Eq, Op::Ult, Op::Slt] {
                        for (taken, swap, left) in [
                            (true, false, false),
                            (false, false, false),
                            (true, true, true),
                            (false, true, false),
                        ] {
                            size(|p, x| {
                                let (k, c) = (p.constant(8, k), p.constant(8, c));
                                let term = if left && op == Op::Sub {
                                    p.binary(op, k, x)
                                } else {
                                    p.binary(op, x, k)
                                };
                                let (a, b) = if swap { (c, term) } else { (term, c) };
                                vec![(p.binary(order, a, b), taken)]
                            });
                            size(|p, x| {
                                let c = p.constant(16, c | k << 8);
                                let wide = if swap { p.sext(x, 16) } else { p.zext(x, 16) };
                                vec![(p.binary(order, wide, c), taken)]
                            });
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn what_is_known_of_one_variable_bounds_another() {
        let mut pool = Pool::new();
        let (x, y, two) = (pool.var(0, 32), pool.var(1, 32), pool.constant(32, 2));
        let sum = pool.binary(Op::Add, x, two);
        let (below, above) = (pool.binary(Op::Slt, sum, y), pool.binary(Op::Slt, y, x));
        let lits = [pool.literal(below, false), pool.literal(above, false)];
        let range = range_of(&pool, &lits, 1, &|v| (v == 0).then_some(7));
        assert_eq!(range.values().collect::<Vec<_>>(), [7, 8, 9]);
        assert!(range_of(&pool, &lits, 1, &|_| None).size() > 1 << 31);
    }
}
