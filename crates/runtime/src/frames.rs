//! Local arrays whose addresses escape, so that an index through such a pointer knows the end of the array.
//!
//! A frame says what it has when it begins and nothing when it ends: the stack grows downwards, so what lies
//! below the stack pointer belongs to calls that are over.
use crate::thread;

/// Maximum number of arrays; beyond it, only the outermost are known.
const MOST: usize = 4096;

/// The local arrays of the calls under way, outermost first.
pub struct Frames {
    len: usize,
    arrays: [(usize, usize); MOST],
}

fn frames() -> &'static mut Frames {
    // SAFETY: of this thread; no function holds on to it across another that takes it.
    unsafe { &mut (*thread::current()).frames }
}

impl Frames {
    /// No call has begun.
    pub const NEW: Frames = Frames { len: 0, arrays: [(0, 0); MOST] };

    /// Forgets the arrays of calls that are over.
    fn forget_below(&mut self, sp: usize) {
        while self.len > 0 && self.arrays[self.len - 1].0 < sp {
            self.len -= 1;
        }
    }
}

/// Begins a run.
pub fn begin() {
    frames().len = 0;
}

/// Notes a local array of `size` bytes at `address` at the entry of its function.
pub extern "C" fn local(address: usize, size: usize) {
    let here = 0u8;
    let frames = frames();
    frames.forget_below(&raw const here as usize);
    // The same call again, or another one in its place.
    while frames.len > 0 && frames.arrays[frames.len - 1].0 < address + size {
        let (start, len) = frames.arrays[frames.len - 1];
        if start + len <= address {
            break;
        }
        frames.len -= 1;
    }
    if let Some(place) = frames.arrays.get_mut(frames.len) {
        *place = (address, size);
        frames.len += 1;
    }
}

/// Returns start and end of the local array around `address`.
pub fn local_around(address: usize) -> Option<(usize, usize)> {
    let here = 0u8;
    let frames = frames();
    frames.forget_below(&raw const here as usize);
    let arrays = frames.arrays[..frames.len].iter().rev();
    let found = arrays.copied().find(|(start, size)| address.wrapping_sub(*start) < *size);
    found.map(|(start, size)| (start, start + size))
}
