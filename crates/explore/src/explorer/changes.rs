//! What a test leaves behind in the objects it was given: the run tells 64 bytes of the argument block, its result;
//! the objects lie behind that, and are read the same way, one run for each piece.
use super::record::KILLS;
use super::{Error, Explorer};
use crate::outcome::TestEnd;
use crate::target::{Call, Ending};
use acute_input::{Change, INPUT_BASE, ObjectId, Origin};
use acute_trace::MAX_RETURN;
use std::time::Duration;

/// Runs that are spent on it, for all tests of a function.
const RUNS: usize = 256;
/// Objects of one test that are looked at, and how large they may be.
const OBJECTS: usize = 8;
const BYTES: u64 = 256;
/// How long it may take, beyond the budget if need be.
const TIME: Duration = Duration::from_millis(300);

impl Explorer<'_> {
    /// Runs the tests that return once more, to see what they changed.
    pub(super) fn observe_changes(&mut self) -> Result<(), Error> {
        if self.limits.harness {
            return Ok(());
        }
        let deadline = self.afterwards(TIME);
        self.runner.set_deadline(deadline);
        let mut left = RUNS;
        let mut tests = std::mem::take(&mut self.results.tests);
        for test in tests.iter_mut().filter(|t| matches!(t.end, TestEnd::Returns(_))) {
            if deadline.is_over() {
                break;
            }
            test.input.image(&self.symbols.space, &mut self.runner.image);
            let is_target =
                |id: &ObjectId| matches!(self.symbols.space.object(*id).origin, Origin::Pointer(..));
            let objects: Vec<(ObjectId, u64, Vec<u8>)> = (self.runner.image.segments.iter())
                .filter(|s| s.len <= BYTES)
                .filter_map(|s| {
                    let id = self.symbols.space.object_at(s.address).filter(is_target)?;
                    let bytes =
                        self.runner.image.bytes.get(s.offset as usize..(s.offset + s.len) as usize)?;
                    Some((id, s.address.checked_sub(INPUT_BASE)?, bytes.to_vec()))
                })
                .take(OBJECTS)
                .collect();
            for (object, offset, before) in objects {
                let pieces = before.len().div_ceil(MAX_RETURN);
                if pieces > left {
                    break;
                }
                left -= pieces;
                match self.bytes_after(offset, before.len())? {
                    Some(after) if after != before => test.changes.push(Change { object, before, after }),
                    _ => {}
                }
            }
        }
        self.results.tests = tests;
        Ok(())
    }

    /// So many bytes of the image's memory after a run of it, from that place of the argument block on.
    fn bytes_after(&mut self, offset: u64, len: usize) -> Result<Option<Vec<u8>>, Error> {
        let mut bytes = vec![];
        while bytes.len() < len {
            let Ok(ret_offset) = u32::try_from(offset + bytes.len() as u64) else { return Ok(None) };
            let count = (len - bytes.len()).min(MAX_RETURN);
            let call = Call { ret_offset, ret_bytes: count as u32, ..self.runner.call };
            let mut ended = None;
            for _ in 0..=KILLS {
                self.runner.target.post(&self.runner.image, call)?;
                self.runner.target.finish(&mut |run| ended = Some((run.ending, run.head.ret)))?;
                if !ended.is_some_and(|(ending, _)| ending.is_killed()) {
                    break;
                }
            }
            let Some((Ending::Returned, ret)) = ended else { return Ok(None) };
            bytes.extend_from_slice(&ret[..count]);
        }
        Ok(Some(bytes))
    }
}
