//! Operations on floats in SMT-LIB's theory FloatingPoint.
//!
//! A node that gives a float is the constant `f<id>` of a floating-point sort.

use crate::float::infinity;
use crate::smtlib::name;
use crate::{ExprId, Op, Pool};

/// The exponent's and the fraction's bits, the latter with the hidden one.
fn sizes(width: u8) -> &'static str {
    if width == 32 { "8 24" } else { "11 53" }
}

/// An operand as a float.
fn float(pool: &Pool, e: ExprId) -> String {
    if pool.op(e).gives_float() {
        return format!("f{}", e.index());
    }
    format!("((_ to_fp {}) {})", sizes(pool.width(e)), name(pool, e))
}

/// A power of two, with a sign, as a float of the given size.
fn power(width: u8, negative: bool, exponent: u64) -> String {
    let bits = if width == 32 { (127 + exponent) << 23 } else { (1023 + exponent) << 52 };
    let bits = bits | u64::from(negative) << (width - 1);
    format!("((_ to_fp {}) (_ bv{bits} {width}))", sizes(width))
}

/// Defines the float a node gives.
pub(crate) fn define(pool: &Pool, e: ExprId) -> String {
    let (id, to) = (e.index(), sizes(pool.width(e)));
    let sort = format!("(_ FloatingPoint {to})");
    if let (Op::FRem, &[x, y]) = (pool.op(e), pool.operands(e)) {
        // the theory's fp.rem rounds the quotient to nearest, and bits of it are costly; what is
        // said here holds for fmod
        let (r, x, y) = (format!("f{id}"), float(pool, x), float(pool, y));
        let nan = format!("(or (fp.isNaN {x}) (fp.isNaN {y}) (fp.isInfinite {x}) (fp.isZero {y}))");
        return format!(
            "(declare-const {r} {sort})\n(assert (= (fp.isNaN {r}) {nan}))\n\
             (assert (=> (not {nan}) (and (fp.leq (fp.abs {r}) (fp.abs {x})) \
             (fp.lt (fp.abs {r}) (fp.abs {y})) (= (fp.isNegative {r}) (fp.isNegative {x})))))\n\
             (assert (=> (and (not {nan}) (fp.lt (fp.abs {x}) (fp.abs {y}))) (= {r} {x})))\n"
        );
    }
    let args: Vec<String> = pool.operands(e).iter().map(|&o| float(pool, o)).collect();
    let all = args.join(" ");
    let bits = || name(pool, pool.operands(e)[0]);
    let term = match pool.op(e) {
        Op::FAdd => format!("(fp.add RNE {all})"),
        Op::FSub => format!("(fp.sub RNE {all})"),
        Op::FMul => format!("(fp.mul RNE {all})"),
        Op::FDiv => format!("(fp.div RNE {all})"),
        Op::FSqrt => format!("(fp.sqrt RNE {all})"),
        Op::SIntToF => format!("((_ to_fp {to}) RNE {})", bits()),
        Op::UIntToF => format!("((_ to_fp_unsigned {to}) RNE {})", bits()),
        _ => format!("((_ to_fp {to}) RNE {all})"),
    };
    format!("(define-fun f{id} () {sort} {term})\n")
}

/// Declares the bits of the float a node gives.
pub(crate) fn bits(pool: &Pool, e: ExprId) -> String {
    let (name, width) = (name(pool, e), pool.width(e));
    let to = sizes(width);
    format!(
        "(declare-const {name} (_ BitVec {width}))\n(assert (= ((_ to_fp {to}) {name}) f{}))\n",
        e.index()
    )
}

/// Says which bits the float a node gives has if it is a NaN; those of the operands are named.
pub(crate) fn nan_bits(pool: &Pool, e: ExprId) -> String {
    let (result, width) = (name(pool, e), pool.width(e));
    let bv = |value: u64| format!("(_ bv{value} {width})");
    let quiet = 1u64 << if width == 32 { 22 } else { 51 };
    let default = bv(infinity(width) | quiet | 1 << (width - 1));
    let bits = match (pool.op(e), pool.operands(e)) {
        // never a NaN
        (Op::SIntToF | Op::UIntToF, _) => return String::new(),
        // the sign, all ones in the exponent, quiet, and the payload's high bits
        (Op::FToF, &[x]) if pool.width(x) == 32 && width == 64 => {
            let x = name(pool, x);
            let wide =
                format!("(concat ((_ extract 31 31) {x}) #b00000000000 ((_ extract 22 0) {x}) (_ bv0 29))");
            format!("(bvor {wide} {})", bv(infinity(64) | quiet))
        }
        (Op::FToF, &[x]) if pool.width(x) == 64 && width == 32 => {
            let x = name(pool, x);
            let narrow = format!("(concat ((_ extract 63 63) {x}) #b00000000 ((_ extract 51 29) {x}))");
            format!("(bvor {narrow} {})", bv(infinity(32) | quiet))
        }
        // the first operand that is one, made quiet
        (_, operands) => operands.iter().rev().fold(default, |otherwise, &o| {
            let (of, o) = (float(pool, o), name(pool, o));
            format!("(ite (fp.isNaN {of}) (bvor {o} {}) {otherwise})", bv(quiet))
        }),
    };
    format!("(assert (=> (fp.isNaN f{}) (= {result} {bits})))\n", e.index())
}

/// The bits of a node that takes floats and gives none.
pub(crate) fn body(pool: &Pool, e: ExprId) -> String {
    let (width, operands) = (pool.width(e), pool.operands(e));
    let args: Vec<String> = operands.iter().map(|&o| float(pool, o)).collect();
    let all = args.join(" ");
    let compare = |function: &str| format!("(ite ({function} {all}) #b1 #b0)");
    match pool.op(e) {
        Op::FEq => compare("fp.eq"),
        Op::FLt => compare("fp.lt"),
        Op::FLe => compare("fp.leq"),
        op => {
            let from = operands.first().map_or(64, |&o| pool.width(o));
            let (min, max, end) = (power(from, true, 63), power(from, false, 63), power(from, false, 64));
            // the theory leaves open what does not fit
            let signed = format!(
                "(ite (and (fp.leq {min} {all}) (fp.lt {all} {max})) ((_ fp.to_sbv 64) RTZ {all}) \
                 (_ bv{} 64))",
                1u64 << 63
            );
            let wide = if op == Op::FToUInt && width == 64 {
                format!(
                    "(ite (and (fp.leq {max} {all}) (fp.lt {all} {end})) ((_ fp.to_ubv 64) RTZ {all}) {signed})"
                )
            } else {
                signed
            };
            format!("((_ extract {} 0) {wide})", width - 1)
        }
    }
}
