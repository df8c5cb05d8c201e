//! Conditional jumps: the conditions that their edges decide.
//!
//! A condition is one jump, or several: all four jumps of `if (a ? b || c : d)` lead to the block that counts that it
//! holds, or to where it does not.
use super::marker::{Lead, Marker};
use super::notes::Notes;
use super::record::Record;
use crate::llvm::{Block, Value};
use std::collections::{BTreeMap, HashMap, HashSet};

/// The block where a condition has come to one of its outcomes.
struct End {
    block: Block,
    outcome: bool,
    /// The jumps with an edge to it.
    jumps: Vec<Value>,
}

/// An edge of a jump, and the outcome that it decides.
struct Decision {
    jump: Value,
    edge: u32,
    outcome: bool,
}

impl Marker<'_> {
    /// Hangs notes on every jump that decides a condition.
    pub fn jumps(&mut self, record: &Record) {
        let ends = self.function.blocks().into_iter().map(Block::terminator);
        let jumps: Vec<Value> =
            ends.filter(|end| end.is_conditional() && Notes::of(*end).edges.is_empty()).collect();
        // Only a condition with parts is decided by several jumps.
        let wholes: HashSet<u32> = record.regions.iter().filter_map(|r| r.within).collect();
        let mut notes: HashMap<Value, Notes> = HashMap::new();
        for (region, end) in self.ends(record, &jumps, &wholes) {
            let jumps = if wholes.contains(&region) { &jumps } else { &end.jumps };
            for decision in self.decisions(record, region, &end, jumps) {
                self.claimed.extend(self.leading[&end.block].first());
                let edges = &mut notes.entry(decision.jump).or_default().edges;
                edges.push((decision.edge, region, decision.outcome));
            }
        }
        for (jump, notes) in notes {
            notes.hang(self.ir, jump);
        }
    }

    /// For each condition a block whose counter counts one of its outcomes.
    fn ends(&self, record: &Record, jumps: &[Value], wholes: &HashSet<u32>) -> BTreeMap<u32, End> {
        let mut ends: BTreeMap<u32, End> = BTreeMap::new();
        let new = |block, outcome| End { block, outcome, jumps: vec![] };
        for &jump in jumps {
            for (block, Lead { region, outcome, .. }) in self.leads(record, jump) {
                ends.entry(region).or_insert_with(|| new(block, outcome)).jumps.push(jump);
            }
        }
        // The counter of a whole may stand behind those of its parts, where no jump leads at once.
        for &block in self.leading.keys() {
            if let Some(lead) = self.lead(block).filter(|lead| wholes.contains(&lead.region)) {
                ends.entry(lead.region).or_insert_with(|| new(block, lead.outcome));
            }
        }
        ends
    }

    /// The successors of a jump that begin with a counter of its own.
    fn leads(&self, record: &Record, jump: Value) -> Vec<(Block, Lead)> {
        let lead = |block| self.lead(block).map(|lead| (block, lead));
        let mut leads: Vec<_> = jump.successors().filter_map(lead).collect();
        if let [(_, a), (_, b)] = &leads[..]
            && !record.is_part(a.region, b.region)
            && !record.is_part(b.region, a.region)
        {
            // The later counter belongs to no jump: the code that follows begins with it.
            leads.remove(usize::from(a.counter < b.counter));
        }
        leads
    }

    /// The edges of these jumps that decide a condition.
    fn decisions(&self, record: &Record, region: u32, end: &End, jumps: &[Value]) -> Vec<Decision> {
        let is_part = |block| self.lead(block).is_some_and(|lead| record.is_part(lead.region, region));
        // Skips blocks that only count outcomes of parts.
        let target = |mut block: Block| {
            // At most as many steps as there are conditions, even if the blocks form a cycle.
            for _ in 0..record.regions.len() {
                if block == end.block || !is_part(block) || !self.only_counts(block) {
                    break;
                }
                block = block.terminator().successor(0);
            }
            block
        };
        let (mut own, mut others) = (vec![], HashSet::new());
        for &jump in jumps {
            let targets = [target(jump.successor(0)), target(jump.successor(1))];
            if let Some(edge) = targets.iter().position(|target| *target == end.block) {
                let other = targets[1 - edge];
                others.extend((other != end.block && !is_part(other)).then_some(other));
            } else if !jump.successors().any(is_part) {
                continue;
            }
            own.extend([(jump, 0, targets[0]), (jump, 1, targets[1])]);
        }
        let decision = |(jump, edge, target)| {
            let outcome = if target == end.block { end.outcome } else { !end.outcome };
            let decides = target == end.block || others.contains(&target);
            decides.then_some(Decision { jump, edge, outcome })
        };
        own.into_iter().filter_map(decision).collect()
    }
}
