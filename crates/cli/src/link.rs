//! From sources to an instrumented program: compiled with the pass and a thunk for each function to test, then
//! linked with the runtime.
use crate::build::{Source, Target, run};
use crate::error::Error;
use crate::home::Home;
use crate::thunk;
use acute_trace::{REPLACED, REPLACED_HEAP};
use acute_types::Program;
use std::path::{Path, PathBuf};
use std::process::Command;

/// How a unit is compiled: as a person reads C, whatever an optimiser may make of undefined behaviour.
/// Integers wrap (what our expressions say), NULL is followed where the source says so, loops without
/// an end stay, a * b + c rounds twice, and a local that is read uninitialised is the same in every run.
const UNIT_FLAGS: &[&str] = &[
    "-c",
    "-O1",
    "-g",
    "-w",
    "-fno-omit-frame-pointer",
    "-ftrivial-auto-var-init=pattern",
    "-fwrapv",
    "-fno-strict-aliasing",
    "-fno-delete-null-pointer-checks",
    "-fno-finite-loops",
    "-ffp-contract=off",
    "-fno-crash-diagnostics",
];

/// Makes clang write down the conditions of the source, as its own branch coverage counts them; the pass takes
/// them over, counters and all. The driver's names for these would link a runtime.
pub const COVERAGE_FLAGS: &[&str] =
    &["-Xclang", "-fprofile-instrument=clang", "-Xclang", "-fcoverage-mapping"];

/// Compiles the unit with the pass and a thunk for each target, and links it with the runtime.
pub fn link(
    home: &Home,
    sources: &[Source],
    targets: &mut [Target],
    scratch: &Path,
) -> Result<PathBuf, Error> {
    let mut objects = vec![];
    for (k, source) in sources.iter().enumerate() {
        let wrapper = scratch.join(format!("unit{k}.c"));
        let mut text = format!("#include \"{}\"\n", escape(&source.path));
        for target in targets.iter_mut().filter(|t| t.source == k) {
            if let Ok(space) = &target.space {
                if target.harness {
                    text.push_str(&thunk::of_harness(&target.function, &target.entry));
                    continue;
                }
                match thunk::text(&target.function, &target.entry, space) {
                    Ok(thunk) => text.push_str(&thunk),
                    Err(why) => target.space = Err(why.to_string()),
                }
            }
        }
        std::fs::write(&wrapper, text).map_err(Error::io(&wrapper))?;
        let object = scratch.join(format!("unit{k}.o"));
        let mut command = source.compiler(&home.clang);
        unit_flags(&mut command, home);
        instrument(command.arg(&wrapper).arg("-o").arg(&object))?;
        objects.push(object);
    }
    if sources.iter().any(|s| s.verifier) {
        let object = scratch.join("verifier.o");
        let mut command = Command::new(&home.clang);
        unit_flags(&mut command, home);
        let file = home.include.join("acute/verifier.c");
        instrument(command.arg("-I").arg(&home.include).arg(file).arg("-o").arg(&object))?;
        // Last, so that what the program defines itself comes first.
        objects.push(object);
    }
    let program = scratch.join("unit");
    let mut command = Command::new(&home.clang);
    command.args(&objects).args(["-no-pie", "-Wl,--defsym=main=__acute_main"]).args(replacements(sources));
    command.arg("-Wl,-u,__acute_main").arg(&home.runtime);
    command.args(libraries(sources)).arg("-lm");
    // In the words that are read below, whatever language its owner speaks.
    run(command.arg("-o").arg(&program).env("LC_ALL", "C")).map_err(|e| match e {
        Error::Compile(text) => explained(&text, sources),
        other => other,
    })?;
    Ok(program)
}

fn unit_flags(command: &mut Command, home: &Home) {
    command.args(UNIT_FLAGS).args(COVERAGE_FLAGS).arg("-D__ACUTE__");
    command.arg(format!("-fpass-plugin={}", home.plugin.display())).env("ACUTE_UNIT", "1");
}

