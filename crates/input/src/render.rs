//! An input as C: the objects, the links between them, the call.
//!
//! ```c
//! struct cell cell1 = { .v = 3, .next = &cell1 };
//! testme(&cell1, 1);
//! ```

use acute_types::{Kind, TypeId, Unnameable};
use rustc_hash::FxHashSet;

use crate::input::Input;
use crate::literal::literal;
use crate::names::Names;
use crate::object::{ObjectId, Origin, VarId, VarKind};
use crate::render_union::address;
use crate::space::Space;
use crate::tree::{Node, Tree, declared};

/// An input as C text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rendering {
    /// Declarations and assignments, one a line.
    pub setup: Vec<String>,
    /// The call, without a semicolon.
    pub call: String,
    /// The objects by their names, in the order they are reached in.
    pub objects: Vec<(ObjectId, String)>,
    /// Where the objects live.
    pub storage: Storage,
    /// What marks are given: what each calls it, its name here, how many elements it has.
    pub marks: Vec<(String, String, u64)>,
    /// Those whose names are pointers: arrays, and structs that are longer than their type.
    pointers: FxHashSet<ObjectId>,
}

/// Where the objects of an input live when it is written as C.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Storage {
    /// They are local variables.
    Local,
    /// They are allocated, each by itself: the function may free them.
    Heap,
}

impl Rendering {
    /// The expression that points to the start of an object.
    pub fn pointer_to(&self, object: ObjectId) -> Option<String> {
        let (_, name) = self.objects.iter().find(|(id, _)| *id == object)?;
        Some(if self.is_variable(object) { format!("&{name}") } else { name.to_owned() })
    }

    /// Whether the name of an object is that of a variable of its type, not a pointer or an array.
    pub fn is_variable(&self, object: ObjectId) -> bool {
        self.storage == Storage::Local && !self.pointers.contains(&object)
    }
}

impl Input {
    /// The input as a person reads it: declarations, then the call. Bytes of unions that the member
    /// shown does not have are not spoken of.
    ///
    /// Fails only when an object has a type that C has no name for.
    pub fn render_call(&self, space: &Space) -> Result<String, Unnameable> {
        let rendering = self.render_as(space, Storage::Local, false)?;
        let mut text = String::new();
        for line in &rendering.setup {
            text.push_str(line);
            text.push('\n');
        }
        Ok(text + &rendering.call + ";\n")
    }

    /// The input as C, in pieces: every byte of the objects that a member can be read from is set.
    pub fn render(&self, space: &Space, storage: Storage) -> Result<Rendering, Unnameable> {
        self.render_as(space, storage, true)
    }

    /// Whether an object is what a variable of its type can hold: one element, no flexible array in use.
    fn is_one(&self, space: &Space, object: ObjectId) -> bool {
        self.elems(space, object) == u64::from(space.object(object).flexible.is_none())
    }

    fn render_as(&self, space: &Space, storage: Storage, exact: bool) -> Result<Rendering, Unnameable> {
        let mut names = Names::new(self, space);
        // Arguments that are structs become variables named like their parameters.
        let arg_names: Vec<String> = space.args().iter().map(|a| names.for_param(&a.name)).collect();
        let mut renderer = Renderer {
            input: self,
            space,
            storage,
            exact,
            names,
            // Globals are there before anything else.
            declared: space.globals().iter().copied().collect(),
            links: Vec::new(),
        };
        let mut setup = match storage {
            Storage::Local => renderer.local_objects()?,
            Storage::Heap => renderer.heap_objects()?,
        };
        setup.append(&mut renderer.links);
        let mut arguments = Vec::new();
        for (arg, name) in space.args().iter().zip(arg_names) {
            let tree = space.tree(0, declared(space.types(), arg.ty), arg.offset, false);
            if matches!(tree.node, Node::Struct(_) | Node::Union(..)) {
                let value = renderer.value(&tree, &name)?;
                setup.push(format!("{} = {value};", space.types().c_decl(tree.ty, &name)?));
                renderer.clear(&tree, &name);
                setup.append(&mut renderer.links);
                arguments.push(name);
            } else {
                arguments.push(renderer.value(&tree, &name)?);
            }
        }
        for (id, _) in renderer.names.marks.clone() {
            setup.push(renderer.declaration(id)?);
        }
        setup.append(&mut renderer.links);
        for id in space.globals() {
            renderer.global(*id, &mut setup)?;
        }
        let call = match space.fixed_call() {
            Some(call) => call.to_owned(),
            None => format!("{}({})", space.function(), arguments.join(", ")),
        };
        let pointers = renderer.names.list.iter().map(|(id, _)| *id).filter(|id| !self.is_one(space, *id));
        let pointers = pointers.collect();
        let mut marks = Vec::new();
        for (id, name) in &renderer.names.marks {
            if let Origin::Mark(mark, _) = space.object(*id).origin {
                marks.push((space.mark_name(mark, 0), name.clone(), self.elems(space, *id)));
            }
        }
        Ok(Rendering { setup, call, objects: renderer.names.list, storage, marks, pointers })
    }
}

