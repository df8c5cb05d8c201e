//! Calls: labels of arguments and results pass in thread-local slots, each naming the function it
//! is meant for, so that code compiled without us in between never passes a stale label on. A value of
//! several parts takes a slot for each.
use crate::function::{Function, value_name};
use crate::ir::Value;
use crate::outside::{HARMLESS, is_modelled, maybe_outside};
use acute_trace::{Compound, REPLACED, Reason};
use llvm_sys::core::*;
use llvm_sys::prelude::LLVMTypeRef;
use llvm_sys::{LLVMIntPredicate, LLVMTypeKind};

/// Slots of the runtime's array; arguments beyond them lose their labels, counted.
const SLOTS: u32 = 64;
/// Parts of a returned value that keep their labels; beyond them they are lost, counted.
const RETURNS: usize = 16;

/// Functions of the C library that are one operation of the machine.
const OPERATIONS: &[(&str, Compound)] = &[("sqrt", Compound::Sqrt), ("sqrtf", Compound::Sqrt)];

pub unsafe fn is_noreturn(call: Value, callee: Value) -> bool {
    unsafe {
        let kind = LLVMGetEnumAttributeKindForName(c"noreturn".as_ptr(), 8);
        let index = llvm_sys::LLVMAttributeFunctionIndex;
        !LLVMGetCallSiteEnumAttribute(call, index, kind).is_null()
            || !LLVMIsAFunction(callee).is_null()
                && !LLVMGetEnumAttributeAtIndex(callee, index, kind).is_null()
    }
}

/// A function that only reads, as its declaration says, leaves labels all the same: what stands in the slots
/// after one call of it is not what stands there after the next.
unsafe fn forget_purity(call: Value, callee: Value) {
    unsafe {
        let kind = LLVMGetEnumAttributeKindForName(c"memory".as_ptr(), 6);
        let index = llvm_sys::LLVMAttributeFunctionIndex;
        LLVMRemoveCallSiteEnumAttribute(call, index, kind);
        if !LLVMIsAFunction(callee).is_null() {
            LLVMRemoveEnumAttributeAtIndex(callee, index, kind);
        }
    }
}

