//! The tree of paths: what was run, and which flips are left.
//!
//! A node is one condition behind one prefix; the runs that share a prefix share its nodes. Each node was
//! made by one run, and its other outcome is a flip: open until it is taken, under way until its run is
//! taken in or no input is found for it, then closed. Where nothing is left to flip, a subtree is taken
//! away and its place remembered as done: a search that is nearly over needs little memory.
//!
//! **Invariants:** `live` of a node counts the flips in its subtree that are open or under way, `open` those
//! that are open; a node is in the chain of exactly one slot; a slot that is done stays done.
use crate::path::{Condition, Source};
use acute_expr::{ExprId, Lit};
use acute_input::{Input, VarId};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// What the flips of one run are made from.
pub struct Base {
    /// The input it ran on.
    pub input: Input,
    /// How many conditions it met.
    pub length: u32,
    /// The pointers that were followed, each with the number of conditions before its first use.
    pub reads: Vec<(VarId, usize)>,
    /// For each condition left out because it stands there already: how many others come before it.
    // invariant: ascending
    pub repeated: Vec<usize>,
    /// The conditions that leave no trace in the tree, with their places among all.
    // invariant: ascending
    silent: RefCell<Vec<(u32, Condition)>>,
    /// How many of its flips are not closed.
    flips: Cell<u32>,
    /// See [`Tree::expressions`].
    visited: Cell<bool>,
}

impl Base {
    /// About how much memory it takes.
    fn bytes(&self) -> usize {
        let silent = self.silent.borrow().len() * size_of::<(u32, Condition)>();
        size_of::<Base>() + self.input.bytes() + self.reads.len() * 16 + self.repeated.len() * 8 + silent
    }
}

/// A flip of the tree; it may have been closed since.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct FlipId {
    node: u32,
    serial: u32,
}

/// What a flip may lead to besides its own outcome: cells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Aims {
    /// Where the same is asked again, the other outcome there.
    pub again: Option<u32>,
    /// The rarest outcome that its run came by and that no run had reached.
    pub rare: Option<u32>,
}

/// A flip under way.
pub struct Flip {
    /// Which.
    pub id: FlipId,
    /// The run it is made from.
    pub base: Rc<Base>,
    /// That run's conditions, the one to be flipped last.
    pub conditions: Vec<Condition>,
}

impl Flip {
    /// The condition to be flipped.
    pub fn target(&self) -> &Condition {
        self.conditions.last().expect("a flip has a target")
    }

    /// The conditions before it.
    pub fn prefix(&self) -> &[Condition] {
        &self.conditions[..self.index()]
    }

    /// How many there are.
    pub fn index(&self) -> usize {
        self.conditions.len() - 1
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Open,
    UnderWay,
    Closed,
}

struct Node {
    /// As it held in the run that made it.
    condition: Condition,
    /// The node before it, and on which outcome of that it stands.
    up: u32,
    on: bool,
    state: State,
    /// The next in the same slot.
    next: u32,
    /// What comes behind each outcome.
    first: [u32; 2],
    live: u32,
    open: u32,
    serial: u32,
    /// Its place among the conditions of the run that made it.
    index: u32,
    /// See [`Tree::aims`].
    aims: Aims,
    /// As long as its flip is not closed.
    base: Option<Rc<Base>>,
}

/// No node.
const NONE: u32 = u32::MAX;
/// In a slot: nothing is left to flip there.
const DONE: u32 = u32::MAX - 1;

/// The tree.
pub struct Tree {
    nodes: Vec<Node>,
    free: Vec<u32>,
    root: u32,
    serial: u32,
    live: u64,
    open: u64,
    /// Of the bases.
    bytes: usize,
    given_up: u64,
}

impl Default for Tree {
    fn default() -> Tree {
        Tree { nodes: vec![], free: vec![], root: NONE, serial: 0, live: 0, open: 0, bytes: 0, given_up: 0 }
    }
}

/// A run, for the tree.
pub struct Grown<'a> {
    /// Its input.
    pub input: &'a Input,
    /// Its conditions.
    pub conditions: Vec<Condition>,
    /// See [`Base::reads`].
    pub reads: Vec<(VarId, usize)>,
    /// See [`Base::repeated`].
    pub repeated: Vec<usize>,
    /// Of the conditions from [`LONG`] on only these are flipped.
    // invariant: ascending
    pub far: Vec<usize>,
    /// Number of conditions, silent ones not counted, that another worker owns and that are not flipped here.
    pub lent: usize,
    /// The path is new modulo renaming of variables: subtrees closed here were closed under other names.
    pub is_new: bool,
}

