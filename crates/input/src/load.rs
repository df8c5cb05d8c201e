//! Inputs as JSON, read: every value is checked against the types of the function.

use std::collections::VecDeque;

use acute_types::nearest;
use rustc_hash::FxHashMap;
use serde_json::{Map, Value};

use crate::input::Input;
use crate::json::{FORMAT_VERSION, OWN_KEYS, type_text};
use crate::object::{NoObject, ObjectId, Origin, VarId, VarKind};
use crate::space::Space;
use crate::tree::{Node, Tree};

/// Why a saved input cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LoadError {
    /// The text is no JSON.
    NotJson(String),
    /// The file was written by another version of the format.
    OtherVersion(String),
    /// The input belongs to another function.
    OtherFunction {
        /// The function that was asked for.
        expected: String,
        /// The function in the file.
        found: String,
    },
    /// A value that must be there is not.
    Missing {
        /// Where it must be.
        at: String,
    },
    /// The file has a value that the type does not have.
    Unknown {
        /// Where it is.
        at: String,
        /// What may have been meant.
        near: Option<String>,
    },
    /// A value is not of its type.
    WrongType {
        /// Where it is.
        at: String,
        /// What belongs there.
        expected: String,
        /// What is there.
        found: String,
    },
    /// A reference to an object that the file does not have.
    Dangling {
        /// Where the reference is.
        at: String,
        /// The name of the object.
        name: String,
    },
    /// No pointer of the right type leads to the start of an object.
    OtherType {
        /// Where the reference is.
        at: String,
        /// The name of the object.
        name: String,
        /// The type that it has in the file.
        ty: String,
    },
    /// The space cannot hold the objects of the input.
    NoObject {
        /// The name of the object.
        name: String,
        /// Why not.
        why: NoObject,
    },
}

impl std::fmt::Display for LoadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            LoadError::NotJson(why) => write!(f, "not JSON: {why}"),
            LoadError::OtherVersion(found) => {
                write!(f, "format version {found}, but this program reads version {FORMAT_VERSION}")
            }
            LoadError::OtherFunction { expected, found } => {
                write!(f, "an input of function `{found}`, not of `{expected}`")
            }
            LoadError::Missing { at } => write!(f, "{at}: missing"),
            LoadError::Unknown { at, near: None } => write!(f, "{at}: there is no such thing"),
            LoadError::Unknown { at, near: Some(near) } => {
                write!(f, "{at}: there is no such thing (did you mean `{near}`?)")
            }
            LoadError::WrongType { at, expected, found } => {
                write!(f, "{at}: expected {expected}, found {found}")
            }
            LoadError::Dangling { at, name } => write!(f, "{at}: there is no object `{name}`"),
            LoadError::OtherType { at, name, ty } => {
                write!(f, "{at}: `{name}` is a `{ty}`, which this pointer cannot be given")
            }
            LoadError::NoObject { name, why } => write!(f, "object `{name}`: {why}"),
        }
    }
}

impl std::error::Error for LoadError {}

/// An input out of a file.
#[derive(Clone, PartialEq, Debug)]
pub struct Loaded {
    /// The input.
    pub input: Input,
    /// What the writer kept beside it.
    pub fields: Map<String, Value>,
    objects: Map<String, Value>,
    found: FxHashMap<String, ObjectId>,
    marks: VecDeque<Value>,
}

impl Loaded {
    /// Gives the next mark of the file to the mark that asks for it: its name and the size of its elements.
    pub fn supply(
        &mut self,
        space: &mut Space,
        site: u64,
        name: &str,
        size: u64,
        k: u32,
    ) -> Result<(), LoadError> {
        let at = format!("mark `{name}`");
        let saved = self.marks.pop_front().ok_or_else(|| LoadError::Missing { at: at.clone() })?;
        let saved = as_object(&saved, &at)?;
        no_others(saved, &["name", "type", "value", "values"], &at)?;
        if saved.get("name").and_then(Value::as_str) != Some(name) {
            let found = saved.get("name").cloned().unwrap_or_default();
            return Err(wrong(&at, "an input of that name", &found));
        }
        let elems = saved.get("values").and_then(Value::as_array).map_or(1, |v| v.len() as u64);
        let mark = space.mark(site, size, || name.to_owned());
        let object = space.object_for_mark(mark, k, elems);
        let object = object.map_err(|why| LoadError::NoObject { name: at.clone(), why })?;
        let mut reader = Reader::new(&self.objects, std::mem::take(&mut self.found));
        reader.elements(space, object, saved, &at)?;
        self.found = reader.finish(space, &mut self.input)?;
        self.input.give(object);
        Ok(())
    }
}