impl Function<'_> {
    /// The type that an attribute of parameter `n` names.
    pub unsafe fn type_attribute(&self, of: Value, n: u32, call: bool, name: &str) -> Option<LLVMTypeRef> {
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
            let attribute = if call {
                LLVMGetCallSiteEnumAttribute(of, n + 1, kind)
            } else {
                LLVMGetEnumAttributeAtIndex(of, n + 1, kind)
            };
            (!attribute.is_null()).then(|| LLVMGetTypeAttributeValue(attribute))
        }
    }

    pub unsafe fn is_byval(&self, of: Value, n: u32, call: bool) -> Option<LLVMTypeRef> {
        unsafe { self.type_attribute(of, n, call, "byval") }
    }

    /// Which of a value's parts carry a label.
    unsafe fn carried(&self, ty: LLVMTypeRef) -> Vec<bool> {
        unsafe { self.ir.leaves(ty).unwrap_or_default().iter().map(|l| l.width.is_some()).collect() }
    }

    /// At a function's entry: take the arguments' labels out of the slots, if they are meant for it.
    pub unsafe fn receive_arguments(&mut self) {
        unsafe {
            let ir = self.ir;
            let count = LLVMCountParams(self.value);
            let mut first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(self.value));
            // Allocas stay in front, where clang's later passes look for them.
            while !LLVMIsAAllocaInst(first).is_null() {
                first = LLVMGetNextInstruction(first);
            }
            self.va_take(first);
            if count == 0 {
                return;
            }
            ir.at(first);
            let meant = ir.slot(c"__acute_args_for");
            let slots = ir.slot(c"__acute_args");
            let tag = LLVMBuildLoad2(ir.builder, ir.ptr, meant, c"".as_ptr());
            let mine = LLVMBuildICmp(ir.builder, LLVMIntPredicate::LLVMIntEQ, tag, self.value, c"".as_ptr());
            let rest = LLVMBuildSelect(ir.builder, mine, LLVMConstNull(ir.ptr), tag, c"".as_ptr());
            LLVMBuildStore(ir.builder, rest, meant);
            let mut used = 0;
            for n in 0..count {
                let parameter = LLVMGetParam(self.value, n);
                if let Some(ty) = self.is_byval(self.value, n, false) {
                    let from = if used < SLOTS {
                        let slot = ir.offset(slots, used as u64 * 8);
                        let from = LLVMBuildLoad2(ir.builder, ir.i64, slot, c"".as_ptr());
                        LLVMBuildSelect(ir.builder, mine, from, ir.int64(0), c"".as_ptr())
                    } else {
                        ir.int64(0)
                    };
                    used += 1;
                    ir.hook("__acute_by_value", ir.void(), &mut [parameter, from, ir.int64(ir.size_of(ty))]);
                    continue;
                }
                let mut labels = vec![];
                for carried in self.carried(LLVMTypeOf(parameter)) {
                    labels.push(if carried && used < SLOTS {
                        let slot = ir.offset(slots, used as u64 * 8);
                        let label = LLVMBuildLoad2(ir.builder, ir.i32, slot, c"".as_ptr());
                        LLVMBuildSelect(ir.builder, mine, label, ir.zero, c"".as_ptr())
                    } else {
                        ir.zero
                    });
                    used += 1;
                }
                self.set_parts(parameter, labels);
            }
        }
    }

    pub unsafe fn call(&mut self, i: Value) {
        unsafe {
            let callee = LLVMGetCalledValue(i);
            if !LLVMIsAInlineAsm(callee).is_null() {
                return self.assembly(i, callee);
            }
            let name =
                if LLVMIsAFunction(callee).is_null() { "(pointer)".into() } else { value_name(callee) };
            if name.starts_with("llvm.") {
                return self.intrinsic(i, &name);
            }
            if name == "__acute_probe" {
                return self.probe(i);
            }
            if name == "__acute_is_symbolic" {
                return self.is_symbolic(i);
            }
            if name == "__acute_choose" {
                return self.choose_plainly(i);
            }
            if name == "__acute_together" {
                return self.together(i);
            }
            if name == "__acute_object_size" {
                let label = self.label(LLVMGetOperand(i, 0));
                return self.ir.concretize(Reason::Address, label, "object size", i);
            }
            if name == "__acute_input" {
                return self.ir.concretize(Reason::Size, self.label(LLVMGetOperand(i, 2)), "mark", i);
            }
            if name.starts_with("__acute_") && !name.starts_with("__acute_unit") {
                return;
            }
            if let Some((_, which)) = OPERATIONS.iter().find(|(f, _)| *f == name && maybe_outside(callee)) {
                return self.compound(i, *which);
            }
            forget_purity(i, callee);
            let outside = maybe_outside(callee) && !HARMLESS.contains(&name.as_str());
            if outside && !REPLACED.contains(&name.as_str()) && !is_modelled(&name) {
                self.follow_arguments(i);
            } else if maybe_outside(callee) {
                self.follow_printed(i, &name);
            }
            // Which function it is may depend on the input.
            self.access(callee, false, i);
            self.ir.concretize(Reason::Address, self.label(callee), "call", i);
            self.pass_arguments(i, callee);
            if !HARMLESS.contains(&name.as_str()) {
                self.va_pass(i, callee);
            }
            self.take_result(i, callee);
            let noreturn = is_noreturn(i, callee);
            if noreturn {
                // Two calls of abort are two places, not one that both jump to.
                let kind = LLVMGetEnumAttributeKindForName(c"nomerge".as_ptr(), 7);
                let nomerge = LLVMCreateEnumAttribute(self.ir.context, kind, 0);
                LLVMAddCallSiteAttribute(i, llvm_sys::LLVMAttributeFunctionIndex, nomerge);
            }
            if outside && noreturn {
                self.leave_for_good(i, &name);
            } else if outside && LLVMGetNumArgOperands(i) > 0 {
                self.watch_outside(i, callee, &name);
            }
        }
    }

    /// For our own tests: `__acute_probe(x)` also reports the expression of x.
    unsafe fn probe(&mut self, i: Value) {
        unsafe {
            let (ir, x) = (self.ir, LLVMGetOperand(i, 0));
            ir.at(i);
            let value = ir.widen(x);
            ir.hook("__acute_probed", ir.void(), &mut [self.label(x), value]);
        }
    }

    /// `__acute_is_symbolic(x)` is whether x has a label.
    unsafe fn is_symbolic(&mut self, i: Value) {
        unsafe {
            let (ir, label) = (self.ir, self.label(LLVMGetOperand(i, 0)));
            ir.at(i);
            let is = LLVMBuildZExt(ir.builder, ir.is_symbolic(label), LLVMTypeOf(i), c"".as_ptr());
            LLVMReplaceAllUsesWith(i, is);
        }
    }

    /// `__acute_choose(c, x, y)` is `c ? x : y` without a branch, whatever an optimizer thinks of it.
    unsafe fn choose_plainly(&mut self, i: Value) {
        unsafe {
            let ir = self.ir;
            ir.at(i);
            let [c, x, y] = [0, 1, 2].map(|n| LLVMGetOperand(i, n));
            let chosen = LLVMBuildSelect(ir.builder, c, x, y, c"".as_ptr());
            LLVMReplaceAllUsesWith(i, chosen);
            self.select(chosen);
        }
    }

    /// `__acute_together(a, b, most, how)` is told what its arguments depend on, too.
    unsafe fn together(&mut self, i: Value) {
        unsafe {
            let ir = self.ir;
            ir.at(i);
            let mut arguments: Vec<Value> = (0..4).map(|n| LLVMGetOperand(i, n)).collect();
            arguments.extend((0..3).map(|n| self.make(LLVMGetOperand(i, n))));
            let count = ir.call("__acute_together_of", LLVMTypeOf(i), &mut arguments);
            LLVMReplaceAllUsesWith(i, count);
        }
    }

    /// Before a call: the arguments' labels go into the slots, with the callee's address.
    unsafe fn pass_arguments(&mut self, i: Value, callee: Value) {
        unsafe {
            let ir = self.ir;
            let fixed = LLVMCountParamTypes(LLVMGetCalledFunctionType(i));
            ir.at(i);
            let meant = ir.slot(c"__acute_args_for");
            let slots = ir.slot(c"__acute_args");
            let (mut used, mut lost) = (0, vec![]);
            // What stands for `...` goes another way, unless there is no prototype at all.
            let count =
                if fixed == 0 { LLVMGetNumArgOperands(i) } else { fixed.min(LLVMGetNumArgOperands(i)) };
            for n in 0..count {
                let argument = LLVMGetOperand(i, n);
                if self.is_byval(i, n, true).is_some() {
                    if used < SLOTS {
                        LLVMBuildStore(ir.builder, ir.widen(argument), ir.offset(slots, used as u64 * 8));
                    }
                    used += 1;
                    continue;
                }
                let carried = self.carried(LLVMTypeOf(argument));
                for (carried, label) in carried.into_iter().zip(self.parts(argument)) {
                    if carried && used < SLOTS {
                        LLVMBuildStore(ir.builder, label, ir.offset(slots, used as u64 * 8));
                    } else {
                        lost.push(label);
                    }
                    used += 1;
                }
            }
            LLVMBuildStore(ir.builder, callee, meant);
            for label in lost {
                ir.concretize(Reason::NoModel, label, "many arguments", i);
            }
        }
    }

    /// After a call: the labels of the result, if the callee itself left them.
    unsafe fn take_result(&mut self, i: Value, callee: Value) {
        unsafe {
            let (ir, ty) = (self.ir, LLVMTypeOf(i));
            if LLVMGetTypeKind(ty) == LLVMTypeKind::LLVMVoidTypeKind {
                return;
            }
            let carried = self.carried(ty);
            if !carried.contains(&true) {
                return;
            }
            ir.at(self.after(i));
            let its = self.is_from(callee);
            let slots = ir.slot(c"__acute_ret");
            let label = |(k, carried): (usize, bool)| {
                if !carried || k >= RETURNS {
                    return ir.zero;
                }
                let label = LLVMBuildLoad2(ir.builder, ir.i32, ir.offset(slots, k as u64 * 4), c"".as_ptr());
                LLVMBuildSelect(ir.builder, its, label, ir.zero, c"".as_ptr())
            };
            let labels = carried.into_iter().enumerate().map(label).collect();
            self.set_parts(i, labels);
        }
    }

    /// Whether `callee` itself, compiled by us, has just returned.
    pub unsafe fn is_from(&self, callee: Value) -> Value {
        unsafe {
            let ir = self.ir;
            let tag = LLVMBuildLoad2(ir.builder, ir.ptr, ir.slot(c"__acute_ret_from"), c"".as_ptr());
            LLVMBuildICmp(ir.builder, LLVMIntPredicate::LLVMIntEQ, tag, callee, c"".as_ptr())
        }
    }

    pub unsafe fn ret(&mut self, i: Value) {
        unsafe {
            let ir = self.ir;
            ir.at(i);
            if LLVMGetNumOperands(i) > 0 {
                let value = LLVMGetOperand(i, 0);
                let slots = ir.slot(c"__acute_ret");
                let carried = self.carried(LLVMTypeOf(value));
                let labels = self.parts(value);
                for (k, (carried, label)) in carried.into_iter().zip(labels).enumerate() {
                    if carried && k < RETURNS {
                        ir.at(i);
                        LLVMBuildStore(ir.builder, label, ir.offset(slots, k as u64 * 4));
                    } else {
                        ir.concretize(Reason::NoModel, label, "large result", i);
                    }
                }
                ir.at(i);
            }
            // Without a result too: the caller wants to know who was there.
            LLVMBuildStore(ir.builder, self.value, ir.slot(c"__acute_ret_from"));
        }
    }
}
