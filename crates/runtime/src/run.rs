//! One run after another: set the input up, call the unit, report how it ended.
use crate::memory::{NOTED, Notes, SNAPSHOT, SNAPSHOT_LEN, STACK, STACK_LEN, head};
use crate::signals::Place;
use crate::{cover, fork, frames, heap, kept, marks, nodes, record, shadow, signals, stack, sys};
use acute_trace::{
    BYTE_BITS, End, Event, FIRST_NODE, Given, HEAP_BASE, HEAP_SIZE, INPUT_BASE, INPUT_BYTES, INPUT_END,
    InputHead, MAX_RETURN, MAX_VARS, POISON, SHARED_BASE, STOP_SIGNAL, Segment, TICK, TraceHead, VarAt,
    input_at, trace_at,
};
use core::ffi::c_char;
use core::sync::atomic::Ordering::{Acquire, Relaxed, Release};

core::arch::global_asm!(
    ".weak __start_acute_globals",
    ".weak __stop_acute_globals",
    ".section .data.rel.ro.acute,\"aw\"",
    ".balign 8",
    ".globl __acute_ranges",
    "__acute_ranges: .quad __start_acute_globals, __stop_acute_globals, __executable_start, etext, _end",
    ".text",
);

unsafe extern "C" {
    static __acute_ranges: [usize; 5];
}

struct State {
    epoch: u32,
    stamp: u32,
    /// Whether the unit is running right now.
    inside: bool,
    poison_seen: bool,
    /// Whether something may have been written between the input objects.
    inputs_dirty: bool,
    /// Where the memory for input objects ends so far.
    inputs_end: usize,
    globals_dirty: bool,
    /// The lowest part of the stack that may be labelled.
    stack_dirty: usize,
    /// The slot of the run.
    slot: u32,
    /// Milliseconds of processor time it has; 0 for any.
    cpu_ms: u32,
}

static mut STATE: State = State {
    epoch: 0,
    stamp: 0,
    inside: false,
    poison_seen: false,
    inputs_dirty: false,
    inputs_end: INPUT_BASE as usize,
    globals_dirty: false,
    stack_dirty: STACK + STACK_LEN,
    slot: 0,
    cpu_ms: 0,
};

fn state() -> &'static mut State {
    // SAFETY: one thread; no function holds on to it across another that takes it.
    unsafe {
        let state: *mut State = &raw mut STATE;
        &mut *state
    }
}

/// The addresses of the program's own code.
pub fn program() -> core::ops::Range<u64> {
    // SAFETY: words written by the linker.
    unsafe { __acute_ranges[2] as u64..__acute_ranges[3] as u64 }
}

/// Whether an address is in the program itself, its stack or its thread's own variables: memory that nobody has
/// allocated.
pub fn is_static(address: usize) -> bool {
    let (start, len) = crate::locals::range();
    // SAFETY: as above.
    let image = unsafe { __acute_ranges[2]..__acute_ranges[4] };
    image.contains(&address) || is_local(address) || address.wrapping_sub(start) < len
}

/// Where the program or its stack ends that an address is in.
pub fn static_end(address: usize) -> Option<usize> {
    // SAFETY: as above.
    let image = unsafe { __acute_ranges[2]..__acute_ranges[4] };
    let stack = STACK..STACK + STACK_LEN;
    [image, stack].into_iter().find(|range| range.contains(&address)).map(|range| range.end)
}

/// The unit's writable globals: address and size.
fn globals() -> &'static [[usize; 2]] {
    // SAFETY: a table of pairs that the instrumenter emitted.
    unsafe {
        let (start, stop) = (__acute_ranges[0], __acute_ranges[1]);
        if start == stop {
            &[]
        } else {
            core::slice::from_raw_parts(start as *const [usize; 2], (stop - start) / 16)
        }
    }
}

