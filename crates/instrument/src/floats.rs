//! Floating point: float and double carry labels like integers of their size; long double does not.
use crate::function::Function;
use crate::ir::Value;
use crate::values::packed;
use acute_trace::{Op, Reason};
use llvm_sys::core::*;
use llvm_sys::{LLVMOpcode, LLVMRealPredicate};

impl Function<'_> {
    pub unsafe fn float_binary(&mut self, i: Value) {
        use LLVMOpcode::*;
        unsafe {
            let op = match LLVMGetInstructionOpcode(i) {
                LLVMFAdd => Op::FAdd,
                LLVMFSub => Op::FSub,
                LLVMFMul => Op::FMul,
                LLVMFDiv => Op::FDiv,
                _ => Op::FRem,
            };
            match self.ir.tracked_width(LLVMTypeOf(i)) {
                Some(width) => {
                    let (a, b) = (LLVMGetOperand(i, 0), LLVMGetOperand(i, 1));
                    self.operation("__acute_binary", i, packed(op, width), a, b);
                }
                None => self.lose(i, Reason::Float),
            }
        }
    }

    /// -x flips the sign bit, whatever x is.
    pub unsafe fn float_negate(&mut self, i: Value) {
        unsafe { self.float_bits(i, LLVMGetOperand(i, 0), Op::Xor, |width| 1 << (width - 1)) }
    }

    /// fabs(x) clears the sign bit, whatever x is.
    pub unsafe fn float_absolute(&mut self, i: Value) {
        unsafe { self.float_bits(i, LLVMGetOperand(i, 0), Op::And, |width| (1 << (width - 1)) - 1) }
    }

    unsafe fn float_bits(&mut self, i: Value, x: Value, op: Op, mask: fn(u32) -> u64) {
        unsafe {
            let (ir, lx) = (self.ir, self.label(x));
            let Some(width) = ir.tracked_width(LLVMTypeOf(i)) else {
                return self.lose(i, Reason::Float);
            };
            if ir.is_zero(lx) {
                return;
            }
            let next = self.after(i);
            ir.at(next);
            let symbolic = ir.is_symbolic(lx);
            let label = ir.label_if(symbolic, next, || {
                let (value, result) = (ir.widen(x), ir.widen(i));
                let mut arguments =
                    [ir.int32(packed(op, width)), lx, value, ir.zero, ir.int64(mask(width)), result];
                ir.hook("__acute_binary", ir.i32, &mut arguments)
            });
            self.set_label(i, label);
        }
    }

    pub unsafe fn float_compare(&mut self, i: Value) {
        unsafe {
            let ir = self.ir;
            let (a, b) = (LLVMGetOperand(i, 0), LLVMGetOperand(i, 1));
            let (la, lb) = (self.label(a), self.label(b));
            let Some(width) = ir.tracked_width(LLVMTypeOf(a)) else {
                return self.lose(i, Reason::Float);
            };
            if ir.is_zero(la) && ir.is_zero(lb) {
                return;
            }
            let predicate = predicate_bits(LLVMGetFCmpPredicate(i));
            let next = self.after(i);
            ir.at(next);
            let symbolic = ir.is_symbolic(ir.either(la, lb));
            let label = ir.label_if(symbolic, next, || {
                let (a, b) = (ir.widen(a), ir.widen(b));
                let mut arguments = [ir.int32(predicate | width << 8), la, a, lb, b];
                ir.hook("__acute_float_compare", ir.i32, &mut arguments)
            });
            self.set_label(i, label);
        }
    }

    pub unsafe fn float_convert(&mut self, i: Value) {
        use LLVMOpcode::*;
        unsafe {
            let (ir, x) = (self.ir, LLVMGetOperand(i, 0));
            let label = self.label(x);
            let (Some(from), Some(to)) = (ir.tracked_width(LLVMTypeOf(x)), ir.tracked_width(LLVMTypeOf(i)))
            else {
                return self.lose(i, Reason::Float);
            };
            if ir.is_zero(label) {
                return;
            }
            let op = match LLVMGetInstructionOpcode(i) {
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
                ir.hook("__acute_float_convert", ir.i32, &mut [operation, label, value, result])
            });
            self.set_label(i, label);
        }
    }
}

/// Which of less, equal, greater and unordered make the comparison true: bits 0 to 3.
fn predicate_bits(predicate: LLVMRealPredicate) -> u32 {
    use LLVMRealPredicate::*;
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
