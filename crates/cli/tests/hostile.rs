//! Units that crash, loop, scribble, exit, fork, kill, delete and connect: the engine survives each with
//! a clear verdict, and nothing outside is harmed. Victims are made here: a child process, a temporary
//! folder, a listener on the loopback interface.
use serde_json::Value;
use std::io::ErrorKind;
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

struct Victims {
    folder: PathBuf,
    child: Child,
    listener: TcpListener,
}

impl Victims {
    fn new(name: &str) -> Victims {
        let folder = std::env::temp_dir().join(format!("acute-hostile-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("file"), "precious").unwrap();
        let child = Command::new("sleep").arg("600").stdin(Stdio::null()).spawn().unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        Victims { folder, child, listener }
    }

    /// `acute test` of one function; its row of the summary and the exit code.
    fn attack(&self, function: &str) -> (Value, i32) {
        let unit = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/hostile/units.c");
        let output = Command::new(env!("CARGO_BIN_EXE_acute"))
            .args(["test", unit, "--function", function, "--check", "--json", "-", "--time", "5", "--out"])
            .arg(self.folder.join(format!("out-{function}")))
            .arg("--")
            .arg(format!("-DVICTIM_PID={}", self.child.id()))
            .arg(format!("-DVICTIM_FILE=\"{}\"", self.folder.join("file").display()))
            .arg(format!("-DVICTIM_PORT={}", self.listener.local_addr().unwrap().port()))
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        let summary: Value = serde_json::from_str(&text)
            .unwrap_or_else(|e| panic!("{function}: {e}: {text}{}", String::from_utf8_lossy(&output.stderr)));
        (summary["functions"][0].clone(), output.status.code().unwrap())
    }

    fn assert_unharmed(&mut self, function: &str) {
        assert!(self.child.try_wait().unwrap().is_none(), "{function} killed another process");
        let file = self.folder.join("file");
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "precious", "{function} changed a file");
        let mode = std::os::unix::fs::PermissionsExt::mode(&std::fs::metadata(&file).unwrap().permissions());
        assert_ne!(mode & 0o777, 0, "{function} changed a file's mode");
        assert!(!self.folder.join("file.gone").exists(), "{function} renamed a file");
        match self.listener.accept() {
            Err(e) if e.kind() == ErrorKind::WouldBlock => {}
            other => panic!("{function} connected: {other:?}"),
        }
    }
}

impl Drop for Victims {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Function, the kind of bug it must be reported as (none: it is a path like others), and a reason that
/// must be counted.
fn survive(name: &str, rows: &[(&str, Option<&str>, Option<&str>)]) {
    let mut victims = Victims::new(name);
    for (function, kind, reason) in rows {
        let (row, code) = victims.attack(function);
        victims.assert_unharmed(function);
        let kinds: Vec<&str> =
            row["bugs"].as_array().unwrap().iter().filter_map(|b| b["kind"].as_str()).collect();
        assert_eq!(kinds, kind.iter().copied().collect::<Vec<_>>(), "{function}: {row:#}");
        // What is not shown to be endless is no bug.
        assert_eq!(code, kind.is_some_and(|kind| kind != "did-not-end") as i32, "{function}: {row:#}");
        assert_ne!(row["outcome"], "error", "{function}: {row:#}");
        // Where the sandbox or the world answered, nobody saw all that can happen.
        assert!(row["isolation"] == "inprocess" || row["outcome"] != "complete", "{function}: {row:#}");
        if let Some(reason) = reason {
            assert!(row["concretized"][reason].as_u64() > Some(0), "{function}: {row:#}");
            assert_ne!(row["outcome"], "complete", "{function}: {row:#}");
        }
    }
}

#[test]
fn crashes_loops_and_overflows_are_told_apart() {
    survive(
        "crash",
        &[
            ("crash", Some("segfault"), None),
            ("loop", Some("infinite-loop"), None),
            ("sleeper", None, None),
            ("waiter", Some("did-not-end"), None),
            ("deep", Some("stack-overflow"), None),
            ("trap", Some("illegal-instruction"), None),
            ("ignore_signals", Some("segfault"), None),
            ("take_all_memory", None, None),
        ],
    );
}

#[test]
fn ways_out_are_paths() {
    survive(
        "leave",
        &[
            ("leave", None, None),
            ("leave_by_system_call", None, None),
            ("kill_self", None, None),
            ("close_everything", None, None),
        ],
    );
}

#[test]
fn nothing_outside_is_harmed() {
    survive(
        "outside",
        &[
            ("fork_once", None, Some("sandbox:clone")),
            ("kill_other", None, Some("sandbox:kill")),
            ("kill_everybody", None, Some("sandbox:kill")),
            ("kill_parent", None, Some("sandbox:kill")),
            ("trace_other", None, Some("sandbox:ptrace")),
            ("fork_bomb", None, Some("sandbox:clone")),
            ("delete_file", None, Some("sandbox:unlink")),
            ("overwrite_file", None, Some("sandbox:openat")),
            ("rename_file", None, Some("sandbox:rename")),
            ("write_with_signals_blocked", None, Some("sandbox:openat")),
            ("change_mode", None, Some("sandbox:chmod")),
            ("connect_somewhere", None, Some("sandbox:socket")),
        ],
    );
}

/// What is written over decides how it ends; that it ends, is called a bug and harms nobody is certain.
#[test]
fn scribbling_over_memory_is_survived() {
    let mut victims = Victims::new("scribble");
    for function in ["scribble_head", "scribble_all", "scribble_low", "scribble_stack"] {
        let (row, code) = victims.attack(function);
        victims.assert_unharmed(function);
        assert_eq!(code, 1, "{function}: {row:#}");
        assert_ne!(row["outcome"], "error", "{function}: {row:#}");
    }
}
