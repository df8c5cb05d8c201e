//! Findings: what an ending means, and whether the unit or its caller is at fault.
mod checks;
mod kinds;
mod leaks;

pub use checks::Checks;
pub use kinds::{Checked, Confirmed, Kind, KindRow, Severity};

use crate::path::{Path, Source};
use crate::target::{Ending, Failure, Fault, Misuse, Place, Program, Region};
use acute_input::Input;
use acute_trace::library::{self, Fact};
use acute_trace::{Check, End, NO_ENVIRONMENT, SMASHED, TraceHead};

/// Whether the unit or its caller is at fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Confidence {
    /// The unit fails on inputs that no reasonable precondition excludes.
    Bug,
    /// The unit fails on an argument that its callers may never pass.
    Precondition,
    /// The unit fails only where a global differs from its initial value.
    State,
    /// The source asks to ignore it.
    Ignored,
}

impl Confidence {
    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Confidence::Bug => "bug",
            Confidence::Precondition => "precondition",
            Confidence::State => "state",
            Confidence::Ignored => "ignored",
        }
    }
}

/// Findings that the source asks to ignore: those of some kinds on a line and on the line below.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ignored {
    /// The source file.
    pub file: String,
    /// The line.
    pub line: u32,
    /// The kinds.
    pub kinds: Vec<Kind>,
}

impl Ignored {
    fn covers(&self, kind: Kind, place: &Place) -> bool {
        self.kinds.contains(&kind)
            && self.file == place.file
            && (0..=1).contains(&(place.line.wrapping_sub(self.line)))
    }
}

/// Whether the source asks to ignore a finding.
pub fn is_ignored(ignored: &[Ignored], kind: Kind, place: &Place) -> bool {
    ignored.iter().any(|i| i.covers(kind, place))
}

/// A bug and the input that shows it.
#[derive(Clone, Debug)]
pub struct Finding {
    /// What kind.
    pub kind: Kind,
    /// Whether the unit or its caller is at fault.
    pub confidence: Confidence,
    /// Where.
    pub place: Place,
    /// What tells it from others of its kind at this place: see `Judged::distinction`.
    pub distinction: String,
    /// What happened, in words.
    pub message: String,
    /// What other than the caller made it happen: `stub NAME`.
    pub because: Option<String>,
    /// Of a precondition: the predicate that the caller has to keep, over the parameters.
    pub need: Option<String>,
    /// The input.
    pub input: Input,
    /// The input restricted to the bytes the run read, where it could not be minimised: that takes many runs,
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
        self.confirmed && self.orderly && !self.kind.is_stopped()
    }

    /// Whether another says the same. The same place can be reached by a caller's fault and by the unit's own: both
    /// are told. Where exactly a run is stopped that does not end is chance.
    pub(crate) fn says_the_same(&self, other: &Finding) -> bool {
        (self.kind, self.confidence, &self.distinction) == (other.kind, other.confidence, &other.distinction)
            && (self.place == other.place || self.kind == Kind::Unfinished || self.is_in_same_frame(other))
    }

    /// Whether another finding has the same kind, place and cause; the confidence may differ.
    pub(crate) fn is_like(&self, other: &Finding) -> bool {
        (self.kind, &self.place, &self.distinction) == (other.kind, &other.place, &other.distinction)
    }

    /// Whether both tell that one function's stack frame is overwritten, wherever that was noticed.
    fn is_in_same_frame(&self, other: &Finding) -> bool {
        self.distinction == OVERWRITTEN && self.place.function == other.place.function
    }
}

/// Conditions after which a run is long rather than endless.
const LONG: usize = 1000;

/// What a run is judged.
#[derive(Clone, PartialEq, Debug)]
pub struct Judged {
    /// The kind of bug.
    pub kind: Kind,
    /// Where.
    pub place: Place,
    /// The text of an assertion.
    pub text: Option<String>,
    /// The text of an assertion, and from where the function was called that it or an abort stands in: a helper
    /// that checks is not the place that is at fault.
    pub distinction: String,
    /// In words.
    pub message: String,
    /// The signal a plain run dies of.
    pub signal: Option<i32>,
    /// An allocation failed before that might not fail elsewhere.
    pub refused: bool,
}

/// What a run shows that is wrong: a failure, or blocks that were lost when it returned.
pub fn judge(ending: Ending, head: &TraceHead, path: &Path, program: &dyn Program) -> Vec<Judged> {
    match ending {
        Ending::Returned if path.malformed == 0 => leaks::judge(head, program),
        _ => judge_failure(ending, head, path, program).into_iter().collect(),
    }
}

