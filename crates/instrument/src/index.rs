//! Loads and stores at an index that may be symbolic: `x = a[i]` becomes
//! ```c
//! unsigned known = l ? __acute_read(l, &a[i], &a[i], la, a, sizeof a << 4 | sizeof x) : 0;
//! x = a[i];
//! lx = any_label(&a[i]) ? (known ? known : __acute_load(...)) : known;
//! ```
//! where `l` is the label of the address: the check is the one that every access through a symbolic address
//! has.
use crate::function::Function;
use crate::ir::Value;
use crate::leaves::Leaf;
use crate::memory::origin;
use crate::trees::Later;
use llvm_sys::core::*;
use llvm_sys::prelude::LLVMTypeRef;
use llvm_sys::{LLVMLinkage, LLVMOpcode, LLVMTypeKind};
use std::collections::HashSet;

/// Locals larger than this are only followed where the source initialises them.
const MOST_SETTLED: u64 = 4096;

/// Locals larger than this are not told of.
const MOST_NOTED: u64 = 64 << 10;

/// Where an access at an index goes.
pub struct Place {
    address: Value,
    /// What the address is a constant away from, and its label.
    origin: Value,
    label: Value,
    /// The pointer that it is computed from.
    root: Value,
    /// The size of the object there, if it is known, and the bytes of the access: one constant.
    shape: Value,
}

