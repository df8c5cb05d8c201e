//! A command that is stopped half-way: by Ctrl-C, by a polite kill, by a rude one, by a reader who has seen enough.
//! What was found is kept, and nothing else of ours is left.

use crate::common::{Folder, PATIENCE, acute, processes_of, without_compiling};
use serde_json::Value;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Functions with as many paths as anyone will run, between one that is done at once and one whose turn does not come.
const UNIT: &str = "#include <stddef.h>
struct cell { int v; struct cell *next; };
int quick(int x) { if (x == 7) return 1; return 0; }
int one(const struct cell *l, int x) { int n = 0; for (; l != NULL; l = l->next) n += l->v == x; return n; }
int two(const struct cell *l, int x) { int n = 0; for (; l != NULL; l = l->next) n += l->v != x; return n; }
int three(const struct cell *l, int x) { int n = 0; for (; l != NULL; l = l->next) n += l->v < x; return n; }
";

/// A run of it that takes a second, and does not end.
const SPIN: &str = "int spin(int x) { volatile int go = 1; while (go) { } return x; }\n";

struct Running {
    folder: Folder,
    child: Child,
    begun: Instant,
}

impl Running {
    /// Starts the tool in a group of its own, as a shell does.
    fn new(folder: Folder, command: &mut Command) -> Running {
        std::fs::create_dir(folder.path().join("tmp")).expect("a folder");
        command.current_dir(folder.path()).env("TMPDIR", folder.path().join("tmp"));
        command.process_group(0).stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = command.spawn().expect("it starts");
        Running { folder, child, begun: Instant::now() }
    }

    fn test(text: &str, flags: &[&str]) -> Running {
        let folder = Folder::new();
        folder.file("unit.c", text);
        let mut command = acute();
        command.args(["test", "unit.c", "--time", "600"]).args(flags);
        Running::new(folder, heeding(&mut command))
    }

    fn summary(&self) -> Option<Value> {
        let text = std::fs::read_to_string(self.folder.path().join("acute.out/summary.json")).ok()?;
        Some(serde_json::from_str(&text).expect("it is written whole or not at all"))
    }

