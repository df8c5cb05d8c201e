//! Small modules in LLVM's assembly language, instrumented, and what became of them.
//!
//! Every module that a test instruments must be well formed afterwards.
use crate::function::instrument_module;
use crate::llvm::{Function, Opcode, ParsedModule, Value};
use crate::order::{Dominators, reverse_post_order};
use crate::prepare::prepare_module;
use acute_trace::{Hook, Reason};

/// Number of undefined arguments in front of a hook's own.
const SKIPPED: u32 = 6;

/// Parses functions for x86-64.
#[track_caller]
fn parse(functions: &str) -> ParsedModule {
    let layout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";
    ParsedModule::parse(&format!("target datalayout = \"{layout}\"\n{functions}"))
}

/// Runs both passes.
#[track_caller]
fn instrument(functions: &str) -> ParsedModule {
    let parsed = parse(functions);
    prepare_module(parsed.module());
    instrument_module(parsed.module());
    assert_eq!(parsed.complaints(), "", "{}", parsed.print());
    parsed
}

fn function(parsed: &ParsedModule, name: &str) -> Function {
    parsed.module().named_function(name).expect("the function that the test defines")
}

fn instructions(function: Function) -> Vec<Value> {
    function.blocks().into_iter().flat_map(|block| block.instructions()).collect()
}

/// The calls of hooks in `@f`, in the order of the code.
fn hook_calls(parsed: &ParsedModule) -> Vec<Value> {
    instructions(function(parsed, "f")).into_iter().filter(|i| i.is_call_of("__acute_kept_")).collect()
}

/// Asserts that `@f` calls exactly these hooks.
#[track_caller]
fn check_hooks(parsed: &ParsedModule, expected: &[Hook]) {
    let called: Vec<String> = hook_calls(parsed).into_iter().filter_map(Value::called_name).collect();
    let expected: Vec<&str> = expected.iter().map(|hook| hook.symbol()).collect();
    assert_eq!(called, expected, "{}", parsed.print());
}

/// Number of instructions of a kind in `@f`.
fn count(parsed: &ParsedModule, opcode: Opcode) -> usize {
    instructions(function(parsed, "f")).into_iter().filter(|i| i.opcode() == opcode).count()
}

#[test]
fn an_addition_of_two_loaded_ints_records_accesses_loads_and_the_operation() {
    let parsed = instrument(
        "define i32 @f(ptr %p, ptr %q) {
           %x = load i32, ptr %p
           %y = load i32, ptr %q
           %z = add i32 %x, %y
           ret i32 %z
         }",
    );
    check_hooks(&parsed, &[Hook::Access, Hook::Load, Hook::Access, Hook::Load, Hook::Binary]);
    // Each in a block of its own, which is skipped where nothing is symbolic.
    assert_eq!(count(&parsed, Opcode::LLVMPHI), 3);
}

#[test]
fn a_comparison_that_only_decides_a_jump_is_one_hook_and_each_outcome_sets_a_cell() {
    let parsed = instrument(
        "define i32 @f(i32 %x) {
           %c = icmp sgt i32 %x, 5
           br i1 %c, label %yes, label %no
         yes:
           ret i32 1
         no:
           ret i32 2
         }",
    );
    check_hooks(&parsed, &[Hook::Compared]);
    let cells = parsed.module().named_global("acute.cov").expect("an array of cells");
    assert_eq!(cells.value_type().array_length(), 2);
    let byte = parsed.module().int_type(8);
    let stores = instructions(function(&parsed, "f"))
        .into_iter()
        .filter(|i| i.is_store() && i.operand(0).ty() == byte);
    assert_eq!(stores.count(), 2, "{}", parsed.print());
}

#[test]
fn a_condition_with_another_use_has_a_label_of_its_own() {
    let parsed = instrument(
        "define i1 @f(i32 %x) {
           %c = icmp sgt i32 %x, 5
           br i1 %c, label %yes, label %no
         yes:
           ret i1 %c
         no:
           ret i1 %c
         }",
    );
    check_hooks(&parsed, &[Hook::Binary, Hook::Branch]);
}

