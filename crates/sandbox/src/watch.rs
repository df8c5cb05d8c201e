//! A native program under watch: seccomp's user notification asks this side about every denied call and every call that
//! names a file, of the program and of all that it starts.
//!
//! The answers protect nothing that the wall does not: paths can change while they are read. They tell if a run would be
//! the same on another machine: a denied call or a path outside the scratch folder speaks against that.

use std::collections::BTreeSet;
use std::fs::File;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::FileExt;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::{Component, Path, PathBuf};
use std::process::{Child, Command, ExitStatus};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::denied::{self, When};
use crate::{Sandbox, calls};

/// What a run did that another machine may answer otherwise.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Seen {
    /// It made this system call, which was denied.
    Denied(&'static str),
    /// It named this path, which is neither in its scratch folder nor the system's own.
    Outside(PathBuf),
}

/// A native program that runs.
#[derive(Debug)]
pub struct Watched {
    child: Child,
    listener: OwnedFd,
    sandbox: Arc<Sandbox>,
    seen: BTreeSet<Seen>,
}

/// Whether the kernel can notify: Linux 5.5, and no container that forbids it.
pub fn can_watch() -> bool {
    let action: u32 = libc::SECCOMP_RET_USER_NOTIF;
    // SAFETY: the kernel reads the four bytes of `action` and nothing else.
    unsafe { libc::syscall(libc::SYS_seccomp, libc::SECCOMP_GET_ACTION_AVAIL, 0, &raw const action) == 0 }
}

/// How long this side waits for a notification before it looks after the child.
const TICK: libc::c_int = 1;
/// The longest path, as the kernel has it.
const LONGEST: usize = 4096;

impl Watched {
    /// Starts a command in a sandbox that was prepared for a native program.
    pub fn spawn(sandbox: &Arc<Sandbox>, mut command: Command) -> io::Result<Watched> {
        let (ours, theirs) = UnixStream::pair()?;
        let (walled, socket) = (Arc::clone(sandbox), theirs.as_raw_fd());
        // SAFETY: `apply_watched` and `send` make system calls only, as what runs after a fork must.
        unsafe { command.pre_exec(move || send(socket, walled.apply_watched()?)) };
        let child = command.spawn()?;
        drop(theirs);
        let listener = receive(ours.as_raw_fd())?;
        Ok(Watched { child, listener, sandbox: Arc::clone(sandbox), seen: BTreeSet::new() })
    }

    /// Waits until the program ends, its time is up or `stopped` says so; then it and all that it started are killed.
    /// Returns how it ended, if it did, and what was seen of it.
    pub fn wait(
        mut self,
        patience: Duration,
        stopped: impl Fn() -> bool,
    ) -> io::Result<(Option<ExitStatus>, BTreeSet<Seen>)> {
        let begun = Instant::now();
        loop {
            let is_served = self.serve();
            let is_over = has_ended(self.child.id())?;
            if is_over || is_served.is_err() || begun.elapsed() > patience || stopped() {
                // It cannot have left the group that it leads; its id is taken until it is waited for.
                // SAFETY: kill touches no memory.
                unsafe { libc::kill(-(self.child.id() as libc::pid_t), libc::SIGKILL) };
                let status = self.child.wait()?;
                is_served?;
                return Ok((is_over.then_some(status), self.seen));
            }
        }
    }

    /// Answers the calls that wait for an answer; waits a moment for the first.
    fn serve(&mut self) -> io::Result<()> {
        let mut poll = libc::pollfd { fd: self.listener.as_raw_fd(), events: libc::POLLIN, revents: 0 };
        // SAFETY: one descriptor, whose answer is written to `poll`.
        let ready = unsafe { libc::poll(&mut poll, 1, TICK) };
        if ready < 0 {
            let error = io::Error::last_os_error();
            return if error.kind() == io::ErrorKind::Interrupted { Ok(()) } else { Err(error) };
        }
        if poll.revents & libc::POLLIN != 0 {
            return self.answer();
        }
        if poll.revents != 0 {
            // Nothing is left that could ask; the child is about to end.
            std::thread::sleep(Duration::from_micros(50));
        }
        Ok(())
    }

