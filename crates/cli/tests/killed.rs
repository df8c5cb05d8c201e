//! `kill -9` of any process at any moment loses no test and no finding older than a second. The moments are random, with
//! fixed seeds; what is asserted holds for any of them.

use crate::common::{Folder, PATIENCE, acute, scaled};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// As many paths as anyone will run; all branches are covered by lists of three.
const ENDLESS: &str = "#include <stdlib.h>
struct cell { int v; struct cell *next; };
int endless(const struct cell *l, int x) {
    int n = 0;
    for (; l != NULL; l = l->next) {
        if (l->v == x)
            n++;
        if (n == 2 && l->v == 77)
            abort();
    }
    return n;
}
";

/// Functions whose paths are all run in a second or two, a finding in some of them.
const FINITE: &str = "#include <stdlib.h>
#include <assert.h>
int small(int a) { if (a == 7) return 1; return a < 0 ? 2 : 3; }
int bits(const unsigned char *s) {
    unsigned char k[12];
    int n = 0;
    for (int i = 0; i < 12; i++) k[i] = s[i];
    for (int i = 0; i < 12; i++) if (k[i] > 100) n++;
    if (n == 12) abort();
    return n;
}
int table(int a, int b) {
    switch (a) { case 11: return 1; case 22: return 2; case 33: if (b == 44) abort(); return 3; }
    return b > a ? 5 : 6;
}
int others(int a, int b, int c) {
    int n = 0;
    if (a > 10) n += 1;
    if (b > 20) n += 2;
    if (c > 30) n += 4;
    int m = n * 2;
    assert(m != 14);
    return n;
}
";

/// Pseudo-random numbers (xorshift): the same moments in every run, as far as the machine allows.
struct Moments(u64);

impl Moments {
    /// A time below a limit.
    fn below(&mut self, limit: Duration) -> Duration {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        limit.mul_f64((self.0 % 10_000) as f64 / 10_000.0)
    }
}

fn command(folder: &Folder, flags: &[&str]) -> Command {
    let tmp = folder.path().join("tmp");
    std::fs::create_dir_all(&tmp).expect("a folder");
    let mut command = acute();
    command.current_dir(folder.path()).env("TMPDIR", tmp).args(["test", "unit.c", "--time", "600"]);
    command.args(flags).stdout(Stdio::null()).stderr(Stdio::piped());
    command
}

fn read(path: &Path) -> Option<Value> {
    let text = std::fs::read_to_string(path).ok()?;
    Some(serde_json::from_str(&text).unwrap_or_else(|e| panic!("{} is not whole: {e}", path.display())))
}

fn summary(folder: &Folder) -> Option<Value> {
    read(&folder.path().join("acute.out/summary.json"))
}

/// The saved inputs.
fn saved(folder: &Folder) -> Vec<Value> {
    let entries = std::fs::read_dir(folder.path().join("acute.out/tests")).into_iter().flatten().flatten();
    let names = entries.map(|e| e.path()).filter(|p| p.extension().is_some_and(|e| e == "json"));
    names.filter_map(|p| read(&p)).collect()
}

/// The findings that saved inputs show: function and kind.
fn findings(folder: &Folder) -> BTreeSet<(String, String)> {
    let text = |v: &Value| v.as_str().map(str::to_string);
    saved(folder).iter().filter_map(|s| Some((text(&s["function"])?, text(&s["finding"])?))).collect()
}

/// What must be the same however often a command was killed: outcomes, paths, coverage, findings.
fn results(summary: &Value) -> Value {
    let bugs = |row: &Value| -> Value {
        let bugs = row["bugs"].as_array().expect("bugs").iter();
        let mut bugs: Vec<String> = bugs
            .map(|b| format!("{} {}:{} {}", b["kind"], b["function"], b["line"], b["confidence"]))
            .collect();
        bugs.sort();
        json!(bugs)
    };
    let row = |row: &Value| {
        let uncovered: Vec<Value> = (row["uncovered"].as_array().expect("uncovered").iter())
            .map(|u| json!([u["line"], u["column"], u["taken"]]))
            .collect();
        let (covered, reachable) = (&row["branches"], &row["branches_reachable"]);
        json!([row["name"], row["outcome"], row["paths"], covered, reachable, uncovered, bugs(row)])
    };
    summary["functions"].as_array().expect("functions").iter().map(row).collect()
}