#[test]
fn operations_that_only_feed_one_another_share_a_check() {
    let parsed = instrument(
        "define i32 @f(i32 %x, i32 %y) {
           %a = add i32 %x, %y
           %b = mul i32 %a, 3
           %c = xor i32 %b, %x
           ret i32 %c
         }",
    );
    check_hooks(&parsed, &[Hook::Binary, Hook::Binary, Hook::Binary]);
    let blocks: Vec<_> = hook_calls(&parsed).into_iter().map(Value::parent).collect();
    assert!(blocks.iter().all(|block| *block == blocks[0]), "{}", parsed.print());
}

#[test]
fn an_access_is_recorded_once_on_each_path() {
    let parsed = instrument(
        "define void @f(ptr %p) {
           %field = getelementptr i8, ptr %p, i64 8
           store i32 1, ptr %p
           store i32 2, ptr %field
           ret void
         }",
    );
    check_hooks(&parsed, &[Hook::Access, Hook::Store, Hook::Store]);
}

#[test]
fn code_without_inputs_calls_no_hook() {
    let parsed = instrument(
        "define i32 @f() {
           %y = ptrtoint ptr @f to i64
           %z = trunc i64 %y to i32
           %w = mul i32 %z, 3
           ret i32 %w
         }",
    );
    check_hooks(&parsed, &[]);
}

#[test]
fn variables_in_memory_lie_in_one_frame() {
    let parsed = instrument(
        "declare void @llvm.lifetime.start.p0(i64, ptr)
         define i64 @f(i1 %c) {
           %x = alloca i32
           %y = alloca [3 x i8]
           call void @llvm.lifetime.start.p0(i64 4, ptr %x)
           %z = ptrtoint ptr %x to i64
           br i1 %c, label %a, label %b
         a:
           ret i64 %z
         b:
           %w = ptrtoint ptr %y to i64
           ret i64 %w
         }",
    );
    // A redzone of 32 bytes before, between and behind; the end of the frame is rounded up.
    let text = parsed.print();
    assert!(text.contains("alloca [112 x i8], align 8"), "{text}");
    assert!(text.contains("[6 x i64] [i64 2, i64 112, i64 32, i64 4, i64 72, i64 3]"), "{text}");
    let count = |hook: Hook| text.matches(&format!("call preserve_mostcc void @{}(", hook.symbol())).count();
    assert_eq!((count(Hook::EnterFrame), count(Hook::LeaveFrame)), (1, 2), "{text}");
    assert!(!text.contains("call void @llvm.lifetime"), "{text}");
}

/// Asserts that `@f` counts one concretization for this reason, and returns the name it is counted under.
#[track_caller]
fn concretized(parsed: &ParsedModule, reason: Reason) -> String {
    check_hooks(parsed, &[Hook::Concretize]);
    let call = hook_calls(parsed)[0];
    assert_eq!(call.operand(SKIPPED).as_int(), Some(reason as u64));
    let name = call.operand(SKIPPED + 2).initializer().and_then(Value::as_bytes).expect("a name");
    String::from_utf8_lossy(&name).trim_end_matches('\0').to_string()
}

#[test]
fn an_unsupported_instruction_counts_as_concretized() {
    let parsed = instrument(
        "define i32 @f(ptr %list) {
           %x = va_arg ptr %list, i32
           ret i32 %x
         }",
    );
    assert_eq!(concretized(&parsed, Reason::Instruction), "vaarg");
}

#[test]
fn a_value_too_wide_for_labels_counts_as_concretized() {
    let parsed = instrument(
        "define x86_fp80 @f(double %x) {
           %y = fpext double %x to x86_fp80
           ret x86_fp80 %y
         }",
    );
    assert_eq!(concretized(&parsed, Reason::Float), "fpext");
}

