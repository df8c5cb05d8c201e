//! What would run long: as long as there is anything else, it has only a share of the work. What may end soon comes first, so
//! that out of a loop to a huge bound comes one to a small bound.
use super::{Move, Strategy, View};
use crate::tree::FlipId;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Flips by how long their runs are at least; of equal ones the oldest first.
#[derive(Default)]
pub struct Long {
    flips: BinaryHeap<Reverse<(u32, u64, FlipId)>>,
    count: u64,
}

impl Long {
    /// Puts a flip off.
    pub fn push(&mut self, view: &View, id: FlipId) {
        self.count += 1;
        self.flips.push(Reverse((view.forecast.hoped(view.tree, id), self.count, id)));
        if self.flips.len() > 1024 && self.flips.len() as u64 > 2 * view.tree.open() {
            let mut flips: Vec<_> = std::mem::take(&mut self.flips).into_vec();
            flips.retain(|Reverse((_, _, id))| view.tree.is_open(*id));
            // Several may have put the same one off.
            flips.sort_unstable_by_key(|Reverse((_, count, id))| (*id, *count));
            flips.dedup_by_key(|Reverse((_, _, id))| *id);
            self.flips = flips.into();
        }
    }

    /// How long the shortest is at least.
    pub fn least(&mut self, view: &View) -> Option<u32> {
        loop {
            let Reverse((hoped, count, id)) = *self.flips.peek()?;
            let now = view.forecast.hoped(view.tree, id);
            if view.tree.is_open(id) && now <= hoped {
                return Some(hoped);
            }
            self.flips.pop();
            if view.tree.is_open(id) {
                self.flips.push(Reverse((now, count, id)));
            }
        }
    }

    /// Those that are no longer too long, oldest first.
    pub fn release(&mut self, view: &View) -> Vec<FlipId> {
        let mut short = vec![];
        while self.least(view).is_some_and(|least| !view.forecast.is_too_long(least)) {
            short.extend(self.flips.pop().map(|Reverse((_, count, id))| (count, id)));
        }
        short.sort_unstable();
        short.into_iter().map(|(_, id)| id).collect()
    }
}

impl Strategy for Long {
    fn next(&mut self, view: &mut View) -> Option<Move> {
        self.least(view)?;
        let Reverse((_, _, id)) = self.flips.pop()?;
        view.forecast.expect(view.tree, id);
        Some(Move::Flip(id))
    }
}
