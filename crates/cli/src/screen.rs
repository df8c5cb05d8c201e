//! What a person sees.
use crate::build::Source;
use crate::export::Exported;
use crate::results::{Results, Tested};
use crate::stubs;
use acute_exec::{Isolation, Program};
use acute_explore::{Confidence, Finding, Outcome, Report};
use acute_input::Space;
use std::path::Path;
use std::time::Duration;

/// The first line.
pub fn begin(sources: &[Source], functions: usize, compiling: Duration) {
    let files: Vec<String> = sources.iter().map(|s| file_name(&s.path)).collect();
    let version = env!("CARGO_PKG_VERSION");
    let plural = if functions == 1 { "" } else { "s" };
    println!(
        "acute {version}  {}  {functions} function{plural}, compiled in {:.1} s",
        files.join(" "),
        compiling.as_secs_f64()
    );
    for (name, does) in stubs::all(sources) {
        println!("stub: `{name}` is not defined anywhere: it {does}");
    }
    println!();
}

/// The lines of one function.
pub fn function(tested: &Tested, program: &Program) {
    let name = &tested.function.name;
    let (report, space) = match &tested.explored {
        Ok((report, space)) => (report, space),
        Err(outcome) => {
            println!("{name}: {}: {}", outcome.name(), outcome.reason().unwrap_or("?"));
            return;
        }
    };
    let (covered, total) = tested.branches(program, false);
    println!(
        "{name}: {}, {}, {}, branches {covered}/{total}, {}",
        report.outcome.name(),
        count(report.paths, "path"),
        count(report.executions, "run"),
        time(report.seconds)
    );
    if let Some(why) = report.outcome.reason() {
        println!("  {why}");
    }
    if let Some(line) = isolation(report.isolation, &acute_explore::stateful(program, name)) {
        println!("  {line}");
    }
    if report.outcome != Outcome::Complete {
        for (reason, times) in &report.concretized {
            println!("  not followed: {reason} ({times}x)");
        }
    }
    for (k, finding) in report.findings.iter().enumerate().filter(|(_, f)| f.confirmed) {
        self::finding(finding, report, space, tested, k);
    }
}

/// How its runs were kept apart, where that is not the usual way; `stateful` is what it can call that keeps state.
fn isolation(isolation: Isolation, stateful: &[&str]) -> Option<String> {
    let names = stateful.join(", ");
    match (isolation, stateful.is_empty()) {
        (Isolation::InProcess, true) => None,
        (Isolation::InProcess, false) => Some(format!(
            "all runs in one process, as --isolation asks: what one run leaves in {names} reaches the next"
        )),
        (Isolation::Fork, true) => Some("each run in a process of its own, as --isolation asks".into()),
        (Isolation::Fork, false) => Some(format!("each run in a process of its own: it can call {names}")),
    }
}

fn finding(finding: &Finding, _report: &Report, space: &Space, tested: &Tested, k: usize) {
    let word = match finding.confidence {
        Confidence::Bug => "BUG",
        Confidence::Precondition => "precondition",
        Confidence::State => "state",
    };
    let place = format!("{}:{}", file_name(Path::new(&finding.place.file)), finding.place.line);
    println!(
        "\n  {word}: {} ({}) at {place}, run {}",
        finding.message,
        finding.kind.row().0,
        finding.executions
    );
    match finding.input.render_call(space) {
        Ok(text) => text.lines().for_each(|line| println!("      {line}")),
        Err(why) => println!("      (its input cannot be written as C: {why})"),
    }
    if let Some(id) = tested.id_of_finding(k) {
        println!("    again: acute replay {id}");
    }
}

/// The last lines.
pub fn end(results: &Results, exported: &[Exported]) {
    let bugs = results.count(Confidence::Bug);
    let preconditions = results.count(Confidence::Precondition);
    let states = results.count(Confidence::State);
    let mut line = count(bugs as u64, "bug");
    if states > 0 {
        line.push_str(&format!(", {states} by state"));
    }
    if preconditions > 0 {
        line.push_str(&format!(", {}", count(preconditions as u64, "precondition")));
    }
    // An input that does not end is saved, but nobody wants it as a test.
    let endless = results.endless();
    let tests = count((results.tests() - endless) as u64, "test");
    let endless = if endless > 0 {
        format!(" and {} without an end", count(endless as u64, "input"))
    } else {
        String::new()
    };
    println!("\n{line}, {tests}{endless} in {}", results.out.join("tests").display());
    for file in exported {
        if let Some(why) = &file.failed {
            println!("{}: not written: {why}", file.path.display());
            continue;
        }
        let left_out = match file.left_out {
            0 => String::new(),
            n => format!(", {n} left out: a plain run does something else"),
        };
        println!("{}: {} passed, 0 failed{left_out}", file.path.display(), file.passed);
    }
}

fn count(n: u64, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}

fn time(seconds: f64) -> String {
    if seconds < 0.1 { format!("{:.1} ms", seconds * 1000.0) } else { format!("{seconds:.2} s") }
}

/// The last part of a path.
pub fn file_name(path: &Path) -> String {
    path.file_name().map_or_else(|| path.display().to_string(), |n| n.to_string_lossy().into_owned())
}
