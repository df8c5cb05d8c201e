//! Limits of time on an idle machine: units of tests/units whose search must be over in seconds, and commands that must
//! keep to the time they are given. The golden tests assert the executions of the same units; only this bench reads a clock.
//!
//! | rows | limit |
//! |---|---|
//! | golden units | seconds of the function, and its outcome |
//! | commands | seconds in all |
//! | generated units, one job and two | `--time` and 2 s, from the end of compiling to the end of the command |
//! | 10,000 lines | compiling takes at most 8 times as long as `clang -O1 -g` |
//! | Ctrl-C | the command ends within 1 s |
#[path = "../tests/common/mod.rs"]
mod common;
#[path = "budgets/generated.rs"]
mod generated;

use common::{Folder, Said, acute, test, units};
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A golden unit, its `--time`, a function, the seconds it may take, and the outcome it must have, if any.
const UNITS: &[(&str, &str, &str, f64, &str)] = &[
    ("clean/long_stretches.c", "5", "duplicate", 4.0, ""),
    ("clean/long_stretches.c", "5", "wipe", 4.0, ""),
    ("marks/long_paths.c", "3", "main", 5.0, ""),
    ("stuck/behind_spaces.c", "10", "level", 12.0, "bug"),
    ("stuck/billions.c", "5", "billions", 7.0, ""),
    ("stuck/billions.c", "5", "endless", 7.0, ""),
    ("stuck/bound.c", "5", "sum", 5.0, "covered"),
    ("stuck/bound.c", "5", "pairs", 5.0, "covered"),
    ("stuck/checksum.c", "20", "packet", 10.0, "covered"),
    ("stuck/digits.c", "10", "amount", 10.0, "covered"),
    ("stuck/exits.c", "5", "exitex", 5.0, "complete"),
    ("stuck/exits.c", "5", "leaves", 5.0, "complete"),
    ("stuck/factors.c", "1", "factor", 3.0, "time"),
    ("stuck/huge.c", "4", "huge", 6.0, "time"),
    ("stuck/interpreter.c", "20", "execute", 18.0, "covered"),
    ("stuck/keywords.c", "20", "settings", 10.0, "covered"),
    ("stuck/lists.c", "5", "after_list", 5.0, "covered"),
    ("stuck/lists.c", "5", "after_string", 5.0, "covered"),
    ("stuck/plot.c", "5", "draw_dashed_line", 5.0, "covered"),
    ("stuck/quotients.c", "10", "quotients", 10.0, "covered"),
    ("stuck/recursion.c", "5", "deep", 7.0, ""),
    ("stuck/sections.c", "20", "configure", 18.0, "covered"),
    ("stuck/sleeps.c", "5", "sleeps", 2.0, ""),
    ("stuck/table.c", "8", "run", 7.0, "covered"),
];

/// Paths of `stuck/huge.c` in its four seconds.
const HUGE_PATHS: u64 = 2_000;

/// Two functions without an end to explore.
const TWO: &str = "struct cell { int v; struct cell *next; };
int slow(const struct cell *l, int x) { int n = 0; for (; l; l = l->next) if (l->v == x) n++; return n; }
int slow_too(const struct cell *l, int x) { int n = 0; for (; l; l = l->next) if (l->v != x) n++; return n; }
";

/// Loops without an end, so that only the budget ends the command.
const STUCK: &str = "int stuck(int x) {
    if (x > 3) for (;;);
    if (x < -3) for (;;);
    for (volatile int k = 1; k;);
    return 0;
}
";

fn main() {
    let mut late = 0;
    println!("{:<40} {:>9} {:>9}", "function", "seconds", "at most");
    let mut row = |name: String, seconds: f64, most: f64, wrong: String| {
        late += (seconds > most || !wrong.is_empty()) as i32;
        println!("{name:<40} {seconds:>9.2} {most:>9.2}  {wrong}");
    };
    let mut last = (String::new(), Value::Null);
    for (unit, time, function, most, outcome) in UNITS {
        if last.0 != *unit {
            last = (unit.to_string(), explored(unit, time));
        }
        let rows = last.1["functions"].as_array().into_iter().flatten();
        let found = rows.into_iter().find(|r| r["name"] == *function).cloned().unwrap_or_default();
        let mut wrong = String::new();
        if found.is_null() || !outcome.is_empty() && found["outcome"] != *outcome {
            wrong = format!("outcome {}, not {outcome}", found["outcome"]);
        } else if *function == "huge" && found["paths"].as_u64() < Some(HUGE_PATHS) {
            wrong = format!("{} paths, fewer than {HUGE_PATHS}", found["paths"]);
        }
        row(format!("{unit} {function}"), found["seconds"].as_f64().unwrap_or(0.0), *most, wrong);
    }
    for (name, source, flags, most) in [
        ("two functions of 3 s, two jobs", TWO, "--time 3 --jobs 2", 5.9),
        ("two functions, 5 s for all, one job", TWO, "--total 5 --jobs 1", 8.0),
        ("two functions, 5 s for all, two jobs", TWO, "--total 5 --jobs 2", 8.0),
        ("endless loops, 2 s, in one process", STUCK, "--time 2 --isolation inprocess", 5.0),
        ("endless loops, 2 s, forked", STUCK, "--time 2 --isolation fork", 5.0),
    ] {
        let (seconds, wrong) = command(source, flags);
        row(name.to_string(), seconds, most, wrong);
    }
    for jobs in ["1", "2"] {
        for (name, source, time) in generated::endless() {
            let (seconds, wrong) = search(&source, &time.to_string(), jobs);
            row(format!("{name}, jobs {jobs}"), seconds, f64::from(time) + 2.0, wrong);
        }
    }
    for (name, source) in
        [("medium functions", generated::medium_functions()), ("huge functions", generated::huge_functions())]
    {
        let (seconds, clang, wrong) = compiling(&source);
        row(format!("10,000 lines, {name}"), seconds, 8.0 * clang, wrong);
    }
    for (name, source, after) in [
        ("compiling", generated::huge_functions(), Moment::Started(1.0)),
        ("searching", generated::endless().swap_remove(5).1, Moment::Compiled(1.0)),
        ("finishing", generated::endless().swap_remove(8).1, Moment::Compiled(3.1)),
        ("exporting", generated::endless().swap_remove(9).1, Moment::Compiled(6.0)),
    ] {
        let (seconds, wrong) = interrupt(&source, after);
        row(format!("Ctrl-C while {name}"), seconds, 1.0, wrong);
    }
    if late > 0 {
        println!("\n{late} rows are above their limit");
        std::process::exit(1);
    }
}

