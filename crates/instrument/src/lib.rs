//! A clang pass plugin that makes code carry symbolic expressions beside its values.
//!
//! ```c
//! int z = x + y;
//! ```
//! becomes
//! ```c
//! int z = x + y;
//! unsigned lz = (lx | ly) ? __acute_binary(ADD, lx, x, ly, y, z) : 0;
//! ```
//! where `lx` is the label of x: 0 while x does not depend on the input. Labels of locals are locals. Labels of memory are
//! in the shadow. Labels of arguments and results pass in thread-local slots that name the function they are meant for.
//!
//! There are two passes: `prepare` before all others, and `function` when locals have become values.
//!
//! **Invariant:** the crate knows which operation is performed, not what it means, and nothing of solving.
//! **Invariant:** only `llvm` and the entry points below are unsafe.
//!
//! To follow another instruction:
//! 1. a line in `Emitter::instruction` (function.rs);
//! 2. its emitter, in one of the files named there;
//! 3. a row in `acute_trace::hooks` if no hook fits;
//! 4. a row in `crates/cli/tests/operations`, and a test in tests.rs.
#![allow(non_snake_case)]

mod asm;
mod atomics;
mod branches;
mod calls;
mod floats;
mod frame;
mod function;
mod given;
mod index;
mod intrinsics;
mod ir;
mod leaves;
mod llvm;
mod loops;
mod map;
mod memory;
mod order;
mod outside;
mod prepare;
mod redzones;
mod regions;
mod sanitizer;
mod state;
mod tables;
#[cfg(test)]
mod tests;
mod trees;
mod values;
mod varargs;
mod wide;

use llvm_sys::prelude::LLVMModuleRef;
use std::ffi::{c_char, c_void};

/// The description of a plugin, as clang asks for it.
#[repr(C)]
pub struct PluginInfo {
    api: u32,
    name: *const c_char,
    version: *const c_char,
    register: unsafe extern "C" fn(*mut c_void),
}

unsafe extern "C" {
    fn acute_register(builder: *mut c_void);
}

/// The entry point that clang looks for.
#[unsafe(no_mangle)]
pub extern "C" fn llvmGetPassPluginInfo() -> PluginInfo {
    PluginInfo { api: 1, name: c"acute".as_ptr(), version: c"1".as_ptr(), register: acute_register }
}

/// The first pass: runs before all others. Called by the shim.
///
/// # Safety
/// `module` is a valid module that nothing else changes during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn acute_prepare(module: LLVMModuleRef) {
    // SAFETY: by the function's contract; no handle outlives the call.
    prepare::prepare_module(unsafe { llvm::Module::from_raw(module) })
}

/// The second pass: instruments the module. Called by the shim.
///
/// # Safety
/// `module` is a valid module that nothing else changes during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn acute_instrument(module: LLVMModuleRef) {
    // SAFETY: by the function's contract; no handle outlives the call.
    function::instrument_module(unsafe { llvm::Module::from_raw(module) })
}
