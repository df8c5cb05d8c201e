//! The program's variables with static storage, as objects of the space.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::object::{Object, ObjectId, Origin};

/// The objects that are globals, and their initial bytes.
#[derive(Clone, Default, Debug)]
pub(super) struct Globals {
    inputs: Vec<ObjectId>,
    // keep their initial value, but are watched
    fixed: Vec<ObjectId>,
    // the inputs that files outside the program may set
    open: FxHashSet<ObjectId>,
    // the inputs that other files can point to
    exposed: Vec<ObjectId>,
    // invariant: one entry for every global
    initial: FxHashMap<ObjectId, Vec<u8>>,
}

impl Globals {
    /// Adds a global that is an input.
    pub fn add_input(&mut self, id: ObjectId, initial: &[u8]) {
        self.inputs.push(id);
        self.initial.insert(id, initial.to_vec());
    }

    /// Adds a global that keeps its initial value.
    pub fn add_fixed(&mut self, id: ObjectId, initial: &[u8]) {
        self.fixed.push(id);
        self.initial.insert(id, initial.to_vec());
    }

    /// Marks the input added last as one that files outside the program may set.
    pub fn open_last(&mut self) {
        self.open.extend(self.inputs.last());
    }

    /// Marks the input added last as one that other files can point to.
    pub fn expose_last(&mut self) {
        self.exposed.extend(self.inputs.last());
    }

    pub fn exposed(&self) -> &[ObjectId] {
        &self.exposed
    }

    pub fn inputs(&self) -> &[ObjectId] {
        &self.inputs
    }

    pub fn fixed(&self) -> &[ObjectId] {
        &self.fixed
    }

    pub fn is_open(&self, id: ObjectId) -> bool {
        self.open.contains(&id)
    }

    /// The initial bytes; empty for an object that is no global.
    pub fn initial_bytes(&self, id: ObjectId) -> &[u8] {
        self.initial.get(&id).map_or(&[], Vec::as_slice)
    }
}

/// Whether an object is the global of that name.
pub(super) fn is_named(object: &Object, name: &str) -> bool {
    matches!(&object.origin, Origin::Global(n) if n == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_input_is_opened() {
        let mut globals = Globals::default();
        globals.open_last();
        globals.add_input(1, &[1, 2]);
        globals.add_input(2, &[3]);
        globals.open_last();
        globals.add_fixed(3, &[4]);
        assert_eq!((globals.inputs(), globals.fixed()), (&[1, 2][..], &[3][..]));
        assert_eq!([1, 2, 3].map(|id| globals.is_open(id)), [false, true, false]);
        assert_eq!([1, 3, 9].map(|id| globals.initial_bytes(id).len()), [2, 1, 0]);
    }
}
