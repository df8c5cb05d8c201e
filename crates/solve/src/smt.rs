//! Another solver's process, for floats no other layer answered: the slice as SMT-LIB 2 text on
//! z3's standard input, the model read back from its output.
//!
//! The text may have more models than the slice (see `acute_expr::Printer`), so `unsat` is `Unsat`
//! and a model is checked as every answer is; where it fails the check the layer passes. z3 is held
//! to a number of its own steps, which makes answers repeatable; the clock is for what escapes.

use std::env;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use acute_expr::{Evaluator, Lit, Pool, Printer, VarId, mask};
use rustc_hash::FxHashMap;

use crate::Verdict;
use crate::domain::Domains;
use crate::slice::Slice;

/// z3's own steps for one query; it makes one to three million a second, so that the clock is for a
/// busy machine only.
const STEPS: u64 = 1_500_000;

/// Megabytes for one query.
const MEMORY: u64 = 1024;

/// Slices remembered as too hard, after which memory starts afresh.
const LIMIT: usize = 100_000;

/// Where z3 is and what it could not answer.
pub(crate) struct SmtLayer {
    path: Option<PathBuf>,
    // whether the PATH was searched
    searched: bool,
    time: Duration,
    // with how easy each was made
    too_hard: FxHashMap<Box<[Lit]>, u32>,
    evaluator: Evaluator,
    /// Queries that were given up.
    pub given_up: u64,
    /// What all queries took, in nanoseconds or so.
    pub work: u64,
}

/// What it takes to start the process, to read a character, and what one of its steps takes.
const PROCESS: u64 = 20_000_000;
const CHARACTER: u64 = 10_000;
const STEP: u64 = 600;
/// What is made so easy is not asked at all: the process alone takes longer.
const EASY: u32 = 5;

impl SmtLayer {
    /// A layer that asks the given z3, or the one on the PATH, for so long.
    pub fn new(path: Option<PathBuf>, time: Duration) -> Self {
        let searched = path.is_some();
        let (too_hard, evaluator) = (FxHashMap::default(), Evaluator::new());
        SmtLayer { path, searched, time, too_hard, evaluator, given_up: 0, work: 0 }
    }

    /// The same, with nothing remembered of any expression, and nothing counted.
    pub fn forgetful(self) -> Self {
        SmtLayer { too_hard: FxHashMap::default(), given_up: 0, work: 0, ..self }
    }

    /// Whether there is something to ask.
    pub fn ready(&mut self) -> bool {
        if !self.searched {
            self.searched = true;
            let paths = env::var_os("PATH").unwrap_or_default();
            self.path = env::split_paths(&paths).map(|dir| dir.join("z3")).find(|file| file.is_file());
        }
        self.path.is_some() && !self.time.is_zero()
    }

    /// Asks about the slice. It has half of z3's steps, `ease` times over.
    pub fn solve(
        &mut self,
        pool: &Pool,
        slice: &Slice,
        domains: &Domains,
        values: &mut [u64],
        ease: u32,
    ) -> Verdict {
        let mut key = slice.lits.clone();
        key.sort_unstable();
        if ease >= EASY || self.too_hard.get(key.as_slice()).is_some_and(|tried| *tried <= ease) {
            self.given_up += 1;
            return Verdict::Pass;
        }
        let steps = STEPS >> ease;
        let script = script(pool, slice, domains, self.time, steps);
        self.work += PROCESS + CHARACTER * script.len() as u64;
        let output = self.ask(&script).unwrap_or_default();
        let verdict = match output.split_whitespace().next() {
            // pointers were confined to their domains
            Some("unsat") if !slice.any_pointer => Verdict::Unsat,
            Some("sat") => {
                for (v, value) in model(&output) {
                    let Some(place) = slice.vars.iter().position(|&known| known == v) else { continue };
                    let width = mask(pool.var_width(v));
                    // untouched variables keep their bits, even those above their width
                    if value & width != values[place] & width {
                        values[place] = value & width;
                    }
                }
                if self.holds(pool, slice, values) { Verdict::Sat } else { Verdict::Pass }
            }
            _ => Verdict::Pass,
        };
        if verdict == Verdict::Pass {
            self.given_up += 1;
            self.work += steps * STEP;
        }
        // a pointer's domain is the present input's
        if verdict == Verdict::Pass && !slice.any_pointer {
            if self.too_hard.len() >= LIMIT {
                self.too_hard.clear();
            }
            self.too_hard.insert(key.into(), ease);
        }
        verdict
    }

