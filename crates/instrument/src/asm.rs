//! Inline assembly, whose effect is not known. Symbolic operands are concretized, results are concrete, and the labels of
//! memory that it may write are cleared.
//! ```c
//! asm("..." : "=r"(y), "+m"(*p) : "r"(x));
//! ```
//! becomes
//! ```c
//! if (lx) __acute_concretize(INSTRUCTION, lx, "asm");
//! __acute_outside(INSTRUCTION, "asm", p, sizeof *p, 1);
//! asm("..." : "=r"(y), "+m"(*p) : "r"(x));             // ly = 0
//! ```
use crate::function::Emitter;
use crate::llvm::Value;
use crate::prepare::is_identity;
use acute_trace::Reason;

impl Emitter<'_> {
    /// Concretizes what goes in and clears the labels of what may be written. The empty assembly of [`crate::prepare`] is the
    /// identity.
    pub fn assembly(&mut self, i: Value, asm: Value) {
        if is_identity(i, asm) {
            return self.set_label(i, self.label(i.operand(0)));
        }
        self.concretize(i, Reason::Instruction);
        let memory = asm.asm_constraints().is_some_and(|c| c.contains("memory"));
        for (n, pointer) in (0..).zip(i.args()) {
            if !pointer.ty().is_pointer() {
                continue;
            }
            // `"=m"(x)` and `"m"(x)` say what they touch; behind any other pointer it is a guess.
            match i.arg_type(n, "elementtype") {
                Some(ty) => {
                    self.access(pointer, true, i);
                    self.leave_to("asm", i, pointer, self.ir.size_of(ty));
                }
                None if memory => self.leave_to("asm", i, pointer, self.known_size(pointer)),
                None => {}
            }
        }
    }
}
