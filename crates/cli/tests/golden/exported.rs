//! The exported tests of a unit, built without acute: they compile without a warning; regression tests pass, and tests
//! of findings fail for the reason they state.

use crate::common::{Said, units};
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;

/// Complaints about the exported tests in `out`.
pub fn check(file: &Path, out: &Path, flags: &[String]) -> Vec<String> {
    let stem = file.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
    let cflags: Vec<&String> = flags.iter().skip_while(|f| *f != "--").skip(1).collect();
    let mut complaints = vec![];
    for kind in ["test", "findings"] {
        let source = out.join("out/tests").join(format!("{kind}_{stem}.c"));
        if !source.is_file() {
            if kind == "test" && has_orderly_input(out) {
                complaints.push(format!("there is no {}", source.display()));
            }
            continue;
        }
        for compiler in ["gcc", "clang-19"] {
            let program = out.join(format!("{kind}-by-{compiler}"));
            let mut command = Command::new(compiler);
            command.args(["-Wall", "-Wextra"]).args(flags_for_marks(file, &source)).args(sanitizers(&source));
            command.args(&cflags).arg(&source).arg("-o").arg(&program).arg("-lm");
            let said = Said::by(&mut command);
            if said.code != Some(0) || !said.err.trim().is_empty() {
                complaints.push(format!("{compiler} on {kind}_{stem}.c: {}", indented(&said.err)));
            }
            if said.code == Some(0) {
                let said = Said::by(Command::new(&program).current_dir(out));
                let wrong = if kind == "test" { passes(&said) } else { finds(&said, &source) };
                complaints.extend(wrong.map(|why| format!("{kind}_{stem}.c by {compiler}: {why}")));
            }
        }
    }
    complaints
}

/// The flags that a file asks for in its first line, where a plain run does not show its findings.
fn sanitizers(source: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(source).unwrap_or_default();
    let asked = text.lines().next().and_then(|line| line.split_once(" Build with "));
    let flags = asked.and_then(|(_, rest)| rest.strip_suffix(". */")).unwrap_or_default();
    flags.split_whitespace().map(str::to_string).collect()
}

/// Whether an input was saved whose run ends as it should.
fn has_orderly_input(out: &Path) -> bool {
    let files = std::fs::read_dir(out.join("out/tests")).into_iter().flatten().flatten();
    let inputs = files.filter(|f| f.path().extension().is_some_and(|e| e == "json"));
    let is_orderly = |input: Value| {
        input["finding"].is_null() && (input["ends"] == "returns" || input["ends"]["exits"].is_number())
    };
    let read = |path: &Path| serde_json::from_slice(&std::fs::read(path).ok()?).ok();
    inputs.filter_map(|f| read(&f.path())).any(is_orderly)
}

fn passes(said: &Said) -> Option<String> {
    let text = indented(&format!("{}{}", said.out, said.err));
    (said.code != Some(0)).then(|| format!("fails, exit code {:?}: {text}", said.code))
}

/// Every test of a finding fails, and says what the finding is.
fn finds(said: &Said, source: &Path) -> Option<String> {
    let text = std::fs::read_to_string(source).unwrap_or_default();
    let names = tests_in(&text, "FINDING(");
    let count = format!("0 passed, {} failed\n", names.len());
    // What the unit prints may stand in front of it.
    let states = |name: &&str| {
        let comment = text.split(&format!("*/\nstatic void {name}(")).next();
        let reason = comment.and_then(|c| c.rsplit("/* ").next()).unwrap_or_default().trim();
        said.err.contains(&format!("{name}: {reason}"))
    };
    let is_right = said.code == Some(1) && said.out.ends_with(&count) && names.iter().all(states);
    let (out, err) = (indented(&said.out), indented(&said.err));
    (!is_right).then(|| format!("exit code {:?}, `{count}` expected: {out}\n        {err}", said.code))
}

/// The tests that `main` runs by a word.
fn tests_in<'a>(text: &'a str, word: &str) -> Vec<&'a str> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("    ")?.strip_prefix(word));
    lines.filter_map(|rest| rest.split([',', ')']).next()).collect()
}

/// The number of exported tests and of tests of findings, for the comments.
pub fn row(file: &Path, out: &Path) -> Value {
    let stem = file.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
    let read = |kind: &str| std::fs::read_to_string(out.join(format!("out/tests/{kind}_{stem}.c")));
    let (tests, findings) = (read("test").unwrap_or_default(), read("findings").unwrap_or_default());
    let orderly = tests_in(&tests, "RUN(").len() + tests_in(&tests, "EXITS(").len();
    json!({ "tests": orderly, "findings": tests_in(&findings, "FINDING(").len() })
}

/// A unit that has marks includes their header; no test does by itself.
fn flags_for_marks(file: &Path, source: &Path) -> Vec<String> {
    if file.parent().is_none_or(|folder| !folder.ends_with("marks")) {
        return vec![];
    }
    let include = units().join("../../include").display().to_string();
    let mut flags = vec!["-I".to_string(), include];
    // The functions of other tools may be in no header; the test file says where they are.
    let text = std::fs::read_to_string(source).unwrap_or_default();
    let is_ours = |word: &&str| ["acute/verifier.c", "acute/klee.c"].iter().any(|f| word.ends_with(f));
    flags.extend(text.split_whitespace().filter(is_ours).map(str::to_string));
    flags
}

fn indented(text: &str) -> String {
    text.trim().replace('\n', "\n        ")
}
