//! From sources to an instrumented program: compiled with the pass and a thunk for each function to test, then
//! linked with the runtime.
use crate::build::{OLD_C, Source, Target, is_linked, run, run_for_output};
use crate::error::Error;
use crate::home::Home;
use crate::{compat, stubs, thunk};
use acute_explore::Checks;
use acute_trace::library::{self, Fact, MODEL};
use acute_trace::unchecked;
use acute_types::DebugInfo;
use std::path::{Path, PathBuf};
use std::process::Command;

/// How a unit is compiled: as a person reads C, whatever an optimiser may make of undefined behaviour.
/// Integers wrap (what our expressions say), NULL is followed where the source says so, loops without
/// an end stay, a * b + c rounds twice, and a local that is read uninitialised is the same in every run. A frame that was
/// overwritten is noticed before its function returns.
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
    "-fstack-protector-strong",
    "-fno-crash-diagnostics",
    // Without locals in the debug information (see the pass) the older of clang's two trackers of locations is for free.
    "-mllvm",
    "-experimental-debug-variable-locations=false",
];

/// Makes clang write down the conditions of the source, as its own branch coverage counts them; the pass takes
/// them over, counters and all. The driver's names for these would link a runtime.
pub const COVERAGE_FLAGS: &[&str] =
    &["-Xclang", "-fprofile-instrument=clang", "-Xclang", "-fcoverage-mapping"];

/// With a frame from its first instruction on a function of ours can be left out of what a crash says.
const FRAMED: &[&str] = &["-mllvm", "-enable-shrink-wrap=false"];

/// Compiles the unit with the pass and a thunk for each target, and links it with the runtime. What it needs and
/// nobody defines gets a stub.
pub fn link(
    home: &Home,
    sources: &mut [Source],
    targets: &mut [Target],
    checks: Checks,
    scratch: &Path,
) -> Result<PathBuf, Error> {
    let mut objects: Vec<PathBuf> = (0..sources.len()).map(|k| scratch.join(format!("unit{k}.o"))).collect();
    let mut wrappers = vec![];
    for (k, source) in sources.iter().enumerate() {
        let mut text = format!("{}#include \"{}\"\n", compat::before(source), escape(&source.path));
        for target in targets.iter_mut().filter(|t| t.source == k) {
            if let Ok(space) = &target.space {
                if target.harness {
                    text.push_str(&thunk::of_harness(&target.function, &target.entry));
                    continue;
                }
                match thunk::text(&target.function, &target.entry, space, &target.assumed) {
                    Ok(thunk) => text.push_str(&thunk),
                    Err(why) => target.space = Err(why.to_string()),
                }
            }
        }
        let assumed = targets.iter().filter(|t| t.source == k).flat_map(|t| &t.assumed).next();
        compile(home, source, &text, checks, &objects[k]).map_err(|e| match (e, assumed) {
            (Error::Compile(text), Some(first)) => {
                Error::Usage(format!("--assume `{first}` or another: {}", complaint(&text)))
            }
            (e, _) => ours(e),
        })?;
        wrappers.push(text);
    }
    for file in compat::files(&*sources) {
        let object = compat::object(file, scratch);
        let mut command = Command::new(&home.clang);
        unit_flags(&mut command, home);
        command.args(FRAMED).arg("-I").arg(&home.include).arg(home.include.join(file));
        run(command.arg("-o").arg(&object)).map_err(ours)?;
        objects.push(object);
    }
    objects.extend(models(home, sources, &objects, scratch)?);
    let program = scratch.join("unit");
    let Err(text) = link_objects(home, sources, &objects, checks, &program)? else { return Ok(program) };
    let missing = symbols(&text, &["undefined reference to", "undefined symbol:"]);
    if missing.is_empty() {
        return Err(explained(&text, sources));
    }
    for (k, source) in sources.iter_mut().enumerate() {
        let needed = needed(&objects[k], &missing);
        source.stubs = stubs::stubs(home, source, &needed)?;
        if !source.stubs.list.is_empty() {
            let text = format!("{}{}", wrappers[k], source.stubs.text);
            let done = compile(home, source, &text, checks, &objects[k]);
            done.map_err(|e| match e {
                Error::Compile(text) => not_defined(&needed, &complaint(&text)),
                other => other,
            })?;
        }
    }
    match link_objects(home, sources, &objects, checks, &program)? {
        Ok(()) => Ok(program),
        Err(text) => match &symbols(&text, &["undefined reference to", "undefined symbol:"])[..] {
            [] => Err(explained(&text, sources)),
            left => Err(not_defined(left, "no declaration of them is to be seen")),
        },
    }
}

