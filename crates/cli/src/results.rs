//! What was found, and its place on disk.
use crate::export::Exported;
use crate::flags::TestFlags;
use crate::journal::{self, Journal};
use crate::output::{self, OutputFolder};
use crate::{saved, screen, summary};
use acute_cfront::build::{self, Source, Target};
use acute_cfront::error::Error;
use acute_cfront::stubs;
use acute_exec::Program;
use acute_explore::{Branch, Checks, Confidence, Kind, Outcome, Report, Test};
use acute_input::{Input, Space};
use acute_report::{SUMMARY_VERSION, Summary, rounded};
use acute_types::Function;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A function and what came of it.
pub struct Tested {
    /// Which source it is in.
    pub source: usize,
    /// The function.
    pub function: Function,
    /// What was found, or why nothing was tried.
    pub explored: Result<(Report, Space), Outcome>,
    /// The file of each saved input, with the finding it shows.
    pub ids: Vec<(PathBuf, Option<usize>)>,
    /// Why it ended before its time, if it did.
    pub note: Option<String>,
    /// The row of an earlier command that still counts.
    pub kept: Option<acute_report::Function>,
}

/// What was covered at some time: branches of the function, and of those it can call, too.
pub struct Point {
    /// Seconds since its exploration began.
    pub seconds: f64,
    /// Its own.
    pub own: usize,
    /// All.
    pub all: usize,
}

impl Point {
    /// Its row in the summary.
    pub fn row(&self) -> acute_report::Point {
        let (branches, branches_reachable) = (self.own as u64, self.all as u64);
        acute_report::Point { seconds: rounded(self.seconds), branches, branches_reachable }
    }
}

impl Tested {
    /// A function that was explored, or why it was not.
    pub fn new(source: usize, function: Function, explored: Result<(Report, Space), Outcome>) -> Tested {
        Tested { source, function, explored, ids: vec![], note: None, kept: None }
    }

    /// A function that was not run.
    pub fn untested(source: usize, function: Function, outcome: Outcome) -> Tested {
        Tested::new(source, function, Err(outcome))
    }

    /// Branch outcomes covered and in all: of the function itself, or of all it can call too.
    pub fn branches(&self, program: &Program, reachable: bool) -> (usize, usize) {
        let branches = self.branches_of(program, reachable);
        let covered = match &self.explored {
            Ok((report, _)) => branches.iter().filter(|b| b.is_covered(&report.covered)).count(),
            Err(_) => 0,
        };
        (covered, branches.len())
    }

    /// Branch outcomes of the function itself that were covered, but by no run which returned or exited.
    pub fn failing_only<'p>(&self, program: &'p Program) -> Vec<&'p Branch> {
        let Ok((report, _)) = &self.explored else { return vec![] };
        let mut branches = self.branches_of(program, false);
        branches.retain(|b| b.is_covered(&report.covered) && !b.is_covered(&report.orderly));
        branches
    }

    /// The branches of the function, with `reachable` also those of the functions it can call.
    fn branches_of<'p>(&self, program: &'p Program, reachable: bool) -> Vec<&'p Branch> {
        let name = self.function.name.as_str();
        let names = if reachable { program.reachable(name) } else { vec![name] };
        let named = program.map().branches.iter().filter(|b| names.contains(&b.function.as_str()));
        // Static functions of several files may share its name; one that is included has two ways to say where.
        let own = Path::new(&self.function.file).canonicalize().ok();
        let here = |file: &String| *file == self.function.file || Path::new(file).canonicalize().ok() == own;
        named.filter(|b| b.function != name || here(&b.file)).collect()
    }

    /// How coverage grew.
    pub fn timeline(&self, program: &Program) -> Vec<Point> {
        let Ok((report, _)) = &self.explored else { return vec![] };
        let sets = [false, true].map(|reachable| self.branches_of(program, reachable));
        let mut covered = vec![false; report.covered.len()];
        let mut points: Vec<Point> = vec![];
        for (seconds, cells) in &report.growth {
            for cell in cells {
                if let Some(seen) = covered.get_mut(*cell as usize) {
                    *seen = true;
                }
            }
            let [own, all] = [0, 1].map(|k| sets[k].iter().filter(|b| b.is_covered(&covered)).count());
            if points.last().is_none_or(|last| (last.own, last.all) != (own, all)) {
                points.push(Point { seconds: *seconds, own, all });
            }
        }
        points
    }

    /// The saved input of a finding, as a path to type.
    pub fn id_of_finding(&self, k: usize) -> Option<String> {
        self.ids.iter().find(|(_, finding)| *finding == Some(k)).map(|(path, _)| path.display().to_string())
    }

    /// How many inputs were saved.
    pub fn test_count(&self) -> usize {
        self.ids.len()
    }
}

