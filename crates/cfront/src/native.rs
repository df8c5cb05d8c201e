//! Exported tests, compiled without us and run before they are shown. In the sandbox all the same:
//! what a unit does natively it may do to its owner's files.
use crate::build::{Source, run};
use crate::error::Error;
use crate::link::{escape, libraries};
use crate::{compat, interrupt};
use acute_export::{Expectation, Failure};
use acute_sandbox::{Sandbox, Seen, Settings, Watched};
use std::collections::BTreeSet;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long one test may take.
pub const PATIENCE: Duration = Duration::from_secs(10);

/// How long a test runs that is not to end.
const ENDLESS: Duration = Duration::from_secs(1);

/// Where sanitizers are built in: an error ends the test; leaks are looked for by tests that ask for it.
const SANITIZER_OPTIONS: &str = "detect_leaks=1:leak_check_at_exit=0:symbolize=0:exitcode=97:\
    allocator_may_return_null=1:detect_odr_violation=0:color=never";

/// How a test is compiled: as its user would.
const PLAIN: &[&str] = &["-g", "-w", "-c"];

/// Compiles a test file of a source with the other files of its unit, each with its own flags, and `more`.
pub fn compile(
    test: &Path,
    source: &Source,
    others: &[&Source],
    more: &[String],
    scratch: &Path,
) -> Result<PathBuf, Error> {
    let runs = |c: &&str| {
        let version = Command::new(c).arg("--version").stdin(Stdio::null()).output();
        version.is_ok_and(|output| output.status.success())
    };
    let compiler = ["gcc", "cc", "clang-19"].into_iter().find(runs);
    let compiler = compiler
        .ok_or_else(|| Error::Missing("no C compiler for the tests: type `apt-get install gcc`".into()))?;
    let program = scratch.join("tests");
    let object = scratch.join("tests.o");
    run(source.compiler(compiler).args(PLAIN).args(more).arg(test).arg("-o").arg(&object))?;
    let mut link = Command::new(compiler);
    link.arg(object);
    for (k, other) in others.iter().enumerate() {
        // Only the tests' own main may be called that.
        let object = scratch.join(format!("other{k}.o"));
        let renamed = format!("-Dmain=acute_other_main_{k}");
        let mut file = other.path.clone();
        let before = compat::before(other);
        if !other.stubs.list.is_empty() || !before.is_empty() {
            file = scratch.join(format!("other{k}.c"));
            let text = format!("{before}#include \"{}\"\n{}", escape(&other.path), other.stubs.text);
            std::fs::write(&file, text).map_err(Error::io(&file))?;
        }
        let mut command = other.compiler(compiler);
        command.args(PLAIN).args(more).arg(renamed).arg(&file).arg("-o").arg(&object);
        run(&mut command)?;
        link.arg(object);
    }
    for file in compat::files(std::iter::once(source).chain(others.iter().copied())) {
        let object = compat::object(file, scratch);
        let file = source.include.join(file);
        let mut command = Command::new(compiler);
        command.args(PLAIN).arg("-I").arg(&source.include).arg(file).arg("-o").arg(&object);
        run(&mut command)?;
        link.arg(object);
    }
    link.args(more)
        .args(libraries(std::iter::once(source).chain(others.iter().copied())))
        .arg("-lm")
        .arg("-o")
        .arg(&program);
    run(&mut link)?;
    Ok(program)
}

/// A compiled test file in its sandbox.
pub struct Tests {
    program: PathBuf,
    sandbox: Arc<Sandbox>,
    /// Where its tests run.
    folder: PathBuf,
    /// Whether the kernel tells what a run does that is not its own business.
    watched: bool,
    /// Whether sanitizers are built in.
    pub sanitized: bool,
}

impl Tests {
    /// A compiled test file whose tests run in a folder.
    pub fn new(program: &Path, folder: &Path) -> Result<Tests, Error> {
        // As the user will run them: sleeps take their time, addresses are random, and programs are started.
        let watched = acute_sandbox::can_watch();
        let settings =
            Settings { sleeps: true, random_addresses: true, native: watched, ..Settings::default() };
        let sandbox =
            Sandbox::prepare_with(program, folder, &settings).map_err(|e| Error::Internal(e.to_string()))?;
        Ok(Tests { program: program.into(), sandbox, folder: folder.into(), watched, sanitized: false })
    }

    /// Runs the tests of these names, at least two, or all, each in a child of one process.
    pub fn run_several(&self, names: &[&str], patience: Duration) -> Result<SeveralRan, Error> {
        let ran = self.start(names, patience)?;
        let complaints = String::from_utf8_lossy(&ran.complaints).into_owned();
        let names = complaints.lines().filter_map(|line| line.split_once(": "));
        let failing: BTreeSet<String> = names.map(|(name, _)| name.to_string()).collect();
        let ended = ran.status.is_some_and(|status| status.code().is_some());
        let count = last_count(&ran.said).filter(|_| ended && ran.reason_against_export().is_none());
        Ok(SeveralRan { failing, count })
    }

    /// Runs one test.
    pub fn run(&self, name: &str, patience: Duration) -> Result<Ran, Error> {
        self.start(&[name], patience)
    }

    fn start(&self, arguments: &[&str], patience: Duration) -> Result<Ran, Error> {
        let [said, complaints] = ["said", "complaints"].map(|name| self.folder.join(name));
        let create = |path: &Path| std::fs::File::create(path).map_err(Error::io(path));
        let mut command = Command::new(&self.program);
        command.args(arguments).env_clear().env("TMPDIR", &self.folder).current_dir(&self.folder);
        command.env("ASAN_OPTIONS", SANITIZER_OPTIONS);
        command.stdout(create(&said)?).stderr(create(&complaints)?);
        let (status, seen) = match self.watched {
            true => Watched::spawn(&self.sandbox, command).and_then(|w| w.wait(patience, interrupt::came)),
            false => {
                self.sandbox.confine(&mut command);
                let ended = command.spawn().and_then(|mut child| wait(&mut child, patience));
                ended.map(|status| (status, BTreeSet::new()))
            }
        }
        .map_err(Error::io(&self.program))?;
        let [said, complaints] = [said, complaints].map(|path| std::fs::read(path).unwrap_or_default());
        Ok(Ran { status, said, complaints, seen })
    }

