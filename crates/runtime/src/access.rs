//! Hooks of memory: labels move with the bytes, and poison is noticed.
use crate::hooks::{concretize, probed};
use crate::{bounds, ending, globals, heap, index, nodes, record, run, shadow};
use acute_trace::{
    BYTE_BITS, CONCRETE, DEAD, End, Event, FREED, HANDED_OVER, Kind, Label, OUTSIDE, POISON, Reason,
    is_poison, unchecked,
};

/// Records an access through a symbolic address. Called before it happens, for it may end the run.
pub extern "C" fn access(label: Label, how: u32) {
    match how {
        // Not as a read: if it is followed, that is recorded, too.
        HANDED_OVER => note_as(record::Note::HandedOver, label, false, 0),
        how => note(label, how != 0, 0),
    }
}

/// Records an access; `what` is `INDEXED` where an index in the address could not be followed.
pub fn note(label: Label, write: bool, what: u16) {
    note_as(if write { record::Note::Write } else { record::Note::Read }, label, write, what)
}

fn note_as(note: record::Note, label: Label, write: bool, what: u16) {
    if record::first(label, note) {
        let kind = Kind::Access as u8;
        record::event(Event { kind, flag: write as u8, what, cell: 0, node: label, extra: 0 });
    }
}

/// Returns whether any of the cells is poison; ends the run that is about to access it.
///
/// # Safety
/// The shadow of the stretch is mapped.
unsafe fn touches_poison(address: usize, bytes: usize, write: bool) -> bool {
    // SAFETY: inside the shadow.
    let Some((before, found)) = (unsafe { shadow::first_poison(address, bytes) }) else { return false };
    meets(found, address + before, address + bytes, write);
    true
}

/// Ends the run that is about to access poison at `address`, as part of an access up to `end`.
fn meets(found: Label, address: usize, end: usize, write: bool) {
    if !run::is_inside() {
        return;
    }
    match found {
        // The engine may make the object longer; nothing was written yet.
        POISON => ending::overrun(end, write),
        FREED if !globals::is_checked(unchecked::FREED) => {}
        OUTSIDE if !globals::is_checked(unchecked::OUTSIDE) => {}
        DEAD if !globals::is_checked(unchecked::DEAD) => {}
        DEAD => ending::misused(End::UseAfterReturn, address, None, write),
        FREED => ending::misused(End::UseAfterFree, address, bounds::misused(address), write),
        _ => ending::misused(End::OutOfBounds, address, bounds::misused(address), write),
    }
}

/// Returns the label of a value just loaded, where at least one of its bytes has one.
///
/// # Safety
/// `bytes` is at most 8.
pub unsafe extern "C" fn load(address: usize, bytes: u32, value: u64) -> Label {
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
pub unsafe extern "C" fn store(address: usize, bytes: u32, label: Label) {
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

/// Bytes of a stretch that are checked at once.
const PIECE: usize = 4096;
/// A longer stretch may not be mapped as a whole: its memory is touched page by page.
const LONG: usize = 64 << 10;

/// Looks for poison in `len` bytes that are about to be accessed at each of the places, in ascending order as the
/// machine goes. The memory of a long stretch is read before its shadow, because unmapped memory may have a shadow,
/// too: the run ends where the machine would end it, and as soon.
///
/// # Safety
/// The program accesses these bytes next.
unsafe fn look<const N: usize>(places: [(usize, bool); N], len: usize) {
    for at in (0..len).step_by(PIECE) {
        for (start, write) in places {
            let address = start.wrapping_add(at);
            // SAFETY: the program touches this byte next; where it cannot be read, that is the program's fault.
            unsafe {
                if len > LONG {
                    (address as *const u8).read_volatile();
                }
                if let Some((before, found)) = shadow::first_poison(address, PIECE.min(len - at)) {
                    meets(found, address + before, start.wrapping_add(len), write);
                }
            }
        }
    }
}

/// Moves the labels of a memcpy or memmove of `len` bytes.
///
/// # Safety
/// Both stretches are the program's own.
pub unsafe extern "C" fn copy(to: usize, from: usize, len: usize) {
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

/// Moves the labels of a memcpy. Ends the run where its stretches overlap; those of a struct that is assigned to itself are
/// the same.
///
/// # Safety
/// As [`copy`].
pub unsafe extern "C" fn copy_apart(to: usize, from: usize, len: usize, to_label: Label, from_label: Label) {
    // SAFETY: as above.
    unsafe { copy(to, from, len) };
    let is_checked = || run::is_inside() && globals::is_checked(unchecked::OVERLAP);
    if to != from && to.abs_diff(from) < len && is_checked() {
        probed(from_label, from as u64);
        probed(to_label, to as u64);
        ending::misused(End::Overlap, to, Some((from, from + len)), true);
    }
}

/// # Safety
/// As [`copy`].
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

/// Labels `len` bytes as a memset with a byte of this label does.
///
/// # Safety
/// The stretch is the program's own.
pub unsafe extern "C" fn fill(to: usize, len: usize, label: Label) {
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

/// Handles a pointer that was passed to code without instrumentation: symbolic memory behind it is counted as
/// concretized and, if that code may have written there, loses its labels. `known` is the size of the object, 0 if
/// unknown.
///
/// # Safety
/// None: any address has a cell.
pub unsafe extern "C" fn outside(reason: u32, name: usize, pointer: usize, known: usize, writes: u32) {
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
                concretize(reason, label, name);
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

/// Counts a concretization for a load into a value that carries no label.
///
/// # Safety
/// None: any address has a cell.
pub unsafe extern "C" fn load_lost(reason: u32, address: usize, bytes: u32) {
    // SAFETY: as above.
    unsafe {
        touches_poison(address, bytes as usize, false);
        for k in 0..bytes as usize {
            let label = *shadow::cells(address).add(k) >> BYTE_BITS;
            if label != CONCRETE && !is_poison(label) {
                concretize(reason, label, 0);
            }
        }
    }
}

/// Labels a struct passed by value: the callee has a copy at `to`; `from` is the caller's, or 0 if the caller is not
/// instrumented.
///
/// # Safety
/// Both are `len` bytes of the program.
pub unsafe extern "C" fn by_value(to: usize, from: usize, len: usize) {
    // SAFETY: as above. The copy is new: what was at its place before does not matter.
    unsafe {
        shadow::clear(to, len);
        if from != 0 {
            copy(to, from, len);
        }
    }
}
