//! The chain of solvers: given the branches a run took and one of them to negate, finds an input that
//! negates it and keeps those before, or shows that there is none.
//!
//! A query is sliced to the literals that are connected with its goal (`slice`), and the layers of one list
//! (`layer`) are asked about the slice in order, from a look at the literals to bit-blasting and, for floats,
//! an external SMT solver. A layer answers or passes the slice on. Undecided queries are concretized and
//! retried, as in CUTE and DART; that is the last layer.
//!
//! **Invariants:** every model is evaluated before it leaves the chain. `Unsat` is claimed only if no values of
//! the variables satisfy the query, never because a pointer's domain or a budget ran out. A pointer variable
//! only receives a value of its domain. Answers depend on the queries so far, not on a clock: the deadline and the
//! time limit of the external solver can only turn an answer into `Unknown`. This crate knows neither C nor LLVM.

mod chain;
mod domain;
mod layer;
mod layers;
mod log;
mod options;
mod parts;
mod range;
mod slice;
mod stats;
mod subsume;
mod tape;
mod task;
mod workspace;

use acute_expr::{Lit, VarId};

pub use chain::Chain;
pub use layers::layer_names;
pub use log::QueryLog;
pub use options::{Deadline, Layers, Options};
pub use stats::{LayerStats, Stats};

/// Bits of an object's address: the kernel has the upper half (x86-64, with four levels of page tables).
pub const ADDRESS_BITS: usize = 47;

/// The pointer inputs of the present input. They only take values from small domains.
pub trait Pointers {
    /// Tells whether the variable holds an address.
    fn is_pointer(&self, v: VarId) -> bool;

    /// Tells whether a pointer may be any number as well, as a member of a union with one.
    fn is_number(&self, _: VarId) -> bool {
        false
    }

    /// The address of the `k`-th new object that `v` alone may own, or none past the limit.
    fn fresh(&mut self, v: VarId, k: u32) -> Option<u64>;

    /// Adds the addresses of the present input's objects that `v` may point to.
    fn aliases(&self, v: VarId, out: &mut Vec<u64>);

    /// Rank of a pointer: of two that are to be equal, the one of the lower rank keeps its object.
    fn rank(&self, _v: VarId) -> usize {
        usize::MAX
    }
}

/// An input without pointers.
pub struct NoPointers;

impl Pointers for NoPointers {
    fn is_pointer(&self, _: VarId) -> bool {
        false
    }

    fn fresh(&mut self, _: VarId, _: u32) -> Option<u64> {
        None
    }

    fn aliases(&self, _: VarId, _: &mut Vec<u64>) {}
}

/// A path prefix and a negated branch, for which an input is wanted.
#[derive(Copy, Clone, Debug)]
pub struct Query<'a> {
    /// The literals to keep: the path condition up to the branch.
    pub prefix: &'a [Lit],
    /// The literal to satisfy: the negated branch condition.
    pub goal: Lit,
    /// The present input by variable number (missing ones are 0); it satisfies the prefix.
    pub model: &'a [u64],
}

/// The answer to a query.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The variables to change and their new values, ascending.
    Sat(Vec<(VarId, u64)>),
    /// No input satisfies the query.
    Unsat,
    /// No layer decided the query.
    Unknown,
}
