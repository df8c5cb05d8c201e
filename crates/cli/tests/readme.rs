//! The README shows what a person sees.
mod common;

use common::{Folder, acute};
use std::path::Path;

/// Times differ from machine to machine.
fn without_times(text: &str) -> String {
    let words = text.split_inclusive([' ', '\n']);
    let mut out: Vec<&str> = vec![];
    for word in words {
        let unit = matches!(word.trim_end(), "s" | "ms");
        if unit && out.last().is_some_and(|w| w.trim_end().parse::<f64>().is_ok()) {
            out.pop();
            out.push("TIME ");
        }
        out.push(word);
    }
    out.concat()
}

#[test]
fn the_first_minute_is_as_the_readme_tells_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let readme = std::fs::read_to_string(root.join("README.md")).expect("README.md");
    let shown =
        readme.split("--function testme\n").nth(1).and_then(|t| t.split("```").next()).expect("a transcript");
    // The same way from the tests to the unit, hence the same names.
    let folder = Folder::new();
    std::fs::create_dir(folder.path().join("examples")).expect("a folder");
    std::fs::copy(root.join("examples/testme.c"), folder.path().join("examples/testme.c")).expect("a copy");
    let said = acute()
        .current_dir(folder.path())
        .args(["test", "examples/testme.c", "--function", "testme"])
        .output()
        .expect("it runs");
    assert_eq!(without_times(&String::from_utf8_lossy(&said.stdout)), without_times(shown));
    assert_eq!(said.status.code(), Some(1));
}
