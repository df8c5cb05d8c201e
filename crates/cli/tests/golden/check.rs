//! Runs `acute test` on a unit and compares its summary with the comments.

use crate::common::{Folder, Said, test};
use crate::expectations::{Expectations, Expected, Item};
use crate::exported;
use serde_json::Value;
use std::path::Path;

/// One execution of `acute test` on a unit.
pub struct Report {
    /// Its exit code and texts.
    pub said: Said,
    /// Null where the command failed as the file states.
    pub summary: Value,
    /// The output folder.
    pub out: Folder,
}

/// Complaints about one unit.
pub fn check_file(file: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(file).expect("a unit");
    let report = Expectations::read(&text).and_then(|expected| Ok((report(file, &expected)?, expected)));
    match report {
        Ok((report, expected)) => complaints(file, &expected, &report),
        Err(why) => vec![why],
    }
}

/// Runs the tool as the file states.
pub fn report(file: &Path, expected: &Expectations) -> Result<Report, String> {
    let out = Folder::new();
    let said = test(file, out.path(), &expected.flags);
    let summary = match said.summary() {
        Ok(summary) => summary,
        // A command that fails as stated has none.
        Err(_) if expected.file.iter().any(|i| i.key == "exit") => Value::Null,
        Err(why) => return Err(why),
    };
    Ok(Report { said, summary, out })
}

/// Complaints about a report.
pub fn complaints(file: &Path, expected: &Expectations, report: &Report) -> Vec<String> {
    let summary = &report.summary;
    let mut complaints = check_command(expected, report);
    if !summary.is_null() {
        complaints.extend(check_functions(expected, summary));
        complaints.extend(check_findings(expected, summary, file));
        complaints.extend(Item::check_all(&expected.exports, &exported::row(file, report.out.path())));
        complaints.extend(exported::check(file, report.out.path(), &expected.flags));
    }
    complaints
}

/// A field of the summary in the words of the comments; empty where there is none.
pub fn shown(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(rows)) => rows.len().to_string(),
        Some(Value::Object(o)) if o.contains_key("covered") => format!("{}/{}", o["covered"], o["total"]),
        Some(other) => other.to_string(),
    }
}

impl Item {
    /// The field of this row that the item speaks of.
    pub fn actual(&self, row: &Value) -> String {
        let member = |v: &Value, k: &str| v.get(k).or_else(|| v.get(k.parse::<usize>().ok()?)).cloned();
        let field = self.key.split('.').try_fold(row.clone(), |v, k| member(&v, k));
        shown(field.as_ref())
    }

    /// Whether it holds of this row.
    pub fn holds(&self, row: &Value) -> bool {
        let actual = self.actual(row);
        let numbers = || Some((actual.parse::<f64>().ok()?, self.value.parse::<f64>().ok()?));
        match self.op {
            "=" => actual == self.value,
            "!=" => actual != self.value,
            "<=" => numbers().is_some_and(|(a, b)| a <= b),
            ">=" => numbers().is_some_and(|(a, b)| a >= b),
            _ => actual.replace(' ', "_").contains(&self.value),
        }
    }

    /// Complaints about several items of one row of the summary.
    pub fn check_all(items: &[Item], row: &Value) -> Vec<String> {
        let complaint =
            |i: &Item| format!("{}{}{} expected, but it is `{}`", i.key, i.op, i.value, i.actual(row));
        items.iter().filter(|i| !i.holds(row)).map(complaint).collect()
    }
}

/// The row that `//~FILE` items speak of.
pub fn command_row(report: &Report) -> Value {
    let mut row = report.summary["totals"].clone();
    row["exit"] = report.said.code.into();
    row["error"] = report.said.err.trim().into();
    row
}

fn check_command(expected: &Expectations, report: &Report) -> Vec<String> {
    let mut complaints = Item::check_all(&expected.file, &command_row(report));
    if !expected.file.iter().any(|i| i.key == "exit") {
        let code = expected.findings.iter().any(|f| f.confidence == "bug") as i32;
        if report.said.code != Some(code) {
            let (is, err) = (report.said.code, report.said.err.trim());
            complaints.push(format!("exit code {code} expected, but it is {is:?}: {err}"));
        }
    }
    complaints
}

