//! Values of several parts: structs, arrays, vectors and integers of 128 bits. Each part that can carry a label has one of
//! its own. `struct { int a; struct { char b; long c; } d; }` has three. An integer of 128 bits has two halves, low half
//! first, which is also their order in memory.
//! ```llvm
//! %s = insertvalue { i32, i64 } %whole, i64 %x, 1
//! ```
//! inserts no code: the labels of `%s` are those of `%whole`, with that of `%x` in the second place.
use crate::function::Emitter;
use crate::ir::Ir;
use crate::llvm::{Type, TypeKind, Value};
use acute_trace::{Hook, Reason};

/// Parts of the largest value that carries labels.
const MOST: usize = 128;

/// One step from a whole to a part of it.
#[derive(Clone, Copy)]
enum Step {
    Member(u32),
    Lane(u32),
    Half(u32),
}

/// A part of a value.
#[derive(Clone)]
pub struct Leaf {
    /// Its bits; none where it carries no label.
    pub width: Option<u32>,
    /// Bytes of memory between the start of the whole and it.
    pub offset: u64,
    /// Bytes of memory it takes; 0 for lanes of single bits, which are packed there.
    pub bytes: u64,
    way: Vec<Step>,
}

impl Ir {
    /// Values of the type have several parts.
    pub fn has_parts(&self, ty: Type) -> bool {
        use TypeKind::*;

        match ty.kind() {
            LLVMStructTypeKind | LLVMArrayTypeKind | LLVMVectorTypeKind => true,
            LLVMIntegerTypeKind => ty.int_width() == 128,
            _ => false,
        }
    }

    /// The parts of a type in order; none where there are too many.
    pub fn leaves(&self, ty: Type) -> Option<Vec<Leaf>> {
        let mut all = vec![];
        self.collect(ty, 0, &mut vec![], &mut all)?;
        Some(all)
    }

    /// Adds the parts of a type that lies `offset` bytes from the start of the whole.
    fn collect(&self, ty: Type, offset: u64, way: &mut Vec<Step>, all: &mut Vec<Leaf>) -> Option<()> {
        use TypeKind::*;

        let (count, step): (u32, fn(u32) -> Step) = match ty.kind() {
            LLVMStructTypeKind => (ty.member_count(), Step::Member),
            LLVMArrayTypeKind => (ty.array_length().try_into().ok()?, Step::Member),
            LLVMVectorTypeKind => (ty.vector_size(), Step::Lane),
            LLVMIntegerTypeKind if ty.int_width() == 128 => (2, Step::Half),
            _ => {
                let (width, bytes) = (self.tracked_width(ty), self.store_size(ty));
                all.push(Leaf { width, offset, bytes, way: way.clone() });
                return (all.len() <= MOST).then_some(());
            }
        };
        for k in 0..count {
            let (inner, distance) = match ty.kind() {
                LLVMStructTypeKind => (ty.member(k), self.module.offset_of(ty, k)),
                LLVMArrayTypeKind => (ty.element(), k as u64 * self.size_of(ty.element())),
                // Lanes lie side by side, without the gaps of an array.
                LLVMVectorTypeKind => (ty.element(), k as u64 * self.store_size(ty.element())),
                _ => (self.i64, k as u64 * 8),
            };
            way.push(step(k));
            self.collect(inner, offset + distance, way, all)?;
            way.pop();
            if let (LLVMVectorTypeKind, Some(lane)) = (ty.kind(), all.last_mut())
                && lane.width.is_some_and(|w| w % 8 != 0)
            {
                lane.bytes = 0;
            }
        }
        Some(())
    }

    /// Extracts a part of a value.
    pub fn part(&self, mut value: Value, leaf: &Leaf) -> Value {
        for step in &leaf.way {
            value = match *step {
                Step::Member(k) => self.builder.extract_value(value, k),
                Step::Lane(k) => self.builder.extract_element(value, self.int64(k as u64)),
                Step::Half(k) => {
                    let by = value.ty().const_int(k as u64 * 64);
                    let half = self.builder.lshr(value, by);
                    self.builder.trunc(half, self.i64)
                }
            };
        }
        value
    }
}

