//! The signature of the function under test: parameters and return value in the argument block.

use acute_types::{Function, TypeTable};

use super::limits::Limits;
use crate::object::{Arg, Ret};
use crate::shape::{Shape, Unsupported};
use crate::{MAX_OBJECT_SIZE, MAX_VARS};

/// Name, parameters and return value of the function under test.
#[derive(Clone, Debug)]
pub(super) struct Signature {
    pub function: String,
    pub variadic: bool,
    /// The parameters, by offset in the argument block.
    pub args: Vec<Arg>,
    /// The slot of the return value, behind the parameters; `None` for void.
    pub ret: Option<Ret>,
    /// The text of the call, where the arguments are constants instead of inputs.
    pub fixed_call: Option<String>,
}

/// The layout of the argument block.
pub(super) struct ArgumentBlock {
    /// The scalars and pointers of all parameters.
    pub shape: Shape,
    /// The size in bytes, the slot of the return value included.
    pub size: u64,
}

impl Signature {
    /// Lays the parameters out like the members of a C struct, then the slot of the return value.
    ///
    /// Parts of parameters that cannot be inputs are added to `limits`, which must be empty: the
    /// leaves of the block count their limits from the first one.
    pub fn lay_out(
        types: &TypeTable,
        f: &Function,
        limits: &mut Limits,
    ) -> Result<(Signature, ArgumentBlock), Unsupported> {
        let mut shape = Shape::default();
        let mut args = Vec::with_capacity(f.params.len());
        let mut end = 0u64;
        for param in &f.params {
            let step = format!("parameter `{}`", param.name);
            let arg = Shape::of(types, param.ty).map_err(|e| e.within(&step))?;
            let told = limits.len();
            for limit in &arg.limits {
                limits.push(limit.of_parameter(&param.name), limit.watched);
                limits.leaves_pointer |= limit.null;
            }
            let size = types.size(param.ty).unwrap_or(0);
            let offset = end.next_multiple_of(types.align(param.ty).min(MAX_OBJECT_SIZE));
            for mut leaf in arg.leaves {
                leaf.offset += offset;
                leaf.path.insert_str(0, &param.name);
                leaf.limit = leaf.limit.map(|limit| limit + told);
                shape.leaves.push(leaf);
            }
            args.push(Arg { name: param.name.clone(), ty: param.ty, offset, size });
            end = offset.saturating_add(size);
            if end > MAX_OBJECT_SIZE || shape.leaves.len() > MAX_VARS {
                return Err(Unsupported::new("arguments of more than 64 KiB"));
            }
        }
        if f.variadic {
            limits.push("no variadic arguments are passed".to_owned(), false);
        }
        let ret = return_slot(types, f, end)?;
        let size = ret.map_or(end, |ret| ret.offset + ret.size).max(1);
        let signature =
            Signature { function: f.name.clone(), variadic: f.variadic, args, ret, fixed_call: None };
        Ok((signature, ArgumentBlock { shape, size }))
    }
}

/// The slot of the return value behind the parameters, which end at `end`.
fn return_slot(types: &TypeTable, f: &Function, end: u64) -> Result<Option<Ret>, Unsupported> {
    match f.ret.map(|ty| (ty, types.size(ty), types.align(ty))) {
        Some((ty, Some(size), align)) if size <= MAX_OBJECT_SIZE => {
            let offset = end.next_multiple_of(align.clamp(16, MAX_OBJECT_SIZE));
            Ok(Some(Ret { ty, offset, size }))
        }
        // void, or `typedef void`
        Some((ty, None, _)) if types.strip(ty).is_none() => Ok(None),
        None => Ok(None),
        Some(_) => Err(Unsupported::new("a return value without a usable size")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::testing::{Sample, function};

    #[test]
    fn parameters_are_aligned_and_the_return_value_follows() {
        let sample = Sample::new();
        let f = function(&[("c", sample.char), ("n", sample.int), ("p", sample.list)], Some(sample.int));
        let mut limits = Limits::default();
        let (signature, block) = Signature::lay_out(&sample.types, &f, &mut limits).expect("a signature");
        let offsets: Vec<u64> = signature.args.iter().map(|arg| arg.offset).collect();
        assert_eq!(offsets, [0, 4, 8]);
        assert_eq!(signature.ret, Some(Ret { ty: sample.int, offset: 16, size: 4 }));
        assert_eq!((block.size, block.shape.leaves.len(), limits.len()), (20, 3, 0));
    }

    #[test]
    fn a_function_without_parameters_has_a_block_of_one_byte() {
        let sample = Sample::new();
        let (signature, block) =
            Signature::lay_out(&sample.types, &function(&[], None), &mut Limits::default()).expect("one");
        assert_eq!((signature.ret, block.size), (None, 1));
    }

    #[test]
    fn pointers_without_a_known_target_are_limits() {
        let sample = Sample::new();
        let mut limits = Limits::default();
        let f = function(&[("n", sample.int), ("any", sample.void_pointer)], None);
        let (_, block) = Signature::lay_out(&sample.types, &f, &mut limits).expect("a signature");
        assert_eq!(limits.texts(), ["parameter `any` stays NULL: void pointer"]);
        assert!(limits.leaves_pointer);
        assert_eq!(block.shape.leaves[1].limit, Some(0));
    }
}