/// The functions of the summary, with the numbers of their findings.
pub fn functions(summary: &Value) -> Vec<Value> {
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
    let rows = functions(summary);
    for row in &rows {
        let name = row["name"].as_str().unwrap_or_default();
        let stated: Vec<&Item> =
            expected.functions.iter().filter(|(f, _)| f == name).flat_map(|(_, items)| items).collect();
        let mut wrong = vec![];
        if !stated.iter().any(|i| i.key == "divergences") && row["divergences"] != 0 {
            wrong.push(format!("{} runs left the predicted path", row["divergences"]));
        }
        if !stated.iter().any(|i| i.key == "outcome") && row["outcome"] == "error" {
            wrong.push("an internal error".to_string());
        }
        if !wrong.is_empty() {
            complaints.push(format!("{name}: {}; {}", wrong.join(", "), described(row)));
        }
    }
    for (name, items) in &expected.functions {
        match rows.iter().find(|row| row["name"] == name.as_str()) {
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
    let mut line = format!("it is outcome={}", shown(row.get("outcome")));
    let keys =
        ["paths", "executions", "infeasible", "divergences", "bugs", "preconditions", "states", "tests"];
    for key in keys {
        line += &format!(" {key}={}", row[key]);
    }
    line += &format!(" branches={}/{}", row["branches"]["covered"], row["branches"]["total"]);
    if row["reason"].is_string() {
        line += &format!(" ({})", shown(row.get("reason")));
    }
    for hole in row["uncovered"].as_array().into_iter().flatten() {
        line += &format!(
            "\n        line {}:{} {} is not covered: {}",
            hole["line"], hole["column"], hole["taken"], hole["why"]
        );
    }
    line
}

/// All findings of the summary, each with the function that was tested.
fn findings(summary: &Value) -> Vec<Value> {
    let mut found = vec![];
    for row in summary["functions"].as_array().into_iter().flatten() {
        for bug in row["bugs"].as_array().into_iter().flatten() {
            let mut bug = bug.clone();
            bug["tested"] = row["name"].clone();
            found.push(bug);
        }
    }
    found
}

/// Whether a reported finding is the stated one.
fn is_same(expected: &Expected, found: &Value, file: &Path) -> bool {
    found["file"].as_str().map(Path::new) == file.file_name().map(Path::new)
        && found["line"] == expected.line
        && found["kind"] == expected.kind.as_str()
        && found["confidence"] == expected.confidence.as_str()
}

/// The reported findings that a stated one may be.
pub fn matching(expected: &Expected, summary: &Value, file: &Path) -> Vec<Value> {
    let mut found = findings(summary);
    found.retain(|f| is_same(expected, f, file));
    found
}

fn check_findings(expected: &Expectations, summary: &Value, file: &Path) -> Vec<String> {
    let mut complaints = vec![];
    for e in &expected.findings {
        let here = matching(e, summary, file);
        let wrong: Vec<Vec<String>> = here.iter().map(|f| Item::check_all(&e.items, f)).collect();
        let what = format!("{} {}", e.confidence, e.kind);
        if here.is_empty() {
            complaints.push(format!("line {}: the {what} is not found", e.line));
        } else if wrong.iter().all(|w| !w.is_empty()) {
            complaints.push(format!("line {}: {what}: {}", e.line, wrong.concat().join(", ")));
        }
    }
    for f in findings(summary) {
        if !expected.findings.iter().any(|e| is_same(e, &f, file)) {
            complaints.push(format!(
                "an unexpected {} {} at {}:{}, testing {}: {}",
                f["confidence"], f["kind"], f["file"], f["line"], f["tested"], f["message"]
            ));
        }
    }
    complaints
}

pub mod tests {
    use super::*;
    use crate::expectations::item;

    pub fn an_item_that_does_not_hold_is_a_complaint() {
        let row = serde_json::json!({"paths": 3, "outcome": "bounded", "reason": "a depth of 3",
            "branches": {"covered": 3, "total": 4}});
        let complaints = |text: &str| {
            let items: Vec<Item> = text.split_whitespace().map(|w| item(1, w).expect("an item")).collect();
            Item::check_all(&items, &row).len()
        };
        let right = "paths=3 paths<=3 paths>=3 paths!=4 outcome=bounded reason~depth_of branches=3/4";
        assert_eq!(complaints(right), 0);
        let wrong = "paths=4 paths<=2 paths>=4 paths!=3 outcome=complete reason~width branches=4/4 nothing=1";
        assert_eq!(complaints(wrong), 8);
    }
}