/// What an ending is, if it is a bug.
fn judge_failure(ending: Ending, head: &TraceHead, path: &Path, program: &dyn Program) -> Option<Judged> {
    let (kind, signal) = match ending {
        // It wrote over its own trace; how it ended after that is a matter of chance.
        Ending::Returned
        | Ending::Exited(_)
        | Ending::Died(_)
        | Ending::Left(_)
        | Ending::Slow
        | Ending::TimedOut
            if path.malformed > 0 =>
        {
            (Kind::OutOfBounds, None)
        }
        // It ended by a way of its own: no bug.
        Ending::Returned | Ending::Exited(_) | Ending::Left(_) => return None,
        // It is run again before anything is said of it.
        Ending::Slow => return None,
        // An index that leads beyond all that the buffer can have.
        Ending::Overrun
            if path.access.check == Some((Check::OutOfBounds, true)) && path.access.outside == Some(true) =>
        {
            (Kind::OutOfBounds, None)
        }
        Ending::Overrun | Ending::Wanted | Ending::Rejected => return None,
        Ending::Died(Failure { fault: Fault::Killed | Fault::Denied, .. }) => return None,
        Ending::Failed(_) if is_smashed(head) => (Kind::OutOfBounds, None),
        Ending::Failed(failure) if is_unterminated(failure.fault, head, program) => {
            (Kind::Unterminated, None)
        }
        Ending::Failed(Failure { fault: Fault::Detected(misuse), .. }) => (of_misuse(misuse), None),
        Ending::Failed(failure) => (of_fault(failure.fault, head, Some(path)), Some(failure.code)),
        Ending::Died(failure) => (of_fault(failure.fault, head, None), Some(failure.code)),
        // A run that keeps meeting new conditions gets somewhere: it is long, not endless.
        Ending::TimedOut if path.conditions.len() >= LONG => return None,
        Ending::TimedOut => (Kind::Unfinished, None),
        Ending::Endless => (Kind::InfiniteLoop, None),
        Ending::Garbled => (Kind::OutOfBounds, None),
    };
    let place = match ending {
        _ if ending.is_reported() => program.place_of(&head.at),
        Ending::TimedOut if head.end == End::Stopped as u32 => program.place_of(&head.at),
        // The place was not recorded; the last branch taken is the nearest one known.
        _ => last_branch(path, program),
    };
    let mut message = kind.row().message.to_string();
    let (mut distinction, mut text) = (String::new(), None);
    match ending {
        Ending::Failed(_) if is_smashed(head) => {
            message = OVERWRITTEN.to_string();
            distinction = OVERWRITTEN.to_string();
        }
        Ending::Failed(_) if is_jump(head) => message = NO_ENVIRONMENT_SET.to_string(),
        Ending::Failed(Failure { fault: Fault::Assertion, .. }) => {
            let end = head.text.iter().position(|b| *b == 0).unwrap_or(0);
            distinction = String::from_utf8_lossy(&head.text[..end]).into_owned();
            message = format!("assertion `{distinction}` fails");
            text = Some(distinction.clone());
        }
        Ending::Failed(_) if kind == Kind::Unterminated => message = unterminated(head, program),
        Ending::Failed(Failure { fault: Fault::Detected(misuse), .. }) => message = describe(misuse, head),
        Ending::Failed(failure) if failure.is_sent => message = by_signal(failure),
        Ending::Died(failure) => message = by_signal(failure),
        _ => {}
    }
    if is_deliberate(ending)
        && let Some(caller) = program.caller_of(&head.at)
    {
        let called = format!("in {}, called in line {}", place.function, caller.line);
        message = format!("{message} {called}");
        distinction = format!("{distinction}\0{}:{called}", caller.file);
    }
    // Where the trace was written over, so was this.
    let whole = (ending.is_reported() || ending == Ending::TimedOut) && path.malformed == 0;
    let refused = whole && head.refused > 0;
    if refused {
        message = format!("{message}, where an allocation of {} bytes fails", head.refused);
    }
    Some(Judged { kind, place, text, distinction, message, signal, refused })
}

/// What a longjmp does whose environment only another function sets.
const NO_ENVIRONMENT_SET: &str = "longjmp to an environment that no setjmp has set";

/// What is said of a function whose stack frame was overwritten.
const OVERWRITTEN: &str = "memory outside an object is used: the stack frame is overwritten";

/// Whether a stack frame was overwritten: a function noticed before it returned, or what overwrites came to the end of the
/// stack.
pub fn is_smashed(head: &TraceHead) -> bool {
    head.fault == SMASHED
}

