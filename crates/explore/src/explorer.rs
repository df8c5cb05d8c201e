//! The loop itself.
mod alias;
mod attempt;
mod boundary;
mod cause;
mod changes;
mod confirm;
mod counters;
mod examine;
mod frontier;
mod grow;
mod limits;
mod memory;
mod merge;
mod minimize;
mod needs;
mod optimistic;
mod overlap;
mod record;
mod replay;
mod report;
mod results;
mod runner;
mod schedule;
mod seeds;
mod share;
mod simplify;
mod slow_runs;
mod solving;
mod symbols;
mod unlabelled;
mod watch;

pub use examine::Examined;
pub use limits::{Error, Limits};
pub use replay::Replayed;
pub(crate) use share::Part;

use alias::Renaming;
use attempt::Attempt;
use frontier::Frontier;
use results::Results;
use runner::Runner;
use slow_runs::SlowRuns;
use solving::Solving;
use symbols::Symbols;

use crate::outcome::{Assumption, Outcome, Report};
use crate::path::{Path, Reader};
use crate::pointers::Graph;
use crate::target::{Call, Ending, Place, Program, RunLimits};
use acute_input::Space;
use acute_solve::{Deadline, Options};
use acute_trace::{TraceHead, Watch};
use std::time::{Duration, Instant};

/// How many times as long as usual something may take on a busy machine, while there is time.
const BUSY: u32 = 8;

/// How long after the budget results are still finished: less than what the contract allows in all, for they are saved
/// then.
const GRACE: Duration = Duration::from_millis(1300);
/// How long they are finished after a request to stop.
const PARTING: Duration = Duration::from_millis(400);

/// A run that is over, read but not yet judged.
struct Ended {
    ending: Ending,
    head: TraceHead,
    path: Path,
}

/// The exploration of one function. Each part owns the state that changes together; the loop is in
/// [`Explorer::explore`] and `search`.
pub struct Explorer<'a> {
    /// The function itself.
    home: Place,
    limits: Limits,
    started: Instant,
    symbols: Symbols,
    runner: Runner<'a>,
    frontier: Frontier,
    solving: Solving,
    slow: SlowRuns,
    boundaries: boundary::Boundaries,
    results: Results,
    watch: watch::Watch,
    /// When what follows the search has to end, once a stop was requested.
    parting: Option<Instant>,
    /// Cells that the team has reached, as far as is known here.
    team_cells: usize,
}

impl<'a> Explorer<'a> {
    /// Prepares to explore the function at `home`, behind `entry`, an address of the program; `space` are its inputs.
    pub fn new(
        program: &'a dyn Program,
        home: Place,
        space: Space,
        entry: u64,
        limits: Limits,
    ) -> Result<Self, Error> {
        let ret = space.ret();
        let call = Call {
            entry,
            ret_offset: ret.map_or(0, |r| r.offset as u32),
            ret_bytes: ret.map_or(0, |r| r.size as u32),
        };
        // One hard query must not eat the budget of a function.
        let smt_time = (limits.time / 8).min(limits.solver.smt_time);
        let solver = Options { smt_time, ..limits.solver.clone() };
        // A condition that stands there twice can be refuted without a query, unless that is off.
        let no_overlap = limits.assume.contains(&Assumption::NoOverlap);
        let reader = Reader::new(!solver.layers.has("syntactic"), no_overlap);
        let run_limits = RunLimits {
            run_time: limits.run_time,
            cpu_time: Some(limits.cpu_time).filter(|_| limits.executions.is_none()),
            // It is there for its first run whatever the budget.
            deadline: Deadline {
                until: Instant::now().checked_add(limits.time.max(limits.run_time)),
                stop: limits.stop,
            },
            watch: Watch::Off,
        };
        let function = space.function().to_string();
        let runner = Runner::start(program, (&function, call), limits.isolation, run_limits, reader)?;
        Ok(Explorer {
            frontier: Frontier::new(program, &function, limits.search, limits.seed),
            solving: Solving::new(solver),
            symbols: Symbols::new(space),
            runner,
            slow: SlowRuns::default(),
            boundaries: boundary::Boundaries::default(),
            results: Results::new(),
            watch: watch::Watch::default(),
            parting: None,
            team_cells: 0,
            started: Instant::now(),
            home,
            limits,
        })
    }

