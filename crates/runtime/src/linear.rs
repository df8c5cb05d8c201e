//! Linear forms of addresses: `base + i * 40 + j * 4` is a constant and the terms `i` times 40 and `j` times 4.
use crate::nodes;
use crate::sym::mask;
use acute_trace::{CONCRETE, Label, Node, Op};

/// Maximum number of terms.
const MOST: usize = 8;
/// Maximum number of additions to expand: sharing can make a sum exponentially longer than its expression.
const STEPS: usize = 64;

/// A sum of expressions of 64 bits times constants. The constant part is not kept: it follows from the value of the
/// whole.
#[derive(Default)]
pub struct Linear {
    terms: [(Label, u64); MOST],
    count: usize,
}

impl Linear {
    /// Returns the linear form of an expression; `None` where it has too many terms.
    pub fn of(label: Label) -> Option<Linear> {
        let mut sum = Linear::default();
        let mut waiting = [(CONCRETE, 0); 2 * MOST];
        waiting[0] = (label, 1);
        let (mut count, mut steps) = (1, 0);
        while count > 0 {
            count -= 1;
            steps += 1;
            let (label, factor) = waiting[count];
            match split(label, factor) {
                Some(parts) if steps < STEPS && count + 2 <= waiting.len() => {
                    waiting[count..count + 2].copy_from_slice(&parts);
                    count += 2;
                }
                _ => sum.add(label, factor)?,
            }
        }
        Some(sum)
    }

    fn add(&mut self, label: Label, factor: u64) -> Option<()> {
        if label == CONCRETE || factor == 0 {
            return Some(());
        }
        match self.terms[..self.count].iter_mut().find(|t| t.0 == label) {
            Some(term) => term.1 = term.1.wrapping_add(factor),
            None => {
                *self.terms.get_mut(self.count)? = (label, factor);
                self.count += 1;
            }
        }
        Some(())
    }

    /// Returns the terms with their factors.
    pub fn terms(&self) -> impl Iterator<Item = (Label, i64)> {
        self.terms[..self.count].iter().filter(|t| t.1 != 0).map(|&(label, factor)| (label, factor as i64))
    }

    /// Removes a term of factor 1. Returns whether there was one.
    pub fn take(&mut self, label: Label) -> bool {
        let found = self.terms[..self.count].iter_mut().find(|t| **t == (label, 1));
        found.map(|term| term.1 = 0).is_some()
    }

    /// Returns the greatest common divisor of the factors; 0 without terms.
    pub fn stride(&self) -> u64 {
        self.terms().fold(0, |all, (_, factor)| gcd(all, factor.unsigned_abs()))
    }

    /// Returns bounds of the sum, each factor divided by `stride`; `None` where it is unbounded.
    pub fn range(&self, stride: i64) -> Option<(i64, i64)> {
        let (mut low, mut high) = (0i64, 0i64);
        for (label, factor) in self.terms() {
            let (least, most) = range(label)?;
            let (a, b) = (least.checked_mul(factor / stride)?, most.checked_mul(factor / stride)?);
            (low, high) = (low.checked_add(a.min(b))?, high.checked_add(a.max(b))?);
        }
        Some((low, high))
    }
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Splits a sum or a product with a constant into two terms, the second empty for a product.
fn split(label: Label, factor: u64) -> Option<[(Label, u64); 2]> {
    let Node { op, a, b, width, .. } = nodes::node(label)?;
    let times = |label: Label, by: u64| Some([(label, factor.wrapping_mul(by)), (CONCRETE, 0)]);
    match (Op::from_u8(op)?, constant(a), constant(b)) {
        _ if width != 64 => None,
        (Op::Const, ..) => Some([(CONCRETE, 0); 2]),
        (Op::Add, ..) => Some([(a, factor), (b, factor)]),
        (Op::Sub, ..) => Some([(a, factor), (b, factor.wrapping_neg())]),
        (Op::Mul, _, Some(by)) => times(a, by),
        (Op::Mul, Some(by), _) => times(b, by),
        (Op::Shl, _, Some(by)) if by < 64 => times(a, 1 << by),
        _ => None,
    }
}

/// Returns the value of a constant.
pub fn constant(label: Label) -> Option<u64> {
    nodes::node(label).filter(|n| n.op == Op::Const as u8).map(|n| n.value())
}

/// Returns bounds of an expression of 64 bits by its outermost operations, within the range of a signed number.
fn range(label: Label) -> Option<(i64, i64)> {
    if let Some(Node { op, a, .. }) = nodes::node(label)
        && op == Op::SExt as u8
    {
        let sign = 1u64 << (nodes::width(a).clamp(1, 63) - 1);
        let most = greatest(a);
        return if most < sign { Some((0, most as i64)) } else { Some((-(sign as i64), sign as i64 - 1)) };
    }
    i64::try_from(greatest(label)).ok().map(|most| (0, most))
}

/// Returns the greatest unsigned value that the outermost operations allow.
fn greatest(label: Label) -> u64 {
    let mut label = label;
    // zext(x) is at most what x is.
    while let Some(Node { op, a, .. }) = nodes::node(label)
        && op == Op::ZExt as u8
    {
        label = a;
    }
    let all = mask(nodes::width(label));
    let Some(Node { op, a, b, .. }) = nodes::node(label) else { return all };
    match (Op::from_u8(op), constant(a), constant(b)) {
        (Some(Op::And), Some(c), _) | (Some(Op::And), _, Some(c)) => c,
        (Some(Op::URem), _, Some(c)) if c > 0 => c - 1,
        (Some(Op::UDiv), _, Some(c)) if c > 0 => all / c,
        (Some(Op::LShr), _, Some(c)) if c < 64 => all >> c,
        _ => all,
    }
}
