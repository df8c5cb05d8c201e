//! A slice as straight-line code: the DAG in topological order with dense numbering, for the
//! layers that walk it many times. Evaluation gives branch distances too (Korel: "Automated
//! software test data generation", TSE 1990; Tracey et al., ASE 1998): how far each boolean is from
//! being true and from being false. Between floats it is the number of floats between them.

use std::cmp::Ordering;

use acute_expr::{ExprId, Op, Pool, apply, apply_convert, float_place, fold_extract, mask, sign_extend};

use crate::slice::Slice;

/// One node of the slice.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Step {
    pub op: Op,
    /// Width of the result.
    pub width: u8,
    /// Width of the first operand, for a `Concat` of the second.
    pub arg_width: u8,
    /// First bit of an `Extract`.
    pub lo: u8,
    /// Operands as positions of earlier steps; for a `Var` its place in the slice.
    pub args: [u32; 3],
    // variables it depends on, one bit for each place modulo 64
    reads: u64,
}

impl Step {
    /// Its value, given those of its operands; what is none has the value `held`.
    #[inline]
    pub fn value(&self, held: u64, arg: impl Fn(usize) -> u64) -> u64 {
        match self.op {
            Op::Const | Op::Var => held,
            Op::ZExt => arg(0),
            Op::SExt => sign_extend(self.arg_width, arg(0)) as u64 & mask(self.width),
            Op::Extract => fold_extract(arg(0), self.lo, self.width),
            Op::Concat => arg(0) << self.arg_width | arg(1),
            Op::Ite if arg(0) != 0 => arg(1),
            Op::Ite => arg(2),
            op if op.is_float() => float_value(self, arg(0), if op.is_conversion() { 0 } else { arg(1) }),
            op => apply(op, self.arg_width, arg(0), arg(1)),
        }
    }
}

/// The steps of a slice, their values and distances.
#[derive(Default)]
pub(crate) struct Tape {
    pub steps: Vec<Step>,
    /// Position of each variable by place in the slice.
    pub var_at: Vec<u32>,
    /// Positions and wanted outcomes of the slice's literals, the goal last.
    pub roots: Vec<(u32, bool)>,
    /// Present value of each step.
    pub values: Vec<u64>,
    // for booleans: distances to being true and to being false
    far: Vec<(u64, u64)>,
    // position of an expression; counts if stamped with the present epoch
    positions: Vec<(u32, u32)>,
    epoch: u32,
    // the slice that was compiled last
    stamp: u64,
    /// The expression of each step.
    pub nodes: Vec<ExprId>,
    /// True if any step works on floats.
    pub any_float: bool,
    /// True if any step does more with floats than compare them.
    pub float_arithmetic: bool,
}

impl Tape {
    /// Tells whether the slice was compiled last.
    pub fn is_of(&self, slice: &Slice) -> bool {
        self.stamp == slice.stamp()
    }

    /// Compiles the slice, with the present input as values.
    pub fn compile(&mut self, pool: &Pool, slice: &Slice) {
        self.stamp = slice.stamp();
        self.collect(pool, slice);
        self.steps.clear();
        self.values.clear();
        self.var_at.clear();
        self.var_at.resize(slice.vars.len(), 0);
        (self.any_float, self.float_arithmetic) = (false, false);
        for i in 0..self.nodes.len() {
            let e = self.nodes[i];
            self.positions[e.index()].1 = i as u32;
            let mut step = Step {
                op: pool.op(e),
                width: pool.width(e),
                arg_width: pool.operands(e).first().map_or(1, |&a| pool.width(a)),
                lo: pool.extract_lo(e),
                args: [0; 3],
                reads: 0,
            };
            self.any_float |= step.op.is_float();
            self.float_arithmetic |= step.op.is_float() && !step.op.is_float_comparison();
            for (slot, &operand) in step.args.iter_mut().zip(pool.operands(e)) {
                *slot = self.positions[operand.index()].1;
                step.reads |= self.steps[*slot as usize].reads;
            }
            if let (Op::Concat, &[_, low]) = (step.op, pool.operands(e)) {
                step.arg_width = pool.width(low);
            }
            let mut value = pool.as_const(e).unwrap_or(0);
            if let Some(v) = pool.as_var(e) {
                let place = slice.place(v);
                step.args[0] = place as u32;
                step.reads = 1 << (place % 64);
                self.var_at[place] = i as u32;
                value = slice.values[place] & mask(step.width);
            }
            self.steps.push(step);
            self.values.push(value);
        }
        let positions = &self.positions;
        self.roots.clear();
        self.roots.extend(slice.lits.iter().map(|lit| (positions[lit.expr.index()].1, lit.positive)));
        self.far.clear();
        self.far.resize(self.steps.len(), (0, 0));
    }

