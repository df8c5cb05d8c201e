//! The unit's heap: its own, so that a run can be undone by moving one pointer back, and the same
//! sequence of calls gives the same addresses and contents in every run. The linker puts these
//! functions in the place of the C library's where a unit is tested, and only there.
use crate::{run, shadow, sys};
use acute_trace::{HEAP_BASE, HEAP_SIZE};
use core::ffi::{c_int, c_void};

/// In front of each block.
#[repr(C)]
struct Block {
    len: usize,
    state: u32,
    class: u32,
}

const LIVE: u32 = 0xac07_e11e;
const FREED: u32 = 0xac07_f4ee;
const HEADER: usize = size_of::<Block>();
/// What fresh memory holds, so that a unit that reads it does the same in each run.
const PATTERN: u8 = 0xaa;
/// Blocks above this are given zero pages instead.
const LARGE: usize = 64 << 10;
const CLASSES: usize = 40;

struct Heap {
    /// First free byte.
    top: usize,
    /// Highest `top` ever: beyond it pages are untouched.
    touched: usize,
    /// Where `top` returns to when a run begins.
    mark: usize,
    /// Freed blocks by size class, linked through their first word.
    free: [usize; CLASSES],
    /// Whether anything in it may be labelled.
    dirty: bool,
}

static mut HEAP: Heap =
    Heap { top: 0, touched: HEAP_BASE, mark: HEAP_BASE, free: [0; CLASSES], dirty: false };

fn heap() -> &'static mut Heap {
    // SAFETY: one thread, and no function here holds on to it across another that takes it.
    unsafe {
        let heap: *mut Heap = &raw mut HEAP;
        let heap = &mut *heap;
        if heap.top == 0 {
            // First use, possibly before `start` has run.
            sys::map_at(HEAP_BASE, HEAP_SIZE, None, 0);
            heap.top = HEAP_BASE;
        }
        heap
    }
}

/// What lies in the heap now survives every reset.
pub fn keep_all() {
    let heap = heap();
    heap.mark = heap.top;
    heap.free = [0; CLASSES];
}

/// Notes that something labelled was stored there.
pub fn mark_dirty() {
    heap().dirty = true;
}

/// Undoes every allocation since [`keep_all`].
pub fn reset() {
    let heap = heap();
    let used = heap.top - heap.mark;
    if heap.dirty {
        // SAFETY: the heap's own shadow.
        unsafe {
            if used > LARGE {
                let first = (heap.mark + 4095) & !4095;
                shadow::clear(heap.mark, first - heap.mark);
                sys::forget(shadow::cells(first) as usize, ((heap.top - first) * 4 + 4095) & !4095);
            } else {
                shadow::clear(heap.mark, used);
            }
        }
    }
    if heap.touched - heap.mark > 64 << 20 {
        let first = (heap.mark + 4095) & !4095;
        // SAFETY: nothing above the mark is in use.
        unsafe { sys::forget(first, (heap.touched - first + 4095) & !4095) };
        heap.touched = first;
    }
    heap.top = heap.mark;
    heap.free = [0; CLASSES];
    heap.dirty = false;
}

fn class_of(len: usize) -> usize {
    (usize::BITS - (len.max(16) - 1).leading_zeros()) as usize
}

fn allocate(len: usize, align: usize, zero: bool) -> *mut u8 {
    if len > HEAP_SIZE / 2 || align > LARGE {
        return core::ptr::null_mut();
    }
    let class = class_of(len);
    let room = 1usize << class;
    let heap = heap();
    let mut at = 0;
    if align <= 16 && heap.free[class] != 0 {
        at = heap.free[class];
        // SAFETY: a freed block holds the next one in its first word; a unit that wrote to freed
        // memory may have changed it, hence the check that it is a block of ours.
        let next = unsafe { *(at as *const usize) };
        heap.free[class] = if next == 0 || is_block(next, FREED) { next } else { 0 };
    }
    if at == 0 {
        at = (heap.top + HEADER + align.max(16) - 1) & !(align.max(16) - 1);
        if at + room > HEAP_BASE + HEAP_SIZE {
            return core::ptr::null_mut();
        }
        heap.top = at + room;
    }
    // SAFETY: `at .. at + room` is inside the heap and belongs to nobody.
    unsafe {
        *((at - HEADER) as *mut Block) = Block { len, state: LIVE, class: class as u32 };
        if heap.dirty {
            shadow::clear(at, room);
        }
        if len > LARGE {
            let (first, last) = ((at + 4095) & !4095, (at + len) & !4095);
            (at as *mut u8).write_bytes(0, first - at);
            if first < heap.touched {
                sys::forget(first, last - first);
            }
            (last as *mut u8).write_bytes(0, at + len - last);
        } else {
            (at as *mut u8).write_bytes(if zero { 0 } else { PATTERN }, len);
        }
    }
    heap.touched = heap.touched.max(heap.top);
    at as *mut u8
}

