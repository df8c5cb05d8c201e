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
}

impl Op {
    const ALL: [Op; 25] = {
        use Op::*;
        [
            Const, Add, Sub, Mul, UDiv, SDiv, URem, SRem, Shl, LShr, AShr, And, Or, Xor, Eq, Ne, Ult, Ule,
            Slt, Sle, ZExt, SExt, Extract, Concat, Ite,
        ]
    };

    /// Reads what a unit wrote.
    pub fn from_u8(n: u8) -> Option<Op> {
        Op::ALL.get((n as usize).wrapping_sub(1)).copied()
    }

    /// Whether the result is one bit whatever the operands' width.
    pub fn is_comparison(self) -> bool {
        use Op::*;
        matches!(self, Eq | Ne | Ult | Ule | Slt | Sle)
    }
}
