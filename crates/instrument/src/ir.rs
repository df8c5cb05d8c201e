//! A thin layer over the builder: types, hooks, and the pattern every check follows.
//!
//! All functions here are unsafe in the way all of LLVM's C interface is: values must belong to the
//! module that is being instrumented. The pass is single-threaded and holds nothing beyond one run.
use acute_trace as trace;
use llvm_sys::core::*;
use llvm_sys::prelude::*;
use llvm_sys::target::{LLVMABISizeOfType, LLVMGetModuleDataLayout, LLVMStoreSizeOfType, LLVMTargetDataRef};
use llvm_sys::{LLVMThreadLocalMode, LLVMTypeKind};
use std::ffi::CString;

pub type Value = LLVMValueRef;

unsafe extern "C" {
    pub fn acute_split_if(condition: Value, before: Value) -> Value;
    pub fn acute_split_edge(terminator: Value, n: u32) -> Value;
    pub fn acute_has_metadata(instruction: Value, kind: *const std::ffi::c_char) -> i32;
}

/// LLVM's number of the convention by which hooks are called; the runtime's `kept` is its other side.
const PRESERVE_MOST: u32 = 14;

pub struct Ir {
    pub module: LLVMModuleRef,
    pub context: LLVMContextRef,
    pub builder: LLVMBuilderRef,
    pub layout: LLVMTargetDataRef,
    pub i8: LLVMTypeRef,
    pub i32: LLVMTypeRef,
    pub i64: LLVMTypeRef,
    pub ptr: LLVMTypeRef,
    /// The label of whatever is concrete.
    pub zero: Value,
}

impl Ir {
    pub unsafe fn new(module: LLVMModuleRef) -> Ir {
        unsafe {
            let context = LLVMGetModuleContext(module);
            let i32 = LLVMInt32TypeInContext(context);
            Ir {
                module,
                context,
                builder: LLVMCreateBuilderInContext(context),
                layout: LLVMGetModuleDataLayout(module),
                i8: LLVMInt8TypeInContext(context),
                i32,
                i64: LLVMInt64TypeInContext(context),
                ptr: LLVMPointerTypeInContext(context, 0),
                zero: LLVMConstInt(i32, 0, 0),
            }
        }
    }

    pub unsafe fn at(&self, before: Value) {
        unsafe { LLVMPositionBuilderBefore(self.builder, before) }
    }

    pub unsafe fn int32(&self, n: u32) -> Value {
        unsafe { LLVMConstInt(self.i32, n as u64, 0) }
    }

    pub unsafe fn int64(&self, n: u64) -> Value {
        unsafe { LLVMConstInt(self.i64, n, 0) }
    }

    pub unsafe fn is_zero(&self, label: Value) -> bool {
        label == self.zero
    }

    /// Bits of a value that can carry a label: integers up to 64 bits, pointers, float and double.
    pub unsafe fn tracked_width(&self, ty: LLVMTypeRef) -> Option<u32> {
        unsafe {
            match LLVMGetTypeKind(ty) {
                LLVMTypeKind::LLVMIntegerTypeKind => Some(LLVMGetIntTypeWidth(ty)).filter(|w| *w <= 64),
                LLVMTypeKind::LLVMPointerTypeKind => Some(64).filter(|_| LLVMGetPointerAddressSpace(ty) == 0),
                LLVMTypeKind::LLVMFloatTypeKind => Some(32),
                LLVMTypeKind::LLVMDoubleTypeKind => Some(64),
                _ => None,
            }
        }
    }

    /// Bytes that a load or store of the type touches: 6 for 48 bits, of which an array has one every 8.
    pub unsafe fn store_size(&self, ty: LLVMTypeRef) -> u64 {
        unsafe { LLVMStoreSizeOfType(self.layout, ty) }
    }

    /// The distance of array elements of the type.
    pub unsafe fn size_of(&self, ty: LLVMTypeRef) -> u64 {
        unsafe { LLVMABISizeOfType(self.layout, ty) }
    }

    /// The value as 64 bits, the way hooks take it. A constant where it is one.
    pub unsafe fn widen(&self, value: Value) -> Value {
        unsafe {
            let ty = LLVMTypeOf(value);
            let bits = match LLVMGetTypeKind(ty) {
                LLVMTypeKind::LLVMPointerTypeKind => {
                    return LLVMBuildPtrToInt(self.builder, value, self.i64, c"".as_ptr());
                }
                LLVMTypeKind::LLVMFloatTypeKind => {
                    LLVMBuildBitCast(self.builder, value, self.i32, c"".as_ptr())
                }
                LLVMTypeKind::LLVMDoubleTypeKind => {
                    LLVMBuildBitCast(self.builder, value, self.i64, c"".as_ptr())
                }
                _ => value,
            };
            match LLVMGetIntTypeWidth(LLVMTypeOf(bits)) {
                64 => bits,
                _ => LLVMBuildZExt(self.builder, bits, self.i64, c"".as_ptr()),
            }
        }
    }

    /// `a | b` of labels, without code where one is known to be concrete.
    pub unsafe fn either(&self, a: Value, b: Value) -> Value {
        unsafe {
            if self.is_zero(a) || a == b {
                b
            } else if self.is_zero(b) {
                a
            } else {
                LLVMBuildOr(self.builder, a, b, c"".as_ptr())
            }
        }
    }

    pub unsafe fn is_symbolic(&self, label: Value) -> Value {
        unsafe {
            LLVMBuildICmp(self.builder, llvm_sys::LLVMIntPredicate::LLVMIntNE, label, self.zero, c"".as_ptr())
        }
    }

