//! Exported tests, compiled without us and run before they are shown. In the sandbox all the same:
//! what a unit does natively it may do to its owner's files.
use crate::build::run;
use crate::error::Error;
use acute_export::Expectation;
use acute_sandbox::Sandbox;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// How long one test may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// Compiles a test file with the other files of its unit.
pub fn compile(test: &Path, others: &[PathBuf], cflags: &[String], scratch: &Path) -> Result<PathBuf, Error> {
    let runs = |c: &&str| {
        let version = Command::new(c).arg("--version").stdin(Stdio::null()).output();
        version.is_ok_and(|output| output.status.success())
    };
    let compiler = ["gcc", "cc", "clang-19"].into_iter().find(runs);
    let compiler = compiler
        .ok_or_else(|| Error::Missing("no C compiler for the tests: type `apt-get install gcc`".into()))?;
    let program = scratch.join("tests");
    let mut command = Command::new(compiler);
    command.args(cflags).args(["-g", "-w"]).arg(test);
    for (k, other) in others.iter().enumerate() {
        // Only the tests' own main may be called that.
        let object = scratch.join(format!("other{k}.o"));
        let renamed = format!("-Dmain=acute_other_main_{k}");
        run(Command::new(compiler)
            .args(cflags)
            .args(["-g", "-w", "-c"])
            .arg(renamed)
            .arg(other)
            .arg("-o")
            .arg(&object))?;
        command.arg(object);
    }
    run(command.arg("-lm").arg("-o").arg(&program))?;
    Ok(program)
}

/// Whether one test of a compiled file does what it is expected to.
pub fn passes(program: &Path, name: &str, expected: &Expectation, scratch: &Path) -> Result<bool, Error> {
    let said = scratch.join("said");
    let output = std::fs::File::create(&said).map_err(Error::io(&said))?;
    let sandbox = Sandbox::prepare(program, scratch).map_err(|e| Error::Internal(e.to_string()))?;
    let mut command = Command::new(program);
    command.arg(name).env_clear().current_dir(scratch).stdout(output).stderr(Stdio::null());
    sandbox.confine(&mut command);
    let mut child = command.spawn().map_err(Error::io(program))?;
    let begun = Instant::now();
    let status = loop {
        match child.try_wait().map_err(Error::io(program))? {
            Some(status) => break status,
            None if begun.elapsed() > PATIENCE => {
                let _ = child.kill();
                let _ = child.wait();
                return Ok(false);
            }
            None => std::thread::sleep(Duration::from_micros(200)),
        }
    };
    Ok(did(status, &std::fs::read(&said).unwrap_or_default(), expected))
}

fn did(status: ExitStatus, said: &[u8], expected: &Expectation) -> bool {
    match expected {
        Expectation::Returns(_) => status.success() && said.ends_with(b"1 passed, 0 failed\n"),
        Expectation::DiesBySignal(signal) => status.signal() == Some(*signal),
        Expectation::Exits(code) => status.code() == Some(*code) && !said.ends_with(b" failed\n"),
    }
}