    /// Waits until something is so.
    fn until(&mut self, what: &str, mut is_so: impl FnMut(&Running) -> bool) {
        while !is_so(self) {
            assert!(self.begun.elapsed() < PATIENCE, "never: {what}");
            assert!(self.child.try_wait().expect("a status").is_none(), "it ended before: {what}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Waits until the unit runs.
    fn until_it_runs(&mut self) {
        let tmp = self.folder.path().join("tmp");
        self.until("a unit runs", |_| !processes_of(&tmp).is_empty());
    }

    /// A signal to the tool alone, as `kill` sends it.
    fn signal(&self, signal: i32) {
        // SAFETY: a plain system call on our own child.
        unsafe { libc::kill(self.child.id() as i32, signal) };
    }

    /// Waits for its end; the exit code, and what it said. Nothing may be left.
    fn end(mut self) -> (Option<i32>, String, String, Folder) {
        let (mut out, mut err) = (String::new(), String::new());
        if let Some(mut pipe) = self.child.stdout.take() {
            pipe.read_to_string(&mut out).expect("text");
        }
        self.child.stderr.take().expect("a pipe").read_to_string(&mut err).expect("text");
        let status = self.child.wait().expect("it ends");
        let tmp = self.folder.path().join("tmp");
        // The kernel takes a moment.
        let ended = Instant::now();
        while !processes_of(&tmp).is_empty() && ended.elapsed() < PATIENCE {
            std::thread::sleep(Duration::from_millis(10));
        }
        assert_eq!(processes_of(&tmp), Vec::<PathBuf>::new());
        let left: Vec<_> = std::fs::read_dir(&tmp).expect("a folder").flatten().map(|e| e.path()).collect();
        assert!(left.is_empty(), "left: {left:?}\n{out}{err}");
        assert!(!err.contains("internal error") && !err.contains("panicked"), "{out}{err}");
        (status.code(), out, without_compiling(&err), self.folder)
    }
}

fn names(summary: &Value) -> Vec<&str> {
    let rows = summary["functions"].as_array().expect("functions");
    rows.iter().map(|r| r["name"].as_str().expect("a name")).collect()
}

#[test]
fn every_function_begun_is_reported_and_the_others_are_named() {
    for (signal, jobs) in [(libc::SIGINT, "2"), (libc::SIGTERM, "1"), (libc::SIGHUP, "2")] {
        let mut running = Running::test(UNIT, &["--jobs", jobs]);
        running.until("quick is done", |r| r.summary().is_some());
        // Until each worker has its next function under way, and a second more: that is a hundred thousand executions.
        let (tmp, workers) = (running.folder.path().join("tmp"), jobs.parse().expect("a number"));
        running.until("every worker has a unit", |_| processes_of(&tmp).len() >= workers);
        std::thread::sleep(Duration::from_secs(1));
        running.signal(signal);
        let stopped = Instant::now();
        let (code, out, err, folder) = running.end();
        assert_eq!(code, Some(4), "{out}{err}");
        assert!(stopped.elapsed() < PATIENCE);
        let text = std::fs::read_to_string(folder.path().join("acute.out/summary.json")).expect("a summary");
        let summary: Value = serde_json::from_str(&text).expect("JSON");
        let (begun, not_begun) = match jobs {
            "1" => (vec!["quick", "one"], vec!["two", "three"]),
            _ => (vec!["quick", "one", "two"], vec!["three"]),
        };
        assert_eq!(names(&summary), begun, "{out}");
        assert_eq!(summary["not_begun"], serde_json::json!(not_begun));
        assert_eq!(summary["finished"], false);
        for row in summary["functions"].as_array().expect("functions").iter().skip(1) {
            assert_eq!((&row["outcome"], &row["reason"]), (&"time".into(), &"interrupted".into()));
            assert!(row["executions"].as_u64() > Some(10), "{row}");
            for input in row["inputs"].as_array().expect("inputs") {
                let file = folder.path().join("acute.out").join(input.as_str().expect("a name"));
                assert!(file.is_file(), "{}", file.display());
            }
        }
        let words = format!("\ninterrupted; not tested: {}\n", not_begun.join(", "));
        assert!(out.contains(&words), "`{words}` is not in\n{out}");
        assert!(out.contains("quick: complete, 2 paths") && out.contains("one: time, "), "{out}");
    }
}

#[test]
fn a_second_signal_ends_it_at_once() {
    // Two of one kind may be one.
    for second in [libc::SIGTERM, libc::SIGHUP] {
        let mut running = Running::test(UNIT, &[]);
        running.until_it_runs();
        running.signal(libc::SIGINT);
        running.signal(second);
        let (code, out, err, _) = running.end();
        assert_eq!(code, Some(4), "{out}{err}");
    }
}

#[test]
fn the_first_run_is_not_waited_for() {
    // Where a run has an hour, the command would take as long.
    let mut running = Running::test(SPIN, &[]);
    running.until_it_runs();
    running.signal(libc::SIGINT);
    let (code, out, err, folder) = running.end();
    assert_eq!(code, Some(4), "{out}{err}");
    let text = std::fs::read_to_string(folder.path().join("acute.out/summary.json")).expect("a summary");
    let summary: Value = serde_json::from_str(&text).expect("JSON");
    let row = &summary["functions"][0];
    assert_eq!((&row["outcome"], &row["reason"]), (&"time".into(), &"interrupted".into()), "{row}");
}

#[test]
fn compiling_that_takes_long_is_said_and_not_in_between_json() {
    let folder = Folder::new();
    folder.file("unit.c", UNIT);
    let clang = sleeper(&folder, "clang", "clang version 19.1.7");
    let mut command = acute();
    let mut running =
        Running::new(folder, heeding(command.env("ACUTE_CLANG", clang).args(["test", "unit.c"])));
    let mut first = String::new();
    let mut pipe = BufReader::with_capacity(1, running.child.stderr.take().expect("a pipe"));
    pipe.read_line(&mut first).expect("a line");
    assert_eq!(first, "compiling unit.c ...\n");
    running.child.stderr = Some(pipe.into_inner());
    running.signal(libc::SIGINT);
    assert_eq!(running.end().0, Some(4));

    let folder = Folder::new();
    folder.file("unit.c", UNIT);
    let text =
        "#!/bin/sh\nif [ \"$1\" = --version ]; then echo 'clang version 19.1.7'; exit; fi\nsleep 2\nexit 1\n";
    let clang = folder.file("clang", text);
    std::fs::set_permissions(&clang, std::fs::Permissions::from_mode(0o755)).expect("it can be run");
    let mut command = acute();
    command.env("ACUTE_CLANG", clang).current_dir(folder.path()).args(["test", "unit.c", "--json", "-"]);
    let said = command.output().expect("it starts");
    assert_eq!(said.status.code(), Some(3));
    assert!(!String::from_utf8_lossy(&said.stderr).contains("compiling unit.c"));
}

/// Whoever starts the tests in the background has these signals ignored, and the tool respects that.
fn heeding(command: &mut Command) -> &mut Command {
    // SAFETY: signal is allowed between fork and exec.
    unsafe {
        command.pre_exec(|| {
            for signal in [libc::SIGINT, libc::SIGHUP] {
                libc::signal(signal, libc::SIG_DFL);
            }
            Ok(())
        })
    }
}

/// A compiler that leaves a file and never ends.
fn sleeper(folder: &Folder, name: &str, version: &str) -> PathBuf {
    let text = format!(
        "#!/bin/sh\nif [ \"$1\" = --version ]; then echo '{version}'; exit; fi\n\
         touch \"$TMPDIR/left\" started\ncp /bin/sleep \"$TMPDIR/sleeper\"\n\"$TMPDIR/sleeper\" 100\n"
    );
    let path = folder.file(name, &text);
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("it can be run");
    path
}

#[test]
fn a_compiler_is_stopped_with_us() {
    for signals in [1, 2] {
        let folder = Folder::new();
        folder.file("unit.c", UNIT);
        let clang = sleeper(&folder, "clang", "clang version 19.1.7");
        let mut command = acute();
        let mut running =
            Running::new(folder, heeding(command.env("ACUTE_CLANG", clang).args(["test", "unit.c"])));
        running.until_it_runs();
        (0..signals).for_each(|_| running.signal(libc::SIGINT));
        let stopped = Instant::now();
        let (code, out, err, folder) = running.end();
        assert_eq!(code, Some(4), "{out}{err}");
        // The compiler would take 100 s.
        assert!(stopped.elapsed() < Duration::from_secs(90));
        assert!(signals == 2 || err == "acute: interrupted while compiling: nothing was tested\n", "{err}");
        assert!(!folder.path().join("acute.out").exists());
    }
}

#[test]
fn the_results_are_there_when_exporting_is_stopped() {
    let folder = Folder::new();
    folder.file("unit.c", "int quick(int x) { if (x == 7) return 1; return 0; }\n");
    std::fs::create_dir(folder.path().join("bin")).expect("a folder");
    sleeper(&folder, "bin/gcc", "gcc");
    let path = format!("{}:{}", folder.path().join("bin").display(), std::env::var("PATH").expect("a PATH"));
    let mut command = acute();
    let mut running = Running::new(folder, heeding(command.env("PATH", path).args(["test", "unit.c"])));
    running.until("gcc runs", |r| r.folder.path().join("started").exists());
    running.signal(libc::SIGINT);
    let (code, out, err, folder) = running.end();
    assert_eq!(code, Some(4), "{out}{err}");
    assert!(out.contains("test_unit.c: not written: interrupted"), "{out}");
    let text = std::fs::read_to_string(folder.path().join("acute.out/summary.json")).expect("a summary");
    let summary: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!((&summary["finished"], &summary["totals"]["tests"]), (&true.into(), &2.into()));
}

#[test]
fn a_reader_who_has_seen_enough_ends_it() {
    let mut running = Running::test(UNIT, &["--jobs", "1"]);
    let mut first = String::new();
    let pipe = running.child.stdout.take().expect("a pipe");
    let mut pipe = BufReader::with_capacity(1, pipe);
    pipe.read_line(&mut first).expect("a line");
    assert!(first.starts_with("acute 0."), "{first}");
    drop(pipe);
    let (code, out, err, _) = running.end();
    assert_eq!((code, err.as_str()), (Some(4), ""), "{out}");
}

#[test]
fn a_full_disk_is_told_and_no_panic() {
    let folder = Folder::new();
    folder.file("unit.c", "int quick(int x) { if (x == 7) return 1; return 0; }\n");
    for flags in [&[][..], &["--json", "-"]] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("/dev/full");
        let mut command = acute();
        command.current_dir(folder.path()).args(["test", "unit.c"]).args(flags).stdout(full);
        let said = command.output().expect("it starts");
        let err = without_compiling(&String::from_utf8_lossy(&said.stderr));
        assert_eq!(said.status.code(), Some(2), "{err}");
        assert!(err.starts_with("acute: standard output: No space left"), "{err}");
    }
}

#[test]
fn what_was_done_before_a_rude_kill_is_kept() {
    let mut running = Running::test(UNIT, &["--jobs", "2"]);
    running.until("quick is done", |r| r.summary().is_some());
    running.signal(libc::SIGKILL);
    running.child.wait().expect("it ends");
    let summary = running.summary().expect("a summary");
    assert_eq!(names(&summary), ["quick"]);
    assert_eq!(summary["finished"], false);
    let row = &summary["functions"][0];
    assert_eq!((&row["outcome"], &row["tests"]), (&"complete".into(), &2.into()));
    for input in row["inputs"].as_array().expect("inputs") {
        let file = running.folder.path().join("acute.out").join(input.as_str().expect("a name"));
        serde_json::from_str::<Value>(&std::fs::read_to_string(file).expect("a test")).expect("JSON");
    }
}

#[test]
fn what_is_ignored_stays_ignored() {
    // As behind nohup: the terminal goes, the command stays.
    let folder = Folder::new();
    folder.file("unit.c", UNIT);
    let mut command = acute();
    command.args(["test", "unit.c", "--function", "one", "--time", "2"]);
    // SAFETY: signal is safe between fork and exec.
    unsafe {
        command.pre_exec(|| {
            libc::signal(libc::SIGHUP, libc::SIG_IGN);
            Ok(())
        })
    };
    let mut running = Running::new(folder, &mut command);
    running.until_it_runs();
    running.signal(libc::SIGHUP);
    let (code, out, err, _) = running.end();
    assert_eq!(code, Some(0), "{out}{err}");
    assert!(!out.contains("interrupted"), "{out}");
}

#[test]
fn a_unit_has_the_signals_of_any_program() {
    let folder = Folder::new();
    folder.file(
        "unit.c",
        "#include <signal.h>\nint f(int x) {\n    sigset_t now;\n    sigprocmask(SIG_BLOCK, 0, &now);\n\
         \x20   int blocked = sigismember(&now, SIGINT) || sigismember(&now, SIGTERM) || sigismember(&now, SIGHUP);\n\
         \x20   struct sigaction old;\n    sigaction(SIGTERM, 0, &old);\n\
         \x20   return blocked || old.sa_handler != SIG_DFL ? 1 / (x - x) : x;\n}\n",
    );
    let mut command = acute();
    let (code, out, err, _) =
        Running::new(folder, command.args(["test", "unit.c", "--no-export", "--executions", "5"])).end();
    assert_eq!(code, Some(0), "{out}{err}");
    assert!(out.contains("f: ") && !out.contains("BUG"), "{out}");
}
