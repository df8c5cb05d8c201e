//! Towards what is not covered: the flip whose outcome is nearest to a branch that no run has taken. Each
//! attempt at an outcome makes it dearer, so that the hundredth unfolding of a loop loses to a branch that was never
//! flipped.
//!
//! Of the flips with one outcome those come first whose condition was seldom decided that way behind the same
//! condition, and of these the one nearest to the root: `s[3] == 'x'` is asked of many paths, and answered alike on
//! most of them. A scanner has as many of these as characters times constants, where it has exponentially many paths.
//!
//! The next unfolding of a loop is always new, and longer than the last. For what a long path takes, short ones are
//! tried before the next long one: otherwise a search of minutes ends up in paths of thousands of conditions and runs
//! a hundredth as many. Flips of very long runs are groups of their own, so that there is a short one wherever one is left.
use super::{Move, News, Strategy, View};
use crate::path::Condition;
use crate::tree::{Aims, FlipId, LONG, Tree};
use acute_expr::{ExprId, Lit};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, VecDeque};

/// Decisions that are remembered: as many as a table of 2^19 places holds.
const MOST: usize = 7 << 16;
/// So many conditions are a short path.
const SHORT: u32 = 64;

/// A decision, either way: the first of its cells, what was asked, and what was decided before it.
type Decision = (u32, ExprId, Option<Lit>);

/// The cell that a flip reaches, and what else it may lead to.
type Aim = (u32, Aims);

/// Flips by what they aim at.
#[derive(Default)]
pub struct Coverage {
    // All of them are looked at for each move: a row in one piece.
    groups: Vec<Group>,
    places: FxHashMap<(Aim, bool), usize>,
    count: usize,
    known: Known,
    turn: u32,
    // What long paths took and short ones are still to be given, in short paths.
    debt: u32,
}

/// Those with one aim.
struct Group {
    aim: Aim,
    // Of very long runs.
    is_long: bool,
    tries: u32,
    flips: Flips,
}

/// By how well known each is, and how long a path; of those that are alike in both the oldest comes first.
// invariant: none is empty
type Flips = BTreeMap<(u32, u32), VecDeque<Waiting>>;

/// A flip that waits for its turn.
struct Waiting {
    id: FlipId,
    // Of its decision, see [`Known`]. Most of those that are looked at have only become better known, and the tree is
    // large: a look at it takes longer than all else.
    number: u32,
}

/// How often each decision was taken or tried. Once the expressions were swept some of it is of others, which only makes
/// a flip look older than it is.
#[derive(Default)]
struct Known {
    numbers: FxHashMap<Decision, u32>,
    // By number, less that of the first: those before it are forgotten.
    counts: Vec<u32>,
    first: u32,
}

impl Known {
    /// The number of the other outcome of a flip's condition, and of its own.
    fn numbers(&mut self, tree: &Tree, id: FlipId) -> Option<(u32, u32)> {
        let Condition { lit, source } = *tree.condition(id)?;
        let cell = source.other().map_or(source.cell(), |other| other.min(source.cell()));
        if self.numbers.len() >= MOST {
            self.first = self.first.wrapping_add(self.counts.len() as u32);
            self.numbers.clear();
            self.counts.clear();
        }
        let next = self.first.wrapping_add(self.counts.len() as u32);
        let number = *self.numbers.entry((cell, lit.expr, tree.before(id))).or_insert(next);
        if number == next {
            self.counts.extend([0, 0]);
        }
        let positive = u32::from(lit.positive);
        Some((number + 1 - positive, number + positive))
    }

    /// Counts a decision.
    fn add(&mut self, number: u32) {
        if let Some(count) = self.counts.get_mut(number.wrapping_sub(self.first) as usize) {
            *count += 1;
        }
    }

    /// How well known a decision is, unless that is forgotten: by the number of bits of how often it was taken.
    fn level(&self, number: u32) -> Option<u32> {
        let count = self.counts.get(number.wrapping_sub(self.first) as usize)?;
        Some(u32::BITS - count.leading_zeros())
    }
}

impl Group {
    fn insert(&mut self, level: u32, depth: u32, flip: Waiting) {
        self.flips.entry((level, depth)).or_default().push_back(flip);
    }

    fn remove(&mut self, key: (u32, u32)) -> Option<Waiting> {
        let alike = self.flips.get_mut(&key)?;
        let flip = alike.pop_front();
        if alike.is_empty() {
            self.flips.remove(&key);
        }
        flip
    }
}