    fn holds(&mut self, pool: &Pool, slice: &Slice, values: &[u64]) -> bool {
        self.evaluator.new_model();
        let model = |v| values[slice.place(v)];
        let holds = |lit: &Lit| (self.evaluator.eval(pool, lit.expr, &model) == 1) == lit.positive;
        slice.lits.iter().all(holds)
    }

    /// What z3 prints, if it ends in time.
    fn ask(&self, script: &str) -> Option<String> {
        // what outlives us ends by itself
        let seconds = self.time.as_secs().saturating_add(2);
        let mut z3 = Command::new(self.path.as_ref()?)
            .args(["-in", "-smt2", &format!("-T:{seconds}"), &format!("-memory:{MEMORY}")])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let output = converse(&mut z3, script, self.time);
        // it may have ended already; kill sends SIGKILL, which nothing withstands
        let _ = z3.kill();
        let _ = z3.wait();
        output
    }
}

fn converse(z3: &mut Child, script: &str, time: Duration) -> Option<String> {
    let (mut stdin, mut stdout) = (z3.stdin.take()?, z3.stdout.take()?);
    let script = script.to_string();
    // both end when the process does: by a broken pipe or the end of the file
    thread::spawn(move || stdin.write_all(script.as_bytes()));
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut text = String::new();
        let complete = stdout.read_to_string(&mut text).is_ok();
        // nobody listens once the time is over
        let _ = sender.send(complete.then_some(text));
    });
    receiver.recv_timeout(time).ok().flatten()
}

fn script(pool: &Pool, slice: &Slice, domains: &Domains, time: Duration, steps: u64) -> String {
    let mut printer = Printer::new();
    printer.line("(set-logic QF_FPBV)");
    printer.line(&format!("(set-option :rlimit {steps})"));
    printer.line(&format!("(set-option :timeout {})", time.as_millis()));
    for &lit in &slice.lits {
        printer.assert(pool, lit);
    }
    for (place, v) in slice.vars.iter().enumerate() {
        if let Some(allowed) = domains.of(place) {
            let width = pool.var_width(*v);
            let equal = |value: &u64| format!("(= v{v} (_ bv{} {width}))", value & mask(width));
            let any: Vec<String> = allowed.iter().map(equal).collect();
            printer.line(&format!("(assert (or false {}))", any.join(" ")));
        }
    }
    let names: Vec<String> = slice.vars.iter().map(|v| format!("v{v}")).collect();
    printer.line("(check-sat)");
    printer.line(&format!("(get-value ({}))", names.join(" ")));
    printer.line("(exit)");
    printer.text().to_string()
}

/// The values in z3's answer to `get-value`, such as `((v0 #x3f800000) (v1 #b01))`.
fn model(output: &str) -> Vec<(VarId, u64)> {
    let mut found = Vec::new();
    let words = output.split(|c: char| c.is_whitespace() || "()".contains(c)).filter(|w| !w.is_empty());
    let mut variable = None;
    for word in words {
        let value = match (word.strip_prefix("#x"), word.strip_prefix("#b")) {
            (Some(digits), _) => u64::from_str_radix(digits, 16).ok(),
            (_, Some(digits)) => u64::from_str_radix(digits, 2).ok(),
            // (_ bv7 32)
            _ => word.strip_prefix("bv").and_then(|digits| digits.parse().ok()),
        };
        match (variable, value) {
            (Some(v), Some(value)) => {
                found.push((v, value));
                variable = None;
            }
            _ => variable = word.strip_prefix('v').and_then(|number| number.parse().ok()).or(variable),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_however_they_are_written() {
        let text = "sat\n((v0 #x3f800000)\n (v12 #b101)\n (v3 (_ bv7 32)))\n";
        assert_eq!(model(text), [(0, 0x3f80_0000), (12, 5), (3, 7)]);
        assert_eq!(model("sat\n(error \"line 1\")"), []);
    }

    #[test]
    fn a_process_that_does_not_end_is_killed() {
        // a z3 that hangs and does not listen
        let mut hanging = Command::new("sh")
            .args(["-c", "trap '' TERM; while :; do sleep 1; done"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a shell");
        assert_eq!(converse(&mut hanging, "(check-sat)\n", Duration::from_millis(50)), None);
        hanging.kill().expect("it still runs");
        hanging.wait().expect("it ends");
    }

    #[test]
    fn without_z3_the_layer_has_nothing_to_ask() {
        let mut missing = SmtLayer::new(Some("/nonexistent/z3".into()), Duration::from_secs(1));
        assert!(missing.ready());
        assert_eq!(missing.ask("(check-sat)"), None);
        let mut off = SmtLayer::new(None, Duration::ZERO);
        assert!(!off.ready());
    }
}
