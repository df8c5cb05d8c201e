//! Integers of 128 bits: two labels, one for each half.
use crate::function::Function;
use crate::ir::Value;
use crate::values::packed;
use acute_trace::{Op, Reason, Wide};
use llvm_sys::core::*;
use llvm_sys::{LLVMIntPredicate, LLVMOpcode};

impl Function<'_> {
    /// Whether it is an integer of 128 bits.
    pub unsafe fn is_wide(&self, value: Value) -> bool {
        unsafe {
            let ty = LLVMTypeOf(value);
            LLVMGetTypeKind(ty) == llvm_sys::LLVMTypeKind::LLVMIntegerTypeKind
                && LLVMGetIntTypeWidth(ty) == 128
        }
    }

    pub unsafe fn wide_binary(&mut self, i: Value) {
        use LLVMOpcode::*;
        unsafe {
            let which = match LLVMGetInstructionOpcode(i) {
                LLVMAdd => Wide::Add,
                LLVMSub => Wide::Sub,
                LLVMMul => Wide::Mul,
                LLVMAnd => Wide::And,
                LLVMOr => Wide::Or,
                LLVMXor => Wide::Xor,
                LLVMShl => Wide::Shl,
                LLVMLShr => Wide::LShr,
                LLVMAShr => Wide::AShr,
                _ => return self.lose(i, Reason::Wide),
            };
            self.wide(i, which, LLVMGetOperand(i, 0), LLVMGetOperand(i, 1), false);
        }
    }

    /// a != b is not (a == b), a <= b is not (b < a).
    pub unsafe fn wide_compare(&mut self, i: Value) {
        use LLVMIntPredicate::*;
        unsafe {
            let (a, b) = (LLVMGetOperand(i, 0), LLVMGetOperand(i, 1));
            let (which, a, b, negated) = match LLVMGetICmpPredicate(i) {
                LLVMIntEQ => (Wide::Eq, a, b, false),
                LLVMIntNE => (Wide::Eq, a, b, true),
                LLVMIntUGT => (Wide::Ult, b, a, false),
                LLVMIntUGE => (Wide::Ult, a, b, true),
                LLVMIntULT => (Wide::Ult, a, b, false),
                LLVMIntULE => (Wide::Ult, b, a, true),
                LLVMIntSGT => (Wide::Slt, b, a, false),
                LLVMIntSGE => (Wide::Slt, a, b, true),
                LLVMIntSLT => (Wide::Slt, a, b, false),
                LLVMIntSLE => (Wide::Slt, b, a, true),
            };
            self.wide(i, which, a, b, negated);
        }
    }

    /// Calls the hook where a half is symbolic; a comparison has one label, which may be turned round.
    unsafe fn wide(&mut self, i: Value, which: Wide, a: Value, b: Value, negated: bool) {
        unsafe {
            let ir = self.ir;
            let next = self.after(i);
            ir.at(next);
            let any = ir.either(self.any_label(a), self.any_label(b));
            let Some(leaves) = ir.leaves(LLVMTypeOf(a)).filter(|_| !ir.is_zero(any)) else { return };
            let both = |value: Value| {
                let labels = self.parts(value);
                let [low, high] =
                    [labels[0], labels[1]].map(|l| LLVMBuildZExt(ir.builder, l, ir.i64, c"".as_ptr()));
                let high = LLVMBuildShl(ir.builder, high, ir.int64(32), c"".as_ptr());
                let labels = LLVMBuildOr(ir.builder, low, high, c"".as_ptr());
                [labels, ir.part(value, &leaves[0]), ir.part(value, &leaves[1])]
            };
            let one_bit = !ir.has_parts(LLVMTypeOf(i));
            let symbolic = ir.is_symbolic(any);
            let labels = ir.labels_if(symbolic, next, if one_bit { 1 } else { 2 }, || {
                let ([la, a0, a1], [lb, b0, b1]) = (both(a), both(b));
                let mut arguments = [ir.int32(which as u32), la, a0, a1, lb, b0, b1];
                let made = ir.hook("__acute_wide", ir.i64, &mut arguments);
                let low = LLVMBuildTrunc(ir.builder, made, ir.i32, c"".as_ptr());
                if one_bit {
                    return vec![if negated { self.turned(low, i) } else { low }];
                }
                let high = LLVMBuildLShr(ir.builder, made, ir.int64(32), c"".as_ptr());
                vec![low, LLVMBuildTrunc(ir.builder, high, ir.i32, c"".as_ptr())]
            });
            self.set_parts(i, labels);
        }
    }

    /// The label of `i`, which is the opposite of the bit that has the label.
    unsafe fn turned(&self, label: Value, i: Value) -> Value {
        unsafe {
            let ir = self.ir;
            let result = ir.widen(i);
            let opposite = LLVMBuildXor(ir.builder, result, ir.int64(1), c"".as_ptr());
            let operation = ir.int32(packed(Op::Xor, 1));
            ir.hook("__acute_binary", ir.i32, &mut [operation, label, opposite, ir.zero, ir.int64(1), result])
        }
    }

    /// Between an integer of 128 bits and one of at most 64.
    pub unsafe fn wide_cast(&mut self, i: Value) {
        unsafe {
            let (ir, x) = (self.ir, LLVMGetOperand(i, 0));
            let (labels, next) = (self.parts(x), self.after(i));
            ir.at(next);
            if self.is_wide(x) {
                // A truncation: something of the low half.
                let Some(width) = ir.tracked_width(LLVMTypeOf(i)) else { return self.lose(i, Reason::Wide) };
                if width == 64 || ir.is_zero(labels[0]) {
                    return self.set_label(i, labels[0]);
                }
                let symbolic = ir.is_symbolic(labels[0]);
                let label = ir.label_if(symbolic, next, || {
                    let operation = ir.int32(packed(Op::Extract, width));
                    let result = ir.widen(i);
                    ir.hook("__acute_cast", ir.i32, &mut [operation, labels[0], result])
                });
                return self.set_label(i, label);
            }
            let (Some(width), Some(leaves)) = (ir.tracked_width(LLVMTypeOf(x)), ir.leaves(LLVMTypeOf(i)))
            else {
                return self.lose(i, Reason::Wide);
            };
            if ir.is_zero(labels[0]) {
                return;
            }
            let signed = LLVMGetInstructionOpcode(i) == LLVMOpcode::LLVMSExt;
            let symbolic = ir.is_symbolic(labels[0]);
            let labels = ir.labels_if(symbolic, next, 2, || {
                let (low, high) = (ir.part(i, &leaves[0]), ir.part(i, &leaves[1]));
                let mut label = labels[0];
                if width < 64 {
                    let op = if signed { Op::SExt } else { Op::ZExt };
                    label = ir.hook("__acute_cast", ir.i32, &mut [ir.int32(packed(op, 64)), label, low]);
                }
                let mut sign = [ir.int32(packed(Op::AShr, 64)), label, low, ir.zero, ir.int64(63), high];
                vec![label, if signed { ir.hook("__acute_binary", ir.i32, &mut sign) } else { ir.zero }]
            });
            self.set_parts(i, labels);
        }
    }
}
