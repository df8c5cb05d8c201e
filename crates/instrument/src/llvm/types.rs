//! Types.
use super::{TypeKind, Value};
use llvm_sys::core::*;
use llvm_sys::prelude::LLVMTypeRef;

/// A type of the module's context.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Type(pub(super) LLVMTypeRef);

impl Type {
    /// Integer, pointer, struct ...
    pub fn kind(self) -> TypeKind {
        // SAFETY: a live type (1).
        unsafe { LLVMGetTypeKind(self.0) }
    }

    /// Panics unless the type has this kind (4).
    #[track_caller]
    fn must_be(self, kind: TypeKind) {
        assert_eq!(self.kind(), kind, "internal error: a type of another kind");
    }

    /// Is a pointer of any address space.
    pub fn is_pointer(self) -> bool {
        self.kind() == TypeKind::LLVMPointerTypeKind
    }

    /// Bits of an integer type.
    #[track_caller]
    pub fn int_width(self) -> u32 {
        self.must_be(TypeKind::LLVMIntegerTypeKind);
        // SAFETY: a live type (1), an integer (4).
        unsafe { LLVMGetIntTypeWidth(self.0) }
    }

    /// The address space of a pointer type; 0 is that of C.
    #[track_caller]
    pub fn address_space(self) -> u32 {
        self.must_be(TypeKind::LLVMPointerTypeKind);
        // SAFETY: a live type (1), a pointer (4).
        unsafe { LLVMGetPointerAddressSpace(self.0) }
    }

    /// Number of members of a struct type.
    #[track_caller]
    pub fn member_count(self) -> u32 {
        self.must_be(TypeKind::LLVMStructTypeKind);
        // SAFETY: a live type (1), a struct (4).
        unsafe { LLVMCountStructElementTypes(self.0) }
    }

    /// The type of member `n` of a struct type.
    #[track_caller]
    pub fn member(self, n: u32) -> Type {
        assert!(n < self.member_count(), "internal error: a struct has no member {n}");
        // SAFETY: a live type (1), a struct with such a member (4).
        Type(unsafe { LLVMStructGetTypeAtIndex(self.0, n) })
    }

    /// The type of the elements of an array or vector type.
    #[track_caller]
    pub fn element(self) -> Type {
        use TypeKind::*;
        let kind = self.kind();
        let has = matches!(kind, LLVMArrayTypeKind | LLVMVectorTypeKind | LLVMScalableVectorTypeKind);
        assert!(has, "internal error: a type without elements");
        // SAFETY: a live type (1), an array or a vector (4).
        Type(unsafe { LLVMGetElementType(self.0) })
    }

    /// Number of elements of an array type.
    #[track_caller]
    pub fn array_length(self) -> u64 {
        self.must_be(TypeKind::LLVMArrayTypeKind);
        // SAFETY: a live type (1), an array (4).
        unsafe { LLVMGetArrayLength2(self.0) }
    }

    /// Number of lanes of a vector type.
    #[track_caller]
    pub fn vector_size(self) -> u32 {
        self.must_be(TypeKind::LLVMVectorTypeKind);
        // SAFETY: a live type (1), a vector (4).
        unsafe { LLVMGetVectorSize(self.0) }
    }

    /// Is a function type that ends in `...`.
    pub fn is_var_arg(self) -> bool {
        self.must_be(TypeKind::LLVMFunctionTypeKind);
        // SAFETY: a live type (1), of a function (4).
        unsafe { LLVMIsFunctionVarArg(self.0) != 0 }
    }

    /// Number of parameters of a function type, without what `...` stands for.
    pub fn param_count(self) -> u32 {
        self.must_be(TypeKind::LLVMFunctionTypeKind);
        // SAFETY: a live type (1), of a function (4).
        unsafe { LLVMCountParamTypes(self.0) }
    }

    /// The type of functions that take these parameters and return a value of this type.
    pub fn function(self, params: &[Type]) -> Type {
        let mut params: Vec<LLVMTypeRef> = params.iter().map(|p| p.0).collect();
        // SAFETY: live types (1), as many as are counted.
        Type(unsafe { LLVMFunctionType(self.0, params.as_mut_ptr(), params.len() as u32, 0) })
    }

    /// The type of arrays of `length` elements of this type.
    pub fn array(self, length: u64) -> Type {
        // SAFETY: a live type (1).
        Type(unsafe { LLVMArrayType2(self.0, length) })
    }

    /// The integer constant `n` of this type.
    #[track_caller]
    pub fn const_int(self, n: u64) -> Value {
        self.must_be(TypeKind::LLVMIntegerTypeKind);
        // SAFETY: a live type (1), an integer (4).
        Value(unsafe { LLVMConstInt(self.0, n, 0) })
    }

    /// The constant of this type whose bytes are all zero.
    pub fn const_null(self) -> Value {
        // SAFETY: a live type (1).
        Value(unsafe { LLVMConstNull(self.0) })
    }

    /// The value of this type that may be anything.
    pub fn poison(self) -> Value {
        // SAFETY: a live type (1).
        Value(unsafe { LLVMGetPoison(self.0) })
    }

    /// The constant array of these elements, which have this type.
    pub fn const_array(self, elements: &[Value]) -> Value {
        let mut elements: Vec<_> = elements.iter().map(|e| e.0).collect();
        // SAFETY: live handles (1), as many as are counted.
        Value(unsafe { LLVMConstArray2(self.0, elements.as_mut_ptr(), elements.len() as u64) })
    }

    /// A piece of assembly as a function of this type, without side effects.
    #[track_caller]
    pub fn inline_asm(self, constraints: &str) -> Value {
        self.must_be(TypeKind::LLVMFunctionTypeKind);
        let (text, len) = (constraints.as_ptr().cast(), constraints.len());
        let dialect = llvm_sys::LLVMInlineAsmDialect::LLVMInlineAsmDialectATT;
        // SAFETY: a live type (1), of a function (4); texts of the lengths given, which are copied (6).
        Value(unsafe { LLVMGetInlineAsm(self.0, super::UNNAMED, 0, text, len, 0, 0, dialect, 0) })
    }
}
