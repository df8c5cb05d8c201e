//! The loop itself.
mod alias;
mod examine;
mod extend;
mod judge;
mod report;

pub use examine::Examined;

use alias::{Renaming, Reshaped};

use crate::finding::Finding;
use crate::frontier::{Flip, Frontier, Parent};
use crate::outcome::{Outcome, Report, Test};
use crate::path::{Path, Reader, Source};
use crate::pointers::Graph;
use acute_exec::{Call, Ending, Isolation, Place, Program, Unit, UnitError, is_stateless};
use acute_expr::{Evaluator, Lit, Op, Pool, VarId};
use acute_input::{Image, Input, LoadError, Loaded, NoObject, Space, VarKind};
use acute_solve::{Answer, Chain, Layer, Options, Query};
use acute_trace::{End, HEAP_BASE, HEAP_SIZE, STACK_BASE, STACK_SIZE, TraceHead};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// What an exploration may spend, and how it goes about it.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Time for one function.
    pub time: Duration,
    /// Runs of one function.
    pub executions: Option<u64>,
    /// Conditions of a path that are flipped.
    pub depth: Option<usize>,
    /// Pointers among the arguments are never NULL.
    pub nonnull: bool,
    /// The program marks its inputs itself.
    pub harness: bool,
    /// Evaluate every recorded condition under the input that recorded it.
    pub check: bool,
    /// Time for one run.
    pub run_time: Duration,
    /// Processor time for one run at first. One that needs more is put off. None of this where runs are counted:
    /// what is done must not depend on a clock then.
    pub cpu_time: Duration,
    /// How runs are kept apart; none: as what the function can call asks for.
    pub isolation: Option<Isolation>,
    /// Set from outside to stop early and keep what there is.
    pub stop: Option<&'static std::sync::atomic::AtomicBool>,
    /// The solvers that are asked.
    pub solver: Options,
}

impl Default for Limits {
    fn default() -> Self {
        let (time, run_time) = (Duration::from_secs(10), Duration::from_secs(1));
        Limits {
            time,
            executions: None,
            depth: None,
            nonnull: false,
            harness: false,
            check: false,
            run_time,
            cpu_time: Duration::from_millis(100),
            isolation: None,
            stop: None,
            solver: Options::default(),
        }
    }
}

/// Why a function could not be explored to its end.
#[derive(Debug)]
pub enum Error {
    /// The unit could not be run.
    Unit(UnitError),
    /// The program has no such entry.
    NoEntry(String),
    /// A saved input that is not one of this program.
    Saved(LoadError),
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Error::Unit(e) => write!(f, "{e}"),
            Error::NoEntry(name) => write!(f, "the unit has no entry `{name}`"),
            Error::Saved(e) => write!(f, "{e}"),
        }
    }
}

impl std::error::Error for Error {}

impl From<UnitError> for Error {
    fn from(e: UnitError) -> Error {
        Error::Unit(e)
    }
}

/// What one run showed.
pub struct Replayed {
    /// The bug, if it ended in one.
    pub finding: Option<Finding>,
    /// How it ended otherwise, in words.
    pub ending: String,
}

/// A run that is over, read but not yet judged.
struct Ended {
    ending: Ending,
    head: TraceHead,
    path: Path,
}

/// The exploration of one function.
pub struct Explorer<'a> {
    program: &'a Program,
    /// The function itself.
    home: Place,
    space: Space,
    call: Call,
    limits: Limits,
    pub(crate) unit: Unit,
    scratch: &'a std::path::Path,
    pool: Pool,
    chain: Chain,
    reader: Reader,
    /// Flips that contradict an equal condition before them.
    repeated: u64,
    /// Conditions left out of queries' prefixes for the same reason.
    repeated_literals: u64,
    evaluator: Evaluator,
    frontier: Frontier,
    image: Image,
    /// What holds of every input of these types; kept up with the space.
    domain: Vec<Lit>,
    domain_of: usize,
    started: Instant,
    executions: u64,
    divergences: u64,
    wrong: u64,
    /// Where the first of them is.
    wrong_at: Option<String>,
    garbage: u64,
    paths: FxHashSet<u64>,
    covered: Vec<bool>,
    unsat_cells: FxHashSet<u32>,
    unknown_cells: FxHashSet<u32>,
    lost: FxHashMap<String, u64>,
    /// An input object could not grow as far as the unit reads: how far it may.
    beyond: bool,
    rejected: u64,
    /// Flips refuted because of what becomes the same when two pointers do.
    refuted: u64,
    retries: Vec<Attempt>,
    /// Runs that were stopped early, in the order of their turns.
    slow: VecDeque<Slow>,
    /// Time spent on giving them another turn.
    slow_time: Duration,
    /// Whether one of them has its turn.
    slow_turn: bool,
    timed_out: bool,
    deep: bool,
    object_limit: Option<NoObject>,
    tests: Vec<Test>,
    findings: Vec<Finding>,
}

