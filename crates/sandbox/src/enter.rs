//! What happens in the child between fork and exec.
//!
//! The fork may have copied locks other threads hold, so nothing here allocates, locks or
//! panics: system calls on data that was prepared before, and nothing else.

use std::io;
use std::os::fd::{AsRawFd, RawFd};

use libc::{c_int, c_ulong, sock_filter};

use crate::{Limits, Sandbox, filter};

/// Walls the calling process in; the order matters, each step as late as it can be. Returns what the installation of the
/// filter with these flags returns.
pub(crate) fn enter(sandbox: &Sandbox, flags: c_ulong) -> io::Result<RawFd> {
    die_with(sandbox.engine)?;
    leave_terminal()?;
    read_from(sandbox.null.as_raw_fd())?;
    limit(&sandbox.limits)?;
    if !sandbox.random_addresses {
        stop_randomisation()?;
    }
    drop_capabilities();
    close_all_but(&sandbox.keep)?;
    prctl(libc::PR_SET_NO_NEW_PRIVS, 1)?;
    if let Some(rules) = &sandbox.rules {
        // SAFETY: the descriptor is ours and open; the kernel reads no memory of ours.
        check(unsafe { libc::syscall(libc::SYS_landlock_restrict_self, rules.as_raw_fd(), 0) })?;
    }
    install(&sandbox.filter, flags)
}

/// The unit is killed when the engine's thread that spawned it ends; also when it already has.
fn die_with(engine: u32) -> io::Result<()> {
    prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL as c_ulong)?;
    // SAFETY: getppid touches no memory.
    let parent = unsafe { libc::getppid() };
    if u32::try_from(parent) == Ok(engine) { Ok(()) } else { Err(error(libc::ESRCH)) }
}

/// A session of its own: no Ctrl-C reaches the unit, and it has no terminal to control.
fn leave_terminal() -> io::Result<()> {
    // SAFETY: setsid touches no memory.
    match check(unsafe { libc::setsid() }.into()) {
        // The caller already made the unit the leader of a group of its own.
        Err(error) if error.raw_os_error() == Some(libc::EPERM) => Ok(()),
        other => other,
    }
}

fn read_from(null: RawFd) -> io::Result<()> {
    // SAFETY: `null` is open; what was descriptor 0 is given up on purpose.
    check(unsafe { libc::dup2(null, 0) }.into())
}

fn limit(limits: &Limits) -> io::Result<()> {
    for (which, wanted) in limits.table() {
        let mut now = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
        // SAFETY: `now` is a valid place for the answer.
        check(unsafe { libc::getrlimit(which, &mut now) }.into())?;
        let value = wanted.min(now.rlim_max);
        let limit = libc::rlimit { rlim_cur: value, rlim_max: value };
        // SAFETY: `limit` is initialised and outlives the call.
        check(unsafe { libc::setrlimit(which, &limit) }.into())?;
    }
    // A file that becomes too large is an error to the unit (EFBIG), as on a full disk; the signal would look like a
    // crash of its own.
    // SAFETY: SIG_IGN is no function; it survives the exec that follows.
    if unsafe { libc::signal(libc::SIGXFSZ, libc::SIG_IGN) } == libc::SIG_ERR {
        return Err(io::Error::last_os_error());
    }
    Ok(())
}

/// The same addresses in every run: takes effect with the exec that follows. A container may
/// refuse it; the unit runs all the same, and [`Level`](crate::Level) has told so before.
fn stop_randomisation() -> io::Result<()> {
    let now = personality(ASK_PERSONALITY)?;
    match personality(now | FIXED_ADDRESSES) {
        Err(error) if error.raw_os_error() == Some(libc::EPERM) => Ok(()),
        other => other.map(|_| ()),
    }
}

/// The personality that changes nothing and tells what it is.
pub(crate) const ASK_PERSONALITY: c_ulong = 0xffff_ffff;
/// The bit of a personality that stops the randomisation of addresses.
pub(crate) const FIXED_ADDRESSES: c_ulong = libc::ADDR_NO_RANDOMIZE as c_ulong;

/// Sets the personality of the calling thread and tells what it was.
pub(crate) fn personality(persona: c_ulong) -> io::Result<c_ulong> {
    // SAFETY: personality touches no memory.
    let before = unsafe { libc::personality(persona) };
    c_ulong::try_from(before).map_err(|_| io::Error::last_os_error())
}

/// Takes from root what root can do beyond files: resource limits, the clock, raw devices.
/// Files stay readable as before. Without privileges there is nothing to take, and it fails.
fn drop_capabilities() {
    const DAC_OVERRIDE: c_ulong = 1;
    const DAC_READ_SEARCH: c_ulong = 2;
    for capability in (0..64).filter(|c| ![DAC_OVERRIDE, DAC_READ_SEARCH].contains(c)) {
        let _ = prctl(libc::PR_CAPBSET_DROP, capability);
    }
    let _ = prctl(libc::PR_CAP_AMBIENT, libc::PR_CAP_AMBIENT_CLEAR_ALL as c_ulong);
}

/// Marks every descriptor from 3 on to be closed by the exec, but those of `keep`. Closing
/// them now would take away the one by which the spawn reports its own failure.
fn close_all_but(keep: &[RawFd]) -> io::Result<()> {
    // SAFETY: close_range touches no memory, and with this flag closes nothing by itself.
    check(unsafe {
        libc::syscall(libc::SYS_close_range, 3 as libc::c_uint, libc::c_uint::MAX, libc::CLOSE_RANGE_CLOEXEC)
    })?;
    for &fd in keep {
        // SAFETY: fcntl with F_SETFD touches no memory; a closed descriptor is an error.
        check(unsafe { libc::fcntl(fd, libc::F_SETFD, 0) }.into())?;
    }
    Ok(())
}

/// Installs the system call filter, in which the child's own process id is filled in.
fn install(prepared: &[sock_filter], flags: c_ulong) -> io::Result<RawFd> {
    const NOTHING: sock_filter = sock_filter { code: 0, jt: 0, jf: 0, k: 0 };
    let mut room = [NOTHING; filter::LONGEST];
    let Some(program) = room.get_mut(..prepared.len()) else {
        return Err(error(libc::E2BIG));
    };
    program.copy_from_slice(prepared);
    // SAFETY: getpid touches no memory.
    let pid = unsafe { libc::getpid() };
    filter::set_own_pid(program, pid.unsigned_abs());
    let fprog = libc::sock_fprog {
        // At most LONGEST, which fits.
        len: program.len() as libc::c_ushort,
        filter: program.as_mut_ptr(),
    };
    let mode = libc::SECCOMP_SET_MODE_FILTER;
    // SAFETY: `fprog` points to `len` initialised instructions; the kernel copies them.
    let result = unsafe { libc::syscall(libc::SYS_seccomp, mode, flags, &raw const fprog) };
    check(result)?;
    Ok(result as RawFd)
}

fn prctl(what: c_int, value: c_ulong) -> io::Result<()> {
    const ZERO: c_ulong = 0;
    // SAFETY: none of the operations used here takes a pointer.
    check(unsafe { libc::prctl(what, value, ZERO, ZERO, ZERO) }.into())
}

fn check(result: libc::c_long) -> io::Result<()> {
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

/// An error of a bare number: unlike one with a message, it allocates nothing.
fn error(errno: c_int) -> io::Error {
    io::Error::from_raw_os_error(errno)
}
