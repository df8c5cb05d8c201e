//! Modules: functions, global variables, and the types of their context.
use super::{Function, Type, TypeKind, Value, terminated};
use llvm_sys::analysis::{LLVMVerifierFailureAction, LLVMVerifyModule};
use llvm_sys::core::*;
use llvm_sys::prelude::{LLVMContextRef, LLVMModuleRef};
use llvm_sys::target::{
    LLVMABISizeOfType, LLVMGetModuleDataLayout, LLVMOffsetOfElement, LLVMStoreSizeOfType,
};

/// The module that is being instrumented.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Module(pub(super) LLVMModuleRef);

impl Module {
    /// The handle that all others come from.
    ///
    /// # Safety
    /// The module is valid, lives longer than every handle that is made from this one, and nothing else
    /// changes it meanwhile.
    pub unsafe fn from_raw(module: LLVMModuleRef) -> Module {
        Module(module)
    }

    /// The context of its types and constants.
    pub(super) fn context(self) -> LLVMContextRef {
        // SAFETY: a live module (1).
        unsafe { LLVMGetModuleContext(self.0) }
    }

    /// Its functions, declared or defined. A copy of the list: it may be changed meanwhile.
    pub fn functions(self) -> Vec<Function> {
        let mut all = vec![];
        // SAFETY: a live module (1), whose list does not change in this loop.
        unsafe {
            let mut function = LLVMGetFirstFunction(self.0);
            while let Some(value) = Value::from_raw(function) {
                all.push(Function(value));
                function = LLVMGetNextFunction(function);
            }
        }
        all
    }

    /// Its variables with static storage. A copy of the list: it may be changed meanwhile.
    pub fn globals(self) -> Vec<Value> {
        let mut all = vec![];
        // SAFETY: a live module (1), whose list does not change in this loop.
        unsafe {
            let mut global = LLVMGetFirstGlobal(self.0);
            while let Some(value) = Value::from_raw(global) {
                all.push(value);
                global = LLVMGetNextGlobal(global);
            }
        }
        all
    }

    /// The function of this name.
    pub fn named_function(self, name: &str) -> Option<Function> {
        // SAFETY: a live module (1), a terminated text (6).
        Value::from_raw(unsafe { LLVMGetNamedFunction(self.0, terminated(name).as_ptr()) }).map(Function)
    }

    /// The variable of this name.
    pub fn named_global(self, name: &str) -> Option<Value> {
        // SAFETY: a live module (1), a terminated text (6).
        Value::from_raw(unsafe { LLVMGetNamedGlobal(self.0, terminated(name).as_ptr()) })
    }

    /// Declares a function.
    #[track_caller]
    pub fn add_function(self, name: &str, ty: Type) -> Function {
        assert_eq!(ty.kind(), TypeKind::LLVMFunctionTypeKind, "internal error: no function type");
        // SAFETY: a live module and type (1), of a function (4); a terminated text (6).
        Function(Value(unsafe { LLVMAddFunction(self.0, terminated(name).as_ptr(), ty.0) }))
    }

    /// Declares a variable.
    pub fn add_global(self, name: &str, ty: Type) -> Value {
        // SAFETY: a live module and type (1), a terminated text (6).
        Value(unsafe { LLVMAddGlobal(self.0, ty.0, terminated(name).as_ptr()) })
    }

    /// The intrinsic of this name, which has no type parameters.
    pub fn intrinsic(self, name: &str) -> Function {
        // SAFETY: a live module (1), a text of the length given; the empty list of types is not read.
        unsafe {
            let id = LLVMLookupIntrinsicID(name.as_ptr().cast(), name.len());
            assert!(id != 0, "internal error: no intrinsic {name}");
            Function(Value(LLVMGetIntrinsicDeclaration(self.0, id, std::ptr::null_mut(), 0)))
        }
    }

    /// Adds to the assembly that stands before the module's code.
    pub fn append_inline_asm(self, asm: &str) {
        // SAFETY: a live module (1), a text of the length given (6).
        unsafe { LLVMAppendModuleInlineAsm(self.0, asm.as_ptr().cast(), asm.len()) }
    }

    /// Ends the process, with what is wrong, unless the module is well formed.
    pub fn verify_or_abort(self) {
        let abort = LLVMVerifierFailureAction::LLVMAbortProcessAction;
        // SAFETY: a live module (1); no message is asked for.
        unsafe { LLVMVerifyModule(self.0, abort, std::ptr::null_mut()) };
    }

    /// The type of integers of so many bits.
    pub fn int_type(self, bits: u32) -> Type {
        // SAFETY: a live context (1).
        Type(unsafe { LLVMIntTypeInContext(self.context(), bits) })
    }

    /// The type of pointers.
    pub fn pointer_type(self) -> Type {
        // SAFETY: a live context (1).
        Type(unsafe { LLVMPointerTypeInContext(self.context(), 0) })
    }

    /// The type of what returns nothing.
    pub fn void_type(self) -> Type {
        // SAFETY: a live context (1).
        Type(unsafe { LLVMVoidTypeInContext(self.context()) })
    }

    /// The constant struct of these fields.
    pub fn const_struct(self, fields: &[Value]) -> Value {
        let mut fields: Vec<_> = fields.iter().map(|f| f.0).collect();
        let count = fields.len() as u32;
        // SAFETY: a live context and live values (1), as many as are counted.
        Value(unsafe { LLVMConstStructInContext(self.context(), fields.as_mut_ptr(), count, 0) })
    }

    /// Bytes that a load or store of the type touches: 6 for 48 bits. 0 for a type that is only declared.
    pub fn store_size(self, ty: Type) -> u64 {
        // SAFETY: a live module and type (1), one with a size (4).
        unsafe {
            match LLVMTypeIsSized(ty.0) {
                0 => 0,
                _ => LLVMStoreSizeOfType(LLVMGetModuleDataLayout(self.0), ty.0),
            }
        }
    }

    /// The distance of array elements of the type: 8 for 48 bits. 0 for a type that is only declared.
    pub fn abi_size(self, ty: Type) -> u64 {
        // SAFETY: a live module and type (1), one with a size (4).
        unsafe {
            match LLVMTypeIsSized(ty.0) {
                0 => 0,
                _ => LLVMABISizeOfType(LLVMGetModuleDataLayout(self.0), ty.0),
            }
        }
    }

    /// Bytes before member `n` of a struct type.
    #[track_caller]
    pub fn offset_of(self, ty: Type, n: u32) -> u64 {
        assert!(n < ty.member_count(), "internal error: a struct has no member {n}");
        // SAFETY: a live module and type (1), a struct with such a member (4).
        unsafe { LLVMOffsetOfElement(LLVMGetModuleDataLayout(self.0), ty.0, n) }
    }
}
