//! Programs written for other tools, without a header of ours: what they call is defined in a file of ours.
use crate::build::{Source, run_for_output};
use crate::error::Error;
use crate::home::Home;
use crate::link;
use acute_trace::library::{self, Fact, KLEE, TEST_COMP, TEST_COMP_INPUT};
use std::path::{Path, PathBuf};

/// What a source calls of other tools.
#[derive(Clone, Default, Debug)]
pub struct Compat {
    /// Functions of Test-Comp.
    verifier: bool,
    /// Functions of KLEE.
    klee: bool,
    /// Whether it is about `reach_error` alone, as Test-Comp is: abort is how it says what it assumes.
    pub abort_is_assumption: bool,
    /// Functions that stand for the bug and have a body of the source's own, which does not count.
    errors: Vec<&'static str>,
}

impl Compat {
    /// What a source calls, by its plain object.
    pub fn of(home: &Home, source: &Source, bytes: &[u8], object: &Path) -> Result<Compat, Error> {
        let holds = |what: &str| bytes.windows(what.len()).any(|w| w == what.as_bytes());
        let mut foreign = Compat { verifier: holds(TEST_COMP), ..Compat::default() };
        if holds(KLEE) {
            // Where it cannot be told the linker will name what is missing.
            let undefined = link::undefined(object).unwrap_or_default();
            foreign.klee = undefined.iter().any(|name| name.starts_with(KLEE));
        }
        if holds(TEST_COMP_INPUT) {
            // What is declared and never called is not in the object.
            let mut command = source.compiler(&home.clang);
            command.args(["-E", "-P", "-w", "-D__ACUTE__"]).arg(&source.path);
            let text = run_for_output(&mut command)?;
            let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
            foreign.abort_is_assumption = words.any(|word| library::is(word, Fact::Error));
        }
        Ok(foreign)
    }

    /// Whether any of it asks for inputs.
    pub fn is_any(&self) -> bool {
        self.verifier || self.klee
    }
}

/// In a unit for Test-Comp the functions that stand for the bug are ours, whatever body they have.
pub fn take_over_errors(sources: &mut [Source]) {
    if !sources.iter().any(|s| s.compat.verifier) {
        return;
    }
    for source in sources {
        let functions = &source.program.functions;
        let own = |name: &&str| functions.iter().any(|f| f.name == **name && !f.is_static);
        source.compat.errors = library::all(Fact::Error).filter(own).collect();
    }
}

/// The lines before a source where it is included: its own definitions of what is ours give way.
pub fn before(source: &Source) -> String {
    source.compat.errors.iter().map(|name| format!("#pragma weak {name}\n")).collect()
}

/// The files of ours that define what sources call, by their names below the headers.
pub fn files<'a>(sources: impl IntoIterator<Item = &'a Source>) -> Vec<&'static str> {
    let (mut verifier, mut klee) = (false, false);
    for source in sources {
        verifier |= source.compat.verifier;
        klee |= source.compat.klee;
    }
    let files = [(verifier, "acute/verifier.c"), (klee, "acute/klee.c")];
    files.into_iter().filter_map(|(is_called, file)| is_called.then_some(file)).collect()
}

/// Where the object of such a file is put.
pub fn object(file: &str, scratch: &Path) -> PathBuf {
    scratch.join(file.replace('/', "_")).with_extension("o")
}

/// What somebody who compiles a test file has to know.
pub fn note<'a>(include: &Path, sources: impl IntoIterator<Item = &'a Source>) -> Option<String> {
    let include = include.display();
    let files: Vec<String> = files(sources).iter().map(|file| format!("{include}/{file}")).collect();
    let functions = "The functions it only declares";
    (!files.is_empty()).then(|| format!("{functions}: compile with -I {include} and {}", files.join(" ")))
}
