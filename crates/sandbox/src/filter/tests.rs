//! The program is judged by a small interpreter of the BPF the kernel accepts.

use super::*;

const TRAP: u32 = libc::SECCOMP_RET_TRAP;
const ALLOW: u32 = libc::SECCOMP_RET_ALLOW;
const KILL: u32 = libc::SECCOMP_RET_KILL_PROCESS;
const PID: u32 = 4711;

/// What the kernel would do with a call.
fn verdict(abi: u8, arch: u32, nr: u32, arguments: &[u64]) -> u32 {
    verdict_at(program(abi, &Settings::default()).unwrap(), 0, (arch, nr), arguments)
}

/// The same for a call at an address.
fn verdict_at(mut program: Vec<sock_filter>, at: u64, (arch, nr): (u32, u32), arguments: &[u64]) -> u32 {
    set_own_pid(&mut program, PID);
    let mut data = vec![nr, arch, at as u32, (at >> 32) as u32];
    for index in 0..6 {
        let argument = arguments.get(index).copied().unwrap_or(0);
        data.extend([argument as u32, (argument >> 32) as u32]);
    }
    let (mut accumulator, mut at) = (0, 0);
    loop {
        let op = program[at];
        at += 1;
        match op.code {
            LOAD_WORD => accumulator = data[op.k as usize / 4],
            0x54 => accumulator &= op.k,
            0x05 => at += op.k as usize,
            RETURN => return op.k,
            JUMP_IF_EQUAL | JUMP_IF_AT_LEAST | JUMP_IF_SET | 0x25 => {
                let holds = match op.code {
                    JUMP_IF_SET => accumulator & op.k != 0,
                    JUMP_IF_EQUAL => accumulator == op.k,
                    JUMP_IF_AT_LEAST => accumulator >= op.k,
                    _ => accumulator > op.k,
                };
                at += usize::from(if holds { op.jt } else { op.jf });
            }
            other => panic!("unknown instruction {other:#x}"),
        }
    }
}

fn check(name: &str, arguments: &[u64], expect: u32) {
    let nr = calls::number(name).unwrap();
    assert_eq!(verdict(7, ARCH_X86_64, nr, arguments), expect, "{name} {arguments:?}");
}

#[test]
fn every_name_of_the_table_is_a_call_and_fits_at_every_level() {
    for abi in 0..=crate::TESTED_ABI {
        let program = program(abi, &Settings { trusted: Some(1), ..Settings::default() }).unwrap();
        let own = program.iter().filter(|op| op.k == OWN_PID).count();
        assert_eq!(own, 4, "one comparison for each call that sends a signal");
    }
}

#[test]
fn changes_of_files_are_trapped_to_be_noted_where_landlock_decides() {
    let (address, forks) = (0x1234_5678, Settings { trusted: Some(0x1234_5678), ..Settings::default() });
    let verdict = |abi, at, name, arguments: &[u64]| {
        let call = (ARCH_X86_64, calls::number(name).unwrap());
        verdict_at(program(abi, &forks).unwrap(), at, call, arguments)
    };
    let for_writing = [0, 0, libc::O_WRONLY as u64];
    for (name, arguments) in [("unlink", &[][..]), ("openat", &for_writing), ("rt_sigprocmask", &[0, 8])] {
        assert_eq!(verdict(7, 0, name, arguments), TRAP, "{name}");
        assert_eq!(verdict(7, address, name, arguments), ALLOW, "{name}");
    }
    assert_eq!(verdict(7, 0, "openat", &[]), ALLOW);
    assert_eq!(verdict(7, 0, "rt_sigprocmask", &[0, 0, 8]), ALLOW);
    // Without Landlock nothing else stands in the way of a change.
    assert_eq!(verdict(0, address, "unlink", &[]), TRAP);
    assert_eq!(verdict(2, address, "truncate", &[]), TRAP);
    check("unlink", &[], ALLOW);
}

