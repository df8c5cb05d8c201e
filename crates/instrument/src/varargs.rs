//! `...`: arguments that the callee finds in memory which no instrumented code writes: registers saved by its
//! prologue, and the stack. The caller notes their labels by place (System V ABI for x86-64, 3.5.7), the
//! callee takes them over when it is entered, and va_start puts them where va_arg will look.
use crate::function::Function;
use crate::ir::Value;
use acute_trace::{Reason, VA_BYTES, VA_STACK};
use llvm_sys::core::*;
use llvm_sys::{LLVMIntPredicate, LLVMTypeKind};

/// Where the next argument of each class goes, as offsets into the registers' save area; what goes on the
/// stack follows it.
struct Places {
    general: u64,
    vector: u64,
    stack: u64,
    /// Where the arguments with a name end on the stack: va_arg begins there.
    named: u64,
}

impl Places {
    fn general(&mut self) -> u64 {
        if self.general + 8 > 48 {
            return self.stack(8, 8);
        }
        self.general += 8;
        self.general - 8
    }

    fn vector(&mut self, bytes: u64) -> u64 {
        if self.vector + 16 > VA_STACK as u64 {
            return self.stack(bytes, bytes);
        }
        self.vector += 16;
        self.vector - 16
    }

    fn stack(&mut self, bytes: u64, align: u64) -> u64 {
        let at = self.stack.next_multiple_of(align.max(8));
        self.stack = (at + bytes).next_multiple_of(8);
        VA_STACK as u64 + at - self.named
    }
}

impl Function<'_> {
    /// Before a call of a variadic function: `__acute_va_value(place, size, label)` for each argument, where
    /// any is symbolic.
    pub unsafe fn va_pass(&mut self, i: Value, callee: Value) {
        use LLVMTypeKind::*;
        unsafe {
            let (ir, ty) = (self.ir, LLVMGetCalledFunctionType(i));
            if LLVMIsFunctionVarArg(ty) == 0 {
                return;
            }
            let fixed = LLVMCountParamTypes(ty);
            let mut places = Places { general: 0, vector: 48, stack: 0, named: 0 };
            let (mut values, mut copies, mut lost) = (vec![], vec![], vec![]);
            for n in 0..LLVMGetNumArgOperands(i) {
                if n == fixed {
                    places.named = places.stack;
                }
                let argument = LLVMGetOperand(i, n);
                let ty = LLVMTypeOf(argument);
                let bytes = ir.store_size(ty);
                let label = self.label(argument);
                if let Some(ty) = self.is_byval(i, n, true) {
                    let at = places.stack(ir.size_of(ty), self.byval_align(i, n));
                    if n >= fixed {
                        copies.push((at, argument, ir.size_of(ty)));
                    }
                    continue;
                }
                let at = match LLVMGetTypeKind(ty) {
                    LLVMIntegerTypeKind if bytes <= 8 => places.general(),
                    LLVMPointerTypeKind => places.general(),
                    LLVMFloatTypeKind | LLVMDoubleTypeKind => places.vector(bytes),
                    LLVMVectorTypeKind if bytes <= 16 => {
                        lost.push(argument);
                        places.vector(bytes)
                    }
                    LLVMX86_FP80TypeKind => places.stack(16, 16),
                    // What else there is comes in pieces or in memory, and is counted.
                    _ => {
                        lost.push(argument);
                        places.stack(bytes, 16)
                    }
                };
                if n >= fixed && !ir.is_zero(label) {
                    values.push((at, bytes, label));
                }
            }
            for argument in lost {
                ir.at(i);
                let label = self.any_label(argument);
                ir.concretize(Reason::Wide, label, "variadic argument", i);
            }
            ir.at(i);
            let mut any = values.iter().fold(ir.zero, |all, (.., label)| ir.either(all, *label));
            if !copies.is_empty() {
                any = ir.int32(1);
            }
            let stack = (places.stack - places.named).min((VA_BYTES - VA_STACK) as u64);
            let symbolic = ir.is_symbolic(any);
            if !ir.is_zero(any) {
                ir.when(symbolic, i, || {
                    ir.hook("__acute_va_begin", ir.void(), &mut []);
                    for (at, bytes, label) in &values {
                        let mut arguments = [ir.int64(*at), ir.int64(*bytes), *label];
                        ir.hook("__acute_va_value", ir.void(), &mut arguments);
                    }
                    for (at, from, bytes) in &copies {
                        let mut arguments = [ir.int64(*at), ir.int64(*bytes), *from];
                        ir.hook("__acute_va_copy", ir.void(), &mut arguments);
                    }
                });
            }
            let flag = LLVMBuildZExt(ir.builder, symbolic, ir.i64, c"".as_ptr());
            let flag = LLVMBuildShl(ir.builder, flag, ir.int64(32), c"".as_ptr());
            let info = LLVMBuildOr(ir.builder, flag, ir.int64(stack), c"".as_ptr());
            LLVMBuildStore(ir.builder, info, ir.slot(c"__acute_va_info"));
            LLVMBuildStore(ir.builder, callee, ir.slot(c"__acute_va_for"));
        }
    }

    /// At the entry of a variadic function: what the caller noted goes into a local, for calls that follow
    /// note their own.
    pub unsafe fn va_take(&mut self, first: Value) {
        unsafe {
            if LLVMIsFunctionVarArg(LLVMGlobalGetValueType(self.value)) == 0 {
                return;
            }
            let ir = self.ir;
            ir.at(LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(self.value)));
            let ty = LLVMArrayType2(ir.i64, VA_BYTES as u64 / 2 + 1);
            let notes = LLVMBuildAlloca(ir.builder, ty, c"".as_ptr());
            ir.at(first);
            LLVMBuildStore(ir.builder, ir.int64(u64::MAX), notes);
            let meant = ir.slot(c"__acute_va_for");
            let tag = LLVMBuildLoad2(ir.builder, ir.ptr, meant, c"".as_ptr());
            let mine = LLVMBuildICmp(ir.builder, LLVMIntPredicate::LLVMIntEQ, tag, self.value, c"".as_ptr());
            ir.when(mine, first, || {
                let info = LLVMBuildLoad2(ir.builder, ir.i64, ir.slot(c"__acute_va_info"), c"".as_ptr());
                ir.hook("__acute_va_take", ir.void(), &mut [notes, info]);
                LLVMBuildStore(ir.builder, LLVMConstNull(ir.ptr), meant);
            });
            self.va_notes = Some(notes);
        }
    }

    pub unsafe fn va_start(&mut self, i: Value) {
        unsafe {
            let ir = self.ir;
            if let Some(notes) = self.va_notes {
                ir.at(self.after(i));
                ir.hook("__acute_va_start", ir.void(), &mut [LLVMGetOperand(i, 0), notes]);
            }
        }
    }

    /// The alignment of a struct that is passed in memory.
    unsafe fn byval_align(&self, i: Value, n: u32) -> u64 {
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(c"align".as_ptr(), 5);
            let attribute = LLVMGetCallSiteEnumAttribute(i, n + 1, kind);
            if attribute.is_null() { 8 } else { LLVMGetEnumAttributeValue(attribute) }
        }
    }
}
