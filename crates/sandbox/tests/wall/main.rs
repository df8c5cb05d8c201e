//! Small C programs try what a unit must not do, and the tests look whether anything changed.
//!
//! Every victim (file, process, listener) is made by the test itself in a folder of its own.

mod files;
mod kernel;
mod old_kernels;
mod processes;
mod surroundings;
mod yard;

use yard::{Outcome, Yard};

/// What the attempt `name` must come to.
#[derive(Debug, Clone, Copy)]
enum Expect {
    /// The system call of this name was trapped, and the attempt saw EPERM.
    Trapped(&'static str),
    /// The kernel refused it with one of these errors, and nothing was trapped.
    Refused(&'static [i32]),
    /// It worked and gave this result.
    Gives(i64),
}

fn check(yard: &Yard, name: &str, argument: &str, expect: Expect) {
    let outcome = yard.run(name, argument);
    let Outcome::Said { result, errno, trapped } = outcome else {
        panic!("{name} {argument}: {outcome:?}, expected {expect:?}");
    };
    let call = u32::try_from(trapped).ok().and_then(acute_sandbox::syscall_name);
    let holds = match expect {
        Expect::Trapped(name) => call == Some(name) && result == -1 && errno == libc::EPERM,
        Expect::Refused(errors) => trapped == -1 && result == -1 && errors.contains(&errno),
        Expect::Gives(value) => trapped == -1 && result == value,
    };
    assert!(holds, "{name} {argument}: {outcome:?} (trapped: {call:?}), expected {expect:?}");
}