/// The same, with the thread's own variables last.
fn writable() -> impl Iterator<Item = (usize, usize)> {
    globals().iter().map(|&[address, len]| (address, len)).chain(core::iter::once(crate::locals::range()))
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

fn restore_globals() {
    let dirty = core::mem::take(&mut state().globals_dirty);
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

/// Starts looking at how long runs take.
pub fn start_ticking() {
    sys::tick(STOP_SIGNAL, TICK.into());
}

/// A tick: whether the run under way has used up its time.
pub fn is_time_up() -> bool {
    let state = state();
    if !state.inside || state.cpu_ms == 0 {
        return false;
    }
    let ticks = record::count_tick();
    // What a run does when its trace is full nobody learns from: it only keeps the others waiting.
    crate::record::is_full() || ticks >= u64::from(state.cpu_ms / TICK)
}

/// Whether a run is under way, started by the engine.
pub fn is_inside() -> bool {
    state().inside
}

/// Notes that something labelled was stored at `address`, so that it is cleared before the next run.
pub fn mark_dirty(address: usize) {
    if (HEAP_BASE..HEAP_BASE + HEAP_SIZE).contains(&address) {
        heap::mark_dirty();
    } else if is_local(address) {
        let state = state();
        state.stack_dirty = state.stack_dirty.min(address);
    } else if !(INPUT_BASE as usize..INPUT_END as usize).contains(&address) {
        state().globals_dirty = true;
    }
}

/// Whether an address is on the unit's stack.
pub fn is_local(address: usize) -> bool {
    (STACK..STACK + STACK_LEN).contains(&address)
}

/// What a run left labelled on the stack must not be there for the next one: locals are not written before
/// they are indexed.
fn forget_locals() {
    let top = STACK + STACK_LEN;
    let low = core::mem::replace(&mut state().stack_dirty, top);
    // SAFETY: the stack's own shadow.
    unsafe { shadow::clear(low, top - low) };
}

/// Whether no access to poison was recorded in this run before.
pub fn first_poison() -> bool {
    let state = state();
    state.inputs_dirty = true;
    !core::mem::replace(&mut state.poison_seen, true)
}

/// What a run wrote beyond its input objects must not be there for the next one.
fn forget_inputs() {
    let (start, len) = (INPUT_BASE as usize, state().inputs_end - INPUT_BASE as usize);
    // SAFETY: the whole area is laid out anew before anything runs.
    unsafe {
        sys::forget(start, len);
        shadow::fill(start, len, POISON);
    }
}

/// Makes memory for input objects up to `end`. Nobody may touch what no object has: before, between and behind them
/// lies poison, and further away nothing at all, so that no run reads what nobody gave it.
pub fn open_inputs(end: usize) {
    // So much that few searches need more: a run makes no system call.
    const STEP: usize = 1 << 20;
    let start = state().inputs_end;
    // A global lies elsewhere.
    if end <= start || end > INPUT_END as usize {
        return;
    }
    let end = end.next_multiple_of(STEP);
    // SAFETY: nothing else is mapped there, and no object lies there yet.
    unsafe {
        sys::map_at(start, end - start, None, 0);
        shadow::fill(start, end - start, POISON);
    }
    state().inputs_end = end;
}

/// Bytes from `address` to the redzone of the input object it is in; 0 elsewhere.
pub fn input_len(address: usize) -> usize {
    if !(INPUT_BASE as usize..INPUT_END as usize).contains(&address) {
        return 0;
    }
    let cells = shadow::cells(address);
    // SAFETY: inside the shadow of the input.
    (0..1 << 16).find(|&k| unsafe { *cells.add(k) } == POISON << BYTE_BITS).unwrap_or(0)
}

/// Where the input object around `address` starts and ends.
pub fn input_around(address: usize) -> Option<(usize, usize)> {
    if !state().inside || !(INPUT_BASE as usize..INPUT_END as usize).contains(&address) {
        return None;
    }
    let inside = |s: &&Segment| address.wrapping_sub(s.address as usize) < s.len as usize;
    let segment = segments().iter().find(inside)?;
    let (start, end) = (segment.address as usize, (segment.address + u64::from(segment.len)) as usize);
    let spare = (segment.redzone as usize).saturating_sub(acute_trace::REDZONE as usize);
    if spare > 0 {
        // An index that may choose any element: the object gets all that it can have.
        overrun(end + spare, false);
    }
    Some((start, end))
}

/// The objects of the run that is under way, the argument block first.
fn segments() -> &'static [Segment] {
    let input = (SHARED_BASE + input_at(state().slot)) as *const InputHead;
    // SAFETY: the slot of the run; its segments follow the head.
    unsafe {
        let count = ((*input).segments as usize).min(MAX_SEGMENTS);
        core::slice::from_raw_parts(input.add(1).cast::<Segment>(), count)
    }
}

const MAX_SEGMENTS: usize = (INPUT_BYTES - size_of::<InputHead>()) / size_of::<Segment>();

/// An object of the input, as far as it can be given back.
pub enum InputObject {
    /// Here is one, of this number.
    Start(usize),
    /// There was one, but it was given back.
    Gone,
    /// This is inside of one.
    Inside,
    /// There is none.
    None,
}

struct GivenBack {
    any: bool,
    /// A bit for each object.
    bits: [u64; MAX_SEGMENTS.div_ceil(64)],
}

static mut GIVEN_BACK: GivenBack = GivenBack { any: false, bits: [0; MAX_SEGMENTS.div_ceil(64)] };

fn given_back() -> &'static mut GivenBack {
    // SAFETY: one thread; no function holds on to it across another that takes it.
    unsafe {
        let all: *mut GivenBack = &raw mut GIVEN_BACK;
        &mut *all
    }
}

