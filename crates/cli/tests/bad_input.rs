//! What a person gets who types something wrong, or stops half-way: the exit codes and the words of the
//! contract; and that the same command says the same twice.

use crate::common::{Folder, PATIENCE, Said, acute, processes_of, units};
use serde_json::Value;
use std::collections::BTreeMap;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

/// Runs the tool in a folder of its own.
fn run(folder: &Folder, args: &[&str]) -> Said {
    Said::by(acute().current_dir(folder.path()).args(args))
}

/// One mistake: the exit code, and words that must be said on standard error, and nothing of ours.
fn check(folder: &Folder, args: &[&str], code: i32, words: &[&str]) {
    let said = run(folder, args);
    let all = format!("acute {}\n{}{}", args.join(" "), said.out, said.err);
    assert_eq!(said.code, Some(code), "{all}");
    for word in words {
        assert!(said.err.contains(word), "`{word}` is not on standard error\n{all}");
    }
    if code != 70 {
        assert!(!said.err.contains("internal error") && !said.err.contains("panicked"), "{all}");
    }
}

const TWO: &str = "int list_insert(int x) { return x; }\nint other(void) { return 1; }\n";

/// A folder with a few C files.
fn files() -> Folder {
    let folder = Folder::new();
    folder.file("two.c", TWO);
    folder.file("syntax.c", "int f(int x) { return x +; }\n");
    folder.file("undefined.c", "int nowhere(int);\nint f(int x) { return x == 3 ? nowhere(x) : 0; }\n");
    folder.file("variable.c", "int x;\n");
    folder.file("empty.c", "");
    folder.file("notes.txt", "hello\n");
    folder.file(
        "opaque.c",
        "int f(void *p) { if (p) return 1; return 0; }\nint g(int (*call)(void)) { return call(); }\n",
    );
    folder
}

#[test]
fn a_syntax_error_is_told_in_the_words_of_clang() {
    check(&files(), &["test", "syntax.c"], 3, &["syntax.c:1:26: error: expected expression", "return x +;"]);
}

#[test]
fn a_compiler_flag_that_clang_does_not_know_is_told_by_clang() {
    check(&files(), &["test", "two.c", "--", "-fnonsense"], 3, &["unknown argument: '-fnonsense'"]);
}

#[test]
fn what_nobody_defines_gets_a_stub_and_is_named() {
    let folder = files();
    let said = run(&folder, &["test", "undefined.c"]);
    assert_eq!(said.code, Some(0), "{}{}", said.out, said.err);
    for words in [
        "stub: `nowhere` is not defined anywhere: it returns an input",
        "f: complete, 2 paths",
        "2 passed, 0 failed",
    ] {
        assert!(said.out.contains(words), "`{words}` is not in\n{}", said.out);
    }
    let summary = run(&folder, &["test", "undefined.c", "--json", "-"]).summary().expect("a summary");
    assert_eq!(summary["stubs"], serde_json::json!(["nowhere"]));
    // The tests can be built and run again: they bring the stub with them, and so does replay.
    for entry in std::fs::read_dir(folder.path().join("acute.out/tests")).expect("tests").flatten() {
        if entry.path().extension().is_some_and(|e| e == "json") {
            let text = std::fs::read_to_string(entry.path()).expect("a test");
            let saved: serde_json::Value = serde_json::from_str(&text).expect("JSON");
            let said = run(&folder, &["replay", &entry.path().display().to_string(), "--native"]);
            assert_eq!(said.code, Some(0), "{}{}", said.out, said.err);
            // What the stub answers, which f returns.
            let answer = said.out.split("nowhere_result = ").nth(1).and_then(|rest| rest.split(';').next());
            assert_eq!(answer.is_some(), saved["arguments"]["x"] == 3, "{text}{}", said.out);
            let words = format!("without us: it returns {}\n", answer.unwrap_or("0"));
            assert!(said.out.contains(&words), "`{words}` is not in {}", said.out);
        }
    }
}

#[test]
fn what_nobody_defines_or_declares_is_named() {
    let folder = files();
    folder.file(
        "label.c",
        "int one(int) __asm__(\"uno\");\nextern struct s two;\nint f(int x) { return one(x) + !&two; }\n\
         int three(void);\nint g(void) { return three() + one(1); }\n",
    );
    check(&folder, &["test", "label.c"], 3, &["not defined anywhere: `uno`", "-- FILE.o -lNAME"]);
    folder.file("opaque.c", "extern struct s two;\nvoid *f(void) { return &two; }\n");
    check(&folder, &["test", "opaque.c"], 3, &["not defined anywhere: `two`", "-- FILE.o -lNAME"]);
}

