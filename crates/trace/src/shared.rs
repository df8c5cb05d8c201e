//! The shared memory: format version, header, and where nodes, coverage cells and slots lie in it.
use crate::{Event, MAX_NODES, Node, TraceHead};
use core::sync::atomic::AtomicU32;

/// The version of every layout in this crate. It changes with each of them.
///
/// The engine writes it into [`Head::format`] before a unit starts; the runtime compares it first of all, ends with
/// [`OTHER_FORMAT`] where it differs, and answers with its own in [`Head::ready`], which the engine compares.
///
/// **Threads** will fit without a longer [`Event`]: bits 1 to 7 of [`Event::flag`] are zero in this format and will hold
/// the number of the thread that recorded the event, 0 for the thread that entered the unit. The format that does so has
/// a new version; readers then take bit 0 for the outcome. Nodes are values and belong to no thread: the table stays
/// shared, and appending to it becomes an atomic increment of [`Head::nodes`]. Events of all threads stay in one list,
/// whose order is the order in which they happened.
pub const FORMAT: u32 = 7;
/// First word of the shared memory.
pub const MAGIC: u32 = 0x4554_5541;
/// Exit status of a unit whose runtime has another [`FORMAT`] than the engine.
pub const OTHER_FORMAT: i32 = 92;
/// Exit status of a unit that can fork no more.
pub const CANNOT_FORK: i32 = 93;

/// The environment variable that tells the unit which descriptor is the shared memory.
pub const FD_VARIABLE: &str = "ACUTE_FD";

/// Number of inputs that can be under way at once.
pub const SLOTS: u32 = 32;
/// Bytes of a slot's input part.
pub const INPUT_BYTES: usize = 1 << 20;
/// Bytes of a slot's trace part.
pub const TRACE_BYTES: usize = 1 << 20;
/// Events that fit a slot; what a run records beyond them only enters its path hash.
pub const MAX_EVENTS: usize = (TRACE_BYTES - size_of::<TraceHead>()) / size_of::<Event>();
/// Bytes set aside for the unit's coverage cells (whole pages of the unit's data).
pub const COVER_BYTES: usize = 16 << 20;

/// Offset of the coverage pages in the shared memory.
pub const COVER_AT: usize = 4096;
/// Offset of the node table.
pub const NODES_AT: usize = COVER_AT + COVER_BYTES;
/// Offset of slot 0.
pub const SLOTS_AT: usize = NODES_AT + MAX_NODES as usize * size_of::<Node>();
/// Size of the shared memory.
pub const SHARED_BYTES: usize = SLOTS_AT + SLOTS as usize * (INPUT_BYTES + TRACE_BYTES);

/// Returns the offset of the input part of the slot that serves request number `n`.
pub const fn input_at(n: u32) -> usize {
    SLOTS_AT + (n % SLOTS) as usize * (INPUT_BYTES + TRACE_BYTES)
}

/// Returns the offset of the trace part of the slot that serves request number `n`.
pub const fn trace_at(n: u32) -> usize {
    input_at(n) + INPUT_BYTES
}

/// The first page of the shared memory. Counters only grow (they wrap).
#[repr(C)]
pub struct Head {
    /// [`MAGIC`].
    pub magic: u32,
    /// [`FORMAT`], as the engine has it.
    pub format: u32,
    /// Written by the engine: number of inputs posted. The unit sleeps on this word.
    pub posted: AtomicU32,
    /// Written by the unit: number of runs finished. The engine sleeps on this word.
    pub done: AtomicU32,
    /// Written by the unit: number of runs begun; `done + 1` while a run is under way.
    pub begun: AtomicU32,
    /// Written by the unit: 1 while it sleeps, so that it is woken only then.
    pub unit_sleeps: AtomicU32,
    /// Written by the engine before it sleeps: wake it when `done` reaches this.
    pub wake_at: AtomicU32,
    /// Labels in use: `FIRST_NODE` and up.
    pub nodes: AtomicU32,
    /// Offset of coverage cell 0 in the coverage pages.
    pub cover_offset: u32,
    /// Number of coverage cells.
    pub cover_cells: u32,
    /// Written by the unit once it is ready to run: its [`FORMAT`]; 0 before.
    pub ready: AtomicU32,
    /// Written by the engine before the unit starts: 1 where each run gets a process of its own.
    pub forks: u32,
    /// Written by the engine before it sends [`STOP_SIGNAL`](crate::STOP_SIGNAL) to a unit that forks: the run that is
    /// meant.
    pub stop: AtomicU32,
}
