//! Integers of 128 bits, as pairs of 64: carries, comparisons and shifts across the halves.
use crate::compound::product;
use crate::record;
use crate::sym::Sym;
use acute_trace::{CONCRETE, Label, Reason, Wide};

type Pair = (Sym, Sym);

/// Unpacks two labels, that of the low half first.
fn pair(labels: u64, low: u64, high: u64) -> Pair {
    (Sym::new(labels as Label, low, 64), Sym::new((labels >> 32) as Label, high, 64))
}

/// Makes an operation on two integers of 128 bits. Returns the labels of the result's halves in one word; for a
/// comparison that of its one bit. A shift by an amount that is not constant is counted as concretized.
pub extern "C" fn wide(which: u32, la: u64, a0: u64, a1: u64, lb: u64, b0: u64, b1: u64) -> u64 {
    let Some(which) = Wide::from_u8(which as u8) else { return 0 };
    let far = b1 != 0 || b0 >= 128;
    if matches!(which, Wide::Shl | Wide::LShr | Wide::AShr) && (lb != 0 || far) {
        let either =
            |labels: u64| if labels as Label != CONCRETE { labels as Label } else { (labels >> 32) as Label };
        let lost = if lb != 0 { either(lb) } else { either(la) };
        record::concretized(if far { Reason::Shift } else { Reason::Wide }, lost, 0);
        return 0;
    }
    let (low, high) = make(which, pair(la, a0, a1), pair(lb, b0, b1));
    low.label as u64 | (high.label as u64) << 32
}

fn make(which: Wide, a: Pair, b: Pair) -> Pair {
    let bit = |s: Sym| (s, Sym::constant(1, 0));
    let each = |f: fn(Sym, Sym) -> Sym| (f(a.0, b.0), f(a.1, b.1));
    match which {
        Wide::Add => {
            let low = a.0.add(b.0);
            (low, a.1.add(b.1).add(low.ult(a.0).zext(64)))
        }
        Wide::Sub => (a.0.sub(b.0), a.1.sub(b.1).sub(a.0.ult(b.0).zext(64))),
        Wide::Mul => {
            let (high, low) = product(a.0, b.0);
            (low, high.add(a.0.mul(b.1)).add(a.1.mul(b.0)))
        }
        Wide::And => each(Sym::and),
        Wide::Or => each(Sym::or),
        Wide::Xor => each(Sym::xor),
        Wide::Shl | Wide::LShr | Wide::AShr => shift(which, a, b.0.value as u8),
        Wide::Eq => bit(a.0.eq(b.0).and(a.1.eq(b.1))),
        Wide::Ult => bit(a.1.ult(b.1).or(a.1.eq(b.1).and(a.0.ult(b.0)))),
        Wide::Slt => bit(a.1.slt(b.1).or(a.1.eq(b.1).and(a.0.ult(b.0)))),
    }
}

/// By a constant below 128.
fn shift(which: Wide, (low, high): Pair, by: u8) -> Pair {
    let zero = Sym::constant(64, 0);
    let over = |s: Sym, n: u8| if which == Wide::AShr { s.ashr(s.with(n as u64)) } else { s.right(n) };
    let fill = if which == Wide::AShr { high.signs() } else { zero };
    match (which, by) {
        (_, 0) => (low, high),
        (Wide::Shl, 1..64) => (low.left(by), high.left(by).or(low.right(64 - by))),
        (Wide::Shl, _) => (zero, low.left(by - 64)),
        (_, 1..64) => (low.right(by).or(high.left(64 - by)), over(high, by)),
        (_, _) => (over(high, by - 64), fill),
    }
}
