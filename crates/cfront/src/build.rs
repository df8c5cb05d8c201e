//! From paths to the functions to test: each C file is compiled plainly, for its types and the compiler's
//! messages. What follows with the pass is in `link`.
use crate::compat::{self, Compat};
use crate::database::Database;
use crate::error::Error;
use crate::home::{self, Home};
use crate::stubs::Stubs;
use crate::{inputs, interrupt, thunk};
use acute_input::{Init, Space, Unsupported};
use acute_types::Function;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A C file and how it is compiled.
#[derive(Clone, Debug)]
pub struct CFile {
    /// Where it is.
    pub path: PathBuf,
    /// Flags for the compiler.
    pub flags: Vec<String>,
    /// The folder that paths in its flags start from; `None`: where we are.
    pub folder: Option<PathBuf>,
}

/// A C file and what its debug information says.
pub struct Source {
    /// Its absolute path.
    pub path: PathBuf,
    /// Flags for the compiler.
    pub flags: Vec<String>,
    /// The folder that paths in its flags start from; `None`: where we are.
    pub folder: Option<PathBuf>,
    /// Types and functions.
    pub program: acute_types::DebugInfo,
    /// A hash of what it is compiled to, plainly: it changes where the file or one it includes does.
    pub digest: u64,
    /// The headers of ours.
    pub include: PathBuf,
    /// The marks of other tools that it calls without a header of ours.
    pub compat: Compat,
    /// What stands for functions and variables it needs and nobody defines; known once it was linked.
    pub stubs: Stubs,
}

impl Source {
    /// A compiler with the flags of this file, in its folder; what it shall do follows.
    pub fn compiler(&self, compiler: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(compiler);
        let flags = self.flags.iter().filter(|f| !is_linked(f));
        command.args(flags).env("C_INCLUDE_PATH", home::with_include(&self.include));
        if let Some(folder) = &self.folder {
            command.current_dir(folder);
        }
        command
    }

    /// The functions written in this file, in its order, and its main, even if that is in a file it includes. Of a
    /// file that has none and only includes others, theirs.
    pub fn functions(&self) -> impl Iterator<Item = &Function> {
        let functions = &self.program.functions;
        let is_own = |f: &Function| Path::new(&f.file) == self.path || f.name == "main";
        let has_own = functions.iter().any(is_own);
        let is_system = |f: &Function| f.file.starts_with("/usr/");
        functions.iter().filter(move |f| if has_own { is_own(f) } else { !is_system(f) })
    }
}

/// What gcc still takes with a warning, and clang would not.
pub const OLD_C: &[&str] = &[
    "-Wno-error=implicit-int",
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=int-conversion",
    "-Wno-error=incompatible-function-pointer-types",
    "-Wno-error=return-mismatch",
];

/// A function to test, with its inputs, or why it cannot be tested.
pub struct Target {
    /// Which of the sources it is in.
    pub source: usize,
    /// The function.
    pub function: Function,
    /// The space of its inputs.
    pub space: Result<Space, String>,
    /// The name of its thunk.
    pub entry: String,
    /// Whether it is the main of a program that marks its inputs itself.
    pub harness: bool,
    /// C predicates over its parameters that every input has to satisfy.
    pub assumed: Vec<String>,
}

/// Where a function stands.
pub fn place(f: &Function) -> acute_explore::Place {
    acute_explore::Place { file: f.file.clone(), line: f.line as u32, function: f.name.clone() }
}

/// Whether a word among the flags is an object or an archive: for the linker alone.
pub fn is_linked(flag: &str) -> bool {
    !flag.starts_with('-') && (flag.ends_with(".o") || flag.ends_with(".a"))
}

