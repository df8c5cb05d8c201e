//! Loads, stores and copies: labels move with the bytes.
//! ```c
//! *q = *p;
//! ```
//! becomes
//! ```c
//! if (lp) __acute_access(lp, 0);
//! x = *p; lx = any_label(p) ? __acute_load(p, sizeof x, x) : 0;
//! if (lq) __acute_access(lq, 1);
//! if (lx || any_label(q)) __acute_store(q, sizeof x, lx);
//! *q = x;
//! ```
use crate::function::Emitter;
use crate::leaves::Leaf;
use crate::llvm::{IntPredicate, Type, TypeKind, Value};
use crate::values::packed;
use acute_trace::{FLAG_BITS, FLAGS_BASE, HANDED_OVER, Hook, Op, Reason};
use std::collections::BTreeMap;

impl Emitter<'_> {
    /// The condition that any of `bytes` bytes at `address` may have a label: their flags are loaded and compared. Bytes that
    /// share a flag with them are included; the hook reads the labels themselves. Flags of other bytes are not: those of a
    /// redzone are always set.
    pub fn labelled(&self, address: Value, bytes: u64) -> Value {
        let ir = self.ir;
        let number = ir.builder.ptr_to_int(address, ir.i64);
        let whole = bytes >> FLAG_BITS;
        let first = self.flags(number, whole.max(1));
        let is_one = bytes == 1 || whole == 0 && is_aligned(address, bytes);
        if is_one {
            return ir.builder.icmp(IntPredicate::LLVMIntNE, first, first.ty().const_null());
        }
        let last = self.flags(ir.builder.add(number, ir.int64(bytes - 1)), 1);
        let last = if first.ty() == last.ty() { last } else { ir.builder.zext(last, first.ty()) };
        let any = ir.builder.or(first, last);
        ir.builder.icmp(IntPredicate::LLVMIntNE, any, any.ty().const_null())
    }

    /// So many flags from that of an address on, as one number.
    fn flags(&self, address: Value, count: u64) -> Value {
        let ir = self.ir;
        let number = ir.builder.lshr(address, ir.int64(FLAG_BITS as u64));
        let number = ir.builder.add(number, ir.int64(FLAGS_BASE as u64));
        let flags =
            ir.builder.load(ir.module.int_type(count as u32 * 8), ir.builder.int_to_ptr(number, ir.ptr));
        flags.set_alignment(1);
        flags
    }

    /// Records an access through a symbolic address, before it happens. Once for all addresses that are a constant away from one
    /// pointer, and not again where every path here has recorded it.
    pub fn access(&mut self, address: Value, write: bool, before: Value) {
        let (ir, label) = (self.ir, self.label(origin(address)));
        if ir.is_zero(label) {
            return;
        }
        let (from, to) = self.dominators.span(self.block);
        // None of them dominates another: the last one before this block may dominate it, no other can.
        let known = |places: Option<&BTreeMap<usize, usize>>| {
            places.and_then(|all| all.range(..=from).next_back()).is_some_and(|(_, end)| from < *end)
        };
        // A write is recorded as a read, too.
        if known(self.accessed.get(&(label, true))) || !write && known(self.accessed.get(&(label, false))) {
            return;
        }
        self.accessed.entry((label, write)).or_default().insert(from, to);
        self.note_access(label, self.ir.int32(write as u32), before);
    }

    /// Records that a pointer goes to a function that may dereference it. It may not: later accesses are recorded all the same.
    pub fn hand_over(&mut self, pointer: Value, before: Value) {
        let label = self.label(origin(pointer));
        if !self.ir.is_zero(label) {
            self.note_access(label, self.ir.int32(HANDED_OVER), before);
        }
    }

    /// Before `before`: `if (label) __acute_access(label, how)`
    fn note_access(&self, label: Value, how: Value, before: Value) {
        let ir = self.ir;
        ir.at(before);
        ir.when(ir.is_symbolic(label), before, || {
            ir.hook(Hook::Access, &[label, how]);
        });
    }

    /// The parts of a type, if all of them go through memory with a label.
    fn in_memory(&self, ty: Type) -> Option<Vec<Leaf>> {
        self.ir.leaves(ty).filter(|l| l.iter().all(|l| l.width.is_some() && l.bytes > 0))
    }

    /// The same as [`Emitter::labelled`]; always true for objects so large that the hook decides faster.
    pub fn any_labelled(&self, address: Value, size: u64) -> Value {
        if size > 64 {
            return self.ir.always();
        }
        self.labelled(address, size)
    }

    /// `x = *p` becomes `x = *p; lx = any_label(p) ? __acute_load(p, sizeof x, x) : 0`
    pub fn load(&mut self, i: Value) {
        let (ir, address, ty) = (self.ir, i.operand(0), i.ty());
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

    /// The label of a part of `whole`, just loaded from `address`. Memory has zeros above the bits of a part that fills no byte.
    pub fn load_leaf(&self, address: Value, whole: Value, leaf: &Leaf) -> Value {
        let ir = self.ir;
        let part = ir.part(whole, leaf);
        let (value, at) = (ir.widen(part), ir.offset(address, leaf.offset));
        let arguments = [at, ir.int32(leaf.bytes as u32), value];
        let label = ir.hook(Hook::Load, &arguments);
        // It stands before the next instruction, and may end the run.
        label.set_place_of(whole);
        match leaf.width {
            Some(width) if width as u64 != leaf.bytes * 8 => {
                ir.hook(Hook::Cast, &[ir.int32(packed(Op::Extract, width)), label, value])
            }
            _ => label,
        }
    }

    /// A load of a type that carries no label, such as long double: concretizes what memory has.
    fn load_untracked(&mut self, address: Value, size: u64, ty: Type, next: Value) {
        use TypeKind::*;

        let ir = self.ir;
        let reason = match ty.kind() {
            LLVMX86_FP80TypeKind | LLVMFP128TypeKind | LLVMHalfTypeKind | LLVMBFloatTypeKind => Reason::Float,
            _ => Reason::Wide,
        };
        let labelled = self.any_labelled(address, size);
        ir.when(labelled, next, || {
            let arguments = [ir.int32(reason as u32), address, ir.int32(size as u32)];
            ir.hook(Hook::LoadLost, &arguments);
        });
    }

    /// `*p = x` becomes `if (lx || any_label(p)) __acute_store(p, sizeof x, lx); *p = x`
    pub fn store(&mut self, i: Value) {
        let (ir, value, address) = (self.ir, i.operand(0), i.operand(1));
        let ty = value.ty();
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
            needed = ir.builder.or(needed, ir.is_symbolic(any));
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

    /// Labels the bytes of one part.
    pub fn store_leaf(&self, address: Value, leaf: &Leaf, mut label: Value, value: Value) {
        let ir = self.ir;
        if leaf.width.is_some_and(|w| w as u64 != leaf.bytes * 8) && !ir.is_zero(label) {
            let operation = ir.int32(packed(Op::ZExt, leaf.bytes as u32 * 8));
            label = ir.hook(Hook::Cast, &[operation, label, ir.widen(value)]);
        }
        ir.hook(Hook::Store, &[address, ir.int32(leaf.bytes as u32), label]);
    }

    /// Clears the labels of memory, where it has any.
    fn forget(&self, address: Value, size: u64, before: Value) {
        let labelled = self.any_labelled(address, size);
        self.ir.when(labelled, before, || self.forget_now(address, size));
    }

    /// Clears the labels of memory.
    fn forget_now(&self, address: Value, size: u64) {
        let ir = self.ir;
        if size <= 16 {
            ir.hook(Hook::Store, &[address, ir.int32(size as u32), ir.zero]);
        } else {
            ir.hook(Hook::Fill, &[address, ir.int64(size), ir.zero]);
        }
    }

    /// Records an access to `len` bytes. Where `len` is 0 the pointer is only passed on.
    fn access_some(&mut self, address: Value, len: Value, write: bool, before: Value) {
        if len.as_int().is_some_and(|len| len > 0) {
            return self.access(address, write, before);
        }
        let (ir, label) = (self.ir, self.label(origin(address)));
        if !ir.is_zero(label) {
            ir.at(before);
            let none = len.ty().const_null();
            let any = ir.builder.icmp(IntPredicate::LLVMIntNE, len, none);
            let (some, none) = (ir.int32(write as u32), ir.int32(HANDED_OVER));
            let how = ir.builder.select(any, some, none);
            self.note_access(label, how, before);
        }
    }

    /// Records that a symbolic length may be larger than the objects.
    fn room(&mut self, len: Value, places: &[Value], before: Value) {
        let (ir, label) = (self.ir, self.label(len));
        if ir.is_zero(label) {
            return;
        }
        ir.at(before);
        let symbolic = ir.is_symbolic(label);
        ir.when(symbolic, before, || {
            for place in places {
                let origin = origin(*place);
                ir.hook(Hook::Room, &[label, ir.widen(len), self.label(origin), origin, *place]);
            }
        });
    }

    /// memcpy and memmove: copies labels as bytes.
    pub fn copy(&mut self, i: Value) {
        let ir = self.ir;
        let (to, from, len) = (i.operand(0), i.operand(1), i.operand(2));
        self.room(len, &[from, to], i);
        ir.concretize(Reason::Size, self.label(len), "memcpy", i);
        self.access_some(from, len, false, i);
        self.access_some(to, len, true, i);
        // Labels first: where the stretches overlap, the hook moves them like memmove does.
        ir.at(i);
        let len = ir.widen(len);
        // A struct that is assigned is copied by memcpy, too.
        if i.called_value().is_some_and(|callee| callee.name().starts_with("llvm.memmove")) {
            ir.hook(Hook::Copy, &[to, from, len]);
        } else {
            let labels = [self.label(to), self.label(from)];
            ir.hook(Hook::CopyApart, &[to, from, len, labels[0], labels[1]]);
        }
    }

    /// memset: labels each byte.
    pub fn fill(&mut self, i: Value) {
        let ir = self.ir;
        let (to, byte, len) = (i.operand(0), i.operand(1), i.operand(2));
        self.room(len, &[to], i);
        ir.concretize(Reason::Size, self.label(len), "memset", i);
        self.access_some(to, len, true, i);
        ir.at(i);
        let (len, label) = (ir.widen(len), self.label(byte));
        ir.hook(Hook::Fill, &[to, len, label]);
    }
}

/// Is the address of a variable whose bytes share one flag. What a type says of its alignment is often not so.
fn is_aligned(address: Value, bytes: u64) -> bool {
    let is_variable = address.is_alloca() || address.is_global_variable() && !address.is_declaration();
    is_variable && u64::from(address.alignment()) >= bytes
}

/// The pointer that an address is a constant number of bytes away from.
pub fn origin(mut address: Value) -> Value {
    while is_constant_offset(address) {
        address = address.operand(0);
    }
    address
}

/// Is a pointer a constant number of bytes away from another one.
pub fn is_constant_offset(i: Value) -> bool {
    i.is_get_element_ptr() && i.ty().is_pointer() && i.operands().skip(1).all(Value::is_constant_int)
}

/// Is a pointer that only loads and stores use, through at most `depth` constant offsets: its label is not needed.
pub fn is_only_followed(pointer: Value, depth: u32) -> bool {
    pointer.users().into_iter().all(|user| {
        if user.is_load() {
            true
        } else if user.is_store() {
            user.operand(0) != pointer
        } else {
            depth > 0 && is_constant_offset(user) && is_only_followed(user, depth - 1)
        }
    })
}
