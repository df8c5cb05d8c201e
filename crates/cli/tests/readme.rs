//! The transcripts of the README are what the tool prints, but for times. `ACUTE_BLESS=1` rewrites those that differ.
use crate::common::{Folder, acute};
use std::path::Path;
use std::sync::Mutex;

/// Times differ from machine to machine.
fn without_times(text: &str) -> String {
    let words = text.split_inclusive([' ', '\n']);
    let mut out: Vec<&str> = vec![];
    for word in words {
        let unit = matches!(word.trim_end(), "s" | "ms");
        if unit && out.last().is_some_and(|w| w.trim_end().parse::<f64>().is_ok()) {
            out.pop();
            // So do their units.
            out.extend(["TIME", &word[word.trim_end().len()..]]);
        } else {
            out.push(word);
        }
    }
    out.concat()
}

/// Runs a command of the README and compares what it says with what is shown there.
fn check(example: &str, arguments: &[&str]) {
    // One at a time, for both may write the file.
    static README: Mutex<()> = Mutex::new(());
    let _guard = README.lock();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let readme = std::fs::read_to_string(root.join("README.md")).expect("README.md");
    let command = format!("acute test examples/{example}{}\n", arguments.join(" "));
    let shown = readme.split(&command).nth(1).and_then(|t| t.split("```").next()).expect("a transcript");
    // The same way from the tests to the unit, hence the same names.
    let folder = Folder::new();
    let file = format!("examples/{example}");
    std::fs::create_dir(folder.path().join("examples")).expect("a folder");
    std::fs::copy(root.join(&file), folder.path().join(&file)).expect("a copy");
    let arguments = arguments.iter().map(|a| a.trim());
    let said =
        acute().current_dir(folder.path()).args(["test", &file]).args(arguments).output().expect("it runs");
    let printed = String::from_utf8_lossy(&said.stdout);
    assert_eq!(said.status.code(), Some(1));
    if without_times(&printed) != without_times(shown) && std::env::var_os("ACUTE_BLESS").is_some() {
        let blessed = readme.replacen(&format!("{command}{shown}"), &format!("{command}{printed}"), 1);
        return std::fs::write(root.join("README.md"), blessed).expect("README.md can be written");
    }
    assert_eq!(without_times(&printed), without_times(shown), "`ACUTE_BLESS=1` rewrites README.md");
}

#[test]
fn the_first_minute_is_as_the_readme_tells_it() {
    check("testme.c", &[" --function", "testme"]);
}

#[test]
fn marks_are_as_the_readme_tells_it() {
    check("marks.c", &[]);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let [readme, example] =
        ["README.md", "examples/marks.c"].map(|f| std::fs::read_to_string(root.join(f)).expect("a file"));
    let shown = readme.split("```c\n").nth(1).and_then(|t| t.split("```").next()).expect("some C");
    assert!(example.ends_with(shown), "{shown} is not the end of the example");
}
