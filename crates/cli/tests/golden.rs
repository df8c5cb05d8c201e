//! Every C file below tests/units, tested by the tool; what must come out stands in the file itself.
//!
//! | comment | meaning |
//! |---|---|
//! | `//~FLAGS --depth 20` | more flags for `acute test` |
//! | `//~FUNCTION f outcome=complete paths=3 branches=4/4 executions<=9` | of that function's summary |
//! | `//~FILE exit=70 error~of_ours` | of the whole command: its exit code, totals, standard error |
//! | `x->v = 1; //~BUG null-deref` | this finding, at this line; more items may follow |
//! | `x->v = 1; //~PRECONDITION null-deref` | the same, as the caller's fault |
//! | `x->v = 1; //~STATE null-deref` | the same, where a global differs from its first value |
//!
//! An item is a path into the summary (`solver.unknown`, `uncovered.0.taken`), `=` `!=` `<=` `>=` or `~` (contains), and a
//! value without spaces (`_` stands for one after `~`). `bugs`, `preconditions` and `states` are numbers. What is
//! not said holds all the same: no divergence, no error of ours, no finding without its comment, exit
//! code 1 if there is a `//~BUG` and 0 otherwise.

mod common;

use common::{Folder, Said, test, units, units_of};
use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// Whether a unit without a test file is a failure.
const EXPORT: bool = true;

#[test]
fn covers_what_can_be_covered() {
    check_folder("covers");
}

#[test]
fn finds_the_bugs_that_are_there() {
    check_folder("finds");
}

#[test]
fn finds_no_bug_where_there_is_none() {
    check_folder("clean");
}

#[test]
fn names_what_it_does_not_follow_and_never_calls_it_complete() {
    check_folder("unsupported");
}

#[test]
fn runs_every_path_exactly_once() {
    check_folder("paths");
}

#[test]
fn replaces_what_the_solver_does_not_know_by_present_values() {
    check_folder("solver");
}

#[test]
fn asks_where_the_program_marks_its_inputs() {
    check_folder("marks");
}

#[test]
fn follows_functions_of_the_library_that_have_a_model() {
    check_folder("models");
}

#[test]
fn comes_out_of_loops_and_holds_its_budget() {
    check_folder("stuck");
}

/// Every unit of a folder; all failures are shown together.
fn check_folder(folder: &str) {
    let mut failed = vec![];
    let files = units_of(folder);
    for file in &files {
        let complaints = check_file(file);
        if !complaints.is_empty() {
            let name = file.strip_prefix(units()).unwrap_or(file).display();
            failed.push(format!("{name}\n    {}", complaints.join("\n    ")));
        }
    }
    let (bad, all) = (failed.len(), files.len());
    assert!(failed.is_empty(), "{bad} of {all} units are not as they say:\n{}", failed.join("\n"));
}

/// A comparison with a field of the summary.
#[derive(Debug)]
struct Item {
    key: String,
    op: &'static str,
    value: String,
}

/// A finding that stands in the source.
#[derive(Debug)]
struct Expected {
    line: u64,
    confidence: String,
    kind: String,
    items: Vec<Item>,
}

/// What a file says about itself.
#[derive(Debug, Default)]
struct Expectations {
    flags: Vec<String>,
    functions: Vec<(String, Vec<Item>)>,
    file: Vec<Item>,
    findings: Vec<Expected>,
}

impl Expectations {
    fn read(text: &str) -> Result<Expectations, String> {
        let mut all = Expectations::default();
        for (n, line) in (1..).zip(text.lines()) {
            for comment in line.split("//~").skip(1) {
                all.add(n, comment).map_err(|why| format!("line {n}: //~{comment}: {why}"))?;
            }
        }
        Ok(all)
    }

