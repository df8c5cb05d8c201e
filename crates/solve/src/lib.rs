//! The chain of solvers: given the branches a run took and one of them to flip, find an input that
//! flips it and keeps those before, or show that there is none.
//!
//! Each layer is one file; [`Chain::solve`] puts them in order, from a look at the literals to
//! bit-blasting and, for floats, another solver's process. A layer either answers or passes the
//! query on; what all pass on is simplified by present values and tried once more.
//!
//! **Invariants:** every `Sat` answer has been evaluated before it leaves the chain. `Unsat` is
//! claimed only from what holds for all values of the variables, never because a pointer's domain
//! or a budget ran out. A pointer variable only receives a value its domain allows. Answers depend
//! on the queries so far, not on a clock: only the process of the last layer is ended by one, and its
//! answer is `Unknown` then. This crate knows neither C nor LLVM.

mod blast;
mod bounds;
mod cache;
mod cases;
mod chain;
mod concrete;
mod domain;
mod enumerate;
mod equal;
mod factors;
mod float_invert;
mod float_search;
mod gates;
mod interval;
mod invert;
mod linear;
mod linear_read;
mod log;
mod options;
mod order;
mod order_facts;
mod order_graph;
mod pointer;
mod program;
mod range;
mod sat;
mod search;
mod slice;
mod smt;
mod stats;
mod subsume;
mod xor;

use acute_expr::{Lit, VarId};

pub use chain::Chain;
pub use log::QueryLog;
pub use options::{Layers, Options, Patience};
pub use stats::{LayerStats, Stats};

/// No address of an object has more bits than that: the kernel has the upper half (x86-64, with four levels of page tables).
pub const ADDRESS_BITS: usize = 47;

/// What is known about pointer inputs: they only take values from a small set.
pub trait Pointers {
    /// Whether the variable holds an address.
    fn is_pointer(&self, v: VarId) -> bool;

    /// Whether a pointer may be any number as well: a union has both in that place.
    fn is_number(&self, _: VarId) -> bool {
        false
    }

    /// The address of the `k`-th new object that `v` alone may own, or none past the limit.
    fn fresh(&mut self, v: VarId, k: u32) -> Option<u64>;

    /// Adds the addresses of the present input's objects that `v` may point to.
    fn aliases(&self, v: VarId, out: &mut Vec<u64>);

    /// Of two pointers that are to be the same, the one of the lower rank keeps its object.
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

/// A question: which input satisfies `prefix` and `goal`?
#[derive(Copy, Clone, Debug)]
pub struct Query<'a> {
    /// The literals to keep.
    pub prefix: &'a [Lit],
    /// The literal to reach.
    pub goal: Lit,
    /// The present input by variable number (missing ones are 0); it satisfies the prefix.
    pub model: &'a [u64],
}

/// What the chain says to a query.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The variables to change and their new values, ascending.
    Sat(Vec<(VarId, u64)>),
    /// No input does it.
    Unsat,
    /// No layer could tell.
    Unknown,
}

/// Who gave an answer.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Layer {
    /// The goal is constant or the prefix holds its negation literally.
    Syntactic,
    /// The equality graph of pointer variables.
    Pointer,
    /// Truth tables over one byte.
    Enumerate,
    /// The order graph of integer variables.
    Order,
    /// Linear arithmetic on integers.
    Linear,
    /// An equal slice was answered before.
    Cache,
    /// Sums of bits.
    Xor,
    /// Equal variables replaced by one of them.
    Equal,
    /// The values of indices gone through one by one.
    Cases,
    /// Ranges of integers and intervals of floats, which only refute.
    Interval,
    /// Local search.
    Search,
    /// Bit-blasting to a SAT solver.
    Sat,
    /// An SMT solver's process, for floats.
    Smt,
    /// The layers above once more, with parts of the query replaced by their present values.
    Concrete,
}

impl Layer {
    /// All layers in the order in which they are asked.
    pub const ALL: [Layer; 14] = [
        Layer::Syntactic,
        Layer::Pointer,
        Layer::Enumerate,
        Layer::Order,
        Layer::Linear,
        Layer::Cache,
        Layer::Xor,
        Layer::Equal,
        Layer::Cases,
        Layer::Interval,
        Layer::Search,
        Layer::Sat,
        Layer::Smt,
        Layer::Concrete,
    ];

    /// The layer's name in summaries and options.
    pub fn name(self) -> &'static str {
        match self {
            Layer::Syntactic => "syntactic",
            Layer::Pointer => "pointer",
            Layer::Order => "order",
            Layer::Linear => "linear",
            Layer::Cache => "cache",
            Layer::Xor => "xor",
            Layer::Equal => "equal",
            Layer::Cases => "cases",
            Layer::Enumerate => "enumerate",
            Layer::Interval => "interval",
            Layer::Search => "search",
            Layer::Sat => "sat",
            Layer::Smt => "smt",
            Layer::Concrete => "concrete",
        }
    }
}

/// What one layer says about a slice.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Verdict {
    /// The values it wrote satisfy the slice.
    Sat,
    /// No values do.
    Unsat,
    /// The next layer is to be asked.
    Pass,
}
