//! Generations (SAGE: Godefroid, Levin, Molnar, NDSS 2008): all flips of one run are its children; the run that
//! showed most that was new goes first.
use super::{Move, News, Strategy, View};
use crate::tree::FlipId;
use std::collections::BinaryHeap;

/// Runs by what they gained; of equal ones the newest first.
#[derive(Default)]
pub struct Generational {
    // gain, number, flips from last to first
    runs: BinaryHeap<(usize, u64, Vec<FlipId>)>,
    count: u64,
    flips: usize,
}

impl Strategy for Generational {
    fn learn(&mut self, view: &mut View, news: &News) {
        if news.flips.is_empty() {
            return;
        }
        self.count += 1;
        self.flips += news.flips.len();
        self.runs.push((news.gain, self.count, news.flips.iter().rev().copied().collect()));
        if self.flips > 1024 && self.flips as u64 > 2 * view.tree.open() {
            self.runs = std::mem::take(&mut self.runs)
                .into_iter()
                .map(|(gain, count, flips)| {
                    // Copied: what is collected from its own elements keeps all their room.
                    let open = flips.iter().copied().filter(|id| view.tree.is_open(*id)).collect();
                    (gain, count, open)
                })
                .filter(|(_, _, flips): &(_, _, Vec<FlipId>)| !flips.is_empty())
                .collect();
            self.flips = self.runs.iter().map(|(_, _, flips)| flips.len()).sum();
        }
    }

    fn next(&mut self, view: &mut View) -> Option<Move> {
        loop {
            let mut best = self.runs.peek_mut()?;
            let Some(id) = best.2.pop() else {
                std::collections::binary_heap::PeekMut::pop(best);
                continue;
            };
            self.flips -= 1;
            if view.tree.is_open(id) {
                return Some(Move::Flip(id));
            }
        }
    }
}
