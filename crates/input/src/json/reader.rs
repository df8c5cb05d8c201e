//! Reads values of a saved input; each is checked against the types of the function.

use std::collections::VecDeque;

use acute_types::nearest;
use rustc_hash::FxHashMap;
use serde_json::{Map, Value};

use super::{LoadError, bytes_key, type_text};
use crate::input::Input;
use crate::object::{ObjectId, Origin, VarId, VarKind};
use crate::space::Space;
use crate::view::bits::{form_of, low, pieces};
use crate::view::{Bits, Form, Node, Tree};

/// A pointer and the object that it refers to.
struct Link {
    var: VarId,
    name: String,
    offset: u64,
    at: String,
}

/// Bits of a variable.
struct Part {
    var: VarId,
    mask: u64,
    value: u64,
}

/// Collects values and links, which are set when all objects exist.
pub(super) struct Reader<'a> {
    objects: &'a Map<String, Value>,
    found: FxHashMap<String, ObjectId>,
    // invariant: later ones count
    values: Vec<Part>,
    elems: Vec<(ObjectId, u64)>,
    links: VecDeque<Link>,
}

impl<'a> Reader<'a> {
    pub fn new(objects: &'a Map<String, Value>, found: FxHashMap<String, ObjectId>) -> Reader<'a> {
        Reader { objects, found, values: vec![], elems: vec![], links: VecDeque::new() }
    }

    /// Starts an object: bytes that the file does not name, like padding between bit-fields, are zero.
    pub fn clear(&mut self, space: &Space, object: ObjectId) {
        self.values.extend(space.object(object).vars().map(|var| Part { var, mask: u64::MAX, value: 0 }));
    }

    /// Reads the globals that differ from their initial values.
    pub fn globals(&mut self, space: &Space, globals: &Map<String, Value>) -> Result<(), LoadError> {
        let named = |id: &ObjectId| match &space.object(*id).origin {
            Origin::Global(name) => name.as_str(),
            _ => "",
        };
        let known: Vec<&str> = space.globals().iter().map(named).collect();
        no_others(globals, &known, "global")?;
        for (id, name) in space.globals().iter().zip(known) {
            if let (Some(value), Some(ty)) = (globals.get(name), space.object(*id).ty) {
                self.read(space, &space.tree(*id, ty, 0, false), value, &format!("global `{name}`"))?;
            }
        }
        Ok(())
    }

    /// Makes the objects that were referred to and puts everything into the input.
    pub fn finish(
        mut self,
        space: &mut Space,
        input: &mut Input,
    ) -> Result<FxHashMap<String, ObjectId>, LoadError> {
        let links = self.make_objects(space)?;
        for Part { var, mask, value } in self.values {
            let others = input.get(space, var) & !mask;
            input.set(space, var, others | value & mask);
        }
        for (object, elems) in self.elems {
            input.set_elems(object, elems);
        }
        for link in links {
            let Some(target) = self.found.get(&link.name) else {
                let ty = self.objects.get(&link.name).and_then(|o| o.get("type")).and_then(Value::as_str);
                let ty = ty.unwrap_or_default().to_owned();
                return Err(LoadError::OtherType { at: link.at, name: link.name, ty });
            };
            input.set(space, link.var, space.address(*target).wrapping_add(link.offset));
        }
        Ok(self.found)
    }

    /// Follows the links read so far, makes their objects and reads those; gives back all links.
    fn make_objects(&mut self, space: &mut Space) -> Result<Vec<Link>, LoadError> {
        let mut done = Vec::new();
        while let Some(link) = self.links.pop_front() {
            // The program's own variables are there already.
            if let Some(id) = space.global(&link.name) {
                self.found.insert(link.name.clone(), id);
                done.push(link);
                continue;
            }
            let object = self.objects.get(&link.name);
            let object =
                object.ok_or_else(|| LoadError::Dangling { at: link.at.clone(), name: link.name.clone() })?;
            let at = format!("object `{}`", link.name);
            let object = as_object(object, &at)?;
            no_others(object, &["type", "value", "values"], &at)?;
            let saved = get(object, "type", &format!("{at}: `type`"))?;
            let pointee = match space.vars()[link.var as usize].kind {
                VarKind::Pointer { pointee } => type_text(space, pointee),
                _ => String::new(),
            };
            let fits = saved.as_str() == Some(pointee.as_str());
            // A pointer into an object, or of another type, never makes it.
            if link.offset == 0 && !self.found.contains_key(&link.name) && fits {
                let id = space.object_for(link.var, 0);
                let id = id.map_err(|why| LoadError::NoObject { name: link.name.clone(), why })?;
                self.found.insert(link.name.clone(), id);
                self.elements(space, id, object, &at)?;
            }
            done.push(link);
        }
        Ok(done)
    }

    /// Reads the elements of an object: one `value`, or `values`.
    pub fn elements(
        &mut self,
        space: &mut Space,
        id: ObjectId,
        object: &Map<String, Value>,
        at: &str,
    ) -> Result<(), LoadError> {
        let values = match object.get("values") {
            Some(values) => {
                let list = values.as_array().ok_or_else(|| wrong(at, "an array", values))?;
                let most = space.object(id).most;
                if list.len() as u64 > most {
                    return Err(wrong(at, &format!("at most {most} values"), values));
                }
                list.iter().collect()
            }
            None => vec![get(object, "value", &format!("{at}: `value`"))?],
        };
        let elems = match &space.object(id).flexible {
            Some(array) => {
                let value = values.first().and_then(|v| v.pointer(&array.path.replace('.', "/")));
                let list = value.and_then(Value::as_array).map_or(0, |list| list.len() as u64);
                let most = space.object(id).most;
                if list > most {
                    return Err(wrong(at, &format!("at most {most} values"), value.unwrap_or(&Value::Null)));
                }
                list
            }
            None => values.len() as u64,
        };
        space.grow(id, elems).map_err(|why| LoadError::NoObject { name: at.to_owned(), why })?;
        if elems > space.object(id).least {
            self.elems.push((id, elems));
        }
        self.clear(space, id);
        for (tree, value) in space.elements(id, elems).iter().zip(values) {
            self.read(space, tree, value, at)?;
        }
        Ok(())
    }

    pub fn read(&mut self, space: &Space, tree: &Tree<'_>, value: &Value, at: &str) -> Result<(), LoadError> {
        match &tree.node {
            Node::Var(v) => self.var(space, *v, value, at),
            Node::Bits(bits) => self.bits(space, tree, bits, value, at),
            Node::Null if value.is_null() => Ok(()),
            Node::Null => Err(wrong(at, "null (this is no input)", value)),
            Node::Struct(_) | Node::Union(..) => {
                let map = as_object(value, at)?;
                let mut known = Vec::new();
                keys(tree, tree.offset, &mut known);
                let known: Vec<&str> = known.iter().map(String::as_str).collect();
                no_others(map, &known, &format!("{at}: field"))?;
                self.members(space, tree, tree.offset, map, at)
            }
            Node::Array(parts) => {
                let expected = || format!("an array of {} values", parts.len());
                let list = value.as_array().filter(|list| list.len() == parts.len());
                let list = list.ok_or_else(|| wrong(at, &expected(), value))?;
                for (i, (part, value)) in parts.iter().zip(list).enumerate() {
                    self.read(space, part, value, &format!("{at}: element {i}"))?;
                }
                Ok(())
            }
        }
    }

    /// The members of a struct; of a union the one that is there.
    fn members(
        &mut self,
        space: &Space,
        tree: &Tree<'_>,
        start: u64,
        map: &Map<String, Value>,
        at: &str,
    ) -> Result<(), LoadError> {
        match &tree.node {
            Node::Struct(members) => {
                members.iter().try_for_each(|member| self.member(space, member, start, map, at))
            }
            Node::Union(object, members) => {
                let bytes = map.get(&bytes_key(tree, start));
                let mut given = members.iter().filter(|member| is_given(member, start, map));
                match (bytes, given.next(), given.next()) {
                    (Some(bytes), None, None) => self.union_bytes(space, tree, *object, bytes, at),
                    (None, Some(member), None) => self.member(space, member, start, map, at),
                    (None, None, None) => {
                        Err(LoadError::Missing { at: format!("{at}: a member of the union") })
                    }
                    _ => Err(wrong(at, "one member of the union", &Value::Object(map.clone()))),
                }
            }
            _ => Ok(()),
        }
    }

    fn member(
        &mut self,
        space: &Space,
        (name, part): &(&str, Tree<'_>),
        start: u64,
        map: &Map<String, Value>,
        at: &str,
    ) -> Result<(), LoadError> {
        if name.is_empty() {
            return self.members(space, part, start, map, at);
        }
        let at = format!("{at}: field `{name}`");
        self.read(space, part, get(map, name, &at)?, &at)
    }

    /// A union byte by byte; a pointer stands for eight of them.
    fn union_bytes(
        &mut self,
        space: &Space,
        tree: &Tree<'_>,
        object: ObjectId,
        value: &Value,
        at: &str,
    ) -> Result<(), LoadError> {
        let list = value.as_array().ok_or_else(|| wrong(at, "an array of bytes", value))?;
        let mut offset = tree.offset;
        let end = offset + space.types().size(tree.ty).unwrap_or(0);
        for value in list {
            if let Some(byte) = value.as_u64().filter(|byte| *byte < 256 && offset < end) {
                // Where no member has a variable the byte is padding.
                for piece in pieces(space, object, offset * 8, 8).unwrap_or_default() {
                    self.values.push(Part { var: piece.var, mask: piece.mask(), value: byte << piece.shift });
                }
                offset += 1;
            } else if let Some(v) = space.var_at(object, offset).filter(|_| value.is_object()) {
                self.var(space, v, value, at)?;
                offset += u64::from(space.vars()[v as usize].bytes);
            } else {
                return Err(wrong(at, "the bytes of a union", value));
            }
        }
        if offset == end { Ok(()) } else { Err(wrong(at, "all bytes of the union", value)) }
    }

    fn bits(
        &mut self,
        space: &Space,
        tree: &Tree<'_>,
        bits: &Bits,
        value: &Value,
        at: &str,
    ) -> Result<(), LoadError> {
        let found = number(bits.form, bits.size, value);
        let number = found.ok_or_else(|| wrong(at, &what(space, tree.ty, Some(bits.size)), value))?;
        for piece in bits.pieces(space) {
            let value = number >> piece.at << piece.shift;
            self.values.push(Part { var: piece.var, mask: piece.mask(), value });
        }
        Ok(())
    }

    /// A variable; a reference is resolved when all objects are there.
    fn var(&mut self, space: &Space, v: VarId, value: &Value, at: &str) -> Result<(), LoadError> {
        let var = &space.vars()[v as usize];
        let found = match form_of(var.kind) {
            Some(form) => number(form, 8 * u32::from(var.bytes), value),
            None if value.is_null() => Some(0),
            // A global that points to where it does from the start.
            None if value.get("first") == Some(&Value::Bool(true)) => Some(space.default_value(v)),
            None => match value.get("ref").and_then(Value::as_str) {
                Some(name) => {
                    let offset = value.get("offset").and_then(Value::as_u64).unwrap_or(0);
                    self.links.push_back(Link { var: v, name: name.to_owned(), offset, at: at.to_owned() });
                    return Ok(());
                }
                None => value.get("address").and_then(Value::as_str).and_then(hex),
            },
        };
        let value = found.ok_or_else(|| wrong(at, &what(space, var.ty, None), value))?;
        self.values.push(Part { var: v, mask: u64::MAX, value });
        Ok(())
    }
}

/// A number of so many bits.
fn number(form: Form, bits: u32, value: &Value) -> Option<u64> {
    let fits = |n: &u64| n & !low(bits) == 0;
    match form {
        Form::Bool => match value.as_bool() {
            Some(b) => Some(u64::from(b)),
            None => value.as_u64().filter(fits),
        },
        Form::Unsigned => value.as_u64().filter(fits),
        Form::Signed => {
            let fits = |n: &i64| bits >= 64 || (-(1 << (bits - 1))..1 << (bits - 1)).contains(n);
            value.as_i64().filter(fits).map(|n| n as u64)
        }
        Form::Float => value.get("bits").and_then(Value::as_str).and_then(hex).filter(fits),
    }
}

/// Describes the value that is expected.
fn what(space: &Space, ty: acute_types::TypeId, bits: Option<u32>) -> String {
    let name = space.types().c_decl(ty, "").unwrap_or_else(|e| e.to_string());
    let whole = space.types().size(ty).unwrap_or(0) * 8;
    match bits.filter(|bits| u64::from(*bits) != whole) {
        Some(1) => format!("a value of type `{name}` with one bit"),
        Some(bits) => format!("a value of type `{name}` with {bits} bits"),
        None => format!("a value of type `{name}`"),
    }
}

/// The keys that a struct or union can have.
fn keys(tree: &Tree<'_>, start: u64, list: &mut Vec<String>) {
    let (Node::Struct(members) | Node::Union(_, members)) = &tree.node else { return };
    if matches!(tree.node, Node::Union(..)) {
        list.push(bytes_key(tree, start));
    }
    for (name, part) in members {
        if name.is_empty() {
            keys(part, start, list);
        } else {
            list.push((*name).to_owned());
        }
    }
}

/// Whether a file has a member of a union, or a member of it where it is anonymous.
fn is_given((name, part): &(&str, Tree<'_>), start: u64, map: &Map<String, Value>) -> bool {
    if !name.is_empty() {
        return map.contains_key(*name);
    }
    let mut own = Vec::new();
    keys(part, start, &mut own);
    own.iter().any(|key| map.contains_key(key))
}

fn hex(text: &str) -> Option<u64> {
    u64::from_str_radix(text.strip_prefix("0x")?, 16).ok()
}

pub(super) fn get<'a>(map: &'a Map<String, Value>, key: &str, at: &str) -> Result<&'a Value, LoadError> {
    map.get(key).ok_or_else(|| LoadError::Missing { at: at.to_owned() })
}

pub(super) fn as_object<'a>(value: &'a Value, at: &str) -> Result<&'a Map<String, Value>, LoadError> {
    value.as_object().ok_or_else(|| wrong(at, "an object", value))
}

pub(super) fn no_others(map: &Map<String, Value>, known: &[&str], what: &str) -> Result<(), LoadError> {
    match map.keys().find(|key| !known.contains(&key.as_str())) {
        Some(key) => {
            let near = nearest(known.iter().copied(), key).map(str::to_owned);
            Err(LoadError::Unknown { at: format!("{what} `{key}`"), near })
        }
        None => Ok(()),
    }
}

pub(super) fn wrong(at: &str, expected: &str, found: &Value) -> LoadError {
    let mut text = found.to_string();
    if text.len() > 60 {
        text = format!("{} ...", text.chars().take(56).collect::<String>());
    }
    LoadError::WrongType { at: at.to_owned(), expected: expected.to_owned(), found: text }
}
