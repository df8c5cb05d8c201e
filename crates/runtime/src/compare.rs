//! What the models of strcmp and its like (include/acute/models.h) have to know of the memory they compare.
use crate::bounds::bounds_of;
use crate::{nodes, record, run, shadow};
use acute_trace::{BYTE_BITS, CONCRETE, Event, FIRST_NODE, FIRST_VAR, Kind, Label, Op, is_poison};

/// Bytes that are compared at once, at most: what they lead to is one expression.
const MOST: usize = 64;

/// Sums that a pointer may be of.
const STEPS: usize = 16;

/// The strings end with a zero, as the models call it.
const TEXT: i32 = 1;
/// Letters are alike whatever their case.
const ANY_CASE: i32 = 2;

/// What the instrumenter asks [`__acute_together_of`] instead; code it does not see knows of no input.
#[unsafe(no_mangle)]
pub extern "C" fn __acute_together(_: usize, _: usize, _: usize, _: i32) -> usize {
    0
}

/// How many bytes of both can be compared whatever they are, times two, and one more if the last of them decides: they
/// differ there, or one ends there. None where nothing of it depends on an input, where nobody knows what the objects
/// are, or where an input decides which bytes they are.
#[unsafe(no_mangle)]
pub extern "C" fn __acute_together_of(
    a: usize,
    b: usize,
    most: usize,
    how: i32,
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

/// How many bytes there are from an address on. Constants have no bounds, nor have most locals: they end where the strings do, or
/// are compared no further.
fn room(at: usize) -> usize {
    let end = bounds_of(at).map(|(_, end)| end).or_else(|| run::static_end(at));
    end.map_or(0, |end| end.saturating_sub(at))
}

/// A byte, and what it is a part of.
///
/// # Safety
/// The address is inside an object.
unsafe fn byte(at: usize) -> (Label, u8) {
    // SAFETY: its shadow is mapped as all of the object is.
    unsafe { (*shadow::cells(at) >> BYTE_BITS, *(at as *const u8)) }
}

/// Comparisons of one run that are told of: as many as a table of keywords has.
const TOLD: u32 = 64;
/// The number of the run, and how many were told of it.
static mut COUNT: (u32, u32) = (0, 0);

/// Tells of a text of the input that is compared with a constant of another length: no byte of it could make them equal, so that
/// nothing can be flipped for it.
fn tell(a: usize, b: usize, most: usize) {
    for (text, constant) in [(a, b), (b, a)] {
        let Ok(extra) = u32::try_from(constant) else { continue };
        if run::static_end(constant).is_none() || room(text) == 0 {
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

/// How long a text is that ends within [`MOST`] bytes; of a constant all bytes have to be.
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

/// Whether a pointer with this label is at a fixed place of its object, whichever that is.
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

/// What the instrumenter makes a choice without a branch of.
#[unsafe(no_mangle)]
pub extern "C" fn __acute_choose(c: bool, x: i32, y: i32) -> i32 {
    if c { x } else { y }
}
