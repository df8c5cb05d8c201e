//! `--bless`: rewrites the items of a unit's comments to what the tool reports now.
//!
//! Only items that do not hold change: the value of `=`, and the bound of `<=` and `>=`. A finding, its kind and its line
//! are never written or removed, nor is `outcome=error`: these are left as failures for a person to judge.

use crate::check::{Report, command_row, complaints, functions, matching, report};
use crate::expectations::{Expectations, Item};
use serde_json::Value;
use std::path::Path;

/// Rewrites the comments of a unit; the complaints that remain.
pub fn bless(file: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(file).expect("a unit");
    let expected = match Expectations::read(&text) {
        Ok(expected) => expected,
        Err(why) => return vec![why],
    };
    let report = match report(file, &expected) {
        Ok(report) => report,
        Err(why) => return vec![why],
    };
    let changes = changes(file, &expected, &report);
    let blessed = rewritten(&text, &changes);
    if blessed != text {
        std::fs::write(file, &blessed).expect("a unit that can be written");
        for (item, value) in &changes {
            let (key, op, line) = (&item.key, item.op, item.line);
            println!("{}:{line}: {key}{op}{} is now {key}{op}{value}", file.display(), item.value);
        }
    }
    match Expectations::read(&blessed) {
        Ok(expected) => complaints(file, &expected, &report),
        Err(why) => vec![why],
    }
}

/// The items that do not hold, with their new values.
fn changes(file: &Path, expected: &Expectations, report: &Report) -> Vec<(Item, String)> {
    let mut all = changes_of(&expected.file, &command_row(report));
    for row in functions(&report.summary) {
        for (_, items) in expected.functions.iter().filter(|(name, _)| row["name"] == name.as_str()) {
            all.extend(changes_of(items, &row));
        }
    }
    for finding in &expected.findings {
        let here = matching(finding, &report.summary, file);
        let is_right = |row: &&Value| finding.items.iter().all(|i| i.holds(row));
        if let (Some(row), None) = (here.first(), here.iter().find(is_right)) {
            all.extend(changes_of(&finding.items, row));
        }
    }
    all
}

fn changes_of(items: &[Item], row: &Value) -> Vec<(Item, String)> {
    let is_blessable = |item: &&Item| ["=", "<=", ">="].contains(&item.op) && !item.holds(row);
    let change = |item: &Item| (item.clone(), item.actual(row));
    // A value of the comments has no space, and an internal error is no result.
    let is_value =
        |(_, value): &(Item, String)| !value.is_empty() && !value.contains(' ') && value != "error";
    items.iter().filter(is_blessable).map(change).filter(is_value).collect()
}

/// The text with these items replaced, each in its own line and as a whole word.
fn rewritten(text: &str, changes: &[(Item, String)]) -> String {
    let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_string).collect();
    for (item, value) in changes {
        let (old, new) =
            (format!("{}{}{}", item.key, item.op, item.value), format!("{}{}{value}", item.key, item.op));
        let Some(line) = lines.get_mut(item.line - 1) else { continue };
        let words = line.split_inclusive([' ', '\n']);
        *line =
            words.map(|w| if w.trim_end() == old { w.replacen(&old, &new, 1) } else { w.into() }).collect();
    }
    lines.concat()
}

pub mod tests {
    use super::*;

    pub fn bless_rewrites_only_what_does_not_hold() {
        let text = "//~FLAGS --depth 2\n//~FUNCTION f outcome=complete paths=3 branches=4/4 executions<=9 a!=1\nint f;\n\
                    //~FUNCTION g outcome=bounded paths=3\n";
        let expected = Expectations::read(text).expect("it is well formed");
        let row = serde_json::json!({"outcome": "bounded", "paths": 13, "executions": 8, "a": 1,
            "branches": {"covered": 4, "total": 4}});
        let changes = changes_of(&expected.functions[0].1, &row);
        let new = text.replacen("outcome=complete paths=3", "outcome=bounded paths=13", 1);
        assert_eq!(rewritten(text, &changes), new);
        let error = serde_json::json!({"outcome": "error", "paths": 3});
        assert!(changes_of(&expected.functions[1].1, &error).is_empty());
    }
}
