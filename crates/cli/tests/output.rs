//! Nothing of the user's is ever deleted or overwritten, whatever `--out`, `--json` and `--log-queries` name.

use crate::common::{Folder, Said, acute};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

const GCD: &str = "int gcd(int a, int b) { if (a == 7) return b; return b == 3 ? 1 : 2; }\n";
const ABS: &str = "int magnitude(int x) { if (x < 0) return 1; return 2; }\n";

fn run(folder: &Folder, args: &[&str]) -> Said {
    Said::by(acute().current_dir(folder.path()).args(args))
}

/// Every file below a folder with its content, by its path from there.
fn contents(folder: &Path) -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        for entry in std::fs::read_dir(&next).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else {
                let name = path.strip_prefix(folder).expect("below").display().to_string();
                all.insert(
                    name,
                    String::from_utf8_lossy(&std::fs::read(&path).expect("a file")).into_owned(),
                );
            }
        }
    }
    all
}

fn out(folder: &Folder) -> BTreeMap<String, String> {
    contents(&folder.path().join("acute.out"))
}

/// The names of the saved inputs of a function.
fn inputs_of(folder: &Folder, function: &str) -> Vec<String> {
    let is_its =
        |text: &String| serde_json::from_str::<Value>(text).is_ok_and(|root| root["function"] == function);
    out(folder).into_iter().filter(|(_, text)| is_its(text)).map(|(name, _)| name).collect()
}

#[test]
fn a_folder_with_files_of_the_user_is_refused_and_unchanged() {
    let folder = Folder::new();
    folder.file("gcd.c", GCD);
    folder.file("summary.json", "{\"version\": 1, \"mine\": true}\n");
    std::fs::create_dir(folder.path().join("tests")).expect("made");
    folder.file("tests/test_gcd.c", "int main(void) { return 0; }\n");
    folder.file("tests/data.json", "[1, 2]\n");
    let before = contents(folder.path());
    for flags in [&["test", "gcd.c", "--out", "."][..], &["test", "gcd.c", "--out", ".", "--resume"]] {
        let said = run(&folder, flags);
        assert_eq!((said.code, said.out.as_str()), (Some(2), ""), "{}", said.err);
        let line = "acute: --out .: the folder holds files that acute did not write, such as gcd.c (and 3 more); \
                    name a new or empty folder\n";
        assert_eq!(said.err, line);
        assert_eq!(contents(folder.path()), before);
    }
    let said = run(&folder, &["test", "gcd.c", "--out", "gcd.c"]);
    assert_eq!((said.code, said.err.as_str()), (Some(2), "acute: --out gcd.c: this is not a folder\n"));
}

#[test]
fn files_of_the_user_in_our_folder_are_left_alone() {
    let folder = Folder::new();
    folder.file("gcd.c", GCD);
    run(&folder, &["test", "gcd.c"]);
    let own = [
        ("acute.out/tests/mine.json", "{\"function\": \"gcd\"}"),
        ("acute.out/tests/test_mine.c", "int main(void) { return 0; }\n"),
        ("acute.out/tests/test_abs.c", "int main(void) { return 0; }\n"),
        ("acute.out/notes.txt", "mine"),
        ("acute.out/.lock.part", "mine"),
    ];
    own.iter().for_each(|(name, text)| {
        folder.file(name, text);
    });
    folder.file("abs.c", ABS);
    for flags in [
        &["test", "gcd.c"][..],
        &["test", "gcd.c", "--resume"],
        &["test", "abs.c"],
        &["test", "abs.c", "--no-export"],
    ] {
        let said = run(&folder, flags);
        assert_eq!((said.code, said.err.as_str()), (Some(0), ""), "{}", said.out);
        for (name, text) in own {
            let now = std::fs::read_to_string(folder.path().join(name)).unwrap_or_default();
            assert_eq!(now, text, "{name} after {flags:?}");
        }
    }
    let said = run(&folder, &["test", "abs.c"]);
    assert!(said.out.contains("acute.out/tests/test_abs_2.c: 2 passed, 0 failed\n"), "{}", said.out);
}

