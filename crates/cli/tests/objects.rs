//! Objects and archives behind `--` are linked, and nothing more: their code is compiled without us. CUTE (Sen,
//! Marinov, Agha 2005), section 7: the error is reached by moving y to what g gave.
use crate::common::{Folder, Said, acute};
use serde_json::Value;
use std::process::Command;

const F: &str = "#include <stdlib.h>
int g(int x);
int f(int x, int y) {
    int z = g(x);
    if (y == z)
        abort();
    return 0;
}
";

const G: &str = "int g(int x) { return x * x + (x % 2); }\n";

/// A folder with f.c, g.o and libg.a.
fn folder() -> Folder {
    let folder = Folder::new();
    folder.file("f.c", F);
    folder.file("g.c", G);
    let gcc = Said::by(Command::new("gcc").current_dir(folder.path()).args(["-c", "g.c"]));
    assert_eq!(gcc.code, Some(0), "{}", gcc.err);
    let ar = Said::by(Command::new("ar").current_dir(folder.path()).args(["rc", "libg.a", "g.o"]));
    assert_eq!(ar.code, Some(0), "{}", ar.err);
    folder
}

#[test]
fn what_a_function_of_an_object_gives_is_reached() {
    let folder = folder();
    for object in ["g.o", "libg.a"] {
        for solver in ["full", "linear"] {
            let mut command = acute();
            command.current_dir(folder.path()).args(["test", "f.c", "--check", "--solver", solver]);
            let said = Said::by(command.args(["--", object]));
            assert_eq!(said.code, Some(1), "{object}, {solver}: {}{}", said.out, said.err);
            assert!(said.out.contains("1 passed, 0 failed"), "{object}: {}", said.out);
            assert!(said.out.contains("1 failed, as found"), "{object}: {}", said.out);
            let text =
                std::fs::read_to_string(folder.path().join("acute.out/summary.json")).expect("it is there");
            let summary: Value = serde_json::from_str(&text).expect("a summary");
            let f = &summary["functions"][0];
            let (bug, model) = (&f["bugs"][0], &f["concretized"]["no-model:g"]);
            assert_eq!(bug["kind"], "abort", "{f}");
            assert!(bug["executions_until"].as_u64() <= Some(3) && model.as_u64() >= Some(1), "{f}");
            assert_ne!(f["outcome"], "complete");
            let test = bug["test"].as_str().expect("a test");
            let test = folder.path().join("acute.out").join(test);
            let mut replay = acute();
            let again = Said::by(replay.current_dir(folder.path()).arg("replay").arg(test).arg("--native"));
            assert!(again.out.contains("SIGABRT"), "{}{}", again.out, again.err);
        }
    }
}

#[test]
fn an_object_that_is_not_there_is_named() {
    let folder = folder();
    let said = Said::by(acute().current_dir(folder.path()).args(["test", "f.c", "--", "no.o"]));
    assert_eq!(said.code, Some(3), "{}{}", said.out, said.err);
    assert!(said.err.contains("no.o"), "{}", said.err);
}
