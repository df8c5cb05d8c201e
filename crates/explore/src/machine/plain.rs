//! Runs in which nothing is an input: they take a part of the time of others, and show only what they cover and how they
//! end. What brings something is run once more, to be followed.
use super::{Attempt, Ended, Explorer};
use crate::strategy::{News, View};
use acute_exec::Ending;
use acute_trace::End;

impl Explorer<'_> {
    /// Takes such a run in.
    pub(super) fn take_in_plain(&mut self, attempt: Attempt, ended: Ended) {
        let Attempt { input, mut cells, .. } = attempt;
        cells.extend(self.cover(&ended.path));
        let place = match ended.ending {
            Ending::Said(End::Returned | End::Exit | End::Rejected | End::Overrun | End::Wanted) => None,
            Ending::Said(_) => Some(ended.head.at[0]),
            // Where it was then is a matter of chance.
            Ending::Slow | Ending::TimedOut => Some(0),
            Ending::Garbled => Some(1),
            Ending::Died(status) => Some(2 + u64::from(status as u32)),
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
            let Explorer { strategy, tree, goals, forecast, space, dice, program, .. } = self;
            strategy.learn(&mut View { tree, goals, forecast, map: program.map(), space, dice }, &news);
        }
        if !cells.is_empty() || place.is_some_and(|place| self.ends.insert(place)) {
            self.retries.push(Attempt { input, cells, trial: true, ..Attempt::default() });
        }
    }
}
