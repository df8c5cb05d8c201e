//! `--resume`: what an earlier command left in `--out`, and what of it still counts.
use crate::flags::TestFlags;
use crate::output::OutputFolder;
use crate::screen::file_name;
use acute_cfront::assume::Precondition;
use acute_cfront::build::{Source, Target, hash, is_linked};
use acute_cfront::error::Error;
use acute_explore::{Finding, Outcome, Report};
use acute_report::{Bug, Function, Summary};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// What lies in `--out`.
pub struct Earlier {
    /// The rows of its summary; each is taken by one function.
    rows: Vec<Option<Function>>,
    /// Of what program, and with which options.
    fingerprint: String,
    saved: Vec<Saved>,
    /// Files among the tests that are no saved inputs.
    pub others: usize,
}

/// A saved input; what is none of this function, or of any, is found out when it is read.
struct Saved {
    /// Its name from `--out`.
    name: String,
    /// The source it is for, as the manifest names it.
    source: Option<String>,
    path: PathBuf,
    text: String,
    root: Value,
}

/// What there is of one function.
#[derive(Default)]
pub struct Before {
    /// Its row in the summary.
    pub row: Option<Function>,
    /// Its saved inputs: where they are, and their text.
    pub saved: Vec<(PathBuf, String)>,
}

impl Earlier {
    /// Reads it; `None` if there is nothing.
    pub fn read(folder: &OutputFolder) -> Result<Option<Earlier>, Error> {
        if folder.is_empty() {
            return Ok(None);
        }
        let path = folder.newest("summary.json");
        let (saved, others) = saved_inputs(folder);
        let text = match std::fs::read(&path) {
            Ok(text) => text,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound && saved.is_empty() => return Ok(None),
            // A command that was killed before its first function was done has none.
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => {
                return Ok(Some(Earlier { rows: vec![], fingerprint: String::new(), saved, others }));
            }
            Err(e) => return Err(Error::Io(path, e)),
        };
        let summary = Summary::from_json(&text).map_err(|why| {
            let path = path.display();
            Error::Usage(format!(
                "--resume: {path} is not a summary of acute: {why}; remove it, or leave --resume out to start afresh"
            ))
        })?;
        // Those before 0.2 have no fingerprint: nothing of them counts for certain.
        let Summary { functions, fingerprint, .. } = summary;
        Ok(Some(Earlier { rows: functions.into_iter().map(Some).collect(), fingerprint, saved, others }))
    }

    /// Whether it was the same program, with the same options.
    pub fn is_same(&self, fingerprint: &str) -> bool {
        self.fingerprint == fingerprint
    }

    /// The names of its functions.
    pub fn names(&self) -> Vec<String> {
        self.rows.iter().flatten().map(|row| row.name.clone()).collect()
    }

    /// What there is of a function. To be called once for each, in their order.
    pub fn take(&mut self, target: &Target, source: &str) -> Before {
        let (name, file) = (target.function.name.as_str(), file_name(Path::new(&target.function.file)));
        let is_it =
            |row: &&mut Option<Function>| row.as_ref().is_some_and(|r| r.name == name && r.file == file);
        let row = self.rows.iter_mut().find(is_it).and_then(Option::take);
        let is_its =
            |s: &&Saved| s.root["function"] == name && s.source.as_deref().is_none_or(|s| s == source);
        let mut saved: Vec<&Saved> = self.saved.iter().filter(is_its).collect();
        // In the order they were found: each covers something that those before it do not.
        let inputs = row.as_ref().map_or(&[][..], |r| &r.inputs);
        let place = |s: &&Saved| inputs.iter().position(|name| *name == s.name).unwrap_or(usize::MAX);
        saved.sort_by_key(place);
        let saved = saved.into_iter().map(|s| (s.path.clone(), s.text.clone())).collect();
        Before { row, saved }
    }
}

