//! The variables of an object in the shape of its type, for everything that people read.

use acute_types::{Kind, TypeId};

use crate::object::{ObjectId, VarId};
use crate::space::Space;

/// A part of an object.
pub(crate) struct Tree<'a> {
    /// Its type, typedefs and all.
    pub ty: TypeId,
    /// Whether it may not be assigned to: it or what it is part of is const.
    pub is_const: bool,
    /// What it consists of.
    pub node: Node<'a>,
}

/// What a part of an object consists of.
pub(crate) enum Node<'a> {
    /// A scalar or pointer.
    Var(VarId),
    /// A pointer that is no input and always NULL.
    Null,
    /// A struct; the members of anonymous members stand among its own.
    Struct(Vec<(&'a str, Tree<'a>)>),
    /// An array.
    Array(Vec<Tree<'a>>),
}

impl Space {
    /// The part of an object that has type `ty` and starts at `offset`.
    // Shapes were checked when the object was made: types nest finitely and their sizes are known.
    pub(crate) fn tree(&self, object: ObjectId, ty: TypeId, offset: u64, is_const: bool) -> Tree<'_> {
        let is_const = is_const || self.types().is_const(ty);
        let node = match self.types().stripped_kind(ty) {
            Some(Kind::Struct(_)) => {
                let mut members = Vec::new();
                self.members(&mut members, object, ty, offset, is_const);
                Node::Struct(members)
            }
            Some(Kind::Array { elem, count: Some(count) }) => {
                let size = self.types().size(*elem).unwrap_or(0);
                let part = |i| self.tree(object, *elem, offset + i * size, is_const);
                Node::Array((0..*count).map(part).collect())
            }
            _ => self.var_at(object, offset).map_or(Node::Null, Node::Var),
        };
        Tree { ty, is_const, node }
    }

    fn members<'a>(
        &'a self,
        list: &mut Vec<(&'a str, Tree<'a>)>,
        object: ObjectId,
        ty: TypeId,
        offset: u64,
        is_const: bool,
    ) {
        let Some(Kind::Struct(record)) = self.types().stripped_kind(ty) else {
            return;
        };
        for field in &record.fields {
            let at = offset + field.offset;
            match &field.name {
                Some(name) => list.push((name, self.tree(object, field.ty, at, is_const))),
                None => {
                    let is_const = is_const || self.types().is_const(field.ty);
                    self.members(list, object, field.ty, at, is_const);
                }
            }
        }
    }

    /// The first elements of an object, each as a tree.
    pub(crate) fn elements(&self, object: ObjectId, elems: u64) -> Vec<Tree<'_>> {
        let Some(ty) = self.object(object).ty else {
            return Vec::new();
        };
        let size = self.types().size(ty).unwrap_or(0);
        // An object is never declared const itself: that would only keep us from linking it.
        let ty = declared(self.types(), ty);
        (0..elems).map(|i| self.tree(object, ty, i * size, false)).collect()
    }
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
