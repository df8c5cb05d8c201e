//! How well the search goes, in four parts: the speed of the loop where an invariant decides what an input is,
//! how the time for a path grows with its length, the branches covered over time beside random inputs and
//! libFuzzer, and the memory of a long search that never ends.
//!
//! Each part prints its figures; at the end all targets stand in one table, and the exit code is 1 where one is
//! missed. The same as numbers is in bench/search.json below the target folder, the coverage over time as a
//! picture in bench/coverage.svg.
//!
//! Arguments are names of parts: rates, growth, coverage, endurance; without any it is all of them.
//! ACUTE_BENCH_SECONDS is what each tool has for a unit (60), ACUTE_BENCH_ENDURANCE what the last part takes (600).
mod shared;

/// The parts.
mod search {
    pub mod coverage;
    pub mod endurance;
    pub mod fuzzer;
    pub mod growth;
    pub mod plot;
    pub mod rates;
    pub mod samples;
}

use acute_cfront::{build, home::Home};
use acute_cli::test;
use acute_exec::{Launcher, Program};
use acute_explore::{Explorer, Limits, Report};
use serde_json::{Value, json};
use shared::{Outcome, children_seconds, own_seconds};
use std::path::{Path, PathBuf};

/// Something asked for, and what came of it.
pub struct Target {
    what: String,
    asked: String,
    measured: String,
    met: bool,
}

/// What a part measured.
#[derive(Default)]
pub struct Part {
    rows: Vec<Value>,
    targets: Vec<Target>,
}

impl Part {
    /// Notes a target.
    pub fn ask(&mut self, what: impl Into<String>, asked: impl Into<String>, measured: String, met: bool) {
        self.targets.push(Target { what: what.into(), asked: asked.into(), measured, met });
    }

    /// Notes the numbers of a row.
    pub fn row(&mut self, row: Value) {
        self.rows.push(row);
    }
}

/// What all parts need.
pub struct Bench {
    /// The tool.
    pub tool: PathBuf,
    /// Where the results go.
    pub out: PathBuf,
    /// The units of this benchmark.
    pub units: PathBuf,
    /// The example structures.
    pub structures: PathBuf,
    /// The processors we may use.
    pub cores: Vec<usize>,
}

impl Bench {
    fn new() -> Outcome<Bench> {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let tool = Home::find()?.plugin.with_file_name("acute");
        let out = tool.parent().and_then(Path::parent).ok_or("no target folder")?.join("bench");
        std::fs::create_dir_all(&out)?;
        let (units, structures) = (here.join("benches/search/units"), here.join("../../examples/structures"));
        Ok(Bench { tool, out, units, structures, cores: cores() })
    }
}

/// A part and what it is called.
type Run = fn(&Bench) -> Outcome<Part>;

fn main() -> Outcome<()> {
    let parts: [(&str, Run); 4] = [
        ("rates", search::rates::run),
        ("growth", search::growth::run),
        ("coverage", search::coverage::run),
        ("endurance", search::endurance::run),
    ];
    let only: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    if let Some(other) = only.iter().find(|o| parts.iter().all(|(name, _)| name != o)) {
        return Err(format!("no part `{other}`: there are rates, growth, coverage, endurance").into());
    }
    let bench = Bench::new()?;
    let (mut numbers, mut targets) = (serde_json::Map::new(), vec![]);
    for (name, run) in parts {
        if only.is_empty() || only.iter().any(|o| o == name) {
            let part = run(&bench).map_err(|e| format!("{name}: {e}"))?;
            numbers.insert(name.into(), Value::Array(part.rows));
            targets.extend(part.targets);
            println!();
        }
    }
    println!("{:<62} {:>22} {:>26}  met", "target", "asked for", "measured");
    for t in &targets {
        println!("{:<62} {:>22} {:>26}  {}", t.what, t.asked, t.measured, if t.met { "yes" } else { "NO" });
    }
    let rows = targets
        .iter()
        .map(|t| json!({"what": t.what, "asked": t.asked, "measured": t.measured, "met": t.met}))
        .collect();
    numbers.insert("targets".into(), Value::Array(rows));
    let file = bench.out.join("search.json");
    std::fs::write(&file, format!("{:#}\n", Value::Object(numbers)))?;
    println!("\nthe same as numbers: {}", file.display());
    let missed = targets.iter().filter(|t| !t.met).count();
    if missed > 0 {
        println!("{missed} targets are missed");
        std::process::exit(1);
    }
    Ok(())
}

