//! The layers in order.

use acute_expr::{Evaluator, Lit, Pool, VarId};

use crate::bounds::BoundsLayer;
use crate::cache::Cache;
use crate::concrete::Simplifier;
use crate::domain::Domains;
use crate::enumerate::EnumerateLayer;
use crate::gates::Budget;
use crate::interval::IntervalLayer;
use crate::linear::LinearLayer;
use crate::order::OrderLayer;
use crate::pointer::PointerLayer;
use crate::program::Program;
use crate::range::{Range, range_of};
use crate::sat::SatLayer;
use crate::search::SearchLayer;
use crate::slice::{Reading, Slice};
use crate::smt::SmtLayer;
use crate::xor::XorLayer;
use crate::{Answer, Layer, Options, Patience, Pointers, Query, Stats, Verdict};

/// Gates of a circuit that count as one more question.
const CIRCUIT: usize = 1 << 14;

/// The solver: all layers with their scratch memory. It remembers expressions, so it serves the
/// queries of one pool.
pub struct Chain {
    pub(crate) options: Options,
    stats: Stats,
    pub(crate) slice: Slice,
    pub(crate) evaluator: Evaluator,
    domains: Domains,
    program: Program,
    pointer: PointerLayer,
    enumerate: EnumerateLayer,
    order: OrderLayer,
    linear: LinearLayer,
    cache: Cache,
    bounds: BoundsLayer,
    interval: IntervalLayer,
    xor: XorLayer,
    search: SearchLayer,
    pub(crate) sat: SatLayer,
    smt: SmtLayer,
    // the values a layer proposes, by place in the slice
    values: Vec<u64>,
    // whether the query at hand is a simplified one, for which no process is started
    again: bool,
    pub(crate) ease: u32,
    late: bool,
    // what was done besides searching and propagating, in nanoseconds or so
    work: u64,
}

/// Nanoseconds or so that a literal of a prefix takes, and a step of a slice, in all layers but the last two.
const LITERAL: u64 = 100;
const STEP: u64 = 100;

impl Chain {
    /// A chain with nothing remembered.
    pub fn new(options: Options) -> Self {
        Chain {
            search: SearchLayer::new(options.search_evaluations),
            sat: SatLayer::new(options.sat_gates),
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
            linear: LinearLayer::default(),
            cache: Cache::default(),
            bounds: BoundsLayer::default(),
            interval: IntervalLayer::default(),
            xor: XorLayer::default(),
            values: Vec::new(),
            again: false,
            ease: 0,
            late: false,
            work: 0,
        }
    }

    /// How much work was done so far: nanoseconds, more or less, but counted. The same queries are the same work on any
    /// machine.
    pub fn work(&self) -> u64 {
        self.work + self.search.work + self.sat.work + self.smt.work
    }

    /// Forgets all expressions, but not what happened: to be called when the pool was swept.
    pub fn forget(&mut self) {
        let fresh = Chain::new(self.options.clone());
        let old = std::mem::replace(self, fresh);
        self.work = old.work();
        (self.stats, self.smt) = (old.stats, old.smt.forgetful());
    }

    /// How long answers are waited for from now on.
    pub fn set_patience(&mut self, patience: Patience) {
        self.options.patience = patience;
    }

    /// How little is tried from now on: each one more is half of it; none: everything.
    pub fn set_ease(&mut self, ease: u32) {
        self.ease = ease;
    }

    /// Whether the last query was not answered only because more was not tried: it may be asked again.
    pub fn is_late(&self) -> bool {
        self.late
    }

