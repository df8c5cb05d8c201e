//! Loads, stores and copies: labels move with the bytes.
use crate::function::Function;
use crate::ir::Value;
use acute_trace::{Reason, SHADOW_BASE, SHADOW_MASK};
use llvm_sys::core::*;
use llvm_sys::prelude::LLVMTypeRef;
use llvm_sys::{LLVMIntPredicate, LLVMTypeKind};

impl Function<'_> {
    /// Whether any of the `bytes` bytes at `address` has a label: one wide load and a comparison.
    unsafe fn labelled(&self, address: Value, bytes: u64) -> Value {
        unsafe {
            let ir = self.ir;
            let number = LLVMBuildPtrToInt(ir.builder, address, ir.i64, c"".as_ptr());
            let number = LLVMBuildAnd(ir.builder, number, ir.int64(SHADOW_MASK as u64), c"".as_ptr());
            let number = LLVMBuildShl(ir.builder, number, ir.int64(2), c"".as_ptr());
            let number = LLVMBuildAdd(ir.builder, number, ir.int64(SHADOW_BASE as u64), c"".as_ptr());
            let cells = LLVMBuildIntToPtr(ir.builder, number, ir.ptr, c"".as_ptr());
            let ty = LLVMIntTypeInContext(ir.context, bytes as u32 * 32);
            let labels = LLVMBuildLoad2(ir.builder, ty, cells, c"".as_ptr());
            LLVMSetAlignment(labels, 4);
            LLVMBuildICmp(ir.builder, LLVMIntPredicate::LLVMIntNE, labels, LLVMConstNull(ty), c"".as_ptr())
        }
    }

    /// Records an access through a symbolic address, before it happens.
    pub unsafe fn access(&mut self, address: Value, bytes: u64, write: bool, before: Value) {
        unsafe {
            let (ir, label) = (self.ir, self.label(address));
            if ir.is_zero(label) {
                return;
            }
            ir.at(before);
            let symbolic = ir.is_symbolic(label);
            ir.when(symbolic, before, || {
                let mut arguments = [label, ir.int32(bytes as u32), ir.int32(write as u32)];
                ir.hook("__acute_access", ir.void(), &mut arguments);
            });
        }
    }

    /// Bytes of a value whose label can go through memory.
    unsafe fn whole_bytes(&self, ty: LLVMTypeRef) -> Option<u64> {
        unsafe { self.ir.tracked_width(ty).filter(|w| w % 8 == 0).map(|w| w as u64 / 8) }
    }

    pub unsafe fn load(&mut self, i: Value) {
        unsafe {
            let (ir, address, ty) = (self.ir, LLVMGetOperand(i, 0), LLVMTypeOf(i));
            let size = ir.store_size(ty);
            self.access(address, size, false, i);
            let next = self.after(i);
            ir.at(next);
            let Some(bytes) = self.whole_bytes(ty) else {
                return self.load_untracked(address, size, ty, next);
            };
            let labelled = self.labelled(address, bytes);
            let label = ir.label_if(labelled, next, || {
                let value = ir.widen(i);
                ir.hook("__acute_load", ir.i32, &mut [address, ir.int32(bytes as u32), value])
            });
            self.set_label(i, label);
        }
    }

    /// A load of something that carries no label: counted where the memory was symbolic.
    unsafe fn load_untracked(&mut self, address: Value, size: u64, ty: LLVMTypeRef, next: Value) {
        use LLVMTypeKind::*;
        unsafe {
            let ir = self.ir;
            if size == 0 || size > 64 {
                return;
            }
            let reason = match LLVMGetTypeKind(ty) {
                LLVMFloatTypeKind | LLVMDoubleTypeKind | LLVMX86_FP80TypeKind | LLVMHalfTypeKind => {
                    Reason::Float
                }
                _ => Reason::Wide,
            };
            let labelled = self.labelled(address, size);
            ir.when(labelled, next, || {
                let mut arguments = [ir.int32(reason as u32), address, ir.int32(size as u32)];
                ir.hook("__acute_load_lost", ir.void(), &mut arguments);
            });
        }
    }

    pub unsafe fn store(&mut self, i: Value) {
        unsafe {
            let (ir, value, address) = (self.ir, LLVMGetOperand(i, 0), LLVMGetOperand(i, 1));
            let ty = LLVMTypeOf(value);
            let size = ir.store_size(ty);
            self.access(address, size, true, i);
            ir.at(i);
            let mut label = self.label(value);
            if self.whole_bytes(ty).is_none() {
                ir.concretize(Reason::Wide, label, "store", i);
                label = ir.zero;
            }
            if size > 64 {
                // A struct or vector stored as a whole: rare enough for a call each time.
                ir.hook("__acute_fill", ir.void(), &mut [address, ir.int64(size), ir.zero]);
                return;
            }
            let mut needed = self.labelled(address, size);
            if !ir.is_zero(label) {
                needed = LLVMBuildOr(ir.builder, needed, ir.is_symbolic(label), c"".as_ptr());
            }
            ir.when(needed, i, || {
                ir.hook("__acute_store", ir.void(), &mut [address, ir.int32(size as u32), label]);
            });
        }
    }

    /// Atomic read-modify-write: done concretely, counted, and what is there now has no label.
    pub unsafe fn atomic(&mut self, i: Value) {
        unsafe {
            let ir = self.ir;
            let (address, operand) = (LLVMGetOperand(i, 0), LLVMGetOperand(i, 1));
            let size = ir.store_size(LLVMTypeOf(operand));
            self.access(address, size, true, i);
            self.lose(i, Reason::Instruction);
            ir.at(i);
            let labelled = self.labelled(address, size);
            ir.when(labelled, i, || {
                let reason = ir.int32(Reason::Instruction as u32);
                ir.hook("__acute_load_lost", ir.void(), &mut [reason, address, ir.int32(size as u32)]);
                ir.hook("__acute_store", ir.void(), &mut [address, ir.int32(size as u32), ir.zero]);
            });
        }
    }

    /// memcpy and memmove.
    pub unsafe fn copy(&mut self, i: Value) {
        unsafe {
            let ir = self.ir;
            let (to, from, len) = (LLVMGetOperand(i, 0), LLVMGetOperand(i, 1), LLVMGetOperand(i, 2));
            ir.concretize(Reason::Size, self.label(len), "memcpy", i);
            self.access(from, 1, false, i);
            self.access(to, 1, true, i);
            // Labels first: where the stretches overlap, the hook moves them like memmove does.
            ir.at(i);
            let len = ir.widen(len);
            ir.hook("__acute_copy", ir.void(), &mut [to, from, len]);
        }
    }

    /// memset.
    pub unsafe fn fill(&mut self, i: Value) {
        unsafe {
            let ir = self.ir;
            let (to, byte, len) = (LLVMGetOperand(i, 0), LLVMGetOperand(i, 1), LLVMGetOperand(i, 2));
            ir.concretize(Reason::Size, self.label(len), "memset", i);
            self.access(to, 1, true, i);
            ir.at(i);
            let (len, label) = (ir.widen(len), self.label(byte));
            ir.hook("__acute_fill", ir.void(), &mut [to, len, label]);
        }
    }
}
