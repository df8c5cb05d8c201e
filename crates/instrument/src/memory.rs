//! Loads, stores and copies: labels move with the bytes.
use crate::function::Function;
use crate::ir::Value;
use crate::leaves::Leaf;
use crate::values::packed;
use acute_trace::{FLAG_BITS, FLAGS_BASE, HANDED_OVER, Op, Reason};
use llvm_sys::core::*;
use llvm_sys::prelude::LLVMTypeRef;
use llvm_sys::{LLVMIntPredicate, LLVMTypeKind};

impl Function<'_> {
    /// Whether any of the `bytes` bytes at `address` may have a label: one load of their flags and a comparison.
    /// The flags of bytes around them are looked at, too; the hook looks at the labels themselves.
    pub unsafe fn labelled(&self, address: Value, bytes: u64) -> Value {
        unsafe {
            let ir = self.ir;
            let number = LLVMBuildPtrToInt(ir.builder, address, ir.i64, c"".as_ptr());
            let number = LLVMBuildLShr(ir.builder, number, ir.int64(FLAG_BITS as u64), c"".as_ptr());
            let number = LLVMBuildAdd(ir.builder, number, ir.int64(FLAGS_BASE as u64), c"".as_ptr());
            let flags = LLVMBuildIntToPtr(ir.builder, number, ir.ptr, c"".as_ptr());
            // Wherever the first byte lies: what a type says of its alignment is often not so.
            let count = ((1 << FLAG_BITS) + bytes - 1).div_ceil(1 << FLAG_BITS).next_power_of_two();
            let count = if bytes == 1 { 1 } else { count };
            let ty = LLVMIntTypeInContext(ir.context, count as u32 * 8);
            let flags = LLVMBuildLoad2(ir.builder, ty, flags, c"".as_ptr());
            LLVMSetAlignment(flags, 1);
            LLVMBuildICmp(ir.builder, LLVMIntPredicate::LLVMIntNE, flags, LLVMConstNull(ty), c"".as_ptr())
        }
    }

    /// Records an access through a symbolic address, before it happens; once for each pointer that addresses
    /// are made of by constants, and not again where every way here has recorded it.
    pub unsafe fn access(&mut self, address: Value, write: bool, before: Value) {
        unsafe {
            let (ir, label) = (self.ir, self.label(origin(address)));
            if ir.is_zero(label) {
                return;
            }
            let here = self.block;
            let known = |places: Option<&Vec<usize>>| {
                places.is_some_and(|all| all.iter().any(|b| self.dominators.dominates(*b, here)))
            };
            // A write is recorded as a read, too.
            if known(self.accessed.get(&(label, true))) || !write && known(self.accessed.get(&(label, false)))
            {
                return;
            }
            self.accessed.entry((label, write)).or_default().push(here);
            self.note_access(label, self.ir.int32(write as u32), before);
        }
    }

    /// Records that a pointer goes to a function that may follow it: whether it does is not known, so that what
    /// follows it later is recorded all the same.
    pub unsafe fn hand_over(&mut self, pointer: Value, before: Value) {
        unsafe {
            let label = self.label(origin(pointer));
            if !self.ir.is_zero(label) {
                self.note_access(label, self.ir.int32(HANDED_OVER), before);
            }
        }
    }

    unsafe fn note_access(&self, label: Value, how: Value, before: Value) {
        unsafe {
            let ir = self.ir;
            ir.at(before);
            ir.when(ir.is_symbolic(label), before, || {
                ir.hook("__acute_access", ir.void(), &mut [label, how]);
            });
        }
    }

    /// What of a type goes through memory with a label. None where something in it does not.
    unsafe fn in_memory(&self, ty: LLVMTypeRef) -> Option<Vec<Leaf>> {
        unsafe { self.ir.leaves(ty).filter(|l| l.iter().all(|l| l.width.is_some() && l.bytes > 0)) }
    }

    /// Whether any of the bytes has a label; of very many nobody asks beforehand.
    pub unsafe fn any_labelled(&self, address: Value, size: u64) -> Value {
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
            let leaves = self.in_memory(ty);
            if let Some([leaf]) = leaves.as_deref()
                && let Some(place) = self.indexed(address, leaf)
            {
                return self.load_at(&place, i, leaf);
            }
            self.access(address, false, i);
            let next = self.after(i);
            ir.at(next);
            let Some(leaves) = leaves else {
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
            let leaves = self.in_memory(ty);
            match leaves.as_deref() {
                Some([leaf]) => match self.indexed(address, leaf) {
                    Some(place) => self.store_at(&place, value, leaf, i),
                    None => self.access(address, true, i),
                },
                _ => self.access(address, true, i),
            }
            ir.at(i);
            let any = self.any_label(value);
            let Some(leaves) = leaves else {
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

    /// An access to `len` bytes. Where there are none the pointer is only handed over.
    unsafe fn access_some(&mut self, address: Value, len: Value, write: bool, before: Value) {
        unsafe {
            if !LLVMIsAConstantInt(len).is_null() && LLVMConstIntGetZExtValue(len) > 0 {
                return self.access(address, write, before);
            }
            let (ir, label) = (self.ir, self.label(origin(address)));
            if !ir.is_zero(label) {
                ir.at(before);
                let none = LLVMConstNull(LLVMTypeOf(len));
                let any = LLVMBuildICmp(ir.builder, LLVMIntPredicate::LLVMIntNE, len, none, c"".as_ptr());
                let (some, none) = (ir.int32(write as u32), ir.int32(HANDED_OVER));
                let how = LLVMBuildSelect(ir.builder, any, some, none, c"".as_ptr());
                self.note_access(label, how, before);
            }
        }
    }

    /// memcpy and memmove.
    pub unsafe fn copy(&mut self, i: Value) {
        unsafe {
            let ir = self.ir;
            let (to, from, len) = (LLVMGetOperand(i, 0), LLVMGetOperand(i, 1), LLVMGetOperand(i, 2));
            ir.concretize(Reason::Size, self.label(len), "memcpy", i);
            self.access_some(from, len, false, i);
            self.access_some(to, len, true, i);
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
            self.access_some(to, len, true, i);
            ir.at(i);
            let (len, label) = (ir.widen(len), self.label(byte));
            ir.hook("__acute_fill", ir.void(), &mut [to, len, label]);
        }
    }
}

/// What an address is so many bytes away from, that number being constant.
pub unsafe fn origin(mut address: Value) -> Value {
    unsafe {
        while is_constant_offset(address) {
            address = LLVMGetOperand(address, 0);
        }
        address
    }
}

/// Whether this is a pointer so many bytes away from another one, that number being constant.
pub unsafe fn is_constant_offset(i: Value) -> bool {
    unsafe {
        !LLVMIsAGetElementPtrInst(i).is_null()
            && LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMTypeKind::LLVMPointerTypeKind
            && (1..LLVMGetNumOperands(i) as u32).all(|k| !LLVMIsAConstantInt(LLVMGetOperand(i, k)).is_null())
    }
}

/// Whether a pointer is only followed, by loads and stores: then nobody asks for its label.
pub unsafe fn is_only_followed(pointer: Value, depth: u32) -> bool {
    unsafe {
        let mut each = LLVMGetFirstUse(pointer);
        while !each.is_null() {
            let user = LLVMGetUser(each);
            let follows = if !LLVMIsALoadInst(user).is_null() {
                true
            } else if !LLVMIsAStoreInst(user).is_null() {
                LLVMGetOperand(user, 0) != pointer
            } else {
                depth > 0 && is_constant_offset(user) && is_only_followed(user, depth - 1)
            };
            if !follows {
                return false;
            }
            each = LLVMGetNextUse(each);
        }
        true
    }
}