#[test]
fn a_function_that_is_not_there_is_answered_with_the_nearest() {
    let folder = files();
    check(
        &folder,
        &["test", "two.c", "--function", "list_inser"],
        2,
        &["`list_inser`", "did you mean `list_insert`?"],
    );
    check(
        &folder,
        &["test", "two.c", "--function", "zzzzzzzz"],
        2,
        &["`zzzzzzzz`", "`list_insert`", "`other`"],
    );
    check(&folder, &["test", "two.c", "--function", ""], 2, &["list_insert"]);
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let folder = files();
    check(&folder, &["test", "missing.c"], 2, &["missing.c"]);
    check(&folder, &["test", "two.c", "missing.c"], 2, &["missing.c"]);
}

#[test]
fn a_folder_without_c_or_a_file_of_another_kind_is_a_usage_error() {
    let folder = files();
    std::fs::create_dir(folder.path().join("empty")).expect("a folder");
    check(&folder, &["test", "empty"], 2, &["no .c file in empty"]);
    check(&folder, &["test", "notes.txt"], 2, &["notes.txt is not a .c file"]);
}

#[test]
fn what_makes_no_sense_is_a_usage_error() {
    let folder = files();
    check(&folder, &[], 2, &["Usage: acute"]);
    check(&folder, &["test"], 2, &["PATH"]);
    check(&folder, &["tset"], 2, &["tset"]);
    check(&folder, &["test", "two.c", "--funktion", "f"], 2, &["--funktion"]);
    check(&folder, &["test", "two.c", "--time", "0"], 2, &["--time", "above 0"]);
    check(&folder, &["test", "two.c", "--time=-1"], 2, &["--time", "above 0"]);
    check(&folder, &["test", "two.c", "--time", "nan"], 2, &["--time", "above 0"]);
    check(&folder, &["test", "two.c", "--time", "soon"], 2, &["--time", "above 0"]);
    check(&folder, &["test", "two.c", "--time", "-1"], 2, &["--time", "above 0"]);
    check(&folder, &["test", "two.c", "--executions", "0"], 2, &["--executions"]);
    check(&folder, &["test", "two.c", "--executions", "many"], 2, &["--executions"]);
    check(&folder, &["test", "two.c", "--depth=-3"], 2, &["--depth"]);
    check(&folder, &["test", "two.c", "--init", "large"], 2, &["--init", "small"]);
    check(&folder, &["test", "two.c", "--jobs", "0"], 2, &["--jobs"]);
    check(&folder, &["test", "two.c", "--jobs", "all"], 2, &["--jobs"]);
    check(&folder, &["test", "two.c", "--total", "0"], 2, &["--total", "above 0"]);
    check(&folder, &["test", "two.c", "--until", "later"], 2, &["--until", "coverage"]);
    check(&folder, &["replay"], 2, &["TEST"]);
}

#[test]
fn help_and_version_are_no_mistakes() {
    let folder = files();
    for args in [&["--help"][..], &["--version"], &["test", "--help"], &["replay", "-h"]] {
        let said = run(&folder, args);
        assert_eq!((said.code, said.err.as_str()), (Some(0), ""), "{args:?}");
        assert!(!said.out.is_empty());
    }
}

#[test]
fn a_file_without_functions_says_so() {
    let folder = files();
    check(&folder, &["test", "variable.c"], 2, &["variable.c defines no function"]);
    check(&folder, &["test", "empty.c"], 2, &["empty.c defines no function"]);
}

#[test]
fn a_folder_that_cannot_be_written_is_named() {
    let folder = files();
    check(&folder, &["test", "two.c", "--out", "/proc/nothing"], 2, &["/proc/nothing"]);
    check(&folder, &["test", "two.c", "--out", "two.c"], 2, &["--out two.c: this is not a folder"]);
    check(&folder, &["test", "two.c", "--json", "/proc/nothing/s.json"], 2, &["/proc/nothing/s.json"]);
    assert_eq!(std::fs::read_to_string(folder.path().join("two.c")).expect("it is still there"), TWO);
}

#[test]
fn a_type_that_is_not_supported_is_named() {
    let said = run(&files(), &["test", "opaque.c"]);
    assert_eq!(said.code, Some(0), "{}{}", said.out, said.err);
    for words in [
        "f: unsupported",
        "`p` stays NULL: void pointer",
        "g: unsupported",
        "`call` stays NULL: function pointer",
    ] {
        assert!(said.out.contains(words), "`{words}` is not in\n{}", said.out);
    }
}