    fn add(&mut self, line: u64, comment: &str) -> Result<(), String> {
        let mut words = comment.split_whitespace();
        match words.next().unwrap_or_default() {
            "FLAGS" => self.flags.extend(words.map(str::to_string)),
            "FILE" => self.file.extend(words.map(item).collect::<Result<Vec<_>, _>>()?),
            "FUNCTION" => {
                let name = words.next().ok_or("no name")?.to_string();
                self.functions.push((name, words.map(item).collect::<Result<_, _>>()?));
            }
            what @ ("BUG" | "PRECONDITION" | "STATE") => {
                let confidence = what.to_lowercase();
                let kind = words.next().ok_or("no kind")?.to_string();
                self.findings.push(Expected {
                    line,
                    confidence,
                    kind,
                    items: words.map(item).collect::<Result<_, _>>()?,
                });
            }
            // Compared with brute force: weak_orders.rs.
            "ORDERS" | "BYTES" | "CHOICES" => {}
            other => return Err(format!("what is `{other}`?")),
        }
        Ok(())
    }
}

/// `paths=3`, `executions<=20`, `reason~depth`.
fn item(word: &str) -> Result<Item, String> {
    for op in ["!=", "<=", ">=", "=", "~"] {
        if let Some((key, value)) = word.split_once(op) {
            return Ok(Item { key: key.into(), op, value: value.into() });
        }
    }
    Err(format!("`{word}` is no comparison"))
}

impl Item {
    /// A complaint, if it does not hold.
    fn check(&self, actual: Option<&Value>) -> Option<String> {
        let actual = match actual {
            None | Some(Value::Null) => String::new(),
            Some(Value::String(text)) => text.clone(),
            Some(Value::Array(rows)) => rows.len().to_string(),
            Some(Value::Object(o)) if o.contains_key("covered") => format!("{}/{}", o["covered"], o["total"]),
            Some(other) => other.to_string(),
        };
        let numbers = || Some((actual.parse::<f64>().ok()?, self.value.parse::<f64>().ok()?));
        let holds = match self.op {
            "=" => actual == self.value,
            "!=" => actual != self.value,
            "<=" => numbers().is_some_and(|(a, b)| a <= b),
            ">=" => numbers().is_some_and(|(a, b)| a >= b),
            _ => actual.replace(' ', "_").contains(&self.value),
        };
        (!holds).then(|| format!("{}{}{} expected, but it is `{actual}`", self.key, self.op, self.value))
    }

    /// Complaints about several items of one row of the summary.
    fn check_all(items: &[Item], row: &Value) -> Vec<String> {
        let member = |v: &Value, k: &str| v.get(k).or_else(|| v.get(k.parse::<usize>().ok()?)).cloned();
        let field = |key: &str| key.split('.').try_fold(row.clone(), |v, k| member(&v, k));
        items.iter().filter_map(|i| i.check(field(&i.key).as_ref())).collect()
    }
}

/// What is wrong with one unit.
fn check_file(file: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(file).expect("a unit");
    let expected = match Expectations::read(&text) {
        Ok(expected) => expected,
        Err(why) => return vec![why],
    };
    let folder = Folder::new();
    let said = test(file, folder.path(), &expected.flags);
    let summary = match said.summary() {
        Ok(summary) => summary,
        // A command that fails as it should has none.
        Err(_) if expected.file.iter().any(|i| i.key == "exit") => Value::Null,
        Err(why) => return vec![why],
    };
    if summary.is_null() {
        return check_command(&expected, &said, &summary);
    }
    let mut complaints = check_command(&expected, &said, &summary);
    complaints.extend(check_functions(&expected, &summary));
    complaints.extend(check_findings(&expected, &summary, file));
    let tests = summary["totals"]["tests"].as_u64().unwrap_or(0);
    complaints.extend(check_exported(file, folder.path(), &expected.flags, tests > 0));
    complaints
}

fn check_command(expected: &Expectations, said: &Said, summary: &Value) -> Vec<String> {
    let mut row = summary["totals"].clone();
    row["exit"] = said.code.into();
    row["error"] = said.err.trim().into();
    let mut complaints = Item::check_all(&expected.file, &row);
    if !expected.file.iter().any(|i| i.key == "exit") {
        let code = expected.findings.iter().any(|f| f.confidence == "bug") as i32;
        if said.code != Some(code) {
            complaints.push(format!(
                "exit code {code} expected, but it is {:?}: {}",
                said.code,
                said.err.trim()
            ));
        }
    }
    complaints
}

