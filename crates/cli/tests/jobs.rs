//! Many functions at once, what a command may spend and when it has enough, and what a person sees meanwhile.

use crate::common::{Folder, PATIENCE, Said, acute, processes_of};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::os::fd::FromRawFd;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

/// The slowest first, a bug in the middle.
const UNIT: &str = "#include <stdlib.h>
struct cell { int v; struct cell *next; };
int slow(const struct cell *l, int x) {
    int n = 0;
    for (; l != NULL; l = l->next)
        if (l->v == x)
            n++;
    return n;
}
int sign(int x) { if (x > 0) return 1; return x == 0 ? 0 : -1; }
int buggy(int x) { if (x == 12345) abort(); return x; }
int parity(int x) { static int odd[] = {0, 1}; if (x % 2) return odd[1]; return odd[0]; }
static int same(int x, int y) { if (x == y) return 1; return 0; }
int slow_too(const struct cell *l, int x) {
    int n = 0;
    for (; l != NULL; l = l->next)
        if (l->v != x)
            n++;
    return n;
}
";

fn run(folder: &Folder, args: &[&str]) -> Said {
    Said::by(acute().current_dir(folder.path()).args(args))
}

fn unit() -> Folder {
    let folder = Folder::new();
    folder.file("unit.c", UNIT);
    folder
}

/// Keys go into a binary search tree, equal ones once: as many paths as there are weak orders of them.
const TREE: &str = "struct node { int key; struct node *child[2]; };
int insert_all(int a, int b, int c, int d, int e, int f, int g) {
    int keys[] = {a, b, c, d, e, f, g}, used = 0;
    struct node nodes[7], *root = 0;
    for (int i = 0; i < 7; i++) {
        struct node **at = &root;
        while (*at && (*at)->key != keys[i])
            if (keys[i] < (*at)->key)
                at = &(*at)->child[0];
            else
                at = &(*at)->child[1];
        if (!*at) {
            nodes[used] = (struct node){keys[i], {0, 0}};
            *at = &nodes[used++];
        }
    }
    return used;
}
struct cell { int v; struct cell *next; };
int smaller(const struct cell *a, const struct cell *b) {
    int n = 0;
    for (; a && b; a = a->next, b = b->next)
        if (a->v < b->v)
            n++;
        else if (a->v == b->v)
            n += 2;
    return n;
}
";

#[test]
fn a_function_that_several_share_has_the_same_paths() {
    let folder = Folder::new();
    folder.file("unit.c", TREE);
    for (function, flags, paths) in
        [("insert_all", &[][..], Some(47293)), ("smaller", &["--depth", "32"][..], None)]
    {
        let rows = ["1", "4"].map(|jobs| {
            let args =
                ["test", "unit.c", "--no-export", "--time", "600", "--jobs", jobs, "--function", function];
            let said = run(&folder, &[&args[..], flags].concat());
            assert_eq!(said.code, Some(0), "{}{}", said.out, said.err);
            let text =
                std::fs::read_to_string(folder.path().join("acute.out/summary.json")).expect("a summary");
            let summary: Value = serde_json::from_str(&text).expect("JSON");
            let row = &summary["functions"][0];
            let outcome = if flags.is_empty() { "complete" } else { "bounded" };
            assert_eq!(
                (row["outcome"].as_str(), row["divergences"].as_u64()),
                (Some(outcome), Some(0)),
                "{row}"
            );
            (row["paths"].as_u64(), row["branches"].clone(), row["infeasible"].as_u64())
        });
        assert_eq!(rows[0].0, rows[1].0, "{function}");
        assert_eq!(rows[0].1, rows[1].1);
        assert!(paths.is_none_or(|paths| rows[0].0 == Some(paths)), "{:?}", rows[0]);
    }
}