impl<'a> Explorer<'a> {
    /// Prepares to explore the function at `home`, behind the thunk `entry`; `space` are its inputs.
    pub fn new(
        program: &'a Program,
        home: Place,
        space: Space,
        entry: &str,
        scratch: &'a std::path::Path,
        limits: Limits,
    ) -> Result<Self, Error> {
        let address = program.symbol(entry).ok_or_else(|| Error::NoEntry(entry.into()))?;
        let ret = space.ret();
        let call = Call {
            entry: address,
            ret_offset: ret.map_or(0, |r| r.offset as u32),
            ret_bytes: ret.map_or(0, |r| r.size as u32),
        };
        let isolation = limits.isolation.unwrap_or_else(|| isolation(program, space.function()));
        // One hard query must not eat the budget of a function.
        let smt_time = (limits.time / 8).min(limits.solver.smt_time);
        let solver = Options { smt_time, ..limits.solver.clone() };
        // A condition that stands there twice can be refuted without a query, unless that is off.
        let reader = Reader::new(!solver.layers.has(Layer::Syntactic));
        let unit = Unit::new(program, scratch, isolation, limits.run_time)?;
        Ok(Explorer {
            covered: vec![false; program.map().cells.len()],
            program,
            home,
            space,
            call,
            limits,
            unit,
            scratch,
            pool: Pool::new(),
            chain: Chain::new(solver),
            reader,
            repeated: 0,
            repeated_literals: 0,
            evaluator: Evaluator::new(),
            frontier: Frontier::default(),
            image: Image::default(),
            domain: vec![],
            domain_of: 0,
            started: Instant::now(),
            executions: 0,
            divergences: 0,
            wrong: 0,
            wrong_at: None,
            garbage: 0,
            paths: FxHashSet::default(),
            unsat_cells: FxHashSet::default(),
            unknown_cells: FxHashSet::default(),
            lost: FxHashMap::default(),
            beyond: false,
            rejected: 0,
            refuted: 0,
            retries: vec![],
            slow: VecDeque::new(),
            slow_time: Duration::ZERO,
            slow_turn: false,
            timed_out: false,
            deep: false,
            object_limit: None,
            tests: vec![],
            findings: vec![],
        })
    }

    /// Explores until nothing is left or the budget is spent. The space comes back with it: inputs mean
    /// nothing without it.
    pub fn explore(mut self) -> Result<(Report, Space), Error> {
        self.started = Instant::now();
        let first = Attempt { flip: None, input: self.first_input(), renaming: None, cells: vec![] };
        self.limit_cpu(Some(self.limits.cpu_time));
        self.post(&first.input)?;
        self.run_batch(vec![first])?;
        self.unit.set_deadline(self.started.checked_add(self.limits.time));
        let stopped = loop {
            if self.started.elapsed() >= self.limits.time || self.stopped() {
                break Some(Outcome::Time);
            }
            if self.limits.executions.is_some_and(|n| self.executions >= n) {
                break Some(Outcome::Executions);
            }
            self.run_slow(false)?;
            let batch = self.next_batch()?;
            // A batch is also empty where the time was up while its first flip was solved.
            if batch.is_empty() && self.frontier.is_empty() && self.retries.is_empty() {
                if !self.run_slow(true)? {
                    break None;
                }
                continue;
            }
            self.run_batch(batch)?;
        };
        self.confirm_findings()?;
        Ok(self.report(stopped))
    }

