//! Calls. Labels of arguments and results pass in thread-local slots. Each names the function it is meant for, so that code
//! without instrumentation in between never passes a stale label on. A value of several parts takes a slot for each.
//! ```c
//! z = g(x, y);
//! ```
//! becomes
//! ```c
//! __acute_args[0] = lx; __acute_args[1] = ly; __acute_args_for = g;
//! z = g(x, y);
//! lz = __acute_ret_from == g ? __acute_ret[0] : 0;
//! ```
use crate::function::Emitter;
use crate::llvm::{IntPredicate, Type, TypeKind, Value};
use crate::outside::{is_modelled, maybe_outside};
use acute_trace::library::{self, Fact};
use acute_trace::{Hook, Reason, Slot};

/// Slots of the runtime's array; the labels of arguments beyond them are concretized.
const SLOTS: u32 = 64;
/// Parts of a returned value that keep their labels; those beyond them are concretized.
const RETURNS: usize = 16;

/// Is a call that does not return.
pub fn is_noreturn(call: Value) -> bool {
    let callee = call.called_value().and_then(Value::as_function);
    call.has_call_attribute("noreturn") || callee.is_some_and(|f| f.has_attribute("noreturn"))
}

/// Removes what a declaration promises of memory. A function that only reads leaves labels in the slots all the same,
/// and they differ from call to call.
fn forget_purity(call: Value, callee: Value) {
    call.remove_call_attribute("memory");
    if let Some(function) = callee.as_function() {
        function.remove_attribute("memory");
    }
}

