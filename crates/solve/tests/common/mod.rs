//! Random queries and the judges of their answers.
#![allow(dead_code)]

use std::io::Write;
use std::process::{Command, Stdio};

use acute_expr::{ExprId, Lit, Op, Pool, SplitMix64, VarId};
use acute_solve::{Answer, Chain, Layers, NoPointers, Options, Pointers, Query};

/// A generator with the choices that random queries are made of.
pub struct Rng(SplitMix64);

impl Rng {
    pub fn new(seed: u64) -> Rng {
        Rng(SplitMix64::new(seed))
    }

    pub fn next(&mut self) -> u64 {
        self.0.next_u64()
    }

    pub fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize]
    }

    pub fn constant(&mut self, width: u8) -> u64 {
        let min = 1u64 << (width - 1);
        let value = match self.below(8) {
            0 => 0,
            1 => 1,
            2 => u64::MAX,
            3 => min,
            4 => min - 1,
            5 | 6 => self.below(100),
            _ => self.next(),
        };
        value & acute_expr::mask(width)
    }
}

/// What kind of literals a random query has.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Flavour {
    /// Orders between variables and constants.
    Order,
    /// Arithmetic without division.
    Linear,
    /// Sums of bits, and a little else.
    Bits,
    /// Anything.
    Any,
}

/// Variables by number; the width is the same for all.
pub struct Shape {
    pub vars: u32,
    pub width: u8,
    pub literals: u64,
    pub depth: u32,
    pub flavour: Flavour,
}

fn operand(rng: &mut Rng, p: &mut Pool, shape: &Shape, depth: u32) -> ExprId {
    let w = shape.width;
    if depth == 0 || rng.below(5) == 0 {
        return if rng.below(4) == 0 {
            let c = rng.constant(w);
            p.constant(w, c)
        } else {
            p.var(rng.below(u64::from(shape.vars)) as u32, w)
        };
    }
    let d = depth - 1;
    match rng.below(10) {
        0 => {
            let half = (w / 2).max(1);
            let a = operand(rng, p, shape, d);
            let low = p.extract(a, rng.below(u64::from(w - half) + 1) as u8, half);
            if rng.below(2) == 0 { p.zext(low, w) } else { p.sext(low, w) }
        }
        1 => {
            let c = boolean(rng, p, shape, d);
            let (t, e) = (operand(rng, p, shape, d), operand(rng, p, shape, d));
            p.ite(c, t, e)
        }
        2 => {
            let (a, b) = (operand(rng, p, shape, d), operand(rng, p, shape, d));
            let cut = 1 + rng.below(u64::from(w) - 1) as u8;
            let (high, low) = (p.extract(a, 0, w - cut), p.extract(b, w - cut, cut));
            p.concat(high, low)
        }
        _ if shape.flavour == Flavour::Bits => {
            let a = operand(rng, p, shape, d);
            match rng.below(8) {
                0 => {
                    let c = rng.constant(w);
                    let (op, c) = (rng.pick(&[Op::And, Op::Or, Op::Mul, Op::URem]), p.constant(w, c));
                    p.binary(op, a, c)
                }
                1 => {
                    let (op, by) = (rng.pick(&[Op::Shl, Op::LShr, Op::AShr]), rng.below(u64::from(w) + 2));
                    let by = p.constant(w, by);
                    p.binary(op, a, by)
                }
                2 => {
                    let b = operand(rng, p, shape, d);
                    p.binary(rng.pick(&[Op::Add, Op::Or, Op::And]), a, b)
                }
                _ => {
                    let b = operand(rng, p, shape, d);
                    p.binary(Op::Xor, a, b)
                }
            }
        }
        _ => {
            let op = match shape.flavour {
                Flavour::Linear => rng.pick(&[Op::Add, Op::Sub, Op::Xor, Op::And, Op::Mul]),
                _ => rng.pick(&Op::ARITHMETIC),
            };
            let (a, b) = (operand(rng, p, shape, d), operand(rng, p, shape, d));
            p.binary(op, a, b)
        }
    }
}