/// A run is far longer than another that has so many times as many conditions, and so many more.
const LONGER: usize = 2;
const SHORT: usize = 256;
/// So many conditions of a run are flipped in any case. A loop can have thousands of thousands.
pub const LONG: usize = 4096;

impl Tree {
    /// Takes a run in; its flips that are not known yet are appended to `flips`, first to last, and those before them that were
    /// left of a far longer run: they are made from this one then, or each would lead to another long run. Conditions
    /// beyond `depth` are left alone. If it was `cut` short, what keeps the place where it is to go on from being
    /// done; to be closed.
    pub fn add(&mut self, run: Grown, depth: usize, cut: bool, flips: &mut Vec<FlipId>) -> Option<FlipId> {
        let Grown { input, conditions, reads, repeated, far, lent, is_new } = run;
        let end = far.last().map_or(LONG, |last| last + 1).min(conditions.len());
        self.given_up += (conditions.len().saturating_sub(LONG) - far.len()) as u64;
        let (mut up, mut on, mut length) = (NONE, false, 0);
        // The nodes it goes through; those it makes, with how many of these stand before them; flips it shows.
        let (mut way, mut made, mut met) = (vec![], vec![], vec![]);
        // Flips that are made from this run from now on.
        let mut taken_over = vec![];
        for (index, condition) in conditions[..end].iter().enumerate() {
            let near = index < LONG || far.binary_search(&index).is_ok();
            // What comes without an overlap was run before it.
            let flipped = way.len() >= lent && near && !condition.is_overlap();
            length += !condition.is_choice() as usize;
            if is_new && self.slot(up, on) == DONE {
                self.set_slot(up, on, NONE);
            }
            if length > depth || self.slot(up, on) == DONE {
                break;
            }
            let positive = condition.lit.positive;
            let known = self.find(up, on, condition);
            if condition.is_silent() {
                if known.is_none() && flipped {
                    made.push((self.make(up, on, *condition, index, State::Open), way.len()));
                }
                continue;
            }
            let node = match known {
                Some(n) if !self.nodes[n as usize].condition.is_silent() => {
                    let there = &mut self.nodes[n as usize].condition;
                    let same = there.lit.positive == positive;
                    // Taken the other way, what only a write asked for would leave no trace; the jump does.
                    if there.source == Source::Alias {
                        there.source = if same { condition.source } else { condition.flipped().source };
                    }
                    if !same {
                        met.push(n);
                    } else if self.is_of_longer(n, conditions.len()) {
                        taken_over.push((n, index as u32));
                    }
                    n
                }
                // Two pointers were found to be different there, which only left the flip: this is it, or it
                // says the same once more. Either way both outcomes are run or to be run.
                Some(_) => self.make(up, on, *condition, index, State::Closed),
                None if !flipped => self.make(up, on, *condition, index, State::Closed),
                None => {
                    let n = self.make(up, on, *condition, index, State::Open);
                    made.push((n, way.len()));
                    n
                }
            };
            met.extend(self.silent_twins(up, on, condition.lit));
            way.push(node);
            (up, on) = (node, positive);
        }
        if !made.is_empty() || !taken_over.is_empty() {
            let silent = conditions.iter().enumerate().filter(|(_, c)| c.is_silent());
            let silent = RefCell::new(silent.map(|(at, c)| (at as u32, *c)).collect());
            let base = Base {
                input: input.clone(),
                length: conditions.len() as u32,
                reads,
                repeated,
                silent,
                flips: Cell::new((made.len() + taken_over.len()) as u32),
                visited: Cell::default(),
            };
            self.attach(base, &way, &made, &taken_over, flips);
        }
        let hold = (cut && self.slot(up, on) != DONE).then(|| self.hold(up, on));
        met.into_iter().for_each(|n| self.close_open(n));
        hold
    }

    /// Closes a flip that was still to be tried and has just been run, by whatever chance.
    fn close_open(&mut self, n: u32) {
        if self.nodes[n as usize].state == State::Open {
            self.count_open(n, -1);
            self.close_node(n);
        }
    }