impl Function<'_> {
    /// Where an access goes that has an index which may be symbolic.
    pub unsafe fn indexed(&mut self, address: Value, leaf: &Leaf) -> Option<Place> {
        unsafe {
            let origin = origin(address);
            let label = self.label(origin);
            let is_pointer = LLVMGetTypeKind(LLVMTypeOf(origin)) == LLVMTypeKind::LLVMPointerTypeKind;
            let whole_bytes = leaf.width.is_some_and(|w| w as u64 == leaf.bytes * 8);
            if self.ir.is_zero(label) || !whole_bytes || !is_pointer {
                return None;
            }
            let (mut root, mut indices, mut member) = (origin, false, None);
            while let Some(base) = base_of(root) {
                let mut operands = 1..LLVMGetNumOperands(root) as u32;
                if operands.any(|k| self.may_be_symbolic(LLVMGetOperand(root, k))) {
                    indices = true;
                    member = self.array_at(root).map(|size| (base, size));
                }
                root = base;
            }
            if !indices {
                return None;
            }
            let mut size = self.size_at(root);
            let is_local = !LLVMIsAAllocaInst(root).is_null();
            if let Some((array, bytes)) = member.filter(|_| size > 0 || !is_local) {
                (root, size) = (array, bytes);
            }
            let shape = self.ir.int64(size << 4 | leaf.bytes);
            Some(Place { address, origin, label, root, shape })
        }
    }

    /// Bytes of the array that a getelementptr chooses an element of, if its type says how many there are. What
    /// has one is often meant to have more.
    unsafe fn array_at(&self, i: Value) -> Option<u64> {
        unsafe {
            let ty = LLVMGetGEPSourceElementType(i);
            let is_array = LLVMGetTypeKind(ty) == LLVMTypeKind::LLVMArrayTypeKind;
            let first = LLVMIsAConstantInt(LLVMGetOperand(i, 1));
            let is_first = !first.is_null() && LLVMConstIntGetZExtValue(first) == 0;
            (is_array && is_first && LLVMGetArrayLength2(ty) > 1).then(|| self.ir.size_of(ty))
        }
    }

    /// Tells of the local arrays that others are given pointers to.
    pub unsafe fn note_locals(&mut self, entry: &[Value]) {
        unsafe {
            let ir = self.ir;
            let mut before = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(self.value));
            while !LLVMIsAAllocaInst(before).is_null() {
                before = LLVMGetNextInstruction(before);
            }
            for &local in entry.iter().filter(|i| !LLVMIsAAllocaInst(**i).is_null()) {
                let ty = LLVMGetAllocatedType(local);
                let count = LLVMIsAConstantInt(LLVMGetOperand(local, 0));
                let is_one = !count.is_null() && LLVMConstIntGetZExtValue(count) == 1;
                let size = ir.size_of(ty);
                if is_one && has_array(ty) && size <= MOST_NOTED && leaves(local) {
                    ir.at(before);
                    ir.hook("__acute_local", ir.void(), &mut [local, ir.int64(size)]);
                }
            }
        }
    }

    /// Whether a value can have a label.
    unsafe fn may_be_symbolic(&self, value: Value) -> bool {
        unsafe {
            match self.later.get(&value) {
                Some(Later::Operation { a, b, .. }) => self.may_be_symbolic(*a) || self.may_be_symbolic(*b),
                Some(Later::Cast { operand, .. }) => self.may_be_symbolic(*operand),
                None => !self.ir.is_zero(self.label(value)),
            }
        }
    }

    /// `x = a[i]`, see above.
    pub unsafe fn load_at(&mut self, place: &Place, i: Value, leaf: &Leaf) {
        unsafe {
            let ir = self.ir;
            ir.at(i);
            let symbolic = ir.is_symbolic(place.label);
            let known =
                ir.label_if(symbolic, i, || ir.hook("__acute_read", ir.i32, &mut self.arguments(place)));
            let next = self.after(i);
            ir.at(next);
            let labelled = self.any_labelled(place.address, leaf.bytes);
            let labels = ir.labels_or(labelled, next, &[known], || {
                let plain = self.load_leaf(place.address, i, leaf);
                vec![LLVMBuildSelect(ir.builder, ir.is_symbolic(known), known, plain, c"".as_ptr())]
            });
            self.set_parts(i, labels);
        }
    }

    /// `a[i] = x`: labels every element that may be meant, before the usual code, which leaves it at that.
    pub unsafe fn store_at(&mut self, place: &Place, value: Value, leaf: &Leaf, before: Value) {
        unsafe {
            let ir = self.ir;
            let label = self.any_label(value);
            ir.at(before);
            let symbolic = ir.is_symbolic(place.label);
            ir.when(symbolic, before, || {
                let part = ir.part(value, leaf);
                let mut arguments = self.arguments(place);
                arguments.extend([label, ir.widen(part)]);
                ir.hook("__acute_write", ir.void(), &mut arguments);
            });
        }
    }

    unsafe fn arguments(&self, place: &Place) -> Vec<Value> {
        unsafe {
            let Place { address, origin, label, root, shape } = *place;
            vec![label, origin, address, self.label(root), root, shape]
        }
    }

    /// Bytes of the object that a pointer is the start of; 0 where that is not known here.
    unsafe fn size_at(&mut self, root: Value) -> u64 {
        unsafe {
            let ir = self.ir;
            if !LLVMIsAAllocaInst(root).is_null() {
                let count = LLVMIsAConstantInt(LLVMGetOperand(root, 0));
                let each = ir.size_of(LLVMGetAllocatedType(root));
                let size = if count.is_null() { 0 } else { each * LLVMConstIntGetZExtValue(count) };
                return if self.settle(root, size) { size } else { 0 };
            }
            if !LLVMIsAGlobalVariable(root).is_null() {
                let weak = LLVMGetLinkage(root) == LLVMLinkage::LLVMExternalWeakLinkage;
                return if weak { 0 } else { ir.size_of(LLVMGlobalGetValueType(root)) };
            }
            let parameters = 0..LLVMCountParams(self.value);
            let number = parameters.into_iter().find(|n| LLVMGetParam(self.value, *n) == root);
            number.and_then(|n| self.is_byval(self.value, n, false)).map_or(0, |ty| ir.size_of(ty))
        }
    }

    /// An element that no run has written still stands in the expression of what is read at an index. So that
    /// it is the same in every run, a local variable that is indexed starts as zeros. Whether it does.
    unsafe fn settle(&mut self, local: Value, size: u64) -> bool {
        unsafe {
            if self.settled.contains(&local) {
                return true;
            }
            if size == 0 || size > MOST_SETTLED {
                return false;
            }
            let ir = self.ir;
            let starts: Vec<Value> = users(local).into_iter().filter(|u| starts(*u) == Some(local)).collect();
            for start in if starts.is_empty() { vec![local] } else { starts } {
                ir.at(LLVMGetNextInstruction(start));
                let (zero, len) = (LLVMConstInt(ir.i8, 0, 0), ir.int64(size));
                LLVMBuildMemSet(ir.builder, local, zero, len, LLVMGetAlignment(local));
            }
            self.settled.insert(local);
            true
        }
    }

    /// The local variables that the source initialises where it declares them. Asked before anything is
    /// inserted: both stand in one block then.
    pub unsafe fn initialised(&self, blocks: &[Vec<Value>]) -> HashSet<Value> {
        unsafe {
            let mut all = HashSet::new();
            for block in blocks {
                let mut begun = HashSet::new();
                for &i in block {
                    if !LLVMIsAAllocaInst(i).is_null() {
                        begun.insert(i);
                    }
                    begun.extend(starts(i));
                    all.extend(self.fills(i).filter(|local| begun.contains(local)));
                }
            }
            all
        }
    }

    /// The local variable that an instruction fills from its start to its end.
    unsafe fn fills(&self, i: Value) -> Option<Value> {
        unsafe {
            if !is_call(i, "llvm.memset") && !is_call(i, "llvm.memcpy") {
                return None;
            }
            let (to, len) = (LLVMGetOperand(i, 0), LLVMIsAConstantInt(LLVMGetOperand(i, 2)));
            let is_local = !LLVMIsAAllocaInst(to).is_null() && !len.is_null();
            let size = || self.ir.size_of(LLVMGetAllocatedType(to));
            (is_local && LLVMConstIntGetZExtValue(len) >= size()).then_some(to)
        }
    }
}

