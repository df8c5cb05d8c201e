//! Random functions of two pointers that follow, compare and write: what acute finds that they can return is exactly
//! what they can, over all graphs of memory there are. The oracle shares nothing with us: it runs each function on
//! memory that is chosen where it is first read (NULL, each object that is there, a new one), in all ways.
use crate::common::{scaled, units};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use std::collections::{BTreeSet, HashMap};
use std::fmt::Write;

/// A statement over the locals x0, x1 and x2; the field 2 is the number k.
#[derive(Clone, Copy, Debug)]
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

/// Random statements, weighted: pointers are followed most often.
fn step() -> impl Strategy<Value = Step> {
    let (x, k) = (0..3usize, 0..3usize);
    let (two, field) = ((x.clone(), x.clone()), 0..2usize);
    prop_oneof![
        9 => (two.clone(), field.clone()).prop_map(|((to, from), field)| Step::Follow { to, from, field }),
        5 => two.clone().prop_filter("two locals", |(x, y)| x != y).prop_map(|(x, y)| Step::Equal(x, y)),
        2 => (two, field).prop_map(|((to, from), field)| Step::Store { to, field, from }),
        1 => (x.clone(), k.clone()).prop_map(|(x, k)| Step::StoreNumber(x, k)),
        3 => (x, k).prop_map(|(x, k)| Step::TestNumber(x, k)),
    ]
}

fn is_question(step: &Step) -> bool {
    matches!(step, Step::Equal(..) | Step::TestNumber(..))
}

/// Functions of up to a dozen statements, the last of which is a question.
fn program() -> impl Strategy<Value = Vec<Step>> {
    proptest::collection::vec(step(), 6..12).prop_map(|mut steps| {
        let mut asked = 0;
        steps.retain(|step| {
            asked += is_question(step) as usize;
            !is_question(step) || asked <= MOST
        });
        steps.push(Step::Equal(0, 1));
        steps
    })
}

fn questions(steps: &[Step]) -> usize {
    steps.iter().filter(|s| is_question(s)).count()
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

/// Compares what acute finds with what there is.
fn compare(programs: &[Vec<Step>]) -> Result<(), TestCaseError> {
    let head = "struct node {\n struct node *a, *b;\n int k;\n};\n";
    for (found, steps) in
        units::explore(head, programs, |steps, name| c_text(steps, name))?.iter().zip(programs)
    {
        let row = &found.row;
        let returned: BTreeSet<usize> = (0..1 << questions(steps)).filter(|k| found.returns(*k)).collect();
        let (all, outcome, off) = (codes(steps), &row["outcome"], &row["divergences"]);
        prop_assert!(
            outcome == "complete" && off == 0 && returned == all,
            "{outcome}, {off} divergences, returns {returned:?} instead of {all:?}:\n{}",
            c_text(steps, row["name"].as_str().unwrap_or("f")).0
        );
    }
    Ok(())
}

#[test]
fn every_graph_of_memory_is_found_and_nothing_else() {
    units::check(scaled(80), 40, program, compare);
}
