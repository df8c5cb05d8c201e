//! The first wall around the unit under test.
//!
//! A unit runs on inputs nobody has looked at, so it may do anything its code can do. Before
//! it starts, its process gives up what could harm anything but itself:
//!
//! | it may | it may not | by |
//! |---|---|---|
//! | read files and folders | write, create, remove, rename, truncate outside scratch | Landlock |
//! | write below the scratch folder and to `/dev/null` | change modes, owners, times, attributes | seccomp |
//! | execute itself and its dynamic loader | execute any other file | Landlock |
//! | start threads | start processes, but for one instruction of [`Settings::trusted`] | seccomp |
//! | send signals to itself | send signals, trace, read another's memory | both |
//! | use inherited descriptors it was given | use the network or any socket | both |
//! | use memory, files and descriptors up to [`Limits`] | raise them | rlimits |
//!
//! A denied system call raises SIGSYS: the unit's runtime notes the call ([`syscall_name`]
//! says which) and lets it return -EPERM; a unit without the runtime dies. Where the unit forks
//! ([`Settings::trusted`]), calls that change files are trapped, too: the runtime makes them, and notes what Landlock
//! refuses. A call of another
//! architecture (`int 0x80`) ends the process, and `clone3` does not exist, so that the C
//! library starts threads by `clone`. A sleep returns 0 at once: nobody waits for a unit that waits.
//!
//! Where the kernel's Landlock is older than ABI 3 or missing, the filter denies the calls
//! that could then do harm: [`Level`] tells, and without Landlock not even the scratch folder
//! can be written. What the unit can still do is use up the processor, memory within its
//! limits and the space of the scratch folder, write what it likes into descriptors it
//! inherits (give it no terminal), and read every file the engine can read.
//!
//! A program without the runtime, run as its user will run it ([`Settings::native`]), may start processes and execute
//! any file. [`Watched`] starts it: denied calls return -EPERM and are told, as are paths that it names.
//!
//! It needs Linux 5.11 or later on x86-64.
//!
//! Nothing here knows what a unit is, how it is traced or why it runs.
//!
//! ```no_run
//! # use std::{path::Path, process::Command};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let (unit, scratch) = (Path::new("target/unit"), Path::new("target/scratch"));
//! let mut command = Command::new(unit);
//! acute_sandbox::Sandbox::prepare(unit, scratch)?.confine(&mut command);
//! let status = command.env("TMPDIR", scratch).status()?;
//! # Ok(()) }
//! ```

mod calls;
mod denied;
mod elf;
mod enter;
mod error;
mod files;
mod filter;
mod level;
mod limits;
mod watch;

pub use calls::syscall_name;
pub use error::SandboxError;
pub use files::{TESTED_ABI, landlock_abi};
pub use level::Level;
pub use limits::{Limits, Settings};
pub use watch::{Seen, Watched, can_watch};

use std::fs::File;
use std::io;
use std::os::fd::{OwnedFd, RawFd};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

/// Everything a child needs to wall itself in, made before the fork: what allocates happens
/// in [`prepare`](Sandbox::prepare), what [`apply`](Sandbox::apply) does only makes system calls.
#[derive(Debug)]
pub struct Sandbox {
    /// The process that prepared this, and must be the parent of the one that applies it.
    engine: u32,
    level: Level,
    limits: Limits,
    random_addresses: bool,
    keep: Vec<RawFd>,
    null: OwnedFd,
    rules: Option<OwnedFd>,
    filter: Vec<libc::sock_filter>,
    /// The scratch folder, without symbolic links.
    scratch: PathBuf,
}

impl Sandbox {
    /// Prepares the default sandbox, for any number of children, for the executable `exe`, which may write below `scratch`.
    pub fn prepare(exe: &Path, scratch: &Path) -> Result<Arc<Self>, SandboxError> {
        Self::prepare_with(exe, scratch, &Settings::default())
    }

    /// Prepares a sandbox with limits and descriptors of the caller's choice.
    pub fn prepare_with(exe: &Path, scratch: &Path, settings: &Settings) -> Result<Arc<Self>, SandboxError> {
        let mut level = Level::of_this_machine();
        level.landlock = level.landlock.min(settings.landlock_ceiling);
        let null = Path::new("/dev/null");
        let open = |source| SandboxError::Open { path: null.to_owned(), source };
        if !scratch.is_dir() {
            return Err(SandboxError::NotADirectory(scratch.to_owned()));
        }
        Ok(Arc::new(Self {
            engine: std::process::id(),
            level,
            limits: settings.limits,
            random_addresses: settings.random_addresses,
            keep: settings.keep.clone(),
            null: File::open(null).map_err(open)?.into(),
            rules: files::ruleset(exe, scratch, level.landlock, settings.native)?,
            filter: filter::program(level.landlock, settings)?,
            scratch: scratch
                .canonicalize()
                .map_err(|source| SandboxError::Open { path: scratch.to_owned(), source })?,
        }))
    }

    /// How much of the wall this kernel can build.
    pub fn level(&self) -> Level {
        self.level
    }

    /// Walls in the calling process, for good. To be called between fork and exec, in a child
    /// of the process that prepared the sandbox: it allocates nothing and takes no lock.
    ///
    /// Standard input is `/dev/null` afterwards; output is the caller's to arrange. The unit
    /// is killed when the *thread* that spawned it ends, not only the process.
    ///
    /// # Errors
    /// The system call that failed, ESRCH when the parent is gone. The process may be partly
    /// walled in then and must not go on to run the unit.
    pub fn apply(&self) -> io::Result<()> {
        enter::enter(self, 0).map(|_| ())
    }

    /// The same for a native program: the descriptor by which the kernel notifies.
    fn apply_watched(&self) -> io::Result<RawFd> {
        enter::enter(self, libc::SECCOMP_FILTER_FLAG_NEW_LISTENER)
    }

    /// Makes `command` apply the sandbox in every child it spawns.
    pub fn confine(self: &Arc<Self>, command: &mut Command) {
        let sandbox = Arc::clone(self);
        // SAFETY: `apply` makes system calls only, as what runs after a fork must.
        unsafe { command.pre_exec(move || sandbox.apply()) };
    }
}
