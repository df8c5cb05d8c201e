//! Decides orders between variables and constants as difference constraints over integers.
//!
//! Fragment: `<`, `<=`, `==` and `!=` on plain variables, on zero- or sign-extended ones and on
//! constants. A variable is read as signed or as unsigned throughout the slice, and a slice that needs both
//! is passed on: `x + c < y` or a change of signedness is no order on bit-vectors. Not complete: disequalities are
//! checked once the other constraints hold and repaired by a strict order to
//! either side; `Unsat` is claimed only if it follows without such a choice.
//!
//! Literals about anything else are left out. If the others are unsatisfiable the slice is; a model of the others is
//! only a candidate.
//!
//! Floats are ordered too, by their positions among all floats: `x < y` implies that both are numbers,
//! its negation does not, so that `Unsat` is not claimed unless they are known to be.

use acute_expr::{ExprId, Lit, Op, Pool, float_at, float_place, infinity, mask, sign_extend};

use self::facts::{Fact, Sign, Term, below_half, either, fact, holds, state};
use self::graph::{OrderGraph, Outcome};
use crate::Deadline;
use crate::layer::{Layer, Verdict};
use crate::slice::Slice;
use crate::task::Task;
use crate::workspace::Workspace;

mod facts;
mod graph;

/// The order graph with its reading of a slice.
#[derive(Default)]
pub(crate) struct OrderLayer {
    signs: Vec<Sign>,
    widths: Vec<u8>,
    // plain variables that are equated, so of one sign
    equated: Vec<(usize, usize)>,
    terms: Vec<(Op, bool, Term, Term)>,
    // floats that some literal says are numbers
    numbers: Vec<bool>,
    // whether the slice is about floats
    floats: bool,
    // whether some literals were left out
    partial: bool,
    graph: OrderGraph,
    unequal: Vec<Fact>,
    deadline: Deadline,
}

impl Layer for OrderLayer {
    fn applies(&self, task: &mut Task) -> bool {
        !task.workspace.slice.any_pointer
    }

    fn solve(&mut self, task: &mut Task) -> Verdict {
        let Workspace { slice, values, options, .. } = &mut *task.workspace;
        self.deadline = options.deadline;
        match self.decide(task.pool, slice, values) {
            Verdict::Sat if self.partial => Verdict::Candidate,
            // neighbours of floats are hard to read: search may find rounder numbers
            Verdict::Sat if self.floats && options.layers.has("search") => Verdict::Deferred,
            verdict => verdict,
        }
    }
}

impl OrderLayer {
    /// Decides the slice if its goal is an order.
    fn decide(&mut self, pool: &Pool, slice: &Slice, values: &mut [u64]) -> Verdict {
        if self.read(pool, slice).is_none() {
            return Verdict::Pass;
        }
        self.graph.clear();
        for (place, &value) in slice.values.iter().enumerate() {
            let width = self.widths[place];
            let all = i128::from(mask(width));
            if self.signs[place] == Sign::Float {
                let most = i128::from(infinity(width));
                let Some(at) = float_place(width, value) else { return Verdict::Pass };
                self.graph.variable(-most, most, i128::from(at));
            } else if self.signs[place] == Sign::Signed {
                let half = (all + 1) / 2;
                self.graph.variable(-half, half - 1, i128::from(sign_extend(width, value)));
            } else {
                self.graph.variable(0, all, i128::from(value & mask(width)));
            }
        }
        let Some((goal, prefix)) = self.terms.split_last() else { return Verdict::Pass };
        self.unequal.clear();
        for term in prefix {
            let fact = fact(&self.signs, term);
            // the present input satisfies the prefix; if it does not, nothing here would be sound
            if !holds(&self.graph, fact) {
                return Verdict::Pass;
            }
            state(&mut self.graph, &mut self.unequal, fact);
        }
        let goal = fact(&self.signs, goal);
        let verdict = match self.reach(goal) {
            Verdict::Unsat if self.floats && self.maybe_nan() => Verdict::Pass,
            verdict => verdict,
        };
        if verdict == Verdict::Sat {
            for (place, slot) in values.iter_mut().enumerate() {
                // untouched variables keep their bits, even those above their width
                let (width, at) = (self.widths[place], self.graph.at[place]);
                let new = match self.signs[place] {
                    // a negative zero is at the place of zero
                    Sign::Float if float_place(width, *slot) == Some(at as i64) => continue,
                    Sign::Float => float_at(width, at as i64),
                    _ => at as u64 & mask(width),
                };
                if new != *slot & mask(self.widths[place]) {
                    *slot = new;
                }
            }
        }
        verdict
    }

