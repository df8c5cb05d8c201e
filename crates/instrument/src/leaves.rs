//! Values of several parts: structs, arrays, vectors and integers of 128 bits. Each part that can carry a
//! label has one of its own; `struct { int a; struct { char b; long c; } d; }` has three, an integer of
//! 128 bits has two halves, low half first, which is also their order in memory.
use crate::function::Function;
use crate::ir::{Ir, Value};
use acute_trace::Reason;
use llvm_sys::LLVMTypeKind;
use llvm_sys::core::*;
use llvm_sys::prelude::LLVMTypeRef;
use llvm_sys::target::LLVMOffsetOfElement;

/// Parts of a value at most; a larger one carries no labels.
const MOST: usize = 128;

/// How to come from the whole to a part.
#[derive(Clone, Copy)]
enum Step {
    Member(u32),
    Lane(u32),
    Half(u32),
}

/// A part of a value.
#[derive(Clone)]
pub struct Leaf {
    /// Bits of it; none where it carries no label.
    pub width: Option<u32>,
    /// Where it lies in memory, from the start of the whole.
    pub offset: u64,
    /// How much of memory it takes; 0 for lanes of single bits, which are packed there.
    pub bytes: u64,
    way: Vec<Step>,
}

impl Ir {
    /// Whether values of the type have several parts.
    pub unsafe fn has_parts(&self, ty: LLVMTypeRef) -> bool {
        use LLVMTypeKind::*;
        unsafe {
            match LLVMGetTypeKind(ty) {
                LLVMStructTypeKind | LLVMArrayTypeKind | LLVMVectorTypeKind => true,
                LLVMIntegerTypeKind => LLVMGetIntTypeWidth(ty) == 128,
                _ => false,
            }
        }
    }

    /// The parts of a type in order; none where there are too many.
    pub unsafe fn leaves(&self, ty: LLVMTypeRef) -> Option<Vec<Leaf>> {
        unsafe {
            let mut all = vec![];
            self.collect(ty, 0, &mut vec![], &mut all)?;
            Some(all)
        }
    }

    unsafe fn collect(
        &self,
        ty: LLVMTypeRef,
        offset: u64,
        way: &mut Vec<Step>,
        all: &mut Vec<Leaf>,
    ) -> Option<()> {
        use LLVMTypeKind::*;
        unsafe {
            let (count, step): (u32, fn(u32) -> Step) = match LLVMGetTypeKind(ty) {
                LLVMStructTypeKind => (LLVMCountStructElementTypes(ty), Step::Member),
                LLVMArrayTypeKind => (LLVMGetArrayLength2(ty).try_into().ok()?, Step::Member),
                LLVMVectorTypeKind => (LLVMGetVectorSize(ty), Step::Lane),
                LLVMIntegerTypeKind if LLVMGetIntTypeWidth(ty) == 128 => (2, Step::Half),
                _ => {
                    let (width, bytes) = (self.tracked_width(ty), self.store_size(ty));
                    all.push(Leaf { width, offset, bytes, way: way.clone() });
                    return (all.len() <= MOST).then_some(());
                }
            };
            for k in 0..count {
                let (inner, distance) = match LLVMGetTypeKind(ty) {
                    LLVMStructTypeKind => {
                        (LLVMStructGetTypeAtIndex(ty, k), LLVMOffsetOfElement(self.layout, ty, k))
                    }
                    LLVMArrayTypeKind => {
                        (LLVMGetElementType(ty), k as u64 * self.size_of(LLVMGetElementType(ty)))
                    }
                    // Lanes lie side by side, without the gaps of an array.
                    LLVMVectorTypeKind => {
                        (LLVMGetElementType(ty), k as u64 * self.store_size(LLVMGetElementType(ty)))
                    }
                    _ => (self.i64, k as u64 * 8),
                };
                way.push(step(k));
                self.collect(inner, offset + distance, way, all)?;
                way.pop();
                if let (LLVMVectorTypeKind, Some(lane)) = (LLVMGetTypeKind(ty), all.last_mut())
                    && lane.width.is_some_and(|w| w % 8 != 0)
                {
                    lane.bytes = 0;
                }
            }
            Some(())
        }
    }

    /// A part out of a value.
    pub unsafe fn part(&self, mut value: Value, leaf: &Leaf) -> Value {
        unsafe {
            for step in &leaf.way {
                value = match *step {
                    Step::Member(k) => LLVMBuildExtractValue(self.builder, value, k, c"".as_ptr()),
                    Step::Lane(k) => {
                        LLVMBuildExtractElement(self.builder, value, self.int64(k as u64), c"".as_ptr())
                    }
                    Step::Half(k) => {
                        let by = LLVMConstInt(LLVMTypeOf(value), k as u64 * 64, 0);
                        let half = LLVMBuildLShr(self.builder, value, by, c"".as_ptr());
                        LLVMBuildTrunc(self.builder, half, self.i64, c"".as_ptr())
                    }
                };
            }
            value
        }
    }
}

