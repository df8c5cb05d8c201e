//! `--resume`: what is done for good is kept, all else goes on from the inputs that were saved, and nothing is worse
//! than before.

use crate::common::{Folder, Said, acute};
use serde_json::Value;

const UNIT: &str = "#include <stdlib.h>
struct cell { int v; struct cell *next; };
int count(const struct cell *l, int x) {
    int n = 0;
    for (; l != NULL; l = l->next) {
        if (l->v == x)
            n++;
        if (n == 3)
            abort();
    }
    return n;
}
int sign(int x) { if (x > 0) return 1; return x == 0 ? 0 : -1; }
int buggy(int x) { if (x == 12345) abort(); return x; }
";

fn run(folder: &Folder, args: &[&str]) -> Said {
    Said::by(acute().current_dir(folder.path()).args(args))
}

fn unit() -> Folder {
    let folder = Folder::new();
    folder.file("unit.c", UNIT);
    folder
}

fn summary(folder: &Folder) -> Value {
    let text = std::fs::read_to_string(folder.path().join("acute.out/summary.json")).expect("a summary");
    serde_json::from_str(&text).expect("JSON")
}

fn row<'a>(summary: &'a Value, name: &str) -> &'a Value {
    let mut rows = summary["functions"].as_array().expect("functions").iter();
    rows.find(|r| r["name"] == name).unwrap_or_else(|| panic!("{name} is not in {summary:#}"))
}

/// The saved inputs, by name.
fn saved(folder: &Folder) -> Vec<String> {
    let entries = std::fs::read_dir(folder.path().join("acute.out/tests")).expect("tests").flatten();
    let mut names: Vec<String> = entries.map(|e| e.file_name().to_string_lossy().into_owned()).collect();
    names.retain(|n| n.ends_with(".json"));
    names.sort();
    names
}

#[test]
fn what_is_done_is_kept_and_the_rest_goes_on() {
    let folder = unit();
    let flags = ["test", "unit.c", "--executions", "40", "--time", "60"];
    let first = run(&folder, &flags);
    assert_eq!(first.code, Some(1), "{}{}", first.out, first.err);
    let (before, files) = (summary(&folder), saved(&folder));
    assert_eq!(row(&before, "count")["outcome"], "executions");
    let bugs = |s: &Value| row(s, "count")["bugs"].as_array().map_or(0, Vec::len);
    assert_eq!(bugs(&before), 1, "{before:#}");
    let exported = std::fs::read_to_string(folder.path().join("acute.out/tests/test_unit.c")).expect("tests");

    // Far too few runs to find the bug again by itself.
    let flags = ["test", "unit.c", "--executions", "1", "--time", "60", "--resume"];
    let second = run(&folder, &flags);
    assert_eq!((second.code, second.err.as_str()), (Some(1), ""), "{}", second.out);
    let inputs = row(&before, "count")["inputs"].as_array().map_or(0, Vec::len);
    for words in [
        &format!("resumed: 2 functions kept from before, 1 to explore from {inputs} saved inputs\n")[..],
        "sign: complete, 2 paths, 3 runs, branches 4/4, kept from before\n",
        "buggy: complete, 2 paths, 2 runs, branches 2/2 (1 only by failing runs), kept from before\n",
        "BUG: abort is called (abort) at unit.c:14, run 2\n",
        "BUG: abort is called (abort) at unit.c:9, run ",
    ] {
        assert!(second.out.contains(words), "`{words}` is not in\n{}", second.out);
    }
    let after = summary(&folder);
    for name in ["count", "sign", "buggy"] {
        let (old, new) = (row(&before, name), row(&after, name));
        assert_eq!(old["branches"], new["branches"], "{name}");
        let of = |row: &Value, key: &str| {
            row["bugs"].as_array().map(|b| b.iter().map(|b| b[key].clone()).collect::<Vec<_>>())
        };
        assert_eq!(of(old, "line"), of(new, "line"), "{name}");
        assert_eq!(of(old, "id"), of(new, "id"), "{name}");
        assert_eq!(old["inputs"], new["inputs"], "{name}");
        assert_eq!(new["kept"].as_bool().unwrap_or(false), name != "count");
    }
    assert_eq!(row(&before, "sign")["solver"], row(&after, "sign")["solver"]);
    assert_eq!(before["totals"], after["totals"]);
    assert_eq!(saved(&folder), files);
    let again = std::fs::read_to_string(folder.path().join("acute.out/tests/test_unit.c")).expect("tests");
    assert_eq!(exported, again);

    // More of it finds no less.
    let third = run(&folder, &["test", "unit.c", "--executions", "300", "--time", "60", "--resume"]);
    assert_eq!(third.code, Some(1), "{}{}", third.out, third.err);
    assert!(row(&summary(&folder), "count")["executions"].as_u64() >= Some(300));
    assert!(files.iter().all(|f| saved(&folder).contains(f)), "{files:?} {:?}", saved(&folder));
}

