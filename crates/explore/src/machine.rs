//! The loop itself.
mod after;
mod alias;
mod ask;
mod examine;
mod extend;
mod hope;
mod judge;
mod learn;
mod memory;
mod merge;
mod plain;
mod polish;
mod report;
mod saved;
mod share;
mod shorten;
mod slow;
mod watch;

pub use examine::Examined;
pub(crate) use share::Part;

use alias::Renaming;
use share::{Lent, Tally};
use slow::Slow;

use crate::finding::Finding;
use crate::forecast::Forecast;
use crate::goals::Goals;
use crate::outcome::{Outcome, Report, Test};
use crate::path::{Condition, Path, Reader};
use crate::pointers::Graph;
use crate::progress::{Progress, Until};
use crate::strategy::{Dice, Move, Search, Strategy, View};
use crate::team::Team;
use crate::tree::{Flip, FlipId, Tree};
use acute_exec::{Call, Ending, Isolation, Place, Program, Unit, UnitError, is_stateless};
use acute_expr::{Evaluator, Lit, Op, Pool, VarId};
use acute_input::{Image, Input, LoadError, Loaded, NoObject, Space, VarKind};
use acute_solve::{Chain, Layer, Options, Patience};
use acute_trace::{End, TraceHead};
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How many times as long as usual something may take on a busy machine, while there is time.
const BUSY: u32 = 8;

/// What an exploration may spend, and how it goes about it.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Time for one function.
    pub time: Duration,
    /// Runs of one function.
    pub executions: Option<u64>,
    /// Which flips come first.
    pub search: Search,
    /// Picks among what is left to chance.
    pub seed: u64,
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
    /// What is enough.
    pub until: Until,
    /// Where to write how far it is.
    pub progress: Option<Arc<Progress>>,
    /// Others that explore the same function.
    pub team: Option<Arc<Team>>,
    /// Inputs of an earlier command, to be run first: the text of their files.
    pub saved: Vec<String>,
}

