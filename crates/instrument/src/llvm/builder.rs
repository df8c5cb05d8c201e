//! Inserts instructions.
use super::{IntPredicate, Module, Type, TypeKind, UNNAMED, Value, terminated};
use llvm_sys::core::*;
use llvm_sys::prelude::LLVMBuilderRef;

/// Inserts instructions where it stands: before the instruction of the last [`Builder::position_before`].
///
/// **Invariant:** the builder is this object's own and lives as long. Operands that make no sense together
/// make a module that LLVM's verifier rejects; types that LLVM itself relies on are asserted.
pub struct Builder(LLVMBuilderRef);

impl Drop for Builder {
    fn drop(&mut self) {
        // SAFETY: the builder is this object's own.
        unsafe { LLVMDisposeBuilder(self.0) }
    }
}

macro_rules! binary {
    ($($(#[$doc:meta])* $name:ident = $llvm:ident;)*) => {
        impl Builder {
            $($(#[$doc])*
            #[track_caller]
            pub fn $name(&self, a: Value, b: Value) -> Value {
                assert_eq!(a.ty(), b.ty(), "internal error: operands of two types");
                // SAFETY: a live builder and live values (1) of one type.
                Value(unsafe { $llvm(self.0, a.0, b.0, UNNAMED) })
            })*
        }
    };
}

binary! {
    /// `a + b`
    add = LLVMBuildAdd;
    /// `a - b`
    sub = LLVMBuildSub;
    /// `a * b`
    mul = LLVMBuildMul;
    /// `a & b`
    and = LLVMBuildAnd;
    /// `a | b`
    or = LLVMBuildOr;
    /// `a ^ b`
    xor = LLVMBuildXor;
    /// `a << b`
    shl = LLVMBuildShl;
    /// `a >> b` without a sign.
    lshr = LLVMBuildLShr;
    /// `a + b` of floating-point numbers.
    fadd = LLVMBuildFAdd;
    /// `a - b` of floating-point numbers.
    fsub = LLVMBuildFSub;
    /// `a * b` of floating-point numbers.
    fmul = LLVMBuildFMul;
}

macro_rules! convert {
    ($($(#[$doc:meta])* $name:ident = $llvm:ident;)*) => {
        impl Builder {
            $($(#[$doc])*
            pub fn $name(&self, value: Value, ty: Type) -> Value {
                // SAFETY: a live builder, value and type (1).
                Value(unsafe { $llvm(self.0, value.0, ty.0, UNNAMED) })
            })*
        }
    };
}

convert! {
    /// The same number in more bits, zeros above.
    zext = LLVMBuildZExt;
    /// The same number in more bits, its sign above; itself where it has as many.
    sext_or_bitcast = LLVMBuildSExtOrBitCast;
    /// The low bits.
    trunc = LLVMBuildTrunc;
    /// The same bits as another type.
    bitcast = LLVMBuildBitCast;
    /// The address as a number.
    ptr_to_int = LLVMBuildPtrToInt;
    /// The number as an address.
    int_to_ptr = LLVMBuildIntToPtr;
}

impl Builder {
    /// A builder that stands nowhere yet.
    pub fn new(module: Module) -> Builder {
        // SAFETY: a live context (1).
        Builder(unsafe { LLVMCreateBuilderInContext(module.context()) })
    }

    /// Goes before an instruction and takes over its place in the source.
    #[track_caller]
    pub fn position_before(&self, instruction: Value) {
        assert!(instruction.is_instruction(), "internal error: no instruction");
        // SAFETY: a live builder and value (1), an instruction (4).
        unsafe { LLVMPositionBuilderBefore(self.0, instruction.0) }
    }

    /// `~value`
    pub fn not(&self, value: Value) -> Value {
        // SAFETY: a live builder and value (1).
        Value(unsafe { LLVMBuildNot(self.0, value.0, UNNAMED) })
    }

    /// Compares integers or pointers.
    #[track_caller]
    pub fn icmp(&self, predicate: IntPredicate, a: Value, b: Value) -> Value {
        assert_eq!(a.ty(), b.ty(), "internal error: operands of two types");
        // SAFETY: a live builder and live values (1) of one type.
        Value(unsafe { LLVMBuildICmp(self.0, predicate, a.0, b.0, UNNAMED) })
    }

    /// `condition ? yes : no`
    #[track_caller]
    pub fn select(&self, condition: Value, yes: Value, no: Value) -> Value {
        assert_eq!(yes.ty(), no.ty(), "internal error: operands of two types");
        // SAFETY: a live builder and live values (1), two of one type.
        Value(unsafe { LLVMBuildSelect(self.0, condition.0, yes.0, no.0, UNNAMED) })
    }

    /// An empty phi.
    pub fn phi(&self, ty: Type) -> Value {
        // SAFETY: a live builder and type (1).
        Value(unsafe { LLVMBuildPhi(self.0, ty.0, UNNAMED) })
    }

    /// A local variable.
    pub fn alloca(&self, ty: Type) -> Value {
        // SAFETY: a live builder and type (1).
        Value(unsafe { LLVMBuildAlloca(self.0, ty.0, UNNAMED) })
    }

    /// `*address` as a value of the type.
    #[track_caller]
    pub fn load(&self, ty: Type, address: Value) -> Value {
        assert!(address.ty().is_pointer(), "internal error: a load from no address");
        // SAFETY: a live builder, type and value (1), an address (4).
        Value(unsafe { LLVMBuildLoad2(self.0, ty.0, address.0, UNNAMED) })
    }

    /// `*address = value`
    #[track_caller]
    pub fn store(&self, value: Value, address: Value) {
        assert!(address.ty().is_pointer(), "internal error: a store to no address");
        // SAFETY: a live builder and live values (1), an address (4).
        unsafe { LLVMBuildStore(self.0, value.0, address.0) };
    }

    /// `memset(address, byte, len)`
    #[track_caller]
    pub fn memset(&self, address: Value, byte: Value, len: Value, align: u32) {
        assert!(address.ty().is_pointer(), "internal error: a memset of no address");
        // SAFETY: a live builder and live values (1), an address (4).
        unsafe { LLVMBuildMemSet(self.0, address.0, byte.0, len.0, align) };
    }

    /// The address of an element.
    #[track_caller]
    pub fn in_bounds_gep(&self, element: Type, address: Value, index: Value) -> Value {
        assert!(address.ty().is_pointer(), "internal error: an element of no address");
        // SAFETY: a live builder, type and values (1), an address (4), one index.
        Value(unsafe {
            LLVMBuildInBoundsGEP2(self.0, element.0, address.0, [index.0].as_mut_ptr(), 1, UNNAMED)
        })
    }

    /// Member `n` of a struct or an array.
    #[track_caller]
    pub fn extract_value(&self, whole: Value, n: u32) -> Value {
        let (ty, is_struct) = (whole.ty(), whole.ty().kind() == TypeKind::LLVMStructTypeKind);
        let count = if is_struct { ty.member_count() as u64 } else { ty.array_length() };
        assert!((n as u64) < count, "internal error: a value without member {n}");
        // SAFETY: a live builder and value (1) with such a member (4).
        Value(unsafe { LLVMBuildExtractValue(self.0, whole.0, n, UNNAMED) })
    }

    /// A lane of a vector.
    #[track_caller]
    pub fn extract_element(&self, vector: Value, lane: Value) -> Value {
        assert_eq!(vector.ty().kind(), TypeKind::LLVMVectorTypeKind, "internal error: no vector");
        // SAFETY: a live builder and live values (1), a vector (4).
        Value(unsafe { LLVMBuildExtractElement(self.0, vector.0, lane.0, UNNAMED) })
    }

    /// Calls `callee` as a function of the type.
    #[track_caller]
    pub fn call(&self, ty: Type, callee: Value, arguments: &[Value]) -> Value {
        assert_eq!(ty.param_count() as usize, arguments.len(), "internal error: arguments of a call");
        let mut list: Vec<_> = arguments.iter().map(|a| a.0).collect();
        let count = list.len() as u32;
        // SAFETY: a live builder, type and values (1), a function type of as many parameters (4).
        Value(unsafe { LLVMBuildCall2(self.0, ty.0, callee.0, list.as_mut_ptr(), count, UNNAMED) })
    }

    /// The address of a new constant string.
    pub fn global_string_ptr(&self, text: &str, name: &str) -> Value {
        let (text, name) = (terminated(text), terminated(name));
        // SAFETY: a live builder that stands in a module (1), terminated texts (6).
        Value(unsafe { LLVMBuildGlobalStringPtr(self.0, text.as_ptr(), name.as_ptr()) })
    }
}