/// Whether a run ended by such a longjmp.
pub fn is_jump(head: &TraceHead) -> bool {
    head.fault == NO_ENVIRONMENT
}

fn last_branch(path: &Path, program: &dyn Program) -> Place {
    let cell = path.conditions.iter().rev().find_map(|c| match c.source {
        Source::Jump { cell, .. } => program.code().map.cells.get(cell as usize),
        _ => None,
    });
    cell.map_or_else(Place::default, |c| Place {
        file: c.file.clone(),
        line: c.line,
        function: c.function.clone(),
    })
}

/// Bytes below NULL that a negative index leads to.
const BELOW_NULL: u64 = 1 << 16;

/// The kind of bug that a failure is. Without a path nothing is known but the failure itself.
fn of_fault(fault: Fault, head: &TraceHead, path: Option<&Path>) -> Kind {
    // A negative index from NULL; of an address that is none the processor says nothing, which is all ones.
    let is_below = path.is_some() && head.fault != u64::MAX && head.fault.wrapping_neg() < BELOW_NULL;
    let last_check = path.and_then(|path| path.access.check);
    match fault {
        Fault::Assertion => Kind::Assertion,
        Fault::Abort => Kind::Abort,
        Fault::Detected(misuse) => of_misuse(misuse),
        Fault::DoubleFree => Kind::DoubleFree,
        Fault::InvalidFree => Kind::InvalidFree,
        Fault::Arithmetic => match last_check {
            Some((Check::DivisionOverflow, true) | (Check::DivisorZero, false)) => Kind::SignedOverflow,
            _ => Kind::DivByZero,
        },
        Fault::Memory(region) => match path {
            Some(path) if path.access.is_null => Kind::NullDeref,
            Some(_) if last_check == Some((Check::OutOfBounds, true)) => Kind::OutOfBounds,
            _ if region == Region::NearNull || is_below => Kind::NullDeref,
            _ if region == Region::BelowStack => Kind::StackOverflow,
            // What was written out of bounds may be a pointer that is followed later.
            Some(path) if path.access.outside.is_some() => Kind::OutOfBounds,
            _ => Kind::Segfault,
        },
        Fault::Instruction => Kind::IllegalInstruction,
        Fault::Killed | Fault::Denied | Fault::Other => Kind::Segfault,
    }
}

/// The kind of bug that a detector saw.
fn of_misuse(misuse: Misuse) -> Kind {
    match misuse {
        Misuse::OutOfBounds | Misuse::Index => Kind::OutOfBounds,
        Misuse::UseAfterFree => Kind::UseAfterFree,
        Misuse::UseAfterReturn => Kind::UseAfterReturn,
        Misuse::Overlap => Kind::Overlap,
        Misuse::Shift => Kind::Shift,
        Misuse::Conversion => Kind::FloatToInt,
        Misuse::Overflow => Kind::SignedOverflow,
    }
}

/// What a detector saw, in words.
fn describe(misuse: Misuse, head: &TraceHead) -> String {
    let [value, limit] = head.object;
    match misuse {
        Misuse::OutOfBounds | Misuse::UseAfterFree | Misuse::Overlap => {
            describe_access(of_misuse(misuse), head)
        }
        Misuse::Index if limit > 0 => {
            let elements = if limit == 1 { "1 element".into() } else { format!("{limit} elements") };
            format!("index {} of an array of {elements}", value as i64)
        }
        Misuse::Shift if limit > 0 => format!("a number of {limit} bits is shifted by {}", value as i64),
        Misuse::Overflow => OVERFLOWS.to_string(),
        _ => of_misuse(misuse).row().message.to_string(),
    }
}

/// What a check of signed operations sees.
const OVERFLOWS: &str = "the result of a signed operation does not fit its type";

/// Whether a function that reads a string to its end has read beyond the object that the string is in.
fn is_unterminated(fault: Fault, head: &TraceHead, program: &dyn Program) -> bool {
    let [start, size] = head.object;
    let is_behind = fault == Fault::Detected(Misuse::OutOfBounds)
        && head.code == 0
        && start > 0
        && head.fault >= start + size;
    let is_text = |name| library::is(name, Fact::Text);
    is_behind && program.library_function(&head.at).is_some_and(is_text)
}

/// Which function has read beyond which object, in words.
fn unterminated(head: &TraceHead, program: &dyn Program) -> String {
    let reader = program.library_function(&head.at).unwrap_or("a library function");
    format!("{reader} reads a string without an end: {}", describe_access(Kind::OutOfBounds, head))
}

