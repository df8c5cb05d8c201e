//! The hooks as instrumented code calls them: by a convention that keeps every register but r11 and, where
//! there is a result, rax (LLVM's `preserve_most`). What is rarely called must not cost the code around it
//! its registers: with the usual convention most of what we insert is saving and restoring them.
//!
//! Arguments are all on the stack (the instrumenter passes six that do not matter first, which take the
//! registers), so that calling a hook moves nothing out of the way.
//!
//! `__acute_kept_X` saves what `__acute_X`, an ordinary function, may use, and calls it. Vector registers
//! are the caller's own care.
use core::arch::global_asm;

/// The stack pointer when the last hook was called: the return address is there.
static mut CALLER: usize = 0;

/// Where the hook that is under way was called from, and the stack pointer there.
pub fn caller() -> (u64, u64) {
    // SAFETY: written by the last hook; what it points to is the stack of the unit, which is mapped.
    unsafe {
        let sp = (&raw const CALLER).read();
        if sp == 0 { (0, 0) } else { ((sp as *const u64).read(), sp as u64 + 8) }
    }
}

macro_rules! kept {
    ($($name:ident $result:literal),* $(,)?) => {
        global_asm!(
            ".text",
            $(
                concat!(".globl __acute_kept_", stringify!($name)),
                concat!("__acute_kept_", stringify!($name), ":"),
                "mov [rip + {caller}], rsp",
                "push rcx",
                "push rdx",
                "push rsi",
                "push rdi",
                "push r8",
                "push r9",
                "push r10",
                "push rax",
                "sub rsp, 8",
                // Two that stay on the stack, then six in registers; where a hook has fewer, they do no harm.
                "push qword ptr [rsp + 136]",
                "push qword ptr [rsp + 136]",
                "mov rdi, [rsp + 96]",
                "mov rsi, [rsp + 104]",
                "mov rdx, [rsp + 112]",
                "mov rcx, [rsp + 120]",
                "mov r8, [rsp + 128]",
                "mov r9, [rsp + 136]",
                concat!("call __acute_", stringify!($name)),
                "add rsp, 24",
                concat!(".if ", $result, " == 0"),
                "pop rax",
                ".else",
                "pop rcx",
                ".endif",
                "pop r10",
                "pop r9",
                "pop r8",
                "pop rdi",
                "pop rsi",
                "pop rdx",
                "pop rcx",
                "ret",
            )*
            caller = sym CALLER,
        );
    };
}

// Name, and 1 where it has a result.
kept! {
    binary "1",
    cast "1",
    select "1",
    branch "0",
    compared "0",
    choice "0",
    switch "0",
    access "0",
    local "0",
    read "1",
    write "0",
    load "1",
    store "0",
    copy "0",
    fill "0",
    concretize "0",
    outside "0",
    divide "0",
    shift "1",
    offset "1",
    index "1",
    load_lost "0",
    by_value "0",
    float_compare "1",
    float_convert "1",
    compound "1",
    wide "1",
    sanitizer "0",
    recast_from "0",
    recast_to "1",
    va_begin "0",
    va_value "0",
    va_copy "0",
    va_take "0",
    va_start "0",
    probed "0",
    unreachable "0",
}
