//! Compiling and running C in tests.
#![allow(dead_code)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};

/// The C compilers that every test goes through.
pub const COMPILERS: [&str; 2] = ["clang-19", "gcc"];

/// A folder that is removed when the test ends.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new() -> Folder {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let n = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("acute-{}-{n}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a temporary folder");
        Folder(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    pub fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        std::fs::write(&path, text).expect("a file in the temporary folder");
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Runs a compiler in a folder; a missing one fails the test with what to install.
pub fn run_compiler(folder: &Path, compiler: &str, args: &[&str]) -> Output {
    match Command::new(compiler).args(args).current_dir(folder).output() {
        Ok(output) => output,
        Err(e) => panic!("{compiler}: {e}; install it: apt-get install gcc clang-19"),
    }
}

/// Compiles and expects no message at all, or shows the messages with the source.
pub fn compile_cleanly(folder: &Path, compiler: &str, args: &[&str], source: &Path) {
    let output = run_compiler(folder, compiler, args);
    let messages = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() || !messages.is_empty() {
        let text = std::fs::read_to_string(source).unwrap_or_default();
        panic!("{compiler} {args:?}\n{messages}\n{text}");
    }
}

/// The object file of a C source.
pub fn object(compiler: &str, flags: &[&str], source: &str) -> Vec<u8> {
    let folder = Folder::new();
    let path = folder.write("unit.c", source);
    let mut args = vec!["-c", "unit.c", "-o", "unit.o"];
    args.extend(flags);
    compile_cleanly(folder.path(), compiler, &args, &path);
    std::fs::read(folder.path().join("unit.o")).expect("the object file")
}

/// What a compiled program prints.
pub fn output_of(program: &Path) -> String {
    let output = Command::new(program).output().expect("the compiled program runs");
    assert!(output.status.success(), "{} failed: {output:?}", program.display());
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Numbers that look random and are the same in every run (xorshift64*).
pub struct Dice(pub u64);

impl Dice {
    pub fn roll(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    pub fn below(&mut self, n: u64) -> u64 {
        self.roll() % n.max(1)
    }
}