/// What happened to which byte of which object.
fn describe_access(kind: Kind, head: &TraceHead) -> String {
    let done = if head.code == 1 { "written" } else { "read" };
    let [start, size] = head.object;
    let bytes = |n: u64| if n == 1 { "1 byte".into() } else { format!("{n} bytes") };
    let offset = head.fault.wrapping_sub(start) as i64;
    match kind {
        _ if start == 0 => format!("{}: it is {done}", kind.row().message),
        Kind::Overlap => {
            let side = if offset < 0 { "before" } else { "behind" };
            let distance = bytes(offset.unsigned_abs());
            format!("memcpy copies {} to {distance} {side} their source, which they overlap", bytes(size))
        }
        Kind::UseAfterFree => format!("byte {offset} of a freed block of {} is {done}", bytes(size)),
        _ if offset < 0 => {
            format!("the byte {} before an object of {} is {done}", bytes(offset.unsigned_abs()), bytes(size))
        }
        _ => format!("byte {offset} of an object of {} is {done}", bytes(size)),
    }
}

fn by_signal(failure: Failure) -> String {
    match failure.name {
        Some(name) => format!("signal {name} ends it"),
        None => format!("signal {} ends it", failure.code),
    }
}

/// Whether the program itself says that something is wrong.
fn is_deliberate(ending: Ending) -> bool {
    let is_it = |failure: Failure| matches!(failure.fault, Fault::Assertion | Fault::Abort);
    matches!(ending, Ending::Failed(failure) if is_it(failure) && !failure.is_sent)
}

/// Who chose the values that a failing operation depends on.
#[derive(Clone, Default, Debug)]
pub struct Cause {
    /// A stub gave one of them.
    pub stub: Option<String>,
    /// All are globals as the program starts, which other functions set.
    pub unset: bool,
    /// A failing assertion is about what the function was given, or a longjmp leads to what it was given.
    pub given: bool,
    /// Fields of structures of the input do not fit together or to what they are used for.
    pub unfit: bool,
    /// What tells it from other causes of the same kind at the same place.
    pub name: String,
}

/// What is known of the input where a run ended.
pub struct FaultContext {
    /// Who chose the values that count.
    pub cause: Cause,
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
    /// The program is a harness that states its inputs: no caller can be at fault.
    pub harness: bool,
}

/// A finding is a bug where the unit is at fault whatever its caller promises. It is the caller's fault to pass NULL where
/// the unit does not test for it, values that an assertion rules out before anything is computed from them, a buffer
/// shorter than the unit reads or indexes, what `__builtin_unreachable()` rules out, a graph with cycles to something that
/// walks to an end or frees what it meets, fields that contradict each other to something that loops over them, a field as
/// an index or the amount of a shift without a bound, one block twice to something that frees both, what cannot be freed, or
/// a number
/// where a union is to hold a pointer; and ours to leave an argument or a field NULL or out, or to answer for a function
/// that is not there. An allocation that fails here and might not elsewhere is nobody's fault. A global that another
/// function sets first is a matter of state.
pub fn confidence(kind: Kind, path: &Path, input: &FaultContext) -> Confidence {
    let handed_in = match kind {
        Kind::Assertion => input.cause.given,
        // It may only be slow.
        Kind::Unfinished => return Confidence::Precondition,
        Kind::NullDeref => input.untested_null || input.left_null || path.access.is_number,
        Kind::Segfault => {
            input.cause.given
                || input.cause.unfit
                || input.in_buffer
                || input.variadic
                || input.left_pointer
                || path.access.is_number
        }
        Kind::OutOfBounds | Kind::Unterminated => path.access.outside == Some(true) || input.cause.unfit,
        Kind::Overlap => input.cause.given,
        Kind::Shift | Kind::FloatToInt => input.cause.unfit,
        Kind::InvalidFree => input.handed_address || input.variadic || path.access.is_number,
        Kind::InfiniteLoop | Kind::StackOverflow => input.shared || input.cause.unfit,
        Kind::DoubleFree | Kind::UseAfterFree => input.shared,
        Kind::Leak => input.shared || input.cause.unfit,
        Kind::IllegalInstruction => path.promise_broken,
        _ => false,
    };
    match () {
        _ if input.cause.stub.is_some() || input.refused => Confidence::Precondition,
        _ if input.harness => Confidence::Bug,
        _ if input.cause.unset => Confidence::State,
        _ if handed_in => Confidence::Precondition,
        _ if input.state => Confidence::State,
        _ => Confidence::Bug,
    }
}
