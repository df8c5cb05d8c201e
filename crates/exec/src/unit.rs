//! A unit's process: started, fed, watched, and started again when it dies.
use crate::ending;
use crate::memory::{Shared, wait, wake};
use crate::program::Program;
use acute_explore::{Call, Ending, Isolation, Nodes, Run, RunLimits, Start, Status, Target, TargetError};
use acute_input::Image;
use acute_sandbox::{Sandbox, Settings};
use acute_trace as trace;
use acute_trace::{Event, InputHead};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::time::{Duration, Instant};

/// Why a unit cannot be run.
#[derive(Debug)]
pub enum UnitError {
    /// The sandbox could not be built.
    Sandbox(acute_sandbox::SandboxError),
    /// The process could not be started.
    Start(PathBuf, std::io::Error),
    /// It ended before it was ready: with this status.
    Unready(Option<i32>),
    /// It was killed from outside before it was ready.
    Killed,
    /// Shared memory or another resource of the system.
    System(&'static str, std::io::Error),
    /// An input larger than a slot.
    TooLarge,
    /// No process can be made for a run.
    CannotFork,
    /// The program has no such entry.
    NoEntry(String),
}

impl std::fmt::Display for UnitError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            UnitError::Sandbox(e) => write!(f, "no sandbox for the unit: {e}"),
            UnitError::Start(path, e) => write!(f, "cannot start {}: {e}", path.display()),
            UnitError::Unready(Some(trace::OTHER_FORMAT)) => {
                write!(f, "the unit has the runtime of another version: compile it again")
            }
            UnitError::Unready(Some(code)) => {
                write!(f, "the unit ended with status {code} before its first run (a constructor?)")
            }
            UnitError::Unready(None) | UnitError::Killed => {
                write!(f, "the unit was killed before its first run (a constructor?)")
            }
            UnitError::System(what, e) => write!(f, "{what}: {e}"),
            UnitError::CannotFork => {
                write!(
                    f,
                    "the system makes no process for a run: too many of them, or no memory (see `ulimit -u`)"
                )
            }
            UnitError::NoEntry(name) => write!(f, "the unit has no entry `{name}`"),
            UnitError::TooLarge => write!(f, "the input is larger than {} bytes", trace::INPUT_BYTES),
        }
    }
}

impl std::error::Error for UnitError {}

impl From<UnitError> for TargetError {
    fn from(e: UnitError) -> TargetError {
        match e {
            UnitError::TooLarge => TargetError::TooLarge,
            other => TargetError::Broken(Box::new(other)),
        }
    }
}

/// Address space for the program itself, its libraries and what it maps.
const UNIT_BYTES: u64 = 8 << 30;

