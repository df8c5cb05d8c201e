//! The pool: nodes, hash-consing and accessors.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};

use crate::op::{Op, mask};
use crate::rewrite;
use crate::vars::VarSets;

/// The number of an input variable.
pub type VarId = u32;

/// An expression, as an index into the pool that made it.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ExprId(pub(crate) u32);

impl ExprId {
    /// What no pool has.
    pub const NONE: ExprId = ExprId(u32::MAX);

    /// The position in the pool, for tables kept beside it.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// One stored expression.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Node {
    pub op: Op,
    pub width: u8,
    /// First bit of an `Extract`, else 0.
    pub lo: u8,
    /// Operands; for a `Const` the value's halves, for a `Var` its number.
    // invariant: operands are smaller than the node's own id, unused places are 0
    pub args: [ExprId; 3],
}

/// Owner of all expressions; equal expressions are stored once.
#[derive(Default)]
pub struct Pool {
    nodes: Vec<Node>,
    known: FxHashMap<Node, ExprId>,
    // by variable number; 0: not made yet
    var_widths: Vec<u8>,
    var_sets: VarSets,
}

impl Pool {
    /// An empty pool.
    pub fn new() -> Self {
        Pool::default()
    }

    /// The number of expressions stored; every id is smaller.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether nothing has been built yet.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The constant `value`, masked to `width` bits.
    pub fn constant(&mut self, width: u8, value: u64) -> ExprId {
        let value = value & mask(width);
        let halves = [ExprId(value as u32), ExprId((value >> 32) as u32), ExprId(0)];
        self.intern(Node { op: Op::Const, width, lo: 0, args: halves })
    }

    /// The boolean constant.
    pub fn bool(&mut self, value: bool) -> ExprId {
        self.constant(1, u64::from(value))
    }

    /// The input variable `v`; one variable has one width.
    pub fn var(&mut self, v: VarId, width: u8) -> ExprId {
        if self.var_widths.len() <= v as usize {
            self.var_widths.resize(v as usize + 1, 0);
        }
        debug_assert!([0, width].contains(&self.var_widths[v as usize]), "variable {v} has two widths");
        self.var_widths[v as usize] = width;
        self.intern(Node { op: Op::Var, width, lo: 0, args: [ExprId(v), ExprId(0), ExprId(0)] })
    }

    /// An arithmetic, bitwise or comparison operation on operands of equal width.
    pub fn binary(&mut self, op: Op, a: ExprId, b: ExprId) -> ExprId {
        debug_assert_eq!(self.width(a), self.width(b), "{op:?} on unequal widths");
        rewrite::binary(self, op, a, b)
    }

    /// A conversion between floats and integers, a change of a float's size or a square root; the
    /// result has `width` bits.
    pub fn convert(&mut self, op: Op, a: ExprId, width: u8) -> ExprId {
        debug_assert!(op.is_conversion(), "{op:?} is no conversion");
        debug_assert!(!op.gives_float() || [32, 64].contains(&width), "{op:?} to {width} bits");
        debug_assert!(!op.takes_float() || [32, 64].contains(&self.width(a)), "{op:?} of no float");
        rewrite::convert(self, op, a, width)
    }

    /// Bitwise negation, which on a boolean is the logical one.
    pub fn not(&mut self, a: ExprId) -> ExprId {
        let ones = self.constant(self.width(a), u64::MAX);
        self.binary(Op::Xor, a, ones)
    }

    /// Disequality, a negated equality.
    pub fn ne(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let equal = self.binary(Op::Eq, a, b);
        self.not(equal)
    }

    /// `a` with zeros added above up to `width` bits.
    pub fn zext(&mut self, a: ExprId, width: u8) -> ExprId {
        debug_assert!(width >= self.width(a) && width <= 64);
        rewrite::zext(self, a, width)
    }

    /// `a` with copies of its sign bit added above up to `width` bits.
    pub fn sext(&mut self, a: ExprId, width: u8) -> ExprId {
        debug_assert!(width >= self.width(a) && width <= 64);
        rewrite::sext(self, a, width)
    }

    /// The `width` bits of `a` from bit `lo` on.
    pub fn extract(&mut self, a: ExprId, lo: u8, width: u8) -> ExprId {
        debug_assert!(width >= 1 && u32::from(lo) + u32::from(width) <= u32::from(self.width(a)));
        rewrite::extract(self, a, lo, width)
    }

    /// The bits of `hi` above those of `lo`, 64 in all at most.
    pub fn concat(&mut self, hi: ExprId, lo: ExprId) -> ExprId {
        debug_assert!(self.width(hi) + self.width(lo) <= 64);
        rewrite::concat(self, hi, lo)
    }

    /// `t` where the boolean `c` holds, else `e`.
    pub fn ite(&mut self, c: ExprId, t: ExprId, e: ExprId) -> ExprId {
        debug_assert!(self.width(c) == 1 && self.width(t) == self.width(e));
        rewrite::ite(self, c, t, e)
    }

    /// The number of bits of `e`.
    #[inline]
    pub fn width(&self, e: ExprId) -> u8 {
        self.nodes[e.index()].width
    }

