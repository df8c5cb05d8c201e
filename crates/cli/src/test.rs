//! `acute test`.
use crate::flags::{GlobalsFlag, InitFlag, IsolationFlag, SolverFlag, TestFlags, UntilFlag};
use crate::jobs::{self, Event};
use crate::journal::Journal;
use crate::output::{self, OutputFolder};
use crate::progress::{Compiling, Seen, TICK, Watched};
use crate::results::{Results, Tested};
use crate::resume::{self, Earlier};
use crate::worker::{Budget, Explorers, Task};
use crate::{cores, export, screen};
use acute_cfront::assume::{self, Precondition};
use acute_cfront::build::{self, CFile, Source, Target};
use acute_cfront::error::Error;
use acute_cfront::home::Home;
use acute_cfront::inputs::Settings;
use acute_cfront::interrupt::{self, First};
use acute_cfront::scratch::Scratch;
use acute_cfront::single::{Single, Stop, need_gdb};
use acute_cfront::{ignore, inputs, link, stubs};
use acute_exec::Program;
use acute_explore::{
    Assumption, Checks, Confidence, Finding, Isolation, Limits, Outcome, Test, TestEnd, Until,
};
use acute_input::{Init, InitKind};
use acute_solve::{Options, QueryLog, layer_names};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

pub use crate::cores::pin;

/// Runs the verb; the exit code.
pub fn run(flags: &TestFlags) -> Result<u8, Error> {
    let begun = Instant::now();
    interrupt::listen(First::Asks);
    let limits = limits(flags)?;
    // With the summary on standard output everything else goes elsewhere.
    let quiet = flags.json.as_deref().is_some_and(|p| p.as_os_str() == "-");
    if flags.debug {
        if quiet {
            return Err(Error::Usage("--debug and --json - both want standard output: name a file".into()));
        }
        need_gdb()?;
    }
    if let Some(path) = flags.json.as_deref().filter(|_| !quiet) {
        output::check_named(path)?;
    }
    let folder = OutputFolder::open(&flags.out)?;
    let mut earlier = if flags.resume { Earlier::read(&folder)? } else { None };
    let home = Home::find()?;
    let scratch = Scratch::new()?;
    let files = build::files(&flags.files, flags.database.as_deref(), &flags.cflags)?;
    let compiling = Compiling::begin(described(&files), quiet);
    let mut sources = build::read_sources(&home, files, scratch.path())?;
    let checks = checks(flags)?;
    let assumptions = assume::parse(flags.assume.iter().filter(|text| named(text).is_none()))?;
    let mut targets = targets(&sources, &flags.function, &assumptions, flags)?;
    let fingerprint = resume::fingerprint(&sources, &targets, &assumptions, flags);
    let is_same = earlier.as_ref().is_some_and(|e| e.is_same(&fingerprint));
    if let (Some(earlier), true) = (&earlier, is_same && !flags.function.is_empty()) {
        // What nobody asks for this time is kept.
        let names: Vec<String> = flags.function.iter().cloned().chain(earlier.names()).collect();
        targets = self::targets(&sources, &names, &assumptions, flags)?;
    }
    let exe = link::link(&home, &mut sources, &mut targets, checks, scratch.path())?;
    let program = Program::read(&exe).map_err(|e| Error::Internal(e.to_string()))?;
    let settings = Settings {
        init: init(flags),
        array_limit: flags.array_limit,
        globals: flags.globals == GlobalsFlag::Auto,
    };
    inputs::complete(&exe, &program, &sources, &mut targets, settings)?;
    drop(compiling);
    if !quiet {
        screen::begin(&sources, targets.len(), begun.elapsed());
    }
    let parts = (&program, &sources[..]);
    let mut results = Results::create(folder, flags, parts, (fingerprint, checks), begun)?;
    let tasks = tasks(targets, earlier.as_mut(), is_same, flags, &results);
    if flags.resume && !quiet {
        say_resumed(&tasks, earlier.as_ref(), is_same, &flags.out);
    }
    let jobs = flags.jobs.map_or_else(|| cores::allowed().len().max(1), |n| n as usize);
    let command = Command { flags, limits: ignoring(limits, &sources), quiet, jobs, begun };
    let not_begun = command.explore(&mut results, tasks, &exe, scratch.path())?;
    let finished = !interrupt::stopped() && not_begun.is_empty();
    // What follows may be interrupted too.
    results.write_summary(&results.summary(finished, &not_begun), None)?;
    let mut exported = match flags.no_export || interrupt::came() {
        true => vec![],
        false => export::export(&results, scratch.path(), jobs)?,
    };
    results.write_exported(&mut exported)?;
    if earlier.is_none() && !interrupt::came() {
        results.remove_stale()?;
    }
    results.write_summary(&results.summary(finished, &not_begun), flags.json.as_deref())?;
    if !quiet {
        say_stopped(&not_begun);
        screen::end(&results, &exported);
    }
    if flags.debug && !interrupt::came() {
        let work = scratch.path().join("debug");
        std::fs::create_dir(&work).map_err(Error::io(&work))?;
        debug(&results, &work)?;
    }
    screen::refused()?;
    Ok(if interrupt::came() { 4 } else { exit_code(&results) })
}

