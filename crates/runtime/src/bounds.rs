//! Finds the object around an address: an input object, a block of the heap, a global, a local array.
use crate::{frames, globals, heap, inputs, run};

/// Returns start and end of the object around `address`; `None` where it is unknown.
pub fn bounds_of(address: usize) -> Option<(usize, usize)> {
    inputs::around(address)
        .or_else(|| heap::block_around(address))
        .or_else(|| globals::around(address))
        .or_else(|| frames::local_around(address))
}

/// Returns start and end of the object that an access to poison at `address` was meant for, dead or alive.
pub fn misused(address: usize) -> Option<(usize, usize)> {
    inputs::freed_around(address)
        .or_else(|| heap::block_near(address))
        .or_else(|| globals::near(address))
        .or_else(|| frames::local_near(address).filter(|_| run::is_local(address)))
}
