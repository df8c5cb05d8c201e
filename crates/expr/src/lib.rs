//! Hash-consed bit-vector expressions: the language in which a run's branches are written down.
//!
//! A [`Pool`] owns every expression; an [`ExprId`] is an index into it. Widths are 1 to 64 bits,
//! a boolean is a bit-vector of width 1, and the meaning of every operation is SMT-LIB's theory of
//! fixed-size bit-vectors. A float is its 32 or 64 bits; the operations on such bits are IEEE-754's
//! as x86 computes them. Constructors simplify as they build, so two expressions that are equal
//! by the rules of the `rewrite` module are the same id.
//!
//! **Invariants:** this crate knows no solver and no source language. Operands have smaller ids
//! than their users, so ascending ids are a topological order. Nothing here recurses natively over
//! the depth of an expression.

mod eval;
mod float;
mod lit;
mod op;
mod pool;
mod random;
mod rewrite;
mod smtlib;
mod smtlib_float;
mod substitute;
mod vars;

pub use eval::Evaluator;
pub use float::{apply_convert, float_at, float_place, infinity, is_nan};
pub use lit::Lit;
pub use op::{Op, apply, fold_extract, mask, sign_extend};
pub use pool::{ExprId, Pool, VarId};
pub use random::SplitMix64;
pub use smtlib::Printer;
