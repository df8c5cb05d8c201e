//! The shadow: a label and a byte number for each byte of memory.
use crate::thread::{self, RECAST};
use crate::{nodes, record, sys};
use acute_trace::*;

/// Returns the shadow cells of the bytes at `address`.
#[inline]
pub fn cells(address: usize) -> *mut u32 {
    (SHADOW_BASE + (address & SHADOW_MASK) * 4) as *mut u32
}

/// Returns the flag of the byte at `address` and of those that share it.
fn flag(address: usize) -> *mut u8 {
    (FLAGS_BASE + (address >> FLAG_BITS)) as *mut u8
}

/// Maps the shadow of a stretch of memory.
///
/// # Safety
/// As [`sys::map_at`]; it starts and ends at multiples of 32 KiB.
pub unsafe fn map(address: usize, len: usize) {
    // SAFETY: as above.
    unsafe {
        sys::map_at(cells(address) as usize, len * 4, None, 0);
        sys::map_at(flag(address) as usize, (len >> FLAG_BITS) + FLAGS_BEYOND, None, 0);
    }
}

/// Returns start and end of the flags that cover a stretch and nothing else.
fn inner(address: usize, len: usize) -> (usize, usize) {
    let first = flag(address + (1 << FLAG_BITS) - 1) as usize;
    (first, (flag(address + len) as usize).max(first))
}

/// Sets every flag of a stretch.
///
/// # Safety
/// As [`clear`]; the stretch is not empty.
unsafe fn raise(address: usize, len: usize) {
    let (first, last) = (flag(address), flag(address + len - 1));
    // SAFETY: as above.
    unsafe { first.write_bytes(1, last as usize - first as usize + 1) }
}

/// Recomputes the flag of a byte from the labels of the bytes that share it.
///
/// # Safety
/// As [`clear`].
unsafe fn settle(address: usize) {
    let cells = cells(address & !((1 << FLAG_BITS) - 1)).cast::<[u32; 1 << FLAG_BITS]>();
    // SAFETY: as above.
    unsafe { *flag(address) = ((*cells).iter().fold(0, |all, cell| all | cell) != 0) as u8 };
}

/// Returns whether a stretch may have labels: its flags and those of the bytes around it.
///
/// # Safety
/// As [`clear`].
unsafe fn may(address: usize, len: usize) -> bool {
    if len == 0 {
        return false;
    }
    let (first, last) = (flag(address), flag(address + len - 1));
    // SAFETY: as above.
    let flags = unsafe { core::slice::from_raw_parts(first, last as usize - first as usize + 1) };
    // In groups without a jump between their members, which the processor does at once.
    flags.chunks(64).any(|group| group.iter().fold(0, |all, flag| all | flag) != 0)
}

/// Clears the labels of a stretch of memory.
///
/// # Safety
/// None beyond the shadow being mapped: the mask keeps every address inside it, but for a stretch
/// that runs over its end.
pub unsafe fn clear(address: usize, len: usize) {
    // SAFETY: as above.
    unsafe {
        if may(address, len) {
            cells(address).write_bytes(0, len);
            let (first, last) = inner(address, len);
            (first as *mut u8).write_bytes(0, last - first);
            settle(address);
            settle(address + len - 1);
        }
    }
}

/// Clears the labels of a stretch of any length: whole pages of the shadow are unmapped.
///
/// # Safety
/// As [`clear`]; the stretch is not empty.
pub unsafe fn clear_long(address: usize, len: usize) {
    let start = cells(address) as usize;
    let (first, last) = inner(address, len);
    // SAFETY: as above.
    unsafe {
        zero(start, start + len * 4);
        zero(first, last);
        settle(address);
        settle(address + len - 1);
    }
}

/// Zeroes memory of any length: whole pages are returned to the system.
///
/// # Safety
/// Nobody needs what is there.
unsafe fn zero(start: usize, end: usize) {
    let (first, last) = ((start + 4095) & !4095, end & !4095);
    // SAFETY: as above.
    unsafe {
        if last <= first {
            return (start as *mut u8).write_bytes(0, end - start);
        }
        (start as *mut u8).write_bytes(0, first - start);
        sys::forget(first, last - first);
        (last as *mut u8).write_bytes(0, end - last);
    }
}

/// Returns whether any byte of a stretch has a label or is poison.
///
/// # Safety
/// As [`clear`].
pub unsafe fn any(address: usize, len: usize) -> bool {
    // SAFETY: as above.
    unsafe {
        may(address, len) && core::slice::from_raw_parts(cells(address), len).iter().any(|cell| *cell != 0)
    }
}

/// Copies `len` cells, poison left out.
///
/// # Safety
/// As [`clear`]; `from` is that many cells, of memory or not.
pub unsafe fn copy(to: usize, from: *const u32, len: usize) {
    // SAFETY: as above.
    unsafe {
        let target = cells(to);
        from.copy_to(target, len);
        for cell in core::slice::from_raw_parts_mut(target, len) {
            if is_poison(*cell >> BYTE_BITS) {
                *cell = 0;
            }
        }
        for at in (0..len).step_by(1 << FLAG_BITS) {
            settle(to + at);
        }
        if len > 0 {
            settle(to + len - 1);
        }
    }
}

/// Returns the first poison in a stretch: how many bytes before it, and its kind.
///
/// # Safety
/// As [`clear`].
pub unsafe fn first_poison(address: usize, len: usize) -> Option<(usize, Label)> {
    // SAFETY: as above.
    unsafe {
        if len > 64 && !may(address, len) {
            return None;
        }
        (0..len).map(|k| (k, *cells(address).add(k) >> BYTE_BITS)).find(|(_, label)| is_poison(*label))
    }
}

