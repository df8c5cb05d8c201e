//! Allocated objects, for functions that free their arguments.
//!
//! ```c
//! struct cell *cell1 = __builtin_malloc(sizeof *cell1);
//! *cell1 = (struct cell){ .v = 3, .next = cell1 };
//! ```

use acute_input::view::{Node, Tree};
use acute_input::{ObjectId, Space};
use acute_types::{TypeId, TypeKind, Unnameable};

use super::declare::Renderer;

impl Renderer<'_> {
    /// All objects allocated, then filled: everything can be referred to by then.
    pub fn heap_objects(&mut self) -> Result<Vec<String>, Unnameable> {
        let list = self.names.list.clone();
        self.declared.extend(list.iter().map(|(id, _)| *id));
        let mut lines = Vec::new();
        for (id, name) in &list {
            lines.push(self.allocation(*id, name)?);
        }
        for (id, name) in &list {
            self.fill_all(*id, name, &mut lines)?;
        }
        Ok(lines)
    }

    /// Sets all of an allocated object.
    pub fn fill_all(&mut self, id: ObjectId, name: &str, lines: &mut Vec<String>) -> Result<(), Unnameable> {
        let (space, elems) = (self.space, self.input.elems(self.space, id));
        let place = format!("(*{name})");
        if let (Some(array), Some(ty)) = (&space.object(id).flexible, space.object(id).ty) {
            let head = space.tree(id, space.types().unqualified(ty), 0, false);
            lines.push(self.fill(&head, &place, name)?);
            lines.extend(self.fill_tail(&space.tail(id, elems), &format!("{name}->{}", &array.path[1..]))?);
            return Ok(());
        }
        match &space.elements(id, elems)[..] {
            [one] => lines.push(self.fill(one, &place, name)?),
            many => {
                for (i, element) in many.iter().enumerate() {
                    let place = format!("{name}[{i}]");
                    lines.push(self.fill(element, &place, &format!("&{place}"))?);
                }
            }
        }
        Ok(())
    }

    /// Sets the elements of a flexible array, which no initialiser can name.
    fn fill_tail(&mut self, elements: &[Tree<'_>], place: &str) -> Result<Option<String>, Unnameable> {
        let Some(first) = elements.first() else { return Ok(None) };
        let ty = self.space.types().c_decl(first.ty, &format!("[{}]", elements.len()))?;
        let value = match self.string(elements) {
            Some(text) => text,
            None => self.list(elements, place)?,
        };
        if elements.iter().all(|element| self.is_zero(element)) {
            return Ok(Some(format!("__builtin_memset((void *){place}, 0, sizeof ({ty}));")));
        }
        Ok(Some(format!("__builtin_memcpy((void *){place}, ({ty}){}, sizeof ({ty}));", braced(value))))
    }

    pub fn allocation(&self, id: ObjectId, name: &str) -> Result<String, Unnameable> {
        let elems = self.input.elems(self.space, id);
        let elements = self.space.elements(id, elems);
        let Some(first) = elements.first() else { return Ok(String::new()) };
        let pointer = self.space.types().c_pointer(first.ty, name)?;
        // In a test the unit may have made a macro of the name.
        let malloc = if self.exact { "__builtin_malloc" } else { "malloc" };
        if let Some(array) = self.space.object(id).flexible.as_ref().filter(|_| elems > 0) {
            let size = format!("sizeof *{name} + {elems} * sizeof {name}->{}[0]", &array.path[1..]);
            return Ok(format!("{pointer} = {malloc}({size});"));
        }
        Ok(match elements.len() {
            1 => format!("{pointer} = {malloc}(sizeof *{name});"),
            n => format!("{pointer} = {malloc}({n} * sizeof *{name});"),
        })
    }

    fn fill(&mut self, tree: &Tree<'_>, place: &str, pointer: &str) -> Result<String, Unnameable> {
        let value = self.value(tree, place)?;
        self.clear(tree, place);
        let place = place.strip_prefix('(').and_then(|p| p.strip_suffix(')')).unwrap_or(place);
        let types = self.space.types();
        Ok(match tree.node {
            Node::Var(_) | Node::Bits(_) | Node::Null => format!("{place} = {value};"),
            Node::Struct(_) | Node::Union(..) if !has_const(self.space, tree) => {
                format!("{place} = ({}){value};", types.c_decl(tree.ty, "")?)
            }
            // Arrays and structs with const members cannot be assigned.
            _ => {
                let literal = format!("&({}){}", types.c_decl(tree.ty, "")?, braced(value));
                format!("__builtin_memcpy((void *){pointer}, {literal}, sizeof {place});")
            }
        })
    }
}

/// A string as the value of an array needs braces in a compound literal.
fn braced(value: String) -> String {
    if value.starts_with('{') { value } else { format!("{{ {value} }}") }
}

fn has_const(space: &Space, tree: &Tree<'_>) -> bool {
    // Anonymous members stand among the others in a tree; the type still knows of them.
    let anonymous = |ty: TypeId| match space.types().stripped_kind(ty) {
        Some(TypeKind::Struct(r) | TypeKind::Union(r)) => {
            r.fields.iter().any(|f| f.name.is_none() && space.types().is_const(f.ty))
        }
        _ => false,
    };
    match &tree.node {
        Node::Var(_) | Node::Bits(_) => tree.is_const,
        Node::Null => space.types().is_const(tree.ty),
        Node::Struct(fields) | Node::Union(_, fields) => {
            anonymous(tree.ty) || fields.iter().any(|(_, part)| has_const(space, part))
        }
        Node::Array(parts) => parts.iter().any(|part| has_const(space, part)),
    }
}
