//! `acute cc`: a drop-in C compiler. It parses nothing: clang gets the command line as it is, behind
//! a few flags of ours, and calls our linker for the one thing that must be decided late.
use crate::error::Error;
use crate::home::Home;
use crate::link::COVERAGE_FLAGS;
use std::ffi::OsString;
use std::os::unix::process::CommandExt;
use std::process::Command;

/// The name under which clang calls us to link.
pub const LINKER: &str = "acute-ld";
/// Tells the linker where the runtime is.
const RUNTIME_VARIABLE: &str = "ACUTE_RUNTIME";
/// Tells the linker which linker to call.
const LD_VARIABLE: &str = "ACUTE_REAL_LD";

/// Becomes clang. Returns only if that fails.
pub fn run(arguments: &[OsString]) -> Result<u8, Error> {
    let home = Home::find()?;
    let mut command = Command::new(&home.clang);
    // Between these two clang does not complain about flags that a command has no use for.
    command.arg("--start-no-unused-arguments");
    command.arg(format!("-fpass-plugin={}", home.plugin.display()));
    // With a frame pointer calls of hooks leave no trace in the unwind tables, which were a third of the code.
    command.args(["-g", "-ftrivial-auto-var-init=pattern", "-fno-omit-frame-pointer"]).args(COVERAGE_FLAGS);
    command.arg(format!("--ld-path={}", home.linker.display()));
    command.arg("--end-no-unused-arguments").args(arguments);
    command.env(RUNTIME_VARIABLE, &home.runtime);
    command.env("C_INCLUDE_PATH", crate::home::with_include(&home.include));
    Err(Error::Internal(format!("{}: {}", home.clang.display(), command.exec())))
}

/// What `acute-ld` does: links an executable with the runtime, anything else as it is.
pub fn link(arguments: &[OsString]) -> Error {
    let ld = std::env::var_os(LD_VARIABLE).unwrap_or_else(|| "ld".into());
    let mut command = Command::new(&ld);
    command.args(arguments);
    let is = |flags: &[&str]| arguments.iter().any(|a| flags.iter().any(|f| a == f));
    let executable = !is(&["-shared", "--shared", "-Bshareable", "-r", "-i", "--relocatable"]);
    if let (true, Some(runtime)) = (executable, std::env::var_os(RUNTIME_VARIABLE)) {
        // All of it, though only some of it is called; and the C library once more, for what it calls.
        command.args(["-u", "__acute_main"]).arg(runtime).arg("-lc");
        // Instrumented libraries find the runtime in the program that loads them.
        command.arg("--export-dynamic-symbol=__acute_*");
    }
    Error::Internal(format!("{}: {}", ld.to_string_lossy(), command.exec()))
}
