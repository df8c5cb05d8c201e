//! Looked at once a batch: whether what was found is enough, and what others may see of it.
use super::{Error, Explorer};
use crate::finding::Confidence;
use crate::outcome::Outcome;
use crate::progress::{Progress, Until};
use std::time::{Duration, Instant};

/// How often the counters are written.
const PERIOD: Duration = Duration::from_millis(50);

/// What was seen at the last look.
#[derive(Default)]
pub(super) struct Watch {
    /// Branches that are to be covered and are not yet, by number; `None` before the first look.
    open: Option<Vec<u32>>,
    /// Findings that were run again.
    confirmed: usize,
    published: Option<Instant>,
}

impl Explorer<'_> {
    /// Why the exploration may end here, if it may.
    pub(super) fn enough(&mut self) -> Result<Option<Outcome>, Error> {
        self.publish();
        Ok(match self.limits.until {
            Until::All => None,
            Until::Coverage => self.all_covered().then_some(Outcome::Covered),
            Until::Bug => self.has_bug()?.then_some(Outcome::Bug),
            Until::Saved => Some(Outcome::Executions),
        })
    }

    fn all_covered(&mut self) -> bool {
        let Explorer { watch, program, space, covered, .. } = self;
        let branches = &program.map().branches;
        let open = watch.open.get_or_insert_with(|| {
            let reachable = program.reachable(space.function());
            // Without a cell there is no code: nothing covers it.
            let counts = |n: &u32| {
                let b = &branches[*n as usize];
                !b.cells.is_empty() && reachable.contains(&b.function.as_str())
            };
            (0..branches.len() as u32).filter(counts).collect()
        });
        open.retain(|n| !branches[*n as usize].is_covered(covered));
        open.is_empty()
    }

    /// Whether a bug was found; each finding is run again first, as at the end.
    fn has_bug(&mut self) -> Result<bool, Error> {
        if self.findings.len() == self.watch.confirmed {
            return Ok(false);
        }
        self.confirm_findings()?;
        self.watch.confirmed = self.findings.len();
        Ok(self.findings.iter().any(|f| f.confirmed && f.confidence == Confidence::Bug))
    }

    fn publish(&mut self) {
        let Some(progress) = &self.limits.progress else { return };
        let now = Instant::now();
        if self.watch.published.is_some_and(|then| now - then < PERIOD) {
            return;
        }
        self.watch.published = Some(now);
        let name = self.space.function();
        let own = self.program.map().branches.iter().filter(|b| b.function == name);
        let (all, covered) =
            own.fold((0, 0), |(all, hit), b| (all + 1, hit + b.is_covered(&self.covered) as u64));
        Progress::set(&progress.executions, self.executions);
        Progress::set(&progress.paths, self.paths.len() as u64);
        Progress::set(&progress.branches, all);
        Progress::set(&progress.covered, covered);
        Progress::set(&progress.findings, self.findings.len() as u64);
    }
}
