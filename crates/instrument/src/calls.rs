//! Calls: labels of arguments and results pass in thread-local slots, each naming the function it
//! is meant for, so that code compiled without us in between never passes a stale label on.
use crate::function::{Function, value_name};
use crate::ir::Value;
use crate::prepare::is_identity;
use acute_trace::{REPLACED, Reason};
use llvm_sys::core::*;
use llvm_sys::prelude::LLVMTypeRef;
use llvm_sys::{LLVMIntPredicate, LLVMLinkage, LLVMTypeKind};

/// Slots of the runtime's array; arguments beyond them lose their labels, counted.
const SLOTS: u32 = 64;
/// Members of a returned struct that keep their labels.
const RETURNS: usize = 16;

/// Functions outside the unit that lose nothing of what they are given: they print it, free it or
/// end the run.
const HARMLESS: &[&str] = &[
    "abort",
    "exit",
    "_exit",
    "_Exit",
    "quick_exit",
    "__assert_fail",
    "free",
    "puts",
    "printf",
    "putchar",
    "putc",
    "fputs",
    "fputc",
    "fprintf",
    "vprintf",
    "vfprintf",
    "perror",
    "fflush",
    "fwrite",
];

/// Whether the callee may turn out to be compiled without us. A body that is only there to be inlined
/// has its real definition elsewhere.
unsafe fn maybe_outside(callee: Value) -> bool {
    unsafe {
        LLVMIsAFunction(callee).is_null()
            || LLVMIsDeclaration(callee) != 0
            || LLVMGetLinkage(callee) == LLVMLinkage::LLVMAvailableExternallyLinkage
    }
}

unsafe fn is_noreturn(call: Value, callee: Value) -> bool {
    unsafe {
        let kind = LLVMGetEnumAttributeKindForName(c"noreturn".as_ptr(), 8);
        let index = llvm_sys::LLVMAttributeFunctionIndex;
        !LLVMGetCallSiteEnumAttribute(call, index, kind).is_null()
            || !LLVMIsAFunction(callee).is_null()
                && !LLVMGetEnumAttributeAtIndex(callee, index, kind).is_null()
    }
}

