//! Operations that the pass names and the runtime builds from several nodes. They are no part of a trace.
//!
//! To add one: 1. a row here; 2. its expression in the runtime (`compound::make`, `wide::make`); 3. the instruction or
//! intrinsic that the pass turns into it; 4. a row in crates/cli/tests/operations.

macro_rules! numbered {
    ($(#[$about:meta])* $type:ident { $($(#[$doc:meta])* $name:ident = $number:literal,)* }) => {
        $(#[$about])*
        #[repr(u8)]
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[allow(missing_docs)]
        pub enum $type {
            $($(#[$doc])* $name = $number,)*
        }

        impl $type {
            // invariant: the operation of number n stands at n - 1
            const ALL: &[$type] = &[$($type::$name,)*];

            /// Reads a number that the pass wrote.
            #[inline]
            pub fn from_u8(n: u8) -> Option<$type> {
                $type::ALL.get((n as usize).wrapping_sub(1)).copied()
            }
        }

        const _: () = {
            let mut k = 0;
            while k < $type::ALL.len() {
                assert!($type::ALL[k] as usize == k + 1, "operations are numbered without a gap");
                k += 1;
            }
        };
    };
}

numbered! {
/// Operations that are made of several nodes.
Compound {
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
}

numbered! {
/// Operations on integers of 128 bits, as pairs of 64.
Wide {
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
}
