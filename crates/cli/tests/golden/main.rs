//! Golden tests: every C file below tests/units is one test, and states in comments what `acute test` must report.
//!
//! | comment | states |
//! |---|---|
//! | `//~FLAGS --depth 20` | more flags for `acute test` |
//! | `//~FUNCTION f outcome=complete paths=3 branches=4/4 executions<=9` | items of that function's summary |
//! | `//~FILE exit=70 error~internal` | items of the whole command: its exit code, totals, standard error |
//! | `//~EXPORTS tests=3 findings=1` | the number of exported regression tests, and of tests of findings |
//! | `x->v = 1; //~BUG null-deref` | a finding of that kind at this line; items of the finding may follow |
//! | `x->v = 1; //~PRECONDITION null-deref` | the same, with the caller at fault |
//! | `x->v = 1; //~STATE null-deref` | the same, where a global differs from its initial value |
//! | `x->v = 1; //~IGNORED null-deref` | the same, where a comment of the unit asks to ignore it |
//!
//! An item is a path into the summary (`solver.unknown`, `uncovered.0.taken`), one of `=` `!=` `<=` `>=` `~` (contains),
//! and a value without spaces (after `~`, `_` stands for a space). `bugs`, `preconditions` and `states` are numbers.
//! Every file also states implicitly: no divergence, no internal error, no finding without its comment, exit code 1 if
//! there is a `//~BUG` and 0 otherwise, and exported tests that gcc and clang compile without a warning: regression tests
//! pass, and tests of findings fail for the reason they state.
//!
//! A test is named by its path, so that a filter selects a folder or a file; `--bless` rewrites the items that no longer
//! hold (see `bless`):
//!
//! ```text
//! cargo test -p acute-cli --release --test golden -- finds/null
//! cargo test -p acute-cli --release --test golden -- tests/units/finds/null_field.c --bless
//! ```
//!
//! No item may depend on the clock: units state executions, paths and branches. A `--time` among the flags is a safety
//! net that a loaded machine does not reach, except in units whose subject is a run that does not end.

mod bless;
mod check;
#[path = "../common/mod.rs"]
mod common;
mod expectations;
mod exported;

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::PathBuf;

/// The folders below tests/units. Those with long tests come first, so that no worker is left with one at the end.
const FOLDERS: [&str; 10] =
    ["stuck", "export", "clean", "solver", "unsupported", "marks", "finds", "models", "covers", "paths"];

fn main() {
    let mut words: Vec<String> = std::env::args().collect();
    let bless = words.iter().any(|w| w == "--bless") || std::env::var_os("ACUTE_BLESS").is_some();
    words.retain(|w| w != "--bless");
    let mut arguments = Arguments::from_iter(words);
    // A path as the shell completes it is a filter, too.
    if let Some((_, name)) = arguments.filter.as_ref().and_then(|f| f.split_once("tests/units/")) {
        arguments.filter = Some(name.to_string());
    }
    let mut trials = own_tests();
    trials.extend(FOLDERS.iter().flat_map(|folder| common::units_of(folder)).map(|file| trial(file, bless)));
    libtest_mimic::run(&arguments, trials).exit();
}

/// The test of one file.
fn trial(file: PathBuf, bless: bool) -> Trial {
    let name = file.strip_prefix(common::units()).unwrap_or(&file).display().to_string();
    Trial::test(name, move || {
        let complaints = if bless { bless::bless(&file) } else { check::check_file(&file) };
        if complaints.is_empty() { Ok(()) } else { Err(Failed::from(complaints.join("\n"))) }
    })
}

/// The tests of the golden format itself.
fn own_tests() -> Vec<Trial> {
    let all: [(&str, fn()); 5] = [
        ("comments_are_parsed", expectations::tests::comments_are_parsed),
        (
            "an_item_that_does_not_hold_is_a_complaint",
            check::tests::an_item_that_does_not_hold_is_a_complaint,
        ),
        ("every_folder_of_units_is_tested", every_folder_of_units_is_tested),
        ("bless_rewrites_only_what_does_not_hold", bless::tests::bless_rewrites_only_what_does_not_hold),
        ("no_item_depends_on_a_clock", no_item_depends_on_a_clock),
    ];
    let trial = |(name, test): (&str, fn())| {
        Trial::test(format!("format/{name}"), move || {
            test();
            Ok(())
        })
    };
    all.map(trial).into()
}

fn every_folder_of_units_is_tested() {
    let entries = std::fs::read_dir(common::units()).expect("tests/units").flatten();
    let folders = entries.filter(|e| e.path().is_dir()).map(|e| e.file_name().to_string_lossy().into_owned());
    let missing: Vec<String> = folders.filter(|name| !FOLDERS.contains(&name.as_str())).collect();
    assert!(missing.is_empty(), "not in FOLDERS of golden/main.rs: {missing:?}");
}

fn no_item_depends_on_a_clock() {
    for file in FOLDERS.iter().flat_map(|folder| common::units_of(folder)) {
        let text = std::fs::read_to_string(&file).expect("a unit");
        let Ok(expected) = expectations::Expectations::read(&text) else { continue };
        let items = expected.functions.iter().flat_map(|(_, items)| items);
        let clock = items.filter(|item| item.key.contains("seconds")).count();
        assert_eq!(clock, 0, "{}: limits of time belong into benches/budgets.rs", file.display());
    }
}