    /// Reads the literals and settles signs; none if the goal is not an order.
    fn read(&mut self, pool: &Pool, slice: &Slice) -> Option<()> {
        self.signs.clear();
        self.signs.resize(slice.vars.len(), Sign::Open);
        self.widths.clear();
        self.widths.resize(slice.vars.len(), 1);
        self.equated.clear();
        self.terms.clear();
        (self.floats, self.partial) = (false, false);
        let (&goal, prefix) = slice.lits.split_last()?;
        for &lit in prefix {
            self.partial |= self.read_literal(pool, slice, lit).is_none();
        }
        self.read_literal(pool, slice, goal)?;
        // whether a float is a number may be said by what was left out
        if self.floats && self.partial {
            return None;
        }
        // each round settles a variable or is the last
        for _ in 0..self.equated.len() {
            for i in 0..self.equated.len() {
                let (a, b) = self.equated[i];
                self.require(a, self.signs[b])?;
                self.require(b, self.signs[a])?;
            }
        }
        if self.floats { self.read_numbers() } else { Some(()) }
    }

    /// Finds out which floats are numbers; none if bits are compared in a way that is no order.
    fn read_numbers(&mut self) -> Option<()> {
        self.numbers.clear();
        self.numbers.resize(self.signs.len(), false);
        for &(op, positive, a, b) in &self.terms {
            for (this, other) in [(a, b), (b, a)] {
                let Term::Var(place, _) = this else { continue };
                if !op.is_float_comparison() && self.signs[place] == Sign::Float {
                    if op != Op::Eq {
                        return None;
                    }
                    // equal bits are equal numbers but for zeros and NaNs
                    let Term::Const(c, width) = other else { return None };
                    float_place(width, c).filter(|&at| at != 0)?;
                }
                self.numbers[place] |= positive;
            }
        }
        Some(())
    }

    /// Tells whether a literal may hold because a float is not a number.
    fn maybe_nan(&self) -> bool {
        let number = |term| match term {
            Term::Var(place, _) => self.signs[place] != Sign::Float || self.numbers[place],
            Term::Const(..) => true,
        };
        self.terms.iter().any(|&(_, positive, a, b)| !(positive || number(a) && number(b)))
    }

    fn read_literal(&mut self, pool: &Pool, slice: &Slice, lit: Lit) -> Option<()> {
        let op = pool.op(lit.expr);
        let &[a, b] = pool.operands(lit.expr) else { return None };
        if a == b || !(matches!(op, Op::Eq | Op::Ult | Op::Slt) || op.is_float_comparison()) {
            return None;
        }
        let (a, b) = (self.term(pool, slice, a)?, self.term(pool, slice, b)?);
        self.floats |= op.is_float_comparison();
        for (this, other) in [(a, b), (b, a)] {
            let Term::Var(place, extension) = this else { continue };
            let sign = match (op, extension) {
                (Op::FEq | Op::FLt | Op::FLe, Op::Var) => Sign::Float,
                (Op::FEq | Op::FLt | Op::FLe, _) => return None,
                (Op::Ult, Op::SExt) => return None,
                // x <u c is 0 <= x < c if x is read as signed
                (Op::Ult, Op::Var) if lit.positive && below_half(other) => Sign::Open,
                (Op::Slt, Op::Var) | (_, Op::SExt) => Sign::Signed,
                (Op::Ult, Op::Var) | (_, Op::ZExt) => Sign::Unsigned,
                // an equality takes its sign from the other side
                _ => match other {
                    Term::Var(_, Op::SExt) => Sign::Signed,
                    _ => Sign::Open,
                },
            };
            self.require(place, sign)?;
        }
        if let (Op::Eq, Term::Var(x, Op::Var), Term::Var(y, Op::Var)) = (op, a, b) {
            self.equated.push((x, y));
        }
        self.terms.push((op, lit.positive, a, b));
        Some(())
    }

