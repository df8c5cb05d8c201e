//! What an explorer shares with others that explore the same function.
use super::memory::Paths;
use super::{Attempt, Error, Explorer};
use crate::finding::Finding;
use crate::outcome::{Outcome, Test};
use crate::path::{Condition, Source};
use crate::team::Offer;
use acute_input::{Input, NoObject};
use acute_solve::Stats;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};
use std::time::Instant;

/// What was counted.
#[derive(Default)]
pub struct Tally {
    /// Runs.
    pub executions: u64,
    /// Runs that did not go where they should.
    pub divergences: u64,
    /// Recorded conditions that are not true.
    pub wrong: u64,
    /// Where the first of them is.
    pub wrong_at: Option<String>,
    /// Events that make no sense.
    pub garbage: u64,
    /// Paths.
    pub paths: Paths,
    /// Outcomes that some flip was proved not to have.
    pub unsat_cells: FxHashSet<u32>,
    /// Outcomes that no solver could say anything of.
    pub unknown_cells: FxHashSet<u32>,
    /// Losses of precision, by reason.
    pub lost: FxHashMap<String, u64>,
    /// Why a value is no input that the unit looked at.
    pub limits: BTreeSet<String>,
    /// An input object could not grow as far as the unit reads.
    pub beyond: bool,
    /// Runs cut short by an assumption.
    pub rejected: u64,
    /// Flips refuted because of what becomes the same when two pointers do.
    pub refuted: u64,
    /// Flips that contradict an equal condition before them.
    pub repeated: u64,
    /// Conditions left out of queries' prefixes for the same reason.
    pub repeated_literals: u64,
    /// Conditions of all runs, those left out too.
    pub conditions: u64,
    /// A run did not end in time.
    pub timed_out: bool,
    /// A path was longer than it may be.
    pub deep: bool,
    /// An object was refused because of a limit.
    pub object_limit: Option<NoObject>,
    /// When which cells were reached for the first time.
    pub growth: Vec<(Instant, Vec<u32>)>,
    /// What others' solvers did.
    pub solver: Stats,
    /// Times others' units were started.
    pub starts: u64,
    /// Flips that others gave up.
    pub given_up: u64,
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.executions += other.executions;
        self.divergences += other.divergences;
        self.wrong += other.wrong;
        self.wrong_at = self.wrong_at.take().or(other.wrong_at);
        self.garbage += other.garbage;
        self.paths.join(other.paths);
        self.unsat_cells.extend(other.unsat_cells);
        self.unknown_cells.extend(other.unknown_cells);
        for (reason, count) in other.lost {
            *self.lost.entry(reason).or_default() += count;
        }
        self.limits.extend(other.limits);
        self.beyond |= other.beyond;
        self.rejected += other.rejected;
        self.refuted += other.refuted;
        self.repeated += other.repeated;
        self.repeated_literals += other.repeated_literals;
        self.conditions += other.conditions;
        self.timed_out |= other.timed_out;
        self.deep |= other.deep;
        self.object_limit = self.object_limit.take().or(other.object_limit);
        self.growth.extend(other.growth);
        self.solver.add(&other.solver);
        self.starts += other.starts;
        self.given_up += other.given_up;
    }
}

/// What one of the others found. Inputs are text: their variables have other numbers here.
#[derive(Default)]
pub(crate) struct Part {
    tally: Tally,
    /// Something was left to do.
    unfinished: bool,
    covered: Vec<bool>,
    tests: Vec<(String, Test)>,
    findings: Vec<(String, Finding)>,
    /// It ended by an error of ours.
    failed: Option<String>,
}

impl Part {
    /// Nothing, for this reason.
    pub fn failed(why: String) -> Part {
        Part { failed: Some(why), ..Part::default() }
    }
}

/// The conditions of a path that are somebody else's to flip.
#[derive(Clone, Copy)]
pub struct Lent {
    /// How many, those without a trace not counted.
    pub count: usize,
    /// What they are.
    trail: u64,
}

