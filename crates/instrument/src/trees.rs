//! Expressions of several operations, such as `(p[0] | p[1] << 8) > 5`: one check for all of their labels, one
//! place where the work is done.
//!
//! An operation whose result only the next one uses makes no label of its own. Whoever uses it asks whether
//! anything below is symbolic ([`Function::any`]), and where that is so, makes the whole expression
//! ([`Function::make`]).
use crate::function::Function;
use crate::ir::Value;
use llvm_sys::LLVMOpcode;
use llvm_sys::core::*;

/// What makes the label of a value, later.
#[derive(Clone, Copy)]
pub enum Later {
    /// `hook(operation, la, a, lb, b, result)`
    Operation { hook: &'static str, operation: u32, a: Value, b: Value, depth: u32 },
    /// `__acute_cast(operation, label, result)`
    Cast { operation: u32, operand: Value, depth: u32 },
}

impl Later {
    fn depth(&self) -> u32 {
        match self {
            Later::Operation { depth, .. } | Later::Cast { depth, .. } => *depth,
        }
    }
}

/// Higher trees are cut: what is made together is also made in vain together.
const HEIGHT: u32 = 8;

impl Function<'_> {
    /// Whether the label of `i` can wait for the one instruction that uses it.
    unsafe fn can_wait(&self, i: Value) -> bool {
        use LLVMOpcode::*;
        unsafe {
            let one = LLVMGetFirstUse(i);
            if one.is_null() || !LLVMGetNextUse(one).is_null() {
                return false;
            }
            let user = LLVMGetUser(one);
            if LLVMIsAInstruction(user).is_null()
                || LLVMGetInstructionParent(user) != LLVMGetInstructionParent(i)
                || self.ir.tracked_width(LLVMTypeOf(user)).is_none()
            {
                return false;
            }
            matches!(
                LLVMGetInstructionOpcode(user),
                LLVMAdd
                    | LLVMSub
                    | LLVMMul
                    | LLVMShl
                    | LLVMLShr
                    | LLVMAShr
                    | LLVMAnd
                    | LLVMOr
                    | LLVMXor
                    | LLVMICmp
                    | LLVMTrunc
                    | LLVMZExt
                    | LLVMSExt
                    | LLVMGetElementPtr
            )
        }
    }

    /// Puts the label of `i` off, if that can be. An operand that waits itself makes the tree higher.
    pub unsafe fn wait(&mut self, i: Value, operands: &[Value], later: impl Fn(u32) -> Later) -> bool {
        unsafe {
            let below = operands.iter().filter_map(|v| self.later.get(v)).map(Later::depth).max();
            let depth = below.map_or(0, |d| d + 1);
            let waits = depth < HEIGHT && self.can_wait(i);
            if waits {
                self.later.insert(i, later(depth));
            }
            waits
        }
    }

    /// Not zero where anything in the expression is symbolic.
    pub unsafe fn any(&self, value: Value) -> Value {
        unsafe {
            match self.later.get(&value) {
                Some(Later::Operation { a, b, .. }) => self.ir.either(self.any(*a), self.any(*b)),
                Some(Later::Cast { operand, .. }) => self.any(*operand),
                None => self.label(value),
            }
        }
    }

    /// The label of the expression, made here.
    pub unsafe fn make(&self, value: Value) -> Value {
        unsafe {
            let ir = self.ir;
            match self.later.get(&value) {
                Some(Later::Operation { hook, operation, a, b, .. }) => {
                    let (la, lb) = (self.make(*a), self.make(*b));
                    let (a, b, result) = (ir.widen(*a), ir.widen(*b), ir.widen(value));
                    ir.hook(hook, ir.i32, &mut [ir.int32(*operation), la, a, lb, b, result])
                }
                Some(Later::Cast { operation, operand, .. }) => {
                    let label = self.make(*operand);
                    ir.hook("__acute_cast", ir.i32, &mut [ir.int32(*operation), label, ir.widen(value)])
                }
                None => self.label(value),
            }
        }
    }
}
