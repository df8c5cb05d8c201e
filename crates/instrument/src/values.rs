//! Arithmetic, comparisons, conversions: expressions beside values.
use crate::function::Function;
use crate::ir::{Value, acute_has_metadata};
use crate::memory::{is_constant_offset, is_only_followed};
use crate::trees::Later;
use acute_trace::{Op, Reason};
use llvm_sys::core::*;
use llvm_sys::target::LLVMOffsetOfElement;
use llvm_sys::{LLVMIntPredicate, LLVMOpcode, LLVMTypeKind};

/// An operation and a width in one word, as the hooks take them.
pub fn packed(op: Op, width: u32) -> u32 {
    op as u32 | width << 8
}

/// A comparison as one of the four there are, with its operands in order.
pub unsafe fn comparison(i: Value) -> (Op, Value, Value) {
    use LLVMIntPredicate::*;
    unsafe {
        let (a, b) = (LLVMGetOperand(i, 0), LLVMGetOperand(i, 1));
        match LLVMGetICmpPredicate(i) {
            LLVMIntEQ => (Op::Eq, a, b),
            LLVMIntNE => (Op::Ne, a, b),
            LLVMIntUGT => (Op::Ult, b, a),
            LLVMIntUGE => (Op::Ule, b, a),
            LLVMIntULT => (Op::Ult, a, b),
            LLVMIntULE => (Op::Ule, a, b),
            LLVMIntSGT => (Op::Slt, b, a),
            LLVMIntSGE => (Op::Sle, b, a),
            LLVMIntSLT => (Op::Slt, a, b),
            LLVMIntSLE => (Op::Sle, a, b),
        }
    }
}

