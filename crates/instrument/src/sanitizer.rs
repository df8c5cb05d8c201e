//! Checks that `-fsanitize=` adds: not branches of the source, but questions worth an answer.
use crate::function::Function;
use crate::ir::Value;
use llvm_sys::LLVMOpcode;
use llvm_sys::core::*;
use llvm_sys::prelude::LLVMBasicBlockRef;

impl Function<'_> {
    /// `if (!ok) trap();` becomes `if (lok) __acute_sanitizer(lok, ok, 0); if (!ok) trap();`
    pub unsafe fn sanitizer(&mut self, i: Value, label: Value) {
        unsafe {
            let (ir, condition) = (self.ir, LLVMGetCondition(i));
            if ir.is_zero(label) {
                return;
            }
            let bad = !complains(LLVMGetSuccessor(i, 1)) || complains(LLVMGetSuccessor(i, 0));
            ir.at(i);
            let symbolic = ir.is_symbolic(label);
            ir.when(symbolic, i, || {
                let taken = LLVMBuildZExt(ir.builder, condition, ir.i32, c"".as_ptr());
                ir.hook("__acute_sanitizer", ir.void(), &mut [label, taken, ir.int32(bad as u32)]);
            });
        }
    }
}

/// Whether the block is where a failed check goes: it traps or calls the sanitizer's runtime.
unsafe fn complains(block: LLVMBasicBlockRef) -> bool {
    unsafe {
        let mut i = LLVMGetFirstInstruction(block);
        while !i.is_null() {
            if LLVMGetInstructionOpcode(i) == LLVMOpcode::LLVMUnreachable {
                return true;
            }
            if !LLVMIsACallInst(i).is_null() {
                let name = crate::function::value_name(LLVMGetCalledValue(i));
                if name.starts_with("__ubsan_handle") || name == "llvm.ubsantrap" {
                    return true;
                }
            }
            i = LLVMGetNextInstruction(i);
        }
        false
    }
}
