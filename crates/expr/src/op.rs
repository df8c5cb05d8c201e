//! The operations and what they mean on concrete values (SMT-LIB 2.6, theory FixedSizeBitVectors,
//! with QF_BV's total division; the `float` module has those on floats).

use crate::float::apply_float;

/// What a node of an expression does with its operands.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Op {
    /// A literal value.
    Const,
    /// An input variable.
    Var,
    /// Addition modulo 2^width.
    Add,
    /// Subtraction modulo 2^width.
    Sub,
    /// Multiplication modulo 2^width.
    Mul,
    /// Unsigned division; by zero it is all ones.
    UDiv,
    /// Signed division rounding to zero; by zero it is 1 or -1.
    SDiv,
    /// Unsigned remainder; by zero it is the dividend.
    URem,
    /// Signed remainder with the dividend's sign; by zero it is the dividend.
    SRem,
    /// Shift left; zero once the amount reaches the width.
    Shl,
    /// Logical shift right; zero once the amount reaches the width.
    LShr,
    /// Arithmetic shift right; all sign bits once the amount reaches the width.
    AShr,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// Equality, a boolean.
    Eq,
    /// Unsigned less than, a boolean.
    Ult,
    /// Unsigned at most, a boolean; constructors turn it into a negated `Ult`.
    Ule,
    /// Signed less than, a boolean.
    Slt,
    /// Signed at most, a boolean; constructors turn it into a negated `Slt`.
    Sle,
    /// Extension by zeros.
    ZExt,
    /// Extension by copies of the sign bit.
    SExt,
    /// A run of bits out of the operand.
    Extract,
    /// The first operand's bits above the second's.
    Concat,
    /// The second operand where the first is true, else the third.
    Ite,
    /// IEEE-754 addition of the operands' bits, rounding to nearest even, as all below.
    FAdd,
    /// IEEE-754 subtraction.
    FSub,
    /// IEEE-754 multiplication.
    FMul,
    /// IEEE-754 division.
    FDiv,
    /// C's `fmod`: the remainder of the quotient rounded to zero.
    FRem,
    /// IEEE-754 square root.
    FSqrt,
    /// Equality of floats, a boolean: zeros of both signs are equal, NaN equals nothing.
    FEq,
    /// Less than on floats, a boolean: false where an operand is NaN.
    FLt,
    /// At most on floats, a boolean: false where an operand is NaN.
    FLe,
    /// A float truncated to a signed integer: the low bits of x86's conversion to 64 bits, which
    /// is 2^63 for a NaN and for what does not fit.
    FToSInt,
    /// As `FToSInt`, but to 64 bits what fits an unsigned integer is converted exactly.
    FToUInt,
    /// The float nearest to a signed integer.
    SIntToF,
    /// The float nearest to an unsigned integer.
    UIntToF,
    /// A float of 32 bits as one of 64 bits, or the nearest one the other way.
    FToF,
}

impl Op {
    /// The operations on two integers of one width that give a third.
    pub const ARITHMETIC: [Op; 13] = [
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
    ];

    /// The comparisons of two integers.
    pub const COMPARISONS: [Op; 5] = [Op::Eq, Op::Ult, Op::Ule, Op::Slt, Op::Sle];

    /// How many operands a node of this kind has.
    pub fn arity(self) -> usize {
        match self {
            Op::Const | Op::Var => 0,
            Op::ZExt | Op::SExt | Op::Extract => 1,
            op if op.is_conversion() => 1,
            Op::Ite => 3,
            _ => 2,
        }
    }

    /// Whether the result is a boolean whatever the operands' width is.
    pub fn is_comparison(self) -> bool {
        matches!(self, Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle) || self.is_float_comparison()
    }

    /// Whether the operation is one `Pool::convert` takes.
    pub fn is_conversion(self) -> bool {
        matches!(self, Op::FSqrt | Op::FToSInt | Op::FToUInt | Op::SIntToF | Op::UIntToF | Op::FToF)
    }

    /// Whether the operation compares floats.
    pub fn is_float_comparison(self) -> bool {
        matches!(self, Op::FEq | Op::FLt | Op::FLe)
    }

    /// Whether the operation's result is a float.
    pub fn gives_float(self) -> bool {
        use Op::{FAdd, FDiv, FMul, FRem, FSqrt, FSub, FToF, SIntToF, UIntToF};
        matches!(self, FAdd | FSub | FMul | FDiv | FRem | FSqrt | SIntToF | UIntToF | FToF)
    }

    /// Whether the operation's operands are floats.
    pub fn takes_float(self) -> bool {
        self.is_float() && !matches!(self, Op::SIntToF | Op::UIntToF)
    }

    /// Whether operands or result are floats.
    #[inline]
    pub fn is_float(self) -> bool {
        self as u8 >= Op::FAdd as u8
    }

    /// Whether the operation is one [`apply`] and `Pool::binary` take.
    pub fn is_binary(self) -> bool {
        !matches!(self, Op::Concat) && self.arity() == 2
    }
}

/// All ones in the low `width` bits.
#[inline]
pub fn mask(width: u8) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}

/// The signed value of the low `width` bits.
#[inline]
pub fn sign_extend(width: u8, value: u64) -> i64 {
    let unused = 64 - u32::from(width.clamp(1, 64));
    ((value << unused) as i64) >> unused
}

/// The `width` bits of `value` from bit `lo` on.
#[inline]
pub fn fold_extract(value: u64, lo: u8, width: u8) -> u64 {
    value.checked_shr(u32::from(lo)).unwrap_or(0) & mask(width)
}

/// The value of a binary operation on operands of the given width (already masked to it).
#[inline]
pub fn apply(op: Op, width: u8, a: u64, b: u64) -> u64 {
    let sa = || sign_extend(width, a);
    let sb = || sign_extend(width, b);
    let all = mask(width);
    let value = match op {
        Op::Add => a.wrapping_add(b),
        Op::Sub => a.wrapping_sub(b),
        Op::Mul => a.wrapping_mul(b),
        Op::UDiv => a.checked_div(b).unwrap_or(all),
        Op::URem => a.checked_rem(b).unwrap_or(a),
        Op::SDiv if b == 0 => {
            if sa() < 0 {
                1
            } else {
                all
            }
        }
        Op::SDiv => sa().wrapping_div(sb()) as u64,
        Op::SRem if b == 0 => a,
        Op::SRem => sa().wrapping_rem(sb()) as u64,
        Op::Shl => {
            if b >= u64::from(width) {
                0
            } else {
                a << b
            }
        }
        Op::LShr => {
            if b >= u64::from(width) {
                0
            } else {
                a >> b
            }
        }
        Op::AShr => (sa() >> b.min(63)) as u64,
        Op::And => a & b,
        Op::Or => a | b,
        Op::Xor => a ^ b,
        Op::Eq => u64::from(a == b),
        Op::Ult => u64::from(a < b),
        Op::Ule => u64::from(a <= b),
        Op::Slt => u64::from(sa() < sb()),
        Op::Sle => u64::from(sa() <= sb()),
        Op::FAdd | Op::FSub | Op::FMul | Op::FDiv | Op::FRem | Op::FEq | Op::FLt | Op::FLe => {
            apply_float(op, width, a, b)
        }
        _ => {
            debug_assert!(false, "{op:?} is not a binary operation on equal widths");
            0
        }
    };
    value & all
}
