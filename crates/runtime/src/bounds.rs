//! Which object an address is in: an input object, a block of the heap, a global, a local array.
use crate::{frames, heap, run};

/// Where the object around `address` starts, and where it ends. None where nobody knows of one.
pub fn bounds_of(address: usize) -> Option<(usize, usize)> {
    run::input_around(address)
        .or_else(|| heap::block_around(address))
        .or_else(|| run::global_around(address))
        .or_else(|| frames::local_around(address))
}
