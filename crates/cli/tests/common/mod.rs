//! What the tests of the whole tool share: the tool, a folder of their own, the units.
#![allow(dead_code)]

pub mod csmith;
pub mod judge;
pub mod units;

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// The tool as a person has it: its parts lie beside it, or nothing can be shown.
pub fn acute() -> Command {
    let tool = Path::new(env!("CARGO_BIN_EXE_acute"));
    for part in ["libacute_instrument.so", "libacute_runtime.a"] {
        assert!(
            tool.with_file_name(part).is_file(),
            "{part} is not beside {}: run `make build` first",
            tool.display()
        );
    }
    let mut command = Command::new(tool);
    command.env_remove("ACUTE_HOME").env_remove("ACUTE_CHECK").stdin(Stdio::null());
    command
}

/// `tests/units`.
pub fn units() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/units").canonicalize().expect("tests/units")
}

/// The C files of one folder of units, by name.
pub fn units_of(folder: &str) -> Vec<PathBuf> {
    let folder = units().join(folder);
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut files: Vec<PathBuf> = entries.map(|e| e.expect("an entry").path()).collect();
    files.retain(|f| f.extension().is_some_and(|e| e == "c"));
    files.sort();
    assert!(!files.is_empty(), "{} holds no unit", folder.display());
    files
}

/// A folder that is gone with the test.
pub struct Folder(PathBuf);

impl Folder {
    /// A new one.
    pub fn new() -> Folder {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let n = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("tests-of-acute-{}-{n}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a temporary folder");
        Folder(path)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// A file in it.
    pub fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        std::fs::write(&path, text).expect("a temporary file");
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// How many random cases a test tries: `usual`, times ACUTE_SCALE, which `make check-all` sets.
pub fn scaled(usual: usize) -> usize {
    let scale = std::env::var("ACUTE_SCALE").ok().and_then(|n| n.parse::<usize>().ok());
    usual * scale.unwrap_or(1)
}

/// The longest that a test waits for something that takes a second on an idle machine.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// Processes whose program lies below a folder.
pub fn processes_of(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir("/proc").expect("/proc").flatten();
    let programs = entries.filter_map(|e| std::fs::read_link(e.path().join("exe")).ok());
    programs.filter(|p| p.starts_with(folder)).collect()
}

/// What a command said.
pub struct Said {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Said {
    /// Runs a command to its end.
    pub fn by(command: &mut Command) -> Said {
        let Output { status, stdout, stderr } = command.output().expect("the command can be started");
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        Said { code: status.code(), out: text(stdout), err: without_compiling(&text(stderr)) }
    }

    /// The summary on standard output.
    pub fn summary(&self) -> Result<Value, String> {
        serde_json::from_str(&self.out).map_err(|e| {
            format!(
                "no summary on standard output ({e}); exit code {:?}\n{}{}",
                self.code, self.out, self.err
            )
        })
    }
}

/// Standard error without the line that compiling takes long: on a busy machine it may.
pub fn without_compiling(err: &str) -> String {
    err.split_inclusive('\n').filter(|line| !line.starts_with("compiling ")).collect()
}

/// `acute test FILE --json - --check --jobs 1 --out OUT/out FLAGS`: several tests run at once, and share the cores; what it and clang may leave behind goes with OUT.
pub fn test(file: &Path, out: &Path, flags: &[String]) -> Said {
    let mut command = acute();
    command
        .env("TMPDIR", out)
        .arg("test")
        .arg(file)
        .args(["--json", "-", "--check", "--jobs", "1", "--out"])
        .arg(out.join("out"))
        .args(flags);
    Said::by(&mut command)
}
