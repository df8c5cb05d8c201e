//! Decides queries by looking at their literals: CUTE's optimisation 1 (Sen, Marinov, Agha: "CUTE: a concolic unit
//! testing engine for C", ESEC/FSE 2005, section 3.5).
//!
//! Fragment: goals that are constant, and goals whose negation is a literal of the prefix. Complete for these.
//! Different here: the prefix is searched by hashed expressions while it is read, with its conjunctions split.

use crate::layer::{Layer, Verdict};
use crate::slice::Reading;
use crate::task::Task;

/// The look at the literals. It is done while the query is read.
#[derive(Default)]
pub(crate) struct SyntacticLayer;

impl Layer for SyntacticLayer {
    fn solve(&mut self, task: &mut Task) -> Verdict {
        match task.reading {
            Reading::Constant(true) => Verdict::Sat,
            Reading::Constant(false) | Reading::Contradiction => Verdict::Unsat,
            Reading::Ready => Verdict::Pass,
        }
    }
}