/// What the linker says, in words about the sources where we have them.
fn explained(text: &str, sources: &[Source]) -> Error {
    let twice = symbols(text, &["multiple definition of", "duplicate symbol:"]);
    for name in twice {
        // The pass gives a unit's own main another name.
        let name = if name == "__acute_unit_main" { "main".to_string() } else { name };
        let mut files = sources.iter().filter(|s| defines(s, &name)).map(|s| s.path.display());
        if let (Some(one), Some(two)) = (files.next(), files.next()) {
            return Error::Link(format!(
                "`{name}` is defined in {one} and in {two}, so they are not one unit: choose files, e.g. `acute test {two}` with -p and flags as before"
            ));
        }
    }
    Error::Compile(text.to_string())
}

/// The symbols that a linker names behind one of these words, each once, in its order: `name' by GNU ld, name
/// by lld.
fn symbols(text: &str, words: &[&str]) -> Vec<String> {
    let mut found: Vec<String> = vec![];
    for line in text.lines() {
        let behind = words.iter().find_map(|word| Some(line.split_once(word)?.1));
        let Some(behind) = behind else { continue };
        let name: String = (behind.trim_start_matches([' ', '`', '\'']).chars())
            .take_while(|c| c.is_alphanumeric() || "_$.".contains(*c))
            .collect();
        if !name.is_empty() && !found.contains(&name) {
            found.push(name);
        }
    }
    found
}

/// Whether a file defines a function or variable that others see.
fn defines(source: &Source, name: &str) -> bool {
    let Program { functions, globals, .. } = &source.program;
    functions.iter().any(|f| f.name == name && !f.is_static)
        || globals.iter().any(|g| g.name == name && !g.is_static)
}

/// The libraries that the flags of the files name, and where to look for them.
pub fn libraries<'a>(sources: impl IntoIterator<Item = &'a Source>) -> Vec<String> {
    let mut found: Vec<String> = vec![];
    for source in sources {
        let mut flags = source.flags.iter();
        while let Some(flag) = flags.next() {
            let joined = match flag.as_str() {
                "-l" | "-L" => format!("{flag}{}", flags.next().map_or("", String::as_str)),
                flag => flag.to_string(),
            };
            if (joined.starts_with("-l") || joined.starts_with("-L")) && !found.contains(&joined) {
                found.push(joined);
            }
        }
    }
    found
}

/// Linker flags that put our heap and our exits in the place of the C library's. What the unit defines
/// itself is left alone.
fn replacements(sources: &[Source]) -> Vec<String> {
    let own = |name: &str| sources.iter().any(|s| s.program.functions.iter().any(|f| f.name == name));
    let (heap, exits) = REPLACED.split_at(REPLACED_HEAP);
    let heap = if heap.iter().any(|f| own(f)) { &[] } else { heap };
    let names = heap.iter().chain(exits.iter().filter(|f| !own(f)));
    names.map(|f| format!("-Wl,--defsym={f}=__acute_{f}")).collect()
}

/// A path inside the quotes of an include.
fn escape(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "\\\\").replace('"', "\\\"")
}

/// The file compiled plainly before, so a failure now is ours: the first line of what clang says.
fn instrument(command: &mut Command) -> Result<(), Error> {
    run(command).map_err(|e| match e {
        Error::Compile(text) => {
            let line = text.lines().find(|l| l.contains("error:")).or(text.lines().next()).unwrap_or("");
            Error::Internal(format!("the instrumented unit does not compile: {line}"))
        }
        other => other,
    })
}

#[cfg(test)]
mod tests {
    use super::symbols;

    #[test]
    fn the_symbols_of_either_linker_are_understood() {
        let said = "/usr/bin/ld: a.o: in function `f':\na.c:(.text+0x1b): undefined reference to `die'\n\
                    /usr/bin/ld: a.c:3: undefined reference to `die'\n\
                    ld.lld: error: undefined symbol: table\n>>> referenced by a.c:3\n\
                    /usr/bin/ld: b.c:1: multiple definition of `main'; a.o:a.c:1: first defined here\n\
                    ld.lld: error: duplicate symbol: twice\n";
        assert_eq!(symbols(said, &["undefined reference to", "undefined symbol:"]), ["die", "table"]);
        assert_eq!(symbols(said, &["multiple definition of", "duplicate symbol:"]), ["main", "twice"]);
        assert!(symbols("undefined reference to", &["undefined reference to"]).is_empty());
    }
}
