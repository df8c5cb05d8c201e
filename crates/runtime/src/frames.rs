//! Local arrays that others are given pointers to: which they are, so that an index through such a pointer
//! knows where the array ends.
//!
//! A frame says what it has when it begins and nothing when it ends: the stack grows downwards, so what lies
//! below the stack pointer belongs to calls that are over.

/// Arrays at most; of more, the outermost are known.
const MOST: usize = 4096;

struct Frames {
    len: usize,
    arrays: [(usize, usize); MOST],
}

static mut FRAMES: Frames = Frames { len: 0, arrays: [(0, 0); MOST] };

fn frames() -> &'static mut Frames {
    // SAFETY: one thread; no function holds on to it across another that takes it.
    unsafe {
        let frames: *mut Frames = &raw mut FRAMES;
        &mut *frames
    }
}

impl Frames {
    /// Forgets the arrays of calls that are over.
    fn forget_below(&mut self, sp: usize) {
        while self.len > 0 && self.arrays[self.len - 1].0 < sp {
            self.len -= 1;
        }
    }
}

/// A new run.
pub fn begin() {
    frames().len = 0;
}

/// A call has begun that has a local array of `size` bytes at `address`.
#[unsafe(no_mangle)]
pub extern "C" fn __acute_local(address: usize, size: usize) {
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

/// Where the local array around `address` starts and ends.
pub fn local_around(address: usize) -> Option<(usize, usize)> {
    let here = 0u8;
    let frames = frames();
    frames.forget_below(&raw const here as usize);
    let arrays = frames.arrays[..frames.len].iter().rev();
    let found = arrays.copied().find(|(start, size)| address.wrapping_sub(*start) < *size);
    found.map(|(start, size)| (start, start + size))
}
