//! Small programs beside other tools: KLEE, SymCC, SymSan, CREST and AFL++ were measured on them, on this kind of
//! machine, with 60 s each. The programs and what was measured (RESULTS.md, whose figures are the tables below)
//! lie beside the repository, or where ACUTE_PEERS says; they are not part of it.
//!
//! They are taken as they are, through their marks of KLEE. A row fails where another tool finds a bug that we do
//! not, runs more paths (unless we have run all there are), or is faster. Where a tool was still busy after 60 s its
//! rate counts instead. What the table says is in peers.json, too, beside the tool.
//!
//! Arguments are names of programs; without any it is all of them.
mod shared;

use acute_cfront::home::Home;
use serde_json::{Value, json};
use shared::{Outcome, Scratch, children_seconds};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Seconds each tool had.
const SECONDS: f64 = 60.0;
/// Rows faster than this are taken three times, and the best counts: what the machine can do when nobody else is
/// using it.
const SHORT: f64 = 2.0;

/// What a tool made of a program.
struct Peer {
    tool: &'static str,
    paths: u64,
    /// Until it ended by itself; none: it was stopped, or nobody wrote it down.
    seconds: Option<f64>,
    /// Until it found the bug.
    bug: Option<f64>,
}

const fn peer(tool: &'static str, paths: u64, seconds: Option<f64>, bug: Option<f64>) -> Peer {
    Peer { tool, paths, seconds, bug }
}

/// A program and how it is tested.
struct Row {
    name: &'static str,
    file: &'static str,
    cflags: &'static [&'static str],
    function: &'static str,
    bug: bool,
    peers: &'static [Peer],
}

