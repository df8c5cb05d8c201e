//! One function after the other, by one worker.
use crate::jobs::Workers;
use crate::journal::Journal;
use crate::progress::Seen;
use crate::results::Tested;
use crate::resume::{self, Before};
use acute_cfront::build::{self, Target};
use acute_cfront::interrupt;
use acute_exec::{Launcher, Program};
use acute_explore::{Confidence, Error, Explorer, Finding, Limits, Outcome, Progress, Report, Team, Until};
use acute_input::Space;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// A function to be tested.
pub struct Task {
    /// The function.
    pub target: Target,
    /// Why it cannot be complete, if that is known before it is run.
    pub caveat: Option<String>,
    /// What an earlier command knows of it.
    pub before: Before,
    /// Whether that is all there is to know.
    pub keep: bool,
    /// How far it is, for others to see.
    pub seen: Arc<Seen>,
    /// What it has found and not yet saved.
    pub journal: Arc<Journal>,
}

/// The time of a whole command.
#[derive(Clone, Copy)]
pub struct Budget {
    /// When it began.
    pub begun: Instant,
    /// Its time.
    pub total: Option<Duration>,
    /// The time of one function, at most.
    pub time: Duration,
    /// Functions at a time.
    pub jobs: usize,
}

/// What is not worth beginning with.
const LEAST: Duration = Duration::from_millis(10);

impl Budget {
    /// The share of the next of `left` functions: what is left of all, evenly.
    fn share(&self, left: usize) -> Duration {
        let Some(total) = self.total else { return self.time };
        let rest = total.saturating_sub(self.begun.elapsed());
        let share = rest.mul_f64(self.jobs as f64 / left.max(1) as f64).min(rest).min(self.time);
        if share < LEAST { Duration::ZERO } else { share }
    }
}

/// Those who explore functions, and what they share.
pub struct Explorers {
    /// The unit.
    pub exe: PathBuf,
    /// Where there is room for folders.
    pub scratch: PathBuf,
    /// What each function may spend.
    pub limits: Limits,
    /// And all of them.
    pub budget: Budget,
    /// The functions that are being explored.
    pub open: Mutex<Vec<Running>>,
}

/// A function that is being explored, for others to take part.
pub struct Running {
    team: Arc<Team>,
    until: Instant,
    since: Instant,
    function: acute_types::Function,
    space: Space,
    entry: String,
    harness: bool,
    progress: Arc<Progress>,
    journal: Arc<Journal>,
}

/// After so much time a function is worth the help of others.
const LONG: Duration = Duration::from_millis(500);
/// With less than this to go it is not.
const SHORT: Duration = Duration::from_millis(300);

impl Running {
    fn needs_help(&self) -> bool {
        self.since.elapsed() > LONG && Instant::now() + SHORT < self.until
    }
}

impl Workers<Task> for Explorers {
    type Worker = Worker;
    type Done = Option<Tested>;

    fn start_worker(&self) -> Worker {
        Worker::new(&self.exe, &self.scratch)
    }

    fn work(&self, worker: &mut Worker, task: Task, left: usize) -> Option<Tested> {
        self.test(worker, task, left)
    }

    fn needs_help(&self) -> bool {
        self.lock().iter().any(Running::needs_help)
    }

    fn help(&self, worker: &mut Worker) {
        let Ok(program) = &worker.program else { return };
        let open = self.lock();
        // The one that has most to do yet.
        let Some(running) = open.iter().filter(|r| r.needs_help()).max_by_key(|r| r.until) else { return };
        if !running.team.join() {
            return;
        }
        let Running { until, function, harness, progress, journal, .. } = running;
        let limits = Limits {
            harness: *harness,
            is_static: function.is_static,
            time: until.saturating_duration_since(Instant::now()),
            team: Some(running.team.clone()),
            progress: Some(progress.clone()),
            journal: Some(journal.clone()),
            ..self.limits.clone()
        };
        let (team, space, entry) = (running.team.clone(), running.space.clone(), running.entry.clone());
        let place = build::place(function);
        drop(open);
        let launcher = Launcher { program, scratch: &worker.folder };
        let entry = program.entry(&entry).map_err(Error::from);
        match entry.and_then(|entry| Explorer::new(&launcher, place, space, entry, limits)) {
            Ok(explorer) => explorer.assist(),
            Err(e) => team.leave_at_once(e.to_string()),
        }
    }
}

/// A worker and what is its own: the program, for it looks up lines as it goes, and a folder.
pub struct Worker {
    program: Result<Program, String>,
    folder: PathBuf,
}

impl Worker {
    /// A new one; to be called in its own thread, for units die with the thread that started them.
    fn new(exe: &Path, scratch: &Path) -> Worker {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let folder = scratch.join(format!("work{}", NEXT.fetch_add(1, Ordering::Relaxed)));
        let made = std::fs::create_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()));
        let program = made.and_then(|()| Program::read(exe).map_err(|e| e.to_string()));
        Worker { program, folder }
    }
}

