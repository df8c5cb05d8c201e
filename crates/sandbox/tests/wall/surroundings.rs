//! What the unit finds when it starts: limits, descriptors, input, session, addresses.

use std::os::fd::AsRawFd;
use std::path::Path;

use acute_sandbox::{Level, Limits, Sandbox, SandboxError, TESTED_ABI, landlock_abi};

use crate::Expect::{Gives, Refused};
use crate::check;
use crate::yard::{Yard, attempt};

#[test]
fn the_level_is_what_the_kernel_has() {
    let level = Yard::new().level();
    assert_eq!(level, Level::of_this_machine());
    assert_eq!(level.landlock, landlock_abi().min(TESTED_ABI));
    assert!(level.seccomp);
}

#[test]
fn shadow_memory_fits_and_a_hundred_gigabytes_more_do_not() {
    let yard = Yard::new();
    check(&yard, "memory_limit", "", Gives(0));
    check(&yard, "raise_limit", "", Refused(&[libc::EPERM]));
}

#[test]
fn the_limits_are_those_asked_for() {
    let mut yard = Yard::new();
    for (which, value) in [
        (libc::RLIMIT_CORE, 0),
        (libc::RLIMIT_NOFILE, 256),
        (libc::RLIMIT_FSIZE, 64 << 20),
        (libc::RLIMIT_AS, (80 << 40) + (8 << 30)),
    ] {
        check(&yard, "limit", &which.to_string(), Gives(value));
    }
    yard.settings.limits = Limits { file_size: 4096, ..Limits::default() };
    if yard.level().can_write_scratch() {
        check(&yard, "file_limit", "4095", Gives(1));
        check(&yard, "file_limit", "4096", Refused(&[libc::EFBIG]));
    }
}

#[test]
fn only_descriptors_to_keep_are_inherited() {
    let mut yard = Yard::new();
    let file = std::fs::File::open(yard.victim()).unwrap();
    // SAFETY: dup touches no memory; the copy has no close-on-exec flag, unlike `file`.
    let copy = unsafe { libc::dup(file.as_raw_fd()) };
    check(&yard, "descriptor", &copy.to_string(), Refused(&[libc::EBADF]));
    yard.settings.keep.push(file.as_raw_fd());
    check(&yard, "descriptor", &file.as_raw_fd().to_string(), Gives(0));
    check(&yard, "descriptor", &copy.to_string(), Refused(&[libc::EBADF]));
    // SAFETY: `copy` was opened above and nothing else owns it.
    unsafe { libc::close(copy) };
}

#[test]
fn a_descriptor_to_keep_that_is_not_open_is_an_error_of_the_spawn() {
    let mut yard = Yard::new();
    yard.settings.keep.push(1 << 20);
    let error = yard.command("nothing", "").spawn().unwrap_err();
    assert_eq!(error.raw_os_error(), Some(libc::EBADF));
}

#[test]
fn the_unit_has_no_input_and_no_terminal() {
    let yard = Yard::new();
    check(&yard, "stdin", "", Gives(0));
    check(&yard, "session", "", Gives(1));
    check(&yard, "no_new_privs", "", Gives(1));
}

#[test]
fn addresses_are_the_same_in_every_run() {
    let yard = Yard::new();
    if yard.level().fixed_addresses {
        assert_eq!(yard.run("addresses", ""), yard.run("addresses", ""));
    }
}

#[test]
fn addresses_are_as_random_as_elsewhere_where_that_is_asked() {
    let mut yard = Yard::new();
    yard.settings.random_addresses = true;
    let is_random =
        std::fs::read_to_string("/proc/sys/kernel/randomize_va_space").is_ok_and(|n| n.trim() == "2");
    // A process whose own addresses are fixed hands that on.
    let is_fixed = std::fs::read_to_string("/proc/self/personality").is_ok_and(|p| p.trim() != "00000000");
    if is_random && !is_fixed {
        assert_ne!(yard.run("addresses", ""), yard.run("addresses", ""));
    }
}

#[test]
fn one_command_can_be_spawned_again_and_again() {
    let yard = Yard::new();
    let mut command = yard.command("raise", "");
    for _ in 0..3 {
        assert!(command.output().unwrap().status.success());
    }
}

#[test]
fn what_cannot_be_prepared_is_told() {
    let yard = Yard::new();
    let prepare = |exe: &Path, scratch: &Path| Sandbox::prepare(exe, scratch).unwrap_err();
    let script = yard.victim();
    assert!(matches!(prepare(Path::new(&script), &yard.scratch()), SandboxError::NotExecutable { .. }));
    assert!(matches!(prepare(attempt(), Path::new(&script)), SandboxError::NotADirectory(_)));
    let missing = yard.scratch().join("missing");
    assert!(matches!(prepare(&missing, &yard.scratch()), SandboxError::Open { .. }));
}
