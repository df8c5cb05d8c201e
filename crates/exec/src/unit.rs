//! A unit's process: started, fed, watched, and started again when it dies.
use crate::memory::{Shared, wait, wake};
use crate::program::Program;
use acute_input::Image;
use acute_sandbox::{Sandbox, Settings};
use acute_trace as trace;
use acute_trace::{End, Event, InputHead, TraceHead};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::time::{Duration, Instant};

/// How runs are kept apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Isolation {
    /// Many runs in one process; what a run can have changed is put back.
    InProcess,
    /// Each run in a child, forked from a process in which the unit is ready and has not run.
    Fork,
}

impl Isolation {
    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Isolation::InProcess => "inprocess",
            Isolation::Fork => "fork",
        }
    }
}

/// What to call, and how.
#[derive(Clone, Copy, Debug)]
pub struct Call {
    /// Address of the thunk.
    pub entry: u64,
    /// Where the return value will be in the argument block.
    pub ret_offset: u32,
    /// Its size.
    pub ret_bytes: u32,
}

/// How a run ended, as the engine sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The unit said so itself.
    Said(End),
    /// The process was gone in the middle of the run: its wait status.
    Died(i32),
    /// It did not end in time and was killed.
    TimedOut,
    /// It used up the processor time of [`Unit::limit_cpu`] and was stopped: it may be endless or merely slow.
    Slow,
    /// What it reported makes no sense: it wrote over the shared memory.
    Garbled,
}

/// One finished run.
pub struct Run<'a> {
    /// How it ended.
    pub ending: Ending,
    /// What it reported; to be read with `ending` in mind.
    pub head: TraceHead,
    /// Its events.
    pub events: &'a [Event],
    /// For a run that did not finish, the cells it set.
    pub covered: &'a [u32],
    /// Labels mean something only within one epoch.
    pub epoch: u32,
    /// Where nodes can be read.
    pub shared: &'a Shared,
}

/// Why a unit cannot be run.
#[derive(Debug)]
pub enum UnitError {
    /// The sandbox could not be built.
    Sandbox(acute_sandbox::SandboxError),
    /// The process could not be started.
    Start(PathBuf, std::io::Error),
    /// It ended before it was ready: with this status.
    Unready(Option<i32>),
    /// Shared memory or another resource of the system.
    System(&'static str, std::io::Error),
    /// An input larger than a slot.
    TooLarge,
    /// No process can be made for a run.
    CannotFork,
}

impl std::fmt::Display for UnitError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            UnitError::Sandbox(e) => write!(f, "no sandbox for the unit: {e}"),
            UnitError::Start(path, e) => write!(f, "cannot start {}: {e}", path.display()),
            UnitError::Unready(Some(code)) => {
                write!(f, "the unit ended with status {code} before its first run (a constructor?)")
            }
            UnitError::Unready(None) => {
                write!(f, "the unit was killed before its first run (a constructor?)")
            }
            UnitError::System(what, e) => write!(f, "{what}: {e}"),
            UnitError::CannotFork => {
                write!(
                    f,
                    "the system makes no process for a run: too many of them, or no memory (see `ulimit -u`)"
                )
            }
            UnitError::TooLarge => write!(f, "the input is larger than {} bytes", trace::INPUT_BYTES),
        }
    }
}

impl std::error::Error for UnitError {}

/// Address space for the program itself, its libraries and what it maps.
const UNIT_BYTES: u64 = 8 << 30;

/// How long a unit may take to start, with all its constructors, and how long the first time where the time is up.
const STARTING: Duration = Duration::from_secs(5);
const LATE_START: Duration = Duration::from_secs(1);
/// How long a run that is asked to stop may take to say where it is: on a busy machine it has to get its turn first, and
/// its server before it. The second time nobody is asked.
const ANSWER: Duration = Duration::from_millis(400);
const LAST_ANSWER: Duration = Duration::from_millis(100);

