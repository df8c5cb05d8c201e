//! Towards what is not covered: the flip whose outcome is nearest to a branch that no run has taken. Each
//! attempt at an outcome makes it dearer, so that the hundredth unfolding of a loop loses to a branch that was never
//! flipped.
//!
//! Of the flips with one outcome those come first whose condition was seldom decided that way behind the same
//! condition, and of these the one nearest to the root: `s[3] == 'x'` is asked of many paths, and answered alike on
//! most of them. A scanner has as many of these as characters times constants, where it has exponentially many paths.
use super::{Move, News, Strategy, View};
use crate::tree::{Aims, FlipId};
use acute_expr::Lit;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// Decisions that are remembered.
const MOST: usize = 1 << 20;

/// A decision: the cell it led to, what it was, and what was decided before it.
type Decision = (u32, Lit, Option<Lit>);

/// The cell that a flip reaches, and what else it may lead to.
type Aim = (u32, Aims);

/// Flips by what they aim at.
#[derive(Default)]
pub struct Coverage {
    // invariant: none is empty
    by_aim: FxHashMap<Aim, Flips>,
    tries: FxHashMap<Aim, u32>,
    count: usize,
    // How often each was taken or tried. Once the expressions were swept some of it is of others, which only makes
    // a flip look older than it is.
    decisions: FxHashMap<Decision, u32>,
    turn: u32,
}

/// How well known each is, and how deep.
type Flips = BTreeSet<(u32, u32, FlipId)>;

impl Coverage {
    /// How well known a decision is: by the number of bits of how often it was taken.
    fn level(&self, decision: &Decision) -> u32 {
        u32::BITS - self.decisions.get(decision).copied().unwrap_or(0).leading_zeros()
    }
}

impl Strategy for Coverage {
    fn learn(&mut self, view: &mut View, news: &News) {
        if self.decisions.len() > MOST {
            self.decisions.clear();
        }
        for id in news.flips {
            let Some(condition) = view.tree.condition(*id) else { continue };
            let (lit, before) = (condition.lit, view.tree.before(*id));
            *self.decisions.entry((condition.source.cell(), lit, before)).or_default() += 1;
            // What is no branch has no cell: a null pointer, an index out of its array.
            let cell = condition.source.other().unwrap_or(u32::MAX);
            let level = self.level(&(cell, lit.negate(), before));
            let flips = self.by_aim.entry((cell, view.tree.aims(*id))).or_default();
            flips.insert((level, view.tree.depth(*id), *id));
            self.count += 1;
        }
        if self.count > 1024 && self.count as u64 > 2 * view.tree.open() {
            self.by_aim.retain(|_, flips| {
                flips.retain(|(_, _, id)| view.tree.is_open(*id));
                !flips.is_empty()
            });
            self.count = self.by_aim.values().map(BTreeSet::len).sum();
        }
    }

    fn next(&mut self, view: &mut View) -> Option<Move> {
        loop {
            let cost = |(aim, flips): (&Aim, &Flips)| {
                let (level, ..) = flips.first()?;
                let (cell, Aims { again, rare }) = *aim;
                let mut distance = view.goals.distance(view.map, cell);
                if let Some(again) = again.filter(|_| view.goals.is_covered(cell)) {
                    distance = view.goals.distance(view.map, again).saturating_add(1);
                }
                let tries = self.tries.get(aim).copied().unwrap_or(0);
                let tries = u64::from(tries) + u64::from(view.goals.effort(cell)) + 1;
                let near = if rare.is_some_and(|c| !view.goals.is_covered(c)) { 1 } else { 4 };
                Some((u64::from(1 + distance) * near * tries * u64::from(1 + level * level), *aim))
            };
            let (_, best) = self.by_aim.iter().filter_map(cost).min()?;
            let flips = self.by_aim.get_mut(&best)?;
            let first @ (level, ..) = *flips.first()?;
            self.turn = self.turn.wrapping_add(1);
            let mut chosen = first;
            if self.turn.is_multiple_of(4) {
                let (_, deepest, _) = *flips.last()?;
                let depth = view.dice.below(1 + deepest as usize) as u32;
                chosen = *flips.range((level, depth, FlipId::default())..).next().unwrap_or(&first);
            }
            flips.remove(&chosen);
            if flips.is_empty() {
                self.by_aim.remove(&best);
            }
            self.count -= 1;
            let (level, depth, id) = chosen;
            let Some(condition) = view.tree.condition(id) else { continue };
            let decision = (best.0, condition.lit.negate(), view.tree.before(id));
            let now = self.level(&decision);
            if now > level {
                self.by_aim.entry(best).or_default().insert((now, depth, id));
                self.count += 1;
                continue;
            }
            *self.decisions.entry(decision).or_default() += 1;
            *self.tries.entry(best).or_default() += 1;
            return Some(Move::Flip(id));
        }
    }
}