    /// Makes the flips of nodes from `base`: of those that are new, with the number of nodes of the path before
    /// each, and of those that are taken over from a longer run, with their index in this one.
    fn attach(
        &mut self,
        base: Base,
        way: &[u32],
        made: &[(u32, usize)],
        taken_over: &[(u32, u32)],
        flips: &mut Vec<FlipId>,
    ) {
        let base = Rc::new(base);
        self.bytes += base.bytes();
        for &(n, index) in taken_over {
            let node = &mut self.nodes[n as usize];
            node.index = index;
            let old = node.base.replace(base.clone());
            old.into_iter().for_each(|old| self.let_go(&old));
            flips.push(self.id(n));
        }
        for (n, _) in made {
            let node = &mut self.nodes[*n as usize];
            node.base = Some(base.clone());
            (node.live, node.open) = (1, 1);
        }
        self.live += made.len() as u64;
        self.open += made.len() as u64;
        let mut behind = made.len();
        for (at, n) in way.iter().enumerate().rev() {
            while behind > 0 && made[behind - 1].1 > at {
                behind -= 1;
            }
            let count = (made.len() - behind) as u32;
            let node = &mut self.nodes[*n as usize];
            (node.live, node.open) = (node.live + count, node.open + count);
        }
        flips.extend(made.iter().map(|(n, _)| self.id(*n)));
    }

    /// A node that stands for what is not known yet.
    fn hold(&mut self, up: u32, on: bool) -> FlipId {
        let no_condition =
            Condition { lit: Lit { expr: ExprId::NONE, positive: true }, source: Source::Alias };
        let n = self.make(up, on, no_condition, 0, State::UnderWay);
        let mut at = n;
        while let Some(node) = self.nodes.get_mut(at as usize) {
            node.live += 1;
            at = node.up;
        }
        self.live += 1;
        self.id(n)
    }

    /// Forgets what is done, where nothing else is left.
    pub fn clear(&mut self) {
        if self.live == 0 {
            let root = std::mem::replace(&mut self.root, NONE);
            self.remove(root);
        }
    }

    /// Drops all flips. Those under way end as if they had been closed.
    pub fn abandon(&mut self) {
        *self = Tree { serial: self.serial, given_up: self.given_up, ..Tree::default() };
    }

    /// Takes an open flip, to solve and run it.
    pub fn take(&mut self, id: FlipId) -> Option<Flip> {
        if !self.is_open(id) {
            return None;
        }
        self.count_open(id.node, -1);
        let node = &mut self.nodes[id.node as usize];
        node.state = State::UnderWay;
        let base = node.base.clone()?;
        let index = node.index;
        let mut conditions = vec![node.condition; index as usize + 1];
        // From the last to the first, those without a trace at their places and the others between them.
        let (mut up, mut on) = (node.up, node.on);
        let places = base.silent.borrow();
        let mut silent = places.iter().rev().skip_while(|(at, _)| *at >= index).peekable();
        for at in (0..index).rev() {
            conditions[at as usize] = match silent.next_if(|(place, _)| *place == at) {
                Some((_, condition)) => *condition,
                None => {
                    let Some(node) = self.nodes.get(up as usize) else { break };
                    let mut condition = node.condition;
                    if condition.lit.positive != on {
                        condition = condition.flipped();
                    }
                    (up, on) = (node.up, node.on);
                    condition
                }
            };
        }
        drop(places);
        Some(Flip { id, base, conditions })
    }

    /// A flip that was taken is over: its run was taken in, or there is none.
    pub fn close(&mut self, id: FlipId) {
        let node = self.nodes.get(id.node as usize).filter(|n| n.serial == id.serial);
        if node.is_some_and(|n| n.state == State::UnderWay) {
            self.close_node(id.node);
        }
    }

    /// A flip that was taken is to be tried after all.
    pub fn reopen(&mut self, id: FlipId) {
        let node = self.nodes.get_mut(id.node as usize).filter(|n| n.serial == id.serial);
        if let Some(node) = node.filter(|n| n.state == State::UnderWay) {
            node.state = State::Open;
            self.count_open(id.node, 1);
        }
    }

    /// Whether a flip is still to be tried.
    pub fn is_open(&self, id: FlipId) -> bool {
        let node = self.nodes.get(id.node as usize);
        node.is_some_and(|n| n.serial == id.serial && n.state == State::Open)
    }

