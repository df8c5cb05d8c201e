//! The variables of every expression: small sets are computed when a node is made and shared
//! between nodes, large ones are collected on first request. (Making every set eagerly would take
//! quadratic memory on a checksum over a large buffer, whose inner nodes nobody asks about.)

use std::sync::OnceLock;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::pool::{ExprId, Pool, VarId, fx_hash};

/// Sets up to this size are made eagerly.
const SMALL: usize = 32;

#[derive(Copy, Clone)]
enum SetRef {
    /// Index into `small`.
    Small(u32),
    /// Index into `large`.
    Large(u32),
}

/// One set reference for every node of a pool.
#[derive(Default)]
pub(crate) struct VarSets {
    of_node: Vec<SetRef>,
    // invariant: each set is sorted, no two are equal
    small: Vec<Box<[VarId]>>,
    by_hash: FxHashMap<u64, Vec<u32>>,
    unions: FxHashMap<(u32, u32), SetRef>,
    large: Vec<OnceLock<Box<[VarId]>>>,
}

impl VarSets {
    /// Enters the next node of the pool, which is the variable `var` or has these operands.
    pub fn push(&mut self, var: Option<VarId>, operands: &[ExprId]) {
        let set = match (var, operands) {
            (Some(v), _) => self.intern(&[v]),
            (None, []) => self.intern(&[]),
            (None, [first, rest @ ..]) => {
                let first = self.of_node[first.index()];
                rest.iter().fold(first, |set, e| self.union(set, self.of_node[e.index()]))
            }
        };
        self.of_node.push(set);
    }

    /// The variables of `e`, ascending.
    pub fn of(&self, pool: &Pool, e: ExprId) -> &[VarId] {
        match self.of_node[e.index()] {
            SetRef::Small(i) => &self.small[i as usize],
            SetRef::Large(i) => self.large[i as usize].get_or_init(|| self.collect(pool, e)),
        }
    }

    fn intern(&mut self, sorted: &[VarId]) -> SetRef {
        let same_hash = self.by_hash.entry(fx_hash(&sorted)).or_default();
        if let Some(&i) = same_hash.iter().find(|&&i| *self.small[i as usize] == *sorted) {
            return SetRef::Small(i);
        }
        let i = self.small.len() as u32;
        same_hash.push(i);
        self.small.push(sorted.into());
        SetRef::Small(i)
    }

    fn union(&mut self, a: SetRef, b: SetRef) -> SetRef {
        if self.is_empty(a) {
            return b;
        }
        if self.is_empty(b) {
            return a;
        }
        let (SetRef::Small(a), SetRef::Small(b)) = (a, b) else {
            return self.new_large();
        };
        if a == b {
            return SetRef::Small(a);
        }
        let key = (a.min(b), a.max(b));
        if let Some(&known) = self.unions.get(&key) {
            // a large set belongs to one node: its content is collected from that node
            return if let SetRef::Large(_) = known { self.new_large() } else { known };
        }
        let mut all = [&*self.small[a as usize], &*self.small[b as usize]].concat();
        all.sort_unstable();
        all.dedup();
        let set = if all.len() <= SMALL { self.intern(&all) } else { self.new_large() };
        self.unions.insert(key, set);
        set
    }

    fn is_empty(&self, set: SetRef) -> bool {
        matches!(set, SetRef::Small(i) if self.small[i as usize].is_empty())
    }

    fn new_large(&mut self) -> SetRef {
        self.large.push(OnceLock::new());
        SetRef::Large(self.large.len() as u32 - 1)
    }

    fn collect(&self, pool: &Pool, e: ExprId) -> Box<[VarId]> {
        let (mut seen, mut found) = (FxHashSet::default(), FxHashSet::default());
        let mut todo = vec![e];
        while let Some(e) = todo.pop() {
            let ready = match self.of_node[e.index()] {
                SetRef::Small(i) => Some(&self.small[i as usize]),
                SetRef::Large(i) => self.large[i as usize].get(),
            };
            match ready {
                Some(set) => found.extend(set.iter().copied()),
                None => todo.extend(pool.operands(e).iter().filter(|&&o| seen.insert(o))),
            }
        }
        let mut sorted: Vec<VarId> = found.into_iter().collect();
        sorted.sort_unstable();
        sorted.into()
    }
}
