//! What an explorer shares with others that explore the same function.
use super::attempt::Attempt;
use super::counters::Counters;
use super::frontier::Frontier;
use super::results::Results;
use super::{Error, Explorer};
use crate::finding::Finding;
use crate::outcome::{Outcome, Test};
use crate::path::{Condition, Source};
use crate::team::Offer;
use acute_expr::{ExprId, Lit};
use acute_input::Input;
use acute_solve::Stats;
use std::hash::{Hash, Hasher};
use std::time::Instant;

/// What one of the others found. Inputs are text: their variables have other numbers here.
#[derive(Default)]
pub(crate) struct Part {
    counters: Counters,
    /// Something was left to do.
    unfinished: bool,
    covered: Vec<bool>,
    tests: Vec<(String, Test)>,
    findings: Vec<(String, Finding)>,
    /// It ended by an internal error.
    failed: Option<String>,
}

impl Part {
    /// Nothing, for this reason.
    pub fn failed(why: String) -> Part {
        Part { failed: Some(why), ..Part::default() }
    }
}

/// The conditions of a path that another worker owns: they are not flipped here.
#[derive(Clone, Copy)]
pub struct OwnedPrefix {
    /// How many, those without a trace not counted.
    pub count: usize,
    /// What they are.
    trail: u64,
}

impl OwnedPrefix {
    /// These conditions and an overlap behind them.
    pub fn before_overlap(conditions: &[Condition]) -> OwnedPrefix {
        let none = Lit { expr: ExprId::NONE, positive: true };
        let overlap = Condition { lit: none, source: Source::Overlap };
        let all = || conditions.iter().chain([&overlap]).filter(|c| !c.is_silent());
        OwnedPrefix { count: all().count(), trail: trail(all()) }
    }

    /// Whether these are the conditions that were meant.
    pub fn is_of(&self, conditions: &[Condition]) -> bool {
        let lent = conditions.iter().filter(|c| !c.is_silent()).take(self.count);
        lent.clone().count() == self.count && trail(lent) == self.trail
    }
}

/// A number for conditions that is the same wherever they are met.
fn trail<'a>(conditions: impl Iterator<Item = &'a Condition>) -> u64 {
    let mut hasher = rustc_hash::FxHasher::default();
    for c in conditions {
        std::mem::discriminant(&c.source).hash(&mut hasher);
        (u64::from(c.source.cell()) + 1).hash(&mut hasher);
    }
    hasher.finish()
}

