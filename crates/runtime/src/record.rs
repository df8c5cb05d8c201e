//! Records the events of a run.
use crate::memory::NOTED;
use acute_trace::{CONCRETE, Event, Kind, Label, MAX_EVENTS, MAX_NODES, Reason, TraceHead};

/// The trace being written. Outside a run `events` is null and nothing is recorded.
pub struct Trace {
    /// The head of the trace.
    pub head: *mut TraceHead,
    /// The first event.
    pub events: *mut Event,
    /// Number of the run, never 0; marks entries of tables that this run has written.
    pub stamp: u32,
}

/// The trace of the process: units are single-threaded for now.
pub static mut TRACE: Trace = Trace { head: core::ptr::null_mut(), events: core::ptr::null_mut(), stamp: 0 };

/// Returns the number of the run.
#[inline]
pub fn stamp() -> u32 {
    // SAFETY: a word of ours.
    unsafe { (&raw const TRACE.stamp).read() }
}

/// Kinds of note that [`first`] deduplicates.
#[derive(Clone, Copy)]
pub enum Note {
    /// A read through this label.
    Read = 0,
    /// A write through this label.
    Write = 1,
    /// A concretization of this label.
    Concretized = 2,
    /// A function that may dereference it received this label.
    HandedOver = 3,
}

/// Returns whether this is the first such note of `label` in this run.
pub fn first(label: Label, note: Note) -> bool {
    if label >= MAX_NODES {
        return false;
    }
    // SAFETY: the table has an entry for each label.
    unsafe {
        let slot = &mut (*NOTED.add(label as usize))[note as usize];
        let stamp = stamp();
        let first = *slot != stamp;
        *slot = stamp;
        first
    }
}

/// Returns whether events no longer fit.
pub fn is_full() -> bool {
    // SAFETY: the head is the trace's own, or null.
    unsafe {
        let head = (&raw const TRACE.head).read();
        !head.is_null() && (*head).dropped > 0
    }
}

/// Events reserved for what is not a condition: a run of many conditions must still report what it covered, concretized
/// and accessed.
const KEPT: usize = 4096;

/// Counts an expression.
#[inline]
pub fn count_node() {
    // SAFETY: the head of the present run's trace, while there is one.
    unsafe {
        let head = (&raw const TRACE.head).read();
        if !head.is_null() {
            (*head).nodes = (*head).nodes.wrapping_add(1);
        }
    }
}

/// Counts a tick and returns the number of ticks in this run.
pub fn count_tick() -> u64 {
    // SAFETY: as in `count_node`.
    unsafe {
        let head = (&raw const TRACE.head).read();
        if head.is_null() {
            return 0;
        }
        (*head).ticks = (*head).ticks.wrapping_add(1);
        (*head).ticks
    }
}

/// Appends an event. Returns false where it no longer fits.
pub fn event(event: Event) -> bool {
    // SAFETY: `events` has room for MAX_EVENTS while it is not null.
    unsafe {
        let (head, events) = ((&raw const TRACE.head).read(), (&raw const TRACE.events).read());
        if events.is_null() {
            return false;
        }
        if event.kind == Kind::Branch as u8 {
            let outcome = (event.node as u64) << 1 | event.flag as u64;
            (*head).path = ((*head).path ^ outcome).wrapping_mul(0x100_0000_01b3).rotate_left(23);
        }
        let condition = event.kind <= Kind::Access as u8;
        let n = (*head).events as usize;
        if n < if condition { MAX_EVENTS - KEPT } else { MAX_EVENTS } {
            *events.add(n) = event;
            (*head).events += 1;
            return true;
        }
        (*head).dropped = (*head).dropped.saturating_add(1);
        false
    }
}

/// Records a concretization, once a run for each label. Every loss of precision in the unit goes through here.
pub fn concretized(reason: Reason, label: Label, extra: u32) {
    if label == CONCRETE || first(label, Note::Concretized) {
        event(Event {
            kind: Kind::Concretized as u8,
            flag: 0,
            what: reason as u16,
            cell: 0,
            node: label,
            extra,
        });
    }
}