impl Emitter<'_> {
    /// The labels of a value's parts; one for a value that has none.
    pub fn parts(&self, value: Value) -> Vec<Value> {
        let ty = value.ty();
        if !self.ir.has_parts(ty) {
            return vec![self.label(value)];
        }
        let count = || self.ir.leaves(ty).map_or(0, |l| l.len());
        self.members.get(&value).cloned().unwrap_or_else(|| vec![self.ir.zero; count()])
    }

    /// Sets the labels of a value's parts.
    pub fn set_parts(&mut self, value: Value, labels: Vec<Value>) {
        if !self.ir.has_parts(value.ty()) {
            if let Some(label) = labels.first() {
                self.set_label(value, *label);
            }
        } else if labels.iter().any(|l| !self.ir.is_zero(*l)) {
            self.members.insert(value, labels);
        }
    }

    /// Not zero where any part of the value is symbolic.
    pub fn any_label(&self, value: Value) -> Value {
        self.parts(value).into_iter().fold(self.ir.zero, |all, l| self.ir.either(all, l))
    }

    /// Number of parts of a type.
    fn count(&self, ty: Type) -> usize {
        if self.ir.has_parts(ty) { self.ir.leaves(ty).map_or(0, |l| l.len()) } else { 1 }
    }

    /// The first part that the indices of an extractvalue or insertvalue name, and the number of parts.
    fn named(&self, whole: Type, i: Value) -> (usize, usize) {
        let (mut ty, mut first) = (whole, 0);
        let indices = i.indices();
        for index in indices {
            let is_struct = ty.kind() == TypeKind::LLVMStructTypeKind;
            let inner = |k| if is_struct { ty.member(k) } else { ty.element() };
            first += (0..index).map(|k| self.count(inner(k))).sum::<usize>();
            ty = inner(index);
        }
        (first, self.count(ty))
    }

    /// A member of a struct or an array.
    pub fn extract_member(&mut self, i: Value) {
        let whole = i.operand(0);
        let (first, count) = self.named(whole.ty(), i);
        let labels = self.parts(whole).get(first..first + count).map(<[Value]>::to_vec);
        self.set_parts(i, labels.unwrap_or_default());
    }

    /// A struct or an array with another member.
    pub fn insert_member(&mut self, i: Value) {
        let (whole, part) = (i.operand(0), i.operand(1));
        let (first, count) = self.named(i.ty(), i);
        let mut labels = self.parts(whole);
        match labels.get_mut(first..first + count) {
            Some(room) => room.copy_from_slice(&self.parts(part)),
            None => self.concretize(i, Reason::Instruction),
        }
        self.set_parts(i, labels);
    }

    /// A lane of a vector, at a constant index.
    pub fn extract_lane(&mut self, i: Value) {
        let Some(lane) = i.operand(1).as_int() else { return self.concretize(i, Reason::Instruction) };
        let label = self.parts(i.operand(0)).get(lane as usize).copied();
        self.set_label(i, label.unwrap_or(self.ir.zero));
    }

    /// A vector with another lane, at a constant index.
    pub fn insert_lane(&mut self, i: Value) {
        let (vector, part) = (i.operand(0), i.operand(1));
        let Some(lane) = i.operand(2).as_int() else { return self.concretize(i, Reason::Instruction) };
        let mut labels = self.parts(vector);
        if let Some(place) = labels.get_mut(lane as usize) {
            *place = self.label(part);
        }
        self.set_parts(i, labels);
    }

    /// The lanes of two vectors in another order.
    pub fn shuffle(&mut self, i: Value) {
        let both = [self.parts(i.operand(0)), self.parts(i.operand(1))].concat();
        let lane = |k| usize::try_from(i.mask_value(k)).ok().and_then(|n| both.get(n).copied());
        let count = i.ty().vector_size();
        self.set_parts(i, (0..count).map(|k| lane(k).unwrap_or(self.ir.zero)).collect());
    }

    /// `c ? a : b` of values with parts.
    pub fn select_parts(&mut self, i: Value) {
        let ir = self.ir;
        let (condition, yes, no) = (i.operand(0), i.operand(1), i.operand(2));
        let Some(leaves) = ir.leaves(i.ty()).filter(|_| !ir.has_parts(condition.ty())) else {
            return self.concretize(i, Reason::Wide);
        };
        let (lc, ly, ln) = (self.label(condition), self.parts(yes), self.parts(no));
        let next = self.after(i);
        ir.at(next);
        let any = ir.either(lc, ir.either(self.any_label(yes), self.any_label(no)));
        if ir.is_zero(any) {
            return;
        }
        let symbolic = ir.is_symbolic(any);
        let labels = ir.labels_if(symbolic, next, leaves.len(), || {
            let each = leaves.iter().zip(ly.iter().zip(&ln));
            let one = |(leaf, (ly, ln)): (&Leaf, (&Value, &Value))| match leaf.width {
                Some(width) => {
                    let (yes, no) = (ir.part(yes, leaf), ir.part(no, leaf));
                    self.choose(condition, lc, (*ly, yes), (*ln, no), width)
                }
                None => ir.zero,
            };
            each.map(one).collect()
        });
        self.set_parts(i, labels);
    }

    /// The same bits as another type. The runtime composes the parts of one type from the parts of the other, as a store and a
    /// load would.
    pub fn bit_cast(&mut self, i: Value) {
        let (ir, x) = (self.ir, i.operand(0));
        let (from, to) = (ir.leaves(x.ty()), ir.leaves(i.ty()));
        let good = |l: &Vec<Leaf>| l.iter().all(|l| l.width.is_some() && l.bytes > 0) && l.len() <= 16;
        let (Some(from), Some(to)) = (from.filter(good), to.filter(good)) else {
            return self.concretize(i, Reason::Wide);
        };
        if from.len() == 1 && to.len() == 1 {
            return self.set_parts(i, self.parts(x));
        }
        let next = self.after(i);
        ir.at(next);
        let (any, labels) = (self.any_label(x), self.parts(x));
        if ir.is_zero(any) {
            return;
        }
        let symbolic = ir.is_symbolic(any);
        let labels = ir.labels_if(symbolic, next, to.len(), || {
            for (leaf, label) in from.iter().zip(&labels) {
                let arguments = [ir.int64(leaf.offset), ir.int64(leaf.bytes), *label];
                ir.hook(Hook::RecastFrom, &arguments);
            }
            let one = |leaf: &Leaf| {
                let value = ir.widen(ir.part(i, leaf));
                let arguments = [ir.int64(leaf.offset), ir.int64(leaf.bytes), value];
                ir.hook(Hook::RecastTo, &arguments)
            };
            to.iter().map(one).collect()
        });
        self.set_parts(i, labels);
    }
}
