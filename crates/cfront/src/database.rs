//! `-p DIR`: a compilation database (compile_commands.json, as CMake, Meson and Bear write it) says how each
//! file of a project is compiled.
use crate::build::CFile;
use crate::error::Error;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

/// The name a database has in its folder.
const NAME: &str = "compile_commands.json";

/// The C files of a database.
#[derive(Debug)]
pub struct Database {
    /// The database itself, for messages.
    path: PathBuf,
    // invariant: no two of the same path; of several entries of a file the first counts.
    files: Vec<CFile>,
}

impl Database {
    /// Reads the database at a path or in a folder.
    pub fn read(place: &Path) -> Result<Database, Error> {
        let path = if place.is_dir() { place.join(NAME) } else { place.to_owned() };
        let text = std::fs::read_to_string(&path).map_err(|e| missing(&path, &e))?;
        let bad = |why: String| {
            Error::Usage(format!("{} is not a compilation database: {why}; {HOW_TO_WRITE}", path.display()))
        };
        let root: Value = serde_json::from_str(&text).map_err(|e| bad(e.to_string()))?;
        let entries = root.as_array().ok_or_else(|| bad("it is not a list".into()))?;
        let absolute = std::path::absolute(&path).map_err(Error::io(&path))?;
        let beside = absolute.parent().unwrap_or(&absolute);
        let (mut files, mut seen) = (vec![], BTreeSet::new());
        for (n, entry) in (1..).zip(entries) {
            let file = read_entry(entry, beside).map_err(|why| bad(format!("entry {n} {why}")))?;
            if file.path.extension().is_some_and(|e| e == "c") && seen.insert(file.path.clone()) {
                files.push(file);
            }
        }
        if files.is_empty() {
            return Err(bad("it names no .c file".into()));
        }
        Ok(Database { path, files })
    }

    /// The files that paths choose, in the order of the paths; all without any path.
    pub fn choose(self, paths: &[PathBuf]) -> Result<Vec<CFile>, Error> {
        let mut chosen: Vec<CFile> = vec![];
        for path in paths {
            let absolute = std::path::absolute(path).map_err(Error::io(path))?;
            let wanted = path.canonicalize().unwrap_or_else(|_| tidy(&absolute));
            let here: Vec<&CFile> = self.files.iter().filter(|f| f.path.starts_with(&wanted)).collect();
            if here.is_empty() {
                return Err(Error::Usage(self.not_in_it(path, &wanted)));
            }
            chosen.extend(here.into_iter().cloned());
        }
        if paths.is_empty() {
            chosen.extend(self.files);
        }
        let mut seen = BTreeSet::new();
        chosen.retain(|f| seen.insert(f.path.clone()));
        for file in &chosen {
            if !file.path.is_file() {
                return Err(Error::Usage(format!(
                    "{} names {}, which is not there: build the project once if it is generated, or choose files: acute test -p {} FILE.c",
                    self.path.display(),
                    file.path.display(),
                    self.path.display()
                )));
            }
        }
        Ok(chosen)
    }

    /// What to say of a path that no entry has: an entry of the same file name, or of one that is near.
    fn not_in_it(&self, path: &Path, wanted: &Path) -> String {
        let mut text = format!("{} is not in {}", path.display(), self.path.display());
        let same = self.files.iter().find(|f| f.path.file_name() == wanted.file_name());
        let near = match same {
            Some(file) => Some(file.path.display().to_string()),
            None => near_name(&self.files, wanted),
        };
        match near {
            Some(near) => text.push_str(&format!("; did you mean {near}?")),
            None => {
                let some: Vec<_> = self.files.iter().take(3).map(|f| f.path.display().to_string()).collect();
                let more = if self.files.len() > 3 { " and others" } else { "" };
                text.push_str(&format!("; it has {}{more}", some.join(", ")));
            }
        }
        text
    }
}

/// The file whose last name is nearest to that of a path.
fn near_name(files: &[CFile], wanted: &Path) -> Option<String> {
    let name = |p: &Path| p.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    let names: Vec<String> = files.iter().map(|f| name(&f.path)).collect();
    let near = acute_types::nearest(names.iter().map(String::as_str), &name(wanted))?;
    let k = names.iter().position(|n| n == near)?;
    Some(files[k].path.display().to_string())
}

const HOW_TO_WRITE: &str =
    "type `cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON ...`, or `bear -- make`, to write one";

fn missing(path: &Path, e: &std::io::Error) -> Error {
    Error::Usage(format!("-p: {}: {e}; {HOW_TO_WRITE}", path.display()))
}

/// One entry; what is wrong with it follows on its number.
fn read_entry(entry: &Value, beside: &Path) -> Result<CFile, String> {
    let text = |key: &str| entry[key].as_str();
    let file = text("file").ok_or("names no `file`")?;
    let folder = beside.join(text("directory").ok_or("names no `directory`")?);
    let arguments: Vec<String> = match (&entry["arguments"], text("command")) {
        (Value::Array(list), _) => {
            let words = list.iter().map(|v| v.as_str().map(str::to_string)).collect::<Option<_>>();
            words.ok_or("has `arguments` that are not text")?
        }
        (_, Some(command)) => split(command).ok_or("has a `command` with an open quote")?,
        _ => return Err("has neither `arguments` nor a `command`".into()),
    };
    let path = folder.join(file);
    let path = path.canonicalize().unwrap_or_else(|_| tidy(&path));
    Ok(CFile { path, flags: kept(&arguments), folder: Some(tidy(&folder)) })
}

