//! The objects of a space and their addresses.

use std::ops::{Range, RangeInclusive};

use acute_types::TypeId;

use crate::object::{Layout, Object, ObjectId, Origin, VarId};
use crate::{INPUT_BASE, REDZONE};

/// All objects made so far, found by number or by address.
#[derive(Clone, Debug)]
pub(super) struct Objects {
    list: Vec<Object>,
    // invariant: all objects but fixed globals, sorted by address; their reserved ranges are at least
    // REDZONE bytes apart, globals excepted
    by_address: Vec<ObjectId>,
    // invariant: the addresses of `by_address`, in the same order
    starts: Vec<u64>,
    next_address: u64,
}

impl Objects {
    pub fn new() -> Objects {
        Objects { list: vec![], by_address: vec![], starts: vec![], next_address: INPUT_BASE }
    }

    pub fn all(&self) -> &[Object] {
        &self.list
    }

    pub fn get(&self, id: ObjectId) -> &Object {
        &self.list[id as usize]
    }

    pub fn get_mut(&mut self, id: ObjectId) -> &mut Object {
        &mut self.list[id as usize]
    }

    /// Adds an object behind all others. Its address range has room for all elements it may get.
    pub fn place(
        &mut self,
        ty: Option<TypeId>,
        layout: Layout,
        elems: RangeInclusive<u64>,
        align: u64,
        origin: Origin,
    ) -> ObjectId {
        let address = self.next_address.next_multiple_of(align);
        self.next_address = (address + layout.size(*elems.end()) + REDZONE).next_multiple_of(16);
        self.place_at(ty, layout, elems, address, origin)
    }

    /// Adds an object at a given address: a variable of the program.
    pub fn place_at(
        &mut self,
        ty: Option<TypeId>,
        layout: Layout,
        elems: RangeInclusive<u64>,
        address: u64,
        origin: Origin,
    ) -> ObjectId {
        let id = self.push(ty, layout, elems, address, origin);
        let at = self.starts.partition_point(|start| *start <= address);
        self.by_address.insert(at, id);
        self.starts.insert(at, address);
        id
    }

    /// Adds an object that [`before`](Self::before) does not find: no input may point to it.
    pub fn push(
        &mut self,
        ty: Option<TypeId>,
        layout: Layout,
        elems: RangeInclusive<u64>,
        address: u64,
        origin: Origin,
    ) -> ObjectId {
        let id = self.list.len() as ObjectId;
        let (least, most) = elems.into_inner();
        let (flexible, vars) = (None, vec![]);
        self.list.push(Object { ty, flexible, address, layout, least, most, made: 0, vars, origin });
        id
    }

    /// Adds variables to an object; those of one growth follow each other.
    pub fn add_vars(&mut self, id: ObjectId, added: Range<VarId>) {
        let vars = &mut self.get_mut(id).vars;
        match vars.last_mut() {
            Some(last) if last.end == added.start => last.end = added.end,
            _ => vars.push(added),
        }
    }

    /// The last object that starts at an address or before it.
    pub fn before(&self, address: u64) -> Option<ObjectId> {
        let at = self.starts.partition_point(|start| *start <= address).checked_sub(1)?;
        Some(self.by_address[at])
    }

    /// The object that an address is reserved for, and the offset in it.
    pub fn containing(&self, address: u64) -> Option<(ObjectId, u64)> {
        let id = self.before(address)?;
        let offset = address - self.get(id).address;
        (offset < self.get(id).reserve()).then_some((id, offset))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORDS: Layout = Layout { fixed: 0, start: 0, stride: 4 };

    #[test]
    fn objects_are_a_redzone_apart_from_the_room_they_may_grow_to() {
        let mut objects = Objects::new();
        let first = objects.place(None, WORDS, 1..=8, 16, Origin::Pointer(0, 0));
        let second = objects.place(None, WORDS, 1..=1, 16, Origin::Pointer(0, 1));
        assert_eq!(objects.get(first).address, INPUT_BASE);
        assert_eq!(objects.get(second).address, (INPUT_BASE + 32 + REDZONE).next_multiple_of(16));
        assert_eq!(objects.containing(INPUT_BASE + 31), Some((first, 31)));
        assert_eq!(objects.containing(INPUT_BASE + 32), None);
        assert_eq!(objects.before(INPUT_BASE + 32), Some(first));
        assert_eq!(objects.before(INPUT_BASE - 1), None);
    }

    #[test]
    fn a_global_below_the_inputs_is_found_and_an_unplaced_one_is_not() {
        let mut objects = Objects::new();
        objects.place(None, WORDS, 1..=1, 16, Origin::Arguments);
        let global = Layout { fixed: 8, start: 0, stride: 0 };
        let open = objects.place_at(None, global, 0..=0, 0x1000, Origin::Global("a".into()));
        objects.push(None, global, 0..=0, 0x2000, Origin::Global("b".into()));
        assert_eq!(objects.containing(0x1007), Some((open, 7)));
        assert_eq!(objects.containing(0x2000), None);
    }

    #[test]
    fn variables_that_follow_each_other_are_one_range() {
        let mut objects = Objects::new();
        let id = objects.place(None, WORDS, 1..=8, 16, Origin::Arguments);
        objects.add_vars(id, 0..1);
        objects.add_vars(id, 1..2);
        objects.add_vars(id, 5..6);
        assert_eq!(objects.get(id).vars, [0..2, 5..6]);
    }
}