    /// Before `before`: `label = symbolic ? slow() : 0`, the slow part out of the way.
    pub unsafe fn label_if(&self, symbolic: Value, before: Value, slow: impl FnOnce() -> Value) -> Value {
        unsafe { self.labels_if(symbolic, before, 1, || vec![slow()])[0] }
    }

    /// The same for several labels.
    pub unsafe fn labels_if(
        &self,
        symbolic: Value,
        before: Value,
        count: usize,
        slow: impl FnOnce() -> Vec<Value>,
    ) -> Vec<Value> {
        unsafe { self.labels_or(symbolic, before, &vec![self.zero; count], slow) }
    }

    /// The same, with labels that it has otherwise.
    pub unsafe fn labels_or(
        &self,
        symbolic: Value,
        before: Value,
        otherwise: &[Value],
        slow: impl FnOnce() -> Vec<Value>,
    ) -> Vec<Value> {
        unsafe {
            let fast_block = LLVMGetInstructionParent(before);
            let end = acute_split_if(symbolic, before);
            self.at(end);
            let labels = slow();
            debug_assert_eq!(labels.len(), otherwise.len());
            let slow_block = LLVMGetInstructionParent(end);
            self.at(LLVMGetFirstInstruction(LLVMGetInstructionParent(before)));
            let phi = |(label, otherwise): (&Value, &Value)| {
                let phi = LLVMBuildPhi(self.builder, self.i32, c"".as_ptr());
                LLVMAddIncoming(
                    phi,
                    [*label, *otherwise].as_mut_ptr(),
                    [slow_block, fast_block].as_mut_ptr(),
                    2,
                );
                phi
            };
            let phis = labels.iter().zip(otherwise).map(phi).collect();
            self.at(before);
            phis
        }
    }

    /// Before `before`: `if (symbolic) slow();`
    pub unsafe fn when(&self, symbolic: Value, before: Value, slow: impl FnOnce()) {
        unsafe {
            let end = acute_split_if(symbolic, before);
            self.at(end);
            slow();
            self.at(before);
        }
    }

    /// Calls a hook of the runtime. Hooks keep all registers, and none is needed for their arguments: those
    /// stand on the stack, behind six that take the registers and are nothing (see the runtime's `kept`).
    pub unsafe fn hook(&self, name: &str, result: LLVMTypeRef, arguments: &mut [Value]) -> Value {
        unsafe {
            let mut all = vec![LLVMGetPoison(self.i64); 6];
            all.extend_from_slice(arguments);
            let call = self.call(&name.replacen("__acute_", "__acute_kept_", 1), result, &mut all);
            LLVMSetFunctionCallConv(LLVMGetCalledValue(call), PRESERVE_MOST);
            LLVMSetInstructionCallConv(call, PRESERVE_MOST);
            call
        }
    }

    /// Calls a function, declaring it where needed. Parameter types are the arguments'.
    pub unsafe fn call(&self, name: &str, result: LLVMTypeRef, arguments: &mut [Value]) -> Value {
        unsafe {
            let c_name = CString::new(name).unwrap_or_default();
            let mut types: Vec<_> = arguments.iter().map(|a| LLVMTypeOf(*a)).collect();
            let count = arguments.len() as u32;
            let ty = LLVMFunctionType(result, types.as_mut_ptr(), count, 0);
            let mut function = LLVMGetNamedFunction(self.module, c_name.as_ptr());
            if function.is_null() {
                function = LLVMAddFunction(self.module, c_name.as_ptr(), ty);
                // Bound at once, in a library, too: what binds late uses registers of its own.
                for attribute in ["nounwind", "cold", "nonlazybind"] {
                    let kind = LLVMGetEnumAttributeKindForName(attribute.as_ptr().cast(), attribute.len());
                    let attribute = LLVMCreateEnumAttribute(self.context, kind, 0);
                    LLVMAddAttributeAtIndex(function, llvm_sys::LLVMAttributeFunctionIndex, attribute);
                }
            }
            LLVMBuildCall2(self.builder, ty, function, arguments.as_mut_ptr(), count, c"".as_ptr())
        }
    }

    pub unsafe fn void(&self) -> LLVMTypeRef {
        unsafe { LLVMVoidTypeInContext(self.context) }
    }

    /// Counts a loss of precision where `label` is symbolic.
    pub unsafe fn concretize(&self, reason: trace::Reason, label: Value, what: &str, before: Value) {
        unsafe {
            if self.is_zero(label) {
                return;
            }
            self.at(before);
            let symbolic = self.is_symbolic(label);
            self.when(symbolic, before, || {
                let name = self.name(what);
                self.hook("__acute_concretize", self.void(), &mut [self.int32(reason as u32), label, name]);
            });
        }
    }

    /// A constant string of the program, for reports.
    pub unsafe fn name(&self, text: &str) -> Value {
        unsafe {
            let c_text = CString::new(text).unwrap_or_default();
            LLVMBuildGlobalStringPtr(self.builder, c_text.as_ptr(), c"acute_name".as_ptr())
        }
    }

    /// A thread-local variable of the runtime.
    pub unsafe fn slot(&self, name: &std::ffi::CStr) -> Value {
        unsafe {
            let mut global = LLVMGetNamedGlobal(self.module, name.as_ptr());
            if global.is_null() {
                global = LLVMAddGlobal(self.module, self.i64, name.as_ptr());
                LLVMSetThreadLocalMode(global, LLVMThreadLocalMode::LLVMInitialExecTLSModel);
            }
            global
        }
    }

    pub unsafe fn offset(&self, base: Value, bytes: u64) -> Value {
        unsafe {
            let mut index = [self.int64(bytes)];
            LLVMBuildInBoundsGEP2(self.builder, self.i8, base, index.as_mut_ptr(), 1, c"".as_ptr())
        }
    }
}