/// Whether a type is an array or has one.
unsafe fn has_array(ty: LLVMTypeRef) -> bool {
    unsafe {
        match LLVMGetTypeKind(ty) {
            LLVMTypeKind::LLVMArrayTypeKind => LLVMGetArrayLength2(ty) > 1,
            LLVMTypeKind::LLVMStructTypeKind => {
                (0..LLVMCountStructElementTypes(ty)).any(|k| has_array(LLVMStructGetTypeAtIndex(ty, k)))
            }
            _ => false,
        }
    }
}

/// Whether a pointer to a local, or into it, goes to another function or into memory.
unsafe fn leaves(pointer: Value) -> bool {
    unsafe {
        users(pointer).into_iter().any(|user| {
            if !LLVMIsAGetElementPtrInst(user).is_null() || !LLVMIsAPHINode(user).is_null() {
                return !LLVMIsAPHINode(user).is_null() || leaves(user);
            }
            if !LLVMIsACallInst(user).is_null() {
                return !crate::function::value_name(LLVMGetCalledValue(user)).starts_with("llvm.");
            }
            !LLVMIsAStoreInst(user).is_null() && LLVMGetOperand(user, 0) == pointer
        })
    }
}

/// What an address is computed from by a getelementptr.
unsafe fn base_of(address: Value) -> Option<Value> {
    unsafe {
        let is_constant = !LLVMIsAConstantExpr(address).is_null()
            && LLVMGetConstOpcode(address) == LLVMOpcode::LLVMGetElementPtr;
        (is_constant || !LLVMIsAGetElementPtrInst(address).is_null()).then(|| LLVMGetOperand(address, 0))
    }
}

unsafe fn is_call(i: Value, name: &str) -> bool {
    unsafe {
        !LLVMIsACallInst(i).is_null() && crate::function::value_name(LLVMGetCalledValue(i)).starts_with(name)
    }
}

/// The local variable whose scope begins here.
unsafe fn starts(i: Value) -> Option<Value> {
    unsafe { is_call(i, "llvm.lifetime.start").then(|| LLVMGetOperand(i, 1)) }
}

unsafe fn users(value: Value) -> Vec<Value> {
    unsafe {
        let mut all = vec![];
        let mut each = LLVMGetFirstUse(value);
        while !each.is_null() {
            all.push(LLVMGetUser(each));
            each = LLVMGetNextUse(each);
        }
        all
    }
}
