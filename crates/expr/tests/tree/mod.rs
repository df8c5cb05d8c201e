//! Expressions as plain trees with an evaluator and an SMT-LIB printer of their own: the second
//! opinion the pool is checked against. Arithmetic is done in 128 bits on purpose.
#![allow(dead_code)]

use acute_expr::{ExprId, Op, Pool};

#[derive(Clone, Debug)]
pub enum Tree {
    Const(u8, u64),
    Var(u32, u8),
    Bin(Op, Box<Tree>, Box<Tree>),
    Not(Box<Tree>),
    ZExt(Box<Tree>, u8),
    SExt(Box<Tree>, u8),
    Extract(Box<Tree>, u8, u8),
    Concat(Box<Tree>, Box<Tree>),
    Ite(Box<Tree>, Box<Tree>, Box<Tree>),
}
use Tree::*;

pub const BINARY: [Op; 18] = [
    Op::Add,
    Op::Sub,
    Op::Mul,
    Op::UDiv,
    Op::SDiv,
    Op::URem,
    Op::SRem,
    Op::Shl,
    Op::LShr,
    Op::AShr,
    Op::And,
    Op::Or,
    Op::Xor,
    Op::Eq,
    Op::Ult,
    Op::Ule,
    Op::Slt,
    Op::Sle,
];
const ARITHMETIC: usize = 13;

fn ones(width: u8) -> u128 {
    (1u128 << width) - 1
}

fn signed(width: u8, value: u128) -> i128 {
    if value >> (width - 1) & 1 == 1 { value as i128 - (1i128 << width) } else { value as i128 }
}

impl Tree {
    pub fn width(&self) -> u8 {
        match self {
            Const(w, _) | Var(_, w) | ZExt(_, w) | SExt(_, w) | Extract(_, _, w) => *w,
            Bin(Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle, ..) => 1,
            Bin(_, a, _) | Not(a) | Ite(_, a, _) => a.width(),
            Concat(a, b) => a.width() + b.width(),
        }
    }

    pub fn eval(&self, model: &dyn Fn(u32) -> u64) -> u128 {
        let w = self.width();
        match self {
            Const(_, v) => u128::from(*v) & ones(w),
            Var(v, _) => u128::from(model(*v)) & ones(w),
            Not(a) => ones(w) - a.eval(model),
            ZExt(a, _) => a.eval(model),
            SExt(a, _) => signed(a.width(), a.eval(model)) as u128 & ones(w),
            Extract(a, lo, _) => a.eval(model) >> lo & ones(w),
            Concat(a, b) => a.eval(model) * (1 << b.width()) + b.eval(model),
            Ite(c, t, e) => {
                if c.eval(model) == 1 {
                    t.eval(model)
                } else {
                    e.eval(model)
                }
            }
            Bin(op, a, b) => naive(*op, a.width(), a.eval(model), b.eval(model)),
        }
    }

    pub fn build(&self, p: &mut Pool) -> ExprId {
        match self {
            Const(w, v) => p.constant(*w, *v),
            Var(v, w) => p.var(*v, *w),
            Not(a) => {
                let a = a.build(p);
                p.not(a)
            }
            ZExt(a, w) => {
                let a = a.build(p);
                p.zext(a, *w)
            }
            SExt(a, w) => {
                let a = a.build(p);
                p.sext(a, *w)
            }
            Extract(a, lo, w) => {
                let a = a.build(p);
                p.extract(a, *lo, *w)
            }
            Concat(a, b) => {
                let (a, b) = (a.build(p), b.build(p));
                p.concat(a, b)
            }
            Bin(op, a, b) => {
                let (a, b) = (a.build(p), b.build(p));
                p.binary(*op, a, b)
            }
            Ite(c, t, e) => {
                let (c, t, e) = (c.build(p), t.build(p), e.build(p));
                p.ite(c, t, e)
            }
        }
    }

    pub fn smt(&self) -> String {
        let w = self.width();
        match self {
            Const(_, v) => format!("(_ bv{} {w})", u128::from(*v) & ones(w)),
            Var(v, _) => format!("v{v}"),
            Not(a) => format!("(bvnot {})", a.smt()),
            ZExt(a, _) => format!("((_ zero_extend {}) {})", w - a.width(), a.smt()),
            SExt(a, _) => format!("((_ sign_extend {}) {})", w - a.width(), a.smt()),
            Extract(a, lo, _) => format!("((_ extract {} {lo}) {})", lo + w - 1, a.smt()),
            Concat(a, b) => format!("(concat {} {})", a.smt(), b.smt()),
            Ite(c, t, e) => format!("(ite (= {} #b1) {} {})", c.smt(), t.smt(), e.smt()),
            Bin(op, a, b) => {
                let name = match op {
                    Op::Eq => "=".to_string(),
                    op => format!("bv{}", format!("{op:?}").to_lowercase()),
                };
                let text = format!("({name} {} {})", a.smt(), b.smt());
                if op.is_comparison() { format!("(ite {text} #b1 #b0)") } else { text }
            }
        }
    }

