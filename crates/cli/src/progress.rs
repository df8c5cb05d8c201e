//! How far a command is, for a person who watches: a line for each function under way and one for all of them. On a
//! terminal they live at the bottom of the screen; elsewhere a line is said now and then of what takes long.
use crate::screen::count;
use acute_explore::Progress;
use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How often the lines of a terminal are drawn.
pub const TICK: Duration = Duration::from_millis(150);

/// Between two words about a function where there is no terminal.
const PERIOD: Duration = Duration::from_secs(10);

/// What is done in less gets no line of its own: nobody could read it.
const QUICK: Duration = Duration::from_millis(300);

/// What can be seen of one function from outside.
#[derive(Default)]
pub struct Seen {
    /// What its explorer says.
    pub progress: Arc<Progress>,
    /// Its time, in milliseconds; 0 before it is known.
    pub budget: AtomicU64,
}

struct Running {
    index: usize,
    name: String,
    begun: Instant,
    seen: Arc<Seen>,
    /// Its line on a terminal, once it is worth one.
    bar: Option<ProgressBar>,
}

/// The functions of a command, watched.
pub struct Watched {
    screen: Option<(MultiProgress, ProgressBar)>,
    quiet: bool,
    running: Vec<Running>,
    all: usize,
    done: usize,
    bugs: usize,
    ends: Option<Instant>,
    said: Instant,
}

impl Watched {
    /// Watches `all` functions; `ends` is when the whole command has to. Nothing is shown to the `quiet`.
    pub fn new(all: usize, ends: Option<Instant>, quiet: bool) -> Watched {
        let screen = (!quiet).then(terminal).flatten().map(|target| {
            let screen = MultiProgress::with_draw_target(target);
            let total = screen.add(bar());
            (screen, total)
        });
        Watched { screen, quiet, running: vec![], all, done: 0, bugs: 0, ends, said: Instant::now() }
    }

    /// A function begins.
    pub fn begin(&mut self, index: usize, name: &str, seen: Arc<Seen>) {
        self.running.push(Running { index, name: name.to_string(), begun: Instant::now(), seen, bar: None });
    }

    /// It is done, and this many bugs were found in it.
    pub fn end(&mut self, index: usize, bugs: usize) {
        self.done += 1;
        self.bugs += bugs;
        for gone in self.running.iter().filter(|r| r.index == index) {
            if let (Some((screen, _)), Some(bar)) = (&self.screen, &gone.bar) {
                bar.finish_and_clear();
                screen.remove(bar);
            }
        }
        self.running.retain(|r| r.index != index);
    }

    /// Says something that stays.
    pub fn beside<T>(&self, say: impl FnOnce() -> T) -> T {
        match &self.screen {
            Some((screen, _)) => screen.suspend(say),
            None => say(),
        }
    }

    /// Shows how far everything is.
    pub fn tick(&mut self) {
        if let Some((screen, total)) = &self.screen {
            let width = width();
            for r in self.running.iter_mut().filter(|r| r.begun.elapsed() >= QUICK) {
                let line = r.figures().line(&r.name, width);
                r.bar.get_or_insert_with(|| screen.insert_before(total, bar())).set_message(line);
            }
            total.set_message(self.total(width));
        } else if !self.quiet && self.said.elapsed() >= PERIOD {
            self.said = Instant::now();
            for r in self.running.iter().filter(|r| r.begun.elapsed() >= PERIOD) {
                // A closed standard error loses progress lines only.
                let _ = writeln!(std::io::stderr(), "{}", r.figures().line(&r.name, usize::MAX));
            }
        }
    }

    /// Takes the lines away.
    pub fn finish(self) {
        for bar in self.running.iter().filter_map(|r| r.bar.as_ref()) {
            bar.finish_and_clear();
        }
        if let Some((_, total)) = &self.screen {
            total.finish_and_clear();
        }
    }

    fn total(&self, width: usize) -> String {
        let mut line = format!("{} of {}", self.done, count(self.all as u64, "function"));
        line += &format!(", {}", count(self.bugs as u64, "bug"));
        if let Some(ends) = self.ends {
            let left = ends.saturating_duration_since(Instant::now());
            line += &format!(", {} s left in all", left.as_secs());
        }
        cut(line, width)
    }
}

/// How long compiling takes before it is said.
const SLOW_COMPILING: Duration = Duration::from_secs(1);

/// Says that compiling is under way, once it takes longer than a moment, until it is dropped.
pub struct Compiling {
    done: Option<Sender<()>>,
    teller: Option<JoinHandle<()>>,
}

impl Compiling {
    /// Begins to compile the unit of this name; a `quiet` command shows nothing.
    pub fn begin(name: String, quiet: bool) -> Compiling {
        let (done, ended) = channel();
        let teller = (!quiet).then(|| std::thread::spawn(move || tell_compiling(&name, &ended)));
        Compiling { done: Some(done), teller }
    }
}

