//! Data structures through their harnesses, beside what CUTE (Sen, Marinov, Agha 2005) says of SGLIB 1.0.1
//! in Fig. 11: our own library (examples/structures) and SGLIB 1.0.3, which is fetched and not kept. Then the
//! faults planted in our library, what each part of the solver is worth, how many runs a valid doubly
//! linked list takes (section 3.6), the programs of CAUT (Wang et al. 2009), and the memory of a million runs.
//!
//! Branches are those of the structure: of all that a harness calls, invariants too, but not of the harness.
//! Those of SGLIB's macros stand in the functions the harness expands them in. Some of them no call can take; they
//! are listed with the reason, and the share of the others is told, too.
//!
//! Arguments are names of structures; the other tables come only without any.
mod shared;
mod structures {
    pub mod figures;
    pub mod row;
}

use acute_cfront::home::Home;
use serde_json::Value;
use shared::{Outcome, Scratch};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use structures::figures::{CAUT, FAULTS, PARTS, STRUCTURES, Structure};
use structures::row::{Row, found, number, percent};

/// Seconds for a harness.
const SECONDS: &str = "10";
/// Seconds for one of Fig. 11: more than what is asked for.
const LONG: &str = "30";
/// Seconds a structure may take to cover as much as CUTE did, and the red-black tree. What is too slow and yet short is taken three times, and the
/// best counts: what the machine can do when nobody else is using it.
const ASKED: f64 = 0.2;
const ASKED_RED_BLACK: f64 = 20.0;
const SHORT: f64 = 2.0;
/// CUTE's bound on the depth of a path.
const DEPTH: &str = "50";
/// Runs of the red-black tree with a part of the solver switched off.
const ABLATION_RUNS: &str = "2000";

/// Runs over lists of any length, and what the engine may take for them.
const MANY_RUNS: &str = "1000000";
const MEGABYTES: u64 = 500;
/// As many paths as anyone will run.
const ENDLESS: &str = "#include <stddef.h>
struct cell { int v; struct cell *next; };
int count(const struct cell *l, int x) {
    int n = 0;
    for (; l != NULL; l = l->next)
        if (l->v == x)
            n++;
    return n;
}
";

fn main() -> Outcome<()> {
    let bench = Bench::new()?;
    let only: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    let wanted = |s: &&Structure| only.is_empty() || only.iter().any(|o| s.name.contains(o.as_str()));
    let mut short = bench.fig_11(STRUCTURES.iter().filter(wanted));
    if only.is_empty() {
        short.extend(bench.faults());
        bench.ablation();
        bench.lists();
        bench.caut();
        short.extend(bench.memory());
    }
    drop(bench);
    shared::conclude(&short);
    Ok(())
}

struct Bench {
    tool: PathBuf,
    examples: PathBuf,
    units: PathBuf,
    scratch: Scratch,
}

impl Bench {
    fn new() -> Outcome<Bench> {
        Ok(Bench {
            tool: Home::find()?.plugin.with_file_name("acute"),
            examples: Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/structures"),
            units: Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/units"),
            scratch: Scratch::new("structures")?,
        })
    }

    /// What the tool says of a harness's main.
    fn test(&self, file: &str, flags: &[&str], cflags: &[&str]) -> Result<Value, String> {
        self.test_function(&self.examples.join(file), "main", flags, cflags)
    }

    /// The same of a harness of Fig. 11.
    fn structure(&self, s: &Structure, file: &str, cflags: &[&str]) -> Result<Value, String> {
        let flags = ["--depth", DEPTH, "--time", LONG];
        let mut best = self.test(file, &flags, cflags)?;
        for _ in 0..2 {
            if (s.asked()..SHORT).contains(&number(&best, "/seconds")) {
                let again = self.test(file, &flags, cflags)?;
                best = if number(&again, "/seconds") < number(&best, "/seconds") { again } else { best };
            }
        }
        Ok(best)
    }

