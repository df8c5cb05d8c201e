//! From labels of the running unit to expressions of the engine.
use crate::target::Nodes;
use acute_expr::{ExprId, Op, Pool};
use acute_input::Space;
use acute_trace as trace;
use acute_trace::Label;

/// The expressions of the labels of one epoch. Nodes are read and validated when they are first asked for: most
/// are steps towards values that no condition asks for.
#[derive(Default)]
pub struct Import {
    epoch: u32,
    // by label minus FIRST_NODE
    known: Vec<Known>,
    // by variable, once it was asked for
    vars: Vec<ExprId>,
    todo: Vec<Label>,
    /// Variables that are no inputs and that a condition depends on.
    pub fixed: Vec<u32>,
    /// Nodes that failed validation.
    pub rejected: u64,
}

/// What an import has to know of variables.
pub trait Vars {
    /// How many bytes it has; 0 where there is none.
    fn bytes(&self, var: u32) -> u8;
    /// Its value, if it is no input.
    fn fixed(&self, var: u32) -> Option<u64>;
}

impl Vars for &Space {
    fn bytes(&self, var: u32) -> u8 {
        self.vars().get(var as usize).map_or(0, |v| v.bytes)
    }

    fn fixed(&self, var: u32) -> Option<u64> {
        self.fixed_value(var)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Known {
    /// It was not requested yet.
    Unread,
    /// What the unit must not have written.
    Bad,
    /// What it is.
    Is(ExprId),
}

impl Import {
    /// To be called before a run is read: labels of another epoch mean something else.
    pub fn update(&mut self, nodes: &dyn Nodes, epoch: u32) {
        if epoch != self.epoch {
            self.epoch = epoch;
            self.known.clear();
        }
        let count = nodes.labels().saturating_sub(trace::FIRST_NODE) as usize;
        if self.known.len() < count {
            self.known.resize(count, Known::Unread);
        }
    }

    /// The expression of a label, if it is one. `vars` tells of each variable.
    pub fn get(
        &mut self,
        pool: &mut Pool,
        nodes: &dyn Nodes,
        label: Label,
        vars: impl Vars,
    ) -> Option<ExprId> {
        if label < trace::FIRST_NODE {
            // By far the most are pointers and fields as they are.
            let var = label.checked_sub(trace::FIRST_VAR)? as usize;
            if let Some(known) = self.vars.get(var).filter(|e| **e != ExprId::NONE) {
                return Some(*known);
            }
            let made = self.operand(pool, label, &vars)?;
            if self.vars.len() <= var {
                self.vars.resize(var + 1, ExprId::NONE);
            }
            self.vars[var] = made;
            return Some(made);
        }
        self.todo.clear();
        self.todo.push(label);
        while let Some(&top) = self.todo.last() {
            if self.at(top) == Some(Known::Unread) {
                let (node, waiting) = (nodes.node(top), self.todo.len());
                let count = trace::Op::from_u8(node.op).map_or(0, trace::Op::arity);
                for operand in [node.a, node.b, node.c].into_iter().take(count) {
                    // What stands behind a node is no operand of it, whatever it says.
                    if operand < top && self.at(operand) == Some(Known::Unread) {
                        self.todo.push(operand);
                    }
                }
                if self.todo.len() > waiting {
                    continue;
                }
                let made = self.make(pool, node, top, &vars);
                self.rejected += made.is_none() as u64;
                self.known[(top - trace::FIRST_NODE) as usize] = made.map_or(Known::Bad, Known::Is);
            }
            self.todo.pop();
        }
        self.operand(pool, label, &vars)
    }

    fn at(&self, label: Label) -> Option<Known> {
        self.known.get(label.checked_sub(trace::FIRST_NODE)? as usize).copied()
    }

    /// The expression of a label whose node was read.
    fn operand(&mut self, pool: &mut Pool, label: Label, vars: &impl Vars) -> Option<ExprId> {
        if label >= trace::FIRST_NODE {
            return match self.at(label) {
                Some(Known::Is(e)) => Some(e),
                _ => None,
            };
        }
        let var = label.checked_sub(trace::FIRST_VAR)?;
        let bytes = vars.bytes(var);
        if let Some(value) = vars.fixed(var) {
            self.fixed.push(var);
            return Some(pool.constant(bytes * 8, value));
        }
        (bytes > 0).then(|| pool.var(var, bytes * 8))
    }

    fn make(&mut self, pool: &mut Pool, node: trace::Node, label: Label, vars: &impl Vars) -> Option<ExprId> {
        let op = node.check(label, |l| match l.checked_sub(trace::FIRST_NODE) {
            Some(_) => match self.at(l) {
                Some(Known::Is(e)) => pool.width(e),
                _ => 0,
            },
            None => vars.bytes(l - trace::FIRST_VAR) * 8,
        })?;
        if op == trace::Op::Const {
            return Some(pool.constant(node.width, node.value()));
        }
        let a = self.operand(pool, node.a, vars)?;
        Some(match op {
            trace::Op::Const => return None,
            trace::Op::ZExt => pool.zext(a, node.width),
            trace::Op::SExt => pool.sext(a, node.width),
            trace::Op::Extract => pool.extract(a, node.low as u8, node.width),
            trace::Op::Concat => {
                let b = self.operand(pool, node.b, vars)?;
                pool.concat(a, b)
            }
            trace::Op::Ite => {
                let (b, c) = (self.operand(pool, node.b, vars)?, self.operand(pool, node.c, vars)?);
                pool.ite(a, b, c)
            }
            trace::Op::FSqrt => pool.convert(Op::FSqrt, a, node.width),
            trace::Op::FToSInt => pool.convert(Op::FToSInt, a, node.width),
            trace::Op::FToUInt => pool.convert(Op::FToUInt, a, node.width),
            trace::Op::SIntToF => pool.convert(Op::SIntToF, a, node.width),
            trace::Op::UIntToF => pool.convert(Op::UIntToF, a, node.width),
            trace::Op::FToF => pool.convert(Op::FToF, a, node.width),
            trace::Op::Ne => {
                let b = self.operand(pool, node.b, vars)?;
                pool.ne(a, b)
            }
            binary => {
                let b = self.operand(pool, node.b, vars)?;
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

#[cfg(test)]
mod tests {
    use super::*;
    use acute_expr::{Evaluator, SplitMix64};

    /// A node table that holds whatever a hostile unit wrote.
    #[derive(Default)]
    struct Table(Vec<trace::Node>);

    impl Nodes for Table {
        fn labels(&self) -> Label {
            trace::FIRST_NODE + self.0.len() as Label
        }

        fn node(&self, label: Label) -> trace::Node {
            self.0[(label - trace::FIRST_NODE) as usize]
        }
    }

    /// Variables of all sizes.
    struct Sizes;

    impl Vars for Sizes {
        fn bytes(&self, var: u32) -> u8 {
            [1, 2, 4, 8, 0].get(var as usize).copied().unwrap_or(0)
        }

        fn fixed(&self, _: u32) -> Option<u64> {
            None
        }
    }

    #[test]
    fn whatever_a_unit_writes_is_a_sound_expression_or_none() {
        let mut dice = SplitMix64::new(7);
        for round in 0..20 {
            let (mut import, mut pool) = (Import::default(), Pool::new());
            let mut table = Table::default();
            let count = 2000;
            for n in 0..count {
                let own = trace::FIRST_NODE + n;
                let operand = |dice: &mut SplitMix64| match dice.next_u64() % 8 {
                    0 => dice.next_u64() as u32,
                    1 => own + dice.next_u64() as u32 % 3,
                    2..=4 => trace::FIRST_VAR + dice.next_u64() as u32 % 5,
                    _ => trace::FIRST_NODE + dice.next_u64() as u32 % (n + 1),
                };
                let widths = [1, 8, 16, 32, 64, 32, 64, dice.next_u64() as u8];
                let node = trace::Node {
                    op: (dice.next_u64() % 42) as u8,
                    width: widths[dice.next_u64() as usize % 8],
                    low: [0, 8, dice.next_u64() as u16][dice.next_u64() as usize % 3],
                    a: operand(&mut dice),
                    b: operand(&mut dice),
                    c: operand(&mut dice),
                };
                table.0.push(node);
            }
            import.update(&table, round);
            let labels = (trace::FIRST_NODE..trace::FIRST_NODE + count).rev();
            let mut known = vec![];
            labels.for_each(|l| known.extend(import.get(&mut pool, &table, l, Sizes)));
            assert!(known.len() > 20 && import.rejected > 20, "{} of {count}", known.len());
            let mut evaluator = Evaluator::new();
            evaluator.new_model();
            for e in known {
                let value = evaluator.eval(&pool, e, &|v| u64::from(v).wrapping_mul(0x0123_4567_89ab_cdef));
                assert!(value <= u64::MAX >> (64 - pool.width(e)));
            }
        }
    }
}
