//! The operations and what they mean on concrete values (SMT-LIB 2.6, theory FixedSizeBitVectors,
//! with QF_BV's total division).

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
}

impl Op {
    /// How many operands a node of this kind has.
    pub fn arity(self) -> usize {
        match self {
            Op::Const | Op::Var => 0,
            Op::ZExt | Op::SExt | Op::Extract => 1,
            Op::Ite => 3,
            _ => 2,
        }
    }

    /// Whether the result is a boolean whatever the operands' width is.
    pub fn is_comparison(self) -> bool {
        matches!(self, Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle)
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
        Op::Const | Op::Var | Op::ZExt | Op::SExt | Op::Extract | Op::Concat | Op::Ite => {
            debug_assert!(false, "{op:?} is not a binary operation on equal widths");
            0
        }
    };
    value & all
}
