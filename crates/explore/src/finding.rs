//! Bugs: one table of kinds, and what an ending means.
use crate::path::{Path, Source};
use acute_exec::{Ending, Place, Program};
use acute_input::Input;
use acute_trace::{Check, End, STACK_BASE, STACK_SIZE, TraceHead, signal_name};

/// The kinds of bug this engine tells apart today; their names are part of the contract.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// A failed assert.
    Assertion,
    /// abort was called.
    Abort,
    /// NULL, or next to it, was followed.
    NullDeref,
    /// An index led out of its object, and that was no memory; or memory that is not the unit's own was written.
    OutOfBounds,
    /// A block was freed twice.
    DoubleFree,
    /// What was freed is no block.
    InvalidFree,
    /// The stack is used up.
    StackOverflow,
    /// Division by zero.
    DivByZero,
    /// INT_MIN / -1.
    SignedOverflow,
    /// It does not end.
    InfiniteLoop,
    /// Any other bad address.
    Segfault,
    /// An instruction the processor refuses, or a trap.
    IllegalInstruction,
}

impl Kind {
    /// Its name in reports, and what it says to a person.
    pub fn row(self) -> (&'static str, &'static str) {
        match self {
            Kind::Assertion => ("assertion", "an assertion fails"),
            Kind::Abort => ("abort", "abort is called"),
            Kind::NullDeref => ("null-deref", "a NULL pointer is followed"),
            Kind::OutOfBounds => ("out-of-bounds", "memory outside an object is used"),
            Kind::DoubleFree => ("double-free", "memory is freed that was freed before"),
            Kind::InvalidFree => ("invalid-free", "memory is freed that was never allocated"),
            Kind::StackOverflow => ("stack-overflow", "the stack is used up"),
            Kind::DivByZero => ("div-by-zero", "division by zero"),
            Kind::SignedOverflow => ("signed-overflow", "the smallest integer is divided by -1"),
            Kind::InfiniteLoop => ("infinite-loop", "it was still running when its time was up"),
            Kind::Segfault => ("segfault", "a bad address is used"),
            Kind::IllegalInstruction => ("illegal-instruction", "the processor refuses an instruction"),
        }
    }
}

/// How sure it is that a finding is the unit's fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Confidence {
    /// It is.
    Bug,
    /// It needs an argument that callers may have promised never to pass.
    Precondition,
    /// It needs a global that is not as it starts.
    State,
}

impl Confidence {
    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Confidence::Bug => "bug",
            Confidence::Precondition => "precondition",
            Confidence::State => "state",
        }
    }
}

/// A bug and the input that shows it.
#[derive(Clone, Debug)]
pub struct Finding {
    /// What kind.
    pub kind: Kind,
    /// How sure.
    pub confidence: Confidence,
    /// Where.
    pub place: Place,
    /// What tells it from others of its kind at this place: see [`Judged::apart`].
    pub apart: String,
    /// What happened, in words.
    pub message: String,
    /// The input.
    pub input: Input,
    /// The same without what its run never looked at, where it could not be made small afterwards: that takes many runs,
    /// and these take all the time there is.
    pub slim: Option<Input>,
    /// The signal a plain run dies of, if any.
    pub signal: Option<i32>,
    /// Whether the unit ended in good order. If not, how it ends is a matter of chance.
    pub orderly: bool,
    /// Runs until it was found.
    pub executions: u64,
    /// Whether a fresh process did the same.
    pub confirmed: bool,
}

impl Finding {
    /// Whether it happens again, and its run told everything up to its end.
    pub(crate) fn is_whole(&self) -> bool {
        self.confirmed && self.orderly && self.kind != Kind::InfiniteLoop
    }

    /// Whether another says the same. The same place can be reached by a caller's fault and by the unit's own: both
    /// are told. Where exactly a run is stopped that does not end is chance.
    pub(crate) fn says_the_same(&self, other: &Finding) -> bool {
        (self.kind, self.confidence, &self.apart) == (other.kind, other.confidence, &other.apart)
            && (self.place == other.place || self.kind == Kind::InfiniteLoop)
    }
}

/// Conditions after which a run is long rather than endless.
const LONG: usize = 1000;

const SIGILL: i32 = 4;
const SIGTRAP: i32 = 5;
const SIGABRT: i32 = 6;
const SIGFPE: i32 = 8;
const SIGKILL: i32 = 9;
const SIGSEGV: i32 = 11;

