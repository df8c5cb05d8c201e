//! Asks an external SMT solver about floats: the slice is SMT-LIB 2 text on z3's standard input, the model is read
//! from its output.
//!
//! Fragment: slices with floats that no layer before decided. Complete within z3's resource limit.
//!
//! The script may have more models than the slice (see `acute_expr::Printer`), so that `unsat` is `Unsat`, and a model
//! that fails the evaluation leaves the slice undecided. z3 is limited by a number of its own steps, which makes
//! answers reproducible; the time limit is for what escapes that.

use std::env;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use acute_expr::{Evaluator, Lit, Pool, Printer, VarId, mask};
use rustc_hash::FxHashMap;

use crate::domain::Domains;
use crate::layer::{Layer, Verdict};
use crate::slice::Slice;
use crate::task::Task;
use crate::workspace::{Mode, Workspace};
use crate::{Deadline, Options};

/// z3's resource limit for one query. It takes one to three million steps a second, so that the time limit matters on a
/// busy machine only.
const STEPS: u64 = 1_500_000;

/// Megabytes for one query.
const MEMORY: u64 = 1024;

/// Time between two looks at the deadline.
const TICK: Duration = Duration::from_millis(10);

/// Undecided slices after which the memory is cleared.
const LIMIT: usize = 100_000;

/// The first z3 on the PATH.
static ON_PATH: LazyLock<Option<PathBuf>> = LazyLock::new(|| {
    let paths = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&paths).map(|dir| dir.join("z3")).find(|file| file.is_file())
});

/// The external solver and the slices that it could not decide.
pub(crate) struct SmtLayer {
    // none: the one on the PATH
    path: Option<PathBuf>,
    time: Duration,
    // undecided slices, by their sorted literals, with the least number of times that the steps were halved for them
    undecided: FxHashMap<Box<[Lit]>, u32>,
    evaluator: Evaluator,
}

/// Work of starting the process, of reading a character, and of one of its steps.
const PROCESS: u64 = 20_000_000;
const CHARACTER: u64 = 10_000;
const STEP: u64 = 600;
/// Halvings of the steps with which the process is not started: that alone takes longer.
const TOO_FEW: u32 = 5;

impl Layer for SmtLayer {
    fn applies(&self, task: &mut Task) -> bool {
        task.prepare();
        task.workspace.tape.any_float && task.workspace.mode == Mode::Query && self.is_ready()
    }

    fn solve(&mut self, task: &mut Task) -> Verdict {
        let halvings = task.workspace.halvings * 3 / 4;
        self.decide(task.pool, task.workspace, halvings)
    }
}

impl SmtLayer {
    /// A layer that asks the z3 of the options, or the one on the PATH.
    pub fn new(options: &Options) -> Self {
        let (undecided, evaluator) = (FxHashMap::default(), Evaluator::new());
        SmtLayer { path: options.smt.clone(), time: options.smt_time, undecided, evaluator }
    }

    fn path(&self) -> Option<&PathBuf> {
        self.path.as_ref().or(ON_PATH.as_ref())
    }

    /// Tells whether there is a solver and time for it.
    fn is_ready(&self) -> bool {
        self.path().is_some() && !self.time.is_zero()
    }

    /// Asks about the slice, with z3's steps halved.
    fn decide(&mut self, pool: &Pool, workspace: &mut Workspace, halvings: u32) -> Verdict {
        let Workspace { slice, domains, values, meter, options, .. } = workspace;
        let mut key = slice.lits.clone();
        key.sort_unstable();
        let tried = self.undecided.get(key.as_slice());
        if halvings >= TOO_FEW || tried.is_some_and(|tried| *tried <= halvings) {
            meter.given_up += 1;
            return Verdict::Pass;
        }
        let steps = STEPS >> halvings;
        let script = script(pool, slice, domains, self.time, steps);
        meter.work += PROCESS + CHARACTER * script.len() as u64;
        let output = self.ask(&script, &options.deadline).unwrap_or_default();
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
            meter.given_up += 1;
            meter.work += steps * STEP;
        }
        // a pointer's domain is the present input's
        if verdict == Verdict::Pass && !slice.any_pointer && !options.deadline.is_over() {
            if self.undecided.len() >= LIMIT {
                self.undecided.clear();
            }
            self.undecided.insert(key.into(), halvings);
        }
        verdict
    }

    /// Tells whether the values satisfy the slice. The script may have more models, and a slice that z3 has no
    /// model of its own for is as good as undecided.
    fn holds(&mut self, pool: &Pool, slice: &Slice, values: &[u64]) -> bool {
        self.evaluator.new_model();
        let model = |v| values[slice.place(v)];
        let holds = |lit: &Lit| (self.evaluator.eval(pool, lit.expr, &model) == 1) == lit.positive;
        slice.lits.iter().all(holds)
    }

    /// Runs z3 on a script; its output, if it ends in time.
    fn ask(&self, script: &str, deadline: &Deadline) -> Option<String> {
        // what outlives us ends by itself
        let seconds = self.time.as_secs().saturating_add(2);
        let mut z3 = Command::new(self.path()?)
            .args(["-in", "-smt2", &format!("-T:{seconds}"), &format!("-memory:{MEMORY}")])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let end = Instant::now().checked_add(self.time);
        let output = converse(&mut z3, script, &end.map_or(*deadline, |end| deadline.at_latest(end)));
        // it may have ended already; kill sends SIGKILL, which nothing withstands
        let _ = z3.kill();
        let _ = z3.wait();
        output
    }
}

/// Sends the script and waits for the answer, until the deadline.
fn converse(z3: &mut Child, script: &str, deadline: &Deadline) -> Option<String> {
    let (mut stdin, mut stdout) = (z3.stdin.take()?, z3.stdout.take()?);
    let script = script.to_string();
    // both end when the process does: by a broken pipe or the end of the file
    thread::spawn(move || stdin.write_all(script.as_bytes()));
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut text = String::new();
        let complete = stdout.read_to_string(&mut text).is_ok();
        // the receiver is gone once the time is over
        let _ = sender.send(complete.then_some(text));
    });
    while !deadline.is_over() {
        match receiver.recv_timeout(TICK) {
            Ok(text) => return text,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return None,
        }
    }
    None
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
        let soon = Deadline::default().at_latest(Instant::now() + Duration::from_millis(50));
        assert_eq!(converse(&mut hanging, "(check-sat)\n", &soon), None);
        hanging.kill().expect("it still runs");
        hanging.wait().expect("it ends");
    }

    #[test]
    fn without_z3_the_layer_has_nothing_to_ask() {
        let smt = |path: &str, time| {
            SmtLayer::new(&Options { smt: Some(path.into()), smt_time: time, ..Options::default() })
        };
        let missing = smt("/nonexistent/z3", Duration::from_secs(1));
        assert!(missing.is_ready());
        assert_eq!(missing.ask("(check-sat)", &Deadline::default()), None);
        assert!(!smt("z3", Duration::ZERO).is_ready());
    }
}
