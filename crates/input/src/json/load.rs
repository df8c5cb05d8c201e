//! Reads inputs from JSON.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;
use serde_json::{Map, Value};

use super::reader::{Reader, as_object, get, no_others, wrong};
use super::{FORMAT_VERSION, LoadError, OWN_KEYS};
use crate::input::Input;
use crate::object::ObjectId;
use crate::space::Space;

/// An input read from a file.
#[derive(Clone, PartialEq, Debug)]
pub struct Loaded {
    /// The input.
    pub input: Input,
    /// The fields that the writer kept beside it.
    pub fields: Map<String, Value>,
    objects: Map<String, Value>,
    found: FxHashMap<String, ObjectId>,
    marks: VecDeque<Value>,
}

impl Loaded {
    /// Whether values are left that no mark has asked for yet.
    pub fn has_marks(&self) -> bool {
        !self.marks.is_empty()
    }

    /// Gives the file's next mark to the mark that asks for the `k`-th time, with elements of `size`
    /// bytes.
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
    reader.clear(space, 0);
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
