//! Literals of an order slice as difference constraints over integers and over the positions of floats among all floats.

use acute_expr::{Op, float_place, mask, sign_extend};

use super::graph::OrderGraph;

/// The order in which a variable is read.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Sign {
    Open,
    Signed,
    Unsigned,
    Float,
}

/// A side of a literal: a variable with its extension, or a constant with its width.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Term {
    Var(usize, Op),
    Const(u64, u8),
}

/// A literal over integers.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Fact {
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

/// Tells whether a term is a constant that is the same read as signed or as unsigned.
pub(crate) fn below_half(term: Term) -> bool {
    matches!(term, Term::Const(c, width) if c <= mask(width) / 2)
}

/// The integer meaning of a literal.
pub(crate) fn fact(signs: &[Sign], &(op, positive, a, b): &(Op, bool, Term, Term)) -> Fact {
    let constant = |value: u64, width: u8, place: usize, extension: Op| match (op, extension) {
        // comparisons with NaN were folded
        _ if signs[place] == Sign::Float => i128::from(float_place(width, value).unwrap_or(0)),
        (Op::Slt, _) | (_, Op::SExt) => i128::from(sign_extend(width, value)),
        (Op::Eq, Op::Var) if signs[place] == Sign::Signed => i128::from(sign_extend(width, value)),
        _ => i128::from(value),
    };
    match (a, b) {
        (Term::Var(x, extension), Term::Const(c, width)) => {
            let c = constant(c, width, x, extension);
            match (op, positive) {
                (Op::Eq | Op::FEq, true) => Fact::Is(x, c),
                (Op::Eq | Op::FEq, false) => Fact::IsNot(x, c),
                (Op::FLe, true) => Fact::Upper(x, c),
                (Op::FLe, false) => Fact::Lower(x, c + 1),
                (Op::Ult, true) if extension == Op::Var && signs[x] == Sign::Signed => {
                    Fact::Within(x, 0, c - 1)
                }
                (_, true) => Fact::Upper(x, c - 1),
                (_, false) => Fact::Lower(x, c),
            }
        }
        (Term::Const(c, width), Term::Var(x, extension)) => {
            let c = constant(c, width, x, extension);
            match (op, positive) {
                (Op::Eq | Op::FEq, true) => Fact::Is(x, c),
                (Op::Eq | Op::FEq, false) => Fact::IsNot(x, c),
                (Op::FLe, true) => Fact::Lower(x, c),
                (Op::FLe, false) => Fact::Upper(x, c - 1),
                (_, true) => Fact::Lower(x, c + 1),
                (_, false) => Fact::Upper(x, c),
            }
        }
        (Term::Var(x, _), Term::Var(y, _)) => match (op, positive) {
            (Op::Eq | Op::FEq, true) => Fact::Same(x, y),
            (Op::Eq | Op::FEq, false) => Fact::Differ(x, y),
            (Op::FLe, true) => Fact::Edge(x, y, 0),
            (Op::FLe, false) => Fact::Edge(y, x, -1),
            (_, true) => Fact::Edge(x, y, -1),
            (_, false) => Fact::Edge(y, x, 0),
        },
        // two constants are folded when they are built; say something true of variable 0
        (Term::Const(..), Term::Const(..)) => Fact::Edge(0, 0, 0),
    }
}

/// Tells whether the present values satisfy a fact.
pub(crate) fn holds(graph: &OrderGraph, fact: Fact) -> bool {
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
pub(crate) fn state(graph: &mut OrderGraph, unequal: &mut Vec<Fact>, fact: Fact) {
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
pub(crate) fn either(fact: Fact) -> (Fact, Fact) {
    match fact {
        Fact::Differ(a, b) => (Fact::Edge(a, b, -1), Fact::Edge(b, a, -1)),
        Fact::IsNot(x, c) => (Fact::Upper(x, c - 1), Fact::Lower(x, c + 1)),
        other => (other, other),
    }
}