/// All functions of a command.
pub struct Results<'a> {
    /// The folder everything goes to.
    pub folder: OutputFolder,
    /// The unit.
    pub program: &'a Program,
    /// Its sources.
    pub sources: &'a [Source],
    /// Their names in the manifest of the folder.
    names: Vec<String>,
    /// The fields that all saved inputs have in common.
    common: Map<String, Value>,
    /// The functions so far, with their numbers.
    // invariant: ascending
    tested: Vec<(usize, Tested)>,
    /// Rows of the summary: of these, and of functions whose turn has not come but of which an earlier command
    /// knows.
    rows: BTreeMap<usize, acute_report::Function>,
    fingerprint: String,
    /// The kinds that were looked for.
    pub checks: Checks,
    seed: u64,
    begun: Instant,
    /// When the summary was last written, and how long that took.
    written: Option<(Instant, Duration)>,
    /// There is more since.
    unwritten: bool,
    /// Inputs that functions under way have saved, by the number of the function.
    noted: BTreeMap<usize, Vec<PathBuf>>,
    /// When these were last written.
    noted_at: Instant,
}

impl<'a> Results<'a> {
    /// Makes the folder, if it does not exist. Its files are replaced one by one, or removed by
    /// [`Results::remove_stale`] in the end, so that a command that is killed loses nothing.
    pub fn create(
        mut folder: OutputFolder,
        flags: &TestFlags,
        (program, sources): (&'a Program, &'a [Source]),
        (fingerprint, checks): (String, Checks),
        begun: Instant,
    ) -> Result<Results<'a>, Error> {
        folder.create()?;
        let names = sources.iter().map(|s| folder.source_name(&s.path)).collect();
        let (seed, rows) = (flags.seed, BTreeMap::new());
        let common = common(&folder.root().join("tests"), sources, flags);
        Ok(Results {
            folder,
            program,
            sources,
            names,
            common,
            tested: vec![],
            rows,
            fingerprint,
            checks,
            seed,
            begun,
            written: None,
            unwritten: false,
            noted: BTreeMap::new(),
            noted_at: begun,
        })
    }

    /// Whether any outcome says that nothing is left.
    pub fn claims(&self) -> bool {
        let is_claim = |tested: &Tested| {
            let report = tested.explored.as_ref().ok().map(|(report, _)| &report.outcome);
            report.is_some_and(|outcome| matches!(outcome, Outcome::Complete | Outcome::Bounded(_)))
        };
        self.tested.iter().any(|(_, tested)| is_claim(tested))
    }

    /// The folder of the tests.
    pub fn tests_folder(&self) -> PathBuf {
        self.folder.root().join("tests")
    }

    /// The name of a source in the manifest.
    pub fn source_name(&self, source: usize) -> &str {
        &self.names[source]
    }

    /// Removes the tests of these sources that an earlier command wrote and this one did not.
    pub fn remove_stale(&mut self) -> Result<(), Error> {
        self.folder.remove_stale(&self.names)
    }

    /// Writes the exported test files into the folder.
    pub fn write_exported(&mut self, exported: &mut [Exported]) -> Result<(), Error> {
        for file in exported {
            let Some(text) = file.text.take() else { continue };
            let name = format!("tests/{}", screen::file_name(&file.path));
            let written = self.folder.write(&name, Some(&self.names[file.source]), text.as_bytes())?;
            file.path = self.folder.root().join(written);
        }
        Ok(())
    }

    /// The functions so far, in the order of the source.
    pub fn tested(&self) -> impl Iterator<Item = &Tested> {
        self.tested.iter().map(|(_, t)| t)
    }

    /// A function by its number.
    pub fn get(&self, index: usize) -> Option<&Tested> {
        self.tested.iter().find(|(k, _)| *k == index).map(|(_, t)| t)
    }

    /// What an earlier command knows of a function, until this one does.
    pub fn expect(&mut self, index: usize, row: acute_report::Function) {
        self.rows.insert(index, row);
    }

    /// An empty journal for a function.
    pub fn journal(&self, target: &Target) -> Journal {
        Journal::new(self.fields(&target.function.name, target.source))
    }

    /// Writes what the journals of functions under way hold, unless that was done a moment ago.
    pub fn write_journals<'j>(
        &mut self,
        journals: impl Iterator<Item = (usize, usize, &'j Journal)>,
    ) -> Result<(), Error> {
        if self.noted_at.elapsed() < journal::PERIOD {
            return Ok(());
        }
        for (index, source, journal) in journals {
            self.write_journal(index, source, journal)?;
        }
        self.noted_at = Instant::now();
        Ok(())
    }

    /// Writes what the journal of a function holds.
    pub fn write_journal(&mut self, index: usize, source: usize, journal: &Journal) -> Result<(), Error> {
        for text in journal.take() {
            let path = self.write_input(source, &text)?;
            self.noted.entry(index).or_default().push(path);
        }
        Ok(())
    }

    /// Saves a function's inputs and adds it; the files of an earlier command that `old` names are its own now.
    pub fn add(&mut self, index: usize, mut tested: Tested, old: &[PathBuf]) -> Result<(), Error> {
        let mut saved = vec![];
        if let Ok((report, space)) = &tested.explored {
            for test in &report.tests {
                if test.finding.is_none_or(|k| report.findings[k].confirmed) {
                    let path = self.save(&tested, space, &test.input, Some(test), report, test.finding)?;
                    saved.push((path, test.finding));
                }
            }
            // Findings that make no test, for they do not end, still have an input.
            for (k, finding) in report.findings.iter().enumerate().filter(|(_, f)| f.confirmed) {
                if !saved.iter().any(|(_, shown)| *shown == Some(k)) {
                    let path = self.save(&tested, space, &finding.input, None, report, Some(k))?;
                    saved.push((path, Some(k)));
                }
            }
        }
        tested.ids = saved;
        self.rows.insert(index, summary::function(self, &tested));
        let was_explored = tested.explored.is_ok();
        let is_new = |path: &&PathBuf| !tested.ids.iter().any(|(id, _)| id.file_name() == path.file_name());
        let noted = self.noted.remove(&index).unwrap_or_default();
        let gone: Vec<&PathBuf> = old.iter().chain(&noted).filter(is_new).collect();
        let at = self.tested.partition_point(|(k, _)| *k < index);
        self.tested.insert(at, (index, tested));
        // What takes the place of the old files is on the disk before they go.
        self.write_so_far()?;
        for path in gone.into_iter().filter(|_| was_explored) {
            self.folder.remove(&format!("tests/{}", screen::file_name(path)))?;
        }
        Ok(())
    }

    /// Writes what there was no time for.
    pub fn catch_up(&mut self) -> Result<(), Error> {
        if self.unwritten { self.write_so_far() } else { Ok(()) }
    }

    /// Writes the summary while the command is under way, but spends no more than a little of its time on it.
    fn write_so_far(&mut self) -> Result<(), Error> {
        let is_due = |(when, cost): (Instant, Duration)| when.elapsed() >= (cost * 20).min(journal::PERIOD);
        self.unwritten = !self.written.is_none_or(is_due);
        if self.unwritten {
            return Ok(());
        }
        let begun = Instant::now();
        self.folder.write("summary.json", None, self.summary(false, &[]).as_bytes())?;
        self.written = Some((Instant::now(), begun.elapsed()));
        Ok(())
    }

    /// The summary as it is now.
    pub fn summary(&self, finished: bool, not_begun: &[String]) -> String {
        let mut summary = Summary {
            version: SUMMARY_VERSION,
            acute: env!("CARGO_PKG_VERSION").into(),
            seed: self.seed,
            seconds: rounded(self.begun.elapsed().as_secs_f64()),
            finished,
            not_begun: not_begun.to_vec(),
            fingerprint: self.fingerprint.clone(),
            not_checked: self.checks.not_checked().into_iter().map(str::to_string).collect(),
            stubs: stubs::all(self.sources).iter().map(|(name, _)| name.to_string()).collect(),
            functions: self.rows.values().cloned().collect(),
            totals: Default::default(),
        };
        summary.sum_up();
        summary.to_json()
    }

    fn save(
        &mut self,
        tested: &Tested,
        space: &Space,
        input: &Input,
        test: Option<&Test>,
        report: &Report,
        finding: Option<usize>,
    ) -> Result<PathBuf, Error> {
        let fields = self.fields(&tested.function.name, tested.source);
        let kind = finding.map(|k| report.findings[k].kind);
        let text = journal::text(fields, input, space, test.map(|t| &t.end), kind);
        self.write_input(tested.source, &text)
    }

    /// Writes a saved input.
    fn write_input(&mut self, source: usize, text: &str) -> Result<PathBuf, Error> {
        let name = format!("tests/{}.json", id(text));
        let written = self.folder.write(&name, Some(&self.names[source]), text.as_bytes())?;
        Ok(self.folder.root().join(written))
    }

    /// What all saved inputs of a function have in common.
    fn fields(&self, function: &str, source: usize) -> Map<String, Value> {
        let mut fields = self.common.clone();
        fields.insert("function".into(), json!(function));
        if self.ambiguous(function) {
            fields.insert("file".into(), json!(source));
        }
        fields
    }

    /// Whether several files have a function of that name.
    fn ambiguous(&self, name: &str) -> bool {
        self.sources.iter().filter(|s| s.functions().any(|f| f.name == name)).count() > 1
    }

    /// Findings of that confidence.
    pub fn count(&self, confidence: Confidence) -> usize {
        let reports = self.tested().filter_map(|t| t.explored.as_ref().ok());
        let findings = reports.flat_map(|(report, _)| &report.findings);
        findings.filter(|f| f.confirmed && f.confidence == confidence).count()
    }

    /// Inputs saved that do not end, and so make no test.
    pub fn endless(&self) -> usize {
        let shown = |t: &Tested| match &t.explored {
            Ok((report, _)) => {
                let is_test = |k: &usize| report.tests.iter().any(|test| test.finding == Some(*k));
                let returns = |k: &usize| report.findings[*k].kind == Kind::Leak;
                let shown = t.ids.iter().filter_map(|(_, finding)| *finding);
                shown.filter(|k| !is_test(k) && !returns(k)).count()
            }
            Err(_) => 0,
        };
        self.tested().map(shown).sum()
    }

    /// Inputs saved.
    pub fn tests(&self) -> usize {
        self.tested().map(|t| t.ids.len()).sum()
    }

    /// Writes the summary.
    pub fn write_summary(&mut self, text: &str, elsewhere: Option<&Path>) -> Result<(), Error> {
        self.folder.write("summary.json", None, text.as_bytes())?;
        match elsewhere {
            Some(path) if path.as_os_str() == "-" => screen::write(format_args!("{text}")),
            Some(path) => output::write_named(path, text)?,
            None => {}
        }
        self.folder.finish()
    }
}