/// Without what a clock says.
fn timeless(text: &str) -> String {
    let is_time = |line: &str| line.trim_start().starts_with("\"seconds\":");
    let lines = text.lines().filter(|l| !is_time(l)).map(|line| {
        let cut = [", compiled in ", " ms", " s"].iter().find_map(|end| match *end {
            ", compiled in " => line.find(end),
            _ => line.ends_with(end).then(|| line.rfind(", ")).flatten(),
        });
        line[..cut.unwrap_or(line.len())].to_string()
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The summary and all tests, by name.
fn files(out: &Path) -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    for folder in [out.to_owned(), out.join("tests")] {
        // The manifest has a hash of the summary, which has times.
        let is_kept = |e: &std::fs::DirEntry| e.path().is_file() && e.file_name() != "manifest.jsonl";
        for entry in std::fs::read_dir(&folder).expect("a folder").flatten().filter(is_kept) {
            let text = std::fs::read_to_string(entry.path()).expect("text");
            all.insert(entry.file_name().to_string_lossy().into_owned(), timeless(&text));
        }
    }
    all
}

/// `NAME: outcome` of every line that says one, in the order of the screen.
fn outcomes(out: &str) -> Vec<String> {
    let is_row = |l: &&str| {
        !l.starts_with([' ', '\n'])
            && l.contains(": ")
            && !l.contains(".c: ")
            && !l.starts_with("not checked")
    };
    out.lines().filter(is_row).map(|l| l.split(',').next().unwrap_or(l).to_string()).collect()
}

#[test]
fn the_order_is_that_of_the_source_whatever_the_jobs() {
    let folder = unit();
    let mut all = vec![];
    for (n, jobs) in ["1", "1", "2", "7"].iter().enumerate() {
        // The same name, for it is shown.
        let _ = std::fs::remove_dir_all(folder.path().join("acute.out"));
        let said = run(&folder, &["test", "unit.c", "--executions", "150", "--time", "100", "--jobs", jobs]);
        assert_eq!((said.code, said.err.as_str()), (Some(1), ""), "{}", said.out);
        let found = outcomes(&said.out);
        let expected = [
            "slow: executions",
            "sign: complete",
            "buggy: complete",
            "parity: complete",
            "same: complete",
            "slow_too: executions",
        ];
        assert_eq!(found, expected, "--jobs {jobs}\n{}", said.out);
        all.push((timeless(&said.out), files(&folder.path().join("acute.out"))));
        let (out, files) = (&all[n], &all[0]);
        assert_eq!(out.0, files.0, "--jobs {jobs}");
        assert_eq!(out.1, files.1, "--jobs {jobs}");
    }
    assert!(all[0].1.len() > 10, "{:?}", all[0].1.keys());
    assert!(all[0].0.contains(" paths, 150 runs, branches 4/4\n"), "{}", all[0].0);
}

#[test]
fn several_functions_run_at_once() {
    let folder = unit();
    let tmp = folder.path().join("tmp");
    std::fs::create_dir(&tmp).expect("a folder");
    let mut command = acute();
    command.current_dir(folder.path()).env("TMPDIR", &tmp).stdout(Stdio::null()).stderr(Stdio::null());
    command.args(["test", "unit.c", "--function", "slow", "--function", "slow_too", "--jobs", "2"]);
    let mut child = command.args(["--time", "600", "--no-export"]).spawn().expect("it starts");
    // Both are endless: a second unit runs only beside the first. How much faster that is, benches/jobs.rs tells.
    let begun = Instant::now();
    while processes_of(&tmp).len() < 2 {
        assert!(begun.elapsed() < PATIENCE, "there is never a second unit");
        assert_eq!(child.try_wait().expect("a status"), None, "it is over");
        std::thread::sleep(Duration::from_millis(10));
    }
    // SAFETY: a plain system call on our own child.
    unsafe { libc::kill(child.id() as i32, libc::SIGTERM) };
    assert_eq!(child.wait().expect("it ends").code(), Some(4));
}

#[test]
fn the_time_of_the_whole_command_is_shared_out() {
    let folder = unit();
    // Compiling counts, and takes what it takes.
    for jobs in ["1", "2"] {
        let begun = Instant::now();
        let said = run(&folder, &["test", "unit.c", "--total", "8", "--no-export", "--jobs", jobs]);
        assert_eq!(said.code, Some(1), "{}{}", said.out, said.err);
        assert!(begun.elapsed() < PATIENCE, "{:?}", begun.elapsed());
        let found = outcomes(&said.out);
        assert_eq!((found[0].as_str(), found[5].as_str()), ("slow: time", "slow_too: time"), "{}", said.out);
        assert!(found[1..5].iter().all(|f| f.ends_with("complete")), "{}", said.out);
        // What the quick ones leave is for the last.
        let seconds = |name: &str| {
            let text =
                std::fs::read_to_string(folder.path().join("acute.out/summary.json")).expect("a summary");
            let summary: Value = serde_json::from_str(&text).expect("JSON");
            let rows = summary["functions"].as_array().expect("functions").clone();
            rows.iter().find(|r| r["name"] == name).and_then(|r| r["seconds"].as_f64()).expect("seconds")
        };
        assert!(seconds("slow_too") > seconds("slow"), "{}", said.out);
    }
}

#[test]
fn a_function_that_gets_no_time_says_so() {
    let folder = unit();
    let said = run(&folder, &["test", "unit.c", "--total", "0.001"]);
    assert_eq!(said.code, Some(0), "{}{}", said.out, said.err);
    let expected = "slow: time: the time of the whole command (--total) was up: 0 runs\n";
    assert!(said.out.contains(expected), "{}", said.out);
    let text = std::fs::read_to_string(folder.path().join("acute.out/summary.json")).expect("a summary");
    let summary: Value = serde_json::from_str(&text).expect("JSON");
    let rows = summary["functions"].as_array().expect("functions");
    assert_eq!(rows.len(), 6);
    assert!(rows.iter().all(|r| r["outcome"] == "time" && r["executions"] == 0), "{text}");
}

#[test]
fn enough_is_when_all_branches_are_covered() {
    let folder = unit();
    let said = run(&folder, &["test", "unit.c", "--until", "coverage", "--time", "600"]);
    assert_eq!(said.code, Some(1), "{}{}", said.out, said.err);
    let found = outcomes(&said.out);
    assert_eq!(
        (found[0].as_str(), found[5].as_str()),
        ("slow: covered", "slow_too: covered"),
        "{}",
        said.out
    );
    assert_eq!(said.out.matches("branches 4/4").count(), 3, "{}", said.out);
    // One that cannot be covered is looked for until the end.
    folder.file(
        "callee.c",
        "static int never(int x) { if (x * x == 3) return 1; return 0; }\n\
         int f(int n) { int s = 0; for (int i = 0; i < n; i++) s += never(i); return s; }\n",
    );
    let said =
        run(&folder, &["test", "callee.c", "--function", "f", "--until", "coverage", "--executions", "9"]);
    assert!(said.out.contains("f: executions, "), "{}{}", said.out, said.err);
}

#[test]
fn the_first_bug_ends_the_whole_command() {
    let folder = unit();
    let order = ["sign", "buggy", "slow", "parity"];
    let functions: Vec<&str> = order.iter().flat_map(|f| ["--function", f]).collect();
    let flags = ["test", "unit.c", "--until", "bug", "--time", "600", "--jobs", "2"];
    let said = run(&folder, &[&flags[..], &functions].concat());
    assert_eq!(said.code, Some(1), "{}{}", said.out, said.err);
    // It was on its way to the end of its time.
    assert!(said.out.contains("slow: time, "), "{}", said.out);
    assert!(said.out.contains("  stopped: a bug was found elsewhere\n"), "{}", said.out);
    assert!(said.out.contains("\nstopped at the first bug") && said.out.contains("1 bug, "), "{}", said.out);
    // A precondition is none, and the function that has the bug has more paths than anyone will run.
    folder.file(
        "late.c",
        "#include <stdlib.h>\nint first(const int *p) { return *p; }\n\
         int second(const char *s) { int n = 0; while (s[n]) n++; if (n == 3) abort(); return n; }\n\
         int third(int x) { return x; }\n",
    );
    let said = run(&folder, &["test", "late.c", "--until", "bug", "--time", "60", "--jobs", "1"]);
    assert_eq!(said.code, Some(1), "{}{}", said.out, said.err);
    assert!(said.out.contains("first: complete, ") && said.out.contains("second: bug, "), "{}", said.out);
    assert!(said.out.contains("\nstopped at the first bug; not tested: third\n"), "{}", said.out);
}

/// What is written to a terminal of so many columns.
fn on_terminal(folder: &Folder, columns: u16, environment: &[(&str, &str)], args: &[&str]) -> String {
    let (mut ours, mut its) = (0, 0);
    let size = libc::winsize { ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
    // SAFETY: all pointers are valid or NULL.
    let opened =
        unsafe { libc::openpty(&mut ours, &mut its, std::ptr::null_mut(), std::ptr::null_mut(), &size) };
    assert_eq!(opened, 0, "a terminal");
    // SAFETY: both are open and nobody else's.
    let (mut ours, its) = unsafe { (File::from_raw_fd(ours), File::from_raw_fd(its)) };
    let mut command = acute();
    command.current_dir(folder.path()).env("TERM", "xterm").env_remove("NO_COLOR").args(args);
    command.envs(environment.iter().copied());
    command.stdout(its.try_clone().expect("a copy")).stderr(Stdio::from(its));
    let mut child = command.spawn().expect("it starts");
    drop(command);
    let mut all = vec![];
    let mut part = [0; 4096];
    // At the end of all writers it is an error.
    while let Ok(n @ 1..) = ours.read(&mut part) {
        all.extend_from_slice(&part[..n]);
    }
    child.wait().expect("it ends");
    String::from_utf8(all).expect("text")
}

#[test]
fn a_terminal_shows_how_far_it_is() {
    let folder = unit();
    let flags = ["test", "unit.c", "--time", "2", "--no-export", "--jobs", "2"];
    let wide = on_terminal(&folder, 120, &[], &flags);
    // Whatever moves the cursor, the lines are whole.
    let live = |text: &str, words: &[&str]| {
        text.split(['\r', '\n', '\x1b']).any(|line| words.iter().all(|w| line.contains(w)))
    };
    assert!(live(&wide, &["slow: ", " runs, ", "/s, ", " paths, branches ", "/4, ", " s left"]), "{wide:?}");
    assert!(
        live(&wide, &["4 of 6 functions, 1 bug"]) || live(&wide, &["5 of 6 functions, 1 bug"]),
        "{wide:?}"
    );
    // What stays is what is said without a terminal.
    for words in ["slow: time, ", "sign: complete, 2 paths", "BUG: abort is called", "1 bug, "] {
        assert!(wide.contains(words), "{wide:?}");
    }
    // No colours at all, so none for NO_COLOR.
    assert!(!wide.contains("\x1b[3") && !wide.contains("\x1b[1m"), "{wide:?}");
    let narrow = on_terminal(&folder, 20, &[], &flags);
    // Each line is drawn with blanks up to the edge, and never reaches it.
    let fits = |text: &str| {
        let drawn = |part: &str| part.trim_start_matches(['[', '1', '2', '3', 'A', 'B', 'K']).to_string();
        let parts = text.split(['\r', '\n', '\x1b']).map(drawn).filter(|p| p.contains(" s left"));
        let chars: Vec<Vec<char>> = parts.map(|p| p.chars().collect()).collect();
        !chars.is_empty() && chars.iter().flat_map(|c| c.chunks_exact(20)).all(|line| line[19] == ' ')
    };
    assert!(live(&narrow, &["slow_too, ", " s left"]) && fits(&narrow), "{narrow:?}");
    let dumb = on_terminal(&folder, 120, &[("TERM", "dumb")], &flags);
    assert!(!dumb.contains('\x1b') && !dumb.contains(" s left"), "{dumb:?}");
    let quiet = on_terminal(&folder, 120, &[], &[&flags[..], &["--json", "-"]].concat());
    assert!(!quiet.contains('\x1b') && !quiet.contains(" s left"), "{quiet:?}");
}

#[test]
fn without_a_terminal_only_what_takes_long_is_spoken_of() {
    let folder = unit();
    let flags = ["test", "unit.c", "--function", "slow", "--time", "13", "--no-export"];
    let json = unit();
    // At once, for each takes its 13 s.
    let (said, quiet) = std::thread::scope(|scope| {
        let quiet = scope.spawn(|| run(&json, &[&flags[..], &["--json", "-"]].concat()));
        (run(&folder, &flags), quiet.join().expect("no panic"))
    });
    assert_eq!(said.code, Some(0), "{}{}", said.out, said.err);
    let lines: Vec<&str> = said.err.lines().collect();
    assert_eq!(lines.len(), 1, "{}", said.err);
    assert!(lines[0].starts_with("slow: ") && lines[0].ends_with(" s left"), "{}", said.err);
    assert!(lines[0].contains("branches 4/4"), "{}", said.err);
    assert_eq!(quiet.err, "");
}
