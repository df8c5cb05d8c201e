//! A layer of the chain: the trait that each implements, and its verdicts.

use crate::slice::Slice;
use crate::task::Task;

/// A layer of the chain: decides the slices of some theory fragment and passes on all others.
pub(crate) trait Layer {
    /// Tells whether the slice at hand is worth asking about. A layer that does not apply is not counted as asked.
    fn applies(&self, _task: &mut Task) -> bool {
        true
    }

    /// Decides the slice of the task. A model is written to the proposed values, which are the present input's at
    /// first. `Unsat` is claimed only if no values of the variables satisfy the slice, whatever a pointer's domain.
    fn solve(&mut self, task: &mut Task) -> Verdict;

    /// Learns what a later layer found out about the slice: a model, or none if it is unsatisfiable.
    fn learn(&mut self, _slice: &Slice, _model: Option<&[u64]>) {}

    /// Tells whether earlier layers may learn the answers of this one.
    fn may_be_learnt(&self) -> bool {
        true
    }
}

/// The verdict of one layer on a slice.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// The proposed values satisfy the slice. If the evaluation disagrees, that is a defect of the layer and counted.
    Sat,
    /// The proposed values may satisfy the slice: the layer did not look at all of it.
    Candidate,
    /// The proposed values satisfy the slice, but search may find some that are easier to read. They are used where
    /// the list has the layer's name again.
    Deferred,
    /// No values satisfy the slice.
    Unsat,
    /// The next layer is to be asked.
    Pass,
}
