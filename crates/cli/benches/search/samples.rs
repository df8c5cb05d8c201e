//! What this process spends its time with, by looking at every tick of the clock: a timer of the processor time
//! notes the stack, and llvm-symbolizer says afterwards whose functions stand there.
use crate::shared::Outcome;
use std::collections::HashMap;
use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

const SAMPLES: usize = 8192;
const FRAMES: usize = 48;
const MICROSECONDS: i64 = 1000;

static NEXT: AtomicUsize = AtomicUsize::new(0);
static STACKS: [AtomicUsize; SAMPLES * FRAMES] = [const { AtomicUsize::new(0) }; SAMPLES * FRAMES];

/// Who is at work, by the innermost function of these. What none of them has called is the engine's.
const WHO: &[(&str, &str)] = &[
    ("acute_solve::", "solver"),
    ("acute_explore::path::", "reading traces"),
    ("acute_exec::", "handing over"),
    ("acute_input::", "inputs"),
    ("acute_explore::", "engine"),
];
const ELSE: &str = "engine";

/// What was seen.
#[derive(Default)]
pub struct Samples(HashMap<Vec<usize>, usize>);

impl Samples {
    /// Starts to look.
    pub fn start(&self) -> Outcome<()> {
        // The first call loads what it needs, which a signal handler must not do.
        stack(0);
        NEXT.store(0, Relaxed);
        // SAFETY: the handler touches atomics and its own stack only; the first call of backtrace is over.
        let done = unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = look as *const () as libc::sighandler_t;
            action.sa_flags = libc::SA_RESTART;
            libc::sigaction(libc::SIGPROF, &action, std::ptr::null_mut())
        };
        if done != 0 || !timer(MICROSECONDS) {
            return Err(format!("no timer: {}", std::io::Error::last_os_error()).into());
        }
        Ok(())
    }

    /// Looks no longer.
    pub fn stop(&mut self) {
        timer(0);
        for n in 0..NEXT.load(Relaxed).min(SAMPLES) {
            let frames = STACKS[n * FRAMES..][..FRAMES].iter().map(|f| f.load(Relaxed));
            *self.0.entry(frames.take_while(|f| *f != 0).collect()).or_default() += 1;
        }
    }
}

extern "C" fn look(_: libc::c_int) {
    let n = NEXT.fetch_add(1, Relaxed);
    if n < SAMPLES {
        stack(n);
    }
}

/// Notes the stack as number `n`.
fn stack(n: usize) {
    let mut frames = [std::ptr::null_mut(); FRAMES];
    // SAFETY: writes at most as many as there is room for.
    let found = unsafe { libc::backtrace(frames.as_mut_ptr(), FRAMES as libc::c_int) };
    for (k, frame) in frames.iter().enumerate() {
        let address = if k < found as usize { *frame as usize } else { 0 };
        STACKS[n * FRAMES + k].store(address, Relaxed);
    }
}

fn timer(microseconds: i64) -> bool {
    let each = libc::timeval { tv_sec: 0, tv_usec: microseconds };
    let timer = libc::itimerval { it_interval: each, it_value: each };
    // SAFETY: reads a struct of ours.
    unsafe { libc::setitimer(libc::ITIMER_PROF, &timer, std::ptr::null_mut()) == 0 }
}

impl Samples {
    /// The share of each, most first.
    pub fn shares(&self) -> Outcome<Vec<(&'static str, f64)>> {
        let exe = std::env::current_exe()?;
        let maps = std::fs::read_to_string("/proc/self/maps")?;
        let first =
            maps.lines().find(|l| l.ends_with(&*exe.to_string_lossy())).ok_or("no map of ourselves")?;
        let base = usize::from_str_radix(first.split('-').next().unwrap_or(""), 16)?;
        // What returns to an address was called just before it.
        let own = |frame: &usize| frame.wrapping_sub(base + 1);
        let mut names: HashMap<usize, Option<&str>> =
            self.0.keys().flatten().map(|f| (own(f), None)).collect();
        let mut symbolizer = Command::new("llvm-symbolizer-19");
        symbolizer.arg("--obj").arg(&exe).args(["--functions=linkage", "--inlines", "--output-style=JSON"]);
        let mut child = symbolizer.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let asked: Vec<usize> = names.keys().copied().collect();
        let text: String = asked.iter().map(|a| format!("{a:#x}\n")).collect();
        let mut input = child.stdin.take().ok_or("no input")?;
        let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
        let said = String::from_utf8(child.wait_with_output()?.stdout)?;
        writer.join().map_err(|_| "the writer died")??;
        for (address, line) in asked.iter().zip(said.lines()) {
            names.insert(*address, who(line)?);
        }
        let mut counts: HashMap<&str, f64> = HashMap::new();
        let all = self.0.values().sum::<usize>() as f64;
        for (frames, count) in &self.0 {
            let who = frames.iter().find_map(|f| names.get(&own(f)).copied().flatten()).unwrap_or(ELSE);
            *counts.entry(who).or_default() += *count as f64 / all;
        }
        let mut shares: Vec<(&'static str, f64)> =
            WHO.iter().filter_map(|(_, who)| Some((*who, *counts.get(who)?))).collect();
        shares.sort_by(|a, b| b.1.total_cmp(&a.1));
        Ok(shares)
    }
}

/// Whose function an address is in, by the innermost that says so.
fn who(line: &str) -> Outcome<Option<&'static str>> {
    let said: serde_json::Value = serde_json::from_str(line)?;
    let functions =
        said["Symbol"].as_array().into_iter().flatten().filter_map(|s| s["FunctionName"].as_str());
    let known = |name: &str| {
        let name = name.trim_start_matches(['<', '&']);
        WHO.iter().find(|(prefix, _)| name.starts_with(prefix)).map(|(_, who)| *who)
    };
    Ok(functions.into_iter().find_map(known))
}
