//! Leaks: blocks of the heap that nothing reaches when the unit has returned. Reachability is conservative (Boehm and
//! Weiser, "Garbage collection in an uncooperative environment"): every word that may be the address of a block keeps it,
//! whatever its type and alignment.
//!
//! Roots are the result, input objects, writable globals, blocks from before the run, blocks that code without
//! instrumentation allocated or was given, and blocks that `main` held itself.
//!
//! **Invariant:** nothing is reported where something is unknown: a table that is full, a header that was overwritten,
//! memory of unknown extent, more memory than is searched.
use crate::memory::{BLOCKS, MAX_BLOCKS, WAITING};
use crate::{globals, heap, inputs, locals, run, sys};
use acute_trace::{HEAP_BASE, HEAP_SIZE, Lost, MAX_LOST, STACK_BASE, STACK_SIZE, TraceHead, unchecked};

/// A block that the run under way allocated.
#[derive(Clone, Copy)]
pub struct Block {
    start: usize,
    len: u32,
    flags: u32,
    /// Return addresses of the allocation and of its callers; 0 where unknown.
    site: [u64; 3],
}

/// Code outside, or `main`, may have a pointer to it.
const KEPT: u32 = 1;
/// Something leads to it.
const REACHED: u32 = 2;
/// It was freed, or a lost block leads to it.
const PASSED_OVER: u32 = 4;

/// Bytes before a block that count as its own: an array whose first index is 1 is known by such an address.
const BEFORE: usize = 16;
/// Bytes behind it that do: its end, and a tag in the low bits.
const BEHIND: usize = 8;
/// Number of words that are looked at after one run.
const MOST_WORDS: usize = 1 << 20;
/// Number of words that are looked at for one pointer that code outside gets.
const MOST_HANDED: usize = 1 << 16;
/// Bytes of an object of unknown size that code outside may look at.
const GUESS: usize = 256;

struct State {
    /// Entries of [`BLOCKS`], in the order of their addresses.
    count: usize,
    /// Blocks that were allocated and not freed.
    live: usize,
    /// Something happened that leaves open what is reached.
    unknown: bool,
}

static mut STATE: State = State { count: 0, live: 0, unknown: false };

fn state() -> &'static mut State {
    // SAFETY: one thread; no function holds on to it across another that takes it.
    unsafe {
        let state: *mut State = &raw mut STATE;
        &mut *state
    }
}

/// Maps the tables.
///
/// # Safety
/// Nothing else is mapped there.
pub unsafe fn prepare() {
    // SAFETY: as above.
    unsafe {
        sys::map_at(BLOCKS as usize, MAX_BLOCKS * size_of::<Block>(), None, 0);
        sys::map_at(WAITING as usize, MAX_BLOCKS * size_of::<u32>(), None, 0);
    }
}

fn blocks() -> &'static mut [Block] {
    // SAFETY: mapped by `prepare` before anything is counted, and `count` never exceeds its length; one thread.
    unsafe { core::slice::from_raw_parts_mut(BLOCKS, state().count) }
}

/// Begins a run.
pub fn begin() {
    *state() = State { count: 0, live: 0, unknown: false };
}

/// Notes a block that the run has allocated at `start`, which is above all others or was freed before.
pub fn allocated(start: usize, len: usize, site: [u64; 3]) {
    // A library allocates for itself or for its caller; which of the two is unknown.
    let flags = if site[0] == 0 { KEPT } else { 0 };
    let block = Block { start, len: len as u32, flags, site };
    let state = state();
    state.live += 1;
    match blocks().last() {
        Some(last) if last.start >= start => match blocks().binary_search_by_key(&start, |b| b.start) {
            Ok(k) => blocks()[k] = block,
            Err(_) => state.unknown = true,
        },
        _ if state.count == MAX_BLOCKS => state.unknown = true,
        _ => {
            state.count += 1;
            blocks()[state.count - 1] = block;
        }
    }
}

/// Notes that a block of the run was freed.
pub fn freed() {
    state().live = state().live.saturating_sub(1);
}

/// Returns the number of the block that a word may be a pointer to, a tag in its low or high bits aside.
fn pointed(word: u64) -> Option<usize> {
    const ADDRESS: u64 = (1 << 47) - 1;
    let at = (word & ADDRESS) as usize;
    if at.wrapping_sub(HEAP_BASE) >= HEAP_SIZE {
        return None;
    }
    let blocks = blocks();
    let k = blocks.partition_point(|b| b.start <= at + BEFORE).checked_sub(1)?;
    (at < blocks[k].start + blocks[k].len as usize + BEHIND).then_some(k)
}