    /// Lists the slice's nodes, operands first.
    fn collect(&mut self, pool: &Pool, slice: &Slice) {
        if self.epoch == u32::MAX {
            self.epoch = 0;
            self.positions.clear();
        }
        self.epoch += 1;
        if self.positions.len() < pool.len() {
            self.positions.resize(pool.len(), (0, 0));
        }
        self.nodes.clear();
        let mut read = 0;
        let epoch = self.epoch;
        let Tape { nodes, positions, .. } = self;
        let mut visit = |e: ExprId, nodes: &mut Vec<ExprId>| {
            if positions[e.index()].0 != epoch {
                positions[e.index()].0 = epoch;
                nodes.push(e);
            }
        };
        for lit in &slice.lits {
            visit(lit.expr, nodes);
        }
        while let Some(&e) = nodes.get(read) {
            read += 1;
            for &operand in pool.operands(e) {
                visit(operand, nodes);
            }
        }
        // ids ascend from operands to users
        self.nodes.sort_unstable();
    }

    /// Evaluates everything and returns the cost.
    pub fn run(&mut self) -> u128 {
        self.rerun(u64::MAX)
    }

    /// Gives a variable another value, evaluates what depends on it and returns the cost.
    pub fn set(&mut self, place: usize, value: u64) -> u128 {
        let at = self.var_at[place] as usize;
        self.values[at] = value & mask(self.steps[at].width);
        self.rerun(1 << (place % 64))
    }

    /// The present value of a variable.
    pub fn var_value(&self, place: usize) -> u64 {
        self.values[self.var_at[place] as usize]
    }

    /// The width of a variable.
    pub fn var_width(&self, place: usize) -> u8 {
        self.steps[self.var_at[place] as usize].width
    }

    /// Branch distance of a literal: 0 if it holds.
    pub fn root_distance(&self, root: usize) -> u64 {
        let (at, positive) = self.roots[root];
        let (to_true, to_false) = self.far[at as usize];
        if positive { to_true } else { to_false }
    }

    /// The sum of all literals' distances; 0 if and only if all hold.
    fn rerun(&mut self, changed: u64) -> u128 {
        for i in 0..self.steps.len() {
            let step = self.steps[i];
            if step.reads & changed != 0 || (step.op == Op::Const && changed == u64::MAX) {
                let value = step.value(self.values[i], |k| self.values[step.args[k] as usize]);
                self.values[i] = value;
                if step.width == 1 {
                    self.far[i] = self.distance_of(&step, value);
                }
            }
        }
        (0..self.roots.len()).map(|root| u128::from(self.root_distance(root))).sum()
    }

    fn distance_of(&self, step: &Step, value: u64) -> (u64, u64) {
        let arg = |i: usize| self.values[step.args[i] as usize];
        let far = |i: usize| self.far[step.args[i] as usize];
        let signed = |i: usize| sign_extend(step.arg_width, arg(i));
        match step.op {
            Op::Eq if value == 1 => (0, 1),
            Op::Eq => {
                let up = arg(0).wrapping_sub(arg(1)) & mask(step.arg_width);
                let down = arg(1).wrapping_sub(arg(0)) & mask(step.arg_width);
                (up.min(down), 0)
            }
            Op::Ult if value == 1 => (0, arg(1) - arg(0)),
            Op::Ult => ((arg(0) - arg(1)).saturating_add(1), 0),
            Op::Slt if value == 1 => (0, signed(1).abs_diff(signed(0))),
            Op::Slt => (signed(0).abs_diff(signed(1)).saturating_add(1), 0),
            Op::FEq | Op::FLt | Op::FLe => float_distance(step.op, step.arg_width, arg(0), arg(1)),
            // on booleans: both must be true, one must be false
            Op::And => (far(0).0.saturating_add(far(1).0), far(0).1.min(far(1).1)),
            Op::Xor => {
                let ((ta, fa), (tb, fb)) = (far(0), far(1));
                let differ = ta.saturating_add(fb).min(fa.saturating_add(tb));
                let agree = ta.saturating_add(tb).min(fa.saturating_add(fb));
                (differ, agree)
            }
            Op::Ite => {
                let (c, t, e) = (far(0), far(1), far(2));
                let via = |t: u64, e: u64| c.0.saturating_add(t).min(c.1.saturating_add(e));
                (via(t.0, e.0), via(t.1, e.1))
            }
            _ => (1 - value, value),
        }
    }
}

/// Evaluates an operation on floats; not inlined, to keep the evaluation of integers tight.
#[inline(never)]
fn float_value(step: &Step, a: u64, b: u64) -> u64 {
    if step.op.is_conversion() {
        apply_convert(step.op, step.arg_width, step.width, a)
    } else {
        apply(step.op, step.arg_width, a, b)
    }
}

/// The distances of a comparison of floats; from a NaN it is far.
#[inline(never)]
fn float_distance(op: Op, width: u8, a: u64, b: u64) -> (u64, u64) {
    let (Some(x), Some(y)) = (float_place(width, a), float_place(width, b)) else {
        return (u64::MAX, 0);
    };
    let distance = x.abs_diff(y);
    match (op, x.cmp(&y)) {
        (Op::FEq, Ordering::Equal) => (0, 1),
        (Op::FEq, _) => (distance, 0),
        (Op::FLt, Ordering::Less) => (0, distance),
        (Op::FLt, _) => (distance.saturating_add(1), 0),
        (_, Ordering::Greater) => (distance, 0),
        _ => (0, distance.saturating_add(1)),
    }
}
