//! `cutec` and `cute`: the two commands of the CUTE paper (Sen, Marinov, Agha: CUTE, a concolic unit testing
//! engine for C, ESEC/FSE 2005, section 4.2), in terms of `acute test`.
//!
//! There `cutec` writes an instrumented program. Here it checks that the files compile and link, and leaves a
//! description under the program's name: a compilation database (see `database`) whose entries also name the
//! toplevel function. `cute` stops where CUTE did: at an error, at full branch coverage, or at the end of the search.
use crate::entry;
use acute_cfront::build;
use acute_cfront::error::Error;
use acute_cfront::home::Home;
use acute_cfront::link;
use acute_cfront::scratch::{Scratch, write_whole};
use acute_cfront::single::need_gdb;
use acute_explore::Checks;
use acute_input::Init;
use serde_json::{Value, json};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const CUTEC_HELP: &str =
    "Prepares C files for cute; the input is what the toplevel function can reach from its arguments

Usage: cutec FILE.c... FUNCTION [-o PROGRAM] [CFLAGS...]

  FILE.c...    the files of the unit
  FUNCTION     the toplevel function, also as -m FUNCTION
  -o PROGRAM   what to call the result [default: the first file without .c]
  CFLAGS       flags for the compiler: -I, -D, -l ...

Then: cute PROGRAM
";

const CUTE_HELP: &str = "Tests a program of cutec; where an error is found, opens gdb on it

Usage: cute PROGRAM [-i N] [-d N] [-t SECS] [OPTIONS]

  PROGRAM   what cutec made
  -i N      stop after N runs (acute test --executions)
  -d N      bound on the number of symbolic branches of a path (acute test --depth)
  -t SECS   stop after SECS seconds (acute test --time)
  OPTIONS   any other of acute test

It stops at the first bug, when all branches are covered, or when no path is left; --until all goes on.
";

/// The field of an entry that says it is one of ours.
const FUNCTION: &str = "function";
/// The field with flags that a compilation database has no use for.
const MORE: &str = "more";

/// What was typed after `cutec`.
#[derive(Debug, Default, PartialEq, Eq)]
struct Unit {
    files: Vec<PathBuf>,
    function: Option<String>,
    program: Option<PathBuf>,
    flags: Vec<String>,
}

impl Unit {
    fn parse(arguments: &[String]) -> Result<Unit, Error> {
        let mut unit = Unit::default();
        let mut words = arguments.iter();
        while let Some(word) = words.next() {
            let mut value = || {
                words.next().cloned().ok_or_else(|| Error::Usage(format!("cutec: nothing follows {word}")))
            };
            match word.as_str() {
                "-o" => unit.program = Some(value()?.into()),
                "-m" => unit.function = Some(value()?),
                "-I" | "-D" | "-U" | "-l" | "-L" | "-include" | "-isystem" => {
                    unit.flags.extend([word.clone(), value()?]);
                }
                flag if flag.starts_with('-') => unit.flags.push(word.clone()),
                file if file.ends_with(".c") => unit.files.push(file.into()),
                _ if unit.function.is_none() => unit.function = Some(word.clone()),
                other => {
                    let known = unit.function.unwrap_or_default();
                    return Err(Error::Usage(format!(
                        "cutec: `{known}` and `{other}`: one function, and files that end in .c"
                    )));
                }
            }
        }
        Ok(unit)
    }
}

/// `cutec`.
pub fn compile(arguments: &[String]) -> Result<u8, Error> {
    if arguments.iter().any(|a| a == "--help" || a == "-h") {
        print!("{CUTEC_HELP}");
        return Ok(0);
    }
    let Unit { files, function, program, flags } = Unit::parse(arguments)?;
    let usage = |why: &str| Error::Usage(format!("cutec: {why}; type `cutec --help`"));
    let first = files.first().ok_or_else(|| usage("no .c file"))?;
    let function = function.ok_or_else(|| usage("no function"))?;
    let program = match program {
        Some(program) => program,
        None => PathBuf::from(first.file_stem().unwrap_or_default()),
    };
    // A program of another kind may have that name.
    if program.exists() && description(&program).is_err() {
        let program = program.display();
        return Err(usage(&format!("{program} exists and is not from cutec: choose another name with -o")));
    }
    let home = Home::find()?;
    let scratch = Scratch::new()?;
    let list = build::files(&files, None, &flags)?;
    let mut sources = build::read_sources(&home, list, scratch.path())?;
    let mut targets = build::targets(&sources, std::slice::from_ref(&function), Init::default())?;
    link::link(&home, &mut sources, &mut targets, Checks::default(), scratch.path())?;
    let folder = std::env::current_dir().map_err(Error::io("."))?;
    let arguments = std::iter::once("cc").chain(flags.iter().map(String::as_str)).collect::<Vec<_>>();
    let left_out = ["-l", "-L", "-fsanitize", "-fno-sanitize", "-O"];
    let more: Vec<&String> = flags.iter().filter(|f| left_out.iter().any(|l| f.starts_with(l))).collect();
    let entries: Vec<Value> = (sources.iter())
        .map(|s| {
            json!({"directory": folder, "file": s.path, "arguments": arguments, FUNCTION: function, MORE: more})
        })
        .collect();
    write_whole(&program, format!("{:#}\n", json!(entries)).as_bytes())?;
    println!("{}: {function}, to be tested by: cute {}", program.display(), program.display());
    Ok(0)
}

