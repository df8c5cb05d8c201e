//! Runs before any pass of clang's: undefined behaviour must still happen, and functions stay functions.
//!
//! | before | after | why |
//! |---|---|---|
//! | `a / b` | `a / hide(b)` | no pass may conclude that `b != 0`, or remove a path that traps |
//! | `1 / b` | `hide(1) / hide(b)` | it would become `b == 1`, which does not trap |
//! | `fmuladd(a, b, c)` | `a * b + c` | rounds twice on every machine |
//! | `__builtin_unreachable()` | `__acute_unreachable(...); trap()` | the run ends there, and says so |
//! | a tail call that must be one | an ordinary call | the label of its result is handed on after it |
//! | `malloc(n)` | `malloc(n)` as no builtin | what is allocated stays, even if it is only freed |
//! | `reach_error()`, static | `__acute_unit_reach_error()` | the linker cannot replace a static function |
//!
//! `hide(x)` is an empty piece of assembly whose result is its operand. It costs nothing.
use crate::calls::is_noreturn;
use crate::ir::Ir;
use crate::llvm::{Function, Linkage, Module, Opcode, Value};
use acute_trace::library::{self, Fact, MODEL, TEST_COMP};
use acute_trace::{Hook, UNREACHABLE};

const CONSTRAINTS: &str = "=r,0";

/// Prepares a module for the passes before instrumentation.
pub fn prepare_module(module: Module) {
    let ir = Ir::new(module);
    crate::regions::mark(&ir);
    if std::env::var_os("ACUTE_UNIT").is_some() {
        take_over_errors(module);
    }
    for function in module.functions() {
        // Forced inlining multiplies inserted code: a codec built on it grows thirtyfold. The inliner may still
        // do what pays.
        function.remove_attribute("alwaysinline");
        for i in function.blocks().into_iter().flat_map(|block| block.instructions()) {
            hide_divisor(&ir, i);
            end_at_unreachable(&ir, i);
            loosen_tail_call(i);
            keep_allocation(i);
            // Last, for it removes the instruction.
            split_multiply_add(&ir, i);
        }
    }
}

/// Replaces calls of a program's own `reach_error` and the like, which are bugs to Test-Comp, by calls of
/// include/acute/verifier.c. The linker does this for functions that are neither static nor inline.
fn take_over_errors(module: Module) {
    let functions = module.functions();
    let names: Vec<String> = functions.iter().map(|f| f.name()).collect();
    if !names.iter().any(|name| name.starts_with(TEST_COMP)) {
        return;
    }
    let is_hidden = |f: &Function| {
        matches!(f.linkage(), Linkage::LLVMInternalLinkage | Linkage::LLVMAvailableExternallyLinkage)
    };
    for (function, name) in functions.into_iter().zip(names) {
        if !is_hidden(&function) || !library::is(&name, Fact::Error) {
            continue;
        }
        let ours = module.add_function(&format!("{MODEL}{name}"), function.value_type());
        for user in function.users() {
            if user.called_value() == Some(function.value()) {
                user.set_operand(user.operand_count() - 1, ours.value());
            }
        }
    }
}

/// Records that `__builtin_unreachable()` is reached, and ends the run there.
fn end_at_unreachable(ir: &Ir, i: Value) {
    if i.opcode() != Opcode::LLVMUnreachable {
        return;
    }
    let ends = i.previous_instruction().is_some_and(is_noreturn);
    if ends || i.function().has_attribute("naked") {
        return;
    }
    ir.at(i);
    ir.hook(Hook::Unreachable, &[ir.name(UNREACHABLE)]);
    let trap = ir.module.intrinsic("llvm.trap");
    ir.builder.call(trap.value_type(), trap.value(), &[]);
}

/// Hides the operands of a division that may trap.
fn hide_divisor(ir: &Ir, i: Value) {
    use Opcode::*;
    if !matches!(i.opcode(), LLVMUDiv | LLVMSDiv | LLVMURem | LLVMSRem) {
        return;
    }
    let (dividend, divisor) = (i.operand(0), i.operand(1));
    let harmless = divisor.as_signed_int().is_some_and(|n| !matches!(n, 0 | -1));
    if harmless || ir.tracked_width(divisor.ty()).is_none() {
        return;
    }
    ir.at(i);
    i.set_operand(1, hide(ir, divisor));
    if dividend.is_constant_int() {
        i.set_operand(0, hide(ir, dividend));
    }
}

/// The same value, of which no pass knows anything. A width without a register goes through the next larger one.
fn hide(ir: &Ir, value: Value) -> Value {
    let own = value.ty();
    let width = own.int_width().next_power_of_two().max(8);
    let (mut ty, mut value) = (own, value);
    if width != own.int_width() {
        ty = ir.module.int_type(width);
        value = ir.builder.zext(value, ty);
    }
    let function = ty.function(&[ty]);
    let hidden = ir.builder.call(function, function.inline_asm(CONSTRAINTS), &[value]);
    if ty == own { hidden } else { ir.builder.trunc(hidden, own) }
}

/// Makes `a * b + c` of an intrinsic that may round once or twice.
fn split_multiply_add(ir: &Ir, i: Value) {
    if !i.is_call_of("llvm.fmuladd.") {
        return;
    }
    ir.at(i);
    let product = ir.builder.fmul(i.operand(0), i.operand(1));
    let sum = ir.builder.fadd(product, i.operand(2));
    i.replace_all_uses_with(sum);
    i.erase();
}

/// Makes an ordinary call of one that must be a tail call.
fn loosen_tail_call(i: Value) {
    if i.is_must_tail_call() {
        i.set_no_tail_call();
    }
}

/// Keeps an optimiser from removing allocations without a use, with all that frees them.
fn keep_allocation(i: Value) {
    if i.called_name().is_some_and(|name| library::is(&name, Fact::Heap)) {
        i.add_call_attribute("nobuiltin", 0);
    }
}

/// Is a piece of assembly like that of [`hide`]: empty, its result its operand.
pub fn is_identity(call: Value, asm: Value) -> bool {
    let is_empty = asm.asm_text().is_some_and(|text| text.is_empty());
    is_empty && asm.asm_constraints().is_some_and(|c| c.starts_with(CONSTRAINTS)) && call.arg_count() == 1
}
