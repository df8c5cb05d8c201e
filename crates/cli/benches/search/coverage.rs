//! Branches covered over time: our search, inputs by chance through the same engine, and libFuzzer. Each has one
//! core and the same time. Branches are those of clang's branch coverage in the unit's own file; ours are known
//! to be the same as llvm-cov's (tests/coverage.rs), which counts for libFuzzer.
use super::fuzzer::Fuzzer;
use super::plot::{self, Panel};
use crate::shared::{Outcome, Scratch};
use crate::{Bench, Part, Unit, seconds_of, stay_on};
use acute_explore::{Branch, Limits, Report, Search};
use serde_json::json;
use std::path::Path;
use std::time::Duration;

/// Name, file and function.
const UNITS: &[(&str, &str, &str)] = &[
    ("parser", "expression.c", "evaluate"),
    ("magic and checksum", "packet.c", "receive"),
    ("state machine", "session.c", "session"),
    ("tree with repOk", "tree.c", "take_out"),
    ("floats", "floats.c", "locate"),
    ("strings", "commands.c", "command"),
    ("64-bit constants", "wide.c", "key"),
    ("binary search", "lookup.c", "lookup"),
];

/// The three, in the order of the table.
pub const TOOLS: [&str; 3] = ["acute", "random inputs", "libFuzzer"];

/// What one of them covered by when: seconds and branches, both rising.
pub struct Curve {
    /// The steps.
    pub points: Vec<(f64, usize)>,
    /// Runs of the unit.
    pub executions: u64,
    /// Why it ended before its time, if it did.
    pub ended: Option<&'static str>,
}

impl Curve {
    fn new(mut points: Vec<(f64, usize)>, executions: u64, ended: Option<&'static str>) -> Curve {
        let mut most = 0;
        points.retain(|(_, covered)| {
            let more = *covered > most;
            most = most.max(*covered);
            more
        });
        Curve { points, executions, ended }
    }

    /// What it covered in the end.
    pub fn last(&self) -> usize {
        self.points.last().map_or(0, |(_, covered)| *covered)
    }

    /// When it had covered so many.
    fn reached(&self, covered: usize) -> Option<f64> {
        self.points.iter().find(|(_, c)| *c >= covered).map(|(seconds, _)| *seconds)
    }
}

/// The part.
pub fn run(bench: &Bench) -> Outcome<Part> {
    let seconds = seconds_of("ACUTE_BENCH_SECONDS", 60.0)?;
    let mut part = Part::default();
    println!(
        "{:<20} {:>8}   {:<32} {:<32} {:<32}",
        format!("coverage, {seconds:.0} s"),
        "branches",
        TOOLS[0],
        TOOLS[1],
        TOOLS[2]
    );
    let (mut panels, mut sooner) = (vec![], 0);
    for (name, file, function) in UNITS {
        let (total, curves, open) =
            measure(bench, file, function, seconds).map_err(|e| format!("{name}: {e}"))?;
        let cell = |c: &Curve| {
            let at = c.points.last().map_or(0.0, |(seconds, _)| *seconds);
            format!("{} at {at:.3} s, {} runs", c.last(), c.executions)
        };
        println!(
            "{name:<20} {total:>8}   {:<32} {:<32} {:<32}",
            cell(&curves[0]),
            cell(&curves[1]),
            cell(&curves[2])
        );
        for branch in open {
            println!("{:<20} {:>8}   not {branch}", "", "");
        }
        let [ours, others @ ..] = &curves;
        let most = others.iter().map(Curve::last).max().unwrap_or(0);
        part.ask(
            format!("coverage, {name}"),
            format!(">= {most} of {total}"),
            format!("{}", ours.last()),
            ours.last() >= most,
        );
        // Each other against the time we take for what it covers in the end.
        let is_sooner = |c: &Curve| match (ours.reached(c.last()), c.reached(c.last())) {
            (Some(ours), Some(theirs)) => ours < theirs,
            _ => false,
        };
        let won = others.iter().all(is_sooner);
        sooner += won as usize;
        part.row(json!({
            "name": name, "branches": total, "sooner": won,
            "tools": TOOLS.iter().zip(&curves).map(|(tool, c)| json!({
                "tool": tool, "covered": c.last(), "executions": c.executions, "ended": c.ended,
                "points": c.points.iter().map(|(s, n)| json!([s, n])).collect::<Vec<_>>(),
            })).collect::<Vec<_>>(),
        }));
        panels.push(Panel { name, total, curves });
    }
    part.ask(
        "what the others cover in the end is covered sooner than by them",
        format!("> {} units", UNITS.len() / 2),
        format!("{sooner} of {}", UNITS.len()),
        sooner > UNITS.len() / 2,
    );
    let file = bench.out.join("coverage.svg");
    std::fs::write(&file, plot::svg(&panels, seconds))?;
    println!("over time: {}", file.display());
    Ok(part)
}

