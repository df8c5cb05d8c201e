//! From C files to an instrumented program: once compiled plainly for its types and the compiler's
//! messages, once with the pass and the thunks, then linked with the runtime.
use crate::error::Error;
use crate::home::Home;
use crate::thunk;
use acute_input::{Init, Space, Unsupported};
use acute_trace::{REPLACED, REPLACED_HEAP};
use acute_types::Function;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A folder that is gone when this is.
pub struct Scratch(PathBuf);

impl Scratch {
    /// A new one in the system's place for such.
    pub fn new() -> Result<Scratch, Error> {
        let base = std::env::temp_dir();
        for n in 0..1000u32 {
            let path = base.join(format!("acute-{}-{n}", std::process::id()));
            match std::fs::create_dir(&path) {
                Ok(()) => return Ok(Scratch(path)),
                Err(e) if e.kind() == std::io::ErrorKind::AlreadyExists => continue,
                Err(e) => return Err(Error::Io(path, e)),
            }
        }
        Err(Error::Internal(format!("no free name in {}", base.display())))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A C file and what its debug information says.
pub struct Source {
    /// Its absolute path.
    pub path: PathBuf,
    /// Types and functions.
    pub program: acute_types::Program,
}

impl Source {
    /// The functions written in this file, in its order.
    pub fn functions(&self) -> impl Iterator<Item = &Function> {
        let own = self.path.to_string_lossy().into_owned();
        self.program.functions.iter().filter(move |f| Path::new(&f.file) == Path::new(&own))
    }
}

/// A function to test, with its inputs, or why it cannot be tested.
pub struct Target {
    /// Which of the sources it is in.
    pub source: usize,
    /// The function.
    pub function: Function,
    /// The space of its inputs.
    pub space: Result<Space, String>,
}

/// Where a function stands.
pub fn place(f: &Function) -> acute_exec::Place {
    acute_exec::Place { file: f.file.clone(), line: f.line as u32, function: f.name.clone() }
}

/// The C files that paths name: themselves, or those in a folder, sorted.
fn c_files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Error> {
    let is_c = |p: &PathBuf| p.extension().is_some_and(|e| e == "c");
    let mut files = vec![];
    for path in paths {
        if path.is_dir() {
            let entries = std::fs::read_dir(path).map_err(Error::io(path))?;
            let mut found: Vec<PathBuf> = entries.flatten().map(|e| e.path()).filter(is_c).collect();
            found.sort();
            if found.is_empty() {
                return Err(Error::Usage(format!("there is no .c file in {}", path.display())));
            }
            files.extend(found);
        } else if path.exists() && !is_c(path) {
            return Err(Error::Usage(format!("{} is not a .c file", path.display())));
        } else {
            files.push(path.clone());
        }
    }
    Ok(files)
}

/// Compiles each file plainly and reads its types. The compiler's messages are its own.
pub fn read_sources(
    home: &Home,
    files: &[PathBuf],
    cflags: &[String],
    scratch: &Path,
) -> Result<Vec<Source>, Error> {
    let mut sources = vec![];
    for (k, file) in c_files(files)?.iter().enumerate() {
        let path = file.canonicalize().map_err(Error::io(file))?;
        let object = scratch.join(format!("plain{k}.o"));
        // All functions, static ones that nobody calls too, and none of them optimised away.
        let flags = ["-c", "-O0", "-g", "-femit-all-decls", "-w", "-fno-crash-diagnostics"];
        run(Command::new(&home.clang).args(cflags).args(flags).arg(&path).arg("-o").arg(&object))?;
        let bytes = std::fs::read(&object).map_err(Error::io(&object))?;
        let program = match acute_types::Program::read(&bytes) {
            Ok(program) => program,
            // An empty file has none.
            Err(acute_types::Error::NoDebugInfo) => acute_types::Program::default(),
            Err(e) => {
                return Err(Error::Internal(format!("the debug information of {}: {e}", path.display())));
            }
        };
        sources.push(Source { path, program });
    }
    Ok(sources)
}

/// The functions to test: those named, or all. An unknown name is answered with the nearest.
pub fn targets(sources: &[Source], names: &[String], init: Init) -> Result<Vec<Target>, Error> {
    let all = || sources.iter().enumerate().flat_map(|(k, s)| s.functions().map(move |f| (k, f)));
    for name in names {
        if !all().any(|(_, f)| f.name == *name) {
            return Err(Error::Usage(no_such_function(name, all().map(|(_, f)| f.name.as_str()))));
        }
    }
    let wanted = all().filter(|(_, f)| names.is_empty() || names.contains(&f.name));
    let targets: Vec<Target> = wanted
        .map(|(source, f)| {
            let types = sources[source].program.types.clone();
            let space = Space::with_init(types, f, init).map_err(|e: Unsupported| e.to_string());
            Target { source, function: f.clone(), space }
        })
        .collect();
    if targets.is_empty() {
        let files: Vec<_> = sources.iter().map(|s| s.path.display().to_string()).collect();
        return Err(Error::Usage(format!("{} defines no function", files.join(", "))));
    }
    Ok(targets)
}

fn no_such_function<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.collect();
    let near = acute_types::nearest(known.iter().copied(), name);
    let mut text = format!("there is no function `{name}`");
    match near {
        Some(near) => text.push_str(&format!("; did you mean `{near}`?")),
        None if known.is_empty() => {}
        None => text.push_str(&format!("; there are {}", list(&known))),
    }
    text
}

fn list(names: &[&str]) -> String {
    let shown: Vec<String> = names.iter().take(5).map(|n| format!("`{n}`")).collect();
    let more = names.len().saturating_sub(5);
    if more > 0 { format!("{} and {more} more", shown.join(", ")) } else { shown.join(", ") }
}

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
    cflags: &[String],
    scratch: &Path,
) -> Result<PathBuf, Error> {
    let mut objects = vec![];
    for (k, source) in sources.iter().enumerate() {
        let wrapper = scratch.join(format!("unit{k}.c"));
        let mut text = format!("#include \"{}\"\n", escape(&source.path));
        for target in targets.iter_mut().filter(|t| t.source == k) {
            if let Ok(space) = &target.space {
                match thunk::text(&target.function, space) {
                    Ok(thunk) => text.push_str(&thunk),
                    Err(why) => target.space = Err(why.to_string()),
                }
            }
        }
        std::fs::write(&wrapper, text).map_err(Error::io(&wrapper))?;
        let object = scratch.join(format!("unit{k}.o"));
        let mut command = Command::new(&home.clang);
        command
            .args(cflags)
            .args(UNIT_FLAGS)
            .args(COVERAGE_FLAGS)
            .arg(format!("-fpass-plugin={}", home.plugin.display()));
        instrument(command.env("ACUTE_UNIT", "1").arg(&wrapper).arg("-o").arg(&object))?;
        objects.push(object);
    }
    let program = scratch.join("unit");
    let mut command = Command::new(&home.clang);
    command.args(&objects).args(["-no-pie", "-Wl,--defsym=main=__acute_main"]).args(replacements(sources));
    command.arg("-Wl,-u,__acute_main").arg(&home.runtime);
    command.args(cflags.iter().filter(|f| f.starts_with("-l") || f.starts_with("-L"))).arg("-lm");
    run(command.arg("-o").arg(&program))?;
    Ok(program)
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

/// Runs a compiler; its own messages are the error.
pub fn run(command: &mut Command) -> Result<(), Error> {
    let output = command.stdin(std::process::Stdio::null()).output();
    let output =
        output.map_err(|e| Error::Missing(format!("{}: {e}", command.get_program().to_string_lossy())))?;
    if output.status.success() {
        return Ok(());
    }
    let mut text = String::from_utf8_lossy(&output.stderr).into_owned();
    if text.trim().is_empty() {
        text = format!("acute: the compiler failed: {}", output.status);
    }
    Err(Error::Compile(text))
}
