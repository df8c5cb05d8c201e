//! What a person sees.
use crate::export::Exported;
use crate::results::{Results, Tested};
use acute_cfront::build::Source;
use acute_cfront::error::Error;
use acute_cfront::interrupt;
use acute_cfront::stubs;
use acute_exec::Program;
use acute_explore::{Confidence, Finding, Isolation, Outcome};
use acute_input::Space;
use std::io::Write;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

/// A line on standard output.
macro_rules! say {
    ($($what:tt)*) => {
        $crate::screen::write(format_args!("{}\n", format_args!($($what)*)))
    };
}
pub(crate) use say;

/// What standard output said when it took no more.
static REFUSED: Mutex<Option<std::io::Error>> = Mutex::new(None);

/// Whether the last line was an empty one.
static EMPTY: AtomicBool = AtomicBool::new(false);

/// An empty line, where there is not one already.
fn paragraph() {
    if !EMPTY.load(Relaxed) {
        say!("");
    }
}

/// Writes to standard output. Where nobody reads it any more (`| head`) the command ends as by Ctrl-C.
pub fn write(text: std::fmt::Arguments) {
    let mut refused = REFUSED.lock().unwrap_or_else(|e| e.into_inner());
    if refused.is_some() {
        return;
    }
    let text = text.to_string();
    EMPTY.store(text == "\n" || text.ends_with("\n\n"), Relaxed);
    let mut out = std::io::stdout().lock();
    if let Err(e) = out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        interrupt::pretend();
        *refused = Some(e);
    }
}

/// Why standard output took no more, other than that nobody reads it.
pub fn refused() -> Result<(), Error> {
    match REFUSED.lock().unwrap_or_else(|e| e.into_inner()).take() {
        Some(e) if e.kind() != std::io::ErrorKind::BrokenPipe => Err(Error::Io("standard output".into(), e)),
        _ => Ok(()),
    }
}

/// Warnings, on standard error.
pub fn warn<'a>(texts: impl IntoIterator<Item = &'a String>) {
    for text in texts {
        // Where standard error is closed there is no place for them.
        _ = writeln!(std::io::stderr(), "acute: warning: {text}");
    }
}

/// The first line.
pub fn begin(sources: &[Source], functions: usize, compiling: Duration) {
    let files: Vec<String> = sources.iter().map(|s| file_name(&s.path)).collect();
    let version = env!("CARGO_PKG_VERSION");
    let plural = if functions == 1 { "" } else { "s" };
    say!(
        "acute {version}  {}  {functions} function{plural}, compiled in {:.1} s",
        files.join(" "),
        compiling.as_secs_f64()
    );
    for (name, does) in stubs::all(sources) {
        say!("stub: `{name}` is not defined anywhere: it {does}");
    }
    say!("");
}

/// The lines of one function.
pub fn function(tested: &Tested, program: &Program) {
    let name = &tested.function.name;
    let (report, space) = match &tested.explored {
        Ok((report, space)) => (report, space),
        Err(outcome) => {
            let why = outcome.reason().or(tested.note.as_deref());
            say!("{name}: {}: {}", outcome.name(), why.unwrap_or("?"));
            return;
        }
    };
    let (covered, total) = tested.branches(program, false);
    let failing = match tested.failing_only(program).len() {
        0 => String::new(),
        n => format!(" ({n} only by failing runs)"),
    };
    say!(
        "{name}: {}, {}, {}, branches {covered}/{total}{failing}, {}",
        report.outcome.name(),
        count(report.paths, "path"),
        count(report.executions, "run"),
        if tested.kept.is_some() { "kept from before".into() } else { time(report.seconds) }
    );
    if let Some(why) = report.outcome.reason().or(tested.note.as_deref()) {
        say!("  {why}");
    }
    if matches!(report.outcome, Outcome::Complete | Outcome::Bounded(_)) && !report.assumptions.is_empty() {
        let names: Vec<&str> = report.assumptions.iter().map(|a| a.name()).collect();
        say!("  assumed: {}", names.join(", "));
    }
    match report.saved_stale {
        0 => {}
        1 => say!("  1 saved input does not fit any more"),
        n => say!("  {n} saved inputs do not fit any more"),
    }
    if let Some(line) = isolation(report.isolation, &program.code().stateful(name)) {
        say!("  {line}");
    }
    if report.outcome != Outcome::Complete {
        for (reason, times) in &report.concretized {
            let words = in_words(reason).map(|words| format!(": {words}")).unwrap_or_default();
            say!("  not followed: {reason} ({times}x){words}");
        }
    }
    if report.unconfirmed > 0 {
        let findings = count(report.unconfirmed, "finding");
        say!("  not confirmed: {findings}, for the time was up: raise --time to see them");
    }
    if !report.requires.is_empty() {
        say!("  requires: {}", report.requires.join(", "));
    }
    let confirmed = || report.findings.iter().enumerate().filter(|(_, f)| f.confirmed);
    // What an answer of a stub leads to is neither the unit's fault nor its caller's.
    for (_, f) in confirmed().filter(|(_, f)| f.confidence != Confidence::Ignored) {
        if let Some(why) = &f.because {
            say!("  because of {why}: {} ({}) at {}", f.message, f.kind.name(), place(f));
        }
    }
    let is_told = |f: &Finding| matches!(f.confidence, Confidence::Bug | Confidence::State);
    for (k, finding) in confirmed().filter(|(_, f)| is_told(f)) {
        self::finding(finding, space, tested, k);
        paragraph();
    }
}

