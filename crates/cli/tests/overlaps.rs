//! Random functions of three pointers that may overlap: whatever any overlap lets them return is found where the outcome
//! is `complete` and assumes nothing. The oracle is an interpreter over plain bytes that tries every overlap that C's types
//! allow, with small values.
use crate::common::{scaled, units};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use std::collections::BTreeSet;
use std::fmt::Write;

/// What the parameters `struct point *p`, `int *q` and `char *c` lead to.
const PLACES: [&str; 4] = ["p->x", "p->y", "*q", "*c"];
const LETTER: usize = 3;
/// Questions of a function: what it returns is their answers, as a number.
const MOST: usize = 4;

#[derive(Clone, Copy, Debug)]
enum Step {
    Set(usize, u32),
    Increment(usize),
    Copy(usize, usize),
    Ask(usize, u32),
}

fn step() -> impl Strategy<Value = Step> {
    let (place, k) = (0..PLACES.len(), 0..3u32);
    prop_oneof![
        3 => (place.clone(), k.clone()).prop_map(|(at, k)| Step::Set(at, k)),
        1 => place.clone().prop_map(Step::Increment),
        1 => (place.clone(), place.clone()).prop_map(|(to, from)| Step::Copy(to, from)),
        4 => (place, k).prop_map(|(at, k)| Step::Ask(at, k)),
    ]
}

/// Functions of up to nine statements, the last of which is a question.
fn program() -> impl Strategy<Value = Vec<Step>> {
    (proptest::collection::vec(step(), 3..9), 0..PLACES.len(), 0..3u32).prop_map(|(mut steps, at, k)| {
        let mut asked = 0;
        steps.retain(|step| {
            asked += matches!(step, Step::Ask(..)) as usize;
            !matches!(step, Step::Ask(..)) || asked < MOST
        });
        steps.push(Step::Ask(at, k));
        steps
    })
}

fn questions(steps: &[Step]) -> usize {
    steps.iter().filter(|s| matches!(s, Step::Ask(..))).count()
}

/// The function as C, with a case for each code; the line of the first, from the start of the text.
fn c_text(steps: &[Step], name: &str) -> (String, usize) {
    let mut text = format!("int {name}(struct point *p, int *q, char *c) {{\n int code = 1;\n");
    text += " if (!p || !q || !c)\n  return -1;\n";
    for step in steps {
        match *step {
            Step::Set(at, k) => writeln!(text, " {} = {k};", PLACES[at]),
            Step::Increment(at) => writeln!(text, " {0} = (unsigned){0} + 1;", PLACES[at]),
            Step::Copy(to, from) => writeln!(text, " {} = {};", PLACES[to], PLACES[from]),
            Step::Ask(at, k) => {
                writeln!(
                    text,
                    " if ({} == {k})\n  code = 2 * code + 1;\n else\n  code = 2 * code;",
                    PLACES[at]
                )
            }
        }
        .unwrap();
    }
    text += " switch (code) {\n";
    let first = text.lines().count();
    let codes = 1 << questions(steps);
    (0..codes).for_each(|k| writeln!(text, " case {}: return {k};", codes + k).unwrap());
    text += " }\n return -1;\n}\n";
    (text, first)
}

/// The code that a function returns where its parameters lead to these offsets of a memory.
fn run(steps: &[Step], memory: &mut [u8; 32], at: [usize; 3]) -> usize {
    let address = |place: usize| [at[0], at[0] + 4, at[1], at[2]][place];
    let read = |memory: &[u8; 32], place: usize| -> i32 {
        let at = address(place);
        match place {
            LETTER => memory[at] as i8 as i32,
            _ => i32::from_le_bytes(memory[at..at + 4].try_into().expect("four bytes")),
        }
    };
    let write = |memory: &mut [u8; 32], place: usize, value: i32| {
        let bytes = value.to_le_bytes();
        let size = if place == LETTER { 1 } else { 4 };
        memory[address(place)..address(place) + size].copy_from_slice(&bytes[..size]);
    };
    let mut code = 0;
    for step in steps {
        match *step {
            Step::Set(at, k) => write(memory, at, k as i32),
            Step::Increment(at) => write(memory, at, read(memory, at).wrapping_add(1)),
            Step::Copy(to, from) => write(memory, to, read(memory, from)),
            Step::Ask(at, k) => code = 2 * code + (read(memory, at) == k as i32) as usize,
        }
    }
    code
}

/// What the function can return, over all overlaps and small values. The struct lies at 0, the others at 16 and 24 or in
/// what they overlap.
fn codes(steps: &[Step]) -> BTreeSet<usize> {
    let mut codes = BTreeSet::new();
    for q in [0, 4, 16] {
        for c in (0..8).chain(q..q + 4).chain([24]) {
            for values in 0..81u32 {
                let mut memory = [0; 32];
                for (k, at) in [0, 4, q, c].into_iter().enumerate() {
                    memory[at] = (values / 3u32.pow(k as u32) % 3) as u8;
                }
                codes.insert(run(steps, &mut memory, [0, q, c]));
            }
        }
    }
    codes
}

/// Compares what acute finds with what there is. Returns how many functions assume nothing.
fn compare(programs: &[Vec<Step>]) -> Result<usize, TestCaseError> {
    let head = "struct point {\n int x, y;\n};\n";
    let mut claims = 0;
    for (found, steps) in
        units::explore(head, programs, |steps, name| c_text(steps, name))?.iter().zip(programs)
    {
        let row = &found.row;
        let missing: Vec<usize> = codes(steps).into_iter().filter(|k| !found.returns(*k)).collect();
        let assumes = row["assumptions"].as_array().is_some_and(|all| !all.is_empty());
        prop_assert!(
            row["outcome"] == "complete" && (missing.is_empty() || assumes),
            "{}, assumes {}, does not return {missing:?}:\n{}",
            row["outcome"],
            row["assumptions"],
            c_text(steps, row["name"].as_str().unwrap_or("f")).0
        );
        claims += !assumes as usize;
    }
    Ok(claims)
}

#[test]
fn complete_without_assumptions_holds_for_every_overlap() {
    let claims = std::cell::Cell::new(0);
    let compared = units::check(scaled(60), 30, program, |programs| {
        claims.set(claims.get() + compare(programs)?);
        Ok(())
    });
    // Most of them assume nothing, or nothing was shown.
    assert!(2 * claims.get() > compared, "{} of {compared}", claims.get());
}
