//! One input as a plain C program: run without us, or under gdb.
use crate::build::Source;
use crate::error::Error;
use crate::native::{self, PASSED, Ran, Tests};
use crate::{compat, interrupt};
use acute_explore::{Finding, Kind, Place};
use acute_export::{Expectation, PLAIN_C, Storage, TestCase, Unit, literal, write_tests};
use acute_input::{Input, Space};
use std::io::{IsTerminal, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// The compiled program of one input.
pub struct Single {
    program: PathBuf,
    /// The name of its only test.
    test: String,
}

/// Where the debugger stops.
pub enum Stop {
    /// Where the process dies, in the frame of this function.
    WhereItDies(String),
    /// Where it is after a second, which is in its endless loop.
    Later,
    /// At a place.
    At(Place),
    /// At the beginning of a function.
    In(String),
}

impl Stop {
    /// Where a finding shows; `dies` says whether a plain run of it ends in a signal.
    pub fn of(finding: &Finding, dies: bool) -> Stop {
        match finding.kind {
            Kind::InfiniteLoop | Kind::Unfinished => Stop::Later,
            _ if dies => Stop::WhereItDies(finding.place.function.clone()),
            _ => Stop::At(finding.place.clone()),
        }
    }

    /// What gdb is told.
    fn commands(&self) -> Vec<String> {
        match self {
            Stop::WhereItDies(function) => vec!["run".into(), format!("frame function {function}")],
            Stop::Later => {
                let commands = ["set environment ACUTE_ALARM 1", "handle SIGALRM stop nopass", "run"];
                commands.map(str::to_string).to_vec()
            }
            Stop::At(place) => vec![format!("tbreak {}:{}", place.file, place.line), "run".into()],
            Stop::In(function) => vec![format!("break {function}"), "run".into()],
        }
    }
}

/// The program stops itself after a second where gdb asks for it. gdb could call alarm, but does not come back from a
/// call on processors whose registers it does not know all of (gdb 13 and AMX).
const ALARM: &str = "
__attribute__((constructor)) static void acute_stop_later(void) {
    if (acute_getenv(\"ACUTE_ALARM\"))
        acute_alarm(1);
}
";

/// How long gdb may take when nobody sits before it.
const PATIENCE: Duration = Duration::from_secs(60);

impl Single {
    /// Writes and compiles it. The source is the one that holds the function.
    pub fn compile(
        sources: &[Source],
        source: usize,
        (space, input, storage): (&Space, &Input, Storage),
        scratch: &Path,
    ) -> Result<Single, Error> {
        let own = &sources[source];
        let expectation = &Expectation::Anything;
        let case = TestCase { space, input, expectation, comment: "", storage, changes: &[] };
        let unit = Unit { before: compat::before(own), ..Unit::new(&own.path, &own.program) };
        let mut written = write_tests(PLAIN_C, &unit, &[case]).map_err(|e| Error::Usage(e.to_string()))?;
        let Some(test) = written.names.pop().flatten() else {
            let why = written.skipped.first().map(|s| s.why.to_string()).unwrap_or_default();
            return Err(Error::Usage(format!("this input cannot be written as C: {why}")));
        };
        let file = scratch.join("single.c");
        let text = written.text + &own.stubs.appended() + ALARM;
        std::fs::write(&file, text).map_err(Error::io(&file))?;
        let others: Vec<&Source> = sources.iter().filter(|s| s.path != own.path).collect();
        // Every line and variable is there for a debugger.
        let program = native::compile(&file, own, &others, &["-O0".to_string()], scratch)?;
        Ok(Single { program, test })
    }

    /// Runs it in the sandbox; how it ended, in words.
    pub fn run(&self, space: &Space, scratch: &Path) -> Result<String, Error> {
        let Ran { status, said, .. } =
            Tests::new(&self.program, scratch)?.run(&self.test, native::PATIENCE)?;
        let Some(status) = status else {
            return Ok("it was still running after 10 s".into());
        };
        Ok(match (status.signal(), status.code()) {
            (Some(signal), _) => match acute_trace::signal_name(signal) {
                Some(name) => format!("it dies by {name}"),
                None => format!("it dies by signal {signal}"),
            },
            _ if said.ends_with(PASSED) => match returned(&said).and_then(|bytes| value(space, &bytes)) {
                Some(value) => format!("it returns {value}"),
                None => "it returns".into(),
            },
            (_, code) => format!("it exits with status {}", code.unwrap_or_default()),
        })
    }

    /// Opens gdb on it; where nobody sits before a terminal, shows the calls at the stop and ends.
    pub fn debug(&self, stop: &Stop) -> Result<(), Error> {
        let watched = std::io::stdin().is_terminal();
        let mut command = Command::new(GDB);
        command.arg("-q");
        if !watched {
            command.arg("--batch").stdin(Stdio::null());
        }
        let backtrace = (!watched).then(|| "backtrace".to_string());
        for line in stop.commands().into_iter().chain(backtrace) {
            command.arg("-ex").arg(line);
        }
        command.arg("--args").arg(&self.program).arg(&self.test);
        let _ = std::io::stdout().flush();
        // Ctrl-C is for gdb.
        interrupt::deaf(|| {
            let mut child = command.spawn().map_err(|e| Error::Missing(format!("{GDB}: {e}")))?;
            let ended = if watched { child.wait().map(Some) } else { native::wait(&mut child, PATIENCE) };
            ended.map(|_| ()).map_err(Error::io(GDB))
        })
    }
}

const GDB: &str = "gdb";

/// Asks for gdb before anything is done for it.
pub fn need_gdb() -> Result<(), Error> {
    let version = Command::new(GDB).arg("--version").stdin(Stdio::null()).output();
    match version {
        Ok(output) if output.status.success() => Ok(()),
        _ => Err(Error::Missing(
            "gdb is not installed: type `apt-get install gdb` (as root, or with sudo)".into(),
        )),
    }
}

/// The bytes that a test showed last.
fn returned(said: &[u8]) -> Option<Vec<u8>> {
    let said = String::from_utf8_lossy(said);
    let line = said.lines().rev().find_map(|l| l.strip_prefix("returned"))?;
    line.split_whitespace().map(|byte| u8::from_str_radix(byte, 16).ok()).collect()
}

/// A returned value as C; `None` for what has no short form.
fn value(space: &Space, bytes: &[u8]) -> Option<String> {
    let types = space.types();
    let ret = space.ret()?;
    if bytes.len() > 8 {
        return None;
    }
    let bits = bytes.iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte));
    match types.stripped_kind(ret.ty)? {
        // Addresses differ from run to run.
        acute_types::TypeKind::Pointer(_) if bits == 0 => Some("NULL".into()),
        acute_types::TypeKind::Pointer(_) => Some("a pointer".into()),
        _ => literal(types, ret.ty, bits),
    }
}