    /// Runs a saved input; what it says of marks is read when they ask for it.
    pub fn replay(mut self, saved: &mut Loaded) -> Result<(Replayed, Space), Error> {
        let (ending, head, path) = loop {
            let input = &saved.input;
            self.post(input)?;
            let mut ended = None;
            let Explorer { unit, reader, pool, space, program, .. } = &mut self;
            unit.finish(|run| {
                let path = reader.read(&run, pool, space, input, program);
                ended = Some(Ended { ending: run.ending, head: run.head, path });
            })?;
            let Some(Ended { ending, head, path }) = ended else {
                return Ok((Replayed { finding: None, ending: "it was not run".into() }, self.space));
            };
            if ending != Ending::Said(End::Wanted) {
                break (ending, head, path);
            }
            let [name, k, _, size, ..] = head.at;
            let name = self.program.text_at(name).unwrap_or_default();
            saved.supply(&mut self.space, head.fault, &name, size, k as u32).map_err(Error::Saved)?;
        };
        let input = &saved.input;
        let finding = self.find(input, ending, &head, &path).and_then(|_| self.findings.pop());
        let ending = match ending {
            Ending::TimedOut | Ending::Slow => "it was still running when its time was up".into(),
            Ending::Said(End::Exit) => format!("it exits with status {}", head.code & 0xff),
            Ending::Died(status) => format!("its process ends (wait status {status})"),
            Ending::Said(End::Rejected) => "it is rejected by an assumption".into(),
            Ending::Said(End::Overrun) => "it reads beyond an input buffer".into(),
            _ => "it returns".into(),
        };
        Ok((Replayed { finding, ending }, self.space))
    }

    /// The defaults; with `nonnull` an object behind each pointer argument.
    fn first_input(&mut self) -> Input {
        let mut input = Input::new();
        if self.limits.nonnull {
            let arguments: Vec<VarId> = self.space.object(0).vars().collect();
            for v in arguments {
                if self.space.vars()[v as usize].raw {
                    continue;
                }
                if let Ok(object) = self.space.object_for(v, 0) {
                    input.set(&self.space, v, self.space.address(object));
                    let (variable, null) = (self.pool.var(v, 64), self.pool.constant(64, 0));
                    let is_null = self.pool.binary(Op::Eq, variable, null);
                    let lit = self.pool.literal(is_null, false);
                    self.domain.push(lit);
                }
            }
        }
        input
    }

    fn post(&mut self, input: &Input) -> Result<(), Error> {
        input.image(&self.space, &mut self.image);
        Ok(self.unit.post(&self.image, self.call)?)
    }

    /// Solves flips until enough inputs are under way. Few at first, so that the first bug is not kept
    /// waiting behind runs that nobody asked for.
    fn next_batch(&mut self) -> Result<Vec<Attempt>, Error> {
        let mut wanted = (1 + self.executions / 8).min(self.unit.room() as u64);
        if let Some(limit) = self.limits.executions {
            wanted = wanted.min(limit - self.executions);
        }
        let mut batch = vec![];
        while (batch.len() as u64) < wanted {
            if let Some(attempt) = self.retries.pop() {
                self.post(&attempt.input)?;
                batch.push(attempt);
                continue;
            }
            let Some(flip) = self.frontier.next() else { break };
            let target = &flip.parent.conditions[flip.index];
            let is_covered = |cell: u32| self.covered.get(cell as usize) == Some(&true);
            if target.is_choice() && target.source.other().is_some_and(is_covered) {
                continue;
            }
            if let Some((input, renaming)) = self.solve(&flip) {
                self.post(&input)?;
                batch.push(Attempt { flip: Some(flip), input, renaming, cells: vec![] });
            }
            if self.started.elapsed() >= self.limits.time || self.stopped() {
                break;
            }
        }
        Ok(batch)
    }

    /// Whether somebody asked to stop.
    fn stopped(&self) -> bool {
        self.limits.stop.is_some_and(|s| s.load(std::sync::atomic::Ordering::Relaxed))
    }