#[test]
fn an_edited_file_stays_and_the_new_one_is_written_beside_it() {
    let folder = Folder::new();
    folder.file("gcd.c", GCD);
    run(&folder, &["test", "gcd.c"]);
    let input = inputs_of(&folder, "gcd").remove(0);
    let before = out(&folder);
    let edited = |name: &str| format!("{}\n", before[name]);
    for name in ["tests/test_gcd.c", "summary.json", &input] {
        folder.file(&format!("acute.out/{name}"), &edited(name));
    }
    for _ in 0..2 {
        let said = run(&folder, &["test", "gcd.c"]);
        assert_eq!((said.code, said.err.as_str()), (Some(0), ""), "{}", said.out);
        for name in ["tests/test_gcd.c", "summary.json", &input] {
            let path = format!("acute.out/{name}");
            let line = format!("{path}: kept, it is not as acute wrote it; the new one is {path}.new\n");
            assert!(said.out.contains(&line), "`{line}` is not in\n{}", said.out);
            assert_eq!(out(&folder)[name], edited(name));
        }
        assert_eq!(out(&folder)["tests/test_gcd.c.new"], before["tests/test_gcd.c"]);
        assert_eq!(out(&folder)[&format!("{input}.new")], before[&input]);
    }
    // An edited input stays even where its function is gone.
    folder.file("gcd.c", ABS);
    let said = run(&folder, &["test", "gcd.c"]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert_eq!(out(&folder)[&input], edited(&input));
    assert_eq!(inputs_of(&folder, "gcd"), [input]);
}

#[test]
fn tests_of_other_sources_stay() {
    let folder = Folder::new();
    folder.file("gcd.c", GCD);
    folder.file("abs.c", ABS);
    std::fs::create_dir(folder.path().join("other")).expect("made");
    folder.file("other/gcd.c", "int gcd(int a) { return a == 12 ? 1 : 2; }\n");
    run(&folder, &["test", "gcd.c"]);
    let first = out(&folder);
    for file in ["abs.c", "other/gcd.c"] {
        let said = run(&folder, &["test", file]);
        assert_eq!((said.code, said.err.as_str()), (Some(0), ""), "{}", said.out);
    }
    let last = out(&folder);
    let is_test = |name: &&String| name.starts_with("tests/");
    for name in first.keys().filter(is_test) {
        assert_eq!(last.get(name), first.get(name), "{name}");
        assert!(last["manifest.jsonl"].contains(name.as_str()), "{name}");
    }
    let names = ["tests/test_gcd.c", "tests/test_abs.c", "tests/test_gcd_2.c"];
    assert!(names.iter().all(|n| last.contains_key(*n)), "{:?}", last.keys());
    // The summary speaks of the last command.
    let summary: Value = serde_json::from_str(&last["summary.json"]).expect("JSON");
    assert_eq!(summary["functions"].as_array().map(Vec::len), Some(1));
    // What the same source needs no more goes.
    folder.file("other/gcd.c", "int gcd(int a) { return a; }\n");
    run(&folder, &["test", "other/gcd.c"]);
    let after = out(&folder);
    assert!(first.keys().filter(is_test).all(|name| after.contains_key(name)));
    assert!(after.len() < last.len(), "{:?}", after.keys());
    // --resume takes up its own inputs only, though the last command was another's and a function has the same name.
    let said = run(&folder, &["test", "gcd.c", "--resume", "--no-export"]);
    let inputs = first.keys().filter(|n| n.starts_with("tests/") && n.ends_with(".json")).count();
    assert!(said.out.contains(&format!("1 to explore from {inputs} saved inputs\n")), "{}", said.out);
    assert!(!said.out.contains("fit any more"), "{}", said.out);
}

#[test]
fn two_commands_at_once_are_kept_apart() {
    let folder = Folder::new();
    folder.file("gcd.c", GCD);
    run(&folder, &["test", "gcd.c"]);
    folder.file("deep.c", "int deep(char *s) { int n = 0; while (*s++) n += *s == 'a'; return n; }\n");
    let mut first = acute();
    first.current_dir(folder.path()).args(["test", "deep.c", "--time", "600", "--array-limit", "4096"]);
    let mut first = first.stdout(std::process::Stdio::piped()).spawn().expect("it starts");
    // Its first line says that it has the folder.
    let mut line = [0; 1];
    std::io::Read::read_exact(first.stdout.as_mut().expect("piped"), &mut line).expect("a line");
    let before = out(&folder);
    let said = run(&folder, &["test", "gcd.c"]);
    first.kill().expect("killed");
    first.wait().expect("it ends");
    let words =
        "acute: --out acute.out: another acute is writing there; wait for it, or name another folder\n";
    assert_eq!((said.code, said.err.as_str(), said.out.as_str()), (Some(2), words, ""));
    for (name, text) in before.iter().filter(|(n, _)| n.starts_with("tests/")) {
        assert_eq!(out(&folder).get(name), Some(text), "{name}");
    }
    // A killed command holds nothing.
    assert_eq!(run(&folder, &["test", "gcd.c"]).code, Some(0));
}

#[test]
fn a_folder_of_a_version_without_manifests_is_adopted_where_all_is_named() {
    let folder = Folder::new();
    folder.file("gcd.c", GCD);
    run(&folder, &["test", "gcd.c"]);
    let manifest = folder.path().join("acute.out/manifest.jsonl");
    std::fs::remove_file(&manifest).expect("it is there");
    let before = out(&folder);
    let said = run(&folder, &["test", "gcd.c", "--resume"]);
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""), "{}", said.out);
    assert!(said.out.contains("resumed: 1 function kept from before"), "{}", said.out);
    // A test file may have been edited: that cannot be told.
    assert!(said.out.contains("the new one is acute.out/tests/test_gcd.c.new\n"), "{}", said.out);
    assert_eq!(out(&folder)["tests/test_gcd.c"], before["tests/test_gcd.c"]);

    std::fs::remove_file(&manifest).expect("it is there");
    folder.file("acute.out/tests/mine.json", "{}");
    let before = out(&folder);
    let said = run(&folder, &["test", "gcd.c"]);
    assert_eq!(said.code, Some(2), "{}", said.out);
    assert!(said.err.contains("did not write, such as tests/mine.json"), "{}", said.err);
    assert_eq!(out(&folder), before);
}