    /// Answers one call.
    fn answer(&mut self) -> io::Result<()> {
        // SAFETY: a struct of numbers, for which zeros are values; the kernel wants zeros.
        let mut asked: libc::seccomp_notif = unsafe { std::mem::zeroed() };
        // SAFETY: the kernel writes one notification to `asked`.
        let received =
            unsafe { libc::ioctl(self.listener.as_raw_fd(), libc::SECCOMP_IOCTL_NOTIF_RECV, &raw mut asked) };
        if received < 0 {
            return gone(io::Error::last_os_error());
        }
        let (number, arguments, pid) = (asked.data.nr.unsigned_abs(), asked.data.args, asked.pid);
        let denied = self.judge(number, &arguments, pid);
        let mut reply = libc::seccomp_notif_resp { id: asked.id, val: 0, error: 0, flags: 0 };
        match denied {
            true => reply.error = -libc::EPERM,
            false => reply.flags = libc::SECCOMP_USER_NOTIF_FLAG_CONTINUE as u32,
        }
        // SAFETY: the kernel reads the reply.
        let sent =
            unsafe { libc::ioctl(self.listener.as_raw_fd(), libc::SECCOMP_IOCTL_NOTIF_SEND, &raw mut reply) };
        if sent < 0 { gone(io::Error::last_os_error()) } else { Ok(()) }
    }

    /// Notes what a call says about the run; whether it is denied.
    fn judge(&mut self, number: u32, arguments: &[u64; 6], pid: u32) -> bool {
        let name = calls::syscall_name(number).unwrap_or("an unknown call");
        let abi = self.sandbox.level.landlock;
        let child = self.child.id();
        let denied = match name {
            "ptrace" => abi < 1 || !is_trace(arguments, child),
            // As it is already.
            "prctl" if arguments[1] == libc::SIGKILL as u64 => false,
            _ if denied::NATIVE_SIGNALS.contains(&name) => {
                !is_own_receiver(arguments[0] as i32, pid, child, abi)
            }
            _ => is_denied(name, arguments, abi),
        };
        if denied {
            self.seen.insert(Seen::Denied(name));
            return true;
        }
        let paths = denied::PATHS.iter().find(|(call, _)| *call == name).map_or(&[][..], |(_, paths)| paths);
        for (folder, path) in paths {
            let folder = folder.map(|at| arguments[usize::from(at)] as i32);
            let Some(named) = named_path(pid, folder, arguments[usize::from(*path)]) else { continue };
            let is_started = pid != self.child.id();
            if !is_own(&named, name, &self.sandbox.scratch, is_started) {
                self.seen.insert(Seen::Outside(named));
            }
        }
        false
    }
}

/// An error that means that the process which asked is gone already.
fn gone(error: io::Error) -> io::Result<()> {
    match error.raw_os_error() {
        Some(libc::ENOENT | libc::EINTR) => Ok(()),
        _ => Err(error),
    }
}

/// Whether a child has ended; it stays to be waited for.
fn has_ended(pid: u32) -> io::Result<bool> {
    // SAFETY: a struct of numbers and pointers, for which zeros are values.
    let mut info: libc::siginfo_t = unsafe { std::mem::zeroed() };
    let flags = libc::WEXITED | libc::WNOHANG | libc::WNOWAIT;
    // SAFETY: the kernel writes to `info`.
    if unsafe { libc::waitid(libc::P_PID, pid, &mut info, flags) } < 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(info.si_signo != 0)
}

/// Whether a process is of the session that the child leads.
fn is_in_session(pid: i32, child: u32) -> bool {
    // SAFETY: getsid touches no memory.
    pid > 0 && i64::from(unsafe { libc::getsid(pid) }) == i64::from(child)
}

/// Whether the arguments of ptrace ask to look at a process of the child's session.
fn is_trace(arguments: &[u64; 6], child: u32) -> bool {
    denied::NATIVE_TRACES.contains(&(arguments[0] as u32)) && is_in_session(arguments[1] as i32, child)
}

/// Whether a process may send a signal to a receiver: to itself, or to others of the session that the child leads.
fn is_own_receiver(receiver: i32, pid: u32, child: u32, abi: u8) -> bool {
    // 0 is the group of the sender, a negative number a group; there is only one in the session.
    let is_group = receiver == 0 || i64::from(receiver) == -i64::from(child);
    i64::from(receiver) == i64::from(pid) || abi >= 6 && (is_group || is_in_session(receiver, child))
}