    /// The tool, about to test a file.
    fn command(&self, file: &Path, flags: &[&str], cflags: &[&str]) -> Command {
        let out = self.scratch.0.join("out");
        let mut command = Command::new(&self.tool);
        command.arg("test").arg(file).args(["--no-export", "--seed", "0", "--json", "-"]);
        command.arg("--out").arg(&out).args(flags).arg("--").args(cflags).stdin(Stdio::null());
        command
    }

    /// What the tool says of a function.
    fn test_function(
        &self,
        file: &Path,
        function: &str,
        flags: &[&str],
        cflags: &[&str],
    ) -> Result<Value, String> {
        let flags: Vec<&str> = flags.iter().copied().chain(["--function", function]).collect();
        let said = self.command(file, &flags, cflags).output().map_err(|e| e.to_string())?;
        let text = String::from_utf8_lossy(&said.stderr).into_owned();
        if !matches!(said.status.code(), Some(0 | 1)) {
            let line = text.lines().find(|l| l.contains("error")).or(text.lines().next()).unwrap_or("");
            return Err(format!("exit code {:?}: {}", said.status.code(), line.trim()));
        }
        let summary: Value = serde_json::from_slice(&said.stdout).map_err(|e| format!("no summary: {e}"))?;
        let mut functions = summary["functions"].as_array().into_iter().flatten();
        functions.find(|f| f["name"] == function).cloned().ok_or(format!("{function} is not in the summary"))
    }