impl Function<'_> {
    /// The instruction after `i`: where code that needs its result goes.
    pub unsafe fn after(&self, i: Value) -> Value {
        unsafe { LLVMGetNextInstruction(i) }
    }

    pub unsafe fn binary(&mut self, i: Value) {
        use LLVMOpcode::*;
        unsafe {
            let op = match LLVMGetInstructionOpcode(i) {
                LLVMAdd => Op::Add,
                LLVMSub => Op::Sub,
                LLVMMul => Op::Mul,
                LLVMUDiv => Op::UDiv,
                LLVMSDiv => Op::SDiv,
                LLVMURem => Op::URem,
                LLVMSRem => Op::SRem,
                LLVMShl => Op::Shl,
                LLVMLShr => Op::LShr,
                LLVMAShr => Op::AShr,
                LLVMAnd => Op::And,
                LLVMOr => Op::Or,
                _ => Op::Xor,
            };
            let (a, b) = (LLVMGetOperand(i, 0), LLVMGetOperand(i, 1));
            if self.is_wide(i) {
                return self.wide_binary(i);
            }
            let Some(width) = self.ir.tracked_width(LLVMTypeOf(i)) else {
                return self.lose(i, Reason::Wide);
            };
            if matches!(op, Op::UDiv | Op::SDiv | Op::URem | Op::SRem) {
                self.divide(packed(op, width), a, b, i);
            }
            let hook = match op {
                Op::Shl | Op::LShr | Op::AShr => "__acute_shift",
                _ => "__acute_binary",
            };
            self.operation(hook, i, packed(op, width), a, b);
        }
    }

    /// Records what would make the division trap, before it may.
    unsafe fn divide(&mut self, operation: u32, a: Value, b: Value, before: Value) {
        unsafe {
            let (ir, la, lb) = (self.ir, self.label(a), self.label(b));
            // A constant divisor traps always or never, but for -1.
            let constant = LLVMIsAConstantInt(b);
            let harmless = !constant.is_null() && LLVMConstIntGetSExtValue(constant) != -1;
            if ir.is_zero(la) && ir.is_zero(lb) || harmless {
                return;
            }
            ir.at(before);
            let symbolic = ir.is_symbolic(ir.either(la, lb));
            ir.when(symbolic, before, || {
                let (a, b) = (ir.widen(a), ir.widen(b));
                ir.hook("__acute_divide", ir.void(), &mut [ir.int32(operation), la, a, lb, b]);
            });
        }
    }

    /// `label(i) = (la | lb) ? hook(operation, la, a, lb, b, i) : 0`
    pub unsafe fn operation(&mut self, hook: &'static str, i: Value, operation: u32, a: Value, b: Value) {
        unsafe {
            let ir = self.ir;
            let next = self.after(i);
            ir.at(next);
            let any = ir.either(self.any(a), self.any(b));
            let later = |depth| Later::Operation { hook, operation, a, b, depth };
            if ir.is_zero(any) || self.wait(i, &[a, b], later) {
                return;
            }
            let symbolic = ir.is_symbolic(any);
            let label = ir.label_if(symbolic, next, || {
                let (la, lb) = (self.make(a), self.make(b));
                let (a, b, result) = (ir.widen(a), ir.widen(b), ir.widen(i));
                ir.hook(hook, ir.i32, &mut [ir.int32(operation), la, a, lb, b, result])
            });
            self.set_label(i, label);
        }
    }

    pub unsafe fn compare(&mut self, i: Value) {
        unsafe {
            let a = LLVMGetOperand(i, 0);
            if self.is_wide(a) {
                return self.wide_compare(i);
            }
            if self.ir.tracked_width(LLVMTypeOf(a)).is_none() {
                return self.lose(i, Reason::Wide);
            }
            if !self.only_decides(i) {
                let (op, a, b) = comparison(i);
                self.operation("__acute_binary", i, packed(op, 1), a, b);
            }
        }
    }

    /// Whether a comparison of integers is asked for by one jump only: then the two are one hook.
    pub unsafe fn only_decides(&self, i: Value) -> bool {
        unsafe {
            let one = LLVMGetFirstUse(i);
            !LLVMIsAICmpInst(i).is_null()
                && self.ir.tracked_width(LLVMTypeOf(LLVMGetOperand(i, 0))).is_some()
                && !one.is_null()
                && LLVMGetNextUse(one).is_null()
                && !LLVMIsABranchInst(LLVMGetUser(one)).is_null()
                && acute_has_metadata(LLVMGetUser(one), c"nosanitize".as_ptr()) == 0
        }
    }

    pub unsafe fn cast(&mut self, i: Value) {
        unsafe {
            let ir = self.ir;
            let operand = LLVMGetOperand(i, 0);
            if self.is_wide(operand) || self.is_wide(i) {
                return self.wide_cast(i);
            }
            let next = self.after(i);
            ir.at(next);
            let any = self.any(operand);
            let (Some(from), Some(to)) =
                (ir.tracked_width(LLVMTypeOf(operand)), ir.tracked_width(LLVMTypeOf(i)))
            else {
                return self.lose(i, Reason::Wide);
            };
            if ir.is_zero(any) {
                return;
            }
            let op = match LLVMGetInstructionOpcode(i) {
                // No operation in front of one of these waits for it.
                _ if from == to => return self.set_label(i, any),
                LLVMOpcode::LLVMSExt => Op::SExt,
                _ if to < from => Op::Extract,
                _ => Op::ZExt,
            };
            let operation = packed(op, to);
            if self.wait(i, &[operand], |depth| Later::Cast { operation, operand, depth }) {
                return;
            }
            let symbolic = ir.is_symbolic(any);
            let label = ir.label_if(symbolic, next, || {
                let (label, result) = (self.make(operand), ir.widen(i));
                ir.hook("__acute_cast", ir.i32, &mut [ir.int32(operation), label, result])
            });
            self.set_label(i, label);
        }
    }

    pub unsafe fn select(&mut self, i: Value) {
        unsafe {
            let ir = self.ir;
            if ir.has_parts(LLVMTypeOf(i)) {
                return self.select_parts(i);
            }
            let (condition, yes, no) = (LLVMGetOperand(i, 0), LLVMGetOperand(i, 1), LLVMGetOperand(i, 2));
            let (lc, ly, ln) = (self.label(condition), self.label(yes), self.label(no));
            let Some(width) = ir.tracked_width(LLVMTypeOf(i)) else {
                return self.lose(i, Reason::Wide);
            };
            if ir.is_zero(lc) && ir.is_zero(ly) && ir.is_zero(ln) {
                return;
            }
            let next = self.after(i);
            ir.at(next);
            let symbolic = ir.is_symbolic(ir.either(lc, ir.either(ly, ln)));
            let label =
                ir.label_if(symbolic, next, || self.choose(condition, lc, (ly, yes), (ln, no), width));
            self.set_label(i, label);
        }
    }

    /// Calls the hook for `condition ? yes : no`.
    pub unsafe fn choose(
        &self,
        c: Value,
        lc: Value,
        (ly, yes): (Value, Value),
        (ln, no): (Value, Value),
        width: u32,
    ) -> Value {
        unsafe {
            let ir = self.ir;
            let taken = LLVMBuildZExt(ir.builder, c, ir.i32, c"".as_ptr());
            let taken = LLVMBuildShl(ir.builder, taken, ir.int32(8), c"".as_ptr());
            let word = LLVMBuildOr(ir.builder, taken, ir.int32(width), c"".as_ptr());
            let (yes, no) = (ir.widen(yes), ir.widen(no));
            ir.hook("__acute_select", ir.i32, &mut [word, lc, ly, yes, ln, no])
        }
    }

    /// Address arithmetic: base + constant + index * size ...
    pub unsafe fn index(&mut self, i: Value) {
        unsafe {
            let ir = self.ir;
            if LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMTypeKind::LLVMPointerTypeKind {
                return self.lose(i, Reason::Wide);
            }
            // Accesses are recorded by the pointer behind it.
            if is_constant_offset(i) && is_only_followed(i, 4) {
                return;
            }
            let base = LLVMGetOperand(i, 0);
            let mut offset = 0u64;
            let mut steps = vec![];
            let mut ty = LLVMGetGEPSourceElementType(i);
            for k in 1..LLVMGetNumOperands(i) as u32 {
                let index = LLVMGetOperand(i, k);
                let constant = !LLVMIsAConstantInt(index).is_null();
                if k > 1 && LLVMGetTypeKind(ty) == LLVMTypeKind::LLVMStructTypeKind {
                    let field = LLVMConstIntGetZExtValue(index) as u32;
                    offset = offset.wrapping_add(LLVMOffsetOfElement(ir.layout, ty, field));
                    ty = LLVMStructGetTypeAtIndex(ty, field);
                    continue;
                }
                if k > 1 {
                    ty = LLVMGetElementType(ty);
                }
                let size = ir.size_of(ty);
                if constant {
                    offset = offset.wrapping_add((LLVMConstIntGetSExtValue(index) as u64).wrapping_mul(size));
                } else {
                    steps.push((index, size));
                }
            }
            let next = self.after(i);
            ir.at(next);
            let any = steps.iter().fold(self.label(base), |all, (index, _)| ir.either(all, self.any(*index)));
            if ir.is_zero(any) {
                return;
            }
            if steps.is_empty() && offset == 0 {
                return self.set_label(i, any);
            }
            let symbolic = ir.is_symbolic(any);
            let label = ir.label_if(symbolic, next, || self.sum(base, offset, &steps));
            self.set_label(i, label);
        }
    }

    unsafe fn sum(&self, base: Value, offset: u64, steps: &[(Value, u64)]) -> Value {
        unsafe {
            let ir = self.ir;
            let mut value = ir.widen(base);
            let mut label = self.label(base);
            if offset != 0 {
                let sum = LLVMBuildAdd(ir.builder, value, ir.int64(offset), c"".as_ptr());
                label = ir.hook("__acute_offset", ir.i32, &mut [label, value, ir.int64(offset)]);
                value = sum;
            }
            for (index, size) in steps {
                let width = LLVMGetIntTypeWidth(LLVMTypeOf(*index));
                let wide = LLVMBuildSExtOrBitCast(ir.builder, *index, ir.i64, c"".as_ptr());
                let li = self.make(*index);
                let step = [label, value, li, wide, ir.int32(width), ir.int64(*size)];
                label = ir.hook("__acute_index", ir.i32, &mut step.clone());
                let scaled = LLVMBuildMul(ir.builder, wide, ir.int64(*size), c"".as_ptr());
                value = LLVMBuildAdd(ir.builder, value, scaled, c"".as_ptr());
            }
            label
        }
    }
}
