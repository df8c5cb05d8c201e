//! Prints how many queries a second each layer answers.
//!
//!     cargo run --release -p acute-solve --example rates

use std::time::Instant;

use acute_expr::{ExprId, Lit, Op, Pool, SplitMix64, VarId};
use acute_solve::{Answer, Chain, Layers, Options, Pointers, Query};

struct Heap(u32);

impl Pointers for Heap {
    fn is_pointer(&self, v: VarId) -> bool {
        v < self.0
    }

    fn fresh(&mut self, v: VarId, k: u32) -> Option<u64> {
        (k < 4).then(|| 0x10000 * (u64::from(v) + 1) + 0x100 * u64::from(k))
    }

    fn aliases(&self, _: VarId, out: &mut Vec<u64>) {
        out.extend([0x1000, 0x1100]);
    }
}

struct Case {
    prefix: Vec<Lit>,
    goal: Lit,
    model: Vec<u64>,
}

/// The path of a bubble sort over `n` ints, one query for every branch of it. It compares what it
/// could know, so about half of the queries are unsatisfiable.
fn sort_cases(pool: &mut Pool, n: u32, runs: u64) -> Vec<Case> {
    let mut seed = SplitMix64::new(1u64);
    let mut cases = Vec::new();
    for _ in 0..runs {
        let model: Vec<u64> =
            (0..n).map(|_| u64::from((seed.next_u64() % 100).wrapping_sub(50) as u32)).collect();
        let mut items: Vec<VarId> = (0..n).collect();
        let mut path: Vec<Lit> = Vec::new();
        for _ in 1..n {
            for j in 1..n as usize {
                let (a, b) = (pool.var(items[j], 32), pool.var(items[j - 1], 32));
                let less = pool.binary(Op::Slt, a, b);
                let taken = pool.eval(less, &|v| model[v as usize]) == 1;
                let lit = pool.literal(less, taken);
                cases.push(Case { prefix: path.clone(), goal: lit.negate(), model: model.clone() });
                path.push(lit);
                if taken {
                    items.swap(j, j - 1);
                }
            }
        }
    }
    cases
}

/// The path of a hand-written lexer over `n` bytes: a digit, a letter, or one of a few signs.
fn lexer_cases(pool: &mut Pool, n: u32) -> Vec<Case> {
    let mut seed = SplitMix64::new(3u64);
    let mut cases = Vec::new();
    for _ in 0..50 {
        let model: Vec<u64> = (0..n).map(|_| 32 + seed.next_u64() % 96).collect();
        let mut path: Vec<Lit> = Vec::new();
        for v in 0..n {
            let byte = pool.var(v, 8);
            let wide = pool.zext(byte, 32);
            // (unsigned)(c - '0') < 10, (unsigned)((c | 32) - 'a') < 26
            let (zero, ten) = (pool.constant(32, 48), pool.constant(32, 10));
            let digit = pool.binary(Op::Sub, wide, zero);
            let digit = pool.binary(Op::Ult, digit, ten);
            let (bit, a, all) = (pool.constant(32, 32), pool.constant(32, 97), pool.constant(32, 26));
            let letter = pool.binary(Op::Or, wide, bit);
            let letter = pool.binary(Op::Sub, letter, a);
            let letter = pool.binary(Op::Ult, letter, all);
            let mut conditions = vec![digit, letter];
            for sign in [b' ', b'\n', b'+', b'-', b'(', b')'] {
                let sign = pool.constant(32, u64::from(sign));
                conditions.push(pool.binary(Op::Eq, wide, sign));
            }
            for condition in conditions {
                let taken = pool.eval(condition, &|v| model[v as usize]) == 1;
                let lit = pool.literal(condition, taken);
                cases.push(Case { prefix: path.clone(), goal: lit.negate(), model: model.clone() });
                path.push(lit);
            }
        }
    }
    cases
}

/// A walk along a list of pointers, each either the end or the next object.
fn list_cases(pool: &mut Pool, n: u32) -> Vec<Case> {
    let null = pool.constant(64, 0);
    let model: Vec<u64> = (0..n).map(|v| 0x10000 * (u64::from(v) + 1)).collect();
    let mut path = Vec::new();
    let mut cases = Vec::new();
    for v in 0..n {
        let next = pool.var(v, 64);
        let end = pool.binary(Op::Eq, next, null);
        let lit = pool.literal(end, false);
        cases.push(Case { prefix: path.clone(), goal: lit.negate(), model: model.clone() });
        path.push(lit);
        let first = pool.var(0, 64);
        let cycle = pool.binary(Op::Eq, next, first);
        if pool.as_const(cycle).is_none() {
            let lit = pool.literal(cycle, false);
            cases.push(Case { prefix: path.clone(), goal: lit.negate(), model: model.clone() });
            path.push(lit);
        }
    }
    cases
}

