//! The unit's heap. It is our own, so that a run is undone by moving one pointer back, and the same sequence of calls
//! gives the same addresses and contents in every run. The linker replaces the C library's functions by these where a
//! unit is tested, and only there.
use crate::inputs::InputObject;
use crate::signals::Place;
use crate::{access, ending, globals, inputs, leaks, nodes, record, run, shadow, stack, sys, thread};
use acute_trace::{CONCRETE, End, HEAP_BASE, HEAP_SIZE, OUTSIDE, Reason};

/// A call of a function of the heap: the stack with the return address on top, and the frame of the caller.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Call {
    pub sp: *const u64,
    pub frame: usize,
}

impl Call {
    /// Returns the return addresses of the call and of its callers, as far as they are in the program; 0 behind them.
    fn addresses(self) -> [u64; 3] {
        let text = globals::program();
        // SAFETY: the return address is there.
        let mut found = [unsafe { *self.sp }, 0, 0];
        let (mut lowest, mut frame) = (self.sp as usize, self.frame);
        for k in 0..found.len() {
            if !text.contains(&found[k]) {
                found[k] = 0;
                break;
            }
            let is_frame = frame >= lowest && frame.is_multiple_of(8) && run::is_local(frame + 15);
            if k + 1 < found.len() && is_frame {
                // SAFETY: on the unit's stack. A frame holds that of the caller and the return address.
                unsafe {
                    found[k + 1] = *(frame as *const u64).add(1);
                    (lowest, frame) = (frame + 16, *(frame as *const usize));
                }
            }
        }
        found
    }
}

/// The header in front of each block.
#[repr(C)]
struct Block {
    len: usize,
    state: u32,
    class: u32,
}

const LIVE: u32 = 0xac07_e11e;
const FREED: u32 = 0xac07_f4ee;
const HEADER: usize = size_of::<Block>();
/// The byte that fills fresh memory, so that a unit that reads it behaves the same in each run.
const PATTERN: u8 = 0xaa;
/// Size above which blocks are given zero pages instead.
const LARGE: usize = 64 << 10;
const CLASSES: usize = 40;
/// Size above which an allocation fails everywhere: no process has so much address space.
const IMPOSSIBLE: usize = 1 << 47;
/// Bytes behind each block that belong to no block. The header of the next follows.
const REDZONE: usize = 16;
/// Maximum number of bytes behind a block that are poisoned, where there is more room.
const MOST_POISON: usize = 512;
/// Size of the heap up to which no freed block is allocated again, so that its use is noticed.
const QUARANTINE: usize = 1 << 20;
/// Maximum number of blocks from before the first run whose freeing a run undoes.
const KEPT: usize = 64;

struct Heap {
    /// First free byte.
    top: usize,
    /// Highest `top` ever: beyond it pages are untouched.
    touched: usize,
    /// Value of `top` when a run begins.
    mark: usize,
    /// Freed blocks by size class, linked through their first word.
    free: [usize; CLASSES],
    /// Set where anything in it may be labelled.
    dirty: bool,
    /// Blocks below the mark that this run has freed; they are live again in the next.
    kept: [usize; KEPT],
    kept_freed: usize,
}

static mut HEAP: Heap = Heap {
    top: 0,
    touched: HEAP_BASE,
    mark: HEAP_BASE,
    free: [0; CLASSES],
    dirty: false,
    kept: [0; KEPT],
    kept_freed: 0,
};

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

/// Returns the memory in use, and the words by which the heap knows what is free: address and size of each.
pub fn state() -> ((usize, usize), (usize, usize)) {
    let heap = heap();
    ((HEAP_BASE, heap.top - HEAP_BASE), (heap.free.as_ptr() as usize, size_of_val(&heap.free)))
}

/// Keeps all present blocks across resets.
pub fn keep_all() {
    let heap = heap();
    heap.mark = heap.top;
    heap.free = [0; CLASSES];
}

/// Notes that the heap may have labels.
pub fn mark_dirty() {
    heap().dirty = true;
}

