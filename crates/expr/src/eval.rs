//! Evaluation under a model, linear in the number of distinct nodes and without native recursion.

use std::cell::Cell;

use crate::float::apply_convert;
use crate::op::{Op, apply, fold_extract, mask, sign_extend};
use crate::pool::{ExprId, Pool, VarId};

/// Scratch memory for evaluation, reused from call to call.
///
/// Values stay valid within one epoch: several expressions evaluated under one model share the
/// work. [`Evaluator::new_model`] starts the next epoch in constant time.
#[derive(Default)]
pub struct Evaluator {
    epoch: u32,
    // a node's value counts if its stamp is the present epoch
    values: Vec<(u32, u64)>,
    stack: Vec<ExprId>,
}

impl Evaluator {
    /// An evaluator without memory of any model.
    pub fn new() -> Self {
        Evaluator::default()
    }

    /// Forgets all values, since the model is about to change.
    pub fn new_model(&mut self) {
        if self.epoch == u32::MAX {
            self.values.clear();
            self.epoch = 0;
        }
        self.epoch += 1;
    }

    /// The value of `e` under the model, which has to be the same one since the last
    /// [`Evaluator::new_model`].
    pub fn eval(&mut self, pool: &Pool, e: ExprId, model: &impl Fn(VarId) -> u64) -> u64 {
        if self.epoch == 0 {
            self.new_model();
        }
        if self.values.len() < pool.len() {
            self.values.resize(pool.len(), (0, 0));
        }
        self.stack.clear();
        self.stack.push(e);
        while let Some(&top) = self.stack.last() {
            let waiting = self.stack.len();
            if self.values[top.index()].0 != self.epoch {
                for &operand in pool.operands(top) {
                    if self.values[operand.index()].0 != self.epoch {
                        self.stack.push(operand);
                    }
                }
                if self.stack.len() > waiting {
                    continue;
                }
                self.values[top.index()] = (self.epoch, self.step(pool, top, model));
            }
            self.stack.pop();
        }
        self.values[e.index()].1
    }

    /// The value of one node whose operands are known.
    #[inline]
    fn step(&self, pool: &Pool, e: ExprId, model: &impl Fn(VarId) -> u64) -> u64 {
        let node = pool.node(e);
        let arg = |i: usize| self.values[node.args[i].index()].1;
        match node.op {
            Op::Const => u64::from(node.args[0].0) | u64::from(node.args[1].0) << 32,
            Op::Var => model(node.args[0].0) & mask(node.width),
            Op::ZExt => arg(0),
            Op::SExt => sign_extend(pool.width(node.args[0]), arg(0)) as u64 & mask(node.width),
            Op::Extract => fold_extract(arg(0), node.lo, node.width),
            Op::Concat => arg(0) << pool.width(node.args[1]) | arg(1),
            Op::Ite => {
                if arg(0) != 0 {
                    arg(1)
                } else {
                    arg(2)
                }
            }
            op if op.is_conversion() => apply_convert(op, pool.width(node.args[0]), node.width, arg(0)),
            op => apply(op, pool.width(node.args[0]), arg(0), arg(1)),
        }
    }
}

thread_local! {
    static SCRATCH: Cell<Evaluator> = Cell::default();
}

impl Pool {
    /// The value of `e` under the model; for many expressions under one model use an [`Evaluator`].
    pub fn eval(&self, e: ExprId, model: &impl Fn(VarId) -> u64) -> u64 {
        // taken, not borrowed: the model may evaluate expressions itself
        let mut scratch = SCRATCH.take();
        scratch.new_model();
        let value = scratch.eval(self, e, model);
        SCRATCH.set(scratch);
        value
    }
}
