//! Units of random functions, the same ones in every run, with failures shrunk to the statements they take.
use super::{Folder, test};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{RngAlgorithm, TestCaseError, TestRng, TestRunner};
use serde_json::Value;

/// Checks at least `functions` functions, up to `most` of them in a unit, because compiling takes longest. Returns how many
/// there were.
pub fn check<S: Strategy>(
    functions: usize,
    most: usize,
    function: impl Fn() -> S,
    holds: impl Fn(&[S::Value]) -> Result<(), TestCaseError>,
) -> usize {
    let config = ProptestConfig { cases: u32::MAX, failure_persistence: None, ..ProptestConfig::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let unit = proptest::collection::vec(function(), 1..=most);
    let mut checked = 0;
    while checked < functions {
        let tree = unit.new_tree(&mut runner).expect("a unit");
        checked += tree.current().len();
        let failed = runner.run_one(tree, |unit| holds(&unit));
        assert!(failed.is_ok(), "{}", failed.unwrap_err());
    }
    checked
}

/// A function in the summary of its unit.
pub struct Row {
    /// Its row.
    pub row: Value,
    /// The line that its answers are counted from: answer K stands K lines below.
    first: usize,
}

impl Row {
    /// Whether a run returned answer `k`.
    pub fn returns(&self, k: usize) -> bool {
        let lines = self.row["uncovered"].as_array().expect("uncovered").iter();
        !lines.filter(|u| u["taken"] == true).any(|u| u["line"] == self.first + k)
    }
}

/// Tests functions as one unit behind a head. `c` renders a function by its name, with the line of answer 0 in it.
pub fn explore<P>(
    head: &str,
    programs: &[P],
    c: impl Fn(&P, &str) -> (String, usize),
) -> Result<Vec<Row>, TestCaseError> {
    let (mut text, mut first_lines) = (head.to_string(), vec![]);
    for (k, program) in programs.iter().enumerate() {
        let (body, first) = c(program, &format!("f{k}"));
        first_lines.push(text.lines().count() + first + 1);
        text += &body;
    }
    let folder = Folder::new();
    let file = folder.file("unit.c", &text);
    // Every run counts, none is stopped by the clock.
    let flags = ["--no-export", "--time", "300"].map(String::from);
    let summary = test(&file, folder.path(), &flags).summary().map_err(TestCaseError::fail)?;
    let rows = summary["functions"].as_array().expect("functions");
    prop_assert_eq!(rows.len(), programs.len());
    Ok(rows.iter().cloned().zip(first_lines).map(|(row, first)| Row { row, first }).collect())
}
