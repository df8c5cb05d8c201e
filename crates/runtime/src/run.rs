//! One run after another: set the input up, call the unit, report how it ended.
use crate::memory::{NOTED, Notes, STACK, STACK_LEN, head};
use crate::{cover, fork, frames, globals, heap, inputs, leaks, loops, nodes, record, shadow, stack, sys};
use acute_trace::{
    End, Event, FIRST_NODE, HEAP_BASE, HEAP_SIZE, INPUT_BASE, InputHead, Lost, MAX_LOST, MAX_NODES,
    MAX_RETURN, SHARED_BASE, STOP_SIGNAL, TICK, TraceHead, input_at, trace_at,
};
use core::sync::atomic::Ordering::{Acquire, Relaxed, Release};

struct State {
    /// The epoch of the node table.
    epoch: u32,
    /// The number of the run, never 0.
    stamp: u32,
    /// Set while the unit runs.
    inside: bool,
    /// End of the memory that is mapped for input objects.
    inputs_end: usize,
    /// Set where a global may have a label.
    globals_dirty: bool,
    /// The lowest address of the stack that may have a label.
    stack_dirty: usize,
    /// Milliseconds of processor time the run has; 0 for any.
    cpu_ms: u32,
}

static mut STATE: State = State {
    epoch: 0,
    stamp: 0,
    inside: false,
    inputs_end: INPUT_BASE as usize,
    globals_dirty: false,
    stack_dirty: STACK + STACK_LEN,
    cpu_ms: 0,
};

fn state() -> &'static mut State {
    // SAFETY: one thread; no function holds on to it across another that takes it.
    unsafe {
        let state: *mut State = &raw mut STATE;
        &mut *state
    }
}

/// Starts the timer that limits runs.
pub fn start_ticking() {
    sys::tick(STOP_SIGNAL, TICK.into());
}

/// Counts a tick. Returns whether the run under way has used up its time.
pub fn is_time_up() -> bool {
    let state = state();
    if !state.inside || state.cpu_ms == 0 {
        return false;
    }
    let ticks = record::count_tick();
    // A run whose trace is full brings no more information and keeps others waiting.
    record::is_full() || ticks >= u64::from(state.cpu_ms / TICK)
}

/// Returns whether a run is under way, started by the engine.
pub fn is_inside() -> bool {
    state().inside
}

/// Marks the run as over. Returns whether one was under way.
pub fn stop_inside() -> bool {
    core::mem::replace(&mut state().inside, false)
}

/// Returns the end of the memory that is mapped for input objects, for `inputs` alone to change. It is beside the dirty
/// end of the stack: both bound what the next run has to undo.
pub fn inputs_end() -> &'static mut usize {
    &mut state().inputs_end
}

/// Notes that something labelled was stored at `address`, so that it is cleared before the next run.
pub fn mark_dirty(address: usize) {
    if (HEAP_BASE..HEAP_BASE + HEAP_SIZE).contains(&address) {
        heap::mark_dirty();
    } else if is_local(address) {
        let state = state();
        state.stack_dirty = state.stack_dirty.min(address);
    } else if !inputs::is_input(address) {
        state().globals_dirty = true;
    }
}

/// Returns whether an address is on the unit's stack.
pub fn is_local(address: usize) -> bool {
    (STACK..STACK + STACK_LEN).contains(&address)
}

/// Clears the labels that a run left on the stack: the next one may index locals before it writes them.
fn forget_locals() {
    let top = STACK + STACK_LEN;
    let low = core::mem::replace(&mut state().stack_dirty, top);
    // SAFETY: the stack's own shadow.
    unsafe { shadow::clear(low, top - low) };
}

/// Clears the labels of the stack below `sp`.
pub fn clean_below(sp: usize) {
    let state = state();
    if state.stack_dirty < sp && is_local(sp) {
        // SAFETY: the stack's own shadow.
        unsafe { shadow::clear(state.stack_dirty, sp - state.stack_dirty) };
        state.stack_dirty = sp;
    }
}

/// Serves inputs until the process ends.
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

/// Begins the trace of request `n` and returns its input.
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
fn put_back() {
    inputs::put_back();
    heap::reset();
    globals::restore(core::mem::take(&mut state().globals_dirty));
    forget_locals();
    stack::clear_slots();
    frames::begin();
}

/// Runs `input` and returns its [`End`].
///
/// # Safety
/// Slot `n` is in use by nobody else, and [`begin`] was called for it.
pub unsafe fn run(n: u32, input: &InputHead) -> u32 {
    let trace = (SHARED_BASE + trace_at(n)) as *mut TraceHead;
    // SAFETY: inside the shared memory.
    unsafe {
        // The unit can write to the slot; what is needed afterwards is kept.
        let input = *input;
        state().cpu_ms = input.cpu_ms;
        loops::begin(input.watch);
        let arguments = inputs::set_up(n, &input);
        state().inside = true;
        let end = stack::enter(input.entry, arguments, STACK + STACK_LEN - 64);
        state().inside = false;
        if end == 0 {
            (*trace).end = End::Returned as u32;
            let from = (arguments + input.ret_offset as u64) as *const u8;
            let len = (input.ret_bytes as usize).min(MAX_RETURN);
            (&raw mut (*trace).ret).cast::<u8>().copy_from_nonoverlapping(from, len);
            // What follows a failed allocation that succeeds elsewhere is the fault of neither.
            if (*trace).refused == 0 {
                leaks::report(trace, (from as usize, input.ret_bytes as usize));
            }
        }
        let end = (*trace).end;
        (*trace).cells = cover::collect(end == End::Returned as u32 || end == End::Exit as u32);
        end
    }
}

/// Resets the head of a trace and gives the run a new number.
///
/// # Safety
/// `trace` is the start of a slot's trace part.
unsafe fn begin_trace(trace: *mut TraceHead) {
    let state = state();
    state.stamp = state.stamp.wrapping_add(1);
    if state.stamp == 0 {
        // All stamps are stale now; start again from an empty table.
        let len = MAX_NODES as usize * size_of::<Notes>();
        // SAFETY: the table is ours.
        unsafe { sys::forget(NOTED as usize, len) };
        state.stamp = 1;
    }
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
        (*trace).object = [0; 2];
        (*trace).fault = 0;
        (*trace).sp = 0;
        (*trace).refused = 0;
        (*trace).lost = [Lost::NONE; MAX_LOST];
        (*trace).text[0] = 0;
        let events = trace.add(1).cast::<Event>();
        (&raw mut record::TRACE).write(record::Trace { head: trace, events, stamp: state.stamp });
    }
}