pub fn boolean(rng: &mut Rng, p: &mut Pool, shape: &Shape, depth: u32) -> ExprId {
    if shape.flavour == Flavour::Order {
        // now and then both signs, and extended operands
        let op = if rng.below(6) == 0 {
            rng.pick(&Op::COMPARISONS)
        } else {
            rng.pick(&[Op::Eq, Op::Slt, Op::Sle])
        };
        let (mut a, mut b) = (operand(rng, p, shape, 0), operand(rng, p, shape, 0));
        if rng.below(6) == 0 {
            a = p.sext(a, shape.width + 2);
            b = if rng.below(2) == 0 { p.zext(b, shape.width + 2) } else { p.sext(b, shape.width + 2) };
        }
        return p.binary(op, a, b);
    }
    if shape.flavour == Flavour::Bits && rng.below(3) > 0 {
        let (a, k) = (operand(rng, p, shape, depth), rng.below(u64::from(shape.width)));
        let (zero, power) = (p.constant(shape.width, 0), p.constant(shape.width, 1 << k));
        return match rng.below(4) {
            0 => p.binary(Op::Slt, a, zero),
            1 => p.binary(Op::Ult, a, power),
            2 => p.extract(a, k as u8, 1),
            _ => {
                let b = operand(rng, p, shape, depth);
                p.binary(Op::Eq, a, b)
            }
        };
    }
    if depth > 0 && rng.below(6) == 0 {
        let (a, b) = (boolean(rng, p, shape, depth - 1), boolean(rng, p, shape, depth - 1));
        let op = rng.pick(&[Op::And, Op::Or, Op::Xor]);
        return p.binary(op, a, b);
    }
    let (a, b) = (operand(rng, p, shape, depth), operand(rng, p, shape, depth));
    p.binary(rng.pick(&Op::COMPARISONS), a, b)
}

/// A model and literals that hold in it, and a goal that does not.
pub struct Case {
    pub prefix: Vec<Lit>,
    pub goal: Lit,
    pub model: Vec<u64>,
}

pub fn case(rng: &mut Rng, p: &mut Pool, shape: &Shape) -> Case {
    let mut model: Vec<u64> = (0..shape.vars).map(|_| rng.constant(shape.width)).collect();
    let mut lits = Vec::new();
    if shape.vars > 1 && rng.below(3) == 0 {
        // two that are the same, said in one way or the other
        let (a, b) = (rng.below(u64::from(shape.vars)) as u32, rng.below(u64::from(shape.vars)) as u32);
        model[a as usize] = model[b as usize];
        let (a, b) = (p.var(a, shape.width), p.var(b, shape.width));
        let said = match rng.below(2) {
            0 => vec![p.binary(Op::Eq, a, b)],
            _ => vec![p.binary(Op::Slt, a, b), p.binary(Op::Slt, b, a)],
        };
        let holds = |p: &Pool, e| p.eval(e, &|v| model[v as usize]) == 1;
        lits.extend(said.into_iter().map(|e| p.literal(e, holds(p, e))));
    }
    for _ in 0..=rng.below(shape.literals) {
        let e = boolean(rng, p, shape, shape.depth);
        let holds = p.eval(e, &|v| model[v as usize]) == 1;
        lits.push(p.literal(e, holds));
    }
    let goal = lits.pop().expect("one literal or more").negate();
    Case { prefix: lits, goal, model }
}

/// Whether the changed model satisfies everything.
pub fn satisfied(p: &Pool, case: &Case, changes: &[(VarId, u64)]) -> bool {
    let value = |v: VarId| {
        let changed = changes.iter().find(|(changed, _)| *changed == v);
        changed.map_or_else(|| case.model.get(v as usize).copied().unwrap_or(0), |&(_, value)| value)
    };
    case.prefix.iter().chain([&case.goal]).all(|lit| (p.eval(lit.expr, &value) == 1) == lit.positive)
}

/// Whether any of all models satisfies everything.
pub fn satisfiable(p: &Pool, case: &Case, shape: &Shape) -> bool {
    let mask = acute_expr::mask(shape.width);
    (0..1u64 << (shape.vars * u32::from(shape.width))).any(|all| {
        let value = |v: VarId| all >> (v * u32::from(shape.width)) & mask;
        case.prefix.iter().chain([&case.goal]).all(|lit| (p.eval(lit.expr, &value) == 1) == lit.positive)
    })
}

pub fn ask(chain: &mut Chain, p: &mut Pool, case: &Case) -> (Answer, &'static str) {
    ask_with(chain, p, case, &mut NoPointers)
}

pub fn ask_with(
    chain: &mut Chain,
    p: &mut Pool,
    case: &Case,
    pointers: &mut dyn Pointers,
) -> (Answer, &'static str) {
    let query = Query { prefix: &case.prefix, goal: case.goal, model: &case.model };
    chain.solve(p, &query, pointers)
}

/// All layers off but those named and the syntactic one.
pub fn only(layers: &[&str]) -> Options {
    Options { layers: Layers::of(&[&["syntactic"], layers].concat()), ..Options::default() }
}

/// All layers on but one.
pub fn without(layer: &str) -> Options {
    Options { layers: Options::default().layers.without(layer), ..Options::default() }
}

/// The lines z3 prints for a script.
pub fn z3(script: String) -> Vec<String> {
    let z3 = Command::new("z3").arg("-in").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut z3 = z3.expect("z3 judges the answers: apt-get install z3");
    let mut stdin = z3.stdin.take().expect("piped");
    let writer = std::thread::spawn(move || stdin.write_all(script.as_bytes()));
    let output = z3.wait_with_output().expect("z3 ends");
    writer.join().expect("writer ends").expect("z3 reads its input");
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_string).collect()
}
