//! What we count is what clang's own branch coverage counts: the same runs, by our tool and by llvm-cov.
//!
//! For the units the runs are the exported tests, built without us. A run that ends in the middle of a
//! condition, or comes back to one by longjmp, is the one place where we differ, for the better: llvm-cov
//! computes "false" as "asked, and not true".

use crate::common::{Folder, Said, test, units_of};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Outcomes of a function's conditions.
#[derive(Default, Debug, Clone, PartialEq, Eq)]
struct Counted {
    total: u64,
    covered: u64,
    /// Line, column and outcome of those that no run took, sorted; those in macros are left out, for they
    /// stand elsewhere.
    missing: Vec<(u64, u64, bool)>,
}

impl Counted {
    fn add(&mut self, row: &Value) {
        let number = |n: usize| row[n].as_u64().unwrap_or(0);
        for (count, taken) in [(number(4), true), (number(5), false)] {
            self.total += 1;
            self.covered += (count > 0) as u64;
            if count == 0 && number(6) == 0 {
                self.missing.push((number(0), number(1), taken));
            }
        }
        self.missing.sort();
    }

    /// What the summary says is not covered.
    fn missing_in(row: &Value) -> Vec<(u64, u64, bool)> {
        let rows = row["uncovered"].as_array().into_iter().flatten();
        let number = |v: &Value| v.as_u64().unwrap_or(0);
        let mut all: Vec<_> = rows
            .map(|u| (number(&u["line"]), number(&u["column"]), u["taken"].as_bool().unwrap_or(false)))
            .collect();
        all.sort();
        all
    }
}

/// A program built for llvm-cov. Its counters lie in a file, where a crash does not lose them.
struct Measured<'a> {
    folder: &'a Folder,
    program: PathBuf,
}