/// The kinds to look for.
fn checks(flags: &TestFlags) -> Result<Checks, Error> {
    Checks::parse(flags.checks.iter().map(String::as_str))
        .map_err(|why| Error::Usage(format!("--checks {}: {why}", flags.checks.join(" --checks "))))
}

/// The limits, with the findings that comments of the sources ask to ignore.
fn ignoring(limits: Limits, sources: &[Source]) -> Limits {
    let comments = ignore::read(sources);
    screen::warn(&comments.unknown);
    Limits { ignored: comments.ignored.into(), ..limits }
}

/// The files to compile, in words.
fn described(files: &[CFile]) -> String {
    match files {
        [file] => screen::file_name(&file.path),
        files => screen::count(files.len() as u64, "file"),
    }
}

fn say_stopped(not_begun: &[String]) {
    if interrupt::came() {
        screen::stopped("interrupted", not_begun);
    } else if interrupt::stopped() {
        screen::stopped("stopped at the first bug", not_begun);
    } else if !not_begun.is_empty() {
        screen::stopped("the time of the whole command (--total) was up", not_begun);
    }
}

/// The functions as tasks, with what an earlier command knows of each.
fn tasks(
    targets: Vec<Target>,
    earlier: Option<&mut Earlier>,
    is_same: bool,
    flags: &TestFlags,
    results: &Results,
) -> Vec<Task> {
    let mut earlier = earlier;
    let task = |target: Target| {
        let before =
            earlier.as_mut().map(|e| e.take(&target, results.source_name(target.source))).unwrap_or_default();
        let is_asked = flags.function.is_empty() || flags.function.contains(&target.function.name);
        let keep = is_same && before.row.is_some() && (before.is_final() || !is_asked);
        let caveat = caveat(&target, results);
        let journal = Arc::new(results.journal(&target));
        Task { target, caveat, before, keep, seen: Arc::new(Seen::default()), journal }
    };
    targets.into_iter().map(task).collect()
}

fn say_resumed(tasks: &[Task], earlier: Option<&Earlier>, is_same: bool, out: &Path) {
    let Some(earlier) = earlier else {
        screen::say!("resumed: there is nothing in {} yet: starting afresh\n", out.display());
        return;
    };
    if earlier.others > 0 {
        let files = screen::count(earlier.others as u64, "file");
        screen::say!("resumed: {files} in {} left alone: no saved input", out.join("tests").display());
    }
    let kept = tasks.iter().filter(|t| t.keep).count();
    let inputs = tasks.iter().filter(|t| !t.keep).map(|t| t.before.saved.len()).sum();
    screen::resumed(kept, tasks.len() - kept, inputs, is_same);
}

/// What was asked for.
struct Command<'a> {
    flags: &'a TestFlags,
    limits: Limits,
    quiet: bool,
    jobs: usize,
    begun: Instant,
}

