//! The variables of an object in the shape of its type.

use acute_types::{Field, TypeId, TypeKind};

use super::bits::Bits;
use crate::object::{Object, ObjectId, VarId, VarKind};
use crate::space::Space;

/// A part of an object, down to its scalars and pointers.
pub struct Tree<'a> {
    /// Its type, typedefs included.
    pub ty: TypeId,
    /// Its offset in the object; of a bit-field that of the byte with its first bit.
    pub offset: u64,
    /// Whether it or a part that contains it is const.
    pub is_const: bool,
    /// Its kind and parts.
    pub node: Node<'a>,
}

/// The node of a part in a [`Tree`].
pub enum Node<'a> {
    /// A scalar or pointer.
    Var(VarId),
    /// A bit-field, or a scalar in a union.
    Bits(Bits),
    /// A pointer or number that cannot be an input: always NULL or 0.
    Null,
    /// A struct.
    Struct(Members<'a>),
    /// A union in that object; [`Input::member`](crate::Input::member) chooses the member to show.
    Union(ObjectId, Members<'a>),
    /// An array.
    Array(Vec<Tree<'a>>),
}

/// The members of a struct or union by their names. Those of an anonymous struct in a struct stand
/// among its own; an anonymous union, or an anonymous struct in a union, is one with an empty name.
pub type Members<'a> = Vec<(&'a str, Tree<'a>)>;

/// An object, and the number of elements to show of the flexible array at its end.
#[derive(Clone, Copy)]
struct Whole {
    object: ObjectId,
    elems: u64,
}

impl Space {
    /// The part of an object that has type `ty` and starts at `offset`; a flexible array in it is empty.
    pub fn tree(&self, object: ObjectId, ty: TypeId, offset: u64, is_const: bool) -> Tree<'_> {
        self.part(Whole { object, elems: 0 }, ty, offset, is_const)
    }

    // Shapes were checked when the object was made: types nest finitely and their sizes are known.
    fn part(&self, whole: Whole, ty: TypeId, offset: u64, is_const: bool) -> Tree<'_> {
        let is_const = is_const || self.types().is_const(ty);
        let node = match self.types().stripped_kind(ty) {
            Some(TypeKind::Struct(r)) if r.is_va_list() => Node::Null,
            Some(TypeKind::Struct(record)) => {
                let mut members = Vec::new();
                self.members(&mut members, whole, &record.fields, offset, is_const);
                Node::Struct(members)
            }
            Some(TypeKind::Union(record)) => {
                let named = |f: &&Field| f.name.is_some() || f.bits.is_none();
                let fields = record.fields.iter().filter(named);
                let member = |f| (name_of(f), self.member(whole, f, offset, is_const));
                Node::Union(whole.object, fields.map(member).collect())
            }
            Some(TypeKind::Array { elem, count }) => {
                let size = self.types().size(*elem).unwrap_or(0);
                let part = |i| self.part(whole, *elem, offset + i * size, is_const);
                let is_end = self.object(whole.object).flexible.is_some()
                    && offset == self.object(whole.object).layout.start;
                let count = match count {
                    // A type without a size cannot be an input.
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
        if matches!(types.stripped_kind(ty), Some(TypeKind::Pointer(_))) {
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
                (None, Some(TypeKind::Struct(record))) => {
                    let is_const = is_const || self.types().is_const(field.ty);
                    self.members(list, whole, &record.fields, offset + field.offset, is_const);
                }
                (None, Some(TypeKind::Union(_))) => {
                    list.push(("", self.member(whole, field, offset, is_const)));
                }
                (None, _) => {}
            }
        }
    }

    /// The first elements of the flexible array that an object ends in, each as a tree.
    pub fn tail(&self, object: ObjectId, elems: u64) -> Vec<Tree<'_>> {
        let Object { flexible: Some(array), layout, .. } = self.object(object) else { return Vec::new() };
        let ty = self.types().unqualified(array.elem);
        (0..elems).map(|i| self.tree(object, ty, layout.start + i * layout.stride, false)).collect()
    }

    /// The first elements of an object, each as a tree; a struct that ends in a flexible array is one, with the
    /// elements of that.
    pub fn elements(&self, object: ObjectId, elems: u64) -> Vec<Tree<'_>> {
        let Some(ty) = self.object(object).ty else {
            return Vec::new();
        };
        let size = self.types().size(ty).unwrap_or(0);
        // An object itself is never const: pointers in it are set after it is declared.
        let ty = self.types().unqualified(ty);
        if self.object(object).flexible.is_some() {
            return vec![self.part(Whole { object, elems }, ty, 0, false)];
        }
        (0..elems).map(|i| self.tree(object, ty, i * size, false)).collect()
    }
}

fn name_of(field: &Field) -> &str {
    field.name.as_deref().unwrap_or_default()
}
