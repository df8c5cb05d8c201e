//! Orders between variables and constants, decided on integers.
//!
//! Takes `<`, `<=`, `==` and `!=` on plain variables, on zero- or sign-extended ones and on
//! constants. A variable is read as signed or as unsigned throughout the slice, and where both are
//! asked of it the slice is passed on: `x + c < y` or a change of signedness is no order on
//! bit-vectors. Disequalities are checked when the rest stands and repaired by a strict order to
//! either side; `Unsat` is claimed only where it follows without such a choice.

use acute_expr::{ExprId, Lit, Op, Pool, mask, sign_extend};

use crate::Verdict;
use crate::order_graph::{OrderGraph, Outcome};
use crate::slice::Slice;

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Sign {
    Open,
    Signed,
    Unsigned,
}

#[derive(Copy, Clone, Debug)]
enum Term {
    Place(usize, Op),
    Const(u64, u8),
}

/// A literal over integers.
#[derive(Copy, Clone, Debug)]
enum Fact {
    // a - b <= w
    Edge(usize, usize, i128),
    Upper(usize, i128),
    Lower(usize, i128),
    // both bounds
    Within(usize, i128, i128),
    Same(usize, usize),
    Is(usize, i128),
    Differ(usize, usize),
    IsNot(usize, i128),
}

/// The order graph with its reading of a slice.
#[derive(Default)]
pub(crate) struct OrderLayer {
    signs: Vec<Sign>,
    widths: Vec<u8>,
    // plain variables that are equated, so of one sign
    equated: Vec<(usize, usize)>,
    terms: Vec<(Op, bool, Term, Term)>,
    graph: OrderGraph,
    unequal: Vec<Fact>,
}

