//! The tests that are exported: regression tests of inputs whose runs return or exit, and tests of findings.
use crate::results::{Results, Tested};
use crate::screen::file_name;
use acute_exec::Program;
use acute_explore::{Confidence, Finding, Kind, Misuse, Report, Test, TestEnd};
use acute_export::{Expectation, Failure, Sanitizer, Storage, TestCase};
use acute_input::{Change, Input, Space};
use acute_types::TypeKind;
use std::path::Path;

/// One test to be written.
pub struct Case<'a> {
    space: &'a Space,
    input: &'a Input,
    changes: &'a [Change],
    /// Coverage cells that its run was the first to reach.
    pub cells: &'a [u32],
    /// What its native run must do.
    pub expectation: Expectation,
    comment: String,
    storage: Storage,
    /// Why it must not be run outside of the sandbox.
    pub unsafe_because: Option<&'static str>,
}

/// The regression tests of a function: a finding's input is none, nor is one whose run fails like a known finding's.
pub fn regression_tests<'a>(
    results: &Results,
    tested: &Tested,
    report: &'a Report,
    space: &'a Space,
) -> Vec<Case<'a>> {
    let storage = storage(results.program, &tested.function.name);
    let case = |test: &'a Test| {
        let expectation = match &test.end {
            _ if test.finding.is_some() => return None,
            TestEnd::Returns(bytes) => match text(results.program, space, bytes) {
                Some(text) => Expectation::ReturnsText(text),
                None => Expectation::Returns(Some(bytes.clone())),
            },
            TestEnd::Exits(status) => Expectation::Exits(*status),
            TestEnd::Dies(_) | TestEnd::Misuses(_) => return None,
        };
        let comment = covers(results, test);
        let Test { input, changes, new_cells: cells, .. } = test;
        let unsafe_because = unsafe_because(report, Some(test));
        Some(Case { space, input, changes, cells, expectation, comment, storage, unsafe_because })
    };
    report.tests.iter().filter_map(case).collect()
}

/// The tests of a function's bugs, one each. Preconditions and states are no tests: whether the unit has to be changed
/// for them is not known.
pub fn findings<'a>(
    results: &Results,
    tested: &Tested,
    report: &'a Report,
    space: &'a Space,
) -> Vec<Case<'a>> {
    let storage = storage(results.program, &tested.function.name);
    let is_bug = |f: &Finding| f.confirmed && f.confidence == Confidence::Bug;
    let case = |(k, finding): (usize, &'a Finding)| {
        let test = report.tests.iter().find(|test| test.finding == Some(k));
        let failure = match test.map(|test| &test.end) {
            // How the C library notices, if it does, depends on the bytes before the address.
            Some(TestEnd::Dies(_)) if finding.kind == Kind::InvalidFree => {
                Failure::Sanitized(Sanitizer::Address)
            }
            Some(TestEnd::Dies(signal)) => Failure::Signal(*signal),
            Some(TestEnd::Misuses(misuse)) => Failure::Sanitized(sanitizer(*misuse)),
            None if finding.kind == Kind::InfiniteLoop => Failure::Hangs,
            None if finding.kind == Kind::Leak => Failure::Sanitized(Sanitizer::Leak),
            _ => return None,
        };
        let place = &finding.place;
        let file = file_name(Path::new(&place.file));
        let comment = format!("{}: {} at {file}:{}", finding.kind.name(), finding.message, place.line);
        let input = test.map_or(&finding.input, |test| &test.input);
        let (expectation, unsafe_because) = (Expectation::Fails(failure), unsafe_because(report, test));
        Some(Case { space, input, changes: &[], cells: &[], expectation, comment, storage, unsafe_because })
    };
    report.findings.iter().enumerate().filter(|(_, f)| is_bug(f)).filter_map(case).collect()
}

/// Processes that a run may try to make on average: more is a fork bomb, which nothing stops outside of the sandbox.
const MOST_PROCESSES: u64 = 8;

