//! Arithmetic, comparisons, conversions, address computations.
//! ```c
//! z = x / y;
//! ```
//! becomes
//! ```c
//! if (lx | ly) __acute_divide(SDIV, lx, x, ly, y);      // may record y == 0, or INT_MIN / -1
//! z = x / y;
//! lz = (lx | ly) ? __acute_binary(SDIV, lx, x, ly, y, z) : 0;
//! ```
use crate::function::Emitter;
use crate::llvm::{IntPredicate, Opcode, TypeKind, Value};
use crate::memory::{is_constant_offset, is_only_followed};
use crate::trees::Later;
use acute_trace::{Hook, Op, Reason};

/// An operation and a width in one word, as the hooks take them.
pub fn packed(op: Op, width: u32) -> u32 {
    op.pack(width)
}

/// A comparison as one of the four relations of expressions, with its operands in order.
pub fn comparison(i: Value) -> (Op, Value, Value) {
    use IntPredicate::*;

    let (a, b) = (i.operand(0), i.operand(1));
    match i.icmp_predicate() {
        LLVMIntEQ => (Op::Eq, a, b),
        LLVMIntNE => (Op::Ne, a, b),
        LLVMIntUGT => (Op::Ult, b, a),
        LLVMIntUGE => (Op::Ule, b, a),
        LLVMIntULT => (Op::Ult, a, b),
        LLVMIntULE => (Op::Ule, a, b),
        LLVMIntSGT => (Op::Slt, b, a),
        LLVMIntSGE => (Op::Sle, b, a),
        LLVMIntSLT => (Op::Slt, a, b),
        LLVMIntSLE => (Op::Sle, a, b),
    }
}

