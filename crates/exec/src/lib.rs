//! Runs the instrumented unit: starts its process in the sandbox, hands inputs over through shared
//! memory, several per wake-up, and brings back what happened, whatever the unit does.
//!
//! **Invariant:** nothing a unit writes can make a function here panic, hang or read outside the
//! shared memory: every number taken from it is checked or clamped first.

mod ending;
mod memory;
mod program;
mod unit;

pub use memory::Shared;
pub use program::{Launcher, Program, ProgramError};
pub use unit::{Unit, UnitError};
