//! What hangs on a jump from [`mark`](super::mark) to the instrumentation: metadata, which other passes keep.
use crate::ir::Ir;
use crate::llvm::Value;

/// The kind of metadata.
const KIND: &str = "acute";

/// The outcomes of conditions that follow from the edges of a jump, or from the execution of a mark.
#[derive(Default, Debug, PartialEq)]
pub struct Notes {
    /// Conditions of one switch are true one at a time: taking an edge makes those of the group's other edges false.
    pub group: Option<u32>,
    /// Edge, condition and outcome.
    pub edges: Vec<(u32, u32, bool)>,
}

impl Notes {
    /// Hangs them on an instruction.
    pub fn hang(&self, ir: &Ir, instruction: Value) {
        let edges = self.edges.iter().flat_map(|(edge, region, outcome)| [*edge, *region, *outcome as u32]);
        let numbers = std::iter::once(self.group.unwrap_or(u32::MAX)).chain(edges);
        let list: Vec<Value> = numbers.map(|n| ir.int32(n)).collect();
        instruction.set_metadata(KIND, &list);
    }

    /// The notes that hang on an instruction.
    pub fn of(instruction: Value) -> Notes {
        let numbers = instruction.metadata_ints(KIND).unwrap_or_default();
        let numbers: Vec<u32> = numbers.into_iter().map(|n| n as u32).collect();
        let Some((group, rest)) = numbers.split_first() else { return Notes::default() };
        let edges = rest.chunks_exact(3).map(|c| (c[0], c[1], c[2] != 0)).collect();
        Notes { group: Some(*group).filter(|g| *g != u32::MAX), edges }
    }
}
