//! Trees of operations on floats, evaluated node by node, and operands at the corners.
#![allow(dead_code)]

use acute_expr::{ExprId, Op, Pool, apply, apply_convert, mask, sign_extend};

#[derive(Clone, Debug)]
pub enum Tree {
    Const(u8, u64),
    Var(u32, u8),
    Bin(Op, Box<Tree>, Box<Tree>),
    Convert(Op, Box<Tree>, u8),
    ZExt(Box<Tree>, u8),
    SExt(Box<Tree>, u8),
}
use Tree::*;

impl Tree {
    pub fn width(&self) -> u8 {
        match self {
            Const(w, _) | Var(_, w) | Convert(_, _, w) | ZExt(_, w) | SExt(_, w) => *w,
            Bin(op, ..) if op.is_comparison() => 1,
            Bin(_, a, _) => a.width(),
        }
    }

    pub fn eval(&self, model: &dyn Fn(u32) -> u64) -> u64 {
        match self {
            Const(_, value) => *value,
            Var(v, w) => model(*v) & mask(*w),
            Bin(op, a, b) => apply(*op, a.width(), a.eval(model), b.eval(model)),
            Convert(op, a, w) => apply_convert(*op, a.width(), *w, a.eval(model)),
            ZExt(a, _) => a.eval(model),
            SExt(a, w) => sign_extend(a.width(), a.eval(model)) as u64 & mask(*w),
        }
    }

    pub fn build(&self, p: &mut Pool) -> ExprId {
        match self {
            Const(w, value) => p.constant(*w, *value),
            Var(v, w) => p.var(*v, *w),
            Bin(op, a, b) => {
                let (a, b) = (a.build(p), b.build(p));
                p.binary(*op, a, b)
            }
            Convert(op, a, w) => {
                let a = a.build(p);
                p.convert(*op, a, *w)
            }
            ZExt(a, w) => {
                let a = a.build(p);
                p.zext(a, *w)
            }
            SExt(a, w) => {
                let a = a.build(p);
                p.sext(a, *w)
            }
        }
    }
}

/// splitmix64 (Steele, Lea, Flood 2014).
pub struct Rng(pub u64);

impl Rng {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    pub fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize]
    }

    /// Bits of a float: a corner, a neighbour of one, a number of everyday life, or any bits.
    pub fn float(&mut self, w: u8) -> u64 {
        let bits = match self.below(6) {
            0 | 1 => self.pick(&corners(w)),
            2 => self.pick(&corners(w)).wrapping_add(self.below(5)).wrapping_sub(2),
            3 => of(w, self.below(2000) as f64 / 8.0 - 100.0),
            4 => of(w, self.next() as i64 as f64 / (1u64 << self.below(64)) as f64),
            _ => self.next(),
        };
        bits & mask(w)
    }

    pub fn integer(&mut self, w: u8) -> u64 {
        let value = match self.below(4) {
            0 => self.pick(&[0, 1, u64::MAX, 1 << (w - 1), (1 << (w - 1)) - 1]),
            1 => ((1u64 << self.below(64)) + self.below(5)).wrapping_sub(2),
            2 => self.below(200).wrapping_sub(100),
            _ => self.next() >> self.below(64),
        };
        value & mask(w)
    }

    /// A random tree that gives a float.
    pub fn tree(&mut self, w: u8, depth: u32) -> Tree {
        if depth == 0 || self.below(6) == 0 {
            return if self.below(3) == 0 {
                Const(w, self.float(w))
            } else {
                Var(u32::from(w) + self.below(2) as u32, w)
            };
        }
        match self.below(8) {
            0 | 1 => {
                let op = self.pick(&[Op::SIntToF, Op::UIntToF]);
                Convert(op, self.integer_tree(depth - 1).into(), w)
            }
            2 | 3 => Convert(Op::FToF, self.tree(96 - w, depth - 1).into(), w),
            4 => Convert(Op::FSqrt, self.tree(w, depth - 1).into(), w),
            _ => {
                let op = self.pick(&[Op::FAdd, Op::FSub, Op::FMul, Op::FDiv, Op::FRem]);
                Bin(op, self.tree(w, depth - 1).into(), self.tree(w, depth - 1).into())
            }
        }
    }

    fn integer_tree(&mut self, depth: u32) -> Tree {
        let width = self.pick(&[1, 8, 16, 24, 25, 26, 32, 53, 54, 55, 64]);
        if depth > 0 && self.below(4) == 0 {
            let op = self.pick(&[Op::FToSInt, Op::FToUInt]);
            let from = self.pick(&[32, 64]);
            return Convert(op, self.tree(from, depth - 1).into(), width);
        }
        let var = Var(u32::from(width) * 10 + self.below(2) as u32, width);
        match self.below(4) {
            0 if width < 64 => ZExt(var.into(), width + 1 + self.below(u64::from(64 - width)) as u8),
            1 if width < 64 => SExt(var.into(), width + 1 + self.below(u64::from(64 - width)) as u8),
            _ => var,
        }
    }

    /// A random tree that gives a boolean or an integer.
    pub fn root(&mut self, depth: u32) -> Tree {
        let w = self.pick(&[32, 64]);
        if self.below(5) == 0 {
            let (op, to) = (self.pick(&[Op::FToSInt, Op::FToUInt]), self.pick(&[8, 16, 32, 64]));
            return Convert(op, self.tree(w, depth).into(), to);
        }
        let op = self.pick(&[Op::FEq, Op::FLt, Op::FLe]);
        let a = self.tree(w, depth);
        let b = match self.below(5) {
            0 => a.clone(),
            1 | 2 => Const(w, self.float(w)),
            _ => self.tree(w, depth),
        };
        if self.below(2) == 0 { Bin(op, b.into(), a.into()) } else { Bin(op, a.into(), b.into()) }
    }
}

/// The bits of a number.
pub fn of(w: u8, value: f64) -> u64 {
    if w == 32 { u64::from((value as f32).to_bits()) } else { value.to_bits() }
}

/// Zeros, denormals, bounds, infinities, NaNs, integers that just fit or just do not.
pub fn corners(w: u8) -> Vec<u64> {
    let mut all: Vec<u64> = [
        0.0,
        1.0,
        0.1,
        0.5,
        1.5,
        2.5,
        3.0,
        1e10,
        1e-10,
        8388607.5,
        8388609.0,
        16777215.0,
        16777216.0,
        16777217.0,
        16777218.0,
        2147483647.0,
        2147483648.0,
        4294967295.0,
        4294967296.0,
        4503599627370495.5,
        9007199254740991.0,
        9007199254740992.0,
        9007199254740994.0,
        9223372036854774784.0,
        9223372036854775808.0,
        18446744073709549568.0,
        18446744073709551616.0,
        3.4028234663852886e38,
        3.4028235677973366e38,
        1e39,
        1e300,
        1e-45,
        7e-46,
        1.1754943508222875e-38,
        f64::MAX,
        f64::MIN_POSITIVE,
        5e-324,
        f64::INFINITY,
    ]
    .iter()
    .map(|&value| of(w, value))
    .collect();
    all.extend(if w == 32 {
        [1, 0x7f_ffff, 0x80_0000, 0x7f7f_ffff, 0x7fc0_0000, 0x7f80_0001, 0x7fff_ffff]
    } else {
        [1, (1 << 52) - 1, 1 << 52, 0x7fef << 48, 0x7ff8 << 48, 0x7ff0_0000_0000_0001, u64::MAX >> 1]
    });
    let negated: Vec<u64> = all.iter().map(|bits| bits | 1 << (w - 1)).collect();
    all.extend(negated);
    all
}