#[test]
fn a_process_by_vfork_fails_without_a_signal_and_a_native_program_is_notified() {
    let eperm = libc::SECCOMP_RET_ERRNO | libc::EPERM as u32;
    check("clone", &[libc::CLONE_VFORK as u64 | libc::SIGCHLD as u64], eperm);
    let native = Settings { native: true, ..Settings::default() };
    for abi in 0..=crate::TESTED_ABI {
        for (name, expect) in [
            ("clone", ALLOW),
            ("execve", ALLOW),
            ("write", ALLOW),
            ("openat", libc::SECCOMP_RET_USER_NOTIF),
            ("kill", libc::SECCOMP_RET_USER_NOTIF),
            ("socket", libc::SECCOMP_RET_USER_NOTIF),
        ] {
            let call = (ARCH_X86_64, calls::number(name).unwrap());
            assert_eq!(verdict_at(program(abi, &native).unwrap(), 0, call, &[]), expect, "{name}");
        }
    }
}

#[test]
fn no_call_is_both_denied_always_and_by_condition() {
    let levels = [denied::ALWAYS, denied::WITHOUT_TRUNCATE_ALWAYS, denied::WITHOUT_LANDLOCK_ALWAYS];
    let conditions = [denied::WHEN, denied::WITHOUT_TRUNCATE_WHEN, denied::WITHOUT_LANDLOCK_WHEN];
    let mut always: Vec<_> = levels.concat();
    for (name, _) in conditions.concat() {
        assert!(!always.contains(&name), "{name}");
    }
    let listed = always.len();
    always.sort_unstable();
    always.dedup();
    assert_eq!(always.len(), listed, "a name stands twice");
}

#[test]
fn everything_in_the_table_is_trapped_and_the_usual_calls_are_not() {
    for name in denied::ALWAYS {
        check(name, &[], TRAP);
    }
    for name in [
        "read",
        "write",
        "mmap",
        "openat",
        "execve",
        "exit_group",
        "futex",
        "unlink",
        "rename",
        "rt_sigreturn",
        "rt_sigaction",
        "seccomp",
        "prctl",
        "setitimer",
        "truncate",
    ] {
        check(name, &[], ALLOW);
    }
}

#[test]
fn threads_are_allowed_and_processes_are_not() {
    let thread = 0x3d_0f00; // the flags of pthread_create
    check("clone", &[thread], ALLOW);
    check("clone", &[libc::SIGCHLD as u64], TRAP);
    let vfork = libc::SECCOMP_RET_ERRNO | libc::EPERM as u32;
    check("clone", &[libc::CLONE_VM as u64 | libc::CLONE_VFORK as u64], vfork);
    // The kernel reads 32 bits: what stands above must not pass for CLONE_THREAD.
    check("clone", &[thread << 32], TRAP);
    check("clone3", &[], libc::SECCOMP_RET_ERRNO | libc::ENOSYS as u32);
}

#[test]
fn signals_reach_nobody_but_the_unit() {
    for name in ["kill", "tgkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo"] {
        check(name, &[PID.into()], ALLOW);
        check(name, &[1], TRAP);
        check(name, &[0], TRAP);
        check(name, &[u64::MAX], TRAP);
        check(name, &[OWN_PID.into()], TRAP);
    }
}

#[test]
fn arguments_decide_where_the_table_says_so() {
    check("prlimit64", &[0], ALLOW);
    check("prlimit64", &[1], TRAP);
    check("setpriority", &[0, 0], ALLOW);
    check("setpriority", &[0, 1], TRAP);
    check("setpriority", &[2, 0], TRAP);
    check("ioprio_set", &[1, 0], ALLOW);
    check("ioprio_set", &[3, 0], TRAP);
    check("ioctl", &[0, libc::TCGETS], ALLOW);
    check("ioctl", &[0, libc::TIOCSTI], TRAP);
    check("ioctl", &[0, libc::TIOCSTI | 1 << 40], TRAP);
    check("fcntl", &[0, libc::F_GETFL as u64], ALLOW);
    check("fcntl", &[0, libc::F_SETOWN as u64], TRAP);
}

#[test]
fn other_architectures_die_and_x32_is_trapped() {
    let i386 = 0x4000_0003;
    assert_eq!(verdict(7, i386, 20, &[]), KILL);
    for nr in [0, 39, 57, 59, 512, 0x3fff_ffff] {
        assert_eq!(verdict(7, ARCH_X86_64, X32_BIT | nr, &[]), TRAP, "{nr}");
    }
    assert_eq!(verdict(7, ARCH_X86_64, u32::MAX, &[]), TRAP);
}