    pub fn vars(&self, out: &mut Vec<(u32, u8)>) {
        match self {
            Const(..) => {}
            Var(v, w) => out.push((*v, *w)),
            Not(a) | ZExt(a, _) | SExt(a, _) | Extract(a, ..) => a.vars(out),
            Bin(_, a, b) | Concat(a, b) => {
                a.vars(out);
                b.vars(out)
            }
            Ite(c, t, e) => {
                c.vars(out);
                t.vars(out);
                e.vars(out)
            }
        }
    }
}

fn naive(op: Op, w: u8, a: u128, b: u128) -> u128 {
    let (sa, sb) = (signed(w, a), signed(w, b));
    let value = match op {
        Op::Add => a + b,
        Op::Sub => a + (1 << w) - b,
        Op::Mul => a * b,
        Op::UDiv => a.checked_div(b).unwrap_or(ones(w)),
        Op::URem => a.checked_rem(b).unwrap_or(a),
        Op::SDiv => {
            if sb == 0 {
                if sa < 0 { 1 } else { ones(w) }
            } else {
                (sa / sb) as u128
            }
        }
        Op::SRem => {
            if sb == 0 {
                a
            } else {
                (sa % sb) as u128
            }
        }
        Op::Shl => {
            if b >= 64 {
                0
            } else {
                a << b
            }
        }
        Op::LShr => {
            if b >= 64 {
                0
            } else {
                a >> b
            }
        }
        Op::AShr => (sa >> b.min(100)) as u128,
        Op::And => a & b,
        Op::Or => a | b,
        Op::Xor => a ^ b,
        Op::Eq => return u128::from(a == b),
        Op::Ult => return u128::from(a < b),
        Op::Ule => return u128::from(a <= b),
        Op::Slt => return u128::from(sa < sb),
        Op::Sle => return u128::from(sa <= sb),
        _ => unreachable!("not a binary operation"),
    };
    value & ones(w)
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

    /// A value at a corner of the range, or a small or any number.
    pub fn corner(&mut self, w: u8) -> u64 {
        let min = 1u64 << (w - 1);
        let value = match self.below(10) {
            0 => 0,
            1 => 1,
            2 => u64::MAX,
            3 => min,
            4 => min - 1,
            5 => self.below(2 * u64::from(w)),
            6 => 1 << self.below(u64::from(w)),
            7 => (1u64 << self.below(u64::from(w))).wrapping_sub(1),
            _ => self.next(),
        };
        value & ones(w) as u64
    }

    pub fn tree(&mut self, w: u8, depth: u32, made: &mut Vec<Tree>) -> Tree {
        if self.below(5) == 0 {
            let same: Vec<&Tree> = made.iter().filter(|t| t.width() == w).collect();
            if !same.is_empty() {
                return same[self.below(same.len() as u64) as usize].clone();
            }
        }
        let tree = self.fresh_tree(w, depth, made);
        made.push(tree.clone());
        tree
    }

    fn fresh_tree(&mut self, w: u8, depth: u32, made: &mut Vec<Tree>) -> Tree {
        if depth == 0 || self.below(12) == 0 {
            return if self.below(3) == 0 {
                Const(w, self.corner(w))
            } else {
                Var(u32::from(w) * 4 + self.below(2) as u32, w)
            };
        }
        let d = depth - 1;
        match self.below(if w == 1 { 14 } else { 11 }) {
            0 => Not(self.tree(w, d, made).into()),
            1 if w > 1 => {
                let from = 1 + self.below(u64::from(w) - 1) as u8;
                ZExt(self.tree(from, d, made).into(), w)
            }
            2 if w > 1 => {
                let from = 1 + self.below(u64::from(w) - 1) as u8;
                SExt(self.tree(from, d, made).into(), w)
            }
            3 if w < 64 => {
                let from = w + 1 + self.below(u64::from(64 - w).min(9)) as u8;
                let lo = self.below(u64::from(from - w) + 1) as u8;
                Extract(self.tree(from, d, made).into(), lo, w)
            }
            4 if w > 1 => {
                let high = 1 + self.below(u64::from(w) - 1) as u8;
                let (high, low) = (self.tree(high, d, made), self.tree(w - high, d, made));
                Concat(high.into(), low.into())
            }
            5 => {
                let c = self.tree(1, d, made);
                Ite(c.into(), self.tree(w, d, made).into(), self.tree(w, d, made).into())
            }
            11.. => {
                let op = BINARY[ARITHMETIC + self.below(5) as usize];
                let inner = [1, 2, 7, 8, 9, 16][self.below(6) as usize];
                self.pair(op, inner, d, made)
            }
            _ => {
                let op = BINARY[self.below(ARITHMETIC as u64) as usize];
                self.pair(op, w, d, made)
            }
        }
    }

    fn pair(&mut self, op: Op, w: u8, d: u32, made: &mut Vec<Tree>) -> Tree {
        let a = self.tree(w, d, made);
        let b = if self.below(3) == 0 { Const(w, self.corner(w)) } else { self.tree(w, d, made) };
        if self.below(4) == 0 { Bin(op, b.into(), a.into()) } else { Bin(op, a.into(), b.into()) }
    }
}