impl Command<'_> {
    /// Explores all functions; each is saved as soon as it is done, and shown when those before it were. The names of
    /// those whose turn did not come.
    fn explore(
        &self,
        results: &mut Results,
        tasks: Vec<Task>,
        exe: &Path,
        scratch: &Path,
    ) -> Result<Vec<String>, Error> {
        let Command { flags, limits, quiet, jobs, begun } = self;
        let program = results.program;
        let about: Vec<About> = tasks.iter().map(About::of).collect();
        for (k, task) in tasks.iter().enumerate() {
            if let Some(row) = &task.before.row {
                results.expect(k, row.clone());
            }
        }
        let total = flags.total.map(Duration::from_secs_f64);
        let budget = Budget { begun: *begun, total, time: limits.time, jobs: *jobs };
        let mut watched = Watched::new(tasks.len(), total.map(|t| *begun + t), *quiet);
        let mut state = vec![State::Waits; tasks.len()];
        let mut shown = 0;
        let log = limits.solver.log.clone();
        let (exe, scratch) = (exe.to_owned(), scratch.to_owned());
        let workers = Explorers { exe, scratch, limits: limits.clone(), budget, open: Default::default() };
        let each = |event| {
            match event {
                Event::Begun(k) => {
                    state[k] = State::Begun;
                    watched.begin(k, &about[k].target.0, about[k].seen.clone());
                }
                Event::Done(k, done) => {
                    let About { target: (name, source, function), seen: _, journal, old } = &about[k];
                    let tested = match done {
                        Ok(Some(tested)) => tested,
                        // Stopped before it was as far as it had been.
                        Ok(None) => {
                            state[k] = State::Waits;
                            watched.end(k, 0);
                            return results.write_journal(k, *source, journal);
                        }
                        Err(words) => {
                            results.write_journal(k, *source, journal)?;
                            let words = format!("testing {name} failed: {words}; please report it");
                            Tested::untested(*source, function.clone(), Outcome::Error(words))
                        }
                    };
                    if let Some((file, e)) = log.as_ref().and_then(|log| log.failure()) {
                        return Err(Error::Io(file, e));
                    }
                    watched.end(k, bugs(&tested));
                    results.add(k, tested, old)?;
                    state[k] = State::Done;
                    if !quiet {
                        while let Some(tested) = results.get(shown) {
                            watched.beside(|| screen::function(tested, program));
                            shown += 1;
                        }
                    }
                }
                Event::Quiet => {}
            }
            watched.tick();
            let begun = about.iter().enumerate().filter(|(k, _)| state[*k] == State::Begun);
            results.write_journals(begun.map(|(k, about)| (k, about.target.1, &*about.journal)))?;
            results.catch_up()
        };
        let done = jobs::run(*jobs, tasks, (TICK, interrupt::stopped), workers, each);
        watched.finish();
        done?;
        if !quiet {
            // Those behind one that was not begun.
            (shown..state.len()).filter_map(|k| results.get(k)).for_each(|t| screen::function(t, program));
        }
        let waits = state.iter().zip(&about).filter(|(s, _)| **s != State::Done);
        Ok(waits.map(|(_, about)| about.target.0.clone()).collect())
    }
}

/// How far a function is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Waits,
    Begun,
    Done,
}

/// What is to be known of a task that somebody else has.
struct About {
    target: (String, usize, acute_types::Function),
    seen: Arc<Seen>,
    journal: Arc<Journal>,
    /// Its files of an earlier command.
    old: Vec<PathBuf>,
}

impl About {
    fn of(task: &Task) -> About {
        let Target { function, source, .. } = &task.target;
        let old = task.before.saved.iter().map(|(path, _)| path.clone()).collect();
        let (seen, journal) = (task.seen.clone(), task.journal.clone());
        About { target: (function.name.clone(), *source, function.clone()), seen, journal, old }
    }
}

/// Confirmed bugs of a function.
fn bugs(tested: &Tested) -> usize {
    let is_bug = |f: &&Finding| f.confirmed && f.confidence == Confidence::Bug;
    tested.explored.as_ref().map_or(0, |(report, _)| report.findings.iter().filter(is_bug).count())
}

/// Opens gdb on the first bug, if there is one.
fn debug(results: &Results, work: &Path) -> Result<(), Error> {
    for tested in results.tested() {
        let Ok((report, space)) = &tested.explored else { continue };
        let is_bug = |f: &Finding| f.confirmed && f.confidence == Confidence::Bug;
        let Some((k, finding)) = report.findings.iter().enumerate().find(|(_, f)| is_bug(f)) else {
            continue;
        };
        let ends = |t: &Test| t.finding == Some(k) && matches!(t.end, TestEnd::Dies(_));
        let stop = Stop::of(finding, report.tests.iter().any(ends));
        let case = (space, &finding.input, export::storage(results.program, &tested.function.name));
        return Single::compile(results.sources, tested.source, case, work)?.debug(&stop);
    }
    Ok(())
}

fn init(flags: &TestFlags) -> Init {
    let kind = match flags.init {
        InitFlag::Small => InitKind::Small,
        InitFlag::Zero => InitKind::Zero,
        InitFlag::Random => InitKind::Random,
    };
    Init { kind, seed: flags.seed }
}

/// The solvers the flags ask for.
fn solver(flags: &TestFlags) -> Result<Options, Error> {
    let mut options = match flags.solver {
        SolverFlag::Full => Options::default(),
        SolverFlag::Linear => Options::linear(),
    };
    for name in &flags.without {
        if !options.switch_off(name) {
            let names: Vec<&str> = layer_names().collect();
            let text = format!("--without {name}: there are {}, slice, subsume", names.join(", "));
            return Err(Error::Usage(text));
        }
    }
    if let Some(folder) = &flags.log_queries {
        if std::fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some()) {
            let folder = folder.display();
            return Err(Error::Usage(format!(
                "--log-queries {folder}: the folder is not empty; name a new one"
            )));
        }
        options.log = Some(QueryLog::new(folder).map_err(Error::io(folder))?.into());
    }
    Ok(options)
}

