//! The exported tests of a unit: they compile without a warning and pass, built without acute.

use crate::common::{Said, units};
use std::path::Path;
use std::process::Command;

/// Complaints about the exported tests in `out`; `any` says that there must be some.
pub fn check(file: &Path, out: &Path, flags: &[String], any: bool) -> Vec<String> {
    let stem = file.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
    let source = out.join("out/tests").join(format!("test_{stem}.c"));
    if !source.is_file() {
        return if any { vec![format!("there is no {}", source.display())] } else { vec![] };
    }
    let cflags: Vec<&String> = flags.iter().skip_while(|f| *f != "--").skip(1).collect();
    let mut complaints = vec![];
    for compiler in ["gcc", "clang-19"] {
        let program = out.join(format!("exported-by-{compiler}"));
        let mut command = Command::new(compiler);
        command.args(["-Wall", "-Wextra"]).args(flags_for_marks(file, &source));
        command.args(&cflags).arg(&source).arg("-o").arg(&program).arg("-lm");
        let said = Said::by(&mut command);
        if said.code != Some(0) || !said.err.trim().is_empty() {
            complaints.push(format!("{compiler} on test_{stem}.c: {}", indented(&said.err)));
        }
        if said.code == Some(0) {
            let said = Said::by(Command::new(&program).current_dir(out));
            if said.code != Some(0) {
                let (code, text) = (said.code, indented(&format!("{}{}", said.out, said.err)));
                complaints.push(format!("test_{stem}.c by {compiler} fails, exit code {code:?}: {text}"));
            }
        }
    }
    complaints
}

/// A unit that has marks includes their header; no test does by itself.
fn flags_for_marks(file: &Path, source: &Path) -> Vec<String> {
    if file.parent().is_none_or(|folder| !folder.ends_with("marks")) {
        return vec![];
    }
    let include = units().join("../../include").display().to_string();
    let mut flags = vec!["-I".to_string(), include];
    // The functions of other tools may be in no header; the test file says where they are.
    let text = std::fs::read_to_string(source).unwrap_or_default();
    let is_ours = |word: &&str| ["acute/verifier.c", "acute/klee.c"].iter().any(|f| word.ends_with(f));
    flags.extend(text.split_whitespace().filter(is_ours).map(str::to_string));
    flags
}

fn indented(text: &str) -> String {
    text.trim().replace('\n', "\n        ")
}