/// RESULTS.md; KLEE with STP and depth-first search, SymCC with the QSYM backend. CREST says at which iteration
/// it met a bug: that many of its iterations are the seconds here.
#[rustfmt::skip]
const ROWS: &[Row] = &[
    Row { name: "a_cell", file: "a_cell.c", cflags: &[], function: "main", bug: true, peers: &[
        peer("KLEE", 4, Some(0.14), Some(0.11)), peer("SymCC", 45, Some(1.8), Some(0.9)),
        peer("SymSan", 45, Some(2.0), Some(1.0)), peer("CREST", 45, Some(0.75), Some(0.52)), peer("AFL++", 0, None, None)] },
    // Nobody else takes a pointer for an input without a cell to point to.
    Row { name: "a_cellraw", file: "a_cellraw.c", cflags: &[], function: "testme", bug: true, peers: &[
        peer("KLEE", 19, Some(15.7), None), peer("SymCC", 3, None, None), peer("SymSan", 3, None, None)] },
    Row { name: "a_onecell", file: "a_cellraw.c", cflags: &["-DONECELL"], function: "main", bug: true, peers: &[
        peer("KLEE", 23, Some(30.0), Some(27.1))] },
    Row { name: "b_tritype", file: "b_tritype.c", cflags: &[], function: "main", bug: false, peers: &[
        peer("KLEE", 14, Some(0.06), None), peer("SymCC", 14, Some(0.9), None),
        peer("SymSan", 14, Some(0.8), None), peer("CREST", 14, Some(0.29), None)] },
    Row { name: "c_quick5", file: "c_quick.c", cflags: &["-DN=5"], function: "main", bug: false, peers: &[
        peer("KLEE", 120, Some(1.27), None), peer("SymCC", 118, Some(11.4), None),
        peer("SymSan", 120, Some(10.8), None), peer("CREST", 120, Some(2.7), None)] },
    Row { name: "c_quick6", file: "c_quick.c", cflags: &["-DN=6"], function: "main", bug: false, peers: &[
        peer("KLEE", 720, Some(9.15), None), peer("SymCC", 631, None, None),
        peer("SymSan", 663, None, None), peer("CREST", 720, Some(15.8), None)] },
    Row { name: "c_heap5", file: "c_heap.c", cflags: &["-DN=5"], function: "main", bug: false, peers: &[
        peer("KLEE", 210, Some(2.25), None), peer("SymCC", 210, Some(28.4), None),
        peer("SymSan", 210, Some(25.3), None), peer("CREST", 210, Some(4.5), None)] },
    Row { name: "c_heap6", file: "c_heap.c", cflags: &["-DN=6"], function: "main", bug: false, peers: &[
        peer("KLEE", 1_464, Some(29.1), None), peer("SymCC", 966, None, None),
        peer("SymSan", 1_077, None, None), peer("CREST", 1_464, Some(27.3), None)] },
    Row { name: "d_slist5", file: "d_slist.c", cflags: &["-DN=5"], function: "main", bug: false, peers: &[
        peer("KLEE", 120, Some(1.21), None), peer("SymCC", 120, Some(13.6), None),
        peer("SymSan", 120, Some(11.7), None), peer("CREST", 120, Some(1.7), None)] },
    Row { name: "d_bst5", file: "d_bst.c", cflags: &["-DN=5"], function: "main", bug: false, peers: &[
        peer("KLEE", 541, Some(10.6), None), peer("SymCC", 495, None, None),
        peer("SymSan", 522, None, None), peer("CREST", 541, Some(10.7), None)] },
    Row { name: "d_bst6", file: "d_bst.c", cflags: &["-DN=6"], function: "main", bug: false, peers: &[
        peer("KLEE", 1_617, None, None), peer("SymCC", 1_394, None, None),
        peer("SymSan", 1_562, None, None), peer("CREST", 3_053, None, None)] },
    Row { name: "e_maze", file: "e_maze.c", cflags: &[], function: "main", bug: true, peers: &[
        peer("KLEE", 306, Some(0.31), Some(0.21)), peer("SymCC", 13, Some(0.7), None),
        peer("SymSan", 197, Some(41.0), Some(15.9)), peer("CREST", 309, Some(2.0), Some(0.45)), peer("AFL++", 0, None, Some(24.2))] },
    Row { name: "e_parser", file: "e_parser.c", cflags: &[], function: "main", bug: true, peers: &[
        peer("KLEE", 184_929, None, Some(0.13)), peer("SymCC", 2_165, None, None),
        peer("SymSan", 2_533, None, Some(9.9)), peer("CREST", 4_025, None, Some(8.9)), peer("AFL++", 0, None, None)] },
    Row { name: "f_strsw_libc", file: "f_strsw.c", cflags: &[], function: "main", bug: true, peers: &[
        peer("KLEE", 120, Some(0.09), Some(0.05)), peer("SymCC", 1, None, None),
        peer("SymSan", 1, None, None), peer("CREST", 1, None, None), peer("AFL++", 0, None, None)] },
    Row { name: "f_strsw_own", file: "f_strsw.c", cflags: &["-DOWNSTR"], function: "main", bug: true, peers: &[
        peer("KLEE", 120, Some(0.09), Some(0.04)), peer("SymCC", 120, Some(12.0), Some(10.1)),
        peer("SymSan", 115, Some(10.9), Some(9.6)), peer("CREST", 120, Some(4.1), Some(4.1))] },
    Row { name: "g_muldiv", file: "g_muldiv.c", cflags: &[], function: "main", bug: true, peers: &[
        peer("KLEE", 14, Some(0.63), Some(0.62)), peer("SymCC", 21, Some(7.1), Some(3.2)),
        peer("SymSan", 21, Some(37.8), Some(9.9)), peer("CREST", 6, None, None), peer("AFL++", 0, None, None)] },
    Row { name: "g_gcd", file: "g_muldiv.c", cflags: &["-DGCD"], function: "main", bug: true, peers: &[
        peer("KLEE", 107, Some(3.49), Some(3.46)), peer("SymCC", 103, None, Some(7.4)),
        peer("SymSan", 42, None, Some(38.0)), peer("CREST", 19, None, None)] },
    Row { name: "h_float", file: "h_float.c", cflags: &[], function: "main", bug: true, peers: &[
        peer("KLEE", 1, Some(0.05), None), peer("SymCC", 1, None, None),
        peer("SymSan", 1, None, None), peer("AFL++", 0, None, None)] },
    Row { name: "i_index", file: "i_index.c", cflags: &[], function: "main", bug: false, peers: &[
        peer("KLEE", 9, Some(0.14), None), peer("SymCC", 8, Some(0.5), None),
        peer("SymSan", 10, Some(0.9), None), peer("CREST", 7, Some(0.08), None)] },
    // The hash is compiled without us.
    Row { name: "j_extern", file: "j_extern.c", cflags: &[], function: "main", bug: true, peers: &[
        peer("KLEE", 2, Some(0.06), None), peer("SymCC", 2, None, Some(0.03)), peer("AFL++", 0, None, None)] },
];

