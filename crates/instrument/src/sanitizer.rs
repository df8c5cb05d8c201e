//! Checks that `-fsanitize=` adds: no branches of the source, but conditions that the engine tries to negate.
//! ```c
//! if (!ok) trap(KIND);
//! ```
//! becomes
//! ```c
//! if (lok) __acute_sanitizer(CHECK, lok, ok, 0);
//! if (!ok) { __acute_undefined(END, value, limit); trap(KIND); }
//! ```
//! where the second line is left as it is if the kind of check is none that has an ending of its own.
use crate::function::Emitter;
use crate::llvm::{Block, IntPredicate, Opcode, Value};
use acute_trace::{Check, End, Hook};

impl Emitter<'_> {
    /// Records the condition of a check, with the outcome that fails, and ends the run that fails.
    pub fn sanitizer(&mut self, i: Value, label: Value) {
        let (ir, condition) = (self.ir, i.condition());
        let bad = !complains(i.successor(1)) || complains(i.successor(0));
        let known = failure(i.successor(!bad as u32)).filter(|_| !is_unsigned(condition));
        if !ir.is_zero(label) {
            ir.at(i);
            let symbolic = ir.is_symbolic(label);
            let check = known.map_or(Check::Sanitizer, |(check, _)| check);
            ir.when(symbolic, i, || {
                let taken = ir.builder.zext(condition, ir.i32);
                let check = ir.int32(check as u32);
                ir.hook(Hook::Sanitizer, &[check, label, taken, ir.int32(bad as u32)]);
            });
        }
        if let Some((_, end)) = known {
            ir.at(i.split_edge(!bad as u32));
            let (value, limit) = self.compared(condition);
            ir.hook(Hook::Undefined, &[ir.int32(end as u32), value, limit]).set_place_of(i);
        }
    }

    /// The value that a check compares, as a signed number, and the first one that is too large.
    fn compared(&self, condition: Value) -> (Value, Value) {
        let ir = self.ir;
        let none = (ir.int64(0), ir.int64(0));
        if !condition.is_instruction() || condition.opcode() != Opcode::LLVMICmp {
            return none;
        }
        let more = match condition.icmp_predicate() {
            IntPredicate::LLVMIntULT => 0,
            IntPredicate::LLVMIntULE => 1,
            _ => return none,
        };
        let (value, limit) = (condition.operand(0), condition.operand(1).as_int());
        match limit.filter(|_| ir.tracked_width(value.ty()).is_some()) {
            Some(limit) if value.ty().int_width() < 64 => {
                (ir.builder.sext_or_bitcast(value, ir.i64), ir.int64(limit + more))
            }
            Some(limit) => (value, ir.int64(limit + more)),
            None => none,
        }
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

/// The condition and the ending of a check, by the number that clang gives to its trap: that of the handler in
/// UndefinedBehaviorSanitizer's runtime.
fn failure(block: Block) -> Option<(Check, End)> {
    const ADD_OVERFLOW: u64 = 0;
    const FLOAT_CAST_OVERFLOW: u64 = 5;
    const MUL_OVERFLOW: u64 = 12;
    const NEGATE_OVERFLOW: u64 = 13;
    const OUT_OF_BOUNDS: u64 = 18;
    const SHIFT_OUT_OF_BOUNDS: u64 = 20;
    const SUB_OVERFLOW: u64 = 21;
    let trap = block.instructions().into_iter().find(|i| i.is_call_of("llvm.ubsantrap"))?;
    match trap.operand(0).as_int()? {
        ADD_OVERFLOW | MUL_OVERFLOW | NEGATE_OVERFLOW | SUB_OVERFLOW => {
            Some((Check::Overflow, End::Overflow))
        }
        FLOAT_CAST_OVERFLOW => Some((Check::FloatTooLarge, End::Conversion)),
        OUT_OF_BOUNDS => Some((Check::OutOfBounds, End::Index)),
        SHIFT_OUT_OF_BOUNDS => Some((Check::ShiftTooFar, End::Shift)),
        _ => None,
    }
}

/// Is a check of an unsigned operation, which wraps around and is asked for by its own option.
fn is_unsigned(condition: Value) -> bool {
    let mut at = condition;
    while at.is_instruction() && matches!(at.opcode(), Opcode::LLVMXor | Opcode::LLVMExtractValue) {
        at = at.operand(0);
    }
    ["uadd", "usub", "umul"].iter().any(|op| at.is_call_of(&format!("llvm.{op}.with.overflow")))
}
