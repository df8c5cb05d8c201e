//! Gates as clauses: Tseitin's encoding with structural hashing and constant folding, so that
//! equal gates are one and constants vanish before the SAT solver sees them.

use batsat::clause::Kind;
use batsat::{Callbacks, Lit, Solver, SolverInterface, SolverOpts, lbool};
use rustc_hash::FxHashMap;

use crate::Deadline;

/// A signal: constant, or a SAT variable or its negation.
// invariant: 0 is false, 1 is true, else twice the SAT variable's number plus 2, plus 1 if negated
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Bit(u32);

impl Bit {
    pub const FALSE: Bit = Bit(0);
    pub const TRUE: Bit = Bit(1);

    pub fn constant(value: bool) -> Bit {
        Bit(u32::from(value))
    }

    pub fn is_constant(self) -> bool {
        self.0 < 2
    }

    fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    fn positive(self) -> Bit {
        Bit(self.0 & !1)
    }

    fn negate_if(self, negate: bool) -> Bit {
        Bit(self.0 ^ u32::from(negate))
    }
}

impl std::ops::Not for Bit {
    type Output = Bit;

    fn not(self) -> Bit {
        Bit(self.0 ^ 1)
    }
}

/// Conflicts between two checks of the deadline: some milliseconds, of the largest circuits some tens.
const LOOK: u64 = 64;

/// Stops the SAT solver after a number of conflicts, counted as learnt clauses, or at the deadline.
#[derive(Clone, Copy, Default)]
pub(crate) struct Budget {
    /// Conflicts.
    pub left: u64,
    /// Gates that may be added before it starts.
    pub gates: usize,
    /// Deadline of the query.
    pub deadline: Deadline,
}

impl Callbacks for Budget {
    fn on_new_clause(&mut self, _: &[Lit], kind: Kind) {
        if kind == Kind::Learnt {
            self.left = self.left.saturating_sub(1);
            if self.left.is_multiple_of(LOOK) && self.deadline.is_over() {
                self.left = 0;
            }
        }
    }

    fn stop(&self) -> bool {
        self.left == 0
    }
}

/// A SAT solver that is fed gates.
pub(crate) struct Gates {
    solver: Solver<Budget>,
    ands: FxHashMap<(Bit, Bit), Bit>,
    xors: FxHashMap<(Bit, Bit), Bit>,
    muxes: FxHashMap<(Bit, Bit, Bit), Bit>,
    majorities: FxHashMap<(Bit, Bit, Bit), Bit>,
    clause: Vec<Lit>,
    /// Gates and inputs made.
    pub count: usize,
}

impl Gates {
    /// No gates yet.
    pub fn new() -> Self {
        Gates {
            solver: Solver::new(SolverOpts::default(), Budget::default()),
            ands: FxHashMap::default(),
            xors: FxHashMap::default(),
            muxes: FxHashMap::default(),
            majorities: FxHashMap::default(),
            clause: Vec::new(),
            count: 0,
        }
    }

    /// A free signal; the solver tries `hint` first.
    pub fn input(&mut self, hint: Option<bool>) -> Bit {
        self.count += 1;
        let phase = match hint {
            Some(true) => lbool::TRUE,
            Some(false) => lbool::FALSE,
            None => lbool::UNDEF,
        };
        Bit(self.solver.new_var(phase, true).idx() * 2 + 2)
    }

    fn lit(&mut self, bit: Bit) -> Lit {
        let var = self.solver.var_of_int((bit.0 >> 1) - 1);
        Lit::new(var, !bit.is_negated())
    }

    /// Requires one of the signals to be true.
    pub fn clause(&mut self, bits: &[Bit]) {
        if bits.contains(&Bit::TRUE) {
            return;
        }
        let mut clause = std::mem::take(&mut self.clause);
        clause.clear();
        for &bit in bits {
            if bit != Bit::FALSE {
                clause.push(self.lit(bit));
            }
        }
        // an empty or contradictory clause is remembered by the solver
        self.solver.add_clause_reuse(&mut clause);
        self.clause = clause;
    }

    /// Conjunction.
    pub fn and(&mut self, a: Bit, b: Bit) -> Bit {
        let (a, b) = (a.min(b), a.max(b));
        if a == Bit::FALSE || a == !b {
            return Bit::FALSE;
        }
        if a == Bit::TRUE || a == b {
            return b;
        }
        if let Some(&known) = self.ands.get(&(a, b)) {
            return known;
        }
        let out = self.input(None);
        self.clause(&[!out, a]);
        self.clause(&[!out, b]);
        self.clause(&[out, !a, !b]);
        self.ands.insert((a, b), out);
        out
    }