/// A tool and its seconds.
type Timed = (&'static str, f64);

/// Programs without inputs: user seconds at -O2, native and as each tool runs them.
const CONCRETE: &[(&str, f64, &[Timed])] = &[
    ("k_sortbig", 0.08, &[("SymCC", 0.75), ("SymSan", 1.4), ("CREST", 2.5)]),
    ("k_crcbig", 0.01, &[("SymCC", 0.05), ("SymSan", 0.35), ("CREST", 0.64)]),
];

/// What we made of a program.
#[derive(Default)]
struct Ours {
    /// Exploring, solving and confirming, without compiling.
    seconds: f64,
    bug: Option<f64>,
    runs: u64,
    paths: u64,
    outcome: String,
    reason: String,
}

fn main() -> Outcome<()> {
    let Some(folder) = folder() else {
        println!("the programs are not there: set ACUTE_PEERS to their folder, or put it at ../shared/peers");
        return Ok(());
    };
    let only: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    let wanted = |name: &str| only.is_empty() || only.iter().any(|o| name.contains(o.as_str()));
    let home = Home::find()?;
    let bench =
        Bench { tool: home.plugin.with_file_name("acute"), folder, scratch: Scratch::new("peers")?, home };
    println!(
        "{:<13} {:>8} {:>8} {:>9} {:>8} {:<12} {:<22} {:<22} {:<22} {:<22} {:<8} verdict",
        "program",
        "seconds",
        "bug at",
        "runs",
        "paths",
        "outcome",
        "KLEE",
        "SymCC",
        "SymSan",
        "CREST",
        "AFL++"
    );
    let (mut rows, mut failed) = (vec![], 0);
    for row in ROWS.iter().filter(|r| wanted(r.name)) {
        let (ours, faults) = match bench.measure(row) {
            Ok(ours) => {
                let faults = row.faults(&ours);
                (ours, faults)
            }
            Err(why) => (Ours::default(), vec![why.to_string()]),
        };
        failed += (!faults.is_empty()) as usize;
        row.print(&ours, &faults);
        rows.push(row.json(&ours, &faults));
    }
    println!(
        "others: seconds/paths/bug at; + busy for 60 s or not known; figures of RESULTS.md beside the programs. \
         The best of three below {SHORT} s"
    );
    println!("\n{:<13} {:>10} {:>10} {:>7}   others", "concrete", "clang -O2", "acute cc", "ratio");
    for (name, native, others) in CONCRETE.iter().filter(|(name, ..)| wanted(name)) {
        let (plain, ours) = bench.concrete(name)?;
        let ratio = ours / plain;
        let said: Vec<String> =
            others.iter().map(|(tool, seconds)| format!("{tool} {:.1}x", seconds / native)).collect();
        let won = others.iter().all(|(_, seconds)| ratio <= seconds / native);
        failed += (!won) as usize;
        let verdict = if won { "ok" } else { "SLOWER" };
        println!("{name:<13} {plain:>9.3}s {ours:>9.3}s {ratio:>6.1}x   {}   {verdict}", said.join(", "));
        rows.push(json!({"name": name, "plain": plain, "seconds": ours, "ratio": ratio, "ok": won}));
    }
    let file = bench.tool.with_file_name("peers.json");
    std::fs::write(&file, format!("{:#}\n", Value::from(rows)))?;
    println!("\nthe same as numbers: {}", file.display());
    drop(bench);
    if failed > 0 {
        println!("{failed} rows are not as they should be");
        std::process::exit(1);
    }
    Ok(())
}

/// Where the programs are.
fn folder() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/peers");
    let place = std::env::var_os("ACUTE_PEERS").map_or(beside, PathBuf::from).join("programs");
    place.join("sym.h").is_file().then_some(place)
}