impl Default for Limits {
    fn default() -> Self {
        let (time, run_time) = (Duration::from_secs(10), Duration::from_secs(1));
        Limits {
            time,
            executions: None,
            search: Search::default(),
            seed: 0,
            depth: None,
            nonnull: false,
            harness: false,
            check: false,
            run_time,
            cpu_time: Duration::from_millis(100),
            isolation: None,
            stop: None,
            solver: Options::default(),
            until: Until::All,
            progress: None,
            team: None,
            saved: vec![],
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
    evaluator: Evaluator,
    tree: Tree,
    /// Chooses among its flips.
    strategy: Box<dyn Strategy>,
    dice: Dice,
    /// When something new was last seen, or the last flip was closed, and how many runs there were by then.
    news: (Instant, u64),
    flips: Vec<FlipId>,
    image: Image,
    /// What holds of every input of these types; kept up with the space.
    domain: Vec<Lit>,
    domain_of: usize,
    started: Instant,
    tally: Tally,
    /// The size of the pool that is too much.
    pool_limit: usize,
    lengths: memory::Lengths,
    goals: Goals,
    forecast: Forecast,
    retries: Vec<Attempt>,
    /// Runs that were stopped early, in the order of their turns.
    slow: VecDeque<Slow>,
    /// Time spent on giving them another turn.
    slow_time: Duration,
    /// How many in a row brought nothing.
    slow_in_vain: u32,
    /// Whether one of them has its turn.
    slow_turn: bool,
    /// How many in a row did not end whatever time they had.
    endless: u32,
    hard: ask::Hard,
    /// Where plain runs have ended by a fault.
    ends: FxHashSet<u64>,
    /// By cell.
    refuted: BTreeMap<u32, hope::Refuted>,
    /// A run has returned.
    returned: bool,
    tests: Vec<Test>,
    findings: Vec<Finding>,
    saved: saved::Saved,
    watch: watch::Watch,
    /// Cells that the team has reached, as far as is known here.
    team_cells: usize,
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
        // It is there for its first run whatever the budget.
        let deadline = Instant::now().checked_add(limits.time.max(limits.run_time));
        let unit = Unit::new(program, scratch, isolation, limits.run_time, deadline)?;
        Ok(Explorer {
            goals: Goals::new(program.map(), &program.reachable(space.function())),
            strategy: limits.search.begin(program.map().texts_of(&program.reachable(space.function()))),
            dice: Dice::new(limits.seed),
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
            evaluator: Evaluator::new(),
            tree: Tree::default(),
            news: (Instant::now(), 0),
            flips: vec![],
            image: Image::default(),
            domain: vec![],
            domain_of: 0,
            started: Instant::now(),
            tally: Tally::default(),
            pool_limit: memory::POOL,
            lengths: memory::Lengths::default(),
            forecast: Forecast::default(),
            retries: vec![],
            slow: VecDeque::new(),
            slow_time: Duration::ZERO,
            slow_in_vain: 0,
            slow_turn: false,
            endless: 0,
            hard: ask::Hard::default(),
            ends: FxHashSet::default(),
            refuted: BTreeMap::new(),
            returned: false,
            tests: vec![],
            findings: vec![],
            saved: saved::Saved::default(),
            watch: watch::Watch::default(),
            team_cells: 0,
        })
    }

    /// Explores until nothing is left or the budget is spent. The space comes back with it: inputs mean
    /// nothing without it.
    pub fn explore(mut self) -> Result<(Report, Space), Error> {
        self.started = Instant::now();
        let first = Attempt { input: self.first_input(), ..Attempt::default() };
        self.limit_cpu(Some(self.limits.cpu_time));
        let mut batch = vec![];
        self.launch(first, &mut batch)?;
        self.run_batch(batch)?;
        self.set_deadline();
        self.run_saved()?;
        let stopped = self.search()?;
        let stopped = self.gather(stopped)?;
        self.polish_tests()?;
        self.confirm_findings()?;
        self.look_after()?;
        Ok(self.report(stopped))
    }

    /// Neither a run nor a query may outlast the function's time.
    fn set_deadline(&mut self) {
        let patience = self.patience();
        self.unit.set_deadline(patience.until);
        self.chain.set_patience(patience);
    }

    /// When what follows the search has to end, which may take so long. While there is time left it may take longer: what
    /// becomes of an input is not to depend on how busy the machine is.
    fn afterwards(&self, usual: Duration) -> Instant {
        let (now, usual) = (Instant::now(), usual.min(self.limits.time / 10));
        let left = self.limits.time.saturating_sub(self.started.elapsed());
        now + usual.max(left.min(BUSY * usual))
    }

    fn patience(&self) -> Patience {
        Patience { until: self.started.checked_add(self.limits.time), stop: self.limits.stop }
    }

    /// Flips until nothing is left; what ended it otherwise.
    fn search(&mut self) -> Result<Option<Outcome>, Error> {
        loop {
            let is_done = self.tree.live() == 0 && self.retries.is_empty();
            if let Some(outcome) = self.enough()?.filter(|_| !is_done) {
                return Ok(Some(outcome));
            }
            if self.started.elapsed() >= self.limits.time || self.stopped() {
                return Ok(Some(Outcome::Time));
            }
            if self.limits.executions.is_some_and(|n| self.tally.executions >= n) {
                return Ok(Some(Outcome::Executions));
            }
            self.run_slow(false)?;
            let batch = self.next_batch()?;
            // A batch is also empty where the time was up while its first flip was solved.
            if batch.is_empty() {
                if self.tree.open() == 0 && self.run_slow(true)? {
                    continue;
                }
                if self.is_over() && !self.take_offer()? {
                    return Ok(None);
                }
            }
            self.run_batch(batch)?;
            self.save_memory();
            self.share()?;
        }
    }

    /// Runs a saved input; what it says of marks is read when they ask for it.
    pub fn replay(mut self, saved: &mut Loaded) -> Result<(Replayed, Space), Error> {
        let (ending, head, path) = loop {
            let Some(Ended { ending, head, path }) = self.observe(&saved.input)? else {
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
            for v in self.promise(&mut input) {
                let (variable, null) = (self.pool.var(v, 64), self.pool.constant(64, 0));
                let is_null = self.pool.binary(Op::Eq, variable, null);
                let lit = self.pool.literal(is_null, false);
                self.domain.push(lit);
            }
        }
        input
    }

    /// Puts objects behind the arguments that are NULL; which can be given one.
    fn promise(&mut self, input: &mut Input) -> Vec<VarId> {
        let mut arguments: Vec<VarId> = self.space.object(0).vars().collect();
        arguments.retain(|v| {
            let object =
                if self.space.vars()[*v as usize].raw { None } else { self.space.object_for(*v, 0).ok() };
            if let Some(object) = object.filter(|_| input.get(&self.space, *v) == 0) {
                input.set(&self.space, *v, self.space.address(object));
            }
            object.is_some()
        });
        arguments
    }

    fn post(&mut self, attempt: &Attempt) -> Result<(), Error> {
        attempt.input.image(&self.space, &mut self.image);
        if !attempt.plain {
            return Ok(self.unit.post(&self.image, self.call)?);
        }
        self.image.labels.clear();
        self.limit_cpu(Some(self.limits.cpu_time / 2));
        let posted = self.unit.post(&self.image, self.call);
        self.limit_cpu(Some(self.limits.cpu_time));
        Ok(posted?)
    }

    /// Posts an attempt, unless its input is too large for a run.
    fn launch(&mut self, attempt: Attempt, batch: &mut Vec<Attempt>) -> Result<(), Error> {
        match self.post(&attempt) {
            Ok(()) => batch.push(attempt),
            Err(Error::Unit(UnitError::TooLarge)) => {
                self.tally.object_limit = Some(NoObject::TooLarge);
                let ids = attempt.flip.map(|f| f.id).into_iter().chain(attempt.hold);
                ids.for_each(|id| self.tree.close(id));
            }
            Err(other) => return Err(other),
        }
        Ok(())
    }

    /// Posts an input that flips nothing.
    fn launch_free(&mut self, mut attempt: Attempt, batch: &mut Vec<Attempt>) -> Result<(), Error> {
        if self.limits.nonnull {
            self.promise(&mut attempt.input);
        }
        self.launch(attempt, batch)
    }

    /// One run that the search learns nothing from.
    fn observe(&mut self, input: &Input) -> Result<Option<Ended>, Error> {
        input.image(&self.space, &mut self.image);
        self.observe_image(input)
    }

    /// The same of an input that was laid out.
    fn observe_image(&mut self, input: &Input) -> Result<Option<Ended>, Error> {
        match self.unit.post(&self.image, self.call) {
            Err(UnitError::TooLarge) => return Ok(None),
            posted => posted?,
        }
        let mut ended = None;
        let Explorer { unit, reader, pool, space, program, .. } = self;
        unit.finish(|run| {
            let mut path = reader.read(&run, pool, space, input, program);
            path.covered.extend_from_slice(run.covered);
            ended = Some(Ended { ending: run.ending, head: run.head, path });
        })?;
        Ok(ended)
    }

    /// Solves flips until enough inputs are under way. Few at first, so that the first bug is not kept
    /// waiting behind runs that nobody asked for.
    fn next_batch(&mut self) -> Result<Vec<Attempt>, Error> {
        let mut wanted = (1 + self.tally.executions / 8).min(self.unit.room() as u64);
        if let Some(limit) = self.limits.executions {
            wanted = wanted.min(limit - self.tally.executions);
        }
        let mut batch = vec![];
        while (batch.len() as u64) < wanted {
            if self.retries.is_empty() {
                self.try_refuted();
            }
            if let Some(attempt) = self.retries.pop() {
                self.launch(attempt, &mut batch)?;
                continue;
            }
            let again = self.ask_again(batch.is_empty());
            // While runs are under way it is too early to say that nothing is left.
            if again.is_none() && self.tree.open() == 0 && (self.tree.live() > 0 || self.is_over()) {
                break;
            }
            let Some(next) = again.map(Move::Flip).or_else(|| self.choose()) else { break };
            match next {
                Move::Run(input) => self.launch_free(Attempt { input, ..Attempt::default() }, &mut batch)?,
                Move::Try(input) => {
                    self.launch_free(Attempt { input, trial: true, ..Attempt::default() }, &mut batch)?
                }
                Move::Plain(input) => {
                    self.launch_free(Attempt { input, plain: true, ..Attempt::default() }, &mut batch)?
                }
                Move::Flip(id) => {
                    let Some(flip) = self.tree.take(id) else { continue };
                    let target = flip.target();
                    if target.is_choice() && target.source.other().is_some_and(|c| self.goals.is_covered(c)) {
                        self.tree.close(id);
                        continue;
                    }
                    if let Some((input, renaming)) = self.solve(&flip) {
                        let attempt = Attempt { flip: Some(flip), input, renaming, ..Attempt::default() };
                        self.launch(attempt, &mut batch)?;
                    }
                }
            }
            if self.started.elapsed() >= self.limits.time || self.stopped() {
                break;
            }
        }
        Ok(batch)
    }

    /// What the strategy wants.
    fn choose(&mut self) -> Option<Move> {
        let Explorer { strategy, tree, goals, forecast, space, dice, program, .. } = self;
        strategy.next(&mut View { tree, goals, forecast, map: program.map(), space, dice })
    }

    /// Whether nothing is left to try. Where not everything was followed, what is not covered may yet be by
    /// chance: as long as that brings anything at all.
    fn is_over(&mut self) -> bool {
        if self.tree.live() > 0 || !self.retries.is_empty() {
            return false;
        }
        let (at, runs) = self.news;
        let waited = match self.limits.executions {
            // What is done must not depend on a clock then.
            Some(all) => self.tally.executions - runs >= all / 10,
            None => at.elapsed() >= self.limits.time / 10,
        };
        waited || self.goals.all_covered() || self.doubts().is_empty() && self.tree.given_up() == 0
    }

    /// Whether somebody asked to stop.
    fn stopped(&self) -> bool {
        let over = self.limits.team.as_ref().is_some_and(|team| team.is_over());
        over || self.limits.stop.is_some_and(|s| s.load(std::sync::atomic::Ordering::Relaxed))
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
}

/// An input to run.
#[derive(Default)]
struct Attempt {
    /// What it is meant to flip; the first input flips nothing.
    flip: Option<Flip>,
    input: Input,
    /// What its conditions are called now, where objects have become the same.
    renaming: Option<Renaming>,
    /// What the same input covered before it was made longer.
    cells: Vec<u32>,
    /// What of its path is somebody else's.
    lent: Option<Lent>,
    /// What keeps the place in the tree where it was cut short.
    hold: Option<FlipId>,
    /// Its path is followed only if it brings something new.
    trial: bool,
    /// Nothing in it is an input.
    plain: bool,
    /// It is for a branch that paths refute.
    hope: Option<hope::Hope>,
}

impl Attempt {
    /// The literals that it speaks of.
    fn literals(&mut self) -> impl Iterator<Item = &mut Lit> {
        let conditions = self.flip.iter_mut().flat_map(|flip| &mut flip.conditions);
        conditions.map(|c| &mut c.lit).chain(self.hope.iter_mut().map(|hope| &mut hope.goal))
    }

    /// About how much memory it takes.
    fn bytes(&self) -> usize {
        let flip = self.flip.as_ref();
        let conditions = flip.map_or(0, |flip| flip.conditions.capacity() * size_of::<Condition>());
        let base = flip.map_or(0, |flip| flip.base.input.bytes());
        self.input.bytes() + base + conditions + self.cells.capacity() * 4
    }
}

/// What a function can reach outside the unit that may keep state there. With none, its runs can share
/// a process.
pub fn stateful<'a>(program: &'a Program, function: &str) -> Vec<&'a str> {
    program.outside(function).into_iter().filter(|name| !is_stateless(name)).collect()
}

pub(crate) fn isolation(program: &Program, function: &str) -> Isolation {
    if stateful(program, function).is_empty() { Isolation::InProcess } else { Isolation::Fork }
}
