//! Which system calls the unit must not make: a table of data.
//!
//! Calls that act on a path are left to Landlock where it covers them; what is here reaches
//! other processes, the network, the kernel or a file's attributes.
//!
//! To forbid a call: put its name (as in `calls.rs`) into [`ALWAYS`], or a line into [`WHEN`]
//! if its arguments decide; then try it in `tests/wall`.

/// A condition on one argument of a call, compared as 32 bits: the kernel takes each of the
/// arguments named below as an `int`, so what stands in the upper half must not matter.
#[derive(Debug, Clone, Copy)]
pub(crate) enum When {
    /// The argument of this index is not this value.
    IsNot(u8, u32),
    /// The argument of this index is this value.
    Is(u8, u32),
    /// The bits of the mask (second) have this value (third) in the argument of this index.
    Bits(u8, u32, u32),
}

/// Stands in [`WHEN`] for the unit's own process id, known only after the fork. No process
/// can have it: the kernel's ids end at 2^22.
pub(crate) const OWN_PID: u32 = 0x7fff_fffb;

use When::{Bits, Is, IsNot};

/// Denied whatever the arguments are.
#[rustfmt::skip]
pub(crate) const ALWAYS: &[&str] = &[
    // other processes
    "fork", "vfork", "tkill", "pidfd_open", "pidfd_getfd", "pidfd_send_signal", "ptrace",
    "process_vm_readv", "process_vm_writev", "process_madvise", "process_mrelease", "kcmp",
    // the network, and other processes by sockets
    "socket", "socketpair", "connect", "bind", "listen", "accept", "accept4",
    "sendto", "sendmsg", "sendmmsg",
    // System V and POSIX queues, semaphores and shared memory: names and ids are global
    "shmget", "shmat", "shmctl", "semget", "semop", "semtimedop", "semctl",
    "msgget", "msgsnd", "msgrcv", "msgctl", "mq_open", "mq_unlink",
    // name spaces and mounts
    "unshare", "setns", "mount", "umount2", "pivot_root", "chroot", "open_tree",
    "open_tree_attr", "move_mount", "fsopen", "fsconfig", "fsmount", "fspick", "mount_setattr",
    // the machine
    "reboot", "swapon", "swapoff", "init_module", "finit_module", "delete_module",
    "kexec_load", "kexec_file_load", "sethostname", "setdomainname", "settimeofday",
    "clock_settime", "clock_adjtime", "adjtimex", "acct", "quotactl", "quotactl_fd",
    "syslog", "vhangup", "iopl", "ioperm", "uselib", "nfsservctl",
    // large and rarely needed parts of the kernel; io_uring makes calls no filter sees
    "bpf", "perf_event_open", "userfaultfd", "io_uring_setup", "io_uring_enter",
    "io_uring_register", "keyctl", "add_key", "request_key", "fanotify_init", "fanotify_mark",
    "open_by_handle_at", "lsm_set_self_attr",
    // who the process is
    "setuid", "setgid", "setreuid", "setregid", "setresuid", "setresgid", "setfsuid",
    "setfsgid", "setgroups", "capset", "personality",
    // attributes of files, which Landlock does not cover
    "chmod", "fchmod", "fchmodat", "fchmodat2", "chown", "fchown", "lchown", "fchownat",
    "utime", "utimes", "futimesat", "utimensat", "setxattr", "lsetxattr", "fsetxattr",
    "setxattrat", "removexattr", "lremovexattr", "fremovexattr", "removexattrat",
    "file_setattr", "mknod", "mknodat",
    // a new program by file descriptor; `execve` must work once, and Landlock watches it
    "execveat",
];

