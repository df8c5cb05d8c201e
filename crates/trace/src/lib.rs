//! The one contract between pass, runtime and engine.
//!
//! A unit (C today, another language later) and the engine share one memory object. The engine writes inputs into
//! slots; the unit runs them and writes expression nodes into a table that only grows, and a list of events for each
//! run. Everything here is plain data with a fixed layout; nothing here allocates, solves or prints.
//!
//! | file | topic |
//! |---|---|
//! | `shared` | format version, header and slots of the shared memory |
//! | `input` | one input as the engine lays it out |
//! | `node`, `op`, `compound` | labels, expression nodes, operations |
//! | `event` | what a run records |
//! | `end` | how a run ends |
//! | `memory` | the memory map: bases, sizes, shadow, flags |
//! | `sections` | what the pass leaves in the executable |
//! | `hooks` | the functions by which instrumented code calls the runtime |
//! | `library` | facts about functions of the C library |
//!
//! **Invariant:** whatever the engine reads through these types was written by hostile code and is checked before it
//! is used (see [`Node::check`] and the readers in the `exec` crate).
#![no_std]
#![deny(missing_docs, clippy::undocumented_unsafe_blocks)]

mod compound;
mod end;
mod event;
pub mod hooks;
mod input;
pub mod library;
mod memory;
mod node;
mod op;
mod sections;
mod shared;
pub mod unchecked;

pub use compound::{Compound, Wide};
pub use end::*;
pub use event::*;
pub use hooks::{ACTIVATION_SYMBOL, Hook, LoopKind, Slot, WATCH_SYMBOL, Watch};
pub use input::*;
pub use memory::*;
pub use node::*;
pub use op::Op;
pub use sections::*;
pub use shared::*;
