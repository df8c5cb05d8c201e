//! The node table: append-only and hash-consed, so that the same expression has the same label in
//! every run of an epoch and comparing path prefixes is comparing integers.
use crate::memory::{INDEX, INDEX_LEN, NODES, VALUES, head};
use crate::record;
use acute_trace::{CONCRETE, FIRST_NODE, FIRST_VAR, Label, MAX_NODES, Node, Op, Reason};
use core::sync::atomic::Ordering::{Relaxed, Release};

/// Returns the width of a label's value in bits.
#[inline]
pub fn width(label: Label) -> u8 {
    // SAFETY: labels come from this module; a wild one stays inside the table by the check.
    unsafe { if label < MAX_NODES { (*NODES.add(label as usize)).width } else { 0 } }
}

/// Returns the node of a label; `None` for a variable.
pub fn node(label: Label) -> Option<Node> {
    // SAFETY: as above.
    (FIRST_NODE..MAX_NODES).contains(&label).then(|| unsafe { *NODES.add(label as usize) })
}

/// Returns the value a label has in this run; `None` if it was not computed in it. Memory that still bears the label
/// was not written in this run either then.
#[inline]
pub fn value(label: Label) -> Option<u64> {
    // SAFETY: as above; the table of values is as long as the table of nodes.
    let (value, run) = unsafe { if label < MAX_NODES { *VALUES.add(label as usize) } else { (0, 0) } };
    (run == record::stamp()).then_some(value)
}

/// Returns the label of a constant.
pub fn constant(width: u8, value: u64) -> Label {
    intern(Node::constant(width, value), value)
}

/// Declares input variable `var` with its value in the run that begins.
///
/// # Safety
/// `var` is below the limit.
pub unsafe fn declare(var: u32, width: u8, value: u64) {
    let label = (FIRST_VAR + var) as usize;
    // SAFETY: as above.
    unsafe {
        *NODES.add(label) = Node { width, ..Node::EMPTY };
        *VALUES.add(label) = (value, record::stamp());
    }
}

/// Removes all nodes but the variables.
pub fn start_epoch() {
    // SAFETY: the index is ours; dropping its pages makes every entry 0.
    unsafe { crate::sys::forget_shared(INDEX as usize, INDEX_LEN * 4) };
    head().nodes.store(FIRST_NODE, Relaxed);
}

/// Returns the label of `node`, whose value in this run is `value`; appends it where it is new.
pub fn intern(node: Node, value: u64) -> Label {
    record::count_node();
    let mut at = hash(&node) as usize & (INDEX_LEN - 1);
    for _ in 0..MOST_PROBES {
        // SAFETY: `at` is masked to the index; labels in it were put there below, unless the unit
        // scribbled over it, hence the check.
        unsafe {
            let label = *INDEX.add(at);
            if label == 0 {
                return append(at, node, value);
            }
            if label < MAX_NODES && *NODES.add(label as usize) == node {
                *VALUES.add(label as usize) = (value, record::stamp());
                return label;
            }
        }
        at = (at + 1) & (INDEX_LEN - 1);
    }
    no_room()
}

/// Maximum number of probes: the index is at most half full, and only one that the unit has overwritten has so many
/// entries in a row.
const MOST_PROBES: usize = 1 << 16;

/// Counts, once a run, that the table is full: from here on new expressions are concrete.
fn no_room() -> Label {
    if record::first(CONCRETE, record::Note::Concretized) {
        record::concretized(Reason::TableFull, CONCRETE, 0);
    }
    CONCRETE
}

/// # Safety
/// `at` is inside the index.
unsafe fn append(at: usize, node: Node, value: u64) -> Label {
    let count = &head().nodes;
    let label = count.load(Relaxed);
    // A run whose trace is full cannot be followed any further; its nodes would only take room.
    if !(FIRST_NODE..MAX_NODES).contains(&label) || record::is_full() {
        return no_room();
    }
    // A run can be stopped between any two of these, and the next one uses the same tables: what the index
    // names must be in the table and counted by then. A node that is counted and not named is only made again.
    // SAFETY: `label` is inside the tables.
    unsafe {
        *NODES.add(label as usize) = node;
        *VALUES.add(label as usize) = (value, record::stamp());
        count.store(label + 1, Release);
        INDEX.add(at).write_volatile(label);
    }
    label
}

fn hash(node: &Node) -> u64 {
    let first = node.op as u64 | (node.width as u64) << 8 | (node.low as u64) << 16 | (node.a as u64) << 32;
    let second = node.b as u64 | (node.c as u64) << 32;
    let mixed = first.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ second.wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
    mixed ^ mixed >> 29 ^ mixed >> 47
}

/// Makes an operation with two operands, of which at least one is symbolic.
pub fn binary(op: Op, width: u8, a: (Label, u64), b: (Label, u64), result: u64) -> Label {
    // Operands of a comparison are as wide as the symbolic one of them.
    let operands = if !op.is_comparison() {
        width
    } else if a.0 != CONCRETE {
        self::width(a.0)
    } else {
        self::width(b.0)
    };
    let (Some(x), Some(y)) = (operand(a, operands), operand(b, operands)) else { return CONCRETE };
    intern(Node { op: op as u8, width, low: 0, a: x, b: y, c: 0 }, result)
}

/// Returns the label of an operand: its own, or that of a constant.
pub fn operand((label, value): (Label, u64), width: u8) -> Option<Label> {
    if width == 0 || width > 64 {
        return None;
    }
    let value = value & (u64::MAX >> (64 - width));
    let label = if fresh(label, value) { label } else { constant(width, value) };
    (label != CONCRETE).then_some(label)
}

/// Returns whether `label` has the value `value` in this run. An expression has one value in a run: a different one
/// means that the label is stale, left behind by code without instrumentation (a longjmp, a signal handler, assembly).
pub fn fresh(label: Label, value: u64) -> bool {
    if label == CONCRETE || self::value(label) == Some(value) {
        return label != CONCRETE;
    }
    record::concretized(Reason::Stale, label, 0);
    false
}
