//! Pointers that overlap without being equal: `q == &p->y`, `dst == src + 1`, a struct and its first member, a `char *`
//! into an `int`.
//!
//! CUTE keeps inputs in disjoint objects, so that a branch behind such an overlap is out of its reach. Here the overlap is an
//! implicit branch, like the alias of two equal pointers: asked when the second of two pointers is first followed, if one
//! of the two objects is written. Offsets are those where C's types allow it: a subobject of the pointee's type, or any
//! byte for a pointer to a character type. `restrict` rules it out.
use acute_expr::{ExprId, Op, Pool, VarId};
use acute_input::{Input, ObjectId, Origin, Space, TypeId, VarKind};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Overlaps that one path offers; more are counted as assumed away.
const MAX_OFFERS: usize = 64;

/// An overlap that a path could have: `inner` would lead to `address`, inside the object of `outer`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Offer {
    /// The pointer that would move.
    pub inner: VarId,
    /// The pointer whose object it would lead into.
    pub outer: VarId,
    /// Where it would lead.
    pub address: u64,
    /// It was followed before: the path has read its object.
    pub is_read: bool,
}

/// The pointers followed so far in a run, by the type they point to.
#[derive(Default)]
pub struct Overlaps {
    // the first pointer that led into each object
    by_object: FxHashMap<ObjectId, VarId>,
    groups: Vec<Group>,
    offers: usize,
    // by pointee and element type: where an object of the one may lie in the other
    places: FxHashMap<(TypeId, TypeId), Rc<[u64]>>,
}

struct Group {
    pointee: TypeId,
    pointers: Vec<VarId>,
    /// Those of them whose object has several elements.
    arrays: Vec<VarId>,
}

/// What the first access through a pointer means for overlaps.
pub enum Overlap {
    /// It leads into the object of a pointer that was followed before.
    With(VarId),
    /// It leads elsewhere and could lead there; false if it could lead to more places than are offered.
    Could(Vec<Offer>, bool),
}

impl Overlaps {
    /// Starts a new run.
    pub fn clear(&mut self) {
        self.by_object.clear();
        self.groups.clear();
        self.offers = 0;
    }

    /// Records the first access through `p`; `is_written` tells whether the run writes to the object at an address.
    pub fn follow(
        &mut self,
        space: &Space,
        input: &Input,
        p: VarId,
        is_written: impl Fn(u64) -> bool,
    ) -> Overlap {
        let none = Overlap::Could(vec![], true);
        let value = input.get(space, p);
        let (Some((object, _)), Some(pointee)) = (space.object_containing(value), pointee_of(space, p))
        else {
            return none;
        };
        if let Some(q) = self.by_object.get(&object) {
            return Overlap::With(*q);
        }
        if space.is_restrict(p) {
            return none;
        }
        self.by_object.insert(object, p);
        let is_array = input.elems(space, object) > 1;
        let (mut offers, mut all) = (vec![], true);
        for k in 0..self.groups.len() {
            let other = self.groups[k].pointee;
            let inside = !self.places(space, pointee, other).is_empty();
            let around = !self.places(space, other, pointee).is_empty();
            let alike = space.types().compatible(pointee, other);
            // Objects of one type with one element each overlap as a whole or not at all.
            let pointers = match (alike && !inside, is_array) {
                (true, false) => self.groups[k].arrays.clone(),
                _ if alike || inside || around => self.groups[k].pointers.clone(),
                _ => continue,
            };
            for q in pointers {
                let to = input.get(space, q);
                if is_written(value) || is_written(to) {
                    all &= self.offer(space, input, (p, q), false, &mut offers);
                    all &= self.offer(space, input, (q, p), true, &mut offers);
                }
            }
        }
        self.add(pointee, p, is_array);
        // An input can have it, but no flip asks for it.
        all &= !space.exposed_globals().iter().any(|id| {
            let ty = space.object(*id).ty;
            ty.is_some_and(|ty| space.fits(p, *id) || !self.places(space, pointee, ty).is_empty())
        });
        Overlap::Could(offers, all)
    }

    fn add(&mut self, pointee: TypeId, p: VarId, is_array: bool) {
        let known = self.groups.iter().position(|group| group.pointee == pointee);
        let k = known.unwrap_or_else(|| {
            self.groups.push(Group { pointee, pointers: vec![], arrays: vec![] });
            self.groups.len() - 1
        });
        self.groups[k].pointers.push(p);
        if is_array {
            self.groups[k].arrays.push(p);
        }
    }

    /// Appends the places in the object of `outer` that `inner` could lead to. False where there are too many.
    fn offer(
        &mut self,
        space: &Space,
        input: &Input,
        (inner, outer): (VarId, VarId),
        is_read: bool,
        offers: &mut Vec<Offer>,
    ) -> bool {
        let Some(pointee) = pointee_of(space, inner) else { return true };
        // One that overlaps already was offered the others, too, when it did not.
        let own = space.object_at(input.get(space, inner)).and_then(|id| space.object(id).ty);
        if !own.is_some_and(|ty| space.types().compatible(ty, pointee)) {
            return true;
        }
        let Some((id, _)) = space.object_containing(input.get(space, outer)) else { return true };
        let object = space.object(id);
        // Arguments have no address, and a mark's value is copied elsewhere.
        let (Some(ty), false) = (object.ty, matches!(object.origin, Origin::Mark(..) | Origin::Arguments))
        else {
            return true;
        };
        let whole = space.types().compatible(ty, pointee);
        let elem = object.flexible.as_ref().map_or(ty, |flexible| flexible.elem);
        let places = self.places(space, pointee, elem);
        let whole_elem = space.types().compatible(elem, pointee);
        let head = object.flexible.as_ref().map(|_| self.places(space, pointee, ty));
        let elems = (0..input.elems(space, id)).flat_map(|k| {
            let start = object.layout.start + k * object.layout.stride;
            whole_elem.then_some(start).into_iter().chain(places.iter().map(move |place| start + place))
        });
        for offset in head.iter().flat_map(|head| head.iter().copied()).chain(elems) {
            // Equal pointers of one type are an alias.
            if offset == 0 && whole {
                continue;
            }
            if self.offers == MAX_OFFERS {
                return false;
            }
            self.offers += 1;
            offers.push(Offer { inner, outer, address: object.address + offset, is_read });
        }
        true
    }

    /// The offsets of subobjects of type `inner` in one of type `outer`, the whole excepted.
    fn places(&mut self, space: &Space, inner: TypeId, outer: TypeId) -> Rc<[u64]> {
        let find = || Rc::from(space.subobjects(inner, outer));
        self.places.entry((inner, outer)).or_insert_with(find).clone()
    }
}

/// The condition that two pointers are `address` apart, the same whichever of them is asked for: `p == q + c`.
pub fn condition(pool: &mut Pool, (p, at): (VarId, u64), (q, other): (VarId, u64)) -> ExprId {
    let (first, second, distance) =
        if p < q { (p, q, at.wrapping_sub(other)) } else { (q, p, other.wrapping_sub(at)) };
    let (first, second, distance) = (pool.var(first, 64), pool.var(second, 64), pool.constant(64, distance));
    let sum = pool.binary(Op::Add, second, distance);
    pool.binary(Op::Eq, first, sum)
}

fn pointee_of(space: &Space, p: VarId) -> Option<TypeId> {
    match space.vars()[p as usize].kind {
        VarKind::Pointer { pointee } => Some(pointee),
        _ => None,
    }
}
