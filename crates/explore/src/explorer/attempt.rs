//! An input that is to be run, and what for.
use super::alias::Renaming;
use super::optimistic::Optimistic;
use super::share::OwnedPrefix;
use crate::path::Condition;
use crate::tree::{Flip, FlipId};
use acute_expr::Lit;
use acute_input::Input;

/// An input to run.
#[derive(Default)]
pub struct Attempt {
    /// What it is meant to flip; the first input flips nothing.
    pub flip: Option<Flip>,
    /// The input itself.
    pub input: Input,
    /// What its conditions are called now, where objects have become the same.
    pub renaming: Option<Renaming>,
    /// What the same input covered before it was made longer.
    pub cells: Vec<u32>,
    /// The prefix of its path that another worker owns.
    pub lent: Option<OwnedPrefix>,
    /// What keeps the place in the tree where it was cut short.
    pub hold: Option<FlipId>,
    /// Its path is followed only if it brings something new.
    pub trial: bool,
    /// Two of its pointers overlap.
    pub overlap: bool,
    /// How often its run was killed from outside.
    pub kills: u32,
    /// Nothing in it is an input.
    pub plain: bool,
    /// Its variables have boundary values.
    pub boundary: bool,
    /// It is for a branch that paths refute.
    pub hope: Option<Optimistic>,
}

impl Attempt {
    /// The literals that it speaks of.
    pub fn literals(&mut self) -> impl Iterator<Item = &mut Lit> {
        let conditions = self.flip.iter_mut().flat_map(|flip| &mut flip.conditions);
        conditions.map(|c| &mut c.lit).chain(self.hope.iter_mut().map(|hope| &mut hope.goal))
    }

    /// About how much memory it takes.
    pub fn bytes(&self) -> usize {
        let flip = self.flip.as_ref();
        let conditions = flip.map_or(0, |flip| flip.conditions.capacity() * size_of::<Condition>());
        let base = flip.map_or(0, |flip| flip.base.input.bytes());
        self.input.bytes() + base + conditions + self.cells.capacity() * 4
    }
}