fn is_block(at: usize, state: u32) -> bool {
    let inside = at >= HEAP_BASE + HEADER && at < heap().top && at.is_multiple_of(16);
    // SAFETY: inside the heap.
    inside && unsafe { (*((at - HEADER) as *const Block)).state == state }
}

/// Bytes from `pointer` to the end of its block, as far as that is known.
pub fn len_from(pointer: usize) -> usize {
    if is_block(pointer, LIVE) {
        // SAFETY: a block's header stands before it.
        unsafe { (*((pointer - HEADER) as *const Block)).len }
    } else {
        256
    }
}

/// Where the live block around `address` starts and ends: the next header below it is looked for, but not
/// farther than any block whose elements are followed is long.
pub fn block_around(address: usize) -> Option<(usize, usize)> {
    if !(HEAP_BASE + HEADER..heap().top).contains(&address) {
        return None;
    }
    let highest = address & !15;
    let lowest = highest.saturating_sub(LARGE).max(HEAP_BASE + HEADER);
    let is_any = |at: &usize| is_block(*at, LIVE) || is_block(*at, FREED);
    let at = (lowest..=highest).rev().step_by(16).find(is_any).filter(|at| is_block(*at, LIVE))?;
    let end = at + len_from(at);
    (address <= end).then_some((at, end))
}

/// Stands for the C library's.
#[unsafe(no_mangle)]
pub extern "C" fn __acute_malloc(len: usize) -> *mut c_void {
    allocate(len, 16, false).cast()
}

/// Stands for the C library's.
#[unsafe(no_mangle)]
pub extern "C" fn __acute_calloc(count: usize, len: usize) -> *mut c_void {
    match count.checked_mul(len) {
        Some(len) => allocate(len, 16, true).cast(),
        None => core::ptr::null_mut(),
    }
}

/// Stands for the C library's. What is not a live block of this heap is left alone.
#[unsafe(no_mangle)]
pub extern "C" fn __acute_free(pointer: *mut c_void) {
    let at = pointer as usize;
    if is_block(at, LIVE) {
        let heap = heap();
        // SAFETY: a block's header stands before it.
        unsafe {
            let block = (at - HEADER) as *mut Block;
            (*block).state = FREED;
            let class = (*block).class as usize;
            // A very large block costs more to mark than it is worth.
            if run::is_inside() && (*block).len <= LARGE {
                shadow::poison(at, (*block).len, acute_trace::FREED);
                heap.dirty = true;
            }
            if class < CLASSES {
                *(at as *mut usize) = heap.free[class];
                heap.free[class] = at;
            }
        }
    }
}

/// Stands for the C library's.
#[unsafe(no_mangle)]
pub extern "C" fn __acute_realloc(pointer: *mut c_void, len: usize) -> *mut c_void {
    let from = pointer as usize;
    let to = allocate(len, 16, false);
    if to.is_null() || from == 0 {
        return to.cast();
    }
    // An input object counts as allocated; its length is known by its redzone.
    let old = if is_block(from, LIVE) { len_from(from) } else { run::input_len(from) };
    // SAFETY: both stretches are that long; the new one overlaps nothing.
    unsafe {
        to.copy_from_nonoverlapping(from as *const u8, old.min(len));
        crate::access::__acute_copy(to as usize, from, old.min(len));
    }
    __acute_free(pointer);
    to.cast()
}

/// Stands for the C library's.
#[unsafe(no_mangle)]
pub extern "C" fn __acute_reallocarray(pointer: *mut c_void, count: usize, len: usize) -> *mut c_void {
    match count.checked_mul(len) {
        Some(len) => __acute_realloc(pointer, len),
        None => core::ptr::null_mut(),
    }
}

/// Stands for the C library's.
#[unsafe(no_mangle)]
pub extern "C" fn __acute_aligned_alloc(align: usize, len: usize) -> *mut c_void {
    if align.is_power_of_two() { allocate(len, align, false).cast() } else { core::ptr::null_mut() }
}

/// Stands for the C library's.
#[unsafe(no_mangle)]
pub extern "C" fn __acute_memalign(align: usize, len: usize) -> *mut c_void {
    __acute_aligned_alloc(align, len)
}

/// Stands for the C library's.
///
/// # Safety
/// `out` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __acute_posix_memalign(out: *mut *mut c_void, align: usize, len: usize) -> c_int {
    const EINVAL: c_int = 22;
    const ENOMEM: c_int = 12;
    if !align.is_power_of_two() || !align.is_multiple_of(8) {
        return EINVAL;
    }
    let block = __acute_aligned_alloc(align, len);
    if block.is_null() {
        return ENOMEM;
    }
    // SAFETY: as above.
    unsafe { *out = block };
    0
}

/// Stands for the C library's.
#[unsafe(no_mangle)]
pub extern "C" fn __acute_malloc_usable_size(pointer: *mut c_void) -> usize {
    if is_block(pointer as usize, LIVE) { len_from(pointer as usize) } else { 0 }
}