/// The saved inputs that the manifest lists, by name, and the number of other files that look like some.
fn saved_inputs(folder: &OutputFolder) -> (Vec<Saved>, usize) {
    let read = |(name, source): (&str, Option<&str>)| {
        let path = folder.root().join(name);
        let text = std::fs::read_to_string(&path).ok()?;
        let root: Value = serde_json::from_str(&text).ok().filter(|r: &Value| r["function"].is_string())?;
        Some(Saved { name: name.to_string(), source: source.map(str::to_string), path, text, root })
    };
    let saved: Vec<Saved> = folder.tests(".json").filter_map(read).collect();
    let entries = std::fs::read_dir(folder.root().join("tests")).into_iter().flatten().flatten();
    let is_other = |path: &PathBuf| {
        path.extension().is_some_and(|e| e == "json") && !saved.iter().any(|s| s.path == *path)
    };
    let others = entries.map(|e| e.path()).filter(is_other).count();
    (saved, others)
}

impl Before {
    /// Whether a function needs no more: it is done for good.
    pub fn is_final(&self) -> bool {
        self.row.as_ref().is_some_and(Function::is_final)
    }

    /// Whether a report, of its inputs run again, has everything that the row has.
    pub fn is_shown_by(&self, report: &Report, covered: usize) -> bool {
        let Some(row) = &self.row else { return false };
        let is_found = |bug: &Bug| {
            let is_it = |f: &Finding| f.confirmed && f.confidence.name() == bug.confidence && shows(f, bug);
            report.findings.iter().any(is_it)
        };
        covered as u64 >= row.branches.covered && row.bugs.iter().all(is_found)
    }
}

/// Whether a finding is the one that a row speaks of, whatever its confidence.
fn shows(finding: &Finding, bug: &Bug) -> bool {
    finding.kind.name() == bug.kind && u64::from(finding.place.line) == bug.line
}

/// Puts what a row says in the place of what running its inputs again says.
pub fn restore(report: &mut Report, row: &Function) {
    let reason = row.reason.clone().unwrap_or("?".into());
    report.outcome = match row.outcome.as_str() {
        "complete" => Outcome::Complete,
        "bounded" => Outcome::Bounded(reason),
        "covered" => Outcome::Covered,
        "executions" => Outcome::Executions,
        "bug" => Outcome::Bug,
        "unsupported" => Outcome::Unsupported(reason),
        "error" => Outcome::Error(reason),
        _ => Outcome::Time,
    };
    (report.executions, report.paths, report.seconds) = (row.executions, row.paths, row.seconds);
    for finding in &mut report.findings {
        if let Some(bug) = row.bugs.iter().find(|bug| shows(finding, bug)) {
            finding.executions = bug.executions_until;
        }
    }
}

/// A hash of all that a final outcome depends on: what the files are compiled to, what they are linked with, and
/// what was asked for. How long, in which order and from which first values makes no difference to it.
pub fn fingerprint(
    sources: &[Source],
    targets: &[Target],
    assumptions: &[Precondition],
    flags: &TestFlags,
) -> String {
    let harness = targets.iter().any(|t| t.harness);
    let TestFlags { depth, nonnull, assume, checks, globals, array_limit, solver, without, until, .. } =
        flags;
    let options = format!(
        "{harness} {depth:?} {nonnull} {assume:?} {checks:?} {globals:?} {array_limit} {solver:?} {without:?} {until:?}"
    );
    let mut sum = hash(env!("CARGO_PKG_VERSION").as_bytes(), 0);
    sum = hash(options.as_bytes(), sum);
    for assumption in assumptions {
        sum = hash(format!("{assumption:?}").as_bytes(), sum);
    }
    for source in sources {
        sum = hash(&source.digest.to_le_bytes(), sum);
        for flag in &source.flags {
            sum = hash(flag.as_bytes(), sum);
            if is_linked(flag) {
                let folder = source.folder.as_deref().unwrap_or(Path::new(""));
                sum = hash(&std::fs::read(folder.join(flag)).unwrap_or_default(), sum);
            }
        }
    }
    format!("{sum:016x}")
}
