//! The path of one run: its conditions in order, as the tree of paths knows them.
mod address;
mod overlap;
mod reader;

pub use address::is_pointer;
pub use overlap::{Offer, condition as overlap_condition};
pub use reader::Reader;

use crate::target::Program;
use acute_expr::{ExprId, Lit, Pool, VarId};
use acute_input::ObjectId;
use acute_trace::{Check, Event, REASONS, UNREACHABLE};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// What made a condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// A jump of the program: taking it and not taking it are different paths.
    Jump {
        /// The coverage cell of the outcome taken.
        cell: u32,
        /// The cell of the other outcome.
        other: u32,
    },
    /// A condition that decides a value: worth a flip where its other outcome is not covered, but no part
    /// of the path.
    Choice {
        /// The coverage cell of the outcome taken.
        cell: u32,
        /// The cell of the other outcome.
        other: u32,
    },
    /// A pointer was followed: is it NULL?
    NotNull(VarId),
    /// Two pointers were followed and one written through: are they the same?
    Alias,
    /// Two pointers were followed, and one leads into the object of the other: it holds whenever it is recorded.
    Overlap,
    /// A pointer was followed that a global starts with: does it point there still?
    First,
    /// An address was followed that an index or `?:` chose: is it this one?
    Chosen,
    /// What an operation would go wrong by: a division, a shift, an index.
    Check {
        /// What is asked.
        check: Check,
        /// It went wrong by it.
        failed: bool,
    },
}

impl Source {
    /// The coverage cell it reached; all ones where it has none.
    pub fn cell(self) -> u32 {
        match self {
            Source::Jump { cell, .. } | Source::Choice { cell, .. } => cell,
            _ => u32::MAX,
        }
    }

    /// The coverage cell that its flip would reach.
    pub fn other(self) -> Option<u32> {
        match self {
            Source::Jump { other, .. } | Source::Choice { other, .. } => Some(other),
            _ => None,
        }
    }
}

/// A condition that held in a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Condition {
    /// The condition, with its sign, as it held.
    pub lit: Lit,
    /// Where it is from.
    pub source: Source,
}

impl Condition {
    /// Two pointers that are not the same are the rule: whether that is asked on a path depends on what
    /// is written later, so it is no part of the path's identity. Two that are the same are.
    pub fn is_silent(&self) -> bool {
        self.is_choice() || self.source == Source::Alias && !self.lit.positive
    }

    /// Whether memory outside an object was used: from there on behaviour is undefined.
    pub fn is_outside(&self) -> bool {
        self.source == Source::Check { check: Check::OutOfBounds, failed: true }
    }

    /// Whether a value is not in the range that an operation needs: it is no index, amount of a shift or integer.
    pub fn is_out_of_range(&self) -> bool {
        let needs_range =
            |check| matches!(check, Check::OutOfBounds | Check::ShiftTooFar | Check::FloatTooLarge);
        matches!(self.source, Source::Check { check, failed: true } if needs_range(check))
    }

    /// Whether two pointers overlap without being equal.
    pub fn is_overlap(&self) -> bool {
        self.source == Source::Overlap
    }

    /// As it holds on the other side.
    pub fn flipped(&self) -> Condition {
        let source = match self.source {
            Source::Jump { cell, other } => Source::Jump { cell: other, other: cell },
            Source::Choice { cell, other } => Source::Choice { cell: other, other: cell },
            Source::Check { check, failed } => Source::Check { check, failed: !failed },
            source => source,
        };
        Condition { lit: self.lit.negate(), source }
    }

    /// What only decides a value does not bind what comes after it.
    pub fn is_choice(&self) -> bool {
        matches!(self.source, Source::Choice { .. })
    }
}

/// What a run tells besides its end.
#[derive(Default)]
pub struct Path {
    /// The conditions in order.
    pub conditions: Vec<Condition>,
    /// Cells of outcomes that the path had ruled out before it came to them.
    pub implied: Vec<u32>,
    /// For conditions that decided a jump further on: their places, and the cell that their flip would reach there.
    pub aims: Vec<(u32, u32)>,
    /// The jumps decided last.
    pub latest: Latest,
    /// For each condition that was decided before: how many others stand before it.
    pub repeated: Vec<usize>,
    /// Concretizations, by reason.
    pub concretized: FxHashMap<String, u64>,
    /// The run reached `__builtin_unreachable()`.
    pub promise_broken: bool,
    /// Variables that are no inputs and that it depends on. Each is told once only.
    pub fixed: Vec<VarId>,
    /// The last jump that such variables decided: the cell it reached.
    pub fixed_jump: Option<u32>,
    /// Overlaps that its pointers could have, each with the number of conditions before it.
    pub offers: Vec<(usize, Offer)>,
    /// Overlaps were left out.
    pub no_overlap: bool,
    /// What marks took, in order.
    pub marked: Vec<ObjectId>,
    /// System calls the sandbox refused.
    pub refused: Vec<u32>,
    /// Cells reached for the first time in the process.
    pub covered: Vec<u32>,
    /// How memory was used.
    pub access: Access,
    /// Recorded conditions that are false under the input: each is an internal error.
    pub wrong: Vec<u32>,
    /// Events that made no sense.
    pub malformed: u64,
    /// Values that a test asked for, and their expressions where they have one.
    pub probes: Vec<(Option<ExprId>, u64)>,
    /// Texts that were compared with constants of another length.
    pub words: Vec<Word>,
    /// Pointers that a stub was given, each with what it answered.
    pub shown: Vec<(VarId, ObjectId)>,
}