    /// What happened so far.
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// Answers a query and says which layer did; `Unknown` is the last layer's answer.
    pub fn solve(&mut self, pool: &mut Pool, query: &Query, pointers: &mut dyn Pointers) -> (Answer, Layer) {
        self.stats.queries += 1;
        let before = self.sat.given_up + self.smt.given_up;
        let (mut answer, mut layer) = self.ask(pool, query, pointers);
        if answer == Answer::Unknown && self.options.layers.has(Layer::Concrete) {
            (answer, layer) = (self.ask_simpler(pool, query, pointers), Layer::Concrete);
        }
        let given_up = self.ease > 0 && self.sat.given_up + self.smt.given_up > before;
        self.late = answer == Answer::Unknown && (given_up || self.options.patience.is_over());
        self.stats.unknown += u64::from(answer == Answer::Unknown && !self.late);
        if let Some(log) = self.options.log.as_ref().filter(|_| layer != Layer::Syntactic) {
            log.write(pool, query, &answer, layer);
        }
        (answer, layer)
    }

    /// Answers a query that nobody counts, if that does not take a process.
    pub fn wonder(&mut self, pool: &mut Pool, query: &Query, pointers: &mut dyn Pointers) -> Answer {
        let (stats, layers) = (self.stats.clone(), self.options.layers);
        self.options.layers = layers.without(Layer::Smt);
        let (answer, _) = self.ask(pool, query, pointers);
        self.options.layers = layers;
        self.stats = Stats { wrong_answers: self.stats.wrong_answers, ..stats };
        answer
    }

