//! Our answers to the queries of real units, and z3 as their judge.
#![allow(dead_code)]

use super::{Folder, test, units};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// A query that was logged.
pub struct Logged {
    /// Where it is from.
    pub name: String,
    /// Who answered.
    pub layer: String,
    /// `sat`, `unsat` or `unknown`.
    pub answer: String,
    /// The script.
    pub text: String,
}

impl Logged {
    /// Whether floats are in it.
    pub fn has_floats(&self) -> bool {
        self.text.starts_with("(set-logic QF_BVFP)")
    }

    /// Whether the script may have more models than the query.
    fn is_loose(&self) -> bool {
        self.text.contains("\n; what fmod gives")
    }
}

/// All units.
pub fn all_units() -> Vec<PathBuf> {
    let mut files = vec![];
    let folders = std::fs::read_dir(units()).expect("tests/units").map(|e| e.expect("an entry").path());
    for folder in folders.filter(|f| f.is_dir()) {
        let name = folder.file_name().expect("a name").to_string_lossy().into_owned();
        files.extend(super::units_of(&name));
    }
    files.sort();
    files
}

/// The queries of one unit, tested with its own flags and more.
pub fn queries(unit: &Path, more: &[&str]) -> Vec<Logged> {
    let text = std::fs::read_to_string(unit).expect("a unit");
    let own: Vec<String> = text
        .lines()
        .filter_map(|line| line.strip_prefix("//~FLAGS "))
        .flat_map(|flags| flags.split_whitespace().map(str::to_string))
        .collect();
    let (folder, queries) = (Folder::new(), Folder::new());
    let log = queries.path();
    let mut flags: Vec<String> =
        vec!["--no-export".into(), "--log-queries".into(), log.display().to_string()];
    // what the unit says itself stands
    for pair in more.chunks(2).filter(|pair| !own.iter().any(|flag| flag == pair[0])) {
        flags.extend(pair.iter().map(|word| word.to_string()));
    }
    flags.extend(own);
    let said = test(unit, folder.path(), &flags);
    assert!(matches!(said.code, Some(0 | 1 | 3)), "{}: {:?} {}", unit.display(), said.code, said.err);
    let Ok(entries) = std::fs::read_dir(log) else { return vec![] };
    let mut files: Vec<PathBuf> = entries.map(|e| e.expect("an entry").path()).collect();
    files.sort();
    files.iter().map(|file| logged(unit, file)).collect()
}

fn logged(unit: &Path, file: &Path) -> Logged {
    let stem = file.file_stem().expect("a name").to_string_lossy().into_owned();
    let mut parts = stem.split('-').skip(1).map(str::to_string);
    let (layer, answer) = (parts.next().expect("a layer"), parts.next().expect("an answer"));
    let text = std::fs::read_to_string(file).expect("a query");
    assert!(text.contains(&format!("(set-info :status {answer})")), "{stem}");
    let unit = unit.strip_prefix(units()).unwrap_or(unit).display();
    Logged { name: format!("{unit} {stem}"), layer, answer, text }
}

/// One z3 for many queries; a new one where one takes too long.
struct Z3 {
    child: Child,
    stdin: ChildStdin,
    lines: Receiver<String>,
    time: Duration,
}

impl Z3 {
    fn new(time: Duration) -> Z3 {
        let z3 = Command::new("z3")
            .args(["-in", "-smt2", "-memory:2000"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn();
        let mut child = z3.expect("z3 judges the answers: apt-get install z3");
        let (stdin, stdout) = (child.stdin.take().expect("piped"), child.stdout.take().expect("piped"));
        let (sender, lines) = channel();
        // ends with the process
        std::thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Z3 { child, stdin, lines, time }
    }

    /// z3's answer, if it comes in time.
    fn ask(&mut self, text: &str) -> Option<String> {
        let sent =
            self.stdin.write_all(format!("{text}(reset)\n").as_bytes()).and_then(|()| self.stdin.flush());
        let answer = self.lines.recv_timeout(self.time).ok().filter(|_| sent.is_ok());
        if answer.is_none() {
            self.stop();
            *self = Z3::new(self.time);
        }
        answer
    }

    fn stop(&mut self) {
        // it may be gone already
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Z3 {
    fn drop(&mut self) {
        self.stop();
    }
}

/// What came out.
#[derive(Default)]
pub struct Tally {
    /// By layer: sat and unsat answers that z3 agreed with.
    pub agreed: BTreeMap<String, [u64; 2]>,
    /// Of those, queries with floats.
    pub floats: u64,
    /// Queries we left open.
    pub unknown: u64,
    /// Queries z3 did not answer in time.
    pub late: u64,
    /// Refuted by us, and the script says less than the query.
    pub loose: u64,
    /// Different answers.
    pub wrong: Vec<String>,
}

impl Tally {
    /// Answers compared.
    pub fn all(&self) -> u64 {
        self.agreed.values().flatten().sum()
    }

    /// Those that were `unsat`.
    pub fn unsat(&self) -> u64 {
        self.agreed.values().map(|[_, unsat]| unsat).sum()
    }

    fn enter(&mut self, query: &Logged, said: Option<String>) {
        match (query.answer.as_str(), said.as_deref()) {
            ("unknown", _) => self.unknown += 1,
            (_, None | Some("unknown" | "timeout")) => self.late += 1,
            (ours, Some(said)) if ours == said => {
                self.agreed.entry(query.layer.clone()).or_default()[(ours == "unsat") as usize] += 1;
                self.floats += query.has_floats() as u64;
            }
            ("unsat", Some("sat")) if query.is_loose() => self.loose += 1,
            (ours, Some(said)) => {
                self.wrong.push(format!("{}: {ours}, and z3 says {said}\n{}", query.name, query.text));
            }
        }
    }

    fn add(&mut self, other: Tally) {
        for (layer, [sat, unsat]) in other.agreed {
            let here = self.agreed.entry(layer).or_default();
            *here = [here[0] + sat, here[1] + unsat];
        }
        self.floats += other.floats;
        self.unknown += other.unknown;
        self.late += other.late;
        self.loose += other.loose;
        self.wrong.extend(other.wrong);
    }
}

/// Asks z3 about every query, on two cores.
pub fn judge(queries: &[Logged], time: Duration) -> Tally {
    let half = queries.len().div_ceil(2);
    let judge_part = |part: &[Logged]| {
        let (mut z3, mut tally) = (Z3::new(time), Tally::default());
        for query in part {
            let said = if query.answer == "unknown" { None } else { z3.ask(&query.text) };
            tally.enter(query, said);
        }
        tally
    };
    std::thread::scope(|scope| {
        let parts: Vec<_> =
            queries.chunks(half.max(1)).map(|part| scope.spawn(move || judge_part(part))).collect();
        let mut all = Tally::default();
        for part in parts {
            all.add(part.join().expect("a judge"));
        }
        all
    })
}
