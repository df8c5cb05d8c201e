//! `--resume`: what an earlier command left in `--out`, and what of it still counts.
use crate::build::{Source, Target, hash, is_linked};
use crate::error::Error;
use crate::flags::TestFlags;
use crate::screen::file_name;
use acute_explore::{Outcome, Report};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// What lies in `--out`.
pub struct Earlier {
    /// The rows of its summary; each is taken by one function.
    rows: Vec<Option<Value>>,
    /// Of what program, and with which options.
    fingerprint: String,
    saved: Vec<Saved>,
    /// Files among the tests that are no saved inputs.
    pub foreign: usize,
}

/// A saved input; what is none of this function, or of any, is found out when it is read.
struct Saved {
    /// Its name from `--out`.
    name: String,
    path: PathBuf,
    text: String,
    root: Value,
}

/// What there is of one function.
#[derive(Default)]
pub struct Before {
    /// Its row in the summary.
    pub row: Option<Value>,
    /// Its saved inputs: where they are, and their text.
    pub saved: Vec<(PathBuf, String)>,
}

impl Earlier {
    /// Reads it; `None` if there is nothing.
    pub fn read(out: &Path) -> Result<Option<Earlier>, Error> {
        let path = out.join("summary.json");
        let (saved, foreign) = saved_inputs(out);
        let text = match std::fs::read(&path) {
            Ok(text) => text,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound && saved.is_empty() => return Ok(None),
            // A command that was killed before its first function was done has none.
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => {
                return Ok(Some(Earlier { rows: vec![], fingerprint: String::new(), saved, foreign }));
            }
            Err(e) => return Err(Error::Io(path, e)),
        };
        let (rows, fingerprint) = parse(&text).map_err(|why| {
            let path = path.display();
            Error::Usage(format!(
                "--resume: {path} is not a summary of acute: {why}; remove it, or leave --resume out to start afresh"
            ))
        })?;
        Ok(Some(Earlier { rows: rows.into_iter().map(Some).collect(), fingerprint, saved, foreign }))
    }

    /// Whether it was the same program, with the same options.
    pub fn is_same(&self, fingerprint: &str) -> bool {
        self.fingerprint == fingerprint
    }

    /// The names of its functions.
    pub fn names(&self) -> Vec<String> {
        let name = |row: &Value| Some(row["name"].as_str()?.to_string());
        self.rows.iter().flatten().filter_map(name).collect()
    }

    /// What there is of a function. To be called once for each, in their order.
    pub fn take(&mut self, target: &Target) -> Before {
        let (name, file) = (target.function.name.as_str(), file_name(Path::new(&target.function.file)));
        let is_it = |row: &&mut Option<Value>| {
            row.as_ref().is_some_and(|r| r["name"] == name && r["file"] == file.as_str())
        };
        let row = self.rows.iter_mut().find(is_it).and_then(Option::take);
        let is_its = |s: &&Saved| {
            s.root["function"] == name && s.root["file"].as_u64().is_none_or(|k| k as usize == target.source)
        };
        let mut saved: Vec<&Saved> = self.saved.iter().filter(is_its).collect();
        // In the order they were found: each covers something that those before it do not.
        let inputs = row.as_ref().and_then(|r| r["inputs"].as_array());
        let place = |s: &&Saved| {
            let at = inputs.and_then(|list| list.iter().position(|name| *name == s.name.as_str()));
            at.unwrap_or(usize::MAX)
        };
        saved.sort_by_key(place);
        let saved = saved.into_iter().map(|s| (s.path.clone(), s.text.clone())).collect();
        Before { row, saved }
    }
}

/// The rows of a summary, and its fingerprint.
fn parse(text: &[u8]) -> Result<(Vec<Value>, String), String> {
    let root: Value = serde_json::from_slice(text).map_err(|e| e.to_string())?;
    match &root["version"] {
        Value::Null => return Err("it has no `version`".into()),
        version if *version == 1 => {}
        version => return Err(format!("it has version {version}, and this acute knows version 1")),
    }
    let rows = root["functions"].as_array().ok_or("it has no `functions`")?;
    if rows.iter().any(|row| !row["name"].is_string() || !row["outcome"].is_string()) {
        return Err("one of its `functions` has no `name` or no `outcome`".into());
    }
    // Those before 0.2 have none: nothing of them counts for certain.
    let fingerprint = root["fingerprint"].as_str().unwrap_or_default();
    Ok((rows.clone(), fingerprint.to_string()))
}