/// Reads an input of the function that `space` belongs to.
pub fn load(text: &str, space: &mut Space) -> Result<Loaded, LoadError> {
    let root: Value = serde_json::from_str(text).map_err(|e| LoadError::NotJson(e.to_string()))?;
    let root = root.as_object().ok_or_else(|| wrong("the file", "an object", &root))?;
    let version = get(root, "version", "`version`")?;
    if version.as_u64() != Some(FORMAT_VERSION) {
        return Err(LoadError::OtherVersion(version.to_string()));
    }
    let function = get(root, "function", "`function`")?;
    if function.as_str() != Some(space.function()) {
        let found = function.as_str().map_or(function.to_string(), str::to_owned);
        return Err(LoadError::OtherFunction { expected: space.function().to_owned(), found });
    }
    let arguments = as_object(get(root, "arguments", "`arguments`")?, "`arguments`")?;
    let objects = as_object(get(root, "objects", "`objects`")?, "`objects`")?;
    let mut reader = Reader::new(objects, FxHashMap::default());
    let known: Vec<&str> = space.args().iter().map(|a| a.name.as_str()).collect();
    no_others(arguments, &known, "argument")?;
    for arg in space.args() {
        let at = format!("argument `{}`", arg.name);
        let value = get(arguments, &arg.name, &at)?;
        reader.read(space, &space.tree(0, arg.ty, arg.offset, false), value, &at)?;
    }
    if let Some(globals) = root.get("globals") {
        reader.globals(space, as_object(globals, "`globals`")?)?;
    }
    let mut input = Input::new();
    let found = reader.finish(space, &mut input)?;
    let marks = match root.get("marks") {
        Some(marks) => marks.as_array().ok_or_else(|| wrong("`marks`", "an array", marks))?.clone(),
        None => vec![],
    };
    let own = |key: &str| OWN_KEYS.contains(&key);
    let fields = root.iter().filter(|(k, _)| !own(k)).map(|(k, v)| (k.clone(), v.clone())).collect();
    Ok(Loaded { input, fields, objects: objects.clone(), found, marks: marks.into() })
}

/// A pointer and the object that it refers to.
struct Link {
    var: VarId,
    name: String,
    offset: u64,
    at: String,
}

struct Reader<'a> {
    objects: &'a Map<String, Value>,
    found: FxHashMap<String, ObjectId>,
    values: Vec<(VarId, u64)>,
    elems: Vec<(ObjectId, u64)>,
    links: VecDeque<Link>,
}