impl OrderLayer {
    /// Decides the slice if its literals are orders.
    pub fn solve(&mut self, pool: &Pool, slice: &Slice, values: &mut [u64]) -> Verdict {
        if self.read(pool, slice).is_none() {
            return Verdict::Pass;
        }
        self.graph.clear();
        for (place, &value) in slice.values.iter().enumerate() {
            let width = self.widths[place];
            let all = i128::from(mask(width));
            if self.signs[place] == Sign::Signed {
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
        let verdict = self.reach(fact(&self.signs, goal));
        if verdict == Verdict::Sat {
            for (place, slot) in values.iter_mut().enumerate() {
                // untouched variables keep their bits, even those above their width
                let new = self.graph.at[place] as u64 & mask(self.widths[place]);
                if new != *slot & mask(self.widths[place]) {
                    *slot = new;
                }
            }
        }
        verdict
    }

    /// Reads the literals and settles signs; none if one is not an order.
    fn read(&mut self, pool: &Pool, slice: &Slice) -> Option<()> {
        self.signs.clear();
        self.signs.resize(slice.vars.len(), Sign::Open);
        self.widths.clear();
        self.widths.resize(slice.vars.len(), 1);
        self.equated.clear();
        self.terms.clear();
        for &lit in &slice.lits {
            self.read_literal(pool, slice, lit)?;
        }
        // each round settles a variable or is the last
        for _ in 0..self.equated.len() {
            for i in 0..self.equated.len() {
                let (a, b) = self.equated[i];
                self.require(a, self.signs[b])?;
                self.require(b, self.signs[a])?;
            }
        }
        Some(())
    }

    fn read_literal(&mut self, pool: &Pool, slice: &Slice, lit: Lit) -> Option<()> {
        let op = pool.op(lit.expr);
        let &[a, b] = pool.operands(lit.expr) else { return None };
        if !matches!(op, Op::Eq | Op::Ult | Op::Slt) {
            return None;
        }
        let (a, b) = (self.term(pool, slice, a)?, self.term(pool, slice, b)?);
        for (this, other) in [(a, b), (b, a)] {
            let Term::Place(place, extension) = this else { continue };
            let sign = match (op, extension) {
                (Op::Ult, Op::SExt) => return None,
                // x <u c is 0 <= x < c if x is read as signed
                (Op::Ult, Op::Var) if lit.positive && below_half(other) => Sign::Open,
                (Op::Slt, Op::Var) | (_, Op::SExt) => Sign::Signed,
                (Op::Ult, Op::Var) | (_, Op::ZExt) => Sign::Unsigned,
                // an equality takes its sign from the other side
                _ => match other {
                    Term::Place(_, Op::SExt) => Sign::Signed,
                    _ => Sign::Open,
                },
            };
            self.require(place, sign)?;
        }
        if let (Op::Eq, Term::Place(x, Op::Var), Term::Place(y, Op::Var)) = (op, a, b) {
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
        Some(Term::Place(place, extension))
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

/// Whether a term is a constant that is the same read as signed or as unsigned.
fn below_half(term: Term) -> bool {
    matches!(term, Term::Const(c, width) if c <= mask(width) / 2)
}

/// The integer meaning of a literal.
fn fact(signs: &[Sign], &(op, positive, a, b): &(Op, bool, Term, Term)) -> Fact {
    let constant = |value: u64, width: u8, place: usize, extension: Op| match (op, extension) {
        (Op::Slt, _) | (_, Op::SExt) => i128::from(sign_extend(width, value)),
        (Op::Eq, Op::Var) if signs[place] == Sign::Signed => i128::from(sign_extend(width, value)),
        _ => i128::from(value),
    };
    match (a, b) {
        (Term::Place(x, extension), Term::Const(c, width)) => {
            let c = constant(c, width, x, extension);
            match (op, positive) {
                (Op::Eq, true) => Fact::Is(x, c),
                (Op::Eq, false) => Fact::IsNot(x, c),
                (Op::Ult, true) if extension == Op::Var && signs[x] == Sign::Signed => {
                    Fact::Within(x, 0, c - 1)
                }
                (_, true) => Fact::Upper(x, c - 1),
                (_, false) => Fact::Lower(x, c),
            }
        }
        (Term::Const(c, width), Term::Place(x, extension)) => {
            let c = constant(c, width, x, extension);
            match (op, positive) {
                (Op::Eq, true) => Fact::Is(x, c),
                (Op::Eq, false) => Fact::IsNot(x, c),
                (_, true) => Fact::Lower(x, c + 1),
                (_, false) => Fact::Upper(x, c),
            }
        }
        (Term::Place(x, _), Term::Place(y, _)) => match (op, positive) {
            (Op::Eq, true) => Fact::Same(x, y),
            (Op::Eq, false) => Fact::Differ(x, y),
            (_, true) => Fact::Edge(x, y, -1),
            (_, false) => Fact::Edge(y, x, 0),
        },
        // two constants are folded when they are built; say something true of variable 0
        (Term::Const(..), Term::Const(..)) => Fact::Edge(0, 0, 0),
    }
}

fn holds(graph: &OrderGraph, fact: Fact) -> bool {
    let at = |x: usize| graph.at[x];
    match fact {
        Fact::Edge(a, b, w) => at(a) - at(b) <= w,
        Fact::Upper(x, c) => at(x) <= c,
        Fact::Lower(x, c) => at(x) >= c,
        Fact::Within(x, lo, hi) => (lo..=hi).contains(&at(x)),
        Fact::Same(a, b) => at(a) == at(b),
        Fact::Is(x, c) => at(x) == c,
        Fact::Differ(a, b) => at(a) != at(b),
        Fact::IsNot(x, c) => at(x) != c,
    }
}

/// Enters a fact the values satisfy.
fn state(graph: &mut OrderGraph, unequal: &mut Vec<Fact>, fact: Fact) {
    match fact {
        Fact::Edge(a, b, w) => graph.edge(a, b, w),
        Fact::Upper(x, c) => graph.hi[x] = graph.hi[x].min(c),
        Fact::Lower(x, c) => graph.lo[x] = graph.lo[x].max(c),
        Fact::Within(x, lo, hi) => {
            graph.lo[x] = graph.lo[x].max(lo);
            graph.hi[x] = graph.hi[x].min(hi);
        }
        Fact::Same(a, b) => {
            graph.edge(a, b, 0);
            graph.edge(b, a, 0);
        }
        Fact::Is(x, c) => (graph.lo[x], graph.hi[x]) = (c, c),
        Fact::Differ(..) | Fact::IsNot(..) => unequal.push(fact),
    }
}

/// The two strict orders a disequality allows.
fn either(fact: Fact) -> (Fact, Fact) {
    match fact {
        Fact::Differ(a, b) => (Fact::Edge(a, b, -1), Fact::Edge(b, a, -1)),
        Fact::IsNot(x, c) => (Fact::Upper(x, c - 1), Fact::Lower(x, c + 1)),
        other => (other, other),
    }
}