    /// Disjunction.
    pub fn or(&mut self, a: Bit, b: Bit) -> Bit {
        !self.and(!a, !b)
    }

    /// Exclusive disjunction.
    pub fn xor(&mut self, a: Bit, b: Bit) -> Bit {
        // negations move to the output
        let negate = a.is_negated() != b.is_negated();
        let (a, b) = (a.positive().min(b.positive()), a.positive().max(b.positive()));
        if a == b {
            return Bit::constant(negate);
        }
        if a == Bit::FALSE {
            return b.negate_if(negate);
        }
        if let Some(&known) = self.xors.get(&(a, b)) {
            return known.negate_if(negate);
        }
        let out = self.input(None);
        self.clause(&[!out, a, b]);
        self.clause(&[!out, !a, !b]);
        self.clause(&[out, !a, b]);
        self.clause(&[out, a, !b]);
        self.xors.insert((a, b), out);
        out.negate_if(negate)
    }

    /// `t` if `c`, else `e`.
    pub fn mux(&mut self, c: Bit, t: Bit, e: Bit) -> Bit {
        if c.is_constant() {
            return if c == Bit::TRUE { t } else { e };
        }
        if t == e {
            return t;
        }
        if t == !e {
            return self.xor(c, e);
        }
        if t == Bit::TRUE || t == c {
            return self.or(c, e);
        }
        if t == Bit::FALSE || t == !c {
            return self.and(!c, e);
        }
        if e == Bit::FALSE || e == c {
            return self.and(c, t);
        }
        if e == Bit::TRUE || e == !c {
            return self.or(!c, t);
        }
        let (c, t, e) = if c.is_negated() { (!c, e, t) } else { (c, t, e) };
        if let Some(&known) = self.muxes.get(&(c, t, e)) {
            return known;
        }
        let out = self.input(None);
        self.clause(&[!c, !t, out]);
        self.clause(&[!c, t, !out]);
        self.clause(&[c, !e, out]);
        self.clause(&[c, e, !out]);
        // implied, but they let the solver propagate before c is known
        self.clause(&[!t, !e, out]);
        self.clause(&[t, e, !out]);
        self.muxes.insert((c, t, e), out);
        out
    }

    /// Majority of three: the carry of a full adder.
    pub fn majority(&mut self, a: Bit, b: Bit, c: Bit) -> Bit {
        let mut bits = [a, b, c];
        bits.sort_unstable();
        let [a, b, c] = bits;
        if a == Bit::FALSE {
            return self.and(b, c);
        }
        if a == Bit::TRUE {
            return self.or(b, c);
        }
        if a == b || b == c {
            return b;
        }
        // a signal and its negation are neighbours in the order
        if a == !b {
            return c;
        }
        if b == !c {
            return a;
        }
        if let Some(&known) = self.majorities.get(&(a, b, c)) {
            return known;
        }
        let out = self.input(None);
        for (x, y) in [(a, b), (a, c), (b, c)] {
            self.clause(&[!x, !y, out]);
            self.clause(&[x, y, !out]);
        }
        self.majorities.insert((a, b, c), out);
        out
    }

    /// Solves under assumptions; none if that takes more than the budget.
    pub fn solve(&mut self, assumptions: &[Bit], budget: Budget) -> Option<bool> {
        *self.solver.cb_mut() = budget;
        if assumptions.contains(&Bit::FALSE) {
            return Some(false);
        }
        let mut lits = Vec::new();
        for &bit in assumptions.iter().filter(|bit| !bit.is_constant()) {
            lits.push(self.lit(bit));
        }
        decided(self.solver.solve_limited(&lits))
    }

    /// Propagations so far, which are most of the work.
    pub fn propagations(&self) -> u64 {
        self.solver.num_propagations()
    }

    /// The value of a signal in the model found last; none if it does not matter.
    pub fn value(&mut self, bit: Bit) -> Option<bool> {
        if bit.is_constant() {
            return Some(bit == Bit::TRUE);
        }
        let lit = self.lit(bit);
        decided(self.solver.value_lit(lit))
    }
}

fn decided(value: lbool) -> Option<bool> {
    (value != lbool::UNDEF).then(|| value == lbool::TRUE)
}
