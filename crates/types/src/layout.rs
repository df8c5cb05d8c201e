//! Sizes, alignments and the types below typedefs, computed once for a whole table.

use rustc_hash::FxHashMap;

use crate::table::{Record, TypeId, TypeKind};

/// The nesting depth from which types count as endless; no C compiler accepts as much.
pub(crate) const MAX_NESTING: usize = 256;

/// Size and alignment of a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Layout {
    pub size: Option<u64>,
    // invariant: a power of two
    pub align: u64,
}

const UNKNOWN: Layout = Layout { size: None, align: 1 };

/// The target of a typedef or qualifier, `None` for every other kind.
fn layer(kind: &TypeKind) -> Option<Option<TypeId>> {
    match kind {
        TypeKind::Typedef { target, .. } | TypeKind::Qualified { target, .. } => Some(*target),
        _ => None,
    }
}

/// For every type what is below its typedefs and qualifiers. A chain of them that does not end
/// is replaced by an unsupported type, so that no other code has to guard against it.
pub(crate) fn strip_all(kinds: &mut [TypeKind]) -> Vec<Option<TypeId>> {
    let mut stripped = Vec::with_capacity(kinds.len());
    let mut endless = Vec::new();
    for i in 0..kinds.len() {
        let mut at = Some(TypeId(i as u32));
        let mut steps = 0;
        while let Some(below) = at.and_then(|t| layer(&kinds[t.index()])) {
            at = below;
            steps += 1;
            if steps > MAX_NESTING {
                endless.push(i);
                at = Some(TypeId(i as u32));
                break;
            }
        }
        stripped.push(at);
    }
    for i in endless {
        kinds[i] = TypeKind::Unsupported("endless chain of typedefs".to_owned());
    }
    stripped
}

/// Tells anonymous structs, unions and enums the first typedef that names them directly.
pub(crate) fn name_by_typedef(kinds: &mut [TypeKind]) {
    for i in 0..kinds.len() {
        let TypeKind::Typedef { name, target: Some(target) } = &kinds[i] else {
            continue;
        };
        let (name, target) = (name.clone(), target.index());
        match &mut kinds[target] {
            TypeKind::Struct(Record { typedef, .. }) | TypeKind::Union(Record { typedef, .. })
                if typedef.is_none() =>
            {
                *typedef = Some(name)
            }
            TypeKind::Enum(e) if e.typedef.is_none() => e.typedef = Some(name),
            _ => {}
        }
    }
}

/// The layout of every type; `aligns` are the alignments that the source asked for.
pub(crate) fn lay_out_all(kinds: &[TypeKind], aligns: &FxHashMap<TypeId, u64>) -> Vec<Layout> {
    let mut all = Layouts { kinds, aligns, done: vec![None; kinds.len()] };
    for i in 0..kinds.len() {
        all.of(TypeId(i as u32), 0);
    }
    all.done.into_iter().map(|l| l.unwrap_or(UNKNOWN)).collect()
}

struct Layouts<'a> {
    kinds: &'a [TypeKind],
    aligns: &'a FxHashMap<TypeId, u64>,
    done: Vec<Option<Layout>>,
}

