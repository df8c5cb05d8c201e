//! Integers of 128 bits: two labels, one for each half.
//! ```c
//! unsigned __int128 z = x + y;
//! ```
//! becomes
//! ```c
//! z = x + y;
//! lz = any ? __acute_wide(ADD, lx0 | lx1 << 32, x0, x1, ly0 | ly1 << 32, y0, y1) : 0;   // both labels of z
//! ```
use crate::function::Emitter;
use crate::llvm::{IntPredicate, Opcode, TypeKind, Value};
use crate::values::packed;
use acute_trace::{Hook, Op, Reason, Wide};

impl Emitter<'_> {
    /// Is an integer of 128 bits.
    pub fn is_wide(&self, value: Value) -> bool {
        let ty = value.ty();
        ty.kind() == TypeKind::LLVMIntegerTypeKind && ty.int_width() == 128
    }

    /// Arithmetic.
    pub fn wide_binary(&mut self, i: Value) {
        use Opcode::*;

        let which = match i.opcode() {
            LLVMAdd => Wide::Add,
            LLVMSub => Wide::Sub,
            LLVMMul => Wide::Mul,
            LLVMAnd => Wide::And,
            LLVMOr => Wide::Or,
            LLVMXor => Wide::Xor,
            LLVMShl => Wide::Shl,
            LLVMLShr => Wide::LShr,
            LLVMAShr => Wide::AShr,
            _ => return self.concretize(i, Reason::Wide),
        };
        self.wide(i, which, i.operand(0), i.operand(1), false);
    }

    /// A comparison, as one of three: `a != b` is `!(a == b)`, `a <= b` is `!(b < a)`.
    pub fn wide_compare(&mut self, i: Value) {
        use IntPredicate::*;

        let (a, b) = (i.operand(0), i.operand(1));
        let (which, a, b, negated) = match i.icmp_predicate() {
            LLVMIntEQ => (Wide::Eq, a, b, false),
            LLVMIntNE => (Wide::Eq, a, b, true),
            LLVMIntUGT => (Wide::Ult, b, a, false),
            LLVMIntUGE => (Wide::Ult, a, b, true),
            LLVMIntULT => (Wide::Ult, a, b, false),
            LLVMIntULE => (Wide::Ult, b, a, true),
            LLVMIntSGT => (Wide::Slt, b, a, false),
            LLVMIntSGE => (Wide::Slt, a, b, true),
            LLVMIntSLT => (Wide::Slt, a, b, false),
            LLVMIntSLE => (Wide::Slt, b, a, true),
        };
        self.wide(i, which, a, b, negated);
    }

    /// Calls the hook where a half is symbolic. A comparison has one label, which may be negated.
    fn wide(&mut self, i: Value, which: Wide, a: Value, b: Value, negated: bool) {
        let ir = self.ir;
        let next = self.after(i);
        ir.at(next);
        let any = ir.either(self.any_label(a), self.any_label(b));
        let Some(leaves) = ir.leaves(a.ty()).filter(|_| !ir.is_zero(any)) else { return };
        let both = |value: Value| {
            let labels = self.parts(value);
            let [low, high] = [labels[0], labels[1]].map(|l| ir.builder.zext(l, ir.i64));
            let high = ir.builder.shl(high, ir.int64(32));
            let labels = ir.builder.or(low, high);
            [labels, ir.part(value, &leaves[0]), ir.part(value, &leaves[1])]
        };
        let one_bit = !ir.has_parts(i.ty());
        let symbolic = ir.is_symbolic(any);
        let labels = ir.labels_if(symbolic, next, if one_bit { 1 } else { 2 }, || {
            let ([la, a0, a1], [lb, b0, b1]) = (both(a), both(b));
            let arguments = [ir.int32(which as u32), la, a0, a1, lb, b0, b1];
            let made = ir.hook(Hook::Wide, &arguments);
            let low = ir.builder.trunc(made, ir.i32);
            if one_bit {
                return vec![if negated { self.negated(low, i) } else { low }];
            }
            let high = ir.builder.lshr(made, ir.int64(32));
            vec![low, ir.builder.trunc(high, ir.i32)]
        });
        self.set_parts(i, labels);
    }

    /// The label of `i`, the negation of the bit that has the label.
    fn negated(&self, label: Value, i: Value) -> Value {
        let ir = self.ir;
        let result = ir.widen(i);
        let opposite = ir.builder.xor(result, ir.int64(1));
        let operation = ir.int32(packed(Op::Xor, 1));
        ir.hook(Hook::Binary, &[operation, label, opposite, ir.zero, ir.int64(1), result])
    }

    /// A conversion between an integer of 128 bits and one of at most 64.
    pub fn wide_cast(&mut self, i: Value) {
        let (ir, x) = (self.ir, i.operand(0));
        let (labels, next) = (self.parts(x), self.after(i));
        ir.at(next);
        if self.is_wide(x) {
            // A truncation: something of the low half.
            let Some(width) = ir.tracked_width(i.ty()) else { return self.concretize(i, Reason::Wide) };
            if width == 64 || ir.is_zero(labels[0]) {
                return self.set_label(i, labels[0]);
            }
            let symbolic = ir.is_symbolic(labels[0]);
            let label = ir.label_if(symbolic, next, || {
                let operation = ir.int32(packed(Op::Extract, width));
                let result = ir.widen(i);
                ir.hook(Hook::Cast, &[operation, labels[0], result])
            });
            return self.set_label(i, label);
        }
        let (Some(width), Some(leaves)) = (ir.tracked_width(x.ty()), ir.leaves(i.ty())) else {
            return self.concretize(i, Reason::Wide);
        };
        if ir.is_zero(labels[0]) {
            return;
        }
        let signed = i.opcode() == Opcode::LLVMSExt;
        let symbolic = ir.is_symbolic(labels[0]);
        let labels = ir.labels_if(symbolic, next, 2, || {
            let (low, high) = (ir.part(i, &leaves[0]), ir.part(i, &leaves[1]));
            let mut label = labels[0];
            if width < 64 {
                let op = if signed { Op::SExt } else { Op::ZExt };
                label = ir.hook(Hook::Cast, &[ir.int32(packed(op, 64)), label, low]);
            }
            let sign = [ir.int32(packed(Op::AShr, 64)), label, low, ir.zero, ir.int64(63), high];
            vec![label, if signed { ir.hook(Hook::Binary, &sign) } else { ir.zero }]
        });
        self.set_parts(i, labels);
    }
}
