//! The functions of the C library that the heap replaces. Each passes on where it was called from, for what there may be to
//! say of it.
use crate::heap::{self, Call};
use core::ffi::c_int;

/// Defines `__acute_NAME` for each row: it calls the function of that name with a [`Call`] behind the arguments, whose
/// registers are named.
macro_rules! entries {
    ($($entry:ident: $function:ident, $sp:literal, $frame:literal;)*) => {
        core::arch::global_asm!(
            $(
                concat!(".type ", stringify!($entry), ", @function"),
                concat!(".globl ", stringify!($entry)),
                concat!(stringify!($entry), ":"),
                concat!("mov ", $sp, ", rsp"),
                concat!("mov ", $frame, ", rbp"),
                concat!("jmp {", stringify!($function), "}"),
            )*
            $($function = sym $function,)*
        );
    };
}

entries! {
    __acute_malloc: malloc, "rsi", "rdx";
    __acute_calloc: calloc, "rdx", "rcx";
    __acute_free: free, "rsi", "rdx";
    __acute_realloc: realloc, "rdx", "rcx";
    __acute_reallocarray: reallocarray, "rcx", "r8";
    __acute_aligned_alloc: aligned_alloc, "rdx", "rcx";
    __acute_memalign: memalign, "rdx", "rcx";
    __acute_posix_memalign: posix_memalign, "rcx", "r8";
}

unsafe extern "C" {
    fn __acute_free();
    fn __acute_realloc();
    fn __acute_reallocarray();
}

extern "C" fn malloc(len: usize, call: Call) -> *mut u8 {
    heap::allocate(len, 16, false, call)
}

extern "C" fn calloc(count: usize, len: usize, call: Call) -> *mut u8 {
    match count.checked_mul(len) {
        Some(len) => heap::allocate(len, 16, true, call),
        None => core::ptr::null_mut(),
    }
}

extern "C" fn free(at: usize, call: Call) {
    heap::follow(at, __acute_free as *const () as usize);
    heap::free(at, call)
}

extern "C" fn realloc(from: usize, len: usize, call: Call) -> *mut u8 {
    heap::follow(from, __acute_realloc as *const () as usize);
    heap::resize(from, len, call)
}

extern "C" fn reallocarray(from: usize, count: usize, len: usize, call: Call) -> *mut u8 {
    heap::follow(from, __acute_reallocarray as *const () as usize);
    match count.checked_mul(len) {
        Some(len) => heap::resize(from, len, call),
        None => core::ptr::null_mut(),
    }
}

extern "C" fn aligned_alloc(align: usize, len: usize, call: Call) -> *mut u8 {
    if align.is_power_of_two() { heap::allocate(len, align, false, call) } else { core::ptr::null_mut() }
}

extern "C" fn memalign(align: usize, len: usize, call: Call) -> *mut u8 {
    aligned_alloc(align, len, call)
}

extern "C" fn posix_memalign(out: *mut *mut u8, align: usize, len: usize, call: Call) -> c_int {
    const EINVAL: c_int = 22;
    const ENOMEM: c_int = 12;
    if !align.is_power_of_two() || !align.is_multiple_of(8) {
        return EINVAL;
    }
    let block = aligned_alloc(align, len, call);
    if block.is_null() {
        return ENOMEM;
    }
    // SAFETY: the unit passes where it is to be written; if it cannot be, the fault is the unit's.
    unsafe { *out = block };
    0
}

/// Replaces the C library's function.
#[unsafe(no_mangle)]
pub extern "C" fn __acute_malloc_usable_size(pointer: usize) -> usize {
    heap::usable(pointer)
}
