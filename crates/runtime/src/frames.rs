//! Local variables in memory: their redzones, and their ends for an index through a pointer to one of them.
//!
//! A frame is clean when its function begins, and poison when it returns. What a call left behind that did not return
//! lies below the stack pointer, and the next frame at that place cleans it.
use crate::{kept, run, shadow, thread};
use acute_trace::{DEAD, OUTSIDE};

/// Maximum number of variables; beyond it, only the outermost are known.
const MOST: usize = 4096;
/// Bytes behind a variable of dynamic size that belong to none.
const REDZONE: usize = 32;

/// The local variables of the calls under way, outermost first.
pub struct Frames {
    len: usize,
    variables: [(usize, usize); MOST],
}

fn frames() -> &'static mut Frames {
    // SAFETY: of this thread; no function holds on to it across another that takes it.
    unsafe { &mut (*thread::current()).frames }
}

impl Frames {
    /// No call has begun.
    pub const NEW: Frames = Frames { len: 0, variables: [(0, 0); MOST] };

    /// Forgets the variables of calls that are over.
    fn forget_below(&mut self, sp: usize) {
        while self.len > 0 && self.variables[self.len - 1].0 < sp {
            self.len -= 1;
        }
    }

    fn add(&mut self, address: usize, size: usize) {
        if let Some(place) = self.variables.get_mut(self.len) {
            *place = (address, size);
            self.len += 1;
        }
    }
}

/// Begins a run.
pub fn begin() {
    frames().len = 0;
}

/// The layout of a frame, as the pass emits it: offset and size of each variable follow, in ascending order.
#[repr(C)]
struct Layout {
    count: usize,
    size: usize,
}

/// Returns the rows behind a layout.
///
/// # Safety
/// The pass emitted it.
unsafe fn rows(layout: usize) -> (&'static Layout, &'static [[usize; 2]]) {
    // SAFETY: as above.
    unsafe {
        let layout = &*(layout as *const Layout);
        (layout, core::slice::from_raw_parts((layout as *const Layout).add(1).cast(), layout.count))
    }
}

/// Cleans a frame and poisons what lies between its variables.
///
/// # Safety
/// The frame is the function's own, the layout the pass's.
pub unsafe extern "C" fn enter_frame(frame: usize, layout: usize) {
    if !run::is_inside() {
        return;
    }
    // SAFETY: as above.
    unsafe {
        let (layout, rows) = rows(layout);
        let frames = frames();
        frames.forget_below(frame + layout.size);
        run::mark_dirty(frame);
        let mut free = frame;
        for [offset, size] in rows {
            let address = frame + offset;
            shadow::fill(free, address - free, OUTSIDE);
            shadow::clear(address, *size);
            free = address + size;
        }
        shadow::fill(free, frame + layout.size - free, OUTSIDE);
        // The innermost variable is the lowest.
        for [offset, size] in rows.iter().rev() {
            frames.add(frame + offset, *size);
        }
    }
}

/// Poisons a frame whose function returns.
///
/// # Safety
/// As [`enter_frame`].
pub unsafe extern "C" fn leave_frame(frame: usize, layout: usize) {
    if run::is_inside() {
        // SAFETY: as above.
        let size = unsafe { rows(layout).0.size };
        frames().forget_below(frame + size);
        // SAFETY: as above.
        unsafe { shadow::fill(frame, size, DEAD) };
    }
}

/// Cleans a local variable whose size is not constant, and poisons what lies behind it.
///
/// # Safety
/// It is the function's own, with room for the redzone.
pub unsafe extern "C" fn dynamic_local(address: usize, size: usize) {
    // An array too large for the stack faults by itself.
    if !run::is_inside() || !run::is_local(address) || !run::is_local(address.wrapping_add(size)) {
        return;
    }
    // SAFETY: as above.
    unsafe {
        run::mark_dirty(address);
        shadow::clear(address, size);
        shadow::fill(address + size, REDZONE, OUTSIDE);
    }
    let frames = frames();
    frames.forget_below(address);
    frames.add(address, size);
}

/// Cleans the stack below the caller: code that is not instrumented may use it and hand on what it has there.
pub extern "C" fn forget_below() {
    if run::is_inside() {
        run::clean_below(kept::caller().sp as usize);
    }
}

/// Returns start and end of the local variable around `address`.
pub fn local_around(address: usize) -> Option<(usize, usize)> {
    let here = 0u8;
    let frames = frames();
    frames.forget_below(&raw const here as usize);
    let variables = frames.variables[..frames.len].iter().rev();
    let found = variables.copied().find(|(start, size)| address.wrapping_sub(*start) < *size);
    found.map(|(start, size)| (start, start + size))
}

/// Returns start and end of the local variable that an access to poison at `address` is next to.
pub fn local_near(address: usize) -> Option<(usize, usize)> {
    let frames = frames();
    let variables = frames.variables[..frames.len].iter().copied();
    let distance = |(start, size): &(usize, usize)| {
        if address < *start { start - address } else { address.saturating_sub(start + size - 1) }
    };
    let nearest = variables.min_by_key(distance)?;
    (distance(&nearest) <= 2 * REDZONE).then_some((nearest.0, nearest.0 + nearest.1))
}
