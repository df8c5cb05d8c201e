//! Making objects: for pointers, for marks, and of the program's variables.

use std::ops::RangeInclusive;
use std::sync::Arc;

use acute_types::{TypeId, TypeKind};

use super::Space;
use super::shapes::NamedShape;
use crate::init::mix;
use crate::object::{Flexible, Layout, MarkId, NoObject, ObjectId, Origin, VarId, VarKind};
use crate::shape::{Leaf, Shape, Tail, Unsupported, too_large};
use crate::{MAX_OBJECT_SIZE, MAX_OBJECTS, MAX_VARS};

/// Elements of a buffer from this one on start as zero.
const FAR: u64 = 8;

impl Space {
    /// The `k`-th fresh object that pointer variable `v` can own. The same `v` and `k` always give
    /// the same object.
    pub fn object_for(&mut self, v: VarId, k: u32) -> Result<ObjectId, NoObject> {
        if let Some(id) = self.owned.get(&(v, k)) {
            return Ok(*id);
        }
        let pointee = match self.vars().get(v as usize).map(|var| var.kind) {
            Some(VarKind::Pointer { pointee }) => pointee,
            _ => return Err(NoObject::NotAPointer(v)),
        };
        if self.objects().len() >= MAX_OBJECTS {
            return Err(NoObject::TooManyObjects);
        }
        let shape = self.shape(pointee)?;
        let size = self.types.size(pointee).unwrap_or(0).max(1);
        let align = self.types.align(pointee).clamp(16, 4096);
        let origin = Origin::Pointer(v, k);
        let id = match &shape.shape.tail {
            Some(tail) => self.make_flexible(pointee, &shape, tail, align, origin)?,
            // A pointer may lead to an array.
            None => {
                let most = self.array_limit.min(MAX_OBJECT_SIZE / size).max(1);
                let layout = Layout { fixed: 0, start: 0, stride: size };
                self.make(pointee, &shape, layout, 1..=most, align, origin)?
            }
        };
        self.owned.insert((v, k), id);
        Ok(id)
    }

    /// Makes an object of a struct that ends in a flexible array: it ends where the array starts, and
    /// grows from there.
    fn make_flexible(
        &mut self,
        ty: TypeId,
        shape: &NamedShape,
        tail: &Tail,
        align: u64,
        origin: Origin,
    ) -> Result<ObjectId, NoObject> {
        let elem = self.types.size(tail.elem).filter(|size| *size > 0);
        let (Some(stride), Ok(_)) = (elem, self.shape(tail.elem)) else {
            let name = self.types.c_decl(ty, "").unwrap_or_else(|e| e.to_string());
            let limit = format!("`{}` of `{name}` stays empty", tail.path.trim_start_matches('.'));
            self.add_limit(limit);
            let layout = Layout { fixed: 0, start: 0, stride: tail.offset.max(1) };
            return self.make(ty, shape, layout, 1..=1, align, origin);
        };
        self.room(shape.shape.leaves.len() + 1)?;
        let most = self.array_limit.min(MAX_OBJECT_SIZE.saturating_sub(tail.offset) / stride);
        // An object without a byte has no address of its own.
        let least = (tail.offset == 0) as u64;
        let layout = Layout { fixed: 0, start: tail.offset, stride };
        let id = self.objects.place(Some(ty), layout, least..=most.max(least), align, origin);
        if !shape.shape.leaves.is_empty() {
            self.add_vars(id, shape, 0, self.object_name(id), "");
        }
        let path = tail.path.as_str().into();
        self.objects.get_mut(id).flexible = Some(Flexible { elem: tail.elem, path });
        self.grow(id, least)?;
        Ok(id)
    }

    /// The object for the `k`-th request of a mark, with `elems` elements. The same mark and numbers
    /// always give the same object.
    pub fn object_for_mark(&mut self, mark: MarkId, k: u32, elems: u64) -> Result<ObjectId, NoObject> {
        if let Some(id) = self.marks.object(mark, k, elems) {
            return Ok(id);
        }
        let ty = self.marks.get(mark).and_then(|m| m.ty).or_else(|| self.byte_type());
        let ty = ty.ok_or_else(|| NoObject::Unsupported(Unsupported::new("a type without a name")))?;
        let shape = self.shape(ty)?;
        let size = self.types.size(ty).unwrap_or(0).max(1);
        if elems.saturating_mul(size) > MAX_OBJECT_SIZE {
            return Err(NoObject::Unsupported(too_large()));
        }
        let align = self.types.align(ty).clamp(16, 4096);
        let layout = Layout { fixed: 0, start: 0, stride: size };
        let id = self.make(ty, &shape, layout, elems..=elems, align, Origin::Mark(mark, k))?;
        self.marks.add_object(mark, k, elems, id);
        Ok(id)
    }