/// Hands each word of a stretch to `meet`, at every address that is a multiple of `step`. Returns `None` once `words` is
/// used up.
///
/// # Safety
/// The stretch can be read.
unsafe fn search(
    (start, len): (usize, usize),
    step: usize,
    words: &mut usize,
    mut meet: impl FnMut(u64),
) -> Option<()> {
    let mut at = start.next_multiple_of(step);
    while at + size_of::<u64>() <= start + len {
        *words = words.checked_sub(1)?;
        // SAFETY: as above.
        meet(unsafe { (at as *const u64).read_unaligned() });
        at += step;
    }
    Some(())
}

/// Blocks that are still to be searched: a table of its own, so that no depth of a structure exhausts the stack.
struct Worklist {
    count: usize,
}

impl Worklist {
    /// Adds a block. **Invariant:** none is in the list twice.
    fn push(&mut self, block: usize) {
        // SAFETY: mapped by `prepare`; there are no more blocks than entries.
        unsafe { WAITING.add(self.count).write(block as u32) };
        self.count += 1;
    }

    fn pop(&mut self) -> Option<usize> {
        self.count = self.count.checked_sub(1)?;
        // SAFETY: as above.
        Some(unsafe { WAITING.add(self.count).read() } as usize)
    }
}

/// Reports blocks that nothing reaches. `result` is the memory of the unit's result.
///
/// # Safety
/// The unit has returned, and `trace` is the trace of its run.
pub unsafe fn report(trace: *mut TraceHead, result: (usize, usize)) {
    if state().live == 0 || state().unknown || !globals::is_checked(unchecked::LEAK) {
        return;
    }
    // SAFETY: as above.
    unsafe {
        if reach(result) == Some(true) {
            pass_over_indirect();
            tell(&mut (*trace).lost);
        }
    }
}

/// Marks the blocks that roots lead to. Returns whether a live block is left, `None` where that is unknown.
///
/// # Safety
/// The unit has returned.
unsafe fn reach(result: (usize, usize)) -> Option<bool> {
    let (mut words, mut left, mut waiting) = (MOST_WORDS, 0, Worklist { count: 0 });
    for (k, block) in blocks().iter_mut().enumerate() {
        match heap::is_live(block.start, block.len as usize)? {
            false => block.flags = PASSED_OVER,
            true if block.flags & KEPT == 0 => (block.flags, left) = (0, left + 1),
            true => {
                block.flags = KEPT | REACHED;
                waiting.push(k);
            }
        }
    }
    // Pointers are aligned but in packed structures.
    for step in [size_of::<u64>(), 1] {
        if left == 0 {
            return Some(false);
        }
        let mut meet = |word, waiting: &mut Worklist| {
            let found = pointed(word).filter(|k| blocks()[*k].flags & (REACHED | PASSED_OVER) == 0);
            if let Some(k) = found {
                blocks()[k].flags |= REACHED;
                left -= 1;
                waiting.push(k);
            }
        };
        // SAFETY: roots can be read, and so can live blocks.
        unsafe {
            for root in roots(result) {
                search(root?, step, &mut words, |word| meet(word, &mut waiting))?;
            }
            while let Some(k) = waiting.pop() {
                let stretch = (blocks()[k].start, blocks()[k].len as usize);
                search(stretch, step, &mut words, |word| meet(word, &mut waiting))?;
            }
        }
        let is_reached = |(_, block): &(usize, &mut Block)| block.flags & REACHED != 0;
        blocks().iter_mut().enumerate().filter(is_reached).for_each(|(k, _)| waiting.push(k));
    }
    Some(left > 0)
}

/// Returns the memory that keeps blocks; `None` where an object of the input makes no sense.
fn roots(result: (usize, usize)) -> impl Iterator<Item = Option<(usize, usize)>> {
    let before = (HEAP_BASE, heap::mark() - HEAP_BASE);
    core::iter::once(Some(result))
        .chain(inputs::kept_objects())
        .chain(globals::writable().map(Some))
        .chain(core::iter::once(Some(before)))
}

