//! Random functions of two bytes, with and without arrays that they index: the paths acute finds are exactly those that a plain run over all
//! 65,536 inputs takes. The oracle shares nothing with us but the C text: gcc compiles it, every
//! condition goes through a macro that writes its outcome down.
use serde_json::Value;
use std::fmt::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// splitmix64
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    fn pick<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len() as u64) as usize]
    }
}

const TYPES: &[&str] =
    &["signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long", "unsigned long"];

struct Writer {
    dice: Dice,
    names: Vec<String>,
    made: usize,
    /// Conditions in all: they bound the length of a path.
    conditions: usize,
    /// Whether it has arrays, and indexes them.
    arrays: bool,
}

/// What a function with arrays begins with: a local one, a global one that each call sets up anew, one of two
/// dimensions, one of structs, of which not all is initialised, and a table. Every index below stays inside.
const ARRAYS: &str = "int m[8] = {3, -1, 4, 1}; short w[2][3] = {{1, 2}, {3}}; \
    struct { signed char c; long l; } s[4]; for (int k = 0; k < 4; k++) s[k].c = k, s[k].l = -k; \
    for (int k = 0; k < 5; k++) g[k] = k * 50; ";
const GLOBALS: &str = "static unsigned char g[5];\nstatic const short table[256] = \
    {[1] = 5, [2] = 5, [3] = -7, [100] = 1000, [200 ... 220] = 9, [255] = 255};\n";

impl Writer {
    fn expression(&mut self, depth: u32) -> String {
        if depth == 0 || self.dice.below(6) == 0 {
            return match self.dice.below(3) {
                0 => self
                    .dice
                    .pick(&["0", "1", "2", "3", "7", "16", "100", "200", "255", "256", "1000", "65535"])
                    .to_string(),
                _ => self.names[self.dice.below(self.names.len() as u64) as usize].clone(),
            };
        }
        if self.arrays && self.dice.below(4) == 0 {
            return self.element(depth - 1);
        }
        let (a, b) = (self.expression(depth - 1), self.expression(depth - 1));
        match self.dice.below(12) {
            0..=5 => format!("({a} {} {b})", self.dice.pick(&["+", "-", "*", "&", "|", "^"])),
            6 => format!("({a} {} ({b} & 7))", self.dice.pick(&["<<", ">>"])),
            7 => format!("({a} {} (({b} & 15) + 1))", self.dice.pick(&["/", "%"])),
            8 | 9 => format!("(({})({a}))", self.dice.pick(TYPES)),
            10 => format!("({}({a}))", self.dice.pick(&["-", "~", "!"])),
            _ => self.comparison(depth - 1),
        }
    }

    /// An element of one of the arrays that can be written, or of the table.
    fn element(&mut self, depth: u32) -> String {
        let index = self.expression(depth);
        match self.dice.below(2) {
            0 => self.variable(depth),
            _ => format!("table[(unsigned char)({index})]"),
        }
    }

    fn variable(&mut self, depth: u32) -> String {
        let (i, j) = (self.expression(depth), self.expression(depth));
        match self.dice.below(5) {
            0 => format!("m[({i}) & 7]"),
            1 => format!("g[(unsigned long)({i}) % 5]"),
            2 => format!("w[({i}) & 1][(unsigned)({j}) % 3]"),
            3 => format!("s[({i}) & 3].{}", self.dice.pick(&["c", "l"])),
            _ => format!("(m + 4)[(int)(({i}) & 7) - 4]"),
        }
    }

    fn comparison(&mut self, depth: u32) -> String {
        let (a, b) = (self.expression(depth), self.expression(depth));
        format!("({a} {} {b})", self.dice.pick(&["<", "<=", ">", ">=", "==", "!="]))
    }

    fn block(&mut self, depth: u32) -> String {
        let mut text = String::new();
        let visible = self.names.len();
        for _ in 0..1 + self.dice.below(3) {
            if self.arrays && self.dice.below(3) == 0 {
                let (to, value) = (self.variable(1), self.expression(2));
                let _ = write!(text, "{to} = {value}; ");
            }
            match self.dice.below(8) {
                0..=2 => {
                    let (ty, value) = (self.dice.pick(TYPES), self.expression(2));
                    let _ = write!(text, "{ty} t{} = {value}; ", self.made);
                    self.names.push(format!("t{}", self.made));
                    self.made += 1;
                }
                3..=6 if depth > 0 && self.conditions < 7 => {
                    self.conditions += 1;
                    let condition = self.comparison(2);
                    let (yes, no) = (self.block(depth - 1), self.block(depth - 1));
                    let _ = write!(text, "if (B({condition})) {{ {yes}}} else {{ {no}}} ");
                }
                _ => {
                    let value = self.expression(2);
                    let _ = write!(text, "r = r * 31 + (unsigned long)({value}); ");
                }
            }
        }
        self.names.truncate(visible);
        text
    }
}

