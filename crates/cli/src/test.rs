//! `acute test`.
use crate::build::{self, Scratch, Source, Target};
use crate::error::Error;
use crate::flags::{InitFlag, IsolationFlag, SolverFlag, TestFlags};
use crate::home::Home;
use crate::inputs::Settings;
use crate::results::{Results, Tested};
use crate::single::{Single, Stop, need_gdb};
use crate::{export, inputs, link, screen, stubs, summary};
use acute_exec::{Isolation, Program};
use acute_explore::{Confidence, Explorer, Finding, Limits, Outcome, Test, TestEnd};
use acute_input::{Init, InitKind};
use acute_solve::{Layer, Options, QueryLog};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Runs the verb; the exit code.
pub fn run(flags: &TestFlags) -> Result<u8, Error> {
    let begun = Instant::now();
    catch_signals();
    pin();
    let limits = limits(flags)?;
    // With the summary on standard output everything else goes elsewhere.
    let quiet = flags.json.as_deref().is_some_and(|p| p.as_os_str() == "-");
    if flags.debug {
        if quiet {
            return Err(Error::Usage("--debug and --json - both want standard output: name a file".into()));
        }
        need_gdb()?;
    }
    let home = Home::find()?;
    let scratch = Scratch::new()?;
    let files = build::files(&flags.files, flags.database.as_deref(), &flags.cflags)?;
    let mut sources = build::read_sources(&home, files, scratch.path())?;
    let mut targets = build::targets(&sources, &flags.function, init(flags))?;
    let exe = link::link(&home, &mut sources, &mut targets, scratch.path())?;
    let program = Program::read(&exe).map_err(|e| Error::Internal(e.to_string()))?;
    let settings = Settings { init: init(flags), array_limit: flags.array_limit, globals: flags.globals };
    inputs::complete(&exe, &program, &sources, &mut targets, settings)?;
    let work = scratch.path().join("work");
    std::fs::create_dir(&work).map_err(Error::io(&work))?;
    let mut results = Results::create(&flags.out, &program, &sources)?;
    if !quiet {
        screen::begin(&sources, targets.len(), begun.elapsed());
    }
    for target in targets {
        if STOP.load(Ordering::Relaxed) {
            break;
        }
        let tested = doubt(test_one(&program, target, &work, &limits), &program, &sources);
        if let Some((file, e)) = limits.solver.log.as_ref().and_then(|log| log.failure()) {
            return Err(Error::Io(file, e));
        }
        let tested = results.add(tested, flags)?;
        if !quiet {
            screen::function(tested, &program);
        }
    }
    let exported = if flags.no_export || STOP.load(Ordering::Relaxed) {
        vec![]
    } else {
        export::export(&results, &work)?
    };
    let text = summary::text(&results, flags.seed, begun.elapsed().as_secs_f64());
    results.write_summary(&text, flags.json.as_deref())?;
    if !quiet {
        screen::end(&results, &exported);
    }
    if flags.debug && !STOP.load(Ordering::Relaxed) {
        debug(&results, &work)?;
    }
    Ok(if STOP.load(Ordering::Relaxed) { 4 } else { exit_code(&results) })
}

/// Opens gdb on the first bug, if there is one.
fn debug(results: &Results, work: &std::path::Path) -> Result<(), Error> {
    for tested in &results.tested {
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

/// Set by Ctrl-C and by a polite kill: what was found so far is kept and written.
static STOP: AtomicBool = AtomicBool::new(false);

extern "C" fn stop(_: libc::c_int) {
    // The second time is meant.
    if STOP.swap(true, Ordering::Relaxed) {
        // SAFETY: ends the process, as a signal would.
        unsafe { libc::_exit(4) };
    }
}

fn catch_signals() {
    for signal in [libc::SIGINT, libc::SIGTERM, libc::SIGHUP] {
        // SAFETY: the handler only touches an atomic.
        unsafe { libc::signal(signal, stop as *const () as libc::sighandler_t) };
    }
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
            let names: Vec<&str> = Layer::ALL.iter().map(|l| l.name()).collect();
            let text = format!("--without {name}: there are {}, slice, subsume", names.join(", "));
            return Err(Error::Usage(text));
        }
    }
    if let Some(folder) = &flags.log_queries {
        options.log = Some(QueryLog::new(folder).map_err(Error::io(folder))?.into());
    }
    Ok(options)
}

