//! The input objects of the run under way: laid out from the slot, surrounded by poison, freed at most once.
use crate::ending::overrun;
use crate::{globals, marks, nodes, run, shadow, sys};
use acute_trace::{
    BYTE_BITS, FIRST_VAR, FREED, Given, INPUT_BASE, INPUT_BYTES, INPUT_END, InputHead, MAX_VARS, POISON,
    REDZONE, SHARED_BASE, Segment, VarAt, input_at,
};

const MAX_SEGMENTS: usize = (INPUT_BYTES - size_of::<InputHead>()) / size_of::<Segment>();

struct State {
    /// The slot of the run.
    slot: u32,
    /// A bit for each object that the run has freed.
    freed: [u64; MAX_SEGMENTS.div_ceil(64)],
    /// Number of these objects.
    frees: usize,
    /// Address and size of the first of them.
    ranges: [(usize, usize); 64],
}

static mut STATE: State =
    State { slot: 0, freed: [0; MAX_SEGMENTS.div_ceil(64)], frees: 0, ranges: [(0, 0); 64] };

fn state() -> &'static mut State {
    // SAFETY: one thread; no function holds on to it across another that takes it.
    unsafe {
        let state: *mut State = &raw mut STATE;
        &mut *state
    }
}

/// Returns whether `address` is in the area of the input objects.
pub fn is_input(address: usize) -> bool {
    (INPUT_BASE as usize..INPUT_END as usize).contains(&address)
}

/// Undoes the frees of an earlier run. The next input may have no object where one was freed.
pub fn put_back() {
    let state = state();
    if state.frees == 0 {
        return;
    }
    state.freed.fill(0);
    let all = (INPUT_BASE as usize, *run::inputs_end() - INPUT_BASE as usize);
    let (ranges, frees) = (&state.ranges, core::mem::take(&mut state.frees));
    for &(start, len) in ranges.get(..frees).unwrap_or(&[all]) {
        // SAFETY: the area of the input objects, which is laid out anew before anything runs.
        unsafe { shadow::fill(start, len, POISON) };
    }
}

/// Maps memory for input objects up to `end`. Before, between and behind objects lies poison, and further away nothing
/// is mapped, so that no run reads bytes that no input has.
pub fn open(end: usize) {
    // So much that few searches need more: a run makes no system call.
    const STEP: usize = 1 << 20;
    let start = *run::inputs_end();
    // A global lies elsewhere.
    if end <= start || end > INPUT_END as usize {
        return;
    }
    let end = end.next_multiple_of(STEP);
    // SAFETY: nothing else is mapped there, and no object lies there yet.
    unsafe {
        sys::map_at(start, end - start, None, 0);
        shadow::fill(start, end - start, POISON);
    }
    *run::inputs_end() = end;
}

/// Copies the input of slot `n` into memory and labels it. Returns the address of the argument block.
///
/// # Safety
/// The slot holds an input that the engine wrote: its counts fit the slot.
pub unsafe fn set_up(n: u32, input: &InputHead) -> u64 {
    state().slot = n;
    // SAFETY: as above; addresses were laid out by the engine inside the input area.
    unsafe {
        let mut at = (SHARED_BASE + input_at(n) + size_of::<InputHead>()) as *const u8;
        let segments = core::slice::from_raw_parts(at.cast::<Segment>(), input.segments as usize);
        at = at.add(size_of_val(segments));
        let vars = core::slice::from_raw_parts(at.cast::<VarAt>(), input.vars as usize);
        at = at.add(size_of_val(vars));
        marks::begin(core::slice::from_raw_parts(at.cast::<Given>(), input.given as usize));
        at = at.add(input.given as usize * size_of::<Given>());
        for segment in segments {
            let (address, len) = (segment.address as usize, segment.len as usize);
            open(address + len + segment.redzone as usize);
            (address as *mut u8).copy_from_nonoverlapping(at, len);
            shadow::clear(address, len);
            close(address + len, segment.redzone as usize);
            at = at.add(len);
        }
        for var in vars {
            let (address, bytes) = (var.address as usize, (var.bytes as usize).min(8));
            if var.var < MAX_VARS {
                let mut value = [0u8; 8];
                (address as *const u8).copy_to_nonoverlapping(value.as_mut_ptr(), bytes);
                run::mark_dirty(address);
                nodes::declare(var.var, bytes as u8 * 8, u64::from_le_bytes(value));
                shadow::set(address, bytes, FIRST_VAR + var.var);
            }
        }
        segments.first().map_or(0, |s| s.address)
    }
}

