//! The variables of an object in the shape of its type, for everything that people read.

use acute_types::{Field, Kind, TypeId};

use crate::bits::Bits;
use crate::object::{Object, ObjectId, VarId, VarKind};
use crate::space::Space;

/// A part of an object.
pub(crate) struct Tree<'a> {
    /// Its type, typedefs and all.
    pub ty: TypeId,
    /// Where it starts in the object; a bit-field at the byte of its first bit.
    pub offset: u64,
    /// Whether it may not be assigned to: it or what it is part of is const.
    pub is_const: bool,
    /// What it consists of.
    pub node: Node<'a>,
}

/// What a part of an object consists of.
pub(crate) enum Node<'a> {
    /// A scalar or pointer.
    Var(VarId),
    /// A bit-field, or a scalar in a union.
    Bits(Bits),
    /// A pointer or number that is no input: always NULL or 0.
    Null,
    /// A struct.
    Struct(Members<'a>),
    /// A union in that object: one of its members says what is in it.
    Union(ObjectId, Members<'a>),
    /// An array.
    Array(Vec<Tree<'a>>),
}

/// The members of a struct or union by their names. Those of an anonymous struct in a struct stand
/// among its own; an anonymous union, or an anonymous struct in a union, is one with an empty name.
pub(crate) type Members<'a> = Vec<(&'a str, Tree<'a>)>;

/// An object, with as many elements as the flexible array at its end is to be shown with.
#[derive(Clone, Copy)]
struct Whole {
    object: ObjectId,
    elems: u64,
}

impl Space {
    /// The part of an object that has type `ty` and starts at `offset`; a flexible array in it is empty.
    pub(crate) fn tree(&self, object: ObjectId, ty: TypeId, offset: u64, is_const: bool) -> Tree<'_> {
        self.part(Whole { object, elems: 0 }, ty, offset, is_const)
    }

    // Shapes were checked when the object was made: types nest finitely and their sizes are known.
    fn part(&self, whole: Whole, ty: TypeId, offset: u64, is_const: bool) -> Tree<'_> {
        let is_const = is_const || self.types().is_const(ty);
        let node = match self.types().stripped_kind(ty) {
            Some(Kind::Struct(r)) if r.is_va_list() => Node::Null,
            Some(Kind::Struct(record)) => {
                let mut members = Vec::new();
                self.members(&mut members, whole, &record.fields, offset, is_const);
                Node::Struct(members)
            }
            Some(Kind::Union(record)) => {
                let named = |f: &&Field| f.name.is_some() || f.bits.is_none();
                let fields = record.fields.iter().filter(named);
                let member = |f| (name_of(f), self.member(whole, f, offset, is_const));
                Node::Union(whole.object, fields.map(member).collect())
            }
            Some(Kind::Array { elem, count }) => {
                let size = self.types().size(*elem).unwrap_or(0);
                let part = |i| self.part(whole, *elem, offset + i * size, is_const);
                let is_end = self.object(whole.object).flexible.is_some()
                    && offset == self.object(whole.object).layout.start;
                let count = match count {
                    // What has no size is no input.
                    _ if self.types().size(*elem).is_none() => 0,
                    None | Some(0) if is_end => whole.elems,
                    count => count.unwrap_or(0),
                };
                Node::Array((0..count).map(part).collect())
            }
            _ => self.scalar(whole.object, ty, offset),
        };
        Tree { ty, offset, is_const, node }
    }

    fn scalar(&self, object: ObjectId, ty: TypeId, offset: u64) -> Node<'_> {
        let types = self.types();
        let is_pointer = |kind| matches!(kind, VarKind::Pointer { .. });
        let var = self.var_at(object, offset).map(|v| (v, &self.vars()[v as usize]));
        if matches!(types.stripped_kind(ty), Some(Kind::Pointer(_))) {
            return var.filter(|(_, var)| is_pointer(var.kind)).map_or(Node::Null, |(v, _)| Node::Var(v));
        }
        match var {
            Some((v, var)) if types.strip(var.ty) == types.strip(ty) && !is_pointer(var.kind) => Node::Var(v),
            _ => {
                let size = types.size(ty).unwrap_or(0).saturating_mul(8);
                Bits::of(self, object, ty, offset.saturating_mul(8), size).map_or(Node::Null, Node::Bits)
            }
        }
    }

    fn member(&self, whole: Whole, field: &Field, offset: u64, is_const: bool) -> Tree<'_> {
        let Some(bits) = field.bits else {
            return self.part(whole, field.ty, offset + field.offset, is_const);
        };
        let at = offset.saturating_mul(8).saturating_add(bits.offset);
        let node = Bits::of(self, whole.object, field.ty, at, bits.size);
        Tree {
            ty: field.ty,
            offset: offset + field.offset,
            is_const: is_const || self.types().is_const(field.ty),
            node: node.map_or(Node::Null, Node::Bits),
        }
    }

    fn members<'a>(
        &'a self,
        list: &mut Members<'a>,
        whole: Whole,
        fields: &'a [Field],
        offset: u64,
        is_const: bool,
    ) {
        for field in fields {
            match (&field.name, self.types().stripped_kind(field.ty)) {
                (Some(name), _) => list.push((name, self.member(whole, field, offset, is_const))),
                // Bits without a name are padding.
                (None, _) if field.bits.is_some() => {}
                (None, Some(Kind::Struct(record))) => {
                    let is_const = is_const || self.types().is_const(field.ty);
                    self.members(list, whole, &record.fields, offset + field.offset, is_const);
                }
                (None, Some(Kind::Union(_))) => {
                    list.push(("", self.member(whole, field, offset, is_const)));
                }
                (None, _) => {}
            }
        }
    }

    /// The first elements of the flexible array that an object ends in, each as a tree.
    pub(crate) fn tail(&self, object: ObjectId, elems: u64) -> Vec<Tree<'_>> {
        let Object { flexible: Some(array), layout, .. } = self.object(object) else { return Vec::new() };
        let ty = declared(self.types(), array.elem);
        (0..elems).map(|i| self.tree(object, ty, layout.start + i * layout.stride, false)).collect()
    }

    /// The first elements of an object, each as a tree; a struct that ends in a flexible array is one, with the
    /// elements of that.
    pub(crate) fn elements(&self, object: ObjectId, elems: u64) -> Vec<Tree<'_>> {
        let Some(ty) = self.object(object).ty else {
            return Vec::new();
        };
        let size = self.types().size(ty).unwrap_or(0);
        // An object is never declared const itself: that would only keep us from linking it.
        let ty = declared(self.types(), ty);
        if self.object(object).flexible.is_some() {
            return vec![self.part(Whole { object, elems }, ty, 0, false)];
        }
        (0..elems).map(|i| self.tree(object, ty, i * size, false)).collect()
    }
}

fn name_of(field: &Field) -> &str {
    field.name.as_deref().unwrap_or_default()
}

/// The type to declare an object with: without qualifiers of its own, so that a pointer to it
/// converts to every pointer that may refer to it. `_Atomic` stays, it makes another type.
pub(crate) fn declared(types: &acute_types::TypeTable, ty: TypeId) -> TypeId {
    use acute_types::Qualifier::Atomic;
    let mut at = ty;
    loop {
        match types.kind(at) {
            Kind::Qualified { qualifier, target: Some(t) } if *qualifier != Atomic => at = *t,
            Kind::Typedef { target: Some(t), .. } if is_qualified(types, *t) => at = *t,
            _ => return at,
        }
    }
}

/// Whether a qualifier other than `_Atomic` is found below typedefs only.
fn is_qualified(types: &acute_types::TypeTable, ty: TypeId) -> bool {
    let mut at = ty;
    loop {
        match types.kind(at) {
            Kind::Qualified { qualifier, .. } => return *qualifier != acute_types::Qualifier::Atomic,
            Kind::Typedef { target: Some(t), .. } => at = *t,
            _ => return false,
        }
    }
}
