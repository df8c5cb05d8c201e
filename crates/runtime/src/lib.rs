//! The runtime, linked into the unit under test: keeps the shadow, makes expression nodes, runs one input after another
//! and survives crashes, endless loops and exits of the unit.
//!
//! | files | topic |
//! |---|---|
//! | `start`, `run`, `stack`, `ending`, `signals`, `exits` | the process, the run loop, entering and leaving the unit |
//! | `inputs`, `globals`, `locals`, `heap`, `allocator`, `leaks`, `folder`, `fork` | state of the unit: laid out, restored, discarded |
//! | `kept`, `plain` | entry points of hooks, generated from `acute_trace::hooks` (with the recipe to add one) |
//! | `hooks`, `floats`, `compound`, `wide`, `sym` | operations and branches |
//! | `access`, `index`, `linear`, `bounds`, `frames`, `varargs`, `compare`, `marks` | memory, calls, models, marks |
//! | `shadow`, `nodes`, `record`, `cover` | labels, expressions, events, coverage |
//! | `memory`, `thread`, `sys` | addresses, per-thread state, system calls |
//!
//! **Invariant:** it knows no C type, solves nothing, prints nothing, and calls no function of the C library (the unit
//! may have replaced or broken it).
// Without std where it is really built; a lint run in another profile brings std's panic handler.
#![cfg_attr(panic = "abort", no_std)]
// A hook without a row in `acute_trace::hooks` is dead code.
#![deny(dead_code, unused_imports)]
#![deny(clippy::undocumented_unsafe_blocks)]

mod access;
mod allocator;
mod bounds;
mod compare;
mod compound;
mod cover;
mod ending;
mod exits;
mod floats;
mod folder;
mod fork;
mod frames;
mod globals;
mod heap;
mod hooks;
mod index;
mod inputs;
mod kept;
mod leaks;
mod linear;
mod locals;
mod loops;
mod marks;
mod memory;
mod nodes;
mod plain;
mod record;
mod run;
mod shadow;
mod signals;
mod stack;
mod start;
mod sym;
mod sys;
mod thread;
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