/// The files of a unit: those that paths name, or choose from a compilation database. Flags typed by a
/// person come last and count for all of them.
pub fn files(paths: &[PathBuf], database: Option<&Path>, cflags: &[String]) -> Result<Vec<CFile>, Error> {
    let mut files = match database {
        Some(place) => Database::read(place)?.choose(paths)?,
        None => c_files(paths)?.into_iter().map(|path| CFile { path, flags: vec![], folder: None }).collect(),
    };
    let mut cflags = cflags.to_vec();
    // The linker does not run in the folder of a database.
    for flag in cflags.iter_mut().filter(|f| is_linked(f)) {
        let path = std::path::absolute(&*flag).map_err(Error::io(&*flag))?;
        *flag = path.to_string_lossy().into_owned();
    }
    files.iter_mut().for_each(|f| f.flags.extend_from_slice(&cflags));
    Ok(files)
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
pub fn read_sources(home: &Home, files: Vec<CFile>, scratch: &Path) -> Result<Vec<Source>, Error> {
    let mut sources = vec![];
    for (k, CFile { path, flags, folder }) in files.into_iter().enumerate() {
        let path = path.canonicalize().map_err(Error::io(&path))?;
        let folder = match folder {
            Some(folder) => Some(folder.canonicalize().map_err(Error::io(&folder))?),
            None => None,
        };
        let include = home.include.clone();
        let (program, stubs) = (acute_types::DebugInfo::default(), Stubs::default());
        let mut source =
            Source { path, flags, folder, program, digest: 0, include, compat: Compat::default(), stubs };
        let path = &source.path.clone();
        let object = scratch.join(format!("plain{k}.o"));
        // All functions, static ones that nobody calls too, and none of them optimised away.
        let flags = ["-c", "-O0", "-g", "-femit-all-decls", "-w", "-fno-crash-diagnostics", "-D__ACUTE__"];
        let compile = |source: &Source| {
            run(source.compiler(&home.clang).args(flags).args(OLD_C).arg(path).arg("-o").arg(&object))
        };
        if let Err(e) = compile(&source) {
            // A database may speak to another compiler.
            let foreign = if source.folder.is_some() { unknown_flags(&e) } else { vec![] };
            if foreign.is_empty() {
                return Err(e);
            }
            source.flags.retain(|f| !foreign.contains(f));
            compile(&source)?;
        }
        let bytes = std::fs::read(&object).map_err(Error::io(&object))?;
        source.digest = hash(&bytes, 0);
        match acute_types::DebugInfo::read(&bytes) {
            Ok(program) => source.program = program,
            // An empty file has none.
            Err(acute_types::Error::NoDebugInfo) => {}
            Err(e) => {
                return Err(Error::Internal(format!("the debug information of {}: {e}", path.display())));
            }
        }
        source.compat = Compat::of(home, &source, &bytes, &object)?;
        sources.push(source);
    }
    compat::take_over_errors(&mut sources);
    Ok(sources)
}

/// A hash that is the same everywhere (FNV-1a), of some bytes behind others.
pub fn hash(bytes: &[u8], before: u64) -> u64 {
    let start = before ^ 0xcbf2_9ce4_8422_2325;
    bytes.iter().fold(start, |h, b| (h ^ u64::from(*b)).wrapping_mul(0x100_0000_01b3))
}

/// The flags that clang says it does not have.
fn unknown_flags(e: &Error) -> Vec<String> {
    let Error::Compile(text) = e else { return vec![] };
    let complains = |l: &&str| {
        ["unknown argument", "unsupported option", "unsupported argument"].iter().any(|w| l.contains(w))
    };
    text.lines().filter(complains).filter_map(|l| Some(l.split('\'').nth(1)?.to_string())).collect()
}

/// The functions to test: those named, or all. An unknown name is answered with the nearest.
pub fn targets(sources: &[Source], names: &[String], init: Init) -> Result<Vec<Target>, Error> {
    let all = || sources.iter().enumerate().flat_map(|(k, s)| s.functions().map(move |f| (k, f)));
    for name in names {
        if !all().any(|(_, f)| f.name == *name) {
            return Err(Error::Usage(no_such_function(name, all().map(|(_, f)| f.name.as_str()))));
        }
    }
    let harness = inputs::is_harness(sources) && (names.is_empty() || names == ["main"]);
    let is_wanted = |f: &Function| {
        if harness { f.name == "main" } else { names.is_empty() || names.contains(&f.name) }
    };
    let wanted = all().filter(|(_, f)| is_wanted(f));
    let targets: Vec<Target> = wanted
        .map(|(source, f)| {
            let types = sources[source].program.types.clone();
            let function = if harness { inputs::without_arguments(f) } else { f.clone() };
            let space = Space::with_init(types, &function, init).map_err(|e: Unsupported| e.to_string());
            // Static functions of several files may share a name.
            let first = all().find(|(_, g)| g.name == f.name).is_none_or(|(k, _)| k == source);
            let entry = if first { thunk::name(&f.name) } else { thunk::name_in(source, &f.name) };
            Target { source, function: f.clone(), space, entry, harness, assumed: vec![] }
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

/// Runs a compiler; its own messages are the error.
pub fn run(command: &mut Command) -> Result<(), Error> {
    run_for_output(command).map(|_| ())
}

/// Runs a compiler for what it prints.
pub fn run_for_output(command: &mut Command) -> Result<String, Error> {
    let output = interrupt::output(command)?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let mut text = String::from_utf8_lossy(&output.stderr).into_owned();
    if text.trim().is_empty() {
        text = format!("acute: the compiler failed: {}", output.status);
    }
    Err(Error::Compile(text))
}