/// The jumps of a run that were decided last: in an endless loop, those of its turns.
#[derive(Default)]
pub struct Latest {
    /// How many there were in all.
    pub count: u64,
    // the places of their conditions, the latest last
    places: Vec<u32>,
}

impl Latest {
    /// Jumps that are remembered.
    const MOST: usize = 256;

    fn push(&mut self, place: usize) {
        self.count += 1;
        if self.places.len() == 2 * Latest::MOST {
            self.places.drain(..Latest::MOST);
        }
        self.places.push(place as u32);
    }

    /// The places of the conditions that decided the last ones; none where there were few.
    pub fn places(&self) -> impl Iterator<Item = usize> {
        let most = self.places.len().checked_sub(Latest::MOST);
        most.into_iter().flat_map(|before| self.places[before..].iter().map(|place| *place as usize))
    }
}

/// How a run used memory: what a finding is classified by.
#[derive(Default)]
pub struct Access {
    /// The pointer variables that were followed, each with the number of conditions before its first use.
    pub reads: Vec<(VarId, usize)>,
    /// The pointer variable last followed.
    pub pointer: Option<VarId>,
    /// That pointer is NULL: whatever offset was added to it, the run is about to end.
    pub is_null: bool,
    /// The address last used is made of a union's bytes that are no pointer.
    pub is_number: bool,
    /// The addresses last used, the latest first.
    pub recent: [Option<ExprId>; 2],
    /// The last implicit check, and whether it held.
    pub check: Option<(Check, bool)>,
    /// Its condition.
    pub checked: Option<ExprId>,
    /// An index led out of its object; whether that was an object of the input.
    pub outside: Option<bool>,
}

/// A text of the input, and a constant that it was compared with.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Word {
    /// The variable that the text begins with.
    pub at: VarId,
    /// How many bytes it has.
    pub bytes: u32,
    /// The constant.
    pub constant: Rc<[u8]>,
}

impl Path {
    /// Whether pointers of the input overlap without being equal.
    pub fn overlaps(&self) -> bool {
        self.conditions.iter().any(Condition::is_overlap)
    }

    /// Counts a concretization that the unit reports.
    fn concretize(&mut self, event: &Event, program: &dyn Program) {
        let reason =
            REASONS.iter().find(|(r, _)| *r as u16 == event.what).map_or("unknown", |(_, name)| *name);
        let name = (event.extra != 0).then(|| program.text_at(event.extra as u64)).flatten();
        if name.as_deref() == Some(UNREACHABLE) {
            self.promise_broken = true;
            return;
        }
        let key = match name {
            Some(name) => format!("{reason}:{name}"),
            None => reason.to_string(),
        };
        self.count(key);
    }

    /// Counts a concretization. Every one of a path goes through here.
    fn count(&mut self, reason: impl Into<String>) {
        *self.concretized.entry(reason.into()).or_default() += 1;
    }

    /// Counts the concretization of an address.
    fn concretize_address(&mut self) {
        self.count("symbolic-address");
    }

    /// Evaluates every condition under the input that recorded it; notes those that are not true.
    pub fn check(
        &mut self,
        pool: &Pool,
        evaluator: &mut acute_expr::Evaluator,
        value: impl Fn(VarId) -> u64,
    ) {
        evaluator.new_model();
        for c in &self.conditions {
            if (evaluator.eval(pool, c.lit.expr, &value) != 0) != c.lit.positive {
                self.wrong.push(c.source.cell());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use acute_expr::Op;

    #[test]
    fn a_condition_that_does_not_hold_of_its_input_is_noticed() {
        let mut pool = Pool::new();
        let (x, five) = (pool.var(0, 32), pool.constant(32, 5));
        let below = pool.binary(Op::Ult, x, five);
        let source = Source::Jump { cell: 3, other: 4 };
        let mut path = Path::default();
        path.conditions.push(Condition { lit: pool.literal(below, true), source });
        let mut evaluator = acute_expr::Evaluator::new();
        path.check(&pool, &mut evaluator, |_| 4);
        assert!(path.wrong.is_empty());
        path.check(&pool, &mut evaluator, |_| 7);
        assert_eq!(path.wrong, [3]);
    }
}
