//! One input: a value for every variable of a space.

use crate::REDZONE;
use crate::init::mask;
use crate::object::{ObjectId, VarId, VarKind};
use crate::space::Space;
use crate::view::sign_extend;

/// A value for every variable; variables that were never set have their default value.
#[derive(Clone, Default, PartialEq, Eq, Hash, Debug)]
pub struct Input {
    // By VarId; variables behind the end have their default value.
    values: Vec<u64>,
    // invariant: sorted by object; those that have more elements than they must
    elems: Vec<(ObjectId, u64)>,
    // In the order they were first asked for.
    marks: Vec<ObjectId>,
}

impl Input {
    /// The input with all default values: all pointers NULL.
    pub fn new() -> Input {
        Input::default()
    }

    /// The memory it takes, approximately.
    pub fn bytes(&self) -> usize {
        self.values.capacity() * 8 + self.elems.capacity() * 16 + self.marks.capacity() * 4
    }

    /// The value of a variable, as its bits without a sign.
    pub fn get(&self, space: &Space, v: VarId) -> u64 {
        match self.values.get(v as usize) {
            Some(value) => *value,
            None => space.default_value(v),
        }
    }

    /// Gives a variable a value; bits that it has no room for are dropped.
    pub fn set(&mut self, space: &Space, v: VarId, value: u64) {
        let Some(var) = space.vars().get(v as usize) else {
            return;
        };
        while self.values.len() <= v as usize {
            self.values.push(space.default_value(self.values.len() as VarId));
        }
        self.values[v as usize] = value & mask(var.bytes);
    }

    /// The number of elements of an object.
    pub fn elems(&self, space: &Space, object: ObjectId) -> u64 {
        match self.elems.binary_search_by_key(&object, |(o, _)| *o) {
            Ok(k) => self.elems[k].1,
            Err(_) => space.object(object).least,
        }
    }

    /// Gives an object that many elements; the space must have the variables ([`Space::grow`]).
    pub fn set_elems(&mut self, object: ObjectId, elems: u64) {
        match self.elems.binary_search_by_key(&object, |(o, _)| *o) {
            Ok(k) => self.elems[k].1 = elems,
            Err(k) => self.elems.insert(k, (object, elems)),
        }
    }

    /// The size of an object in bytes.
    pub fn size(&self, space: &Space, object: ObjectId) -> u64 {
        space.object(object).layout.size(self.elems(space, object))
    }

    /// Whether an address is behind the end of an object that has all the elements it can have, closer to it than to
    /// any other.
    pub fn ends_before(&self, space: &Space, address: u64) -> bool {
        let before = space.object_before(address);
        before.is_some_and(|id| {
            let object = space.object(id);
            let behind = address - object.address;
            let room = object.reserve()..object.reserve() + REDZONE;
            room.contains(&behind) && self.elems(space, id) == object.most && object.most > object.least
        })
    }

    /// The variables of an object that the input has.
    pub fn vars<'a>(
        &self,
        space: &'a Space,
        object: ObjectId,
    ) -> impl DoubleEndedIterator<Item = VarId> + 'a {
        let (object, size) = (space.object(object), self.size(space, object));
        // Without growth, which is the rule, nothing has to be left out.
        let all = object.layout.size(object.made) <= size;
        object.vars().filter(move |v| all || space.vars()[*v as usize].offset < size)
    }

    /// Whether a variable of an object differs from its default value.
    pub fn changes(&self, space: &Space, object: ObjectId) -> bool {
        space.object(object).vars().any(|v| self.get(space, v) != space.default_value(v))
    }

    /// Whether a global differs from its initial value.
    pub fn changes_globals(&self, space: &Space) -> bool {
        space.globals().iter().any(|id| self.changes(space, *id))
    }

    /// Resets all globals to their initial values.
    pub fn reset_globals(&mut self, space: &Space) {
        for v in space.globals().iter().flat_map(|id| space.object(*id).vars()) {
            self.set(space, v, space.default_value(v));
        }
    }

    /// Whether a pointer leads into an object of another type or behind the start of one, and did not so at first.
    pub fn overlaps(&self, space: &Space) -> bool {
        let objects = self.reachable(space);
        objects.into_iter().flat_map(|id| self.vars(space, id)).any(|v| {
            let value = self.get(space, v);
            let is_pointer = matches!(space.vars()[v as usize].kind, VarKind::Pointer { .. });
            let is_chosen = is_pointer && value != 0 && value != space.default_value(v);
            let target = space.object_containing(value).filter(|_| is_chosen);
            target.is_some_and(|(id, offset)| offset != 0 || !space.fits(v, id))
        })
    }

    /// The objects that marks are given, in the order of the first requests.
    pub fn marks(&self) -> &[ObjectId] {
        &self.marks
    }

    /// Gives a mark an object; returns false if it has it already.
    pub fn give(&mut self, object: ObjectId) -> bool {
        let is_new = !self.marks.contains(&object);
        if is_new {
            self.marks.push(object);
        }
        is_new
    }

    /// Keeps only the objects that marks took, in the order they took them.
    pub fn keep_marks(&mut self, taken: &[ObjectId]) {
        if self.marks != taken {
            self.marks = taken.to_vec();
        }
    }

    /// The values of all variables of the space, by number.
    pub fn values(&mut self, space: &Space) -> &[u64] {
        while self.values.len() < space.vars().len() {
            self.values.push(space.default_value(self.values.len() as VarId));
        }
        &self.values
    }

    /// The value of a variable with its sign, for signed integers.
    pub fn get_signed(&self, space: &Space, v: VarId) -> i64 {
        let bytes = space.vars().get(v as usize).map_or(8, |var| var.bytes);
        sign_extend(self.get(space, v), bytes)
    }
}
