//! How the time for a path grows with its length, which is the number of its conditions, on the average of all paths.
//! The time is one core's, of engine and unit. Both are those of the second half of the runs: the first ones are dearer than
//! all later ones, as everything is new. What has too few paths for that is shown and does not count.
use crate::shared::Outcome;
use crate::{Bench, Measured, Part, Unit, stay_on};
use acute_explore::{Limits, Outcome as End};
use serde_json::json;
use std::time::Duration;

/// The exponent that is asked for: linear, with room for noise.
const ASKED: f64 = 1.2;
/// Explorations are repeated until they have taken so much processor time; the best of so many rounds counts.
const ENOUGH: f64 = 0.3;
const ROUNDS: usize = 4;
/// Paths from which on the time of one is not that of starting.
const ENOUGH_PATHS: u64 = 100;
/// Runs of the parser.
const RUNS: u64 = 3000;

/// Name, file, function, the sizes, and whether all paths are run.
const UNITS: &[(&str, &str, &str, &[u64], bool)] = &[
    ("quick sort", "sorts.c", "quick_sort", &[4, 5, 6, 7, 8], true),
    ("insertion sort", "sorts.c", "insertion_sort", &[4, 5, 6, 7, 8], true),
    ("parser", "scanner.c", "scan", &[8, 16, 32, 64, 128], false),
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
        let build = |n: &u64| Unit::build(&bench.units.join(file), function, &[format!("-DN={n}")]);
        let units: Vec<Unit> = sizes.iter().map(build).collect::<Outcome<_>>()?;
        // A machine is slow for seconds at a time: not all of one size is to fall into these.
        let mut all_rounds = vec![];
        for _ in 0..ROUNDS {
            let round: Outcome<Vec<_>> =
                units.iter().map(|unit| measure(unit, (!all).then_some(RUNS))).collect();
            all_rounds.push(round?);
        }
        for (at, n) in sizes.iter().enumerate() {
            let least =
                |half: usize| all_rounds.iter().map(|round| round[at][half].least).fold(f64::MAX, f64::min);
            let [best, half] = &all_rounds[0][at];
            let report = &best.report;
            let paths = if *all { (1..=*n).product() } else { report.paths };
            if *all && (report.outcome != End::Complete || report.paths != paths) {
                let (outcome, found) = (report.outcome.name(), report.paths);
                return Err(format!("{name} of {n}: {outcome} with {found} paths instead of {paths}").into());
            }
            let seconds = least(0);
            let each = (seconds - least(1)).max(1e-9) / (paths - half.report.paths) as f64;
            let runs = report.executions - half.report.executions;
            let conditions = (report.conditions - half.report.conditions) as f64 / runs as f64;
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

/// So many runs, or all of them, and half as many.
fn measure(unit: &Unit, runs: Option<u64>) -> Outcome<[Measured; 2]> {
    let explore = |executions: Option<u64>| {
        let limits = Limits { time: Duration::from_secs(60), executions, ..Limits::default() };
        unit.measure(&limits, ENOUGH, 1)
    };
    let all = explore(runs)?;
    let half = explore(Some(all.report.executions / 2))?;
    Ok([all, half])
}

/// The slope of the line through points, by least squares.
fn slope(points: &[(f64, f64)]) -> f64 {
    let n = points.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / n;
    let (x, y) = (mean(|p| p.0), mean(|p| p.1));
    let over: f64 = points.iter().map(|p| (p.0 - x) * (p.1 - y)).sum();
    over / points.iter().map(|p| (p.0 - x).powi(2)).sum::<f64>()
}
