//! Hooks of memory: labels move with the bytes, and poison is noticed.
use crate::hooks::__acute_concretize;
use crate::{heap, index, nodes, record, run, shadow};
use acute_trace::{BYTE_BITS, CONCRETE, Event, HEAP_BASE, Kind, Label, POISON, Reason, is_poison};

/// An access through a symbolic address: recorded before it happens, for it may be the last thing
/// the run does.
#[unsafe(no_mangle)]
pub extern "C" fn __acute_access(label: Label, write: u32) {
    note(label, write != 0, 0);
}

/// The same; `what` is `INDEXED` where an index in it could not be followed.
pub fn note(label: Label, write: bool, what: u16) {
    let note = if write { record::Note::Write } else { record::Note::Read };
    if record::first(label, note) {
        let kind = Kind::Access as u8;
        record::event(Event { kind, flag: write as u8, what, cell: 0, node: label, extra: 0 });
    }
}

/// Whether any of the cells is poison; if so, the first such access of a run is recorded.
unsafe fn touches_poison(address: usize, bytes: usize, write: bool) -> bool {
    let cells = shadow::cells(address);
    // SAFETY: inside the shadow.
    let mut labels = (0..bytes).map(|k| unsafe { *cells.add(k) } >> BYTE_BITS);
    let Some(found) = labels.find(|l| is_poison(*l)) else { return false };
    if found == POISON && run::is_inside() {
        // The engine may make the object longer; nothing was written yet.
        run::overrun(address + bytes, write);
    }
    if run::first_poison() {
        let (extra, kind) = (address.wrapping_sub(HEAP_BASE) as u32, Kind::Poisoned as u8);
        record::event(Event { kind, flag: write as u8, what: found as u16, cell: 0, node: 0, extra });
    }
    true
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

/// memcpy and memmove of `len` bytes: labels move along.
///
/// # Safety
/// Both stretches are the program's own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __acute_copy(to: usize, from: usize, len: usize) {
    let (target, source) = (shadow::cells(to), shadow::cells(from));
    // SAFETY: a stretch that the program just copied is inside the address space, and so is its shadow.
    unsafe {
        touches_poison(to, len, true);
        if any(source, len) {
            run::mark_dirty(to);
            source.copy_to(target, len);
            for k in 0..len {
                if is_poison(*target.add(k) >> BYTE_BITS) {
                    touches_poison(from + k, 1, false);
                    *target.add(k) = 0;
                }
            }
        } else if any(target, len) {
            target.write_bytes(0, len);
        }
    }
}

/// memset of `len` bytes with a byte that has the label `label`.
///
/// # Safety
/// The stretch is the program's own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __acute_fill(to: usize, len: usize, label: Label) {
    let cells = shadow::cells(to);
    // SAFETY: as above.
    unsafe {
        touches_poison(to, len, true);
        if label == CONCRETE {
            if any(cells, len) {
                cells.write_bytes(0, len);
            }
        } else {
            run::mark_dirty(to);
            for k in 0..len {
                *cells.add(k) = label << BYTE_BITS;
            }
        }
    }
}

/// # Safety
/// `len` cells can be read.
unsafe fn any(cells: *const u32, len: usize) -> bool {
    // SAFETY: as above.
    (0..len).any(|k| unsafe { *cells.add(k) } != 0)
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
        let cell = unsafe { &mut *cells.add(k) };
        let label = *cell >> BYTE_BITS;
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
            *cell = 0;
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