impl Explorer<'_> {
    /// Explores what others of the team hand over, until they have no more; all that it finds is theirs.
    pub fn assist(mut self) {
        let Some(team) = self.limits.team.clone() else { return };
        self.started = Instant::now();
        self.runner.limit_cpu_at_first();
        self.set_deadline();
        if self.limits.nonnull {
            self.symbols.first_input(self.limits.nonnull);
        }
        let (unfinished, failed) = match self.search() {
            Ok(stopped) => (stopped.is_some() || self.frontier.tree.live() > 0, None),
            Err(e) => (true, Some(e.to_string())),
        };
        self.results.counters.solver = self.solver_stats();
        self.results.counters.starts += self.runner.target.status().starts;
        self.results.counters.given_up += self.frontier.tree.given_up();
        let Results { tests, findings, counters, .. } = self.results;
        let (space, goals) = (self.symbols.space, self.frontier.goals);
        let text = |input: &Input| acute_input::save(input, &space, &Default::default());
        team.leave(Part {
            tests: tests.into_iter().map(|t| (text(&t.input), t)).collect(),
            findings: findings.into_iter().map(|f| (text(&f.input), f)).collect(),
            covered: goals.covered().to_vec(),
            counters,
            unfinished,
            failed,
        });
    }

    /// What all solvers did.
    pub(super) fn solver_stats(&self) -> Stats {
        let mut stats = self.solving.chain.stats().clone();
        stats.add(&self.results.counters.solver);
        stats
    }

    /// Once a batch: hands something over where others have nothing to do, and sees what they have covered.
    pub(super) fn share(&mut self) -> Result<(), Error> {
        let Some(team) = self.limits.team.clone() else { return Ok(()) };
        if let Some(cells) = team.covered(&mut self.team_cells) {
            cells.for_each(|cell| {
                self.frontier.goals.cover(cell);
            });
        }
        for _ in 0..4 {
            if !team.wants_work() || self.frontier.tree.open() < 2 {
                break;
            }
            if let Some(offer) = self.offer() {
                team.offer(offer);
            }
        }
        Ok(())
    }

    /// Something for others to do: a flip near the root, with all that is behind it.
    fn offer(&mut self) -> Option<Offer> {
        let Frontier { tree, dice, .. } = &mut self.frontier;
        let id = tree.walk(|n| dice.below(n as usize) as u32)?;
        // Where pointers become the same or other ones, names change.
        let condition = tree.condition(id)?;
        if condition.source == Source::Alias || condition.is_choice() {
            return None;
        }
        let flip = tree.take(id)?;
        match self.solve(&flip) {
            Some((input, None)) => {
                self.frontier.tree.close(id);
                let flipped = flip.target().flipped();
                let conditions = || flip.prefix().iter().chain([&flipped]).filter(|c| !c.is_silent());
                let text = acute_input::save(&input, &self.symbols.space, &Default::default());
                Some(Offer { text, lent: conditions().count(), trail: trail(conditions()) })
            }
            Some((input, renaming)) => {
                self.frontier.retries.push(Attempt {
                    flip: Some(flip),
                    input,
                    renaming,
                    ..Attempt::default()
                });
                None
            }
            None => None,
        }
    }

    /// Takes what others hand over, if there is anything.
    pub(super) fn take_offer(&mut self) -> Result<bool, Error> {
        let offer = self.limits.team.as_ref().and_then(|team| team.take());
        offer.map_or(Ok(false), |offer| self.accept(&offer))
    }

    /// Waits for what others hand over. False if there is nothing any more.
    pub(super) fn take_work(&mut self) -> Result<bool, Error> {
        let Some(team) = self.limits.team.clone() else { return Ok(false) };
        let late = || self.deadline().is_over();
        let Some(offer) = team.wait(late) else {
            // The time is up: the search says so itself.
            return Ok(late());
        };
        self.accept(&offer)
    }

    /// Goes on with what another worker handed over.
    fn accept(&mut self, offer: &Offer) -> Result<bool, Error> {
        let input = match acute_input::load(&offer.text, &mut self.symbols.space) {
            Ok(loaded) => self.with_marks(loaded)?,
            Err(_) => None,
        };
        let Some((input, cells)) = input else {
            self.results.counters.concretize("lost-work-item", 1);
            return Ok(true);
        };
        // What is done here was another part of it.
        self.frontier.tree.clear();
        self.frontier.overlaps.postpone();
        let lent = Some(OwnedPrefix { count: offer.lent, trail: offer.trail });
        // Who hands something over has seen to that.
        self.results.returned = true;
        self.frontier.retries.push(Attempt { input, cells, lent, ..Attempt::default() });
        Ok(true)
    }

    /// Ends the team and takes in what the others found; what ended the search as a whole.
    pub(super) fn gather(&mut self, stopped: Option<Outcome>) -> Result<Option<Outcome>, Error> {
        let Some(team) = self.limits.team.clone() else { return Ok(stopped) };
        let (parts, lost, left) = team.end();
        let mut unfinished = left;
        // Who was in the middle of something when the time was up is not waited for.
        if lost > 0 && stopped.is_none() {
            self.results.counters.concretize("lost-worker", lost as u64);
        }
        for part in parts {
            unfinished |= part.unfinished;
            if let Some(why) = part.failed {
                self.results.counters.concretize(format!("failed-worker:{why}"), 1);
            }
            self.results.counters.add(part.counters);
            for (cell, _) in (0..).zip(part.covered).filter(|(_, covered)| *covered) {
                self.frontier.goals.cover(cell);
            }
            // What tests know their findings by, and where these stand now.
            let mut places = vec![None; part.findings.len()];
            for (place, (text, mut finding)) in places.iter_mut().zip(part.findings) {
                let Ok(loaded) = acute_input::load(&text, &mut self.symbols.space) else { continue };
                let Some((input, _)) = self.with_marks(loaded)? else { continue };
                finding.input = input;
                *place = Some(self.results.findings.len());
                self.results.findings.push(finding);
            }
            for (text, mut test) in part.tests {
                let Ok(loaded) = acute_input::load(&text, &mut self.symbols.space) else { continue };
                let Some((input, _)) = self.with_marks(loaded)? else { continue };
                test.input = input;
                test.finding = test.finding.and_then(|k| places.get(k).copied().flatten());
                self.results.tests.push(test);
            }
        }
        self.results.deduplicate();
        Ok(stopped.or(unfinished.then_some(Outcome::Time)))
    }
}
