//! What there is to say when the loop is over.
use super::Explorer;
use crate::outcome::{Outcome, Report, Uncovered};
use acute_input::Space;
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use std::time::Instant;

impl Explorer<'_> {
    pub(super) fn report(self, stopped: Option<Outcome>) -> (Report, Space) {
        let outcome = self.outcome(stopped);
        let name = self.space.function().to_string();
        let reachable: FxHashSet<&str> = self.program.reachable(&name).into_iter().collect();
        let branches = self.program.map().branches.iter().enumerate();
        let uncovered = branches
            .filter(|(_, b)| reachable.contains(b.function.as_str()) && !b.is_covered(self.goals.covered()));
        let uncovered = uncovered.map(|(n, b)| self.why_uncovered(n as u32, &b.cells, &outcome)).collect();
        let solver = self.solver_stats();
        let unsat: u64 = acute_solve::Layer::ALL.iter().map(|l| solver.layer(*l).unsat).sum();
        let seconds = |at: Instant| at.saturating_duration_since(self.started).as_secs_f64();
        let mut growth: Vec<_> =
            self.tally.growth.iter().map(|(at, cells)| (seconds(*at), cells.clone())).collect();
        growth.sort_by(|a, b| a.0.total_cmp(&b.0));
        let report = Report {
            growth,
            uncovered,
            outcome,
            isolation: self.unit.isolation(),
            executions: self.tally.executions,
            paths: self.tally.paths.count(),
            rejected: self.tally.rejected,
            infeasible: unsat + self.tally.refuted,
            divergences: self.tally.divergences,
            wrong_branches: self.tally.wrong,
            starts: self.unit.starts() + self.tally.starts,
            covered: self.goals.covered().to_vec(),
            tests: self.tests,
            findings: self.findings,
            concretized: self.tally.lost.into_iter().collect::<BTreeMap<_, _>>(),
            solver,
            repeated: self.tally.repeated,
            repeated_literals: self.tally.repeated_literals,
            conditions: self.tally.conditions,
            saved_run: self.saved.run,
            saved_stale: self.saved.stale,
            seconds: self.started.elapsed().as_secs_f64(),
        };
        (report, self.space)
    }

    fn why_uncovered(&self, branch: u32, cells: &[u32], outcome: &Outcome) -> Uncovered {
        // Without a cell there is no code: the compiler saw a constant.
        let why = if *outcome == Outcome::Complete || cells.is_empty() {
            "infeasible"
        } else if cells.iter().any(|c| self.tally.unknown_cells.contains(c)) {
            "solver-unknown"
        } else if cells.iter().any(|c| self.tally.unsat_cells.contains(c)) {
            "unsat-so-far"
        } else if matches!(outcome, Outcome::Time | Outcome::Executions | Outcome::Bug) {
            "budget"
        } else {
            "not-reached"
        };
        Uncovered { branch, why }
    }

    /// `complete` only if nothing at all speaks against it.
    fn outcome(&self, stopped: Option<Outcome>) -> Outcome {
        if self.tally.wrong > 0 {
            let at = self.tally.wrong_at.as_deref().unwrap_or("an unknown place");
            let text = format!(
                "{} recorded branches are not true of their input, the first at {at}",
                self.tally.wrong
            );
            return Outcome::Error(text);
        }
        if self.solver_stats().wrong_answers > 0 {
            return Outcome::Error(format!(
                "{} solver answers were wrong",
                self.solver_stats().wrong_answers
            ));
        }
        if let Some(stopped) = stopped {
            return stopped;
        }
        if self.tally.timed_out {
            return Outcome::Time;
        }
        let mut doubts = self.doubts();
        doubts.extend(
            self.findings
                .iter()
                .filter(|f| !f.confirmed)
                .map(|f| format!("{} that did not happen again", with_article(f.kind.row().0))),
        );
        if !doubts.is_empty() {
            return Outcome::Unsupported(doubts.join("; "));
        }
        let mut bounds = vec![];
        bounds.extend(self.tally.object_limit.as_ref().map(|why| why.to_string()));
        if self.tally.deep {
            bounds.push("depth".into());
        }
        if self.tally.beyond {
            bounds.push(format!("input buffers of {} elements", self.space.array_limit()));
        }
        let given_up = self.tree.given_up() + self.tally.given_up;
        if given_up > 0 {
            bounds.push(format!("{given_up} branches of long or many paths were given up"));
        }
        if bounds.is_empty() { Outcome::Complete } else { Outcome::Bounded(bounds.join("; ")) }
    }

    /// What was met that is not followed.
    pub(super) fn doubts(&self) -> Vec<String> {
        let mut doubts: Vec<String> = vec![];
        doubts.extend(self.tally.lost.keys().map(|reason| reason.replace("no-model:", "no model of ")));
        doubts.sort();
        if self.solver_stats().unknown > 0 && self.tally.object_limit.is_none() {
            doubts.push(format!(
                "{} no solver could answer",
                several(self.solver_stats().unknown, "query", "queries")
            ));
        }
        // What such a function answers is the world's, not the input's: another answer is another path.
        let world = super::stateful(self.program, self.space.function());
        if !world.is_empty() {
            doubts.push(format!("the results of {} are not inputs", world.join(", ")));
        }
        if self.tally.divergences > 0 {
            doubts
                .push(format!("{} left the predicted path", several(self.tally.divergences, "run", "runs")));
        }
        if self.tally.garbage > 0 {
            doubts.push("the unit wrote over its trace".into());
        }
        doubts.extend(self.space.unwatched_limits().map(str::to_string));
        doubts.extend(self.tally.limits.iter().cloned());
        doubts
    }
}

/// `an abort`, `a segfault`.
fn with_article(word: &str) -> String {
    let article = if word.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {word}")
}

/// `1 run`, `2 runs`.
fn several(n: u64, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}