/// A unit that is built and can be explored.
pub struct Unit {
    scratch: acute_cfront::scratch::Scratch,
    /// The instrumented program.
    pub program: Program,
    target: build::Target,
}

impl Unit {
    /// Builds it.
    pub fn build(file: &Path, function: &str, cflags: &[String]) -> Outcome<Unit> {
        let (scratch, _, program, target) = test::prepare(file, function, cflags)?;
        Ok(Unit { scratch, program, target })
    }

    /// Explores its function.
    pub fn explore(&self, limits: Limits) -> Outcome<Report> {
        let limits = Limits { harness: self.target.harness, ..limits };
        let home = build::place(&self.target.function);
        let (space, entry) = (self.target.space.clone()?, &self.target.entry);
        let launcher = Launcher { program: &self.program, scratch: self.scratch.path() };
        let explorer = Explorer::new(&launcher, home, space, self.program.entry(entry)?, limits)?;
        let (report, _) = explorer.explore()?;
        if report.wrong_branches > 0 {
            return Err(format!("{}: {} conditions that are not true", entry, report.wrong_branches).into());
        }
        Ok(report)
    }
}

/// Explorations of one function, one after another.
pub struct Measured {
    /// The last of them.
    pub report: Report,
    /// How many.
    pub count: u64,
    /// Their runs.
    pub executions: u64,
    /// Those that an assumption cut short.
    pub rejected: u64,
    /// Their distinct paths.
    pub paths: u64,
    /// By the clock.
    pub seconds: f64,
    /// Of the one that took least, by the clock or the processor: the one has other programs in it, the other what
    /// it takes to start and to end.
    pub least: f64,
    /// Processor time of the unit.
    pub unit: f64,
    /// Processor time of the engine.
    pub engine: f64,
}

impl Measured {
    /// Processor time of a run.
    fn each(&self) -> f64 {
        (self.unit + self.engine) / self.executions as f64
    }
}

impl Unit {
    /// Explores again and again, until that has taken `enough` processor time; the best of so many rounds. What it
    /// takes to start and to end is in it.
    pub fn measure(&self, limits: &Limits, enough: f64, rounds: usize) -> Outcome<Measured> {
        let processor = || (own_seconds(), children_seconds());
        let (mut best, mut least): (Option<Measured>, f64) = (None, f64::MAX);
        for _ in 0..rounds {
            let (mut count, mut executions, mut rejected, mut paths, mut seconds) = (0, 0, 0, 0, 0.0);
            let before = processor();
            let mut last = before;
            let now = loop {
                let report = self.explore(limits.clone())?;
                count += 1;
                executions += report.executions;
                rejected += report.rejected;
                paths += report.paths;
                seconds += report.seconds;
                let after = processor();
                least = least.min(report.seconds).min(after.0 - last.0 + after.1 - last.1);
                last = after;
                let (engine, unit) = (after.0 - before.0, after.1 - before.1);
                if engine + unit >= enough {
                    break Measured {
                        report,
                        count,
                        executions,
                        rejected,
                        paths,
                        seconds,
                        least,
                        unit,
                        engine,
                    };
                }
            };
            best = best.filter(|b| b.each() <= now.each()).or(Some(now));
        }
        Ok(Measured { least, ..best.ok_or("nothing was measured")? })
    }
}

/// Seconds by an environment variable.
pub fn seconds_of(variable: &str, usual: f64) -> Outcome<f64> {
    let Ok(text) = std::env::var(variable) else { return Ok(usual) };
    match text.parse::<f64>() {
        Ok(seconds) if seconds >= 1.0 => Ok(seconds),
        _ => Err(format!("{variable}={text}: a number of seconds from 1 is needed").into()),
    }
}

/// The processors this process may use.
fn cores() -> Vec<usize> {
    // SAFETY: fills a set of our own.
    let set = unsafe {
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        libc::sched_getaffinity(0, size_of::<libc::cpu_set_t>(), &mut set);
        set
    };
    // SAFETY: within the set.
    (0..libc::CPU_SETSIZE as usize).filter(|core| unsafe { libc::CPU_ISSET(*core, &set) }).collect()
}

/// Stays on these processors from now on; so does what is started.
pub fn stay_on(cores: &[usize]) {
    // SAFETY: plain system calls on a set of our own.
    unsafe {
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        cores.iter().for_each(|core| libc::CPU_SET(*core, &mut set));
        libc::sched_setaffinity(0, size_of::<libc::cpu_set_t>(), &set);
    }
}