impl Function<'_> {
    unsafe fn is_byval(&self, function_or_call: Value, n: u32, call: bool) -> Option<LLVMTypeRef> {
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(c"byval".as_ptr(), 5);
            let attribute = if call {
                LLVMGetCallSiteEnumAttribute(function_or_call, n + 1, kind)
            } else {
                LLVMGetEnumAttributeAtIndex(function_or_call, n + 1, kind)
            };
            (!attribute.is_null()).then(|| LLVMGetTypeAttributeValue(attribute))
        }
    }

    /// At a function's entry: take the arguments' labels out of the slots, if they are meant for it.
    pub unsafe fn receive_arguments(&mut self) {
        unsafe {
            let ir = self.ir;
            let count = LLVMCountParams(self.value);
            if count == 0 {
                return;
            }
            let mut first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(self.value));
            // Allocas stay in front, where clang's later passes look for them.
            while !LLVMIsAAllocaInst(first).is_null() {
                first = LLVMGetNextInstruction(first);
            }
            ir.at(first);
            let meant = ir.slot(c"__acute_args_for");
            let slots = ir.slot(c"__acute_args");
            let tag = LLVMBuildLoad2(ir.builder, ir.ptr, meant, c"".as_ptr());
            let mine = LLVMBuildICmp(ir.builder, LLVMIntPredicate::LLVMIntEQ, tag, self.value, c"".as_ptr());
            let rest = LLVMBuildSelect(ir.builder, mine, LLVMConstNull(ir.ptr), tag, c"".as_ptr());
            LLVMBuildStore(ir.builder, rest, meant);
            for n in 0..count.min(SLOTS) {
                let parameter = LLVMGetParam(self.value, n);
                let slot = ir.offset(slots, n as u64 * 8);
                if let Some(ty) = self.is_byval(self.value, n, false) {
                    let from = LLVMBuildLoad2(ir.builder, ir.i64, slot, c"".as_ptr());
                    let from = LLVMBuildSelect(ir.builder, mine, from, ir.int64(0), c"".as_ptr());
                    ir.hook("__acute_by_value", ir.void(), &mut [parameter, from, ir.int64(ir.size_of(ty))]);
                } else if ir.tracked_width(LLVMTypeOf(parameter)).is_some() {
                    let label = LLVMBuildLoad2(ir.builder, ir.i32, slot, c"".as_ptr());
                    let label = LLVMBuildSelect(ir.builder, mine, label, ir.zero, c"".as_ptr());
                    self.set_label(parameter, label);
                }
            }
        }
    }

    pub unsafe fn call(&mut self, i: Value) {
        unsafe {
            let callee = LLVMGetCalledValue(i);
            if !LLVMIsAInlineAsm(callee).is_null() {
                if is_identity(i, callee) {
                    return self.set_label(i, self.label(LLVMGetOperand(i, 0)));
                }
                return self.lose(i, Reason::Instruction);
            }
            let name =
                if LLVMIsAFunction(callee).is_null() { "(pointer)".into() } else { value_name(callee) };
            if name.starts_with("llvm.") {
                return self.intrinsic(i, &name);
            }
            if name.starts_with("__acute_") && !name.starts_with("__acute_unit") {
                return;
            }
            let outside = maybe_outside(callee) && !HARMLESS.contains(&name.as_str());
            if outside && !REPLACED.contains(&name.as_str()) {
                self.follow_arguments(i);
            }
            self.pass_arguments(i, callee);
            self.take_result(i, callee);
            if is_noreturn(i, callee) {
                // Two calls of abort are two places, not one that both jump to.
                let kind = LLVMGetEnumAttributeKindForName(c"nomerge".as_ptr(), 7);
                let nomerge = LLVMCreateEnumAttribute(self.ir.context, kind, 0);
                LLVMAddCallSiteAttribute(i, llvm_sys::LLVMAttributeFunctionIndex, nomerge);
            }
            if outside && LLVMGetNumArgOperands(i) > 0 {
                self.watch_outside(i, callee, &name);
            }
        }
    }

    /// A function of a library follows the pointers it is given: whether they are NULL decides what happens.
    unsafe fn follow_arguments(&mut self, i: Value) {
        unsafe {
            for n in 0..LLVMGetNumArgOperands(i) {
                let argument = LLVMGetOperand(i, n);
                if LLVMGetTypeKind(LLVMTypeOf(argument)) == LLVMTypeKind::LLVMPointerTypeKind {
                    self.access(argument, 1, false, i);
                }
            }
        }
    }

    unsafe fn intrinsic(&mut self, i: Value, name: &str) {
        use LLVMIntPredicate::*;
        unsafe {
            let stem = name.trim_start_matches("llvm.").split('.').next().unwrap_or("");
            let (a, b) = if LLVMGetNumArgOperands(i) > 1 {
                (LLVMGetOperand(i, 0), LLVMGetOperand(i, 1))
            } else {
                (std::ptr::null_mut(), std::ptr::null_mut())
            };
            match stem {
                "memcpy" | "memmove" => self.copy(i),
                "memset" => self.fill(i),
                "lifetime" | "dbg" | "assume" | "donothing" | "objectsize" | "va_start" | "va_end"
                | "va_copy" | "stacksave" | "stackrestore" | "trap" | "prefetch" | "experimental" => {}
                "expect" => self.set_label(i, self.label(LLVMGetOperand(i, 0))),
                "abs" => self.absolute(i),
                "fabs" => self.float_absolute(i),
                // A fused a * b + c may or may not round in between; units are compiled without.
                "fmuladd" | "fma" => self.lose(i, Reason::Float),
                // min(a, b) is a < b ? a : b; max(a, b) is a > b ? a : b.
                "smin" => self.choice(i, LLVMIntSLT, a, b),
                "umin" => self.choice(i, LLVMIntULT, a, b),
                "smax" => self.choice(i, LLVMIntSGT, a, b),
                "umax" => self.choice(i, LLVMIntUGT, a, b),
                _ => self.lose(i, Reason::Instruction),
            }
        }
    }

    /// Before a call: the arguments' labels go into the slots, with the callee's address.
    unsafe fn pass_arguments(&mut self, i: Value, callee: Value) {
        unsafe {
            let ir = self.ir;
            let count = LLVMGetNumArgOperands(i);
            ir.at(i);
            let meant = ir.slot(c"__acute_args_for");
            let slots = ir.slot(c"__acute_args");
            for n in 0..count.min(SLOTS) {
                let argument = LLVMGetOperand(i, n);
                let slot = ir.offset(slots, n as u64 * 8);
                if self.is_byval(i, n, true).is_some() {
                    let from = ir.widen(argument);
                    LLVMBuildStore(ir.builder, from, slot);
                } else if ir.tracked_width(LLVMTypeOf(argument)).is_some() {
                    LLVMBuildStore(ir.builder, self.label(argument), slot);
                }
            }
            LLVMBuildStore(ir.builder, callee, meant);
            for n in SLOTS..count {
                ir.concretize(Reason::NoModel, self.label(LLVMGetOperand(i, n)), "many arguments", i);
            }
        }
    }

    /// After a call: the result's label, if the callee itself left one.
    unsafe fn take_result(&mut self, i: Value, callee: Value) {
        unsafe {
            let (ir, ty) = (self.ir, LLVMTypeOf(i));
            let members = match LLVMGetTypeKind(ty) {
                LLVMTypeKind::LLVMStructTypeKind => LLVMCountStructElementTypes(ty) as usize,
                _ if ir.tracked_width(ty).is_some() => 0,
                _ => return,
            };
            ir.at(self.after(i));
            let tag = LLVMBuildLoad2(ir.builder, ir.ptr, ir.slot(c"__acute_ret_from"), c"".as_ptr());
            let its = LLVMBuildICmp(ir.builder, LLVMIntPredicate::LLVMIntEQ, tag, callee, c"".as_ptr());
            let slots = ir.slot(c"__acute_ret");
            let label = |k: usize| {
                let label = LLVMBuildLoad2(ir.builder, ir.i32, ir.offset(slots, k as u64 * 4), c"".as_ptr());
                LLVMBuildSelect(ir.builder, its, label, ir.zero, c"".as_ptr())
            };
            if members == 0 {
                let label = label(0);
                self.set_label(i, label);
            } else {
                let labels = (0..members).map(|k| if k < RETURNS { label(k) } else { ir.zero }).collect();
                self.members.insert(i, labels);
            }
        }
    }

    pub unsafe fn ret(&mut self, i: Value) {
        unsafe {
            if LLVMGetNumOperands(i) == 0 {
                return;
            }
            let (ir, value) = (self.ir, LLVMGetOperand(i, 0));
            ir.at(i);
            let slots = ir.slot(c"__acute_ret");
            if ir.tracked_width(LLVMTypeOf(value)).is_some() {
                LLVMBuildStore(ir.builder, self.label(value), slots);
            } else if LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMTypeKind::LLVMStructTypeKind {
                let count = LLVMCountStructElementTypes(LLVMTypeOf(value)) as usize;
                let labels = self.members.get(&value).cloned().unwrap_or_else(|| vec![ir.zero; count]);
                for (k, label) in labels.into_iter().enumerate().take(RETURNS) {
                    LLVMBuildStore(ir.builder, label, ir.offset(slots, k as u64 * 4));
                }
            } else {
                return;
            }
            LLVMBuildStore(ir.builder, self.value, ir.slot(c"__acute_ret_from"));
        }
    }

    /// Bytes behind a pointer to a whole local or global; 0 for any other.
    unsafe fn known_size(&self, pointer: Value) -> u64 {
        unsafe {
            if !LLVMIsAAllocaInst(pointer).is_null() {
                let count = LLVMIsAConstantInt(LLVMGetOperand(pointer, 0));
                let count = if count.is_null() { 0 } else { LLVMConstIntGetZExtValue(count) };
                self.ir.size_of(LLVMGetAllocatedType(pointer)).saturating_mul(count)
            } else if !LLVMIsAGlobalVariable(pointer).is_null() {
                self.ir.size_of(LLVMGlobalGetValueType(pointer))
            } else {
                0
            }
        }
    }

    /// After a call: an instrumented callee has taken its arguments' labels. Where they are still
    /// there, the callee was compiled without us, and what it made of symbolic values is lost.
    unsafe fn watch_outside(&mut self, i: Value, callee: Value, name: &str) {
        unsafe {
            let ir = self.ir;
            let next = self.after(i);
            ir.at(next);
            let meant = ir.slot(c"__acute_args_for");
            let tag = LLVMBuildLoad2(ir.builder, ir.ptr, meant, c"".as_ptr());
            let outside = LLVMBuildICmp(ir.builder, LLVMIntPredicate::LLVMIntEQ, tag, callee, c"".as_ptr());
            ir.when(outside, next, || {
                let text = ir.name(name);
                for n in 0..LLVMGetNumArgOperands(i) {
                    let argument = LLVMGetOperand(i, n);
                    let label = self.label(argument);
                    let pointer = LLVMGetTypeKind(LLVMTypeOf(argument)) == LLVMTypeKind::LLVMPointerTypeKind;
                    // Our own heap takes labels along.
                    if pointer && !REPLACED.contains(&name) {
                        let known = ir.int64(self.known_size(argument));
                        ir.hook("__acute_outside", ir.void(), &mut [text, argument, known]);
                    }
                    if !ir.is_zero(label) {
                        let reason = ir.int32(Reason::NoModel as u32);
                        ir.hook("__acute_concretize", ir.void(), &mut [reason, label, text]);
                    }
                }
                LLVMBuildStore(ir.builder, LLVMConstNull(ir.ptr), meant);
            });
        }
    }
}
