//! The one contract between a running unit and the engine.
//!
//! A unit (C today, another language tomorrow) and the engine share one memory object. The
//! engine writes inputs into slots, the unit runs them and writes what it saw: new expression
//! nodes into a table that only grows, and for each run a list of events. Everything here is
//! plain data with a fixed layout; nothing here allocates, solves or prints.
//!
//! **Invariant:** whatever the engine reads through these types was written by hostile code and
//! is checked before it is used (see [`Node::check`] and the readers in the `exec` crate).
#![no_std]

mod compound;
mod op;

pub use compound::{Compound, Wide};
pub use op::Op;

/// Changes with every change of a layout in this crate; both sides compare it.
pub const VERSION: u32 = 5;
/// First word of the shared memory.
pub const MAGIC: u32 = 0x4554_5541;

/// Where the unit maps the shared memory.
pub const SHARED_BASE: usize = 0x6300_0000_0000;
/// Where the engine lays out input objects.
pub const INPUT_BASE: u64 = 0x6100_0000_0000;
/// Bytes behind every input object, and what is reserved for it, that belong to none.
pub const REDZONE: u32 = 64;
/// One past the last address an input object may have.
pub const INPUT_END: u64 = INPUT_BASE + (1 << 30);
/// Where the unit's heap lives.
pub const HEAP_BASE: usize = 0x6200_0000_0000;
/// Size of the unit's heap.
pub const HEAP_SIZE: usize = 1 << 31;

/// The stack the unit runs on, above a guard that is never mapped.
pub const STACK_BASE: usize = 0x6500_0000_0000;
/// Its size: what Linux gives a program by default.
pub const STACK_SIZE: usize = 8 << 20;

/// Start of the shadow: four bytes of label for each byte of the unit's memory.
pub const SHADOW_BASE: usize = 0x1100_0000_0000;
/// The address bits that select a shadow cell. Code, heap, libraries and stack of a process
/// without address randomisation differ in these bits, so no two live bytes share a cell.
pub const SHADOW_MASK: usize = 0x0fff_ffff_ffff;
/// Size of the shadow's address range.
pub const SHADOW_SIZE: usize = (SHADOW_MASK + 1) * 4;

/// Start of the flags: a byte for every eight bytes of the unit's memory, not zero where any of them has a label.
/// What instrumented code asks before anything else, so that it must be short: low enough to be an offset in an
/// instruction.
pub const FLAGS_BASE: usize = 0x7000_0000;
/// Size of the flags' address range.
pub const FLAGS_SIZE: usize = 1 << (47 - FLAG_BITS);
/// The address bits that select a byte of what one flag is for.
pub const FLAG_BITS: u32 = 3;
/// Instrumented code may look at so many flags behind those of an access.
pub const FLAGS_BEYOND: usize = 4096;

const GIB: usize = 1 << 30;
/// The memory that has a shadow, as start and length: code and data of the program wherever it is
/// linked to, inputs, heap, what is shared, the runtime's own, the stack with the guard below it,
/// libraries and mappings. A wild address outside of these faults on its shadow, where it would
/// otherwise have half of the address space to land in unnoticed: the flags of the first 4 GiB among them.
pub const SHADOWED: [(usize, usize); 8] = [
    (0, FLAGS_BASE),
    (FLAGS_BASE + ((4 * GIB) >> FLAG_BITS), 4 * GIB - FLAGS_BASE - ((4 * GIB) >> FLAG_BITS)),
    (0x5555_4000_0000, 16 * GIB),
    (INPUT_BASE as usize, (INPUT_END - INPUT_BASE) as usize),
    (HEAP_BASE, HEAP_SIZE),
    (SHARED_BASE, GIB),
    (STACK_BASE - GIB, 2 * GIB),
    (0x7ff0_0000_0000, 64 * GIB),
];
/// Address space that the runtime takes for itself.
pub const RUNTIME_BYTES: usize = {
    let (mut sum, mut k) = (4 * GIB + HEAP_SIZE, 0);
    while k < SHADOWED.len() {
        sum += SHADOWED[k].1 * 4 + (SHADOWED[k].1 >> FLAG_BITS) + FLAGS_BEYOND;
        k += 1;
    }
    sum
};

