//! The layers in order.

use std::path::PathBuf;
use std::time::Duration;

use acute_expr::{Evaluator, Pool};

use crate::cache::Cache;
use crate::domain::Domains;
use crate::enumerate::EnumerateLayer;
use crate::interval::IntervalLayer;
use crate::order::OrderLayer;
use crate::pointer::PointerLayer;
use crate::program::Program;
use crate::sat::SatLayer;
use crate::search::SearchLayer;
use crate::slice::{Reading, Slice};
use crate::smt::SmtLayer;
use crate::{Answer, Layer, Pointers, Query, Stats, Verdict};

/// Which layers work and how hard they try.
#[derive(Clone, Debug)]
pub struct Options {
    /// Ask the pointer graph.
    pub pointer: bool,
    /// Intersect truth tables where the slice is about one byte.
    pub enumerate: bool,
    /// Ask the order graph.
    pub order: bool,
    /// Remember the answers of search and SAT.
    pub cache: bool,
    /// Refute conditions on floats by intervals.
    pub interval: bool,
    /// Ask local search.
    pub search: bool,
    /// Ask the SAT solver.
    pub sat: bool,
    /// Evaluations of the slice local search may spend on a query.
    pub search_evaluations: u32,
    /// Conflicts after which the SAT solver gives up.
    pub sat_conflicts: u64,
    /// Gates after which bit-blasting gives up.
    pub sat_gates: usize,
    /// The z3 to ask about floats; none: the first one on the PATH, if there is one.
    pub smt: Option<PathBuf>,
    /// Time after which that process is killed; with none it is not asked.
    pub smt_time: Duration,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            pointer: true,
            order: true,
            cache: true,
            enumerate: true,
            interval: true,
            search: true,
            sat: true,
            search_evaluations: 2_000,
            sat_conflicts: 200_000,
            sat_gates: 1_000_000,
            smt: None,
            smt_time: Duration::from_secs(2),
        }
    }
}

/// The solver: all layers with their scratch memory. It remembers expressions, so it serves the
/// queries of one pool.
pub struct Chain {
    options: Options,
    stats: Stats,
    slice: Slice,
    evaluator: Evaluator,
    domains: Domains,
    program: Program,
    pointer: PointerLayer,
    enumerate: EnumerateLayer,
    order: OrderLayer,
    cache: Cache,
    interval: IntervalLayer,
    search: SearchLayer,
    sat: SatLayer,
    smt: SmtLayer,
    // the values a layer proposes, by place in the slice
    values: Vec<u64>,
}

impl Chain {
    /// A chain with nothing remembered.
    pub fn new(options: Options) -> Self {
        Chain {
            search: SearchLayer::new(options.search_evaluations),
            sat: SatLayer::new(options.sat_conflicts, options.sat_gates),
            smt: SmtLayer::new(options.smt.clone(), options.smt_time),
            options,
            stats: Stats::default(),
            slice: Slice::default(),
            evaluator: Evaluator::new(),
            domains: Domains::default(),
            program: Program::default(),
            pointer: PointerLayer::default(),
            enumerate: EnumerateLayer::default(),
            order: OrderLayer::default(),
            cache: Cache::default(),
            interval: IntervalLayer::default(),
            values: Vec::new(),
        }
    }

