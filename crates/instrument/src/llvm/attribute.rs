//! Attributes of functions, calls and their parameters.
use super::{Function, Type, Value};
use llvm_sys::core::*;
use llvm_sys::prelude::{LLVMAttributeRef, LLVMContextRef};

/// LLVM's number of an attribute.
fn kind(name: &str) -> u32 {
    // SAFETY: a text of the length given.
    unsafe { LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len()) }
}

/// The type that an attribute such as `byval` names.
fn named_type(attribute: LLVMAttributeRef) -> Option<Type> {
    // SAFETY: an attribute of a live value (1), of a type (4).
    unsafe {
        let has = !attribute.is_null() && LLVMIsTypeAttribute(attribute) != 0;
        has.then(|| Type(LLVMGetTypeAttributeValue(attribute)))
    }
}

impl Value {
    /// The context that the value belongs to.
    pub(super) fn context(self) -> LLVMContextRef {
        // SAFETY: a live value (1), whose type belongs to the same context.
        unsafe { LLVMGetTypeContext(LLVMTypeOf(self.0)) }
    }

    /// An attribute of this value's context.
    fn attribute(self, name: &str, value: u64) -> LLVMAttributeRef {
        // SAFETY: a live context (1).
        unsafe { LLVMCreateEnumAttribute(self.context(), kind(name), value) }
    }

    /// A call has the attribute: of the call, not of who is called.
    pub fn has_call_attribute(self, name: &str) -> bool {
        // SAFETY: a live value (1), a call (4).
        self.is_call()
            && !unsafe { LLVMGetCallSiteEnumAttribute(self.0, Function::INDEX, kind(name)) }.is_null()
    }

    /// Adds an attribute to a call; `value` is 0 for those that have none.
    #[track_caller]
    pub fn add_call_attribute(self, name: &str, value: u64) {
        assert!(self.is_call(), "internal error: no call");
        // SAFETY: a live value (1), a call (4), an attribute of its context.
        unsafe { LLVMAddCallSiteAttribute(self.0, Function::INDEX, self.attribute(name, value)) }
    }

    /// Removes an attribute of a call.
    #[track_caller]
    pub fn remove_call_attribute(self, name: &str) {
        assert!(self.is_call(), "internal error: no call");
        // SAFETY: a live value (1), a call (4).
        unsafe { LLVMRemoveCallSiteEnumAttribute(self.0, Function::INDEX, kind(name)) }
    }

    /// The type that an attribute of argument `n` of a call names.
    pub fn arg_type(self, n: u32, name: &str) -> Option<Type> {
        if !self.is_call() {
            return None;
        }
        // SAFETY: a live value (1), a call (4).
        named_type(unsafe { LLVMGetCallSiteEnumAttribute(self.0, n + 1, kind(name)) })
    }

    /// The alignment of argument `n` of a call, if an attribute says it.
    pub fn arg_alignment(self, n: u32) -> Option<u64> {
        if !self.is_call() {
            return None;
        }
        // SAFETY: a live value (1), a call (4); an attribute with a number.
        unsafe {
            let attribute = LLVMGetCallSiteEnumAttribute(self.0, n + 1, kind("align"));
            (!attribute.is_null()).then(|| LLVMGetEnumAttributeValue(attribute))
        }
    }
}

impl Function {
    /// The function has the attribute.
    pub fn has_attribute(self, name: &str) -> bool {
        // SAFETY: a live function (1).
        !unsafe { LLVMGetEnumAttributeAtIndex(self.0.0, Function::INDEX, kind(name)) }.is_null()
    }

    /// Adds an attribute that has no value.
    pub fn add_attribute(self, name: &str) {
        // SAFETY: a live function (1), an attribute of its context.
        unsafe { LLVMAddAttributeAtIndex(self.0.0, Function::INDEX, self.attribute(name, 0)) }
    }

    /// Adds an attribute of this crate's own.
    pub fn add_string_attribute(self, name: &str, value: &str) {
        let (name, name_len) = (name.as_ptr().cast(), name.len() as u32);
        let (value, value_len) = (value.as_ptr().cast(), value.len() as u32);
        // SAFETY: a live function and its context (1), texts of the lengths given (6).
        unsafe {
            let attribute = LLVMCreateStringAttribute(self.context(), name, name_len, value, value_len);
            LLVMAddAttributeAtIndex(self.0.0, Function::INDEX, attribute);
        }
    }

    /// Removes an attribute.
    pub fn remove_attribute(self, name: &str) {
        // SAFETY: a live function (1).
        unsafe { LLVMRemoveEnumAttributeAtIndex(self.0.0, Function::INDEX, kind(name)) }
    }

    /// The type that an attribute of parameter `n` names.
    pub fn param_type(self, n: u32, name: &str) -> Option<Type> {
        // SAFETY: a live function (1).
        named_type(unsafe { LLVMGetEnumAttributeAtIndex(self.0.0, n + 1, kind(name)) })
    }
}
