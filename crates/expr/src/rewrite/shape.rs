//! Rules for extension, extraction, concatenation and choice.

use super::{extended, pair, with_const};
use crate::op::{Op, fold_extract, mask, sign_extend};
use crate::pool::{ExprId, Node, Pool};

pub(crate) fn zext(p: &mut Pool, a: ExprId, width: u8) -> ExprId {
    // zext(x) to its own width  =>  x
    if width <= p.width(a) {
        return a;
    }
    if let Some(c) = p.as_const(a) {
        return p.constant(width, c);
    }
    // zext(zext(x))  =>  zext(x)
    let inner = extended(p, Op::ZExt, a).unwrap_or(a);
    p.raw(Op::ZExt, width, &[inner])
}

pub(crate) fn sext(p: &mut Pool, a: ExprId, width: u8) -> ExprId {
    // sext(x) to its own width  =>  x
    if width <= p.width(a) {
        return a;
    }
    if let Some(c) = p.as_const(a) {
        return p.constant(width, sign_extend(p.width(a), c) as u64);
    }
    // sext(zext(x))  =>  zext(x), whose sign bit is 0
    if let Some(x) = extended(p, Op::ZExt, a) {
        return p.zext(x, width);
    }
    // sext(sext(x))  =>  sext(x)
    let inner = extended(p, Op::SExt, a).unwrap_or(a);
    p.raw(Op::SExt, width, &[inner])
}

pub(crate) fn extract(p: &mut Pool, a: ExprId, lo: u8, width: u8) -> ExprId {
    let from = p.width(a);
    // x[w-1:0]  =>  x
    if width >= from {
        return a;
    }
    if let Some(c) = p.as_const(a) {
        return p.constant(width, fold_extract(c, lo, width));
    }
    let end = lo + width;
    match (p.op(a), p.operands(a)) {
        (Op::Extract, &[x]) => {
            // x[i+..][lo+..]  =>  x[i+lo+..]
            let inner_lo = p.extract_lo(a);
            return p.extract(x, inner_lo + lo, width);
        }
        (Op::Concat, &[h, l]) => {
            let split = p.width(l);
            // (h . l)[below the split]  =>  l[..]
            if end <= split {
                return p.extract(l, lo, width);
            }
            // (h . l)[above the split]  =>  h[..]
            if lo >= split {
                return p.extract(h, lo - split, width);
            }
            // (h . l)[across the split]  =>  h[..] . l[..]
            let high = p.extract(h, 0, end - split);
            let low = p.extract(l, lo, split - lo);
            return p.concat(high, low);
        }
        (Op::ZExt, &[x]) => {
            let inner = p.width(x);
            // zext(x)[above x]  =>  0
            if lo >= inner {
                return p.constant(width, 0);
            }
            // zext(x)[within x]  =>  x[..],  zext(x)[across x's end]  =>  zext(x[lo..])
            let kept = p.extract(x, lo, end.min(inner) - lo);
            return p.zext(kept, width);
        }
        (Op::SExt, &[x]) => {
            let inner = p.width(x);
            // sext(x)[within x]  =>  x[..],  else  =>  sext(x[min(lo, sign)..])
            let from = lo.min(inner - 1);
            let kept = p.extract(x, from, end.min(inner).max(from + 1) - from);
            return p.sext(kept, width);
        }
        // ext(x) op ext(y) or ext(x) op c, cut to x's width or less  =>  the operands cut first
        // (low result bits of + - * & | ^ depend on low operand bits only)
        (op @ (Op::Add | Op::Sub | Op::Mul | Op::And | Op::Or | Op::Xor), &[x, y])
            if lo == 0 && shrinks(p, x, width) && shrinks(p, y, width) =>
        {
            let (x, y) = (p.extract(x, 0, width), p.extract(y, 0, width));
            return p.binary(op, x, y);
        }
        (Op::Ite, &[c, t, e]) if p.as_const(t).is_some() && p.as_const(e).is_some() => {
            // ite(c, k1, k2)[..]  =>  ite(c, k1[..], k2[..])
            let (t, e) = (p.extract(t, lo, width), p.extract(e, lo, width));
            return p.ite(c, t, e);
        }
        _ => {}
    }
    let zero = crate::pool::ExprId(0);
    p.intern(Node { op: Op::Extract, width, lo, args: [a, zero, zero] })
}

/// Whether cutting `e` to its low `width` bits costs no node.
fn shrinks(p: &Pool, e: ExprId, width: u8) -> bool {
    match (p.op(e), p.operands(e)) {
        (Op::Const, _) => true,
        (Op::ZExt | Op::SExt, &[x]) => p.width(x) <= width,
        _ => false,
    }
}

