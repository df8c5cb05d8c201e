//! A value with its expression, for hooks that build several nodes. The same steps make the expression and the value,
//! so that the value can be compared with the machine's.
use crate::nodes;
use acute_trace::{CONCRETE, Label, Node, Op};

/// Returns all ones in the low `width` bits.
pub fn mask(width: u8) -> u64 {
    if width == 0 { 0 } else { u64::MAX >> (64 - width.min(64)) }
}

fn signed(width: u8, value: u64) -> i64 {
    let unused = 64 - width.clamp(1, 64);
    ((value << unused) as i64) >> unused
}

/// A value of `width` bits with its label, which is `CONCRETE` where it does not depend on the input.
#[derive(Clone, Copy)]
pub struct Sym {
    pub label: Label,
    pub value: u64,
    pub width: u8,
}

impl Sym {
    pub fn new(label: Label, value: u64, width: u8) -> Sym {
        Sym { label, value: value & mask(width), width }
    }

    pub fn constant(width: u8, value: u64) -> Sym {
        Sym::new(CONCRETE, value, width)
    }

    /// A constant of the same width.
    pub fn with(self, value: u64) -> Sym {
        Sym::constant(self.width, value)
    }

    pub fn is_concrete(self) -> bool {
        self.label == CONCRETE
    }

    /// Returns whether it is the same expression, or the same constant.
    pub fn is_same(self, other: Sym) -> bool {
        self.label == other.label && (self.label != CONCRETE || self.value == other.value)
    }

    fn op(self, op: Op, other: Sym, value: u64) -> Sym {
        let width = if op.is_comparison() { 1 } else { self.width };
        let value = value & mask(width);
        let label = if self.is_concrete() && other.is_concrete() {
            CONCRETE
        } else {
            nodes::binary(op, width, (self.label, self.value), (other.label, other.value), value)
        };
        Sym { label, value, width }
    }

    fn unary(self, op: Op, low: u16, width: u8, value: u64) -> Sym {
        let value = value & mask(width);
        let label = match self.label {
            CONCRETE => CONCRETE,
            a => nodes::intern(Node { op: op as u8, width, low, a, b: 0, c: 0 }, value),
        };
        Sym { label, value, width }
    }

    pub fn add(self, b: Sym) -> Sym {
        self.op(Op::Add, b, self.value.wrapping_add(b.value))
    }

    pub fn sub(self, b: Sym) -> Sym {
        self.op(Op::Sub, b, self.value.wrapping_sub(b.value))
    }

    pub fn mul(self, b: Sym) -> Sym {
        self.op(Op::Mul, b, self.value.wrapping_mul(b.value))
    }

    pub fn rem(self, b: Sym) -> Sym {
        self.op(Op::URem, b, self.value.checked_rem(b.value).unwrap_or(self.value))
    }

    pub fn and(self, b: Sym) -> Sym {
        self.op(Op::And, b, self.value & b.value)
    }

    pub fn or(self, b: Sym) -> Sym {
        self.op(Op::Or, b, self.value | b.value)
    }

    pub fn xor(self, b: Sym) -> Sym {
        self.op(Op::Xor, b, self.value ^ b.value)
    }

    pub fn not(self) -> Sym {
        self.xor(self.with(u64::MAX))
    }

    pub fn shl(self, b: Sym) -> Sym {
        let far = b.value >= self.width as u64;
        self.op(Op::Shl, b, if far { 0 } else { self.value << b.value })
    }

    pub fn lshr(self, b: Sym) -> Sym {
        let far = b.value >= self.width as u64;
        self.op(Op::LShr, b, if far { 0 } else { self.value >> b.value })
    }

    pub fn ashr(self, b: Sym) -> Sym {
        self.op(Op::AShr, b, (signed(self.width, self.value) >> b.value.min(63)) as u64)
    }

    pub fn left(self, n: u8) -> Sym {
        if n == 0 { self } else { self.shl(self.with(n as u64)) }
    }

    pub fn right(self, n: u8) -> Sym {
        if n == 0 { self } else { self.lshr(self.with(n as u64)) }
    }

    /// Makes a value whose bits are all the sign.
    pub fn signs(self) -> Sym {
        self.ashr(self.with(self.width as u64 - 1))
    }

    pub fn eq(self, b: Sym) -> Sym {
        self.op(Op::Eq, b, (self.value == b.value) as u64)
    }

    pub fn ult(self, b: Sym) -> Sym {
        self.op(Op::Ult, b, (self.value < b.value) as u64)
    }

    pub fn slt(self, b: Sym) -> Sym {
        let less = signed(self.width, self.value) < signed(self.width, b.value);
        self.op(Op::Slt, b, less as u64)
    }

    pub fn is_negative(self) -> Sym {
        self.slt(self.with(0))
    }

    pub fn zext(self, width: u8) -> Sym {
        if width == self.width { self } else { self.unary(Op::ZExt, 0, width, self.value) }
    }

    pub fn sext(self, width: u8) -> Sym {
        if width == self.width {
            self
        } else {
            self.unary(Op::SExt, 0, width, signed(self.width, self.value) as u64)
        }
    }

    pub fn extract(self, low: u8, width: u8) -> Sym {
        if width == self.width { self } else { self.unary(Op::Extract, low as u16, width, self.value >> low) }
    }

    /// `self` ? `yes` : `no`; without a node where it is known which.
    pub fn ite(self, yes: Sym, no: Sym) -> Sym {
        let (width, taken) = (yes.width, if self.value != 0 { yes } else { no });
        if self.is_concrete() {
            return taken;
        }
        let operand = |s: Sym| nodes::operand((s.label, s.value), width);
        let label = match (operand(yes), operand(no)) {
            (Some(b), Some(c)) => {
                nodes::intern(Node { op: Op::Ite as u8, width, low: 0, a: self.label, b, c }, taken.value)
            }
            _ => CONCRETE,
        };
        Sym { label, value: taken.value, width }
    }

    fn number(self) -> f64 {
        if self.width == 32 { f32::from_bits(self.value as u32) as f64 } else { f64::from_bits(self.value) }
    }

    /// Makes a binary operation on numbers of this width.
    pub fn float(self, op: Op, b: Sym) -> Sym {
        let value = if self.width == 32 {
            let (x, y) = (f32::from_bits(self.value as u32), f32::from_bits(b.value as u32));
            (if op == Op::FAdd { x + y } else { x - y }).to_bits() as u64
        } else {
            let (x, y) = (f64::from_bits(self.value), f64::from_bits(b.value));
            (if op == Op::FAdd { x + y } else { x - y }).to_bits()
        };
        self.op(op, b, value)
    }

    pub fn float_less(self, b: Sym) -> Sym {
        self.op(Op::FLt, b, (self.number() < b.number()) as u64)
    }

    pub fn float_at_most(self, b: Sym) -> Sym {
        self.op(Op::FLe, b, (self.number() <= b.number()) as u64)
    }

    /// Truncates a number below 2^63, as a number.
    pub fn whole(self) -> Sym {
        // Not Rust's `as`: what does not fit is 2^63 here, as on the machine.
        let fits = (i64::MIN as f64..-(i64::MIN as f64)).contains(&self.number());
        let whole = if fits { self.number() as i64 } else { i64::MIN };
        let integer = self.unary(Op::FToSInt, 0, 64, whole as u64);
        let bits = if self.width == 32 { (whole as f32).to_bits() as u64 } else { (whole as f64).to_bits() };
        integer.unary(Op::SIntToF, 0, self.width, bits)
    }

    pub fn square_root(self, result: u64) -> Sym {
        self.unary(Op::FSqrt, 0, self.width, result)
    }
}