/// Whether `address` is in the area of the input objects.
pub fn is_input(address: usize) -> bool {
    (INPUT_BASE as usize..INPUT_END as usize).contains(&address)
}

/// The object of the input at `address`.
pub fn input_object(address: usize) -> InputObject {
    let around = |s: &Segment| address.wrapping_sub(s.address as usize) < (s.len as usize).max(1);
    let Some(n) = segments().iter().position(around) else { return InputObject::None };
    match segments()[n].address as usize == address {
        false => InputObject::Inside,
        true if given_back().bits[n / 64] >> (n % 64) & 1 != 0 => InputObject::Gone,
        true => InputObject::Start(n),
    }
}

/// Notes that the object of that number was given back.
pub fn give_back(n: usize) {
    let all = given_back();
    all.any = true;
    all.bits[n / 64] |= 1 << (n % 64);
}

/// Where the writable global around `address` starts and ends.
pub fn global_around(address: usize) -> Option<(usize, usize)> {
    around(address, globals().iter().map(|&[address, len]| (address, len)))
}

fn around(address: usize, mut all: impl Iterator<Item = (usize, usize)>) -> Option<(usize, usize)> {
    let (start, len) = all.find(|(start, len)| address.wrapping_sub(*start) < *len)?;
    Some((start, start + len))
}

/// Serves inputs for ever.
pub fn serve() -> ! {
    let head = head();
    let forks = fork::is_server();
    if !forks {
        start_ticking();
    }
    let mut n = head.done.load(Relaxed);
    loop {
        while head.posted.load(Acquire) == n {
            head.unit_sleeps.store(1, Release);
            sys::wait(&head.posted, n);
            head.unit_sleeps.store(0, Release);
        }
        head.begun.store(n.wrapping_add(1), Release);
        // SAFETY: the slot of request n is ours until it is done.
        let stopped = unsafe {
            let input = begin(n);
            if forks {
                fork::run(n, input);
                false
            } else {
                put_back();
                run(n, input) == End::Stopped as u32
            }
        };
        n = n.wrapping_add(1);
        head.done.store(n, Release);
        if head.wake_at.load(Relaxed) == n || stopped {
            sys::wake(&head.done);
        }
        if stopped {
            // It may have been in the middle of anything, in a library too: a new process goes on.
            sys::exit_group(0);
        }
    }
}

/// Begins the trace of request `n`; its input.
///
/// # Safety
/// Slot `n` is in use by nobody else.
unsafe fn begin(n: u32) -> &'static InputHead {
    // SAFETY: both lie inside the shared memory, which is never unmapped.
    unsafe {
        begin_trace((SHARED_BASE + trace_at(n)) as *mut TraceHead);
        let input = &*((SHARED_BASE + input_at(n)) as *const InputHead);
        let last = core::mem::replace(&mut state().epoch, input.epoch);
        // Epochs count from 1: before the first there is nothing to forget.
        if last != 0 && last != input.epoch || head().nodes.load(Relaxed) < FIRST_NODE {
            nodes::start_epoch();
        }
        input
    }
}

