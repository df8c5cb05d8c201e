//! Atomic operations: a load, an operation and a store, with one label each.
use crate::function::Emitter;
use crate::llvm::{AtomicOp, Value};
use crate::values::packed;
use acute_trace::{Compound, Hook, Op, Reason};

impl Emitter<'_> {
    /// `old = atomic_fetch_add(p, x)` becomes
    /// ```c
    /// old = atomic_fetch_add(p, x); lold = label of *p; label of *p = (lold | lx) ? __acute_binary(...) : 0;
    /// ```
    pub fn atomic(&mut self, i: Value) {
        use AtomicOp::*;

        let (ir, address, x) = (self.ir, i.operand(0), i.operand(1));
        let size = ir.store_size(x.ty());
        self.access(address, true, i);
        let Some(width) = ir.tracked_width(x.ty()) else {
            return self.atomic_untracked(i, address, size);
        };
        let next = self.after(i);
        ir.at(next);
        let (old, lx) = (self.old_label(i, address, size, next), self.label(x));
        self.set_label(i, old);
        let simple = |op: Op, value: Value| {
            let arguments = [ir.int32(packed(op, width)), old, ir.widen(i), lx, ir.widen(x), ir.widen(value)];
            ir.hook(Hook::Binary, &arguments)
        };
        let compound = |which: Compound| {
            // The result is what memory holds now.
            let now = ir.widen(ir.builder.load(x.ty(), address));
            let operation = ir.int32(which as u32 | width << 8);
            let arguments = [operation, old, ir.widen(i), lx, ir.widen(x), ir.zero, ir.int64(0), now];
            ir.hook(Hook::Compound, &arguments)
        };
        let b = &ir.builder;
        let any = ir.either(old, lx);
        let symbolic = ir.is_symbolic(any);
        let label = ir.label_if(symbolic, next, || match i.atomic_op() {
            LLVMAtomicRMWBinOpXchg => lx,
            LLVMAtomicRMWBinOpAdd => simple(Op::Add, b.add(i, x)),
            LLVMAtomicRMWBinOpSub => simple(Op::Sub, b.sub(i, x)),
            LLVMAtomicRMWBinOpAnd => simple(Op::And, b.and(i, x)),
            LLVMAtomicRMWBinOpOr => simple(Op::Or, b.or(i, x)),
            LLVMAtomicRMWBinOpXor => simple(Op::Xor, b.xor(i, x)),
            LLVMAtomicRMWBinOpFAdd => simple(Op::FAdd, b.fadd(i, x)),
            LLVMAtomicRMWBinOpFSub => simple(Op::FSub, b.fsub(i, x)),
            LLVMAtomicRMWBinOpNand => {
                let both = b.and(i, x);
                let (label, not) = (simple(Op::And, both), b.not(both));
                let (both, not, ones) = (ir.widen(both), ir.widen(not), ir.int64(u64::MAX >> (64 - width)));
                let arguments = [ir.int32(packed(Op::Xor, width)), label, both, ir.zero, ones, not];
                ir.hook(Hook::Binary, &arguments)
            }
            LLVMAtomicRMWBinOpMax => compound(Compound::Smax),
            LLVMAtomicRMWBinOpMin => compound(Compound::Smin),
            LLVMAtomicRMWBinOpUMax => compound(Compound::Umax),
            LLVMAtomicRMWBinOpUMin => compound(Compound::Umin),
            _ => {
                let (reason, name) = (ir.int32(Reason::Instruction as u32), ir.name("atomicrmw"));
                ir.hook(Hook::Concretize, &[reason, any, name]);
                ir.zero
            }
        });
        self.new_label(address, size, label, next);
    }

    /// `atomic_compare_exchange(p, &expected, x)`: the success flag is the expression `old == expected`, and memory then holds
    /// `old == expected ? x : old`.
    pub fn compare_exchange(&mut self, i: Value) {
        let (ir, address) = (self.ir, i.operand(0));
        let (expected, x) = (i.operand(1), i.operand(2));
        let size = ir.store_size(x.ty());
        self.access(address, true, i);
        let Some(width) = ir.tracked_width(x.ty()) else {
            return self.atomic_untracked(i, address, size);
        };
        let next = self.after(i);
        ir.at(next);
        let old = ir.builder.extract_value(i, 0);
        let same = ir.builder.extract_value(i, 1);
        let lold = self.old_label(old, address, size, next);
        let (le, lx) = (self.label(expected), self.label(x));
        let symbolic = ir.is_symbolic(ir.either(lold, ir.either(le, lx)));
        let labels = ir.labels_if(symbolic, next, 2, || {
            let operation = ir.int32(packed(Op::Eq, 1));
            let arguments = [operation, lold, ir.widen(old), le, ir.widen(expected), ir.widen(same)];
            let lsame = ir.hook(Hook::Binary, &arguments);
            vec![lsame, self.choose(same, lsame, (lx, x), (lold, old), width)]
        });
        self.set_parts(i, vec![lold, labels[0]]);
        self.new_label(address, size, labels[1], next);
    }

    /// The label of the value that an atomic operation found: memory still has it.
    fn old_label(&self, old: Value, address: Value, size: u64, next: Value) -> Value {
        let ir = self.ir;
        let labelled = self.labelled(address, size);
        ir.label_if(labelled, next, || {
            let value = ir.widen(old);
            ir.hook(Hook::Load, &[address, ir.int32(size as u32), value])
        })
    }

    /// Labels the value that an atomic operation left in memory.
    fn new_label(&self, address: Value, size: u64, label: Value, next: Value) {
        let ir = self.ir;
        let labelled = self.labelled(address, size);
        let needed = ir.builder.or(labelled, ir.is_symbolic(label));
        ir.when(needed, next, || {
            ir.hook(Hook::Store, &[address, ir.int32(size as u32), label]);
        });
    }

    /// Concretizes an atomic operation on a value that is too wide for a label.
    fn atomic_untracked(&mut self, i: Value, address: Value, size: u64) {
        let ir = self.ir;
        self.concretize(i, Reason::Wide);
        ir.at(i);
        let labelled = self.labelled(address, size);
        ir.when(labelled, i, || {
            let reason = ir.int32(Reason::Wide as u32);
            ir.hook(Hook::LoadLost, &[reason, address, ir.int32(size as u32)]);
            ir.hook(Hook::Store, &[address, ir.int32(size as u32), ir.zero]);
        });
    }
}