/// Linear and non-linear goals over 32-bit variables with a prefix of neighbouring conditions.
fn arithmetic_cases(pool: &mut Pool, hard: bool) -> Vec<Case> {
    let mut seed = SplitMix64::new(2u64);
    let mut cases = Vec::new();
    while cases.len() < 300 {
        let model: Vec<u64> = (0..4).map(|_| seed.next_u64() & 0xffff).collect();
        let mut prefix = Vec::new();
        for _ in 0..5 {
            let e = condition(pool, &mut seed, hard);
            if pool.as_const(e).is_none() {
                let holds = pool.eval(e, &|v| model[v as usize]) == 1;
                prefix.push(pool.literal(e, holds));
            }
        }
        if let Some(last) = prefix.pop() {
            cases.push(Case { prefix, goal: last.negate(), model });
        }
    }
    cases
}

fn condition(pool: &mut Pool, seed: &mut SplitMix64, hard: bool) -> ExprId {
    let mut var = |pool: &mut Pool| pool.var((seed.next_u64() % 4) as u32, 32);
    let (x, y, z) = (var(pool), var(pool), var(pool));
    let (k, c) = (pool.constant(32, seed.next_u64() % 1000), pool.constant(32, seed.next_u64() % 50 + 1002));
    let product = if hard { pool.binary(Op::Mul, x, y) } else { pool.binary(Op::Mul, x, c) };
    let sum = pool.binary(Op::Add, product, z);
    let sum = if hard { pool.binary(Op::URem, sum, c) } else { pool.binary(Op::Add, sum, y) };
    let op = [Op::Eq, Op::Slt, Op::Ult][(seed.next_u64() % 3) as usize];
    pool.binary(op, sum, k)
}

/// The path of a bubble sort over `n` doubles.
fn double_sort_cases(pool: &mut Pool, n: u32, runs: u64) -> Vec<Case> {
    let mut seed = SplitMix64::new(4u64);
    let mut cases = Vec::new();
    for _ in 0..runs {
        let number = |seed: &mut SplitMix64| (seed.next_u64() % 1000) as f64 / 8.0 - 50.0;
        let model: Vec<u64> = (0..n).map(|_| number(&mut seed).to_bits()).collect();
        let mut items: Vec<VarId> = (0..n).collect();
        let mut path: Vec<Lit> = Vec::new();
        for _ in 1..n {
            for j in 1..n as usize {
                let (a, b) = (pool.var(items[j], 64), pool.var(items[j - 1], 64));
                let less = pool.binary(Op::FLt, a, b);
                let taken = pool.eval(less, &|v| model[v as usize]) == 1;
                let lit = pool.literal(less, taken);
                cases.push(Case { prefix: path.clone(), goal: lit.negate(), model: model.clone() });
                path.push(lit);
                if taken {
                    items.swap(j, j - 1);
                }
            }
        }
    }
    cases
}

/// Goals with sums, products and quotients of doubles, as formulas in programs have them.
fn formula_cases(pool: &mut Pool, equal: bool) -> Vec<Case> {
    let mut seed = SplitMix64::new(5u64);
    let mut cases = Vec::new();
    while cases.len() < 300 {
        let number = |seed: &mut SplitMix64| ((seed.next_u64() % 400) as f64 / 4.0 - 50.0).to_bits();
        let model: Vec<u64> = (0..3).map(|_| number(&mut seed)).collect();
        let mut prefix = Vec::new();
        for i in 0..3 {
            let mut term = |pool: &mut Pool| {
                let x = pool.var((seed.next_u64() % 3) as u32, 64);
                let y = pool.var((seed.next_u64() % 3) as u32, 64);
                let k = pool.constant(64, number(&mut seed));
                let op = [Op::FMul, Op::FAdd, Op::FSub, Op::FDiv][(seed.next_u64() % 4) as usize];
                let inner = pool.binary(op, x, [y, k][(seed.next_u64() % 2) as usize]);
                let outer = [Op::FAdd, Op::FSub, Op::FMul][(seed.next_u64() % 3) as usize];
                let z = pool.var((seed.next_u64() % 3) as u32, 64);
                pool.binary(outer, inner, z)
            };
            let left = term(pool);
            let k = pool.constant(64, number(&mut seed));
            let op = if i == 2 && equal { Op::FEq } else { Op::FLt };
            let e = pool.binary(op, left, k);
            let holds = pool.eval(e, &|v| model[v as usize]) == 1;
            prefix.push(pool.literal(e, holds));
        }
        if let Some(last) = prefix.pop() {
            cases.push(Case { prefix, goal: last.negate(), model });
        }
    }
    cases
}

