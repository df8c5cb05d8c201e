//! `cutec` and `cute`, as the CUTE paper has them.

use crate::common::{Folder, Said, units};
use std::path::Path;
use std::process::{Command, Stdio};

fn run(program: &str, folder: &Folder, args: &[&str]) -> Said {
    let mut command = Command::new(program);
    Said::by(command.env_remove("ACUTE_HOME").stdin(Stdio::null()).current_dir(folder.path()).args(args))
}

fn cutec(folder: &Folder, args: &[&str]) -> Said {
    run(env!("CARGO_BIN_EXE_cutec"), folder, args)
}

fn cute(folder: &Folder, args: &[&str]) -> Said {
    run(env!("CARGO_BIN_EXE_cute"), folder, args)
}

fn check(said: Said, code: i32, words: &[&str]) {
    let all = format!("{}{}", said.out, said.err);
    assert_eq!(said.code, Some(code), "{all}");
    for word in words {
        assert!(all.contains(word), "`{word}` is not in\n{all}");
    }
    assert!(!all.contains("internal error"), "{all}");
}

#[test]
fn the_example_of_the_paper_is_compiled_tested_and_debugged() {
    let folder = Folder::new();
    std::fs::copy(units().join("paths/testme.c"), folder.path().join("testme.c")).expect("a copy");
    check(cutec(&folder, &["testme.c", "testme"]), 0, &["testme: testme, to be tested by: cute testme"]);
    let words =
        ["acute test -p testme --function testme --debug --until either", "testme: bug", "1 bug", "SIGABRT"];
    check(cute(&folder, &["testme"]), 1, &words);
    check(cute(&folder, &["./testme", "-i", "1"]), 0, &["--executions 1", "executions, 1 path"]);
    check(cute(&folder, &["-d", "2", "testme", "--no-export"]), 0, &["--depth 2", "bounded"]);
    // Again, over what it made itself.
    check(cutec(&folder, &["testme.c", "-m", "testme", "-o", "testme"]), 0, &[]);
    let summary = cute(&folder, &["testme", "--json", "-"]).summary().expect("a summary and nothing else");
    assert_eq!(summary["totals"]["bugs"], 1);
}

#[test]
fn cute_stops_at_an_error_at_full_coverage_or_at_the_end() {
    let folder = Folder::new();
    // The error is on one of many paths; without it two runs cover all branches.
    let loops = "for (int i = 0; i < 8; i++) if (a[i] > 5) n++;";
    folder.file(
        "a.c",
        &format!("int covered(int a[8]) {{ int n = 0; if (!a) return 0; {loops} return n; }}\n"),
    );
    let error = "if (n == 1) __builtin_abort();";
    folder.file("b.c", &format!("void error(int a[8]) {{ int n = 0; if (!a) return; {loops} {error} }}\n"));
    folder.file("c.c", "int whole(unsigned char x) { if (x > 300) return 1; return x > 9; }\n");
    for (file, function, outcome) in
        [("a.c", "covered", "covered"), ("b.c", "error", "bug"), ("c.c", "whole", "complete")]
    {
        check(cutec(&folder, &[file, function, "-o", function]), 0, &[]);
        let code = i32::from(outcome == "bug");
        check(cute(&folder, &[function, "--no-export"]), code, &[&format!("{function}: {outcome}")]);
    }
}

#[test]
fn flags_count_from_where_cutec_ran() {
    let folder = Folder::new();
    for name in ["inc", "elsewhere"] {
        std::fs::create_dir(folder.path().join(name)).expect("a folder");
    }
    folder.file("inc/limit.h", "#define LIMIT 12\n");
    folder.file(
        "a.c",
        "#include <limit.h>\nint b(int);\nint a(int x) { if (b(x) == LIMIT) VALUE; return 0; }\n",
    );
    folder.file("b.c", "#include <math.h>\nint b(int x) { return x + (int)fabs(1.0); }\n");
    let flags = ["-I", "inc", "-DVALUE=__builtin_abort()", "-lm", "-o", "elsewhere/prog"];
    check(cutec(&folder, &[&["a.c", "b.c", "a"], &flags[..]].concat()), 0, &["cute elsewhere/prog"]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_cute"));
    command.env_remove("ACUTE_HOME").stdin(Stdio::null()).current_dir(folder.path().join("elsewhere"));
    check(Said::by(command.args(["prog", "-t", "5"])), 1, &["abort", "a(11)", "--time 5", "-- -lm"]);
}

#[test]
fn mistakes_are_told() {
    let folder = Folder::new();
    folder.file("a.c", "int list(int x) { return x; }\n");
    folder.file("bad.c", "int f(int x) { return x +; }\n");
    folder.file("prog", "#!/bin/sh\n");
    check(cutec(&folder, &[]), 2, &["no .c file", "cutec --help"]);
    check(cutec(&folder, &["a.c"]), 2, &["no function", "cutec --help"]);
    check(cutec(&folder, &["a.c", "list", "more"]), 2, &["`list` and `more`"]);
    check(cutec(&folder, &["a.c", "list", "-o"]), 2, &["nothing follows -o"]);
    check(cutec(&folder, &["a.c", "lits"]), 2, &["did you mean `list`?"]);
    check(cutec(&folder, &["missing.c", "list"]), 2, &["missing.c"]);
    check(cutec(&folder, &["bad.c", "f"]), 3, &["bad.c:1:26: error"]);
    check(cutec(&folder, &["a.c", "list", "-o", "prog"]), 2, &["prog exists and is not from cutec", "-o"]);
    assert!(!Path::new(&folder.path().join("bad")).exists());
    check(cute(&folder, &[]), 2, &["no PROGRAM", "cute --help"]);
    check(cute(&folder, &["prog"]), 2, &["prog is not from cutec", "cutec FILE.c FUNCTION -o prog"]);
    check(cute(&folder, &["missing"]), 2, &["missing"]);
    check(cutec(&folder, &["a.c", "list"]), 0, &[]);
    check(cute(&folder, &["a", "-i", "many"]), 2, &["--executions"]);
    check(cute(&folder, &["a", "-x"]), 2, &["-x"]);
    for said in [cutec(&folder, &["--help"]), cute(&folder, &["--help"])] {
        check(said, 0, &["Usage: cute"]);
    }
}
