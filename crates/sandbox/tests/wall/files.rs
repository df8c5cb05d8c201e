//! Files outside the scratch folder stay as they are; inside, everything works.

use crate::Expect::{Gives, Refused, Trapped};
use crate::yard::Yard;
use crate::{Expect, check};

/// Landlock says EACCES, and EXDEV for a move from one folder into another.
const DENIED: Expect = Refused(&[libc::EACCES]);
const DENIED_MOVE: Expect = Refused(&[libc::EACCES, libc::EXDEV]);

#[test]
fn nothing_outside_scratch_can_be_written() {
    let yard = Yard::new();
    if !yard.level().can_write_scratch() {
        return; // `old_kernels` has the tests of a kernel without Landlock
    }
    let truncate = if yard.level().landlock < 3 { Trapped("truncate") } else { DENIED };
    let open = if yard.level().landlock < 3 { Trapped("openat") } else { DENIED };
    for (name, expect) in [
        ("unlink", DENIED),
        ("overwrite", DENIED),
        ("append", DENIED),
        ("truncate", truncate),
        ("open_truncate", open),
        ("rename", DENIED),
        ("create", DENIED),
        ("mkdir", DENIED),
        ("symlink", DENIED),
        ("steal", DENIED_MOVE),
        ("link", DENIED_MOVE),
    ] {
        check(&yard, name, &yard.victim(), expect);
        yard.assert_unharmed(name);
    }
}

#[test]
fn attributes_of_files_cannot_be_changed() {
    let yard = Yard::new();
    for (name, call) in [
        ("chmod", "chmod"),
        ("fchmod", "fchmod"),
        ("fchmodat2", "fchmodat2"),
        ("chown", "chown"),
        ("utimes", "utimes"),
        ("futimens", "utimensat"),
        ("setxattr", "setxattr"),
        ("setflags", "ioctl"),
        ("mknod", "mknod"),
    ] {
        check(&yard, name, &yard.victim(), Trapped(call));
        yard.assert_unharmed(name);
    }
}

#[test]
fn everything_can_be_done_in_scratch() {
    let yard = Yard::new();
    if !yard.level().can_write_scratch() {
        return;
    }
    check(&yard, "scratch", "", Gives(0));
    assert_eq!(std::fs::read(yard.scratch().join("b")).unwrap(), b"h");
    check(&yard, "dev_null", "", Gives(0));
}

#[test]
fn files_can_be_read_everywhere() {
    let yard = Yard::new();
    check(&yard, "read", &yard.victim(), Gives(8));
    check(&yard, "list", "/", Gives(3));
    check(&yard, "read", "/dev/zero", Gives(4096));
}

#[test]
fn only_the_unit_itself_can_be_executed() {
    let yard = Yard::new();
    if yard.level().landlock == 0 {
        return;
    }
    check(&yard, "exec", "/bin/true", DENIED);
    check(&yard, "exec_self", "", Gives(0));
}
