//! A walk from the root of the tree, a coin at every fork (KLEE's random path): a path with few forks is as
//! likely as a whole loop of them, so that no loop eats the search.
use super::{Move, Strategy, View};

/// It remembers nothing.
pub struct RandomPath;

impl Strategy for RandomPath {
    fn next(&mut self, view: &mut View) -> Option<Move> {
        let dice = &mut *view.dice;
        view.tree.walk(|n| dice.below(n as usize) as u32).map(Move::Flip)
    }
}
