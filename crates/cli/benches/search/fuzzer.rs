//! libFuzzer on a unit. Its program is built with clang's coverage counters, too, and writes them whenever a run has
//! set one for the first time (units/fuzz.h): llvm-cov then says which branches were covered by when.
use crate::shared::Outcome;
use acute_cfront::home::Home;
use serde_json::Value;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// A branch as llvm-cov knows it: function, line, column, outcome.
pub type Key = (String, u64, u64, bool);

/// A unit built for it.
pub struct Fuzzer {
    folder: PathBuf,
    program: PathBuf,
}

/// What it did.
pub struct Fuzzed {
    /// When what was covered: each time everything so far.
    pub covered: Vec<(f64, HashMap<Key, bool>)>,
    /// Runs of the unit.
    pub executions: u64,
}

impl Fuzzer {
    /// Builds the unit in a folder.
    pub fn build(file: &Path, folder: &Path) -> Outcome<Fuzzer> {
        let program = folder.join("fuzzer");
        for name in ["profiles", "corpus"] {
            std::fs::create_dir_all(folder.join(name))?;
        }
        let mut clang = Command::new(Home::find()?.clang);
        clang.args(["-O1", "-g", "-w", "-DFUZZ", "-fwrapv", "-fsanitize=fuzzer"]);
        clang.args(["-fprofile-instr-generate", "-fcoverage-mapping"]);
        output(clang.arg(file).arg("-o").arg(&program))
            .map_err(|e| format!("libFuzzer needs libclang-rt-19-dev: type `make setup`: {e}"))?;
        Ok(Fuzzer { folder: folder.to_owned(), program })
    }

    /// Starts it. The value profile helps it past comparisons with constants.
    pub fn start(&self, seconds: f64) -> Outcome<Child> {
        let mut command = Command::new(&self.program);
        command.arg(self.folder.join("corpus")).arg(format!("-max_total_time={}", seconds.round() as u64));
        command.args(["-seed=1", "-max_len=256", "-use_value_profile=1", "-print_final_stats=1"]);
        command.env("FUZZ_PROFILES", self.folder.join("profiles")).current_dir(&self.folder);
        command.env("LLVM_PROFILE_FILE", self.folder.join("other.profraw"));
        let log = std::fs::File::create(self.folder.join("log"))?;
        Ok(command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log).spawn()?)
    }

    /// Waits for its end.
    pub fn finish(&self, mut child: Child) -> Outcome<Fuzzed> {
        let status = child.wait()?;
        let log = std::fs::read_to_string(self.folder.join("log"))?;
        if !status.success() {
            let last: Vec<&str> = log.lines().rev().take(5).collect();
            return Err(format!("libFuzzer: {status}: {}", last.join(" / ")).into());
        }
        let runs = log.lines().find_map(|l| l.strip_prefix("stat::number_of_executed_units:"));
        let executions = runs.and_then(|n| n.trim().parse().ok()).ok_or("libFuzzer does not say its runs")?;
        let mut files: Vec<PathBuf> = std::fs::read_dir(self.folder.join("profiles"))?
            .map(|entry| Ok(entry?.path()))
            .collect::<Outcome<_>>()?;
        files.sort();
        let mut covered = vec![];
        for file in files {
            let stem = file.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
            let seconds: f64 = stem.split_once('-').ok_or("a profile without a time")?.1.parse()?;
            covered.push((seconds, self.branches(&file)?));
        }
        Ok(Fuzzed { covered, executions })
    }

    /// All branches, and whether a profile has them covered.
    fn branches(&self, profile: &Path) -> Outcome<HashMap<Key, bool>> {
        let merged = self.folder.join("merged");
        output(Command::new("llvm-profdata-19").arg("merge").arg(profile).arg("-o").arg(&merged))?;
        let mut cov = Command::new("llvm-cov-19");
        cov.arg("export").arg(&self.program).arg(format!("-instr-profile={}", merged.display()));
        let all: Value = serde_json::from_slice(&output(&mut cov)?)?;
        let mut branches = HashMap::new();
        for function in all["data"][0]["functions"].as_array().into_iter().flatten() {
            // Static functions are `file.c:name`.
            let name = function["name"].as_str().unwrap_or("").rsplit(':').next().unwrap_or("");
            for row in function["branches"].as_array().into_iter().flatten() {
                let n = |at: usize| row[at].as_u64().unwrap_or(0);
                for (count, taken) in [(n(4), true), (n(5), false)] {
                    *branches.entry((name.to_string(), n(0), n(1), taken)).or_default() |= count > 0;
                }
            }
        }
        Ok(branches)
    }
}

/// What a command prints; its messages if it fails.
fn output(command: &mut Command) -> Outcome<Vec<u8>> {
    let name = command.get_program().to_string_lossy().into_owned();
    let said = command.stdin(Stdio::null()).output().map_err(|e| format!("{name}: {e}"))?;
    if !said.status.success() {
        return Err(format!("{name} {}: {}", said.status, String::from_utf8_lossy(&said.stderr)).into());
    }
    Ok(said.stdout)
}