/// The summary of a golden unit, with its own flags but for the time.
fn explored(unit: &str, time: &str) -> Value {
    let file = units().join(unit);
    let folder = Folder::new();
    let mut flags = own_flags(&file);
    flags.extend(["--time", time, "--no-export"].map(String::from));
    test(&file, folder.path(), &flags).summary().unwrap_or_default()
}

/// The flags in the comments of a unit, without its budgets: these are the bench's own.
fn own_flags(file: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let words = text.lines().filter_map(|l| l.strip_prefix("//~FLAGS ")).flat_map(str::split_whitespace);
    let (mut flags, mut is_budget) = (vec![], false);
    for word in words {
        if std::mem::take(&mut is_budget) {
            continue;
        }
        is_budget = matches!(word, "--time" | "--executions");
        if !is_budget {
            flags.push(word.to_string());
        }
    }
    flags
}

/// The seconds that a line such as `compiled in 1.2 s` says.
fn compile_seconds(out: &str) -> Option<f64> {
    out.split_once("compiled in ")?.1.split_once(" s")?.0.parse().ok()
}

/// The seconds a command takes after compiling.
fn search(source: &str, time: &str, jobs: &str) -> (f64, String) {
    let folder = Folder::new();
    folder.file("unit.c", source);
    let mut command = acute();
    command.current_dir(folder.path()).args([
        "test",
        "unit.c",
        "--no-export",
        "--time",
        time,
        "--jobs",
        jobs,
    ]);
    let begun = Instant::now();
    let said = Said::by(&mut command);
    let seconds = begun.elapsed().as_secs_f64();
    match (said.code, compile_seconds(&said.out)) {
        (Some(0 | 1), Some(compiling)) => (seconds - compiling, String::new()),
        _ => (seconds, said.err),
    }
}

/// The seconds that compiling a unit takes, and those of clang.
fn compiling(source: &str) -> (f64, f64, String) {
    let folder = Folder::new();
    folder.file("unit.c", source);
    let begun = Instant::now();
    let mut clang = Command::new("clang-19");
    let done =
        clang.current_dir(folder.path()).args(["-O1", "-g", "-w", "-c", "unit.c", "-o", "unit.o"]).status();
    let plain = begun.elapsed().as_secs_f64();
    let mut command = acute();
    command.current_dir(folder.path()).args(["test", "unit.c", "--no-export", "--executions", "1"]);
    let said = Said::by(command.args(["--total", "600"]));
    match (done.is_ok_and(|status| status.success()), compile_seconds(&said.out)) {
        (true, Some(seconds)) => (seconds, plain, String::new()),
        _ => (0.0, plain, format!("it does not compile: {}", said.err)),
    }
}

/// When Ctrl-C is pressed: so many seconds after the start, or after compiling.
enum Moment {
    Started(f64),
    Compiled(f64),
}

/// The seconds from Ctrl-C to the end of a command whose search takes 3 s.
fn interrupt(source: &str, moment: Moment) -> (f64, String) {
    let folder = Folder::new();
    folder.file("unit.c", source);
    let mut command = acute();
    command.current_dir(folder.path()).args(["test", "unit.c", "--time", "3"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it starts");
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    let wait = match moment {
        Moment::Started(seconds) => seconds,
        Moment::Compiled(seconds) => {
            let _ = out.read_line(&mut String::new());
            seconds
        }
    };
    std::thread::sleep(Duration::from_secs_f64(wait));
    let pressed = Instant::now();
    // SAFETY: a plain system call on our own child.
    unsafe { libc::kill(child.id() as i32, libc::SIGINT) };
    let _ = std::io::copy(&mut out, &mut std::io::sink());
    let code = child.wait().ok().and_then(|status| status.code());
    let wrong =
        if code == Some(4) { String::new() } else { format!("it ended before, with exit code {code:?}") };
    (pressed.elapsed().as_secs_f64(), wrong)
}

/// The seconds a command takes, compiling included.
fn command(source: &str, flags: &str) -> (f64, String) {
    let folder = Folder::new();
    folder.file("unit.c", source);
    let begun = Instant::now();
    let mut command = acute();
    command.current_dir(folder.path()).args(["test", "unit.c", "--no-export"]);
    let said = Said::by(command.args(flags.split(' ')));
    let wrong = if matches!(said.code, Some(0 | 1)) { String::new() } else { said.err };
    (begun.elapsed().as_secs_f64(), wrong)
}
