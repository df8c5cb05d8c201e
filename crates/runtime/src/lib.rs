//! Linked into the unit under test: keeps the shadow, makes expression nodes, runs one input after
//! another and survives what the unit does.
//!
//! **Invariant:** it knows no C type, solves nothing, prints nothing, and calls no function of the
//! C library (the unit may have replaced or broken it).
// Without std where it is really built; a lint run in another profile brings std's panic handler.
#![cfg_attr(panic = "abort", no_std)]

mod access;
mod bounds;
mod compare;
mod compound;
mod cover;
mod exits;
mod floats;
mod folder;
mod fork;
mod frames;
mod heap;
mod hooks;
mod index;
mod kept;
mod linear;
mod locals;
mod marks;
mod memory;
mod nodes;
mod record;
mod run;
mod shadow;
mod signals;
mod stack;
mod start;
mod sym;
mod sys;
mod varargs;
mod wide;

#[cfg(panic = "abort")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    // The engine sees the process end in the middle of a run and says so.
    sys::exit_group(98)
}

/// Referred to by the standard library's precompiled `core`; never called, for nothing unwinds.
#[cfg(panic = "abort")]
#[unsafe(no_mangle)]
pub extern "C" fn rust_eh_personality() {}
