//! Coverage cells: one byte for each outcome of each branch, set by the instrumented code.
use crate::memory::SEEN;
use crate::{record, sys};
use acute_trace::{CHOSEN, COVER_AT, COVER_BYTES, Event, Kind, SHARED_BASE};

core::arch::global_asm!(
    // The runtime is linked behind the unit: its parts of the section say where the cells end, and fill up the
    // last page. The whole starts on a page because one part does. Nothing else is on these pages: what is there
    // is shared with the engine and with every child.
    ".section acute_cov,\"aw\",@progbits,unique,1",
    "__acute_cover_end:",
    ".section acute_cov,\"aw\",@progbits,unique,2",
    ".balign 4096",
    ".section .data.rel.ro.acute,\"aw\"",
    ".balign 8",
    ".globl __acute_cover_range",
    "__acute_cover_range: .quad __start_acute_cov, __acute_cover_end",
    ".text",
);

unsafe extern "C" {
    static __acute_cover_range: [usize; 2];
}

/// Returns the first cell and one past the last.
pub fn range() -> (usize, usize) {
    // SAFETY: two words written by the linker.
    unsafe { (__acute_cover_range[0], __acute_cover_range[1]) }
}

/// Moves the pages of the cells into the shared memory, so that the engine sees what a run covered
/// even if the process dies. Returns the offset of cell 0 in them and the number of cells.
///
/// # Safety
/// Called once, before the unit runs. The cells have their pages to themselves.
pub unsafe fn share(fd: i32) -> (u32, u32) {
    let (start, stop) = range();
    if start == stop {
        return (0, 0);
    }
    let len = ((stop + 4095) & !4095) - start;
    if len > COVER_BYTES || start % 4096 != 0 {
        sys::exit_group(96);
    }
    // SAFETY: the pages are mapped data of this program; COVER_BYTES are there in the shared memory.
    unsafe {
        let shared = (SHARED_BASE + COVER_AT) as *mut u8;
        shared.copy_from_nonoverlapping(start as *const u8, len);
        sys::map_at(start, len, Some(fd), COVER_AT);
    }
    (0, (stop - start) as u32)
}

/// In [`SEEN`]: a run has set the cell; a run that came to an orderly end has.
const BY_ANY: u8 = 1;
const BY_ORDERLY: u8 = 2;

/// Reports the cells set by this run that no earlier run of this process, or of its children, had set, and clears them;
/// of an `orderly` run, which returned or exited, those that no such run had set: it can become a test that passes.
/// Returns a hash of those that jumps have set.
///
/// # Safety
/// `share` was called.
pub unsafe fn collect(orderly: bool) -> u64 {
    let now = if orderly { BY_ORDERLY } else { BY_ANY };
    let (start, stop) = range();
    let (mut at, mut hash) = (start, 0u64);
    while at < stop {
        // SAFETY: `at` is inside the cells, or, up to seven bytes, on the same shared page.
        unsafe {
            if at % 8 == 0 && at + 8 <= stop && *(at as *const u64) == 0 {
                at += 8;
                continue;
            }
            let cell = at as *mut u8;
            let value = *cell;
            if value != 0 {
                // What a choice decides is no part of the path.
                if value != CHOSEN {
                    hash = (hash ^ (at - start) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
                }
                let seen = SEEN.add(at - start);
                if *seen < now {
                    let (cell, kind) = ((at - start) as u32, Kind::Covered as u8);
                    // What did not fit is told by the next run that comes by.
                    if record::event(Event { kind, flag: 1, what: 0, cell, node: 0, extra: 0 }) {
                        *seen = now;
                    }
                }
                // Last: a run that is killed on the way has told what it took out.
                cell.write_volatile(0);
            }
        }
        at += 1;
    }
    hash
}
