//! The test files: written, compiled, run, and only then left where a person finds them.
use crate::results::{Results, Tested, relative};
use crate::screen::{self, file_name};
use acute_cfront::build::Source;
use acute_cfront::error::Error;
use acute_cfront::native::{self, Tests};
use acute_cfront::{compat, interrupt};
use acute_exec::Program;
use acute_explore::{Report, Test, TestEnd};
use acute_export::{Expectation, PLAIN_C, Storage, TestCase, Unit, write_tests};
use acute_input::Space;
use acute_types::TypeKind;
use std::collections::{HashSet, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// A test file and what became of it.
pub struct Exported {
    /// The file.
    pub path: PathBuf,
    /// The source that its tests are for.
    pub source: usize,
    /// Its text, until it is written.
    pub text: Option<String>,
    /// Tests in it; each was run and passed.
    pub passed: usize,
    /// Inputs that are not in it, because a plain run did something else or C has no words for them.
    pub left_out: usize,
    /// Inputs that are not in it, because there are too many of them or they are too long.
    pub late: usize,
    /// Why there is no file.
    pub failed: Option<String>,
}

/// One test to be written.
struct Case<'a> {
    space: &'a Space,
    test: &'a Test,
    expectation: Expectation,
    comment: String,
    storage: Storage,
    /// Whether it shows a finding.
    finds: bool,
    /// Whether only the call is checked.
    plain: bool,
}

/// How long the tests of a file may take to run, all together.
const TIME: Duration = Duration::from_secs(15);

/// How long a test file may be: what gcc compiles in a few seconds.
const LONGEST: usize = 1 << 20;

/// Writes the test file of each source, `jobs` at a time.
pub fn export(results: &Results, scratch: &Path, jobs: usize) -> Result<Vec<Exported>, Error> {
    let mut plans: Vec<Plan> = vec![];
    for (k, source) in results.sources.iter().enumerate() {
        let mut cases: Vec<Case> = vec![];
        for tested in results.tested().filter(|t| t.source == k) {
            if let Ok((report, space)) = &tested.explored {
                cases.extend(
                    report.tests.iter().filter_map(|test| case(results, tested, report, space, test)),
                );
            }
        }
        if cases.is_empty() {
            continue;
        }
        let stem = source.path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
        let path = free_name(&plans, results, k, &stem);
        let folder = scratch.join(format!("export{k}"));
        std::fs::create_dir(&folder).map_err(Error::io(&folder))?;
        plans.push(Plan { index: k, source, cases, path, folder });
    }
    let count = plans.len();
    // Where there are fewer files, the tests of each are shared out.
    let share = (jobs / count.max(1)).max(1);
    let queue = Mutex::new(plans.into_iter().enumerate().collect::<VecDeque<_>>());
    let (sources, tests) = (results.sources, results.tests_folder());
    let next = || queue.lock().unwrap_or_else(|e| e.into_inner()).pop_front();
    let work = || {
        let mut done = vec![];
        while let Some((n, plan)) = next() {
            done.push((n, plan.carry_out(sources, &tests, share)));
        }
        done
    };
    let mut files = std::thread::scope(|scope| {
        let others: Vec<_> = (1..jobs.min(count)).map(|_| scope.spawn(work)).collect();
        let mut files = work();
        // A panic has ended the process already.
        files.extend(others.into_iter().filter_map(|o| o.join().ok()).flatten());
        files
    });
    files.sort_by_key(|(n, _)| *n);
    Ok(files.into_iter().map(|(_, file)| file).collect())
}

/// A test file to be.
struct Plan<'a> {
    /// Which source its tests are for.
    index: usize,
    source: &'a Source,
    cases: Vec<Case<'a>>,
    path: PathBuf,
    /// A place to compile and run it.
    folder: PathBuf,
}

