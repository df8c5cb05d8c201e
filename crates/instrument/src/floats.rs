//! Floating point: float and double carry labels as integers of their size do; long double does not.
//! ```c
//! z = (int) d;
//! ```
//! becomes
//! ```c
//! z = (int) d;
//! lz = ld ? __acute_float_convert(F_TO_SINT, ld, bits(d), z) : 0;
//! ```
use crate::function::Emitter;
use crate::llvm::{Opcode, RealPredicate, Value};
use crate::values::packed;
use acute_trace::{Hook, Op, Reason};

impl Emitter<'_> {
    /// Arithmetic of float and double.
    pub fn float_binary(&mut self, i: Value) {
        use Opcode::*;

        let op = match i.opcode() {
            LLVMFAdd => Op::FAdd,
            LLVMFSub => Op::FSub,
            LLVMFMul => Op::FMul,
            LLVMFDiv => Op::FDiv,
            _ => Op::FRem,
        };
        match self.ir.tracked_width(i.ty()) {
            Some(width) => {
                let (a, b) = (i.operand(0), i.operand(1));
                self.operation(Hook::Binary, i, packed(op, width), a, b);
            }
            None => self.concretize(i, Reason::Float),
        }
    }

    /// `-x` flips the sign bit, of every x.
    pub fn float_negate(&mut self, i: Value) {
        self.float_bits(i, i.operand(0), Op::Xor, |width| 1 << (width - 1))
    }

    /// `fabs(x)` clears the sign bit, of every x.
    pub fn float_absolute(&mut self, i: Value) {
        self.float_bits(i, i.operand(0), Op::And, |width| (1 << (width - 1)) - 1)
    }

    /// `lz = lx ? __acute_binary(op, lx, x, 0, mask, z) : 0`, over the bits of the number.
    fn float_bits(&mut self, i: Value, x: Value, op: Op, mask: fn(u32) -> u64) {
        let (ir, lx) = (self.ir, self.label(x));
        let Some(width) = ir.tracked_width(i.ty()) else {
            return self.concretize(i, Reason::Float);
        };
        if ir.is_zero(lx) {
            return;
        }
        let next = self.after(i);
        ir.at(next);
        let symbolic = ir.is_symbolic(lx);
        let label = ir.label_if(symbolic, next, || {
            let (value, result) = (ir.widen(x), ir.widen(i));
            let arguments = [ir.int32(packed(op, width)), lx, value, ir.zero, ir.int64(mask(width)), result];
            ir.hook(Hook::Binary, &arguments)
        });
        self.set_label(i, label);
    }

    /// A comparison; the hook takes the predicate as a set of the four relations.
    pub fn float_compare(&mut self, i: Value) {
        let ir = self.ir;
        let (a, b) = (i.operand(0), i.operand(1));
        let (la, lb) = (self.label(a), self.label(b));
        let Some(width) = ir.tracked_width(a.ty()) else {
            return self.concretize(i, Reason::Float);
        };
        if ir.is_zero(la) && ir.is_zero(lb) {
            return;
        }
        let predicate = predicate_bits(i.fcmp_predicate());
        let next = self.after(i);
        ir.at(next);
        let symbolic = ir.is_symbolic(ir.either(la, lb));
        let label = ir.label_if(symbolic, next, || {
            let (a, b) = (ir.widen(a), ir.widen(b));
            let arguments = [ir.int32(predicate | width << 8), la, a, lb, b];
            ir.hook(Hook::FloatCompare, &arguments)
        });
        self.set_label(i, label);
    }

    /// A conversion between float, double and integers.
    pub fn float_convert(&mut self, i: Value) {
        use Opcode::*;

        let (ir, x) = (self.ir, i.operand(0));
        let label = self.label(x);
        let (Some(from), Some(to)) = (ir.tracked_width(x.ty()), ir.tracked_width(i.ty())) else {
            return self.concretize(i, Reason::Float);
        };
        if ir.is_zero(label) {
            return;
        }
        let op = match i.opcode() {
            LLVMSIToFP => Op::SIntToF,
            LLVMUIToFP => Op::UIntToF,
            LLVMFPToSI => Op::FToSInt,
            LLVMFPToUI => Op::FToUInt,
            _ => Op::FToF,
        };
        let next = self.after(i);
        ir.at(next);
        let symbolic = ir.is_symbolic(label);
        let label = ir.label_if(symbolic, next, || {
            let (value, result) = (ir.widen(x), ir.widen(i));
            let operation = ir.int32(packed(op, to) | from << 16);
            ir.hook(Hook::FloatConvert, &[operation, label, value, result])
        });
        self.set_label(i, label);
    }
}

/// The relations that make a comparison true, of less, equal, greater and unordered: bits 0 to 3.
fn predicate_bits(predicate: RealPredicate) -> u32 {
    use RealPredicate::*;
    const LESS: u32 = 1;
    const EQUAL: u32 = 2;
    const GREATER: u32 = 4;
    const UNORDERED: u32 = 8;
    match predicate {
        LLVMRealPredicateFalse => 0,
        LLVMRealOEQ => EQUAL,
        LLVMRealOGT => GREATER,
        LLVMRealOGE => GREATER | EQUAL,
        LLVMRealOLT => LESS,
        LLVMRealOLE => LESS | EQUAL,
        LLVMRealONE => LESS | GREATER,
        LLVMRealORD => LESS | EQUAL | GREATER,
        LLVMRealUNO => UNORDERED,
        LLVMRealUEQ => UNORDERED | EQUAL,
        LLVMRealUGT => UNORDERED | GREATER,
        LLVMRealUGE => UNORDERED | GREATER | EQUAL,
        LLVMRealULT => UNORDERED | LESS,
        LLVMRealULE => UNORDERED | LESS | EQUAL,
        LLVMRealUNE => UNORDERED | LESS | GREATER,
        LLVMRealPredicateTrue => UNORDERED | LESS | EQUAL | GREATER,
    }
}
