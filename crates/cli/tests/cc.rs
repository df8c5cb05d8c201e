//! `acute cc` is clang with a pass: same flags, same objects, same messages, same programs.
use crate::common::{Folder, acute};
use std::path::Path;
use std::process::{Command, Output};

fn output(command: &mut Command) -> Output {
    let program = command.get_program().to_string_lossy().into_owned();
    command.output().unwrap_or_else(|e| panic!("{program}: {e} (run `make setup`)"))
}

fn cc(folder: &Path, arguments: &[&str]) -> Output {
    output(acute().current_dir(folder).arg("cc").args(arguments))
}

fn succeeds(folder: &Path, arguments: &[&str]) {
    let said = cc(folder, arguments);
    assert!(said.status.success(), "acute cc {arguments:?}: {}", String::from_utf8_lossy(&said.stderr));
    assert_eq!(String::from_utf8_lossy(&said.stderr), "", "acute cc {arguments:?} says something");
}

/// What a program prints, and how it ends.
fn prints(program: &Path, arguments: &[&str]) -> (String, Option<i32>) {
    let said = output(Command::new(program).args(arguments));
    (String::from_utf8_lossy(&said.stdout).into_owned(), said.status.code())
}

const PROGRAM: &str = r#"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int twice(int);
static int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static void bye(void) { puts("bye"); }
int main(int argc, char **argv) {
    int a[] = {5, 3, 9, 1};
    atexit(bye);
    qsort(a, 4, sizeof *a, order);
    for (int i = 0; i < 4; i++) printf("%d ", twice(a[i]));
    char *text = malloc(100);
    sprintf(text, "%d %.2f", argc, 3.5);
    puts(text);
    free(text);
    exit(argc + (int)strlen(argv[0]) * 0);
}
"#;

#[test]
fn programs_objects_and_libraries_are_built_like_clang_builds_them() {
    let folder = Folder::new();
    folder.file("main.c", PROGRAM);
    folder.file("twice.c", "int twice(int x) { return 2 * x; }\n");
    let at = folder.path();
    let expected = ("2 6 10 18 2 3.50\nbye\n".to_string(), Some(2));
    // At once, in steps, static, position-independent or not, at every level, through a library.
    for level in ["-O0", "-O1", "-O2", "-Os"] {
        succeeds(at, &[level, "main.c", "twice.c", "-o", "whole"]);
        assert_eq!(prints(&at.join("whole"), &["x"]), expected, "{level}");
    }
    succeeds(
        at,
        &["-Werror", "-Wall", "-c", "main.c", "-MD", "-MT", "other.o", "-MF", "main.d", "-o", "main.o"],
    );
    assert!(std::fs::read_to_string(at.join("main.d")).expect("main.d").starts_with("other.o:"));
    succeeds(at, &["-c", "twice.c", "-fPIC"]);
    succeeds(at, &["main.o", "twice.o", "-o", "steps"]);
    assert_eq!(prints(&at.join("steps"), &["x"]), expected);
    succeeds(at, &["-no-pie", "main.c", "twice.c", "-o", "fixed"]);
    assert_eq!(prints(&at.join("fixed"), &["x"]), expected);
    succeeds(at, &["-shared", "-fPIC", "twice.c", "-o", "libtwice.so"]);
    succeeds(at, &["main.o", "-L.", "-ltwice", "-Wl,-rpath,$ORIGIN", "-o", "shared"]);
    assert_eq!(prints(&at.join("shared"), &["x"]), expected);
    succeeds(at, &["-r", "twice.o", "-nostdlib", "-o", "again.o"]);
    succeeds(at, &["-E", "twice.c"]);
    succeeds(at, &["-fsyntax-only", "main.c"]);
}

#[test]
fn its_messages_and_exit_codes_are_clangs() {
    let folder = Folder::new();
    folder.file("bad.c", "int f(int x) { return x +; }\n");
    folder.file("undefined.c", "int g(void); int main(void) { return g(); }\n");
    for arguments in
        [&["-c", "bad.c"][..], &["undefined.c"], &["nofile.c"], &["--no-such-flag"], &["--version"], &[]]
    {
        let ours = cc(folder.path(), arguments);
        // Debug information, which we add, makes the linker name lines.
        let mut clang = Command::new("clang-19");
        clang.current_dir(folder.path()).args([
            "--start-no-unused-arguments",
            "-g",
            "--end-no-unused-arguments",
        ]);
        let theirs = output(clang.args(arguments));
        assert_eq!(ours.status.code(), theirs.status.code(), "{arguments:?}");
        assert_eq!(ours.stdout, theirs.stdout, "{arguments:?}");
        // Names of temporary objects differ from call to call, the linker goes by its full name or not, and
        // what is undefined may be named several times in a line.
        let words = |o: &Output| {
            let lines = String::from_utf8_lossy(&o.stderr).into_owned();
            let lines = lines.lines().map(|l| l.split("ld: ").last().unwrap_or("").to_string());
            let mut lines: Vec<_> = lines.filter(|l| !l.contains("/tmp/undefined-")).collect();
            lines.dedup();
            lines
        };
        assert_eq!(words(&ours), words(&theirs), "{arguments:?}");
    }
}

#[test]
fn a_program_with_marks_finds_their_headers_and_keeps_its_values() {
    let folder = Folder::new();
    folder.file(
        "marked.c",
        "#include <acute.h>\n#include <klee/klee.h>\n#include <stdio.h>\n\
         int main(void) {\n  int x = 3, y = 4;\n  ACUTE_input(x);\n  klee_make_symbolic(&y, sizeof y, \"y\");\n\
         ACUTE_assume(x > 0);\n  printf(\"%d %d\\n\", x, y);\n  fflush(stdout);\n  ACUTE_assume(y > 4);\n  return 7;\n}\n",
    );
    succeeds(folder.path(), &["marked.c", "-o", "marked"]);
    // Where an assumption does not hold the program ends.
    assert_eq!(prints(&folder.path().join("marked"), &[]), ("3 4\n".to_string(), Some(0)));
}
