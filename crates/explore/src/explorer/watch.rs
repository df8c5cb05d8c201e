//! Looked at once a batch: whether what was found is enough, and what others may see of it.
use super::{Error, Explorer};
use crate::outcome::Outcome;
use crate::progress::{Progress, Until};
use std::time::{Duration, Instant};

/// How often the counters are written.
const PERIOD: Duration = Duration::from_millis(50);

/// What was seen at the last look.
#[derive(Default)]
pub(super) struct Watch {
    /// Findings that were run again.
    confirmed: usize,
    published: Option<Instant>,
    /// Runs, paths and findings that were told by then.
    told: [u64; 3],
}

impl Explorer<'_> {
    /// Why the exploration may end here, if it may.
    pub(super) fn enough(&mut self) -> Result<Option<Outcome>, Error> {
        self.publish();
        let until = self.limits.until;
        Ok(match until {
            Until::All => None,
            Until::Bug | Until::Coverage | Until::Either => {
                let (is_at_bug, is_at_coverage) = (until.is_at_bug(), until != Until::Bug);
                if is_at_bug && self.has_bug()? {
                    Some(Outcome::Bug)
                } else {
                    (is_at_coverage && self.frontier.goals.all_covered()).then_some(Outcome::Covered)
                }
            }
            Until::Saved => Some(Outcome::Executions),
        })
    }

    /// Whether a bug was found; each finding is run again first, as at the end.
    fn has_bug(&mut self) -> Result<bool, Error> {
        if self.results.findings.len() == self.watch.confirmed {
            return Ok(false);
        }
        self.confirm_findings()?;
        self.watch.confirmed = self.results.findings.len();
        Ok(self.results.has_bug())
    }

    fn publish(&mut self) {
        let Some(progress) = &self.limits.progress else { return };
        let now = Instant::now();
        if self.watch.published.is_some_and(|then| now - then < PERIOD) {
            return;
        }
        self.watch.published = Some(now);
        let name = self.symbols.space.function();
        let covered = self.frontier.goals.covered();
        let own = self.runner.program.code().map.branches.iter().filter(|b| b.function == name);
        let (all, covered) = own.fold((0, 0), |(all, hit), b| (all + 1, hit + b.is_covered(covered) as u64));
        let [runs, paths, findings] = &mut self.watch.told;
        Progress::add(&progress.executions, runs, self.results.counters.executions);
        Progress::add(&progress.paths, paths, self.results.counters.paths.count());
        Progress::add(&progress.findings, findings, self.results.findings.len() as u64);
        Progress::raise(&progress.branches, all);
        Progress::raise(&progress.covered, covered);
    }
}