impl Emitter<'_> {
    /// For each part of a type: it carries a label.
    fn carried(&self, ty: Type) -> Vec<bool> {
        self.ir.leaves(ty).unwrap_or_default().iter().map(|l| l.width.is_some()).collect()
    }

    /// At a function's entry: takes the labels of the arguments from the slots, if they are meant for it.
    pub fn receive_arguments(&mut self) {
        let ir = self.ir;
        let params = self.function.params();
        let first = self.function.entry().first_after_allocas();
        self.va_take(first);
        if params.is_empty() {
            return;
        }
        ir.at(first);
        let meant = ir.slot(Slot::ArgsFor);
        let slots = ir.slot(Slot::Args);
        let tag = ir.builder.load(ir.ptr, meant);
        let mine = ir.builder.icmp(IntPredicate::LLVMIntEQ, tag, self.function.value());
        let rest = ir.builder.select(mine, ir.ptr.const_null(), tag);
        ir.builder.store(rest, meant);
        let mut used = 0;
        for (n, parameter) in (0..).zip(params) {
            if let Some(ty) = self.function.param_type(n, "byval") {
                let from = if used < SLOTS {
                    let slot = ir.offset(slots, used as u64 * 8);
                    let from = ir.builder.load(ir.i64, slot);
                    ir.builder.select(mine, from, ir.int64(0))
                } else {
                    ir.int64(0)
                };
                used += 1;
                ir.hook(Hook::ByValue, &[parameter, from, ir.int64(ir.size_of(ty))]);
                continue;
            }
            let mut labels = vec![];
            for carried in self.carried(parameter.ty()) {
                labels.push(if carried && used < SLOTS {
                    let slot = ir.offset(slots, used as u64 * 8);
                    let label = ir.builder.load(ir.i32, slot);
                    ir.builder.select(mine, label, ir.zero)
                } else {
                    ir.zero
                });
                used += 1;
            }
            self.set_parts(parameter, labels);
        }
    }

    /// Hands a call to its emitter: assembly, an intrinsic, a function of acute.h, or any other function.
    pub fn call(&mut self, i: Value) {
        let Some(callee) = i.called_value() else { return };
        if callee.is_inline_asm() {
            return self.assembly(i, callee);
        }
        let name = callee.as_function().map_or_else(|| "(pointer)".into(), |f| f.name());
        if name.starts_with("llvm.") {
            return self.intrinsic(i, &name);
        }
        if name == Hook::Probe.symbol() {
            return self.probe(i);
        }
        if name == Hook::IsSymbolic.symbol() {
            return self.is_symbolic(i);
        }
        if name == Hook::Choose.symbol() {
            return self.choose_plainly(i);
        }
        if name == Hook::Together.symbol() {
            return self.together(i);
        }
        if name == Hook::ObjectSize.symbol() {
            let label = self.label(i.operand(0));
            return self.ir.concretize(Reason::Address, label, "object size", i);
        }
        if name == Hook::Input.symbol() {
            return self.ir.concretize(Reason::Size, self.label(i.operand(2)), "mark", i);
        }
        if name.starts_with("__acute_") && !name.starts_with("__acute_unit") {
            return;
        }
        let known = library::find(&name);
        if let Some(which) = known.and_then(|f| f.computes).filter(|_| maybe_outside(callee)) {
            return self.compound(i, which);
        }
        let harmless = known.is_some_and(|f| f.has(Fact::Harmless));
        forget_purity(i, callee);
        let outside = maybe_outside(callee) && !harmless;
        if outside && !known.is_some_and(|f| f.is_replaced()) && !is_modelled(&name) {
            self.follow_arguments(i);
            if !known.is_some_and(|f| f.has(Fact::Reads)) && i.args().any(|a| a.ty().is_pointer()) {
                self.ir.at(i);
                self.ir.hook(Hook::ForgetBelow, &[]);
            }
        } else if maybe_outside(callee) {
            self.follow_printed(i, &name);
        }
        // Which function it is may depend on the input.
        self.access(callee, false, i);
        self.ir.concretize(Reason::Address, self.label(callee), "call", i);
        self.pass_arguments(i, callee);
        if !harmless {
            self.va_pass(i, callee);
        }
        self.take_result(i, callee);
        let noreturn = is_noreturn(i);
        if noreturn {
            // Two calls of abort are two places, not one that both jump to.
            i.add_call_attribute("nomerge", 0);
        }
        if outside && noreturn {
            self.leave_for_good(i, &name);
        } else if outside && (i.arg_count() > 0 || i.ty() == self.ir.ptr && library::may_keep(&name)) {
            self.watch_outside(i, callee, &name);
        }
    }

    /// `__acute_probe(x)` also reports the expression of x, to a test.
    fn probe(&mut self, i: Value) {
        let (ir, x) = (self.ir, i.operand(0));
        ir.at(i);
        let value = ir.widen(x);
        ir.hook(Hook::Probed, &[self.label(x), value]);
    }

    /// `__acute_is_symbolic(x)` becomes `lx != 0`.
    fn is_symbolic(&mut self, i: Value) {
        let (ir, label) = (self.ir, self.label(i.operand(0)));
        ir.at(i);
        let is = ir.builder.zext(ir.is_symbolic(label), i.ty());
        i.replace_all_uses_with(is);
    }

    /// `__acute_choose(c, x, y)` becomes a `select`: `c ? x : y` without a branch.
    fn choose_plainly(&mut self, i: Value) {
        let ir = self.ir;
        ir.at(i);
        let [c, x, y] = [0, 1, 2].map(|n| i.operand(n));
        let chosen = ir.builder.select(c, x, y);
        i.replace_all_uses_with(chosen);
        self.select(chosen);
    }

    /// `__acute_together(a, b, most, how)` also gets the labels of its arguments.
    fn together(&mut self, i: Value) {
        let ir = self.ir;
        ir.at(i);
        let mut arguments: Vec<Value> = (0..4).map(|n| i.operand(n)).collect();
        arguments.extend((0..3).map(|n| self.make(i.operand(n))));
        let count = ir.hook(Hook::TogetherOf, &arguments);
        i.replace_all_uses_with(count);
    }

    /// Before a call: stores the labels of the arguments and the callee's address in the slots.
    fn pass_arguments(&mut self, i: Value, callee: Value) {
        let ir = self.ir;
        let fixed = i.called_type().param_count();
        ir.at(i);
        let meant = ir.slot(Slot::ArgsFor);
        let slots = ir.slot(Slot::Args);
        let (mut used, mut lost) = (0, vec![]);
        // What stands for `...` goes another way, unless there is no prototype at all.
        let count = if fixed == 0 { i.arg_count() } else { fixed.min(i.arg_count()) };
        for n in 0..count {
            let argument = i.operand(n);
            if i.arg_type(n, "byval").is_some() {
                if used < SLOTS {
                    ir.builder.store(ir.widen(argument), ir.offset(slots, used as u64 * 8));
                }
                used += 1;
                continue;
            }
            let carried = self.carried(argument.ty());
            for (carried, label) in carried.into_iter().zip(self.parts(argument)) {
                if carried && used < SLOTS {
                    ir.builder.store(label, ir.offset(slots, used as u64 * 8));
                } else {
                    lost.push(label);
                }
                used += 1;
            }
        }
        ir.builder.store(callee, meant);
        for label in lost {
            ir.concretize(Reason::NoModel, label, "many arguments", i);
        }
    }

    /// After a call: takes the labels of the result from the slots, if the callee left them.
    fn take_result(&mut self, i: Value, callee: Value) {
        let (ir, ty) = (self.ir, i.ty());
        if ty.kind() == TypeKind::LLVMVoidTypeKind {
            return;
        }
        let carried = self.carried(ty);
        if !carried.contains(&true) {
            return;
        }
        ir.at(self.after(i));
        let its = self.is_from(callee);
        let slots = ir.slot(Slot::Ret);
        let label = |(k, carried): (usize, bool)| {
            if !carried || k >= RETURNS {
                return ir.zero;
            }
            let label = ir.builder.load(ir.i32, ir.offset(slots, k as u64 * 4));
            ir.builder.select(its, label, ir.zero)
        };
        let labels = carried.into_iter().enumerate().map(label).collect();
        self.set_parts(i, labels);
    }

    /// The condition that the instrumented function `callee` is the last that returned.
    pub fn is_from(&self, callee: Value) -> Value {
        let ir = self.ir;
        let tag = ir.builder.load(ir.ptr, ir.slot(Slot::RetFrom));
        ir.builder.icmp(IntPredicate::LLVMIntEQ, tag, callee)
    }

    /// Stores the labels of the result and the function's own address in the slots.
    pub fn ret(&mut self, i: Value) {
        let ir = self.ir;
        ir.at(i);
        if i.operand_count() > 0 {
            let value = i.operand(0);
            let slots = ir.slot(Slot::Ret);
            let carried = self.carried(value.ty());
            let labels = self.parts(value);
            for (k, (carried, label)) in carried.into_iter().zip(labels).enumerate() {
                if carried && k < RETURNS {
                    ir.at(i);
                    ir.builder.store(label, ir.offset(slots, k as u64 * 4));
                } else {
                    ir.concretize(Reason::NoModel, label, "large result", i);
                }
            }
            ir.at(i);
        }
        // Without a result too: the caller wants to know who was there.
        ir.builder.store(self.function.value(), ir.slot(Slot::RetFrom));
    }
}