/// Undoes every allocation since [`keep_all`].
pub fn reset() {
    let heap = heap();
    for &at in &heap.kept[..core::mem::take(&mut heap.kept_freed)] {
        // SAFETY: a block's header stands before it.
        unsafe { (*((at - HEADER) as *mut Block)).state = LIVE };
    }
    let used = heap.top - heap.mark;
    if heap.dirty {
        // SAFETY: the heap's own shadow.
        unsafe {
            if used > LARGE {
                shadow::clear_long(heap.mark, used);
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
    leaks::begin();
}

/// Returns the end of the blocks from before the first run.
pub fn mark() -> usize {
    heap().mark
}

fn class_of(len: usize) -> usize {
    (usize::BITS - (len.max(16) - 1).leading_zeros()) as usize
}

/// Fails an allocation. A failure that need not happen elsewhere is noted: its consequences are no bug of the unit.
#[cold]
fn refuse(len: usize) -> *mut u8 {
    if len < IMPOSSIBLE && run::is_inside() {
        ending::note_refused(len.max(1) as u64);
    }
    core::ptr::null_mut()
}

/// Allocates a block; null where that fails.
pub fn allocate(len: usize, align: usize, zero: bool, call: Call) -> *mut u8 {
    if len > HEAP_SIZE / 2 || align > LARGE {
        return refuse(len);
    }
    let class = class_of(len);
    let room = 1usize << class;
    let heap = heap();
    let mut at = 0;
    if align <= 16 && heap.free[class] != 0 && heap.top - heap.mark > QUARANTINE {
        at = heap.free[class];
        // SAFETY: a freed block holds the next one in its first word; a unit that wrote to freed
        // memory may have changed it, hence the check that it is a block of ours.
        let next = unsafe { *(at as *const usize) };
        heap.free[class] = if next == 0 || is_block(next, FREED) { next } else { 0 };
    }
    if at == 0 {
        at = (heap.top + HEADER + align.max(16) - 1) & !(align.max(16) - 1);
        if at + room + REDZONE > HEAP_BASE + HEAP_SIZE {
            return refuse(len);
        }
        heap.top = at + room + REDZONE;
    }
    // SAFETY: `at .. at + room` is inside the heap and belongs to nobody.
    unsafe {
        *((at - HEADER) as *mut Block) = Block { len, state: LIVE, class: class as u32 };
        if heap.dirty && room > LARGE {
            shadow::clear_long(at, room);
        } else if heap.dirty {
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
        if run::is_inside() {
            shadow::fill(at - HEADER, HEADER, OUTSIDE);
            shadow::fill(at + len, (room + REDZONE - len).min(MOST_POISON), OUTSIDE);
            heap.dirty = true;
            leaks::allocated(at, len, call.addresses());
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

/// Returns whether a block that was allocated in this run is not freed; `None` where its header was overwritten.
pub fn is_live(at: usize, len: usize) -> Option<bool> {
    let heap = heap();
    if at < heap.mark || at + len > heap.top {
        return None;
    }
    // SAFETY: inside the heap; a header stands before each block.
    let block = unsafe { &*((at - HEADER) as *const Block) };
    match block.state {
        LIVE if block.len == len => Some(true),
        FREED => Some(false),
        _ => None,
    }
}

/// Returns the bytes of a live block; 0 where there is none.
pub fn usable(at: usize) -> usize {
    if is_block(at, LIVE) { len_from(at) } else { 0 }
}

/// Returns the bytes from `pointer` to the end of its block, or a guess where it is unknown.
pub fn len_from(pointer: usize) -> usize {
    if is_block(pointer, LIVE) {
        // SAFETY: a block's header stands before it.
        unsafe { (*((pointer - HEADER) as *const Block)).len }
    } else {
        256
    }
}

/// Returns start and end of the live block around `address`. Searches downwards for the next header, as far as blocks
/// whose elements are followed can be long.
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

/// Returns start and end of the block, freed or not, that an access to poison at `address` is next to.
pub fn block_near(address: usize) -> Option<(usize, usize)> {
    if !(HEAP_BASE..heap().top).contains(&address) {
        return None;
    }
    let is_any = |at: &usize| is_block(*at, LIVE) || is_block(*at, FREED);
    let (behind, highest) = ((address & !15) + HEADER, address & !15);
    let lowest = highest.saturating_sub(LARGE).max(HEAP_BASE + HEADER);
    let at = Some(behind).filter(is_any).or_else(|| (lowest..=highest).rev().step_by(16).find(is_any))?;
    // SAFETY: a block's header stands before it.
    Some((at, at + unsafe { (*((at - HEADER) as *const Block)).len }))
}

/// Frees what the unit frees.
pub fn free(at: usize, call: Call) {
    if is_block(at, LIVE) {
        release(at);
    } else if at != 0 {
        give_back(at, &owned(at, call.sp));
    }
}

/// Resizes as glibc does: without a length the block is freed.
pub fn resize(from: usize, len: usize, call: Call) -> *mut u8 {
    if from == 0 {
        return allocate(len, 16, false, call);
    }
    let owner = owned(from, call.sp);
    if len == 0 {
        give_back(from, &owner);
        return core::ptr::null_mut();
    }
    let to = allocate(len, 16, false, call);
    if to.is_null() {
        return to;
    }
    let old = match owner {
        Owner::Heap => len_from(from),
        // Its length is known by its redzone.
        Owner::Input(_) => inputs::len_from(from),
        Owner::Unknown => 0,
    };
    // SAFETY: both stretches are that long; the new one overlaps nothing.
    unsafe {
        to.copy_from_nonoverlapping(from as *const u8, old.min(len));
        access::copy(to as usize, from, old.min(len));
    }
    give_back(from, &owner);
    to
}

/// Records the use of a pointer that is freed: two pointers of the input that may be equal are distinguished by it.
pub fn follow(at: usize, callee: usize) {
    let label = stack::first_label(callee);
    if label != CONCRETE && run::is_inside() && nodes::value(label) == Some(at as u64) {
        access::note(label, true, 0);
    }
}

/// Who allocated what a pointer points to.
enum Owner {
    /// This heap.
    Heap,
    /// The caller of the unit: it is this object of the input.
    Input(usize),
    /// Somebody else, if anybody.
    Unknown,
}

/// Finds the owner of the block at `at`, which is not NULL. Ends the run where it is no block, or no longer one.
fn owned(at: usize, sp: *const u64) -> Owner {
    const SIGABRT: i32 = 6;
    if is_block(at, LIVE) {
        return Owner::Heap;
    }
    if !run::is_inside() {
        return Owner::Unknown;
    }
    let end = if (HEAP_BASE..HEAP_BASE + HEAP_SIZE).contains(&at) {
        if is_block(at, FREED) { End::DoubleFree } else { End::InvalidFree }
    } else if inputs::is_input(at) {
        match inputs::object(at) {
            InputObject::Start(n) => return Owner::Input(n),
            InputObject::Gone => End::DoubleFree,
            InputObject::Inside => End::InvalidFree,
            // The object may be longer, or begin earlier, than anybody knows.
            InputObject::None => End::Overrun,
        }
    } else {
        if !globals::is_static(at) {
            // SAFETY: a word of the runtime's; one thread. What is read may not be there: the fault is ours then.
            unsafe {
                let looking = &raw mut (*thread::current()).looking;
                looking.write_volatile(sp);
                (at.wrapping_sub(HEADER) as *const u8).read_volatile();
                looking.write_volatile(core::ptr::null());
            }
            if at.is_multiple_of(16) {
                // Whoever it belongs to, we do not know that it was allocated.
                record::concretized(Reason::NoModel, CONCRETE, c"free".as_ptr() as usize as u32);
                return Owner::Unknown;
            }
        }
        End::InvalidFree
    };
    ending::note_fault(at as u64 + (end == End::Overrun) as u64);
    // SAFETY: the stack where we were called, the return address on top.
    ending::give_up(end, SIGABRT, Place { pc: unsafe { *sp }, sp: sp as u64 + 8, frame: 0 })
}

/// Ends the run if a signal came while `owned` was reading: there is no memory.
pub fn is_no_block(signal: i32) {
    // SAFETY: as in `owned`.
    unsafe {
        let sp = (&raw mut (*thread::current()).looking).replace(core::ptr::null());
        if !sp.is_null() {
            ending::give_up(End::InvalidFree, signal, Place { pc: *sp, sp: sp as u64 + 8, frame: 0 })
        }
    }
}

fn give_back(at: usize, owner: &Owner) {
    match owner {
        Owner::Heap => release(at),
        Owner::Input(n) => inputs::free(*n),
        Owner::Unknown => {}
    }
}

/// Frees a live block.
fn release(at: usize) {
    let heap = heap();
    let kept = at < heap.mark;
    if kept {
        // The next run finds it as it is, so nobody gets it. Of too many it is forgotten that they were freed.
        match heap.kept.get_mut(heap.kept_freed) {
            Some(place) => *place = at,
            None => return,
        }
        heap.kept_freed += 1;
    }
    // SAFETY: a block's header stands before it.
    unsafe {
        let block = (at - HEADER) as *mut Block;
        (*block).state = FREED;
        if kept {
            return;
        }
        if run::is_inside() {
            leaks::freed();
        }
        let class = (*block).class as usize;
        // A very large block costs more to mark than it is worth.
        if run::is_inside() && (*block).len <= LARGE {
            shadow::fill(at, (*block).len, acute_trace::FREED);
            heap.dirty = true;
        }
        if class < CLASSES {
            *(at as *mut usize) = heap.free[class];
            heap.free[class] = at;
        }
    }
}
