//! Hooks of values and branches. Instrumented code calls them only where something is symbolic; the checks are inline.
//!
//! The table of hooks and the recipe to add one are in `acute_trace::hooks`.
use crate::sym::mask;
use crate::{cover, floats, nodes, record};
use acute_trace::{CONCRETE, Check, Event, Kind, Label, Node, Op, Reason};

/// Makes `a op b`, at least one of them symbolic; `result` is the concrete result.
pub extern "C" fn binary(packed: u32, la: Label, a: u64, lb: Label, b: u64, result: u64) -> Label {
    match Op::unpack(packed) {
        Some(_) if la == CONCRETE && lb == CONCRETE => CONCRETE,
        Some((op, width)) if is_undefined(op, width, (la, a), (lb, b), result) => CONCRETE,
        Some((op, width)) => nodes::binary(op, width, (la, a), (lb, b), result),
        None => CONCRETE,
    }
}

/// Returns whether the machine's result may differ from the expression's: a division by zero that did not trap, and the
/// choice between two NaN operands (the compiler may have exchanged them). Such a result is counted as concretized.
fn is_undefined(op: Op, width: u8, (la, a): (Label, u64), (lb, b): (Label, u64), result: u64) -> bool {
    let label = if la != CONCRETE { la } else { lb };
    if matches!(op, Op::UDiv | Op::SDiv | Op::URem | Op::SRem) && b == 0 {
        record::concretized(Reason::Instruction, label, 0);
        return true;
    }
    let other = op.gives_float() && !floats::nan_is_settled(width, a, b, result);
    if other {
        record::concretized(Reason::Float, label, 0);
    }
    other
}

/// Makes an extension or truncation of a symbolic value.
pub extern "C" fn cast(packed: u32, label: Label, result: u64) -> Label {
    let Some((op, width)) = Op::unpack(packed) else { return CONCRETE };
    let low = mask(width.min(nodes::width(label)));
    if label == CONCRETE || !nodes::fresh(label, nodes::value(label).unwrap_or(0) & !low | result & low) {
        return CONCRETE;
    }
    nodes::intern(Node { op: op as u8, width, low: 0, a: label, b: 0, c: 0 }, result)
}

/// Makes `condition ? yes : no` as an expression: no path splits here.
pub extern "C" fn select(packed: u32, condition: Label, ly: Label, yes: u64, ln: Label, no: u64) -> Label {
    let (width, taken) = (packed as u8, packed >> 8 != 0);
    if !nodes::fresh(condition, taken as u64) {
        return if taken { ly } else { ln };
    }
    let (Some(b), Some(c)) = (nodes::operand((ly, yes), width), nodes::operand((ln, no), width)) else {
        return CONCRETE;
    };
    let value = if taken { yes } else { no } & mask(width);
    nodes::intern(Node { op: Op::Ite as u8, width, low: 0, a: condition, b, c }, value)
}

fn branch_event(kind: Kind, node: Label, taken: bool, cell: usize, other: usize) {
    let index = |cell: usize| cell.wrapping_sub(cover::range().0) as u32;
    let kind = kind as u8;
    record::event(Event { kind, flag: taken as u8, what: 0, cell: index(cell), node, extra: index(other) });
}

/// Records a conditional jump on a symbolic condition. `cells` are those of its true and false outcome.
pub extern "C" fn branch(label: Label, taken: u32, cells: usize) {
    if !nodes::fresh(label, taken as u64) {
        return;
    }
    let not = (taken == 0) as usize;
    branch_event(Kind::Branch, label, taken != 0, cells + not, cells + 1 - not);
}