pub(crate) struct Renderer<'a> {
    pub input: &'a Input,
    pub space: &'a Space,
    storage: Storage,
    /// Whether to set what C leaves open of a union, too.
    pub exact: bool,
    pub names: Names,
    /// What can be referred to already.
    pub declared: FxHashSet<ObjectId>,
    /// Assignments for what an initialiser cannot say: pointers to objects that are declared later,
    /// and unions that are more than one of their members.
    pub links: Vec<String>,
}

impl Renderer<'_> {
    /// The objects as variables.
    fn local_objects(&mut self) -> Result<Vec<String>, Unnameable> {
        let mut lines = Vec::new();
        for id in self.order() {
            if self.space.object(id).flexible.is_none() || self.input.is_one(self.space, id) {
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

    /// Assignments to what of a global is not as it starts.
    fn global(&mut self, id: ObjectId, lines: &mut Vec<String>) -> Result<(), Unnameable> {
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
        let mut seen = FxHashSet::default();
        // A list may be thousands of objects long: the stack is our own. Each entry holds an object
        // and the targets that were not looked at yet.
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

    fn target(&self, v: VarId) -> Option<(ObjectId, u64)> {
        self.space.object_containing(self.input.get(self.space, v))
    }

    fn declaration(&mut self, id: ObjectId) -> Result<String, Unnameable> {
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
        // What is zero is left out, but what is linked later still has to be.
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
                Some(Kind::Int(int)) if int.name == "char" => {}
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

    /// What stands for something that is no input.
    pub fn nothing(&self, ty: TypeId) -> &'static str {
        let is_pointer = matches!(self.space.types().stripped_kind(ty), Some(Kind::Pointer(_)));
        if is_pointer { "NULL" } else { "0" }
    }

    fn scalar(&mut self, v: VarId, tree: &Tree<'_>, place: &str) -> Result<String, Unnameable> {
        let value = self.input.get(self.space, v);
        let VarKind::Pointer { pointee } = self.kind(v) else {
            return Ok(self.number(tree.ty, value));
        };
        // A union may have another pointer in the same place.
        let pointee = match self.space.types().stripped_kind(tree.ty) {
            Some(Kind::Pointer(Some(target))) => *target,
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
            let ty = declared(self.space.types(), tree.ty);
            format!("*({})&{place} = {pointer};", self.space.types().c_pointer(ty, "")?)
        } else {
            format!("{place} = {pointer};")
        });
        Ok("NULL".to_owned())
    }

    /// The pointer to the start of an object with that name; the names of arrays and of allocated objects
    /// are pointers already.
    fn start_of(&self, object: ObjectId, name: &str) -> String {
        let is_variable = self.storage == Storage::Local && self.input.is_one(self.space, object);
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

/// The expression for a member; that of an anonymous one is the whole.
fn member(place: &str, name: &str) -> String {
    if name.is_empty() { place.to_owned() } else { format!("{place}.{name}") }
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
    let at = declared(space.types(), ty);
    matches!(space.types().kind(at), Kind::Qualified { .. })
}