#[test]
fn without_its_tools_it_says_what_is_missing_and_leaves_nothing() {
    let folder = files();
    let command = |key, value| {
        let said = Said::by(acute().current_dir(folder.path()).env(key, value).args(["test", "two.c"]));
        assert_eq!(said.code, Some(3), "{}{}", said.out, said.err);
        said.err
    };
    let said = command("ACUTE_CLANG", "/nonexistent/clang");
    assert!(said.contains("apt-get install clang-19") && said.trim().lines().count() == 1, "{said}");
    // clang is found where Debian has it, but not what it calls to link.
    let said = command("PATH", "/nonexistent");
    assert!(said.contains("\"ld\""), "{said}");
}

#[test]
fn without_its_parts_it_says_what_to_type() {
    let folder = files();
    let lonely = folder.path().join("acute");
    std::fs::copy(env!("CARGO_BIN_EXE_acute"), &lonely).expect("a copy");
    let mut command = std::process::Command::new(&lonely);
    let said = Said::by(command.env_remove("ACUTE_HOME").current_dir(folder.path()).args(["test", "two.c"]));
    assert_eq!(said.code, Some(3), "{}", said.err);
    assert!(said.err.contains("make build") && said.err.trim().lines().count() == 1, "{}", said.err);
}

/// Tests testme of Fig. 1; the saved tests by name, and the one that shows the bug.
fn saved_tests(folder: &Folder) -> (BTreeMap<PathBuf, Value>, PathBuf) {
    let unit = units().join("paths/testme.c").display().to_string();
    let said = run(folder, &["test", &unit, "--function", "testme", "--out", "out"]);
    assert_eq!(said.code, Some(1), "{}{}", said.out, said.err);
    let entries = std::fs::read_dir(folder.path().join("out/tests")).expect("tests");
    let files =
        entries.map(|e| e.expect("an entry").path()).filter(|p| p.extension().is_some_and(|e| e == "json"));
    let read = |p: &Path| serde_json::from_str(&std::fs::read_to_string(p).expect("a test")).expect("JSON");
    let tests: BTreeMap<PathBuf, Value> = files.map(|p| (p.clone(), read(&p))).collect();
    let bug = tests.iter().find(|(_, t)| t["finding"] == "abort").expect("the bug was saved").0.clone();
    (tests, bug)
}

#[test]
fn a_saved_bug_happens_again_and_a_passing_test_passes() {
    let folder = Folder::new();
    let (tests, bug) = saved_tests(&folder);
    assert_eq!(tests.len(), 5);
    for path in tests.keys() {
        let said = run(&folder, &["replay", &path.display().to_string()]);
        assert_eq!(said.code, Some((*path == bug) as i32), "{}{}", said.out, said.err);
        if *path == bug {
            // The self-loop, as a person would write it.
            for words in [".next = &cell1", "testme(&cell1, ", "abort", "testme.c:20"] {
                assert!(said.out.contains(words), "`{words}` is not in\n{}", said.out);
            }
        }
    }
}

