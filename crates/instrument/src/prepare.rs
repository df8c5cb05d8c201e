//! Before any pass of clang's: what would be undefined behaviour to an optimiser must still happen, and
//! functions stay functions.
//!
//! `a / b` becomes `a / hide(b)`, with an empty piece of assembly for `hide`: it costs nothing, and
//! nobody can conclude that b is not zero, or that a path where a / b traps is never taken. `1 / b`
//! becomes `hide(1) / hide(b)`, or it would be `b == 1`, which does not trap.
//!
//! `fmuladd(a, b, c)`, which may round once or twice as the machine likes, becomes `a * b + c`, which rounds
//! twice on all of them. `__builtin_unreachable()` ends the run. A call that must be a tail call becomes an ordinary one: its result's label has to
//! be handed on after it. What is allocated is allocated, even if all that is done with it is to free it twice. A call of a `reach_error` that no other file can stand for becomes a call of ours.
use crate::ir::{Ir, Value};
use acute_trace::{MODEL, REPLACED, REPLACED_HEAP, UNREACHABLE, VERIFIER_ERRORS};
use llvm_sys::core::*;
use llvm_sys::prelude::*;
use llvm_sys::{LLVMInlineAsmDialect, LLVMLinkage, LLVMOpcode, LLVMTailCallKind};
use std::ffi::CString;

const CONSTRAINTS: &str = "=r,0";

pub unsafe fn prepare_module(module: LLVMModuleRef) {
    unsafe {
        let ir = Ir::new(module);
        crate::regions::mark(&ir);
        if std::env::var_os("ACUTE_UNIT").is_some() {
            take_over_errors(module);
        }
        let mut function = LLVMGetFirstFunction(module);
        let always = LLVMGetEnumAttributeKindForName(c"alwaysinline".as_ptr(), 12);
        while !function.is_null() {
            // Forced inlining multiplies what we insert: a codec built on it grows thirtyfold. The inliner
            // may still do what pays.
            LLVMRemoveEnumAttributeAtIndex(function, llvm_sys::LLVMAttributeFunctionIndex, always);
            let mut block = LLVMGetFirstBasicBlock(function);
            while !block.is_null() {
                let mut i = LLVMGetFirstInstruction(block);
                while !i.is_null() {
                    let next = LLVMGetNextInstruction(i);
                    hide_divisor(&ir, i);
                    keep_promise(&ir, i);
                    loosen_tail_call(i);
                    keep_allocation(&ir, i);
                    // Last, for it removes the instruction.
                    split_multiply_add(&ir, i);
                    i = next;
                }
                block = LLVMGetNextBasicBlock(block);
            }
            function = LLVMGetNextFunction(function);
        }
        LLVMDisposeBuilder(ir.builder);
    }
}

/// To reach these is a bug, in a program for Test-Comp. Where they are static or inline the linker cannot put ours
/// (include/acute/verifier.c) in their place.
unsafe fn take_over_errors(module: LLVMModuleRef) {
    unsafe {
        let mut function = LLVMGetFirstFunction(module);
        let (mut is_verifier, mut own) = (false, vec![]);
        while !function.is_null() {
            let name = crate::function::value_name(function);
            is_verifier |= name.starts_with("__VERIFIER_");
            let hidden = matches!(
                LLVMGetLinkage(function),
                LLVMLinkage::LLVMInternalLinkage | LLVMLinkage::LLVMAvailableExternallyLinkage
            );
            if hidden && VERIFIER_ERRORS.contains(&name.as_str()) {
                own.push((function, name));
            }
            function = LLVMGetNextFunction(function);
        }
        for (function, name) in own.into_iter().filter(|_| is_verifier) {
            let ours = CString::new(format!("{MODEL}{name}")).unwrap_or_default();
            let ours = LLVMAddFunction(module, ours.as_ptr(), LLVMGlobalGetValueType(function));
            let mut each = LLVMGetFirstUse(function);
            while !each.is_null() {
                let call = LLVMGetUser(each);
                each = LLVMGetNextUse(each);
                if !LLVMIsACallInst(call).is_null() && LLVMGetCalledValue(call) == function {
                    LLVMSetOperand(call, LLVMGetNumOperands(call) as u32 - 1, ours);
                }
            }
        }
    }
}

/// `__builtin_unreachable()` is reached where somebody breaks a promise: that is noted, and the run ends.
unsafe fn keep_promise(ir: &Ir, i: Value) {
    unsafe {
        if LLVMGetInstructionOpcode(i) != LLVMOpcode::LLVMUnreachable {
            return;
        }
        let naked = LLVMGetEnumAttributeKindForName(c"naked".as_ptr(), 5);
        let function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(i));
        let index = llvm_sys::LLVMAttributeFunctionIndex;
        let before = LLVMGetPreviousInstruction(i);
        let ends = !before.is_null()
            && !LLVMIsACallInst(before).is_null()
            && crate::calls::is_noreturn(before, LLVMGetCalledValue(before));
        if ends || !LLVMGetEnumAttributeAtIndex(function, index, naked).is_null() {
            return;
        }
        ir.at(i);
        ir.hook("__acute_unreachable", ir.void(), &mut [ir.name(UNREACHABLE)]);
        let trap = LLVMLookupIntrinsicID(c"llvm.trap".as_ptr(), 9);
        let trap = LLVMGetIntrinsicDeclaration(ir.module, trap, std::ptr::null_mut(), 0);
        let ty = LLVMGlobalGetValueType(trap);
        LLVMBuildCall2(ir.builder, ty, trap, std::ptr::null_mut(), 0, c"".as_ptr());
    }
}