/// What a run is judged.
#[derive(Clone, PartialEq, Debug)]
pub struct Judged {
    /// The kind of bug.
    pub kind: Kind,
    /// Where.
    pub place: Place,
    /// The text of an assertion, and from where the function was called that it or an abort stands in: a helper
    /// that checks is not the place that is at fault.
    pub apart: String,
    /// In words.
    pub message: String,
    /// The signal a plain run dies of.
    pub signal: Option<i32>,
    /// An allocation failed before that might not fail elsewhere.
    pub refused: bool,
}

/// What an ending is, if it is a bug.
pub fn judge(ending: Ending, head: &TraceHead, path: &Path, program: &Program) -> Option<Judged> {
    let (kind, signal) = match ending {
        // It wrote over its own trace; how it ended after that is a matter of chance.
        Ending::Said(End::Returned | End::Exit) | Ending::Died(_) | Ending::Slow | Ending::TimedOut
            if path.garbage > 0 =>
        {
            (Kind::OutOfBounds, None)
        }
        Ending::Said(End::Returned | End::Exit | End::Running | End::BadInput | End::Stopped | End::Gone) => {
            return None;
        }
        // It is run again before anything is said of it.
        Ending::Slow => return None,
        // An index that leads beyond all that the buffer can have.
        Ending::Said(End::Overrun)
            if path.last_check == Some((Check::OutOfBounds, true)) && path.outside == Some(true) =>
        {
            (Kind::OutOfBounds, None)
        }
        Ending::Said(End::Overrun | End::Wanted | End::Rejected) => return None,
        Ending::Said(End::Abort) => (Kind::Abort, Some(SIGABRT)),
        Ending::Said(End::Assert) => (Kind::Assertion, Some(SIGABRT)),
        Ending::Said(End::DoubleFree) => (Kind::DoubleFree, Some(head.code)),
        Ending::Said(End::InvalidFree) => (Kind::InvalidFree, Some(head.code)),
        Ending::Said(End::Signal) => (of_signal(head, path), Some(head.code)),
        Ending::Died(status) => match status & 0x7f {
            // It left by a system call of its own: no bug.
            0 => return None,
            SIGKILL => return None,
            signal => (of_bare_signal(signal), Some(signal)),
        },
        // A run that keeps meeting new conditions gets somewhere: it is long, not endless.
        Ending::TimedOut if path.conditions.len() >= LONG => return None,
        Ending::TimedOut => (Kind::InfiniteLoop, None),
        Ending::Garbled => (Kind::OutOfBounds, None),
    };
    let place = match ending {
        Ending::Said(_) => program.place_of(&head.at),
        Ending::TimedOut if head.end == End::Stopped as u32 => program.place_of(&head.at),
        // Nobody was there to note the place; the last branch it took is the nearest that is known.
        _ => last_branch(path, program),
    };
    let mut message = kind.row().1.to_string();
    let mut apart = String::new();
    match ending {
        Ending::Said(End::Assert) => {
            let end = head.text.iter().position(|b| *b == 0).unwrap_or(0);
            apart = String::from_utf8_lossy(&head.text[..end]).into_owned();
            message = format!("assertion `{apart}` fails");
        }
        Ending::Said(End::Signal) if is_sent(head) => message = by_signal(head.code),
        Ending::Died(_) => message = signal.map_or(message, by_signal),
        _ => {}
    }
    if let Ending::Said(End::Assert | End::Abort) = ending
        && let Some(caller) = program.caller_of(&head.at)
    {
        let text = format!("in {}, called in line {}", place.function, caller.line);
        message = format!("{message} {text}");
        apart = format!("{apart}\0{}:{text}", caller.file);
    }
    // Where the trace was written over, so was this.
    let whole = matches!(ending, Ending::Said(_) | Ending::TimedOut) && path.garbage == 0;
    let refused = whole && head.refused > 0;
    if refused {
        message = format!("{message}, where an allocation of {} bytes fails", head.refused);
    }
    Some(Judged { kind, place, apart, message, signal, refused })
}

/// Whether somebody sent the signal: the processor says at which address it faults. Of an address that is none it
/// does not, nor at a breakpoint.
fn is_sent(head: &TraceHead) -> bool {
    head.fault == u64::MAX && head.code != SIGSEGV
}