    /// A type of one byte, for elements without a known type.
    fn byte_type(&self) -> Option<TypeId> {
        let is_byte =
            |ty: &TypeId| matches!(self.types.kind(*ty), TypeKind::Int(i) if i.bytes == 1 && !i.is_bool);
        self.types.ids().find(is_byte)
    }

    /// Makes a variable of the program an input: its name, type, address and initial bytes.
    pub fn add_global(&mut self, name: &str, ty: TypeId, address: u64, first: &[u8]) -> Result<(), NoObject> {
        let size = self.types.size(ty).unwrap_or(0);
        if size == 0 || size != first.len() as u64 || size > MAX_OBJECT_SIZE {
            return Err(NoObject::Unsupported(too_large()));
        }
        let shape = self.shape(ty)?;
        self.room(shape.shape.leaves.len())?;
        let layout = Layout { fixed: size, start: 0, stride: 0 };
        let origin = Origin::Global(name.to_owned());
        let id = self.objects.place_at(Some(ty), layout, 0..=0, address, origin);
        self.add_vars(id, &shape, 0, mix(name.len() as u64), "");
        self.vars.start_as(self.objects.get(id).vars(), first);
        self.globals.add_input(id, first);
        Ok(())
    }

    /// Makes a variable an input that files outside the program may set: its initial value is no
    /// assumption that a caller has to keep.
    pub fn add_open_global(
        &mut self,
        name: &str,
        ty: TypeId,
        address: u64,
        first: &[u8],
    ) -> Result<(), NoObject> {
        self.add_global(name, ty, address, first)?;
        self.globals.open_last();
        Ok(())
    }

    /// Watches a variable of the program that keeps its initial value for the reason `limit`. Returns
    /// false where there is no room for it.
    pub fn add_fixed_global(&mut self, name: &str, address: u64, first: &[u8], limit: String) -> bool {
        let size = first.len() as u64;
        // Only its bytes count: any type serves.
        let ty = self.types.ids().next().filter(|_| size > 0 && self.room(first.len()).is_ok());
        let Some(ty) = ty else { return false };
        let number = self.limits.add(limit, true);
        let layout = Layout { fixed: size, start: 0, stride: 0 };
        let origin = Origin::Global(name.to_owned());
        let id = self.objects.push(None, layout, 0..=0, address, origin);
        let mut leaves = Vec::new();
        let mut at = 0;
        while at < first.len() {
            let left = (first.len() - at).min(8);
            let bytes = 1 << left.ilog2();
            let path = format!("#{at}");
            let (offset, kind) = (at as u64, VarKind::Fixed);
            leaves.push(Leaf { offset, bytes, kind, ty, path, raw: false, limit: Some(0) });
            at += usize::from(bytes);
        }
        let shape = Shape { leaves, ..Shape::default() };
        self.add_vars(id, &NamedShape::new(shape, vec![number]), 0, mix(name.len() as u64), "");
        self.vars.start_as(self.objects.get(id).vars(), first);
        self.globals.add_fixed(id, first);
        true
    }

    /// Makes the variables that an object needs for that many elements.
    pub fn grow(&mut self, id: ObjectId, elems: u64) -> Result<(), NoObject> {
        let object = self.object(id);
        let (made, layout) = (object.made, object.layout);
        let ty = object.flexible.as_ref().map(|array| array.elem).or(object.ty);
        let Some(ty) = ty.filter(|_| made < elems.min(object.most)) else { return Ok(()) };
        let shape = self.shape(ty)?;
        self.room(shape.shape.leaves.len() * (elems - made) as usize)?;
        for k in made..elems {
            self.add_element(id, &shape, layout, k);
        }
        Ok(())
    }

    /// Fails where there is no room for that many more variables, or for another object.
    fn room(&self, vars: usize) -> Result<(), NoObject> {
        if self.vars.len() + vars > MAX_VARS {
            return Err(NoObject::TooManyVars);
        }
        if self.objects().len() >= MAX_OBJECTS {
            return Err(NoObject::TooManyObjects);
        }
        Ok(())
    }

    fn make(
        &mut self,
        ty: TypeId,
        shape: &NamedShape,
        layout: Layout,
        elems: RangeInclusive<u64>,
        align: u64,
        origin: Origin,
    ) -> Result<ObjectId, NoObject> {
        let least = *elems.start();
        self.room(shape.shape.leaves.len() * least as usize)?;
        let id = self.objects.place(Some(ty), layout, elems, align, origin);
        for k in 0..least {
            self.add_element(id, shape, layout, k);
        }
        Ok(id)
    }