/// The functions to test, with what is assumed of their inputs.
fn targets(
    sources: &[Source],
    names: &[String],
    assumptions: &[Precondition],
    flags: &TestFlags,
) -> Result<Vec<Target>, Error> {
    let mut targets = build::targets(sources, names, init(flags))?;
    assume::apply(assumptions, &mut targets)?;
    Ok(targets)
}

/// The assumption of this name; anything else that is assumed is a C predicate.
fn named(text: &str) -> Option<Assumption> {
    Assumption::ALL.iter().copied().find(|a| a.name() == text)
}

/// The limits the flags ask for.
pub fn limits(flags: &TestFlags) -> Result<Limits, Error> {
    Ok(Limits {
        time: Duration::from_secs_f64(flags.time),
        executions: flags.executions,
        search: flags.strategy.0,
        seed: flags.seed,
        depth: flags.depth,
        nonnull: flags.nonnull,
        assume: flags.assume.iter().filter_map(|text| named(text)).collect(),
        harness: false,
        is_static: false,
        check: flags.check || std::env::var_os("ACUTE_CHECK").is_some(),
        run_time: Duration::from_secs_f64(flags.time.min(1.0)),
        isolation: match flags.isolation {
            IsolationFlag::Auto => None,
            IsolationFlag::Inprocess => Some(Isolation::InProcess),
            IsolationFlag::Fork => Some(Isolation::Fork),
        },
        stop: Some(&interrupt::STOP),
        solver: solver(flags)?,
        until: match flags.until {
            UntilFlag::All => Until::All,
            UntilFlag::Coverage => Until::Coverage,
            UntilFlag::Bug => Until::Bug,
            UntilFlag::Either => Until::Either,
        },
        ..Limits::default()
    })
}

/// Why a function is not complete whatever its exploration shows: it can call a stub which does less than the real
/// function may, or use a variable that is one and no input.
fn caveat(target: &Target, results: &Results) -> Option<String> {
    let (program, space) = (results.program, target.space.as_ref().ok()?);
    let reachable = program.reachable(&target.function.name);
    let is_user = |f: &String| f == "*" || reachable.contains(&f.as_str());
    let uses = &program.map().globals;
    let is_used = |name: &str| uses.iter().any(|u| u.name == name && u.users.iter().any(is_user));
    let is_reached = |name: &&str| reachable.contains(name) || is_used(name);
    let unlike = |(name, does): &(&str, &str)| {
        let is_input = *does == stubs::VARIABLE && space.knows_global(name);
        !stubs::LIKE.contains(does) && is_reached(name) && !is_input
    };
    let (name, does) = stubs::all(results.sources).into_iter().find(unlike)?;
    Some(format!("stub of `{name}` {does}"))
}

fn exit_code(results: &Results) -> u8 {
    let mut code = 0;
    for tested in results.tested() {
        match &tested.explored {
            Ok((report, _)) if matches!(report.outcome, Outcome::Error(_)) => return 70,
            Ok((report, _)) => {
                let bug = report.findings.iter().any(|f| f.confirmed && f.confidence == Confidence::Bug);
                code = code.max(bug as u8);
            }
            Err(Outcome::Error(_)) => return 70,
            Err(_) => {}
        }
    }
    code
}

/// For benchmarks: builds the unit and gives back what exploring one function needs.
pub fn prepare(
    file: &std::path::Path,
    function: &str,
    cflags: &[String],
) -> Result<(Scratch, Vec<Source>, Program, Target), Error> {
    let home = Home::find()?;
    let scratch = Scratch::new()?;
    let files = build::files(&[file.to_owned()], None, cflags)?;
    let mut sources = build::read_sources(&home, files, scratch.path())?;
    let mut targets = build::targets(&sources, &[function.to_string()], Init::default())?;
    let exe = link::link(&home, &mut sources, &mut targets, Checks::default(), scratch.path())?;
    let program = Program::read(&exe).map_err(|e| Error::Internal(e.to_string()))?;
    inputs::complete(&exe, &program, &sources, &mut targets, Settings::default())?;
    let target = targets.pop().ok_or_else(|| Error::Internal("no target".into()))?;
    Ok((scratch, sources, program, target))
}