/// The number of branches, what each covers, and what we do not, in words.
fn measure(
    bench: &Bench,
    file: &str,
    function: &str,
    seconds: f64,
) -> Outcome<(usize, [Curve; 3], Vec<String>)> {
    let path = bench.units.join(file);
    let unit = Unit::build(&path, function, &[])?;
    let reachable = unit.program.reachable(function);
    let is_its = |b: &&Branch| {
        reachable.contains(&b.function.as_str()) && Path::new(&b.file).ends_with(file) && !b.cells.is_empty()
    };
    let branches: Vec<&Branch> = unit.program.map().branches.iter().filter(is_its).collect();
    if branches.is_empty() {
        return Err("no branches".into());
    }
    let limits = |search| Limits { time: Duration::from_secs_f64(seconds), search, ..Limits::default() };
    stay_on(&bench.cores[..1]);
    let report = unit.explore(limits(Search::Auto))?;
    let ours = curve(&report, &branches);
    let open = report.uncovered.iter().filter_map(|u| {
        let b = unit.program.map().branches.get(u.branch as usize).filter(is_its)?;
        Some(format!("{file}:{}:{} {} ({})", b.line, b.column, b.taken, u.why))
    });
    let open = open.collect();
    // Side by side, each on a core of its own, where there are two.
    let scratch = Scratch::new("search")?;
    let fuzzer = Fuzzer::build(&path, &scratch.0)?;
    stay_on(bench.cores.last().map(std::slice::from_ref).unwrap_or_default());
    let mut child = fuzzer.start(seconds)?;
    if bench.cores.len() < 2 {
        child.wait()?;
    }
    stay_on(&bench.cores[..1]);
    let random = curve(&unit.explore(limits(Search::Random))?, &branches);
    stay_on(&bench.cores);
    let fuzzed = fuzzer.finish(child)?;
    let mut points = vec![];
    for (seconds, covered) in &fuzzed.covered {
        let mut count = 0;
        for b in &branches {
            let key = (b.function.clone(), b.line.into(), b.column.into(), b.taken);
            let known = covered.get(&key).ok_or_else(|| format!("llvm-cov does not know {key:?}"))?;
            count += *known as usize;
        }
        points.push((*seconds, count));
    }
    Ok((branches.len(), [ours, random, Curve::new(points, fuzzed.executions, None)], open))
}

/// What an exploration covered by when: each test says which cells it was the first to reach.
fn curve(report: &Report, branches: &[&Branch]) -> Curve {
    let mut covered = vec![false; report.covered.len()];
    let count = |covered: &[bool]| branches.iter().filter(|b| b.is_covered(covered)).count();
    let mut points = vec![];
    for test in &report.tests {
        test.new_cells.iter().for_each(|cell| covered[*cell as usize] = true);
        points.push((test.seconds, count(&covered)));
    }
    // What no test was kept for has no time of its own.
    points.push((report.seconds, count(&report.covered)));
    let over = !matches!(report.outcome, acute_explore::Outcome::Time);
    Curve::new(points, report.executions, over.then(|| report.outcome.name()))
}