    fn term(&mut self, pool: &Pool, slice: &Slice, e: ExprId) -> Option<Term> {
        let (v, extension) = match (pool.op(e), pool.operands(e)) {
            (Op::Const, _) => return Some(Term::Const(pool.as_const(e)?, pool.width(e))),
            (Op::Var, _) => (e, Op::Var),
            (op @ (Op::ZExt | Op::SExt), &[x]) => (x, op),
            _ => return None,
        };
        let place = slice.place(pool.as_var(v)?);
        self.widths[place] = pool.width(v);
        Some(Term::Var(place, extension))
    }

    fn require(&mut self, place: usize, sign: Sign) -> Option<()> {
        let held = &mut self.signs[place];
        match (*held, sign) {
            (_, Sign::Open) => {}
            (Sign::Open, _) => *held = sign,
            (held, sign) if held != sign => return None,
            _ => {}
        }
        Some(())
    }

    /// Makes the goal hold, then the disequalities.
    fn reach(&mut self, goal: Fact) -> Verdict {
        let (first, second) = match goal {
            Fact::Differ(..) | Fact::IsNot(..) => either(goal),
            _ => return if self.force(goal) { self.repair(false) } else { Verdict::Unsat },
        };
        let mark = self.graph.mark();
        let mut refuted = true;
        for side in [first, second] {
            if self.force(side) {
                refuted = false;
                if self.repair(true) == Verdict::Sat {
                    return Verdict::Sat;
                }
            }
            self.graph.undo(&mark);
        }
        // x < y and y < x are each impossible, so x == y is forced
        if refuted { Verdict::Unsat } else { Verdict::Pass }
    }

    /// Adds a fact and moves the values; false if nothing satisfies it.
    fn force(&mut self, fact: Fact) -> bool {
        let graph = &mut self.graph;
        let outcomes = match fact {
            Fact::Edge(a, b, w) => [graph.enforce(a, b, w), Outcome::Feasible],
            Fact::Upper(x, c) => [graph.enforce_upper(x, c), Outcome::Feasible],
            Fact::Lower(x, c) => [graph.enforce_lower(x, c), Outcome::Feasible],
            // the present value violates one of the two at most
            Fact::Within(x, lo, hi) if graph.at[x] > hi => {
                [graph.enforce_lower(x, lo), graph.enforce_upper(x, hi)]
            }
            Fact::Within(x, lo, hi) => [graph.enforce_upper(x, hi), graph.enforce_lower(x, lo)],
            // one of the two holds already and must stay while the other is enforced
            Fact::Same(a, b) if graph.at[a] > graph.at[b] => [graph.enforce(b, a, 0), graph.enforce(a, b, 0)],
            Fact::Same(a, b) => [graph.enforce(a, b, 0), graph.enforce(b, a, 0)],
            Fact::Is(x, c) if graph.at[x] > c => [graph.enforce_lower(x, c), graph.enforce_upper(x, c)],
            Fact::Is(x, c) => [graph.enforce_upper(x, c), graph.enforce_lower(x, c)],
            Fact::Differ(..) | Fact::IsNot(..) => return false,
        };
        outcomes == [Outcome::Feasible; 2]
    }

    /// Separates what must differ; a `choice` made before makes a failure inconclusive.
    fn repair(&mut self, choice: bool) -> Verdict {
        let mut choice = choice;
        for _ in 0..=2 * self.unequal.len() {
            let Some(&broken) = self.unequal.iter().find(|&&fact| !holds(&self.graph, fact)) else {
                return Verdict::Sat;
            };
            if self.deadline.is_over() {
                break;
            }
            let (first, second) = either(broken);
            let mark = self.graph.mark();
            if !self.force(first) {
                self.graph.undo(&mark);
                if !self.force(second) {
                    return if choice { Verdict::Pass } else { Verdict::Unsat };
                }
            }
            choice = true;
        }
        Verdict::Pass
    }
}