    /// Explores until nothing is left or the budget is spent. The space comes back with it: inputs mean
    /// nothing without it.
    pub fn explore(mut self) -> Result<(Report, Space), Error> {
        self.started = Instant::now();
        let first = Attempt { input: self.symbols.first_input(self.limits.nonnull), ..Attempt::default() };
        self.runner.limit_cpu_at_first();
        // Without its first run there would be nothing to say.
        let first_time = self.limits.time.max(self.limits.run_time).saturating_add(GRACE / 2);
        let until = self.started.checked_add(first_time);
        self.runner.set_deadline(Deadline { until, stop: self.limits.stop });
        let mut batch = vec![];
        self.launch(first, &mut batch)?;
        self.run_batch(batch)?;
        self.runner.set_deadline(Deadline { until: None, stop: self.limits.stop });
        self.run_saved()?;
        self.set_deadline();
        let stopped = self.search()?;
        let stopped = self.gather(stopped)?;
        self.simplify_tests()?;
        self.confirm_findings()?;
        self.observe_changes()?;
        Ok(self.report(stopped))
    }

    /// Caps run and query deadlines at the end of the function's budget.
    fn set_deadline(&mut self) {
        let deadline = self.deadline();
        self.runner.set_deadline(deadline);
        self.solving.chain.set_deadline(deadline);
    }

    /// When what follows the search has to end, which may take so long. While there is time left it may take longer: what
    /// becomes of an input is not to depend on how busy the machine is.
    fn afterwards(&mut self, usual: Duration) -> Deadline {
        let (now, usual) = (Instant::now(), usual.min(self.limits.time / 10));
        let left = self.limits.time.saturating_sub(self.started.elapsed());
        self.last_deadline().at_latest(now + usual.max(left.min(BUSY * usual)))
    }

    /// When everything has to end. After a request to stop there is a moment left to finish what was found.
    fn last_deadline(&mut self) -> Deadline {
        let until = self.started.checked_add(self.limits.time.saturating_add(GRACE));
        let last = Deadline { until, stop: None };
        if !self.is_stop_requested() {
            return Deadline { stop: self.limits.stop, ..last };
        }
        last.at_latest(*self.parting.get_or_insert_with(|| Instant::now() + PARTING))
    }

    fn deadline(&self) -> Deadline {
        Deadline { until: self.started.checked_add(self.limits.time), stop: self.limits.stop }
    }

    /// Flips until nothing is left; what ended it otherwise.
    fn search(&mut self) -> Result<Option<Outcome>, Error> {
        // Nothing was left but chance when there was still time. Runs that the deadline drops may have been the last.
        let mut was_done = false;
        loop {
            let is_done = self.frontier.is_exhausted();
            if let Some(outcome) = self.enough()?.filter(|_| !is_done) {
                return Ok(Some(outcome));
            }
            let by_chance = was_done && is_done && !self.is_stop_requested();
            if self.started.elapsed() >= self.limits.time || self.stopped() {
                return Ok((!by_chance).then_some(Outcome::Time));
            }
            if self.limits.executions.is_some_and(|n| self.results.counters.executions >= n) {
                return Ok((!by_chance).then_some(Outcome::Executions));
            }
            was_done = is_done;
            if is_done && self.take_offer()? {
                continue;
            }
            self.limit_overlaps();
            self.run_slow(false)?;
            let batch = self.next_batch()?;
            // A batch is also empty where the time was up while its first flip was solved.
            if batch.is_empty() {
                if self.frontier.tree.open() == 0 && self.run_slow(true)? {
                    continue;
                }
                // A strategy may leave nothing to chance.
                let is_over = self.is_over() || was_done && self.frontier.is_exhausted();
                if is_over && !self.take_work()? {
                    return Ok(None);
                }
            }
            self.run_batch(batch)?;
            if !self.deadline().is_over() {
                self.save_memory();
                self.share()?;
            }
        }
    }

    /// Whether a stop was requested, by the user or by the team.
    fn stopped(&self) -> bool {
        let over = self.limits.team.as_ref().is_some_and(|team| team.is_over());
        over || self.is_stop_requested()
    }

    /// Whether the user requested a stop.
    fn is_stop_requested(&self) -> bool {
        self.limits.stop.is_some_and(|s| s.load(std::sync::atomic::Ordering::Relaxed))
    }
}