/// Denied when the condition holds; a call of several lines is denied by any of them.
#[rustfmt::skip]
pub(crate) const WHEN: &[(&str, When)] = &[
    // a new process is denied, a new thread is not
    ("clone", Bits(0, libc::CLONE_THREAD as u32, 0)),
    // signals to the unit itself are its own business: raise, abort, pthread_kill
    ("kill", IsNot(0, OWN_PID)),
    ("tgkill", IsNot(0, OWN_PID)),
    ("rt_sigqueueinfo", IsNot(0, OWN_PID)),
    ("rt_tgsigqueueinfo", IsNot(0, OWN_PID)),
    // the settings of other processes; 0 is the caller
    ("prlimit64", IsNot(0, 0)),
    ("setpriority", IsNot(0, libc::PRIO_PROCESS)),
    ("setpriority", IsNot(1, 0)),
    ("ioprio_set", IsNot(0, 1)), // IOPRIO_WHO_PROCESS
    ("ioprio_set", IsNot(1, 0)),
    ("sched_setaffinity", IsNot(0, 0)),
    ("sched_setscheduler", IsNot(0, 0)),
    ("sched_setparam", IsNot(0, 0)),
    ("sched_setattr", IsNot(0, 0)),
    ("setpgid", IsNot(0, 0)),
    ("migrate_pages", IsNot(0, 0)),
    ("move_pages", IsNot(0, 0)),
    // the unit dies with the engine
    ("prctl", Is(0, libc::PR_SET_PDEATHSIG as u32)),
    // typing into a terminal as if a person had
    ("ioctl", Is(1, libc::TIOCSTI as u32)),
    ("ioctl", Is(1, 0x541c)), // TIOCLINUX
    // signals to others by way of a file's owner
    ("ioctl", Is(1, 0x8901)), // FIOSETOWN
    ("ioctl", Is(1, 0x8902)), // SIOCSPGRP
    ("fcntl", Is(1, libc::F_SETOWN as u32)),
    ("fcntl", Is(1, 15)), // F_SETOWN_EX
    ("fcntl", Is(1, 10)), // F_SETSIG
    // a file's flags, which a file opened for reading is enough for
    ("ioctl", Is(1, 0x4008_6602)), // FS_IOC_SETFLAGS
    ("ioctl", Is(1, 0x4004_6602)), // FS_IOC32_SETFLAGS
    ("ioctl", Is(1, 0x4008_7602)), // FS_IOC_SETVERSION
    ("ioctl", Is(1, 0x401c_5820)), // FS_IOC_FSSETXATTR
];

/// What only the trusted instruction of a unit that forks may do, whatever the tables above say: make a process
/// that is like it, send signals, die with another parent. The argument is compared as in [`When::Is`].
pub(crate) const TRUSTED: &[(&str, Option<u32>)] = &[
    ("clone", Some(libc::SIGCHLD as u32)),
    ("prctl", Some(libc::PR_SET_PDEATHSIG as u32)),
    ("kill", None),
    ("tgkill", None),
    ("rt_sigqueueinfo", None),
    ("rt_tgsigqueueinfo", None),
];

/// What the trusted instruction may do besides where [`NOTED`] is trapped.
pub(crate) const TRUSTED_NOTED: &[&str] = &["open", "openat", "truncate", "rt_sigprocmask"];

/// Trapped in a unit that forks, where Landlock sees every change of a file, beside all of [`WITHOUT_LANDLOCK_ALWAYS`] and
/// [`WITHOUT_LANDLOCK_WHEN`]: the runtime makes the call by the trusted instruction, and notes if it is refused. It keeps
/// the signal of a trap from being blocked, so that what is denied fails and does not kill.
pub(crate) const NOTED: &[(&str, When)] = &[("rt_sigprocmask", IsNot(1, 0))];

/// Released for a native program: processes it starts are behind the same wall.
/// There is no socket to send by but the one that the watch is set up with, which the program does not inherit.
pub(crate) const NATIVE_RELEASED: &[&str] = &["fork", "vfork", "clone", "sendmsg"];

/// The calls by which a native program sends signals; the first argument is the receiver. To itself it may; to what it
/// started, where Landlock confines signals to the sandbox (ABI 6).
pub(crate) const NATIVE_SIGNALS: &[&str] =
    &["kill", "tkill", "tgkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo"];

/// The requests of ptrace by which a native program may look at the processes of its session, where Landlock keeps it from
/// all others: LeakSanitizer stops its own threads so and reads their registers. In the order of the list: attach, detach,
/// continue, kill, registers of all kinds.
pub(crate) const NATIVE_TRACES: &[u32] = &[
    libc::PTRACE_ATTACH,
    libc::PTRACE_DETACH,
    libc::PTRACE_CONT,
    libc::PTRACE_KILL,
    libc::PTRACE_GETREGS,
    libc::PTRACE_GETREGSET,
];

/// Denied to a native program as well: whatever it starts stays in its process group, and is killed with it.
pub(crate) const NATIVE_ALWAYS: &[&str] = &["setsid", "setpgid"];

/// An argument that is a path, behind the one that is the folder it starts from.
type PathArgument = (Option<u8>, u8);

