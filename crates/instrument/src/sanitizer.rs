//! Checks that `-fsanitize=` adds: no branches of the source, but conditions that the engine tries to negate.
//! ```c
//! if (!ok) trap();
//! ```
//! becomes
//! ```c
//! if (lok) __acute_sanitizer(lok, ok, 0);
//! if (!ok) trap();
//! ```
use crate::function::Emitter;
use crate::llvm::{Block, Opcode, Value};
use acute_trace::Hook;

impl Emitter<'_> {
    /// Records the condition of a check, with the outcome that fails.
    pub fn sanitizer(&mut self, i: Value, label: Value) {
        let (ir, condition) = (self.ir, i.condition());
        if ir.is_zero(label) {
            return;
        }
        let bad = !complains(i.successor(1)) || complains(i.successor(0));
        ir.at(i);
        let symbolic = ir.is_symbolic(label);
        ir.when(symbolic, i, || {
            let taken = ir.builder.zext(condition, ir.i32);
            ir.hook(Hook::Sanitizer, &[label, taken, ir.int32(bad as u32)]);
        });
    }
}

/// The block is where a failed check goes: it traps or calls the sanitizer's runtime.
fn complains(block: Block) -> bool {
    let handles = |i: Value| {
        let name = i.called_name();
        name.is_some_and(|name| name.starts_with("__ubsan_handle") || name == "llvm.ubsantrap")
    };
    block.instructions().into_iter().any(|i| i.opcode() == Opcode::LLVMUnreachable || handles(i))
}