    /// Asks the layers in order.
    fn ask(&mut self, pool: &mut Pool, query: &Query, pointers: &mut dyn Pointers) -> (Answer, Layer) {
        let on = self.options.layers;
        self.work += (1 + query.prefix.len() as u64) * LITERAL;
        if let Some(answer) = self.syntactic(pool, query, pointers) {
            return (answer, Layer::Syntactic);
        }
        let mut last = Layer::Syntactic;
        // To add a layer: 1. a file with a struct and `solve(..) -> Verdict`, 2. a `Layer` and a
        // line here, 3. its name in tests/chain_agrees.rs.
        if self.slice.any_pointer && on.has(Layer::Pointer) {
            last = Layer::Pointer;
            self.start();
            let verdict = self.pointer.solve(pool, &self.slice, pointers, &mut self.values);
            if let Some(answer) = self.settle(pool, last, verdict) {
                return (answer, last);
            }
        }
        if self.slice.vars.len() == 1 && on.has(Layer::Enumerate) {
            last = Layer::Enumerate;
            self.start();
            let verdict = self.enumerate.solve(pool, &self.slice, &mut self.values, &self.options.patience);
            if let Some(answer) = self.settle(pool, last, verdict) {
                return (answer, last);
            }
        }
        let mut ordered = None;
        if !self.slice.any_pointer && on.has(Layer::Order) {
            last = Layer::Order;
            self.start();
            let mut verdict = self.order.solve(pool, &self.slice, &mut self.values);
            if verdict == Verdict::Sat && self.order.partial && !self.holds(pool) {
                verdict = Verdict::Pass;
            }
            if verdict == Verdict::Sat && self.order.floats && on.has(Layer::Search) {
                // neighbours of floats are a burden to readers: search may find plainer numbers
                ordered = Some(self.values.clone());
            } else if let Some(answer) = self.settle(pool, last, verdict) {
                return (answer, last);
            }
        }
        if on.has(Layer::Linear) {
            last = Layer::Linear;
            self.start();
            let verdict = self.linear.solve(pool, &self.slice, &mut self.values);
            if let Some(answer) = self.settle(pool, last, verdict) {
                return (answer, last);
            }
        }
        if on.has(Layer::Cache) {
            last = Layer::Cache;
            self.start();
            let mut verdict = self.cache.find(&self.slice, &mut self.values);
            if verdict == Verdict::Pass
                && self.cache.recall(&self.slice, &mut self.values)
                && self.holds(pool)
            {
                verdict = Verdict::Sat;
            }
            if let Some(answer) = self.settle(pool, last, verdict) {
                return (answer, last);
            }
        }
        if on.has(Layer::Interval) || on.has(Layer::Xor) {
            self.program.compile(pool, &self.slice);
            self.work += self.program.steps.len() as u64 * STEP;
        }
        if on.has(Layer::Interval) {
            last = Layer::Interval;
            let verdict = self.bounds.solve(pool, &self.slice, &self.program);
            if let Some(answer) = self.settle_dear(pool, last, verdict) {
                return (answer, last);
            }
        }
        if on.has(Layer::Xor) {
            last = Layer::Xor;
            self.start();
            let mut verdict = self.xor.solve(&self.slice, &self.program, &mut self.values);
            if verdict == Verdict::Sat && self.xor.partial && !self.holds(pool) {
                verdict = Verdict::Pass;
            }
            if let Some(answer) = self.settle_dear(pool, last, verdict) {
                return (answer, last);
            }
        }
        for by_parts in [Layer::Equal, Layer::Cases] {
            if !self.slice.any_pointer && !self.again && on.has(by_parts) {
                last = by_parts;
                if let Some(answer) = self.by_parts(pool, by_parts, query, pointers) {
                    return (answer, last);
                }
            }
        }
        if ![Layer::Interval, Layer::Search, Layer::Sat, Layer::Smt].iter().any(|&layer| on.has(layer)) {
            return (Answer::Unknown, last);
        }
        self.domains.read(pool, &self.slice, pointers);
        self.program.compile(pool, &self.slice);
        if self.program.any_float && on.has(Layer::Interval) {
            last = Layer::Interval;
            let verdict = self.interval.solve(&self.program);
            if let Some(answer) = self.settle_dear(pool, last, verdict) {
                return (answer, last);
            }
        }
        if on.has(Layer::Search) {
            last = Layer::Search;
            self.start();
            let verdict = self.search.solve(&self.slice, &mut self.program, &self.domains, &mut self.values);
            if let Some(answer) = self.settle_dear(pool, last, verdict) {
                return (answer, last);
            }
        }
        if let Some(values) = ordered {
            self.values = values;
            if let Some(answer) = self.settle_dear(pool, Layer::Order, Verdict::Sat) {
                return (answer, Layer::Order);
            }
        }
        if on.has(Layer::Sat) {
            last = Layer::Sat;
            self.start();
            let conflicts = (self.options.sat_conflicts >> self.ease) / if self.again { 20 } else { 1 };
            let range = |&v: &VarId| range_of(pool, &self.slice.lits, v, &|_| None);
            let ranges: Vec<Range> = self.slice.vars.iter().map(range).collect();
            let (slice, program, domains) = (&self.slice, &self.program, &self.domains);
            let gates = self.options.sat_gates >> (self.ease / 2);
            let budget = Budget { left: conflicts, gates, patience: self.options.patience };
            let mut verdict = self.sat.solve(slice, program, domains, &mut self.values, &ranges, budget);
            // what the circuit leaves open the solver may have got wrong
            if verdict == Verdict::Sat && self.program.float_arithmetic && !self.holds(pool) {
                verdict = Verdict::Pass;
            }
            if let Some(answer) = self.settle_dear(pool, last, verdict) {
                return (answer, last);
            }
        }
        if self.program.any_float && !self.again && on.has(Layer::Smt) && self.smt.ready() {
            last = Layer::Smt;
            self.start();
            let (slice, domains, ease) = (&self.slice, &self.domains, self.ease * 3 / 4);
            let verdict = self.smt.solve(pool, slice, domains, &mut self.values, ease);
            if let Some(answer) = self.settle_dear(pool, last, verdict) {
                return (answer, last);
            }
        }
        (Answer::Unknown, last)
    }

    /// Asks a layer that asks the others about parts of the slice.
    fn by_parts(
        &mut self,
        pool: &mut Pool,
        layer: Layer,
        query: &Query,
        pointers: &mut dyn Pointers,
    ) -> Option<Answer> {
        let answer = match layer {
            Layer::Equal => self.ask_equal(pool, query, pointers),
            _ => self.ask_cases(pool, query, pointers),
        };
        // what was asked in between has another slice
        self.slice.read(pool, query, pointers, &self.options);
        self.start();
        let verdict = match answer {
            Some(Answer::Sat(changes)) => {
                for (v, value) in changes {
                    if let Some(place) = self.slice.find(v) {
                        self.values[place] = value;
                    }
                }
                Verdict::Sat
            }
            Some(Answer::Unsat) => Verdict::Unsat,
            _ => Verdict::Pass,
        };
        self.cache.look_at(&self.slice);
        self.settle_dear(pool, layer, verdict)
    }

