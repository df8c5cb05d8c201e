//! The state that belongs to the thread which is calling a hook: none of it means anything to another thread.
//!
//! Units have one thread, so there is one [`Thread`] at a fixed address. With threads each gets its own, and
//! [`current`] and the store in `kept` are the two places that find it. The stack that `stack::enter` saved and the
//! slots of labels (`acute_trace::Slot`) belong to a thread, too; the slots are thread-local already.
//!
//! All other state belongs to the run or the process: the trace (`record`), the run (`run`), input objects (`inputs`),
//! marks (`marks`), comparisons told of (`compare`), the heap (`heap`), the fork server (`fork`), the folder (`folder`).
//! With threads it has to be locked, or written by one thread at a time as the schedule says.
use crate::frames::Frames;
use acute_trace::VA_BYTES;
use core::mem::offset_of;

/// Shadow cells of the largest value that can be reinterpreted as another type.
pub const RECAST: usize = 128;

/// The state of one thread.
#[repr(C)]
pub struct Thread {
    /// The stack pointer when the last hook was called; `kept` stores it.
    pub caller: usize,
    /// The frame of the function that called it; `kept` stores it, too.
    pub frame: usize,
    /// The address of a store that [`write`](crate::index::write) has labelled; the hook of the store comes right after.
    pub labelled: usize,
    /// The stack of a call of free that reads an address which may not be mapped; null otherwise.
    pub looking: *const u64,
    /// Local arrays of the calls under way.
    pub frames: Frames,
    /// Cells of a value that is being reinterpreted.
    pub recast: [u32; RECAST],
    /// Cells of the variadic arguments of the next call.
    pub varargs: [u32; VA_BYTES],
}

// `kept` stores through the address of the whole.
const _: () = assert!(offset_of!(Thread, caller) == 0 && offset_of!(Thread, frame) == 8);

/// The only thread.
pub static mut THREAD: Thread = Thread {
    caller: 0,
    frame: 0,
    labelled: 0,
    looking: core::ptr::null(),
    frames: Frames::NEW,
    recast: [0; RECAST],
    varargs: [0; VA_BYTES],
};

/// Returns the state of the calling thread. Callers borrow one field at a time, never the whole.
#[inline]
pub fn current() -> *mut Thread {
    &raw mut THREAD
}