impl Coverage {
    /// The group to try next, near to what is not covered, seldom tried and little known, and how well known its
    /// first is. Very long runs have to wait until the last one is paid for, unless there are no others.
    fn cheapest(&self, view: &mut View) -> Option<(usize, u32)> {
        let cost = |(at, group): (usize, &Group)| {
            let ((level, _), _) = group.flips.first_key_value()?;
            let (cell, Aims { again, rare }) = group.aim;
            let mut distance = view.goals.distance(view.map, cell);
            if let Some(again) = again.filter(|_| view.goals.is_covered(cell)) {
                distance = view.goals.distance(view.map, again).saturating_add(1);
            }
            let tries = u64::from(group.tries) + u64::from(view.goals.effort(cell)) + 1;
            let near = if rare.is_some_and(|c| !view.goals.is_covered(c)) { 1 } else { 4 };
            let cost = u64::from(1 + distance) * near * tries * u64::from(1 + level * level);
            Some((self.debt > 0 && group.is_long, cost, group.aim, at, *level))
        };
        self.groups.iter().enumerate().filter_map(cost).min().map(|(.., at, level)| (at, level))
    }
}

/// Where the least known flip of a short path is; the shortest, if there is none.
fn short(flips: &Flips) -> Option<(u32, u32)> {
    let first_from = |level: u32| flips.range((level, 0)..).next().map(|(key, _)| *key);
    let levels = || std::iter::successors(first_from(0), |(level, _)| first_from(level + 1));
    levels().find(|(_, depth)| *depth <= SHORT).or_else(|| levels().min_by_key(|(_, depth)| *depth))
}

impl Strategy for Coverage {
    fn learn(&mut self, view: &mut View, news: &News) {
        for id in news.flips {
            let Some((number, own)) = self.known.numbers(view.tree, *id) else { continue };
            self.known.add(own);
            let level = self.known.level(number).unwrap_or(0);
            // What is no branch has no cell: a null pointer, an index out of its array.
            let cell = view.tree.condition(*id).and_then(|c| c.source.other()).unwrap_or(u32::MAX);
            let aim = (cell, view.tree.aims(*id));
            let length = view.tree.length(*id);
            let is_long = length as usize > LONG;
            let at = *self.places.entry((aim, is_long)).or_insert_with(|| {
                self.groups.push(Group { aim, is_long, tries: 0, flips: Flips::new() });
                self.groups.len() - 1
            });
            self.groups[at].insert(level, length, Waiting { id: *id, number });
            self.count += 1;
        }
        if self.count > 1024 && self.count as u64 > 2 * view.tree.open() {
            self.count = 0;
            for group in &mut self.groups {
                group.flips.retain(|_, alike| {
                    alike.retain(|flip| view.tree.is_open(flip.id));
                    alike.shrink_to_fit();
                    self.count += alike.len();
                    !alike.is_empty()
                });
            }
        }
    }

    fn next(&mut self, view: &mut View) -> Option<Move> {
        let (mut at, mut level) = self.cheapest(view)?;
        loop {
            let flips = &mut self.groups[at].flips;
            // As long as its first is as well known as before, the group is the cheapest still.
            let first = flips.first_key_value().map(|(first, _)| *first);
            let Some(mut chosen) = first.filter(|first| first.0 == level) else {
                (at, level) = self.cheapest(view)?;
                continue;
            };
            self.turn = self.turn.wrapping_add(1);
            if self.debt > 0 {
                chosen = short(flips).unwrap_or(chosen);
            } else if self.turn.is_multiple_of(4)
                && let Some(((_, deepest), _)) = flips.last_key_value()
            {
                let depth = view.dice.below(1 + *deepest as usize) as u32;
                chosen = flips.range((level, depth)..).next().map_or(chosen, |(next, _)| *next);
            }
            let Some(mut flip) = self.groups[at].remove(chosen) else { continue };
            self.count -= 1;
            if self.known.level(flip.number).is_none() {
                let Some((number, _)) = self.known.numbers(view.tree, flip.id) else { continue };
                flip.number = number;
            }
            let now = self.known.level(flip.number).unwrap_or(0);
            let group = &mut self.groups[at];
            if now > chosen.0 {
                group.insert(now, chosen.1, flip);
                self.count += 1;
                continue;
            }
            if !view.tree.is_open(flip.id) {
                continue;
            }
            group.tries += 1;
            let length = chosen.1 / SHORT;
            self.debt = if self.debt > 0 { self.debt.saturating_sub(1 + length) } else { length };
            self.known.add(flip.number);
            return Some(Move::Flip(flip.id));
        }
    }
}