    /// An input that keeps what stands before the flip and flips it.
    fn solve(&mut self, flip: &Flip) -> Option<(Input, Option<Renaming>)> {
        self.update_domain();
        let parent = &flip.parent;
        let mut input = parent.input.clone();
        let conditions = &parent.conditions[..flip.index];
        let conditions = conditions.iter().filter(|c| !c.is_choice()).map(|c| c.lit);
        let prefix: Vec<Lit> = self.domain.iter().copied().chain(conditions).collect();
        self.repeated_literals += parent.repeated.partition_point(|at| *at <= flip.index) as u64;
        let goal = parent.conditions[flip.index].lit.negate();
        let objects = input.reachable(&self.space);
        let model = input.values(&self.space);
        let query = Query { prefix: &prefix, goal, model };
        let (space, limit) = (&mut self.space, &mut self.object_limit);
        let mut graph = Graph { space, objects: &objects, reads: &parent.reads, limit };
        let (answer, _) = self.chain.solve(&mut self.pool, &query, &mut graph);
        let other = parent.conditions[flip.index].source.other();
        // A pointer can be compared with the address of something that is not an input; such an input
        // cannot be built (yet).
        let foreign = |(v, value): &(VarId, u64)| {
            let var = &self.space.vars()[*v as usize];
            let pointer = matches!(var.kind, VarKind::Pointer { .. }) && !var.raw;
            pointer && *value != 0 && self.space.object_at(*value).is_none()
        };
        match answer {
            // What the run makes itself is not there yet when its input is made.
            Answer::Sat(changes) if is_own(&self.pool, goal) && changes.iter().any(foreign) => {
                self.refuted += 1;
                self.unsat_cells.extend(other);
                None
            }
            Answer::Sat(changes) if changes.iter().any(foreign) => {
                *self.lost.entry("foreign-pointer".into()).or_default() += 1;
                self.unknown_cells.extend(other);
                None
            }
            Answer::Sat(changes) => match self.reshape(flip, &prefix, &changes) {
                Reshaped::Not => {
                    for (v, value) in changes {
                        input.set(&self.space, v, value);
                    }
                    Some((input, None))
                }
                Reshaped::Input(input, renaming) => Some((input, Some(renaming))),
                Reshaped::Unsat => {
                    self.refuted += 1;
                    self.unsat_cells.extend(other);
                    None
                }
                Reshaped::Unknown => {
                    *self.lost.entry("aliases".into()).or_default() += 1;
                    self.unknown_cells.extend(other);
                    None
                }
            },
            Answer::Unsat => {
                self.unsat_cells.extend(other);
                None
            }
            Answer::Unknown => {
                self.unknown_cells.extend(other);
                None
            }
        }
    }

    /// `_Bool` variables are 0 or 1.
    fn update_domain(&mut self) {
        for v in self.domain_of..self.space.vars().len() {
            if self.space.vars()[v].kind == VarKind::Bool {
                let (variable, two) = (self.pool.var(v as VarId, 8), self.pool.constant(8, 2));
                let below = self.pool.binary(Op::Ult, variable, two);
                let lit = self.pool.literal(below, true);
                self.domain.push(lit);
            }
        }
        self.domain_of = self.space.vars().len();
    }

    /// Runs what was posted and takes each run in.
    fn run_batch(&mut self, batch: Vec<Attempt>) -> Result<(), Error> {
        let mut ended = Vec::with_capacity(batch.len());
        let Explorer { unit, reader, pool, space, program, .. } = self;
        unit.finish(|run| {
            let Some(attempt) = batch.get(ended.len()) else { return };
            let mut path = reader.read(&run, pool, space, &attempt.input, program);
            path.covered.extend_from_slice(run.covered);
            ended.push(Ended { ending: run.ending, head: run.head, path });
        })?;
        for (attempt, ended) in batch.into_iter().zip(ended) {
            self.take_in(attempt, ended);
        }
        Ok(())
    }

    /// Runs that are posted from now on are stopped early.
    fn limit_cpu(&mut self, limit: Option<Duration>) {
        self.unit.limit_cpu(limit.filter(|_| self.limits.executions.is_none()));
    }

    /// Gives the first of the slow ones another turn: if `idle` at once, else if all of them together have then
    /// had no more than a share of the time. False if none had its turn.
    fn run_slow(&mut self, idle: bool) -> Result<bool, Error> {
        let Some(Slow { limit, .. }) = self.slow.front() else { return Ok(false) };
        let cost = self.slow_time + limit.unwrap_or(self.limits.run_time);
        if !idle && cost > self.started.elapsed() / SLOW_SHARE {
            return Ok(false);
        }
        let Some(Slow { attempt, limit, .. }) = self.slow.pop_front() else { return Ok(false) };
        let begun = Instant::now();
        self.slow_turn = true;
        self.limit_cpu(limit);
        self.post(&attempt.input)?;
        self.run_batch(vec![attempt])?;
        self.slow_turn = false;
        self.limit_cpu(Some(self.limits.cpu_time));
        self.slow_time += begun.elapsed();
        Ok(true)
    }