#[test]
fn other_files_that_options_name_are_not_overwritten() {
    let folder = Folder::new();
    folder.file("gcd.c", GCD);
    let said = run(&folder, &["test", "gcd.c", "--json", "gcd.c"]);
    let line = "acute: --json gcd.c: the file exists and is not a summary of acute; name another\n";
    assert_eq!((said.code, said.err.as_str()), (Some(2), line));
    for _ in 0..2 {
        assert_eq!(run(&folder, &["test", "gcd.c", "--json", "all.json"]).code, Some(0));
    }
    assert_eq!(run(&folder, &["test", "gcd.c", "--json", "/dev/null"]).code, Some(0));
    std::fs::create_dir(folder.path().join("queries")).expect("made");
    folder.file("queries/000001-mine.smt2", "(check-sat)\n");
    let said = run(&folder, &["test", "gcd.c", "--log-queries", "queries"]);
    let line = "acute: --log-queries queries: the folder is not empty; name a new one\n";
    assert_eq!((said.code, said.err.as_str()), (Some(2), line));
    assert_eq!(contents(&folder.path().join("queries")).len(), 1);
    assert_eq!(std::fs::read_to_string(folder.path().join("gcd.c")).expect("it is there"), GCD);
}

#[test]
fn what_a_killed_command_left_in_the_temporary_folder_is_swept() {
    let folder = Folder::new();
    folder.file("deep.c", "int deep(char *s) { int n = 0; while (*s++) n += *s == 'a'; return n; }\n");
    folder.file("gcd.c", GCD);
    let temporary = folder.path().join("tmp");
    std::fs::create_dir_all(temporary.join("acute-mine")).expect("made");
    let mut first = acute();
    first.env("TMPDIR", &temporary).current_dir(folder.path());
    first.args(["test", "deep.c", "--time", "600", "--array-limit", "4096"]);
    let mut first = first.stdout(std::process::Stdio::piped()).spawn().expect("it starts");
    let mut line = [0; 1];
    std::io::Read::read_exact(first.stdout.as_mut().expect("piped"), &mut line).expect("a line");
    let names = || std::fs::read_dir(&temporary).expect("a folder").flatten().count();
    // A second command leaves the folder of one that runs alone.
    let other = |out: &str| {
        let mut command = acute();
        command.env("TMPDIR", &temporary).current_dir(folder.path());
        let said = Said::by(command.args(["test", "gcd.c", "--out", out]));
        assert_eq!(said.code, Some(0), "{}{}", said.out, said.err);
    };
    other("one");
    assert_eq!(names(), 2);
    first.kill().expect("killed");
    first.wait().expect("it ends");
    assert_eq!(names(), 2);
    other("two");
    assert_eq!(names(), 1, "{:?}", std::fs::read_dir(&temporary).expect("a folder").collect::<Vec<_>>());
}
