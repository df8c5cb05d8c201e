//! Metadata of instructions: lists of numbers that survive other passes.
use super::Value;
use llvm_sys::core::*;
use llvm_sys::prelude::LLVMValueRef;

impl Value {
    /// LLVM's number of a kind of metadata.
    fn metadata_kind(self, name: &str) -> u32 {
        let (text, len) = (name.as_ptr().cast(), name.len() as u32);
        // SAFETY: a live context (1), a text of the length given (6).
        unsafe { LLVMGetMDKindIDInContext(self.context(), text, len) }
    }

    /// The node of this kind that hangs on an instruction.
    fn metadata(self, kind: &str) -> Option<LLVMValueRef> {
        if !self.is_instruction() {
            return None;
        }
        // SAFETY: a live value (1), an instruction (4).
        let node = unsafe { LLVMGetMetadata(self.0, self.metadata_kind(kind)) };
        (!node.is_null()).then_some(node)
    }

    /// Metadata of this kind hangs on the instruction.
    pub fn has_metadata(self, kind: &str) -> bool {
        self.metadata(kind).is_some()
    }

    /// Hangs a list of integer constants on an instruction.
    #[track_caller]
    pub fn set_metadata(self, kind: &str, list: &[Value]) {
        assert!(self.is_instruction(), "internal error: no instruction");
        // SAFETY: live values and their context (1), an instruction (4), as many constants as are counted.
        unsafe {
            let mut list: Vec<_> = list.iter().map(|n| LLVMValueAsMetadata(n.0)).collect();
            let node = LLVMMDNodeInContext2(self.context(), list.as_mut_ptr(), list.len());
            let node = LLVMMetadataAsValue(self.context(), node);
            LLVMSetMetadata(self.0, self.metadata_kind(kind), node);
        }
    }

    /// The list of integer constants that hangs on an instruction.
    pub fn metadata_ints(self, kind: &str) -> Option<Vec<u64>> {
        let node = self.metadata(kind)?;
        // SAFETY: a live node (1), a list of as many places as it has operands.
        let list = unsafe {
            let mut list = vec![std::ptr::null_mut(); LLVMGetMDNodeNumOperands(node) as usize];
            LLVMGetMDNodeOperands(node, list.as_mut_ptr());
            list
        };
        Some(list.into_iter().filter_map(|v| Value::from_raw(v)?.as_int()).collect())
    }
}
