//! A long search of a unit with no end of paths, by the tool itself: its memory must not grow, it must not become
//! slower, nothing may be left behind, and it must end in time. It fills up in the first half minute: a run of less than five minutes says
//! nothing about memory.
use crate::shared::{Outcome, Scratch};
use crate::{Bench, Part, seconds_of};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// How much more memory the end may take than the second tenth.
const GROWTH: f64 = 1.1;
/// The second half of the runs may take so much longer than the first.
const SLOWER: f64 = 1.25;
/// Seconds beyond its budget.
const GRACE: f64 = 2.0;

/// Starts the tool on a unit that is never done; its files go below `folder`.
fn start(bench: &Bench, folder: &Path, seconds: f64) -> Outcome<Child> {
    let mut command = Command::new(&bench.tool);
    command.arg("test").arg(bench.units.join("endless.c")).args(["--function", "endless"]);
    command.args(["--no-export", "--seed", "0", "--time", &seconds.to_string()]);
    command.arg("--json").arg(folder.join("summary")).arg("--out").arg(folder.join("out"));
    command.env("TMPDIR", folder.join("tmp")).process_group(0).stdin(Stdio::null());
    command.stdout(Stdio::null()).stderr(std::fs::File::create(folder.join("log"))?);
    Ok(command.spawn()?)
}

/// The part.
pub fn run(bench: &Bench) -> Outcome<Part> {
    let seconds = seconds_of("ACUTE_BENCH_ENDURANCE", 600.0)?;
    let scratch = Scratch::new("endurance")?;
    let temporary = scratch.0.join("tmp");
    std::fs::create_dir(&temporary)?;
    let (report, log) = (scratch.0.join("summary"), scratch.0.join("log"));
    let child = start(bench, &scratch.0, seconds)?;
    let group = child.id();
    let Watched { status, memory, zombies } = watch(child, &bench.tool)?;
    let text = std::fs::read_to_string(&report).unwrap_or_default();
    let summary: Value = serde_json::from_str(&text).map_err(|e| {
        format!("{status}, no summary: {e}: {}", std::fs::read_to_string(&log).unwrap_or_default())
    })?;
    let function = &summary["functions"][0];
    let took = function["seconds"].as_f64().ok_or("no seconds in the summary")?;
    let executions = function["executions"].as_u64().ok_or("no executions in the summary")?;
    let left: Vec<String> = std::fs::read_dir(&temporary)?
        .filter_map(|entry| Some(entry.ok()?.file_name().to_string_lossy().into_owned()))
        .collect();
    let processes = of_group(group).len() + below(&temporary);

    // Of ten minutes: the second against the last.
    let most = |from: f64, to: f64| {
        let within = memory.iter().filter(|(at, _)| *at >= from && *at <= to);
        within.map(|(_, kilobytes)| *kilobytes).max().unwrap_or(0)
    };
    let tenth = seconds / 10.0;
    let (early, late) = (most(tenth, 2.0 * tenth), most(seconds - tenth, f64::MAX));
    let growth = late as f64 / early.max(1) as f64;
    println!(
        "endurance: {executions} runs in {took:.1} s of {seconds:.0} s, {:.0} runs/s, {} paths; branches {}/{}",
        executions as f64 / took,
        function["paths"],
        function["branches"]["covered"],
        function["branches"]["total"]
    );
    print_memory(&memory, tenth);

    let mut part = Part::default();
    let megabytes = |kilobytes: u64| kilobytes >> 10;
    let measured = format!("{growth:.2} ({} of {} MB)", megabytes(late), megabytes(early));
    part.ask(
        "memory, last tenth over the second",
        format!("<= {GROWTH}"),
        measured,
        early > 0 && growth <= GROWTH,
    );
    let half = runs_after(&std::fs::read_to_string(&log)?, seconds / 2.0).ok_or("no lines of progress")?;
    let slower = half.0 / half.1 * (took - half.1) / (executions as f64 - half.0);
    part.ask(
        "seconds a run, second half over the first",
        format!("<= {SLOWER}"),
        format!("{slower:.2}"),
        slower <= SLOWER,
    );
    part.ask(
        "seconds beyond the budget",
        format!("<= {GRACE}"),
        format!("{:.2}", took - seconds),
        took <= seconds + GRACE,
    );
    part.ask(
        "zombies, processes left behind",
        "0, 0",
        format!("{zombies}, {processes}"),
        zombies + processes == 0,
    );
    part.ask("temporary files left behind", "0", left.len().to_string(), left.is_empty());
    let samples: Vec<Value> = memory.iter().map(|(at, kilobytes)| json!([at, kilobytes])).collect();
    part.row(json!({
        "budget": seconds, "seconds": took, "executions": executions, "paths": function["paths"],
        "slower": slower, "early_kilobytes": early, "late_kilobytes": late, "zombies": zombies, "processes": processes,
        "left": left, "outcome": function["outcome"], "memory": samples,
    }));
    Ok(part)
}

