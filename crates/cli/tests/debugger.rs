//! `replay --gdb`, `replay --native` and `test --debug`: the same input without us.

use crate::common::{Folder, Said, acute};
use serde_json::Value;
use std::path::{Path, PathBuf};

const UNIT: &str = "#include <stdlib.h>
struct cell { int v; struct cell *next; };
static int deep(struct cell *p) {
  if (p && p->v == 7)
    abort();
  return p ? p->v : -1;
}
int top(struct cell *p, int x) {
  return x == 9 ? deep(p) : 3;
}
int leave(int x) {
  if (x == 5)
    exit(3);
  return x == 6;
}
double half(int x) { return x == 4 ? 2.5 : 0.0; }
int spin(int x) {
  while (x == 11) { }
  return 0;
}
";

fn run(folder: &Folder, args: &[&str]) -> Said {
    Said::by(acute().current_dir(folder.path()).args(args))
}

/// The saved tests of a function.
fn saved(folder: &Folder, function: &str) -> Vec<(PathBuf, Value)> {
    folder.file("unit.c", UNIT);
    let said = run(folder, &["test", "unit.c", "--function", function, "--no-export", "--time", "5"]);
    assert!(matches!(said.code, Some(0 | 1)), "{}{}", said.out, said.err);
    let entries = std::fs::read_dir(folder.path().join("acute.out/tests")).expect("tests").flatten();
    let read = |p: &Path| serde_json::from_str(&std::fs::read_to_string(p).expect("a test")).expect("JSON");
    entries.map(|e| (e.path(), read(&e.path()))).collect()
}

/// Replays the one test that is meant.
fn replay(folder: &Folder, function: &str, flag: &str, meant: impl Fn(&Value) -> bool) -> Said {
    let tests = saved(folder, function);
    let (path, _) = tests.iter().find(|(_, t)| meant(t)).expect("such a test");
    run(folder, &["replay", &path.display().to_string(), flag])
}

fn check(said: &Said, code: i32, words: &[&str]) {
    assert_eq!(said.code, Some(code), "{}{}", said.out, said.err);
    for word in words {
        assert!(said.out.contains(word), "`{word}` is not in\n{}{}", said.out, said.err);
    }
}

#[test]
fn a_test_ends_natively_as_it_says() {
    let folder = Folder::new();
    let bug = replay(&folder, "top", "--native", |t| t["finding"] == "abort");
    check(&bug, 1, &["abort is called", "without us: it dies by SIGABRT"]);
    let passing = replay(&folder, "top", "--native", |t| t["arguments"]["x"] != 9);
    check(&passing, 0, &["without us: it returns 3"]);
    let exits = replay(&folder, "leave", "--native", |t| t["ends"]["exits"] == 3);
    check(&exits, 0, &["without us: it exits with status 3"]);
    let real = replay(&folder, "half", "--native", |t| t["arguments"]["x"] == 4);
    check(&real, 0, &["without us: it returns 2.5"]);
}

#[test]
fn gdb_stops_at_the_bug() {
    let folder = Folder::new();
    let bug = replay(&folder, "top", "--gdb", |t| t["finding"] == "abort");
    check(&bug, 1, &["SIGABRT", "unit.c:5", "in deep (p=0x", "in top (p=0x", "x=9)"]);
}

#[test]
fn gdb_stops_in_an_endless_loop() {
    let folder = Folder::new();
    let bug = replay(&folder, "spin", "--gdb", |t| t["finding"] == "infinite-loop");
    check(&bug, 1, &["spin (x=11) at", "unit.c:18"]);
}

#[test]
fn without_a_bug_gdb_stops_where_the_function_begins() {
    let folder = Folder::new();
    let passing = replay(&folder, "top", "--gdb", |t| t["finding"].is_null());
    check(&passing, 0, &["Breakpoint 1, top (p=", "#0  top (p="]);
}

#[test]
fn debug_opens_gdb_on_the_first_bug_when_all_is_done() {
    let folder = Folder::new();
    folder.file("unit.c", UNIT);
    let said = run(&folder, &["test", "unit.c", "--debug", "--function", "top", "--function", "deep"]);
    check(&said, 1, &["test_unit.c: ", "SIGABRT", "unit.c:5"]);
    let (before, after) = said.out.split_once("test_unit.c: ").expect("the last line");
    assert!(!before.contains("SIGABRT") && after.contains("SIGABRT"), "{}", said.out);
    let said = run(&folder, &["test", "unit.c", "--debug", "--function", "half"]);
    check(&said, 0, &["0 bugs"]);
    assert!(!said.out.contains("#0"), "{}", said.out);
}