/// The function and the flags that a description adds to a compilation database.
fn description(program: &Path) -> Result<(String, Vec<String>), Error> {
    let text = std::fs::read(program).map_err(Error::io(program))?;
    let root: Value = serde_json::from_slice(&text).unwrap_or_default();
    let more = || root[0][MORE].as_array()?.iter().map(|v| Some(v.as_str()?.to_string())).collect();
    let function = root[0][FUNCTION].as_str();
    match (function, more()) {
        (Some(function), Some(more)) => Ok((function.to_string(), more)),
        _ => {
            let program = program.display();
            let text =
                format!("cute: {program} is not from cutec: type `cutec FILE.c FUNCTION -o {program}`");
            Err(Error::Usage(text))
        }
    }
}

/// `cute`.
pub fn run(arguments: &[String]) -> ExitCode {
    match translated(arguments) {
        Ok(Some(words)) => {
            if !words.iter().any(|w| w == "--json=-" || w == "-") {
                println!("acute {}", words.join(" "));
            }
            entry::acute(&words.iter().map(OsString::from).collect::<Vec<_>>())
        }
        Ok(None) => {
            print!("{CUTE_HELP}");
            ExitCode::SUCCESS
        }
        Err(e) => entry::shown(Err(e)),
    }
}

/// The arguments of `acute`; `None` where help is asked for.
fn translated(arguments: &[String]) -> Result<Option<Vec<String>>, Error> {
    if arguments.iter().any(|a| a == "--help" || a == "-h") {
        return Ok(None);
    }
    let mut program = None;
    let mut options = vec![];
    for (k, word) in arguments.iter().enumerate() {
        let begins_option = k > 0 && arguments[k - 1].starts_with('-') && !arguments[k - 1].contains('=');
        match word.as_str() {
            "-i" => options.push("--executions".to_string()),
            "-d" => options.push("--depth".to_string()),
            "-t" => options.push("--time".to_string()),
            w if program.is_none() && !w.starts_with('-') && !begins_option => program = Some(word.clone()),
            _ => options.push(word.clone()),
        }
    }
    let program = program.ok_or_else(|| Error::Usage("cute: no PROGRAM; type `cute --help`".into()))?;
    let (function, more) = description(Path::new(&program))?;
    let mut words: Vec<String> = ["test", "-p", &program, "--function", &function].map(String::from).to_vec();
    // An error is shown in the debugger, if there is one and standard output is not a summary.
    if need_gdb().is_ok() && !options.iter().any(|o| o == "-" || o == "--json=-" || o == "--debug") {
        words.push("--debug".into());
    }
    if !options.iter().any(|o| o == "--until" || o.starts_with("--until=")) {
        words.extend(["--until".into(), "either".into()]);
    }
    words.extend(options);
    if !more.is_empty() {
        words.push("--".into());
        words.extend(more);
    }
    Ok(Some(words))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Unit, Error> {
        Unit::parse(&text.split_whitespace().map(String::from).collect::<Vec<_>>())
    }

    #[test]
    fn files_function_and_flags_are_told_apart() {
        let unit = parse("a.c b.c testme -Iinc -D X -lm -o prog").expect("it is well formed");
        assert_eq!(unit.files, [Path::new("a.c"), Path::new("b.c")]);
        assert_eq!(unit.function.as_deref(), Some("testme"));
        assert_eq!(unit.flags, ["-Iinc", "-D", "X", "-lm"]);
        assert_eq!(unit.program.as_deref(), Some(Path::new("prog")));
        assert_eq!(parse("a.c -m f").expect("it is well formed"), parse("f a.c").expect("it is well formed"));
        assert!(parse("a.c f g").is_err());
        assert!(parse("a.c f -o").is_err());
    }
}
