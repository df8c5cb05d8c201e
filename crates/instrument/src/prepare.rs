//! Before any pass of clang's: what would be undefined behaviour to an optimiser must still happen, and
//! functions stay functions.
//!
//! `a / b` becomes `a / hide(b)`, with an empty piece of assembly for `hide`: it costs nothing, and
//! nobody can conclude that b is not zero, or that a path where a / b traps is never taken.
use crate::ir::{Ir, Value};
use llvm_sys::core::*;
use llvm_sys::prelude::*;
use llvm_sys::{LLVMInlineAsmDialect, LLVMOpcode};

const CONSTRAINTS: &str = "=r,0";

pub unsafe fn prepare_module(module: LLVMModuleRef) {
    unsafe {
        let ir = Ir::new(module);
        crate::regions::mark(&ir);
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
                    hide_divisor(&ir, i);
                    i = LLVMGetNextInstruction(i);
                }
                block = LLVMGetNextBasicBlock(block);
            }
            function = LLVMGetNextFunction(function);
        }
        LLVMDisposeBuilder(ir.builder);
    }
}

unsafe fn hide_divisor(ir: &Ir, i: Value) {
    use LLVMOpcode::*;
    unsafe {
        if !matches!(LLVMGetInstructionOpcode(i), LLVMUDiv | LLVMSDiv | LLVMURem | LLVMSRem) {
            return;
        }
        let divisor = LLVMGetOperand(i, 1);
        let harmless =
            !LLVMIsAConstantInt(divisor).is_null() && !matches!(LLVMConstIntGetSExtValue(divisor), 0 | -1);
        let whole = ir.tracked_width(LLVMTypeOf(divisor)).is_some_and(|w| w >= 8 && w.is_power_of_two());
        if harmless || !whole {
            return;
        }
        let mut ty = LLVMTypeOf(divisor);
        let function = LLVMFunctionType(ty, &mut ty, 1, 0);
        let dialect = LLVMInlineAsmDialect::LLVMInlineAsmDialectATT;
        let len = CONSTRAINTS.len();
        let hide =
            LLVMGetInlineAsm(function, c"".as_ptr(), 0, CONSTRAINTS.as_ptr().cast(), len, 0, 0, dialect, 0);
        ir.at(i);
        let hidden = LLVMBuildCall2(ir.builder, function, hide, [divisor].as_mut_ptr(), 1, c"".as_ptr());
        LLVMSetOperand(i, 1, hidden);
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