/// Labels `bytes` bytes with the bytes of `label`'s value.
///
/// # Safety
/// As [`clear`]; `bytes` is at most 16 and not 0.
pub unsafe fn set(address: usize, bytes: usize, label: Label) {
    let cells = cells(address);
    // SAFETY: as above.
    unsafe {
        for k in 0..bytes {
            cells.add(k).write(label << BYTE_BITS | k as u32);
        }
        *flag(address) = 1;
        *flag(address + bytes - 1) = 1;
    }
}

/// Labels each byte of a stretch with `label`, whose value is one byte or which is poison.
///
/// # Safety
/// As [`clear`].
pub unsafe fn fill(address: usize, len: usize, label: Label) {
    if len > 0 {
        // SAFETY: as above.
        unsafe {
            core::slice::from_raw_parts_mut(cells(address), len).fill(label << BYTE_BITS);
            raise(address, len);
        }
    }
}

/// Returns the expression of the `bytes` bytes at `address`, whose concrete value is `value`.
///
/// # Safety
/// As [`clear`]; `bytes` is at most 8.
pub unsafe fn get(address: usize, bytes: usize, value: u64) -> Label {
    let cells = cells(address);
    // SAFETY: as above.
    let first = unsafe { *cells };
    let label = first >> BYTE_BITS;
    // The common case: what was stored as a whole is loaded as a whole.
    if first & 15 == 0
        && label >= FIRST_VAR
        && nodes::width(label) as usize == bytes * 8
        // SAFETY: as above.
        && (1..bytes).all(|k| unsafe { *cells.add(k) } == first + k as u32)
    {
        if nodes::value(label) == Some(value) {
            return label;
        }
        record::concretized(Reason::Stale, label, 0);
        return CONCRETE;
    }
    let mut pieces = [0u32; 8];
    for (k, piece) in pieces[..bytes].iter_mut().enumerate() {
        // SAFETY: as above.
        *piece = unsafe { *cells.add(k) };
        if is_poison(*piece >> BYTE_BITS) {
            *piece = 0;
        }
    }
    assemble(&pieces[..bytes], value)
}

/// Returns whether no byte bears the label of an expression that has another value now. A local variable may bear
/// labels of an earlier one at its address.
///
/// # Safety
/// As [`get`]; the bytes can be read.
pub unsafe fn is_fresh(address: usize, bytes: usize) -> bool {
    (0..bytes).all(|k| {
        // SAFETY: as above.
        let (cell, byte) = unsafe { (*cells(address).add(k), *(address as *const u8).add(k)) };
        let label = cell >> BYTE_BITS;
        label < FIRST_VAR || nodes::value(label).is_some_and(|v| (v >> ((cell & 7) * 8)) as u8 == byte)
    })
}

fn recast() -> &'static mut [u32; RECAST] {
    // SAFETY: of this thread; neither function below holds on to it.
    unsafe { &mut (*thread::current()).recast }
}

/// Notes bytes and label of a part of a value that is about to be reinterpreted. The pass omits parts beyond the room.
pub extern "C" fn recast_from(at: usize, bytes: usize, label: Label) {
    for k in 0..bytes {
        if let Some(cell) = recast().get_mut(at + k) {
            *cell = if label == CONCRETE { 0 } else { label << BYTE_BITS | k as u32 };
        }
    }
}

/// Returns the label of a part of the reinterpreted value.
pub extern "C" fn recast_to(at: usize, bytes: usize, value: u64) -> Label {
    recast().get(at..at + bytes.min(8)).map_or(CONCRETE, |pieces| assemble(pieces, value))
}

/// Concatenates the bytes of several expressions and constants.
fn assemble(pieces: &[u32], value: u64) -> Label {
    if pieces.iter().all(|p| *p == 0) {
        return CONCRETE;
    }
    let mut whole = CONCRETE;
    let mut at = 0;
    while at < pieces.len() {
        let start = pieces[at];
        let mut len = 1;
        while at + len < pieces.len() {
            let next = pieces[at + len];
            let follows = if start == 0 { 0 } else { start + len as u32 };
            if next != follows {
                break;
            }
            len += 1;
        }
        let bits = len as u8 * 8;
        let concrete = (value >> (at * 8)) & (u64::MAX >> (64 - bits));
        let part = part(start, bits, concrete);
        whole = if at == 0 {
            part
        } else {
            let low = at as u8 * 8;
            let node = Node { op: Op::Concat as u8, width: low + bits, low: 0, a: part, b: whole, c: 0 };
            nodes::intern(node, value & (u64::MAX >> (64 - low - bits)))
        };
        at += len;
    }
    whole
}

/// Extracts `bits` bits of one expression from the byte that `cell` names, or makes a constant.
fn part(cell: u32, bits: u8, concrete: u64) -> Label {
    let label = cell >> BYTE_BITS;
    let low = (cell & 15) as u16 * 8;
    if cell == 0 {
        return nodes::constant(bits, concrete);
    }
    let width = nodes::width(label);
    if low + bits as u16 > width as u16 {
        record::concretized(Reason::Stale, label, 0);
        return nodes::constant(bits, concrete);
    }
    let mask = u64::MAX >> (64 - bits);
    if nodes::value(label).map(|value| value >> low & mask) != Some(concrete) {
        record::concretized(Reason::Stale, label, 0);
        return nodes::constant(bits, concrete);
    }
    if low == 0 && width == bits {
        return label;
    }
    nodes::intern(Node { op: Op::Extract as u8, width: bits, low, a: label, b: 0, c: 0 }, concrete)
}
