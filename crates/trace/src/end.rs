//! The end of a run: the head of its trace, the kinds of ending, signals.

/// Milliseconds of processor time between two looks at the run under way. One timer serves all runs of a process, so
/// that no run makes a system call for it.
pub const TICK: u32 = 25;
/// The signal by which the engine stops a run that takes too long: SIGXCPU.
pub const STOP_SIGNAL: i32 = 24;
/// Bytes of a return value that a trace reports.
pub const MAX_RETURN: usize = 64;

/// The symbol right behind the one `syscall` instruction by which a unit that forks does so. The sandbox lets no other
/// instruction make a process.
pub const TRUSTED_SYMBOL: &str = "__acute_trusted";

/// Places of allocation that a trace reports at most whose blocks were lost.
pub const MAX_LOST: usize = 4;

/// A block that nothing reaches when the unit has returned.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lost {
    /// The place of its allocation, innermost first: return addresses less one; 0 where unknown.
    pub at: [u64; 3],
    /// Its size.
    pub bytes: u64,
}

impl Lost {
    /// No block.
    pub const NONE: Lost = Lost { at: [0; 3], bytes: 0 };
}

/// The head of a trace: all that a run reports besides its events.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TraceHead {
    /// The kind of ending: one of [`End`].
    pub end: u32,
    /// Signal number, exit code or system call number, by `end`.
    pub code: i32,
    /// Events recorded.
    pub events: u32,
    /// Events that did not fit.
    pub dropped: u32,
    /// Hash of all outcomes at symbolic jumps, those that did not fit included.
    pub path: u64,
    /// Hash of the coverage cells that were set.
    pub cells: u64,
    /// Expressions that were made or met again: most of the work of following a run.
    pub nodes: u64,
    /// Ticks of [`TICK`] milliseconds of processor time that found the run under way.
    pub ticks: u64,
    /// The place where the run ended, innermost first: the instruction itself, then return addresses from the stack,
    /// less one each. Those of the runtime and of libraries are among them.
    pub at: [u64; 12],
    /// Start and size of the object that was misused, where it is known: by [`End::OutOfBounds`] and
    /// [`End::UseAfterFree`]; of the source of a copy by [`End::Overlap`]. The value and the limit of a check that failed: by
    /// [`End::Index`] and [`End::Shift`].
    pub object: [u64; 2],
    /// The address of a fault; all ones where the processor does not tell (no address of x86-64).
    pub fault: u64,
    /// Stack pointer at a fault.
    pub sp: u64,
    /// Bytes of the first allocation that failed here and might succeed elsewhere; 0 if there is none.
    pub refused: u64,
    /// By [`End::Returned`]: blocks that were lost, one for each place of allocation, [`Lost::NONE`] behind the last.
    pub lost: [Lost; MAX_LOST],
    /// The bytes that the unit returned.
    pub ret: [u8; MAX_RETURN],
    /// The text of a failed assertion, NUL-terminated and cut.
    pub text: [u8; 120],
}

/// The kind of a run's ending.
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// Not ended: the process died or was killed during the run.
    Running = 0,
    /// The function returned.
    Returned = 1,
    /// A signal: its number is the code.
    Signal = 2,
    /// exit, _exit or quick_exit: the code is the status.
    Exit = 3,
    /// abort.
    Abort = 4,
    /// A failed assert; the text says which.
    Assert = 5,
    /// The input could not be set up.
    BadInput = 6,
    /// The engine asked it to stop, by [`STOP_SIGNAL`], or its processor time was up.
    Stopped = 7,
    /// It touched memory behind an input object: `fault` is one past the last address touched. The engine may make the
    /// object longer.
    Overrun = 8,
    /// A mark asks for an input that was not laid out: `fault` is the mark; `at` holds the address of its name, the
    /// number of inputs it received, the number of elements it wants, and the bytes of one.
    Wanted = 9,
    /// An assumption does not hold.
    Rejected = 10,
    /// The process of this run ended in the middle of it: the code is its wait status.
    Gone = 11,
    /// A block was freed twice: `fault` is its address. The code of this and the next is the signal by which the C
    /// library most likely ends.
    DoubleFree = 12,
    /// An address was freed that is no block: `fault` is the address.
    InvalidFree = 13,
    /// The state of a loop is what it was before: it has no end. Only where [`InputHead::watch`](crate::InputHead::watch)
    /// asks for it.
    Repeats = 14,
    /// An access outside of an object that the unit made: `fault` is the first such byte; the code is 1 for a write.
    OutOfBounds = 15,
    /// An access to a block that was freed; `fault` and code as above.
    UseAfterFree = 16,
    /// An access to a local variable of a call that is over; `fault` and code as above.
    UseAfterReturn = 24,
    /// An index is outside of its array, by the type of the array. The code is 1 where only the address is taken.
    Index = 20,
    /// A number is shifted by its width or more, or by less than 0.
    Shift = 21,
    /// A floating-point number does not fit the integer it is converted to.
    Conversion = 22,
    /// The result of a signed operation does not fit its type.
    Overflow = 23,
    /// A copy to bytes that overlap their source: `fault` is where to. The expressions of source and target are probed
    /// last.
    Overlap = 17,
}

impl End {
    /// Reads a value that a unit wrote.
    pub fn from_u32(n: u32) -> Option<End> {
        use End::*;
        const ALL: [End; 23] = [
            Running,
            Returned,
            Signal,
            Exit,
            Abort,
            Assert,
            BadInput,
            Stopped,
            Overrun,
            Wanted,
            Rejected,
            Gone,
            DoubleFree,
            InvalidFree,
            Repeats,
            OutOfBounds,
            UseAfterFree,
            UseAfterReturn,
            Index,
            Shift,
            Conversion,
            Overflow,
            Overlap,
        ];
        ALL.into_iter().find(|e| *e as u32 == n)
    }
}

/// Returns the C name of a signal.
pub fn signal_name(signal: i32) -> Option<&'static str> {
    const NAMES: [(i32, &str); 16] = [
        (1, "SIGHUP"),
        (2, "SIGINT"),
        (3, "SIGQUIT"),
        (4, "SIGILL"),
        (5, "SIGTRAP"),
        (6, "SIGABRT"),
        (7, "SIGBUS"),
        (8, "SIGFPE"),
        (9, "SIGKILL"),
        (10, "SIGUSR1"),
        (11, "SIGSEGV"),
        (12, "SIGUSR2"),
        (13, "SIGPIPE"),
        (14, "SIGALRM"),
        (15, "SIGTERM"),
        (31, "SIGSYS"),
    ];
    NAMES.iter().find(|(n, _)| *n == signal).map(|(_, name)| *name)
}
