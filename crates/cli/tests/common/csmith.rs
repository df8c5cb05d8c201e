//! Random programs by csmith: what three compilers make of one, and one with its globals as inputs.
use super::{Folder, acute};
use std::path::Path;
use std::process::{Command, Output};

/// Seconds after which gcc's program is taken to run for ever, as csmith's programs may.
const PATIENCE: &str = "5";
/// How much longer the others may take, which are not optimised, or instrumented.
const MORE_PATIENCE: &str = "120";
/// Where csmith's headers are.
const HEADERS: &str = "-I/usr/include/csmith";
/// More parameters than that make runs slow and find no more.
const PARAMETERS: usize = 24;

/// What became of one program.
#[derive(Debug, PartialEq)]
pub enum Checksum {
    /// All three print it.
    Same,
    /// gcc's own build does not end.
    Endless,
    /// gcc's optimiser does away with a loop that neither clang -O0 nor we come to the end of: two of the
    /// three agree, and there is nothing to compare.
    EndlessUnoptimised(u32),
    /// Who prints what.
    Differs(String),
}

fn output(command: &mut Command) -> Output {
    let program = command.get_program().to_string_lossy().into_owned();
    command.output().unwrap_or_else(|e| panic!("{program}: {e} (run `make setup`)"))
}

/// Every other program has floats.
fn generate(at: &Path, seed: u32, flags: &[&str]) {
    let mut csmith = Command::new("csmith");
    csmith.current_dir(at).args(["--seed", &seed.to_string(), "--output", "random.c"]).args(flags);
    if seed & 1 == 0 {
        csmith.arg("--float");
    }
    let said = output(&mut csmith);
    assert!(said.status.success(), "csmith, seed {seed}: {}", String::from_utf8_lossy(&said.stderr));
}

/// Compiled by us, by clang -O0 and by gcc -O2, does it print the same?
pub fn checksum(seed: u32) -> Checksum {
    let folder = Folder::new();
    let at = folder.path();
    generate(at, seed, &["--max-funcs", "5"]);
    let mut ours = acute();
    ours.args(["cc", "-O1"]);
    let mut gcc = Command::new("gcc");
    gcc.arg("-O2");
    let mut clang = Command::new("clang-19");
    clang.arg("-O0");
    let (mut said, mut late) = (vec![], vec![]);
    for (name, mut compiler) in [("gcc", gcc), ("clang", clang), ("acute", ours)] {
        let built = output(compiler.current_dir(at).args([HEADERS, "-w", "random.c", "-lm", "-o"]).arg(name));
        assert!(built.status.success(), "seed {seed}: {}", String::from_utf8_lossy(&built.stderr));
        let patience = if name == "gcc" { PATIENCE } else { MORE_PATIENCE };
        let run = output(Command::new("timeout").current_dir(at).args([patience, &format!("./{name}")]));
        if name == "gcc" && run.status.code() == Some(124) {
            return Checksum::Endless;
        }
        late.push(run.status.code() == Some(124));
        said.push(format!("{} ({})", String::from_utf8_lossy(&run.stdout).trim(), run.status));
    }
    if said.iter().all(|s| *s == said[0]) {
        return Checksum::Same;
    }
    if late == [false, true, true] {
        return Checksum::EndlessUnoptimised(seed);
    }
    Checksum::Differs(format!("seed {seed}: gcc {}, clang {}, acute {}", said[0], said[1], said[2]))
}

/// What came of exploring one program.
pub struct Explored {
    /// Runs of it.
    pub executions: u64,
    /// Branches asked to go the other way: there are none where none is symbolic.
    pub queries: u64,
    /// Runs that went another way than was meant.
    pub divergences: u64,
}

