//! Local search from the present input: targets are propagated from a literal that does not hold
//! down to a variable (Niemetz, Preiner, Biere, CAV 2016), and where that stalls, variables are
//! moved one at a time with accelerating steps (Korel's alternating variable method, TSE 1990).
//!
//! Fragment: all operations. Finds models only, and not complete. Different here: a move is kept if it lowers the sum of
//! branch distances, otherwise seldom, because the present input satisfies all literals but one; and pointers move
//! within their domains.

use acute_expr::{Op, SplitMix64, mask};

use self::floats::Floats;
use self::invert::{Wanted, invert};
use crate::Options;
use crate::domain::Domains;
use crate::layer::{Layer, Verdict};
use crate::slice::Slice;
use crate::tape::Tape;
use crate::task::Task;
use crate::workspace::Workspace;

mod float_invert;
mod floats;
mod invert;

/// Steps evaluated in one query at most: bit-blasting decides a large slice in less time than a long search. For floats
/// there is mostly no such layer.
const WORK: u64 = 200_000;
const FLOAT_WORK: u64 = 4_000_000;
/// Work of a step with floats; without, it is 1.
const FLOAT_STEP: u64 = 4;

/// The search with its budget.
pub(crate) struct SearchLayer {
    evaluations: u32,
    random: SplitMix64,
    constants: Vec<u64>,
    best: Vec<u64>,
    floats: Floats,
}

impl Layer for SearchLayer {
    fn applies(&self, task: &mut Task) -> bool {
        task.prepare();
        true
    }

    fn solve(&mut self, task: &mut Task) -> Verdict {
        self.search(task.workspace)
    }
}

impl SearchLayer {
    /// A search with the evaluations that the options allow.
    pub fn new(options: &Options) -> Self {
        SearchLayer {
            evaluations: options.search_evaluations,
            random: SplitMix64::new(0),
            constants: Vec::new(),
            best: Vec::new(),
            floats: Floats::default(),
        }
    }

    /// Looks for values; never refutes.
    fn search(&mut self, workspace: &mut Workspace) -> Verdict {
        let Workspace { slice, tape, domains, values, meter, .. } = workspace;
        if slice.vars.is_empty() {
            return Verdict::Pass;
        }
        self.seed(slice);
        self.constants.clear();
        let steps = tape.steps.iter().zip(&tape.values);
        self.constants.extend(steps.filter(|(step, _)| step.op == Op::Const).map(|(_, &value)| value));
        let work = if tape.any_float { FLOAT_WORK } else { WORK };
        let affordable = work / tape.steps.len().max(1) as u64;
        let affordable = affordable.max(8) as u32;
        // arithmetic on floats that is not solved here costs a process
        let times = if tape.float_arithmetic { 8 } else { 1 };
        let left = self.evaluations.saturating_mul(times).min(affordable);
        let cost = tape.run();
        let mut walk = Walk { slice, tape, domains, cost, left };
        self.walk(&mut walk);
        let step = if walk.tape.any_float { FLOAT_STEP } else { 1 };
        meter.work += u64::from(left - walk.left) * walk.tape.steps.len() as u64 * step;
        if walk.cost > 0 {
            return Verdict::Pass;
        }
        for (place, slot) in values.iter_mut().enumerate() {
            // untouched variables keep their bits, even those above their width
            if tape.var_value(place) != *slot & mask(tape.var_width(place)) {
                *slot = tape.var_value(place);
            }
        }
        Verdict::Sat
    }

    /// Moves variables until all literals hold or the budget is spent.
    fn walk(&mut self, walk: &mut Walk) {
        let mut floats = std::mem::take(&mut self.floats);
        let any_float = walk.tape.any_float;
        if any_float {
            floats.read(walk.tape, walk.slice);
            self.sweep(walk, &floats, &floats.plain);
        }
        let (mut best, mut stalled) = (walk.cost, 0u32);
        self.keep_best(walk);
        while walk.cost > 0 && walk.left > 0 {
            walk.left -= 1;
            if any_float {
                self.step_floats(walk, &floats, stalled);
            } else {
                self.step_integers(walk, stalled);
            }
            if walk.cost < best {
                (best, stalled) = (walk.cost, 0);
                self.keep_best(walk);
            } else {
                stalled += 1;
            }
            if stalled > 0 && stalled % 128 == 0 {
                // back to the best, and where floats are about, later to somewhere else
                for place in 0..walk.slice.vars.len() {
                    let anew = any_float && stalled % 512 == 0 && walk.domains.of(place).is_none();
                    let value =
                        if anew { self.guess_float(walk.tape, &floats, place) } else { self.best[place] };
                    walk.cost = walk.tape.set(place, value);
                }
            }
        }
        self.floats = floats;
    }

    /// One step of a search over integers alone.
    fn step_integers(&mut self, walk: &mut Walk, stalled: u32) {
        match stalled % 16 {
            15 => {
                let place = self.below(walk.slice.vars.len());
                walk.climb(place, |old, step| old.wrapping_add(step as u64));
            }
            7 => {
                let (place, value) = self.guess(walk.tape, walk.slice);
                self.try_within(walk, place, value);
            }
            _ => self.step_down(walk),
        }
    }

    /// Propagates a target down to a variable and tries the value.
    pub(crate) fn step_down(&mut self, walk: &mut Walk) {
        if let Some((place, value)) = self.propagate(walk.tape) {
            self.try_within(walk, place, value);
        }
    }

