//! Translates what a native process reports, and POSIX signals and wait statuses, into the engine's words.
use acute_explore::{Ending, Failure, Fault, Isolation, Misuse, Region};
use acute_trace::{End, STACK_BASE, STACK_SIZE, TraceHead, signal_name};

const SIGILL: i32 = 4;
const SIGTRAP: i32 = 5;
const SIGABRT: i32 = 6;
const SIGFPE: i32 = 8;
const SIGKILL: i32 = 9;
const SIGSEGV: i32 = 11;
const SIGSYS: i32 = 31;

/// Below this address nothing is ever mapped.
const FIRST_PAGES: u64 = 1 << 16;
/// The size of the guard below the stack.
const GUARD: u64 = 1 << 30;
/// How far above its end the stack pointer may be when the stack overflows.
const NEAR_END: u64 = 1 << 16;

/// How a run ended that the unit reported itself; `limited`: it had a limit of processor time.
pub fn of_report(head: &TraceHead, isolation: Isolation, limited: bool) -> Ending {
    // A plain run ends by chance, or not at all.
    let detected = |misuse| Ending::Failed(failure(Fault::Detected(misuse), 0, false));
    let failed = |fault, is_sent| Ending::Failed(failure(fault, head.code, is_sent));
    match End::from_u32(head.end) {
        Some(End::Returned) => Ending::Returned,
        Some(End::Exit) => Ending::Exited(head.code & 0xff),
        Some(End::Rejected) => Ending::Rejected,
        Some(End::Overrun) => Ending::Overrun,
        Some(End::Wanted) => Ending::Wanted,
        Some(End::Abort) => failed(Fault::Abort, false),
        Some(End::Assert) => failed(Fault::Assertion, false),
        Some(End::DoubleFree) => failed(Fault::DoubleFree, false),
        Some(End::InvalidFree) => failed(Fault::InvalidFree, false),
        Some(End::OutOfBounds) => detected(Misuse::OutOfBounds),
        Some(End::UseAfterFree) => detected(Misuse::UseAfterFree),
        Some(End::UseAfterReturn) => detected(Misuse::UseAfterReturn),
        Some(End::Overlap) => detected(Misuse::Overlap),
        Some(End::Index) => detected(Misuse::Index),
        Some(End::Shift) => detected(Misuse::Shift),
        Some(End::Conversion) => detected(Misuse::Conversion),
        Some(End::Overflow) => detected(Misuse::Overflow),
        // The processor says at which address it faults; of an address that is none it does not, nor at a
        // breakpoint.
        Some(End::Signal) => {
            failed(of_signal(head.code, region(head)), head.fault == u64::MAX && head.code != SIGSEGV)
        }
        Some(End::Gone) if isolation == Isolation::Fork => of_status(head.code),
        Some(End::Repeats) => Ending::Endless,
        Some(End::Stopped) if limited => Ending::Slow,
        Some(End::Running | End::BadInput | End::Gone | End::Stopped) | None => Ending::Garbled,
    }
}

/// How a run ended whose process is gone, by its wait status.
pub fn of_status(status: i32) -> Ending {
    match status & 0x7f {
        0 => Ending::Left(status >> 8 & 0xff),
        SIGKILL => Ending::Died(failure(Fault::Killed, SIGKILL, true)),
        // A denied call was made while the signal by which it is noted was blocked.
        SIGSYS => Ending::Died(failure(Fault::Denied, SIGSYS, true)),
        signal => Ending::Died(failure(of_signal(signal, Region::Elsewhere), signal, true)),
    }
}

fn failure(fault: Fault, code: i32, is_sent: bool) -> Failure {
    Failure { fault, code, name: signal_name(code), is_sent }
}

fn of_signal(signal: i32, region: Region) -> Fault {
    match signal {
        SIGILL | SIGTRAP => Fault::Instruction,
        SIGABRT => Fault::Abort,
        SIGFPE => Fault::Arithmetic,
        SIGSEGV => Fault::Memory(region),
        _ => Fault::Other,
    }
}

fn region(head: &TraceHead) -> Region {
    let (base, fault, sp) = (STACK_BASE as u64, head.fault, head.sp);
    // A push or a large local hit the guard below the stack.
    let is_stack = (base - GUARD..base).contains(&fault) && (base - GUARD..base + NEAR_END).contains(&sp);
    const { assert!(NEAR_END <= STACK_SIZE as u64) };
    match fault {
        0..FIRST_PAGES => Region::NearNull,
        _ if is_stack => Region::BelowStack,
        _ => Region::Elsewhere,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A report that ended so.
    fn head(end: End, code: i32, fault: u64, sp: u64) -> TraceHead {
        // SAFETY: plain data; zeros are a valid value.
        let zero: TraceHead = unsafe { std::mem::zeroed() };
        TraceHead { end: end as u32, code, fault, sp, ..zero }
    }

    fn fault(head: &TraceHead) -> Option<(Fault, bool)> {
        match of_report(head, Isolation::InProcess, false) {
            Ending::Failed(failure) => Some((failure.fault, failure.is_sent)),
            _ => None,
        }
    }

    #[test]
    fn bad_addresses_are_told_apart() {
        let (stack, top) = (STACK_BASE as u64, (STACK_BASE + STACK_SIZE) as u64);
        let at = |fault_at, sp| fault(&head(End::Signal, SIGSEGV, fault_at, sp));
        assert_eq!(at(8, top - 64), Some((Fault::Memory(Region::NearNull), false)));
        assert_eq!(at(stack - 8, stack + 8), Some((Fault::Memory(Region::BelowStack), false)));
        assert_eq!(at(stack - 8, top - 64), Some((Fault::Memory(Region::Elsewhere), false)));
        assert_eq!(at(u64::MAX, top - 64), Some((Fault::Memory(Region::Elsewhere), false)));
    }

    #[test]
    fn signals_that_are_sent_are_told_from_those_that_are_caused() {
        assert_eq!(fault(&head(End::Signal, SIGFPE, 0x1234, 0)), Some((Fault::Arithmetic, false)));
        assert_eq!(fault(&head(End::Signal, SIGFPE, u64::MAX, 0)), Some((Fault::Arithmetic, true)));
        assert_eq!(fault(&head(End::Abort, SIGABRT, 0, 0)), Some((Fault::Abort, false)));
    }

    #[test]
    fn a_wait_status_is_an_exit_a_kill_or_a_failure() {
        assert_eq!(of_status(3 << 8), Ending::Left(3));
        assert!(matches!(of_status(9), Ending::Died(Failure { fault: Fault::Killed, .. })));
        assert!(matches!(of_status(31), Ending::Died(Failure { fault: Fault::Denied, .. })));
        assert!(matches!(
            of_status(11 | 0x80),
            Ending::Died(Failure { code: 11, name: Some("SIGSEGV"), .. })
        ));
    }

    #[test]
    fn what_no_unit_reports_is_garbled() {
        let limited = |end| of_report(&head(end, 0, 0, 0), Isolation::InProcess, true);
        assert_eq!(limited(End::Stopped), Ending::Slow);
        assert_eq!(limited(End::Gone), Ending::Garbled);
        let mut nonsense = head(End::Running, 0, 0, 0);
        nonsense.end = 77;
        assert_eq!(of_report(&nonsense, Isolation::Fork, true), Ending::Garbled);
    }
}