/// Compiles the models that the objects ask for, if they do.
fn models(
    home: &Home,
    sources: &[Source],
    objects: &[PathBuf],
    scratch: &Path,
) -> Result<Option<PathBuf>, Error> {
    let mut wanted: Vec<String> = vec![];
    for object in objects {
        wanted.extend(modelled(&std::fs::read(object).map_err(Error::io(object))?));
    }
    wanted.retain(|name| !sources.iter().any(|s| defines(s, name)));
    wanted.sort();
    wanted.dedup();
    if wanted.is_empty() {
        return Ok(None);
    }
    let (text, object) = (scratch.join("models.c"), scratch.join("models.o"));
    let defines: String = wanted.iter().map(|name| format!("#define ACUTE_MODEL_{name}\n")).collect();
    // A header of the system's: nobody asks for the coverage of its branches.
    std::fs::write(&text, defines + "#include <acute/models.h>\n").map_err(Error::io(&text))?;
    let mut command = Command::new(&home.clang);
    unit_flags(&mut command, home);
    command.args(FRAMED).args(["-fno-builtin", "-isystem"]).arg(&home.include).arg(&text);
    run(command.arg("-o").arg(&object)).map_err(ours)?;
    Ok(Some(object))
}

/// The functions whose models an object names in its table of symbols.
fn modelled(object: &[u8]) -> Vec<String> {
    let names = object.split(|b| *b == 0).filter_map(|name| name.strip_prefix(MODEL.as_bytes()));
    names
        .filter_map(|name| library::all(Fact::Modelled).find(|m| m.as_bytes() == name))
        .map(str::to_string)
        .collect()
}

/// Compiles the text of a wrapper, which includes a source, with the pass.
fn compile(home: &Home, source: &Source, text: &str, checks: Checks, object: &Path) -> Result<(), Error> {
    let wrapper = object.with_extension("c");
    std::fs::write(&wrapper, text).map_err(Error::io(&wrapper))?;
    let mut command = source.compiler(&home.clang);
    unit_flags(&mut command, home);
    let inserted = checks.inserted().collect::<Vec<_>>().join(",");
    if !inserted.is_empty() {
        command.args([format!("-fsanitize={inserted}"), format!("-fsanitize-trap={inserted}")]);
    }
    // Where a unit has its own `abs`, that is what is called: clang would make of it what the library's does.
    let own = source.program.functions.iter().filter(|f| library::is_stateless(&f.name));
    command.args(own.map(|f| format!("-fno-builtin-{}", f.name)));
    run(command.arg(&wrapper).arg("-o").arg(object))
}

/// Links, or gives back what the linker says.
fn link_objects(
    home: &Home,
    sources: &[Source],
    objects: &[PathBuf],
    checks: Checks,
    program: &Path,
) -> Result<Result<(), String>, Error> {
    let mut command = Command::new(&home.clang);
    command.args(objects).args(["-no-pie", "-Wl,--defsym=main=__acute_main"]).args(replacements(sources));
    command.arg(format!("-Wl,--defsym={}={}", unchecked::SYMBOL, checks.unchecked()));
    command.arg("-Wl,-u,__acute_main").arg(&home.runtime);
    command.args(libraries(sources)).arg("-lm");
    // In the words that are read here, whatever language its owner speaks.
    match run(command.arg("-o").arg(program).env("LC_ALL", "C")) {
        Ok(()) => Ok(Ok(())),
        Err(Error::Compile(text)) => Ok(Err(text)),
        Err(other) => Err(other),
    }
}

