//! Atomic operations: a load, an operation and a store, with one label each.
use crate::function::Function;
use crate::ir::Value;
use crate::values::packed;
use acute_trace::{Compound, Op, Reason};
use llvm_sys::LLVMAtomicRMWBinOp;
use llvm_sys::core::*;

impl Function<'_> {
    /// `old = atomic_fetch_add(p, x)` becomes
    /// ```c
    /// old = atomic_fetch_add(p, x); lold = label of *p; label of *p = (lold | lx) ? __acute_binary(...) : 0;
    /// ```
    pub unsafe fn atomic(&mut self, i: Value) {
        use LLVMAtomicRMWBinOp::*;
        unsafe {
            let (ir, address, x) = (self.ir, LLVMGetOperand(i, 0), LLVMGetOperand(i, 1));
            let size = ir.store_size(LLVMTypeOf(x));
            self.access(address, true, i);
            let Some(width) = ir.tracked_width(LLVMTypeOf(x)) else {
                return self.atomic_lost(i, address, size);
            };
            let next = self.after(i);
            ir.at(next);
            let (old, lx) = (self.old_label(i, address, size, next), self.label(x));
            self.set_label(i, old);
            let simple = |op: Op, value: Value| {
                let mut arguments =
                    [ir.int32(packed(op, width)), old, ir.widen(i), lx, ir.widen(x), ir.widen(value)];
                ir.hook("__acute_binary", ir.i32, &mut arguments)
            };
            let compound = |which: Compound| {
                // The result is what memory holds now.
                let now = ir.widen(LLVMBuildLoad2(ir.builder, LLVMTypeOf(x), address, c"".as_ptr()));
                let operation = ir.int32(which as u32 | width << 8);
                let mut arguments = [operation, old, ir.widen(i), lx, ir.widen(x), ir.zero, ir.int64(0), now];
                ir.hook("__acute_compound", ir.i32, &mut arguments)
            };
            let b = ir.builder;
            let any = ir.either(old, lx);
            let symbolic = ir.is_symbolic(any);
            let label = ir.label_if(symbolic, next, || match LLVMGetAtomicRMWBinOp(i) {
                LLVMAtomicRMWBinOpXchg => lx,
                LLVMAtomicRMWBinOpAdd => simple(Op::Add, LLVMBuildAdd(b, i, x, c"".as_ptr())),
                LLVMAtomicRMWBinOpSub => simple(Op::Sub, LLVMBuildSub(b, i, x, c"".as_ptr())),
                LLVMAtomicRMWBinOpAnd => simple(Op::And, LLVMBuildAnd(b, i, x, c"".as_ptr())),
                LLVMAtomicRMWBinOpOr => simple(Op::Or, LLVMBuildOr(b, i, x, c"".as_ptr())),
                LLVMAtomicRMWBinOpXor => simple(Op::Xor, LLVMBuildXor(b, i, x, c"".as_ptr())),
                LLVMAtomicRMWBinOpFAdd => simple(Op::FAdd, LLVMBuildFAdd(b, i, x, c"".as_ptr())),
                LLVMAtomicRMWBinOpFSub => simple(Op::FSub, LLVMBuildFSub(b, i, x, c"".as_ptr())),
                LLVMAtomicRMWBinOpNand => {
                    let both = LLVMBuildAnd(b, i, x, c"".as_ptr());
                    let (label, not) = (simple(Op::And, both), LLVMBuildNot(b, both, c"".as_ptr()));
                    let (both, not, ones) =
                        (ir.widen(both), ir.widen(not), ir.int64(u64::MAX >> (64 - width)));
                    let mut arguments = [ir.int32(packed(Op::Xor, width)), label, both, ir.zero, ones, not];
                    ir.hook("__acute_binary", ir.i32, &mut arguments)
                }
                LLVMAtomicRMWBinOpMax => compound(Compound::Smax),
                LLVMAtomicRMWBinOpMin => compound(Compound::Smin),
                LLVMAtomicRMWBinOpUMax => compound(Compound::Umax),
                LLVMAtomicRMWBinOpUMin => compound(Compound::Umin),
                _ => {
                    let (reason, name) = (ir.int32(Reason::Instruction as u32), ir.name("atomicrmw"));
                    ir.hook("__acute_concretize", ir.void(), &mut [reason, any, name]);
                    ir.zero
                }
            });
            self.new_label(address, size, label, next);
        }
    }

    /// `atomic_compare_exchange(p, &expected, x)`: whether it was as expected is an expression, and so is
    /// what lies there now: `old == expected ? x : old`.
    pub unsafe fn compare_exchange(&mut self, i: Value) {
        unsafe {
            let (ir, address) = (self.ir, LLVMGetOperand(i, 0));
            let (expected, x) = (LLVMGetOperand(i, 1), LLVMGetOperand(i, 2));
            let size = ir.store_size(LLVMTypeOf(x));
            self.access(address, true, i);
            let Some(width) = ir.tracked_width(LLVMTypeOf(x)) else {
                return self.atomic_lost(i, address, size);
            };
            let next = self.after(i);
            ir.at(next);
            let old = LLVMBuildExtractValue(ir.builder, i, 0, c"".as_ptr());
            let same = LLVMBuildExtractValue(ir.builder, i, 1, c"".as_ptr());
            let lold = self.old_label(old, address, size, next);
            let (le, lx) = (self.label(expected), self.label(x));
            let symbolic = ir.is_symbolic(ir.either(lold, ir.either(le, lx)));
            let labels = ir.labels_if(symbolic, next, 2, || {
                let operation = ir.int32(packed(Op::Eq, 1));
                let mut arguments = [operation, lold, ir.widen(old), le, ir.widen(expected), ir.widen(same)];
                let lsame = ir.hook("__acute_binary", ir.i32, &mut arguments);
                vec![lsame, self.choose(same, lsame, (lx, x), (lold, old), width)]
            });
            self.set_parts(i, vec![lold, labels[0]]);
            self.new_label(address, size, labels[1], next);
        }
    }

    /// The label of what an atomic operation found: its own label still stands there.
    unsafe fn old_label(&self, old: Value, address: Value, size: u64, next: Value) -> Value {
        unsafe {
            let ir = self.ir;
            let labelled = self.labelled(address, size);
            ir.label_if(labelled, next, || {
                let value = ir.widen(old);
                ir.hook("__acute_load", ir.i32, &mut [address, ir.int32(size as u32), value])
            })
        }
    }

    unsafe fn new_label(&self, address: Value, size: u64, label: Value, next: Value) {
        unsafe {
            let ir = self.ir;
            let labelled = self.labelled(address, size);
            let needed = LLVMBuildOr(ir.builder, labelled, ir.is_symbolic(label), c"".as_ptr());
            ir.when(needed, next, || {
                ir.hook("__acute_store", ir.void(), &mut [address, ir.int32(size as u32), label]);
            });
        }
    }

    /// Too wide to be followed: counted, and what is there now has no label.
    unsafe fn atomic_lost(&mut self, i: Value, address: Value, size: u64) {
        unsafe {
            let ir = self.ir;
            self.lose(i, Reason::Wide);
            ir.at(i);
            let labelled = self.labelled(address, size);
            ir.when(labelled, i, || {
                let reason = ir.int32(Reason::Wide as u32);
                ir.hook("__acute_load_lost", ir.void(), &mut [reason, address, ir.int32(size as u32)]);
                ir.hook("__acute_store", ir.void(), &mut [address, ir.int32(size as u32), ir.zero]);
            });
        }
    }
}