impl Emitter<'_> {
    /// The instruction behind `i`: code that needs its result goes before it.
    pub fn after(&self, i: Value) -> Value {
        i.next_instruction()
    }

    /// Arithmetic of integers.
    pub fn binary(&mut self, i: Value) {
        use Opcode::*;

        let op = match i.opcode() {
            LLVMAdd => Op::Add,
            LLVMSub => Op::Sub,
            LLVMMul => Op::Mul,
            LLVMUDiv => Op::UDiv,
            LLVMSDiv => Op::SDiv,
            LLVMURem => Op::URem,
            LLVMSRem => Op::SRem,
            LLVMShl => Op::Shl,
            LLVMLShr => Op::LShr,
            LLVMAShr => Op::AShr,
            LLVMAnd => Op::And,
            LLVMOr => Op::Or,
            _ => Op::Xor,
        };
        let (a, b) = (i.operand(0), i.operand(1));
        if self.is_wide(i) {
            return self.wide_binary(i);
        }
        let Some(width) = self.ir.tracked_width(i.ty()) else {
            return self.concretize(i, Reason::Wide);
        };
        if matches!(op, Op::UDiv | Op::SDiv | Op::URem | Op::SRem) {
            self.divide(packed(op, width), a, b, i);
        }
        let hook = match op {
            Op::Shl | Op::LShr | Op::AShr => Hook::Shift,
            _ => Hook::Binary,
        };
        self.operation(hook, i, packed(op, width), a, b);
    }

    /// Records the conditions under which a division traps, before it does.
    fn divide(&mut self, operation: u32, a: Value, b: Value, before: Value) {
        let (ir, la, lb) = (self.ir, self.label(a), self.label(b));
        // A constant divisor traps always or never, but for -1.
        let harmless = b.as_signed_int().is_some_and(|n| n != -1);
        if ir.is_zero(la) && ir.is_zero(lb) || harmless {
            return;
        }
        ir.at(before);
        let symbolic = ir.is_symbolic(ir.either(la, lb));
        ir.when(symbolic, before, || {
            let (a, b) = (ir.widen(a), ir.widen(b));
            ir.hook(Hook::Divide, &[ir.int32(operation), la, a, lb, b]);
        });
    }

    /// `label(i) = (la | lb) ? hook(operation, la, a, lb, b, i) : 0`
    pub fn operation(&mut self, hook: Hook, i: Value, operation: u32, a: Value, b: Value) {
        let ir = self.ir;
        let next = self.after(i);
        ir.at(next);
        let any = ir.either(self.any(a), self.any(b));
        let later = |depth| Later::Operation { hook, operation, a, b, depth };
        if ir.is_zero(any) || self.wait(i, &[a, b], later) {
            return;
        }
        let symbolic = ir.is_symbolic(any);
        let label = ir.label_if(symbolic, next, || {
            let (la, lb) = (self.make(a), self.make(b));
            let (a, b, result) = (ir.widen(a), ir.widen(b), ir.widen(i));
            ir.hook(hook, &[ir.int32(operation), la, a, lb, b, result])
        });
        self.set_label(i, label);
    }

    /// A comparison of integers or pointers.
    pub fn compare(&mut self, i: Value) {
        let a = i.operand(0);
        if self.is_wide(a) {
            return self.wide_compare(i);
        }
        if self.ir.tracked_width(a.ty()).is_none() {
            return self.concretize(i, Reason::Wide);
        }
        if !self.only_decides(i) {
            let (op, a, b) = comparison(i);
            self.operation(Hook::Binary, i, packed(op, 1), a, b);
        }
    }

    /// A comparison of integers whose only user is a jump: both share a hook.
    pub fn only_decides(&self, i: Value) -> bool {
        let decides = |user: Value| user.is_branch() && !user.has_metadata("nosanitize");
        i.is_icmp()
            && self.ir.tracked_width(i.operand(0).ty()).is_some()
            && i.only_user().is_some_and(decides)
    }

    /// A conversion between integers and pointers.
    pub fn cast(&mut self, i: Value) {
        let ir = self.ir;
        let operand = i.operand(0);
        if self.is_wide(operand) || self.is_wide(i) {
            return self.wide_cast(i);
        }
        let next = self.after(i);
        ir.at(next);
        let any = self.any(operand);
        let (Some(from), Some(to)) = (ir.tracked_width(operand.ty()), ir.tracked_width(i.ty())) else {
            return self.concretize(i, Reason::Wide);
        };
        if ir.is_zero(any) {
            return;
        }
        let op = match i.opcode() {
            // No operation in front of one of these waits for it.
            _ if from == to => return self.set_label(i, any),
            Opcode::LLVMSExt => Op::SExt,
            _ if to < from => Op::Extract,
            _ => Op::ZExt,
        };
        let operation = packed(op, to);
        if self.wait(i, &[operand], |depth| Later::Cast { operation, operand, depth }) {
            return;
        }
        let symbolic = ir.is_symbolic(any);
        let label = ir.label_if(symbolic, next, || {
            let (label, result) = (self.make(operand), ir.widen(i));
            ir.hook(Hook::Cast, &[ir.int32(operation), label, result])
        });
        self.set_label(i, label);
    }

    /// `c ? a : b`
    pub fn select(&mut self, i: Value) {
        let ir = self.ir;
        if ir.has_parts(i.ty()) {
            return self.select_parts(i);
        }
        let (condition, yes, no) = (i.operand(0), i.operand(1), i.operand(2));
        let (lc, ly, ln) = (self.label(condition), self.label(yes), self.label(no));
        let Some(width) = ir.tracked_width(i.ty()) else {
            return self.concretize(i, Reason::Wide);
        };
        if ir.is_zero(lc) && ir.is_zero(ly) && ir.is_zero(ln) {
            return;
        }
        let next = self.after(i);
        ir.at(next);
        let symbolic = ir.is_symbolic(ir.either(lc, ir.either(ly, ln)));
        let label = ir.label_if(symbolic, next, || self.choose(condition, lc, (ly, yes), (ln, no), width));
        self.set_label(i, label);
    }

    /// Calls the hook for `condition ? yes : no`.
    pub fn choose(
        &self,
        c: Value,
        lc: Value,
        (ly, yes): (Value, Value),
        (ln, no): (Value, Value),
        width: u32,
    ) -> Value {
        let ir = self.ir;
        let taken = ir.builder.zext(c, ir.i32);
        let taken = ir.builder.shl(taken, ir.int32(8));
        let word = ir.builder.or(taken, ir.int32(width));
        let (yes, no) = (ir.widen(yes), ir.widen(no));
        ir.hook(Hook::Select, &[word, lc, ly, yes, ln, no])
    }

    /// Address arithmetic: base + constant + index * size ...
    pub fn index(&mut self, i: Value) {
        let ir = self.ir;
        if !i.ty().is_pointer() {
            return self.concretize(i, Reason::Wide);
        }
        // Accesses are recorded by the pointer behind it.
        if is_constant_offset(i) && is_only_followed(i, 4) {
            return;
        }
        let base = i.operand(0);
        let mut offset = 0u64;
        let mut steps = vec![];
        let mut ty = i.gep_source_type();
        for (k, index) in i.operands().skip(1).enumerate() {
            if k > 0 && ty.kind() == TypeKind::LLVMStructTypeKind {
                let field = index.as_int().unwrap_or(0) as u32;
                offset = offset.wrapping_add(ir.module.offset_of(ty, field));
                ty = ty.member(field);
                continue;
            }
            if k > 0 {
                ty = ty.element();
            }
            let size = ir.size_of(ty);
            match index.as_signed_int() {
                Some(n) => offset = offset.wrapping_add((n as u64).wrapping_mul(size)),
                None => steps.push((index, size)),
            }
        }
        let next = self.after(i);
        ir.at(next);
        let any = steps.iter().fold(self.label(base), |all, (index, _)| ir.either(all, self.any(*index)));
        if ir.is_zero(any) {
            return;
        }
        if steps.is_empty() && offset == 0 {
            return self.set_label(i, any);
        }
        let symbolic = ir.is_symbolic(any);
        let label = ir.label_if(symbolic, next, || self.sum(base, offset, &steps));
        self.set_label(i, label);
    }

    /// Emits the hooks of an address computation: the constant offset, then one for each index.
    fn sum(&self, base: Value, offset: u64, steps: &[(Value, u64)]) -> Value {
        let ir = self.ir;
        let mut value = ir.widen(base);
        let mut label = self.label(base);
        if offset != 0 {
            let sum = ir.builder.add(value, ir.int64(offset));
            label = ir.hook(Hook::Offset, &[label, value, ir.int64(offset)]);
            value = sum;
        }
        for (index, size) in steps {
            let width = index.ty().int_width();
            let wide = ir.builder.sext_or_bitcast(*index, ir.i64);
            let li = self.make(*index);
            let step = [label, value, li, wide, ir.int32(width), ir.int64(*size)];
            label = ir.hook(Hook::Index, &step.clone());
            let scaled = ir.builder.mul(wide, ir.int64(*size));
            value = ir.builder.add(value, scaled);
        }
        label
    }
}
