//! How long the run of a flip is likely to be, and how long is too long for now.
//!
//! What is flipped far from the end of a run mostly leaves the rest of it as it was: behind `if (x & 1)` in a loop to a huge
//! `n` comes the same huge loop. Some outcomes are the end of it. Which ones is learned, for each outcome, from
//! the runs that came of its flips.
use crate::tree::{FlipId, Tree};
use rustc_hash::FxHashMap;

/// So many conditions are not too long to begin with.
const SHORT: u32 = 1024;
/// So many conditions and fewer behind a flip are not worth a thought.
const TAIL: u32 = 256;

/// What was learned so far.
pub struct Forecast {
    /// By cell that a flip led to: the part of the way behind it that was left, of all of it.
    left: FxHashMap<u32, f32>,
    /// So many conditions are not too long.
    most: u32,
}

impl Default for Forecast {
    fn default() -> Forecast {
        Forecast { left: FxHashMap::default(), most: SHORT }
    }
}

impl Forecast {
    /// Takes note of a run with `length` conditions: that of a flip to `cell`, at `index` of a run with `whole` conditions.
    pub fn learn(&mut self, cell: Option<u32>, index: usize, whole: u32, length: usize) {
        let tail = (whole as usize).saturating_sub(index);
        if let Some(cell) = cell.filter(|_| tail > TAIL as usize) {
            let seen = (length.saturating_sub(index) as f32 / tail as f32).min(1.0);
            self.left.entry(cell).and_modify(|left| *left = (*left + seen) / 2.0).or_insert(seen);
        }
    }

    /// How many conditions the run of a flip is likely to meet; `unknown` is what is left where nothing was learned.
    fn length(&self, tree: &Tree, id: FlipId, unknown: f32) -> u32 {
        let (index, whole) = tree.place(id);
        let tail = whole.saturating_sub(index);
        if tail <= TAIL {
            return index;
        }
        let cell = tree.condition(id).and_then(|c| c.source.other());
        let left = cell.and_then(|cell| self.left.get(&cell)).copied().unwrap_or(unknown);
        index + (tail as f32 * left) as u32
    }

    /// How many it might meet at least: what is not known may end at once.
    pub fn hoped(&self, tree: &Tree, id: FlipId) -> u32 {
        self.length(tree, id, 0.0)
    }

    /// A flip is tried: until more is known, its outcome is the end of nothing.
    pub fn expect(&mut self, tree: &Tree, id: FlipId) {
        if let Some(cell) = tree.condition(id).and_then(|c| c.source.other()) {
            self.left.entry(cell).or_insert(1.0);
        }
    }

    /// Whether the run of a flip is likely to be too long for now.
    pub fn is_long(&self, tree: &Tree, id: FlipId) -> bool {
        self.is_too_long(self.length(tree, id, 1.0))
    }

    /// Whether so many conditions are too long for now.
    pub fn is_too_long(&self, length: u32) -> bool {
        length > self.most
    }

    /// From now on so many are not, nor twice as many.
    pub fn allow(&mut self, length: u32) {
        self.most = self.most.max(length.saturating_mul(2));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::path::{Condition, Source};
    use crate::tree::Grown;
    use acute_expr::Pool;
    use acute_input::Input;

    #[test]
    fn what_ends_a_loop_is_learned() {
        let (mut pool, mut tree, mut flips) = (Pool::new(), Tree::default(), vec![]);
        // Cells 0 and 1 are those of the loop, 2 and 3 those of what is in it.
        let one = |pool: &mut Pool, i: u32| {
            let expr = pool.var(i, 1);
            let (cell, other) = (i % 2 * 2, i % 2 * 2 + 1);
            Condition { lit: pool.literal(expr, true), source: Source::Jump { cell, other } }
        };
        let conditions = (0..4000).map(|i| one(&mut pool, i)).collect();
        let (reads, repeated, far) = (vec![], vec![], vec![]);
        let run = Grown { input: &Input::new(), conditions, reads, repeated, far, lent: 0, is_new: false };
        tree.add(run, usize::MAX, false, &mut flips);
        let (leaves, stays, last) = (flips[10], flips[11], flips[3900]);
        let mut forecast = Forecast::default();
        let long = |f: &Forecast| [leaves, stays, last].map(|id| f.is_long(&tree, id));
        // Nothing is known: each may be the end, and none is taken for it.
        assert_eq!(long(&forecast), [true, true, true]);
        assert_eq!([leaves, stays].map(|id| forecast.hoped(&tree, id)), [10, 11]);
        forecast.learn(Some(1), 10, 4000, 13);
        forecast.learn(Some(3), 11, 4000, 4000);
        assert_eq!(long(&forecast), [false, true, true]);
        assert_eq!([leaves, stays].map(|id| forecast.hoped(&tree, id)), [13, 4000]);
        // What is tried is not hoped for any more until its run says otherwise.
        let mut other = Forecast::default();
        other.expect(&tree, leaves);
        assert_eq!(other.hoped(&tree, leaves), 4000);
        other.learn(Some(1), 10, 4000, 10);
        assert!(other.hoped(&tree, leaves) < 2100);
        forecast.allow(2000);
        assert_eq!(long(&forecast), [false, false, false]);
    }
}
