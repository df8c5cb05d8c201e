//! What there is to say when the loop is over.
use super::Explorer;
use crate::code::Branch;
use crate::outcome::{Assumption, Outcome, Report, Uncovered};
use crate::progress::Until;
use acute_input::Space;
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use std::time::Instant;

impl Explorer<'_> {
    pub(super) fn report(self, stopped: Option<Outcome>) -> (Report, Space) {
        let outcome = self.outcome(stopped);
        let name = self.symbols.space.function().to_string();
        let reachable: FxHashSet<&str> = self.runner.program.code().reachable(&name).into_iter().collect();
        let branches = self.runner.program.code().map.branches.iter().enumerate();
        let uncovered = branches.filter(|(_, b)| {
            reachable.contains(b.function.as_str()) && !b.is_covered(self.frontier.goals.covered())
        });
        let assumptions = self.assumptions(&name);
        let assumes = !assumptions.is_empty();
        let why = |(n, b): (usize, &Branch)| self.why_uncovered(n as u32, &b.cells, &outcome, assumes);
        let uncovered = uncovered.map(why).collect();
        let solver = self.solver_stats();
        let unsat: u64 = solver.by_layer().map(|(_, layer)| layer.unsat).sum();
        let seconds = |at: Instant| at.saturating_duration_since(self.started).as_secs_f64();
        let mut growth: Vec<_> =
            self.results.counters.growth.iter().map(|(at, cells)| (seconds(*at), cells.clone())).collect();
        growth.sort_by(|a, b| a.0.total_cmp(&b.0));
        let requires = self.requires();
        let report = Report {
            requires,
            growth,
            assumptions,
            uncovered,
            outcome,
            isolation: self.runner.target.status().isolation,
            executions: self.results.counters.executions,
            paths: self.results.counters.paths.count(),
            rejected: self.results.counters.rejected,
            infeasible: unsat + self.results.counters.refuted,
            divergences: self.results.counters.divergences,
            wrong_branches: self.results.counters.wrong,
            starts: self.runner.target.status().starts + self.results.counters.starts,
            covered: self.frontier.goals.covered().to_vec(),
            orderly: match &self.limits.team {
                Some(team) => team.orderly(),
                None => self.frontier.goals.orderly().to_vec(),
            },
            tests: self.results.tests,
            findings: self.results.findings,
            unconfirmed: self.results.unconfirmed,
            concretized: self.results.counters.concretized.into_iter().collect::<BTreeMap<_, _>>(),
            solver,
            repeated: self.results.counters.repeated,
            repeated_literals: self.results.counters.repeated_literals,
            conditions: self.results.counters.conditions,
            saved_run: self.results.saved.run,
            saved_stale: self.results.saved.stale,
            seconds: self.started.elapsed().as_secs_f64(),
        };
        (report, self.symbols.space)
    }

    /// What the outcome holds under.
    fn assumptions(&self, function: &str) -> Vec<Assumption> {
        let mut all = self.results.counters.assumptions.clone();
        all.extend(self.frontier.overlaps.is_waiting().then_some(Assumption::NoOverlap));
        all.extend(self.runner.program.code().assumed(function));
        if !self.symbols.space.has_padding() {
            all.remove(&Assumption::PaddingZero);
        }
        all.into_iter().collect()
    }

    fn why_uncovered(&self, branch: u32, cells: &[u32], outcome: &Outcome, assumes: bool) -> Uncovered {
        // Without a cell there is no code: the compiler saw a constant.
        let why = if cells.is_empty() || *outcome == Outcome::Complete && !assumes {
            "infeasible"
        } else if *outcome == Outcome::Complete {
            "assumption"
        } else if cells.iter().any(|c| self.results.counters.unknown_cells.contains(c)) {
            "solver-unknown"
        } else if cells.iter().any(|c| self.results.counters.unsat_cells.contains(c)) {
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
        if self.results.counters.wrong > 0 {
            let at = self.results.counters.wrong_at.as_deref().unwrap_or("an unknown place");
            let text = format!(
                "{} recorded branches are not true of their input, the first at {at}",
                self.results.counters.wrong
            );
            return Outcome::Error(text);
        }
        if self.solver_stats().wrong_answers > 0 {
            return Outcome::Error(format!(
                "{} solver answers were wrong",
                self.solver_stats().wrong_answers
            ));
        }
        if self.limits.until == Until::Bug && self.results.has_bug() {
            return Outcome::Bug;
        }
        if let Some(stopped) = stopped {
            return stopped;
        }
        if self.results.counters.timed_out || self.results.unconfirmed > 0 {
            return Outcome::Time;
        }
        let mut unsupported_reasons = self.unsupported_reasons();
        unsupported_reasons.extend(
            self.results
                .findings
                .iter()
                .filter(|f| !f.confirmed)
                .map(|f| format!("{} that did not happen again", with_article(f.kind.name()))),
        );
        if !unsupported_reasons.is_empty() {
            return Outcome::Unsupported(unsupported_reasons.join("; "));
        }
        let mut bounds = vec![];
        bounds.extend(self.results.counters.object_limit.as_ref().map(|why| why.to_string()));
        if self.results.counters.deep {
            bounds.push("depth".into());
        }
        if self.results.counters.beyond {
            bounds.push(format!("input buffers of {} elements", self.symbols.space.array_limit()));
        }
        let given_up = self.frontier.tree.given_up() + self.results.counters.given_up;
        if given_up > 0 {
            bounds.push(format!("{given_up} branches of long or many paths were given up"));
        }
        if let Some(caveat) = &self.limits.caveat {
            return Outcome::Unsupported(caveat.clone());
        }
        if bounds.is_empty() { Outcome::Complete } else { Outcome::Bounded(bounds.join("; ")) }
    }

    /// What was met that is not followed.
    pub(super) fn unsupported_reasons(&self) -> Vec<String> {
        let mut unsupported_reasons: Vec<String> = vec![];
        unsupported_reasons.extend(
            self.results
                .counters
                .concretized
                .keys()
                .map(|reason| reason.replace("no-model:", "no model of ")),
        );
        unsupported_reasons.sort();
        let unknown = self.solver_stats().unknown - self.results.counters.unknown_overlaps;
        if unknown > 0 && self.results.counters.object_limit.is_none() {
            unsupported_reasons
                .push(format!("{} no solver could answer", several(unknown, "query", "queries")));
        }
        // What such a function answers is the world's, not the input's: another answer is another path.
        let world = self.runner.program.code().stateful(self.symbols.space.function());
        if !world.is_empty() {
            unsupported_reasons.push(format!("the results of {} are not inputs", world.join(", ")));
        }
        if self.results.counters.divergences > 0 {
            unsupported_reasons.push(format!(
                "{} left the predicted path",
                several(self.results.counters.divergences, "run", "runs")
            ));
        }
        if self.results.counters.malformed > 0 {
            unsupported_reasons.push("the unit wrote over its trace".into());
        }
        unsupported_reasons.extend(self.symbols.space.unwatched_limits().map(str::to_string));
        unsupported_reasons.extend(self.results.counters.limits.iter().cloned());
        unsupported_reasons
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
