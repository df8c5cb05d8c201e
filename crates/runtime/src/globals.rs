//! The program's image and its writable globals: their first values are kept and restored before each run.
use crate::memory::{SNAPSHOT, SNAPSHOT_LEN, STACK, STACK_LEN};
use crate::{locals, run, shadow, sys};
use acute_trace::OUTSIDE;
use core::ops::Range;

core::arch::global_asm!(
    ".weak __start_acute_globals",
    ".weak __stop_acute_globals",
    ".weak __start_acute_redzones",
    ".weak __stop_acute_redzones",
    ".weak __acute_unchecked",
    ".section .data.rel.ro.acute,\"aw\"",
    ".balign 8",
    ".globl __acute_ranges",
    "__acute_ranges: .quad __start_acute_globals, __stop_acute_globals, __executable_start, etext, _end",
    ".quad __start_acute_redzones, __stop_acute_redzones",
    ".globl __acute_unchecked_word",
    "__acute_unchecked_word: .quad __acute_unchecked",
    ".text",
);

unsafe extern "C" {
    static __acute_ranges: [usize; 7];
    static __acute_unchecked_word: usize;
}

/// Returns whether a detector is on, by its bit of [`acute_trace::unchecked`].
pub fn is_checked(detector: u32) -> bool {
    // SAFETY: a word written by the linker.
    unsafe { (&raw const __acute_unchecked_word).read_volatile() as u32 & detector == 0 }
}

/// Returns the addresses of the program's own code.
pub fn program() -> Range<u64> {
    // SAFETY: words written by the linker.
    unsafe { __acute_ranges[2] as u64..__acute_ranges[3] as u64 }
}

/// Returns the addresses of the program's code and data.
fn image() -> Range<usize> {
    // SAFETY: words written by the linker.
    unsafe { __acute_ranges[2]..__acute_ranges[4] }
}

/// Returns whether an address is in the program's code or data.
pub fn is_image(address: usize) -> bool {
    image().contains(&address)
}

/// Returns whether an address is in the program itself, its stack or its thread's own variables: memory that no
/// allocation returned.
pub fn is_static(address: usize) -> bool {
    let (start, len) = locals::range();
    is_image(address) || run::is_local(address) || address.wrapping_sub(start) < len
}

/// Returns the end of the program's image or stack, whichever an address is in.
pub fn static_end(address: usize) -> Option<usize> {
    let stack = STACK..STACK + STACK_LEN;
    [image(), stack].into_iter().find(|range| range.contains(&address)).map(|range| range.end)
}

/// Returns the unit's writable globals: address and size.
fn globals() -> &'static [[usize; 2]] {
    // SAFETY: a table of pairs that the pass emitted.
    unsafe { rows(__acute_ranges[0], __acute_ranges[1]) }
}

/// Returns the variables with a redzone: address, size, size with the redzone.
fn with_redzones() -> &'static [[usize; 3]] {
    // SAFETY: a table of triples that the pass emitted.
    unsafe { rows(__acute_ranges[5], __acute_ranges[6]) }
}

/// # Safety
/// The rows of a table that the pass emitted lie there, if any.
unsafe fn rows<const N: usize>(start: usize, stop: usize) -> &'static [[usize; N]] {
    if start == stop {
        return &[];
    }
    // SAFETY: as above.
    unsafe { core::slice::from_raw_parts(start as *const [usize; N], (stop - start) / (8 * N)) }
}

/// Poisons the redzones. Called once, before the first run.
pub fn poison_redzones() {
    for [address, size, padded] in with_redzones() {
        // SAFETY: the program's own data.
        unsafe { shadow::fill(address + size, padded - size, OUTSIDE) };
    }
}

/// Returns start and end of the variable whose redzone an address is in.
pub fn near(address: usize) -> Option<(usize, usize)> {
    let [start, size, _] =
        with_redzones().iter().find(|[start, _, padded]| address.wrapping_sub(*start) < *padded)?;
    Some((*start, start + size))
}

/// Returns the writable globals, the thread's own variables last.
pub fn writable() -> impl Iterator<Item = (usize, usize)> {
    globals().iter().map(|&[address, len]| (address, len)).chain(core::iter::once(locals::range()))
}

/// Returns start and end of the global around `address`.
pub fn around(address: usize) -> Option<(usize, usize)> {
    let constant = with_redzones().iter().map(|&[address, len, _]| (address, len));
    let mut all = globals().iter().map(|&[address, len]| (address, len)).chain(constant);
    let (start, len) = all.find(|(start, len)| address.wrapping_sub(*start) < *len)?;
    Some((start, start + len))
}

/// Keeps the globals' first values. Called once, before the first run.
pub fn take_snapshot() {
    let mut at = 0;
    for (address, len) in writable() {
        if at + len > SNAPSHOT_LEN {
            sys::exit_group(95);
        }
        // SAFETY: a global of the program; the snapshot has room.
        unsafe { SNAPSHOT.add(at).copy_from_nonoverlapping(address as *const u8, len) };
        at += len;
    }
}

/// Restores the globals' first values; clears their labels if any of them may have one.
pub fn restore(dirty: bool) {
    let mut at = 0;
    for (address, len) in writable() {
        // SAFETY: as in `take_snapshot`.
        unsafe {
            (address as *mut u8).copy_from_nonoverlapping(SNAPSHOT.add(at), len);
            if dirty {
                shadow::clear(address, len);
            }
        }
        at += len;
    }
}
