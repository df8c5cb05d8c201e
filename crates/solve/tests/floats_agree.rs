//! Random conditions on floats: what the chain finds is evaluated, what it refutes is refuted by
//! z3 on its own, and by samples.

mod common;
mod float;

use std::time::Duration;

use acute_expr::{Lit, Pool, Printer};
use acute_solve::{Answer, Chain, NoPointers, Options, Pointers};
use common::{Case, Rng, ask, ask_with, only, satisfied, without, z3};

const NUMBERS: [&str; 14] = [
    "0.0",
    "1.0",
    "-1.0",
    "0.1",
    "2.5",
    "-7.0",
    "100.0",
    "1e10",
    "1e-3",
    "16777217.0",
    "infinity",
    "-infinity",
    "NaN",
    "-0.0",
];

/// A float's or a double's text, over two variables of each.
fn value(rng: &mut Rng, double: bool, depth: u32) -> String {
    let suffix = if double { "" } else { "f" };
    if depth == 0 || rng.below(4) == 0 {
        return match rng.below(3) {
            0 => format!("{}{suffix}", rng.pick(&NUMBERS)),
            _ => rng.pick(if double { &["x", "y"] } else { &["a", "b"] }).to_string(),
        };
    }
    let d = depth - 1;
    match rng.below(12) {
        0 => format!("(neg {})", value(rng, double, d)),
        1 => format!("(abs {})", value(rng, double, d)),
        2 if double => format!("(double {})", value(rng, false, d)),
        2 => format!("(float {})", value(rng, true, d)),
        3 if double => "(dint i)".into(),
        3 => "(fint i)".into(),
        4 if !double => format!("(sqrt {})", value(rng, double, d)),
        5 if !double => format!("(/ {} {})", value(rng, double, d), value(rng, double, d)),
        6 => format!("(% {} {})", value(rng, double, d), value(rng, double, d)),
        7 | 8 => format!("(* {} {})", value(rng, double, d), value(rng, double, d)),
        9 => format!("(- {} {})", value(rng, double, d), value(rng, double, d)),
        _ => format!("(+ {} {})", value(rng, double, d), value(rng, double, d)),
    }
}

fn condition(rng: &mut Rng, depth: u32) -> String {
    if depth > 0 && rng.below(8) == 0 {
        let number = rng.pick(&["0i", "42i", "-3i", "2147483647i"]);
        return format!("({} (int {}) {number})", rng.pick(&["ieq", "ilt"]), value(rng, false, depth));
    }
    let double = rng.below(3) == 0;
    format!("({} {} {})", rng.pick(&["lt", "le", "eq"]), value(rng, double, depth), value(rng, double, depth))
}

fn bits(rng: &mut Rng, width: u8) -> u64 {
    let number: f64 = rng.pick(&NUMBERS).parse().expect("a number");
    match (rng.below(5), width) {
        (0, _) => rng.next() & acute_expr::mask(width),
        (1, 32) => u64::from((rng.below(400) as f32 / 4.0 - 50.0).to_bits()),
        (1, _) => (rng.below(400) as f64 / 4.0 - 50.0).to_bits(),
        (_, 32) => u64::from((number as f32).to_bits()),
        _ => number.to_bits(),
    }
}

fn model(rng: &mut Rng) -> Vec<u64> {
    (0..9).map(|v| if v < 3 { bits(rng, 64) } else { bits(rng, 32) }).collect()
}

/// A model and conditions as they come out in it, the last one the other way.
fn case(rng: &mut Rng, pool: &mut Pool, depth: u32) -> Case {
    let model = model(rng);
    loop {
        let mut lits: Vec<Lit> = Vec::new();
        for _ in 0..2 + rng.below(3) {
            let text = condition(rng, depth);
            let lit = float::literal(pool, &text);
            if pool.as_const(lit.expr).is_none() {
                let holds = pool.eval(lit.expr, &|v| model[v as usize]) == 1;
                lits.push(Lit { expr: lit.expr, positive: holds });
            }
        }
        if let Some(goal) = lits.pop() {
            return Case { prefix: lits, goal: goal.negate(), model };
        }
    }
}

/// Asks a chain and z3; returns how often the chain said sat, unsat and unknown.
fn compare(options: Options, rounds: u32, depth: u32, seed: u64) -> [u32; 3] {
    let (mut rng, mut pool) = (Rng::new(seed), Pool::new());
    let mut chain = Chain::new(options);
    let mut tally = [0; 3];
    let mut script = String::new();
    let mut refuted = Vec::new();
    let mut layers = std::collections::BTreeMap::new();
    for round in 0..rounds {
        let case = case(&mut rng, &mut pool, depth);
        let (answer, layer) = ask(&mut chain, &mut pool, &case);
        match answer {
            Answer::Sat(changes) => {
                tally[0] += 1;
                assert!(satisfied(&pool, &case, &changes), "round {round}, {}", layer);
            }
            Answer::Unsat => {
                tally[1] += 1;
                for _ in 0..500 {
                    let sample =
                        Case { prefix: case.prefix.clone(), goal: case.goal, model: model(&mut rng) };
                    assert!(!satisfied(&pool, &sample, &[]), "round {round}, {}", layer);
                }
                let mut printer = Printer::new();
                for &lit in case.prefix.iter().chain([&case.goal]) {
                    printer.assert(&pool, lit);
                }
                let text = printer.text();
                script.push_str(&format!("(push)\n{text}(check-sat-using (try-for qffp 3000))\n(pop)\n"));
                refuted.push((round, layer));
            }
            Answer::Unknown => tally[2] += 1,
        }
        *layers.entry(layer).or_insert(0) += 1;
    }
    assert_eq!(chain.stats().wrong_answers, 0);
    let judged = z3(script);
    assert_eq!(judged.len(), refuted.len());
    for ((round, layer), judged) in refuted.iter().zip(&judged) {
        assert_ne!(judged, "sat", "round {round}: {} refuted it", layer);
    }
    println!("depth {depth}: sat, unsat, unknown {tally:?}, last layers {layers:?}");
    tally
}

