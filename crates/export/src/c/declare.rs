//! Declarations of the objects of an input, in an order that C accepts.

use std::collections::BTreeSet;

use acute_input::view::{Names, Node, Tree};
use acute_input::{Input, ObjectId, Origin, Space, VarId, VarKind};
use acute_types::Unnameable;

use super::{Storage, is_one};

/// The state of rendering one input.
pub(super) struct Renderer<'a> {
    pub input: &'a Input,
    pub space: &'a Space,
    pub storage: Storage,
    /// Whether to set bytes that C leaves open in a union, too.
    pub exact: bool,
    pub names: Names,
    /// The objects that can be referred to already.
    pub declared: BTreeSet<ObjectId>,
    /// Assignments behind the declarations: pointers to objects that are declared later, and unions
    /// whose value no single member holds.
    pub links: Vec<String>,
}

impl Renderer<'_> {
    /// The objects as variables.
    pub fn local_objects(&mut self) -> Result<Vec<String>, Unnameable> {
        let mut lines = Vec::new();
        for id in self.order() {
            if self.space.object(id).flexible.is_none() || is_one(self.input, self.space, id) {
                lines.push(self.declaration(id)?);
                continue;
            }
            // No variable is longer than its type.
            let name = self.names.of(id).unwrap_or_default().to_owned();
            self.declared.insert(id);
            lines.push(self.allocation(id, &name)?);
            self.fill_all(id, &name, &mut lines)?;
        }
        Ok(lines)
    }

    /// Adds assignments to the parts of a global that differ from their initial values.
    pub fn global(&mut self, id: ObjectId, lines: &mut Vec<String>) -> Result<(), Unnameable> {
        let object = self.space.object(id);
        let (Some(ty), Origin::Global(name)) = (object.ty, object.origin.clone()) else { return Ok(()) };
        if self.input.changes(self.space, id) {
            let tree = self.space.tree(id, ty, 0, false);
            self.assign(&tree, &name, lines)?;
            lines.append(&mut self.links);
        }
        Ok(())
    }

    fn assign(&mut self, tree: &Tree<'_>, place: &str, lines: &mut Vec<String>) -> Result<(), Unnameable> {
        match &tree.node {
            Node::Var(v) => {
                if self.input.get(self.space, *v) != self.space.default_value(*v) {
                    let value = self.scalar(*v, tree, place)?;
                    lines.push(format!("{place} = {value};"));
                }
            }
            Node::Bits(_) => {
                let value = self.value(tree, place)?;
                lines.push(format!("{place} = {value};"));
            }
            Node::Null => {}
            Node::Struct(fields) => {
                for (name, part) in fields {
                    self.assign(part, &member(place, name), lines)?;
                }
            }
            Node::Union(object, members) => match self.input.member(self.space, tree, *object, members) {
                Some((name, part)) => self.assign(part, &member(place, name), lines)?,
                None => self.copy_bytes(tree, *object, place, tree.offset)?,
            },
            Node::Array(parts) => {
                for (i, part) in parts.iter().enumerate() {
                    self.assign(part, &format!("{place}[{i}]"), lines)?;
                }
            }
        }
        Ok(())
    }

    /// The objects with those that they point to before them, as far as there are no cycles.
    fn order(&self) -> Vec<ObjectId> {
        let mut order = Vec::new();
        let mut seen = BTreeSet::new();
        // A list may be thousands of objects long: an explicit stack. Each entry holds an object and
        // the targets that were not visited yet.
        let roots = self.input.marks().iter().rev().chain(self.space.globals().iter().rev()).chain([&0]);
        let mut stack: Vec<(ObjectId, Vec<ObjectId>)> = roots.map(|id| (*id, self.targets(*id))).collect();
        seen.extend(stack.iter().map(|(id, _)| *id));
        while let Some((object, targets)) = stack.last_mut() {
            match targets.pop() {
                Some(next) if seen.insert(next) => {
                    let targets = self.targets(next);
                    stack.push((next, targets));
                }
                Some(_) => {}
                None => {
                    let is_target = matches!(self.space.object(*object).origin, Origin::Pointer(..));
                    order.extend(Some(*object).filter(|_| is_target));
                    stack.pop();
                }
            }
        }
        order
    }

    /// The objects that an object points to, last pointer first.
    fn targets(&self, object: ObjectId) -> Vec<ObjectId> {
        let pointers = self.input.vars(self.space, object).rev();
        let pointers = pointers.filter(|v| matches!(self.kind(*v), VarKind::Pointer { .. }));
        pointers.filter_map(|v| self.target(v)).map(|(id, _)| id).filter(|id| *id != 0).collect()
    }

    pub fn kind(&self, v: VarId) -> VarKind {
        self.space.vars()[v as usize].kind
    }

    pub fn target(&self, v: VarId) -> Option<(ObjectId, u64)> {
        self.space.object_containing(self.input.get(self.space, v))
    }

    pub fn declaration(&mut self, id: ObjectId) -> Result<String, Unnameable> {
        // An initialiser may refer to the object that it initialises.
        self.declared.insert(id);
        let name = self.names.of(id).unwrap_or_default().to_owned();
        let space = self.space;
        let elements = space.elements(id, self.input.elems(space, id));
        match &elements[..] {
            [one] => {
                let value = self.value(one, &name)?;
                self.clear(one, &name);
                Ok(format!("{} = {value};", space.types().c_decl(one.ty, &name)?))
            }
            [first, ..] => {
                let declarator = format!("{name}[{}]", elements.len());
                if let Some(text) = self.string(&elements) {
                    return Ok(format!("{} = {text};", space.types().c_decl(first.ty, &declarator)?));
                }
                let list = self.list(&elements, &name)?;
                Ok(format!("{} = {list};", space.types().c_decl(first.ty, &declarator)?))
            }
            [] => Ok(String::new()),
        }
    }
}

/// The expression for a member; that of an anonymous one is the whole.
fn member(place: &str, name: &str) -> String {
    if name.is_empty() { place.to_owned() } else { format!("{place}.{name}") }
}
