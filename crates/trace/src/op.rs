/// The operations of the expression language, with the meaning SMT-LIB gives them.
#[repr(u8)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Op {
    Const = 1,
    Add = 2,
    Sub = 3,
    Mul = 4,
    UDiv = 5,
    SDiv = 6,
    URem = 7,
    SRem = 8,
    Shl = 9,
    LShr = 10,
    AShr = 11,
    And = 12,
    Or = 13,
    Xor = 14,
    Eq = 15,
    Ne = 16,
    Ult = 17,
    Ule = 18,
    Slt = 19,
    Sle = 20,
    ZExt = 21,
    SExt = 22,
    /// `width` bits of `a` from bit `low`.
    Extract = 23,
    /// `a` above `b`.
    Concat = 24,
    /// `a` ? `b` : `c`.
    Ite = 25,
    // IEEE 754 on the bits of 32- and 64-bit numbers, rounding to nearest even.
    FAdd = 26,
    FSub = 27,
    FMul = 28,
    FDiv = 29,
    FRem = 30,
    FSqrt = 31,
    /// Ordered: false where an operand is not a number.
    FEq = 32,
    FLt = 33,
    FLe = 34,
    FToSInt = 35,
    FToUInt = 36,
    SIntToF = 37,
    UIntToF = 38,
    FToF = 39,
}

impl Op {
    const ALL: [Op; 39] = {
        use Op::*;
        [
            Const, Add, Sub, Mul, UDiv, SDiv, URem, SRem, Shl, LShr, AShr, And, Or, Xor, Eq, Ne, Ult, Ule,
            Slt, Sle, ZExt, SExt, Extract, Concat, Ite, FAdd, FSub, FMul, FDiv, FRem, FSqrt, FEq, FLt, FLe,
            FToSInt, FToUInt, SIntToF, UIntToF, FToF,
        ]
    };

    /// How many operands it has.
    pub fn arity(self) -> usize {
        match self {
            Op::Const => 0,
            Op::ZExt | Op::SExt | Op::Extract | Op::FSqrt => 1,
            Op::FToSInt | Op::FToUInt | Op::SIntToF | Op::UIntToF | Op::FToF => 1,
            Op::Ite => 3,
            _ => 2,
        }
    }

    /// Reads what a unit wrote.
    pub fn from_u8(n: u8) -> Option<Op> {
        Op::ALL.get((n as usize).wrapping_sub(1)).copied()
    }

    /// Whether the result is one bit whatever the operands' width.
    pub fn is_comparison(self) -> bool {
        use Op::*;
        matches!(self, Eq | Ne | Ult | Ule | Slt | Sle | FEq | FLt | FLe)
    }

    /// Whether the operands are floating-point numbers.
    pub fn takes_floats(self) -> bool {
        use Op::*;
        matches!(self, FAdd | FSub | FMul | FDiv | FRem | FSqrt | FEq | FLt | FLe | FToSInt | FToUInt | FToF)
    }

    /// Whether the result is a floating-point number.
    pub fn gives_float(self) -> bool {
        use Op::*;
        matches!(self, FAdd | FSub | FMul | FDiv | FRem | FSqrt | SIntToF | UIntToF | FToF)
    }
}
