//! The order of a function's blocks, and which of them every way to another one goes through.
use crate::ir::Value;
use llvm_sys::core::*;
use llvm_sys::prelude::*;
use std::collections::{HashMap, HashSet};

/// Blocks in an order where every value is defined before it is used, but for phis.
pub unsafe fn reverse_post_order(function: Value) -> Vec<LLVMBasicBlockRef> {
    unsafe {
        let entry = LLVMGetEntryBasicBlock(function);
        let mut seen = HashSet::from([entry]);
        let mut order = vec![];
        let mut stack = vec![(entry, 0)];
        while let Some((block, next)) = stack.pop() {
            let end = LLVMGetBasicBlockTerminator(block);
            if next < LLVMGetNumSuccessors(end) {
                stack.push((block, next + 1));
                let successor = LLVMGetSuccessor(end, next);
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
}

/// The dominator tree over an order of blocks: "A Simple, Fast Dominance Algorithm" (Cooper, Harvey, Kennedy).
#[derive(Default)]
pub struct Dominators {
    /// By place in the order: the last block that every way there goes through; of the entry, itself.
    immediate: Vec<usize>,
}

impl Dominators {
    pub unsafe fn new(order: &[LLVMBasicBlockRef]) -> Dominators {
        const UNKNOWN: usize = usize::MAX;
        let place: HashMap<_, _> = order.iter().enumerate().map(|(n, block)| (*block, n)).collect();
        let mut before = vec![vec![]; order.len()];
        for (n, block) in order.iter().enumerate() {
            // SAFETY: the blocks are those of a function.
            unsafe {
                let end = LLVMGetBasicBlockTerminator(*block);
                for k in 0..LLVMGetNumSuccessors(end) {
                    before[place[&LLVMGetSuccessor(end, k)]].push(n);
                }
            }
        }
        let mut immediate = vec![UNKNOWN; order.len()];
        if let Some(entry) = immediate.first_mut() {
            *entry = 0;
        }
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for n in 1..order.len() {
                let known = before[n].iter().copied().filter(|b| immediate[*b] != UNKNOWN);
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
        Dominators { immediate }
    }

    /// Whether every way to block `b` goes through block `a`.
    pub fn dominates(&self, a: usize, mut b: usize) -> bool {
        while b > a {
            b = self.immediate[b];
        }
        a == b
    }
}
