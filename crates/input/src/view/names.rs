//! Names for the objects of an input, the same in saved inputs and in tests.
//!
//! Every name is an identifier of the unit's language and differs from the unit's own names.

use acute_types::{TypeKind, is_identifier};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::input::Input;
use crate::object::{ObjectId, Origin, VarKind};
use crate::space::Space;

/// The objects of an input with their names, in the order they are reached in.
pub struct Names {
    /// The objects that pointers lead to.
    pub list: Vec<(ObjectId, String)>,
    /// The objects that marks are given, in order.
    pub marks: Vec<(ObjectId, String)>,
    by_object: FxHashMap<ObjectId, String>,
    /// All names in use.
    taken: FxHashSet<String>,
    /// The names in use that a test may have to write: types, enumerators, globals, the function.
    words: FxHashSet<String>,
}

impl Names {
    /// Names every reachable object by its struct, or by the pointer that leads to it first.
    ///
    /// A name depends on the shape of the input only, not on which pointer the space made the
    /// object for: a saved input has the same names when it was loaded again.
    pub fn new(input: &Input, space: &Space) -> Names {
        let words = words(space);
        let taken = words.iter().cloned().chain(space.args().iter().map(|a| a.name.clone())).collect();
        let mut names =
            Names { list: Vec::new(), marks: Vec::new(), by_object: FxHashMap::default(), taken, words };
        for id in space.globals() {
            if let Origin::Global(name) = &space.object(*id).origin {
                names.taken.insert(name.clone());
                names.words.insert(name.clone());
                names.by_object.insert(*id, name.clone());
            }
        }
        let mut met: FxHashMap<String, u32> = FxHashMap::default();
        for id in input.marks() {
            let Origin::Mark(mark, _) = space.object(*id).origin else { continue };
            let base = identifier(&space.mark_name(mark, 0));
            let count = met.entry(base.clone()).or_default();
            let name = names.for_mark(base, count);
            names.by_object.insert(*id, name.clone());
            names.marks.push((*id, name));
        }
        let mut counts: FxHashMap<String, u32> = FxHashMap::default();
        for object in input.reachable(space) {
            for v in input.vars(space, object) {
                if !matches!(space.vars()[v as usize].kind, VarKind::Pointer { .. }) {
                    continue;
                }
                let Some((target, _)) = space.object_containing(input.get(space, v)) else {
                    continue;
                };
                if target == 0 || names.by_object.contains_key(&target) {
                    continue;
                }
                let base = names.base(space, target, space.path(v), object);
                let count = counts.entry(base.clone()).or_default();
                let name = loop {
                    *count += 1;
                    let name = format!("{base}{count}");
                    if names.taken.insert(name.clone()) {
                        break name;
                    }
                };
                names.by_object.insert(target, name.clone());
                names.list.push((target, name));
            }
        }
        names
    }

    /// The name of an object of the input.
    pub fn of(&self, object: ObjectId) -> Option<&str> {
        self.by_object.get(&object).map(String::as_str)
    }

    /// A name for the object of a mark: the mark's own, or one like it with a number above `count`, which becomes
    /// that number. A mark in a loop is met thousands of times.
    fn for_mark(&mut self, base: String, count: &mut u32) -> String {
        loop {
            *count += 1;
            let name = if *count == 1 { base.clone() } else { format!("{base}_{count}") };
            if is_identifier(&name) && self.taken.insert(name.clone()) {
                return name;
            }
        }
    }

    /// The name of a parameter, or one like it where that would shadow another name.
    pub fn for_param(&mut self, wanted: &str) -> String {
        if !self.words.contains(wanted) && is_identifier(wanted) {
            return wanted.to_owned();
        }
        let mut n = 1;
        loop {
            let name = format!("{}_{n}", identifier(wanted));
            if self.taken.insert(name.clone()) {
                return name;
            }
            n += 1;
        }
    }

    fn base(&self, space: &Space, target: ObjectId, path: &str, from: ObjectId) -> String {
        let record = space.object(target).ty.and_then(|ty| match space.types().stripped_kind(ty) {
            Some(TypeKind::Struct(r) | TypeKind::Union(r)) => r.name(),
            _ => None,
        });
        // The last word of the path: `.a[2].x` gives `x`.
        let word = |c: char| !(c.is_alphanumeric() || c == '_');
        let named = path.split(word).rfind(|w| w.starts_with(|c: char| !c.is_ascii_digit()));
        let base = match (record, named) {
            (Some(record), _) => identifier(record),
            (None, Some(field)) => identifier(field),
            // A pointer to a pointer: named like the pointer itself.
            (None, None) => {
                let name = self.of(from).unwrap_or("object");
                identifier(name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '_'))
            }
        };
        // The number that follows must not run into one that is there.
        if base.ends_with(|c: char| c.is_ascii_digit()) { base + "_" } else { base }
    }
}

/// The names of types, enumerators and the function.
fn words(space: &Space) -> FxHashSet<String> {
    let mut words = FxHashSet::default();
    words.insert(space.function().to_owned());
    for id in space.types().ids() {
        match space.types().kind(id) {
            TypeKind::Typedef { name, .. } => {
                words.insert(name.clone());
            }
            TypeKind::Enum(e) => words.extend(e.enumerators.iter().map(|e| e.name.clone())),
            _ => {}
        }
    }
    words
}

/// The text as an identifier of C: other characters become underscores.
fn identifier(text: &str) -> String {
    let word = |c: char| if c.is_ascii_alphanumeric() || c == '_' { c } else { '_' };
    let mut name: String = text.chars().map(word).collect();
    if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) {
        name.insert(0, '_');
    }
    name
}
