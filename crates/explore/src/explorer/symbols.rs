//! The symbolic side of an exploration: the inputs, their expressions, and the constraints that hold of all of them.
use super::alias::Renaming;
use super::memory;
use acute_expr::{Evaluator, ExprId, Lit, Op, Pool, VarId};
use acute_input::{Input, Space, VarKind};

/// Nodes of expressions that are looked at to rename their variables.
const RENAME_LIMIT: usize = 200_000;

/// Inputs and expressions.
pub struct Symbols {
    /// The inputs.
    pub space: Space,
    /// The expressions.
    pub pool: Pool,
    /// Evaluates expressions under an input.
    pub evaluator: Evaluator,
    /// What holds of every input of these types.
    pub domain: Vec<Lit>,
    /// How many variables `domain` speaks of.
    constrained: usize,
    /// The number of expressions beyond which the pool is swept.
    pub pool_limit: usize,
}

impl Symbols {
    /// No expression yet.
    pub fn new(space: Space) -> Symbols {
        let (pool, evaluator) = (Pool::new(), Evaluator::new());
        Symbols { space, pool, evaluator, domain: vec![], constrained: 0, pool_limit: memory::POOL }
    }

    /// Whether a literal is true of an input.
    pub fn holds(&self, lit: Lit, input: &Input) -> bool {
        self.value(lit.expr, input) != u64::from(!lit.positive)
    }

    /// The value of an expression under an input.
    pub fn value(&self, e: ExprId, input: &Input) -> u64 {
        self.pool.eval(e, &|v| input.get(&self.space, v))
    }

    /// Adds the constraints of variables that are new: `_Bool` is 0 or 1.
    pub fn update_domain(&mut self) {
        for v in self.constrained..self.space.vars().len() {
            if self.space.vars()[v].kind == VarKind::Bool {
                let (variable, two) = (self.pool.var(v as VarId, 8), self.pool.constant(8, 2));
                let below = self.pool.binary(Op::Ult, variable, two);
                let lit = self.pool.literal(below, true);
                self.domain.push(lit);
            }
        }
        self.constrained = self.space.vars().len();
    }

    /// The first input: the defaults; with `nonnull` an object behind each pointer argument, from now on and for all
    /// inputs.
    pub fn first_input(&mut self, nonnull: bool) -> Input {
        let mut input = Input::new();
        if nonnull {
            for v in self.fill_null_arguments(&mut input) {
                let (variable, null) = (self.pool.var(v, 64), self.pool.constant(64, 0));
                let is_null = self.pool.binary(Op::Eq, variable, null);
                let lit = self.pool.literal(is_null, false);
                self.domain.push(lit);
            }
        }
        input
    }

    /// Puts objects behind the pointer arguments that are NULL; returns the arguments that can be given one.
    pub fn fill_null_arguments(&mut self, input: &mut Input) -> Vec<VarId> {
        let mut arguments: Vec<VarId> = self.space.object(0).vars().collect();
        arguments.retain(|v| {
            let object =
                if self.space.vars()[*v as usize].raw { None } else { self.space.object_for(*v, 0).ok() };
            if let Some(object) = object.filter(|_| input.get(&self.space, *v) == 0) {
                input.set(&self.space, *v, self.space.address(object));
            }
            object.is_some()
        });
        arguments
    }

    /// The literals with their variables renamed; `None` where that takes too long.
    pub fn rename(&mut self, lits: &[Lit], renaming: &Renaming) -> Option<Vec<Lit>> {
        let roots: Vec<_> = lits.iter().map(|l| l.expr).collect();
        let renamed = self.pool.rename(&roots, RENAME_LIMIT, |v| renaming.get(&v).copied())?;
        Some(lits.iter().zip(renamed).map(|(l, e)| self.pool.literal(e, l.positive)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fake::Fake;

    #[test]
    fn variables_are_renamed_and_literals_evaluated() {
        let mut symbols = Symbols::new(Fake::space());
        let (x, y) = (symbols.pool.var(0, 32), symbols.pool.var(1, 32));
        let five = symbols.pool.constant(32, 5);
        let below = symbols.pool.binary(Op::Ult, x, five);
        let lit = symbols.pool.literal(below, true);
        let mut input = symbols.first_input(true);
        (0..).zip([3, 9]).for_each(|(v, value)| input.set(&symbols.space, v, value));
        assert!(symbols.holds(lit, &input) && !symbols.holds(lit.negate(), &input));
        let renaming = Renaming::from_iter([(0, 1)]);
        let renamed = symbols.rename(&[lit], &renaming).expect("it is small");
        assert!(!symbols.holds(renamed[0], &input) && symbols.holds(renamed[0].negate(), &input));
        assert_eq!(symbols.value(y, &input), 9);
        // Integers are under no constraint.
        symbols.update_domain();
        assert!(symbols.domain.is_empty());
    }
}
