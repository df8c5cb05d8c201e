//! Cheap flips first: those behind the shortest prefixes, implicit checks (divisor, index, NULL) before branches. Asked
//! once queries have reached their effort limit: depth first search takes the longest prefixes first, and one hard
//! query on a path makes most of those behind it hard.
use super::{Move, News, Strategy, View};
use crate::path::Source;
use crate::tree::FlipId;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The prefix of a check counts as one of so many times fewer conditions.
const CHECK: u32 = 4;
/// A flip whose cost is at most this is one of a short prefix. At first so many of them are tried at once.
const SHORT: u32 = 16 * CHECK;
const EAGER: u64 = 32;
/// All others have one move of so many.
const SELDOM: u64 = 16;

/// Flips by their cost.
#[derive(Default)]
pub struct Cheap {
    /// The cost and the flip. The ids break ties: the same for the same seed.
    flips: BinaryHeap<Reverse<(u32, FlipId)>>,
    /// Whether the flips that are open are known.
    begun: bool,
    moves: u64,
}

impl Cheap {
    /// Takes note of flips that were opened.
    fn add(&mut self, view: &View, flips: &[FlipId]) {
        self.flips.extend(flips.iter().filter_map(|id| Some(Reverse((cost(view, *id)?, *id)))));
        if self.flips.len() > 1024 && self.flips.len() as u64 > 2 * view.tree.open() {
            self.flips.retain(|Reverse((_, id))| view.tree.is_open(*id));
        }
    }
}

/// The cost of a flip; none if it is closed, or only decides a value.
fn cost(view: &View, id: FlipId) -> Option<u32> {
    let (depth, source) = (view.tree.depth(id), view.tree.condition(id)?.source);
    match source {
        Source::Check { .. } | Source::NotNull(_) => Some(depth),
        Source::Choice { .. } => None,
        _ => Some(depth.saturating_mul(CHECK)),
    }
}

impl Strategy for Cheap {
    fn learn(&mut self, view: &mut View, news: &News) {
        if self.begun {
            self.add(view, news.flips);
        }
    }

    fn next(&mut self, view: &mut View) -> Option<Move> {
        if !std::mem::replace(&mut self.begun, true) {
            let open: Vec<FlipId> = view.tree.flips().collect();
            self.add(view, &open);
        }
        self.moves += 1;
        loop {
            let Reverse((cost, id)) = *self.flips.peek()?;
            let is_open = view.tree.is_open(id);
            let is_eager = cost <= SHORT && self.moves <= EAGER;
            if is_open && !is_eager && !self.moves.is_multiple_of(SELDOM) {
                return None;
            }
            self.flips.pop();
            if is_open {
                return Some(Move::Flip(id));
            }
        }
    }
}