/// A unit under test.
pub struct Unit {
    exe: PathBuf,
    /// The address behind the instruction that may fork.
    trusted: Option<u64>,
    /// The folder it may write to, its own and removed with it.
    folder: PathBuf,
    shared: Shared,
    child: Option<Child>,
    isolation: Isolation,
    /// How long one run may take.
    run_time: Duration,
    /// Milliseconds of processor time it has at first; 0 for any.
    cpu_ms: u32,
    /// When everything is to be over.
    deadline: Option<Instant>,
    posted: u32,
    delivered: u32,
    epoch: u32,
    events: Vec<Event>,
    covered: Vec<u32>,
    /// Times the process had to be started.
    starts: u64,
}

impl Unit {
    /// Prepares to run `program`, which may write into a folder of its own below `scratch`.
    pub fn new(
        program: &Program,
        scratch: &Path,
        isolation: Isolation,
        run_time: Duration,
        deadline: Option<Instant>,
    ) -> Result<Unit, UnitError> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let shared = Shared::new(isolation == Isolation::Fork);
        let shared = shared.map_err(|e| UnitError::System("shared memory", e))?;
        let name = format!("unit-{}-{}", std::process::id(), COUNT.fetch_add(1, Relaxed));
        let folder = scratch.join(name);
        std::fs::create_dir(&folder).map_err(|e| UnitError::System("a folder for the unit", e))?;
        let mut unit = Unit {
            exe: program.path().to_owned(),
            trusted: program.symbol(trace::TRUSTED_SYMBOL).filter(|_| isolation == Isolation::Fork),
            folder,
            shared,
            child: None,
            isolation,
            run_time,
            cpu_ms: 0,
            deadline,
            posted: 0,
            delivered: 0,
            epoch: 0,
            events: vec![],
            covered: vec![],
            starts: 0,
        };
        unit.start()?;
        Ok(unit)
    }

    /// How often its process was started.
    pub fn starts(&self) -> u64 {
        self.starts
    }

    /// How its runs are kept apart.
    pub fn isolation(&self) -> Isolation {
        self.isolation
    }

    /// How much of the processor's time each input that is posted from now on has before its run is
    /// [`Ending::Slow`]; none for any. Unlike the time for a run this does not depend on what else the machine
    /// does.
    pub fn limit_cpu(&mut self, limit: Option<Duration>) {
        self.cpu_ms = limit.map_or(0, |l| u32::try_from(l.as_millis()).unwrap_or(u32::MAX).max(1));
    }

    /// How long a run may take from now on.
    pub fn limit_run(&mut self, run_time: Duration) {
        self.run_time = run_time;
    }

    /// When [`Unit::finish`] gives up whatever has not run.
    pub fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.deadline = deadline;
    }

    /// How many more inputs can be posted before [`Unit::finish`].
    pub fn room(&self) -> u32 {
        trace::SLOTS - (self.posted.wrapping_sub(self.delivered)).min(trace::SLOTS)
    }

    /// Lets the unit forget its expressions before the next input: labels start afresh.
    pub fn forget(&mut self) {
        if self.delivered == self.posted {
            self.epoch += 1;
        }
    }

    /// Hands an input over; it runs in [`Unit::finish`] at the latest.
    pub fn post(&mut self, image: &Image, call: Call) -> Result<(), UnitError> {
        if self.delivered == self.posted && self.shared.labels() > trace::MAX_NODES / 4 * 3 {
            self.epoch += 1;
        }
        let head = InputHead {
            entry: call.entry,
            segments: 0,
            vars: 0,
            given: 0,
            bytes: 0,
            epoch: self.epoch,
            ret_offset: call.ret_offset,
            ret_bytes: call.ret_bytes,
            cpu_ms: self.cpu_ms,
        };
        if !self.shared.write_input(self.posted, image, &head) {
            return Err(UnitError::TooLarge);
        }
        self.posted = self.posted.wrapping_add(1);
        Ok(())
    }

    /// Runs everything posted; calls `each` with every run, in order. After the deadline the rest is dropped.
    pub fn finish(&mut self, mut each: impl FnMut(Run)) -> Result<(), UnitError> {
        if self.delivered == self.posted {
            return Ok(());
        }
        if self.child.is_none() {
            self.start()?;
        }
        let head = self.shared.head();
        head.wake_at.store(self.posted, Relaxed);
        head.posted.store(self.posted, Release);
        wake(&head.posted);
        let mut since = Instant::now();
        while self.delivered != self.posted {
            let head = self.shared.head();
            let done = head.done.load(Acquire);
            let ahead = done.wrapping_sub(self.delivered);
            if ahead > self.posted.wrapping_sub(self.delivered) {
                self.deliver(Ending::Garbled, &mut each);
                self.restart()?;
                since = Instant::now();
                continue;
            }
            if ahead == 0 || done != self.posted && head.begun.load(Relaxed) != done {
                wait(&head.done, done, 10_000_000);
            }
            if head.done.load(Acquire) != done && done != self.posted {
                since = Instant::now();
            }
            for _ in 0..ahead {
                let ending = self.deliver(Ending::Said(End::Returned), &mut each);
                // Its process has ended, or cannot be trusted any more.
                if ending == Ending::Garbled
                    || ending == Ending::Slow && self.isolation == Isolation::InProcess
                {
                    self.restart()?;
                    since = Instant::now();
                    break;
                }
            }
            if ahead > 0 || self.shared.head().done.load(Acquire) != done {
                continue;
            }
            if let Some(status) = self.ended() {
                use std::os::unix::process::ExitStatusExt;
                if self.shared.head().done.load(Acquire) != done {
                    // The last it did was to finish a run.
                    continue;
                }
                if self.isolation == Isolation::Fork && status.code() == Some(trace::CANNOT_FORK) {
                    return Err(UnitError::CannotFork);
                }
                self.deliver(Ending::Died(status.into_raw()), &mut each);
                self.restart()?;
                since = Instant::now();
            } else if since.elapsed() > self.run_time {
                let ended = self.ask_to_stop();
                self.deliver(Ending::TimedOut, &mut each);
                if !ended || self.isolation == Isolation::InProcess {
                    self.restart()?;
                }
                since = Instant::now();
            } else if self.deadline.is_some_and(|d| Instant::now() > d) {
                self.posted = self.delivered;
                self.stop();
            }
        }
        Ok(())
    }

    /// The status of the process if it is over.
    fn ended(&mut self) -> Option<std::process::ExitStatus> {
        self.child.as_mut()?.try_wait().ok()?
    }

    /// Lets the unit note where it is, and makes an end of the run where each has a process of its own. Whether
    /// the unit says that it is over.
    fn ask_to_stop(&self) -> bool {
        let Some(child) = &self.child else { return false };
        let head = self.shared.head();
        head.stop.store(self.delivered, Release);
        // The second time the server does not ask.
        for patience in
            [ANSWER, LAST_ANSWER].into_iter().take(1 + (self.isolation == Isolation::Fork) as usize)
        {
            // SAFETY: a signal to our own child.
            unsafe { libc::kill(child.id() as libc::pid_t, trace::STOP_SIGNAL) };
            let asked = Instant::now();
            while head.done.load(Acquire) == self.delivered && asked.elapsed() < patience {
                wait(&head.done, self.delivered, 1_000_000);
            }
            if head.done.load(Acquire) != self.delivered {
                return true;
            }
        }
        false
    }

    /// Reads one run; how it ended. `ending` is that as far as the caller knows; for a finished run the unit's
    /// own word counts.
    fn deliver(&mut self, ending: Ending, each: &mut impl FnMut(Run)) -> Ending {
        let mut events = std::mem::take(&mut self.events);
        let mut covered = std::mem::take(&mut self.covered);
        covered.clear();
        let head = self.shared.read_trace(self.delivered, &mut events);
        let ending = match (ending, End::from_u32(head.end)) {
            (Ending::Said(_), Some(End::Gone)) if self.isolation == Isolation::Fork => {
                Ending::Died(head.code)
            }
            (Ending::Said(_), Some(End::Stopped)) if self.cpu_ms > 0 => Ending::Slow,
            (Ending::Said(_), Some(End::Running | End::BadInput | End::Gone | End::Stopped) | None) => {
                Ending::Garbled
            }
            (Ending::Said(_), Some(end)) => Ending::Said(end),
            (other, _) => {
                // A server has told what its child covered, and goes on with the next.
                let told = self.shared.head().done.load(Acquire).wrapping_sub(self.delivered);
                if self.isolation == Isolation::InProcess || !(1..=trace::SLOTS).contains(&told) {
                    self.shared.covered(&mut covered);
                }
                // A process that died before this run began left an older run's trace in the slot. One that
                // was asked to stop this run may have begun the next.
                let begun = self.shared.head().begun.load(Relaxed).wrapping_sub(self.delivered);
                if !(1..=trace::SLOTS).contains(&begun) {
                    events.clear();
                }
                other
            }
        };
        self.delivered = self.delivered.wrapping_add(1);
        each(Run {
            ending,
            head,
            events: &events,
            covered: &covered,
            epoch: self.epoch,
            shared: &self.shared,
        });
        self.events = events;
        self.covered = covered;
        ending
    }

    /// A new process goes on after the last run that was delivered.
    fn restart(&mut self) -> Result<(), UnitError> {
        self.stop();
        if self.delivered != self.posted {
            self.start()?;
            let head = self.shared.head();
            head.posted.store(self.posted, Release);
            wake(&head.posted);
        }
        Ok(())
    }

    /// Kills the process.
    fn stop(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }

    /// Starts a process and waits until it is ready.
    fn start(&mut self) -> Result<(), UnitError> {
        self.starts += 1;
        // The new process starts with an empty node table.
        self.epoch += 1;
        for n in 0..self.posted.wrapping_sub(self.delivered) {
            self.shared.set_epoch(self.delivered.wrapping_add(n), self.epoch);
        }
        self.shared.clear_cover();
        self.shared.introduce(self.isolation == Isolation::Fork);
        let head = self.shared.head();
        head.ready.store(0, Relaxed);
        head.nodes.store(trace::FIRST_NODE, Relaxed);
        head.begun.store(self.delivered, Relaxed);
        head.done.store(self.delivered, Relaxed);
        head.posted.store(self.delivered, Relaxed);
        head.wake_at.store(self.posted, Release);
        let own = trace::RUNTIME_BYTES as u64;
        let limits = acute_sandbox::Limits { address_space: own + UNIT_BYTES, ..Default::default() };
        let settings =
            Settings { keep: vec![self.shared.fd()], limits, trusted: self.trusted, ..Settings::default() };
        let sandbox =
            Sandbox::prepare_with(&self.exe, &self.folder, &settings).map_err(UnitError::Sandbox)?;
        let mut command = Command::new(&self.exe);
        command
            .env_clear()
            .env(trace::FD_VARIABLE, self.shared.fd().to_string())
            .env("TMPDIR", &self.folder)
            .current_dir(&self.folder)
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        sandbox.confine(&mut command);
        let mut child = command.spawn().map_err(|e| UnitError::Start(self.exe.clone(), e))?;
        let (begun, mut patience) = (Instant::now(), self.run_time.max(STARTING));
        // One that has started before does so again: a busy machine is no reason to lose what was found.
        if let Some(deadline) = self.deadline.filter(|_| self.starts == 1) {
            patience = patience.min(deadline.saturating_duration_since(begun) + LATE_START);
        }
        let head = self.shared.head();
        while head.ready.load(Acquire) == 0 {
            wait(&head.ready, 0, 2_000_000);
            let status = child.try_wait().map_err(|e| UnitError::System("wait", e))?;
            if let Some(status) = status {
                return Err(UnitError::Unready(status.code()));
            }
            if begun.elapsed() > patience {
                let _ = child.kill();
                let _ = child.wait();
                return Err(UnitError::Unready(None));
            }
        }
        self.child = Some(child);
        Ok(())
    }
}

impl Drop for Unit {
    fn drop(&mut self) {
        self.stop();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
