//! The seam between the engine and whatever runs the program under test: a native unit, a fake in tests, a virtual
//! machine. The engine knows nothing else of it.
//!
//! To add a target: implement [`Program`] (what is known before a run) and [`Target`] (runs), and tell the engine how a
//! run ended in the words of [`Ending`].
use crate::code::Code;
use acute_input::Image;
pub use acute_solve::Deadline;
use acute_trace::{Event, Label, Node, TraceHead, Watch};
use std::time::Duration;

/// A program under test.
pub trait Program {
    /// Its branches and calls.
    fn code(&self) -> &Code;

    /// The string constant at an address.
    fn text_at(&self, address: u64) -> Option<String>;

    /// The source location of the innermost of these return addresses that belongs to the program's own code.
    fn place_of(&self, addresses: &[u64]) -> Place;

    /// Where the function that [`Program::place_of`] finds was called, as far as that is certain.
    fn caller_of(&self, addresses: &[u64]) -> Option<Place>;

    /// The function of a library, known by its name to `acute_trace::library`, in which the innermost of these addresses
    /// is.
    fn library_function(&self, addresses: &[u64]) -> Option<&'static str>;

    /// Starts an instance that can run inputs.
    fn start(&self, start: &Start) -> Result<Box<dyn Target>, TargetError>;
}

/// An instance of the program that runs inputs.
pub trait Target {
    /// Limits of the runs to come; they may be changed at any time.
    fn limits(&mut self) -> &mut RunLimits;

    /// Hands an input over; it runs in [`Target::finish`] at the latest.
    fn post(&mut self, image: &Image, call: Call) -> Result<(), TargetError>;

    /// Runs everything posted and calls `each` with every run, in order. After the deadline the rest is dropped.
    fn finish(&mut self, each: &mut dyn FnMut(Run<'_>)) -> Result<(), TargetError>;

    /// Drops all expressions before the next input: labels start afresh.
    fn forget(&mut self);

    /// What it can do and has done.
    fn status(&self) -> Status;
}

/// What to start.
#[derive(Clone, Copy, Debug)]
pub struct Start {
    /// How runs are kept apart.
    pub isolation: Isolation,
    /// Limits at first.
    pub limits: RunLimits,
}

/// How runs are kept apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Isolation {
    /// Many runs in one process; what a run can have changed is put back.
    InProcess,
    /// Each run in a process of its own, in which the program has not run before.
    Fork,
}

impl Isolation {
    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Isolation::InProcess => "inprocess",
            Isolation::Fork => "fork",
        }
    }
}

/// Limits of a run.
#[derive(Clone, Copy, Debug)]
pub struct RunLimits {
    /// Wall-clock time of one run; then it is [`Ending::TimedOut`].
    pub run_time: Duration,
    /// Processor time of the inputs that are posted from now on; then a run is [`Ending::Slow`]. Unlike `run_time` it
    /// does not depend on what else the machine does.
    pub cpu_time: Option<Duration>,
    /// When [`Target::finish`] drops what has not run.
    pub deadline: Deadline,
    /// The inputs that are posted from now on end as [`Ending::Endless`] where the state of a loop repeats.
    pub watch: Watch,
}

/// The state of a target.
#[derive(Clone, Copy, Debug)]
pub struct Status {
    /// Inputs that can be posted before [`Target::finish`].
    pub room: u32,
    /// Times a process was started.
    pub starts: u64,
    /// How runs are kept apart.
    pub isolation: Isolation,
}

/// What to call, and where its result goes.
#[derive(Clone, Copy, Debug)]
pub struct Call {
    /// The entry point, as the target knows it.
    pub entry: u64,
    /// Offset of the return value in the argument block.
    pub ret_offset: u32,
    /// Size of the return value.
    pub ret_bytes: u32,
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The function returned.
    Returned,
    /// It ended the program with this status.
    Exited(i32),
    /// An assumption does not hold.
    Rejected,
    /// It touched memory behind an input object; the object may be made longer.
    Overrun,
    /// It asks for an input that it was not given.
    Wanted,
    /// It failed, and reported how.
    Failed(Failure),
    /// It failed, and the process was gone before anything was reported.
    Died(Failure),
    /// It left by a way of its own with this status, without a report.
    Left(i32),
    /// The state of a loop repeats: it never ends. Only where [`RunLimits::watch`] asks for it.
    Endless,
    /// It did not end in time and was killed.
    TimedOut,
    /// It used up its processor time and was stopped: it may be endless or merely slow.
    Slow,
    /// What it reported makes no sense: it wrote over the shared memory.
    Garbled,
}

