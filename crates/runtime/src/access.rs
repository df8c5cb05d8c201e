//! Hooks of memory: labels move with the bytes, and poison is noticed.
use crate::hooks::__acute_concretize;
use crate::{heap, index, nodes, record, run, shadow};
use acute_trace::{
    BYTE_BITS, CONCRETE, Event, HANDED_OVER, HEAP_BASE, Kind, Label, POISON, Reason, is_poison,
};

/// An access through a symbolic address: recorded before it happens, for it may be the last thing
/// the run does.
#[unsafe(no_mangle)]
pub extern "C" fn __acute_access(label: Label, how: u32) {
    match how {
        // Not as a read: if it is followed, that is recorded, too.
        HANDED_OVER => note_as(record::Note::HandedOver, label, false, 0),
        how => note(label, how != 0, 0),
    }
}

/// The same; `what` is `INDEXED` where an index in it could not be followed.
pub fn note(label: Label, write: bool, what: u16) {
    note_as(if write { record::Note::Write } else { record::Note::Read }, label, write, what)
}

fn note_as(note: record::Note, label: Label, write: bool, what: u16) {
    if record::first(label, note) {
        let kind = Kind::Access as u8;
        record::event(Event { kind, flag: write as u8, what, cell: 0, node: label, extra: 0 });
    }
}

/// Whether any of the cells is poison; if so, the first such access of a run is recorded.
unsafe fn touches_poison(address: usize, bytes: usize, write: bool) -> bool {
    // SAFETY: inside the shadow.
    let Some(found) = (unsafe { shadow::first_poison(address, bytes) }) else { return false };
    meets(found, address, address + bytes, write);
    true
}

/// Poison is about to be touched, on the way to `end`.
fn meets(found: Label, address: usize, end: usize, write: bool) {
    if found == POISON && run::is_inside() {
        // The engine may make the object longer; nothing was written yet.
        run::overrun(end, write);
    }
    if run::first_poison() {
        let (extra, kind) = (address.wrapping_sub(HEAP_BASE) as u32, Kind::Poisoned as u8);
        record::event(Event { kind, flag: write as u8, what: found as u16, cell: 0, node: 0, extra });
    }
}

/// The label of a value just loaded, where at least one of its bytes has one.
///
/// # Safety
/// `bytes` is at most 8.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __acute_load(address: usize, bytes: u32, value: u64) -> Label {
    let bytes = bytes as usize & 15;
    // SAFETY: any address has a cell.
    unsafe {
        touches_poison(address, bytes, false);
        shadow::get(address, bytes, value)
    }
}

/// Labels memory just stored to, where it had or gets a label.
///
/// # Safety
/// `bytes` is at most 16.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __acute_store(address: usize, bytes: u32, label: Label) {
    let bytes = bytes as usize;
    // SAFETY: any address has a cell.
    unsafe {
        if index::is_labelled(address) || touches_poison(address, bytes, true) {
            return;
        }
        if label == CONCRETE {
            shadow::clear(address, bytes);
        } else if nodes::width(label) as usize != bytes * 8 {
            record::concretized(Reason::Wide, label, 0);
            shadow::clear(address, bytes);
        } else {
            run::mark_dirty(address);
            shadow::set(address, bytes, label);
        }
    }
}

/// A stretch is looked at in pieces of so many bytes.
const PIECE: usize = 4096;
/// Beyond this a stretch may be one that no memory has: the machine finds that out at its first page.
const LONG: usize = 64 << 10;

/// Looks for poison in `len` bytes that are about to be touched at each of the places, upwards, as the machine
/// goes. Of a long stretch the memory is touched before its shadow, which there is also of what is no memory: the
/// run ends where the machine would end it, and as soon.
unsafe fn look<const N: usize>(places: [(usize, bool); N], len: usize) {
    for at in (0..len).step_by(PIECE) {
        for (start, write) in places {
            let address = start.wrapping_add(at);
            // SAFETY: the program touches this byte next; where it cannot be read, that is the program's fault.
            unsafe {
                if len > LONG {
                    (address as *const u8).read_volatile();
                }
                if let Some(found) = shadow::first_poison(address, PIECE.min(len - at)) {
                    meets(found, address, start.wrapping_add(len), write);
                }
            }
        }
    }
}