/// The functions of the summary, with the numbers of their findings.
fn functions(summary: &Value) -> Vec<Value> {
    let mut rows = summary["functions"].as_array().cloned().unwrap_or_default();
    for row in &mut rows {
        let count = |confidence: &str| {
            let bugs = row["bugs"].as_array().into_iter().flatten();
            bugs.filter(|b| b["confidence"] == confidence).count()
        };
        let (bugs, preconditions, states) = (count("bug"), count("precondition"), count("state"));
        row["bugs"] = bugs.into();
        row["preconditions"] = preconditions.into();
        row["states"] = states.into();
    }
    rows
}

fn check_functions(expected: &Expectations, summary: &Value) -> Vec<String> {
    let mut complaints = vec![];
    for row in functions(summary) {
        let name = row["name"].as_str().unwrap_or_default();
        let stated: Vec<&Item> =
            expected.functions.iter().filter(|(f, _)| f == name).flat_map(|(_, items)| items).collect();
        let mut wrong = vec![];
        if !stated.iter().any(|i| i.key == "divergences") && row["divergences"] != 0 {
            wrong.push(format!("{} runs left the predicted path", row["divergences"]));
        }
        if !stated.iter().any(|i| i.key == "outcome") && row["outcome"] == "error" {
            wrong.push("an error of ours".to_string());
        }
        if !wrong.is_empty() {
            complaints.push(format!("{name}: {}; {}", wrong.join(", "), described(&row)));
        }
    }
    for (name, items) in &expected.functions {
        match functions(summary).iter().find(|row| row["name"] == name.as_str()) {
            None => complaints.push(format!("{name}: it is not in the summary")),
            Some(row) => {
                let wrong = Item::check_all(items, row);
                if !wrong.is_empty() {
                    complaints.push(format!("{name}: {}; {}", wrong.join(", "), described(row)));
                }
            }
        }
    }
    complaints
}

/// A function's row in one line, in the words of the comments.
fn described(row: &Value) -> String {
    let number = |key: &str| row[key].to_string();
    let text = |key: &str| row[key].as_str().unwrap_or("-").to_string();
    let mut line = format!("it is outcome={}", text("outcome"));
    for key in
        ["paths", "executions", "infeasible", "divergences", "bugs", "preconditions", "states", "tests"]
    {
        line += &format!(" {key}={}", number(key));
    }
    line += &format!(" branches={}/{}", row["branches"]["covered"], row["branches"]["total"]);
    if row["reason"].is_string() {
        line += &format!(" ({})", text("reason"));
    }
    for hole in row["uncovered"].as_array().into_iter().flatten() {
        line += &format!(
            "\n        line {}:{} {} is not covered: {}",
            hole["line"], hole["column"], hole["taken"], hole["why"]
        );
    }
    line
}

fn check_findings(expected: &Expectations, summary: &Value, file: &Path) -> Vec<String> {
    let name = file.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    let rows = summary["functions"].as_array().into_iter().flatten();
    let mut found: Vec<Value> = vec![];
    for row in rows {
        for bug in row["bugs"].as_array().into_iter().flatten() {
            let mut bug = bug.clone();
            bug["tested"] = row["name"].clone();
            found.push(bug);
        }
    }
    let same = |e: &Expected, f: &Value| {
        f["file"] == name.as_str()
            && f["line"] == e.line
            && f["kind"] == e.kind.as_str()
            && f["confidence"] == e.confidence.as_str()
    };
    let mut complaints = vec![];
    for e in &expected.findings {
        let here: Vec<&Value> = found.iter().filter(|f| same(e, f)).collect();
        let wrong: Vec<Vec<String>> = here.iter().map(|f| Item::check_all(&e.items, f)).collect();
        if here.is_empty() {
            complaints.push(format!("line {}: the {} {} is not found", e.line, e.confidence, e.kind));
        } else if wrong.iter().all(|w| !w.is_empty()) {
            complaints.push(format!(
                "line {}: {} {}: {}",
                e.line,
                e.confidence,
                e.kind,
                wrong.concat().join(", ")
            ));
        }
    }
    for f in &found {
        if !expected.findings.iter().any(|e| same(e, f)) {
            complaints.push(format!(
                "a {} {} at {}:{} that nobody expected, testing {}: {}",
                f["confidence"], f["kind"], f["file"], f["line"], f["tested"], f["message"]
            ));
        }
    }
    complaints
}