/// The environment variable that tells the unit which descriptor is the shared memory.
pub const FD_VARIABLE: &str = "ACUTE_FD";

/// A node of the expression table, as a number. 0 is "concrete".
///
/// A shadow cell holds `label << 4 | k`: byte `k` (little end first) of that node's value.
pub type Label = u32;
/// Not symbolic.
pub const CONCRETE: Label = 0;
/// Memory nobody may touch: beyond an input object's end.
pub const POISON: Label = 1;
/// Memory that was given back.
pub const FREED: Label = 2;
/// Whether a label says that memory must not be touched.
pub const fn is_poison(label: Label) -> bool {
    label == POISON || label == FREED
}
/// Label of input variable 0; variable `v` has label `FIRST_VAR + v`.
pub const FIRST_VAR: Label = 16;
/// Number of input variables at most.
pub const MAX_VARS: u32 = 1 << 16;
/// First label that is not a variable.
pub const FIRST_NODE: Label = FIRST_VAR + MAX_VARS;
/// Size of the node table. When it is nearly full the engine starts a new epoch.
pub const MAX_NODES: u32 = 1 << 22;
/// Bits of a shadow cell that select a byte of the value.
pub const BYTE_BITS: u32 = 4;

/// Bytes of arguments of a variadic call whose labels are kept.
pub const VA_BYTES: usize = 512;
/// Of these, what lies in saved registers; the rest is on the stack.
pub const VA_STACK: usize = 176;

/// Number of inputs that can be under way at once.
pub const SLOTS: u32 = 32;
/// Bytes of a slot's input part.
pub const INPUT_BYTES: usize = 1 << 20;
/// Bytes of a slot's trace part.
pub const TRACE_BYTES: usize = 1 << 20;
/// Events that fit a slot; what a run records beyond them only enters its path hash.
pub const MAX_EVENTS: usize = (TRACE_BYTES - size_of::<TraceHead>()) / size_of::<Event>();
/// Bytes set aside for the unit's coverage cells (whole pages of the unit's data).
pub const COVER_BYTES: usize = 16 << 20;

/// Offset of the coverage pages in the shared memory.
pub const COVER_AT: usize = 4096;
/// Offset of the node table.
pub const NODES_AT: usize = COVER_AT + COVER_BYTES;
/// Offset of slot 0.
pub const SLOTS_AT: usize = NODES_AT + MAX_NODES as usize * size_of::<Node>();
/// Size of the shared memory.
pub const SHARED_BYTES: usize = SLOTS_AT + SLOTS as usize * (INPUT_BYTES + TRACE_BYTES);

/// Offset of the input part of the slot that serves request number `n`.
pub const fn input_at(n: u32) -> usize {
    SLOTS_AT + (n % SLOTS) as usize * (INPUT_BYTES + TRACE_BYTES)
}

/// Offset of the trace part of the slot that serves request number `n`.
pub const fn trace_at(n: u32) -> usize {
    input_at(n) + INPUT_BYTES
}

/// The first page of the shared memory. Counters only grow (they wrap).
#[repr(C)]
pub struct Head {
    /// [`MAGIC`].
    pub magic: u32,
    /// [`VERSION`].
    pub version: u32,
    /// Written by the engine: number of inputs posted. The unit sleeps on this word.
    pub posted: core::sync::atomic::AtomicU32,
    /// Written by the unit: number of runs finished. The engine sleeps on this word.
    pub done: core::sync::atomic::AtomicU32,
    /// Written by the unit: number of runs begun; `done + 1` while a run is under way.
    pub begun: core::sync::atomic::AtomicU32,
    /// Written by the unit: 1 while it sleeps, so that nobody is woken in vain.
    pub unit_sleeps: core::sync::atomic::AtomicU32,
    /// Written by the engine before it sleeps: wake it when `done` reaches this.
    pub wake_at: core::sync::atomic::AtomicU32,
    /// Labels in use: `FIRST_NODE` and up.
    pub nodes: core::sync::atomic::AtomicU32,
    /// Offset of coverage cell 0 in the coverage pages.
    pub cover_offset: u32,
    /// Number of coverage cells.
    pub cover_cells: u32,
    /// 1 once the unit is ready to run.
    pub ready: core::sync::atomic::AtomicU32,
    /// Written by the engine before the unit starts: 1 where each run gets a process of its own.
    pub forks: u32,
    /// Written by the engine before it sends [`STOP_SIGNAL`] to a unit that forks: the run that is meant.
    pub stop: core::sync::atomic::AtomicU32,
}