impl Layouts<'_> {
    fn of(&mut self, ty: TypeId, depth: usize) -> Layout {
        if let Some(known) = self.done[ty.index()] {
            return known;
        }
        if depth > MAX_NESTING {
            return UNKNOWN;
        }
        // A type that contains itself meets this entry and ends there.
        self.done[ty.index()] = Some(UNKNOWN);
        let mut layout = self.natural(ty, depth);
        if let Some(asked) = self.aligns.get(&ty).filter(|a| a.is_power_of_two()) {
            layout.align = *asked;
        }
        self.done[ty.index()] = Some(layout);
        layout
    }

    fn natural(&mut self, ty: TypeId, depth: usize) -> Layout {
        match &self.kinds[ty.index()] {
            TypeKind::Int(i) => scalar(i.bytes.into()),
            TypeKind::Enum(e) => scalar(e.bytes.into()),
            TypeKind::Float(f) => scalar(f.bytes.into()),
            TypeKind::Pointer(_) => scalar(8),
            TypeKind::Struct(r) | TypeKind::Union(r) => {
                Layout { size: Some(r.size), align: self.record_align(r, depth) }
            }
            TypeKind::Array { elem, count } => {
                let elem = self.of(*elem, depth + 1);
                let size = elem.size.zip(*count).and_then(|(size, n)| size.checked_mul(n));
                Layout { size, align: elem.align }
            }
            TypeKind::Typedef { target: Some(t), .. } | TypeKind::Qualified { target: Some(t), .. } => {
                self.of(*t, depth + 1)
            }
            TypeKind::Typedef { target: None, .. }
            | TypeKind::Qualified { target: None, .. }
            | TypeKind::Function(_)
            | TypeKind::Incomplete { .. }
            | TypeKind::Unsupported(_) => UNKNOWN,
        }
    }

    /// The largest alignment of a member, or 1 where offsets or size do not agree with it: DWARF
    /// does not mark packed structs, but most show by that.
    fn record_align(&mut self, record: &Record, depth: usize) -> u64 {
        let mut natural = 1;
        let mut packed = false;
        for field in &record.fields {
            let align = self.of(field.ty, depth + 1).align;
            natural = natural.max(align);
            packed |= field.bits.is_none() && !is_aligned(field.offset, align);
        }
        if packed || !is_aligned(record.size, natural) { 1 } else { natural }
    }
}

/// Whether an offset is a multiple of an alignment, which is a power of two.
fn is_aligned(offset: u64, align: u64) -> bool {
    offset & (align - 1) == 0
}

/// Scalars of x86-64 are aligned to their size.
fn scalar(bytes: u64) -> Layout {
    Layout { size: Some(bytes), align: if bytes.is_power_of_two() { bytes.min(16) } else { 1 } }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{Field, Qualifier, TypeTable};

    fn table(kinds: Vec<TypeKind>) -> TypeTable {
        TypeTable::new(kinds, Vec::new(), &FxHashMap::default())
    }

    fn record(fields: &[(u64, u32)]) -> TypeKind {
        let field =
            |(offset, ty): &(u64, u32)| Field { name: None, offset: *offset, ty: TypeId(*ty), bits: None };
        let fields = fields.iter().map(field).collect();
        TypeKind::Struct(Record { tag: Some("s".to_owned()), typedef: None, size: 8, fields })
    }

    #[test]
    fn types_that_are_made_of_themselves_come_to_an_end() {
        let types = table(vec![
            TypeKind::Typedef { name: "a".to_owned(), target: Some(TypeId(1)) },
            TypeKind::Qualified { qualifier: Qualifier::Const, target: Some(TypeId(0)) },
            TypeKind::Pointer(Some(TypeId(2))),
            TypeKind::Array { elem: TypeId(3), count: Some(2) },
            record(&[(0, 4), (0, 4), (0, 4)]),
            record(&[(0, 4), (0, 5), (0, 3)]),
        ]);
        for id in types.ids() {
            let _ = (types.size(id), types.align(id), types.is_const(id), types.strip(id));
            if !matches!(types.kind(id), TypeKind::Struct(_)) {
                assert!(types.c_decl(id, "x").is_err());
            }
            let layered =
                |ty| matches!(types.kind(ty), TypeKind::Typedef { .. } | TypeKind::Qualified { .. });
            assert!(!types.strip(id).is_some_and(layered));
        }
    }

    #[test]
    fn structs_that_nest_wide_and_deep_are_laid_out_once_each() {
        // Each has a hundred members of the next: 100^200 if anyone counted.
        let kinds = (0..200).map(|i| record(&[(0, (i + 1) % 200); 100])).collect();
        assert_eq!(table(kinds).len(), 200);
    }
}