fn measure(name: &str, pool: &mut Pool, cases: &[Case], options: Options, pointers: u32, seconds: f64) {
    let mut chain = Chain::new(options);
    let mut heap = Heap(pointers);
    let (mut sat, mut unsat, mut unknown) = (0u64, 0u64, 0u64);
    let begin = Instant::now();
    while begin.elapsed().as_secs_f64() < seconds {
        for case in cases {
            let query = Query { prefix: &case.prefix, goal: case.goal, model: &case.model };
            match chain.solve(pool, &query, &mut heap).0 {
                Answer::Sat(_) => sat += 1,
                Answer::Unsat => unsat += 1,
                Answer::Unknown => unknown += 1,
            }
        }
    }
    let rate = (sat + unsat + unknown) as f64 / begin.elapsed().as_secs_f64();
    let literals: usize = cases.iter().map(|c| c.prefix.len()).sum();
    let mean = literals as f64 / cases.len().max(1) as f64;
    println!("{name:28} {rate:>10.0}/s   prefix {mean:5.1}   sat {sat} unsat {unsat} unknown {unknown}");
    for (layer, counters) in chain.stats().by_layer() {
        if counters.sat + counters.unsat > 0 {
            println!("    {layer:10} sat {} unsat {}", counters.sat, counters.unsat);
        }
    }
    if chain.stats().wrong_answers > 0 {
        println!("    WRONG ANSWERS: {}", chain.stats().wrong_answers);
    }
}

fn only(layer: &str) -> Options {
    Options { layers: Layers::of(&["syntactic", layer]), ..Options::default() }
}

fn without(layers: &[&str]) -> Options {
    let on = layers.iter().fold(Options::default().layers, |on, &layer| on.without(layer));
    Options { layers: on, ..Options::default() }
}

fn main() {
    let no_cache = || without(&["cache"]);
    let mut pool = Pool::new();
    for n in [6, 8] {
        let cases = sort_cases(&mut pool, n, 200);
        measure(&format!("order: sort of {n} ints"), &mut pool, &cases, no_cache(), 0, 1.0);
        measure(&format!("search alone: sort of {n}"), &mut pool, &cases, only("search"), 0, 1.0);
        measure(&format!("sat alone: sort of {n}"), &mut pool, &cases, only("sat"), 0, 1.0);
    }
    let cases = list_cases(&mut pool, 8);
    measure("pointer: list of 8", &mut pool, &cases, no_cache(), 8, 1.0);
    let cases = lexer_cases(&mut pool, 8);
    measure("enumerate: lexer of 8 bytes", &mut pool, &cases, no_cache(), 0, 1.0);
    measure("lexer, without enumeration", &mut pool, &cases, without(&["cache", "enumerate"]), 0, 1.0);
    measure("lexer, cached", &mut pool, &cases, Options::default(), 0, 1.0);
    for (name, hard) in [("linear", false), ("products, remainders", true)] {
        let cases = arithmetic_cases(&mut pool, hard);
        measure(&format!("{name}: chain"), &mut pool, &cases, no_cache(), 0, 2.0);
        measure(&format!("{name}: search"), &mut pool, &cases, only("search"), 0, 1.0);
        measure(&format!("{name}: sat"), &mut pool, &cases, only("sat"), 0, 2.0);
        measure(&format!("{name}: cached"), &mut pool, &cases, Options::default(), 0, 2.0);
    }
    // variables have other widths here
    let mut pool = Pool::new();
    let cases = double_sort_cases(&mut pool, 6, 200);
    measure("floats: sort of 6 doubles", &mut pool, &cases, no_cache(), 0, 2.0);
    for (name, equal) in [("inequalities", false), ("equation last", true)] {
        let cases = formula_cases(&mut pool, equal);
        measure(&format!("formulas, {name}: search"), &mut pool, &cases, only("search"), 0, 2.0);
        measure(&format!("formulas, {name}: chain"), &mut pool, &cases, Options::default(), 0, 2.0);
    }
}
