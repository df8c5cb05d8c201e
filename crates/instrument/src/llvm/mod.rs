//! A safe face of LLVM's C interface: handles of modules, functions, blocks, values and types.
//!
//! Methods are named after LLVM's: `LLVMGetInstructionOpcode(i)` is [`Value::opcode`], `LLVMBuildAdd(b, x, y, "")`
//! is [`Builder::add`]. The rest of the crate contains no `unsafe` but at its two entry points.
//!
//! # Safety
//! The `// SAFETY:` lines below refer to these invariants by number.
//!
//! 1. **Handles are live.** A handle is never null and points to an object of the one module that is being
//!    instrumented, or of that module's context. The only source of handles is [`Module::from_raw`]; all
//!    others come from methods of a handle.
//! 2. **The module outlives its handles.** The compiler owns module and context. It keeps both for the whole
//!    call of a pass, and everything in this crate that holds a handle is a local of that call.
//! 3. **Few objects die earlier**, and only in [`Value::erase`], [`Value::delete_global`] and
//!    [`Value::drop_detour`]. Each refuses what is still used. The caller keeps no copy of the handle: this is
//!    the one rule that these types do not enforce.
//! 4. **Kinds are checked.** LLVM's C interface casts without a check: the callee of an `add` would be read out
//!    of memory that is no callee. A method that needs a call, an integer type and so on asks first. It returns
//!    `None` where a caller may not know the kind, and panics where it must.
//! 5. **One thread.** Handles are neither `Send` nor `Sync`, and a context belongs to one compilation.
//! 6. **Text is copied**, in both directions.
mod attribute;
mod builder;
mod constant;
mod coverage;
mod function;
mod global;
mod instruction;
mod metadata;
mod module;
#[cfg(test)]
mod testing;
mod types;
mod value;

pub use builder::Builder;
pub use coverage::{Counter, Expression, Region};
pub use function::{Block, Function};
pub use llvm_sys::{
    LLVMAtomicRMWBinOp as AtomicOp, LLVMIntPredicate as IntPredicate, LLVMLinkage as Linkage,
    LLVMOpcode as Opcode, LLVMRealPredicate as RealPredicate, LLVMTypeKind as TypeKind,
};
pub use module::Module;
#[cfg(test)]
pub use testing::ParsedModule;
pub use types::Type;
pub use value::Value;

use std::ffi::{CString, c_char};

/// The name that LLVM gives to what has none.
const UNNAMED: *const c_char = c"".as_ptr();

/// Copies `len` bytes of text that LLVM owns; the empty text where there is none.
///
/// # Safety
/// `text` is null or points to `len` readable bytes.
unsafe fn copied(text: *const c_char, len: usize) -> String {
    if text.is_null() {
        return String::new();
    }
    // SAFETY: by the function's contract; the bytes are copied before LLVM can change them.
    String::from_utf8_lossy(unsafe { std::slice::from_raw_parts(text.cast(), len) }).into_owned()
}

/// The text with a zero behind it, as some functions of LLVM take it. Names of C never contain a zero.
fn terminated(text: &str) -> CString {
    CString::new(text).unwrap_or_default()
}
