//! The conditions of the source, as clang's source-based coverage counts them.
//!
//! clang writes down each condition with two counters, how often it was true and how often it was false. The code
//! increments one of them, the other may be a difference of several. This crate needs no counters: it needs to know
//! which condition each jump decides. [`mark`] runs before every other pass. It finds the jump that leads to a counter,
//! notes on it the condition it decides, and removes the counters. `if (a) f();` is, to clang,
//! ```llvm
//!   br i1 %a, label %then, label %end
//! then:
//!   call void @llvm.instrprof.increment(ptr @__profn_g, i64 0, i32 2, i32 1)
//!   call void @f()
//! ```
//! with a record that says: condition 0 is true counter 1 times, false counter 0 minus counter 1 times. It becomes
//! ```llvm
//!   br i1 %a, label %then, label %end, !acute !{no group; edge 0: condition 0, true; edge 1: condition 0, false}
//! then:
//!   call void @f()
//! ```
//!
//! | file | contents |
//! |---|---|
//! | `record` | the conditions of a function and the arithmetic of their counters |
//! | `notes` | what hangs on a jump from here to the instrumentation |
//! | `marker` | finds counters, removes them, marks conditions without a jump |
//! | `jumps` | conditional jumps |
//! | `switches` | switches and case ranges |
mod jumps;
mod marker;
mod notes;
mod record;
mod switches;

pub use marker::{MARK, mark, record_of};
pub use notes::Notes;
pub use record::{Codeless, Record, records};
