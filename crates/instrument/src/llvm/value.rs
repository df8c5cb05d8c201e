//! What all values have in common: a type, a name, operands, users.
use super::{Type, copied};
use llvm_sys::core::*;
use llvm_sys::prelude::LLVMValueRef;

/// A value: a constant, a global, a function, a parameter or an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Value(pub(super) LLVMValueRef);

macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident = $llvm:ident;)*) => {
        impl Value {
            $($(#[$doc])*
            pub fn $name(self) -> bool {
                // SAFETY: a live value (1), whose kind is read.
                !unsafe { $llvm(self.0) }.is_null()
            })*
        }
    };
}

kinds! {
    /// Is a local variable.
    is_alloca = LLVMIsAAllocaInst;
    /// Is an operation of two operands.
    is_binary = LLVMIsABinaryOperator;
    /// Is the address of a label, `&&label`.
    is_block_address = LLVMIsABlockAddress;
    /// Is a jump, conditional or not.
    is_branch = LLVMIsABranchInst;
    /// Is a call.
    is_call = LLVMIsACallInst;
    /// Is a constant of any kind.
    is_constant = LLVMIsAConstant;
    /// Is a constant array of numbers that are not all zero.
    is_constant_data_array = LLVMIsAConstantDataArray;
    /// Is a constant that is computed from others.
    is_constant_expr = LLVMIsAConstantExpr;
    /// Is an integer constant.
    is_constant_int = LLVMIsAConstantInt;
    /// Is a function.
    is_function = LLVMIsAFunction;
    /// Is an address computation.
    is_get_element_ptr = LLVMIsAGetElementPtrInst;
    /// Is a function, a variable or an alias.
    is_global = LLVMIsAGlobalValue;
    /// Is a variable with static storage.
    is_global_variable = LLVMIsAGlobalVariable;
    /// Is a comparison of integers or pointers.
    is_icmp = LLVMIsAICmpInst;
    /// Is a piece of assembly.
    is_inline_asm = LLVMIsAInlineAsm;
    /// Is an instruction.
    is_instruction = LLVMIsAInstruction;
    /// Is a load.
    is_load = LLVMIsALoadInst;
    /// Is a phi.
    is_phi = LLVMIsAPHINode;
    /// Is a store.
    is_store = LLVMIsAStoreInst;
    /// Ends a block.
    is_terminator = LLVMIsATerminatorInst;
    /// Has operands: is an instruction or a constant.
    is_user = LLVMIsAUser;
}

impl Value {
    /// The handle, unless LLVM says that there is none.
    pub(super) fn from_raw(value: LLVMValueRef) -> Option<Value> {
        (!value.is_null()).then_some(Value(value))
    }

    /// Its type.
    pub fn ty(self) -> Type {
        // SAFETY: a live value (1).
        Type(unsafe { LLVMTypeOf(self.0) })
    }

    /// Its name; empty where it has none.
    pub fn name(self) -> String {
        let mut len = 0;
        // SAFETY: a live value (1), whose name has the length that is returned with it (6).
        unsafe {
            let text = LLVMGetValueName2(self.0, &mut len);
            copied(text, len)
        }
    }

    /// Gives it another name.
    pub fn set_name(self, name: &str) {
        // SAFETY: a live value (1), a text of the length given (6).
        unsafe { LLVMSetValueName2(self.0, name.as_ptr().cast(), name.len()) }
    }

    /// Number of operands; of a call, its arguments and then the callee.
    pub fn operand_count(self) -> u32 {
        if !self.is_user() {
            return 0;
        }
        // SAFETY: a live value (1) that has operands (4).
        unsafe { LLVMGetNumOperands(self.0) as u32 }
    }

    /// Panics unless there is an operand `n` (4).
    #[track_caller]
    fn must_have(self, n: u32) {
        assert!(n < self.operand_count(), "internal error: a value without operand {n}");
    }

    /// Operand `n`.
    #[track_caller]
    pub fn operand(self, n: u32) -> Value {
        self.must_have(n);
        // SAFETY: a live value (1) with such an operand (4).
        let operand = unsafe { LLVMGetOperand(self.0, n) };
        Value::from_raw(operand).expect("internal error: an operand that was taken away")
    }

    /// All operands.
    pub fn operands(self) -> impl Iterator<Item = Value> {
        // SAFETY: a live value (1) with as many operands (4).
        (0..self.operand_count()).filter_map(move |n| Value::from_raw(unsafe { LLVMGetOperand(self.0, n) }))
    }

    /// Puts another value in the place of operand `n`.
    #[track_caller]
    pub fn set_operand(self, n: u32, value: Value) {
        self.must_have(n);
        // SAFETY: live values (1), the first with such an operand (4).
        unsafe { LLVMSetOperand(self.0, n, value.0) }
    }

    /// All users, the newest use first; one that uses it twice stands here twice. A copy of the list: it may be
    /// changed meanwhile.
    pub fn users(self) -> Vec<Value> {
        let mut all = vec![];
        // SAFETY: a live value (1), whose list of uses does not change in this loop.
        unsafe {
            let mut each = LLVMGetFirstUse(self.0);
            while !each.is_null() {
                all.extend(Value::from_raw(LLVMGetUser(each)));
                each = LLVMGetNextUse(each);
            }
        }
        all
    }

    /// The user of a value that is used exactly once.
    pub fn only_user(self) -> Option<Value> {
        // SAFETY: a live value (1), whose list of uses does not change meanwhile.
        unsafe {
            let one = LLVMGetFirstUse(self.0);
            (!one.is_null() && LLVMGetNextUse(one).is_null()).then(|| Value(LLVMGetUser(one)))
        }
    }

    /// Is an operand of nothing.
    pub fn is_unused(self) -> bool {
        // SAFETY: a live value (1).
        unsafe { LLVMGetFirstUse(self.0) }.is_null()
    }

    /// Puts another value in the place of this one wherever it is used.
    pub fn replace_all_uses_with(self, other: Value) {
        // SAFETY: live values (1).
        unsafe { LLVMReplaceAllUsesWith(self.0, other.0) }
    }

    /// The bytes that loads, stores or the variable itself are aligned to.
    #[track_caller]
    fn must_be_aligned(self) {
        let has = self.is_alloca() || self.is_load() || self.is_store() || self.is_global_variable();
        assert!(has, "internal error: a value without alignment");
    }

    /// Its alignment: of a variable, a load or a store.
    #[track_caller]
    pub fn alignment(self) -> u32 {
        self.must_be_aligned();
        // SAFETY: a live value (1) that has an alignment (4).
        unsafe { LLVMGetAlignment(self.0) }
    }

    /// Sets its alignment: of a variable, a load or a store.
    #[track_caller]
    pub fn set_alignment(self, bytes: u32) {
        self.must_be_aligned();
        // SAFETY: a live value (1) that has an alignment (4).
        unsafe { LLVMSetAlignment(self.0, bytes) }
    }
}
