//! Switches: each case is a condition, and so is the default, written or not.
use super::marker::{Lead, Marker};
use super::notes::Notes;
use super::record::Record;
use crate::llvm::{Block, Opcode, Value};
use std::collections::HashSet;

/// Edge, condition and outcome, as in [`Notes`].
type Edge = (u32, u32, bool);

impl Marker<'_> {
    /// Hangs notes on a switch, and on the comparisons of its case ranges.
    pub fn switch(&mut self, record: &Record, switch: Value) {
        let group = Some(self.groups);
        self.groups += 1;
        let mut cases = HashSet::new();
        let edges = 1..switch.successor_count();
        let edges: Vec<Edge> = edges.filter_map(|n| self.case(&mut cases, n, switch.successor(n))).collect();
        let mut jumps = vec![(switch, edges)];
        // The default stands behind the comparisons of case ranges that were too large to list.
        let (mut last, mut edge) = (switch, 0);
        let mut block = switch.successor(0);
        while self.lead(block).is_none() && is_range_check(block) {
            let jump = block.terminator();
            let Some(case) = self.case(&mut cases, 0, jump.successor(0)) else { break };
            jumps.push((jump, vec![case]));
            (last, edge) = (jump, 1);
            block = jump.successor(1);
        }
        let default = self
            .case(&mut cases, edge, block)
            .or_else(|| record.hidden_default(&cases).map(|region| (edge, region, true)));
        for (jump, mut edges) in jumps {
            edges.extend(default.filter(|_| jump == last));
            Notes { group, edges }.hang(self.ir, jump);
        }
    }

    /// The note of an edge to a block that begins with the counter of a case.
    fn case(&mut self, cases: &mut HashSet<u32>, edge: u32, target: Block) -> Option<Edge> {
        let Some(Lead { counter, region, outcome: true }) = self.lead(target) else { return None };
        self.claimed.insert(counter);
        cases.insert(counter);
        Some((edge, region, true))
    }
}

/// Is a block that compares the value of a switch with the bounds of a case range: `x - low <= size`.
fn is_range_check(block: Block) -> bool {
    use Opcode::*;
    let opcodes: Vec<_> = block.instructions().into_iter().map(Value::opcode).collect();
    matches!(opcodes[..], [LLVMSub, LLVMICmp, LLVMBr]) && block.terminator().is_conditional()
}
