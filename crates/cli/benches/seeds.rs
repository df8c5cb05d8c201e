//! The faults that the CUTE paper (Sen, Marinov, Agha 2005) found, each by one whole command, compiling included: the
//! example of Fig. 1, and the two faults of SGLIB in section 5.2, planted in our library and in SGLIB 1.0.3 itself, which is
//! fetched. A command must find its fault within the paper's iterations and within its seconds, whatever `--time`.
//!
//! A command that is too slow is run five times at most, and the best counts: other work on the machine is not its own.
mod shared;

use acute_cfront::home::Home;
use serde_json::Value;
use shared::{Outcome, Scratch};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

/// A fault.
struct Fault {
    name: &'static str,
    /// Below examples.
    file: &'static str,
    function: &'static str,
    kind: &'static str,
    /// Iterations of CUTE.
    cute: u64,
    /// Seconds for the whole command.
    seconds: f64,
    times: &'static [&'static str],
    /// It is in SGLIB: flags of the compiler besides those for its header.
    sglib: Option<&'static [&'static str]>,
}

const ONE: f64 = 1.0;
/// A run that does not end is given a part of a second before it is watched.
const LOOP: f64 = 2.0;
const USUAL: &[&str] = &["10"];
const ANY: &[&str] = &["3", "4", "6", "10"];
/// CUTE's bound on the depth of a path.
const DEPTH: &str = "50";
const TRIES: usize = 5;

const FAULTS: &[Fault] = &[
    Fault {
        name: "Fig. 1: a cell that points to itself",
        file: "testme.c",
        function: "testme",
        kind: "abort",
        cute: 4,
        seconds: ONE,
        times: USUAL,
        sglib: None,
    },
    Fault {
        name: "concatenating an empty list, harness",
        file: "structures/faults/doubly_linked_list.c",
        function: "main",
        kind: "null-deref",
        cute: 140,
        seconds: ONE,
        times: USUAL,
        sglib: None,
    },
    Fault {
        name: "concatenating an empty list, none",
        file: "structures/faults/doubly_linked_list.c",
        function: "dll_concat",
        kind: "null-deref",
        cute: 140,
        seconds: ONE,
        times: USUAL,
        sglib: None,
    },
    Fault {
        name: "adding an element twice",
        file: "structures/faults/hash_table.c",
        function: "main",
        kind: "infinite-loop",
        cute: 193,
        seconds: LOOP,
        times: ANY,
        sglib: None,
    },
    Fault {
        name: "SGLIB 1.0.3: adding an element twice",
        file: "structures/sglib/hash_table.c",
        function: "main",
        kind: "infinite-loop",
        cute: 193,
        seconds: LOOP,
        times: ANY,
        sglib: Some(&["-DTWICE"]),
    },
    Fault {
        name: "SGLIB 1.0.3: doubly linked list",
        file: "structures/sglib/doubly_linked_list.c",
        function: "main",
        kind: "assertion",
        cute: 140,
        seconds: ONE,
        times: USUAL,
        sglib: Some(&[]),
    },
];

fn main() -> Outcome<()> {
    let bench = Bench::new()?;
    let mut short = vec![];
    println!(
        "{:<38} {:>6} {:<14} {:>9} {:>6} {:>8} {:>9} {:>8}",
        "fault", "--time", "kind", "at run", "CUTE's", "seconds", "processor", "at most"
    );
    for fault in FAULTS {
        for time in fault.times {
            match bench.measure(fault, time) {
                Ok(Some(wrong)) => short.push(wrong),
                Ok(None) => {}
                Err(why) => short.push(format!("{}: {why}", fault.name)),
            }
        }
    }
    drop(bench);
    shared::conclude(&short);
    Ok(())
}

struct Bench {
    tool: PathBuf,
    examples: PathBuf,
    scratch: Scratch,
    sglib: Result<PathBuf, String>,
}

impl Bench {
    fn new() -> Outcome<Bench> {
        let scratch = Scratch::new("seeds")?;
        Ok(Bench {
            tool: Home::find()?.plugin.with_file_name("acute"),
            examples: Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples"),
            sglib: shared::sglib::fetch(&scratch),
            scratch,
        })
    }

    /// Prints the row of a fault; what is wrong with it, if anything is.
    fn measure(&self, fault: &Fault, time: &str) -> Result<Option<String>, String> {
        let Fault { name, kind, cute, seconds: most, .. } = fault;
        let mut best = (f64::MAX, f64::MAX, None);
        for _ in 0..TRIES {
            let (seconds, processor, run) = self.command(fault, time)?;
            if seconds < best.0 {
                best = (seconds, processor, run);
            }
            if best.0 <= *most {
                break;
            }
        }
        let (seconds, processor, run) = best;
        let said = run.map_or("not found".to_string(), |n| n.to_string());
        println!(
            "{name:<38} {time:>6} {kind:<14} {said:>9} {cute:>6} {seconds:>8.2} {processor:>9.2} {most:>8.2}"
        );
        Ok(if run.is_none_or(|n| n > *cute) {
            Some(format!("{name}, --time {time}: {said}, {cute} asked for"))
        } else if seconds > *most {
            Some(format!("{name}, --time {time}: {seconds:.2} s, {most} asked for"))
        } else {
            None
        })
    }

    /// Runs the command: its seconds, its processor seconds, and the run that found the fault, as a bug.
    fn command(&self, fault: &Fault, time: &str) -> Result<(f64, f64, Option<u64>), String> {
        let mut cflags = vec![];
        if let Some(flags) = fault.sglib {
            let folder = self.sglib.as_ref().map_err(|why| format!("SGLIB is not to be had: {why}"))?;
            cflags.extend(["-w".to_string(), "-std=c11".into(), format!("-I{}", folder.display())]);
            cflags.extend(flags.iter().map(|f| f.to_string()));
        }
        let out = self.scratch.0.join("out");
        let _ = std::fs::remove_dir_all(&out);
        let mut command = Command::new(&self.tool);
        command.arg("test").arg(self.examples.join(fault.file)).args(["--function", fault.function]);
        command.args(["--until", "bug", "--no-export", "--depth", DEPTH, "--time", time, "--json", "-"]);
        command.arg("--out").arg(&out).arg("--").args(&cflags).stdin(Stdio::null());
        let (begun, before) = (Instant::now(), shared::children_seconds());
        let said = command.output().map_err(|e| e.to_string())?;
        let (seconds, processor) = (begun.elapsed().as_secs_f64(), shared::children_seconds() - before);
        let summary: Value = serde_json::from_slice(&said.stdout)
            .map_err(|e| format!("no summary: {e}\n{}", String::from_utf8_lossy(&said.stderr)))?;
        let bugs = summary["functions"][0]["bugs"].as_array().into_iter().flatten();
        let is_it = |b: &&Value| b["kind"] == fault.kind && b["confidence"] == "bug";
        let run = bugs.into_iter().find(is_it).and_then(|b| b["executions_until"].as_u64());
        Ok((seconds, processor, run))
    }
}
