//! Runs per second where an invariant (repOk) decides what a valid input is: every run that it rejects was solved
//! for as well. On one core, by the processor time of engine and unit together: what else the machine does is not
//! in it. The seconds of the clock stand beside it.
use super::samples::Samples;
use crate::shared::Outcome;
use crate::{Bench, Measured, Part, Unit, stay_on};
use acute_explore::{Isolation, Limits};
use serde_json::json;
use std::time::Duration;

/// CUTE's bound on the depth of a path.
const DEPTH: usize = 50;
/// Runs per second that are asked for.
const ASKED: f64 = 10_000.0;
/// How long one exploration may take by the clock.
const TIME: Duration = Duration::from_secs(1);
/// Explorations are repeated until they have taken so much processor time.
const ENOUGH: f64 = 0.5;
/// The best of so many counts. What the time goes to is seen in all of them.
const ROUNDS: usize = 3;

/// Name, file, whether it is one of the examples, and the size of the structures: as it is, and so large that the
/// depth is the bound.
const HARNESSES: &[(&str, &str, bool, Option<&str>)] = &[
    ("sorted list", "sorted_list.c", true, None),
    ("search tree", "search_tree.c", false, None),
    ("red-black tree", "red_black_tree.c", true, None),
    ("sorted list, any", "sorted_list.c", true, Some("-DLONGEST=50")),
    ("search tree, any", "search_tree.c", false, Some("-DHIGHEST=50")),
    ("red-black tree, any", "red_black_tree.c", true, Some("-DHIGHEST=50")),
];

/// The part.
pub fn run(bench: &Bench) -> Outcome<Part> {
    let mut part = Part::default();
    println!(
        "{:<20} {:<10} {:>8} {:>8} {:>8} {:>9} {:>9} {:>9} {:>12}   the time goes to",
        "depth 50, repOk",
        "isolation",
        "runs",
        "runs/s",
        "by clock",
        "paths/s",
        "rejected",
        "solved",
        "outcome"
    );
    stay_on(&bench.cores[..1]);
    for (name, file, example, size) in HARNESSES {
        let folder = if *example { &bench.structures } else { &bench.units };
        let flags: Vec<String> = size.iter().map(|s| s.to_string()).collect();
        let unit = Unit::build(&folder.join(file), "main", &flags)?;
        for isolation in [Isolation::InProcess, Isolation::Fork] {
            let limits =
                Limits { time: TIME, depth: Some(DEPTH), isolation: Some(isolation), ..Limits::default() };
            let mut samples = Samples::default();
            samples.start()?;
            let mut best = unit.measure(&limits, ENOUGH, ROUNDS)?;
            samples.stop();
            // What it takes to start and to end, with a single run, does not count.
            let frame = unit.measure(&Limits { executions: Some(1), ..limits }, ENOUGH / 5.0, 1)?;
            let share = best.count as f64 / frame.count as f64;
            best.engine = (best.engine - frame.engine * share).max(0.0);
            best.unit = (best.unit - frame.unit * share).max(0.0);
            print(&mut part, name, isolation, &best, &samples.shares()?);
        }
    }
    stay_on(&bench.cores);
    println!(
        "runs/s and paths/s by the processor time of engine and unit; paths: distinct, not cut short by an assumption; \
         solved: queries per run"
    );
    Ok(part)
}

fn print(part: &mut Part, name: &str, isolation: Isolation, m: &Measured, doing: &[(&'static str, f64)]) {
    let (report, all) = (&m.report, m.unit + m.engine);
    let rate = m.executions as f64 / all;
    let paths = m.paths as f64 / all;
    let rejected = 100.0 * m.rejected as f64 / m.executions as f64;
    let by_clock = m.executions as f64 / m.seconds;
    let queries = report.solver.queries as f64 / report.executions as f64;
    let mut shares = vec![("the unit", m.unit / all)];
    shares.extend(doing.iter().map(|(what, share)| (*what, share * m.engine / all)));
    let words: Vec<String> = shares.iter().map(|(what, s)| format!("{what} {:.0}%", 100.0 * s)).collect();
    println!(
        "{name:<20} {:<10} {:>8} {:>8.0} {by_clock:>8.0} {paths:>9.0} {rejected:>8.1}% {queries:>9.2} {:>12}   {}",
        isolation.name(),
        report.executions,
        rate,
        report.outcome.name(),
        words.join(", ")
    );
    part.row(json!({
        "name": name, "isolation": isolation.name(), "outcome": report.outcome.name(),
        "reason": report.outcome.reason(),
        "explorations": m.count, "executions": m.executions, "rejected": m.rejected,
        "paths": m.paths, "queries": report.solver.queries, "infeasible": report.infeasible,
        "runs_per_second": rate, "runs_per_second_by_clock": by_clock, "paths_per_second": paths,
        "seconds": m.seconds, "unit_seconds": m.unit, "engine_seconds": m.engine,
        "shares": shares.iter().map(|(what, share)| json!({"what": what, "share": share})).collect::<Vec<_>>(),
    }));
    if isolation == Isolation::InProcess {
        let asked = format!("{ASKED:.0} runs/s");
        part.ask(format!("repOk, {name}"), asked, format!("{:.0} runs/s", rate), rate >= ASKED);
    }
}
