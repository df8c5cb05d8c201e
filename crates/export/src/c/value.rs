//! Initialisers and pointer expressions.

use acute_input::view::{Node, Tree};
use acute_input::{ObjectId, Origin, Space, VarId, VarKind};
use acute_types::{TypeId, TypeKind, Unnameable};

use super::declare::Renderer;
use super::literal::literal;
use super::union::address;
use super::{Storage, is_one};

impl Renderer<'_> {
    /// The initialiser of a part; `place` is the expression that names the part.
    pub fn value(&mut self, tree: &Tree<'_>, place: &str) -> Result<String, Unnameable> {
        match &tree.node {
            Node::Var(v) => self.scalar(*v, tree, place),
            Node::Bits(bits) => Ok(self.number(tree.ty, bits.value(self.space, self.input))),
            Node::Null => Ok(self.nothing(tree.ty).to_owned()),
            Node::Struct(members) | Node::Union(_, members) => {
                let mut parts = Vec::new();
                self.members(tree, place, tree.offset, &mut parts)?;
                Ok(braces(parts, members.is_empty()))
            }
            Node::Array(elements) => {
                if let Some(text) = self.string(elements) {
                    return Ok(text);
                }
                self.list(elements, place)
            }
        }
    }

    /// The initialiser of an array; what is zero is left out.
    pub fn list(&mut self, elements: &[Tree<'_>], place: &str) -> Result<String, Unnameable> {
        let mut parts = Vec::new();
        let mut next = 0;
        for (i, part) in elements.iter().enumerate() {
            let value = self.value(part, &format!("{place}[{i}]"))?;
            if self.is_zero(part) {
                continue;
            }
            parts.push(if i == next { value } else { format!("[{i}] = {value}") });
            next = i + 1;
        }
        Ok(braces(parts, elements.is_empty()))
    }

    /// The initialisers of the members of a struct or union, those of its anonymous members among
    /// them; `place` names what starts at `start` of the object.
    fn members(
        &mut self,
        tree: &Tree<'_>,
        place: &str,
        start: u64,
        parts: &mut Vec<String>,
    ) -> Result<(), Unnameable> {
        match &tree.node {
            Node::Struct(members) => {
                members.iter().try_for_each(|(name, part)| self.initialiser(name, part, place, start, parts))
            }
            Node::Union(object, members) => match self.input.member(self.space, tree, *object, members) {
                Some((name, part)) => {
                    if self.exact && !self.is_zero(part) {
                        for (at, end) in self.input.open_bytes(self.space, tree, members, part) {
                            let (at, n) = (address(place, at - start), end - at);
                            self.links.push(format!("__builtin_memset({at}, 0, {n});"));
                        }
                    }
                    self.initialiser(name, part, place, start, parts)
                }
                None => self.copy_bytes(tree, *object, place, start),
            },
            _ => Ok(()),
        }
    }

    fn initialiser(
        &mut self,
        name: &str,
        part: &Tree<'_>,
        place: &str,
        start: u64,
        parts: &mut Vec<String>,
    ) -> Result<(), Unnameable> {
        if name.is_empty() {
            return self.members(part, place, start, parts);
        }
        // A zero is left out, but rendering it may add a link.
        let value = self.value(part, &format!("{place}.{name}"))?;
        if !self.is_zero(part) {
            parts.push(format!(".{name} = {value}"));
        }
        Ok(())
    }

    /// Whether leaving a part out of an initialiser leaves it as it should be.
    pub fn is_zero(&self, tree: &Tree<'_>) -> bool {
        match &tree.node {
            Node::Var(v) => {
                let value = self.input.get(self.space, *v);
                value == 0 || self.is_linked_later(*v)
            }
            Node::Bits(bits) => bits.get(self.space, self.input) == 0,
            Node::Null => true,
            Node::Struct(fields) => fields.iter().all(|(_, part)| self.is_zero(part)),
            // One that no member has all of is filled later.
            Node::Union(object, members) => {
                let member = self.input.member(self.space, tree, *object, members);
                member.is_none_or(|(_, part)| self.is_zero(part))
            }
            Node::Array(parts) => parts.iter().all(|part| self.is_zero(part)),
        }
    }

    fn is_linked_later(&self, v: VarId) -> bool {
        let target = self.target(v).filter(|(id, _)| self.names.of(*id).is_some());
        matches!(self.kind(v), VarKind::Pointer { .. })
            && target.is_some_and(|(id, _)| !self.declared.contains(&id))
    }

    /// A char array that holds a string with its terminator.
    pub fn string(&self, elements: &[Tree<'_>]) -> Option<String> {
        let mut text = String::new();
        let mut ended = false;
        for element in elements {
            let value = match &element.node {
                Node::Var(v) => self.input.get(self.space, *v),
                Node::Bits(bits) => bits.get(self.space, self.input),
                _ => return None,
            };
            match self.space.types().stripped_kind(element.ty) {
                Some(TypeKind::Int(int)) if int.name == "char" => {}
                _ => return None,
            }
            match value as u8 {
                0 => ended = true,
                _ if ended => return None,
                // `?` could make a trigraph.
                byte @ (b'"' | b'\\' | b'?') => text.extend(['\\', char::from(byte)]),
                byte @ b' '..=b'~' => text.push(char::from(byte)),
                _ => return None,
            }
        }
        (ended && !text.is_empty()).then(|| format!("\"{text}\""))
    }

    fn number(&self, ty: TypeId, value: u64) -> String {
        literal(self.space.types(), ty, value).unwrap_or_else(|| value.to_string())
    }

    /// The constant for a part that cannot be an input.
    pub fn nothing(&self, ty: TypeId) -> &'static str {
        let is_pointer = matches!(self.space.types().stripped_kind(ty), Some(TypeKind::Pointer(_)));
        if is_pointer { "NULL" } else { "0" }
    }

    pub fn scalar(&mut self, v: VarId, tree: &Tree<'_>, place: &str) -> Result<String, Unnameable> {
        let value = self.input.get(self.space, v);
        let VarKind::Pointer { pointee } = self.kind(v) else {
            return Ok(self.number(tree.ty, value));
        };
        // A union may have another pointer in the same place.
        let pointee = match self.space.types().stripped_kind(tree.ty) {
            Some(TypeKind::Pointer(Some(target))) => *target,
            _ => pointee,
        };
        if value == 0 {
            return Ok("NULL".to_owned());
        }
        let pointer = self.pointer(value, pointee)?;
        if !self.is_linked_later(v) {
            return Ok(pointer);
        }
        self.links.push(if tree.is_const {
            // The field is const, its object is not: there is no other way to close a cycle.
            let ty = self.space.types().unqualified(tree.ty);
            format!("*({})&{place} = {pointer};", self.space.types().c_pointer(ty, "")?)
        } else {
            format!("{place} = {pointer};")
        });
        Ok("NULL".to_owned())
    }

    /// The pointer to the start of an object with that name; the names of arrays and of allocated objects
    /// are pointers already.
    fn start_of(&self, object: ObjectId, name: &str) -> String {
        let is_variable = self.storage == Storage::Local && is_one(self.input, self.space, object);
        let is_global = matches!(self.space.object(object).origin, Origin::Global(_));
        if is_variable || is_global { format!("&{name}") } else { name.to_owned() }
    }

    /// An expression of type pointer to `pointee` with that address.
    pub fn pointer(&self, value: u64, pointee: TypeId) -> Result<String, Unnameable> {
        let types = self.space.types();
        let cast = types.c_pointer(pointee, "");
        let found = self.space.object_containing(value);
        let Some((id, offset, name)) = found.and_then(|(id, at)| Some((id, at, self.names.of(id)?))) else {
            return Ok(format!("({}){value:#x}ULL", cast?));
        };
        let object = self.space.object(id);
        let start = self.start_of(id, name);
        let fits = object.ty.is_some_and(|ty| {
            types.compatible(ty, pointee) && is_atomic(self.space, ty) == is_atomic(self.space, pointee)
        });
        let size = types.size(pointee).unwrap_or(0);
        match offset {
            0 if fits => Ok(start),
            0 => Ok(format!("({}){start}", cast?)),
            _ if fits && offset.checked_rem(size) == Some(0) => Ok(format!("&{name}[{}]", offset / size)),
            _ => Ok(format!("({})((char *){start} + {offset})", cast?)),
        }
    }
}

fn braces(parts: Vec<String>, empty: bool) -> String {
    match parts.is_empty() {
        // An empty struct has nothing that a 0 could stand for.
        true if empty => "{}".to_owned(),
        true => "{0}".to_owned(),
        false => format!("{{ {} }}", parts.join(", ")),
    }
}

fn is_atomic(space: &Space, ty: TypeId) -> bool {
    let at = space.types().unqualified(ty);
    matches!(space.types().kind(at), TypeKind::Qualified { .. })
}