#[test]
fn a_test_that_is_broken_foreign_or_of_another_version_is_not_replayed() {
    let folder = Folder::new();
    let (tests, bug) = saved_tests(&folder);
    let text = std::fs::read_to_string(&bug).expect("the bug");
    let x = tests[&bug]["arguments"]["x"].to_string();
    let changed = |from: &str, to: &str| {
        assert!(text.contains(from), "{text}");
        text.replacen(from, to, 1)
    };
    // Named from where the test lies, so a changed one has to lie there too.
    let unit = tests[&bug]["files"][0].as_str().expect("a file").to_string();
    let cases = [
        ("{".to_string(), "EOF"),
        (text[..text.len() / 2].to_string(), "is not a saved test"),
        ("".to_string(), "is not a saved test"),
        ("[]".to_string(), "files"),
        (r#"{"name": "left-pad", "version": "1.0"}"#.to_string(), "files"),
        (changed("\"version\": 1", "\"version\": 2"), "version 2"),
        (changed(&format!("\"x\": {x}"), "\"x\": \"eleven\""), "eleven"),
        (changed(&format!("\"x\": {x}"), "\"x\": 99999999999999"), "99999999999999"),
        (changed(&format!("\"x\": {x}"), "\"z\": 1"), "`z`"),
        (changed("\"ref\": \"cell1\"", "\"ref\": \"cell9\""), "`cell9`"),
        (changed("\"testme\"", "\"testm\""), "did you mean `testme`?"),
        (changed(&unit, "/nonexistent/testme.c"), "/nonexistent/testme.c"),
    ];
    for (text, words) in cases {
        folder.file("out/tests/changed.json", &text);
        check(&folder, &["replay", "out/tests/changed.json"], 2, &[words]);
    }
    std::fs::write(folder.path().join("binary.json"), [0x7f, b'E', b'L', b'F', 0xff, 0]).expect("a file");
    check(&folder, &["replay", "binary.json"], 2, &["binary.json"]);
    check(&folder, &["replay", "missing.json"], 2, &["missing.json"]);
    check(&folder, &["replay", "."], 2, &["."]);
}

/// Everything below a folder, by name; the times of a summary taken out.
fn contents(folder: &Path) -> BTreeMap<PathBuf, String> {
    let mut all = BTreeMap::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            let inside = contents(&path).into_iter();
            all.extend(
                inside.map(|(name, text)| (Path::new(path.file_name().expect("a name")).join(name), text)),
            );
        } else {
            let text = std::fs::read_to_string(&path).expect("text");
            let kept =
                text.lines().filter(|l| !l.trim_start().starts_with("\"seconds\":")).collect::<Vec<_>>();
            all.insert(PathBuf::from(path.file_name().expect("a name")), kept.join("\n"));
        }
    }
    all
}

#[test]
fn the_same_seed_gives_the_same_tests_byte_for_byte() {
    let folder = Folder::new();
    for (unit, function) in [
        // The other functions there are not done with 200 runs before their time is up.
        ("paths/quick_sort.c", &["--function", "sort_six"][..]),
        ("paths/testme.c", &[]),
        ("covers/trees.c", &[]),
        ("finds/shapes.c", &[]),
        ("paths/collatz.c", &[]),
    ] {
        let path = units().join(unit).display().to_string();
        let both = ["one", "two"].map(|name| {
            let out = folder.path().join(name);
            let _ = std::fs::remove_dir_all(&out);
            // Relative, so that no path of ours differs.
            let flags = ["test", &path, "--executions", "200", "--seed", "1", "--out", name];
            let said = run(&folder, &[&flags, function].concat());
            assert!(matches!(said.code, Some(0 | 1)), "{unit}: {}{}", said.out, said.err);
            // The manifest has a hash of the summary, which has times.
            let mut all = contents(&out);
            all.remove(Path::new("manifest.jsonl"));
            all
        });
        assert!(both[0].keys().any(|k| k.starts_with("tests")), "{unit}: {:?}", both[0].keys());
        let differing = |k: &&PathBuf| both[0].get(*k) != both[1].get(*k);
        let different: Vec<_> = both[0].keys().chain(both[1].keys()).filter(differing).collect();
        assert!(different.is_empty(), "{unit}: these differ: {different:?}");
    }
}

#[test]
fn another_seed_still_finds_every_path() {
    let folder = Folder::new();
    let path = units().join("paths/tritype.c").display().to_string();
    for seed in ["0", "1", "2", "77", "18446744073709551615"] {
        for init in ["small", "zero", "random"] {
            let args =
                ["test", &path, "--seed", seed, "--init", init, "--json", "-", "--out", "out", "--no-export"];
            let summary = run(&folder, &args).summary().expect("a summary");
            let row = &summary["functions"][0];
            assert_eq!(
                (&row["outcome"], &row["paths"]),
                (&"complete".into(), &14.into()),
                "seed {seed}, {init}"
            );
        }
    }
}

