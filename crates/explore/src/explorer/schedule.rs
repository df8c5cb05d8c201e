//! The scheduler: fills a batch with inputs to run, from retries, deferred queries and the strategy's flips.
use super::attempt::Attempt;
use super::{Error, Explorer};
use crate::goals::GIVEN_UP;
use crate::strategy::Move;
use crate::target::TargetError;
use acute_input::NoObject;

/// Work of queries after which a batch is run as it is: 0.2 s.
const HARD: u64 = 2 * GIVEN_UP;

impl Explorer<'_> {
    /// Posts an attempt, unless its input is too large for a run.
    pub(super) fn launch(&mut self, attempt: Attempt, batch: &mut Vec<Attempt>) -> Result<(), Error> {
        match self.runner.post(&self.symbols, &attempt) {
            Ok(()) => batch.push(attempt),
            Err(TargetError::TooLarge) => {
                self.results.counters.object_limit = Some(NoObject::TooLarge);
                self.frontier.close(&attempt);
            }
            Err(other) => return Err(other.into()),
        }
        Ok(())
    }

    /// Posts an input that flips nothing.
    fn launch_free(&mut self, mut attempt: Attempt, batch: &mut Vec<Attempt>) -> Result<(), Error> {
        if self.limits.nonnull {
            self.symbols.fill_null_arguments(&mut attempt.input);
        }
        self.launch(attempt, batch)
    }

    /// Solves flips until enough inputs are under way. Few at first, so that the first bug is not kept
    /// waiting behind speculative runs.
    pub(super) fn next_batch(&mut self) -> Result<Vec<Attempt>, Error> {
        let mut wanted =
            (1 + self.results.counters.executions / 8).min(self.runner.target.status().room as u64);
        if let Some(limit) = self.limits.executions {
            wanted = wanted.min(limit - self.results.counters.executions);
        }
        let mut batch = vec![];
        let before = self.work();
        // Runs that wait, and slow ones, have their turn after a hard query or two.
        while (batch.len() as u64) < wanted && self.work() - before < HARD {
            if self.frontier.retries.is_empty() {
                self.try_infeasible();
            }
            if let Some(attempt) = self.frontier.retries.pop() {
                self.launch(attempt, &mut batch)?;
                continue;
            }
            if let Some(input) = self.boundaries.pop() {
                let attempt = Attempt { input, trial: true, boundary: true, ..Attempt::default() };
                self.launch_free(attempt, &mut batch)?;
                continue;
            }
            let again = self.retry_deferred(batch.is_empty());
            if again.is_none()
                && let Some(attempt) = self.next_overlap()
            {
                self.launch(attempt, &mut batch)?;
                continue;
            }
            // While runs are under way it is too early to say that nothing is left.
            if again.is_none()
                && self.frontier.tree.open() == 0
                && (self.frontier.tree.live() > 0 || self.is_over())
            {
                break;
            }
            let Some(next) = again.map(Move::Flip).or_else(|| self.choose()) else { break };
            match next {
                Move::Run(input) => self.launch_free(Attempt { input, ..Attempt::default() }, &mut batch)?,
                Move::Trial(input) => {
                    self.launch_free(Attempt { input, trial: true, ..Attempt::default() }, &mut batch)?
                }
                Move::Unlabelled(input) => {
                    self.launch_free(Attempt { input, plain: true, ..Attempt::default() }, &mut batch)?
                }
                Move::Flip(id) => {
                    let Some(flip) = self.frontier.tree.take(id) else { continue };
                    let target = flip.target();
                    if target.is_choice()
                        && target.source.other().is_some_and(|c| self.frontier.goals.is_covered(c))
                    {
                        self.frontier.tree.close(id);
                        continue;
                    }
                    if let Some((input, renaming)) = self.solve(&flip) {
                        let attempt = Attempt { flip: Some(flip), input, renaming, ..Attempt::default() };
                        self.launch(attempt, &mut batch)?;
                    }
                }
            }
            if self.started.elapsed() >= self.limits.time || self.stopped() {
                break;
            }
        }
        Ok(batch)
    }

    /// The work of all queries so far, those that were asked again included.
    fn work(&self) -> u64 {
        self.frontier.goals.spent() + self.solving.deferred.spent()
    }

    /// The strategy's next move.
    fn choose(&mut self) -> Option<Move> {
        self.frontier.choose(&self.runner.program.code().map, &mut self.symbols.space)
    }

    /// Whether nothing is left to try. Where not everything was followed, what is not covered may yet be by
    /// chance: the rest of the budget is for that.
    pub(super) fn is_over(&mut self) -> bool {
        self.frontier.is_exhausted()
            && (self.frontier.goals.all_covered()
                || self.symbols.space.vars().is_empty()
                || self.unsupported_reasons().is_empty() && self.frontier.tree.given_up() == 0)
    }
}