/// The text of one unit: as it stands for acute, with -DNATIVE as a program that prints its paths.
fn unit(seed: u64, arrays: bool) -> String {
    let names = vec!["a".into(), "b".into()];
    let mut writer = Writer { dice: Dice(seed), names, made: 0, conditions: 0, arrays };
    let (globals, before) = if arrays { (GLOBALS, ARRAYS) } else { ("", "") };
    let types = ["unsigned char", "signed char"];
    let (ta, tb) = (writer.dice.pick(&types), writer.dice.pick(&types));
    let body: String = (0..3).map(|_| writer.block(3)).collect();
    format!(
        r#"#ifdef NATIVE
#include <stdio.h>
#include <stdlib.h>
static unsigned long long path = 1;
static int B(int c) {{ path = path * 2 + (c != 0); return c; }}
#else
#define B(c) (c)
#endif
{globals}unsigned long unit({ta} a, {tb} b) {{ unsigned long r = 0; {before}{body} return r; }}
#ifdef NATIVE
static int order(const void *x, const void *y) {{
    unsigned long long a = *(const unsigned long long *)x, b = *(const unsigned long long *)y;
    return (a > b) - (a < b);
}}
int main(void) {{
    static unsigned long long all[65536];
    int n = 0, paths = 0;
    for (int a = 0; a < 256; a++)
        for (int b = 0; b < 256; b++) {{
            path = 1;
            unit(({ta})a, ({tb})b);
            all[n++] = path;
        }}
    qsort(all, 65536, sizeof *all, order);
    for (int i = 0; i < 65536; i++) paths += i == 0 || all[i] != all[i - 1];
    printf("%d\n", paths);
}}
#endif
"#
    )
}

fn native_paths(file: &Path) -> u64 {
    let program = file.with_extension("native");
    // -fwrapv on both sides: signed overflow wraps, so that there is one right answer.
    let built =
        Command::new("gcc").args(["-DNATIVE", "-fwrapv", "-w", "-O1", "-o"]).arg(&program).arg(file).status();
    assert!(built.is_ok_and(|s| s.success()), "gcc on {}", file.display());
    let output = Command::new(&program).output().unwrap();
    String::from_utf8_lossy(&output.stdout).trim().parse().unwrap()
}

fn acute_row(file: &Path) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_acute"))
        .arg("test")
        .arg(file)
        .args(["--function", "unit", "--check", "--json", "-", "--time", "300", "--no-export", "--out"])
        .arg(file.with_extension("out"))
        .args(["--", "-fwrapv"])
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    let summary: Value = serde_json::from_str(&text).unwrap_or_else(|e| {
        panic!("{}: {e}: {text}{}", file.display(), String::from_utf8_lossy(&output.stderr))
    });
    summary["functions"][0].clone()
}

#[test]
fn random_units_have_the_paths_that_all_their_inputs_take() {
    compare(false);
}

#[test]
fn random_units_that_index_arrays_have_the_paths_that_all_their_inputs_take() {
    compare(true);
}

fn compare(arrays: bool) {
    let folder = std::env::temp_dir().join(format!("acute-brute-{arrays}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let mut wrong = vec![];
    for seed in 0..crate::common::scaled(40) as u64 {
        let file = folder.join(format!("unit{seed}.c"));
        std::fs::write(&file, unit(seed, arrays)).unwrap();
        let (native, row) = (native_paths(&file), acute_row(&file));
        let right =
            row["outcome"] == "complete" && row["paths"].as_u64() == Some(native) && row["divergences"] == 0;
        if !right {
            let kept = std::env::temp_dir().join(format!("acute-wrong-{arrays}-{seed}.c"));
            std::fs::copy(&file, &kept).unwrap();
            wrong.push(format!(
                "{}: {native} paths natively, but {} {} {}",
                kept.display(),
                row["outcome"],
                row["paths"],
                row["reason"]
            ));
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
