//! Expressions of several operations: one check for all of their labels.
//! ```c
//! z = (x + y) * 3;
//! ```
//! becomes
//! ```c
//! z = (x + y) * 3;
//! lz = (lx | ly) ? __acute_binary(MUL, __acute_binary(ADD, lx, x, ly, y, x + y), x + y, 0, 3, z) : 0;
//! ```
//! An operation whose result has one user, which is an operation too, makes no label of its own. The user checks whether
//! anything below is symbolic ([`Emitter::any`]), and if so makes the labels of the whole tree ([`Emitter::make`]).
use crate::function::Emitter;
use crate::llvm::{Opcode, Value};
use acute_trace::Hook;

/// The recipe of a label that is made where it is used.
#[derive(Clone, Copy)]
pub enum Later {
    /// `hook(operation, la, a, lb, b, result)`
    Operation { hook: Hook, operation: u32, a: Value, b: Value, depth: u32 },
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

/// Operations on the longest path of a tree. Higher trees are cut: one symbolic leaf makes all labels of its tree.
const HEIGHT: u32 = 8;

impl Emitter<'_> {
    /// The label of `i` can wait for the one instruction that uses it.
    fn can_wait(&self, i: Value) -> bool {
        use Opcode::*;

        let Some(user) = i.only_user() else { return false };
        if !user.is_instruction() || user.parent() != i.parent() || self.ir.tracked_width(user.ty()).is_none()
        {
            return false;
        }
        matches!(
            user.opcode(),
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

    /// Defers the label of `i`, if that is possible. A deferred operand makes the tree higher.
    pub fn wait(&mut self, i: Value, operands: &[Value], later: impl Fn(u32) -> Later) -> bool {
        let below = operands.iter().filter_map(|v| self.later.get(v)).map(Later::depth).max();
        let depth = below.map_or(0, |d| d + 1);
        let waits = depth < HEIGHT && self.can_wait(i);
        if waits {
            self.later.insert(i, later(depth));
        }
        waits
    }

    /// Not zero where any leaf of the expression is symbolic.
    pub fn any(&self, value: Value) -> Value {
        match self.later.get(&value) {
            Some(Later::Operation { a, b, .. }) => self.ir.either(self.any(*a), self.any(*b)),
            Some(Later::Cast { operand, .. }) => self.any(*operand),
            None => self.label(value),
        }
    }

    /// Makes the label of the expression here.
    pub fn make(&self, value: Value) -> Value {
        let ir = self.ir;
        match self.later.get(&value) {
            Some(Later::Operation { hook, operation, a, b, .. }) => {
                let (la, lb) = (self.make(*a), self.make(*b));
                let (a, b, result) = (ir.widen(*a), ir.widen(*b), ir.widen(value));
                ir.hook(*hook, &[ir.int32(*operation), la, a, lb, b, result])
            }
            Some(Later::Cast { operation, operand, .. }) => {
                let label = self.make(*operand);
                ir.hook(Hook::Cast, &[ir.int32(*operation), label, ir.widen(value)])
            }
            None => self.label(value),
        }
    }
}
