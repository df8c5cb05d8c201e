//! The rows of the summary, from what explorations report.
use crate::results::{Point, Results, Tested};
use crate::screen::file_name;
use acute_explore::{Branch, Report};
use acute_report::{Branches, Bug, FailingOnly, Function, Literals, Solver, Uncovered, rounded};
use std::path::Path;

/// The row of a function.
pub fn function(results: &Results, tested: &Tested) -> Function {
    if let (Some(row), Ok((report, _))) = (&tested.kept, &tested.explored) {
        // Its tests may be called something else now.
        let (tests, inputs, bugs) = (tested.test_count() as u64, inputs(tested), bugs(tested, report));
        return Function { kept: true, bugs, tests, inputs, ..row.clone() };
    }
    let f = &tested.function;
    let row = Function {
        name: f.name.clone(),
        file: file_name(Path::new(&f.file)),
        line: f.line,
        branches: branches(tested.branches(results.program, false)),
        branches_reachable: branches(tested.branches(results.program, true)),
        ..Function::default()
    };
    let reason = |reason: Option<&str>| reason.or(tested.note.as_deref()).map(str::to_string);
    match &tested.explored {
        Ok((report, _)) => {
            let reason = reason(report.outcome.reason());
            Function { reason, ..explored(row, results, tested, report) }
        }
        Err(outcome) => Function { outcome: outcome.name().into(), reason: reason(outcome.reason()), ..row },
    }
}

fn branches((covered, total): (usize, usize)) -> Branches {
    Branches { total: total as u64, covered: covered as u64 }
}

/// Completes the row of a function that was run.
fn explored(row: Function, results: &Results, tested: &Tested, report: &Report) -> Function {
    Function {
        outcome: report.outcome.name().into(),
        isolation: Some(report.isolation.name().into()),
        assumptions: report.assumptions.iter().map(|a| a.name().to_string()).collect(),
        executions: report.executions,
        paths: report.paths,
        rejected: report.rejected,
        infeasible: report.infeasible,
        divergences: report.divergences,
        tests: tested.test_count() as u64,
        inputs: inputs(tested),
        seconds: rounded(report.seconds),
        solver: solver(report),
        concretized: report.concretized.clone(),
        requires: report.requires.clone(),
        bugs: bugs(tested, report),
        unconfirmed: report.unconfirmed,
        timeline: Some(tested.timeline(results.program).iter().map(Point::row).collect()),
        failing_only: tested.failing_only(results.program).into_iter().map(failing).collect(),
        uncovered: uncovered(results, report),
        ..row
    }
}

fn solver(report: &Report) -> Solver {
    let stats = &report.solver;
    let layers = || stats.by_layer();
    Solver {
        queries: stats.queries,
        sat: layers().map(|(_, l)| l.sat).sum(),
        unsat: layers().map(|(_, l)| l.unsat).sum(),
        unknown: stats.unknown,
        by_layer: layers().map(|(name, l)| (name.to_string(), (l.sat + l.unsat).into())).collect(),
        repeated: Some(report.repeated),
        substitutions: Some(stats.substitutions),
        literals: Some(Literals {
            all: stats.prefix_literals + report.repeated_literals,
            implied: stats.subsumed_literals + report.repeated_literals,
            independent: stats.independent_literals,
        }),
    }
}

/// The files of its tests, in the order they were found.
fn inputs(tested: &Tested) -> Vec<String> {
    tested.ids.iter().map(|(path, _)| format!("tests/{}", file_name(path))).collect()
}

fn bugs(tested: &Tested, report: &Report) -> Vec<Bug> {
    let confirmed = report.findings.iter().enumerate().filter(|(_, f)| f.confirmed);
    confirmed
        .map(|(k, f)| {
            let test = tested.id_of_finding(k).unwrap_or_default();
            let stem = Path::new(&test).file_stem().map(|s| s.to_string_lossy().into_owned());
            Bug {
                id: stem.unwrap_or_default(),
                kind: f.kind.name().into(),
                file: file_name(Path::new(&f.place.file)),
                line: f.place.line.into(),
                function: f.place.function.clone(),
                confidence: f.confidence.name().into(),
                message: f.message.clone(),
                because: f.because.clone(),
                test: format!("tests/{}", file_name(Path::new(&test))),
                executions_until: f.executions,
            }
        })
        .collect()
}

fn failing(b: &Branch) -> FailingOnly {
    let file = file_name(Path::new(&b.file));
    FailingOnly { file, line: b.line, column: b.column, taken: b.taken }
}

fn uncovered(results: &Results, report: &Report) -> Vec<Uncovered> {
    let rows = report.uncovered.iter().filter_map(|u| {
        let b = results.program.map().branches.get(u.branch as usize)?;
        let file = file_name(Path::new(&b.file));
        Some(Uncovered { file, line: b.line, column: b.column, taken: b.taken, why: u.why.into() })
    });
    rows.collect()
}
