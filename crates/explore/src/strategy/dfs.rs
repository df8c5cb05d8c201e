//! Depth first: the deepest flip of the newest run (CUTE, Figs. 7 and 8), generalised so that all flips of one
//! run are queued at once. It keeps the tree small, and consecutive queries alike.
use super::{Move, News, Strategy, View, tidy};
use crate::tree::FlipId;

/// A stack of flips.
#[derive(Default)]
pub struct Dfs {
    flips: Vec<FlipId>,
}

impl Strategy for Dfs {
    fn learn(&mut self, view: &mut View, news: &News) {
        self.flips.extend_from_slice(news.flips);
        tidy(&mut self.flips, view.tree);
    }

    fn next(&mut self, view: &mut View) -> Option<Move> {
        loop {
            let id = self.flips.pop()?;
            if view.tree.is_open(id) {
                return Some(Move::Flip(id));
            }
        }
    }
}
