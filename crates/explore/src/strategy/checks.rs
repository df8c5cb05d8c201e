//! What may go wrong: divisors, indices, shifts and NULL pointers that nobody tests. Their outcomes are no branches, so
//! that who only looks for what is not covered does not look for them. Of a few by chance the one whose question
//! was tried least comes first: a loop asks the same of many paths.
use super::{Move, News, Strategy, View, tidy};
use crate::path::Source;
use crate::tree::FlipId;
use acute_expr::Lit;
use rustc_hash::FxHashMap;

/// How many are looked at.
const LOOK: usize = 8;
/// Questions that are remembered: as many as a table of 2^18 places holds.
const MOST: usize = 7 << 15;

/// Such flips, and how often each question was tried.
#[derive(Default)]
pub struct Checks {
    flips: Vec<FlipId>,
    tried: FxHashMap<Lit, u32>,
}

impl Strategy for Checks {
    fn learn(&mut self, view: &mut View, news: &News) {
        let source = |id: &FlipId| view.tree.condition(*id).map(|c| c.source);
        let checks = news
            .flips
            .iter()
            .filter(|id| matches!(source(id), Some(Source::Check { .. } | Source::NotNull(_))));
        self.flips.extend(checks);
        tidy(&mut self.flips, view.tree);
    }

    fn next(&mut self, view: &mut View) -> Option<Move> {
        if self.tried.len() >= MOST {
            self.tried.clear();
        }
        let mut best: Option<(u32, usize, Lit)> = None;
        let mut looked = 0;
        while looked < LOOK && !self.flips.is_empty() {
            let at = view.dice.below(self.flips.len());
            let Some(condition) = view.tree.condition(self.flips[at]) else {
                // What stood last is at its place now.
                best = best.filter(|(_, place, _)| *place != self.flips.len() - 1);
                self.flips.swap_remove(at);
                continue;
            };
            let tried = self.tried.get(&condition.lit).copied().unwrap_or(0);
            if best.is_none_or(|(least, ..)| tried < least) {
                best = Some((tried, at, condition.lit));
            }
            looked += 1;
        }
        let (_, at, lit) = best?;
        *self.tried.entry(lit).or_default() += 1;
        Some(Move::Flip(self.flips.swap_remove(at)))
    }
}
