//! The order of a function's blocks, and their dominators.
use crate::llvm::{Block, Function};
use std::collections::{HashMap, HashSet};

/// Blocks in reverse post-order: every value is defined before it is used, except in phis.
pub fn reverse_post_order(function: Function) -> Vec<Block> {
    let entry = function.entry();
    let mut seen = HashSet::from([entry]);
    let mut order = vec![];
    let mut stack = vec![(entry, 0)];
    while let Some((block, next)) = stack.pop() {
        let end = block.terminator();
        if next < end.successor_count() {
            stack.push((block, next + 1));
            let successor = end.successor(next);
            if seen.insert(successor) {
                stack.push((successor, 0));
            }
        } else {
            order.push(block);
        }
    }
    order.reverse();
    order
}

/// The dominator tree over an order of blocks: "A Simple, Fast Dominance Algorithm" (Cooper, Harvey, Kennedy).
#[derive(Default)]
pub struct Dominators {
    /// For each block the numbers, in a preorder of the tree, of the blocks that it dominates: from, to.
    spans: Vec<(usize, usize)>,
}

impl Dominators {
    /// Computes the tree. `order` is a reverse post-order of all reachable blocks.
    pub fn new(order: &[Block]) -> Dominators {
        const UNKNOWN: usize = usize::MAX;
        let place: HashMap<_, _> = order.iter().enumerate().map(|(n, block)| (*block, n)).collect();
        let mut predecessors = vec![vec![]; order.len()];
        for (n, block) in order.iter().enumerate() {
            for successor in block.terminator().successors() {
                predecessors[place[&successor]].push(n);
            }
        }
        // The immediate dominator of each block, by its place in the order; of the entry, itself.
        let mut immediate = vec![UNKNOWN; order.len()];
        if let Some(entry) = immediate.first_mut() {
            *entry = 0;
        }
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for n in 1..order.len() {
                let known = predecessors[n].iter().copied().filter(|b| immediate[*b] != UNKNOWN);
                let common = known.reduce(|mut a, mut b| {
                    while a != b {
                        if a > b {
                            a = immediate[a];
                        } else {
                            b = immediate[b];
                        }
                    }
                    a
                });
                if let Some(common) = common.filter(|c| *c != immediate[n]) {
                    immediate[n] = common;
                    changed = true;
                }
            }
        }
        // In this order a block stands behind its dominators.
        let mut sizes = vec![1; order.len()];
        for n in (1..order.len()).rev() {
            sizes[immediate[n]] += sizes[n];
        }
        let (mut spans, mut next) = (vec![(0, order.len()); order.len()], vec![1; order.len()]);
        for n in 1..order.len() {
            let above = immediate[n];
            spans[n] = (next[above], next[above] + sizes[n]);
            next[above] += sizes[n];
            next[n] = spans[n].0 + 1;
        }
        Dominators { spans }
    }

    /// The numbers, in a preorder of the tree, of the blocks that block `b` dominates: from its own up to another.
    pub fn span(&self, b: usize) -> (usize, usize) {
        self.spans[b]
    }

    /// Every path from the entry to block `b` goes through block `a`.
    pub fn dominates(&self, a: usize, b: usize) -> bool {
        let ((from, to), (b, _)) = (self.spans[a], self.spans[b]);
        (from..to).contains(&b)
    }
}