/// A command from its start to its end.
struct Watched {
    status: ExitStatus,
    /// Seconds, and the kilobytes of the engine's processes.
    memory: Vec<(f64, u64)>,
    zombies: usize,
}

/// Looks at the processes of a command once a second until it ends.
fn watch(mut child: Child, tool: &Path) -> Outcome<Watched> {
    let (begun, group) = (Instant::now(), child.id());
    let mut memory: Vec<(f64, u64)> = vec![];
    let (mut dead, mut zombies) = (vec![], 0);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Watched { status, memory, zombies });
        }
        let at = begun.elapsed().as_secs_f64();
        let all = of_group(group);
        // The engine in as many processes as it likes, its units and compilers not counted.
        memory.push((at, all.iter().filter_map(|(pid, _)| resident(*pid, tool)).sum()));
        // A process that is still there after a second is abandoned.
        let now: Vec<u32> = all.into_iter().filter(|(_, state)| *state == 'Z').map(|p| p.0).collect();
        zombies += now.iter().filter(|pid| dead.contains(*pid) && **pid != group).count();
        dead = now;
        std::thread::sleep(Duration::from_secs(1));
    }
}

/// Prints the most memory of each tenth of the time.
fn print_memory(memory: &[(f64, u64)], tenth: f64) {
    let mut tenths: BTreeMap<u64, u64> = BTreeMap::new();
    for (at, kilobytes) in memory {
        let most = tenths.entry((at / tenth) as u64).or_default();
        *most = (*most).max(*kilobytes);
    }
    let line: Vec<String> = tenths.values().map(|kilobytes| (kilobytes >> 10).to_string()).collect();
    println!("most memory in each tenth of it, MB: {}", line.join(" "));
}

/// How many runs there were about so many seconds after the start, and when that was said.
fn runs_after(log: &str, seconds: f64) -> Option<(f64, f64)> {
    let number = |text: &str| text.trim().parse::<f64>().ok();
    let lines = log.lines().filter_map(|line| {
        let (runs, rest) = line.strip_prefix("endless: ")?.split_once(" runs, ")?;
        let (runs, rate) = (number(runs)?, number(rest.split_once("/s")?.0)?);
        Some((runs, runs / rate))
    });
    lines.min_by(|a, b| (a.1 - seconds).abs().total_cmp(&(b.1 - seconds).abs()))
}

/// Kilobytes of a process that are in memory, if it runs this program.
fn resident(pid: u32, program: &Path) -> Option<u64> {
    if std::fs::read_link(format!("/proc/{pid}/exe")).ok()? != program {
        return None;
    }
    let text = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = text.lines().find_map(|l| l.strip_prefix("VmRSS:"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// The processes of a group with their states.
fn of_group(group: u32) -> Vec<(u32, char)> {
    let one = |pid: u32| {
        let text = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        // The name may have anything in it; behind its last parenthesis come state, parent and group.
        let mut fields = text.rsplit_once(')')?.1.split_whitespace();
        let state = fields.next()?.chars().next()?;
        (fields.nth(1)?.parse() == Ok(group)).then_some((pid, state))
    };
    processes().into_iter().filter_map(one).collect()
}

/// How many processes run a program below a folder.
fn below(folder: &Path) -> usize {
    let exe = |pid: &u32| std::fs::read_link(format!("/proc/{pid}/exe"));
    processes().iter().filter(|pid| exe(pid).is_ok_and(|path| path.starts_with(folder))).count()
}

fn processes() -> Vec<u32> {
    let entries = std::fs::read_dir("/proc").into_iter().flatten();
    entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok()).collect()
}
