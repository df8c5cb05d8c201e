//! One input, as the engine lays it out in a slot: [`InputHead`], segments, variables, marks, bytes.

/// The head of an input; [`Segment`]s, [`VarAt`]s, [`Given`]s and the bytes of the segments follow in this order.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct InputHead {
    /// Address of the thunk to call with the argument block.
    pub entry: u64,
    /// Number of [`Segment`]s. The first is the argument block.
    pub segments: u32,
    /// Number of [`VarAt`]s.
    pub vars: u32,
    /// Number of [`Given`]s.
    pub given: u32,
    /// Number of bytes of all segments.
    pub bytes: u32,
    /// The node table starts anew when this differs from the previous input's.
    pub epoch: u32,
    /// Offset of the return value in the argument block.
    pub ret_offset: u32,
    /// Bytes of the return value; at most [`MAX_RETURN`](crate::MAX_RETURN).
    pub ret_bytes: u32,
    /// Milliseconds of processor time after which the unit stops the run itself; 0 for never.
    pub cpu_ms: u32,
    /// A [`Watch`](crate::Watch): where it is on, the run ends when a loop's state repeats
    /// ([`End::Repeats`](crate::End::Repeats)).
    pub watch: u32,
    /// Keeps the size a multiple of 8.
    pub unused: u32,
}

/// A stretch of memory to fill.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Segment {
    /// Its address.
    pub address: u64,
    /// Its length in bytes.
    pub len: u32,
    /// Poisoned bytes that follow it.
    pub redzone: u32,
}

/// The place of an input variable.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct VarAt {
    /// Address of its first byte.
    pub address: u64,
    /// Number of the variable.
    pub var: u32,
    /// Its size: 1 to 8.
    pub bytes: u32,
}

/// The elements that a mark receives; they lie in one of the segments.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Given {
    /// Address of the mark's description.
    pub site: u64,
    /// Address of the elements.
    pub address: u64,
    /// Their size in bytes.
    pub bytes: u64,
    /// Number of times this mark received elements before in the run.
    pub k: u32,
    /// Keeps the size a multiple of 8.
    pub unused: u32,
}
