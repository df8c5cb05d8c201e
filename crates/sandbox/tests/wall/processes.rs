//! No other process can be made, harmed or looked into; threads and own signals work.

use crate::Expect::{Gives, Refused, Trapped};
use crate::check;
use crate::yard::{Outcome, Victim, Yard, outcome};

#[test]
fn no_process_can_be_made() {
    let yard = Yard::new();
    check(&yard, "fork", "", Trapped("fork"));
    check(&yard, "vfork", "", Trapped("vfork"));
    check(&yard, "clone", "", Trapped("clone"));
    check(&yard, "clone_high_bits", "", Trapped("clone"));
    check(&yard, "clone3", "", Refused(&[libc::ENOSYS]));
}

#[test]
fn threads_work() {
    check(&Yard::new(), "thread", "", Gives(42));
}

#[test]
fn another_process_is_out_of_reach() {
    let (yard, mut victim) = (Yard::new(), Victim::new());
    for (name, call) in [
        ("kill", "kill"),
        ("kill_group", "kill"),
        ("tkill", "tkill"),
        ("tgkill", "tgkill"),
        ("sigqueue", "rt_sigqueueinfo"),
        ("pidfd", "pidfd_open"),
        ("ptrace", "ptrace"),
        ("priority", "setpriority"),
        ("affinity", "sched_setaffinity"),
        ("prlimit", "prlimit64"),
    ] {
        check(&yard, name, &victim.pid(), Trapped(call));
        victim.assert_alive(name);
    }
}

#[test]
fn the_memory_of_another_process_cannot_be_opened() {
    let (yard, victim) = (Yard::new(), Victim::new());
    if yard.level().landlock == 0 {
        return;
    }
    check(&yard, "memory", &victim.pid(), Refused(&[libc::EACCES, libc::EPERM]));
}

#[test]
fn the_unit_can_signal_itself() {
    let yard = Yard::new();
    check(&yard, "raise", "", Gives(libc::SIGUSR1.into()));
    assert_eq!(yard.run("abort", ""), Outcome::Killed(libc::SIGABRT));
}

#[test]
fn without_a_handler_a_denied_call_ends_the_unit() {
    let yard = Yard::new();
    let mut command = yard.command("fork", "");
    assert_eq!(outcome(command.env("NO_HANDLER", "1")), Outcome::Killed(libc::SIGSYS));
}

#[test]
fn the_unit_dies_with_the_thread_that_spawned_it() {
    let yard = Yard::new();
    let mut command = yard.command("wait", "");
    let mut child = std::thread::spawn(move || command.spawn().unwrap()).join().unwrap();
    use std::os::unix::process::ExitStatusExt;
    assert_eq!(child.wait().unwrap().signal(), Some(libc::SIGKILL));
}