    /// Asks the layers about simpler queries, and the query itself about what they find.
    fn ask_simpler(&mut self, pool: &mut Pool, query: &Query, pointers: &mut dyn Pointers) -> Answer {
        let lits = self.slice.lits.clone();
        let linear = self.options.layers.has(Layer::Linear);
        // pointers have few values, so what is unknown of them is not for depth
        let deep = !self.slice.any_pointer;
        let simplifier = Simplifier { lits: &lits, linear, deep, model: query.model };
        let simpler = simplifier.queries(pool, &mut self.evaluator);
        self.stats.layer_mut(Layer::Concrete).asked += 1;
        self.again = true;
        // what the layers say now is counted as this layer's, if it is right
        let mut stats = self.stats.clone();
        let mut answer = Answer::Unknown;
        for simpler in &simpler {
            stats.substitutions += simpler.replaced as u64;
            let Some((&goal, prefix)) = simpler.lits.split_last() else { continue };
            let (found, _) = self.ask(pool, &Query { prefix, goal, model: query.model }, pointers);
            if let Answer::Sat(changes) = found
                && self.satisfies(pool, &lits, query.model, &changes)
            {
                answer = Answer::Sat(changes);
                break;
            }
        }
        self.again = false;
        stats.wrong_answers = self.stats.wrong_answers;
        self.stats = stats;
        self.stats.layer_mut(Layer::Concrete).sat += u64::from(answer != Answer::Unknown);
        answer
    }

    /// Asks the layers about a part of a query, uncounted; how much more than a glance it took.
    pub(crate) fn ask_again(
        &mut self,
        pool: &mut Pool,
        query: &Query,
        pointers: &mut dyn Pointers,
    ) -> (Answer, usize) {
        let stats = self.stats.clone();
        let made = self.sat.made;
        self.again = true;
        let (answer, layer) = self.ask(pool, query, pointers);
        self.again = false;
        self.stats = Stats { wrong_answers: self.stats.wrong_answers, ..stats };
        let glance = matches!(layer, Layer::Syntactic | Layer::Enumerate | Layer::Order | Layer::Cache);
        // A circuit with a few divisions takes as long to build as hundreds of others.
        let circuit = (self.sat.made - made) / CIRCUIT;
        (answer, if glance { 0 } else { 1 + circuit })
    }

    /// Whether all literals hold under the changed model.
    pub(crate) fn satisfies(
        &mut self,
        pool: &Pool,
        lits: &[Lit],
        model: &[u64],
        changes: &[(VarId, u64)],
    ) -> bool {
        let value = |v: VarId| match changes.binary_search_by_key(&v, |&(changed, _)| changed) {
            Ok(at) => changes[at].1,
            Err(_) => model.get(v as usize).copied().unwrap_or(0),
        };
        self.evaluator.new_model();
        lits.iter().all(|lit| (self.evaluator.eval(pool, lit.expr, &value) == 1) == lit.positive)
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
        match self.slice.read(pool, query, pointers, &self.options) {
            Reading::Ready => {
                let (slice, kept) = (&self.slice, self.slice.lits.len() - 1);
                self.stats.prefix_literals += slice.all as u64;
                self.stats.independent_literals += slice.independent as u64;
                self.stats.subsumed_literals += (slice.all - slice.independent - kept) as u64;
                None
            }
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
        if self.options.layers.has(Layer::Cache) {
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

    fn changes(&self) -> Vec<(VarId, u64)> {
        let slice = &self.slice;
        let proposed = slice.vars.iter().zip(&slice.values).zip(&self.values);
        let changed = proposed.filter(|((_, old), new)| old != new).map(|((&v, _), &new)| (v, new));
        let mut changed: Vec<_> = changed.collect();
        changed.sort_unstable();
        changed
    }
}