/// All files of the folder are listed in its manifest, but for those that acute keeps for itself.
fn assert_all_are_listed(folder: &Folder) {
    let out = folder.path().join("acute.out");
    let Ok(manifest) = std::fs::read_to_string(out.join("manifest.jsonl")) else {
        // Nothing is written before it.
        assert!(saved(folder).is_empty() && summary(folder).is_none());
        return;
    };
    let listed: BTreeSet<String> = (manifest.lines())
        .filter_map(|l| serde_json::from_str::<Value>(l).ok()?["file"].as_str().map(str::to_string))
        .collect();
    for (below, start) in [(out.clone(), ""), (out.join("tests"), "tests/")] {
        for entry in std::fs::read_dir(&below).into_iter().flatten().flatten() {
            let name = format!("{start}{}", entry.file_name().to_string_lossy());
            let is_own = [".lock", ".acute.part", "manifest.jsonl"].contains(&name.as_str());
            assert!(is_own || name == "tests" || listed.contains(&name), "{name} is not in\n{manifest}");
        }
    }
}

/// Waits for the end of a command; it must not be an error.
fn end(mut child: Child) {
    let mut err = String::new();
    std::io::Read::read_to_string(child.stderr.as_mut().expect("a pipe"), &mut err).expect("text");
    let status = child.wait().expect("it ends");
    assert!(matches!(status.code(), Some(0 | 1)), "{status}: {err}");
}

#[test]
fn what_a_function_under_way_has_found_is_saved() {
    for jobs in ["1", "2"] {
        let folder = Folder::new();
        folder.file("unit.c", ENDLESS);
        let begun = Instant::now();
        let mut child = command(&folder, &["--jobs", jobs]).spawn().expect("it starts");
        while findings(&folder).is_empty() {
            assert!(begun.elapsed() < PATIENCE, "nothing is saved: {:?}", saved(&folder));
            assert!(child.try_wait().expect("a status").is_none(), "it has ended");
            std::thread::sleep(Duration::from_millis(5));
        }
        child.kill().expect("killed");
        child.wait().expect("it ends");
        assert_all_are_listed(&folder);
        assert!(summary(&folder).is_none(), "the function is not over");
        // One run more than those of the saved inputs.
        end(command(&folder, &["--resume", "--executions", "1"]).spawn().expect("it starts"));
        let summary = summary(&folder).expect("a summary");
        let row = &summary["functions"][0];
        assert_eq!(row["branches"]["covered"], row["branches"]["total"], "{row:#}");
        assert_eq!(row["bugs"][0]["kind"], "abort", "{row:#}");
        // What was saved on the way is gone.
        assert_eq!(saved(&folder).len() as u64, row["tests"].as_u64().expect("a number"), "{row:#}");
        assert_all_are_listed(&folder);
    }
}

/// Kills commands at random moments and resumes each; whenever one comes to its end, all begins anew.
#[test]
fn a_storm_of_kills_changes_no_result() {
    let calm = Folder::new();
    calm.file("unit.c", FINITE);
    let begun = Instant::now();
    end(command(&calm, &["--executions", "20000"]).spawn().expect("it starts"));
    let undisturbed = begun.elapsed();
    let expected = results(&summary(&calm).expect("a summary"));
    let mut moments = Moments(0x2005_0905);
    let (mut kills, mut rounds) = (0, 0);
    while kills < scaled(10).min(50) {
        rounds += 1;
        let folder = Folder::new();
        folder.file("unit.c", FINITE);
        let mut known = BTreeSet::new();
        loop {
            // The end of a command does not depend on a clock.
            let flags =
                ["--executions", "20000", "--resume", "--jobs", if kills % 2 == 0 { "1" } else { "2" }];
            let mut child = command(&folder, &flags).spawn().expect("it starts");
            std::thread::sleep(moments.below(undisturbed));
            if child.try_wait().expect("a status").is_some() {
                end(child);
                break;
            }
            child.kill().expect("killed");
            child.wait().expect("it ends");
            kills += 1;
            assert_all_are_listed(&folder);
            let now = findings(&folder);
            assert!(now.is_superset(&known), "{known:?} and then {now:?}");
            known = now;
        }
        assert_eq!(results(&summary(&folder).expect("a summary")), expected, "round {rounds}, {kills} kills");
        assert_all_are_listed(&folder);
    }
}

