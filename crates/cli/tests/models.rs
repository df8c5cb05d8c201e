//! The models of the C library's functions (include/acute/models.h) against the library itself, both compiled
//! by gcc: the same results, to the value (memcmp: to the sign), on corner and random strings, and the same memory
//! afterwards.
use acute_trace::library::{self, Fact};
use std::path::Path;
use std::process::Command;

#[test]
fn every_model_does_what_the_library_does() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = std::env::temp_dir().join(format!("acute-models-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let program = folder.join("models");
    let mut gcc = Command::new("gcc");
    // Builtins would be folded: it is the library that is asked.
    gcc.args(["-O1", "-fno-builtin", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Werror", "-Wno-nonnull"]);
    gcc.args(library::all(Fact::Modelled).map(|name| format!("-DACUTE_MODEL_{name}")));
    gcc.arg("-I")
        .arg(root.join("include"))
        .arg(root.join("crates/cli/tests/models/compare.c"))
        .arg("-o")
        .arg(&program);
    let said = gcc.output().expect("gcc");
    assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
    let said = Command::new(&program).output().expect("the program");
    let text = String::from_utf8_lossy(&said.stdout).into_owned();
    assert!(said.status.success(), "{text}{}", String::from_utf8_lossy(&said.stderr));
    // Each was compared, and often.
    for name in library::all(Fact::Modelled) {
        let count = text.lines().find_map(|l| l.strip_prefix(name)?.trim().parse::<u64>().ok());
        assert!(count.is_some_and(|n| n >= 384), "{name}: {count:?} comparisons");
    }
    std::fs::remove_dir_all(&folder).expect("it was there");
}
