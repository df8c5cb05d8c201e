//! summary.json, as the contract has it.
use crate::build::Source;
use crate::results::{Results, Tested};
use crate::screen::file_name;
use crate::stubs;
use acute_explore::{Confidence, Report};
use acute_solve::Layer;
use serde_json::{Value, json};
use std::path::Path;

/// What there is to say of the whole command.
pub struct About<'a> {
    /// The seed.
    pub seed: u64,
    /// How long it took.
    pub seconds: f64,
    /// What `--resume` compares.
    pub fingerprint: &'a str,
    /// Whether every function came to its own end.
    pub finished: bool,
    /// The functions whose turn did not come.
    pub not_begun: &'a [String],
}

/// The whole file.
pub fn text(rows: &[&Value], sources: &[Source], about: &About) -> String {
    let sum = |path: &str| rows.iter().filter_map(|r| r.pointer(path)?.as_u64()).sum::<u64>();
    let bugs = rows.iter().flat_map(|r| r["bugs"].as_array().into_iter().flatten());
    let bugs = bugs.filter(|b| b["confidence"] == Confidence::Bug.name()).count();
    let value = json!({
        "version": 1,
        "acute": env!("CARGO_PKG_VERSION"),
        "seed": about.seed,
        "seconds": rounded(about.seconds),
        "finished": about.finished,
        "not_begun": about.not_begun,
        "fingerprint": about.fingerprint,
        "stubs": stubs::all(sources).iter().map(|(name, _)| *name).collect::<Vec<_>>(),
        "functions": rows,
        "totals": {
            "functions": rows.len(),
            "branches": {"total": sum("/branches/total"), "covered": sum("/branches/covered")},
            "bugs": bugs,
            "tests": sum("/tests"),
        }
    });
    format!("{value:#}\n")
}

fn rounded(seconds: f64) -> f64 {
    (seconds * 10_000.0).round() / 10_000.0
}

/// The row of a function.
pub fn function(results: &Results, tested: &Tested) -> Value {
    if let (Some(row), Ok((report, _))) = (&tested.kept, &tested.explored) {
        let mut row = row.clone();
        row["kept"] = json!(true);
        // Its tests may be called something else now.
        row["bugs"] = json!(bugs(tested, report));
        row["tests"] = json!(tested.test_count());
        row["inputs"] = json!(inputs(tested));
        return row;
    }
    let f = &tested.function;
    let mut value = json!({"name": f.name, "file": file_name(Path::new(&f.file)), "line": f.line});
    let more = match &tested.explored {
        Ok((report, _)) => explored(results, tested, report),
        Err(outcome) => json!({
            "outcome": outcome.name(), "reason": outcome.reason().or(tested.note.as_deref()),
            "executions": 0, "paths": 0, "rejected": 0, "infeasible": 0, "divergences": 0,
            "branches": branches(tested.branches(results.program, false)),
            "branches_reachable": branches(tested.branches(results.program, true)),
            "tests": 0, "inputs": [], "seconds": 0.0,
            "solver": {"queries": 0, "sat": 0, "unsat": 0, "unknown": 0, "by_layer": {}},
            "concretized": {}, "bugs": [], "uncovered": [],
        }),
    };
    if let (Value::Object(value), Value::Object(more)) = (&mut value, more) {
        value.extend(more);
    }
    value
}

fn branches((covered, total): (usize, usize)) -> Value {
    json!({"total": total, "covered": covered})
}

fn explored(results: &Results, tested: &Tested, report: &Report) -> Value {
    let mut value = json!({"outcome": report.outcome.name()});
    if let Some(why) = report.outcome.reason().or(tested.note.as_deref()) {
        value["reason"] = json!(why);
    }
    let solver = &report.solver;
    let sum =
        |of: fn(acute_solve::LayerStats) -> u64| Layer::ALL.iter().map(|l| of(solver.layer(*l))).sum::<u64>();
    let by_layer: serde_json::Map<String, Value> = Layer::ALL
        .iter()
        .map(|l| (l.name().to_string(), json!(solver.layer(*l).sat + solver.layer(*l).unsat)))
        .collect();
    let more = json!({
        "isolation": report.isolation.name(),
        "executions": report.executions, "paths": report.paths, "rejected": report.rejected,
        "infeasible": report.infeasible, "divergences": report.divergences,
        "branches": branches(tested.branches(results.program, false)),
        "branches_reachable": branches(tested.branches(results.program, true)),
        "tests": tested.test_count(), "inputs": inputs(tested), "seconds": rounded(report.seconds),
        "solver": {"queries": solver.queries, "sat": sum(|l| l.sat), "unsat": sum(|l| l.unsat),
                   "unknown": solver.unknown, "by_layer": by_layer,
                   "repeated": report.repeated, "substitutions": solver.substitutions,
                   "literals": {"all": solver.prefix_literals + report.repeated_literals,
                                "implied": solver.subsumed_literals + report.repeated_literals,
                                "independent": solver.independent_literals}},
        "concretized": report.concretized,
        "bugs": bugs(tested, report),
        "timeline": timeline(results, tested),
        "uncovered": uncovered(results, report),
    });
    if let (Value::Object(value), Value::Object(more)) = (&mut value, more) {
        value.extend(more);
    }
    value
}

/// Each step of its coverage.
fn timeline(results: &Results, tested: &Tested) -> Vec<Value> {
    let point = |p: crate::results::Point| json!({"seconds": rounded(p.seconds), "branches": p.own, "branches_reachable": p.all});
    tested.timeline(results.program).into_iter().map(point).collect()
}

/// The files of its tests, in the order they were found.
fn inputs(tested: &Tested) -> Vec<String> {
    tested.ids.iter().map(|(path, _)| format!("tests/{}", file_name(path))).collect()
}

fn bugs(tested: &Tested, report: &Report) -> Vec<Value> {
    let confirmed = report.findings.iter().enumerate().filter(|(_, f)| f.confirmed);
    confirmed
        .map(|(k, f)| {
            let id = tested.id_of_finding(k).unwrap_or_default();
            let stem = Path::new(&id).file_stem().map(|s| s.to_string_lossy().into_owned());
            json!({
                "id": stem.unwrap_or_default(), "kind": f.kind.row().0,
                "file": file_name(Path::new(&f.place.file)), "line": f.place.line,
                "function": f.place.function, "confidence": f.confidence.name(), "message": f.message,
                "test": format!("tests/{}", file_name(Path::new(&id))), "executions_until": f.executions,
            })
        })
        .collect()
}

fn uncovered(results: &Results, report: &Report) -> Vec<Value> {
    let rows = report.uncovered.iter().filter_map(|u| {
        let b = results.program.map().branches.get(u.branch as usize)?;
        let file = file_name(Path::new(&b.file));
        Some(json!({"file": file, "line": b.line, "column": b.column, "taken": b.taken, "why": u.why}))
    });
    rows.collect()
}
