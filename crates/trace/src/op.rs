//! The operations of expression nodes, as pass, runtime and engine number them: one row an operation.
//!
//! To add an operation: 1. a row here; 2. the emitter in the pass that names it; 3. its translation in the engine
//! (`explore::import`); 4. a row in crates/cli/tests/operations. Where it is made of existing ones, it is a
//! [`Compound`](crate::Compound) instead and the engine need not know it.

/// What operands or a result are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    /// Bits of an integer or pointer.
    Bits,
    /// The bits of an IEEE 754 number of 32 or 64 bits; operations round to nearest even.
    Float,
    /// One bit, whatever the operands' width.
    Truth,
}

macro_rules! operations {
    ($($(#[$doc:meta])* $name:ident = $number:literal: $arity:literal $takes:ident -> $gives:ident;)*) => {
        /// The operations of the expression language, with the meaning SMT-LIB gives them.
        #[repr(u8)]
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[allow(missing_docs)]
        pub enum Op {
            $($(#[$doc])* $name = $number,)*
        }

        impl Op {
            // invariant: the operation of number n stands at n - 1
            const ALL: &[Op] = &[$(Op::$name,)*];

            /// Returns the number of operands.
            #[inline]
            pub fn arity(self) -> usize {
                match self {
                    $(Op::$name => $arity,)*
                }
            }

            #[inline]
            const fn takes(self) -> Sort {
                match self {
                    $(Op::$name => Sort::$takes,)*
                }
            }

            #[inline]
            const fn gives(self) -> Sort {
                match self {
                    $(Op::$name => Sort::$gives,)*
                }
            }
        }
    };
}

operations! {
//  name    number operands
    Const   = 1:  0 Bits  -> Bits;
    Add     = 2:  2 Bits  -> Bits;
    Sub     = 3:  2 Bits  -> Bits;
    Mul     = 4:  2 Bits  -> Bits;
    UDiv    = 5:  2 Bits  -> Bits;
    SDiv    = 6:  2 Bits  -> Bits;
    URem    = 7:  2 Bits  -> Bits;
    SRem    = 8:  2 Bits  -> Bits;
    Shl     = 9:  2 Bits  -> Bits;
    LShr    = 10: 2 Bits  -> Bits;
    AShr    = 11: 2 Bits  -> Bits;
    And     = 12: 2 Bits  -> Bits;
    Or      = 13: 2 Bits  -> Bits;
    Xor     = 14: 2 Bits  -> Bits;
    Eq      = 15: 2 Bits  -> Truth;
    Ne      = 16: 2 Bits  -> Truth;
    Ult     = 17: 2 Bits  -> Truth;
    Ule     = 18: 2 Bits  -> Truth;
    Slt     = 19: 2 Bits  -> Truth;
    Sle     = 20: 2 Bits  -> Truth;
    ZExt    = 21: 1 Bits  -> Bits;
    SExt    = 22: 1 Bits  -> Bits;
    /// `width` bits of `a` from bit `low`.
    Extract = 23: 1 Bits  -> Bits;
    /// `a` above `b`.
    Concat  = 24: 2 Bits  -> Bits;
    /// `a` ? `b` : `c`.
    Ite     = 25: 3 Bits  -> Bits;
    FAdd    = 26: 2 Float -> Float;
    FSub    = 27: 2 Float -> Float;
    FMul    = 28: 2 Float -> Float;
    FDiv    = 29: 2 Float -> Float;
    FRem    = 30: 2 Float -> Float;
    FSqrt   = 31: 1 Float -> Float;
    /// Ordered: false where an operand is not a number.
    FEq     = 32: 2 Float -> Truth;
    FLt     = 33: 2 Float -> Truth;
    FLe     = 34: 2 Float -> Truth;
    FToSInt = 35: 1 Float -> Bits;
    FToUInt = 36: 1 Float -> Bits;
    SIntToF = 37: 1 Bits  -> Float;
    UIntToF = 38: 1 Bits  -> Float;
    FToF    = 39: 1 Float -> Float;
}

const _: () = {
    let mut k = 0;
    while k < Op::ALL.len() {
        assert!(Op::ALL[k] as usize == k + 1, "operations are numbered without a gap");
        k += 1;
    }
};

impl Op {
    /// Reads a number that a unit wrote.
    #[inline]
    pub fn from_u8(n: u8) -> Option<Op> {
        Op::ALL.get((n as usize).wrapping_sub(1)).copied()
    }

    /// Packs the operation and the width of its result into the word that hooks take.
    #[inline]
    pub const fn pack(self, width: u32) -> u32 {
        self as u32 | width << 8
    }

    /// Unpacks [`Op::pack`].
    #[inline]
    pub fn unpack(packed: u32) -> Option<(Op, u8)> {
        Some((Op::from_u8(packed as u8)?, (packed >> 8) as u8))
    }

    /// Returns whether the result is one bit whatever the operands' width.
    #[inline]
    pub fn is_comparison(self) -> bool {
        self.gives() == Sort::Truth
    }

    /// Returns whether the operands are floating-point numbers.
    #[inline]
    pub fn takes_floats(self) -> bool {
        self.takes() == Sort::Float
    }

    /// Returns whether the result is a floating-point number.
    #[inline]
    pub fn gives_float(self) -> bool {
        self.gives() == Sort::Float
    }
}
