//! Replay of a saved input: one run, without any search.
use super::{Ended, Error, Explorer};
use crate::finding::Finding;
use crate::target::Ending;
use acute_input::{Loaded, Space};

/// What one run showed.
pub struct Replayed {
    /// The bug, if it ended in one.
    pub finding: Option<Finding>,
    /// How it ended otherwise, in words.
    pub ending: String,
}

impl Explorer<'_> {
    /// Runs a saved input; what it says of marks is read when they ask for it.
    pub fn replay(mut self, saved: &mut Loaded) -> Result<(Replayed, Space), Error> {
        let mut ended = loop {
            let Some(ended) = self.runner.observe(&mut self.symbols, &saved.input)? else {
                return Ok((Replayed { finding: None, ending: "it was not run".into() }, self.symbols.space));
            };
            if ended.ending != Ending::Wanted {
                break ended;
            }
            let head = ended.head;
            let [name, k, _, size, ..] = head.at;
            let name = self.runner.program.text_at(name).unwrap_or_default();
            saved.supply(&mut self.symbols.space, head.fault, &name, size, k as u32).map_err(Error::Saved)?;
        };
        let input = &saved.input;
        if matches!(ended.ending, Ending::TimedOut | Ending::Slow) {
            self.prove_endless(input, &mut ended)?;
        }
        let Ended { ending, head, path } = ended;
        let finding = self.judge(input, ending, &head, &path).into_iter().next();
        let ending = match ending {
            Ending::TimedOut | Ending::Slow => "it was still running when its time was up".into(),
            Ending::Exited(status) => format!("it exits with status {status}"),
            Ending::Left(status) => format!("its process ends with status {status}"),
            Ending::Died(failure) => format!("its process ends by signal {}", failure.code),
            Ending::Rejected => "it is rejected by an assumption".into(),
            Ending::Overrun => "it reads beyond an input buffer".into(),
            _ => "it returns".into(),
        };
        Ok((Replayed { finding, ending }, self.symbols.space))
    }
}