/// Passes over lost blocks that others lead to: once those are freed or kept, so are these. Of a cycle one is left.
///
/// # Safety
/// The unit has returned.
unsafe fn pass_over_indirect() {
    let (mut words, mut waiting) = (MOST_WORDS, Worklist { count: 0 });
    for first in 0..state().count {
        if blocks()[first].flags & (REACHED | PASSED_OVER) != 0 {
            continue;
        }
        waiting.push(first);
        while let Some(k) = waiting.pop() {
            let meet = |word| {
                let is_lost = |k: &usize| blocks()[*k].flags & (REACHED | PASSED_OVER) == 0;
                if let Some(k) = pointed(word).filter(|k| *k != first && is_lost(k)) {
                    blocks()[k].flags |= PASSED_OVER;
                    waiting.push(k);
                }
            };
            let stretch = (blocks()[k].start, blocks()[k].len as usize);
            // SAFETY: a live block.
            if unsafe { search(stretch, 1, &mut words, meet) }.is_none() {
                return;
            }
        }
    }
}

/// Tells the lost blocks, the first of each place of allocation.
fn tell(lost: &mut [Lost; MAX_LOST]) {
    let mut count = 0;
    for block in blocks().iter().filter(|block| block.flags & (REACHED | PASSED_OVER) == 0) {
        // One less is inside the call.
        let at = block.site.map(|pc| pc.saturating_sub(1));
        if count < MAX_LOST && lost[..count].iter().all(|other| other.at != at) {
            lost[count] = Lost { at, bytes: block.len.into() };
            count += 1;
        }
    }
}

/// Notes that code without instrumentation got a word, which may be a pointer to an object of `known` bytes (0:
/// unknown). It may keep the object and all that leads on from there.
pub extern "C" fn handed_out(word: u64, known: usize) {
    if state().live > 0 && run::is_inside() {
        let mut handed = Handed { waiting: Worklist { count: 0 }, words: MOST_HANDED };
        state().unknown |= handed.hand(word, known, 2).and_then(|()| handed.finish()).is_none();
    }
}

/// Notes the same of all words in a stretch: the parameters of a stub.
///
/// # Safety
/// The stretch can be read.
pub unsafe extern "C" fn keep(start: usize, len: usize) {
    let mut words = MOST_HANDED;
    // SAFETY: as above.
    let all = unsafe { search((start, len), 1, &mut words, |word| handed_out(word, 0)) };
    state().unknown |= all.is_none();
}

/// What code outside gets by one call.
struct Handed {
    waiting: Worklist,
    words: usize,
}

impl Handed {
    /// Hands a word out. Memory that is no block is searched to this depth: it keeps no note of a search.
    fn hand(&mut self, word: u64, known: usize, depth: usize) -> Option<()> {
        if let Some(k) = pointed(word) {
            let block = &mut blocks()[k];
            if block.flags & KEPT == 0 {
                block.flags |= KEPT;
                self.waiting.push(k);
            }
            return Some(());
        }
        let stretch = stretch_at(word as usize, known).filter(|_| depth > 0);
        stretch.map_or(Some(()), |stretch| self.hand_all(stretch, depth - 1))
    }

    fn hand_all(&mut self, stretch: (usize, usize), depth: usize) -> Option<()> {
        let (mut words, mut all) = (self.words, Some(()));
        // SAFETY: memory of the unit.
        let searched = unsafe {
            search(stretch, size_of::<u64>(), &mut words, |word| {
                all = all.and_then(|()| self.hand(word, 0, depth));
            })
        };
        self.words = self.words.min(words);
        searched.and(all)
    }

    /// Hands out what blocks lead to that were handed out.
    fn finish(&mut self) -> Option<()> {
        while let Some(k) = self.waiting.pop() {
            self.hand_all((blocks()[k].start, blocks()[k].len as usize), 1)?;
        }
        Some(())
    }
}

/// Returns so much of a local, a global or an input object as lies behind an address.
fn stretch_at(at: usize, known: usize) -> Option<(usize, usize)> {
    let (start, len) = locals::range();
    let end = match at {
        _ if run::is_local(at) => STACK_BASE + STACK_SIZE,
        _ if inputs::is_input(at) => *run::inputs_end(),
        _ if at.wrapping_sub(start) < len => start + len,
        _ => globals::around(at)?.1,
    };
    let most = if known > 0 { known } else { GUESS };
    (at < end).then(|| (at, most.min(end - at)))
}

/// Notes a pointer that `main` holds. Memory that it has until the program ends need not be freed.
pub extern "C" fn held(pointer: usize) {
    if let Some(k) = pointed(pointer as u64) {
        blocks()[k].flags |= KEPT;
    }
}

/// Notes that code without instrumentation returned a pointer. Behind it there may be memory that is not searched.
pub extern "C" fn received(pointer: usize) {
    let is_heap = pointer.wrapping_sub(HEAP_BASE) < HEAP_SIZE;
    let is_searched = pointer == 0 || is_heap || inputs::is_input(pointer) || globals::is_static(pointer);
    state().unknown |= !is_searched;
}