/// Undoes what an earlier run of this process may have changed.
unsafe fn put_back() {
    if core::mem::take(&mut state().inputs_dirty) {
        forget_inputs();
    }
    if core::mem::take(&mut given_back().any) {
        given_back().bits.fill(0);
    }
    heap::reset();
    restore_globals();
    forget_locals();
    stack::clear_slots();
    frames::begin();
}

/// Runs `input`; how it ended.
///
/// # Safety
/// Slot `n` is in use by nobody else, and [`begin`] was called for it.
pub unsafe fn run(n: u32, input: &InputHead) -> u32 {
    let trace = (SHARED_BASE + trace_at(n)) as *mut TraceHead;
    // SAFETY: inside the shared memory.
    unsafe {
        // The unit can write to the slot; what is needed afterwards is kept.
        let input = *input;
        state().slot = n;
        state().cpu_ms = input.cpu_ms;
        let arguments = set_up(n, &input);
        state().inside = true;
        let end = stack::enter(input.entry, arguments, STACK + STACK_LEN - 64);
        state().inside = false;
        if end == 0 {
            (*trace).end = End::Returned as u32;
            let from = (arguments + input.ret_offset as u64) as *const u8;
            let len = (input.ret_bytes as usize).min(MAX_RETURN);
            (&raw mut (*trace).ret).cast::<u8>().copy_from_nonoverlapping(from, len);
        }
        (*trace).cells = cover::collect();
        (*trace).end
    }
}

/// # Safety
/// `trace` is the start of a slot's trace part.
unsafe fn begin_trace(trace: *mut TraceHead) {
    let state = state();
    state.stamp = state.stamp.wrapping_add(1);
    if state.stamp == 0 {
        // All stamps are stale now; start again from an empty table.
        let len = acute_trace::MAX_NODES as usize * size_of::<Notes>();
        // SAFETY: the table is ours.
        unsafe { sys::forget(NOTED as usize, len) };
        state.stamp = 1;
    }
    state.poison_seen = false;
    // SAFETY: as above. The text and return bytes are left as they are: `end` says if they count.
    unsafe {
        (*trace).end = End::Running as u32;
        (*trace).code = 0;
        (*trace).events = 0;
        (*trace).dropped = 0;
        (*trace).path = 0xcbf2_9ce4_8422_2325;
        (*trace).cells = 0;
        (*trace).nodes = 0;
        (*trace).ticks = 0;
        (*trace).at = [0; 12];
        (*trace).fault = 0;
        (*trace).sp = 0;
        (*trace).refused = 0;
        (*trace).text[0] = 0;
        let events = trace.add(1).cast::<Event>();
        (&raw mut record::TRACE).write(record::Trace { head: trace, events, stamp: state.stamp });
    }
}

/// Copies the input in and labels it. Returns the address of the argument block.
///
/// # Safety
/// The slot holds an input that the engine wrote: its counts fit the slot.
unsafe fn set_up(n: u32, input: &InputHead) -> u64 {
    // SAFETY: as above; addresses were laid out by the engine inside the input area.
    unsafe {
        let mut at = (SHARED_BASE + input_at(n) + size_of::<InputHead>()) as *const u8;
        let segments = core::slice::from_raw_parts(at.cast::<Segment>(), input.segments as usize);
        at = at.add(size_of_val(segments));
        let vars = core::slice::from_raw_parts(at.cast::<VarAt>(), input.vars as usize);
        at = at.add(size_of_val(vars));
        marks::begin(core::slice::from_raw_parts(at.cast::<Given>(), input.given as usize));
        at = at.add(input.given as usize * size_of::<Given>());
        for segment in segments {
            let (address, len) = (segment.address as usize, segment.len as usize);
            open_inputs(address + len + segment.redzone as usize);
            (address as *mut u8).copy_from_nonoverlapping(at, len);
            shadow::clear(address, len);
            close(address + len, segment.redzone as usize);
            at = at.add(len);
        }
        for var in vars {
            let (address, bytes) = (var.address as usize, (var.bytes as usize).min(8));
            if var.var < MAX_VARS {
                let mut value = [0u8; 8];
                (address as *const u8).copy_to_nonoverlapping(value.as_mut_ptr(), bytes);
                mark_dirty(address);
                nodes::declare(var.var, bytes as u8 * 8, u64::from_le_bytes(value));
                shadow::set(address, bytes, acute_trace::FIRST_VAR + var.var);
            }
        }
        segments.first().map_or(0, |s| s.address)
    }
}

