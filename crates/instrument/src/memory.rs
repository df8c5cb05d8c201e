//! Loads, stores and copies: labels move with the bytes.
use crate::function::Function;
use crate::ir::Value;
use crate::leaves::Leaf;
use crate::values::packed;
use acute_trace::{Op, Reason, SHADOW_BASE, SHADOW_MASK};
use llvm_sys::core::*;
use llvm_sys::prelude::LLVMTypeRef;
use llvm_sys::{LLVMIntPredicate, LLVMTypeKind};

impl Function<'_> {
    /// Whether any of the `bytes` bytes at `address` has a label: one wide load and a comparison.
    pub unsafe fn labelled(&self, address: Value, bytes: u64) -> Value {
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

    /// What of a type goes through memory with a label. None where something in it does not.
    unsafe fn in_memory(&self, ty: LLVMTypeRef) -> Option<Vec<Leaf>> {
        unsafe { self.ir.leaves(ty).filter(|l| l.iter().all(|l| l.width.is_some() && l.bytes > 0)) }
    }

    /// Whether any of the bytes has a label; of very many nobody asks beforehand.
    unsafe fn any_labelled(&self, address: Value, size: u64) -> Value {
        unsafe {
            if size > 64 {
                return LLVMConstInt(LLVMInt1TypeInContext(self.ir.context), 1, 0);
            }
            self.labelled(address, size)
        }
    }

    /// `x = *p` becomes `x = *p; lx = any_label(p) ? __acute_load(p, sizeof x, x) : 0`
    pub unsafe fn load(&mut self, i: Value) {
        unsafe {
            let (ir, address, ty) = (self.ir, LLVMGetOperand(i, 0), LLVMTypeOf(i));
            let size = ir.store_size(ty);
            self.access(address, size, false, i);
            let next = self.after(i);
            ir.at(next);
            let Some(leaves) = self.in_memory(ty) else {
                return self.load_untracked(address, size, ty, next);
            };
            if leaves.is_empty() {
                return;
            }
            let labelled = self.any_labelled(address, size);
            let labels = ir.labels_if(labelled, next, leaves.len(), || {
                leaves.iter().map(|leaf| self.load_leaf(address, i, leaf)).collect()
            });
            self.set_parts(i, labels);
        }
    }

    /// The label of a part of `whole`, just loaded from `address`. What has bits that fill no byte lies in
    /// memory with zeros above.
    pub unsafe fn load_leaf(&self, address: Value, whole: Value, leaf: &Leaf) -> Value {
        unsafe {
            let ir = self.ir;
            let part = ir.part(whole, leaf);
            let (value, at) = (ir.widen(part), ir.offset(address, leaf.offset));
            let mut arguments = [at, ir.int32(leaf.bytes as u32), value];
            let label = ir.hook("__acute_load", ir.i32, &mut arguments);
            match leaf.width {
                Some(width) if width as u64 != leaf.bytes * 8 => {
                    ir.hook("__acute_cast", ir.i32, &mut [ir.int32(packed(Op::Extract, width)), label, value])
                }
                _ => label,
            }
        }
    }

    /// A load of something that carries no label, such as a long double: counted where memory has one.
    unsafe fn load_untracked(&mut self, address: Value, size: u64, ty: LLVMTypeRef, next: Value) {
        use LLVMTypeKind::*;
        unsafe {
            let ir = self.ir;
            let reason = match LLVMGetTypeKind(ty) {
                LLVMX86_FP80TypeKind | LLVMFP128TypeKind | LLVMHalfTypeKind | LLVMBFloatTypeKind => {
                    Reason::Float
                }
                _ => Reason::Wide,
            };
            let labelled = self.any_labelled(address, size);
            ir.when(labelled, next, || {
                let mut arguments = [ir.int32(reason as u32), address, ir.int32(size as u32)];
                ir.hook("__acute_load_lost", ir.void(), &mut arguments);
            });
        }
    }

    /// `*p = x` becomes `if (lx || any_label(p)) __acute_store(p, sizeof x, lx); *p = x`
    pub unsafe fn store(&mut self, i: Value) {
        unsafe {
            let (ir, value, address) = (self.ir, LLVMGetOperand(i, 0), LLVMGetOperand(i, 1));
            let ty = LLVMTypeOf(value);
            let size = ir.store_size(ty);
            self.access(address, size, true, i);
            ir.at(i);
            let any = self.any_label(value);
            let Some(leaves) = self.in_memory(ty) else {
                ir.concretize(Reason::Wide, any, "store", i);
                return self.forget(address, size, i);
            };
            if leaves.is_empty() {
                return;
            }
            let mut needed = self.any_labelled(address, size);
            if !ir.is_zero(any) {
                needed = LLVMBuildOr(ir.builder, needed, ir.is_symbolic(any), c"".as_ptr());
            }
            let labels = self.parts(value);
            ir.when(needed, i, || {
                // One call for what has no label at all.
                if ir.is_zero(any) {
                    return self.forget_now(address, size);
                }
                for (leaf, label) in leaves.iter().zip(labels) {
                    let part = ir.part(value, leaf);
                    self.store_leaf(ir.offset(address, leaf.offset), leaf, label, part);
                }
            });
        }
    }

    pub unsafe fn store_leaf(&self, address: Value, leaf: &Leaf, mut label: Value, value: Value) {
        unsafe {
            let ir = self.ir;
            if leaf.width.is_some_and(|w| w as u64 != leaf.bytes * 8) && !ir.is_zero(label) {
                let operation = ir.int32(packed(Op::ZExt, leaf.bytes as u32 * 8));
                label = ir.hook("__acute_cast", ir.i32, &mut [operation, label, ir.widen(value)]);
            }
            ir.hook("__acute_store", ir.void(), &mut [address, ir.int32(leaf.bytes as u32), label]);
        }
    }

    /// What lies there no longer has a label.
    unsafe fn forget(&self, address: Value, size: u64, before: Value) {
        unsafe {
            let labelled = self.any_labelled(address, size);
            self.ir.when(labelled, before, || self.forget_now(address, size));
        }
    }

    unsafe fn forget_now(&self, address: Value, size: u64) {
        unsafe {
            let ir = self.ir;
            if size <= 16 {
                ir.hook("__acute_store", ir.void(), &mut [address, ir.int32(size as u32), ir.zero]);
            } else {
                ir.hook("__acute_fill", ir.void(), &mut [address, ir.int64(size), ir.zero]);
            }
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
