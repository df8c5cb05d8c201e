//! A clang pass plugin: makes code carry symbolic expressions beside its values.
//!
//! For `int z = x + y;` the instrumented code is
//! ```c
//! int z = x + y;
//! unsigned lz = (lx | ly) ? __acute_binary(ADD, lx, x, ly, y, z) : 0;
//! ```
//! where `lx` is the label of x: 0 while x does not depend on the input. Labels of locals are
//! locals; labels of memory lie in the shadow; labels of arguments and results pass in thread-local
//! slots that name the function they are meant for.
//!
//! **Invariant:** it knows which operation is performed, not what it means, and nothing of solving.
//! To follow another instruction: 1 a line in `function::instruction`, 2 its emitter in one of the
//! files there, 3 a hook in the runtime if none fits, 4 a row in `crates/cli/tests/operations`.
#![allow(non_snake_case)]

mod asm;
mod atomics;
mod branches;
mod calls;
mod floats;
mod function;
mod index;
mod intrinsics;
mod ir;
mod leaves;
mod map;
mod memory;
mod order;
mod outside;
mod prepare;
mod regions;
mod sanitizer;
mod state;
mod tables;
mod trees;
mod values;
mod varargs;
mod wide;

use std::ffi::{c_char, c_void};

/// What clang asks a plugin for.
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

/// The entry point clang looks for.
#[unsafe(no_mangle)]
pub extern "C" fn llvmGetPassPluginInfo() -> PluginInfo {
    PluginInfo { api: 1, name: c"acute".as_ptr(), version: c"1".as_ptr(), register: acute_register }
}

/// Called by the shim for each module, before anything else.
///
/// # Safety
/// `module` is a valid module that nobody else touches meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn acute_prepare(module: llvm_sys::prelude::LLVMModuleRef) {
    // SAFETY: as above.
    unsafe { prepare::prepare_module(module) }
}

/// Called by the shim for each module.
///
/// # Safety
/// `module` is a valid module that nobody else touches meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn acute_instrument(module: llvm_sys::prelude::LLVMModuleRef) {
    // SAFETY: as above.
    unsafe { function::instrument_module(module) }
}
