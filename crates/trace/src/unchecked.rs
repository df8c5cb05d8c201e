//! Detectors of the runtime that are switched off: bits of the address of [`SYMBOL`], which the linker defines.

/// The symbol; without it all detectors are on.
pub const SYMBOL: &str = "__acute_unchecked";

/// Accesses outside of an object.
pub const OUTSIDE: u32 = 1 << 0;
/// Accesses to freed memory.
pub const FREED: u32 = 1 << 1;
/// Blocks that nothing reaches when the unit returns.
pub const LEAK: u32 = 1 << 2;
/// Values that were never written.
pub const UNINITIALIZED: u32 = 1 << 3;
/// Local variables of calls that are over.
pub const DEAD: u32 = 1 << 4;
/// Copies between stretches that overlap.
pub const OVERLAP: u32 = 1 << 5;
/// Strings without an end: accesses outside of an object like others.
pub const TEXT: u32 = 1 << 6;