/// Why a test must not be run outside of the sandbox.
fn unsafe_because(report: &Report, test: Option<&Test>) -> Option<&'static str> {
    let made = report.concretized.iter().filter(|(reason, _)| is_process(reason)).map(|(_, times)| times);
    match () {
        // It asks for more memory than the sandbox gave it.
        _ if test.is_some_and(|test| test.refused) => Some("needs a failing malloc"),
        _ if made.sum::<u64>() > MOST_PROCESSES * report.executions => Some("starts too many processes"),
        _ => None,
    }
}

/// Whether a reason of concretization is a refused attempt to make a process.
fn is_process(reason: &str) -> bool {
    matches!(reason, "sandbox:clone" | "sandbox:clone3" | "sandbox:fork" | "sandbox:vfork")
}

/// The sanitizer that sees a misuse.
fn sanitizer(misuse: Misuse) -> Sanitizer {
    match misuse {
        Misuse::OutOfBounds | Misuse::UseAfterFree | Misuse::UseAfterReturn | Misuse::Overlap => {
            Sanitizer::Address
        }
        Misuse::Index => Sanitizer::Bounds,
        Misuse::Shift => Sanitizer::Shift,
        Misuse::Conversion => Sanitizer::FloatCast,
        Misuse::Overflow => Sanitizer::SignedOverflow,
    }
}

/// The string constant that a returned `char *` points to, where it can be written down as it is.
fn text(program: &Program, space: &Space, bytes: &[u8]) -> Option<String> {
    let types = space.types();
    let Some(TypeKind::Pointer(Some(target))) = types.stripped_kind(space.ret()?.ty) else { return None };
    let is_char = matches!(types.stripped_kind(*target), Some(TypeKind::Int(i)) if i.name == "char");
    let address = u64::from_le_bytes(bytes.try_into().ok()?);
    let text = program.constant_text_at(address).filter(|_| is_char)?;
    let is_plain = |c: char| matches!(c, ' '..='~') && !matches!(c, '"' | '\\' | '?');
    text.chars().all(is_plain).then_some(text)
}

/// Where the objects of a function's inputs live in C.
pub fn storage(program: &Program, function: &str) -> Storage {
    // The unit may free what it was given: then it must have been allocated.
    let frees = |name: &&str| ["free", "realloc", "reallocarray"].contains(name);
    if program.reachable(function).iter().any(frees) { Storage::Heap } else { Storage::Local }
}

/// What a test is the first to reach.
fn covers(results: &Results, test: &Test) -> String {
    let map = results.program.map();
    let mut lines: Vec<u32> =
        test.new_cells.iter().flat_map(|c| map.branches_of(*c)).map(|b| b.line).collect();
    lines.sort_unstable();
    lines.dedup();
    let lines: Vec<String> = lines.iter().take(12).map(u32::to_string).collect();
    match &lines[..] {
        [] => String::new(),
        [one] => format!("reaches a new outcome in line {one}"),
        many => format!("reaches new outcomes in lines {}", many.join(", ")),
    }
}

impl Case<'_> {
    /// Leaves out what members of structs are compared with; false where there is nothing of that.
    pub fn weaken(&mut self) -> bool {
        let kind = self.space.ret().and_then(|ret| self.space.types().stripped_kind(ret.ty));
        let is_struct =
            matches!((kind, &self.expectation), (Some(TypeKind::Struct(_)), Expectation::Returns(Some(_))));
        if is_struct {
            self.expectation = Expectation::Returns(None);
        }
        let changes = std::mem::take(&mut self.changes);
        is_struct || !changes.is_empty()
    }

    /// Whether it is the test of a finding, which fails.
    pub fn is_finding(&self) -> bool {
        matches!(self.expectation, Expectation::Fails(_))
    }

    /// The sanitizer without which it need not fail.
    pub fn sanitizer(&self) -> Option<Sanitizer> {
        match self.expectation {
            Expectation::Fails(failure) => failure.sanitizer(),
            _ => None,
        }
    }

    /// The test as it is written.
    pub fn borrow(&self) -> TestCase<'_> {
        let Case { space, input, changes, expectation, comment, storage, .. } = self;
        TestCase { space, input, expectation, comment, storage: *storage, changes }
    }
}
