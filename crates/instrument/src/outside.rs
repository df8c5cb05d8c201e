//! Calls of functions that were compiled without us: what they are given is lost, what they write is no
//! longer symbolic.
use crate::function::Function;
use crate::ir::Value;
use acute_trace::{MODEL, MODELS, REPLACED, Reason};
use llvm_sys::core::*;
use llvm_sys::prelude::LLVMModuleRef;
use llvm_sys::{LLVMLinkage, LLVMTypeKind};
use std::ffi::CString;

/// Functions outside the unit that lose nothing of what they are given: they print it, free it or
/// end the run.
pub const HARMLESS: &[&str] = &[
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

/// Which arguments of those among them are followed, and must not be NULL.
const FOLLOWED: &[(&str, &[u32])] = &[
    ("puts", &[0]),
    ("printf", &[0]),
    ("putc", &[1]),
    ("fputs", &[0, 1]),
    ("fputc", &[1]),
    ("fprintf", &[0, 1]),
    ("vprintf", &[0]),
    ("vfprintf", &[0, 1]),
    ("fwrite", &[0, 3]),
];

/// Calls that compilers make `puts(s)` and `fputs(s, f)` of: the function, its format, and the argument that must not
/// be NULL then.
const PUTS: &[(&str, &str, u32)] = &[("printf", "%s\n", 1), ("fprintf", "%s", 2)];

/// Functions of the C library that only read what they are given pointers to.
const READERS: &[&str] = &[
    "atof",
    "atoi",
    "atol",
    "atoll",
    "bcmp",
    "memchr",
    "memcmp",
    "memrchr",
    "strcasecmp",
    "strchr",
    "strcmp",
    "strcoll",
    "strcspn",
    "strdup",
    "strlen",
    "strncasecmp",
    "strncmp",
    "strndup",
    "strnlen",
    "strpbrk",
    "strrchr",
    "strspn",
    "strstr",
    "strtod",
    "strtof",
    "strtol",
    "strtoll",
    "strtoul",
    "strtoull",
];

/// Whether the callee may turn out to be compiled without us. A body that is only there to be inlined
/// has its real definition elsewhere.
pub unsafe fn maybe_outside(callee: Value) -> bool {
    unsafe {
        LLVMIsAFunction(callee).is_null()
            || LLVMIsDeclaration(callee) != 0
            || LLVMGetLinkage(callee) == LLVMLinkage::LLVMAvailableExternallyLinkage
    }
}

/// Whether a unit under test calls a model in the place of this function, which follows pointers itself.
pub fn is_modelled(name: &str) -> bool {
    MODELS.contains(&name) && std::env::var_os("ACUTE_UNIT").is_some()
}

/// Calls of functions that have a model become calls of the model.
pub unsafe fn rename_modelled(module: LLVMModuleRef) {
    unsafe {
        for name in MODELS {
            let text = CString::new(*name).unwrap_or_default();
            let function = LLVMGetNamedFunction(module, text.as_ptr());
            if !function.is_null() && maybe_outside(function) {
                let model = format!("{MODEL}{name}");
                LLVMSetValueName2(function, model.as_ptr().cast(), model.len());
            }
        }
    }
}

/// The text of a string constant.
unsafe fn constant_text(pointer: Value) -> Option<String> {
    unsafe {
        let global = LLVMIsAGlobalVariable(pointer);
        if global.is_null() || LLVMIsGlobalConstant(global) == 0 {
            return None;
        }
        let text = LLVMGetInitializer(global);
        if text.is_null() || LLVMIsConstantString(text) == 0 {
            return None;
        }
        let mut len = 0;
        let bytes = LLVMGetAsString(text, &mut len);
        Some(crate::tables::string(bytes, len).trim_end_matches('\0').to_string())
    }
}

impl Function<'_> {
    /// A function of a library follows the pointers it is given: whether they are NULL decides what happens.
    pub unsafe fn follow_arguments(&mut self, i: Value) {
        unsafe {
            for n in 0..LLVMGetNumArgOperands(i) {
                let argument = LLVMGetOperand(i, n);
                if LLVMGetTypeKind(LLVMTypeOf(argument)) == LLVMTypeKind::LLVMPointerTypeKind {
                    self.hand_over(argument, i);
                }
            }
        }
    }

    /// The same for one that only prints.
    pub unsafe fn follow_printed(&mut self, i: Value, name: &str) {
        unsafe {
            let count = LLVMGetNumArgOperands(i);
            let known =
                FOLLOWED.iter().filter(|(f, _)| *f == name).flat_map(|(_, which)| which.iter().copied());
            let is_puts = |(f, format, n): &&(&str, &str, u32)| {
                *f == name
                    && *n < count
                    && constant_text(LLVMGetOperand(i, n - 1)).as_deref() == Some(*format)
            };
            let puts = PUTS.iter().filter(is_puts).map(|(_, _, n)| *n);
            for n in known.chain(puts).filter(|n| *n < count) {
                let argument = LLVMGetOperand(i, n);
                if LLVMGetTypeKind(LLVMTypeOf(argument)) == LLVMTypeKind::LLVMPointerTypeKind {
                    self.access(argument, false, i);
                }
            }
        }
    }

    /// A function that does not return: there is no later for it. A longjmp takes its value along.
    pub unsafe fn leave_for_good(&mut self, i: Value, name: &str) {
        unsafe {
            for n in 0..LLVMGetNumArgOperands(i) {
                self.ir.at(i);
                let label = self.any_label(LLVMGetOperand(i, n));
                self.ir.concretize(Reason::NoModel, label, name, i);
            }
        }
    }

    /// Before code that nobody knows: what the pointer leads to is lost, and may be written.
    pub unsafe fn leave_to(&mut self, what: &str, i: Value, pointer: Value, known: u64) {
        unsafe {
            let ir = self.ir;
            ir.at(i);
            let (reason, name) = (ir.int32(Reason::Instruction as u32), ir.name(what));
            let mut arguments = [reason, name, pointer, ir.int64(known), ir.int32(1)];
            ir.hook("__acute_outside", ir.void(), &mut arguments);
        }
    }

    /// Bytes behind a pointer to a local or global, or to something in it; 0 for any other.
    pub unsafe fn known_size(&self, pointer: Value) -> u64 {
        unsafe {
            if !LLVMIsAGetElementPtrInst(pointer).is_null() {
                return self.known_size(LLVMGetOperand(pointer, 0));
            }
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

    /// After a call: where nobody compiled by us has just returned, the callee was compiled without us.
    /// What it made of symbolic values is lost, and what it wrote is no longer symbolic.
    pub unsafe fn watch_outside(&mut self, i: Value, callee: Value, name: &str) {
        unsafe {
            let ir = self.ir;
            let next = self.after(i);
            ir.at(next);
            let inside = self.is_from(callee);
            let outside = LLVMBuildNot(ir.builder, inside, c"".as_ptr());
            ir.when(outside, next, || {
                let (text, reason) = (ir.name(name), ir.int32(Reason::NoModel as u32));
                let writes = ir.int32(!READERS.contains(&name) as u32);
                for n in 0..LLVMGetNumArgOperands(i) {
                    let argument = LLVMGetOperand(i, n);
                    let label = self.any_label(argument);
                    let pointer = LLVMGetTypeKind(LLVMTypeOf(argument)) == LLVMTypeKind::LLVMPointerTypeKind;
                    // Our own heap takes labels along.
                    if pointer && !REPLACED.contains(&name) {
                        let known = ir.int64(self.known_size(argument));
                        let mut arguments = [reason, text, argument, known, writes];
                        ir.hook("__acute_outside", ir.void(), &mut arguments);
                    }
                    if !ir.is_zero(label) {
                        ir.hook("__acute_concretize", ir.void(), &mut [reason, label, text]);
                    }
                }
                LLVMBuildStore(ir.builder, LLVMConstNull(ir.ptr), ir.slot(c"__acute_args_for"));
            });
        }
    }
}