/// The fields that all saved inputs in the folder `tests` have in common.
fn common(tests: &Path, sources: &[Source], flags: &TestFlags) -> Map<String, Value> {
    let mut fields = Map::new();
    fields.insert("acute".into(), json!(env!("CARGO_PKG_VERSION")));
    let files: Vec<Value> = sources.iter().map(|s| saved::file(tests, s)).collect();
    fields.insert("files".into(), json!(files));
    // Files of a database have flags of their own, and these among them.
    if !flags.cflags.is_empty() && flags.database.is_none() {
        fields.insert("cflags".into(), json!(flags.cflags));
    }
    fields
}

/// The way from a folder to a file, the same wherever both are moved together.
pub fn relative(folder: &Path, file: &Path) -> PathBuf {
    let (Ok(folder), Ok(file)) = (folder.canonicalize(), file.canonicalize()) else {
        return file.to_owned();
    };
    let shared = folder.components().zip(file.components()).take_while(|(a, b)| a == b).count();
    let up = folder.components().skip(shared).map(|_| std::path::Component::ParentDir);
    up.chain(file.components().skip(shared)).collect()
}

/// A short name for a test, the same for the same test.
fn id(text: &str) -> String {
    format!("{:08x}", build::hash(text.as_bytes(), 0) >> 32)
}