/// What the name of a reason means, for who reads it the first time; docs/limits.md says more.
fn in_words(reason: &str) -> Option<&'static str> {
    let words = match reason.split(':').next()? {
        "symbolic-address" => "which element an index or pointer chooses",
        "symbolic-size" => "how many bytes are copied",
        "no-model" => "what a function that was compiled without us makes of the input",
        "before-object" => "what lies before the object that a pointer points to",
        "outside-object" => "what happens after memory outside an object was used",
        "foreign-pointer" => "a pointer to something that is no input",
        "written-outside" => "what code that was compiled without us wrote",
        "sandbox" => "a system call that the sandbox refuses",
        "float-to-int" => "a float that fits no integer",
        "shift" => "a shift by as many bits as there are, or more",
        "trace-full" | "table-full" => "the rest of a very long run",
        _ => return None,
    };
    Some(words)
}

/// How its runs were kept apart, where that is not the usual way; `stateful` is what it can call that keeps state.
fn isolation(isolation: Isolation, stateful: &[&str]) -> Option<String> {
    let names = stateful.join(", ");
    match (isolation, stateful.is_empty()) {
        (Isolation::InProcess, true) => None,
        (Isolation::InProcess, false) => Some(format!(
            "all runs in one process, as --isolation asks: what one run leaves in {names} reaches the next"
        )),
        (Isolation::Fork, true) => Some("each run in a process of its own, as --isolation asks".into()),
        (Isolation::Fork, false) => Some(format!("each run in a process of its own: it can call {names}")),
    }
}

fn place(finding: &Finding) -> String {
    format!("{}:{}", file_name(Path::new(&finding.place.file)), finding.place.line)
}

fn finding(finding: &Finding, space: &Space, tested: &Tested, k: usize) {
    let word = match finding.confidence {
        Confidence::Bug => "BUG",
        Confidence::Precondition => "precondition",
        Confidence::State => "state",
        Confidence::Ignored => "ignored",
    };
    let place = place(finding);
    paragraph();
    say!("  {word}: {} ({}) at {place}, run {}", finding.message, finding.kind.name(), finding.executions);
    match acute_export::render_call(&finding.input, space) {
        Ok(text) => text.lines().for_each(|line| say!("      {}", shortened(line))),
        Err(why) => say!("      (its input cannot be written as C: {why})"),
    }
    if let Some(id) = tested.id_of_finding(k) {
        say!("    again: acute replay {id}");
    }
}

/// A line that fits a screen or two: an object of thousands of fields is in its test, whole.
fn shortened(line: &str) -> String {
    const LONG: usize = 400;
    match line.char_indices().nth(LONG) {
        Some((end, _)) => format!("{} ... ({} more characters)", &line[..end], line.len() - end),
        None => line.to_owned(),
    }
}

/// What is gone on from.
pub fn resumed(kept: usize, again: usize, inputs: usize, is_same: bool) {
    if !is_same {
        say!("resumed: the program or an option changed: every function is explored again");
    }
    let kept = count(kept as u64, "function");
    say!(
        "resumed: {kept} kept from before, {again} to explore from {}\n",
        count(inputs as u64, "saved input")
    );
}

/// Why the command ends early, and for which functions.
pub fn stopped(why: &str, not_begun: &[String]) {
    paragraph();
    match not_begun {
        [] => say!("{why}"),
        names => say!("{why}; not tested: {}", list(names)),
    }
}

/// The first few names.
fn list(names: &[String]) -> String {
    let more = names.len().saturating_sub(8);
    let shown = names[..names.len() - more].join(", ");
    if more > 0 { format!("{shown} and {more} more") } else { shown }
}

/// The last lines.
pub fn end(results: &Results, exported: &[Exported]) {
    let bugs = results.count(Confidence::Bug);
    let preconditions = results.count(Confidence::Precondition);
    let states = results.count(Confidence::State);
    let mut line = count(bugs as u64, "bug");
    if states > 0 {
        line.push_str(&format!(", {states} by state"));
    }
    if preconditions > 0 {
        line.push_str(&format!(", {}", count(preconditions as u64, "precondition")));
    }
    let ignored = results.count(Confidence::Ignored);
    if ignored > 0 {
        line.push_str(&format!(", {ignored} ignored"));
    }
    // An input that does not end, or whose run was cut short, is saved, but makes no test.
    let endless = results.endless();
    let tests = count((results.tests() - endless) as u64, "test");
    let endless = if endless > 0 {
        format!(" and {} without an end", count(endless as u64, "input"))
    } else {
        String::new()
    };
    paragraph();
    say!("{line}, {tests}{endless} in {}", results.tests_folder().display());
    if results.claims() {
        say!("not checked: {}", results.checks.not_checked().join(", "));
    }
    for file in exported {
        if let Some(why) = &file.failed {
            say!("{}: not written: {why}", file.path.display());
            continue;
        }
        let path = file.path.display();
        let mut line = match file.findings {
            false => format!("{path}: {} passed, 0 failed", file.tests),
            true if file.tests == 0 => format!("{path}: not written"),
            true => format!("{path}: {} failed, as found", file.tests),
        };
        for (reason, n) in &file.left_out {
            line.push_str(&format!(", {n} not exported ({reason})"));
        }
        say!("{line}");
    }
    for (edited, written) in results.folder.beside() {
        let [edited, written] = [edited, written].map(|n| results.folder.root().join(n));
        say!("{}: kept, it is not as acute wrote it; the new one is {}", edited.display(), written.display());
    }
}

/// So many of something.
pub fn count(n: u64, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}

fn time(seconds: f64) -> String {
    if seconds < 0.1 { format!("{:.1} ms", seconds * 1000.0) } else { format!("{seconds:.2} s") }
}

/// The last part of a path.
pub fn file_name(path: &Path) -> String {
    path.file_name().map_or_else(|| path.display().to_string(), |n| n.to_string_lossy().into_owned())
}