    fn fig_11<'a>(&self, structures: impl Iterator<Item = &'a Structure>) -> Vec<String> {
        let sglib = shared::sglib::fetch(&self.scratch);
        let mut short = vec![];
        println!(
            "{:<19} {:<20} {:>8} {:>9} {:>9} {:>9} {:>8} {:>9} {:>8} {:>7} {:>8} {:>10} {:>7} {:>9} {:>5}",
            "structure",
            "tested",
            "seconds",
            "to CUTE's",
            "asked for",
            "runs",
            "paths",
            "branches",
            "covered",
            "cannot",
            "of rest",
            "functions",
            "OPT 1",
            "OPT 2 & 3",
            "bugs"
        );
        let structures: Vec<&Structure> = structures.collect();
        for s in &structures {
            let theirs = s.paper();
            theirs.print(s.name, "SGLIB 1.0.1 by CUTE", theirs.coverage);
            match self.structure(s, s.file, &[]).map(|f| Row::read(&f, s.functions[0]).within(s.asked())) {
                Ok(ours) => {
                    ours.print("", "our library", theirs.coverage);
                    short.extend(ours.slow(s.name, "our library", theirs.coverage));
                    if ours.bugs > 0 {
                        short.push(format!("{}: {} bugs in our own library", s.name, ours.bugs));
                    }
                    if ours.coverage < theirs.coverage {
                        let (a, b) = (ours.coverage, theirs.coverage);
                        let (name, open) = (s.name, ours.open.join(", "));
                        short.push(format!("{name}: {a:.2}% of the branches, CUTE {b:.2}%; not {open}"));
                    }
                }
                Err(why) => {
                    println!("{:<19} {:<20} {why}", "", "our library");
                    short.push(format!("{}: {why}", s.name));
                }
            }
            let row = sglib.as_ref().map_err(|why| format!("not to be had: {why}")).and_then(|folder| {
                let include = format!("-I{}", folder.display());
                // By the letter of the standard an assert asks once; glibc's other one asks again in a sizeof.
                let f = self.structure(s, &format!("sglib/{}", s.file), &["-w", "-std=c11", &include])?;
                Row::read(&f, s.functions[1])
                    .within(s.asked())
                    .without(s.cannot.iter().map(|(count, ..)| count).sum())
            });
            match row {
                Ok(row) => {
                    row.print("", "SGLIB 1.0.3", theirs.coverage);
                    short.extend(row.slow(s.name, "SGLIB 1.0.3", theirs.coverage));
                    if row.coverage < theirs.coverage {
                        let (a, b, name) = (row.coverage, theirs.coverage, s.name);
                        short.push(format!("{name}: {a:.2}% of SGLIB 1.0.3, CUTE {b:.2}% of 1.0.1"));
                    }
                }
                Err(why) => {
                    println!("{:<19} {:<20} {why}", "", "SGLIB 1.0.3");
                    if sglib.is_ok() {
                        short.push(format!("{} of SGLIB: {why}", s.name));
                    }
                }
            }
        }
        println!(
            "CUTE's rows: Sen, Marinov, Agha, ESEC/FSE 2005, Fig. 11; OPT columns and coverage in percent; \
             cannot: branches among those not covered that are proved infeasible, of SGLIB those below"
        );
        println!("\nwhat no call on a valid structure takes of SGLIB 1.0.3, by reading it:");
        for s in structures {
            for (count, place, why) in s.cannot {
                println!("{:<19} {count:>2}  {place}: {why}", s.name);
            }
        }
        short
    }

    fn faults(&self) -> Vec<String> {
        let mut short = vec![];
        println!(
            "\n{:<30} {:<15} {:>12} {:>9} {:>8}",
            "planted fault", "kind", "runs until", "CUTE", "seconds"
        );
        for (name, file, kind, cute, asked) in FAULTS {
            let main = match self.test(file, &["--depth", DEPTH, "--time", SECONDS], &[]) {
                Ok(main) => main,
                Err(why) => {
                    println!("{name:<30} {kind:<15} {why}");
                    short.push(format!("{name}: {why}"));
                    continue;
                }
            };
            let (until, seconds) = (found(&main, kind), number(&main, "/seconds"));
            let said = until.map_or("not found".to_string(), |n| n.to_string());
            println!("{name:<30} {kind:<15} {said:>12} {cute:>9} {seconds:>8.2}");
            if *asked && until.is_none_or(|n| n > *cute) {
                short.push(format!("{name}: {said}, {cute} asked for"));
            }
        }
        short
    }

    fn ablation(&self) {
        println!(
            "\n{:<40} {:>8} {:>8} {:>8}",
            format!("red-black tree, {ABLATION_RUNS} runs, without"),
            "runs",
            "seconds",
            "ratio"
        );
        let mut all = 0.0;
        for (part, name) in PARTS {
            let mut flags = vec!["--time", "60", "--executions", ABLATION_RUNS];
            if !part.is_empty() {
                flags.extend(["--without", part]);
            }
            match self.test("red_black_tree.c", &flags, &[]) {
                Ok(main) => {
                    let (seconds, runs) = (number(&main, "/seconds"), number(&main, "/executions"));
                    if part.is_empty() {
                        all = seconds;
                    }
                    let name = if part.is_empty() { "nothing (everything is on)" } else { name };
                    println!("{name:<40} {runs:>8} {seconds:>8.2} {:>7.1}x", seconds / all);
                }
                Err(why) => println!("{name:<40} {why}"),
            }
        }
    }

    /// Section 3.6: N steps for a list of N, where others take N * N.
    fn lists(&self) {
        println!(
            "\n{:<30} {:>16} {:>6} {:>16} {:>6}",
            "a valid doubly linked list of", "by its first", "more", "any element", "more"
        );
        let mut last = [None, None];
        for nodes in 2..=12 {
            let define = format!("-DNODES={nodes}");
            let mut line = format!("{:<30}", format!("{nodes} nodes"));
            for (last, cflags) in last.iter_mut().zip([vec![define.as_str()], vec![&define, "-DANY"]]) {
                let flags = ["--depth", DEPTH, "--time", SECONDS];
                let runs = match self.test("valid_list.c", &flags, &cflags) {
                    Ok(main) => found(&main, "assertion"),
                    Err(why) => {
                        line += &format!(" {why}");
                        None
                    }
                };
                let more = runs.zip(*last).map(|(n, l): (u64, u64)| format!("{:+}", n as i64 - l as i64));
                let said = runs.map_or("none".to_string(), |n| n.to_string());
                line += &format!(" {said:>16} {:>6}", more.unwrap_or_default());
                *last = runs;
            }
            println!("{line}");
        }
    }
}