struct Bench {
    home: Home,
    tool: PathBuf,
    folder: PathBuf,
    scratch: Scratch,
}

impl Bench {
    fn measure(&self, row: &Row) -> Outcome<Ours> {
        let mut best = self.once(row, None)?;
        for _ in 0..2 {
            if best.seconds < SHORT {
                let again = self.once(row, None)?;
                best = if again.seconds < best.seconds { again } else { best };
            }
        }
        Ok(best)
    }

    /// Tests a program once. When the bug was found is asked by a second test that ends with that run.
    fn once(&self, row: &Row, runs: Option<u64>) -> Outcome<Ours> {
        let mut command = Command::new(&self.tool);
        command.arg("test").arg(self.folder.join(row.file)).args(["--no-export", "--json", "-"]);
        command.arg("--out").arg(self.scratch.0.join("out")).args(["--function", row.function]);
        command.args(["--time", &SECONDS.to_string()]);
        if let Some(runs) = runs {
            command.args(["--executions", &runs.to_string()]);
        }
        command.args(["--", "-DKLEE"]).args(row.cflags).stdin(Stdio::null());
        if row.name == "j_extern" {
            command.arg(self.object("ext_hash.c")?);
        }
        let said = command.output()?;
        let error = || String::from_utf8_lossy(&said.stderr).lines().next().unwrap_or("").to_string();
        let summary: Value = serde_json::from_slice(&said.stdout).map_err(|_| error())?;
        let main = &summary["functions"][0];
        let number = |at: &str| main[at].as_f64().unwrap_or(0.0);
        let text = |at: &str| main[at].as_str().unwrap_or_default().to_string();
        let bugs = main["bugs"].as_array().into_iter().flatten();
        let bug = bugs
            .filter(|b| b["kind"] == "abort" && b["confidence"] == "bug")
            .find_map(|b| b["executions_until"].as_u64());
        let bug = match (bug, runs) {
            (Some(until), None) => Some(self.once(row, Some(until))?.seconds),
            _ => None,
        };
        let (runs, paths) = (number("executions") as u64, number("paths") as u64);
        Ok(Ours {
            seconds: number("seconds"),
            bug,
            runs,
            paths,
            outcome: text("outcome"),
            reason: text("reason"),
        })
    }

    /// A file compiled without us.
    fn object(&self, file: &str) -> Outcome<PathBuf> {
        let object = self.scratch.0.join(file).with_extension("o");
        let source = self.folder.join(file);
        let status =
            Command::new(&self.home.clang).args(["-O2", "-c"]).arg(source).arg("-o").arg(&object).status()?;
        if status.success() { Ok(object) } else { Err(format!("{file} does not compile").into()) }
    }