/// One input, as the engine lays it out: this, then segments, then labels, then what marks are given, then
/// bytes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct InputHead {
    /// Address of the thunk to call with the argument block.
    pub entry: u64,
    /// Number of [`Segment`]s. The first is the argument block.
    pub segments: u32,
    /// Number of [`VarAt`]s.
    pub vars: u32,
    /// Number of [`Given`]s behind them.
    pub given: u32,
    /// Number of bytes behind those.
    pub bytes: u32,
    /// When this differs from the previous input's, the node table starts anew.
    pub epoch: u32,
    /// Where the return value is in the argument block, and how long it is.
    pub ret_offset: u32,
    /// Bytes of the return value; at most [`MAX_RETURN`].
    pub ret_bytes: u32,
    /// Milliseconds of processor time after which the unit stops the run itself; 0 for never.
    pub cpu_ms: u32,
}

/// A stretch of memory to fill.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Segment {
    /// Where.
    pub address: u64,
    /// How many bytes.
    pub len: u32,
    /// Poisoned bytes that follow it.
    pub redzone: u32,
}

/// Where an input variable stands.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct VarAt {
    /// Address of its first byte.
    pub address: u64,
    /// Which variable.
    pub var: u32,
    /// Its size: 1 to 8.
    pub bytes: u32,
}

/// What a mark is given: elements that lie in one of the segments.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Given {
    /// Address of the mark's description.
    pub site: u64,
    /// Where the elements lie.
    pub address: u64,
    /// How many bytes they have.
    pub bytes: u64,
    /// How many times this mark was given something before in the run.
    pub k: u32,
    /// Keeps the size a multiple of 8.
    pub unused: u32,
}

/// Milliseconds of processor time between two looks at the run under way. One timer for all runs of a process:
/// none of them needs a system call.
pub const TICK: u32 = 25;

/// Bytes of a return value that a trace reports.
pub const MAX_RETURN: usize = 64;

/// What a run reports besides its events.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TraceHead {
    /// How the run ended: one of [`End`].
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
    /// Expressions that were made or met again: most of what it takes to follow a run.
    pub nodes: u64,
    /// How often the process was looked at while it was under way: once in [`TICK`] milliseconds of processor time.
    pub ticks: u64,
    /// Where the run ended, innermost first: the instruction itself, then return addresses from the stack,
    /// less one each. Those of the runtime and of libraries are among them.
    pub at: [u64; 12],
    /// The address of a fault; all ones where the processor does not tell (no address of x86-64).
    pub fault: u64,
    /// Stack pointer at a fault.
    pub sp: u64,
    /// Bytes of the first allocation that failed here and might not elsewhere; 0 if there is none.
    pub refused: u64,
    /// The bytes the unit returned.
    pub ret: [u8; MAX_RETURN],
    /// For an assertion: its text, NUL-terminated and cut.
    pub text: [u8; 120],
}

/// How a run ended.
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// Not yet: found when the process died or was killed during a run.
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
    /// It touched memory behind an input object: `fault` is the address one past what it touched. The engine
    /// may make the object longer.
    Overrun = 8,
    /// A mark asks for an input that it was not given: `fault` is the mark, `at` are the address of its name,
    /// how many times it was given something, how many elements it wants, and the bytes of one.
    Wanted = 9,
    /// An assumption does not hold.
    Rejected = 10,
    /// The process of this run was gone in the middle of it: the code is its wait status.
    Gone = 11,
    /// Memory was given back that was given back before: `fault` is its address. The code of this and the next
    /// is the signal by which the C library most likely ends.
    DoubleFree = 12,
    /// Memory was given back that is no block: `fault` is its address.
    InvalidFree = 13,
}

