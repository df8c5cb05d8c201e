//! Defers slow runs, so that they do not delay the others.
use super::record::Growth;
use super::{Attempt, Ended, Error, Explorer};
use crate::finding::Finding;
use crate::target::Ending;
use acute_input::Input;
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// The runs that were stopped early.
#[derive(Default)]
pub struct SlowRuns {
    /// In the order of their turns.
    pub waiting: VecDeque<StoppedRun>,
    /// Time spent on giving them another turn.
    pub time: Duration,
    /// How many in a row brought nothing.
    pub in_vain: u32,
    /// Whether a deferred run is executing.
    pub has_turn: bool,
    /// How many in a row did not end whatever time they had.
    pub endless: u32,
    /// Time spent on watched runs that showed no endless loop, and how many there were.
    unproven: (Duration, u32),
}

impl SlowRuns {
    /// Their share of the time is one part of so many; it decays while they bring nothing.
    fn share(&self) -> u32 {
        (SLOW_SHARE * (1 + self.in_vain / IN_VAIN)).min(LEAST_SHARE)
    }
}

/// A run that was stopped early.
pub struct StoppedRun {
    pub(super) attempt: Attempt,
    /// What it is if it does not end.
    pub(super) suspect: Option<Finding>,
    /// The processor time it has the next time; none: whatever a run may take.
    pub(super) limit: Option<Duration>,
}

impl StoppedRun {
    /// About how much memory it takes.
    fn bytes(&self) -> usize {
        let inputs = self.suspect.iter().flat_map(|f| f.slim.iter().chain([&f.input]));
        self.attempt.bytes() + inputs.map(|input| input.bytes()).sum::<usize>()
    }
}

/// The part of the time that slow runs have while there are others: a quarter. After so many that brought nothing it is half of
/// that, after twice as many a third, down to the least.
const SLOW_SHARE: u32 = 4;
const IN_VAIN: u32 = 4;
const LEAST_SHARE: u32 = 16;
/// Bytes of slow runs that wait for their turn: beyond that they have none.
const WAITING: usize = 8 << 20;
/// When so many in a row had all their time and did not end, the others are left alone: they would not either.
const ENDLESS: u32 = 3;
/// So many watched runs may show nothing before they have only a part of the time.
const UNPROVEN: u32 = 4;

impl Explorer<'_> {
    /// Gives the first of the slow ones another turn: if `idle` at once, else if all of them together have then
    /// had no more than a share of the time. False if none had its turn.
    pub(super) fn run_slow(&mut self, idle: bool) -> Result<bool, Error> {
        let Some(StoppedRun { limit, .. }) = self.slow.waiting.front() else { return Ok(false) };
        if self.slow.endless >= ENDLESS {
            for Attempt { flip, hold, .. } in self.slow.waiting.iter_mut().map(|slow| &mut slow.attempt) {
                let ids = flip.take().map(|f| f.id).into_iter().chain(hold.take());
                ids.for_each(|id| self.frontier.tree.close(id));
            }
            return Ok(false);
        }
        let cost = self.slow.time + limit.unwrap_or(self.limits.run_time);
        if !idle && cost > self.started.elapsed() / self.slow.share() {
            return Ok(false);
        }
        let news = self.results.last_news;
        let Some(StoppedRun { attempt, limit, suspect }) = self.slow.waiting.pop_front() else {
            return Ok(false);
        };
        let (known, others) = (self.results.findings.len(), self.slow.waiting.len());
        let begun = Instant::now();
        self.slow.has_turn = true;
        self.runner.limit_cpu(limit);
        self.runner.post(&self.symbols, &attempt)?;
        self.run_batch(vec![attempt])?;
        // It is the run that showed it first, though not to the end.
        let again = self.slow.waiting.get_mut(others).and_then(|slow| slow.suspect.as_mut());
        if let (Some(suspect), Some(found)) = (suspect, self.results.findings.get_mut(known).or(again)) {
            found.executions = suspect.executions;
        }
        self.slow.has_turn = false;
        self.runner.limit_cpu_at_first();
        self.slow.time += begun.elapsed();
        self.slow.in_vain = if self.results.last_news == news { self.slow.in_vain + 1 } else { 0 };
        Ok(true)
    }

    /// Runs an input whose run was stopped once more, watched: where the state of a loop repeats, it has no end.
    pub(super) fn prove_endless(&mut self, input: &Input, ended: &mut Ended) -> Result<(), Error> {
        let (time, count) = self.slow.unproven;
        let is_due = count < UNPROVEN || time < self.started.elapsed() / LEAST_SHARE;
        if ended.path.malformed > 0 || !is_due && self.limits.executions.is_none() {
            return Ok(());
        }
        let begun = Instant::now();
        let limit = Some(self.limits.cpu_time);
        match self.runner.observe_watched(&mut self.symbols, input, limit)? {
            Some(Ended { ending: Ending::Endless, head, .. }) => {
                ended.ending = Ending::Endless;
                (ended.head.end, ended.head.at, ended.head.sp) = (head.end, head.at, head.sp);
            }
            _ => self.slow.unproven = (time + begun.elapsed(), count + 1),
        }
        Ok(())
    }

    /// Takes in a run that was stopped early: what it went through holds, how it ends is not known.
    pub(super) fn defer_run(&mut self, mut attempt: Attempt, ended: Ended) {
        attempt.cells.extend(self.cover(&ended.path));
        let Ended { head, path, .. } = ended;
        let suspect = self.judge(&attempt.input, Ending::TimedOut, &head, &path).pop();
        let says_the_same = |f: &Finding| {
            let mut others = self.slow.waiting.iter().filter_map(|other| other.suspect.as_ref());
            self.results.is_known(f) || others.any(|other| other.says_the_same(f))
        };
        let is_known = suspect.as_ref().is_none_or(says_the_same);
        // One by chance that has brought nothing so far has had its turn.
        let over = attempt.trial && attempt.cells.is_empty() && is_known;
        if !attempt.cells.is_empty() || !is_known {
            self.note(&attempt.input, None, suspect.as_ref().map(|f| f.kind));
        }
        let growth = Growth { gain: 0, is_new: false, cut: !over, nodes: head.nodes, ticks: head.ticks };
        attempt.hold = self.grow(&attempt, path, growth);
        if over {
            return;
        }
        // A little more the next time, then all that a run may take.
        let more = self.limits.cpu_time * 3;
        let limit = (!self.slow.has_turn && more < self.limits.run_time).then_some(more);
        if self.slow.waiting.is_empty() && !self.slow.has_turn {
            // Time that none of them needed is not made up for.
            self.slow.time = self.slow.time.max(self.started.elapsed() / self.slow.share());
        }
        let slow = StoppedRun { attempt, suspect, limit };
        if self.slow.has_turn && !is_known {
            // One that is shown to have no end says more than many that may have one.
            return self.slow.waiting.push_front(slow);
        }
        let waiting: usize = self.slow.waiting.iter().map(StoppedRun::bytes).sum();
        if waiting + slow.bytes() < WAITING || !is_known || self.slow.waiting.is_empty() {
            return self.slow.waiting.push_back(slow);
        }
        let ids = slow.attempt.flip.map(|f| f.id).into_iter().chain(slow.attempt.hold);
        ids.for_each(|id| self.frontier.tree.forsake(id));
    }
}
