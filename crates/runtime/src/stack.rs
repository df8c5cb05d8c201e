//! Enters and leaves the unit. It runs on a stack of its own and can be left from anywhere inside it, a signal handler
//! included. In assembly, because neither Rust nor C lets a function return twice safely.
use core::arch::global_asm;

global_asm!(
    ".local __acute_saved_sp",
    ".comm __acute_saved_sp, 8, 8",
    // u64 __acute_enter(void (*f)(void *), void *argument, void *stack_top)
    ".globl __acute_enter",
    "__acute_enter:",
    "push rbx",
    "push rbp",
    "push r12",
    "push r13",
    "push r14",
    "push r15",
    "sub rsp, 8",
    "stmxcsr [rsp]",
    "fnstcw [rsp + 4]",
    "mov [rip + __acute_saved_sp], rsp",
    "mov rsp, rdx",
    "xor ebp, ebp",
    "mov rax, rdi",
    "mov rdi, rsi",
    "call rax",
    "xor edi, edi",
    // void __acute_leave(u64 result): makes __acute_enter return `result`
    ".globl __acute_leave",
    "__acute_leave:",
    "mov rsp, [rip + __acute_saved_sp]",
    "fninit",
    "cld",
    "ldmxcsr [rsp]",
    "fldcw [rsp + 4]",
    "add rsp, 8",
    "pop r15",
    "pop r14",
    "pop r13",
    "pop r12",
    "pop rbp",
    "pop rbx",
    "mov rax, rdi",
    "ret",
);

/// Defines the slots in which labels travel with calls and returns.
macro_rules! define {
    ($($(#[$doc:meta])* $Slot:ident: $symbol:ident($bytes:literal);)*) => {
        global_asm!(
            ".section .tbss,\"awT\",@nobits",
            ".balign 16",
            $(
                concat!(".globl ", stringify!($symbol)),
                concat!(stringify!($symbol), ": .zero ", $bytes),
            )*
            ".text",
        );
    };
}

acute_trace::slots!(define);

unsafe extern "C" {
    /// Calls `f(argument)` on the stack that ends at `top`; returns 0, or what [`leave`] was given.
    #[link_name = "__acute_enter"]
    pub fn enter(f: u64, argument: u64, top: usize) -> u64;
    /// Gives up the unit's run: `enter` returns `result`.
    #[link_name = "__acute_leave"]
    pub fn leave(result: u64) -> !;
}

/// Returns the label of the first argument, if it was passed to the function at `callee`.
pub fn first_label(callee: usize) -> acute_trace::Label {
    let (meant, label): (usize, u32);
    // SAFETY: reads two thread-local words defined above.
    unsafe {
        core::arch::asm!(
            "mov {meant}, [rip + __acute_args_for@GOTTPOFF]",
            "mov {meant}, fs:[{meant}]",
            "mov {label:r}, [rip + __acute_args@GOTTPOFF]",
            "mov {label:e}, fs:[{label:r}]",
            meant = out(reg) meant, label = out(reg) label, options(nostack, readonly));
    }
    if meant == callee { label } else { acute_trace::CONCRETE }
}

/// Clears the tags of label slots that a run which was given up has left.
pub fn clear_slots() {
    // SAFETY: writes three thread-local words defined above.
    unsafe {
        core::arch::asm!(
            "mov rax, [rip + __acute_args_for@GOTTPOFF]",
            "mov qword ptr fs:[rax], 0",
            "mov rax, [rip + __acute_ret_from@GOTTPOFF]",
            "mov qword ptr fs:[rax], 0",
            "mov rax, [rip + __acute_va_for@GOTTPOFF]",
            "mov qword ptr fs:[rax], 0",
            out("rax") _, options(nostack));
    }
}
