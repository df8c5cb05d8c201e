//! The input's memory graph, as the solver sees it: which addresses a pointer may have.
use acute_expr::VarId;
use acute_input::{Input, NoObject, Space, VarKind};
use acute_solve::Pointers;

/// The graph of one input.
pub struct Graph<'a> {
    /// The space of all inputs; fresh objects are made in it.
    pub space: &'a mut Space,
    /// The input.
    pub input: &'a Input,
    /// The pointers that the path has followed, in that order.
    pub reads: &'a [(VarId, usize)],
    /// Set where an object was refused because of a limit.
    pub limit: &'a mut Option<NoObject>,
}

impl Pointers for Graph<'_> {
    fn is_pointer(&self, v: VarId) -> bool {
        self.space.vars().get(v as usize).is_some_and(|v| matches!(v.kind, VarKind::Pointer { .. }))
    }

    fn is_number(&self, v: VarId) -> bool {
        self.space.vars().get(v as usize).is_some_and(|v| v.raw)
    }

    fn rank(&self, v: VarId) -> usize {
        self.reads.iter().position(|(read, _)| *read == v).unwrap_or(usize::MAX)
    }

    fn fresh(&mut self, v: VarId, k: u32) -> Option<u64> {
        match self.space.object_for(v, k) {
            Ok(object) => Some(self.space.address(object)),
            Err(why) => {
                *self.limit = Some(why);
                None
            }
        }
    }

    fn aliases(&self, v: VarId, out: &mut Vec<u64>) {
        let objects = self.input.reachable(self.space);
        let fitting = objects.into_iter().filter(|id| self.space.fits(v, *id));
        out.extend(fitting.map(|id| self.space.address(id)));
    }
}
