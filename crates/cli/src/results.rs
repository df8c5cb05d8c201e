//! What was found, and its place on disk.
use crate::build::Source;
use crate::error::Error;
use crate::flags::TestFlags;
use crate::saved;
use acute_exec::Program;
use acute_explore::{Confidence, Outcome, Report, Test, TestEnd};
use acute_input::{Input, Space};
use acute_types::Function;
use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};

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
}

impl Tested {
    /// A function that was not run.
    pub fn untested(source: usize, function: Function, outcome: Outcome) -> Tested {
        Tested { source, function, explored: Err(outcome), ids: vec![] }
    }

    /// Branch outcomes covered and in all: of the function itself, or of all it can call too.
    pub fn branches(&self, program: &Program, reachable: bool) -> (usize, usize) {
        let name = self.function.name.as_str();
        let names = if reachable { program.reachable(name) } else { vec![name] };
        let named = program.map().branches.iter().filter(|b| names.contains(&b.function.as_str()));
        // Static functions of several files may share its name; one that is included has two ways to say where.
        let own = Path::new(&self.function.file).canonicalize().ok();
        let here = |file: &String| *file == self.function.file || Path::new(file).canonicalize().ok() == own;
        let branches = named.filter(|b| b.function != name || here(&b.file));
        branches.fold((0, 0), |(covered, total), branch| {
            let hit = matches!(&self.explored, Ok((report, _)) if branch.is_covered(&report.covered));
            (covered + hit as usize, total + 1)
        })
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
    pub out: PathBuf,
    /// The unit.
    pub program: &'a Program,
    /// Its sources.
    pub sources: &'a [Source],
    /// The functions so far.
    pub tested: Vec<Tested>,
}

impl<'a> Results<'a> {
    /// Makes the folder, or takes over one of an earlier command: its tests are replaced.
    pub fn create(out: &Path, program: &'a Program, sources: &'a [Source]) -> Result<Results<'a>, Error> {
        let tests = out.join("tests");
        std::fs::create_dir_all(&tests).map_err(Error::io(&tests))?;
        for entry in std::fs::read_dir(&tests).map_err(Error::io(&tests))?.flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            if name.ends_with(".json") || name.starts_with("test_") && name.ends_with(".c") {
                std::fs::remove_file(entry.path()).map_err(Error::io(entry.path()))?;
            }
        }
        Ok(Results { out: out.to_owned(), program, sources, tested: vec![] })
    }

    /// Saves a function's inputs and adds it.
    pub fn add(&mut self, mut tested: Tested, flags: &TestFlags) -> Result<&Tested, Error> {
        let mut saved = vec![];
        if let Ok((report, space)) = &tested.explored {
            for test in &report.tests {
                if test.finding.is_none_or(|k| report.findings[k].confirmed) {
                    let path =
                        self.save(&tested, space, &test.input, Some(test), report, test.finding, flags)?;
                    saved.push((path, test.finding));
                }
            }
            // Findings that make no test, for they do not end, still have an input.
            for (k, finding) in report.findings.iter().enumerate().filter(|(_, f)| f.confirmed) {
                if !saved.iter().any(|(_, shown)| *shown == Some(k)) {
                    let path = self.save(&tested, space, &finding.input, None, report, Some(k), flags)?;
                    saved.push((path, Some(k)));
                }
            }
        }
        tested.ids = saved;
        self.tested.push(tested);
        self.tested.last().ok_or_else(|| Error::Internal("nothing was added".into()))
    }

    #[allow(clippy::too_many_arguments)]
    fn save(
        &self,
        tested: &Tested,
        space: &Space,
        input: &Input,
        test: Option<&Test>,
        report: &Report,
        finding: Option<usize>,
        flags: &TestFlags,
    ) -> Result<PathBuf, Error> {
        let mut fields = Map::new();
        fields.insert("acute".into(), json!(env!("CARGO_PKG_VERSION")));
        let tests = self.out.join("tests");
        let files: Vec<Value> = self.sources.iter().map(|s| saved::file(&tests, s)).collect();
        fields.insert("files".into(), json!(files));
        // Files of a database have flags of their own, and these among them.
        if !flags.cflags.is_empty() && flags.database.is_none() {
            fields.insert("cflags".into(), json!(flags.cflags));
        }
        fields.insert("function".into(), json!(tested.function.name));
        if self.ambiguous(&tested.function.name) {
            fields.insert("file".into(), json!(tested.source));
        }
        fields.insert("ends".into(), ends(test));
        if let Some(finding) = finding.map(|k| &report.findings[k]) {
            fields.insert("finding".into(), json!(finding.kind.row().0));
        }
        let text = acute_input::save(input, space, &fields);
        let path = self.out.join("tests").join(format!("{}.json", id(&text)));
        write_whole(&path, text.as_bytes())?;
        Ok(path)
    }

    /// Whether several files have a function of that name.
    fn ambiguous(&self, name: &str) -> bool {
        self.sources.iter().filter(|s| s.functions().any(|f| f.name == name)).count() > 1
    }

    /// Findings of that confidence.
    pub fn count(&self, confidence: Confidence) -> usize {
        let reports = self.tested.iter().filter_map(|t| t.explored.as_ref().ok());
        let findings = reports.flat_map(|(report, _)| &report.findings);
        findings.filter(|f| f.confirmed && f.confidence == confidence).count()
    }

    /// Inputs saved that do not end, and so make no test.
    pub fn endless(&self) -> usize {
        let shown = |t: &Tested| match &t.explored {
            Ok((report, _)) => {
                let is_test = |k: &usize| report.tests.iter().any(|test| test.finding == Some(*k));
                t.ids.iter().filter_map(|(_, finding)| *finding).filter(|k| !is_test(k)).count()
            }
            Err(_) => 0,
        };
        self.tested.iter().map(shown).sum()
    }

    /// Inputs saved.
    pub fn tests(&self) -> usize {
        self.tested.iter().map(|t| t.ids.len()).sum()
    }

    /// Writes the summary.
    pub fn write_summary(&self, text: &str, elsewhere: Option<&Path>) -> Result<(), Error> {
        write_whole(&self.out.join("summary.json"), text.as_bytes())?;
        match elsewhere {
            Some(path) if path.as_os_str() == "-" => print!("{text}"),
            Some(path) => write_whole(path, text.as_bytes())?,
            None => {}
        }
        Ok(())
    }
}

fn ends(test: Option<&Test>) -> Value {
    match test.map(|t| &t.end) {
        Some(TestEnd::Returns(_)) => json!("returns"),
        Some(TestEnd::Exits(status)) => json!({"exits": status}),
        Some(TestEnd::Dies(signal)) => json!({"signal": signal}),
        None => json!("runs on"),
    }
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
    let hash =
        text.bytes().fold(0xcbf2_9ce4_8422_2325u64, |h, b| (h ^ b as u64).wrapping_mul(0x100_0000_01b3));
    format!("{:08x}", hash >> 32)
}

/// Writes a file whole or not at all.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".part");
    let part = path.with_file_name(name);
    std::fs::write(&part, bytes).map_err(Error::io(&part))?;
    std::fs::rename(&part, path).map_err(Error::io(path))
}