    /// Runs one test in the time that is left for it, and compares.
    pub fn judge(&self, name: &str, expected: &Expectation, left: Duration) -> Result<Verdict, Error> {
        let endless = *expected == Expectation::Fails(Failure::Hangs);
        let mut ran = self.run(name, left.min(if endless { ENDLESS } else { PATIENCE }))?;
        if self.sanitized {
            // AddressSanitizer reads about its own process, and LeakSanitizer by its number.
            let is_process = |path: &Path| {
                let name = path.strip_prefix("/proc").ok().and_then(|path| path.iter().next()?.to_str());
                name.is_some_and(|name| name == "self" || name.bytes().all(|byte| byte.is_ascii_digit()))
            };
            ran.seen.retain(|seen| !matches!(seen, Seen::Outside(path) if is_process(path)));
        }
        let is_as_predicted = match ran.status {
            Some(status) => did(status, &ran, expected),
            None => endless,
        };
        Ok(match ran.reason_against_export() {
            Some(reason) => Verdict::Impossible(reason),
            None if is_as_predicted => Verdict::AsPredicted,
            None => Verdict::Diverged,
        })
    }
}

/// A native run of several tests.
pub struct SeveralRan {
    /// The names in front of the lines that were printed to standard error: those of all tests that failed, and maybe of
    /// others.
    pub failing: BTreeSet<String>,
    /// The number of tests that ran; none if the run did not come to its end, or did what no test may.
    pub count: Option<usize>,
}

/// The sum of the last line, `3 passed, 1 failed`.
fn last_count(said: &[u8]) -> Option<usize> {
    let said = String::from_utf8_lossy(said);
    let (passed, rest) = said.lines().next_back()?.split_once(" passed, ")?;
    let (passed, failed) =
        (passed.parse::<usize>().ok()?, rest.strip_suffix(" failed")?.parse::<usize>().ok()?);
    passed.checked_add(failed)
}

/// A native run of a test.
pub struct Ran {
    /// How it ended; `None` if its time was up.
    pub status: Option<ExitStatus>,
    /// What it printed.
    pub said: Vec<u8>,
    /// What it printed to standard error.
    complaints: Vec<u8>,
    /// What it did that another machine may answer otherwise.
    seen: BTreeSet<Seen>,
}

/// Reasons why a test is not exported, by the system call that was denied.
const DENIED: &[(&[&str], &str)] = &[
    (
        &["kill", "tkill", "tgkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo", "pidfd_send_signal"],
        "signals other processes",
    ),
    (
        &[
            "socket",
            "socketpair",
            "connect",
            "bind",
            "listen",
            "accept",
            "accept4",
            "sendto",
            "sendmsg",
            "sendmmsg",
        ],
        "uses the network",
    ),
];

impl Ran {
    /// The reason why the run is no test for another machine, if there is one.
    fn reason_against_export(&self) -> Option<String> {
        let of_call = |name: &str| match DENIED.iter().find(|(names, _)| names.contains(&name)) {
            Some((_, reason)) => reason.to_string(),
            None => format!("makes a system call that the sandbox denies: {name}"),
        };
        // Without a watch a denied call kills.
        let killed = self.status.and_then(|status| status.signal()) == Some(libc::SIGSYS);
        match self.seen.first() {
            Some(Seen::Denied(name)) => Some(of_call(name)),
            Some(Seen::Outside(_)) => Some("names paths outside its folder".into()),
            None => killed.then(|| "makes a system call that the sandbox denies".into()),
        }
    }
}

/// The outcome of a native run, compared with the prediction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It did what the recorded run did.
    AsPredicted,
    /// It did something else.
    Diverged,
    /// It has no place in an exported test, for this reason.
    Impossible(String),
}

/// Waits for a child; one whose time is up is killed, and has no status, and so it is where we are stopped.
pub fn wait(child: &mut Child, patience: Duration) -> std::io::Result<Option<ExitStatus>> {
    let begun = Instant::now();
    loop {
        match child.try_wait()? {
            Some(status) => return Ok(Some(status)),
            None if begun.elapsed() > patience || interrupt::came() => {
                let _ = child.kill();
                let _ = child.wait();
                return Ok(None);
            }
            None => std::thread::sleep(Duration::from_micros(200)),
        }
    }
}

/// The last line of a test that came back, whatever its exit code says.
pub const PASSED: &[u8] = b"1 passed, 0 failed\n";

fn did(status: ExitStatus, ran: &Ran, expected: &Expectation) -> bool {
    let said = &ran.said;
    match expected {
        Expectation::Fails(Failure::Sanitized(sanitizer)) => {
            let complaints = String::from_utf8_lossy(&ran.complaints);
            status.signal() == Some(libc::SIGABRT) && complaints.contains(sanitizer.report())
        }
        Expectation::Returns(_) | Expectation::ReturnsText(_) => status.success() && said.ends_with(PASSED),
        Expectation::Fails(Failure::Signal(signal)) => status.signal() == Some(*signal),
        Expectation::Fails(Failure::Hangs) => false,
        Expectation::Exits(code) => status.code() == Some(*code) && !said.ends_with(b" failed\n"),
        Expectation::Anything => true,
    }
}