impl Drop for Compiling {
    fn drop(&mut self) {
        self.done = None;
        // A line on the terminal is gone before anything else is said.
        let _ = self.teller.take().map(JoinHandle::join);
    }
}

/// Shows a line with the seconds on a terminal, elsewhere one that stays.
fn tell_compiling(name: &str, ended: &Receiver<()>) {
    let begun = Instant::now();
    let goes_on = |time| ended.recv_timeout(time) == Err(RecvTimeoutError::Timeout);
    if !goes_on(SLOW_COMPILING) {
        return;
    }
    let Some(target) = terminal() else {
        // A closed standard error loses progress lines only.
        let _ = writeln!(std::io::stderr(), "compiling {name} ...");
        return;
    };
    let line = ProgressBar::with_draw_target(None, target).with_style(bar().style());
    loop {
        let seconds = begun.elapsed().as_secs();
        line.set_message(cut(format!("compiling {name} ... {seconds} s"), width()));
        if !goes_on(TICK) {
            break line.finish_and_clear();
        }
    }
}

impl Running {
    fn figures(&self) -> Figures {
        let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let progress = &self.seen.progress;
        let spent = self.begun.elapsed();
        let budget = Duration::from_millis(read(&self.seen.budget));
        Figures {
            runs: read(&progress.executions),
            rate: (read(&progress.executions) as f64 / spent.as_secs_f64().max(0.001)) as u64,
            paths: read(&progress.paths),
            branches: (read(&progress.covered), read(&progress.branches)),
            findings: read(&progress.findings),
            left: (!budget.is_zero()).then(|| budget.saturating_sub(spent).as_secs()),
        }
    }
}

/// What one line says.
struct Figures {
    runs: u64,
    rate: u64,
    paths: u64,
    branches: (u64, u64),
    findings: u64,
    left: Option<u64>,
}

impl Figures {
    /// As much of it as fits.
    fn line(&self, name: &str, width: usize) -> String {
        let (covered, branches) = self.branches;
        let left = self.left.map(|s| format!(", {s} s left")).unwrap_or_default();
        let found = match self.findings {
            0 => String::new(),
            n => format!(", {}", count(n, "finding")),
        };
        let runs = count(self.runs, "run");
        let paths = count(self.paths, "path");
        let rate = self.rate;
        let forms = [
            format!("{name}: {runs}, {rate}/s, {paths}, branches {covered}/{branches}{found}{left}"),
            format!("{name}: {runs}, branches {covered}/{branches}{found}{left}"),
            format!("{name}: {covered}/{branches}{found}{left}"),
            format!("{name}{left}"),
        ];
        let fits = |line: &&String| line.chars().count() < width;
        cut(forms.iter().find(fits).unwrap_or(&forms[3]).clone(), width)
    }
}

fn cut(line: String, width: usize) -> String {
    // The last column stays free: some terminals begin a new line with it.
    if line.chars().count() < width { line } else { line.chars().take(width.saturating_sub(1)).collect() }
}

fn bar() -> ProgressBar {
    let style = ProgressStyle::with_template("{msg}").unwrap_or_else(|_| ProgressStyle::default_spinner());
    ProgressBar::new_spinner().with_style(style)
}

/// Where lines can be drawn, if they can.
fn terminal() -> Option<ProgressDrawTarget> {
    let is_dumb = std::env::var("TERM").map_or(true, |term| term.is_empty() || term == "dumb");
    if is_dumb {
        None
    } else if std::io::stderr().is_terminal() {
        Some(ProgressDrawTarget::stderr())
    } else if std::io::stdout().is_terminal() {
        Some(ProgressDrawTarget::stdout())
    } else {
        None
    }
}

/// The columns of the terminal.
fn width() -> usize {
    let ask = |fd| {
        // SAFETY: the kernel fills in a struct of ours.
        unsafe {
            let mut size: libc::winsize = std::mem::zeroed();
            (libc::ioctl(fd, libc::TIOCGWINSZ, &mut size) == 0 && size.ws_col > 0).then_some(size.ws_col)
        }
    };
    ask(libc::STDERR_FILENO).or_else(|| ask(libc::STDOUT_FILENO)).map_or(80, usize::from)
}

#[cfg(test)]
mod tests {
    use super::Figures;

    #[test]
    fn a_line_says_what_fits() {
        let figures =
            Figures { runs: 12345, rate: 9876, paths: 120, branches: (17, 18), findings: 1, left: Some(7) };
        let line = |width| figures.line("list_insert", width);
        assert_eq!(
            line(100),
            "list_insert: 12345 runs, 9876/s, 120 paths, branches 17/18, 1 finding, 7 s left"
        );
        assert_eq!(line(79), "list_insert: 12345 runs, branches 17/18, 1 finding, 7 s left");
        assert_eq!(line(50), "list_insert: 17/18, 1 finding, 7 s left");
        assert_eq!(line(30), "list_insert, 7 s left");
        assert_eq!(line(8), "list_in");
        assert_eq!(line(0), "");
    }
}