impl Ending {
    /// The ending without the status of an exit: paths that differ in nothing else are the same.
    pub fn kind(self) -> Ending {
        if let Ending::Exited(_) = self { Ending::Exited(0) } else { self }
    }

    /// Whether the function returned or ended the program by itself.
    pub fn is_orderly(self) -> bool {
        matches!(self, Ending::Returned | Ending::Exited(_))
    }

    /// Whether it was killed, by its own signal or from outside: what it would have done is not known.
    pub fn is_killed(self) -> bool {
        matches!(self, Ending::Died(Failure { fault: Fault::Killed, .. }))
    }

    /// Whether the unit itself reported its end: the trace is whole.
    pub fn is_reported(self) -> bool {
        !matches!(self, Ending::Died(_) | Ending::Left(_) | Ending::TimedOut | Ending::Slow | Ending::Garbled)
    }
}

/// How a program failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The kind of failure.
    pub fault: Fault,
    /// The code by which a run without the engine ends, such as a signal number.
    pub code: i32,
    /// The name of that code.
    pub name: Option<&'static str>,
    /// Whether it was sent to the program, and not caused by the instruction it ended at.
    pub is_sent: bool,
}

/// Kinds of failure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// An assertion fails; the trace has its text.
    Assertion,
    /// The program gives up by itself.
    Abort,
    /// Memory is freed that was freed before.
    DoubleFree,
    /// Memory is freed that was never allocated.
    InvalidFree,
    /// A detector saw what no plain run shows.
    Detected(Misuse),
    /// An integer operation has no result.
    Arithmetic,
    /// A bad address is used.
    Memory(Region),
    /// The processor refuses an instruction.
    Instruction,
    /// It was killed from outside: not a failure of the program.
    Killed,
    /// It was killed for a system call that the sandbox denies: not a failure of the program.
    Denied,
    /// Anything else.
    Other,
}

/// Failures that a detector sees and a plain run need not show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Misuse {
    /// Memory outside of an object is used; the trace has the object.
    OutOfBounds,
    /// Memory is used that was freed; the trace has the object.
    UseAfterFree,
    /// A local variable of a call that is over is used.
    UseAfterReturn,
    /// Memory is copied to where it overlaps itself; the trace has the source.
    Overlap,
    /// An index is outside of its array; the trace has index and length.
    Index,
    /// A shift is too far; the trace has amount and limit.
    Shift,
    /// A floating-point number does not fit the integer it is converted to.
    Conversion,
    /// The result of a signed operation does not fit its type.
    Overflow,
}

/// Where a bad address lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Region {
    /// At NULL or shortly behind it.
    NearNull,
    /// In the guard below the stack.
    BelowStack,
    /// Elsewhere, or not known.
    Elsewhere,
}

/// One finished run.
pub struct Run<'a> {
    /// How it ended.
    pub ending: Ending,
    /// What it reported; to be read with `ending` in mind.
    pub head: TraceHead,
    /// Its events.
    pub events: &'a [Event],
    /// For a run that did not finish, the cells it set.
    pub covered: &'a [u32],
    /// Labels mean something only within one epoch.
    pub epoch: u32,
    /// The expressions that its events name.
    pub nodes: &'a dyn Nodes,
}

/// The table of expressions of a target. What it holds was written by hostile code and is checked before use.
pub trait Nodes {
    /// One past the last label in use.
    fn labels(&self) -> Label;

    /// A copy of one node.
    fn node(&self, label: Label) -> Node;
}

/// A location in the source.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Place {
    /// The source file.
    pub file: String,
    /// The line; 0 if unknown.
    pub line: u32,
    /// The function.
    pub function: String,
}

/// Why an input cannot be run.
#[derive(Debug)]
pub enum TargetError {
    /// The input is larger than the target takes.
    TooLarge,
    /// The target cannot run anything, and says why.
    Broken(Box<dyn std::error::Error + Send + Sync>),
}

impl std::fmt::Display for TargetError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            TargetError::TooLarge => f.write_str("the input is too large"),
            TargetError::Broken(e) => e.fmt(f),
        }
    }
}

impl std::error::Error for TargetError {}
