//! `-p`: files with flags of their own, chosen out of compile_commands.json.

use crate::common::{Folder, Said, acute};

/// Two files of one project that need different flags, headers from where the compiler ran, and have a static
/// function of the same name.
fn project() -> Folder {
    let folder = Folder::new();
    for name in ["src", "src/sub", "inc", "build"] {
        std::fs::create_dir(folder.path().join(name)).expect("a folder");
    }
    folder.file("inc/both.h", "#define BOTH 42\nint helper(int);\n");
    folder.file(
        "src/list.c",
        "#include \"both.h\"\nstatic int twice(int x) { return x == LIMIT ? 1 : 2 * x; }\n\
         int list(int x) { if (x == BOTH + LIMIT) __builtin_abort(); return twice(helper(x)); }\n",
    );
    folder.file(
        "src/sub/list.c",
        "#include <both.h>\nstatic int twice(int x) { return x == OTHER; }\nint helper(int x) { return twice(x) + 1; }\n",
    );
    folder.file("src/main.c", "int main(void) { return 0; }\n");
    folder.file("src/tool.c", "int main(void) { return 1; }\n");
    database(
        &folder,
        r#"{"directory": ".", "file": "../src/list.c", "command":
            "ccache gcc -I../inc -DLIMIT='(10)' -O2 -Werror -fno-such-flag -MD -MF a.d -o list.o -c ../src/list.c"},
           {"directory": ".", "file": "../src/sub/list.c", "arguments":
            ["gcc", "-I", "../inc", "-DOTHER=99", "-c", "../src/sub/list.c", "-o", "sub.o"]},
           {"directory": ".", "file": "../src/sub/list.c", "arguments": ["gcc", "-DOTHER=syntax error"]},
           {"directory": ".", "file": "../src/other.cc", "arguments": ["g++", "-c", "../src/other.cc"]}"#,
    );
    folder
}

fn database(folder: &Folder, entries: &str) {
    folder.file("build/compile_commands.json", &format!("[{entries}]"));
}

fn run(folder: &Folder, args: &[&str]) -> Said {
    Said::by(acute().current_dir(folder.path()).args(args))
}

/// What is said on standard error, with the exit code of the contract.
fn check(folder: &Folder, args: &[&str], code: i32, words: &[&str]) {
    let said = run(folder, args);
    let all = format!("acute {}\n{}{}", args.join(" "), said.out, said.err);
    assert_eq!(said.code, Some(code), "{all}");
    for word in words {
        assert!(said.err.contains(word), "`{word}` is not on standard error\n{all}");
    }
    assert!(!said.err.contains("internal error"), "{all}");
}

#[test]
fn each_file_is_compiled_with_its_own_flags_and_its_tests_are_replayed() {
    let folder = project();
    let said = run(&folder, &["test", "-p", "build", "--json", "-"]);
    assert_eq!(said.code, Some(1), "{}{}", said.out, said.err);
    let summary = said.summary().expect("a summary");
    let rows = summary["functions"].as_array().expect("functions");
    let names: Vec<_> = rows.iter().map(|r| (r["name"].as_str(), r["outcome"].as_str())).collect();
    let complete = Some("complete");
    let expected = ["twice", "list", "twice", "helper"].map(|name| (Some(name), complete));
    assert_eq!(names, expected);
    for row in rows {
        assert_eq!(row["branches"]["covered"], row["branches"]["total"], "{row}");
    }
    let bug = rows[1]["bugs"][0].clone();
    assert_eq!((&bug["line"], &bug["kind"]), (&3.into(), &"abort".into()));
    for file in ["test_list.c", "test_list_2.c"] {
        assert!(folder.path().join("acute.out/tests").join(file).is_file(), "{file}");
    }
    // From anywhere, the project having moved as a whole.
    for entry in std::fs::read_dir(folder.path().join("acute.out/tests")).expect("tests").flatten() {
        let path = entry.path();
        if path.extension().is_some_and(|e| e == "json") {
            let said = Said::by(acute().current_dir("/").arg("replay").arg(&path));
            let shows = path.ends_with(bug["test"].as_str().expect("a test"));
            assert_eq!(said.code, Some(shows as i32), "{}{}{}", path.display(), said.out, said.err);
        }
    }
}

#[test]
fn paths_choose_among_the_files() {
    let folder = project();
    for paths in [&["src/sub"][..], &["src/sub/list.c"], &["src/sub", "src/sub/list.c"]] {
        let mut args = vec!["test", "-p", "build/compile_commands.json", "--json", "-", "--no-export"];
        args.extend(paths);
        let summary = run(&folder, &args).summary().expect("a summary");
        assert_eq!(summary["totals"]["functions"], 2, "{paths:?}");
    }
    let args = ["test", "-p", "build", "src/sub", "--json", "-", "--no-export", "--", "-UOTHER", "-DOTHER=+"];
    assert_eq!(run(&folder, &args).code, Some(3), "what stands behind -- counts");
}

#[test]
fn a_file_that_is_not_in_the_database_is_answered_with_the_nearest() {
    let folder = project();
    check(
        &folder,
        &["test", "-p", "build", "src/lits.c"],
        2,
        &["src/lits.c is not in build/", "src/list.c?"],
    );
    check(&folder, &["test", "-p", "build", "list.c"], 2, &["did you mean", "src/list.c?"]);
    check(&folder, &["test", "-p", "build", "src/quicksort.c"], 2, &["it has", "src/list.c, "]);
    check(&folder, &["test", "-p", "build", "inc"], 2, &["inc is not in"]);
}

#[test]
fn a_database_that_is_missing_or_broken_is_named() {
    let folder = project();
    check(&folder, &["test", "-p", "src"], 2, &["src/compile_commands.json", "bear -- make"]);
    check(&folder, &["test", "-p", "nowhere"], 2, &["nowhere", "bear -- make"]);
    check(&folder, &["test", "-p"], 2, &["-p <DIR>"]);
    let cases = [
        ("{", "is not a compilation database"),
        ("", "names no .c file"),
        ("5", "entry 1 names no `file`"),
        (r#"{"file": "a.c"}"#, "entry 1 names no `directory`"),
        (r#"{"file": "a.c", "directory": "."}"#, "neither `arguments` nor a `command`"),
        (r#"{"file": "a.c", "directory": ".", "command": "cc 'a"}"#, "open quote"),
        (r#"{"file": "a.c", "directory": ".", "arguments": [1]}"#, "not text"),
        (r#"{"file": "a.cc", "directory": ".", "arguments": []}"#, "names no .c file"),
        (r#"{"file": "gone.c", "directory": ".", "arguments": []}"#, "build/gone.c, which is not there"),
        (r#"{"file": "../src/main.c", "directory": "gone", "arguments": []}"#, "which is not there"),
    ];
    for (entries, words) in cases {
        database(&folder, entries);
        check(&folder, &["test", "-p", "build"], 2, &[words]);
    }
    folder.file("build/compile_commands.json", "{}");
    check(&folder, &["test", "-p", "build"], 2, &["it is not a list"]);
}

#[test]
fn files_that_define_the_same_are_both_named() {
    let folder = project();
    let words = ["`main` is defined in", "src/main.c and in", "src/tool.c", "choose files"];
    check(&folder, &["test", "src/main.c", "src/tool.c"], 3, &words);
    let entry = |name: &str| format!(r#"{{"file": "../src/{name}", "directory": ".", "command": "cc"}}"#);
    database(&folder, &[entry("main.c"), entry("tool.c")].join(","));
    check(&folder, &["test", "-p", "build"], 3, &words);
}
