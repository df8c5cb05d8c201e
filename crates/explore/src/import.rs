//! From labels of the running unit to expressions of the engine.
use acute_exec::Shared;
use acute_expr::{ExprId, Op, Pool};
use acute_trace as trace;
use acute_trace::Label;

/// The expressions of the labels of one epoch. Nodes are validated once, when they are new.
#[derive(Default)]
pub struct Import {
    epoch: u32,
    // by label minus FIRST_NODE; None for what the unit must not have written
    known: Vec<Option<ExprId>>,
    /// Nodes that failed validation.
    pub rejected: u64,
}

impl Import {
    /// Reads the nodes that are new since the last call. `widths` gives the bytes of each variable.
    pub fn update(&mut self, pool: &mut Pool, shared: &Shared, epoch: u32, bytes_of: impl Fn(u32) -> u8) {
        if epoch != self.epoch {
            self.epoch = epoch;
            self.known.clear();
        }
        for label in trace::FIRST_NODE + self.known.len() as u32..shared.labels() {
            let made = self.make(pool, shared, label, &bytes_of);
            self.rejected += made.is_none() as u64;
            self.known.push(made);
        }
    }

    /// The expression of a label, if it is one.
    pub fn get(&self, pool: &mut Pool, label: Label, bytes_of: impl Fn(u32) -> u8) -> Option<ExprId> {
        if label >= trace::FIRST_NODE {
            return self.known.get((label - trace::FIRST_NODE) as usize).copied().flatten();
        }
        let var = label.checked_sub(trace::FIRST_VAR)?;
        let bytes = bytes_of(var);
        (bytes > 0).then(|| pool.var(var, bytes * 8))
    }

    fn make(
        &self,
        pool: &mut Pool,
        shared: &Shared,
        label: Label,
        bytes_of: &impl Fn(u32) -> u8,
    ) -> Option<ExprId> {
        let node = shared.node(label);
        let op = node.check(label, |l| match l.checked_sub(trace::FIRST_NODE) {
            Some(n) => self.known.get(n as usize).copied().flatten().map_or(0, |e| pool.width(e)),
            None => bytes_of(l - trace::FIRST_VAR) * 8,
        })?;
        if op == trace::Op::Const {
            return Some(pool.constant(node.width, node.value()));
        }
        let a = self.get(pool, node.a, bytes_of)?;
        Some(match op {
            trace::Op::Const => return None,
            trace::Op::ZExt => pool.zext(a, node.width),
            trace::Op::SExt => pool.sext(a, node.width),
            trace::Op::Extract => pool.extract(a, node.low as u8, node.width),
            trace::Op::Concat => {
                let b = self.get(pool, node.b, bytes_of)?;
                pool.concat(a, b)
            }
            trace::Op::Ite => {
                let (b, c) = (self.get(pool, node.b, bytes_of)?, self.get(pool, node.c, bytes_of)?);
                pool.ite(a, b, c)
            }
            trace::Op::FSqrt => pool.convert(Op::FSqrt, a, node.width),
            trace::Op::FToSInt => pool.convert(Op::FToSInt, a, node.width),
            trace::Op::FToUInt => pool.convert(Op::FToUInt, a, node.width),
            trace::Op::SIntToF => pool.convert(Op::SIntToF, a, node.width),
            trace::Op::UIntToF => pool.convert(Op::UIntToF, a, node.width),
            trace::Op::FToF => pool.convert(Op::FToF, a, node.width),
            trace::Op::Ne => {
                let b = self.get(pool, node.b, bytes_of)?;
                pool.ne(a, b)
            }
            binary => {
                let b = self.get(pool, node.b, bytes_of)?;
                pool.binary(translate(binary)?, a, b)
            }
        })
    }
}

/// The operations that are the same on both sides.
fn translate(op: trace::Op) -> Option<Op> {
    use trace::Op as T;
    Some(match op {
        T::Add => Op::Add,
        T::Sub => Op::Sub,
        T::Mul => Op::Mul,
        T::UDiv => Op::UDiv,
        T::SDiv => Op::SDiv,
        T::URem => Op::URem,
        T::SRem => Op::SRem,
        T::Shl => Op::Shl,
        T::LShr => Op::LShr,
        T::AShr => Op::AShr,
        T::And => Op::And,
        T::Or => Op::Or,
        T::Xor => Op::Xor,
        T::Eq => Op::Eq,
        T::Ult => Op::Ult,
        T::Ule => Op::Ule,
        T::Slt => Op::Slt,
        T::Sle => Op::Sle,
        T::FAdd => Op::FAdd,
        T::FSub => Op::FSub,
        T::FMul => Op::FMul,
        T::FDiv => Op::FDiv,
        T::FRem => Op::FRem,
        T::FEq => Op::FEq,
        T::FLt => Op::FLt,
        T::FLe => Op::FLe,
        _ => return None,
    })
}
