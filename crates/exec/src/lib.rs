//! Runs the instrumented unit: starts its process in the sandbox, hands inputs over through shared
//! memory, several per wake-up, and brings back what happened, whatever the unit does.
//!
//! **Invariant:** nothing a unit writes can make a function here panic, hang or read outside the
//! shared memory: every number taken from it is checked or clamped first.

mod map;
mod memory;
mod program;
mod stateless;
mod unit;

pub use map::{Branch, Cell, Map, Use, Way};
pub use memory::Shared;
pub use program::{Place, Program, ProgramError};
pub use stateless::is_stateless;
pub use unit::{Call, Ending, Isolation, Run, Unit, UnitError};