/// Whether the tables deny a call of a native program that sends no signal.
fn is_denied(name: &str, arguments: &[u64; 6], abi: u8) -> bool {
    let has = |names: &[&str]| names.contains(&name);
    if has(denied::NATIVE_RELEASED) {
        return false;
    }
    let holds = |when: &When| {
        let argument = |at: u8| arguments[usize::from(at)] as u32;
        match *when {
            When::Is(at, is) => argument(at) == is,
            When::IsNot(at, is) => argument(at) != is,
            When::Bits(at, mask, is) => argument(at) & mask == is,
        }
    };
    let when = |rows: &[(&str, When)]| rows.iter().any(|(call, when)| *call == name && holds(when));
    has(denied::ALWAYS)
        || has(denied::NATIVE_ALWAYS)
        || when(denied::WHEN)
        || abi < 3 && (has(denied::WITHOUT_TRUNCATE_ALWAYS) || when(denied::WITHOUT_TRUNCATE_WHEN))
        || abi < 1 && (has(denied::WITHOUT_LANDLOCK_ALWAYS) || when(denied::WITHOUT_LANDLOCK_WHEN))
}

/// The path that a process has at an address, made absolute; `None` for an empty one, which names what a descriptor is.
fn named_path(pid: u32, folder: Option<i32>, address: u64) -> Option<PathBuf> {
    let mut bytes = vec![0; LONGEST];
    let memory = File::open(format!("/proc/{pid}/mem")).ok()?;
    let count = memory.read_at(&mut bytes, address).ok()?;
    bytes.truncate(count);
    bytes.truncate(bytes.iter().position(|byte| *byte == 0)?);
    if bytes.is_empty() {
        return None;
    }
    let path = PathBuf::from(std::ffi::OsString::from_vec(bytes));
    let base = match folder.filter(|fd| *fd != libc::AT_FDCWD) {
        _ if path.is_absolute() => PathBuf::new(),
        None => std::fs::read_link(format!("/proc/{pid}/cwd")).ok()?,
        Some(fd) => std::fs::read_link(format!("/proc/{pid}/fd/{fd}")).ok()?,
    };
    let mut absolute = PathBuf::new();
    for part in base.join(path).components() {
        match part {
            Component::ParentDir => _ = absolute.pop(),
            Component::CurDir => {}
            part => absolute.push(part),
        }
    }
    Some(absolute)
}

/// Whether a path lies in the scratch folder or is the system's own.
fn is_own(path: &Path, call: &str, scratch: &Path, is_started: bool) -> bool {
    let is_below = |list: &[&str]| list.iter().any(|start| path.starts_with(start));
    // realpath asks about every folder on the way.
    let is_on_the_way =
        ["readlink", "readlinkat", "lstat", "newfstatat"].contains(&call) && scratch.starts_with(path);
    path.starts_with(scratch)
        || is_on_the_way
        || is_below(denied::SYSTEM_PATHS)
        || is_started && is_below(denied::PROGRAM_PATHS)
}

/// Room for one descriptor in a control message.
const CONTROL: usize = 64;

#[repr(align(8))]
struct Control([u8; CONTROL]);

/// A message of one byte with room for a descriptor.
fn message(byte: &mut libc::iovec, control: &mut Control) -> libc::msghdr {
    // SAFETY: a struct of numbers and pointers, for which zeros are values.
    let mut message: libc::msghdr = unsafe { std::mem::zeroed() };
    message.msg_iov = byte;
    message.msg_iovlen = 1;
    message.msg_control = control.0.as_mut_ptr().cast();
    // SAFETY: computes a number.
    message.msg_controllen = unsafe { libc::CMSG_SPACE(size_of::<RawFd>() as u32) } as usize;
    message
}