pub(crate) fn concat(p: &mut Pool, hi: ExprId, lo: ExprId) -> ExprId {
    let lo_width = p.width(lo);
    let width = p.width(hi) + lo_width;
    match (p.as_const(hi), p.as_const(lo)) {
        (Some(h), Some(l)) => return p.constant(width, h << lo_width | l),
        // 0 . x  =>  zext(x)
        (Some(0), None) => return p.zext(lo, width),
        _ => {}
    }
    // zext(x) . l  =>  zext(x . l)
    if let Some(x) = extended(p, Op::ZExt, hi) {
        let joined = p.concat(x, lo);
        return p.zext(joined, width);
    }
    // (x . y) . l  =>  x . (y . l)
    if let Some((x, y)) = pair(p, Op::Concat, hi) {
        let low = p.concat(y, lo);
        return p.concat(x, low);
    }
    // h . (x . y)  =>  (h . x) . y  where h . x is one piece
    if let Some((x, y)) = pair(p, Op::Concat, lo)
        && let Some(piece) = merge(p, hi, x)
    {
        return p.concat(piece, y);
    }
    merge(p, hi, lo).unwrap_or_else(|| p.raw(Op::Concat, width, &[hi, lo]))
}

/// `hi . lo` as one extract, constant or variable, if they are neighbours.
fn merge(p: &mut Pool, hi: ExprId, lo: ExprId) -> Option<ExprId> {
    let width = p.width(hi) + p.width(lo);
    // k1 . k2  =>  k
    if let (Some(h), Some(l)) = (p.as_const(hi), p.as_const(lo)) {
        return Some(p.constant(width, h << p.width(lo) | l));
    }
    let (x, y) = (extended(p, Op::Extract, hi)?, extended(p, Op::Extract, lo)?);
    // x[j-1:i] . x[i-1:h]  =>  x[j-1:h]
    let neighbours = x == y && p.extract_lo(hi) == p.extract_lo(lo) + p.width(lo);
    neighbours.then(|| p.extract(x, p.extract_lo(lo), width))
}

pub(crate) fn ite(p: &mut Pool, c: ExprId, t: ExprId, e: ExprId) -> ExprId {
    // ite(c, x, x)  =>  x
    if t == e {
        return t;
    }
    // ite(true, x, y)  =>  x,  ite(false, x, y)  =>  y
    if let Some(value) = p.as_const(c) {
        return if value == 0 { e } else { t };
    }
    // ite(not c, x, y)  =>  ite(c, y, x)
    if let Some((positive, _)) = with_const(p, Op::Xor, c) {
        return p.ite(positive, e, t);
    }
    let width = p.width(t);
    if width == 1 {
        return ite_bool(p, c, t, e);
    }
    match (p.as_const(t), p.as_const(e)) {
        // ite(c, 1, 0)  =>  zext(c)
        (Some(1), Some(0)) => return p.zext(c, width),
        // ite(c, -1, 0)  =>  sext(c)
        (Some(ones), Some(0)) if ones == mask(width) => return p.sext(c, width),
        // ite(c, 0, 1)  =>  zext(not c)
        (Some(0), Some(1)) => {
            let not = p.not(c);
            return p.zext(not, width);
        }
        // ite(c, 0, -1)  =>  sext(not c)
        (Some(0), Some(ones)) if ones == mask(width) => {
            let not = p.not(c);
            return p.sext(not, width);
        }
        _ => {}
    }
    p.raw(Op::Ite, width, &[c, t, e])
}

fn ite_bool(p: &mut Pool, c: ExprId, t: ExprId, e: ExprId) -> ExprId {
    match (p.as_const(t), p.as_const(e)) {
        // ite(c, 1, e)  =>  c | e
        (Some(1), _) => p.binary(Op::Or, c, e),
        // ite(c, 0, e)  =>  not c & e
        (Some(_), _) => {
            let not = p.not(c);
            p.binary(Op::And, not, e)
        }
        // ite(c, t, 0)  =>  c & t
        (_, Some(0)) => p.binary(Op::And, c, t),
        // ite(c, t, 1)  =>  not c | t
        (_, Some(_)) => {
            let not = p.not(c);
            p.binary(Op::Or, not, t)
        }
        // ite(c, not x, y)  =>  not ite(c, x, not y), so that negation stays outermost
        _ => {
            let then = p.literal(t, true);
            if !then.positive {
                let not_e = p.not(e);
                let inner = p.ite(c, then.expr, not_e);
                return p.not(inner);
            }
            p.raw(Op::Ite, 1, &[c, t, e])
        }
    }
}