    fn add_element(&mut self, id: ObjectId, shape: &NamedShape, layout: Layout, k: u64) {
        let name = self.object_name(id);
        let object = self.object(id);
        let several = object.most > 1 && (k > 0 || matches!(object.origin, Origin::Mark(..)));
        let prefix = match &object.flexible {
            Some(array) => format!("{}[{k}]", array.path),
            None if several => format!("[{k}]"),
            None => String::new(),
        };
        let is_buffer = matches!(object.origin, Origin::Pointer(..)) && (k > 0 || object.flexible.is_some());
        let is_far = is_buffer && k >= FAR;
        let first = self.vars.len();
        self.add_vars(id, shape, layout.start + k * layout.stride, name, &prefix);
        // A string that grows stays terminated, and most of a long array is zero, which tests leave out.
        for v in first..self.vars.len() {
            let var = &self.vars()[v];
            if is_far || is_buffer && var.bytes == 1 && matches!(var.kind, VarKind::Int { .. }) {
                self.vars.set_default(v as VarId, 0);
            }
        }
        self.objects.get_mut(id).made = k + 1;
    }

    /// The hash that the logical names in an object start with.
    fn object_name(&self, id: ObjectId) -> u64 {
        match self.object(id).origin {
            Origin::Pointer(v, k) => mix(self.vars.name_hash(v) ^ u64::from(k).rotate_left(32)),
            Origin::Mark(mark, k) => mix(u64::from(mark) << 32 ^ u64::from(k)),
            _ => 0,
        }
    }

    fn shape(&mut self, ty: TypeId) -> Result<Arc<NamedShape>, NoObject> {
        self.shapes.get(&self.types, &mut self.limits, ty)
    }

    /// Adds the variables of one value of a shape to an object, `at` bytes into it.
    pub(super) fn add_vars(&mut self, id: ObjectId, shape: &NamedShape, at: u64, name: u64, prefix: &str) {
        let with = (&*self.types, &mut self.limits);
        let added = self.vars.add(with, (id, at), shape, name, prefix);
        self.objects.add_vars(id, added);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::testing::Sample;

    #[test]
    fn the_same_pointer_and_number_give_the_same_object() {
        let mut space = Sample::new().space();
        let first = space.object_for(0, 0).expect("an object");
        let second = space.object_for(0, 1).expect("an object");
        assert_ne!(first, second);
        assert_eq!(space.object_for(0, 0), Ok(first));
        assert_eq!(space.object_for(1, 0), Err(NoObject::NotAPointer(1)));
        assert!(space.fits(0, first) && !space.fits(1, first));
    }

    #[test]
    fn an_object_grows_up_to_the_array_limit() {
        let mut space = Sample::new().space();
        space.limit_arrays(3);
        let id = space.object_for(0, 0).expect("an object");
        space.grow(id, 3).expect("room");
        assert_eq!((space.object(id).made, space.object(id).vars().count()), (3, 6));
        space.grow(id, 2).expect("nothing to do");
        assert_eq!(space.object(id).made, 3);
    }

    #[test]
    fn globals_start_as_the_program_gave_them() {
        let sample = Sample::new();
        let mut space = sample.space();
        space.add_global("count", sample.int, 0x5000, &7u32.to_le_bytes()).expect("an input");
        space.add_open_global("level", sample.int, 0x5008, &[0; 4]).expect("an input");
        assert!(space.add_fixed_global("table", 0x6000, &[1; 13], "`table` keeps its value".to_owned()));
        let count = space.global("count").expect("known");
        assert_eq!(space.default_value(space.object(count).vars[0].start), 7);
        assert!(space.is_closed_global(count));
        assert!(!space.is_closed_global(space.global("level").expect("known")));
        assert!(space.knows_global("table") && space.global("table").is_none());
        let watched: Vec<u8> =
            space.vars().iter().filter(|v| v.kind == VarKind::Fixed).map(|v| v.bytes).collect();
        assert_eq!(watched, [8, 4, 1]);
        assert_eq!(space.limits(), ["`table` keeps its value"]);
        assert_eq!(
            space.add_global("bad", sample.int, 0x7000, &[0; 3]),
            Err(NoObject::Unsupported(too_large()))
        );
    }

    #[test]
    fn a_mark_without_a_type_is_given_bytes() {
        let mut space = Sample::new().space();
        let mark = space.mark(0x10, 1, || "x".to_owned());
        let id = space.object_for_mark(mark, 0, 3).expect("an object");
        assert_eq!(space.object(id).vars().count(), 3);
        assert_eq!(space.object_for_mark(mark, 0, 3), Ok(id));
        assert_ne!(space.object_for_mark(mark, 1, 3), Ok(id));
    }
}