    fn try_within(&mut self, walk: &mut Walk, place: usize, value: u64) {
        if let Some(value) = self.within(walk.domains, place, value) {
            self.try_move(walk, place, value);
        }
    }

    fn keep_best(&mut self, walk: &Walk) {
        self.best.clear();
        self.best.extend((0..walk.slice.vars.len()).map(|place| walk.tape.var_value(place)));
    }

    /// Seeds the generator from the query, so that the search depends on nothing else.
    fn seed(&mut self, slice: &Slice) {
        let start = slice.goal().expr.index() as u64 ^ (slice.lits.len() as u64) << 32;
        let seed = slice.values.iter().fold(start, |seed, &value| seed.rotate_left(7) ^ value);
        self.random = SplitMix64::new(seed);
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.random.next_u64()
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }

    /// The value itself, or for a pointer outside its domain another one it may take.
    pub(crate) fn within(&mut self, domains: &Domains, place: usize, value: u64) -> Option<u64> {
        match domains.of(place) {
            None => Some(value),
            Some(allowed) if allowed.contains(&value) => Some(value),
            Some(allowed) => allowed.get(self.below(allowed.len())).copied(),
        }
    }

    /// Moves a variable and takes the move back if it does not help, with rare exceptions.
    pub(crate) fn try_move(&mut self, walk: &mut Walk, place: usize, value: u64) {
        let old = walk.tape.var_value(place);
        let new_cost = walk.tape.set(place, value);
        let odds = if new_cost == walk.cost { 2 } else { 6 };
        if new_cost < walk.cost || self.below(odds) == 0 {
            walk.cost = new_cost;
        } else {
            walk.cost = walk.tape.set(place, old);
        }
    }

    /// A random variable and a constant of the slice or its neighbour.
    fn guess(&mut self, tape: &Tape, slice: &Slice) -> (usize, u64) {
        let place = self.below(slice.vars.len());
        let random = self.next();
        let pick = self.below(self.constants.len() + 1);
        let value = match self.constants.get(pick) {
            Some(&constant) => constant.wrapping_add(random % 3).wrapping_sub(1),
            None => random >> (random & 63),
        };
        (place, value & mask(tape.var_width(place)))
    }

    /// Carries a literal's wanted outcome down to a variable.
    pub(crate) fn propagate(&mut self, tape: &Tape) -> Option<(usize, u64)> {
        let violated = (0..tape.roots.len()).filter(|&root| tape.root_distance(root) > 0);
        let count = violated.clone().count();
        let root = violated.clone().nth(self.below(count))?;
        let (at, positive) = tape.roots[root];
        let (mut at, mut target) = (at as usize, u64::from(positive));
        loop {
            let step = &tape.steps[at];
            if step.op == Op::Var {
                return Some((step.args[0] as usize, target & mask(step.width)));
            }
            let mut args = [0; 3];
            for (slot, &arg) in args.iter_mut().zip(&step.args[..step.op.arity()]) {
                *slot = tape.values[arg as usize];
            }
            let operand = self.choose_operand(tape, at, &args, target)?;
            let wanted = Wanted { step, args, operand, target, random: self.next() };
            let child = step.args[operand] as usize;
            // no inverse: any value may lead out of here
            let value = invert(&wanted).unwrap_or_else(|| self.next());
            target = value & mask(tape.steps[child].width);
            at = child;
        }
    }

    /// An operand that is not a constant and, where that can be told, the one in the way.
    fn choose_operand(&mut self, tape: &Tape, at: usize, args: &[u64; 3], target: u64) -> Option<usize> {
        let step = &tape.steps[at];
        let arity = step.op.arity();
        let free = |i: usize| tape.steps[step.args[i] as usize].op != Op::Const;
        let in_the_way = match step.op {
            Op::Concat if args[1] != target & mask(step.arg_width) => Some(1),
            Op::Concat => Some(0),
            Op::And if target & !args[0] != 0 && target & !args[1] == 0 => Some(0),
            Op::And if target & !args[1] != 0 && target & !args[0] == 0 => Some(1),
            Op::Ite if args[1] == target || args[2] == target => Some(0),
            Op::Ite if self.below(4) > 0 => Some(if args[0] == 1 { 1 } else { 2 }),
            _ => None,
        };
        if let Some(operand) = in_the_way.filter(|&i| free(i)) {
            return Some(operand);
        }
        let start = self.below(arity);
        (0..arity).map(|i| (start + i) % arity).find(|&i| free(i))
    }
}

/// A search under way.
pub(crate) struct Walk<'a> {
    pub slice: &'a Slice,
    pub tape: &'a mut Tape,
    pub domains: &'a Domains,
    /// Distance of the present values from satisfying the slice.
    pub cost: u128,
    /// Evaluations left.
    pub left: u32,
}

impl Walk<'_> {
    /// Moves one variable up and down, doubling the step while it helps.
    pub fn climb(&mut self, place: usize, moved: impl Fn(u64, i64) -> u64) {
        if self.domains.of(place).is_some() {
            return;
        }
        for direction in [1i64, -1] {
            let mut step = 1i64;
            while self.left > 0 && self.cost > 0 {
                self.left -= 1;
                let old = self.tape.var_value(place);
                let new_cost = self.tape.set(place, moved(old, direction * step));
                if new_cost < self.cost {
                    self.cost = new_cost;
                    step = step.saturating_mul(2).min(1 << 61);
                } else {
                    self.tape.set(place, old);
                    if step <= 1 {
                        break;
                    }
                    step = (step / 4).max(1);
                }
            }
        }
    }
}
