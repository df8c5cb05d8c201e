//! The places inside an object where C's types let a pointer lead.

use acute_types::{Qualifier, TypeId, TypeKind, TypeTable};

use super::Space;
use crate::object::VarId;

/// Subobjects of one type that are listed, and the largest depth of their nesting.
const MAX_SUBOBJECTS: usize = 64;
const MAX_NESTING: usize = 16;

impl Space {
    /// The offsets of subobjects of type `inner` in an object of type `outer`, the whole excepted; for a character
    /// type those of all bytes.
    pub fn subobjects(&self, inner: TypeId, outer: TypeId) -> Vec<u64> {
        let mut found = vec![];
        if is_char(&self.types, inner) && !is_char(&self.types, outer) {
            found.extend((0..self.types.size(outer).unwrap_or(0)).take(MAX_SUBOBJECTS));
        } else {
            find(&self.types, inner, outer, 0, MAX_NESTING, &mut found);
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Whether a pointer is declared `restrict`.
    pub fn is_restrict(&self, p: VarId) -> bool {
        let mut ty = self.vars()[p as usize].ty;
        for _ in 0..MAX_NESTING {
            match self.types.kind(ty) {
                TypeKind::Qualified { qualifier: Qualifier::Restrict, .. } => return true,
                TypeKind::Qualified { target: Some(t), .. } | TypeKind::Typedef { target: Some(t), .. } => {
                    ty = *t
                }
                _ => return false,
            }
        }
        false
    }
}

fn find(types: &TypeTable, inner: TypeId, outer: TypeId, at: u64, depth: usize, found: &mut Vec<u64>) {
    if depth == 0 || found.len() >= MAX_SUBOBJECTS {
        return;
    }
    let mut part = |ty: TypeId, at: u64| {
        if types.compatible(ty, inner) {
            found.push(at);
        }
        find(types, inner, ty, at, depth - 1, found);
    };
    match types.stripped_kind(outer) {
        Some(TypeKind::Struct(record) | TypeKind::Union(record)) => {
            record.fields.iter().filter(|f| f.bits.is_none()).for_each(|f| part(f.ty, at + f.offset))
        }
        Some(TypeKind::Array { elem, .. }) => {
            let stride = types.size(*elem).filter(|size| *size > 0);
            let count = stride.and_then(|s| Some(types.size(outer)? / s)).unwrap_or(0);
            let count = count.min(MAX_SUBOBJECTS as u64);
            (0..count).for_each(|k| part(*elem, at + k * stride.unwrap_or(0)));
        }
        _ => {}
    }
}

fn is_char(types: &TypeTable, ty: TypeId) -> bool {
    matches!(types.stripped_kind(ty), Some(TypeKind::Int(int)) if int.is_char)
}
