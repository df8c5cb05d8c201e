//! The shapes of types that objects were made of, computed once a type.

use std::sync::Arc;

use acute_types::{TypeId, TypeTable};
use rustc_hash::FxHashMap;

use super::limits::Limits;
use crate::object::NoObject;
use crate::shape::Shape;

/// A shape with its paths ready to be shared by all objects of the type.
#[derive(Debug)]
pub(super) struct NamedShape {
    pub shape: Shape,
    // invariant: as long as the leaves of `shape`, whose own paths are empty
    pub paths: Vec<Arc<str>>,
    /// The numbers in [`Limits`] of the shape's limits.
    pub limits: Vec<usize>,
}

impl NamedShape {
    pub fn new(mut shape: Shape, limits: Vec<usize>) -> NamedShape {
        let paths = (shape.leaves.iter_mut()).map(|l| std::mem::take(&mut l.path).into()).collect();
        NamedShape { shape, paths, limits }
    }
}

/// The shapes computed so far, by type.
#[derive(Clone, Default, Debug)]
pub(super) struct Shapes {
    known: FxHashMap<TypeId, Arc<NamedShape>>,
}

impl Shapes {
    /// The shape of a type; its limits are reported when it is computed.
    pub fn get(
        &mut self,
        types: &TypeTable,
        limits: &mut Limits,
        ty: TypeId,
    ) -> Result<Arc<NamedShape>, NoObject> {
        if let Some(shape) = self.known.get(&ty) {
            return Ok(shape.clone());
        }
        let shape = Shape::of(types, ty).map_err(NoObject::Unsupported)?;
        let name = types.c_decl(ty, "").unwrap_or_else(|e| e.to_string());
        let mut numbers = Vec::new();
        for limit in &shape.limits {
            limits.leaves_pointer |= limit.null;
            numbers.push(limits.add(limit.of_type(&name), limit.watched));
        }
        let shape = Arc::new(NamedShape::new(shape, numbers));
        self.known.insert(ty, shape.clone());
        Ok(shape)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::testing::Sample;

    #[test]
    fn a_shape_is_computed_once_and_its_limits_reported_once() {
        let sample = Sample::new();
        let (mut shapes, mut limits) = (Shapes::default(), Limits::default());
        let first = shapes.get(&sample.types, &mut limits, sample.void_pointer).expect("a shape");
        let second = shapes.get(&sample.types, &mut limits, sample.void_pointer).expect("a shape");
        assert!(Arc::ptr_eq(&first, &second));
        assert_eq!(limits.texts(), ["an object of `void *` stays NULL: void pointer"]);
        assert_eq!(first.limits, [0]);
    }

    #[test]
    fn paths_are_those_of_the_leaves() {
        let sample = Sample::new();
        let shape =
            Shapes::default().get(&sample.types, &mut Limits::default(), sample.cell).expect("a shape");
        assert_eq!(shape.paths.iter().map(|p| &**p).collect::<Vec<_>>(), [".v", ".next"]);
    }
}
