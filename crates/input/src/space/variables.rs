//! The variables of a space: place, default value and name of each.

use std::ops::Range;
use std::sync::Arc;

use acute_types::TypeTable;

use super::limits::Limits;
use super::shapes::NamedShape;
use crate::init::{Init, mask, mix};
use crate::object::{ObjectId, Var, VarId};

/// All variables made so far.
#[derive(Clone, Debug)]
pub(super) struct Variables {
    init: Init,
    // invariant: those of one growth of an object follow each other, by offset
    vars: Vec<Var>,
    // invariant: as long as `vars`
    defaults: Vec<u64>,
    // invariant: as long as `vars`; the path from the object (or the argument block): `.a[2].x`
    paths: Vec<Arc<str>>,
    // invariant: as long as `vars`; hashes of the whole logical names
    name_hashes: Vec<u64>,
}

impl Variables {
    pub fn new(init: Init) -> Variables {
        Variables { init, vars: vec![], defaults: vec![], paths: vec![], name_hashes: vec![] }
    }

    pub fn all(&self) -> &[Var] {
        &self.vars
    }

    pub fn len(&self) -> usize {
        self.vars.len()
    }

    pub fn path(&self, v: VarId) -> &str {
        &self.paths[v as usize]
    }

    pub fn name_hash(&self, v: VarId) -> u64 {
        self.name_hashes[v as usize]
    }

    /// The value of a variable before anything sets it.
    pub fn default_value(&self, v: VarId) -> u64 {
        self.defaults.get(v as usize).copied().unwrap_or(0)
    }

    pub fn set_default(&mut self, v: VarId, value: u64) {
        self.defaults[v as usize] = value;
    }

    /// Adds the variables of one value of a shape, `at` bytes into an object. `name` is the hash that
    /// their logical names start with, `prefix` is put in front of their paths.
    pub fn add(
        &mut self,
        (types, limits): (&TypeTable, &mut Limits),
        (object, at): (ObjectId, u64),
        shape: &NamedShape,
        name: u64,
        prefix: &str,
    ) -> Range<VarId> {
        let first = self.vars.len() as VarId;
        for (leaf, path) in shape.shape.leaves.iter().zip(&shape.paths) {
            let path: Arc<str> =
                if prefix.is_empty() { path.clone() } else { format!("{prefix}{path}").into() };
            let hash = path.bytes().fold(name, |h, b| mix(h ^ u64::from(b)));
            let default = self.init.value(types, leaf.ty, leaf.kind, leaf.bytes, hash);
            if let Some(limit) = leaf.limit.and_then(|limit| shape.limits.get(limit)) {
                limits.fix(self.vars.len() as VarId, *limit);
            }
            self.vars.push(Var {
                object,
                offset: at + leaf.offset,
                bytes: leaf.bytes,
                kind: leaf.kind,
                ty: leaf.ty,
                raw: leaf.raw,
            });
            self.defaults.push(default & mask(leaf.bytes));
            self.paths.push(path);
            self.name_hashes.push(hash);
        }
        first..self.vars.len() as VarId
    }

    /// Sets the default values of variables to what the bytes of their object say.
    pub fn start_as(&mut self, vars: impl Iterator<Item = VarId>, bytes: &[u8]) {
        for v in vars {
            let var = &self.vars[v as usize];
            let mut value = [0; 8];
            let (at, n) = (var.offset as usize, usize::from(var.bytes));
            value[..n].copy_from_slice(&bytes[at..at + n]);
            self.defaults[v as usize] = u64::from_le_bytes(value);
        }
    }

    /// The last variable of an object, whose variables are `ranges`, that starts at an offset or
    /// before it.
    pub fn before(&self, ranges: &[Range<VarId>], offset: u64) -> Option<VarId> {
        let first = |r: &Range<VarId>| self.vars[r.start as usize].offset;
        let range =
            &ranges[ranges.partition_point(|r| !r.is_empty() && first(r) <= offset).checked_sub(1)?];
        let vars = &self.vars[range.start as usize..range.end as usize];
        let i = vars.partition_point(|v| v.offset <= offset).checked_sub(1)?;
        Some(range.start + i as VarId)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::init::InitKind;
    use crate::space::shapes::Shapes;
    use crate::space::testing::Sample;

    fn cells(count: u64) -> (Variables, Vec<Range<VarId>>) {
        let sample = Sample::new();
        let mut limits = Limits::default();
        let shape = Shapes::default().get(&sample.types, &mut limits, sample.cell).expect("a shape");
        let mut vars = Variables::new(Init { kind: InitKind::Zero, seed: 0 });
        let add = |k| vars.add((&sample.types, &mut limits), (3, 16 * k), &shape, 1, &format!("[{k}]"));
        let ranges = (0..count).map(add).collect();
        (vars, ranges)
    }

    #[test]
    fn every_leaf_becomes_a_variable_with_path_and_offset() {
        let (vars, ranges) = cells(2);
        assert_eq!(ranges, [0..2, 2..4]);
        let seen: Vec<_> = (0..4).map(|v| (vars.path(v), vars.all()[v as usize].offset)).collect();
        assert_eq!(seen, [("[0].v", 0), ("[0].next", 8), ("[1].v", 16), ("[1].next", 24)]);
        assert_ne!(vars.name_hash(0), vars.name_hash(2));
    }

    #[test]
    fn variables_are_found_by_offset() {
        let (vars, ranges) = cells(2);
        let found: Vec<_> = [0, 7, 8, 16, 40].map(|at| vars.before(&ranges, at)).into_iter().collect();
        assert_eq!(found, [Some(0), Some(0), Some(1), Some(2), Some(3)]);
        assert_eq!(vars.before(&[], 0), None);
    }

    #[test]
    fn the_bytes_of_an_object_are_the_default_values() {
        let (mut vars, _) = cells(1);
        let mut bytes = [0u8; 16];
        bytes[0] = 5;
        bytes[8..].copy_from_slice(&0x1000u64.to_le_bytes());
        vars.start_as(0..2, &bytes);
        assert_eq!((vars.default_value(0), vars.default_value(1), vars.default_value(9)), (5, 0x1000, 0));
    }
}
