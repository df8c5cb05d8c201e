//! Entry points of hooks that keep every register but r11 and, where there is a result, rax (LLVM's `preserve_most`). A
//! hook is rarely called and must not cost the code around it its registers: with the C convention most of the inserted
//! code would save and restore them.
//!
//! All arguments are on the stack: the pass puts six undefined ones first, which take the registers, so that a call
//! moves nothing.
//!
//! `__acute_kept_X` saves the registers that `X`, an ordinary function, may clobber, and calls it. Vector registers are
//! saved by the caller.
//!
//! The hooks are the rows of the table in `acute_trace::hooks`; each function is imported here from the file that has
//! it.
use crate::access::{access, by_value, copy, copy_apart, fill, load, load_lost, outside, store};
use crate::compound::compound;
use crate::ending::undefined;
use crate::floats::{float_compare, float_convert};
use crate::frames::{dynamic_local, enter_frame, forget_below, leave_frame};
use crate::hooks::{
    binary, branch, cast, choice, compared, concretize, divide, index, offset, probed, sanitizer, select,
    shift, switch, unreachable,
};
use crate::index::{read, room, write};
use crate::leaks::{handed_out, held, received};
use crate::loops::{loop_value, loop_visit};
use crate::shadow::{recast_from, recast_to};
use crate::signals::Place;
use crate::thread;
use crate::varargs::{va_begin, va_copy, va_start, va_take, va_value};
use crate::wide::wide;
use acute_trace::{hook_type, hooks};
use core::arch::global_asm;

/// Returns the place that the hook under way was called from, its return address first.
pub fn caller() -> Place {
    // SAFETY: written by the last hook; what it points to is the stack of the unit, which is mapped.
    unsafe {
        let (sp, frame) = ((*thread::current()).caller, (*thread::current()).frame as u64);
        match sp {
            0 => Place::default(),
            _ => Place { pc: (sp as *const u64).read(), sp: sp as u64 + 8, frame },
        }
    }
}

/// 1 for a hook that has a result, as the assembler sees it.
macro_rules! has_result {
    (Void) => {
        "0"
    };
    ($result:ident) => {
        "1"
    };
}

/// Emits `__acute_kept_X` for each row of the table and checks that `X` has the type the row says.
macro_rules! kept {
    (
        kept { $($(#[$doc:meta])* $Hook:ident: $name:ident($($parameter:ident: $ty:ident),*) -> $result:ident;)* }
        $($plain:tt)*
    ) => {
        $(const _: unsafe extern "C" fn($(hook_type!($ty)),*) -> hook_type!($result) = $name;)*

        global_asm!(
            ".text",
            $(
                concat!(".globl __acute_kept_", stringify!($name)),
                concat!("__acute_kept_", stringify!($name), ":"),
                "mov [rip + {thread}], rsp",
                "mov [rip + {thread} + 8], rbp",
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
                concat!("call {", stringify!($name), "}"),
                "add rsp, 24",
                concat!(".if ", has_result!($result), " == 0"),
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
            thread = sym thread::THREAD,
            $($name = sym $name,)*
        );
    };
}

hooks!(kept);