/// Processes whose program lies below a folder, with the newest last.
fn processes(folder: &Path) -> Vec<i32> {
    let entries = std::fs::read_dir("/proc").expect("/proc").flatten();
    let is_below =
        |pid: &i32| std::fs::read_link(format!("/proc/{pid}/exe")).is_ok_and(|exe| exe.starts_with(folder));
    let mut pids: Vec<i32> = entries.filter_map(|e| e.file_name().to_str()?.parse().ok()).collect();
    pids.retain(is_below);
    pids.sort();
    pids
}

/// A run that is killed from outside is begun anew, three times at most: so often is what is killed here.
#[test]
fn a_killed_unit_costs_its_run_alone() {
    let mut moments = Moments(0x0077_1234);
    for isolation in ["inprocess", "fork"] {
        let flags = ["--isolation", isolation, "--jobs", "1", "--no-export"];
        let calm = Folder::new();
        calm.file("unit.c", FINITE);
        end(command(&calm, &flags).spawn().expect("it starts"));
        let expected = results(&summary(&calm).expect("a summary"));
        let mut all = 0;
        for newest in [false, true] {
            let folder = Folder::new();
            folder.file("unit.c", FINITE);
            let mut child = command(&folder, &flags).spawn().expect("it starts");
            let (tmp, mut kills) = (folder.path().join("tmp"), 0);
            while kills < 3 && child.try_wait().expect("a status").is_none() {
                // The server of a unit that forks is its oldest process.
                let pids = processes(&tmp);
                if let Some(pid) = if newest { pids.last() } else { pids.first() } {
                    // SAFETY: a plain system call on a process that our own child started.
                    unsafe { libc::kill(*pid, libc::SIGKILL) };
                    kills += 1;
                }
                std::thread::sleep(moments.below(Duration::from_millis(60)));
            }
            end(child);
            assert_eq!(
                results(&summary(&folder).expect("a summary")),
                expected,
                "{isolation}, {kills} kills"
            );
            all += kills;
        }
        assert!(all > 0, "nothing was killed");
    }
}

/// A test that is named runs in the program's own process, and may end it; its folder goes all the same.
#[test]
fn an_exported_test_that_dies_leaves_no_folder() {
    let folder = Folder::new();
    let text = "#include <stdlib.h>\n#include <stdio.h>\n\
                int dies(int x) { if (x == 7) { fclose(fopen(\"left\", \"w\")); abort(); } return x; }\n\
                int ends(int x) { if (x == 7) exit(3); return x; }\n";
    folder.file("unit.c", text);
    end(command(&folder, &[]).spawn().expect("it starts"));
    let mut named = 0;
    for file in ["test_unit.c", "findings_unit.c"] {
        let path = folder.path().join("acute.out/tests").join(file);
        let (program, empty) = (folder.path().join("program"), folder.path().join("empty"));
        std::fs::create_dir_all(&empty).expect("a folder");
        let gcc = Command::new("gcc").arg("-o").arg(&program).arg(&path).status();
        assert!(gcc.is_ok_and(|status| status.success()), "{file} does not compile");
        let text = std::fs::read_to_string(&path).expect("tests");
        let is_test =
            |name: &&str| text.contains(&format!("({name})")) || text.contains(&format!("({name},"));
        let names = text.lines().filter_map(|l| l.strip_prefix("static void ")?.strip_suffix("(void) {"));
        for name in names.filter(is_test) {
            let mut command = Command::new(&program);
            let status = command.arg(name).env("TMPDIR", &empty).stderr(Stdio::null()).stdout(Stdio::null());
            assert!(status.status().is_ok(), "{name} does not run");
            named += 1;
            let begun = Instant::now();
            while std::fs::read_dir(&empty).expect("a folder").count() > 0 {
                assert!(begun.elapsed() < PATIENCE, "{name} leaves a folder");
                std::thread::sleep(Duration::from_millis(5));
            }
        }
    }
    assert!(named >= 4, "{named} tests");
}
