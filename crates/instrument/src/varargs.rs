//! Variadic functions. The callee finds what `...` stands for in memory that no instrumented code writes: registers saved by
//! its prologue, and the stack. The caller notes the labels by place (System V ABI for x86-64, 3.5.7). The callee takes them
//! over at its entry, and va_start puts them where va_arg will read.
//! ```c
//! f(n, x);
//! ```
//! becomes
//! ```c
//! if (lx) { __acute_va_begin(); __acute_va_value(8, 4, lx); }
//! __acute_va_info = (lx != 0) << 32 | 0; __acute_va_for = f;
//! f(n, x);
//! ```
use crate::function::Emitter;
use crate::llvm::{IntPredicate, TypeKind, Value};
use acute_trace::{Hook, Reason, Slot, VA_BYTES, VA_STACK};

/// The places of the next argument of each class, as offsets into the register save area, which the stack area follows.
struct Places {
    general: u64,
    vector: u64,
    stack: u64,
    /// The end of the named arguments on the stack: va_arg begins there.
    named: u64,
}

impl Places {
    /// The place of an integer or pointer.
    fn general(&mut self) -> u64 {
        if self.general + 8 > 48 {
            return self.stack(8, 8);
        }
        self.general += 8;
        self.general - 8
    }

    /// The place of a floating-point number.
    fn vector(&mut self, bytes: u64) -> u64 {
        if self.vector + 16 > VA_STACK as u64 {
            return self.stack(bytes, bytes);
        }
        self.vector += 16;
        self.vector - 16
    }

    /// A place on the stack.
    fn stack(&mut self, bytes: u64, align: u64) -> u64 {
        let at = self.stack.next_multiple_of(align.max(8));
        self.stack = (at + bytes).next_multiple_of(8);
        VA_STACK as u64 + at - self.named
    }
}

impl Emitter<'_> {
    /// Before a call of a variadic function: notes the label of each argument, where any is symbolic.
    pub fn va_pass(&mut self, i: Value, callee: Value) {
        use TypeKind::*;

        let (ir, ty) = (self.ir, i.called_type());
        if !ty.is_var_arg() {
            return;
        }
        let fixed = ty.param_count();
        let mut places = Places { general: 0, vector: 48, stack: 0, named: 0 };
        let (mut values, mut copies, mut lost) = (vec![], vec![], vec![]);
        for n in 0..i.arg_count() {
            if n == fixed {
                places.named = places.stack;
            }
            let argument = i.operand(n);
            let ty = argument.ty();
            let bytes = ir.store_size(ty);
            let label = self.label(argument);
            if let Some(ty) = i.arg_type(n, "byval") {
                let at = places.stack(ir.size_of(ty), i.arg_alignment(n).unwrap_or(8));
                if n >= fixed {
                    copies.push((at, argument, ir.size_of(ty)));
                }
                continue;
            }
            let at = match ty.kind() {
                LLVMIntegerTypeKind if bytes <= 8 => places.general(),
                LLVMPointerTypeKind => places.general(),
                LLVMFloatTypeKind | LLVMDoubleTypeKind => places.vector(bytes),
                LLVMVectorTypeKind if bytes <= 16 => {
                    lost.push(argument);
                    places.vector(bytes)
                }
                LLVMX86_FP80TypeKind => places.stack(16, 16),
                // What else there is comes in pieces or in memory, and is counted.
                _ => {
                    lost.push(argument);
                    places.stack(bytes, 16)
                }
            };
            if n >= fixed && !ir.is_zero(label) {
                values.push((at, bytes, label));
            }
        }
        for argument in lost {
            ir.at(i);
            let label = self.any_label(argument);
            ir.concretize(Reason::Wide, label, "variadic argument", i);
        }
        ir.at(i);
        let mut any = values.iter().fold(ir.zero, |all, (.., label)| ir.either(all, *label));
        if !copies.is_empty() {
            any = ir.int32(1);
        }
        let stack = (places.stack - places.named).min((VA_BYTES - VA_STACK) as u64);
        let symbolic = ir.is_symbolic(any);
        if !ir.is_zero(any) {
            ir.when(symbolic, i, || {
                ir.hook(Hook::VaBegin, &[]);
                for (at, bytes, label) in &values {
                    let arguments = [ir.int64(*at), ir.int64(*bytes), *label];
                    ir.hook(Hook::VaValue, &arguments);
                }
                for (at, from, bytes) in &copies {
                    let arguments = [ir.int64(*at), ir.int64(*bytes), *from];
                    ir.hook(Hook::VaCopy, &arguments);
                }
            });
        }
        let flag = ir.builder.zext(symbolic, ir.i64);
        let flag = ir.builder.shl(flag, ir.int64(32));
        let info = ir.builder.or(flag, ir.int64(stack));
        ir.builder.store(info, ir.slot(Slot::VaInfo));
        ir.builder.store(callee, ir.slot(Slot::VaFor));
    }

    /// At the entry of a variadic function: copies the caller's notes into a local, before other calls overwrite them.
    pub fn va_take(&mut self, first: Value) {
        if !self.function.value_type().is_var_arg() {
            return;
        }
        let ir = self.ir;
        ir.at(self.function.entry().first_instruction());
        let ty = ir.i64.array(VA_BYTES as u64 / 2 + 1);
        let notes = ir.builder.alloca(ty);
        ir.at(first);
        ir.builder.store(ir.int64(u64::MAX), notes);
        let meant = ir.slot(Slot::VaFor);
        let tag = ir.builder.load(ir.ptr, meant);
        let mine = ir.builder.icmp(IntPredicate::LLVMIntEQ, tag, self.function.value());
        ir.when(mine, first, || {
            let info = ir.builder.load(ir.i64, ir.slot(Slot::VaInfo));
            ir.hook(Hook::VaTake, &[notes, info]);
            ir.builder.store(ir.ptr.const_null(), meant);
        });
        self.va_notes = Some(notes);
    }

    /// Labels what va_arg will read.
    pub fn va_start(&mut self, i: Value) {
        let ir = self.ir;
        if let Some(notes) = self.va_notes {
            ir.at(self.after(i));
            ir.hook(Hook::VaStart, &[i.operand(0), notes]);
        }
    }
}