impl<'a> Measured<'a> {
    fn build(folder: &'a Folder, arguments: &[&str]) -> Measured<'a> {
        let program = folder.path().join("measured");
        let said = Said::by(
            Command::new("clang-19")
                .args(["-w", "-fwrapv", "-fprofile-instr-generate", "-fcoverage-mapping"])
                .args(["-mllvm", "-runtime-counter-relocation=true", "-lm"])
                .args(arguments)
                .arg("-o")
                .arg(&program),
        );
        assert_eq!(said.code, Some(0), "{}", said.err);
        Measured { folder, program }
    }

    /// Runs it for five seconds at most; whether it ended well. The counters of process `%p` lie in a file
    /// of its own; `%c` keeps them there all the time.
    fn run(&self, argument: Option<&str>) -> bool {
        let raw = self.folder.path().join("raw");
        let _ = std::fs::create_dir(&raw);
        let mut command = Command::new("timeout");
        command.arg("5").arg(&self.program).args(argument);
        command.env("LLVM_PROFILE_FILE", format!("{}/%p%c", raw.display()));
        Said::by(&mut command).code == Some(0)
    }

    /// The branches of each function, by name.
    fn counted(&self) -> Vec<(String, Counted)> {
        let (raw, merged) = (self.folder.path().join("raw"), self.folder.path().join("merged"));
        let said = Said::by(Command::new("llvm-profdata-19").arg("merge").arg(&raw).arg("-o").arg(&merged));
        assert_eq!(said.code, Some(0), "{}", said.err);
        let _ = std::fs::remove_dir_all(raw);
        let flag = format!("-instr-profile={}", merged.display());
        let said = Said::by(Command::new("llvm-cov-19").arg("export").arg(&self.program).arg(flag));
        let all: Value = serde_json::from_str(&said.out).expect("llvm-cov's report");
        let functions = all["data"][0]["functions"].as_array().cloned().unwrap_or_default();
        let one = |f: &Value| {
            let mut counted = Counted::default();
            f["branches"].as_array().into_iter().flatten().for_each(|row| counted.add(row));
            let name = f["name"].as_str().unwrap_or("");
            // Static functions are `file.c:name`.
            (name.rsplit(':').next().unwrap_or(name).to_string(), counted)
        };
        functions.iter().map(one).collect()
    }
}

/// The functions of a unit whose outcomes differ from llvm-cov's, and how many agree.
fn compare(file: &Path) -> (Vec<String>, usize) {
    let folder = Folder::new();
    let flags = ["--time", "2", "--executions", "300"].map(String::from);
    let said = test(file, folder.path(), &flags);
    let Ok(summary) = said.summary() else { return (vec![], 0) };
    let stem = file.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
    let exported = folder.path().join(format!("out/tests/test_{stem}.c"));
    let Ok(text) = std::fs::read_to_string(&exported) else { return (vec![], 0) };
    let source = std::fs::read_to_string(file).unwrap_or_default();
    // What a plain build does at the second is no test; the third says that of itself.
    let skipped = ["longjmp", "__builtin_unreachable", "a plain run goes another way"];
    if skipped.iter().any(|what| source.contains(what)) {
        return (vec![], 0);
    }
    let measured = Measured::build(&folder, &[&exported.to_string_lossy()]);
    let (mut wrong, mut same) = (vec![], 0);
    for row in summary["functions"].as_array().into_iter().flatten() {
        let name = row["name"].as_str().unwrap_or("");
        let all = row["branches"]["total"].as_u64().unwrap_or(0);
        let tests: Vec<&str> = text
            .lines()
            .filter_map(|line| ["RUN(", "EXITS("].iter().find_map(|how| line.trim().strip_prefix(how)))
            .filter_map(|rest| rest.split([',', ')']).next())
            .filter(|t| t.rsplit_once('_').is_some_and(|(f, n)| f == name && n.parse::<u32>().is_ok()))
            .collect();
        // What a unit says nothing about may read behind its buffers' ends, where nothing is the same twice.
        if tests.is_empty() || all == 0 || !source.contains(&format!("//~FUNCTION {name} ")) {
            continue;
        }
        for test in tests {
            measured.run(Some(test));
        }
        let counted = measured.counted();
        // The tests have a main of their own.
        let called = if name == "main" { "acute_main_of_the_unit" } else { name };
        let Some((_, theirs)) = counted.iter().find(|(n, _)| n == called) else {
            wrong.push(format!("{name}: llvm-cov does not know it"));
            continue;
        };
        let covered = row["branches"]["covered"].as_u64().unwrap_or(0);
        let exits = text.contains(&format!("EXITS({name}_"));
        // What only a run that fails covers is in no regression test.
        let fails = row["bugs"].as_array().is_some_and(|bugs| !bugs.is_empty());
        let ours = Counted::missing_in(row);
        // Nor is a run that does not end a test.
        let reason = row["reason"].as_str().unwrap_or("");
        let hangs = row["bugs"]
            .as_array()
            .into_iter()
            .flatten()
            .any(|b| b["kind"] == "infinite-loop" || b["kind"] == "did-not-end");
        if (hangs || reason.contains("buffers")) && theirs.total == all {
            continue;
        }
        let covers = match (exits, fails) {
            (false, false) => theirs.covered == covered,
            (true, false) => theirs.covered >= covered,
            (_, true) => exits || theirs.covered <= covered,
        };
        let places = fails || theirs.missing.iter().all(|m| ours.contains(m));
        if theirs.total != all || !covers || !places {
            wrong.push(format!(
                "{name}: {covered}/{all} by us, missing {ours:?}; by llvm-cov {}/{}, missing {:?}",
                theirs.covered, theirs.total, theirs.missing
            ));
        } else {
            same += 1;
        }
    }
    (wrong, same)
}

/// Compares every unit of a folder; at least `least` functions are compared.
fn compare_folder(folder: &str, least: usize) {
    let (mut failed, mut same) = (vec![], 0);
    for file in units_of(folder) {
        let (wrong, agree) = compare(&file);
        same += agree;
        let name = file.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        failed.extend(wrong.into_iter().map(|w| format!("{folder}/{name}: {w}")));
    }
    let all = failed.len() + same;
    assert!(failed.is_empty(), "{} of {all} functions:\n{}", failed.len(), failed.join("\n"));
    assert!(same >= least, "only {same} functions were compared");
    println!("{folder}: {same} functions");
}

#[test]
fn branch_outcomes_of_units_with_all_paths_are_those_of_llvm_cov() {
    compare_folder("paths", 1);
}

#[test]
fn branch_outcomes_of_covered_units_are_those_of_llvm_cov() {
    compare_folder("covers", 1);
}

#[test]
fn branch_outcomes_of_units_with_bugs_are_those_of_llvm_cov() {
    compare_folder("finds", 1);
}

#[test]
fn branch_outcomes_of_units_without_bugs_are_those_of_llvm_cov() {
    compare_folder("clean", 1);
}

#[test]
fn branch_outcomes_of_unsupported_units_are_those_of_llvm_cov() {
    compare_folder("unsupported", 1);
}

#[test]
fn branch_outcomes_of_random_programs_are_those_of_llvm_cov() {
    let (mut compared, mut branches) = (0, 0);
    let wanted = crate::common::scaled(20);
    for seed in 1..=3 * wanted {
        if compared == wanted {
            break;
        }
        let folder = Folder::new();
        let seed = seed.to_string();
        let said = Said::by(
            Command::new("csmith")
                .args(["--seed", &seed, "--max-funcs", "5", "--no-argc"])
                .current_dir(folder.path()),
        );
        let file = folder.file("random.c", &said.out);
        let driver = folder.file("driver.c", "#define main unused_main\n#include \"random.c\"\n#undef main\nint main(void) { func_1(); return 0; }\n");
        let measured = Measured::build(&folder, &["-I/usr/include/csmith", &driver.to_string_lossy()]);
        // Some run for hours.
        if !measured.run(None) {
            continue;
        }
        let flags =
            ["--function", "func_1", "--executions", "1", "--no-export", "--", "-I/usr/include/csmith"];
        let said = test(&file, folder.path(), &flags.map(String::from));
        let summary = said.summary().expect("a summary");
        let row = &summary["functions"][0];
        let counted = measured.counted();
        // What func_1 can call: all functions but those of main's own.
        let theirs = counted.iter().filter(|(name, _)| name == "func_1").map(|(_, c)| c.clone()).next();
        let theirs = theirs.expect("func_1");
        assert_eq!(row["branches"]["total"].as_u64(), Some(theirs.total), "seed {seed}");
        assert_eq!(row["branches"]["covered"].as_u64(), Some(theirs.covered), "seed {seed}");
        let ours = Counted::missing_in(row);
        let own = |f: &str| f.starts_with("func_") || f.starts_with("safe_");
        let missing: Vec<_> =
            counted.iter().filter(|(name, _)| own(name)).flat_map(|(_, c)| c.missing.clone()).collect();
        assert!(ours.iter().all(|m| missing.contains(m)), "seed {seed}: {ours:?} {missing:?}");
        // Functions that nothing reaches are no part of ours.
        let reached = row["branches_reachable"]["total"].as_u64().unwrap_or(0);
        let covered = row["branches_reachable"]["covered"].as_u64().unwrap_or(0);
        let all: u64 = counted.iter().filter(|(name, _)| own(name)).map(|(_, c)| c.covered).sum();
        assert_eq!(covered, all, "seed {seed}: {row}");
        compared += 1;
        branches += reached;
    }
    assert_eq!(compared, wanted);
    assert!(branches > 500, "only {branches} outcomes were compared");
}

/// Conditions by chance, out of six numbers: `&&`, `||`, `!`, `?:` and calls with all of these in them. Constants are left
/// out: docs/limits.md says why.
struct Conditions(u64);

impl Conditions {
    fn below(&mut self, n: u64) -> u64 {
        // Knuth's linear congruential generator.
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    fn condition(&mut self, depth: u32) -> String {
        let part = |c: &mut Conditions| c.condition(depth - 1);
        match if depth == 0 { 0 } else { self.below(10) } {
            0 | 1 => ["a", "b", "c", "d", "e", "f", "a > b", "c == d"][self.below(8) as usize].into(),
            2 | 3 => format!("({} && {})", part(self), part(self)),
            4 | 5 => format!("({} || {})", part(self), part(self)),
            6 => format!("!{}", part(self)),
            7 => format!("EITHER({}, {}, {})", part(self), part(self), part(self)),
            8 => format!("same({})", part(self)),
            _ => format!("({} ? {} : {})", part(self), part(self), part(self)),
        }
    }

    fn statement(&mut self) -> String {
        let condition = self.condition(3);
        match self.below(7) {
            0 | 1 => format!("if ({condition}) n++;"),
            2 => format!("if ({condition}) n++; else if ({}) n--;", self.condition(2)),
            3 => format!(
                "for (int i = 0; i < 3 && ({condition}); i++) {{ if ({}) a--; else continue; b ^= 1; }}",
                self.condition(2)
            ),
            4 => format!("do {{ if ({}) break; n++; }} while (({condition}) && n < 20);", self.condition(2)),
            5 => format!("k = 0; while ({condition}) {{ if (++k > 3) break; c ^= k; }}"),
            _ => format!("n += ({condition}) ? {} : 5;", self.condition(2)),
        }
    }

    /// A function that is called a few times.
    fn program(&mut self) -> String {
        let mut text =
            String::from("#define EITHER(x, y, z) ((x) ? (y) : (z))\nstatic int same(int n) { return n; }\n");
        text += "static int count(int a, int b, int c, int d, int e, int f) {\n    int n = 0, k = 0;\n";
        for _ in 0..6 {
            text += &format!("    {}\n", self.statement());
        }
        text += "    return n + k + same(e + f);\n}\nint all(void) {\n    int n = 0;\n";
        for _ in 0..1 + self.below(12) {
            let values: Vec<String> = (0..6).map(|_| self.below(2).to_string()).collect();
            text += &format!("    n += count({});\n", values.join(", "));
        }
        text + "    return n;\n}\n"
    }
}

#[test]
fn outcomes_of_conditions_within_conditions_are_those_of_llvm_cov() {
    let mut wrong = vec![];
    let programs = crate::common::scaled(40);
    for seed in 0..programs as u64 {
        let folder = Folder::new();
        let program = Conditions(seed).program();
        let file = folder.file("conditions.c", &program);
        let driver =
            folder.file("driver.c", "#include \"conditions.c\"\nint main(void) { all(); return 0; }\n");
        let measured = Measured::build(&folder, &[&driver.to_string_lossy()]);
        assert!(measured.run(None), "seed {seed}: {program}");
        let flags = ["--function", "all", "--executions", "1", "--no-export"];
        let summary = test(&file, folder.path(), &flags.map(String::from)).summary().expect("a summary");
        let row = &summary["functions"][0];
        let counted = measured.counted();
        let (_, theirs) = counted.iter().find(|(name, _)| name == "count").expect("the function");
        let ours = Counted::missing_in(row);
        let covered = row["branches_reachable"]["covered"].as_u64();
        let total = row["branches_reachable"]["total"].as_u64();
        let places = theirs.missing.iter().all(|m| ours.contains(m));
        if total != Some(theirs.total) || covered != Some(theirs.covered) || !places {
            wrong.push(format!(
                "seed {seed}: {covered:?} of {total:?}, missing {ours:?}, by llvm-cov {theirs:?}:\n{program}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{} of {programs}:\n{}", wrong.len(), wrong.join("\n"));
}