fn by_signal(signal: i32) -> String {
    match signal_name(signal) {
        Some(name) => format!("signal {name} ends it"),
        None => format!("signal {signal} ends it"),
    }
}

fn last_branch(path: &Path, program: &Program) -> Place {
    let cell = path.conditions.iter().rev().find_map(|c| match c.source {
        Source::Jump { cell, .. } => program.map().cells.get(cell as usize),
        _ => None,
    });
    cell.map_or_else(Place::default, |c| Place {
        file: c.file.clone(),
        line: c.line,
        function: c.function.clone(),
    })
}

fn of_signal(head: &TraceHead, path: &Path) -> Kind {
    /// Below this nothing is ever mapped.
    const FIRST_PAGES: u64 = 1 << 16;
    match head.code {
        SIGFPE => match path.last_check {
            Some((Check::DivisionOverflow, true) | (Check::DivisorZero, false)) => Kind::SignedOverflow,
            _ => Kind::DivByZero,
        },
        SIGSEGV if path.followed_null => Kind::NullDeref,
        SIGSEGV if path.last_check == Some((Check::OutOfBounds, true)) => Kind::OutOfBounds,
        SIGSEGV if head.fault < FIRST_PAGES => Kind::NullDeref,
        SIGSEGV if is_below_stack(head.fault, head.sp) => Kind::StackOverflow,
        // What was written out of bounds may be a pointer that is followed later.
        SIGSEGV if path.outside.is_some() => Kind::OutOfBounds,
        signal => of_bare_signal(signal),
    }
}

fn of_bare_signal(signal: i32) -> Kind {
    match signal {
        SIGILL | SIGTRAP => Kind::IllegalInstruction,
        SIGABRT => Kind::Abort,
        SIGFPE => Kind::DivByZero,
        _ => Kind::Segfault,
    }
}

/// The guard below the stack was hit, by a push or by a large local.
fn is_below_stack(fault: u64, sp: u64) -> bool {
    let base = STACK_BASE as u64;
    fault < base
        && fault >= base - (1 << 30)
        && sp < base + STACK_SIZE as u64
        && sp >= base - (1 << 30)
        && sp < base + 65536
}

/// What is known of the input where a run ended.
pub struct Circumstances {
    /// The pointer last followed came with the input as NULL, and the unit had not tested it.
    pub untested_null: bool,
    /// The pointer last followed is a plain buffer, not a struct.
    pub in_buffer: bool,
    /// Two pointers of the input lead to one object.
    pub shared: bool,
    /// Arguments or fields of the input that cannot be built stayed NULL.
    pub left_null: bool,
    /// A pointer is among them: with a number added to it, it may be any address.
    pub left_pointer: bool,
    /// The function takes variadic arguments, and none were passed.
    pub variadic: bool,
    /// The address that was freed came with the input as it is, or is next to a NULL that did.
    pub handed_address: bool,
    /// An allocation failed that might not fail elsewhere.
    pub refused: bool,
    /// A global is not as it starts.
    pub state: bool,
    /// The program says itself what its inputs are: nobody else can be at fault.
    pub harness: bool,
}

/// It is the caller's fault to pass NULL where the unit does not test for it, a buffer shorter than the
/// unit reads or indexes, what `__builtin_unreachable()` rules out, a graph with cycles to something that walks
/// to an end or frees what it meets, one block twice to something that frees both, what cannot be freed, or a number where a union is to
/// hold a pointer; and ours to leave an argument or a field NULL or out. Nobody's fault is an allocation that fails
/// here and might not elsewhere.
pub fn confidence(kind: Kind, path: &Path, input: &Circumstances) -> Confidence {
    let handed_in = match kind {
        Kind::NullDeref => input.untested_null || input.left_null || path.followed_number,
        Kind::Segfault => input.in_buffer || input.variadic || input.left_pointer || path.followed_number,
        Kind::OutOfBounds => path.outside == Some(true),
        Kind::InvalidFree => input.handed_address || input.variadic || path.followed_number,
        Kind::InfiniteLoop | Kind::StackOverflow | Kind::DoubleFree => input.shared,
        Kind::IllegalInstruction => path.promise_broken,
        _ => false,
    };
    match handed_in && !input.harness || input.refused {
        true => Confidence::Precondition,
        false if input.state => Confidence::State,
        false => Confidence::Bug,
    }
}
