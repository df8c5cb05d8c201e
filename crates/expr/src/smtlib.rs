//! Expressions as SMT-LIB 2 text, for proofs by an outside solver and for query logs.

use std::fmt::Write;

use rustc_hash::FxHashSet;

use crate::smtlib_float;
use crate::{ExprId, Lit, Op, Pool, VarId};

/// Writes declarations, definitions and assertions; each node is defined once, so the text is
/// linear in the size of the DAG.
///
/// A boolean is printed as a bit-vector of one bit; [`Printer::assert`] compares it with `#b1`.
/// Floats are printed in the theory FloatingPoint, and where something else needs the bits of one,
/// they are a constant asserted to have the float's value: a NaN has any of its patterns then, and
/// `fmod` any value that is not far from right. So the text may have more models than what it
/// stands for, never fewer. [`Printer::exact`] pins down the patterns, which makes the text harder
/// to solve; only `fmod` stays open.
#[derive(Default)]
pub struct Printer {
    text: String,
    // invariant: everything named by `text` outside an assertion is in here
    defined: FxHashSet<ExprId>,
    declared: FxHashSet<VarId>,
    // floats of which the bits have a name
    with_bits: FxHashSet<ExprId>,
    exact: bool,
    any_float: bool,
    any_fmod: bool,
}

impl Printer {
    /// An empty script; the caller sets the logic.
    pub fn new() -> Self {
        Printer::default()
    }

    /// An empty script in which a NaN has the bits that x86 gives it.
    pub fn exact() -> Self {
        Printer { exact: true, ..Printer::default() }
    }

    /// Whether anything printed so far works on floats.
    pub fn any_float(&self) -> bool {
        self.any_float
    }

    /// Whether the text has the models of what it stands for and no more.
    pub fn is_exact(&self) -> bool {
        !self.any_fmod && (self.exact || self.with_bits.is_empty())
    }

    /// The name by which later text can refer to `e`, after defining what it needs.
    pub fn define(&mut self, pool: &Pool, e: ExprId) -> String {
        let mut todo = vec![e];
        while let Some(&top) = todo.last() {
            let waiting = todo.len();
            if !self.defined.contains(&top) {
                todo.extend(pool.operands(top).iter().filter(|o| !self.defined.contains(o)));
                if todo.len() > waiting {
                    continue;
                }
                self.define_node(pool, top);
                self.defined.insert(top);
            }
            todo.pop();
        }
        self.name_bits(pool, e);
        name(pool, e)
    }

    /// Asserts that a literal holds.
    pub fn assert(&mut self, pool: &Pool, lit: Lit) {
        let name = self.define(pool, lit.expr);
        let bit = u8::from(lit.positive);
        let _ = writeln!(self.text, "(assert (= {name} #b{bit}))");
    }

    /// Adds a line of the caller's own.
    pub fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// The script so far.
    pub fn text(&self) -> &str {
        &self.text
    }

    fn define_node(&mut self, pool: &Pool, e: ExprId) {
        let width = pool.width(e);
        self.any_float |= pool.op(e).is_float();
        self.any_fmod |= pool.op(e) == Op::FRem;
        // writing to a String cannot fail
        match pool.op(e) {
            Op::Const => {}
            Op::Var => {
                if pool.as_var(e).is_some_and(|v| self.declared.insert(v)) {
                    let _ = writeln!(self.text, "(declare-const {} (_ BitVec {width}))", name(pool, e));
                }
            }
            op if op.gives_float() => {
                if !op.takes_float() {
                    self.name_bits(pool, pool.operands(e)[0]);
                }
                self.text.push_str(&smtlib_float::define(pool, e));
            }
            op => {
                if !op.is_float() {
                    for &operand in pool.operands(e) {
                        self.name_bits(pool, operand);
                    }
                }
                let body = body(pool, e);
                let _ = writeln!(self.text, "(define-fun {} () (_ BitVec {width}) {body})", name(pool, e));
            }
        }
    }

    /// Gives the bits of a float their name, unless they have it.
    fn name_bits(&mut self, pool: &Pool, e: ExprId) {
        let mut todo = vec![e];
        while let Some(&top) = todo.last() {
            let waiting = todo.len();
            if pool.op(top).gives_float() && !self.with_bits.contains(&top) {
                if self.exact && pool.op(top).takes_float() {
                    // the bits of a NaN are those of an operand
                    let unnamed = |o: &&ExprId| pool.op(**o).gives_float() && !self.with_bits.contains(o);
                    todo.extend(pool.operands(top).iter().filter(unnamed));
                    if todo.len() > waiting {
                        continue;
                    }
                }
                self.with_bits.insert(top);
                self.text.push_str(&smtlib_float::bits(pool, top));
                if self.exact {
                    self.text.push_str(&smtlib_float::nan_bits(pool, top));
                }
            }
            todo.pop();
        }
    }
}

pub(crate) fn name(pool: &Pool, e: ExprId) -> String {
    match (pool.as_const(e), pool.as_var(e)) {
        (Some(value), _) => format!("(_ bv{value} {})", pool.width(e)),
        (_, Some(v)) => format!("v{v}"),
        _ => format!("e{}", e.index()),
    }
}

fn body(pool: &Pool, e: ExprId) -> String {
    let args: Vec<String> = pool.operands(e).iter().map(|&o| name(pool, o)).collect();
    let all = args.join(" ");
    let bool_of = |function: &str| format!("(ite ({function} {all}) #b1 #b0)");
    let by = pool.operands(e).first().map_or(0, |&a| pool.width(e).saturating_sub(pool.width(a)));
    let lo = pool.extract_lo(e);
    match pool.op(e) {
        Op::Const | Op::Var => name(pool, e),
        Op::Add => format!("(bvadd {all})"),
        Op::Sub => format!("(bvsub {all})"),
        Op::Mul => format!("(bvmul {all})"),
        Op::UDiv => format!("(bvudiv {all})"),
        Op::SDiv => format!("(bvsdiv {all})"),
        Op::URem => format!("(bvurem {all})"),
        Op::SRem => format!("(bvsrem {all})"),
        Op::Shl => format!("(bvshl {all})"),
        Op::LShr => format!("(bvlshr {all})"),
        Op::AShr => format!("(bvashr {all})"),
        Op::And => format!("(bvand {all})"),
        Op::Or => format!("(bvor {all})"),
        Op::Xor => format!("(bvxor {all})"),
        Op::Eq => bool_of("="),
        Op::Ult => bool_of("bvult"),
        Op::Ule => bool_of("bvule"),
        Op::Slt => bool_of("bvslt"),
        Op::Sle => bool_of("bvsle"),
        Op::ZExt => format!("((_ zero_extend {by}) {all})"),
        Op::SExt => format!("((_ sign_extend {by}) {all})"),
        Op::Extract => format!("((_ extract {} {lo}) {all})", lo + pool.width(e) - 1),
        Op::Concat => format!("(concat {all})"),
        Op::Ite => format!("(ite (= {} #b1) {} {})", args[0], args[1], args[2]),
        _ => smtlib_float::body(pool, e),
    }
}
