//! The inputs an earlier command saved, run before anything else: what they covered is covered again, and their
//! paths can be flipped.
use super::{Attempt, Ended, Error, Explorer};
use crate::target::Ending;
use acute_input::{Input, Loaded};

/// What became of them.
#[derive(Default)]
pub(super) struct Saved {
    /// Those that were run.
    pub(super) run: u64,
    /// Those that are no inputs of this function any more.
    pub(super) stale: u64,
    /// They are being run.
    pub(super) under_way: bool,
}

impl Explorer<'_> {
    /// Runs them in their order, whatever the limits say: what there was shall be there again. Only being asked to
    /// stop ends it early.
    pub(super) fn run_saved(&mut self) -> Result<(), Error> {
        if self.limits.saved.is_empty() {
            return Ok(());
        }
        self.results.saved.under_way = true;
        self.run_longer()?;
        for text in std::mem::take(&mut self.limits.saved) {
            if self.stopped() {
                break;
            }
            let input = match acute_input::load(&text, &mut self.symbols.space) {
                Ok(loaded) => self.with_marks(loaded)?,
                Err(_) => None,
            };
            let Some((input, cells)) = input else {
                self.results.saved.stale += 1;
                continue;
            };
            self.results.saved.run += 1;
            let mut batch = vec![];
            self.launch(Attempt { input, cells, ..Attempt::default() }, &mut batch)?;
            self.run_batch(batch)?;
            self.run_longer()?;
        }
        self.results.saved.under_way = false;
        Ok(())
    }

    /// An input that turned out too small is run again at once: the next one's new cells are its own.
    fn run_longer(&mut self) -> Result<(), Error> {
        while let Some(attempt) = self.frontier.retries.pop() {
            let mut batch = vec![];
            self.launch(attempt, &mut batch)?;
            self.run_batch(batch)?;
        }
        Ok(())
    }

    /// The input with what it says of marks, which is read as they ask for it, and what was new on the way; `None`
    /// if they ask for something else.
    pub(super) fn with_marks(&mut self, mut loaded: Loaded) -> Result<Option<(Input, Vec<u32>)>, Error> {
        let mut cells = vec![];
        while loaded.has_marks() {
            let Some(Ended { ending, head, path }) = self.runner.observe(&mut self.symbols, &loaded.input)?
            else {
                break;
            };
            self.results.counters.executions += 1;
            // The unit tells of a cell once.
            cells.extend(self.cover(&path));
            if ending != Ending::Wanted {
                break;
            }
            let [name, k, _, size, ..] = head.at;
            let name = self.runner.program.text_at(name).unwrap_or_default();
            if loaded.supply(&mut self.symbols.space, head.fault, &name, size, k as u32).is_err() {
                return Ok(None);
            }
        }
        Ok(Some((loaded.input, cells)))
    }
}