impl Plan<'_> {
    fn carry_out(mut self, sources: &[Source], tests: &Path, jobs: usize) -> Exported {
        let Plan { source, cases, folder, .. } = &mut self;
        let others: Vec<&Source> = sources.iter().filter(|s| s.path != source.path).collect();
        let unit = Unit { before: compat::before(source), ..Unit::new(&source.path, &source.program) };
        let all = cases.len();
        // Whatever goes wrong here, the results stand without it.
        let mut late = 0;
        let written = passing(&unit, cases, source, &others, folder, jobs).and_then(|count| {
            late = count;
            // The file that stays names the unit from where it lies.
            let note = compat::note(&source.include, sources);
            let unit = Unit { path: relative(tests, &unit.path), note, ..unit };
            Ok(write(&unit, cases)? + &source.stubs.appended())
        });
        let (text, failed) = match written {
            Ok(text) => (Some(text), None),
            Err(Error::Interrupted) => (None, Some("interrupted".into())),
            Err(e) => (None, Some(first_error(&e.to_string()))),
        };
        let left_out = all - cases.len() - late;
        let passed = cases.len();
        Exported { path: self.path, source: self.index, text, passed, left_out, late, failed }
    }
}

/// `test_FILE.c`, or `test_FILE_2.c` and so on where another source or a file of the user's has that name.
fn free_name(files: &[Plan], results: &Results, source: usize, stem: &str) -> PathBuf {
    let numbered = (2..).map(|n| format!("test_{stem}_{n}.c"));
    let mut names = std::iter::once(format!("test_{stem}.c")).chain(numbered);
    let is_free = |name: &String| {
        files.iter().all(|f| screen::file_name(&f.path) != *name)
            && results.folder.is_free(&format!("tests/{name}"), results.source_name(source))
    };
    results.tests_folder().join(names.find(is_free).unwrap_or_default())
}

/// The line that says what is wrong.
fn first_error(text: &str) -> String {
    let line = text.lines().find(|l| l.contains("error")).or(text.lines().next());
    line.unwrap_or("unknown").to_string()
}

/// The text of a test file.
fn write(unit: &Unit, cases: &[Case]) -> Result<String, Error> {
    let list: Vec<TestCase> = cases.iter().map(Case::borrow).collect();
    Ok(write_tests(PLAIN_C, unit, &list).map_err(|e| Error::Usage(e.to_string()))?.text)
}

/// Compiles and runs the cases; those that do not pass are dropped, and those whose turn does not come: how many
/// these are. Each runs by itself, so that what remains passes without those that do not.
fn passing(
    unit: &Unit,
    cases: &mut Vec<Case>,
    source: &Source,
    others: &[&Source],
    scratch: &Path,
    jobs: usize,
) -> Result<usize, Error> {
    let all = cases.len();
    let begun = Instant::now();
    let mut done = run(unit, cases, source, others, scratch, jobs, TIME)?;
    // A member that nobody has set differs from run to run: such a struct is not compared.
    let mut again = false;
    for (k, _) in done.iter().filter(|(_, passes)| !passes) {
        again |= cases[*k].weaken();
    }
    if again {
        let folder = scratch.join("again");
        std::fs::create_dir(&folder).map_err(Error::io(&folder))?;
        let left = TIME.saturating_sub(begun.elapsed());
        done = run(unit, cases, source, others, &folder, jobs, left)?;
    }
    let late = all - done.len();
    let good: HashSet<usize> = done.into_iter().filter_map(|(k, passes)| passes.then_some(k)).collect();
    let mut place = 0..;
    cases.retain(|_| place.next().is_some_and(|k| good.contains(&k)));
    Ok(late)
}

