//! The test file of one unit.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use acute_types::{Program, Unnameable};

use crate::case::{TestCase, Written};
use crate::harness::{CHECK, COUNTERS, GIVE, HEADERS, MAIN, PLAIN_CALLS, RUN, SHOW, WORDS};

/// The source file that is tested.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// Its absolute path.
    pub path: PathBuf,
    /// The functions and variables that it defines: tests take other names, and a `main` among
    /// them is renamed.
    pub names: BTreeSet<String>,
    /// What somebody who compiles the tests has to know, if anything.
    pub note: Option<String>,
    /// C text for the line before it is included, if it needs any.
    pub before: String,
}

impl Unit {
    /// The unit at a path, with the names that its program defines.
    pub fn new(path: impl Into<PathBuf>, program: &Program) -> Unit {
        let functions = program.functions.iter().map(|f| f.name.clone());
        let globals = program.globals.iter().map(|g| g.name.clone());
        let names = functions.chain(globals).collect();
        Unit { path: path.into(), names, note: None, before: String::new() }
    }
}

/// Why there is no test file at all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExportError {
    /// `#include` cannot name such a path.
    Path(PathBuf),
}

impl std::fmt::Display for ExportError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ExportError::Path(path) => write!(f, "{path:?}: #include cannot name this path"),
        }
    }
}

impl std::error::Error for ExportError {}

/// A case that cannot be written as C.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Skipped {
    /// Which of the cases.
    pub case: usize,
    /// Why.
    pub why: Unnameable,
}

/// A test file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exported {
    /// The C text.
    pub text: String,
    /// The names of the tests, by the place of their case; `None` where it was skipped.
    pub names: Vec<Option<String>>,
    /// The cases that are not in the file.
    pub skipped: Vec<Skipped>,
}

/// Writes the test file of a unit.
pub fn write_tests(unit: &Unit, cases: &[TestCase<'_>]) -> Result<Exported, ExportError> {
    let path = unit.path.to_str().filter(|p| !p.contains(['"', '\n', '\\']));
    let path = path.ok_or_else(|| ExportError::Path(unit.path.clone()))?;
    let mut exported = Exported { text: String::new(), names: Vec::new(), skipped: Vec::new() };
    let mut tests = Vec::new();
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    for (i, case) in cases.iter().enumerate() {
        match case.write() {
            Ok(written) => {
                let name = fresh_name(unit, case.space.function(), &mut counts);
                exported.names.push(Some(name.clone()));
                tests.push((name, case.comment, written));
            }
            Err(why) => {
                exported.names.push(None);
                exported.skipped.push(Skipped { case: i, why });
            }
        }
    }
    let text = &mut exported.text;
    let file = unit.path.file_name().map(|n| n.to_string_lossy()).unwrap_or_default();
    text.push_str(&format!("/* Tests of {}, written by acute. */\n", comment(&file)));
    if let Some(note) = &unit.note {
        text.push_str(&format!("/* {} */\n", comment(note)));
    }
    text.push_str(&unit.before);
    include(text, path, unit.names.contains("main"));
    helpers(text, &tests);
    for (name, about, written) in &tests {
        text.push('\n');
        if !about.is_empty() {
            text.push_str(&format!("/* {} */\n", comment(about)));
        }
        text.push_str(&format!("static void {name}(void) {{\n"));
        for line in &written.body {
            text.push_str(&format!("    {line}\n"));
        }
        text.push_str("}\n");
    }
    if tests.is_empty() {
        text.push_str("\nint main(void) {\n");
    } else {
        text.push_str("\n/* With the name of a test: that one alone, for a debugger. */\n");
        text.push_str("int main(int argc, char **argv) {\n    acute_only = argc > 1 ? argv[1] : NULL;\n");
    }
    for (name, _, written) in &tests {
        text.push_str(&format!("    {}\n", written.run.replacen("{}", name, 1)));
    }
    if tests.is_empty() {
        text.push_str("    puts(\"0 passed, 0 failed\");\n    return 0;\n}\n");
    } else {
        text.push_str("    printf(\"%d passed, %d failed\\n\", acute_passed, acute_failed);\n");
        text.push_str("    return acute_failed != 0 || acute_passed == 0;\n}\n");
    }
    Ok(exported)
}

/// The unit itself; a `main` in it makes way for that of the tests.
fn include(text: &mut String, path: &str, has_main: bool) {
    if has_main {
        // Under its new name it may no longer end without a return.
        text.push_str(&format!("#define main {MAIN}\n#pragma GCC diagnostic push\n"));
        text.push_str("#pragma GCC diagnostic ignored \"-Wreturn-type\"\n");
    }
    text.push_str(&format!("#include \"{path}\"\n"));
    if has_main {
        text.push_str("#pragma GCC diagnostic pop\n#undef main\n");
    }
}

/// The helpers that the tests use, and no others.
fn helpers(text: &mut String, tests: &[(String, &str, Written)]) {
    if tests.is_empty() {
        text.push_str("#include <stdio.h>\n");
        return;
    }
    text.push_str(HEADERS);
    text.push_str(PLAIN_CALLS);
    text.push('\n');
    text.push_str(COUNTERS);
    if tests.iter().any(|(_, _, written)| written.checks) {
        text.push_str(CHECK);
    }
    if tests.iter().any(|(_, _, written)| written.shows) {
        text.push_str(SHOW);
    }
    if let Some(most @ 1..) = tests.iter().map(|(_, _, written)| written.gives).max() {
        text.push_str(&GIVE.replacen("MOST", &most.to_string(), 1));
    }
    text.push_str(RUN);
    for (word, definition) in WORDS {
        if tests.iter().any(|(_, _, written)| written.run.starts_with(word)) {
            text.push_str(definition);
        }
    }
}

/// `testme_1`, `testme_2` ..., but never a name that the unit has.
fn fresh_name<'a>(unit: &Unit, function: &'a str, counts: &mut BTreeMap<&'a str, u32>) -> String {
    let count = counts.entry(function).or_default();
    loop {
        *count += 1;
        let name = format!("{function}_{count}");
        if !unit.names.contains(&name) {
            return name;
        }
    }
}

/// The text without what would end a comment or a line.
fn comment(text: &str) -> String {
    let flat: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    flat.replace("*/", "* /").replace("/*", "/ *")
}
