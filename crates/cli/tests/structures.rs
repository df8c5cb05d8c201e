//! The data structures of examples/structures are right: random operations on them, natively, with the
//! compiler's own checks, are what a naive model says.
use crate::common::{Folder, Said};
use std::path::{Path, PathBuf};
use std::process::Command;

fn structures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/structures")
}

/// Compiles the check with these flags, if the compiler has what they ask for.
fn compiled(compiler: &str, flags: &[&str], program: &Path) -> Said {
    let mut command = Command::new(compiler);
    command.args(["-g", "-O1", "-Wall", "-Wextra", "-Werror"]).args(flags);
    Said::by(command.arg(structures().join("check.c")).arg("-o").arg(program))
}

#[test]
fn the_structures_are_what_a_naive_model_says() {
    for compiler in ["gcc", "clang-19"] {
        let folder = Folder::new();
        let program = folder.path().join("check");
        let checks = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
        // gcc's sanitizers are a package of their own on some systems
        if compiled(compiler, &checks, &program).code != Some(0) {
            let said = compiled(compiler, &[], &program);
            assert_eq!(said.code, Some(0), "{compiler}: {}", said.err);
        }
        for seed in ["1", "2"] {
            let said = Said::by(Command::new(&program).arg(seed));
            assert_eq!(said.code, Some(0), "{compiler}, seed {seed}: {}", said.err);
            assert!(said.out.contains("100000 operations"), "{}", said.out);
        }
    }
}