/// memcpy and memmove of `len` bytes: labels move along.
///
/// # Safety
/// Both stretches are the program's own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __acute_copy(to: usize, from: usize, len: usize) {
    // SAFETY: a stretch that the program is about to copy is inside the address space, and so is its shadow.
    unsafe {
        look([(to, true), (from, false)], len);
        // Upwards or downwards, so that no label is overwritten before it has moved.
        let pieces = len.div_ceil(PIECE);
        for k in 0..pieces {
            let at = if to > from { pieces - 1 - k } else { k } * PIECE;
            copy_piece(to + at, from + at, PIECE.min(len - at));
        }
    }
}

/// # Safety
/// As [`__acute_copy`].
unsafe fn copy_piece(to: usize, from: usize, len: usize) {
    // SAFETY: as above.
    unsafe {
        if shadow::any(from, len) {
            run::mark_dirty(to);
            shadow::copy(to, shadow::cells(from), len);
        } else {
            shadow::clear(to, len);
        }
    }
}

/// memset of `len` bytes with a byte that has the label `label`.
///
/// # Safety
/// The stretch is the program's own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __acute_fill(to: usize, len: usize, label: Label) {
    // SAFETY: as above.
    unsafe {
        look([(to, true)], len);
        if label == CONCRETE {
            for at in (0..len).step_by(PIECE) {
                shadow::clear(to + at, PIECE.min(len - at));
            }
        } else {
            run::mark_dirty(to);
            shadow::fill(to, len, label);
        }
    }
}

/// A pointer went to code that was not compiled by us: if it leads to symbolic memory, what that code
/// made of it is lost, and if it may have written there, what lies there is no longer symbolic. `known` is
/// how much there is of it, 0 if nobody can tell.
///
/// # Safety
/// None: any address has a cell.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __acute_outside(
    reason: u32,
    name: usize,
    pointer: usize,
    known: usize,
    writes: u32,
) {
    let len = match known {
        0 => heap::len_from(pointer),
        known => known,
    };
    let cells = shadow::cells(pointer);
    let mut counted = false;
    for k in 0..len.min(1 << 16) {
        // SAFETY: as above.
        let label = unsafe { *cells.add(k) } >> BYTE_BITS;
        if is_poison(label) {
            break;
        }
        if label != CONCRETE {
            if !counted {
                __acute_concretize(reason, label, name);
                counted = true;
            }
            if writes == 0 {
                return;
            }
            // SAFETY: as above.
            unsafe { shadow::clear(pointer + k, 1) };
        }
    }
}

/// A load of something that carries no label from memory that has one.
///
/// # Safety
/// None: any address has a cell.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __acute_load_lost(reason: u32, address: usize, bytes: u32) {
    // SAFETY: as above.
    unsafe {
        touches_poison(address, bytes as usize, false);
        for k in 0..bytes as usize {
            let label = *shadow::cells(address).add(k) >> BYTE_BITS;
            if label != CONCRETE && !is_poison(label) {
                __acute_concretize(reason, label, 0);
            }
        }
    }
}

/// A struct passed by value: the callee has a copy at `to`; `from` is the caller's, or 0 if the
/// caller was compiled without us.
///
/// # Safety
/// Both are `len` bytes of the program.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __acute_by_value(to: usize, from: usize, len: usize) {
    // SAFETY: as above.
    unsafe {
        if from == 0 {
            __acute_fill(to, len, CONCRETE);
        } else {
            __acute_copy(to, from, len);
        }
    }
}
