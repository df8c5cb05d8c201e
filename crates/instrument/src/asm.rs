//! Pieces of assembly: nobody knows what they compute. What goes in is counted, what comes out is concrete,
//! and memory they were given has no labels afterwards.
use crate::function::Function;
use crate::ir::Value;
use crate::prepare::is_identity;
use acute_trace::Reason;
use llvm_sys::LLVMTypeKind;
use llvm_sys::core::*;

impl Function<'_> {
    pub unsafe fn assembly(&mut self, i: Value, asm: Value) {
        unsafe {
            if is_identity(i, asm) {
                return self.set_label(i, self.label(LLVMGetOperand(i, 0)));
            }
            self.lose(i, Reason::Instruction);
            let mut len = 0;
            let text = LLVMGetInlineAsmConstraintString(asm, &mut len);
            let memory = crate::tables::string(text, len).contains("memory");
            for n in 0..LLVMGetNumArgOperands(i) {
                let pointer = LLVMGetOperand(i, n);
                if LLVMGetTypeKind(LLVMTypeOf(pointer)) != LLVMTypeKind::LLVMPointerTypeKind {
                    continue;
                }
                // `"=m"(x)` and `"m"(x)` say what they touch; behind any other pointer it is a guess.
                match self.type_attribute(i, n, true, "elementtype") {
                    Some(ty) => {
                        self.access(pointer, true, i);
                        self.leave_to("asm", i, pointer, self.ir.size_of(ty));
                    }
                    None if memory => self.leave_to("asm", i, pointer, self.known_size(pointer)),
                    None => {}
                }
            }
        }
    }
}