/// Nobody may touch what is reserved behind an object. It stays that way from run to run, but for what the
/// object had when it was longer: that is closed again, and forgotten.
///
/// # Safety
/// The stretch is behind an input object and belongs to it.
unsafe fn close(address: usize, len: usize) {
    let cells = shadow::cells(address);
    // SAFETY: as above.
    unsafe {
        let open = (0..len).find(|&k| *cells.add(k) == POISON << BYTE_BITS).unwrap_or(len);
        shadow::fill(address, open, POISON);
        (address as *mut u8).write_bytes(0, open);
    }
}

/// Notes where a fault happened.
pub fn note_fault(address: u64) {
    // SAFETY: the trace is set before anything runs.
    unsafe {
        let head = (&raw const record::TRACE.head).read();
        if !head.is_null() {
            (*head).fault = address;
        }
    }
}

/// Notes that an allocation of `len` bytes fails that may well not fail elsewhere.
pub fn note_refused(len: u64) {
    // SAFETY: the trace is set before anything runs.
    unsafe {
        let head = (&raw const record::TRACE.head).read();
        if !head.is_null() && (*head).refused == 0 {
            (*head).refused = len;
        }
    }
}

/// Notes the text of a failed assertion.
pub fn note_text(text: *const c_char) {
    // SAFETY: the trace is set before anything runs; the text is a string of the program, and if it
    // is not, the fault that follows is handled like any other.
    unsafe {
        let head = (&raw const record::TRACE.head).read();
        if head.is_null() || text.is_null() {
            return;
        }
        let room = &mut (*head).text;
        for (k, place) in room.iter_mut().enumerate().take(119) {
            *place = *text.add(k) as u8;
            if *place == 0 {
                return;
            }
        }
        room[119] = 0;
    }
}

/// Ends the run because it is about to touch what no input object has, up to `end`.
pub fn overrun(end: usize, write: bool) -> ! {
    note_fault(end as u64);
    let (pc, sp) = kept::caller();
    give_up(End::Overrun, write as i32, Place { pc, sp, frame: 0 })
}

/// Ends the run because a mark wants what it was not given.
pub fn want(site: u64, wanted: [u64; 4]) -> ! {
    note_fault(site);
    state().inside = false;
    // SAFETY: a run is under way, so there is a trace and a place to return to.
    unsafe {
        let head = (&raw const record::TRACE.head).read();
        (*head).end = End::Wanted as u32;
        (&raw mut (*head).at).cast::<[u64; 4]>().write(wanted);
        stack::leave(1)
    }
}

/// Ends the run that is under way; without one, the process.
pub fn give_up(end: End, code: i32, place: Place) -> ! {
    if !core::mem::replace(&mut state().inside, false) {
        sys::exit_group(if end == End::Exit { code } else { 94 });
    }
    let called = matches!(end, End::Abort | End::Assert | End::Overrun | End::DoubleFree | End::InvalidFree);
    let pc = if called { place.pc.wrapping_sub(1) } else { place.pc };
    // SAFETY: a run is under way, so there is a trace and a place to return to.
    unsafe {
        let head = (&raw const record::TRACE.head).read();
        (*head).end = end as u32;
        (*head).code = code;
        (*head).at = signals::callers(Place { pc, ..place });
        (*head).sp = place.sp;
        stack::leave(1)
    }
}
