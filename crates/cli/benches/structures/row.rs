//! A row of the tables, read from a summary.
use serde_json::Value;
use std::path::Path;

/// A row of Fig. 11, and of ours.
#[derive(Default)]
pub struct Row {
    pub seconds: f64,
    /// What it may take.
    pub asked: Option<f64>,
    /// Seconds, and the share of the branches that was covered then.
    pub timeline: Vec<(f64, f64)>,
    pub runs: u64,
    /// Those that no assumption cut short.
    pub paths: Option<u64>,
    /// Covered, of the structure alone.
    pub branches: u64,
    /// Outcomes of the structure that are not to be had: proved by the tool, or of SGLIB read in its source.
    pub infeasible: Option<u64>,
    /// In percent, as all below.
    pub coverage: f64,
    /// Of the outcomes that are to be had.
    pub feasible: Option<f64>,
    pub functions: u64,
    /// Flips refuted because a condition before them says the contrary.
    pub opt_1: f64,
    /// Conditions a query was spared: implied by others, or independent of the flip.
    pub opt_2_and_3: f64,
    pub bugs: u64,
    /// Branches of the structure that are not covered.
    pub open: Vec<String>,
}

impl Row {
    /// Out of a function's summary.
    pub fn read(main: &Value, functions: u64) -> Row {
        let n = |at: &str| number(main, at);
        let of_structure =
            |what: &str| n(&format!("/branches_reachable/{what}")) - n(&format!("/branches/{what}"));
        let (covered, total) = (of_structure("covered"), of_structure("total"));
        let step = |p: &Value| {
            let covered = number(p, "/branches_reachable") - number(p, "/branches");
            (number(p, "/seconds"), percent(covered, total))
        };
        let repeated = n("/solver/repeated");
        let bugs = main["bugs"].as_array().into_iter().flatten().filter(|b| b["confidence"] == "bug");
        Row {
            seconds: n("/seconds"),
            runs: n("/executions") as u64,
            paths: Some(n("/paths") as u64),
            branches: covered as u64,
            coverage: percent(covered, total),
            functions,
            opt_1: percent(n("/solver/by_layer/syntactic") + repeated, n("/solver/queries") + repeated),
            opt_2_and_3: percent(
                n("/solver/literals/implied") + n("/solver/literals/independent"),
                n("/solver/literals/all"),
            ),
            bugs: bugs.count() as u64,
            asked: None,
            timeline: main["timeline"].as_array().into_iter().flatten().map(step).collect(),
            infeasible: Some(open(main).filter(|b| b["why"] == "infeasible").count() as u64),
            feasible: None,
            open: open(main).map(words).collect(),
        }
    }

    /// The same with what it may take.
    pub fn within(self, asked: f64) -> Row {
        Row { asked: Some(asked), ..self }
    }

    /// What there is to say where it took longer to cover as much as CUTE.
    pub fn slow(&self, name: &str, tested: &str, cute: f64) -> Option<String> {
        let (asked, reached) = (self.asked?, self.reached(cute));
        let said = reached.map_or("never".into(), |seconds| format!("{seconds:.2} s"));
        let late = reached.is_none_or(|seconds| seconds > asked);
        late.then(|| format!("{name}, {tested}: {cute:.2}% after {said}, {asked} s asked for"))
    }

    /// After how many seconds so much was covered.
    pub fn reached(&self, coverage: f64) -> Option<f64> {
        self.timeline.iter().find(|(_, covered)| *covered >= coverage).map(|(seconds, _)| *seconds)
    }

    /// The same with what is known not to be had; an error where more than the rest is covered.
    pub fn without(mut self, cannot: u64) -> Result<Row, String> {
        let total = self.branches + self.open.len() as u64;
        let rest = total.saturating_sub(cannot);
        if self.branches > rest {
            return Err(format!("{} of {total} covered, though {cannot} cannot be", self.branches));
        }
        self.infeasible = Some(cannot);
        self.feasible = Some(percent(self.branches as f64, rest as f64));
        Ok(self)
    }

    pub fn print(&self, name: &str, tested: &str, cute: f64) {
        let reached = self.reached(cute).map_or("-".to_string(), |seconds| format!("{seconds:.2}"));
        let paths = self.paths.map_or("-".to_string(), |n| n.to_string());
        let cannot = self.infeasible.map_or("-".to_string(), |n| n.to_string());
        let rest = self.feasible.map_or("-".to_string(), |share| format!("{share:.2}"));
        let asked = self.asked.map_or("-".to_string(), |seconds| format!("{seconds:.1}"));
        println!(
            "{name:<19} {tested:<20} {:>8.2} {reached:>9} {asked:>9} {:>9} {paths:>8} {:>9} {:>8.2} {cannot:>7} {rest:>8} {:>10} {:>7.2} {:>9.2} {:>5}",
            self.seconds,
            self.runs,
            self.branches,
            self.coverage,
            self.functions,
            self.opt_1,
            self.opt_2_and_3,
            self.bugs
        );
    }
}

/// The branches that are not covered, but for the harness's own: those of its main, which comes last.
pub fn open(main: &Value) -> impl Iterator<Item = &Value> {
    let name = |of: &Value| Some(Path::new(of["file"].as_str()?).file_name()?.to_owned());
    let all = main["uncovered"].as_array().into_iter().flatten();
    all.filter(move |b| name(b) != name(main) || b["line"].as_u64() < main["line"].as_u64())
}

/// A branch in words.
pub fn words(branch: &Value) -> String {
    let file = branch["file"].as_str().unwrap_or_default();
    let file = file.rsplit('/').next().unwrap_or_default();
    format!("{file}:{} {} ({})", branch["line"], branch["taken"], branch["why"].as_str().unwrap_or_default())
}

/// Runs until the first finding of a kind.
pub fn found(main: &Value, kind: &str) -> Option<u64> {
    let bugs = main["bugs"].as_array().into_iter().flatten().filter(|b| b["kind"] == kind);
    bugs.filter_map(|b| b["executions_until"].as_u64()).min()
}

/// A number of a summary, 0 if it is not there.
pub fn number(of: &Value, at: &str) -> f64 {
    of.pointer(at).and_then(Value::as_f64).unwrap_or(0.0)
}

pub fn percent(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { 100.0 * part / whole } else { 0.0 }
}