impl Bench {
    /// Programs like those of CAUT, beside what it says of them and of CUTE.
    fn caut(&self) {
        println!(
            "\n{:<22} {:>8} {:>9} {:>8} {:>12} {:>9} {:>12} {:>9}",
            "programs as CAUT's",
            "runs",
            "covered",
            "seconds",
            "CAUT's runs",
            "covered",
            "CUTE's runs",
            "covered"
        );
        for (name, file, function, depth, caut, cute) in CAUT {
            let flags = ["--depth", depth, "--time", SECONDS, "--executions", "10000"];
            match self.test_function(&self.units.join(file), function, &flags, &[]) {
                Ok(f) => println!(
                    "{name:<22} {:>8} {:>8.1}% {:>8.2} {:>12} {:>8.1}% {:>12} {:>8.1}%",
                    number(&f, "/executions"),
                    percent(
                        number(&f, "/branches_reachable/covered"),
                        number(&f, "/branches_reachable/total")
                    ),
                    number(&f, "/seconds"),
                    caut.0,
                    caut.1,
                    cute.0,
                    cute.1
                ),
                Err(why) => println!("{name:<22} {why}"),
            }
        }
    }

    /// A million runs over lists of any length.
    fn memory(&self) -> Option<String> {
        println!("\n{:<40} {:>9} {:>8} {:>8}", "lists of any length", "runs", "seconds", "MB");
        let file = self.scratch.0.join("count.c");
        if let Err(e) = std::fs::write(&file, ENDLESS) {
            return Some(e.to_string());
        }
        let bounded = ["--depth", DEPTH, "--time", "300", "--executions", MANY_RUNS];
        let most = self.memory_of("paths of at most 50 branches", &file, &bounded);
        let free = ["--time", "20", "--executions", MANY_RUNS];
        // Each run is longer than the last.
        let _ = self.memory_of("paths of any length, 20 s", &file, &free);
        match most {
            Ok(most) if most <= MEGABYTES => None,
            Ok(most) => Some(format!("{MANY_RUNS} runs took {most} MB, {MEGABYTES} asked for")),
            Err(why) => Some(why),
        }
    }

    /// Megabytes the engine alone took, its compilers not counted.
    fn memory_of(&self, name: &str, file: &Path, flags: &[&str]) -> Result<u64, String> {
        let mut command = self.command(file, flags, &[]);
        let report = self.scratch.0.join("summary");
        let output = std::fs::File::create(&report).map_err(|e| e.to_string())?;
        let mut child = command.stdout(output).stderr(Stdio::null()).spawn().map_err(|e| e.to_string())?;
        let status = format!("/proc/{}/status", child.id());
        let mut most = 0;
        while child.try_wait().map_err(|e| e.to_string())?.is_none() {
            let text = std::fs::read_to_string(&status).unwrap_or_default();
            let peak = text.lines().find_map(|l| l.strip_prefix("VmHWM:")?.split_whitespace().next());
            most = most.max(peak.and_then(|n| n.parse::<u64>().ok()).unwrap_or(0));
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        let text = std::fs::read_to_string(&report).map_err(|e| e.to_string())?;
        let summary: Value = serde_json::from_str(&text).map_err(|e| format!("no summary: {e}"))?;
        let (runs, seconds) =
            (number(&summary, "/functions/0/executions"), number(&summary, "/functions/0/seconds"));
        println!("{name:<40} {runs:>9} {seconds:>8.2} {:>8}", most / 1024);
        Ok(most / 1024)
    }
}

impl Structure {
    /// Seconds it may take.
    fn asked(&self) -> f64 {
        if self.file == "red_black_tree.c" { ASKED_RED_BLACK } else { ASKED }
    }

    fn paper(&self) -> Row {
        let (seconds, runs, branches, coverage, functions, opt_1, opt_2_and_3, bugs) = self.cute;
        let row = Row { seconds, runs, branches, coverage, functions, ..Row::default() };
        Row { opt_1, opt_2_and_3, bugs, ..row }
    }
}