impl Function<'_> {
    /// The labels of a value's parts; one for a value that has none.
    pub unsafe fn parts(&self, value: Value) -> Vec<Value> {
        unsafe {
            let ty = LLVMTypeOf(value);
            if !self.ir.has_parts(ty) {
                return vec![self.label(value)];
            }
            let count = || self.ir.leaves(ty).map_or(0, |l| l.len());
            self.members.get(&value).cloned().unwrap_or_else(|| vec![self.ir.zero; count()])
        }
    }

    pub unsafe fn set_parts(&mut self, value: Value, labels: Vec<Value>) {
        unsafe {
            if !self.ir.has_parts(LLVMTypeOf(value)) {
                if let Some(label) = labels.first() {
                    self.set_label(value, *label);
                }
            } else if labels.iter().any(|l| !self.ir.is_zero(*l)) {
                self.members.insert(value, labels);
            }
        }
    }

    /// Not zero where any part of the value is symbolic.
    pub unsafe fn any_label(&self, value: Value) -> Value {
        unsafe { self.parts(value).into_iter().fold(self.ir.zero, |all, l| self.ir.either(all, l)) }
    }

    /// How many parts a type has.
    unsafe fn count(&self, ty: LLVMTypeRef) -> usize {
        unsafe { if self.ir.has_parts(ty) { self.ir.leaves(ty).map_or(0, |l| l.len()) } else { 1 } }
    }

    /// The first part that the indices of an extractvalue or insertvalue name, and how many there are.
    unsafe fn named(&self, whole: LLVMTypeRef, i: Value) -> (usize, usize) {
        unsafe {
            let (mut ty, mut first) = (whole, 0);
            let indices = std::slice::from_raw_parts(LLVMGetIndices(i), LLVMGetNumIndices(i) as usize);
            for &index in indices {
                let is_struct = LLVMGetTypeKind(ty) == LLVMTypeKind::LLVMStructTypeKind;
                let inner =
                    |k| if is_struct { LLVMStructGetTypeAtIndex(ty, k) } else { LLVMGetElementType(ty) };
                first += (0..index).map(|k| self.count(inner(k))).sum::<usize>();
                ty = inner(index);
            }
            (first, self.count(ty))
        }
    }

    pub unsafe fn extract_member(&mut self, i: Value) {
        unsafe {
            let whole = LLVMGetOperand(i, 0);
            let (first, count) = self.named(LLVMTypeOf(whole), i);
            let labels = self.parts(whole).get(first..first + count).map(<[Value]>::to_vec);
            self.set_parts(i, labels.unwrap_or_default());
        }
    }

    pub unsafe fn insert_member(&mut self, i: Value) {
        unsafe {
            let (whole, part) = (LLVMGetOperand(i, 0), LLVMGetOperand(i, 1));
            let (first, count) = self.named(LLVMTypeOf(i), i);
            let mut labels = self.parts(whole);
            match labels.get_mut(first..first + count) {
                Some(room) => room.copy_from_slice(&self.parts(part)),
                None => self.lose(i, Reason::Instruction),
            }
            self.set_parts(i, labels);
        }
    }

    /// A lane out of a vector. Which one must be known.
    pub unsafe fn extract_lane(&mut self, i: Value) {
        unsafe {
            let (vector, index) = (LLVMGetOperand(i, 0), LLVMIsAConstantInt(LLVMGetOperand(i, 1)));
            if index.is_null() {
                return self.lose(i, Reason::Instruction);
            }
            let label = self.parts(vector).get(LLVMConstIntGetZExtValue(index) as usize).copied();
            self.set_label(i, label.unwrap_or(self.ir.zero));
        }
    }

    pub unsafe fn insert_lane(&mut self, i: Value) {
        unsafe {
            let (vector, part) = (LLVMGetOperand(i, 0), LLVMGetOperand(i, 1));
            let index = LLVMIsAConstantInt(LLVMGetOperand(i, 2));
            if index.is_null() {
                return self.lose(i, Reason::Instruction);
            }
            let mut labels = self.parts(vector);
            if let Some(place) = labels.get_mut(LLVMConstIntGetZExtValue(index) as usize) {
                *place = self.label(part);
            }
            self.set_parts(i, labels);
        }
    }

    /// Lanes out of two vectors.
    pub unsafe fn shuffle(&mut self, i: Value) {
        unsafe {
            let both = [self.parts(LLVMGetOperand(i, 0)), self.parts(LLVMGetOperand(i, 1))].concat();
            let lane = |k| usize::try_from(LLVMGetMaskValue(i, k)).ok().and_then(|n| both.get(n).copied());
            let count = LLVMGetVectorSize(LLVMTypeOf(i));
            self.set_parts(i, (0..count).map(|k| lane(k).unwrap_or(self.ir.zero)).collect());
        }
    }

    /// `c ? a : b` of values with parts.
    pub unsafe fn select_parts(&mut self, i: Value) {
        unsafe {
            let ir = self.ir;
            let (condition, yes, no) = (LLVMGetOperand(i, 0), LLVMGetOperand(i, 1), LLVMGetOperand(i, 2));
            let Some(leaves) = ir.leaves(LLVMTypeOf(i)).filter(|_| !ir.has_parts(LLVMTypeOf(condition)))
            else {
                return self.lose(i, Reason::Wide);
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
    }

    /// The same bits as another type: through memory they would be the same bytes, so the runtime puts the
    /// parts of one together from the parts of the other.
    pub unsafe fn bit_cast(&mut self, i: Value) {
        unsafe {
            let (ir, x) = (self.ir, LLVMGetOperand(i, 0));
            let (from, to) = (ir.leaves(LLVMTypeOf(x)), ir.leaves(LLVMTypeOf(i)));
            let good = |l: &Vec<Leaf>| l.iter().all(|l| l.width.is_some() && l.bytes > 0) && l.len() <= 16;
            let (Some(from), Some(to)) = (from.filter(good), to.filter(good)) else {
                return self.lose(i, Reason::Wide);
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
                    let mut arguments = [ir.int64(leaf.offset), ir.int64(leaf.bytes), *label];
                    ir.hook("__acute_recast_from", ir.void(), &mut arguments);
                }
                let one = |leaf: &Leaf| {
                    let value = ir.widen(ir.part(i, leaf));
                    let mut arguments = [ir.int64(leaf.offset), ir.int64(leaf.bytes), value];
                    ir.hook("__acute_recast_to", ir.i32, &mut arguments)
                };
                to.iter().map(one).collect()
            });
            self.set_parts(i, labels);
        }
    }
}