    /// Takes in a run that was stopped early: what it went through holds, how it ends is not known.
    fn put_off(&mut self, mut attempt: Attempt, ended: Ended) {
        attempt.cells.extend(self.cover(&ended.path));
        let Ended { head, path, .. } = ended;
        let suspect = self.judge(&attempt.input, Ending::TimedOut, &head, &path);
        let Path { conditions, reads, repeated, .. } = path;
        let parent = Parent { input: attempt.input.clone(), conditions, reads, repeated };
        self.frontier.add(Rc::new(parent), self.limits.depth.unwrap_or(usize::MAX));
        // A little more the next time, then all that a run may take.
        let more = self.limits.cpu_time * 3;
        let limit = (!self.slow_turn && more < self.limits.run_time).then_some(more);
        self.slow.push_back(Slow { attempt, suspect, limit });
    }

    fn take_in(&mut self, mut attempt: Attempt, ended: Ended) {
        self.executions += 1;
        // What it wrote over its trace is worth no second try.
        if ended.ending == Ending::Slow && ended.path.garbage == 0 {
            return self.put_off(attempt, ended);
        }
        let longer = match ended.ending {
            Ending::Said(End::Overrun) => self.lengthen(&mut attempt.input, ended.head.fault),
            Ending::Said(End::Wanted) => self.supply(&mut attempt.input, &ended.head),
            _ => false,
        };
        if longer {
            // What it covered before it stopped is told once only.
            attempt.cells.extend(self.cover(&ended.path));
            self.retries.push(attempt);
            return;
        }
        let Attempt { flip, input, renaming, cells } = attempt;
        let Ended { ending, head, mut path } = ended;
        if self.limits.check {
            path.check(&self.pool, &mut self.evaluator, |v| input.get(&self.space, v));
        }
        self.wrong += path.wrong.len() as u64;
        if let (None, Some(cell)) = (&self.wrong_at, path.wrong.first()) {
            let place =
                self.program.map().cells.get(*cell as usize).map(|c| format!("{}:{}", c.file, c.line));
            // A condition that is no jump has no line of its own; the function has.
            self.wrong_at = place.or_else(|| Some(format!("{}:{}", self.home.file, self.home.line)));
        }
        self.garbage += path.garbage;
        self.beyond |= ending == Ending::Said(End::Overrun);
        self.rejected += (ending == Ending::Said(End::Rejected)) as u64;
        self.timed_out |= matches!(ending, Ending::TimedOut | Ending::Slow);
        self.garbage += (ending == Ending::Garbled) as u64;
        self.unsat_cells.extend(&path.implied);
        for (reason, count) in path.lost.drain() {
            *self.lost.entry(reason).or_default() += count;
        }
        for number in &path.refused {
            let name = acute_sandbox::syscall_name(*number).unwrap_or("system call");
            *self.lost.entry(format!("sandbox:{name}")).or_default() += 1;
        }
        // Those before the flip were its parent's.
        let shared = flip.as_ref().map_or(0, |f| f.index);
        self.repeated += path.repeated.iter().filter(|at| **at > shared).count() as u64;
        let followed = match (&flip, &renaming) {
            (Some(f), Some(renaming)) => {
                let (meant, target) = (&f.parent.conditions[..f.index], &f.parent.conditions[f.index]);
                // Two pointers that are no longer the same leave no trace.
                let target = target.lit.negate();
                let silent = f.parent.conditions[f.index].source == Source::Alias && !target.positive;
                self.follows_renamed(meant, (!silent).then_some(target), &path.conditions, renaming)
            }
            (Some(f), None) => follows(f, &path),
            (None, _) => true,
        };
        self.divergences += !followed as u64;
        let mut new_cells = self.cover(&path);
        new_cells.extend(cells);
        let found = self.find(&input, ending, &head, &path);
        // A run that was cut short is no path.
        let cut = matches!(ending, Ending::Said(End::Overrun | End::Wanted | End::Rejected));
        if !cut {
            self.paths.insert(path_key(&path, ending, &head));
        }
        if flip.is_none() || !new_cells.is_empty() || found.is_some() {
            self.keep(&input, ending, &head, new_cells, found, &path.marked);
        }
        let depth = self.limits.depth.unwrap_or(usize::MAX);
        self.deep |= path.conditions.iter().filter(|c| !c.is_choice()).count() > depth;
        let Path { conditions, reads, repeated, .. } = path;
        let parent = Parent { input, conditions, reads, repeated };
        self.frontier.add(Rc::new(parent), depth);
    }