/// Sends a descriptor through a socket. Allocates nothing.
fn send(socket: RawFd, fd: RawFd) -> io::Result<()> {
    let mut byte = [0u8; 1];
    let mut part = libc::iovec { iov_base: byte.as_mut_ptr().cast(), iov_len: 1 };
    let mut control = Control([0; CONTROL]);
    let message = message(&mut part, &mut control);
    // SAFETY: the control buffer is aligned and has room for one header with one descriptor.
    let sent = unsafe {
        let header = libc::CMSG_FIRSTHDR(&message);
        (*header).cmsg_level = libc::SOL_SOCKET;
        (*header).cmsg_type = libc::SCM_RIGHTS;
        (*header).cmsg_len = libc::CMSG_LEN(size_of::<RawFd>() as u32) as usize;
        libc::CMSG_DATA(header).cast::<RawFd>().write_unaligned(fd);
        libc::sendmsg(socket, &message, 0)
    };
    if sent == 1 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// Receives the descriptor that [`send`] sent.
fn receive(socket: RawFd) -> io::Result<OwnedFd> {
    let mut byte = [0u8; 1];
    let mut part = libc::iovec { iov_base: byte.as_mut_ptr().cast(), iov_len: 1 };
    let mut control = Control([0; CONTROL]);
    let mut message = message(&mut part, &mut control);
    // SAFETY: the kernel writes one byte, and one header with one descriptor, which is ours from then on.
    unsafe {
        if libc::recvmsg(socket, &mut message, libc::MSG_CMSG_CLOEXEC) < 0 {
            return Err(io::Error::last_os_error());
        }
        let header = libc::CMSG_FIRSTHDR(&message);
        if header.is_null() || (*header).cmsg_type != libc::SCM_RIGHTS {
            return Err(io::Error::from_raw_os_error(libc::EBADMSG));
        }
        Ok(OwnedFd::from_raw_fd(libc::CMSG_DATA(header).cast::<RawFd>().read_unaligned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_the_system_and_of_the_scratch_folder_are_own() {
        let scratch = Path::new("/tmp/acute/run0");
        for (path, call, is_started, own) in [
            ("/tmp/acute/run0/f", "open", false, true),
            ("/tmp/acute/run01", "open", false, false),
            ("/tmp/acute", "readlink", false, true),
            ("/tmp/acute", "open", false, false),
            ("/lib/x86_64-linux-gnu/libc.so.6", "openat", false, true),
            ("/etc/passwd", "openat", true, false),
            ("/usr/bin/sed", "stat", true, true),
            ("/usr/bin/sed", "stat", false, false),
        ] {
            assert_eq!(is_own(Path::new(path), call, scratch, is_started), own, "{path} {call}");
        }
    }

    #[test]
    fn signals_go_to_the_process_itself_and_with_landlock_to_its_session() {
        let (pid, child) = (std::process::id(), i32::MAX as u32);
        assert!(is_own_receiver(pid as i32, pid, child, 5) && !is_own_receiver(0, pid, child, 5));
        assert!(is_own_receiver(0, pid, child, 7) && is_own_receiver(-i32::MAX, pid, child, 7));
        assert!(!is_own_receiver(1, pid, child, 7) && !is_own_receiver(-1, pid, child, 7));
    }

    #[test]
    fn only_processes_of_the_session_are_traced() {
        // SAFETY: getsid touches no memory.
        let (pid, session) = (std::process::id() as u64, unsafe { libc::getsid(0) } as u32);
        let attach = |pid: u64| [u64::from(libc::PTRACE_ATTACH), pid, 0, 0, 0, 0];
        assert!(is_trace(&attach(pid), session) && !is_trace(&attach(pid), session + 1));
        assert!(
            !is_trace(&attach(0), session)
                && !is_trace(&[u64::from(libc::PTRACE_POKEDATA), pid, 0, 0, 0, 0], session)
        );
    }

    #[test]
    fn calls_are_denied_as_in_the_tables() {
        let denied = |name, arguments: &[u64], abi| {
            let mut all = [0; 6];
            all[..arguments.len()].copy_from_slice(arguments);
            is_denied(name, &all, abi)
        };
        assert!(denied("socket", &[], 7) && denied("chmod", &[], 7) && denied("setsid", &[], 7));
        assert!(!denied("clone", &[17], 7) && !denied("openat", &[], 7));
        // Without Landlock's help nothing is truncated or written.
        assert!(denied("openat", &[0, 0, libc::O_TRUNC as u64], 2) && !denied("openat", &[], 2));
        assert!(denied("mkdir", &[], 0) && !denied("mkdir", &[], 1));
    }
}