/// Those of the names that an object needs; all, if it cannot be told.
fn needed(object: &Path, names: &[String]) -> Vec<String> {
    let Ok(undefined) = undefined(object) else { return names.to_vec() };
    names.iter().filter(|n| undefined.contains(n)).cloned().collect()
}

/// The names that an object needs and does not define.
pub fn undefined(object: &Path) -> Result<Vec<String>, Error> {
    let text = run_for_output(Command::new("nm").arg("-u").arg(object))?;
    Ok(text.lines().filter_map(|l| l.split_whitespace().last()).map(str::to_string).collect())
}

/// Names that even a stub does not help.
fn not_defined(names: &[String], why: &str) -> Error {
    let names: Vec<String> = names.iter().map(|n| format!("`{n}`")).collect();
    let names = names.join(", ");
    Error::Link(format!(
        "not defined anywhere: {names} ({why}): name the files that define them too, or an object or a library: -- FILE.o -lNAME"
    ))
}

fn unit_flags(command: &mut Command, home: &Home) {
    // Classes of characters are asked of functions, which have models, not of glibc's tables.
    command.args(UNIT_FLAGS).args(OLD_C).args(COVERAGE_FLAGS).args(["-D__ACUTE__", "-D__NO_CTYPE"]);
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
    let DebugInfo { functions, globals, .. } = &source.program;
    functions.iter().any(|f| f.name == name && !f.is_static)
        || globals.iter().any(|g| g.name == name && !g.is_static)
}

/// What the flags of the files name for the linker: objects, archives, libraries and where to look for them, and whether
/// code may be anywhere.
pub fn libraries<'a>(sources: impl IntoIterator<Item = &'a Source>) -> Vec<String> {
    let mut found: Vec<String> = vec![];
    for source in sources {
        let mut flags = source.flags.iter();
        while let Some(flag) = flags.next() {
            let joined = match flag.as_str() {
                "-l" | "-L" => format!("{flag}{}", flags.next().map_or("", String::as_str)),
                flag => flag.to_string(),
            };
            let joined = match joined.as_str() {
                "-fno-pie" | "-fno-PIE" => "-no-pie".into(),
                _ => joined,
            };
            let linked = is_linked(&joined) || ["-l", "-L", "-no-pie"].iter().any(|p| joined.starts_with(p));
            if linked && !found.contains(&joined) {
                found.push(joined);
            }
        }
    }
    found
}

/// Linker flags that put our heap and our exits in the place of the C library's. What the unit defines
/// itself is left alone, and taken in the place of a model.
fn replacements(sources: &[Source]) -> Vec<String> {
    let own = |name: &str| sources.iter().any(|s| s.program.functions.iter().any(|f| f.name == name));
    // A unit with its own malloc has its own heap; reallocarray and the like are made of it.
    let own_heap = library::all(Fact::OwnHeap).any(own);
    let heap = library::all(Fact::Heap).filter(|_| !own_heap);
    let names = heap.chain(library::all(Fact::Exit)).filter(|f| !own(f));
    let assumes = sources.iter().any(|s| s.compat.abort_is_assumption);
    let ours = |f: &'static str| if assumes && f == "abort" { "reject" } else { f };
    let names = names.map(|f| format!("-Wl,--defsym={f}=__acute_{}", ours(f)));
    let models = library::all(Fact::Modelled).filter(|f| sources.iter().any(|s| defines(s, f)));
    names.chain(models.map(|f| format!("-Wl,--defsym={MODEL}{f}={f}"))).collect()
}

/// A path inside the quotes of an include.
pub fn escape(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "\\\\").replace('"', "\\\"")
}

/// The file compiled plainly before, so a failure now is ours.
fn ours(e: Error) -> Error {
    match e {
        Error::Compile(text) => {
            Error::Internal(format!("the instrumented unit does not compile: {}", complaint(&text)))
        }
        other => other,
    }
}

/// The first thing that clang complains about.
fn complaint(text: &str) -> String {
    let line = text.lines().find(|l| l.contains("error: ")).or(text.lines().next()).unwrap_or_default();
    line.split_once("error: ").map_or(line, |(_, what)| what).to_string()
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