#[test]
fn another_program_or_option_is_explored_again() {
    let folder = unit();
    run(&folder, &["test", "unit.c", "--executions", "40", "--no-export"]);
    let changed = "resumed: the program or an option changed: every function is explored again\n\
                   resumed: 0 functions kept from before, 3 to explore from ";
    let said =
        run(&folder, &["test", "unit.c", "--executions", "40", "--no-export", "--resume", "--depth", "30"]);
    assert!(said.out.contains(changed) && !said.out.contains("kept from before\n\n  "), "{}", said.out);
    assert!(said.out.contains("sign: complete, 2 paths, 4 runs"), "{}", said.out);
    // A changed function, and a parameter that is gone: the others' inputs still fit.
    let text = UNIT.replace("int sign(int x) {", "int sign(long y, int x) { if (y == 77) return 2;");
    folder.file("unit.c", &text.replace("12345", "54321"));
    let said =
        run(&folder, &["test", "unit.c", "--executions", "40", "--no-export", "--resume", "--depth", "30"]);
    assert_eq!(said.code, Some(1), "{}{}", said.out, said.err);
    assert!(said.out.contains(changed), "{}", said.out);
    assert!(said.out.contains("  3 saved inputs do not fit any more\n"), "{}", said.out);
    assert!(said.out.contains("buggy(54321);"), "{}", said.out);
    // Those are gone; all others can be replayed.
    for name in saved(&folder) {
        let said = run(&folder, &["replay", &format!("acute.out/tests/{name}")]);
        assert!(matches!(said.code, Some(0 | 1)), "{name}: {}{}", said.out, said.err);
    }
    let again =
        run(&folder, &["test", "unit.c", "--executions", "40", "--no-export", "--resume", "--depth", "30"]);
    assert!(again.out.contains("resumed: 2 functions kept from before"), "{}", again.out);
}

#[test]
fn what_is_not_asked_for_stays_as_it_was() {
    let folder = unit();
    run(&folder, &["test", "unit.c", "--executions", "40"]);
    let (before, files) = (summary(&folder), saved(&folder));
    let said = run(&folder, &["test", "unit.c", "--function", "sign", "--resume"]);
    assert_eq!(said.code, Some(1), "{}{}", said.out, said.err);
    assert!(said.out.contains("resumed: 3 functions kept from before, 0 to explore"), "{}", said.out);
    assert!(
        said.out.contains("count: executions, ") && said.out.contains("/4, kept from before\n"),
        "{}",
        said.out
    );
    assert_eq!(before["totals"], summary(&folder)["totals"]);
    assert_eq!(saved(&folder), files);
}

#[test]
fn marks_are_fed_again() {
    let folder = Folder::new();
    folder.file(
        "unit.c",
        "#include <acute.h>\nint main(void) {\n    int n, a[4];\n    ACUTE_input(n);\n\
         \x20   for (int i = 0; i < 4; i++) {\n        ACUTE_input(a[i]);\n        if (a[i] == n + 1000)\n            n++;\n    }\n\
         \x20   ACUTE_assert(n != 77);\n    return 0;\n}\n",
    );
    let first = run(&folder, &["test", "unit.c", "--executions", "60", "--no-export"]);
    assert_eq!(first.code, Some(1), "{}{}", first.out, first.err);
    let (before, files) = (summary(&folder), saved(&folder));
    let second = run(&folder, &["test", "unit.c", "--executions", "1", "--no-export", "--resume"]);
    assert_eq!(second.code, Some(1), "{}{}", second.out, second.err);
    assert!(!second.out.contains("fit any more"), "{}", second.out);
    let after = summary(&folder);
    assert_eq!(before["totals"]["branches"], after["totals"]["branches"]);
    assert_eq!(before["totals"]["bugs"], after["totals"]["bugs"]);
    assert_eq!(saved(&folder), files);
}