impl Lent {
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
        self.limit_cpu(Some(self.limits.cpu_time));
        self.set_deadline();
        if self.limits.nonnull {
            self.first_input();
        }
        let (unfinished, failed) = match self.search() {
            Ok(stopped) => (stopped.is_some() || self.tree.live() > 0, None),
            Err(e) => (true, Some(e.to_string())),
        };
        self.tally.solver = self.solver_stats();
        self.tally.starts += self.unit.starts();
        self.tally.given_up += self.tree.given_up();
        let Explorer { space, tests, findings, goals, tally, .. } = self;
        let text = |input: &Input| acute_input::save(input, &space, &Default::default());
        team.leave(Part {
            tests: tests.into_iter().map(|t| (text(&t.input), t)).collect(),
            findings: findings.into_iter().map(|f| (text(&f.input), f)).collect(),
            covered: goals.covered().to_vec(),
            tally,
            unfinished,
            failed,
        });
    }

    /// What all solvers did.
    pub(super) fn solver_stats(&self) -> Stats {
        let mut stats = self.chain.stats().clone();
        stats.add(&self.tally.solver);
        stats
    }

    /// Once a batch: hands something over where others have nothing to do, and sees what they have covered.
    pub(super) fn share(&mut self) -> Result<(), Error> {
        let Some(team) = self.limits.team.clone() else { return Ok(()) };
        if let Some(cells) = team.covered(&mut self.team_cells) {
            cells.for_each(|cell| {
                self.goals.cover(cell);
            });
        }
        for _ in 0..4 {
            if !team.is_hungry() || self.tree.open() < 2 {
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
        let Explorer { tree, dice, .. } = self;
        let id = tree.walk(|n| dice.below(n as usize) as u32)?;
        // Where pointers become the same or other ones, names change.
        if matches!(tree.condition(id)?.source, Source::Alias | Source::Choice { .. }) {
            return None;
        }
        let flip = tree.take(id)?;
        match self.solve(&flip) {
            Some((input, None)) => {
                self.tree.close(id);
                let flipped = flip.target().flipped();
                let conditions = || flip.prefix().iter().chain([&flipped]).filter(|c| !c.is_silent());
                let text = acute_input::save(&input, &self.space, &Default::default());
                Some(Offer { text, lent: conditions().count(), trail: trail(conditions()) })
            }
            Some((input, renaming)) => {
                self.retries.push(Attempt { flip: Some(flip), input, renaming, ..Attempt::default() });
                None
            }
            None => None,
        }
    }

    /// Waits for what others hand over. False if there is nothing any more.
    pub(super) fn take_offer(&mut self) -> Result<bool, Error> {
        let Some(team) = self.limits.team.clone() else { return Ok(false) };
        let asked = || self.limits.stop.is_some_and(|s| s.load(std::sync::atomic::Ordering::Relaxed));
        let late = || self.started.elapsed() >= self.limits.time || asked();
        let Some(offer) = team.wait(late) else {
            // The time is up: the search says so itself.
            return Ok(late());
        };
        let input = match acute_input::load(&offer.text, &mut self.space) {
            Ok(loaded) => self.with_marks(loaded)?,
            Err(_) => None,
        };
        let Some((input, cells)) = input else {
            *self.tally.lost.entry("an input that could not be handed over".into()).or_default() += 1;
            return Ok(true);
        };
        // What is done here was another part of it.
        self.tree.clear();
        let lent = Some(Lent { count: offer.lent, trail: offer.trail });
        // Who hands something over has seen to that.
        self.returned = true;
        self.retries.push(Attempt { input, cells, lent, ..Attempt::default() });
        Ok(true)
    }

    /// Ends the team and takes in what the others found; what ended the search as a whole.
    pub(super) fn gather(&mut self, stopped: Option<Outcome>) -> Result<Option<Outcome>, Error> {
        let Some(team) = self.limits.team.clone() else { return Ok(stopped) };
        let (parts, lost, left) = team.end();
        let mut unfinished = left;
        // Who was in the middle of something when the time was up is not waited for.
        if lost > 0 && stopped.is_none() {
            *self.tally.lost.entry("a job that was lost".into()).or_default() += lost as u64;
        }
        for part in parts {
            unfinished |= part.unfinished;
            if let Some(why) = part.failed {
                *self.tally.lost.entry(format!("a job that failed: {why}")).or_default() += 1;
            }
            self.tally.add(part.tally);
            for (cell, _) in (0..).zip(part.covered).filter(|(_, covered)| *covered) {
                self.goals.cover(cell);
            }
            // What tests know their findings by, and where these stand now.
            let mut places = vec![None; part.findings.len()];
            for (place, (text, mut finding)) in places.iter_mut().zip(part.findings) {
                let Ok(loaded) = acute_input::load(&text, &mut self.space) else { continue };
                let Some((input, _)) = self.with_marks(loaded)? else { continue };
                finding.input = input;
                *place = Some(self.findings.len());
                self.findings.push(finding);
            }
            for (text, mut test) in part.tests {
                let Ok(loaded) = acute_input::load(&text, &mut self.space) else { continue };
                let Some((input, _)) = self.with_marks(loaded)? else { continue };
                test.input = input;
                test.finding = test.finding.and_then(|k| places.get(k).copied().flatten());
                self.tests.push(test);
            }
        }
        self.drop_known();
        Ok(stopped.or(unfinished.then_some(Outcome::Time)))
    }

    /// Of findings that say the same the first is kept, or the first that happened again.
    pub(super) fn drop_known(&mut self) {
        let findings = std::mem::take(&mut self.findings);
        let mut places = vec![];
        for finding in findings {
            let known = self.findings.iter().position(|f| f.says_the_same(&finding));
            places.push(known.unwrap_or(self.findings.len()));
            match known.map(|k| &mut self.findings[k]) {
                None => self.findings.push(finding),
                Some(first) if finding.confirmed && !first.confirmed => *first = finding,
                Some(_) => {}
            }
        }
        for test in &mut self.tests {
            test.finding = test.finding.map(|k| places[k]);
        }
    }
}
