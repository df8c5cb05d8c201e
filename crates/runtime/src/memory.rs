//! Addresses of the runtime's own tables. They are fixed, so that no pointer has to be loaded and none of it lies among
//! the unit's variables.
use acute_trace as trace;

/// Hash index of the node table: labels by hash. Shared with children, as the table is.
pub const INDEX: *mut u32 = 0x6400_0000_0000 as *mut u32;
/// Entries of the index; a power of two, twice the nodes.
pub const INDEX_LEN: usize = 2 * trace::MAX_NODES as usize;
/// For each label the value it had when it was last computed, and in which run that was.
pub const VALUES: *mut (u64, u32) = 0x6410_0000_0000 as *mut (u64, u32);
/// For each label the last run that recorded each [`Note`](crate::record::Note) of it.
pub const NOTED: *mut Notes = 0x6420_0000_0000 as *mut Notes;
/// One run for each kind of note.
pub type Notes = [u32; 4];
/// A byte for each coverage cell that this process or its children have reported.
pub const SEEN: *mut u8 = 0x6430_0000_0000 as *mut u8;
/// The first values of the unit's writable globals.
pub const SNAPSHOT: *mut u8 = 0x6440_0000_0000 as *mut u8;
/// Size of the snapshot.
pub const SNAPSHOT_LEN: usize = 1 << 30;
pub use acute_trace::{STACK_BASE as STACK, STACK_SIZE as STACK_LEN};
/// The stack of signal handlers.
pub const SIGNAL_STACK: usize = 0x6450_0000_0000;
/// Its size.
pub const SIGNAL_STACK_LEN: usize = 64 << 10;

/// The blocks that the run under way has allocated (`leaks`).
pub const BLOCKS: *mut crate::leaks::Block = 0x6460_0000_0000 as *mut crate::leaks::Block;
/// Number of blocks that are followed.
pub const MAX_BLOCKS: usize = 1 << 16;
/// Those of them that are still to be searched.
pub const WAITING: *mut u32 = 0x6470_0000_0000 as *mut u32;

/// The shared memory's first page.
pub fn head() -> &'static trace::Head {
    // SAFETY: mapped in `start` before anything runs, never unmapped; written through atomics.
    unsafe { &*(trace::SHARED_BASE as *const trace::Head) }
}

/// The node table.
pub const NODES: *mut trace::Node = (trace::SHARED_BASE + trace::NODES_AT) as *mut trace::Node;
