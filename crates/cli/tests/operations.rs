//! Every operation the instrumentation follows, against the machine: small functions of scalar operands
//! hand their result to `__acute_probe`, run on corner and random operands, and the expression that was
//! recorded is evaluated and compared with what the machine computed. The expression of one run must
//! also be right for every other input that takes the same path. Where a result has no expression, the
//! loss must have been counted, for a reason the row allows.
pub mod bench;
mod calls;
mod floats;
mod flow;
mod indices;
mod integers;
mod memory;
mod wide;
