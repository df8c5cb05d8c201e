//! Functions that end the program: exit and its like, abort, a failed assertion, an overwritten stack frame. They end the run, not the process, and
//! replace the C library's as the heap does.
use crate::ending;
use crate::signals::Place;
use acute_trace::{End, SMASHED};
use core::ffi::{c_char, c_int};

/// Ends the run, or the process where no run is under way (a constructor that exits).
fn exit_with(status: c_int) -> ! {
    ending::give_up(End::Exit, status, Place::default())
}

/// Replaces the C library's function.
#[unsafe(no_mangle)]
pub extern "C" fn __acute_exit(status: c_int) -> ! {
    exit_with(status)
}

/// Replaces the C library's function.
#[unsafe(no_mangle)]
pub extern "C" fn __acute__exit(status: c_int) -> ! {
    exit_with(status)
}

/// Replaces the C library's function.
#[unsafe(no_mangle)]
pub extern "C" fn __acute__Exit(status: c_int) -> ! {
    exit_with(status)
}

/// Replaces the C library's function.
#[unsafe(no_mangle)]
pub extern "C" fn __acute_quick_exit(status: c_int) -> ! {
    exit_with(status)
}

core::arch::global_asm!(
    // Both hand on where they were called from.
    ".globl __acute_abort",
    "__acute_abort:",
    "mov rdi, [rsp]",
    "mov rsi, rsp",
    "mov rdx, rbp",
    "and rsp, -16",
    "call {aborted}",
    // What the assert macro calls.
    ".globl __acute___assert_fail",
    "__acute___assert_fail:",
    "mov rsi, [rsp]",
    "mov rdx, rsp",
    "mov rcx, rbp",
    "and rsp, -16",
    "call {failed}",
    // What a function calls instead of returning if its frame was overwritten.
    ".globl __stack_chk_fail",
    "__stack_chk_fail:",
    "mov rdi, [rsp]",
    "mov rsi, rsp",
    "mov rdx, rbp",
    "and rsp, -16",
    "call {smashed}",
    aborted = sym aborted,
    smashed = sym smashed,
    failed = sym assertion_failed,
);

extern "C" fn aborted(pc: u64, sp: u64, frame: u64) -> ! {
    ending::give_up(End::Abort, 6, Place { pc, sp, frame })
}

extern "C" fn assertion_failed(text: *const c_char, pc: u64, sp: u64, frame: u64) -> ! {
    ending::note_text(text);
    ending::give_up(End::Assert, 6, Place { pc, sp, frame })
}

extern "C" fn smashed(pc: u64, sp: u64, frame: u64) -> ! {
    ending::note_fault(SMASHED);
    // A plain run returns to anywhere; the instruction of the call is meant.
    ending::give_up(End::Signal, 11, Place { pc: pc - 1, sp, frame })
}
