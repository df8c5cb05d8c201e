//! The nodes of the tree: how they are found, made, closed and removed.
use super::{Aims, Base, DONE, FlipId, LONGER, NONE, Node, SHORT, State, Tree};
use crate::path::Condition;
use acute_expr::Lit;

impl Tree {
    pub(super) fn id(&self, node: u32) -> FlipId {
        FlipId { node, serial: self.nodes[node as usize].serial }
    }

    pub(super) fn slot(&self, up: u32, on: bool) -> u32 {
        match self.nodes.get(up as usize) {
            Some(node) => node.first[on as usize],
            None => self.root,
        }
    }

    pub(super) fn set_slot(&mut self, up: u32, on: bool, value: u32) {
        match self.nodes.get_mut(up as usize) {
            Some(node) => node.first[on as usize] = value,
            None => self.root = value,
        }
    }

    /// The nodes in a slot: one as a rule.
    pub(super) fn chain(&self, first: u32) -> impl Iterator<Item = u32> + '_ {
        let real = |n: u32| (n != NONE && n != DONE).then_some(n);
        std::iter::successors(real(first), move |n| real(self.nodes[*n as usize].next))
    }

    /// The flips behind a slot that leave no trace and say the contrary of a literal.
    pub(super) fn silent_twins(&self, up: u32, on: bool, lit: Lit) -> impl Iterator<Item = u32> + '_ {
        self.chain(self.slot(up, on)).filter(move |n| {
            let there = &self.nodes[*n as usize].condition;
            there.is_silent() && !there.is_choice() && there.lit == lit.negate()
        })
    }

    /// The node of this condition in a slot.
    pub(super) fn find(&self, up: u32, on: bool, condition: &Condition) -> Option<u32> {
        self.chain(self.slot(up, on)).find(|n| {
            let there = &self.nodes[*n as usize].condition;
            let same = there.lit.expr == condition.lit.expr && there.is_choice() == condition.is_choice();
            // A choice leaves one flip for each outcome.
            same && (!condition.is_choice() || there.lit.positive == condition.lit.positive)
        })
    }

    pub(super) fn make(
        &mut self,
        up: u32,
        on: bool,
        condition: Condition,
        index: usize,
        state: State,
    ) -> u32 {
        self.serial = self.serial.wrapping_add(1);
        let node = Node {
            condition,
            up,
            on,
            state,
            // Those that a run went through stand first.
            next: NONE,
            first: [NONE; 2],
            live: 0,
            open: 0,
            serial: self.serial,
            index: index as u32,
            aims: Aims::default(),
            base: None,
        };
        let n = match self.free.pop() {
            Some(n) => {
                self.nodes[n as usize] = node;
                n
            }
            None => {
                self.nodes.push(node);
                self.nodes.len() as u32 - 1
            }
        };
        let first = self.slot(up, on);
        if condition.is_silent() && first != NONE {
            let next = std::mem::replace(&mut self.nodes[first as usize].next, n);
            self.nodes[n as usize].next = next;
        } else {
            self.nodes[n as usize].next = first;
            self.set_slot(up, on, n);
        }
        n
    }

    pub(super) fn count_open(&mut self, n: u32, by: i32) {
        self.open = self.open.wrapping_add_signed(by.into());
        let mut at = n;
        while let Some(node) = self.nodes.get_mut(at as usize) {
            node.open = node.open.wrapping_add_signed(by);
            at = node.up;
        }
    }

    /// A flip that is no longer open ends; what has become done with it is taken away.
    pub(super) fn close_node(&mut self, n: u32) {
        self.release(n);
        let (mut at, mut done) = (n, None);
        while let Some(node) = self.nodes.get_mut(at as usize) {
            node.live -= 1;
            if node.live == 0 {
                done = Some(at);
            }
            at = node.up;
        }
        if let Some(done) = done {
            self.settle(done);
        }
    }

    /// Forgets what only the flip of a node needs.
    pub(super) fn release(&mut self, n: u32) {
        let node = &mut self.nodes[n as usize];
        node.state = State::Closed;
        let base = node.base.take();
        base.into_iter().for_each(|base| self.let_go(&base));
        self.live -= 1;
    }

    /// One flip less is made from a base.
    pub(super) fn let_go(&mut self, base: &Base) {
        base.flips.set(base.flips.get() - 1);
        if base.flips.get() == 0 {
            self.bytes -= base.bytes();
        }
    }

    /// Whether a node's flip is open and made from a far longer run than one with so many conditions.
    pub(super) fn is_of_longer(&self, n: u32, length: usize) -> bool {
        let node = &self.nodes[n as usize];
        let before = node.base.as_ref().map_or(0, |base| base.length as usize);
        node.state == State::Open && before > SHORT + LONGER * length
    }

    /// Takes away what is done: nothing at this node or behind it is left to flip, and there is at the one before it.
    pub(super) fn settle(&mut self, done: u32) {
        let (up, on) = (self.nodes[done as usize].up, self.nodes[done as usize].on);
        let first = self.slot(up, on);
        if self.chain(first).all(|n| self.nodes[n as usize].live == 0) {
            self.set_slot(up, on, DONE);
            self.remove(first);
        } else {
            for side in [false, true] {
                // What a flip beside it is about to find out is not done yet.
                let expr = self.nodes[done as usize].condition.lit.expr;
                let leads_there = |n: u32| {
                    let Node { condition, live, .. } = &self.nodes[n as usize];
                    let there = condition.lit.expr == expr && condition.lit.positive != side;
                    n != done && *live > 0 && !condition.is_choice() && there
                };
                if !self.chain(first).any(leads_there) {
                    let below = std::mem::replace(&mut self.nodes[done as usize].first[side as usize], DONE);
                    self.remove(below);
                }
            }
        }
    }

    /// Takes a chain away with all that is behind it.
    pub(super) fn remove(&mut self, first: u32) {
        let mut chains = vec![first];
        while let Some(chain) = chains.pop() {
            let nodes: Vec<u32> = self.chain(chain).collect();
            for n in nodes {
                self.serial = self.serial.wrapping_add(1);
                let node = &mut self.nodes[n as usize];
                chains.extend(node.first);
                // Nobody who remembers it takes it for something else.
                node.serial = self.serial;
                (node.up, node.state, node.base) = (DONE, State::Closed, None);
                self.free.push(n);
            }
        }
    }
}
