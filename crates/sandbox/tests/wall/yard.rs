//! A folder with a compiled attempt, a scratch folder and a victim file, removed at the end.

use std::os::unix::fs::MetadataExt;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

use acute_sandbox::{Level, Sandbox, Settings};

/// How an attempt ended.
#[derive(Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It came to its end and printed these.
    Said { result: i64, errno: i32, trapped: i32 },
    /// It was ended by this signal.
    Killed(i32),
    /// Anything else.
    Odd(String),
}

/// Where one test plays.
pub struct Yard {
    root: PathBuf,
    pub settings: Settings,
    before: String,
}

impl Yard {
    pub fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("yard-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::create_dir_all(root.join("scratch")).unwrap();
        std::fs::write(root.join("victim"), "precious").unwrap();
        let mut yard = Self { root, settings: Settings::default(), before: String::new() };
        yard.before = yard.portrait();
        yard
    }

    /// What this test's sandbox can do on this machine.
    pub fn level(&self) -> Level {
        self.sandbox().level()
    }

    pub fn scratch(&self) -> PathBuf {
        self.root.join("scratch")
    }

    pub fn victim(&self) -> String {
        self.root.join("victim").to_str().unwrap().to_owned()
    }

    pub fn sandbox(&self) -> Arc<Sandbox> {
        Sandbox::prepare_with(attempt(), &self.scratch(), &self.settings).unwrap()
    }

    /// The attempt, ready to be spawned in its sandbox, with the scratch folder as its own.
    pub fn command(&self, name: &str, argument: &str) -> Command {
        let mut command = Command::new(attempt());
        command.arg(name).arg(argument).current_dir(self.scratch());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        self.sandbox().confine(&mut command);
        command
    }

    pub fn run(&self, name: &str, argument: &str) -> Outcome {
        outcome(&mut self.command(name, argument))
    }

    /// Everything that could be changed about the folder of the victim and what is in it,
    /// the scratch folder's content apart.
    fn portrait(&self) -> String {
        let mut entries: Vec<_> =
            std::fs::read_dir(&self.root).unwrap().map(|entry| entry.unwrap().path()).collect();
        entries.sort();
        let mut portrait = String::new();
        for path in entries {
            let data = std::fs::symlink_metadata(&path).unwrap();
            portrait += &format!("{} {:o} {} {}", path.display(), data.mode(), data.uid(), data.gid());
            if data.is_file() {
                let content = std::fs::read_to_string(&path).unwrap();
                portrait += &format!(" {} {}.{} {content}", data.nlink(), data.mtime(), data.mtime_nsec());
            }
            portrait.push('\n');
        }
        portrait
    }

    /// The victim is as it was and has no new neighbour.
    pub fn assert_unharmed(&self, after: &str) {
        assert_eq!(self.portrait(), self.before, "after {after}");
    }
}

impl Drop for Yard {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.root);
    }
}

pub fn outcome(command: &mut Command) -> Outcome {
    let output = command.output().unwrap();
    if let Some(signal) = output.status.signal() {
        return Outcome::Killed(signal);
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let numbers: Vec<i64> = text.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    if let [result, errno, trapped] = numbers[..] {
        return Outcome::Said { result, errno: errno as i32, trapped: trapped as i32 };
    }
    Outcome::Odd(format!("{:?} {text}", output.status))
}

/// The path of the compiled attempt, one for all tests of this process.
pub fn attempt() -> &'static Path {
    static ATTEMPT: OnceLock<PathBuf> = OnceLock::new();
    ATTEMPT.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let (source, target) =
            (Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/wall/attempt.c"), folder.join("attempt"));
        // Compiled beside and moved, so that two test processes never run half a file.
        let fresh = folder.join(format!("attempt-{}", std::process::id()));
        let status = Command::new("cc")
            .args(["-O1", "-Wall", "-Wextra", "-Werror", "-no-pie", "-pthread", "-o"])
            .args([&fresh, &source])
            .status()
            .unwrap();
        assert!(status.success(), "the C compiler failed");
        std::fs::rename(&fresh, &target).unwrap();
        target
    })
}

/// A process for others to try to kill; it ends by itself after a minute.
pub struct Victim(Child);

impl Victim {
    pub fn new() -> Self {
        Self(Command::new("sleep").arg("60").stdin(Stdio::null()).spawn().unwrap())
    }

    pub fn pid(&self) -> String {
        self.0.id().to_string()
    }

    pub fn assert_alive(&mut self, after: &str) {
        assert_eq!(self.0.try_wait().unwrap(), None, "after {after}");
    }
}

impl Drop for Victim {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