/// The limits the flags ask for.
pub fn limits(flags: &TestFlags) -> Result<Limits, Error> {
    Ok(Limits {
        time: Duration::from_secs_f64(flags.time),
        executions: flags.executions,
        search: flags.strategy.into(),
        seed: flags.seed,
        depth: flags.depth,
        nonnull: flags.nonnull,
        harness: false,
        check: flags.check || std::env::var_os("ACUTE_CHECK").is_some(),
        run_time: Duration::from_secs_f64(flags.time.min(1.0)),
        isolation: match flags.isolation {
            IsolationFlag::Auto => None,
            IsolationFlag::Inprocess => Some(Isolation::InProcess),
            IsolationFlag::Fork => Some(Isolation::Fork),
        },
        stop: Some(&STOP),
        solver: solver(flags)?,
        ..Limits::default()
    })
}

fn test_one(program: &Program, target: Target, work: &std::path::Path, limits: &Limits) -> Tested {
    let Target { source, function, space, entry, harness } = target;
    let space = match space {
        Ok(space) => space,
        Err(why) => return Tested::untested(source, function, Outcome::Unsupported(why)),
    };
    let limits = Limits { harness, ..limits.clone() };
    let explored = Explorer::new(program, build::place(&function), space, &entry, work, limits)
        .and_then(|e| e.explore());
    match explored {
        Ok((report, space)) => Tested { source, function, explored: Ok((report, space)), ids: vec![] },
        Err(e) => Tested::untested(source, function, Outcome::Error(e.to_string())),
    }
}

/// A function that can call a stub which does less than the real one may, or use a variable that is one, is not
/// complete.
fn doubt(mut tested: Tested, program: &Program, sources: &[Source]) -> Tested {
    if let Ok((report, _)) = &mut tested.explored {
        let reachable = program.reachable(&tested.function.name);
        let is_user = |f: &String| f == "*" || reachable.contains(&f.as_str());
        let uses = &program.map().globals;
        let is_used = |name: &str| uses.iter().any(|u| u.name == name && u.users.iter().any(is_user));
        let is_reached = |name: &&str| reachable.contains(name) || is_used(name);
        let unlike = |(name, does): &(&str, &str)| !stubs::LIKE.contains(does) && is_reached(name);
        let stub = stubs::all(sources).into_iter().find(unlike);
        if let (Some((name, does)), Outcome::Complete | Outcome::Bounded(_)) = (stub, &report.outcome) {
            report.outcome = Outcome::Unsupported(format!("stub of `{name}` {does}"));
        }
    }
    tested
}

fn exit_code(results: &Results) -> u8 {
    let mut code = 0;
    for tested in &results.tested {
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

/// The engine and its unit take turns: on one core a hand-over costs a tenth of what it costs across
/// two. The unit inherits this.
pub fn pin() {
    // SAFETY: plain system calls on a set of our own.
    unsafe {
        let core = libc::sched_getcpu();
        if core >= 0 {
            let mut set: libc::cpu_set_t = std::mem::zeroed();
            libc::CPU_SET(core as usize, &mut set);
            libc::sched_setaffinity(0, size_of::<libc::cpu_set_t>(), &set);
        }
    }
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
    let exe = link::link(&home, &mut sources, &mut targets, scratch.path())?;
    let program = Program::read(&exe).map_err(|e| Error::Internal(e.to_string()))?;
    inputs::complete(&exe, &program, &sources, &mut targets, Settings::default())?;
    let target = targets.pop().ok_or_else(|| Error::Internal("no target".into()))?;
    Ok((scratch, sources, program, target))
}