impl<'a> Reader<'a> {
    fn new(objects: &'a Map<String, Value>, found: FxHashMap<String, ObjectId>) -> Reader<'a> {
        Reader { objects, found, values: vec![], elems: vec![], links: VecDeque::new() }
    }

    /// Reads the globals that are not as they start.
    fn globals(&mut self, space: &Space, globals: &Map<String, Value>) -> Result<(), LoadError> {
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
    fn finish(
        mut self,
        space: &mut Space,
        input: &mut Input,
    ) -> Result<FxHashMap<String, ObjectId>, LoadError> {
        let links = self.make_objects(space)?;
        for (v, value) in self.values {
            input.set(space, v, value);
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
    fn elements(
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
        let elems = values.len() as u64;
        space.grow(id, elems).map_err(|why| LoadError::NoObject { name: at.to_owned(), why })?;
        if elems > space.object(id).least {
            self.elems.push((id, elems));
        }
        for (tree, value) in space.elements(id, elems).iter().zip(values) {
            self.read(space, tree, value, at)?;
        }
        Ok(())
    }

    fn read(&mut self, space: &Space, tree: &Tree<'_>, value: &Value, at: &str) -> Result<(), LoadError> {
        match &tree.node {
            Node::Var(v) => {
                if let Some(bits) = self.scalar(space, *v, value, at)? {
                    self.values.push((*v, bits));
                }
                Ok(())
            }
            Node::Null if value.is_null() => Ok(()),
            Node::Null => Err(wrong(at, "null (this pointer is no input)", value)),
            Node::Struct(fields) => {
                let map = as_object(value, at)?;
                let known: Vec<&str> = fields.iter().map(|(name, _)| *name).collect();
                no_others(map, &known, &format!("{at}: field"))?;
                for (name, part) in fields {
                    let at = format!("{at}: field `{name}`");
                    self.read(space, part, get(map, name, &at)?, &at)?;
                }
                Ok(())
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

    /// The bits of a value; `None` for a reference, which is resolved when all objects are there.
    fn scalar(&mut self, space: &Space, v: VarId, value: &Value, at: &str) -> Result<Option<u64>, LoadError> {
        let var = &space.vars()[v as usize];
        let bits = 8 * u32::from(var.bytes);
        let found = match var.kind {
            VarKind::Bool => match value.as_bool() {
                Some(b) => Some(u64::from(b)),
                None => value.as_u64().filter(|n| *n < 256),
            },
            VarKind::Int { signed: false } | VarKind::Enum { signed: false } => {
                value.as_u64().filter(|n| bits == 64 || n >> bits == 0)
            }
            VarKind::Int { signed: true } | VarKind::Enum { signed: true } => {
                let fits = |n: &i64| bits == 64 || (-(1 << (bits - 1))..1 << (bits - 1)).contains(n);
                value.as_i64().filter(fits).map(|n| n as u64)
            }
            VarKind::Float => {
                let found = value.get("bits").and_then(Value::as_str).and_then(hex);
                found.filter(|n| bits == 64 || n >> bits == 0)
            }
            VarKind::Pointer { .. } if value.is_null() => Some(0),
            VarKind::Pointer { .. } => match value.get("ref").and_then(Value::as_str) {
                Some(name) => {
                    let offset = value.get("offset").and_then(Value::as_u64).unwrap_or(0);
                    self.links.push_back(Link { var: v, name: name.to_owned(), offset, at: at.to_owned() });
                    return Ok(None);
                }
                None => value.get("address").and_then(Value::as_str).and_then(hex),
            },
        };
        let ty = || space.types().c_decl(var.ty, "").unwrap_or_else(|e| e.to_string());
        found.map(Some).ok_or_else(|| wrong(at, &format!("a value of type `{}`", ty()), value))
    }
}

fn hex(text: &str) -> Option<u64> {
    u64::from_str_radix(text.strip_prefix("0x")?, 16).ok()
}

fn get<'a>(map: &'a Map<String, Value>, key: &str, at: &str) -> Result<&'a Value, LoadError> {
    map.get(key).ok_or_else(|| LoadError::Missing { at: at.to_owned() })
}

fn as_object<'a>(value: &'a Value, at: &str) -> Result<&'a Map<String, Value>, LoadError> {
    value.as_object().ok_or_else(|| wrong(at, "an object", value))
}

fn no_others(map: &Map<String, Value>, known: &[&str], what: &str) -> Result<(), LoadError> {
    match map.keys().find(|key| !known.contains(&key.as_str())) {
        Some(key) => {
            let near = nearest(known.iter().copied(), key).map(str::to_owned);
            Err(LoadError::Unknown { at: format!("{what} `{key}`"), near })
        }
        None => Ok(()),
    }
}

fn wrong(at: &str, expected: &str, found: &Value) -> LoadError {
    let mut text = found.to_string();
    if text.len() > 60 {
        text = format!("{} ...", text.chars().take(56).collect::<String>());
    }
    LoadError::WrongType { at: at.to_owned(), expected: expected.to_owned(), found: text }
}