#[test]
fn without_gdb_it_says_what_to_type_before_it_does_anything() {
    let folder = Folder::new();
    folder.file("unit.c", UNIT);
    for args in [&["test", "unit.c", "--debug"][..], &["replay", "missing.json", "--gdb"]] {
        let said = Said::by(acute().current_dir(folder.path()).env("PATH", "/nonexistent").args(args));
        assert_eq!(said.code, Some(3), "{}{}", said.out, said.err);
        assert!(
            said.err.contains("apt-get install gdb") && said.err.trim().lines().count() == 1,
            "{}",
            said.err
        );
    }
    let both = run(&folder, &["replay", "missing.json", "--gdb", "--native"]);
    assert_eq!(both.code, Some(2), "{}", both.err);
    let mixed = run(&folder, &["test", "unit.c", "--debug", "--json", "-"]);
    assert_eq!(mixed.code, Some(2), "{}", mixed.err);
    assert!(mixed.err.contains("name a file"), "{}", mixed.err);
}

const STATE: &str = "#include <stdlib.h>
struct cell { int v; struct cell *next; };
static struct cell spare, *list;
static struct { int n; int *at; const char *name; } all = { 1, &spare.v, \"abc\" };
void set(int n, struct cell *p) { all.n = n; list = p; spare.v = n; all.at = 0; all.name = 0; }
int sum(const int *p) {
  if (all.n == 12 && *all.at == 5 && list && list->next == list && list->v == 8)
    abort();
  if (p && p[90] == 4)
    return 6;
  return all.name[0] == 'x' ? 9 : 3;
}
";

#[test]
fn an_input_with_globals_is_replayed() {
    let folder = Folder::new();
    folder.file("unit.c", STATE);
    let said = run(&folder, &["test", "unit.c", "--function", "sum", "--array-limit", "200"]);
    check(&said, 0, &["state: abort is called", " 0 failed"]);
    let tests = std::fs::read_dir(folder.path().join("acute.out/tests")).expect("tests").flatten();
    let mut ends = vec![];
    for path in tests.map(|e| e.path()).filter(|p| p.extension().is_some_and(|e| e == "json")) {
        let text = std::fs::read_to_string(&path).expect("a test");
        // Nothing in it is an address of one build.
        assert!(!text.contains("0x"), "{text}");
        let saved: Value = serde_json::from_str(&text).expect("JSON");
        let said = run(&folder, &["replay", &path.display().to_string(), "--native"]);
        assert_eq!(said.code, Some(0), "{}{}", said.out, said.err);
        let end = said.out.trim().lines().last().unwrap_or_default().to_string();
        let dies = saved["ends"]["signal"].is_number();
        assert_eq!(dies, end.contains("it dies by"), "{text}{}", said.out);
        if saved["finding"] == "abort" {
            assert!(said.out.contains("all.n = 12;") && said.out.contains("list = &cell1;"), "{}", said.out);
        }
        ends.push(end);
    }
    for end in ["dies by SIGABRT", "returns 6", "returns 9", "returns 3"] {
        assert!(ends.iter().any(|e| e.ends_with(end)), "{end} is not in {ends:?}");
    }
}

const HARNESS: &str = "#include <acute.h>
struct cell { int v; struct cell *next; };
int main(void) {
  int sum = 0, n[3];
  struct cell *p;
  for (int i = 0; i < 2; i++) {
    short x;
    ACUTE_input(x);
    sum += x;
  }
  ACUTE_input_array(n, 3);
  ACUTE_assume(sum > 10);
  ACUTE_input(p);
  ACUTE_assert(!(p && p->next == p && p->v == sum && n[2] == 7));
  return 0;
}
";

#[test]
fn an_input_with_marks_is_replayed() {
    let folder = Folder::new();
    folder.file("unit.c", HARNESS);
    let said = run(&folder, &["test", "unit.c", "--no-export"]);
    check(&said, 1, &["main: complete", "BUG: assertion"]);
    let mut bugs = 0;
    for entry in std::fs::read_dir(folder.path().join("acute.out/tests")).expect("tests").flatten() {
        let text = std::fs::read_to_string(entry.path()).expect("a test");
        let saved: Value = serde_json::from_str(&text).expect("JSON");
        assert!(saved["marks"].as_array().is_some_and(|m| m.len() >= 3), "{text}");
        let bug = saved["finding"] == "assertion";
        let said = run(&folder, &["replay", &entry.path().display().to_string(), "--native"]);
        let end = if bug { "without us: it dies by SIGABRT" } else { "without us: it returns 0" };
        check(&said, bug as i32, &["main();", end]);
        bugs += bug as u32;
    }
    assert_eq!(bugs, 1);
}
