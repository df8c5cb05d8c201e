//! Marks: places in the program that ask for inputs (`ACUTE_input(x)`).

use acute_types::{TypeId, TypeTable};
use rustc_hash::FxHashMap;

use crate::object::{MarkId, ObjectId};

/// A place in the program that asks for inputs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The address of its description in the program, which identifies it.
    pub site: u64,
    /// The name that the program gives it.
    pub name: String,
    /// The type of its elements; `None` where they are plain bytes.
    pub ty: Option<TypeId>,
}

/// The marks met so far and the objects made for them.
#[derive(Clone, Default, Debug)]
pub(super) struct Marks {
    list: Vec<Mark>,
    // the element types that the debug information gives, by site
    types_at: FxHashMap<u64, TypeId>,
    // by mark, number of the request and number of elements
    objects: FxHashMap<(MarkId, u32, u64), ObjectId>,
}

impl Marks {
    pub fn all(&self) -> &[Mark] {
        &self.list
    }

    pub fn get(&self, mark: MarkId) -> Option<&Mark> {
        self.list.get(mark as usize)
    }

    /// Records the type of the elements that the mark at `site` asks for.
    pub fn add_site(&mut self, site: u64, ty: TypeId) {
        self.types_at.insert(site, ty);
    }

    /// The mark at `site`, which is added if it is new. The recorded type counts only if its size is
    /// that of the elements asked for.
    pub fn at(&mut self, types: &TypeTable, site: u64, size: u64, name: impl FnOnce() -> String) -> MarkId {
        if let Some(k) = self.list.iter().position(|m| m.site == site) {
            return k as MarkId;
        }
        let ty = self.types_at.get(&site).copied().filter(|ty| types.size(*ty) == Some(size));
        self.list.push(Mark { site, name: name(), ty });
        (self.list.len() - 1) as MarkId
    }

    /// The object made for the `k`-th request of a mark with that many elements.
    pub fn object(&self, mark: MarkId, k: u32, elems: u64) -> Option<ObjectId> {
        self.objects.get(&(mark, k, elems)).copied()
    }

    pub fn add_object(&mut self, mark: MarkId, k: u32, elems: u64, id: ObjectId) {
        self.objects.insert((mark, k, elems), id);
    }

    /// The name of the `k`-th request of a mark (from 0): `x`, `x#2`, `x#3`.
    pub fn name(&self, mark: MarkId, k: u32) -> String {
        let name = self.get(mark).map_or("input", |m| m.name.as_str());
        if k == 0 { name.to_owned() } else { format!("{name}#{}", k + 1) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::testing::Sample;

    #[test]
    fn a_site_is_one_mark_and_requests_are_numbered() {
        let sample = Sample::new();
        let mut marks = Marks::default();
        let x = marks.at(&sample.types, 0x10, 4, || "x".to_owned());
        let y = marks.at(&sample.types, 0x20, 4, || "y".to_owned());
        assert_eq!(marks.at(&sample.types, 0x10, 4, || unreachable!("known")), x);
        assert_eq!((marks.name(x, 0), marks.name(y, 1)), ("x".to_owned(), "y#2".to_owned()));
        assert_eq!(marks.name(9, 0), "input");
        marks.add_object(x, 0, 3, 5);
        assert_eq!((marks.object(x, 0, 3), marks.object(x, 0, 4)), (Some(5), None));
    }

    #[test]
    fn the_type_of_a_site_counts_where_its_size_fits() {
        let sample = Sample::new();
        let mut marks = Marks::default();
        marks.add_site(0x10, sample.int);
        marks.add_site(0x20, sample.int);
        let fits = marks.at(&sample.types, 0x10, 4, String::new);
        let bytes = marks.at(&sample.types, 0x20, 8, String::new);
        assert_eq!(marks.get(fits).and_then(|m| m.ty), Some(sample.int));
        assert_eq!(marks.get(bytes).and_then(|m| m.ty), None);
    }
}