/// How long a unit may take to start, with all its constructors, and how long the first time where the time is up.
const STARTING: Duration = Duration::from_secs(5);
const LATE_START: Duration = Duration::from_secs(1);
/// How often a process that is killed while it starts is started anew.
const KILLS: u32 = 3;
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
    limits: RunLimits,
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
    pub fn new(program: &Program, scratch: &Path, start: &Start) -> Result<Unit, UnitError> {
        let Start { isolation, limits } = *start;
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
            limits,
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

    /// Milliseconds of processor time of the inputs that are posted now; 0 for any.
    fn cpu_ms(&self) -> u32 {
        self.limits.cpu_time.map_or(0, |l| u32::try_from(l.as_millis()).unwrap_or(u32::MAX).max(1))
    }

    /// Reads one run and hands it over; how it ended. `ending` is given where the unit did not finish the run;
    /// otherwise its own report counts.
    fn deliver(&mut self, ending: Option<Ending>, each: &mut dyn FnMut(Run<'_>)) -> Ending {
        let mut events = std::mem::take(&mut self.events);
        let mut covered = std::mem::take(&mut self.covered);
        covered.clear();
        let head = self.shared.read_trace(self.delivered, &mut events);
        let ending = match ending {
            None => ending::of_report(&head, self.isolation, self.cpu_ms() > 0),
            Some(other) => {
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
            nodes: &self.shared,
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

    /// Drops what was posted and not delivered.
    fn drop_rest(&mut self) {
        if self.delivered != self.posted {
            self.posted = self.delivered;
            self.stop();
        }
    }

    /// Kills the process.
    fn stop(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }

    /// Starts a process; another where it is killed from outside.
    fn start(&mut self) -> Result<(), UnitError> {
        for _ in 0..KILLS {
            match self.start_process() {
                Err(UnitError::Killed) => {}
                started => return started,
            }
        }
        self.start_process()
    }

    /// Starts a process and waits until it is ready.
    fn start_process(&mut self) -> Result<(), UnitError> {
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
        let (begun, mut patience) = (Instant::now(), self.limits.run_time.max(STARTING));
        // One that has started before does so again: a busy machine is no reason to lose what was found.
        if let Some(deadline) = self.limits.deadline.until.filter(|_| self.starts == 1) {
            patience = patience.min(deadline.saturating_duration_since(begun) + LATE_START);
        }
        let head = self.shared.head();
        while head.ready.load(Acquire) == 0 {
            wait(&head.ready, 0, 2_000_000);
            let status = child.try_wait().map_err(|e| UnitError::System("wait", e))?;
            if let Some(status) = status {
                if ending::of_status(status.into_raw()).is_killed() {
                    return Err(UnitError::Killed);
                }
                return Err(UnitError::Unready(status.code()));
            }
            if begun.elapsed() > patience {
                let _ = child.kill();
                let _ = child.wait();
                return Err(UnitError::Unready(None));
            }
        }
        if head.ready.load(Acquire) != trace::FORMAT {
            let _ = child.kill();
            let _ = child.wait();
            return Err(UnitError::Unready(Some(trace::OTHER_FORMAT)));
        }
        self.child = Some(child);
        Ok(())
    }
}

impl Target for Unit {
    fn limits(&mut self) -> &mut RunLimits {
        &mut self.limits
    }

    fn post(&mut self, image: &Image, call: Call) -> Result<(), TargetError> {
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
            cpu_ms: self.cpu_ms(),
            watch: self.limits.watch as u32,
            unused: 0,
        };
        if !self.shared.write_input(self.posted, image, &head) {
            return Err(TargetError::TooLarge);
        }
        self.posted = self.posted.wrapping_add(1);
        Ok(())
    }

    fn finish(&mut self, each: &mut dyn FnMut(Run<'_>)) -> Result<(), TargetError> {
        if self.delivered == self.posted {
            return Ok(());
        }
        if self.limits.deadline.is_over() {
            self.drop_rest();
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
                self.deliver(Some(Ending::Garbled), each);
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
                let ending = self.deliver(None, each);
                // Its process has ended, or cannot be trusted any more.
                if ending == Ending::Garbled
                    || ending == Ending::Slow && self.isolation == Isolation::InProcess
                {
                    self.restart()?;
                    since = Instant::now();
                    break;
                }
                // To read a run may take longer than the run itself.
                if self.limits.deadline.is_over() {
                    self.drop_rest();
                    break;
                }
            }
            if ahead > 0 || self.shared.head().done.load(Acquire) != done {
                continue;
            }
            if let Some(status) = self.ended() {
                if self.shared.head().done.load(Acquire) != done {
                    // The last it did was to finish a run.
                    continue;
                }
                if self.isolation == Isolation::Fork && status.code() == Some(trace::CANNOT_FORK) {
                    return Err(UnitError::CannotFork.into());
                }
                self.deliver(Some(ending::of_status(status.into_raw())), each);
                self.restart()?;
                since = Instant::now();
            } else if since.elapsed() > self.limits.run_time {
                let ended = self.ask_to_stop();
                self.deliver(Some(Ending::TimedOut), each);
                if !ended || self.isolation == Isolation::InProcess {
                    self.restart()?;
                }
                since = Instant::now();
            } else if self.limits.deadline.is_over() {
                self.drop_rest();
            }
        }
        Ok(())
    }

    fn forget(&mut self) {
        if self.delivered == self.posted {
            self.epoch += 1;
        }
    }

    fn status(&self) -> Status {
        let room = trace::SLOTS - (self.posted.wrapping_sub(self.delivered)).min(trace::SLOTS);
        Status { room, starts: self.starts, isolation: self.isolation }
    }
}

impl Drop for Unit {
    fn drop(&mut self) {
        self.stop();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
