//! What every emitter inserts code with: the types, the hooks, and the pattern of a check.
//!
//! A check is `label = (la | lb) ? hook(...) : 0`. [`Ir::label_if`] makes of
//! ```llvm
//!   %z = add i32 %x, %y
//!   ...
//! ```
//! the same block in three, the middle one unlikely:
//! ```llvm
//!   %z = add i32 %x, %y
//!   %any = or i32 %lx, %ly
//!   %symbolic = icmp ne i32 %any, 0
//!   br i1 %symbolic, label %slow, label %next, !prof !unlikely
//! slow:
//!   %made = call preserve_mostcc i32 @__acute_kept_binary(...)
//!   br label %next
//! next:
//!   %lz = phi i32 [ %made, %slow ], [ 0, %entry ]
//!   ...
//! ```
use crate::llvm::{Builder, IntPredicate, Module, Type, TypeKind, Value};
use acute_trace::hooks::{self, Convention};
use acute_trace::{Hook, Reason, Slot};

/// LLVM's number of the calling convention of hooks; the runtime's `kept` is its other side.
const PRESERVE_MOST: u32 = 14;

/// The builder, with the types and constants that instrumented code is made of.
pub struct Ir {
    /// The module that is being instrumented.
    pub module: Module,
    /// Inserts instructions.
    pub builder: Builder,
    /// The type of bytes.
    pub i8: Type,
    /// The type of labels.
    pub i32: Type,
    /// The type in which hooks take values.
    pub i64: Type,
    /// The type of pointers.
    pub ptr: Type,
    /// The label of a concrete value.
    pub zero: Value,
}

impl Ir {
    /// Gets the types of the module's context.
    pub fn new(module: Module) -> Ir {
        let i32 = module.int_type(32);
        Ir {
            module,
            builder: Builder::new(module),
            i8: module.int_type(8),
            i32,
            i64: module.int_type(64),
            ptr: module.pointer_type(),
            zero: i32.const_int(0),
        }
    }

    /// Inserts from now on before this instruction.
    #[track_caller]
    pub fn at(&self, before: Value) {
        self.builder.position_before(before);
    }

    /// A constant of 32 bits.
    pub fn int32(&self, n: u32) -> Value {
        self.i32.const_int(n as u64)
    }

    /// A constant of 64 bits.
    pub fn int64(&self, n: u64) -> Value {
        self.i64.const_int(n)
    }

    /// The constant condition that holds.
    pub fn always(&self) -> Value {
        self.module.int_type(1).const_int(1)
    }

    /// The type of what returns nothing.
    pub fn void(&self) -> Type {
        self.module.void_type()
    }

    /// Is known to be concrete when the code is compiled.
    pub fn is_zero(&self, label: Value) -> bool {
        label == self.zero
    }

    /// Bits of a value that can carry a label: integers up to 64 bits, pointers, float and double.
    pub fn tracked_width(&self, ty: Type) -> Option<u32> {
        match ty.kind() {
            TypeKind::LLVMIntegerTypeKind => Some(ty.int_width()).filter(|w| *w <= 64),
            TypeKind::LLVMPointerTypeKind => Some(64).filter(|_| ty.address_space() == 0),
            TypeKind::LLVMFloatTypeKind => Some(32),
            TypeKind::LLVMDoubleTypeKind => Some(64),
            _ => None,
        }
    }

    /// Bytes that a load or store of the type touches: 6 for 48 bits, of which an array has one every 8.
    pub fn store_size(&self, ty: Type) -> u64 {
        self.module.store_size(ty)
    }

    /// The distance of array elements of the type.
    pub fn size_of(&self, ty: Type) -> u64 {
        self.module.abi_size(ty)
    }

    /// The value as 64 bits, as hooks take it. A constant where it is one.
    pub fn widen(&self, value: Value) -> Value {
        let bits = match value.ty().kind() {
            TypeKind::LLVMPointerTypeKind => return self.builder.ptr_to_int(value, self.i64),
            TypeKind::LLVMFloatTypeKind => self.builder.bitcast(value, self.i32),
            TypeKind::LLVMDoubleTypeKind => self.builder.bitcast(value, self.i64),
            _ => value,
        };
        match bits.ty().int_width() {
            64 => bits,
            _ => self.builder.zext(bits, self.i64),
        }
    }

    /// `a | b` of labels, without code where one is known to be concrete.
    pub fn either(&self, a: Value, b: Value) -> Value {
        if self.is_zero(a) || a == b {
            b
        } else if self.is_zero(b) {
            a
        } else {
            self.builder.or(a, b)
        }
    }

    /// `label != 0`
    pub fn is_symbolic(&self, label: Value) -> Value {
        self.builder.icmp(IntPredicate::LLVMIntNE, label, self.zero)
    }

    /// Before `before`: `label = symbolic ? slow() : 0`, the slow part out of the way.
    pub fn label_if(&self, symbolic: Value, before: Value, slow: impl FnOnce() -> Value) -> Value {
        self.labels_if(symbolic, before, 1, || vec![slow()])[0]
    }

