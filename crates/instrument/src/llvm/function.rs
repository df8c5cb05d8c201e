//! Functions and their blocks.
use super::{Value, copied};
use llvm_sys::core::*;
use llvm_sys::prelude::{LLVMBasicBlockRef, LLVMValueRef};
use llvm_sys::{LLVMAttributeFunctionIndex, LLVMAttributeIndex};
use std::ops::Deref;

unsafe extern "C" {
    fn acute_demote(function: LLVMValueRef);
}

/// A function. Also a [`Value`]: its address.
///
/// **Invariant:** the value is a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Function(pub(super) Value);

impl Deref for Function {
    type Target = Value;

    fn deref(&self) -> &Value {
        &self.0
    }
}

/// A basic block.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Block(pub(super) LLVMBasicBlockRef);

impl Value {
    /// The function that this value is.
    pub fn as_function(self) -> Option<Function> {
        self.is_function().then_some(Function(self))
    }
}

impl Function {
    pub(super) const INDEX: LLVMAttributeIndex = LLVMAttributeFunctionIndex;

    /// Its address.
    pub fn value(self) -> Value {
        self.0
    }

    /// Its blocks in the order in which they stand.
    pub fn blocks(self) -> Vec<Block> {
        // SAFETY: a live function (1), an array of as many places as it has blocks.
        unsafe {
            let mut all = vec![std::ptr::null_mut(); LLVMCountBasicBlocks(self.0.0) as usize];
            LLVMGetBasicBlocks(self.0.0, all.as_mut_ptr());
            all.into_iter().map(Block).collect()
        }
    }

    /// The block where it begins.
    #[track_caller]
    pub fn entry(self) -> Block {
        assert!(!self.is_declaration(), "internal error: a function without a body");
        // SAFETY: a live function (1) with a body (4).
        Block(unsafe { LLVMGetEntryBasicBlock(self.0.0) })
    }

    /// Its parameters.
    pub fn params(self) -> Vec<Value> {
        // SAFETY: a live function (1), as many parameters as it has (4).
        unsafe { (0..LLVMCountParams(self.0.0)).map(|n| Value(LLVMGetParam(self.0.0, n))).collect() }
    }

    /// Sets by which registers its callers hand arguments over.
    pub fn set_call_conv(self, convention: u32) {
        // SAFETY: a live function (1).
        unsafe { LLVMSetFunctionCallConv(self.0.0, convention) }
    }

    /// Gives each value that is used outside its block a place in memory: registers that live through thousands of blocks
    /// take long to allocate.
    pub fn keep_values_in_memory(self) {
        // SAFETY: a live function (1); the phis that go are not used by this crate any more.
        unsafe { acute_demote(self.0.0) }
    }

    /// The value of the attribute that this crate hung on it.
    pub fn string_attribute(self, name: &str) -> Option<String> {
        let (text, len) = (name.as_ptr().cast(), name.len() as u32);
        // SAFETY: a live function (1), texts of the lengths given (6).
        unsafe {
            let attribute = LLVMGetStringAttributeAtIndex(self.0.0, Self::INDEX, text, len);
            let mut len = 0;
            (!attribute.is_null()).then(|| {
                let text = LLVMGetStringAttributeValue(attribute, &mut len);
                copied(text, len as usize)
            })
        }
    }
}

impl Block {
    /// Its instructions in order. A copy of the list: it may be changed meanwhile.
    pub fn instructions(self) -> Vec<Value> {
        let mut all = vec![];
        // SAFETY: a live block (1), whose list does not change in this loop.
        unsafe {
            let mut i = LLVMGetFirstInstruction(self.0);
            while let Some(instruction) = Value::from_raw(i) {
                all.push(instruction);
                i = LLVMGetNextInstruction(i);
            }
        }
        all
    }

    /// Its first instruction. Every block has one: the module is well formed wherever this crate looks at it.
    #[track_caller]
    pub fn first_instruction(self) -> Value {
        // SAFETY: a live block (1).
        let first = unsafe { LLVMGetFirstInstruction(self.0) };
        Value::from_raw(first).expect("internal error: an empty block")
    }

    /// Its first instruction that is no local variable: clang's later passes look for those in front.
    #[track_caller]
    pub fn first_after_allocas(self) -> Value {
        let mut first = self.first_instruction();
        while first.is_alloca() {
            first = first.next_instruction();
        }
        first
    }

    /// The instruction that ends it.
    #[track_caller]
    pub fn terminator(self) -> Value {
        // SAFETY: a live block (1).
        let end = unsafe { LLVMGetBasicBlockTerminator(self.0) };
        Value::from_raw(end).expect("internal error: a block without an end")
    }
}
