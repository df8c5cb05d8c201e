//! Constants: numbers, texts, pieces of assembly.
use super::{Opcode, Type, Value, copied};
use llvm_sys::core::*;

impl Value {
    /// The value of an integer constant, without a sign; its low 64 bits.
    pub fn as_int(self) -> Option<u64> {
        // SAFETY: a live value (1), an integer constant (4).
        self.is_constant_int().then(|| unsafe { LLVMConstIntGetZExtValue(self.0) })
    }

    /// The value of an integer constant, with a sign; its low 64 bits.
    pub fn as_signed_int(self) -> Option<i64> {
        // SAFETY: a live value (1), an integer constant (4).
        self.is_constant_int().then(|| unsafe { LLVMConstIntGetSExtValue(self.0) })
    }

    /// The bytes of a constant string, with the zero behind it. One of zeros only is no string to LLVM.
    pub fn as_bytes(self) -> Option<Vec<u8>> {
        // SAFETY: a live value (1), a row of data (4).
        if !self.is_constant_data_array() || unsafe { LLVMIsConstantString(self.0) } == 0 {
            return None;
        }
        let mut len = 0;
        // SAFETY: a live value (1), a string (4) of the length that is returned with it (6).
        unsafe {
            let bytes = LLVMGetAsString(self.0, &mut len);
            Some(std::slice::from_raw_parts(bytes.cast::<u8>(), len).to_vec())
        }
    }

    /// What a constant expression computes.
    pub fn const_opcode(self) -> Option<Opcode> {
        // SAFETY: a live value (1), a constant expression (4).
        self.is_constant_expr().then(|| unsafe { LLVMGetConstOpcode(self.0) })
    }

    /// The constant address `bytes` bytes behind this one.
    pub fn const_offset(self, byte: Type, bytes: Value) -> Value {
        assert!(self.ty().is_pointer(), "internal error: an offset to no pointer");
        // SAFETY: live handles (1), an address (4), one index.
        Value(unsafe { LLVMConstInBoundsGEP2(byte.0, self.0, [bytes.0].as_mut_ptr(), 1) })
    }

    /// The text of a piece of assembly.
    pub fn asm_text(self) -> Option<String> {
        let mut len = 0;
        // SAFETY: a live value (1), a piece of assembly (4), whose text has the length returned with it (6).
        self.is_inline_asm().then(|| unsafe {
            let text = LLVMGetInlineAsmAsmString(self.0, &mut len);
            copied(text, len)
        })
    }

    /// The constraints of a piece of assembly.
    pub fn asm_constraints(self) -> Option<String> {
        let mut len = 0;
        // SAFETY: a live value (1), a piece of assembly (4), whose text has the length returned with it (6).
        self.is_inline_asm().then(|| unsafe {
            let text = LLVMGetInlineAsmConstraintString(self.0, &mut len);
            copied(text, len)
        })
    }
}