impl Explorers {
    fn lock(&self) -> MutexGuard<'_, Vec<Running>> {
        // Nothing that can fail is done with it in hand.
        self.open.lock().unwrap_or_else(|e| e.into_inner())
    }

    /// Tests a function; `left` have not been begun, this one among them. `None`: it was stopped before it was as far
    /// as an earlier command.
    fn test(&self, worker: &mut Worker, task: Task, left: usize) -> Option<Tested> {
        let Task { target, caveat, before, keep, seen, journal } = task;
        let Target { source, function, space, entry, harness, .. } = target;
        let space = match space {
            Ok(space) => space,
            Err(why) => return Some(Tested::untested(source, function, Outcome::Unsupported(why))),
        };
        let program = match &worker.program {
            Ok(program) => program,
            Err(why) => return Some(Tested::untested(source, function, Outcome::Error(why.clone()))),
        };
        let mut limits = Limits { harness, is_static: function.is_static, caveat, ..self.limits.clone() };
        limits.saved = before.saved.iter().map(|(_, text)| text.clone()).collect();
        limits.progress = Some(seen.progress.clone());
        let explore = |space: Space, limits: Limits| -> Result<(Report, Space), Error> {
            let launcher = Launcher { program, scratch: &worker.folder };
            let entry = program.entry(&entry)?;
            Explorer::new(&launcher, build::place(&function), space, entry, limits)?.explore()
        };
        if keep && before.row.is_some() {
            let limits = Limits { until: Until::Saved, executions: None, ..limits.clone() };
            let explored = explore(space.clone(), limits).map_err(|e| Outcome::Error(e.to_string()));
            let tested = Tested::new(source, function.clone(), explored);
            if let Some(tested) = kept(tested, &before, program) {
                return Some(tested);
            }
        }
        let share = self.budget.share(left);
        if share.is_zero() {
            // What was known of it stands.
            if before.row.is_some() {
                return None;
            }
            let mut tested = Tested::untested(source, function, Outcome::Time);
            tested.note = Some("the time of the whole command (--total) was up: 0 runs".into());
            return Some(tested);
        }
        limits.time = share;
        limits.journal = Some(journal.clone());
        limits.run_time = limits.run_time.min(share);
        seen.budget.store(share.as_millis() as u64, Ordering::Relaxed);
        let given = before.saved.len() as u64;
        // Where runs are counted, or one bug is enough, only one may count.
        let team = (self.budget.jobs > 1 && limits.executions.is_none() && !limits.until.is_at_bug())
            .then(|| Arc::new(Team::new(program.map().cells.len())));
        limits.team = team.clone();
        if let Some(team) = &team {
            let (since, until) = (Instant::now(), Instant::now() + share);
            let (team, function, space, entry) =
                (team.clone(), function.clone(), space.clone(), entry.clone());
            let progress = seen.progress.clone();
            let running = Running { team, until, since, function, space, entry, harness, progress, journal };
            self.lock().push(running);
        }
        let explored = explore(space, limits);
        if let Some(team) = &team {
            self.lock().retain(|running| !Arc::ptr_eq(&running.team, team));
        }
        let explored = match explored {
            Ok(explored) => explored,
            Err(e) => return Some(Tested::untested(source, function, Outcome::Error(e.to_string()))),
        };
        let report = &explored.0;
        if report.saved_run + report.saved_stale < given {
            return None;
        }
        if report.executions == 0 && report.outcome == Outcome::Time {
            return Some(not_run(source, function));
        }
        let is_bug = |f: &Finding| f.confirmed && f.confidence == Confidence::Bug;
        if self.limits.until.is_at_bug() && report.findings.iter().any(is_bug) {
            // One is enough for the whole command.
            interrupt::stop();
        }
        let note = stopped_by(&report.outcome);
        let mut tested = Tested::new(source, function, Ok(explored));
        tested.note = note.map(str::to_string);
        Some(tested)
    }
}

/// A function whose first run was given up.
fn not_run(source: usize, function: acute_types::Function) -> Tested {
    let why = stopped_by(&Outcome::Time).unwrap_or("the first run did not end within the time");
    Tested { note: Some(why.into()), ..Tested::untested(source, function, Outcome::Time) }
}

/// Why a function ended before its time, if it did.
fn stopped_by(outcome: &Outcome) -> Option<&'static str> {
    match outcome {
        Outcome::Time if interrupt::came() => Some("interrupted"),
        Outcome::Time if interrupt::stopped() => Some("stopped: a bug was found elsewhere"),
        _ => None,
    }
}

/// A function whose saved inputs, run again, show everything that an earlier command said of it: that still counts.
fn kept(mut tested: Tested, before: &Before, program: &Program) -> Option<Tested> {
    let row = before.row.as_ref()?;
    let covered = tested.branches(program, false).0;
    let (report, _) = tested.explored.as_mut().ok()?;
    if !before.is_shown_by(report, covered) {
        return None;
    }
    resume::restore(report, row);
    tested.kept = Some(row.clone());
    Some(tested)
}
