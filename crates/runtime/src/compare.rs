//! Support for the models of strcmp and its like (include/acute/models.h): how far two strings can be compared in one
//! expression.
use crate::bounds::bounds_of;
use crate::{globals, nodes, record, shadow};
use acute_trace::{BYTE_BITS, CONCRETE, Event, FIRST_NODE, FIRST_VAR, Kind, Label, Op, is_poison};

/// Maximum number of bytes in one comparison: each adds to one expression.
const MOST: usize = 64;

/// Maximum number of constant offsets added to a pointer.
const STEPS: usize = 16;

/// Flag of the models: the strings end with a zero.
const TEXT: u32 = 1;
/// Flag of the models: letters compare without case.
const ANY_CASE: u32 = 2;

/// Returns 0. The pass calls [`together_of`] instead; code without instrumentation has no symbolic input.
pub fn together(_: usize, _: usize, _: usize, _: u32) -> usize {
    0
}

/// Returns the number of bytes of both strings that can be compared whatever their values, times two, plus one if the
/// last of them decides: they differ there, or one ends there. Returns 0 where no byte is symbolic, where the objects
/// are unknown, or where an input decides which bytes they are.
pub fn together_of(
    a: usize,
    b: usize,
    most: usize,
    how: u32,
    of_a: Label,
    of_b: Label,
    of_most: Label,
) -> usize {
    if how & TEXT != 0 {
        tell(a, b, most);
    }
    if !is_fixed(of_a) || !is_fixed(of_b) || of_most != CONCRETE {
        return 0;
    }
    let most = MOST.min(most).min(room(a)).min(room(b));
    let (mut count, mut symbolic, mut last) = (0, false, false);
    while count < most && !last {
        // SAFETY: as far as there is room.
        let byte = |at: usize| unsafe { byte(at) };
        let ((label_a, value_a), (label_b, value_b)) = (byte(a + count), byte(b + count));
        if is_poison(label_a) || is_poison(label_b) {
            break;
        }
        let (fixed_a, fixed_b) = (label_a == CONCRETE, label_b == CONCRETE);
        symbolic |= !fixed_a || !fixed_b;
        let ends = how & TEXT != 0 && (fixed_a && value_a == 0 || fixed_b && value_b == 0);
        let differ = how & ANY_CASE == 0 && fixed_a && fixed_b && value_a != value_b;
        last = ends || differ;
        count += 1;
    }
    if symbolic { count << 1 | last as usize } else { 0 }
}

/// Returns the number of bytes from an address to the end of its object. Constants and most locals have no bounds: the
/// image or the stack limits them.
fn room(at: usize) -> usize {
    let end = bounds_of(at).map(|(_, end)| end).or_else(|| globals::static_end(at));
    end.map_or(0, |end| end.saturating_sub(at))
}

/// Returns a byte and its label.
///
/// # Safety
/// The address is inside an object.
unsafe fn byte(at: usize) -> (Label, u8) {
    // SAFETY: its shadow is mapped as all of the object is.
    unsafe { (*shadow::cells(at) >> BYTE_BITS, *(at as *const u8)) }
}

/// Maximum number of comparisons that one run reports: the size of a table of keywords.
const TOLD: u32 = 64;
/// The number of the run and how many comparisons it has reported.
static mut COUNT: (u32, u32) = (0, 0);

/// Reports a text of the input that is compared with a constant of another length. No value of its bytes makes them
/// equal, so that there is no branch to flip.
fn tell(a: usize, b: usize, most: usize) {
    for (text, constant) in [(a, b), (b, a)] {
        let Ok(extra) = u32::try_from(constant) else { continue };
        if globals::static_end(constant).is_none() || room(text) == 0 {
            continue;
        }
        // SAFETY: there is room for a byte.
        let (cell, node) = unsafe { (*shadow::cells(text), byte(text).0) };
        let is_start = (FIRST_VAR..FIRST_NODE).contains(&node) && cell == node << BYTE_BITS;
        let (Some(bytes), Some(wanted)) = (length(text, false), length(constant, true)) else { continue };
        if !is_start || wanted == 0 || bytes.min(most) == wanted.min(most) {
            continue;
        }
        // SAFETY: words of ours; units have one thread.
        unsafe {
            let (stamp, count) = (&raw mut COUNT).read();
            let count = if stamp == record::stamp() { count + 1 } else { 1 };
            (&raw mut COUNT).write((record::stamp(), count));
            if count > TOLD {
                return;
            }
        }
        let (kind, what) = (Kind::Compared as u8, wanted.min(most) as u16);
        record::event(Event { kind, flag: 0, what, cell: bytes as u32, node, extra });
    }
}

/// Returns the length of a text that ends within [`MOST`] bytes; the bytes of a constant must be concrete.
fn length(at: usize, constant: bool) -> Option<usize> {
    for n in 0..MOST.min(room(at)) {
        // SAFETY: as far as there is room.
        let (label, value) = unsafe { byte(at + n) };
        if is_poison(label) || constant && label != CONCRETE {
            return None;
        }
        if value == 0 {
            return Some(n);
        }
    }
    None
}

/// Returns whether a pointer with this label is at a fixed offset in its object, whichever object that is.
fn is_fixed(mut label: Label) -> bool {
    let is_constant = |label: Label| nodes::node(label).is_some_and(|n| n.op == Op::Const as u8);
    // One constant upon another, as in `p + 4 + 2`.
    for _ in 0..STEPS {
        let Some(node) = nodes::node(label) else { return true };
        if node.op != Op::Add as u8 || !is_constant(node.b) {
            return false;
        }
        label = node.a;
    }
    false
}

/// Returns `c ? x : y`. The pass replaces the call by a select.
pub fn choose(c: bool, x: u32, y: u32) -> u32 {
    if c { x } else { y }
}
