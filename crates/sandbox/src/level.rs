//! How much of the wall the running kernel can build.

use std::fmt;

use crate::enter::{ASK_PERSONALITY, FIXED_ADDRESSES, personality};
use crate::files;

/// What confines the unit on this machine.
///
/// The unit always starts behind the system call filter; without it, it does not start.
/// Landlock is used as far as the kernel has it, and the filter takes over what it can of the
/// rest: see the table of the [crate's documentation](crate).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Level {
    /// The Landlock ABI in use, 0 for none.
    pub landlock: u8,
    /// Whether the kernel can filter system calls.
    pub seccomp: bool,
    /// Whether the unit's addresses are the same in every run; some containers refuse that.
    pub fixed_addresses: bool,
}

impl Level {
    /// What the running kernel offers.
    pub fn of_this_machine() -> Self {
        Self {
            landlock: files::landlock_abi().min(files::TESTED_ABI),
            seccomp: traps(),
            fixed_addresses: fixed_addresses(),
        }
    }

    /// Whether every part of the wall is there.
    pub fn is_full(self) -> bool {
        self.seccomp && self.landlock >= 6
    }

    /// Whether the unit can write files in its scratch folder.
    pub fn can_write_scratch(self) -> bool {
        self.landlock > 0
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.seccomp {
            return write!(f, "none: the kernel cannot filter system calls, no unit can run");
        }
        match self.landlock {
            0 => write!(f, "seccomp; no Landlock: a unit can write no file at all")?,
            abi @ 1..6 => write!(f, "seccomp, Landlock ABI {abi}: seccomp does what it lacks")?,
            abi => write!(f, "seccomp, Landlock ABI {abi}: full")?,
        }
        if self.fixed_addresses { Ok(()) } else { write!(f, "; addresses differ from run to run") }
    }
}

/// Tries it on the calling thread, whose personality is put back as it was.
fn fixed_addresses() -> bool {
    let Ok(now) = personality(ASK_PERSONALITY) else { return false };
    let works = personality(now | FIXED_ADDRESSES).is_ok();
    // Only what was there before is set again; where that fails, nothing was changed.
    let _ = personality(now);
    works
}

/// Whether the kernel knows filters that trap.
fn traps() -> bool {
    let action: u32 = libc::SECCOMP_RET_TRAP;
    // SAFETY: the kernel reads the four bytes of `action` and nothing else.
    unsafe { libc::syscall(libc::SYS_seccomp, libc::SECCOMP_GET_ACTION_AVAIL, 0, &raw const action) == 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_says_what_it_means() {
        for (landlock, seccomp, full, says) in [
            (7, true, true, "full"),
            (3, true, false, "ABI 3"),
            (0, true, false, "no Landlock"),
            (7, false, false, "none"),
        ] {
            let level = Level { landlock, seccomp, fixed_addresses: true };
            assert_eq!(level.is_full(), full);
            assert!(level.to_string().contains(says), "{level}");
        }
        let level = Level { landlock: 7, seccomp: true, fixed_addresses: false };
        assert!(level.to_string().contains("differ"), "{level}");
    }

    #[test]
    fn asking_leaves_the_personality_as_it_was() {
        let before = personality(ASK_PERSONALITY).unwrap();
        Level::of_this_machine();
        assert_eq!(personality(ASK_PERSONALITY).unwrap(), before);
    }
}
