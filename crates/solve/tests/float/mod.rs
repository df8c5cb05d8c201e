//! Conditions on floats written as text: `(lt (* x x) 2.0)`.
//!
//! `x y z` are doubles, `a b c` floats, `i j k` ints; `1.5` is a double, `1.5f` a float, `7i` an
//! int. `(double e)` and `(float e)` take floats, `(int e)` a float, `(dint e)` and `(fint e)` ints.
#![allow(dead_code)]

use acute_expr::{ExprId, Lit, Op, Pool};

/// The literal a text says.
pub fn literal(p: &mut Pool, text: &str) -> Lit {
    let spaced = text.replace('(', " ( ").replace(')', " ) ");
    let mut words = spaced.split_whitespace();
    let e = expression(p, &mut words);
    p.literal(e, true)
}

fn expression<'a>(p: &mut Pool, words: &mut impl Iterator<Item = &'a str>) -> ExprId {
    let word = words.next().expect("an expression");
    if word != "(" {
        return leaf(p, word);
    }
    let name = words.next().expect("an operation");
    let a = expression(p, words);
    let unary = match name {
        "not" => Some(p.not(a)),
        "neg" => {
            let sign = p.constant(p.width(a), 1 << (p.width(a) - 1));
            Some(p.binary(Op::Xor, a, sign))
        }
        "abs" => {
            let rest = p.constant(p.width(a), !(1 << (p.width(a) - 1)));
            Some(p.binary(Op::And, a, rest))
        }
        "sqrt" => Some(p.convert(Op::FSqrt, a, p.width(a))),
        "double" => Some(p.convert(Op::FToF, a, 64)),
        "float" => Some(p.convert(Op::FToF, a, 32)),
        "int" => Some(p.convert(Op::FToSInt, a, 32)),
        "dint" => Some(p.convert(Op::SIntToF, a, 64)),
        "fint" => Some(p.convert(Op::SIntToF, a, 32)),
        _ => None,
    };
    let e = unary.unwrap_or_else(|| {
        let b = expression(p, words);
        let op = match name {
            "+" => Op::FAdd,
            "-" => Op::FSub,
            "*" => Op::FMul,
            "/" => Op::FDiv,
            "%" => Op::FRem,
            "lt" => Op::FLt,
            "le" => Op::FLe,
            "eq" => Op::FEq,
            "ieq" => Op::Eq,
            "ilt" => Op::Slt,
            "i+" => Op::Add,
            "i*" => Op::Mul,
            "and" => Op::And,
            "or" => Op::Or,
            other => panic!("what is {other}?"),
        };
        p.binary(op, a, b)
    });
    assert_eq!(words.next(), Some(")"), "after {name}");
    e
}

fn leaf(p: &mut Pool, word: &str) -> ExprId {
    if let Some(v) = "xyz".find(word) {
        return p.var(v as u32, 64);
    }
    if let Some(v) = "abcijk".find(word) {
        return p.var(3 + v as u32, 32);
    }
    if let Some(number) = word.strip_suffix('i') {
        let value: i32 = number.parse().expect("an int");
        return p.constant(32, value as u32 as u64);
    }
    match word.strip_suffix('f').filter(|number| *number != "in") {
        Some(number) => {
            let value: f32 = number.parse().expect("a float");
            p.constant(32, u64::from(value.to_bits()))
        }
        None => {
            let value: f64 = word.parse().expect("a double");
            p.constant(64, value.to_bits())
        }
    }
}
