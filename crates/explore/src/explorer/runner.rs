//! What is run: the target, how it is called, and how its traces are read.
use super::record::KILLS;
use super::symbols::Symbols;
use super::{Attempt, Ended, Error};
use crate::path::Reader;
use crate::target::{Call, Deadline, Isolation, Program, RunLimits, Start, Target, TargetError};
use acute_input::{Image, Input};
use acute_trace::Watch;
use std::time::Duration;

/// The program and the instance that runs inputs.
pub struct Runner<'a> {
    /// The program.
    pub program: &'a dyn Program,
    /// The instance.
    pub target: Box<dyn Target>,
    /// What is called.
    pub call: Call,
    /// Reads paths.
    pub reader: Reader,
    /// The memory of the input that is posted; kept, because it is filled again for every run.
    pub image: Image,
    /// Processor time of a run at first; `None` where runs are counted.
    cpu_time: Option<Duration>,
    run_time: Duration,
    /// The function reaches nothing outside the program that keeps a state.
    is_closed: bool,
}

impl<'a> Runner<'a> {
    /// Starts an instance whose runs are kept apart as `isolation` says, or as what the function can call needs.
    pub fn start(
        program: &'a dyn Program,
        (function, call): (&str, Call),
        isolation: Option<Isolation>,
        limits: RunLimits,
        reader: Reader,
    ) -> Result<Runner<'a>, Error> {
        // Runs of a function that reaches nothing with a state of its own can share a process.
        let is_closed = program.code().stateful(function).is_empty();
        let default = match is_closed {
            true => Isolation::InProcess,
            false => Isolation::Fork,
        };
        let RunLimits { run_time, cpu_time, .. } = limits;
        let limits = RunLimits { cpu_time: None, ..limits };
        let target = program.start(&Start { isolation: isolation.unwrap_or(default), limits })?;
        Ok(Runner { program, target, call, reader, image: Image::default(), cpu_time, run_time, is_closed })
    }

    /// Limits the processor time of the runs that are posted from now on, unless runs are counted: then nothing may
    /// depend on a clock.
    pub fn limit_cpu(&mut self, limit: Option<Duration>) {
        self.target.limits().cpu_time = limit.filter(|_| self.cpu_time.is_some());
    }

    /// Limits it to what runs have at first.
    pub fn limit_cpu_at_first(&mut self) {
        self.limit_cpu(self.cpu_time);
    }

    /// Sets when everything is to be over: runs, and reading them.
    pub fn set_deadline(&mut self, deadline: Deadline) {
        self.target.limits().deadline = deadline;
        self.reader.deadline = deadline;
    }

    /// When everything is to be over.
    pub fn deadline(&self) -> Deadline {
        self.reader.deadline
    }

    /// Posts an attempt.
    pub fn post(&mut self, symbols: &Symbols, attempt: &Attempt) -> Result<(), TargetError> {
        attempt.input.image(&symbols.space, &mut self.image);
        if !attempt.plain {
            return self.target.post(&self.image, self.call);
        }
        self.image.labels.clear();
        self.limit_cpu(self.cpu_time.map(|time| time / 2));
        let posted = self.target.post(&self.image, self.call);
        self.limit_cpu_at_first();
        posted
    }

    /// Runs an input once; `None` if it is too large for a run, or the deadline has passed.
    pub fn observe(&mut self, symbols: &mut Symbols, input: &Input) -> Result<Option<Ended>, Error> {
        input.image(&symbols.space, &mut self.image);
        self.observe_image(symbols, input)
    }

    /// Runs an input once that records nothing but its end.
    pub fn observe_unlabelled(
        &mut self,
        symbols: &mut Symbols,
        input: &Input,
    ) -> Result<Option<Ended>, Error> {
        input.image(&symbols.space, &mut self.image);
        self.image.labels.clear();
        self.observe_image(symbols, input)
    }

    /// Runs an input once that records nothing but its end, watched for an endless loop, for so much processor time.
    pub fn observe_watched(
        &mut self,
        symbols: &mut Symbols,
        input: &Input,
        cpu_time: Option<Duration>,
    ) -> Result<Option<Ended>, Error> {
        let before = self.target.limits().cpu_time;
        self.limit_cpu(cpu_time);
        self.target.limits().watch = if self.is_closed { Watch::Closed } else { Watch::Open };
        let ended = self.observe_unlabelled(symbols, input);
        self.target.limits().watch = Watch::Off;
        self.target.limits().cpu_time = before;
        ended
    }

    /// Runs the image; again where the run is killed from outside.
    fn observe_image(&mut self, symbols: &mut Symbols, input: &Input) -> Result<Option<Ended>, Error> {
        let mut ended = self.observe_once(symbols, input)?;
        for _ in 0..KILLS {
            if !ended.as_ref().is_some_and(|e| e.ending.is_killed()) {
                break;
            }
            ended = self.observe_once(symbols, input)?;
        }
        Ok(ended)
    }

    fn observe_once(&mut self, symbols: &mut Symbols, input: &Input) -> Result<Option<Ended>, Error> {
        match self.target.post(&self.image, self.call) {
            Err(TargetError::TooLarge) => return Ok(None),
            posted => posted?,
        }
        let mut ended = None;
        let Runner { target, reader, program, .. } = self;
        let Symbols { pool, space, .. } = symbols;
        target.finish(&mut |run| {
            let Some(mut path) = reader.read(&run, pool, space, input, *program) else { return };
            path.covered.extend_from_slice(run.covered);
            ended = Some(Ended { ending: run.ending, head: run.head, path });
        })?;
        Ok(ended)
    }

    /// Goes on in a fresh instance, in which nothing has run; what it had before is for [`Runner::go_back`].
    pub fn start_afresh(&mut self) -> Result<(Box<dyn Target>, Reader), Error> {
        let limits = RunLimits {
            run_time: self.run_time,
            cpu_time: None,
            deadline: self.reader.deadline,
            watch: Watch::Off,
        };
        let target = self.program.start(&Start { isolation: Isolation::Fork, limits })?;
        let mut reader = Reader::default();
        reader.deadline = self.reader.deadline;
        Ok((std::mem::replace(&mut self.target, target), std::mem::replace(&mut self.reader, reader)))
    }

    /// Goes back to an earlier instance.
    pub fn go_back(&mut self, before: (Box<dyn Target>, Reader)) {
        (self.target, self.reader) = before;
    }
}