unsafe fn hide_divisor(ir: &Ir, i: Value) {
    use LLVMOpcode::*;
    unsafe {
        if !matches!(LLVMGetInstructionOpcode(i), LLVMUDiv | LLVMSDiv | LLVMURem | LLVMSRem) {
            return;
        }
        let (dividend, divisor) = (LLVMGetOperand(i, 0), LLVMGetOperand(i, 1));
        let harmless =
            !LLVMIsAConstantInt(divisor).is_null() && !matches!(LLVMConstIntGetSExtValue(divisor), 0 | -1);
        if harmless || ir.tracked_width(LLVMTypeOf(divisor)).is_none() {
            return;
        }
        ir.at(i);
        LLVMSetOperand(i, 1, hide(ir, divisor));
        if !LLVMIsAConstantInt(dividend).is_null() {
            LLVMSetOperand(i, 0, hide(ir, dividend));
        }
    }
}

/// The same value, of which nobody knows anything. Widths that no register has go through the next larger.
unsafe fn hide(ir: &Ir, value: Value) -> Value {
    unsafe {
        let (own, mut ty) = (LLVMTypeOf(value), LLVMTypeOf(value));
        let width = LLVMGetIntTypeWidth(own).next_power_of_two().max(8);
        let mut value = value;
        if width != LLVMGetIntTypeWidth(own) {
            ty = LLVMIntTypeInContext(ir.context, width);
            value = LLVMBuildZExt(ir.builder, value, ty, c"".as_ptr());
        }
        let function = LLVMFunctionType(ty, &mut ty, 1, 0);
        let dialect = LLVMInlineAsmDialect::LLVMInlineAsmDialectATT;
        let len = CONSTRAINTS.len();
        let hide =
            LLVMGetInlineAsm(function, c"".as_ptr(), 0, CONSTRAINTS.as_ptr().cast(), len, 0, 0, dialect, 0);
        let hidden = LLVMBuildCall2(ir.builder, function, hide, [value].as_mut_ptr(), 1, c"".as_ptr());
        if ty == own { hidden } else { LLVMBuildTrunc(ir.builder, hidden, own, c"".as_ptr()) }
    }
}

unsafe fn split_multiply_add(ir: &Ir, i: Value) {
    unsafe {
        if LLVMIsACallInst(i).is_null()
            || !crate::function::value_name(LLVMGetCalledValue(i)).starts_with("llvm.fmuladd.")
        {
            return;
        }
        ir.at(i);
        let product = LLVMBuildFMul(ir.builder, LLVMGetOperand(i, 0), LLVMGetOperand(i, 1), c"".as_ptr());
        let sum = LLVMBuildFAdd(ir.builder, product, LLVMGetOperand(i, 2), c"".as_ptr());
        LLVMReplaceAllUsesWith(i, sum);
        LLVMInstructionEraseFromParent(i);
    }
}

unsafe fn loosen_tail_call(i: Value) {
    unsafe {
        if !LLVMIsACallInst(i).is_null()
            && LLVMGetTailCallKind(i) == LLVMTailCallKind::LLVMTailCallKindMustTail
        {
            LLVMSetTailCallKind(i, LLVMTailCallKind::LLVMTailCallKindNone);
        }
    }
}

/// An optimiser takes away blocks that nobody uses, with all that frees them.
unsafe fn keep_allocation(ir: &Ir, i: Value) {
    unsafe {
        if LLVMIsACallInst(i).is_null() {
            return;
        }
        let callee = LLVMGetCalledValue(i);
        let name = crate::function::value_name(callee);
        if REPLACED[..REPLACED_HEAP].contains(&name.as_str()) {
            let kind = LLVMGetEnumAttributeKindForName(c"nobuiltin".as_ptr(), 9);
            let attribute = LLVMCreateEnumAttribute(ir.context, kind, 0);
            LLVMAddCallSiteAttribute(i, llvm_sys::LLVMAttributeFunctionIndex, attribute);
        }
    }
}

/// Whether this is a piece of assembly like ours: empty, its result its operand.
pub unsafe fn is_identity(call: Value, asm: Value) -> bool {
    unsafe {
        let mut len = 0;
        LLVMGetInlineAsmAsmString(asm, &mut len);
        let empty = len == 0;
        let text = LLVMGetInlineAsmConstraintString(asm, &mut len);
        let constraints = crate::tables::string(text, len);
        empty && constraints.starts_with(CONSTRAINTS) && LLVMGetNumArgOperands(call) == 1
    }
}
