//! What the tree takes, and how it comes to take less: flips are given up, the deepest first.
use super::{Condition, DONE, FlipId, NONE, Node, Tree};

impl Tree {
    /// How much memory nodes take, those not counted whose place is free, and what flips are made from, more or less.
    pub fn bytes(&self) -> [usize; 2] {
        [(self.nodes.len() - self.free.len()) * size_of::<Node>(), self.bytes]
    }

    /// Gives a flip up that was taken.
    pub fn forsake(&mut self, id: FlipId) {
        self.given_up += 1;
        self.close(id);
    }

    /// Gives all flips up, those under way too, and forgets what is done.
    pub fn give_up_all(&mut self) {
        self.given_up += self.live;
        let root = std::mem::replace(&mut self.root, NONE);
        self.remove(root);
        (self.live, self.open, self.bytes) = (0, 0, 0);
        (self.nodes, self.free) = (vec![], vec![]);
    }

    /// Gives the deeper half of the open flips up, but for those that `keep` wants, and more where that is
    /// not enough.
    pub fn prune(&mut self, mut keep: impl FnMut(&Condition) -> bool) {
        let mut open: Vec<(u32, FlipId)> =
            self.flips().map(|id| (self.nodes[id.node as usize].index, id)).collect();
        let (half, quarter) = (open.len() / 2, open.len() / 4);
        if half > 0 {
            open.select_nth_unstable_by_key(half, |(index, id)| (*index, id.serial));
        }
        let (_, deeper) = open.split_at(half);
        let (mut wanted, mut others) = (vec![], vec![]);
        for (_, id) in deeper {
            let Some(condition) = self.condition(*id) else { continue };
            if keep(condition) { wanted.push(*id) } else { others.push(*id) }
        }
        // Goals that cannot be reached must not fill the memory either.
        let enough = others.len() > quarter;
        self.give_up(others.into_iter().chain(wanted.into_iter().filter(|_| !enough)));
        // What is free at the end goes back to the system.
        let end = self.nodes.iter().rposition(|n| n.up != DONE).map_or(0, |last| last + 1);
        self.nodes.truncate(end);
        self.nodes.shrink_to(end + end / 2);
        self.free.retain(|n| (*n as usize) < end);
        self.free.shrink_to_fit();
    }

    /// Gives flips up, all at once: one by one, each would walk up to the root twice.
    fn give_up(&mut self, flips: impl Iterator<Item = FlipId>) {
        let mut gone = vec![0u32; self.nodes.len()];
        for id in flips {
            self.given_up += 1;
            self.open -= 1;
            self.release(id.node);
            gone[id.node as usize] = 1;
        }
        // Each before those behind it.
        let (mut order, mut chains) = (vec![], vec![self.root]);
        while let Some(chain) = chains.pop() {
            for n in self.chain(chain) {
                order.push(n);
                chains.extend(self.nodes[n as usize].first);
            }
        }
        for &n in order.iter().rev() {
            let count = gone[n as usize];
            let node = &mut self.nodes[n as usize];
            (node.live, node.open) = (node.live - count, node.open - count);
            if let Some(up) = gone.get_mut(node.up as usize) {
                *up += count;
            }
        }
        for n in order {
            let Node { live, up, .. } = self.nodes[n as usize];
            let is_first = self.nodes.get(up as usize).is_none_or(|up| up.live > 0);
            if gone[n as usize] > 0 && live == 0 && up != DONE && is_first {
                self.settle(n);
            }
        }
    }
}