    /// What happened so far.
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// Answers a query and says which layer did; `Unknown` is the last layer's answer.
    pub fn solve(&mut self, pool: &mut Pool, query: &Query, pointers: &mut dyn Pointers) -> (Answer, Layer) {
        self.stats.queries += 1;
        self.stats.prefix_literals += query.prefix.len() as u64;
        if let Some(answer) = self.syntactic(pool, query, pointers) {
            return (answer, Layer::Syntactic);
        }
        let pool = &*pool;
        let kept = self.slice.lits.len() - 1;
        self.stats.dropped_literals += query.prefix.len().saturating_sub(kept) as u64;
        // To add a layer: 1. a file with a struct and `solve(..) -> Verdict`, 2. a `Layer`, a
        // switch in `Options`, a line here, 3. its name in tests/chain_agrees.rs.
        if self.slice.any_pointer && self.options.pointer {
            self.start();
            let verdict = self.pointer.solve(pool, &self.slice, pointers, &mut self.values);
            if let Some(answer) = self.settle(pool, Layer::Pointer, verdict) {
                return (answer, Layer::Pointer);
            }
        }
        if self.slice.vars.len() == 1 && self.options.enumerate {
            self.start();
            let verdict = self.enumerate.solve(pool, &self.slice, &mut self.values);
            if let Some(answer) = self.settle(pool, Layer::Enumerate, verdict) {
                return (answer, Layer::Enumerate);
            }
        }
        let mut ordered = None;
        if !self.slice.any_pointer && self.options.order {
            self.start();
            let verdict = self.order.solve(pool, &self.slice, &mut self.values);
            if verdict == Verdict::Sat && self.order.floats && self.options.search {
                // neighbours of floats are a burden to readers: search may find plainer numbers
                ordered = Some(self.values.clone());
            } else if let Some(answer) = self.settle(pool, Layer::Order, verdict) {
                return (answer, Layer::Order);
            }
        }
        if self.options.cache {
            self.start();
            let verdict = self.cache.find(&self.slice, &mut self.values);
            if let Some(answer) = self.settle(pool, Layer::Cache, verdict) {
                return (answer, Layer::Cache);
            }
        }
        self.domains.read(pool, &self.slice, pointers);
        self.program.compile(pool, &self.slice);
        if self.program.any_float && self.options.interval {
            let verdict = self.interval.solve(&self.program);
            if let Some(answer) = self.settle_dear(pool, Layer::Interval, verdict) {
                return (answer, Layer::Interval);
            }
        }
        if self.options.search {
            self.start();
            let verdict = self.search.solve(&self.slice, &mut self.program, &self.domains, &mut self.values);
            if let Some(answer) = self.settle_dear(pool, Layer::Search, verdict) {
                return (answer, Layer::Search);
            }
        }
        if let Some(values) = ordered {
            self.values = values;
            if let Some(answer) = self.settle_dear(pool, Layer::Order, Verdict::Sat) {
                return (answer, Layer::Order);
            }
        }
        if self.options.sat {
            self.start();
            let mut verdict = self.sat.solve(&self.slice, &self.program, &self.domains, &mut self.values);
            // what the circuit leaves open the solver may have got wrong
            if verdict == Verdict::Sat && self.program.float_arithmetic && !self.holds(pool) {
                verdict = Verdict::Pass;
            }
            if let Some(answer) = self.settle_dear(pool, Layer::Sat, verdict) {
                return (answer, Layer::Sat);
            }
        }
        let mut last = Layer::Sat;
        if self.program.any_float && self.smt.ready() {
            last = Layer::Smt;
            self.start();
            let verdict = self.smt.solve(pool, &self.slice, &self.domains, &mut self.values);
            if let Some(answer) = self.settle_dear(pool, Layer::Smt, verdict) {
                return (answer, Layer::Smt);
            }
        }
        self.stats.unknown += 1;
        (Answer::Unknown, last)
    }

    /// Reads the query into the slice, unless looking at it is enough.
    fn syntactic(&mut self, pool: &Pool, query: &Query, pointers: &dyn Pointers) -> Option<Answer> {
        let counters = self.stats.layer_mut(Layer::Syntactic);
        counters.asked += 1;
        if let Some(value) = pool.as_const(query.goal.expr) {
            if (value == 1) == query.goal.positive {
                counters.sat += 1;
                return Some(Answer::Sat(Vec::new()));
            }
            counters.unsat += 1;
            return Some(Answer::Unsat);
        }
        match self.slice.read(pool, query, pointers) {
            Reading::Ready => None,
            Reading::Contradiction => {
                counters.unsat += 1;
                Some(Answer::Unsat)
            }
        }
    }

    /// Lets the next layer begin from the present input.
    fn start(&mut self) {
        self.values.clone_from(&self.slice.values);
    }

    /// Counts a layer's verdict and turns it into an answer, if it is one and stands the check.
    fn settle(&mut self, pool: &Pool, layer: Layer, verdict: Verdict) -> Option<Answer> {
        let right = verdict != Verdict::Sat || self.holds(pool);
        let counters = self.stats.layer_mut(layer);
        counters.asked += 1;
        match verdict {
            Verdict::Pass => None,
            Verdict::Unsat => {
                counters.unsat += 1;
                Some(Answer::Unsat)
            }
            Verdict::Sat if right => {
                counters.sat += 1;
                Some(Answer::Sat(self.changes()))
            }
            Verdict::Sat => {
                self.stats.wrong_answers += 1;
                None
            }
        }
    }

    /// As `settle`, and remembers the answer.
    fn settle_dear(&mut self, pool: &Pool, layer: Layer, verdict: Verdict) -> Option<Answer> {
        let answer = self.settle(pool, layer, verdict)?;
        if self.options.cache {
            self.cache.remember(&self.slice, verdict, &self.values);
        }
        Some(answer)
    }

    /// Whether all literals of the slice hold under the proposed values.
    fn holds(&mut self, pool: &Pool) -> bool {
        let (slice, values) = (&self.slice, &self.values);
        let model = |v| values[slice.place(v)];
        self.evaluator.new_model();
        slice.lits.iter().all(|lit| {
            let value = self.evaluator.eval(pool, lit.expr, &model);
            (value == 1) == lit.positive
        })
    }

    fn changes(&self) -> Vec<(acute_expr::VarId, u64)> {
        let slice = &self.slice;
        let proposed = slice.vars.iter().zip(&slice.values).zip(&self.values);
        let changed = proposed.filter(|((_, old), new)| old != new).map(|((&v, _), &new)| (v, new));
        let mut changed: Vec<_> = changed.collect();
        changed.sort_unstable();
        changed
    }
}
