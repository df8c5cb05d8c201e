//! The test file of one unit.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use acute_types::{DebugInfo, Unnameable};

use crate::case::TestCase;
use crate::framework::{End, Format, TestFunction};
use crate::sanitizer::Sanitizer;

/// The name of the unit's `main` in its tests, which have a `main` of their own.
pub(crate) const MAIN: &str = "acute_main_of_the_unit";

/// The source file that is tested.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Unit {
    /// Its absolute path.
    pub path: PathBuf,
    /// The functions and variables that it defines: tests take other names, and a `main` among
    /// them is renamed.
    pub names: BTreeSet<String>,
    /// A note for whoever compiles the tests.
    pub note: Option<String>,
    /// C text in front of its include; may be empty.
    pub before: String,
}

impl Unit {
    /// The unit at a path, with the names that it defines.
    pub fn new(path: impl Into<PathBuf>, debug: &DebugInfo) -> Unit {
        let functions = debug.functions.iter().map(|f| f.name.clone());
        let globals = debug.globals.iter().map(|g| g.name.clone());
        let names = functions.chain(globals).collect();
        Unit { path: path.into(), names, note: None, before: String::new() }
    }
}

/// The reason why no test file can be written.
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
    /// The number of the case.
    pub case: usize,
    /// The type that C cannot name.
    pub why: Unnameable,
}

/// A test file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exported {
    /// The C text.
    pub text: String,
    /// The names of the tests, one a case; `None` where it was skipped.
    pub names: Vec<Option<String>>,
    /// The cases that are not in the file.
    pub skipped: Vec<Skipped>,
}

/// Writes the test file of a unit in a format.
pub fn write_tests(format: &Format, unit: &Unit, cases: &[TestCase<'_>]) -> Result<Exported, ExportError> {
    let path = unit.path.to_str().filter(|p| !p.contains(['"', '\n', '\\']));
    let path = path.ok_or_else(|| ExportError::Path(unit.path.clone()))?;
    let mut exported = Exported { text: String::new(), names: Vec::new(), skipped: Vec::new() };
    let mut tests = Vec::new();
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    for (i, case) in cases.iter().enumerate() {
        match case.statements() {
            Ok((body, end)) => {
                let function = case.space.function();
                let finding = if matches!(end, End::Fails(_)) { "_finding" } else { "" };
                let name = fresh_name(unit, function, finding, &mut counts);
                exported.names.push(Some(name.clone()));
                tests.push(TestFunction { name, function, comment: case.comment, body, end });
            }
            Err(why) => {
                exported.names.push(None);
                exported.skipped.push(Skipped { case: i, why });
            }
        }
    }
    let text = &mut exported.text;
    let file = unit.path.file_name().map(|n| n.to_string_lossy()).unwrap_or_default();
    let is_finding = |test: &TestFunction<'_>| matches!(test.end, End::Fails(_));
    let sanitizers = Sanitizer::flags(tests.iter().filter_map(TestFunction::sanitizer));
    text.push_str(&match !tests.is_empty() && tests.iter().all(is_finding) {
        true => format!(
            "/* Findings in {}, written by acute: a test fails until its bug is fixed.{} */\n",
            comment(&file),
            if sanitizers.is_empty() {
                String::new()
            } else {
                format!(" Build with {}.", sanitizers.join(" "))
            }
        ),
        false => format!("/* Tests of {}, written by acute. */\n", comment(&file)),
    });
    if let Some(note) = &unit.note {
        text.push_str(&format!("/* {} */\n", comment(note)));
    }
    text.push_str(&unit.before);
    include(text, path, unit.names.contains("main"));
    text.push_str(&format.framework.prologue(&tests));
    for test in &tests {
        text.push('\n');
        if !test.comment.is_empty() {
            text.push_str(&format!("/* {} */\n", comment(test.comment)));
        }
        text.push_str(&format.framework.test(test));
    }
    text.push_str(&format.framework.epilogue(&tests));
    Ok(exported)
}

/// Includes the unit; its `main` is renamed.
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

/// `testme_1`, `testme_2` ..., or `testme_finding_1`, but never a name that the unit has.
fn fresh_name<'a>(
    unit: &Unit,
    function: &'a str,
    finding: &str,
    counts: &mut BTreeMap<&'a str, u32>,
) -> String {
    let count = counts.entry(function).or_default();
    loop {
        *count += 1;
        let name = format!("{function}{finding}_{count}");
        if !unit.names.contains(&name) {
            return name;
        }
    }
}

/// The text without character sequences that end a comment or a line.
fn comment(text: &str) -> String {
    let flat: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    flat.replace("*/", "* /").replace("/*", "/ *")
}