/// A path without `.` and `..`, whether or not it exists.
fn tidy(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                out.pop();
            }
            part => out.push(part),
        }
    }
    out
}

/// The words of a command as a shell splits it; `None` where a quote is left open.
fn split(command: &str) -> Option<Vec<String>> {
    shell_words::split(command).ok()
}

/// Flags that are followed by a word of their own, and are kept with it.
const KEPT_WITH_VALUE: &[&str] = &[
    "-I",
    "-D",
    "-U",
    "-include",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-imacros",
    "-iprefix",
    "-iwithprefix",
    "-iwithprefixbefore",
    "-isysroot",
    "--sysroot",
    "-Xclang",
    "-Xpreprocessor",
    "-mllvm",
    "--param",
    "-std",
    "-target",
    "-x",
];

/// Flags that are left out with the word that follows.
const LEFT_OUT_WITH_VALUE: &[&str] =
    &["-o", "-MF", "-MT", "-MQ", "-MJ", "-L", "-l", "-T", "-u", "-Xlinker", "-Xassembler", "-aux-info"];

/// Beginnings of flags that are left out: what is written where, how far it is optimised, which warnings
/// there are (none: clang spoke to the project's own build already), and what makes other code or other
/// debug information of it.
const LEFT_OUT: &[&str] = &[
    "-c",
    "-o",
    "-M",
    "-O",
    "-g",
    "-S",
    "-E",
    "-fsyntax-only",
    "-pipe",
    "-save-temps",
    "--save-temps",
    "-v",
    "-W",
    "-w",
    "-pedantic",
    "-l",
    "-L",
    "-shared",
    "-static",
    "-rdynamic",
    "-flto",
    "-fno-lto",
    "-ffat-lto",
    "-fsanitize",
    "-fno-sanitize",
    "-fprofile",
    "-fcoverage",
    "-ftest-coverage",
    "--coverage",
    "-fplugin",
    "-fpass-plugin",
    "-fdebug",
    "-ffile-prefix-map",
    "-fmacro-prefix-map",
    "-fdiagnostics",
    "-fno-diagnostics",
    "-fcolor-diagnostics",
    "-fno-color-diagnostics",
    "-fmodules",
    "-fdump",
    "-fstack-usage",
    "-fcallgraph-info",
    "-fanalyzer",
    "-fwhole-program",
    "-fmax-errors",
    "-ferror-limit",
];

/// Warnings that are off, and what the preprocessor is told, stay: an error by default may be among the former.
const KEPT: &[&str] = &["-Wno-", "-Wp,"];

/// The flags of a command that another compilation of the same file needs.
fn kept(arguments: &[String]) -> Vec<String> {
    let begins = |word: &str, list: &[&str]| list.iter().any(|f| word.starts_with(f));
    let mut flags = vec![];
    // The compiler comes first, perhaps behind a ccache or the like.
    let mut words = arguments.iter().skip_while(|a| !a.starts_with('-'));
    while let Some(word) = words.next() {
        let is = |list: &[&str]| list.contains(&word.as_str());
        if is(LEFT_OUT_WITH_VALUE) {
            words.next();
        } else if is(KEPT_WITH_VALUE) {
            flags.push(word.clone());
            flags.extend(words.next().cloned());
        } else if word.starts_with("-Wno-error") {
            // As good as -Werror: there are no warnings.
        } else if word.starts_with('-') && word != "--" && (begins(word, KEPT) || !begins(word, LEFT_OUT)) {
            flags.push(word.clone());
        }
        // Anything else is the file itself.
    }
    flags
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split_as_a_shell_does() {
        let check = |command: &str, words: &[&str]| {
            assert_eq!(split(command).expect("it is well formed"), words, "{command}");
        };
        check("  cc -c  a.c\n", &["cc", "-c", "a.c"]);
        check(r#"cc -DX=\"a\ b\" -D'Y="c d"'"#, &["cc", r#"-DX="a b""#, r#"-DY="c d""#]);
        check(r#"cc "-DZ=\"q\"" "a\b" '' "\$x""#, &["cc", r#"-DZ="q""#, r"a\b", "", "$x"]);
        check(r#"cc a"b"'c'd"#, &["cc", "abcd"]);
        assert_eq!(split("cc 'open"), None);
        assert_eq!(split("cc \"open"), None);
        check("cc open\\", &["cc", "open\\"]);
    }

    #[test]
    fn flags_that_say_what_the_file_means_are_kept() {
        let check = |command: &str, flags: &str| {
            let words = split(command).expect("it is well formed");
            assert_eq!(kept(&words).join(" "), flags, "{command}");
        };
        check("cc -Iinc -I inc2 -DA=1 -D B -UC -c -o a.o a.c", "-Iinc -I inc2 -DA=1 -D B -UC");
        check("ccache gcc -std=gnu11 -O2 -g3 -Wall -Werror -MD -MF a.d -MT a.o -c a.c", "-std=gnu11");
        check(
            "cc -include config.h -isystem /x -fno-builtin -mavx -pthread a.c -oa.o",
            "-include config.h -isystem /x -fno-builtin -mavx -pthread",
        );
        check(
            "cc -Wno-implicit-function-declaration -Wno-error=x -Wp,-DX -flto=auto -c -- a.c",
            "-Wno-implicit-function-declaration -Wp,-DX",
        );
        check("cc a.c", "");
        check("", "");
    }
}
