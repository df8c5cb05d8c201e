//! Variables with static storage, and what functions share with them.
use super::{Linkage, Type, Value, terminated};
use llvm_sys::LLVMThreadLocalMode;
use llvm_sys::core::*;

impl Value {
    /// Panics unless it is a function, a variable or an alias (4).
    #[track_caller]
    fn must_be_global(self) {
        assert!(self.is_global(), "internal error: no global");
    }

    /// Panics unless it is a variable with static storage (4).
    #[track_caller]
    fn must_be_variable(self) {
        assert!(self.is_global_variable(), "internal error: no global variable");
    }

    /// Has no body or first value in this module.
    #[track_caller]
    pub fn is_declaration(self) -> bool {
        self.must_be_global();
        // SAFETY: a live value (1), a global (4).
        unsafe { LLVMIsDeclaration(self.0) != 0 }
    }

    /// Its linkage.
    #[track_caller]
    pub fn linkage(self) -> Linkage {
        self.must_be_global();
        // SAFETY: a live value (1), a global (4).
        unsafe { LLVMGetLinkage(self.0) }
    }

    /// Sets its linkage.
    #[track_caller]
    pub fn set_linkage(self, linkage: Linkage) {
        self.must_be_global();
        // SAFETY: a live value (1), a global (4).
        unsafe { LLVMSetLinkage(self.0, linkage) }
    }

    /// The type of a function, or of what a variable holds.
    #[track_caller]
    pub fn value_type(self) -> Type {
        self.must_be_global();
        // SAFETY: a live value (1), a global (4).
        Type(unsafe { LLVMGlobalGetValueType(self.0) })
    }

    /// Puts it into a section of the object file.
    #[track_caller]
    pub fn set_section(self, section: &str) {
        self.must_be_global();
        // SAFETY: a live value (1), a global (4), a terminated text (6).
        unsafe { LLVMSetSection(self.0, terminated(section).as_ptr()) }
    }

    /// Is a variable that nothing may write.
    #[track_caller]
    pub fn is_global_constant(self) -> bool {
        self.must_be_variable();
        // SAFETY: a live value (1), a variable (4).
        unsafe { LLVMIsGlobalConstant(self.0) != 0 }
    }

    /// Makes it a variable that nothing may write.
    #[track_caller]
    pub fn set_global_constant(self) {
        self.must_be_variable();
        // SAFETY: a live value (1), a variable (4).
        unsafe { LLVMSetGlobalConstant(self.0, 1) }
    }

    /// Is a variable of which each thread has its own.
    #[track_caller]
    pub fn is_thread_local(self) -> bool {
        self.must_be_variable();
        // SAFETY: a live value (1), a variable (4).
        unsafe { LLVMIsThreadLocal(self.0) != 0 }
    }

    /// Makes it a variable of which each thread has its own, known when the program is linked.
    #[track_caller]
    pub fn set_thread_local(self) {
        self.must_be_variable();
        // SAFETY: a live value (1), a variable (4).
        unsafe { LLVMSetThreadLocalMode(self.0, LLVMThreadLocalMode::LLVMInitialExecTLSModel) }
    }

    /// The first value of a variable, if it is defined here.
    #[track_caller]
    pub fn initializer(self) -> Option<Value> {
        self.must_be_variable();
        // SAFETY: a live value (1), a variable (4).
        Value::from_raw(unsafe { LLVMGetInitializer(self.0) })
    }

    /// Sets the first value of a variable.
    #[track_caller]
    pub fn set_initializer(self, value: Value) {
        self.must_be_variable();
        assert_eq!(self.value_type(), value.ty(), "internal error: a first value of another type");
        // SAFETY: live values (1), a variable (4) of the value's type.
        unsafe { LLVMSetInitializer(self.0, value.0) }
    }

    /// Is in a section that the source names.
    #[track_caller]
    pub fn has_section(self) -> bool {
        self.must_be_global();
        // SAFETY: a live value (1), a global (4); the text is terminated and lives as long as it.
        unsafe {
            let section = LLVMGetSection(self.0);
            !section.is_null() && *section != 0
        }
    }

    /// Puts a variable of another first value in its place, like it in all else. The handle is dead afterwards (3).
    #[track_caller]
    pub fn replaced_by(self, value: Value) -> Value {
        self.must_be_variable();
        // SAFETY: live values (1), variables (4). The list of metadata is read within its length and then freed.
        let new = unsafe {
            let new = LLVMAddGlobal(LLVMGetGlobalParent(self.0), value.ty().0, c"".as_ptr());
            LLVMSetInitializer(new, value.0);
            LLVMSetLinkage(new, LLVMGetLinkage(self.0));
            LLVMSetVisibility(new, LLVMGetVisibility(self.0));
            LLVMSetUnnamedAddress(new, LLVMGetUnnamedAddress(self.0));
            LLVMSetAlignment(new, LLVMGetAlignment(self.0));
            LLVMSetGlobalConstant(new, LLVMIsGlobalConstant(self.0));
            let mut count = 0;
            let entries = LLVMGlobalCopyAllMetadata(self.0, &mut count);
            for k in 0..count as u32 {
                let kind = LLVMValueMetadataEntriesGetKind(entries, k);
                LLVMGlobalSetMetadata(new, kind, LLVMValueMetadataEntriesGetMetadata(entries, k));
            }
            LLVMDisposeValueMetadataEntries(entries);
            Value(new)
        };
        self.replace_all_uses_with(new);
        let name = self.name();
        self.delete_global();
        new.set_name(&name);
        new
    }

    /// Removes a variable that is not used any more. The handle is dead afterwards (3).
    #[track_caller]
    pub fn delete_global(self) {
        self.must_be_variable();
        assert!(self.is_unused(), "internal error: a variable that is still used");
        // SAFETY: a live value (1), a variable (4) that nothing uses.
        unsafe { LLVMDeleteGlobal(self.0) }
    }
}
