//! How many paths a unit has, counted without us: the unit is compiled natively with clang's edge
//! coverage and run on inputs that reach all there are. What only compares n keys takes a path that
//! depends on nothing but their weak order; what takes one or two bytes can be run on all of them.
//!
//! | comment | inputs |
//! |---|---|
//! | `//~ORDERS 5 f(k[0], k[1], k[2], k[3], k[4])` | all weak orders of `int k[5]`: 541 |
//! | `//~BYTES 2 f(b[0], b[1])` | all values of `unsigned char b[2]` |
//!
//! `//~CHOICES` says that some conditions of the unit decide values only.

use crate::common::{Folder, Said, test, units_of};
use std::path::Path;
use std::process::Command;

/// A path is the sequence of edges a run takes; its hash goes into a table of those seen.
const TRACE: &str = r#"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#define QUIET __attribute__((no_sanitize("coverage"), unused))
static uint64_t acute_path;
QUIET void __sanitizer_cov_trace_pc_guard_init(uint32_t *start, uint32_t *stop) {
    for (uint32_t n = 1; start < stop; start++, n++)
        *start = n;
}
QUIET void __sanitizer_cov_trace_pc_guard(uint32_t *edge) {
    acute_path = (acute_path ^ *edge) * 0x9e3779b97f4a7c15u;
    acute_path ^= acute_path >> 29;
}
enum { ROOM = 1 << 20 };
static uint64_t acute_seen[ROOM];
static unsigned long acute_paths, acute_runs;
QUIET static void acute_begin(void) { acute_path = 1; }
QUIET static void acute_end(void) {
    uint64_t path = acute_path ? acute_path : 1;
    uint64_t at = path % ROOM;
    acute_runs++;
    while (acute_seen[at] && acute_seen[at] != path)
        at = (at + 1) % ROOM;
    if (!acute_seen[at]) {
        acute_seen[at] = path;
        if (++acute_paths > ROOM / 2)
            abort();
    }
}
"#;

/// All surjections of n keys onto 1..k, for every k.
const ORDERS: &str = r#"
QUIET int main(void) {
    int k[8] = {0};
    for (;;) {
        unsigned used = 0, most = 0;
        for (int i = 0; i < N; i++) {
            used |= 1u << k[i];
            if ((unsigned)k[i] > most)
                most = k[i];
        }
        if (used == (2u << most) - 1) {
            acute_begin();
            (void)CALL;
            acute_end();
        }
        int i = 0;
        while (i < N && ++k[i] == N)
            k[i++] = 0;
        if (i == N)
            break;
    }
    printf("%lu %lu\n", acute_runs, acute_paths);
    return 0;
}
"#;

const BYTES: &str = r#"
QUIET int main(void) {
    for (unsigned long v = 0; v < 1ul << 8 * N; v++) {
        unsigned char b[4] = {(unsigned char)v, (unsigned char)(v >> 8), (unsigned char)(v >> 16), 0};
        acute_begin();
        (void)CALL;
        acute_end();
    }
    printf("%lu %lu\n", acute_runs, acute_paths);
    return 0;
}
"#;

/// Runs and distinct paths of a native build.
fn count(unit: &Path, driver: &str, n: &str, call: &str) -> (u64, u64) {
    let folder = Folder::new();
    let text =
        format!("#include \"{}\"\n#define N {n}\n#define CALL ({call})\n{TRACE}{driver}", unit.display());
    let source = folder.file("driver.c", &text);
    let program = folder.path().join("driver");
    // At -O0 a branch of the source is a branch; -no-prune: every edge, not only a sufficient set.
    let flags = ["-O0", "-w", "-fsanitize-coverage=edge,trace-pc-guard,no-prune"];
    let said = Said::by(Command::new("clang-19").args(flags).arg(&source).arg("-o").arg(&program));
    assert_eq!(said.code, Some(0), "{}: {}", unit.display(), said.err);
    let said = Said::by(&mut Command::new(&program));
    let numbers: Vec<u64> = said.out.split_whitespace().filter_map(|w| w.parse().ok()).collect();
    assert_eq!((said.code, numbers.len()), (Some(0), 2), "{}: {}{}", unit.display(), said.out, said.err);
    (numbers[0], numbers[1])
}

/// `acute`'s number of paths of a function.
fn paths(unit: &Path, function: &str) -> u64 {
    let folder = Folder::new();
    let flags =
        ["--function".to_string(), function.to_string(), "--time".into(), "600".into(), "--no-export".into()];
    let summary =
        test(unit, folder.path(), &flags).summary().unwrap_or_else(|why| panic!("{}: {why}", unit.display()));
    let row = &summary["functions"][0];
    assert_eq!(row["outcome"], "complete", "{}: {row:#}", unit.display());
    assert_eq!(row["divergences"], 0, "{}", unit.display());
    let number = |v: &serde_json::Value| v.as_u64().expect("a number");
    let (paths, runs) = (number(&row["paths"]), number(&row["executions"]));
    // Again only for the sake of a choice, whose outcomes split no path.
    let choices = if text(unit).contains("//~CHOICES") { number(&row["branches"]["total"]) } else { 0 };
    // And at most so many with boundary values, where paths are long.
    let again = choices + if runs > 64 { 128 } else { 0 };
    assert!((paths..=paths + again).contains(&runs), "{}: a path was run twice", unit.display());
    paths
}

fn text(unit: &Path) -> String {
    std::fs::read_to_string(unit).expect("a unit")
}

/// Each unit that has the comment: its native runs and paths, and what the tool says.
fn compare(word: &str, driver: &str, least: usize) -> Vec<(String, u64, u64)> {
    let (mut all, mut wrong) = (vec![], vec![]);
    for unit in units_of("paths") {
        let text = text(&unit);
        let Some(comment) = text.lines().find_map(|l| l.strip_prefix(word)) else { continue };
        let (n, call) = comment.trim().split_once(' ').expect("a number and a call");
        let function = call.split('(').next().expect("a name");
        let name = unit.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
        let (runs, native) = count(&unit, driver, n, call);
        let ours = paths(&unit, function);
        if ours != native {
            wrong.push(format!("{name}: {native} paths by brute force, {ours} by acute"));
        }
        all.push((name, runs, native));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(all.len() >= least, "only {} units were compared", all.len());
    all
}

#[test]
fn as_many_paths_as_the_weak_orders_of_the_keys_give() {
    let all = compare("//~ORDERS", ORDERS, 10);
    let of = |name: &str| all.iter().find(|(n, ..)| n == name).map(|(_, runs, paths)| (*runs, *paths));
    // Fubini numbers: the enumeration itself is right.
    assert_eq!(of("bst_insert"), Some((541, 541)));
    assert_eq!(of("quick_sort"), Some((4683, 720)));
    assert_eq!(of("median").map(|m| m.0), Some(13));
}

#[test]
fn as_many_paths_as_all_bytes_give() {
    let all = compare("//~BYTES", BYTES, 6);
    assert!(all.iter().any(|(name, runs, paths)| name == "byte_loop" && (*runs, *paths) == (256, 256)));
}