    /// The cells that are new.
    fn cover(&mut self, path: &Path) -> Vec<u32> {
        let mut new = vec![];
        for &cell in &path.covered {
            if let Some(seen) = self.covered.get_mut(cell as usize)
                && !std::mem::replace(seen, true)
            {
                new.push(cell);
            }
        }
        new
    }
}

/// An input to run.
struct Attempt {
    /// What it is meant to flip; the first input flips nothing.
    flip: Option<Flip>,
    input: Input,
    /// What its conditions are called now, where objects have become the same.
    renaming: Option<Renaming>,
    /// What the same input covered before it was made longer.
    cells: Vec<u32>,
}

/// A run that was stopped early.
struct Slow {
    attempt: Attempt,
    /// What it is if it does not end.
    suspect: Option<Finding>,
    /// The processor time it has the next time; none: whatever a run may take.
    limit: Option<Duration>,
}

/// The part of the time that slow runs have while there are others: a quarter.
const SLOW_SHARE: u32 = 4;

/// What a function can reach outside the unit that may keep state there. With none, its runs can share
/// a process.
pub fn stateful<'a>(program: &'a Program, function: &str) -> Vec<&'a str> {
    program.outside(function).into_iter().filter(|name| !is_stateless(name)).collect()
}

pub(crate) fn isolation(program: &Program, function: &str) -> Isolation {
    if stateful(program, function).is_empty() { Isolation::InProcess } else { Isolation::Fork }
}

/// Whether a literal says that something is the address of a local variable or an allocated block.
fn is_own(pool: &Pool, lit: Lit) -> bool {
    let own = |address: u64| {
        let within = |base: usize, size: usize| (base as u64..(base + size) as u64).contains(&address);
        within(STACK_BASE, STACK_SIZE) || within(HEAP_BASE, HEAP_SIZE)
    };
    let operands = pool.operands(lit.expr);
    lit.positive && pool.op(lit.expr) == Op::Eq && operands.iter().any(|e| pool.as_const(*e).is_some_and(own))
}

/// The prediction check (CUTE, Fig. 7): the run went where the flip meant it to.
fn follows(flip: &Flip, path: &Path) -> bool {
    let mut took = path.conditions.iter().filter(|c| !c.is_silent());
    let mut meant = flip.parent.conditions[..flip.index].iter().filter(|c| !c.is_silent());
    let target = &flip.parent.conditions[flip.index];
    // Two pointers that are no longer the same leave no trace.
    let silent = target.source == Source::Alias && target.lit.positive;
    let chosen = || path.conditions.iter().any(|c| c.lit == target.lit.negate());
    meant.all(|a| took.next().is_some_and(|b| a.lit == b.lit))
        && (silent
            || target.is_choice() && chosen()
            || took.next().is_some_and(|b| b.lit == target.lit.negate()))
}

/// The identity of a path: outcomes at jumps, and where it broke off if it did.
fn path_key(path: &Path, ending: Ending, head: &TraceHead) -> u64 {
    use std::hash::{Hash, Hasher};
    let mut hasher = rustc_hash::FxHasher::default();
    for c in &path.conditions {
        if matches!(c.source, Source::Jump { .. }) {
            // Zeros would leave no trace in this hash.
            (u64::from(c.source.cell()) + 1).hash(&mut hasher);
        }
    }
    // What is decided by equal pointers shows in no condition, but in what is covered.
    head.cells.hash(&mut hasher);
    if head.dropped > 0 {
        head.path.hash(&mut hasher);
    }
    match ending {
        Ending::Said(End::Returned | End::Exit) => 0u64.hash(&mut hasher),
        Ending::Said(_) => head.at.hash(&mut hasher),
        _ => 1u64.hash(&mut hasher),
    }
    hasher.finish()
}
