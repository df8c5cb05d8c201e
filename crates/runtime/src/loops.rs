//! Watches a run for an endless loop: one whose state is what it was at an earlier visit of its head.
//!
//! The pass calls [`loop_value`] for each value that can influence whether the loop ends, then [`loop_visit`]. The state
//! of one visit is kept as the reference and compared with the later ones; after 1, 2, 4, 8 ... visits the latest becomes
//! the reference (Brent: "An improved Monte Carlo factorization algorithm", BIT 1980), so that a cycle of any length
//! is found.
//!
//! **Invariant:** a reference is compared only with visits of the same loop in the same activation of its function, and
//! only while that loop was not left: a visit of a loop around it, or of one in a caller, replaces it.
use crate::memory::{STACK, STACK_LEN};
use crate::{ending, globals, heap, kept, run};
use acute_trace::{End, INPUT_BASE, LoopKind, Watch};

/// Bytes of memory that are compared at most. The state of a run with more is never equal to another.
const MOST: usize = 16 << 20;

/// Nonzero while loops are watched. Read by instrumented code.
#[unsafe(no_mangle)]
pub static mut __acute_watch: u64 = 0;
/// Activations of functions with loops so far. Counted by instrumented code.
#[unsafe(no_mangle)]
pub static mut __acute_activation: u64 = 0;

/// A hash of 128 bits: equal states are told from others by it.
type Hash = [u64; 2];

const START: Hash = [0x9e37_79b9_7f4a_7c15, 0xc2b2_ae3d_27d4_eb4f];

fn mix(hash: Hash, word: u64) -> Hash {
    let step = |h: u64, k: u64| {
        let x = (h ^ word).wrapping_mul(k);
        (x ^ x >> 29).wrapping_add(h.rotate_left(23))
    };
    [step(hash[0], 0xff51_afd7_ed55_8ccd), step(hash[1], 0xc4ce_b9fe_1a85_ec53)]
}

/// A visit of a loop's head.
#[derive(Clone, Copy)]
struct Visit {
    activation: u64,
    id: u32,
    last: u32,
    values: Hash,
    /// Of memory, where the loop may change it; none if there is too much of it.
    memory: Option<Hash>,
}

struct State {
    /// Of the values of the visit under way.
    values: Hash,
    reference: Option<Visit>,
    /// Visits since the reference, and how many there may be.
    visits: u64,
    most: u64,
}

static mut LOOPS: State = State { values: START, reference: None, visits: 0, most: 1 };

fn state() -> &'static mut State {
    // SAFETY: one thread; no function holds on to it across another that takes it.
    unsafe {
        let state: *mut State = &raw mut LOOPS;
        &mut *state
    }
}

/// Begins a run whose loops are watched as [`Watch`] says.
pub fn begin(watch: u32) {
    *state() = State { values: START, reference: None, visits: 0, most: 1 };
    // SAFETY: a word of ours that only this thread writes.
    unsafe { (&raw mut __acute_watch).write(u64::from(watch)) };
}

/// Forgets what was seen: something outside the program's memory has changed.
pub fn forget() {
    state().reference = None;
}

/// Takes a value of the state of the visit that follows.
pub extern "C" fn loop_value(value: u64) {
    let state = state();
    state.values = mix(state.values, value);
}

/// Visits the head of loop `id` of a function; the loops nested in it have the numbers up to `last`.
pub extern "C" fn loop_visit(id: u32, last: u32, activation: u64, kind: u32) {
    let state = state();
    if kind == LoopKind::Outside as u32 {
        // SAFETY: a word of ours that only this thread writes.
        if unsafe { (&raw const __acute_watch).read() } == Watch::Open as u64 {
            state.reference = None;
        }
        return;
    }
    let values = core::mem::replace(&mut state.values, START);
    if kind == LoopKind::Unknown as u32 {
        state.reference = None;
        return;
    }
    let hash = || if kind == LoopKind::Pure as u32 { Some(START) } else { memory() };
    state.visits += 1;
    let leaves = |at: &Visit| {
        // Of an older activation: one that called, in the end, that of the reference, which is over.
        activation < at.activation || activation == at.activation && (id < at.id || id > at.last)
    };
    if let Some(at) = state.reference.filter(|at| !leaves(at)) {
        let is_same = (at.activation, at.id, at.values) == (activation, id, values);
        if is_same && at.memory.is_some() && at.memory == hash() {
            ending::give_up(End::Repeats, 0, kept::caller());
        }
        if state.visits < state.most {
            return;
        }
        state.most = state.most.saturating_mul(2);
    }
    state.visits = 0;
    state.reference = Some(Visit { activation, id, last, values, memory: hash() });
}

/// The hash of all memory that the unit can write: inputs, globals, heap, and the stack from the caller's frame on.
fn memory() -> Option<Hash> {
    let stack = (kept::caller().sp as usize).clamp(STACK, STACK + STACK_LEN);
    let (blocks, used) = heap::state();
    let inputs = (INPUT_BASE as usize, *run::inputs_end() - INPUT_BASE as usize);
    let parts = [inputs, blocks, used, (stack, STACK + STACK_LEN - stack)];
    let mut left = MOST;
    let mut hash = START;
    for (start, len) in parts.into_iter().chain(globals::writable()) {
        left = left.checked_sub(len)?;
        hash = mix(hash, len as u64);
        for at in (start..start + len / 8 * 8).step_by(8) {
            // SAFETY: memory of the unit that is mapped, or the heap's own words.
            hash = mix(hash, unsafe { (at as *const u64).read_unaligned() });
        }
        for at in start + len / 8 * 8..start + len {
            // SAFETY: as above.
            hash = mix(hash, u64::from(unsafe { (at as *const u8).read() }));
        }
    }
    Some(hash)
}