#[test]
fn a_division_that_may_trap_keeps_its_operands_from_optimisers() {
    let parsed = parse(
        "define i32 @f(i32 %x) {
           %y = sdiv i32 %x, 7
           %z = sdiv i32 1, %x
           %s = add i32 %y, %z
           ret i32 %s
         }",
    );
    prepare_module(parsed.module());
    let hidden = |i: &Value| i.called_value().is_some_and(Value::is_inline_asm);
    assert_eq!(instructions(function(&parsed, "f")).iter().filter(|i| hidden(i)).count(), 2);
    let divisions: Vec<Value> =
        instructions(function(&parsed, "f")).into_iter().filter(|i| i.opcode() == Opcode::LLVMSDiv).collect();
    assert_eq!(divisions[0].operand(1).as_int(), Some(7), "a constant divisor never traps");
    assert!(divisions[1].operands().all(|operand| hidden(&operand)));
}

#[test]
fn counters_of_clang_are_removed() {
    let parsed = instrument(
        "@__profn_f = private constant [1 x i8] c\"f\"
         declare void @llvm.instrprof.increment(ptr, i64, i32, i32)
         define void @f() {
           call void @llvm.instrprof.increment(ptr @__profn_f, i64 0, i32 1, i32 0)
           ret void
         }",
    );
    assert_eq!(count(&parsed, Opcode::LLVMCall), 0);
}

#[test]
fn labels_follow_phis_switches_calls_structs_and_atomics() {
    let parsed = instrument(
        "%pair = type { i32, i64 }
         @table = global [4 x i32] zeroinitializer
         declare i32 @g(i32, ...)
         define %pair @f(i32 %x, ptr %p, double %d, i128 %w) {
         entry:
           switch i32 %x, label %other [ i32 1, label %join
                                         i32 2, label %join ]
         other:
           %i = sext i32 %x to i64
           %slot = getelementptr [4 x i32], ptr @table, i64 0, i64 %i
           %y = load i32, ptr %slot
           %r = call i32 (i32, ...) @g(i32 %y, i32 %x, double %d)
           %old = atomicrmw umax ptr %p, i32 %r seq_cst
           %exchanged = cmpxchg ptr %p, i32 %old, i32 %x seq_cst seq_cst
           %found = extractvalue { i32, i1 } %exchanged, 0
           br label %join
         join:
           %v = phi i32 [ %x, %entry ], [ %x, %entry ], [ %found, %other ]
           %big = fcmp olt double %d, 1.0
           %s = select i1 %big, i32 %v, i32 %x
           %n = fptosi double %d to i64
           %low = trunc i128 %w to i64
           %m = add i64 %n, %low
           %one = insertvalue %pair poison, i32 %s, 0
           %two = insertvalue %pair %one, i64 %m, 1
           ret %pair %two
         }",
    );
    let called: Vec<String> = hook_calls(&parsed).into_iter().filter_map(Value::called_name).collect();
    for hook in [Hook::Switch, Hook::Read, Hook::VaValue, Hook::Compound, Hook::FloatCompare, Hook::Select] {
        assert!(called.iter().any(|name| name == hook.symbol()), "{hook:?} in {called:?}");
    }
    let cells = parsed.module().named_global("acute.cov").expect("an array of cells");
    assert_eq!(cells.value_type().array_length(), 3, "the default and two cases");
    let globals = parsed.module().named_global("acute.globals").expect("a list of globals");
    assert_eq!(globals.value_type().array_length(), 1);
}

#[test]
fn a_block_dominates_what_is_only_reached_through_it() {
    let parsed = parse(
        "define void @f(i1 %c) {
         entry:
           br i1 %c, label %left, label %right
         left:
           br label %end
         right:
           br label %end
         end:
           ret void
         }",
    );
    let order = reverse_post_order(function(&parsed, "f"));
    let dominators = Dominators::new(&order);
    assert_eq!(order.len(), 4);
    for n in 0..4 {
        assert!(dominators.dominates(0, n) && dominators.dominates(n, n));
    }
    assert!(!dominators.dominates(1, 3) && !dominators.dominates(2, 3) && !dominators.dominates(1, 2));
}