/// The symbol that stands right behind the one `syscall` instruction by which a unit that forks does so. The
/// sandbox lets no other make a process.
pub const TRUSTED_SYMBOL: &str = "__acute_trusted";
/// The status a unit ends with when it can fork no more.
pub const CANNOT_FORK: i32 = 93;

/// The signal by which the engine stops a run that takes too long: SIGXCPU.
pub const STOP_SIGNAL: i32 = 24;

impl End {
    /// Reads what a unit wrote.
    pub fn from_u32(n: u32) -> Option<End> {
        use End::*;
        const ALL: [End; 14] = [
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
        ];
        ALL.into_iter().find(|e| *e as u32 == n)
    }
}

/// One thing that happened in a run.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Event {
    /// One of [`Kind`].
    pub kind: u8,
    /// Outcome of a branch or check; 1 for a write.
    pub flag: u8,
    /// One of [`Reason`] for a concretisation, a [`Check`] for an implicit branch, which poison it was
    /// ([`POISON`] or [`FREED`]) for an access to it, [`INDEXED`] or 0 for one through a symbolic address.
    pub what: u16,
    /// Coverage cell of the outcome taken, where there is one.
    pub cell: u32,
    /// The condition, address or value.
    pub node: Label,
    /// By kind: cell of the outcome not taken, system call number, address of a name,
    /// offset of a poisoned byte in the input area or in the heap, whose object an index leads out of.
    pub extra: u32,
}

/// Kinds of event.
#[repr(u8)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A conditional jump on a symbolic condition; a switch is a chain of these.
    Branch = 1,
    /// A condition the program never wrote but that decides what happens next.
    Implicit = 2,
    /// An access through a symbolic address.
    Access = 3,
    /// A symbolic value became concrete; precision is lost from here.
    Concretized = 4,
    /// A coverage cell was reached for the first time in this process.
    Covered = 5,
    /// A system call was refused by the sandbox.
    Refused = 6,
    /// An access to poisoned memory.
    Poisoned = 7,
    /// A test of ours asks for the expression of a value: `node`, or none. Its bits are `cell` (low half)
    /// and `extra` (high half).
    Probed = 8,
    /// A symbolic condition that decides a value: `c ? a : b` without a jump.
    Choice = 9,
    /// A mark took what it is given: `cell` is its number among what the input has.
    Marked = 10,
    /// A text of the input was compared with a constant of another length: `node` is what the text begins with, `cell`
    /// how many bytes it has, `extra` the address of the constant, `what` how many bytes of that count.
    Compared = 11,
}

impl Kind {
    /// Reads what a unit wrote.
    pub fn from_u8(n: u8) -> Option<Kind> {
        use Kind::*;
        [Branch, Implicit, Access, Concretized, Covered, Refused, Poisoned, Probed, Choice, Marked, Compared]
            .into_iter()
            .find(|k| *k as u8 == n)
    }
}

/// An access at an index that the runtime could not follow.
pub const INDEXED: u16 = 1;

/// Conditions that are implied by an operation.
#[repr(u16)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Check {
    /// The divisor is zero.
    DivisorZero = 1,
    /// The shift amount is at least the width.
    ShiftTooFar = 2,
    /// The smallest integer is divided by -1.
    DivisionOverflow = 3,
    /// A floating-point number does not fit the integer it is converted to.
    FloatTooLarge = 4,
    /// A check that `-fsanitize=` added fails.
    Sanitizer = 5,
    /// An index leads out of the object; the event's `extra` is 1 where that is an object of the input.
    OutOfBounds = 6,
}

impl Check {
    /// Reads what a unit wrote.
    pub fn from_u16(n: u16) -> Option<Check> {
        use Check::*;
        [DivisorZero, ShiftTooFar, DivisionOverflow, FloatTooLarge, Sanitizer, OutOfBounds]
            .into_iter()
            .find(|c| *c as u16 == n)
    }
}

