//! Loads and stores at an index that may be symbolic: `x = a[i]` becomes
//! ```c
//! unsigned known = l ? __acute_read(l, &a[i], &a[i], la, a, sizeof a << 4 | sizeof x) : 0;
//! x = a[i];
//! lx = any_label(&a[i]) ? (known ? known : __acute_load(...)) : known;
//! ```
//! where `l` is the label of the address: the check is the one that every access through a symbolic address
//! has.
use crate::function::Emitter;
use crate::leaves::Leaf;
use crate::llvm::{Linkage, Opcode, TypeKind, Value};
use crate::memory::origin;
use crate::trees::Later;
use acute_trace::Hook;
use std::collections::HashSet;

/// Bytes of the largest local that is zeroed because it is indexed.
const MOST_SETTLED: u64 = 4096;

/// The target of an access at a symbolic index.
pub struct Place {
    address: Value,
    /// The pointer that the address is a constant away from, and its label.
    origin: Value,
    label: Value,
    /// The pointer that it is computed from.
    root: Value,
    /// The size of the object, 0 where it is not known, and the bytes of the access, in one constant.
    shape: Value,
}

impl Emitter<'_> {
    /// The target of an access whose address contains an index that may be symbolic.
    pub fn indexed(&mut self, address: Value, leaf: &Leaf) -> Option<Place> {
        let origin = origin(address);
        let label = self.label(origin);
        let is_pointer = origin.ty().is_pointer();
        let whole_bytes = leaf.width.is_some_and(|w| w as u64 == leaf.bytes * 8);
        if self.ir.is_zero(label) || !whole_bytes || !is_pointer {
            return None;
        }
        let (mut root, mut indices, mut member) = (origin, false, None);
        while let Some(base) = base_of(root) {
            let mut operands = 1..root.operand_count();
            if operands.any(|k| self.may_be_symbolic(root.operand(k))) {
                indices = true;
                member = self.array_at(root).map(|size| (base, size));
            }
            root = base;
        }
        if !indices {
            return None;
        }
        let mut size = self.size_at(root);
        let is_local = root.is_alloca();
        if let Some((array, bytes)) = member.filter(|_| size > 0 || !is_local) {
            (root, size) = (array, bytes);
        }
        let shape = self.ir.int64(size << 4 | leaf.bytes);
        Some(Place { address, origin, label, root, shape })
    }

    /// Bytes of the array from which a getelementptr chooses an element, if its type has a length. An array of one element is
    /// often meant to have more.
    fn array_at(&self, i: Value) -> Option<u64> {
        let ty = i.gep_source_type();
        let is_array = ty.kind() == TypeKind::LLVMArrayTypeKind;
        let is_first = i.operand(1).as_int() == Some(0);
        (is_array && is_first && ty.array_length() > 1).then(|| self.ir.size_of(ty))
    }

    /// The value can have a label.
    fn may_be_symbolic(&self, value: Value) -> bool {
        match self.later.get(&value) {
            Some(Later::Operation { a, b, .. }) => self.may_be_symbolic(*a) || self.may_be_symbolic(*b),
            Some(Later::Cast { operand, .. }) => self.may_be_symbolic(*operand),
            None => !self.ir.is_zero(self.label(value)),
        }
    }

    /// `x = a[i]`, as at the top of this file.
    pub fn load_at(&mut self, place: &Place, i: Value, leaf: &Leaf) {
        let ir = self.ir;
        ir.at(i);
        let symbolic = ir.is_symbolic(place.label);
        let known = ir.label_if(symbolic, i, || ir.hook(Hook::Read, &self.arguments(place)));
        let next = self.after(i);
        ir.at(next);
        let labelled = self.any_labelled(place.address, leaf.bytes);
        let labels = ir.labels_or(labelled, next, &[known], || {
            let plain = self.load_leaf(place.address, i, leaf);
            vec![ir.builder.select(ir.is_symbolic(known), known, plain)]
        });
        self.set_parts(i, labels);
    }

    /// `a[i] = x`: labels every element that may be written, before the code of an ordinary store.
    pub fn store_at(&mut self, place: &Place, value: Value, leaf: &Leaf, before: Value) {
        let ir = self.ir;
        let label = self.any_label(value);
        ir.at(before);
        let symbolic = ir.is_symbolic(place.label);
        ir.when(symbolic, before, || {
            let part = ir.part(value, leaf);
            let mut arguments = self.arguments(place);
            arguments.extend([label, ir.widen(part)]);
            ir.hook(Hook::Write, &arguments);
        });
    }

    /// The arguments that both hooks begin with.
    fn arguments(&self, place: &Place) -> Vec<Value> {
        let Place { address, origin, label, root, shape } = *place;
        vec![label, origin, address, self.label(root), root, shape]
    }

    /// Bytes of the object that a pointer is the start of; 0 where that is not known here.
    fn size_at(&mut self, root: Value) -> u64 {
        let ir = self.ir;
        if root.is_alloca() {
            let each = ir.size_of(root.allocated_type());
            let size = root.operand(0).as_int().map_or(0, |count| each * count);
            return if self.settle(root, size) { size } else { 0 };
        }
        if root.is_global_variable() {
            let ty = root.value_type();
            let weak = root.linkage() == Linkage::LLVMExternalWeakLinkage;
            // An array that is declared without a length, and stands for one that is defined elsewhere, has one element.
            let short = ty.kind() == TypeKind::LLVMArrayTypeKind && ty.array_length() < 2;
            return if weak || short { 0 } else { ir.size_of(ty) };
        }
        let number = self.function.params().into_iter().position(|parameter| parameter == root);
        let ty = number.and_then(|n| self.function.param_type(n as u32, "byval"));
        ty.map_or(0, |ty| ir.size_of(ty))
    }

    /// Zeroes a local variable that is indexed; returns whether its initial bytes are now deterministic. Elements that no run
    /// has written are part of the expression that a read at a symbolic index gives, and must be the same in every run.
    fn settle(&mut self, local: Value, size: u64) -> bool {
        if self.settled.contains(&local) {
            return true;
        }
        if size == 0 || size > MOST_SETTLED {
            return false;
        }
        let ir = self.ir;
        let starts: Vec<Value> = local.users().into_iter().filter(|u| starts(*u) == Some(local)).collect();
        for start in if starts.is_empty() { vec![local] } else { starts } {
            ir.at(start.next_instruction());
            let (zero, len) = (ir.i8.const_int(0), ir.int64(size));
            ir.builder.memset(local, zero, len, local.alignment());
        }
        self.settled.insert(local);
        true
    }

    /// The local variables that the source initialises where it declares them. Computed before anything is inserted: both
    /// stand in one block then.
    pub fn initialised(&self, blocks: &[Vec<Value>]) -> HashSet<Value> {
        let mut all = HashSet::new();
        for block in blocks {
            let mut begun = HashSet::new();
            for &i in block {
                if i.is_alloca() {
                    begun.insert(i);
                }
                begun.extend(starts(i));
                all.extend(self.fills(i).filter(|local| begun.contains(local)));
            }
        }
        all
    }

    /// The local variable that an instruction writes as a whole.
    fn fills(&self, i: Value) -> Option<Value> {
        if !i.is_call_of("llvm.memset") && !i.is_call_of("llvm.memcpy") {
            return None;
        }
        let (to, len) = (i.operand(0), i.operand(2).as_int()?);
        (to.is_alloca() && len >= self.ir.size_of(to.allocated_type())).then_some(to)
    }
}

/// The pointer that a getelementptr starts from.
fn base_of(address: Value) -> Option<Value> {
    let is_constant = address.const_opcode() == Some(Opcode::LLVMGetElementPtr);
    (is_constant || address.is_get_element_ptr()).then(|| address.operand(0))
}

/// The local variable whose scope begins here.
fn starts(i: Value) -> Option<Value> {
    i.is_call_of("llvm.lifetime.start").then(|| i.operand(1))
}