/// The calls by which a native program names files: of each path the argument that holds it, and the one that holds the
/// folder it starts from (`None`: the current folder).
#[rustfmt::skip]
pub(crate) const PATHS: &[(&str, &[PathArgument])] = &[
    ("open", &[(None, 0)]), ("openat", &[(Some(0), 1)]), ("openat2", &[(Some(0), 1)]), ("creat", &[(None, 0)]),
    ("stat", &[(None, 0)]), ("lstat", &[(None, 0)]), ("newfstatat", &[(Some(0), 1)]), ("statx", &[(Some(0), 1)]),
    ("access", &[(None, 0)]), ("faccessat", &[(Some(0), 1)]), ("faccessat2", &[(Some(0), 1)]),
    ("readlink", &[(None, 0)]), ("readlinkat", &[(Some(0), 1)]), ("statfs", &[(None, 0)]),
    ("unlink", &[(None, 0)]), ("unlinkat", &[(Some(0), 1)]), ("rmdir", &[(None, 0)]),
    ("mkdir", &[(None, 0)]), ("mkdirat", &[(Some(0), 1)]),
    ("rename", &[(None, 0), (None, 1)]), ("renameat", &[(Some(0), 1), (Some(2), 3)]),
    ("renameat2", &[(Some(0), 1), (Some(2), 3)]),
    ("link", &[(None, 0), (None, 1)]), ("linkat", &[(Some(0), 1), (Some(2), 3)]),
    // Where a symbolic link leads is a name, too.
    ("symlink", &[(None, 0), (None, 1)]), ("symlinkat", &[(None, 0), (Some(1), 2)]),
    ("truncate", &[(None, 0)]), ("chdir", &[(None, 0)]),
];

/// Paths that belong to the system: the loader, the C library and a shell name them by themselves.
pub(crate) const SYSTEM_PATHS: &[&str] = &[
    "/lib",
    "/lib32",
    "/lib64",
    "/usr/lib",
    "/usr/lib32",
    "/usr/lib64",
    "/usr/local/lib",
    "/etc/ld.so.cache",
    "/etc/ld.so.preload",
    "/etc/ld.so.nohwcap",
    "/usr/share/locale",
    "/usr/share/zoneinfo",
    "/etc/localtime",
    "/dev/null",
    "/dev/zero",
    "/dev/full",
    "/dev/random",
    "/dev/urandom",
    "/proc/sys/vm/overcommit_memory",
    "/sys/devices/system/cpu",
    "/sys/kernel/mm/transparent_hugepage",
];

/// Paths that the programs it starts may name besides: a shell looks for programs there.
pub(crate) const PROGRAM_PATHS: &[&str] =
    &["/bin", "/sbin", "/usr/bin", "/usr/sbin", "/usr/local/bin", "/usr/local/sbin", "/etc/alternatives"];

/// Fails with EPERM instead of a signal where the bits of the mask (second) are set in the first argument: the C library
/// starts a process with all signals blocked, and a signal that is blocked would kill.
pub(crate) const FAILS: &[(&str, u32)] = &[("clone", libc::CLONE_VFORK as u32)];

/// Waits that are over at once, as if their time had passed: 0 is returned. Where arguments are named, only if
/// none of the file descriptors that could end the wait is given (the first is 0) and it has an end (the second
/// is neither 0 nor, as an `int`, -1).
pub(crate) const OVER_AT_ONCE: &[(&str, Option<(u8, u8)>)] = &[
    ("nanosleep", None),
    ("clock_nanosleep", None),
    ("poll", Some((1, 2))),
    ("ppoll", Some((1, 2))),
    ("select", Some((0, 4))),
    ("pselect6", Some((0, 4))),
];

/// Denied as well where Landlock cannot see truncation (ABI 1 and 2).
pub(crate) const WITHOUT_TRUNCATE_ALWAYS: &[&str] = &["truncate", "openat2"];

/// The conditional part: opening for reading, yet truncating.
pub(crate) const WITHOUT_TRUNCATE_WHEN: &[(&str, When)] =
    &[("open", Bits(1, ACCESS_AND_TRUNC, TRUNC)), ("openat", Bits(2, ACCESS_AND_TRUNC, TRUNC))];

/// Denied as well where there is no Landlock at all: every way to change a file, in the
/// scratch folder too.
#[rustfmt::skip]
pub(crate) const WITHOUT_LANDLOCK_ALWAYS: &[&str] = &[
    "creat", "mkdir", "mkdirat", "rmdir", "unlink", "unlinkat", "rename", "renameat",
    "renameat2", "link", "linkat", "symlink", "symlinkat",
];

/// The conditional part: opening for writing, creating or truncating.
pub(crate) const WITHOUT_LANDLOCK_WHEN: &[(&str, When)] = &[
    ("open", Bits(1, WRONLY, WRONLY)),
    ("open", Bits(1, RDWR, RDWR)),
    ("open", Bits(1, CREAT, CREAT)),
    ("open", Bits(1, TRUNC, TRUNC)),
    ("openat", Bits(2, WRONLY, WRONLY)),
    ("openat", Bits(2, RDWR, RDWR)),
    ("openat", Bits(2, CREAT, CREAT)),
    ("openat", Bits(2, TRUNC, TRUNC)),
];

const WRONLY: u32 = libc::O_WRONLY as u32;
const RDWR: u32 = libc::O_RDWR as u32;
const CREAT: u32 = libc::O_CREAT as u32;
const TRUNC: u32 = libc::O_TRUNC as u32;
const ACCESS_AND_TRUNC: u32 = libc::O_ACCMODE as u32 | TRUNC;
