//! What a second worker is worth: twenty functions that are sorted through to the end, by one and by two.
mod shared;

use serde_json::Value;
use shared::{Outcome, Scratch};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

const FUNCTIONS: usize = 20;
/// Elements of each array: factorially many paths, or about so.
const ELEMENTS: usize = 8;
/// What two free cores give.
const EXPECTED: f64 = 1.7;
/// Below that something is wrong, even on a machine with other work to do.
const LEAST: f64 = 1.5;

fn main() -> Outcome<()> {
    let scratch = Scratch::new("jobs")?;
    let file = scratch.0.join("sorts.c");
    std::fs::write(&file, unit())?;
    // Each twice, in turns; the better one counts: other work only ever slows things down.
    let mut best = [f64::INFINITY; 2];
    for _ in 0..2 {
        for (jobs, best) in (1..).zip(&mut best) {
            *best = best.min(seconds(&file, &scratch.0, jobs)?);
        }
    }
    let [one, two] = best;
    let ratio = one / two;
    println!("{FUNCTIONS} functions: {one:.2} s by 1 job, {two:.2} s by 2: {ratio:.2} times as fast");
    let cores = std::thread::available_parallelism()?;
    if cores.get() < 2 {
        println!("this machine has one core: there is nothing to gain");
    } else if ratio < LEAST {
        return Err(format!("{ratio:.2} is below {LEAST}: are two cores free?").into());
    } else if ratio < EXPECTED {
        println!("on two free cores it is {EXPECTED} or more: this machine has other work to do");
    }
    Ok(())
}

/// Insertion sorts, each with its own order.
fn unit() -> String {
    let sort = |n: usize| {
        format!(
            "void sort_{n}(int a[{ELEMENTS}]) {{\n    for (int i = 1; i < {ELEMENTS}; i++)\n        \
             for (int j = i; j > 0 && a[j] < a[j - 1] + {n}; j--) {{\n            \
             int t = a[j]; a[j] = a[j - 1]; a[j - 1] = t;\n        }}\n}}\n"
        )
    };
    (0..FUNCTIONS).map(sort).collect()
}

/// How long the functions take, without compiling.
fn seconds(file: &Path, scratch: &Path, jobs: u32) -> Outcome<f64> {
    let out = scratch.join("out");
    let mut command = Command::new(env!("CARGO_BIN_EXE_acute"));
    command.arg("test").arg(file).args(["--no-export", "--time", "100"]);
    command.args(["--jobs", &jobs.to_string(), "--out"]).arg(&out).stdin(Stdio::null());
    let begun = Instant::now();
    let said = command.output()?;
    let all = begun.elapsed().as_secs_f64();
    let text = String::from_utf8_lossy(&said.stdout).into_owned();
    if !matches!(said.status.code(), Some(0 | 1)) {
        return Err(format!("{text}{}", String::from_utf8_lossy(&said.stderr)).into());
    }
    let summary: Value = serde_json::from_slice(&std::fs::read(out.join("summary.json"))?)?;
    let rows = summary["functions"].as_array().ok_or("no functions")?;
    if rows.len() != FUNCTIONS
        || rows.iter().any(|r| r["outcome"] != "complete" || r["executions"].as_u64() < Some(40_000))
    {
        return Err(format!("that is too little work to measure:\n{text}").into());
    }
    let compiled = text.split("compiled in ").nth(1).and_then(|t| t.split(' ').next());
    Ok(all - compiled.ok_or("it does not say how long it compiled")?.parse::<f64>()?)
}
