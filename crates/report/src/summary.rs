//! The fields of summary.json.
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The version of the format; it changes where a field changes its meaning.
pub const SUMMARY_VERSION: u32 = 1;

/// What a command found.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Summary {
    /// [`SUMMARY_VERSION`].
    pub version: u32,
    /// The version of acute.
    pub acute: String,
    /// The seed.
    pub seed: u64,
    /// Seconds that the command took.
    pub seconds: f64,
    /// Whether every function came to its own end.
    pub finished: bool,
    /// The functions whose turn did not come.
    pub not_begun: Vec<String>,
    /// A hash of all that a final outcome depends on; `--resume` compares it.
    pub fingerprint: String,
    /// The kinds of finding that were not looked for.
    pub not_checked: Vec<String>,
    /// The functions and variables that are stubs.
    pub stubs: Vec<String>,
    /// A row a function, in the order of the source.
    pub functions: Vec<Function>,
    /// Sums over the rows.
    pub totals: Totals,
}

impl Summary {
    /// Adds up the rows.
    pub fn sum_up(&mut self) {
        let rows = &self.functions;
        let sum = |of: fn(&Function) -> u64| rows.iter().map(of).sum::<u64>();
        let is_bug = |bug: &&Bug| bug.confidence == "bug";
        self.totals = Totals {
            functions: rows.len() as u64,
            branches: Branches { total: sum(|f| f.branches.total), covered: sum(|f| f.branches.covered) },
            bugs: rows.iter().flat_map(|f| &f.bugs).filter(is_bug).count() as u64,
            tests: sum(|f| f.tests),
        };
    }
}

/// One function.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// The name of its source file.
    pub file: String,
    /// Its line.
    pub line: u64,
    /// How its exploration ended.
    pub outcome: String,
    /// Why, where there is something to say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The choices of callers and of the library that the outcome leaves out.
    pub assumptions: Vec<String>,
    /// How its runs were kept apart; absent if it was not run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub isolation: Option<String>,
    /// Runs.
    pub executions: u64,
    /// Distinct paths.
    pub paths: u64,
    /// Runs cut short by an assumption.
    pub rejected: u64,
    /// Flips proved infeasible.
    pub infeasible: u64,
    /// Runs that diverged from the predicted path.
    pub divergences: u64,
    /// Its own branch outcomes.
    pub branches: Branches,
    /// Those of all functions that it can call, too.
    pub branches_reachable: Branches,
    /// Inputs saved.
    pub tests: u64,
    /// Their files, in the order they were found.
    pub inputs: Vec<String>,
    /// Seconds spent.
    pub seconds: f64,
    /// What the solver did.
    pub solver: Solver,
    /// Concretizations, by reason.
    pub concretized: BTreeMap<String, u64>,
    /// What it needs of its caller, as predicates over its parameters.
    pub requires: Vec<String>,
    /// Findings that were confirmed.
    pub bugs: Vec<Bug>,
    /// Findings for whose confirmation there was no time.
    pub unconfirmed: u64,
    /// How coverage grew; absent if it was not run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeline: Option<Vec<Point>>,
    /// Its own branch outcomes that only failing runs took: no regression test can take them.
    pub failing_only: Vec<FailingOnly>,
    /// Branch outcomes that no run took.
    pub uncovered: Vec<Uncovered>,
    /// Whether the row is an earlier command's.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub kept: bool,
}

/// Branch outcomes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Branches {
    /// All.
    pub total: u64,
    /// Those that some run took.
    pub covered: u64,
}

/// What the solver did.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Solver {
    /// Queries.
    pub queries: u64,
    /// Answered by an input.
    pub sat: u64,
    /// Proved to have none.
    pub unsat: u64,
    /// Not answered.
    pub unknown: u64,
    /// Queries that each layer decided, in the order of the layers.
    pub by_layer: Map<String, Value>,
    /// Flips decided without a query, because an equal condition stands before them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repeated: Option<u64>,
    /// Values that were concretized to answer a query.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub substitutions: Option<u64>,
    /// What the prefixes of queries were made of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub literals: Option<Literals>,
}

/// Literals of the prefixes of queries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Literals {
    /// All.
    pub all: u64,
    /// Left out because others imply them.
    pub implied: u64,
    /// Left out because they share no variable with the goal.
    pub independent: u64,
}

/// A finding.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Bug {
    /// The name of its test.
    pub id: String,
    /// Its kind.
    pub kind: String,
    /// The source file.
    pub file: String,
    /// The line.
    pub line: u64,
    /// The function that the line is in.
    pub function: String,
    /// `bug`, `precondition`, `state` or `ignored`.
    pub confidence: String,
    /// What happened, in words.
    pub message: String,
    /// What other than the caller made it happen: `stub NAME`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub because: Option<String>,
    /// The file of the input that shows it.
    pub test: String,
    /// Runs until it was found.
    pub executions_until: u64,
}

/// Coverage at some time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Point {
    /// Seconds since the exploration began.
    pub seconds: f64,
    /// The function's own outcomes.
    pub branches: u64,
    /// Those of all functions that it can call, too.
    pub branches_reachable: u64,
}

/// A branch outcome that only runs took which neither return nor exit.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct FailingOnly {
    /// The source file.
    pub file: String,
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
    /// The outcome of the condition.
    pub taken: bool,
}

/// A branch outcome that no run took.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Uncovered {
    /// The source file.
    pub file: String,
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
    /// The outcome of the condition.
    pub taken: bool,
    /// Why, in the contract's words.
    pub why: String,
}

/// Sums over the functions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Totals {
    /// Functions.
    pub functions: u64,
    /// Their own branch outcomes.
    pub branches: Branches,
    /// Findings that are called bugs.
    pub bugs: u64,
    /// Inputs saved.
    pub tests: u64,
}

/// Seconds to a tenth of a millisecond.
pub fn rounded(seconds: f64) -> f64 {
    (seconds * 10_000.0).round() / 10_000.0
}