/// Why a symbolic value became concrete. To add one: a line in the table, and its use.
#[repr(u16)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The address of an access depends on the input by more than a pointer variable.
    Address = 1,
    /// Floating point that is not followed: long double, functions of the library.
    Float = 2,
    /// Passed to a function that was not compiled by us; `extra` is the address of its name.
    NoModel = 3,
    /// An integer wider than 64 bits, or of an odd kind.
    Wide = 4,
    /// An instruction the instrumenter does not follow; `extra` is the address of its name.
    Instruction = 5,
    /// Memory was written by code that was not compiled by us.
    Stale = 6,
    /// A size or length.
    Size = 7,
    /// The node table was full.
    TableFull = 8,
    /// A shift by at least the width: C gives it no meaning.
    Shift = 9,
    /// A conversion of a floating-point number to an integer it does not fit: C gives it no meaning.
    Conversion = 10,
}

/// The name under which a unit notes that it came to `__builtin_unreachable()`.
pub const UNREACHABLE: &str = "unreachable";

/// The names of [`Reason`]s in reports.
pub const REASONS: &[(Reason, &str)] = &[
    (Reason::Address, "symbolic-address"),
    (Reason::Float, "float"),
    (Reason::NoModel, "no-model"),
    (Reason::Wide, "wide-integer"),
    (Reason::Instruction, "instruction"),
    (Reason::Stale, "written-outside"),
    (Reason::Size, "symbolic-size"),
    (Reason::TableFull, "table-full"),
    (Reason::Shift, "shift"),
    (Reason::Conversion, "float-to-int"),
];

/// One expression: an operation on earlier nodes.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Node {
    /// One of [`Op`].
    pub op: u8,
    /// Bits of the value.
    pub width: u8,
    /// Lowest bit of an extract.
    pub low: u16,
    /// First operand, or low half of a constant.
    pub a: u32,
    /// Second operand, or high half of a constant.
    pub b: u32,
    /// Third operand.
    pub c: u32,
}

impl Node {
    /// The all-zero record: nothing has been written there.
    pub const EMPTY: Node = Node { op: 0, width: 0, low: 0, a: 0, b: 0, c: 0 };

    /// The value of a constant.
    pub const fn value(&self) -> u64 {
        self.a as u64 | (self.b as u64) << 32
    }

    /// A constant.
    pub const fn constant(width: u8, value: u64) -> Node {
        Node { op: Op::Const as u8, width, low: 0, a: value as u32, b: (value >> 32) as u32, c: 0 }
    }

    /// Whether this is a well-formed node for label `own`: a known operation whose operands are
    /// older and whose widths fit. `width_of` gives the width of an older label, 0 if it has none.
    pub fn check(&self, own: Label, width_of: impl Fn(Label) -> u8) -> Option<Op> {
        let op = Op::from_u8(self.op)?;
        if self.width == 0 || self.width > 64 {
            return None;
        }
        let w = |l: Label| if l >= FIRST_VAR && l < own { width_of(l) } else { 0 };
        let (a, b, c) = (w(self.a), w(self.b), w(self.c));
        let is_float = |w: u8| w == 32 || w == 64;
        if op.takes_floats() && !is_float(a) || op.gives_float() && !is_float(self.width) {
            return None;
        }
        let good = match op {
            Op::FSqrt => a == self.width,
            Op::FToSInt | Op::FToUInt | Op::SIntToF | Op::UIntToF | Op::FToF => a > 0,
            Op::Const => self.value() <= u64::MAX >> (64 - self.width),
            Op::ZExt | Op::SExt => a > 0 && self.width >= a,
            Op::Extract => a > 0 && self.low as u32 + self.width as u32 <= a as u32,
            Op::Concat => a > 0 && b > 0 && a as u32 + b as u32 == self.width as u32,
            Op::Ite => a == 1 && b == self.width && c == self.width,
            _ if op.is_comparison() => a > 0 && a == b && self.width == 1,
            _ => a == self.width && b == self.width,
        };
        good.then_some(op)
    }
}

