//! Variables with static storage get a redzone behind them.
//! ```c
//! char a[6];
//! ```
//! becomes
//! ```c
//! struct { char a[6], redzone[58]; } a;
//! ```
//! and a row in the table from which the runtime poisons redzones.
use crate::ir::Ir;
use crate::llvm::{Linkage, Value};
use crate::tables;
use acute_trace::REDZONES_SECTION;

/// Bytes behind a variable, at least, and the alignment of its end.
const REDZONE: u64 = 32;

/// Adds redzones to all variables of a module that may have one.
pub fn add(ir: &Ir) {
    let mut rows = vec![];
    for global in ir.module.globals().into_iter().filter(|global| may_have(ir, *global)) {
        let Some(value) = global.initializer() else { continue };
        let size = ir.size_of(global.value_type());
        let padded = (size + REDZONE).next_multiple_of(REDZONE);
        let zone = ir.i8.array(padded - size).const_null();
        let new = global.replaced_by(ir.module.const_struct(&[value, zone]));
        rows.push(ir.module.const_struct(&[new, ir.int64(size), ir.int64(padded)]));
    }
    if let Some(first) = rows.first() {
        tables::keep(ir, "acute.redzones", first.ty().const_array(&rows), REDZONES_SECTION, 8);
    }
}

/// Is a variable of the program that no other module or section lays out.
fn may_have(ir: &Ir, global: Value) -> bool {
    use Linkage::*;
    let name = global.name();
    let is_own = matches!(global.linkage(), LLVMExternalLinkage | LLVMInternalLinkage | LLVMPrivateLinkage);
    is_own
        && !global.is_declaration()
        && !global.is_thread_local()
        && !global.has_section()
        && !name.starts_with("llvm.")
        && !name.starts_with("acute.")
        && ir.size_of(global.value_type()) > 0
}
