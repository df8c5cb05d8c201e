//! A unit's process: started, fed, watched, and started again when it dies.
use crate::memory::{Shared, wait, wake};
use acute_input::Image;
use acute_sandbox::{Sandbox, Settings};
use acute_trace as trace;
use acute_trace::{End, Event, InputHead, TraceHead};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::time::{Duration, Instant};

/// How runs are kept apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Isolation {
    /// Many runs in one process; what a run can have changed is put back.
    InProcess,
    /// Each run in a new process.
    Process,
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
            UnitError::TooLarge => write!(f, "the input is larger than {} bytes", trace::INPUT_BYTES),
        }
    }
}

impl std::error::Error for UnitError {}

/// Address space for the program itself, its libraries and what it maps.
const UNIT_BYTES: u64 = 8 << 30;

/// A unit under test.
pub struct Unit {
    exe: PathBuf,
    scratch: PathBuf,
    shared: Shared,
    child: Option<Child>,
    isolation: Isolation,
    /// How long one run may take.
    run_time: Duration,
    posted: u32,
    delivered: u32,
    epoch: u32,
    events: Vec<Event>,
    covered: Vec<u32>,
    /// Times the process had to be started.
    starts: u64,
}

impl Unit {
    /// Prepares to run `exe`, which may write below `scratch`.
    pub fn new(
        exe: &Path,
        scratch: &Path,
        isolation: Isolation,
        run_time: Duration,
    ) -> Result<Unit, UnitError> {
        let shared = Shared::new().map_err(|e| UnitError::System("shared memory", e))?;
        let (exe, scratch) = (exe.to_owned(), scratch.to_owned());
        let mut unit = Unit {
            exe,
            scratch,
            shared,
            child: None,
            isolation,
            run_time,
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

    /// How many more inputs can be posted before [`Unit::finish`].
    pub fn room(&self) -> u32 {
        let slots = if self.isolation == Isolation::Process { 1 } else { trace::SLOTS };
        slots - (self.posted.wrapping_sub(self.delivered)).min(slots)
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
            unused: 0,
        };
        if !self.shared.write_input(self.posted, image, &head) {
            return Err(UnitError::TooLarge);
        }
        self.posted = self.posted.wrapping_add(1);
        Ok(())
    }

    /// Runs everything posted; calls `each` with every run, in order.
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
                self.deliver(Ending::Said(End::Returned), &mut each);
            }
            if ahead == 0
                && self.shared.head().done.load(Acquire) == done
                && let Some(ending) = self.trouble(since)
            {
                self.deliver(ending, &mut each);
                self.restart()?;
                since = Instant::now();
            }
        }
        if self.isolation == Isolation::Process {
            self.stop();
        }
        Ok(())
    }

    /// Whether the run under way will never finish.
    fn trouble(&mut self, since: Instant) -> Option<Ending> {
        if let Some(child) = &mut self.child
            && let Ok(Some(status)) = child.try_wait()
        {
            use std::os::unix::process::ExitStatusExt;
            self.child = None;
            return Some(Ending::Died(status.into_raw()));
        }
        (since.elapsed() > self.run_time).then(|| {
            self.ask_to_stop();
            self.stop();
            Ending::TimedOut
        })
    }

    /// Lets the unit note where it is before it is killed.
    fn ask_to_stop(&self) {
        let Some(child) = &self.child else { return };
        let head = self.shared.head();
        // SAFETY: a signal to our own child.
        unsafe { libc::kill(child.id() as libc::pid_t, trace::STOP_SIGNAL) };
        let patience = Instant::now();
        while head.done.load(Acquire) == self.delivered && patience.elapsed() < Duration::from_millis(100) {
            wait(&head.done, self.delivered, 1_000_000);
        }
    }

    /// Reads one run. `ending` is how it ended as far as the caller knows; for a finished run the unit's
    /// own word counts.
    fn deliver(&mut self, ending: Ending, each: &mut impl FnMut(Run)) {
        let mut events = std::mem::take(&mut self.events);
        let mut covered = std::mem::take(&mut self.covered);
        covered.clear();
        let head = self.shared.read_trace(self.delivered, &mut events);
        let ending = match (ending, End::from_u32(head.end)) {
            (Ending::Said(_), Some(End::Running | End::BadInput) | None) => Ending::Garbled,
            (Ending::Said(_), Some(end)) => Ending::Said(end),
            (other, _) => {
                self.shared.covered(&mut covered);
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
        let head = self.shared.head();
        head.ready.store(0, Relaxed);
        head.nodes.store(trace::FIRST_NODE, Relaxed);
        head.begun.store(self.delivered, Relaxed);
        head.done.store(self.delivered, Relaxed);
        head.posted.store(self.delivered, Relaxed);
        head.wake_at.store(self.posted, Release);
        let own = trace::RUNTIME_BYTES as u64;
        let limits = acute_sandbox::Limits { address_space: own + UNIT_BYTES, ..Default::default() };
        let settings = Settings { keep: vec![self.shared.fd()], limits, ..Settings::default() };
        let sandbox =
            Sandbox::prepare_with(&self.exe, &self.scratch, &settings).map_err(UnitError::Sandbox)?;
        let mut command = Command::new(&self.exe);
        command
            .env_clear()
            .env(trace::FD_VARIABLE, self.shared.fd().to_string())
            .env("TMPDIR", &self.scratch)
            .current_dir(&self.scratch)
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        sandbox.confine(&mut command);
        let mut child = command.spawn().map_err(|e| UnitError::Start(self.exe.clone(), e))?;
        let patience = Instant::now();
        let head = self.shared.head();
        while head.ready.load(Acquire) == 0 {
            wait(&head.ready, 0, 2_000_000);
            let status = child.try_wait().map_err(|e| UnitError::System("wait", e))?;
            if let Some(status) = status {
                return Err(UnitError::Unready(status.code()));
            }
            if patience.elapsed() > self.run_time.max(Duration::from_secs(5)) {
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
    }
}
