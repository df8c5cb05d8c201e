/// Operations of a unit that are several nodes: the instrumenter names them, the runtime knows what they
/// are made of. They are no part of a trace.
#[repr(u8)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Compound {
    // Whether the sum, difference or product does not fit: one bit.
    SAddOverflow = 1,
    UAddOverflow = 2,
    SSubOverflow = 3,
    USubOverflow = 4,
    SMulOverflow = 5,
    UMulOverflow = 6,
    // What does not fit becomes the nearest that does.
    SAddSat = 7,
    UAddSat = 8,
    SSubSat = 9,
    USubSat = 10,
    Smin = 11,
    Smax = 12,
    Umin = 13,
    Umax = 14,
    Abs = 15,
    SwapBytes = 16,
    ReverseBits = 17,
    CountOnes = 18,
    LeadingZeros = 19,
    TrailingZeros = 20,
    /// The high half of `a:b` shifted left by `c` modulo the width.
    FunnelLeft = 21,
    /// The low half of `a:b` shifted right by `c` modulo the width.
    FunnelRight = 22,
    // Floating point, on the bits of the numbers.
    CopySign = 23,
    MinNum = 24,
    MaxNum = 25,
    Floor = 26,
    Ceil = 27,
    Trunc = 28,
    /// To the nearest integer, halves to the even one.
    RoundEven = 29,
    /// To the nearest integer, halves away from zero.
    RoundAway = 30,
    Sqrt = 31,
    /// Whether the number is of one of the classes in the mask `c` (LLVM's `is.fpclass`): one bit.
    IsClass = 32,
}

impl Compound {
    const ALL: [Compound; 32] = {
        use Compound::*;
        [
            SAddOverflow,
            UAddOverflow,
            SSubOverflow,
            USubOverflow,
            SMulOverflow,
            UMulOverflow,
            SAddSat,
            UAddSat,
            SSubSat,
            USubSat,
            Smin,
            Smax,
            Umin,
            Umax,
            Abs,
            SwapBytes,
            ReverseBits,
            CountOnes,
            LeadingZeros,
            TrailingZeros,
            FunnelLeft,
            FunnelRight,
            CopySign,
            MinNum,
            MaxNum,
            Floor,
            Ceil,
            Trunc,
            RoundEven,
            RoundAway,
            Sqrt,
            IsClass,
        ]
    };

    /// Reads what the instrumenter wrote.
    pub fn from_u8(n: u8) -> Option<Compound> {
        Compound::ALL.get((n as usize).wrapping_sub(1)).copied()
    }
}

/// Operations on integers of 128 bits, which are pairs of 64.
#[repr(u8)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Wide {
    Add = 1,
    Sub = 2,
    Mul = 3,
    And = 4,
    Or = 5,
    Xor = 6,
    Shl = 7,
    LShr = 8,
    AShr = 9,
    // One bit.
    Eq = 10,
    Ult = 11,
    Slt = 12,
}

impl Wide {
    /// Reads what the instrumenter wrote.
    pub fn from_u8(n: u8) -> Option<Wide> {
        use Wide::*;
        [Add, Sub, Mul, And, Or, Xor, Shl, LShr, AShr, Eq, Ult, Slt].into_iter().find(|w| *w as u8 == n)
    }
}