#[test]
fn comparisons_alone_are_decided_without_a_process() {
    let [sat, unsat, unknown] =
        compare(Options { smt_time: Duration::ZERO, ..Options::default() }, 1_500, 0, 1);
    assert!(sat > 1_000 && unsat > 100 && unknown == 0, "{sat} {unsat} {unknown}");
}

#[test]
fn the_order_graph_and_the_circuit_each_on_their_own() {
    compare(only(&["order"]), 1_500, 0, 2);
    let [.., unknown] = compare(only(&["sat"]), 300, 0, 3);
    assert_eq!(unknown, 0);
}

#[test]
fn arithmetic_with_all_layers() {
    let options = Options { smt_time: Duration::from_millis(1_000), ..without("cache") };
    let [sat, unsat, unknown] = compare(options, 250, 1, 4);
    assert!(sat > 80 && unsat > 20 && unknown < 40, "{sat} {unsat} {unknown}");
}

#[test]
fn intervals_refute_only_what_cannot_be() {
    for (depth, seed) in [(1, 8), (2, 9)] {
        let [_, unsat, _] = compare(only(&["interval"]), 1_500, depth, seed);
        assert!(unsat > 20, "{unsat}");
    }
}

#[test]
fn search_finds_most_of_what_there_is() {
    let options = only(&["order", "search", "sat"]);
    let [sat, unsat, unknown] = compare(options, 1_000, 1, 5);
    println!("search: {sat} sat, {unsat} unsat, {unknown} unknown");
    assert!(sat > 400, "{sat}");
}

#[test]
fn the_process_alone_answers_too() {
    compare(only(&["smt"]), 60, 1, 6);
}

#[test]
fn answers_depend_on_the_query_alone() {
    let (mut rng, mut pool) = (Rng::new(7), Pool::new());
    let cases: Vec<Case> = (0..200).map(|_| case(&mut rng, &mut pool, 2)).collect();
    let options = Options { smt_time: Duration::ZERO, ..without("cache") };
    let mut one = Chain::new(options.clone());
    let forward: Vec<_> = cases.iter().map(|case| ask(&mut one, &mut pool, case)).collect();
    let mut other = Chain::new(options);
    let backward: Vec<_> = cases.iter().rev().map(|case| ask(&mut other, &mut pool, case)).collect();
    assert!(forward.iter().eq(backward.iter().rev()));
}

/// One pointer, variable 0, that is NULL or 0x1000.
struct One;

impl Pointers for One {
    fn is_pointer(&self, v: u32) -> bool {
        v == 0
    }

    fn fresh(&mut self, v: u32, k: u32) -> Option<u64> {
        NoPointers.fresh(v, k)
    }

    fn aliases(&self, _: u32, out: &mut Vec<u64>) {
        out.push(0x1000);
    }
}

#[test]
fn a_pointer_keeps_to_its_domain_and_forbids_refutation() {
    let mut pool = Pool::new();
    for layer in ["smt", "search"] {
        let mut chain = Chain::new(only(&[layer]));
        // the address as a number is 4096: a value of its domain; 5000 is none
        for (number, possible) in [("4096.0", true), ("5000.0", false)] {
            let p = pool.var(0, 64);
            let address = pool.convert(acute_expr::Op::UIntToF, p, 64);
            let y = pool.var(1, 64);
            let sum = pool.binary(acute_expr::Op::FMul, address, y);
            let number = pool.constant(64, number.parse::<f64>().expect("a number").to_bits());
            let (equal, one) =
                (pool.binary(acute_expr::Op::FEq, sum, number), pool.constant(64, 1.0f64.to_bits()));
            let unit = pool.binary(acute_expr::Op::FEq, y, one);
            let case = Case {
                prefix: vec![pool.literal(unit, true)],
                goal: pool.literal(equal, true),
                model: vec![0, 1.0f64.to_bits()],
            };
            let answer = ask_with(&mut chain, &mut pool, &case, &mut One).0;
            match (possible, answer) {
                (true, Answer::Sat(changes)) => assert_eq!(changes, [(0, 0x1000)]),
                (false, Answer::Unknown) => {}
                (_, answer) => panic!("{}: {answer:?}", layer),
            }
        }
    }
}