/// `acute test --check` of a function that sets the program's globals and calls it: an error if a branch
/// was not true, or anything else of ours failed.
pub fn explore(seed: u32) -> Result<Explored, String> {
    let folder = Folder::new();
    let at = folder.path();
    let small = ["--max-funcs", "4", "--max-block-depth", "3", "--max-array-dim", "2"];
    generate(at, seed, &[&small[..], &["--no-const-struct-union-fields"]].concat());
    let program = std::fs::read_to_string(at.join("random.c")).expect("csmith wrote it");
    let drive = folder.file("drive.c", &driver(&program));
    let flags = "--function drive --no-export --executions 200 --time 4 --";
    let flags = flags.split(' ').chain([HEADERS, "-w"]).map(String::from);
    let said = super::test(&drive, at, &flags.collect::<Vec<_>>());
    // That it runs for ever is a finding, and true.
    if !matches!(said.code, Some(0 | 1)) {
        return Err(format!("seed {seed}: exit code {:?}: {}", said.code, said.err));
    }
    let summary = said.summary().map_err(|why| format!("seed {seed}: {why}"))?;
    let number = |at: &str| summary.pointer(&format!("/functions/0/{at}")).and_then(|n| n.as_u64());
    Ok(Explored {
        executions: number("executions").ok_or(format!("seed {seed}: no executions"))?,
        queries: number("solver/queries").ok_or(format!("seed {seed}: no queries"))?,
        divergences: number("divergences").ok_or(format!("seed {seed}: no divergences"))?,
    })
}

/// The unit whose function `drive` sets the program's scalars from its parameters. Which lvalues are
/// scalars stands in the program itself: its main sums them up.
fn driver(program: &str) -> String {
    let (mut parameters, mut assignments) = (vec![], String::new());
    // invariant: the bounds of the loops we are in, outermost first.
    let mut bounds: Vec<(String, usize)> = vec![];
    let main = program.split_once("int main (").map_or("", |(_, main)| main);
    for line in main.lines().map(str::trim) {
        if let Some(head) = line.strip_prefix("for (") {
            let words: Vec<&str> = head.split([' ', ';', ')']).filter(|w| !w.is_empty()).collect();
            // for (i = 0; i < 3; i++)
            if let [counter, "=", "0", _, "<", bound, ..] = words[..] {
                bounds.push((counter.to_string(), bound.parse().unwrap_or(1)));
            }
        } else if line == "}" {
            bounds.pop();
        } else if let Some((is_float, lvalue)) = summed(line) {
            let Some(declared) = scalar_type(program, lvalue) else { continue };
            for element in elements(lvalue, &bounds) {
                if parameters.len() == PARAMETERS {
                    break;
                }
                // The type of a sum is one for a bit-field, too.
                let of_field = format!("__typeof__({element} + 0)");
                let field = lvalue.contains('.');
                let kind = if field && !is_float { of_field } else { declared.to_string() };
                let kind = if field && is_float { "float".to_string() } else { kind };
                let name = format!("a{}", parameters.len());
                assignments += &format!("    {element} = {name};\n");
                parameters.push(format!("{kind} {name}"));
            }
        }
    }
    format!(
        "#define main csmith_main\n#include \"random.c\"\nvoid drive({})\n{{\n{assignments}    func_1();\n}}\n",
        parameters.join(", ")
    )
}

/// What a line of csmith's main adds to the checksum, and whether it is a float.
fn summed(line: &str) -> Option<(bool, &str)> {
    if let Some(rest) = line.strip_prefix("transparent_crc(") {
        return Some((false, rest.split_once(',')?.0));
    }
    Some((true, line.strip_prefix("transparent_crc_bytes (&")?.split_once(',')?.0))
}

/// The type a global was declared with, unless it is constant.
fn scalar_type<'a>(program: &'a str, lvalue: &str) -> Option<&'a str> {
    let name = &lvalue[..lvalue.find(['.', '[']).unwrap_or(lvalue.len())];
    let declaration = program.lines().find_map(|line| {
        let (before, after) = line.split_once(name)?;
        let words = before.strip_prefix("static ")?;
        (after.starts_with([' ', '['])).then_some(words.trim())
    })?;
    let plain = declaration.trim_start_matches("volatile ").trim();
    (!declaration.split(' ').any(|word| word == "const")).then_some(plain)
}

/// The first and the last elements of an array that a line in loops goes over.
fn elements(lvalue: &str, bounds: &[(String, usize)]) -> Vec<String> {
    let mut all = vec![lvalue.to_string()];
    for (counter, bound) in bounds {
        let index = format!("[{counter}]");
        if lvalue.contains(&index) {
            let mut ends = vec![0, bound.saturating_sub(1)];
            ends.dedup();
            all = all
                .iter()
                .flat_map(|e| {
                    ends.iter().map(|n| e.replacen(&index, &format!("[{n}]"), 1)).collect::<Vec<_>>()
                })
                .collect();
        }
    }
    all
}
