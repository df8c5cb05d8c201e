//! Towards what is not covered: the flip whose outcome is nearest to a branch that no run has taken. Each
//! attempt at an outcome makes it dearer until something new is covered, so that the hundredth unfolding of
//! a loop loses to a branch that was never flipped.
use super::{Move, News, Strategy, View};
use crate::tree::FlipId;
use rustc_hash::FxHashMap;

/// Flips by the cell that they aim at.
#[derive(Default)]
pub struct Coverage {
    by_cell: FxHashMap<u32, Vec<FlipId>>,
    count: usize,
}

impl Strategy for Coverage {
    fn learn(&mut self, view: &mut View, news: &News) {
        for id in news.flips {
            let Some(condition) = view.tree.condition(*id) else { continue };
            // What is no branch has no cell: a null pointer, an index out of its array.
            let cell = condition.source.other().unwrap_or(u32::MAX);
            self.by_cell.entry(cell).or_default().push(*id);
            self.count += 1;
        }
        if self.count > 1024 && self.count as u64 > 2 * view.tree.open() {
            self.by_cell.retain(|_, list| {
                list.retain(|id| view.tree.is_open(*id));
                !list.is_empty()
            });
            self.count = self.by_cell.values().map(Vec::len).sum();
        }
    }

    fn next(&mut self, view: &mut View) -> Option<Move> {
        loop {
            let cost = |cell: &u32| (view.goals.cost(view.map, *cell), *cell);
            let (_, best) = self.by_cell.keys().map(cost).min()?;
            let list = self.by_cell.get_mut(&best)?;
            let id = list.swap_remove(view.dice.below(list.len()));
            self.count -= 1;
            if list.is_empty() {
                self.by_cell.remove(&best);
            }
            if view.tree.is_open(id) {
                return Some(Move::Flip(id));
            }
        }
    }
}