#[test]
fn what_an_old_landlock_misses_the_filter_takes_over() {
    let openat = libc::SYS_openat as u32;
    let (read_and_truncate, write) = (libc::O_TRUNC as u64, libc::O_WRONLY as u64);
    for (abi, truncating, writing, unlinking) in
        [(7, ALLOW, ALLOW, ALLOW), (2, TRAP, ALLOW, ALLOW), (1, TRAP, ALLOW, ALLOW), (0, TRAP, TRAP, TRAP)]
    {
        let judge = |nr, arguments: &[u64]| verdict(abi, ARCH_X86_64, nr, arguments);
        assert_eq!(judge(openat, &[0, 0, read_and_truncate]), truncating, "abi {abi}");
        assert_eq!(judge(libc::SYS_truncate as u32, &[]), truncating, "abi {abi}");
        assert_eq!(judge(openat, &[0, 0, write]), writing, "abi {abi}");
        assert_eq!(judge(openat, &[0, 0, libc::O_RDWR as u64]), writing, "abi {abi}");
        assert_eq!(judge(libc::SYS_unlink as u32, &[]), unlinking, "abi {abi}");
        assert_eq!(judge(openat, &[0, 0, libc::O_CLOEXEC as u64]), ALLOW, "abi {abi}");
    }
}

#[test]
fn only_the_trusted_instruction_forks_and_signals() {
    const HERE: u64 = 0x12_0040_5678;
    let judge = |at: u64, name: &str, arguments: &[u64]| {
        let nr = calls::number(name).unwrap();
        verdict_at(
            program(7, &Settings { trusted: Some(HERE), ..Settings::default() }).unwrap(),
            at,
            (ARCH_X86_64, nr),
            arguments,
        )
    };
    let (child, death) = (libc::SIGCHLD as u64, libc::PR_SET_PDEATHSIG as u64);
    for (name, arguments) in [
        ("clone", [child, 0]),
        ("kill", [1, 9]),
        ("tgkill", [1, 1]),
        ("rt_sigqueueinfo", [1, 9]),
        ("rt_tgsigqueueinfo", [1, 1]),
        ("prctl", [death, 9]),
    ] {
        assert_eq!(judge(HERE, name, &arguments), ALLOW, "{name}");
        for elsewhere in [0, HERE + 1, HERE & 0xffff_ffff, HERE ^ 1 << 40] {
            assert_eq!(judge(elsewhere, name, &arguments), TRAP, "{name} at {elsewhere:#x}");
        }
    }
    // It may do no more than that.
    for (name, arguments) in [
        ("clone", [child | libc::CLONE_VM as u64, 0]),
        ("clone", [libc::CLONE_PARENT as u64 | child, 0]),
        ("fork", [0, 0]),
        ("vfork", [0, 0]),
        ("tkill", [1, 9]),
        ("ptrace", [0, 0]),
    ] {
        assert_eq!(judge(HERE, name, &arguments), TRAP, "{name} {arguments:?}");
    }
    assert_eq!(judge(HERE, "read", &[]), ALLOW);
    assert_eq!(judge(HERE, "prctl", &[libc::PR_SET_NAME as u64]), ALLOW);
    assert_eq!(judge(0, "prctl", &[libc::PR_SET_NAME as u64]), ALLOW);
}

#[test]
fn waits_with_an_end_are_over_at_once() {
    const OVER: u32 = libc::SECCOMP_RET_ERRNO;
    check("nanosleep", &[1, 0], OVER);
    check("clock_nanosleep", &[0, 0, 1, 0], OVER);
    check("poll", &[0, 0, 1000], OVER);
    check("poll", &[0, 0, u64::MAX], ALLOW);
    check("poll", &[0, 0, u32::MAX.into()], ALLOW);
    check("poll", &[1 << 40, 1, 1000], ALLOW);
    check("ppoll", &[0, 0, 1 << 40], OVER);
    check("ppoll", &[0, 0, 0], ALLOW);
    check("select", &[0, 0, 0, 0, 0x7fff_1234_5678], OVER);
    check("select", &[0, 0, 0, 0, 0], ALLOW);
    check("select", &[4, 0, 0, 0, 0x7fff_1234_5678], ALLOW);
    check("pselect6", &[0, 0, 0, 0, 1 << 40], OVER);
    check("pause", &[], ALLOW);
    check("read", &[], ALLOW);
}
