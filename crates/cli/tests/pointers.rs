//! Random functions of two pointers that follow, compare and write: what acute finds that they can return is exactly
//! what they can, over all graphs of memory there are. The oracle shares nothing with us: it runs each function on
//! memory that is chosen where it is first read (NULL, each object that is there, a new one), in all ways.
mod common;

use common::{Folder, test};
use std::collections::{BTreeSet, HashMap};
use std::fmt::Write;

/// splitmix64
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ z >> 31) as usize % n
    }
}

/// A statement over the locals x0, x1 and x2; the field 2 is the number k.
#[derive(Clone, Copy)]
enum Step {
    Follow { to: usize, from: usize, field: usize },
    Equal(usize, usize),
    Store { to: usize, field: usize, from: usize },
    StoreNumber(usize, usize),
    TestNumber(usize, usize),
}

const FIELDS: [&str; 2] = ["a", "b"];
const NUMBER: usize = 2;
/// Questions of a function: what it returns is their answers, as a number.
const MOST: usize = 5;

fn program(dice: &mut Dice) -> Vec<Step> {
    let (mut steps, mut asked) = (vec![], 0);
    for _ in 0..6 + dice.below(6) {
        let (x, y, field, k) = (dice.below(3), dice.below(3), dice.below(2), dice.below(3));
        let step = match dice.below(20) {
            0..=8 => Step::Follow { to: x, from: y, field },
            9..=13 if asked < MOST && x != y => Step::Equal(x, y),
            14..=15 => Step::Store { to: x, field, from: y },
            16 => Step::StoreNumber(x, k),
            _ if asked < MOST => Step::TestNumber(x, k),
            _ => continue,
        };
        asked += matches!(step, Step::Equal(..) | Step::TestNumber(..)) as usize;
        steps.push(step);
    }
    steps.push(Step::Equal(0, 1));
    steps
}

fn questions(steps: &[Step]) -> usize {
    steps.iter().filter(|s| matches!(s, Step::Equal(..) | Step::TestNumber(..))).count()
}

/// The function as C, with a case for each code; the line of the first, from the start of the text.
fn c_text(steps: &[Step], name: &str) -> (String, usize) {
    let mut text =
        format!("int {name}(struct node *x0, struct node *x1) {{\n struct node *x2 = x0;\n int code = 1;\n");
    let ask = |text: &mut String, what: String| {
        writeln!(text, " if ({what})\n  code = 2 * code + 1;\n else\n  code = 2 * code;").unwrap();
    };
    for step in steps {
        match *step {
            Step::Follow { to, from, field } => {
                writeln!(text, " if (x{from})\n  x{to} = x{from}->{};", FIELDS[field]).unwrap()
            }
            Step::Equal(x, y) => ask(&mut text, format!("x{x} == x{y}")),
            Step::Store { to, field, from } => {
                writeln!(text, " if (x{to})\n  x{to}->{} = x{from};", FIELDS[field]).unwrap()
            }
            Step::StoreNumber(x, k) => writeln!(text, " if (x{x})\n  x{x}->k = {k};").unwrap(),
            Step::TestNumber(x, k) => ask(&mut text, format!("x{x} && x{x}->k == {k}")),
        }
    }
    text += " switch (code) {\n";
    let first = text.lines().count();
    let codes = 1 << questions(steps);
    (0..codes).for_each(|k| writeln!(text, " case {}: return {k};", codes + k).unwrap());
    text += " }\n return -1;\n}\n";
    (text, first)
}

/// A run whose choices are a prefix of what it needs.
struct Memory<'a> {
    choices: &'a [usize],
    taken: usize,
    objects: usize,
    fields: HashMap<(usize, usize), usize>,
}

/// So many ways to go on.
struct Choose(usize);

