//! How the time for a path grows with its length. The length is counted where it costs: the conditions of a query,
//! which are those of a path up to the one that is flipped, on the average of all queries. The time is one
//! core's, of engine and unit. Both are those of the second half of the runs: the first ones are dearer than
//! all later ones, as everything is new. What has too few paths for that is shown and does not count.
use crate::shared::Outcome;
use crate::{Bench, Part, Unit, stay_on};
use acute_explore::{Limits, Outcome as End, Report};
use serde_json::json;
use std::time::Duration;

/// The exponent that is asked for: linear, with room for noise.
const ASKED: f64 = 1.2;
/// Explorations are repeated until they have taken so much processor time; the best of so many rounds counts.
const ENOUGH: f64 = 0.3;
const ROUNDS: usize = 3;
/// Paths from which on the time of one is not that of starting.
const ENOUGH_PATHS: u64 = 100;
/// Runs of the parser.
const RUNS: u64 = 3000;

/// Name, file, function, the sizes, and whether all paths are run.
const UNITS: &[(&str, &str, &str, &[u64], bool)] = &[
    ("quick sort", "sorts.c", "quick_sort", &[4, 5, 6, 7, 8], true),
    ("insertion sort", "sorts.c", "insertion_sort", &[4, 5, 6, 7, 8], true),
    ("parser", "scanner.c", "scan", &[8, 16, 24, 32], false),
];

/// The part.
pub fn run(bench: &Bench) -> Outcome<Part> {
    let mut part = Part::default();
    println!(
        "{:<16} {:>5} {:>9} {:>9} {:>9} {:>12} {:>12}",
        "growth", "n", "runs", "paths", "seconds", "conditions", "us per path"
    );
    stay_on(&bench.cores[..1]);
    for (name, file, function, sizes, all) in UNITS {
        let (mut points, mut rows) = (vec![], vec![]);
        for n in *sizes {
            let unit = Unit::build(&bench.units.join(file), function, &[format!("-DN={n}")])?;
            let measure = |executions: Option<u64>| {
                let limits = Limits { time: Duration::from_secs(60), executions, ..Limits::default() };
                unit.measure(&limits, ENOUGH, ROUNDS)
            };
            let best = measure((!all).then_some(RUNS))?;
            let report = &best.report;
            let paths = if *all { (1..=*n).product() } else { report.paths };
            if *all && (report.outcome != End::Complete || report.paths != paths) {
                let (outcome, found) = (report.outcome.name(), report.paths);
                return Err(format!("{name} of {n}: {outcome} with {found} paths instead of {paths}").into());
            }
            let half = measure(Some(report.executions / 2))?;
            let seconds = best.least;
            let each = (seconds - half.least).max(1e-9) / (paths - half.report.paths) as f64;
            let literals = |r: &Report| (r.solver.prefix_literals + r.repeated_literals) as f64;
            let queries = report.solver.queries - half.report.solver.queries;
            let conditions = 1.0 + (literals(report) - literals(&half.report)) / queries as f64;
            println!(
                "{name:<16} {n:>5} {:>9} {paths:>9} {:>9.3} {conditions:>12.1} {:>12.1}",
                report.executions,
                seconds,
                1e6 * each
            );
            if paths >= ENOUGH_PATHS {
                points.push((conditions.ln(), each.ln()));
            }
            rows.push(json!({
                "n": n, "executions": report.executions, "paths": paths, "seconds": seconds,
                "queries": report.solver.queries, "conditions": conditions, "seconds_per_path": each,
            }));
        }
        let exponent = slope(&points);
        println!("{name:<16} time per path grows with the power {exponent:.2} of the conditions");
        part.row(json!({"name": name, "exponent": exponent, "points": rows}));
        let what = format!("time per path over its length, {name}");
        part.ask(what, format!("power <= {ASKED}"), format!("{exponent:.2}"), exponent <= ASKED);
    }
    stay_on(&bench.cores);
    Ok(part)
}

/// The slope of the line through points, by least squares.
fn slope(points: &[(f64, f64)]) -> f64 {
    let n = points.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / n;
    let (x, y) = (mean(|p| p.0), mean(|p| p.1));
    let over: f64 = points.iter().map(|p| (p.0 - x) * (p.1 - y)).sum();
    over / points.iter().map(|p| (p.0 - x).powi(2)).sum::<f64>()
}
