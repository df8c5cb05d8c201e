//! The shadow: for each byte of memory, which byte of which expression it holds.
use crate::{heap, nodes, record, sys};
use acute_trace::{BYTE_BITS, CONCRETE, FREED, Label, Node, Op, Reason, SHADOW_BASE, SHADOW_MASK, is_poison};

/// The shadow cells of the bytes at `address`.
#[inline]
pub fn cells(address: usize) -> *mut u32 {
    (SHADOW_BASE + (address & SHADOW_MASK) * 4) as *mut u32
}

/// Forgets the labels of a stretch of memory.
///
/// # Safety
/// None beyond the shadow being mapped: the mask keeps every address inside it, but for a stretch
/// that runs over its end.
pub unsafe fn clear(address: usize, len: usize) {
    // SAFETY: as above.
    unsafe { cells(address).write_bytes(0, len) }
}

/// Forgets the labels of a stretch of memory of any length: whole pages of the shadow are given back.
///
/// # Safety
/// As [`clear`].
pub unsafe fn clear_long(address: usize, len: usize) {
    let (start, end) = (cells(address) as usize, cells(address) as usize + len * 4);
    let (first, last) = ((start + 4095) & !4095, end & !4095);
    // SAFETY: as above.
    unsafe {
        if last <= first {
            return clear(address, len);
        }
        (start as *mut u8).write_bytes(0, first - start);
        sys::forget(first, last - first);
        (last as *mut u8).write_bytes(0, end - last);
    }
}

/// Whether any byte of a stretch has a label, or is poison.
///
/// # Safety
/// As [`clear`].
pub unsafe fn any(address: usize, len: usize) -> bool {
    if heap::is_clean(address, len) {
        return false;
    }
    // SAFETY: as above.
    let cells = unsafe { core::slice::from_raw_parts(cells(address), len) };
    // In groups without a jump between their members, which the processor does at once.
    cells.chunks(64).any(|group| group.iter().fold(0, |all, cell| all | cell) != 0)
}

/// The kind of the first poison in a stretch.
///
/// # Safety
/// As [`clear`].
pub unsafe fn first_poison(address: usize, len: usize) -> Option<Label> {
    // SAFETY: as above.
    unsafe {
        if len > 64 && !any(address, len) {
            return None;
        }
        (0..len).map(|k| *cells(address).add(k) >> BYTE_BITS).find(|label| is_poison(*label))
    }
}

/// Labels `bytes` bytes with the bytes of `label`'s value.
///
/// # Safety
/// As [`clear`].
pub unsafe fn set(address: usize, bytes: usize, label: Label) {
    let cells = cells(address);
    for k in 0..bytes {
        // SAFETY: as above.
        unsafe { cells.add(k).write(label << BYTE_BITS | k as u32) }
    }
}

/// Marks a stretch as not to be touched: `kind` says why.
///
/// # Safety
/// As [`clear`].
pub unsafe fn poison(address: usize, len: usize, kind: Label) {
    for k in 0..len {
        // SAFETY: as above.
        unsafe { cells(address).add(k).write(kind << BYTE_BITS) }
    }
}

/// The expression of the `bytes` bytes at `address`, whose concrete value is `value`.
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
        && label > FREED
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

/// Whether none of the bytes bears the label of an expression that has another value now. A local variable
/// may bear labels of what lay there before it.
///
/// # Safety
/// As [`get`]; the bytes can be read.
pub unsafe fn is_fresh(address: usize, bytes: usize) -> bool {
    (0..bytes).all(|k| {
        // SAFETY: as above.
        let (cell, byte) = unsafe { (*cells(address).add(k), *(address as *const u8).add(k)) };
        let label = cell >> BYTE_BITS;
        label <= FREED || nodes::value(label).is_some_and(|v| (v >> ((cell & 7) * 8)) as u8 == byte)
    })
}

/// Cells of a value that is being read as another type; more than the largest vector has.
static mut RECAST: [u32; 128] = [0; 128];

fn recast() -> &'static mut [u32; 128] {
    // SAFETY: one thread; neither function below holds on to it.
    unsafe {
        let cells: *mut [u32; 128] = &raw mut RECAST;
        &mut *cells
    }
}

/// A part of a value that is about to be read as another type: its bytes and its label. A part beyond the
/// room is left out by the instrumenter.
#[unsafe(no_mangle)]
pub extern "C" fn __acute_recast_from(at: usize, bytes: usize, label: Label) {
    for k in 0..bytes {
        if let Some(cell) = recast().get_mut(at + k) {
            *cell = if label == CONCRETE { 0 } else { label << BYTE_BITS | k as u32 };
        }
    }
}

/// The label of a part of the other type.
#[unsafe(no_mangle)]
pub extern "C" fn __acute_recast_to(at: usize, bytes: usize, value: u64) -> Label {
    recast().get(at..at + bytes.min(8)).map_or(CONCRETE, |pieces| assemble(pieces, value))
}

/// Puts a value together from bytes of several expressions and of none.
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

/// `bits` bits of one expression from the byte that `cell` names, or a constant.
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