/// Poisons what is reserved behind an object. It stays poisoned from run to run, but for bytes that the object had when
/// it was longer: those are poisoned again and zeroed.
///
/// # Safety
/// The stretch is behind an input object and belongs to it.
unsafe fn close(address: usize, len: usize) {
    let cells = shadow::cells(address);
    // SAFETY: as above.
    unsafe {
        let open = (0..len).find(|&k| *cells.add(k) == POISON << BYTE_BITS).unwrap_or(len);
        shadow::fill(address, open, POISON);
        (address as *mut u8).write_bytes(0, open);
    }
}

/// Returns the bytes from `address` to the redzone of the input object it is in; 0 elsewhere.
pub fn len_from(address: usize) -> usize {
    if !is_input(address) {
        return 0;
    }
    let cells = shadow::cells(address);
    // SAFETY: inside the shadow of the input.
    (0..1 << 16).find(|&k| unsafe { *cells.add(k) } == POISON << BYTE_BITS).unwrap_or(0)
}

/// Returns the objects of the run that is under way, the argument block first.
fn segments() -> &'static [Segment] {
    let input = (SHARED_BASE + input_at(state().slot)) as *const InputHead;
    // SAFETY: the slot of the run; its segments follow the head.
    unsafe {
        let count = ((*input).segments as usize).min(MAX_SEGMENTS);
        core::slice::from_raw_parts(input.add(1).cast::<Segment>(), count)
    }
}

/// Returns address and size of the objects that the run has not freed; `None` for one that lies nowhere, where the unit has
/// overwritten its own input.
pub fn kept_objects() -> impl Iterator<Item = Option<(usize, usize)>> {
    let is_freed = |n: usize| state().freed[n / 64] >> (n % 64) & 1 != 0;
    segments().iter().enumerate().filter(move |(n, _)| !is_freed(*n)).map(|(_, segment)| {
        let (start, len) = (segment.address as usize, segment.len as usize);
        let last = start.saturating_add(len.saturating_sub(1));
        let is_mapped = is_input(start) && last < *run::inputs_end();
        (is_mapped || globals::is_static(start) && globals::is_static(last)).then_some((start, len))
    })
}

/// Returns start and end of the input object around `address`.
pub fn around(address: usize) -> Option<(usize, usize)> {
    if !run::is_inside() || !is_input(address) {
        return None;
    }
    let inside = |s: &&Segment| address.wrapping_sub(s.address as usize) < s.len as usize;
    let segment = segments().iter().find(inside)?;
    let (start, end) = (segment.address as usize, (segment.address + u64::from(segment.len)) as usize);
    let spare = (segment.redzone as usize).saturating_sub(REDZONE as usize);
    if spare > 0 {
        // An index that may choose any element: the object grows to its limit first.
        overrun(end + spare, false);
    }
    Some((start, end))
}

/// What an address that is freed means among the input objects.
pub enum InputObject {
    /// The start of the object of this number.
    Start(usize),
    /// The start of an object that was freed before.
    Gone,
    /// The inside of an object.
    Inside,
    /// No object.
    None,
}

/// Looks up the input object at `address`.
pub fn object(address: usize) -> InputObject {
    let around = |s: &Segment| address.wrapping_sub(s.address as usize) < (s.len as usize).max(1);
    let Some(n) = segments().iter().position(around) else { return InputObject::None };
    match segments()[n].address as usize == address {
        false => InputObject::Inside,
        true if state().freed[n / 64] >> (n % 64) & 1 != 0 => InputObject::Gone,
        true => InputObject::Start(n),
    }
}

/// Notes that the object of that number was freed, and poisons it.
pub fn free(n: usize) {
    let state = state();
    state.freed[n / 64] |= 1 << (n % 64);
    let range @ (start, len) = (segments()[n].address as usize, segments()[n].len as usize);
    if let Some(place) = state.ranges.get_mut(state.frees) {
        *place = range;
    }
    state.frees += 1;
    // SAFETY: an input object of this run.
    unsafe { shadow::fill(start, len, FREED) };
}

/// Returns start and end of the freed input object around `address`.
pub fn freed_around(address: usize) -> Option<(usize, usize)> {
    let inside = |s: &Segment| address.wrapping_sub(s.address as usize) < s.len as usize;
    let n = segments().iter().position(inside).filter(|n| state().freed[n / 64] >> (n % 64) & 1 != 0)?;
    let start = segments()[n].address as usize;
    Some((start, start + segments()[n].len as usize))
}