/// Every file that may be a saved input, by name, and how many are none for certain.
fn saved_inputs(out: &Path) -> (Vec<Saved>, usize) {
    let Ok(entries) = std::fs::read_dir(out.join("tests")) else { return (vec![], 0) };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|e| e.path()).collect();
    paths.retain(|p| p.extension().is_some_and(|e| e == "json"));
    paths.sort();
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).ok()?;
        let root: Value = serde_json::from_str(&text).ok().filter(|r: &Value| r["function"].is_string())?;
        Some(Saved { name: format!("tests/{}", file_name(&path)), path, text, root })
    };
    let all = paths.len();
    let saved: Vec<Saved> = paths.into_iter().filter_map(read).collect();
    let foreign = all - saved.len();
    (saved, foreign)
}

impl Before {
    /// Whether a function needs no more: it is done for good.
    pub fn is_final(&self) -> bool {
        let outcome = self.row.as_ref().map(|row| row["outcome"].as_str().unwrap_or_default());
        matches!(outcome, Some("complete" | "bounded" | "covered"))
    }

    /// Whether a report, of its inputs run again, has everything that the row has.
    pub fn is_shown_by(&self, report: &Report, covered: usize) -> bool {
        let Some(row) = &self.row else { return false };
        let mut bugs = row["bugs"].as_array().into_iter().flatten();
        let is_found = |bug: &Value| {
            report.findings.iter().any(|f| {
                let (kind, confidence) = (f.kind.row().0, f.confidence.name());
                f.confirmed
                    && bug["kind"] == kind
                    && bug["confidence"] == confidence
                    && bug["line"] == f.place.line
            })
        };
        row["branches"]["covered"].as_u64().is_some_and(|before| covered as u64 >= before)
            && bugs.all(is_found)
    }
}

/// Puts what a row says in the place of what running its inputs again says.
pub fn restore(report: &mut Report, row: &Value) {
    let number = |key: &str| row[key].as_u64().unwrap_or_default();
    let reason = row["reason"].as_str().unwrap_or("?").to_string();
    report.outcome = match row["outcome"].as_str().unwrap_or_default() {
        "complete" => Outcome::Complete,
        "bounded" => Outcome::Bounded(reason),
        "covered" => Outcome::Covered,
        "executions" => Outcome::Executions,
        "bug" => Outcome::Bug,
        "unsupported" => Outcome::Unsupported(reason),
        "error" => Outcome::Error(reason),
        _ => Outcome::Time,
    };
    (report.executions, report.paths) = (number("executions"), number("paths"));
    report.seconds = row["seconds"].as_f64().unwrap_or_default();
    for finding in &mut report.findings {
        let is_it = |bug: &&Value| bug["kind"] == finding.kind.row().0 && bug["line"] == finding.place.line;
        let bug = row["bugs"].as_array().into_iter().flatten().find(is_it);
        if let Some(runs) = bug.and_then(|b| b["executions_until"].as_u64()) {
            finding.executions = runs;
        }
    }
}

/// A hash of all that a final outcome depends on: what the files are compiled to, what they are linked with, and
/// what was asked for. How long, in which order and from which first values makes no difference to it.
pub fn fingerprint(sources: &[Source], targets: &[Target], flags: &TestFlags) -> String {
    let harness = targets.iter().any(|t| t.harness);
    let TestFlags { depth, nonnull, globals, array_limit, solver, without, until, .. } = flags;
    let options =
        format!("{harness} {depth:?} {nonnull} {globals:?} {array_limit} {solver:?} {without:?} {until:?}");
    let mut sum = hash(env!("CARGO_PKG_VERSION").as_bytes(), 0);
    sum = hash(options.as_bytes(), sum);
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
