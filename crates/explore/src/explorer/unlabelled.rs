//! Runs in which nothing is an input: they take a part of the time of others, and show only what they cover and how they
//! end. What brings something is run once more, to be followed.
use super::{Attempt, Ended, Explorer};
use crate::strategy::News;
use crate::target::Ending;

impl Explorer<'_> {
    /// Takes such a run in.
    pub(super) fn record_unlabelled(&mut self, attempt: Attempt, ended: Ended) {
        let Attempt { input, mut cells, .. } = attempt;
        cells.extend(self.cover(&ended.path));
        let orderly = self.cover_orderly(ended.ending, &ended.path);
        if !orderly.is_empty() {
            // The runtime reports them once only.
            self.keep(&input, ended.ending, &ended.head, orderly, None, &ended.path.marked);
        }
        let place = match ended.ending {
            Ending::Returned => Some(ended.head.lost[0].at[0]).filter(|at| *at != 0),
            Ending::Exited(_) | Ending::Rejected | Ending::Overrun | Ending::Wanted => None,
            Ending::Failed(_) | Ending::Endless => Some(ended.head.at[0]),
            // Where it was then is a matter of chance.
            Ending::Slow | Ending::TimedOut => Some(0),
            Ending::Garbled => Some(1),
            Ending::Died(failure) => Some(2 + u64::from(failure.code as u32)),
            Ending::Left(status) => Some(2 + (u64::from(status as u32) << 8)),
        };
        let ticks = self.ticks(ended.ending, &ended.head);
        if ticks > 0 {
            // Whoever made it has to know what it took.
            let news = News {
                of: None,
                flips: &[],
                input: &input,
                depth: 0,
                nodes: 0,
                ticks,
                gain: 0,
                more: false,
                trial: true,
                plain: true,
                words: &[],
            };
            self.frontier.learn(&self.runner.program.code().map, &mut self.symbols.space, &news);
        }
        if !cells.is_empty() || place.is_some_and(|place| self.results.fault_sites.insert(place)) {
            self.frontier.retries.push(Attempt { input, cells, trial: true, ..Attempt::default() });
        }
    }
}