/// The exported tests compile without a warning and pass, without us.
fn check_exported(file: &Path, out: &Path, flags: &[String], any: bool) -> Vec<String> {
    let stem = file.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
    let source = out.join("tests").join(format!("test_{stem}.c"));
    if !source.is_file() {
        return if EXPORT && any { vec![format!("there is no {}", source.display())] } else { vec![] };
    }
    let cflags: Vec<&String> = flags.iter().skip_while(|f| *f != "--").skip(1).collect();
    let mut complaints = vec![];
    for compiler in ["gcc", "clang-19"] {
        let program = out.join(format!("exported-by-{compiler}"));
        let mut command = Command::new(compiler);
        command.args(["-Wall", "-Wextra"]);
        // A unit that has marks includes their header; no test does by itself.
        if file.parent().is_some_and(|f| f.ends_with("marks")) {
            let include = units().join("../../include");
            command.arg("-I").arg(&include);
            // The functions of other tools may be in no header; the test file says where they are.
            let text = std::fs::read_to_string(&source).unwrap_or_default();
            let is_ours =
                |word: &&str| ["acute/verifier.c", "acute/klee.c"].iter().any(|f| word.ends_with(f));
            command.args(text.split_whitespace().filter(is_ours));
        }
        command.args(&cflags).arg(&source).arg("-o").arg(&program).arg("-lm");
        let said = Said::by(&mut command);
        if said.code != Some(0) || !said.err.trim().is_empty() {
            complaints.push(format!(
                "{compiler} on test_{stem}.c: {}",
                said.err.trim().replace('\n', "\n        ")
            ));
        }
        if said.code == Some(0) {
            let said = Said::by(Command::new(&program).current_dir(out));
            if said.code != Some(0) {
                let text = format!("{}{}", said.out, said.err).trim().replace('\n', "\n        ");
                complaints.push(format!(
                    "test_{stem}.c by {compiler} does not pass, exit code {:?}: {text}",
                    said.code
                ));
            }
        }
    }
    complaints
}

#[test]
fn comments_of_a_unit_are_understood() {
    let text = "//~FLAGS --depth 3\n//~FUNCTION f outcome=complete executions<=4\nabort(); //~BUG abort executions_until<=5 //~PRECONDITION null-deref //~STATE abort\n";
    let all = Expectations::read(text).expect("it is well formed");
    assert_eq!(all.flags, ["--depth", "3"]);
    assert_eq!(all.functions[0].1[1].op, "<=");
    let kinds: Vec<_> = all
        .findings
        .iter()
        .map(|f| (f.line, f.confidence.as_str(), f.kind.as_str(), f.items.len()))
        .collect();
    let expected = [(3, "bug", "abort", 1), (3, "precondition", "null-deref", 0), (3, "state", "abort", 0)];
    assert_eq!(kinds, expected);
    assert!(Expectations::read("x; //~BUGS abort").is_err());
    assert!(Expectations::read("//~FUNCTION f complete").is_err());
}

#[test]
fn a_wrong_expectation_is_a_complaint() {
    let row = serde_json::json!({"paths": 3, "outcome": "bounded", "reason": "a depth of 3", "branches": {"covered": 3, "total": 4}});
    let complaints = |text: &str| {
        let items: Vec<Item> = text.split_whitespace().map(|w| item(w).expect("an item")).collect();
        Item::check_all(&items, &row).len()
    };
    assert_eq!(
        complaints("paths=3 paths<=3 paths>=3 paths!=4 outcome=bounded reason~depth_of branches=3/4"),
        0
    );
    assert_eq!(
        complaints("paths=4 paths<=2 paths>=4 paths!=3 outcome=complete reason~width branches=4/4 nothing=1"),
        8
    );
}
