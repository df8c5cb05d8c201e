//! What the unit may use up, and what of the engine's it may see.

use std::os::fd::RawFd;

const GIB: u64 = 1 << 30;
const TIB: u64 = 1 << 40;

/// Resource limits of the unit; each is also the hard limit, so the unit cannot raise it.
///
/// A limit the engine itself runs under that is lower stays in force.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of address space. The default leaves room for 80 TiB of shadow memory, which
    /// is mapped without being reserved, and 8 GiB for everything else.
    pub address_space: u64,
    /// Bytes a file the unit writes may grow to: 64 MiB.
    pub file_size: u64,
    /// One more than the highest file descriptor the unit may open: 256.
    pub open_files: u64,
    /// Bytes of a core file: none is written.
    pub core: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { address_space: 80 * TIB + 8 * GIB, file_size: 64 << 20, open_files: 256, core: 0 }
    }
}

impl Limits {
    /// The limits as the kernel wants them: which, and the value.
    pub(crate) fn table(&self) -> [(libc::__rlimit_resource_t, u64); 4] {
        [
            (libc::RLIMIT_AS, self.address_space),
            (libc::RLIMIT_FSIZE, self.file_size),
            (libc::RLIMIT_NOFILE, self.open_files),
            (libc::RLIMIT_CORE, self.core),
        ]
    }
}

/// What can be chosen about a [`Sandbox`](crate::Sandbox).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// Resource limits of the unit.
    pub limits: Limits,
    /// File descriptors the unit inherits besides 0, 1 and 2; every other one is closed
    /// when the unit starts. They must be open when the unit is spawned.
    pub keep: Vec<RawFd>,
    /// The address behind the one system call instruction of the unit that may fork and send signals to other
    /// processes; none by default. What it forks is behind the same wall, and has to deny itself that much.
    pub trusted: Option<u64>,
    /// A sleep takes its time, as in any process. By default it is over at once.
    pub sleeps: bool,
    /// The program is one without the runtime, run as its user will run it: it may start processes and execute any
    /// file, all behind the same wall. Denied calls and the paths that it names are told to a
    /// [`Watched`](crate::Watched), which has to start it.
    pub native: bool,
    /// Addresses are as random as in any process. By default they are the same in every run.
    pub random_addresses: bool,
    /// Act as if the kernel had at most this Landlock ABI, to try out what an older kernel
    /// gives; [`TESTED_ABI`](crate::TESTED_ABI) by default.
    pub landlock_ceiling: u8,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            limits: Limits::default(),
            keep: Vec::new(),
            trusted: None,
            sleeps: false,
            native: false,
            random_addresses: false,
            landlock_ceiling: crate::TESTED_ABI,
        }
    }
}
