//! Modules that tests parse from text.
use super::{Module, copied};
use llvm_sys::analysis::{LLVMVerifierFailureAction, LLVMVerifyModule};
use llvm_sys::core::*;
use llvm_sys::ir_reader::LLVMParseIRInContext;
use llvm_sys::prelude::LLVMContextRef;
use std::ffi::{CStr, c_char};

/// A module with a context of its own.
///
/// **Invariant:** both live as long as this object; a test keeps no handle longer.
pub struct ParsedModule {
    context: LLVMContextRef,
    module: Module,
}

/// Copies a message of LLVM's and frees it.
///
/// # Safety
/// `message` is null, or a terminated text that LLVM expects back.
unsafe fn message(message: *mut c_char) -> String {
    if message.is_null() {
        return String::new();
    }
    // SAFETY: by the function's contract.
    unsafe {
        let text = copied(message, CStr::from_ptr(message).to_bytes().len());
        LLVMDisposeMessage(message);
        text
    }
}

impl ParsedModule {
    /// Parses LLVM's assembly language.
    #[track_caller]
    pub fn parse(text: &str) -> ParsedModule {
        let (mut module, mut error) = (std::ptr::null_mut(), std::ptr::null_mut());
        // SAFETY: a text of the length given, which is copied; the parser takes the buffer over.
        let (context, failed) = unsafe {
            let context = LLVMContextCreate();
            let (start, len) = (text.as_ptr().cast(), text.len());
            let buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(start, len, c"test".as_ptr());
            (context, LLVMParseIRInContext(context, buffer, &mut module, &mut error) != 0)
        };
        // SAFETY: the parser's message.
        assert!(!failed, "{}", unsafe { message(error) });
        ParsedModule { context, module: Module(module) }
    }

    /// The handle of it.
    pub fn module(&self) -> Module {
        self.module
    }

    /// The text of it.
    pub fn print(&self) -> String {
        // SAFETY: a live module (1), a message of LLVM's.
        unsafe { message(LLVMPrintModuleToString(self.module.0)) }
    }

    /// What LLVM's verifier says against it; empty where it is well formed.
    pub fn complaints(&self) -> String {
        let mut text = std::ptr::null_mut();
        let action = LLVMVerifierFailureAction::LLVMReturnStatusAction;
        // SAFETY: a live module (1), a message of LLVM's.
        unsafe {
            let failed = LLVMVerifyModule(self.module.0, action, &mut text) != 0;
            let text = message(text);
            if failed { text + "(not well formed)" } else { text }
        }
    }
}

impl Drop for ParsedModule {
    fn drop(&mut self) {
        // SAFETY: both are this object's own.
        unsafe {
            LLVMDisposeModule(self.module.0);
            LLVMContextDispose(self.context);
        }
    }
}
