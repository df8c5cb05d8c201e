//! summary.json, as the contract has it.
use crate::results::{Results, Tested};
use crate::screen::file_name;
use crate::stubs;
use acute_explore::{Confidence, Report};
use acute_solve::Layer;
use serde_json::{Value, json};
use std::path::Path;

/// The whole file.
pub fn text(results: &Results, seed: u64, seconds: f64) -> String {
    let functions: Vec<Value> = results.tested.iter().map(|t| function(results, t)).collect();
    let (mut covered, mut total) = (0, 0);
    for tested in &results.tested {
        let (c, t) = tested.branches(results.program, false);
        covered += c;
        total += t;
    }
    let value = json!({
        "version": 1,
        "acute": env!("CARGO_PKG_VERSION"),
        "seed": seed,
        "seconds": rounded(seconds),
        "stubs": stubs::all(results.sources).iter().map(|(name, _)| *name).collect::<Vec<_>>(),
        "functions": functions,
        "totals": {
            "functions": results.tested.len(),
            "branches": {"total": total, "covered": covered},
            "bugs": results.count(Confidence::Bug),
            "tests": results.tests(),
        }
    });
    format!("{value:#}\n")
}

fn rounded(seconds: f64) -> f64 {
    (seconds * 10_000.0).round() / 10_000.0
}

fn function(results: &Results, tested: &Tested) -> Value {
    let f = &tested.function;
    let mut value = json!({"name": f.name, "file": file_name(Path::new(&f.file)), "line": f.line});
    let more = match &tested.explored {
        Ok((report, _)) => explored(results, tested, report),
        Err(outcome) => json!({
            "outcome": outcome.name(), "reason": outcome.reason(),
            "executions": 0, "paths": 0, "rejected": 0, "infeasible": 0, "divergences": 0,
            "branches": branches(tested.branches(results.program, false)),
            "branches_reachable": branches(tested.branches(results.program, true)),
            "tests": 0, "seconds": 0.0,
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
    if let Some(why) = report.outcome.reason() {
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
        "tests": tested.test_count(), "seconds": rounded(report.seconds),
        "solver": {"queries": solver.queries, "sat": sum(|l| l.sat), "unsat": sum(|l| l.unsat),
                   "unknown": solver.unknown, "by_layer": by_layer,
                   "repeated": report.repeated, "substitutions": solver.substitutions,
                   "literals": {"all": solver.prefix_literals + report.repeated_literals,
                                "implied": solver.subsumed_literals + report.repeated_literals,
                                "independent": solver.independent_literals}},
        "concretized": report.concretized,
        "bugs": bugs(tested, report),
        "uncovered": uncovered(results, report),
    });
    if let (Value::Object(value), Value::Object(more)) = (&mut value, more) {
        value.extend(more);
    }
    value
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