    /// Processor seconds of a program compiled plainly and by us.
    fn concrete(&self, name: &str) -> Outcome<(f64, f64)> {
        let source = self.folder.join(format!("{name}.c"));
        let mut seconds = [0.0; 2];
        for (seconds, ours) in seconds.iter_mut().zip([false, true]) {
            let program = self.scratch.0.join("program");
            let mut compiler = Command::new(if ours { &self.tool } else { &self.home.clang });
            compiler.args(ours.then_some("cc")).args(["-O2", "-w"]).arg(&source).arg("-o").arg(&program);
            if !compiler.status()?.success() {
                return Err(format!("{name} does not compile").into());
            }
            *seconds = f64::MAX;
            for _ in 0..5 {
                let before = children_seconds();
                let status = Command::new(&program).status()?;
                if !matches!(status.code(), Some(0)) {
                    return Err(format!("{name}: {status}").into());
                }
                *seconds = seconds.min(children_seconds() - before);
            }
        }
        Ok((seconds[0], seconds[1]))
    }
}

impl Row {
    /// What is not as it should be.
    fn faults(&self, ours: &Ours) -> Vec<String> {
        let mut faults = vec![];
        if self.bug && ours.bug.is_none() {
            faults.push("bug NOT FOUND".to_string());
        }
        if !self.bug && ours.bug.is_some() {
            faults.push("FALSE BUG".to_string());
        }
        let complete = ours.outcome == "complete";
        for peer in self.peers {
            match peer.seconds {
                None if peer.paths as f64 / SECONDS > ours.paths as f64 / ours.seconds && !complete => {
                    faults.push(format!("fewer PATHS a second than {}", peer.tool));
                }
                Some(_) if peer.paths > ours.paths && !complete => {
                    faults.push(format!("fewer PATHS than {}", peer.tool));
                }
                // One that missed the bug did not do the work.
                Some(seconds) if seconds <= ours.seconds && (!self.bug || peer.bug.is_some()) => {
                    faults.push(format!("{:.1}x SLOWER than {}", ours.seconds / seconds, peer.tool));
                }
                _ => {}
            }
            if let (Some(theirs), Some(found)) = (peer.bug, ours.bug)
                && theirs <= found
            {
                faults.push(format!("bug {:.1}x LATER than {}", found / theirs, peer.tool));
            }
        }
        faults
    }

    fn print(&self, ours: &Ours, faults: &[String]) {
        let at = |seconds: Option<f64>| seconds.map_or("-".to_string(), |s| format!("{s:.3}"));
        let verdict = if faults.is_empty() { "ok".to_string() } else { faults.join(", ") };
        let theirs = |tool: &str| match self.peers.iter().find(|p| p.tool == tool) {
            None => String::new(),
            Some(Peer { paths: 0, bug, .. }) => bug.map_or("no bug".to_string(), |s| s.to_string()),
            Some(Peer { paths, seconds, bug, .. }) => {
                let seconds = seconds.map_or("+".to_string(), |s| s.to_string());
                let bug = bug.map_or("-".to_string(), |s| s.to_string());
                format!("{seconds}/{paths}/{bug}")
            }
        };
        println!(
            "{:<13} {:>8.3} {:>8} {:>9} {:>8} {:<12} {:<22} {:<22} {:<22} {:<22} {:<8} {verdict}",
            self.name,
            ours.seconds,
            at(ours.bug),
            ours.runs,
            ours.paths,
            ours.outcome,
            theirs("KLEE"),
            theirs("SymCC"),
            theirs("SymSan"),
            theirs("CREST"),
            theirs("AFL++"),
        );
        if !ours.reason.is_empty() {
            println!("{:<13} ({})", "", ours.reason);
        }
    }

    fn json(&self, ours: &Ours, faults: &[String]) -> Value {
        let peer =
            |p: &Peer| json!({"tool": p.tool, "paths": p.paths, "seconds": p.seconds, "bug_seconds": p.bug});
        json!({
            "name": self.name, "seconds": ours.seconds, "bug_seconds": ours.bug, "runs": ours.runs,
            "paths": ours.paths, "outcome": ours.outcome, "reason": ours.reason, "faults": faults,
            "others": self.peers.iter().map(peer).collect::<Vec<_>>(),
        })
    }
}