    /// What the outermost node of `e` does.
    #[inline]
    pub fn op(&self, e: ExprId) -> Op {
        self.nodes[e.index()].op
    }

    /// The operands of `e` in order; none for constants and variables.
    #[inline]
    pub fn operands(&self, e: ExprId) -> &[ExprId] {
        let node = &self.nodes[e.index()];
        &node.args[..node.op.arity()]
    }

    /// The first bit an `Extract` takes, 0 for any other node.
    #[inline]
    pub fn extract_lo(&self, e: ExprId) -> u8 {
        self.nodes[e.index()].lo
    }

    /// The value of `e` if it is a constant.
    #[inline]
    pub fn as_const(&self, e: ExprId) -> Option<u64> {
        let node = &self.nodes[e.index()];
        (node.op == Op::Const).then(|| u64::from(node.args[0].0) | u64::from(node.args[1].0) << 32)
    }

    /// The variable `e` is, if it is nothing but one.
    #[inline]
    pub fn as_var(&self, e: ExprId) -> Option<VarId> {
        let node = &self.nodes[e.index()];
        (node.op == Op::Var).then_some(node.args[0].0)
    }

    /// The width of a variable, 0 if it was never made.
    #[inline]
    pub fn var_width(&self, v: VarId) -> u8 {
        self.var_widths.get(v as usize).copied().unwrap_or(0)
    }

    /// The variables occurring in `e`, in ascending order.
    #[inline]
    pub fn vars(&self, e: ExprId) -> &[VarId] {
        self.var_sets.of(self, e)
    }

    #[inline]
    pub(crate) fn node(&self, e: ExprId) -> Node {
        self.nodes[e.index()]
    }

    /// Forgets every expression that is no part of the roots, whose new ids take the place of the old ones. All
    /// other ids, and whatever remembers them, mean nothing any more. The order of ids stays: constructors put operands
    /// in order by it, and what is built again has to come out the same.
    pub fn sweep<'a>(&mut self, roots: impl IntoIterator<Item = &'a mut ExprId>) {
        let old = std::mem::take(self);
        let roots: Vec<&mut ExprId> = roots.into_iter().collect();
        let mut kept = vec![false; old.nodes.len()];
        roots.iter().for_each(|root| kept[root.index()] = true);
        let mut moved = vec![ExprId::NONE; old.nodes.len()];
        // operands have smaller ids than their users
        for at in (0..kept.len()).rev() {
            if kept[at] {
                old.operands(ExprId(at as u32)).iter().for_each(|e| kept[e.index()] = true);
            }
        }
        for at in (0..kept.len()).filter(|at| kept[*at]) {
            let mut node = old.nodes[at];
            for operand in &mut node.args[..node.op.arity()] {
                *operand = moved[operand.index()];
            }
            moved[at] = self.intern(node);
        }
        roots.into_iter().for_each(|root| *root = moved[root.index()]);
        self.var_widths = old.var_widths;
    }

    /// Stores a node as it is, without simplifying.
    pub(crate) fn intern(&mut self, node: Node) -> ExprId {
        debug_assert!((1..=64).contains(&node.width));
        if let Some(&id) = self.known.get(&node) {
            return id;
        }
        let id = ExprId(self.nodes.len() as u32);
        let operands = &node.args[..node.op.arity()];
        self.var_sets.push((node.op == Op::Var).then_some(node.args[0].0), operands);
        self.nodes.push(node);
        self.known.insert(node, id);
        id
    }

    /// Stores a node with up to three operands as it is, without simplifying.
    pub(crate) fn raw(&mut self, op: Op, width: u8, operands: &[ExprId]) -> ExprId {
        let mut args = [ExprId(0); 3];
        args[..operands.len()].copy_from_slice(operands);
        self.intern(Node { op, width, lo: 0, args })
    }
}

/// The fast hash of a hashable value.
pub(crate) fn fx_hash(value: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_swept_together_says_what_it_said() {
        let mut pool = Pool::new();
        let (x, y) = (pool.var(0, 32), pool.var(7, 32));
        let mut sum = x;
        for k in 1..1000 {
            let factor = pool.constant(32, k * 2 + 1);
            let product = pool.binary(Op::Mul, y, factor);
            sum = pool.binary(Op::Xor, sum, product);
        }
        let mut kept = [sum, pool.binary(Op::Ult, x, y), y, x];
        for k in 0..1000 {
            let other = pool.constant(32, k);
            pool.binary(Op::Sub, sum, other);
        }
        let model = |v: VarId| if v == 0 { 5 } else { 77 };
        let (before, values) = (pool.len(), kept.map(|e| pool.eval(e, &model)));
        pool.sweep(&mut kept);
        assert!(pool.len() < before - 900);
        assert_eq!(kept.map(|e| pool.eval(e, &model)), values);
        assert_eq!((pool.vars(kept[0]), pool.as_var(kept[2])), (&[0, 7][..], Some(7)));
        // Equal expressions are still stored once.
        assert_eq!(pool.binary(Op::Ult, kept[3], kept[2]), kept[1]);
    }
}