#[test]
fn a_killed_command_can_be_resumed() {
    let folder = unit();
    let mut child = acute();
    child.current_dir(folder.path()).args(["test", "unit.c", "--time", "600", "--jobs", "2"]);
    let mut child = child.stdout(std::process::Stdio::null()).spawn().expect("it starts");
    let begun = std::time::Instant::now();
    let path = folder.path().join("acute.out/summary.json");
    let is_done =
        || std::fs::read_to_string(&path).is_ok_and(|t| t.contains("\"sign\"") && t.contains("\"buggy\""));
    while !is_done() {
        assert!(begun.elapsed() < crate::common::PATIENCE, "never done");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    child.kill().expect("it is killed");
    child.wait().expect("it ends");
    let said = run(&folder, &["test", "unit.c", "--time", "1", "--resume"]);
    assert_eq!(said.code, Some(1), "{}{}", said.out, said.err);
    // How many inputs of the third function were saved depends on the moment.
    let words = "resumed: 2 functions kept from before, 1 to explore from ";
    assert!(said.out.contains(words), "{}", said.out);
}

#[test]
fn a_resumed_command_that_is_stopped_loses_nothing() {
    let folder = unit();
    run(&folder, &["test", "unit.c", "--executions", "40", "--no-export"]);
    let (before, files) = (summary(&folder), saved(&folder));
    // No time for anything.
    let flags = ["test", "unit.c", "--resume", "--total", "0.001", "--no-export"];
    let said = run(&folder, &flags);
    assert_eq!(said.code, Some(1), "{}{}", said.out, said.err);
    assert!(
        said.out.contains("the time of the whole command (--total) was up; not tested: count\n"),
        "{}",
        said.out
    );
    let after = summary(&folder);
    assert_eq!(row(&before, "count"), row(&after, "count"));
    assert_eq!((&before["totals"], &after["finished"]), (&after["totals"], &false.into()));
    assert_eq!(saved(&folder), files);
}

#[test]
fn nothing_to_resume_is_said_and_a_foreign_summary_is_refused() {
    let folder = unit();
    let said = run(&folder, &["test", "unit.c", "--executions", "40", "--resume", "--no-export"]);
    assert_eq!(said.code, Some(1), "{}{}", said.out, said.err);
    assert!(
        said.out.contains("resumed: there is nothing in acute.out yet: starting afresh\n"),
        "{}",
        said.out
    );
    let good = std::fs::read_to_string(folder.path().join("acute.out/summary.json")).expect("a summary");
    let files = saved(&folder);
    let cases = [
        ("".to_string(), "EOF"),
        (good[..good.len() / 2].to_string(), "is not a summary of acute"),
        ("[1, 2]".to_string(), "no `version`"),
        (r#"{"name": "left-pad", "version": "1.0.0"}"#.to_string(), "version \"1.0.0\""),
        (good.replacen("\"version\": 1", "\"version\": 2", 1), "version 2"),
        (r#"{"version": 1}"#.to_string(), "no `functions`"),
        (r#"{"version": 1, "functions": [{"name": 3}]}"#.to_string(), "no `name`"),
    ];
    for (text, words) in cases {
        folder.file("acute.out/summary.json", &text);
        let said = run(&folder, &["test", "unit.c", "--resume"]);
        assert_eq!(said.code, Some(2), "{words}: {}{}", said.out, said.err);
        assert!(said.err.contains(words) && said.err.contains("leave --resume out"), "{}", said.err);
        // What is there is still there.
        assert_eq!(saved(&folder), files);
    }
    // Files among the tests that are none are left alone.
    folder.file("acute.out/summary.json", &good);
    folder.file("acute.out/tests/broken.json", "{");
    let said = run(&folder, &["test", "unit.c", "--executions", "40", "--resume", "--no-export"]);
    assert_eq!(said.code, Some(1), "{}{}", said.out, said.err);
    assert!(
        said.out.contains("resumed: 1 file in acute.out/tests left alone: no saved input\n"),
        "{}",
        said.out
    );
}