/// Makes a comparison of integers, at least one of them symbolic, and records the jump on it.
pub extern "C" fn compared(packed: u32, la: Label, a: u64, lb: Label, b: u64, cells: usize) {
    let Some((op, width)) = Op::unpack(packed) else { return };
    let signed = |x: u64| (x << (64 - width.clamp(1, 64))) as i64;
    let taken = match op {
        Op::Eq => a == b,
        Op::Ne => a != b,
        Op::Ult => a < b,
        Op::Ule => a <= b,
        Op::Slt => signed(a) < signed(b),
        Op::Sle => signed(a) <= signed(b),
        _ => return,
    };
    let node = nodes::binary(op, 1, (la, a), (lb, b), taken as u64);
    if node != CONCRETE {
        branch(node, taken as u32, cells);
    }
}

/// Records a symbolic condition that decides a value without a jump. `cells` are those of its true and false outcome.
pub extern "C" fn choice(label: Label, taken: u32, cells: usize) {
    let not = (taken == 0) as usize;
    branch_event(Kind::Choice, label, taken != 0, cells + not, cells + 1 - not);
}

/// The constant table of a switch.
#[repr(C)]
pub struct Switch {
    /// The cell of the default; those of the cases follow.
    cells: usize,
    cases: u32,
    width: u32,
}

/// Records a switch on a symbolic value: a chain of comparisons, in the order of the cases.
///
/// # Safety
/// `table` was emitted by the instrumenter: its values follow it.
pub unsafe extern "C" fn switch(label: Label, value: u64, table: usize) {
    let table = table as *const Switch;
    // SAFETY: as above.
    let (table, values) = unsafe { (&*table, table.add(1).cast::<u64>()) };
    for k in 0..table.cases as usize {
        // SAFETY: as above.
        let case = unsafe { *values.add(k) };
        let taken = case == value;
        let node = nodes::binary(Op::Eq, 1, (label, value), (CONCRETE, case), taken as u64);
        if node != CONCRETE {
            // Not this case is not yet the default: only the last comparison decides that.
            let (case, default) = (table.cells + 1 + k, table.cells);
            let (cell, other) = if taken { (case, default) } else { (default, case) };
            branch_event(Kind::Branch, node, taken, cell, other);
        }
        if taken {
            return;
        }
    }
}

/// Counts a concretization if `label` is symbolic.
pub extern "C" fn concretize(reason: u32, label: Label, name: usize) {
    for (known, _) in acute_trace::REASONS {
        if label != CONCRETE && *known as u32 == reason {
            record::concretized(*known, label, name as u32);
        }
    }
}

/// Records that the unit reached `__builtin_unreachable()`; `name` says so to the engine.
pub extern "C" fn unreachable(name: usize) {
    record::concretized(Reason::Instruction, CONCRETE, name as u32);
}

pub fn implicit(check: Check, node: Label, holds: bool) {
    if node != CONCRETE {
        let (kind, what) = (Kind::Implicit as u8, check as u16);
        record::event(Event { kind, flag: holds as u8, what, cell: 0, node, extra: 0 });
    }
}

/// Records the implicit conditions of a division: the divisor is zero, and for signed numbers, the smallest is divided
/// by -1.
pub extern "C" fn divide(packed: u32, la: Label, a: u64, lb: Label, b: u64) {
    let Some((op, width)) = Op::unpack(packed) else { return };
    if lb != CONCRETE {
        let node = nodes::binary(Op::Eq, 1, (lb, b), (CONCRETE, 0), (b == 0) as u64);
        implicit(Check::DivisorZero, node, b == 0);
    }
    let (smallest, minus_one) = (1u64 << (width - 1), mask(width));
    // Where one operand is concrete and not the one in question, it cannot happen.
    let possible = (la != CONCRETE || a == smallest) && (lb != CONCRETE || b == minus_one);
    if matches!(op, Op::SDiv | Op::SRem) && b != 0 && possible {
        let equal = |(label, value): (Label, u64), wanted: u64| match label {
            CONCRETE => CONCRETE,
            label => nodes::binary(Op::Eq, 1, (label, value), (CONCRETE, wanted), (value == wanted) as u64),
        };
        let (x, y) = (equal((la, a), smallest), equal((lb, b), minus_one));
        let holds = a == smallest && b == minus_one;
        let both = match (x, y) {
            (CONCRETE, one) | (one, CONCRETE) => one,
            (x, y) => {
                let bits = ((a == smallest) as u64, (b == minus_one) as u64);
                nodes::binary(Op::And, 1, (x, bits.0), (y, bits.1), holds as u64)
            }
        };
        implicit(Check::DivisionOverflow, both, holds);
    }
}