/// The section of the calls: lines of `caller TAB callee`, for every function whose name stands in
/// another one.
pub const CALLS_SECTION: &str = "acute_calls";
/// The caller of functions whose address stands in data.
pub const DATA_CALLER: &str = "*";
/// What the instrumenter leaves in the unit's data about its branches: lines of fields between tabs. A way is
/// `next TAB callees TAB marks`: the first cell of the jump that comes next (empty: the function ends), the
/// functions called before it (`*`: through a pointer), the cells of the choices made before it.
///
/// | line | fields |
/// |---|---|
/// | `M` | of a module: its number of cells; numbers below count from its first |
/// | `F` | of a function: name, way from its entry |
/// | `C` | of a cell, in order: file, line, column, way behind it |
/// | `G` | of a variable with static storage: name, `L` if no other module sees it or `E`, `W` if something in the module may write it, `O` if files outside it may, or `R`, functions that name it (`*`: data does) |
/// | `T` | of a text among the constants: its bytes in hexadecimal digits, functions that name it as above |
/// | `B` | of an outcome of a condition in the function: file, line, column, `T` or `F`, cells (`3-5,9`), any of which stands for it |
pub const MAP_SECTION: &str = "acute_map";
/// The section of the coverage cells, one byte each.
pub const COVER_SECTION: &str = "acute_cov";
/// What a cell holds where a jump has gone that way.
pub const TAKEN: u8 = 1;
/// What a cell holds where a condition has only decided a value: no path splits there.
pub const CHOSEN: u8 = 2;
/// The section of the writable globals: pairs of address and size.
pub const GLOBALS_SECTION: &str = "acute_globals";

/// How a pointer is used that goes to a function which may follow it; 0 is to read through it, 1 to write.
pub const HANDED_OVER: u32 = 2;

/// Functions of the C library that the linker replaces in a unit under test: `f` by `__acute_f`.
pub const REPLACED: &[&str] = &[
    "malloc",
    "calloc",
    "realloc",
    "free",
    "reallocarray",
    "aligned_alloc",
    "memalign",
    "posix_memalign",
    "malloc_usable_size",
    "exit",
    "_exit",
    "_Exit",
    "quick_exit",
    "abort",
    "__assert_fail",
];
/// How many of them are the heap.
pub const REPLACED_HEAP: usize = 9;
/// How many of these make one: a unit that defines any of them itself keeps the library's heap for the others.
pub const OWN_HEAP: usize = 4;

/// Functions that stand for the bug in a program for Test-Comp (include/acute/verifier.c).
pub const VERIFIER_ERRORS: [&str; 2] = ["reach_error", "__VERIFIER_error"];

/// Functions of the C library of which there is a model (include/acute/models.h): a unit under test calls `f` by
/// the name [`MODEL`] and `f`.
pub const MODELS: &[&str] = &[
    "atoi",
    "atol",
    "atoll",
    "bcmp",
    "isalnum",
    "isalpha",
    "isascii",
    "isblank",
    "iscntrl",
    "isdigit",
    "isgraph",
    "islower",
    "isprint",
    "ispunct",
    "isspace",
    "isupper",
    "iswalnum",
    "iswalpha",
    "iswblank",
    "iswcntrl",
    "iswdigit",
    "iswgraph",
    "iswlower",
    "iswprint",
    "iswpunct",
    "iswspace",
    "iswupper",
    "iswxdigit",
    "isxdigit",
    "memccpy",
    "memchr",
    "memcmp",
    "memcpy",
    "memmem",
    "memmove",
    "mempcpy",
    "memrchr",
    "memset",
    "stpcpy",
    "strcasecmp",
    "strcasestr",
    "strcat",
    "strchr",
    "strchrnul",
    "strcmp",
    "strcpy",
    "strcspn",
    "strdup",
    "strlen",
    "strncasecmp",
    "strncat",
    "strncmp",
    "strncpy",
    "strndup",
    "strnlen",
    "strpbrk",
    "strrchr",
    "strsep",
    "strspn",
    "strstr",
    "strtoimax",
    "strtok_r",
    "strtol",
    "strtoll",
    "strtoul",
    "strtoull",
    "strtoumax",
    "tolower",
    "toupper",
    "wcschr",
    "wcscmp",
    "wcslen",
    "wcsncmp",
    "wmemchr",
];
/// How the names of models begin.
pub const MODEL: &str = "__acute_unit_";

/// A signal as people and C know it, in every dialect of C.
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
