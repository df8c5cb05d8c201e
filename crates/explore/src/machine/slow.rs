//! Runs that take long are put off: they do not keep the others waiting.
use super::learn::Growth;
use super::{Attempt, Ended, Error, Explorer};
use crate::finding::Finding;
use acute_exec::Ending;
use std::time::{Duration, Instant};

/// A run that was stopped early.
pub struct Slow {
    pub(super) attempt: Attempt,
    /// What it is if it does not end.
    pub(super) suspect: Option<Finding>,
    /// The processor time it has the next time; none: whatever a run may take.
    pub(super) limit: Option<Duration>,
}

impl Slow {
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

impl Explorer<'_> {
    /// Runs that are posted from now on are stopped early.
    pub(super) fn limit_cpu(&mut self, limit: Option<Duration>) {
        self.unit.limit_cpu(limit.filter(|_| self.limits.executions.is_none()));
    }

    /// Gives the first of the slow ones another turn: if `idle` at once, else if all of them together have then
    /// had no more than a share of the time. False if none had its turn.
    pub(super) fn run_slow(&mut self, idle: bool) -> Result<bool, Error> {
        let Some(Slow { limit, .. }) = self.slow.front() else { return Ok(false) };
        if self.endless >= ENDLESS {
            for Attempt { flip, hold, .. } in self.slow.iter_mut().map(|slow| &mut slow.attempt) {
                let ids = flip.take().map(|f| f.id).into_iter().chain(hold.take());
                ids.for_each(|id| self.tree.close(id));
            }
            return Ok(false);
        }
        let cost = self.slow_time + limit.unwrap_or(self.limits.run_time);
        if !idle && cost > self.started.elapsed() / self.slow_share() {
            return Ok(false);
        }
        let news = self.news;
        let Some(Slow { attempt, limit, suspect }) = self.slow.pop_front() else { return Ok(false) };
        let (known, others) = (self.findings.len(), self.slow.len());
        let begun = Instant::now();
        self.slow_turn = true;
        self.limit_cpu(limit);
        self.post(&attempt)?;
        self.run_batch(vec![attempt])?;
        // It is the run that showed it first, though not to the end.
        let again = self.slow.get_mut(others).and_then(|slow| slow.suspect.as_mut());
        if let (Some(suspect), Some(found)) = (suspect, self.findings.get_mut(known).or(again)) {
            found.executions = suspect.executions;
        }
        self.slow_turn = false;
        self.limit_cpu(Some(self.limits.cpu_time));
        self.slow_time += begun.elapsed();
        self.slow_in_vain = if self.news == news { self.slow_in_vain + 1 } else { 0 };
        Ok(true)
    }

    /// One part of how many slow runs have.
    fn slow_share(&self) -> u32 {
        (SLOW_SHARE * (1 + self.slow_in_vain / IN_VAIN)).min(LEAST_SHARE)
    }

    /// Takes in a run that was stopped early: what it went through holds, how it ends is not known.
    pub(super) fn put_off(&mut self, mut attempt: Attempt, ended: Ended) {
        attempt.cells.extend(self.cover(&ended.path));
        let Ended { head, path, .. } = ended;
        let suspect = self.judge(&attempt.input, Ending::TimedOut, &head, &path);
        let says_the_same = |f: &Finding| {
            let mut others = self.slow.iter().filter_map(|other| other.suspect.as_ref());
            self.is_known(f) || others.any(|other| other.says_the_same(f))
        };
        let is_known = suspect.as_ref().is_none_or(says_the_same);
        // One by chance that has brought nothing so far has had its turn.
        let over = attempt.trial && attempt.cells.is_empty() && is_known;
        let growth = Growth { gain: 0, is_new: false, cut: !over, nodes: head.nodes, ticks: head.ticks };
        attempt.hold = self.grow(&attempt, path, growth);
        if over {
            return;
        }
        // A little more the next time, then all that a run may take.
        let more = self.limits.cpu_time * 3;
        let limit = (!self.slow_turn && more < self.limits.run_time).then_some(more);
        if self.slow.is_empty() && !self.slow_turn {
            // Time that none of them needed is not made up for.
            self.slow_time = self.slow_time.max(self.started.elapsed() / self.slow_share());
        }
        let slow = Slow { attempt, suspect, limit };
        if self.slow_turn && !is_known {
            // One that is shown to have no end says more than many that may have one.
            return self.slow.push_front(slow);
        }
        let waiting: usize = self.slow.iter().map(Slow::bytes).sum();
        if waiting + slow.bytes() < WAITING || !is_known || self.slow.is_empty() {
            return self.slow.push_back(slow);
        }
        let ids = slow.attempt.flip.map(|f| f.id).into_iter().chain(slow.attempt.hold);
        ids.for_each(|id| self.tree.forsake(id));
    }
}