/// Records a check that `-fsanitize=` added, on a symbolic condition; it fails where the condition is `bad`.
pub extern "C" fn sanitizer(check: u32, label: Label, taken: u32, bad: u32) {
    let check = Check::from_u16(check as u16).unwrap_or(Check::Sanitizer);
    if !nodes::fresh(label, taken as u64) {
        return;
    }
    let fails = taken == bad;
    let node = match bad {
        0 => nodes::binary(Op::Xor, 1, (label, taken as u64), (CONCRETE, 1), fails as u64),
        _ => label,
    };
    if record::first(node, record::Note::Read) {
        implicit(check, node, fails);
    }
}

/// Makes a shift. A shift by the width or more is undefined in C: the result is concrete, and a symbolic amount makes
/// that an implicit condition.
pub extern "C" fn shift(packed: u32, la: Label, a: u64, lb: Label, b: u64, result: u64) -> Label {
    let Some((op, width)) = Op::unpack(packed).filter(|_| la | lb != CONCRETE) else { return CONCRETE };
    let far = b >= width as u64;
    if lb != CONCRETE {
        // width - 1 < amount; both operands of a shift have the same width.
        let limit = (CONCRETE, width as u64 - 1);
        implicit(Check::ShiftTooFar, nodes::binary(Op::Ult, 1, limit, (lb, b), far as u64), far);
    }
    if far {
        record::concretized(Reason::Shift, if la != CONCRETE { la } else { lb }, 0);
        return CONCRETE;
    }
    nodes::binary(op, width, (la, a), (lb, b), result)
}

/// Makes `address + offset`, the offset constant.
pub extern "C" fn offset(label: Label, address: u64, offset: u64) -> Label {
    if label == CONCRETE {
        return CONCRETE;
    }
    nodes::binary(Op::Add, 64, (label, address), (CONCRETE, offset), address.wrapping_add(offset))
}

/// Makes `address + index * size`, the index of `width` bits and sign-extended.
pub extern "C" fn index(la: Label, a: u64, li: Label, index: u64, width: u32, size: u64) -> Label {
    let scaled = index.wrapping_mul(size);
    let mut label = li;
    if li != CONCRETE {
        if width < 64 {
            label = nodes::intern(Node { op: Op::SExt as u8, width: 64, low: 0, a: li, b: 0, c: 0 }, index);
        }
        if size != 1 && label != CONCRETE {
            label = nodes::binary(Op::Mul, 64, (label, index), (CONCRETE, size), scaled);
        }
    }
    if la == CONCRETE && label == CONCRETE {
        return CONCRETE;
    }
    nodes::binary(Op::Add, 64, (la, a), (label, scaled), a.wrapping_add(scaled))
}

/// Does nothing. A test calls it to ask for the expression of a value, and the pass adds a call of [`probed`].
pub fn probe(_: u64) {}

/// Reports the expression of a probed value.
pub extern "C" fn probed(node: Label, value: u64) {
    let (cell, extra) = (value as u32, (value >> 32) as u32);
    record::event(Event { kind: Kind::Probed as u8, flag: 0, what: 0, cell, node, extra });
}

/// Leaves room for only `room` nodes, for tests of a full table.
pub fn crowd(room: u32) {
    let count = acute_trace::MAX_NODES - room.min(acute_trace::MAX_NODES);
    crate::memory::head().nodes.store(count, core::sync::atomic::Ordering::Relaxed);
}
