//! Calls of functions that are not instrumented: symbolic arguments are concretized, memory that they may write is concrete.
//! ```c
//! n = strtol(s, &end, 10);
//! ```
//! becomes
//! ```c
//! n = strtol(s, &end, 10);
//! if (__acute_ret_from != strtol) {
//!     __acute_outside(NO_MODEL, "strtol", s, 0, 0);      // symbolic bytes behind s are counted
//!     __acute_outside(NO_MODEL, "strtol", &end, 8, 1);   // ... and those behind &end are cleared, too
//! }
//! ```
use crate::function::Emitter;
use crate::llvm::{IntPredicate, Linkage, Module, Opcode, Value};
use acute_trace::library::{self, Fact, MODEL};
use acute_trace::{HEAP_BASE, HEAP_SIZE, Hook, Reason, Slot};

/// The callee may turn out not to be instrumented. The body of an `extern inline` function has its real definition elsewhere.
pub fn maybe_outside(callee: Value) -> bool {
    !callee.is_function()
        || callee.is_declaration()
        || callee.linkage() == Linkage::LLVMAvailableExternallyLinkage
}

/// A unit under test calls a model in the place of this function. The model records accesses itself.
pub fn is_modelled(name: &str) -> bool {
    library::is(name, Fact::Modelled) && std::env::var_os("ACUTE_UNIT").is_some()
}

/// Redirects calls of functions that have a model to the model.
pub fn rename_modelled(module: Module) {
    for name in library::all(Fact::Modelled) {
        if let Some(function) = module.named_function(name).filter(|f| maybe_outside(f.value())) {
            function.set_name(&format!("{MODEL}{name}"));
        }
    }
}

/// The text of a string constant.
fn constant_text(pointer: Value) -> Option<String> {
    if !pointer.is_global_variable() || !pointer.is_global_constant() {
        return None;
    }
    let bytes = pointer.initializer()?.as_bytes()?;
    Some(String::from_utf8_lossy(&bytes).trim_end_matches('\0').to_string())
}

impl Emitter<'_> {
    /// Records that a library function may dereference the pointers it is given: whether they are NULL decides the outcome.
    pub fn follow_arguments(&mut self, i: Value) {
        for argument in i.args() {
            if argument.ty().is_pointer() {
                self.hand_over(argument, i);
            }
        }
    }

    /// The same for a function that only prints.
    pub fn follow_printed(&mut self, i: Value, name: &str) {
        let count = i.arg_count();
        let Some(function) = library::find(name) else { return };
        let is_puts = |(format, n): &(&str, u32)| {
            *n < count && constant_text(i.operand(n - 1)).as_deref() == Some(*format)
        };
        let puts = function.prints_text.filter(is_puts).map(|(_, n)| n);
        for n in function.dereferences.iter().copied().chain(puts).filter(|n| *n < count) {
            let argument = i.operand(n);
            if argument.ty().is_pointer() {
                self.access(argument, false, i);
            }
        }
    }

    /// Concretizes the arguments of a function that does not return, before the call. A longjmp takes its value along.
    pub fn leave_for_good(&mut self, i: Value, name: &str) {
        for argument in i.args() {
            self.ir.at(i);
            let label = self.any_label(argument);
            self.ir.concretize(Reason::NoModel, label, name, i);
        }
    }

    /// Before code with unknown effect: memory behind the pointer is concretized, and may be written.
    pub fn leave_to(&mut self, what: &str, i: Value, pointer: Value, known: u64) {
        let ir = self.ir;
        ir.at(i);
        let (reason, name) = (ir.int32(Reason::Instruction as u32), ir.name(what));
        let arguments = [reason, name, pointer, ir.int64(known), ir.int32(1)];
        ir.hook(Hook::Outside, &arguments);
    }

    /// Bytes behind a pointer to a local or global, or into it; 0 for any other.
    pub fn known_size(&self, pointer: Value) -> u64 {
        if pointer.is_get_element_ptr() {
            return self.known_size(pointer.operand(0));
        }
        if pointer.is_alloca() {
            let count = pointer.operand(0).as_int().unwrap_or(0);
            self.ir.size_of(pointer.allocated_type()).saturating_mul(count)
        } else if pointer.is_global_variable() {
            self.ir.size_of(pointer.value_type())
        } else {
            0
        }
    }

    /// Tells the runtime which pointers the callee may keep, and that what it returned may be memory of its own.
    fn hand_out(&self, i: Value) {
        let ir = self.ir;
        for argument in i.args().filter(|a| a.ty() == ir.ptr || a.ty() == ir.i64) {
            ir.hook(Hook::HandedOut, &[ir.widen(argument), ir.int64(self.known_size(argument))]);
        }
        if i.ty() == ir.ptr {
            ir.hook(Hook::Received, &[i]);
        }
    }

    /// Tells the runtime which pointers `main` holds, where an instruction loads or receives one. When it returns, the
    /// program ends: a block that its locals still lead to need not be freed.
    pub fn hold(&self, i: Value, locals: &[Value]) {
        let ir = self.ir;
        let is_source = matches!(i.opcode(), Opcode::LLVMCall | Opcode::LLVMLoad | Opcode::LLVMExtractValue);
        if i.opcode() == Opcode::LLVMRet {
            ir.at(i);
            for local in locals.iter().filter(|local| self.known_size(**local) > 0) {
                ir.hook(Hook::HandedOut, &[ir.widen(*local), ir.int64(self.known_size(*local))]);
            }
        } else if i.ty() == ir.ptr && is_source {
            let next = self.after(i);
            ir.at(next);
            let offset = ir.builder.sub(ir.widen(i), ir.int64(HEAP_BASE as u64));
            let is_block = ir.builder.icmp(IntPredicate::LLVMIntULT, offset, ir.int64(HEAP_SIZE as u64));
            ir.when(is_block, next, || {
                ir.hook(Hook::Held, &[i]);
            });
        }
    }

    /// After a call: unless an instrumented callee has just returned, concretizes the arguments and clears the labels of memory
    /// that the callee may have written.
    pub fn watch_outside(&mut self, i: Value, callee: Value, name: &str) {
        let ir = self.ir;
        let next = self.after(i);
        ir.at(next);
        let inside = self.is_from(callee);
        let outside = ir.builder.not(inside);
        ir.when(outside, next, || {
            let (text, reason) = (ir.name(name), ir.int32(Reason::NoModel as u32));
            let writes = ir.int32(!library::is(name, Fact::Reads) as u32);
            for argument in i.args() {
                let label = self.any_label(argument);
                let pointer = argument.ty().is_pointer();
                // Our own heap takes labels along.
                if pointer && !library::is_replaced(name) {
                    let known = ir.int64(self.known_size(argument));
                    let arguments = [reason, text, argument, known, writes];
                    ir.hook(Hook::Outside, &arguments);
                }
                if !ir.is_zero(label) {
                    ir.hook(Hook::Concretize, &[reason, label, text]);
                }
            }
            if library::may_keep(name) {
                self.hand_out(i);
            }
            ir.builder.store(ir.ptr.const_null(), ir.slot(Slot::ArgsFor));
        });
    }
}