    /// The condition that an open flip flips, as it held.
    pub fn condition(&self, id: FlipId) -> Option<&Condition> {
        self.is_open(id).then(|| &self.nodes[id.node as usize].condition)
    }

    /// How many conditions stand before that of a flip.
    pub fn depth(&self, id: FlipId) -> u32 {
        self.nodes.get(id.node as usize).map_or(0, |n| n.index)
    }

    /// How many conditions stand before that of a flip, and how many its run met in all.
    pub fn place(&self, id: FlipId) -> (u32, u32) {
        let Some(node) = self.nodes.get(id.node as usize) else { return (0, 0) };
        (node.index, node.base.as_ref().map_or(0, |base| base.length))
    }

    /// How many conditions a run of a flip is likely to meet. A loop that is run very often is so whatever is flipped
    /// before it.
    pub fn length(&self, id: FlipId) -> u32 {
        let Some(node) = self.nodes.get(id.node as usize) else { return 0 };
        let whole = node.base.as_ref().map_or(0, |base| base.length);
        if whole as usize > LONG { whole } else { node.index }
    }

    /// What a flip may lead to besides its own outcome.
    pub fn aims(&self, id: FlipId) -> Aims {
        self.nodes.get(id.node as usize).map(|n| n.aims).unwrap_or_default()
    }

    /// Says what a flip may lead to.
    pub fn set_aims(&mut self, id: FlipId, aims: Aims) {
        if let Some(node) = self.nodes.get_mut(id.node as usize).filter(|n| n.serial == id.serial) {
            node.aims = aims;
        }
    }

    /// What was decided last before the condition of a flip.
    pub fn before(&self, id: FlipId) -> Option<Lit> {
        let node = self.nodes.get(id.node as usize)?;
        let up = self.nodes.get(node.up as usize)?;
        Some(Lit { positive: node.on, ..up.condition.lit })
    }

    /// How many flips are to be tried or under way.
    pub fn live(&self) -> u64 {
        self.live
    }

    /// How many flips are to be tried.
    pub fn open(&self) -> u64 {
        self.open
    }

    /// Flips that were given up for want of memory.
    pub fn given_up(&self) -> u64 {
        self.given_up
    }

    /// All flips that are to be tried.
    pub fn flips(&self) -> impl Iterator<Item = FlipId> + '_ {
        let open = self.nodes.iter().enumerate().filter(|(_, n)| n.state == State::Open);
        open.map(|(n, _)| self.id(n as u32))
    }

    /// An open flip, by a way from the root that `dice` decides: given a number, one below it.
    pub fn walk(&self, mut dice: impl FnMut(u32) -> u32) -> Option<FlipId> {
        let mut chain = self.root;
        loop {
            let count = self.chain(chain).filter(|n| self.nodes[*n as usize].open > 0).count() as u32;
            let chosen = if count > 1 { dice(count) } else { 0 } as usize;
            let n = self.chain(chain).filter(|n| self.nodes[*n as usize].open > 0).nth(chosen)?;
            let node = &self.nodes[n as usize];
            let is_open = |slot: u32| self.chain(slot).any(|n| self.nodes[n as usize].open > 0);
            let ways = [node.state == State::Open, is_open(node.first[0]), is_open(node.first[1])];
            let count = ways.iter().filter(|way| **way).count() as u32;
            let chosen = if count > 1 { dice(count) } else { 0 } as usize;
            match (0..3).filter(|k| ways[*k]).nth(chosen)? {
                0 => return Some(self.id(n)),
                k => chain = node.first[k - 1],
            }
        }
    }

    /// Every expression of the tree, to be put elsewhere. Flips under way have their own.
    pub fn expressions(&mut self, mut visit: impl FnMut(&mut ExprId)) {
        for node in self.nodes.iter_mut().filter(|n| n.up != DONE && n.condition.lit.expr != ExprId::NONE) {
            visit(&mut node.condition.lit.expr);
            // Each base once: by the first flip of it.
            if let Some(base) = &node.base {
                let mut silent = base.silent.borrow_mut();
                if !base.visited.replace(true) {
                    silent.iter_mut().for_each(|(_, c)| visit(&mut c.lit.expr));
                }
            }
        }
        self.nodes.iter().filter_map(|n| n.base.as_ref()).for_each(|base| base.visited.set(false));
    }
}

mod nodes;
mod prune;
#[cfg(test)]
mod tests;