#[test]
fn an_interrupted_command_leaves_no_folder_and_no_process_behind() {
    let folder = Folder::new();
    let scratch = folder.path().join("tmp");
    std::fs::create_dir(&scratch).expect("a folder");
    let unit = folder.file("spin.c", "int spin(int x) { volatile int go = 1; while (go) { } return x; }\n");
    let mut command = acute();
    command.current_dir(folder.path()).env("TMPDIR", &scratch).arg("test").arg(&unit).args(["--time", "60"]);
    // A group of its own, as a shell gives it one, to send the signal to.
    let mut child =
        command.process_group(0).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
    let begun = Instant::now();
    while processes_of(&scratch).is_empty() {
        assert!(begun.elapsed() < PATIENCE, "the unit was never started");
        assert!(child.try_wait().expect("a status").is_none(), "it ended by itself");
        std::thread::sleep(Duration::from_millis(20));
    }
    // SAFETY: a plain system call, on the group that was made above. SIGINT is ignored in the background of a shell.
    unsafe { libc::kill(-(child.id() as i32), libc::SIGTERM) };
    let status = child.wait().expect("it ends");
    while !processes_of(&scratch).is_empty() && begun.elapsed() < PATIENCE {
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(processes_of(&scratch), Vec::<PathBuf>::new());
    let left: Vec<_> =
        std::fs::read_dir(&scratch).expect("a folder").flatten().map(|e| e.file_name()).collect();
    assert_eq!(status.code(), Some(4));
    assert_eq!(left.len(), 0, "{left:?}");
    assert!(folder.path().join("acute.out/summary.json").is_file());
}

#[test]
fn a_finished_command_leaves_no_folder_and_no_process_behind() {
    let folder = files();
    let scratch = folder.path().join("tmp");
    std::fs::create_dir(&scratch).expect("a folder");
    for (args, code) in
        [(&["test", "two.c"][..], 0), (&["test", "syntax.c"], 3), (&["test", "undefined.c"], 0)]
    {
        let said = Said::by(acute().current_dir(folder.path()).env("TMPDIR", &scratch).args(args));
        assert_eq!(said.code, Some(code), "{}", said.err);
        let left: Vec<_> =
            std::fs::read_dir(&scratch).expect("a folder").flatten().map(|e| e.file_name()).collect();
        assert!(left.is_empty(), "{args:?} leaves {left:?}");
        assert!(processes_of(&scratch).is_empty());
    }
}

#[test]
fn c_that_gcc_takes_with_a_warning_is_tested() {
    let old = "add(a, b) int a; char b; { if (a == 7 && b == 'x') return later(a); return a; }\n\
               static short narrow(s, f) short s; float f; { if (f > 2.5f && s < -100) return 1; return 0; }\n\
               int later(x) { if (x == 7) return 1; return 0; }\n\
               int *number(void) { return 5; }\n";
    let folder = Folder::new();
    folder.file("old.c", old);
    let said = run(&folder, &["test", "old.c"]);
    assert_eq!(said.code, Some(0), "{}{}", said.out, said.err);
    for line in ["add: complete, 3 paths", "narrow: complete, 3 paths", "later: complete, 2 paths"] {
        assert!(said.out.contains(line), "`{line}` is not there\n{}", said.out);
    }
    assert!(said.out.contains(" passed, 0 failed\n"), "{}", said.out);
}

/// A function with so many tests of an object with so many fields.
fn large_objects(tests: usize, fields: usize) -> String {
    let cases: String = (0..tests).map(|k| format!("    case {k}: return {k} + 1;\n")).collect();
    let fields: String = (0..fields).map(|k| format!(", field{k}")).collect();
    format!(
        "#include <stdlib.h>\nstruct large {{ int n{fields}; }};\n\
         int choose(struct large *l) {{\n    switch (l->n) {{\n{cases}    case -5: abort();\n    }}\n    \
         return 0;\n}}\n"
    )
}

#[test]
fn an_object_of_thousands_of_fields_is_shown_in_a_line_that_can_be_read() {
    let folder = Folder::new();
    folder.file("large.c", &large_objects(1, 3000));
    let said = run(&folder, &["test", "large.c"]);
    assert_eq!(said.code, Some(1), "{}{}", said.out, said.err);
    let longest = said.out.lines().map(str::len).max();
    assert!(longest.is_some_and(|n| (400..500).contains(&n)), "{longest:?}");
    assert!(said.out.contains(" more characters)\n"), "{}", said.out);
}

#[test]
fn more_tests_than_a_file_can_hold_are_left_out_and_said_so_but_never_those_of_a_bug() {
    let folder = Folder::new();
    folder.file("large.c", &large_objects(100, 3000));
    let said = run(&folder, &["test", "large.c", "--time", "60"]);
    assert_eq!(said.code, Some(1), "{}{}", said.out, said.err);
    assert!(said.out.contains(" not exported (too many tests)"), "{}", said.out);
    let read =
        |name: &str| std::fs::read_to_string(folder.path().join("acute.out/tests").join(name)).unwrap();
    let (tests, findings) = (read("test_large.c"), read("findings_large.c"));
    assert!(tests.len() < 2 << 20 && findings.contains("abort: abort is called"), "{}", tests.len());
}
