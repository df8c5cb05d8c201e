//! Ctrl-C and a polite kill: what was found is kept, what runs is stopped, and no file of ours is left behind. A
//! second one ends everything at once.
//!
//! The handler only passes the signal on, through a pipe, to a thread that may remove files and end processes like any
//! other code. Children start without it: nothing is blocked or ignored that was not before.
use crate::error::Error;
use std::io::Read;
use std::os::fd::FromRawFd;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

/// Set to make every exploration under way end and keep what it has.
pub static STOP: AtomicBool = AtomicBool::new(false);

/// Signals that came.
static SIGNALS: AtomicU32 = AtomicU32::new(0);

/// They are somebody else's while gdb is open.
static DEAF: AtomicBool = AtomicBool::new(false);

/// What has to be cleared away.
struct Left {
    /// Process groups of compilers under way.
    groups: Vec<libc::pid_t>,
    /// Folders of ours.
    folders: Vec<PathBuf>,
}

static LEFT: Mutex<Left> = Mutex::new(Left { groups: vec![], folders: vec![] });

fn left() -> MutexGuard<'static, Left> {
    // Nothing that can fail is done with it in hand.
    LEFT.lock().unwrap_or_else(|e| e.into_inner())
}

/// What the first signal does.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum First {
    /// Everything is asked to end.
    Asks,
    /// There is nothing to keep: it ends at once.
    Ends,
}

/// Where the handler writes to, and in which process: one that was forked and runs nothing else yet has it, too.
static PIPE: AtomicI32 = AtomicI32::new(-1);
static OWNER: AtomicI32 = AtomicI32::new(0);

extern "C" fn pass_on(signal: libc::c_int) {
    // SAFETY: both calls may be made in a handler; errno is what it was for the code that was interrupted.
    unsafe {
        let errno = *libc::__errno_location();
        if libc::getpid() == OWNER.load(Ordering::Relaxed) {
            let byte = signal as u8;
            libc::write(PIPE.load(Ordering::Relaxed), (&raw const byte).cast(), 1);
        }
        *libc::__errno_location() = errno;
    }
}

/// Begins to listen.
pub fn listen(first: First) {
    let mut ends = [0; 2];
    // SAFETY: the kernel fills in two numbers of ours. Without a pipe signals do what they do anyway.
    if unsafe { libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC) } != 0 {
        return;
    }
    PIPE.store(ends[1], Ordering::Relaxed);
    OWNER.store(std::process::id() as i32, Ordering::Relaxed);
    // SAFETY: the descriptor is open and nobody else's.
    let mut signals = unsafe { std::fs::File::from_raw_fd(ends[0]) };
    std::thread::spawn(move || {
        let mut signal = [0];
        while signals.read_exact(&mut signal).is_ok() {
            if signal[0] == libc::SIGINT as u8 && DEAF.load(Ordering::Relaxed) {
                continue;
            }
            if SIGNALS.fetch_add(1, Ordering::Relaxed) > 0 || first == First::Ends {
                end(4);
            }
            stop();
            kill_compilers(libc::SIGTERM);
        }
    });
    for signal in [libc::SIGINT, libc::SIGTERM, libc::SIGHUP] {
        // SAFETY: the handler does what a handler may.
        unsafe {
            // What is ignored stays so: a command behind nohup outlives its terminal.
            if libc::signal(signal, pass_on as *const () as libc::sighandler_t) == libc::SIG_IGN {
                libc::signal(signal, libc::SIG_IGN);
            }
        }
    }
}

/// Whether a signal came, or nobody reads what is said.
pub fn came() -> bool {
    SIGNALS.load(Ordering::Relaxed) > 0
}

/// As if a signal had come.
pub fn pretend() {
    SIGNALS.fetch_add(1, Ordering::Relaxed);
    stop();
}

/// Asks all explorations to end.
pub fn stop() {
    STOP.store(true, Ordering::Relaxed);
}

/// Whether they were asked to.
pub fn stopped() -> bool {
    STOP.load(Ordering::Relaxed)
}

/// Does something while Ctrl-C is not for us.
pub fn deaf<T>(work: impl FnOnce() -> T) -> T {
    DEAF.store(true, Ordering::Relaxed);
    let done = work();
    DEAF.store(false, Ordering::Relaxed);
    done
}

/// Clears everything away and ends the process.
pub fn end(code: u8) -> ! {
    kill_compilers(libc::SIGKILL);
    // What still runs in there is killed with us, and may write a last file until then.
    for folder in &left().folders {
        for _ in 0..3 {
            if std::fs::remove_dir_all(folder).is_ok() || !folder.exists() {
                break;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }
    // SAFETY: ends the process; nothing of ours has to be run before.
    unsafe { libc::_exit(code.into()) }
}

fn kill_compilers(signal: libc::c_int) {
    for group in &left().groups {
        // SAFETY: a signal to a group that we made.
        unsafe { libc::kill(-group, signal) };
    }
}

/// Has a folder removed wherever the process ends.
pub fn remember(folder: &Path) {
    left().folders.push(folder.to_owned());
}

/// It is gone.
pub fn forget(folder: &Path) {
    left().folders.retain(|f| f != folder);
}

/// Runs a compiler to its end, in a group of its own so that all it starts can be stopped with it. What it writes on
/// the way goes where ours does, and with it.
pub fn output(command: &mut Command) -> Result<Output, Error> {
    use std::os::unix::process::CommandExt;
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
    let child = {
        let mut left = left();
        if came() {
            return Err(Error::Interrupted);
        }
        if let Some(folder) = left.folders.first() {
            command.env("TMPDIR", folder);
        }
        let child = command.spawn();
        let missing =
            |e: std::io::Error| Error::Missing(format!("{}: {e}", command.get_program().to_string_lossy()));
        let child = child.map_err(missing)?;
        left.groups.push(child.id() as libc::pid_t);
        child
    };
    let group = child.id() as libc::pid_t;
    let output = child.wait_with_output();
    left().groups.retain(|g| *g != group);
    if came() {
        return Err(Error::Interrupted);
    }
    output.map_err(Error::io(command.get_program()))
}