impl Memory<'_> {
    fn choose(&mut self, ways: usize) -> Result<usize, Choose> {
        let chosen = self.choices.get(self.taken).copied().ok_or(Choose(ways))?;
        self.taken += 1;
        Ok(chosen)
    }

    /// NULL is 0, objects are numbers from 1.
    fn pointer(&mut self) -> Result<usize, Choose> {
        let chosen = self.choose(self.objects + 2)?;
        self.objects = self.objects.max(chosen);
        Ok(chosen)
    }

    fn read(&mut self, object: usize, field: usize) -> Result<usize, Choose> {
        if let Some(value) = self.fields.get(&(object, field)) {
            return Ok(*value);
        }
        // Numbers are 0, 1, 2 or something else.
        let value = if field == NUMBER { self.choose(4)? } else { self.pointer()? };
        self.fields.insert((object, field), value);
        Ok(value)
    }

    fn run(&mut self, steps: &[Step]) -> Result<usize, Choose> {
        let (a, b) = (self.pointer()?, self.pointer()?);
        let (mut x, mut code) = ([a, b, a], 0);
        for step in steps {
            match *step {
                Step::Follow { to, from, field } if x[from] != 0 => x[to] = self.read(x[from], field)?,
                Step::Store { to, field, from } if x[to] != 0 => {
                    self.fields.insert((x[to], field), x[from]);
                }
                Step::StoreNumber(at, k) if x[at] != 0 => _ = self.fields.insert((x[at], NUMBER), k),
                Step::Equal(a, b) => code = 2 * code + (x[a] == x[b]) as usize,
                Step::TestNumber(at, k) => {
                    code = 2 * code + (x[at] != 0 && self.read(x[at], NUMBER)? == k) as usize
                }
                _ => {}
            }
        }
        Ok(code)
    }
}

/// Everything that the function can return.
fn codes(steps: &[Step]) -> BTreeSet<usize> {
    let (mut codes, mut waiting) = (BTreeSet::new(), vec![vec![]]);
    while let Some(choices) = waiting.pop() {
        let mut memory = Memory { choices: &choices, taken: 0, objects: 0, fields: HashMap::new() };
        match memory.run(steps) {
            Ok(code) => _ = codes.insert(code),
            Err(Choose(ways)) => {
                waiting.extend((0..ways).map(|k| choices.iter().copied().chain([k]).collect::<Vec<_>>()))
            }
        }
    }
    codes
}

#[test]
fn every_graph_of_memory_is_found_and_nothing_else() {
    let mut dice = Dice(1);
    let mut text = "struct node {\n struct node *a, *b;\n int k;\n};\n".to_string();
    let mut functions = vec![];
    for k in 0..80 {
        let steps = program(&mut dice);
        let (c, first) = c_text(&steps, &format!("f{k}"));
        functions.push((steps, text.lines().count() + first + 1));
        text += &c;
    }
    let folder = Folder::new();
    let file = folder.file("pointers.c", &text);
    let flags = ["--no-export", "--time", "30"].map(String::from);
    let summary = test(&file, folder.path(), &flags).summary().expect("a summary");
    let rows = summary["functions"].as_array().expect("functions");
    assert_eq!(rows.len(), functions.len());
    let mut wrong = vec![];
    for (row, (steps, first)) in rows.iter().zip(&functions) {
        let is_covered = |k: &usize| {
            let lines = row["uncovered"].as_array().expect("uncovered").iter();
            !lines.filter(|u| u["taken"] == true).any(|u| u["line"] == first + k)
        };
        let found: BTreeSet<usize> = (0..1 << questions(steps)).filter(is_covered).collect();
        let all = codes(steps);
        if row["outcome"] != "complete" || row["divergences"] != 0 || found != all {
            let text = c_text(steps, row["name"].as_str().expect("a name")).0;
            let (outcome, off) = (&row["outcome"], &row["divergences"]);
            wrong
                .push(format!("{outcome}, {off} divergences, returns {found:?} instead of {all:?}:\n{text}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
}
