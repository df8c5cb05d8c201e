//! Returns to the model that the order layer found and deferred.
//!
//! The order layer moves floats to neighbours in the order of all floats, such as 0.10000000000000002. Local search may
//! find rounder numbers, which are easier to read in a test; if it does not, the deferred model is the answer.

use crate::layer::{Layer, Verdict};
use crate::task::Task;

/// The second turn of the order layer, behind local search.
#[derive(Default)]
pub(crate) struct DeferredLayer;

impl Layer for DeferredLayer {
    fn applies(&self, task: &mut Task) -> bool {
        task.deferred.is_some()
    }

    fn solve(&mut self, task: &mut Task) -> Verdict {
        let Some(values) = task.deferred.take() else { return Verdict::Pass };
        task.workspace.values = values;
        Verdict::Sat
    }
}
