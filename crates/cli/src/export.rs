//! The test files: written, compiled, run, and only then left where a person finds them. Regression tests and tests of
//! findings are files of their own, so that a bug that is fixed turns no test red.
//!
//! | file | holds |
//! |---|---|
//! | `case` | which inputs become which tests |
//! | `verify` | compiles and runs them, and drops those that do not behave as predicted |
mod case;
mod verify;

use crate::results::{Results, relative};
use crate::screen;
use acute_cfront::build::Source;
use acute_cfront::compat;
use acute_cfront::error::Error;
use acute_export::{PLAIN_C, TestCase, Unit, write_tests};
use case::Case;
pub use case::storage;
use std::collections::{BTreeMap, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// A test file and what became of it.
pub struct Exported {
    /// The file.
    pub path: PathBuf,
    /// The source that its tests are for.
    pub source: usize,
    /// Whether its tests are those of findings, which fail, or regression tests, which pass.
    pub findings: bool,
    /// Its text, until it is written; none where no test is left.
    pub text: Option<String>,
    /// Tests in it; each was run and did what it is to do.
    pub tests: usize,
    /// Inputs that are not in it, by reason.
    pub left_out: BTreeMap<String, usize>,
    /// Why there is no file.
    pub failed: Option<String>,
}

/// Writes the test files of each source, `jobs` at a time.
pub fn export(results: &Results, scratch: &Path, jobs: usize) -> Result<Vec<Exported>, Error> {
    let mut plans: Vec<Plan> = vec![];
    for (k, source) in results.sources.iter().enumerate() {
        let (mut tests, mut findings) = (vec![], vec![]);
        for tested in results.tested().filter(|t| t.source == k) {
            if let Ok((report, space)) = &tested.explored {
                tests.extend(case::regression_tests(results, tested, report, space));
                findings.extend(case::findings(results, tested, report, space));
            }
        }
        let stem = source.path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
        let names = free_names(&plans, results, k, &stem);
        for (n, cases) in [tests, findings].into_iter().enumerate().filter(|(_, cases)| !cases.is_empty()) {
            let path = results.tests_folder().join(&names[n]);
            let folder = scratch.join(format!("export{k}-{n}"));
            std::fs::create_dir(&folder).map_err(Error::io(&folder))?;
            plans.push(Plan { index: k, source, findings: n == 1, cases, path, folder });
        }
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
    findings: bool,
    cases: Vec<Case<'a>>,
    path: PathBuf,
    /// A place to compile and run it.
    folder: PathBuf,
}

impl Plan<'_> {
    fn carry_out(mut self, sources: &[Source], tests: &Path, jobs: usize) -> Exported {
        let Plan { source, cases, folder, findings, .. } = &mut self;
        let others: Vec<&Source> = sources.iter().filter(|s| s.path != source.path).collect();
        let unit = Unit { before: compat::before(source), ..Unit::new(&source.path, &source.program) };
        // Whatever goes wrong here, the results stand without it.
        let mut left_out = BTreeMap::new();
        let build = verify::Build { unit: &unit, source, others: &others, jobs };
        let written = build.keep_as_predicted(cases, folder).and_then(|reasons| {
            left_out = reasons;
            // The file that stays names the unit from where it lies.
            let note = compat::note(&source.include, sources);
            let unit = Unit { path: relative(tests, &unit.path), note, ..unit };
            let list: Vec<TestCase> = cases.iter().map(Case::borrow).collect();
            let text = write_tests(PLAIN_C, &unit, &list).map_err(|e| Error::Usage(e.to_string()))?.text;
            Ok(text + &source.stubs.appended())
        });
        let (text, failed) = match written {
            Ok(text) => ((!*findings || !cases.is_empty()).then_some(text), None),
            Err(Error::Interrupted) => (None, Some("interrupted".into())),
            Err(e) => (None, Some(first_error(&e.to_string()))),
        };
        let Plan { index: source, findings, cases, path, .. } = self;
        Exported { path, source, findings, text, tests: cases.len(), left_out, failed }
    }
}

/// `test_FILE.c` and `findings_FILE.c`, or `test_FILE_2.c` and `findings_FILE_2.c` and so on where another source or a
/// file of the user's has one of the names.
fn free_names(plans: &[Plan], results: &Results, source: usize, stem: &str) -> [String; 2] {
    let number = |n: u32| if n == 1 { String::new() } else { format!("_{n}") };
    let mut names = (1..).map(|n| ["test", "findings"].map(|what| format!("{what}_{stem}{}.c", number(n))));
    let is_free = |name: &String| {
        plans.iter().all(|f| f.index == source || screen::file_name(&f.path) != *name)
            && results.folder.is_free(&format!("tests/{name}"), results.source_name(source))
    };
    names.find(|names| names.iter().all(is_free)).unwrap_or_default()
}

/// The line that says what is wrong.
fn first_error(text: &str) -> String {
    let line = text.lines().find(|l| l.contains("error")).or(text.lines().next());
    line.unwrap_or("unknown").to_string()
}