/// Compiles the cases, those that there is room for, and runs them as long as that: which of them pass.
fn run(
    unit: &Unit,
    cases: &mut Vec<Case>,
    source: &Source,
    others: &[&Source],
    scratch: &Path,
    jobs: usize,
    time: Duration,
) -> Result<Vec<(usize, bool)>, Error> {
    let file = scratch.join("tests.c");
    let written = loop {
        let list: Vec<TestCase> = cases.iter().map(Case::borrow).collect();
        let written = write_tests(PLAIN_C, unit, &list).map_err(|e| Error::Usage(e.to_string()))?;
        if written.text.len() <= LONGEST || cases.len() < 2 {
            break written;
        }
        let fit = (cases.len() * LONGEST / written.text.len()).clamp(1, cases.len() - 1);
        drop_to(cases, fit);
    };
    std::fs::write(&file, written.text + &source.stubs.appended()).map_err(Error::io(&file))?;
    let flags = PLAIN_C.framework.build().flags;
    let program = native::compile(&file, source, others, flags, scratch)?;
    let until = Instant::now() + time;
    // What shows something has its turn first.
    let mut order: Vec<usize> = (0..cases.len()).collect();
    order.sort_by_key(|k| !cases[*k].finds);
    let (next, tested) = (AtomicUsize::new(0), &*cases);
    let work = |worker: usize| -> Result<Vec<(usize, bool)>, Error> {
        let folder = scratch.join(format!("run{worker}"));
        std::fs::create_dir(&folder).map_err(Error::io(&folder))?;
        let tests = Tests::new(&program, &folder)?;
        let mut done = vec![];
        while let Some(k) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
            let left = until.saturating_duration_since(Instant::now());
            if interrupt::came() {
                return Err(Error::Interrupted);
            }
            if left.is_zero() {
                break;
            }
            let name = written.names[*k].as_ref();
            // One that asks for more memory than we gave it is not tried on its owner's.
            let name = name.filter(|_| !tested[*k].test.refused);
            let passes = |name: &String| tests.passes(name, &tested[*k].expectation, left);
            done.push((*k, name.map(passes).transpose()? == Some(true)));
        }
        Ok(done)
    };
    std::thread::scope(|scope| {
        let work = &work;
        let others: Vec<_> = (1..jobs).map(|worker| scope.spawn(move || work(worker))).collect();
        let mut done = work(0)?;
        // A panic has ended the process already.
        for other in others.into_iter().filter_map(|o| o.join().ok()) {
            done.extend(other?);
        }
        Ok(done)
    })
}

/// Drops cases until so many are left, the last first; those that show something only where nothing else is left.
fn drop_to(cases: &mut Vec<Case>, count: usize) {
    let mut order: Vec<usize> = (0..cases.len()).collect();
    order.sort_by_key(|k| !cases[*k].finds);
    let mut keep = vec![false; cases.len()];
    order.iter().take(count).for_each(|k| keep[*k] = true);
    let mut keep = keep.into_iter();
    cases.retain(|_| keep.next() == Some(true));
}

fn case<'a>(
    results: &Results,
    tested: &Tested,
    report: &Report,
    space: &'a Space,
    test: &'a Test,
) -> Option<Case<'a>> {
    let finding = test.finding.map(|k| &report.findings[k]);
    if finding.is_some_and(|f| !f.confirmed) {
        return None;
    }
    let expectation = match &test.end {
        TestEnd::Returns(bytes) => match text(results.program, space, bytes) {
            Some(text) => Expectation::ReturnsText(text),
            None => Expectation::Returns(Some(bytes.clone())),
        },
        TestEnd::Exits(status) => Expectation::Exits(*status),
        TestEnd::Dies(signal) => Expectation::DiesBySignal(*signal),
    };
    let comment = match finding {
        Some(f) => format!(
            "{}: {} at {}:{}",
            f.kind.name(),
            f.message,
            file_name(Path::new(&f.place.file)),
            f.place.line
        ),
        None => covers(results, test),
    };
    let storage = storage(results.program, &tested.function.name);
    Some(Case { space, test, expectation, comment, storage, finds: finding.is_some(), plain: false })
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
    fn weaken(&mut self) -> bool {
        let kind = self.space.ret().and_then(|ret| self.space.types().stripped_kind(ret.ty));
        let is_struct =
            matches!((kind, &self.expectation), (Some(TypeKind::Struct(_)), Expectation::Returns(Some(_))));
        if is_struct {
            self.expectation = Expectation::Returns(None);
        }
        self.plain = true;
        is_struct || !self.test.changes.is_empty()
    }

    fn borrow(&self) -> TestCase<'_> {
        let Case { space, test, expectation, comment, storage, .. } = self;
        let changes = if self.plain { &[][..] } else { &test.changes };
        TestCase { space, input: &test.input, expectation, comment, storage: *storage, changes }
    }
}
