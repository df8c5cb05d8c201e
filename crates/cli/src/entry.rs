//! Where the programs begin: what each does with an error, or with a panic of ours.
use crate::flags::{Acute, Verb};
use acute_cfront::error::Error;
use clap::Parser;
use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

/// `acute`, with its arguments after its own name.
pub fn acute(arguments: &[OsString]) -> ExitCode {
    // Whatever follows `cc` is the compiler's, down to the last dash.
    if arguments.first().is_some_and(|a| a == "cc") {
        return guarded(|| acute_cfront::cc::run(&arguments[1..]));
    }
    let name = OsString::from("acute");
    let acute = match Acute::try_parse_from(std::iter::once(&name).chain(arguments)) {
        Ok(acute) => acute,
        Err(e) => {
            let _ = e.print();
            return ExitCode::from(if e.use_stderr() { 2 } else { 0 });
        }
    };
    guarded(|| match acute.verb {
        Verb::Test(flags) => crate::test::run(&flags),
        Verb::Replay(flags) => crate::replay::run(&flags),
        Verb::Cc { arguments } => acute_cfront::cc::run(&arguments),
    })
}

/// Blocks of this size and more go back to the system when they are freed, and grow where they are.
const LARGE: libc::c_int = 1 << 20;

/// Does the work of a program and gives the exit code of the contract.
pub fn guarded(work: impl FnOnce() -> Result<u8, Error>) -> ExitCode {
    // A panic is an internal error; a person gets one line and what to do, not a backtrace.
    std::panic::set_hook(Box::new(|info| {
        let _ = writeln!(std::io::stderr(), "acute: internal error: {info}");
        let _ = writeln!(std::io::stderr(), "please report it with the command you typed and the C file");
        acute_cfront::interrupt::end(70);
    }));
    // The C library would raise its own bound to 32 MiB with the first such block that is freed, and keep the holes that
    // growing tables leave: a search of minutes would take ever more.
    // SAFETY: a number of the allocator's, set before there is a second thread.
    unsafe { libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE) };
    shown(work())
}

/// The exit code of what was done; an error is shown.
pub fn shown(done: Result<u8, Error>) -> ExitCode {
    match done {
        Ok(code) => ExitCode::from(code),
        Err(e) => {
            let _ = writeln!(std::io::stderr(), "{}", e.to_string().trim_end());
            ExitCode::from(e.exit_code())
        }
    }
}