    /// The same for several labels.
    pub fn labels_if(
        &self,
        symbolic: Value,
        before: Value,
        count: usize,
        slow: impl FnOnce() -> Vec<Value>,
    ) -> Vec<Value> {
        self.labels_or(symbolic, before, &vec![self.zero; count], slow)
    }

    /// The same, with the labels of the fast path.
    pub fn labels_or(
        &self,
        symbolic: Value,
        before: Value,
        otherwise: &[Value],
        slow: impl FnOnce() -> Vec<Value>,
    ) -> Vec<Value> {
        let fast_block = before.parent();
        let end = symbolic.split_if(before);
        self.at(end);
        let labels = slow();
        debug_assert_eq!(labels.len(), otherwise.len());
        // The slow part may have split its own block.
        let slow_block = end.parent();
        self.at(before.parent().first_instruction());
        let phi = |(label, otherwise): (&Value, &Value)| {
            let phi = self.builder.phi(self.i32);
            phi.add_incoming(&[(*label, slow_block), (*otherwise, fast_block)]);
            phi
        };
        let phis = labels.iter().zip(otherwise).map(phi).collect();
        self.at(before);
        phis
    }

    /// Before `before`: `if (symbolic) slow();`
    pub fn when(&self, symbolic: Value, before: Value, slow: impl FnOnce()) {
        let end = symbolic.split_if(before);
        self.at(end);
        slow();
        self.at(before);
    }

    /// Calls a hook of the runtime, declared from its row in the table. Kept hooks take their arguments from the
    /// stack, behind six undefined ones that use up the registers (see the runtime's `kept`).
    pub fn hook(&self, hook: Hook, arguments: &[Value]) -> Value {
        let kept = hook.convention() == Convention::Kept;
        let skipped = if kept { 6 } else { 0 };
        let mut all = vec![self.i64.poison(); skipped];
        all.extend_from_slice(arguments);
        let mut types = vec![self.i64; skipped];
        types.extend(hook.parameters().iter().map(|ty| self.hook_type(*ty)));
        debug_assert!(all.iter().map(|a| a.ty()).eq(types.iter().copied()), "{hook:?}");
        let call = self.call_as(hook.symbol(), self.hook_type(hook.result()), &types, &all);
        if kept {
            if let Some(callee) = call.called_value().and_then(Value::as_function) {
                callee.set_call_conv(PRESERVE_MOST);
            }
            call.set_call_conv(PRESERVE_MOST);
        }
        if hook.may_end_run() {
            // Each has its own line, which is where a run ends.
            call.add_call_attribute("nomerge", 0);
        }
        call
    }

    /// The LLVM type of a hook's parameter or result.
    fn hook_type(&self, ty: hooks::Type) -> Type {
        match ty {
            hooks::Type::Label | hooks::Type::I32 => self.i32,
            hooks::Type::I64 | hooks::Type::Size => self.i64,
            hooks::Type::Ptr => self.ptr,
            hooks::Type::Bool => self.module.int_type(1),
            hooks::Type::Void | hooks::Type::Never => self.void(),
        }
    }

    /// Calls a function, declaring it where needed. Parameter types are the arguments'.
    pub fn call(&self, name: &str, result: Type, arguments: &[Value]) -> Value {
        let types: Vec<Type> = arguments.iter().map(|a| a.ty()).collect();
        self.call_as(name, result, &types, arguments)
    }

    /// Calls a function with these parameter types, declaring it where needed.
    fn call_as(&self, name: &str, result: Type, types: &[Type], arguments: &[Value]) -> Value {
        let ty = result.function(types);
        let function = self.module.named_function(name).unwrap_or_else(|| {
            let function = self.module.add_function(name, ty);
            // Bound at once, in a library, too: lazy binding clobbers registers.
            for attribute in ["nounwind", "cold", "nonlazybind"] {
                function.add_attribute(attribute);
            }
            function
        });
        self.builder.call(ty, function.value(), arguments)
    }

    /// Counts a concretization where `label` is symbolic.
    pub fn concretize(&self, reason: Reason, label: Value, what: &str, before: Value) {
        if self.is_zero(label) {
            return;
        }
        self.at(before);
        let symbolic = self.is_symbolic(label);
        self.when(symbolic, before, || {
            let name = self.name(what);
            self.hook(Hook::Concretize, &[self.int32(reason as u32), label, name]);
        });
    }

    /// A constant string of the program, for reports.
    pub fn name(&self, text: &str) -> Value {
        self.builder.global_string_ptr(text, "acute_name")
    }

    /// A thread-local variable of the runtime.
    pub fn slot(&self, slot: Slot) -> Value {
        let name = slot.symbol();
        self.module.named_global(name).unwrap_or_else(|| {
            let global = self.module.add_global(name, self.i64);
            global.set_thread_local();
            global
        })
    }

    /// A variable of the runtime that all threads share.
    pub fn word(&self, name: &str) -> Value {
        self.module.named_global(name).unwrap_or_else(|| self.module.add_global(name, self.i64))
    }

    /// The address `bytes` bytes behind another.
    pub fn offset(&self, base: Value, bytes: u64) -> Value {
        self.builder.in_bounds_gep(self.i8, base, self.int64(bytes))
    }
}
