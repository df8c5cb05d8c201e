//! Expressions a million operations deep, on a stack too small for a walk that calls itself for each.
use acute_expr::{ExprId, Op, Pool, Printer};
use acute_solve::{Answer, Chain, NoPointers, Options, Query};

const STEPS: u32 = 1_000_000;

/// x = x * 31 + 7, and so on.
fn chain_of(pool: &mut Pool, mut x: ExprId) -> ExprId {
    let (by, plus) = (pool.constant(32, 31), pool.constant(32, 7));
    for _ in 0..STEPS {
        let product = pool.binary(Op::Mul, x, by);
        x = pool.binary(Op::Add, product, plus);
    }
    x
}

/// One that no rule makes smaller.
fn knot_of(pool: &mut Pool, mut x: ExprId, y: ExprId) -> ExprId {
    let by = pool.constant(32, 31);
    for _ in 0..STEPS / 4 {
        let mixed = pool.binary(Op::Xor, x, y);
        let product = pool.binary(Op::Mul, mixed, by);
        let less = pool.binary(Op::Ult, x, y);
        x = pool.ite(less, product, mixed);
    }
    x
}

fn floats_of(pool: &mut Pool, mut x: ExprId) -> ExprId {
    let (by, plus) = (pool.constant(64, 0.999f64.to_bits()), pool.constant(64, 1f64.to_bits()));
    for _ in 0..STEPS / 4 {
        let product = pool.binary(Op::FMul, x, by);
        x = pool.binary(Op::FAdd, product, plus);
    }
    x
}

fn goals(pool: &mut Pool) -> Vec<ExprId> {
    let (x, y, z) = (pool.var(0, 32), pool.var(1, 32), pool.var(2, 64));
    let (chain, knot, floats) = (chain_of(pool, x), knot_of(pool, x, y), floats_of(pool, z));
    let mut goals = vec![];
    for deep in [chain, knot] {
        for width in [32, 8, 1] {
            let part = pool.extract(deep, 0, width);
            let wanted = pool.constant(width, 77);
            goals.push(pool.binary(Op::Eq, part, wanted));
        }
        let (wide, zero) = (pool.sext(deep, 64), pool.constant(64, 0));
        goals.push(pool.binary(Op::Slt, wide, zero));
        goals.push(pool.binary(Op::Ult, deep, y));
    }
    let hundred = pool.constant(64, 100f64.to_bits());
    goals.push(pool.binary(Op::FLt, hundred, floats));
    goals
}

fn everything() {
    let mut pool = Pool::new();
    let options = Options { smt_time: std::time::Duration::from_secs(2), ..Options::default() };
    let mut chain = Chain::new(options);
    let model = [11, 5, 1];
    for goal in goals(&mut pool) {
        let value = pool.eval(goal, &|v| model[v as usize]);
        assert!(!pool.vars(goal).is_empty());
        let goal = pool.literal(goal, value == 0);
        let (answer, _) =
            chain.solve(&mut pool, &Query { prefix: &[], goal, model: &model }, &mut NoPointers);
        if let Answer::Sat(changes) = answer {
            let changed =
                |v| changes.iter().find(|(c, _)| *c == v).map_or(model[v as usize], |(_, new)| *new);
            assert_eq!(pool.eval(goal.expr, &changed) != 0, goal.positive);
        }
    }
    assert_eq!(chain.stats().wrong_answers, 0);
    let (x, mut printer) = (pool.var(0, 32), Printer::new());
    let deep = chain_of(&mut pool, x);
    printer.define(&pool, deep);
    assert!(printer.text().len() > STEPS as usize);
}

#[test]
fn a_million_operations_need_no_deep_stack() {
    let walk = std::thread::Builder::new().stack_size(256 << 10).spawn(everything).expect("a thread");
    assert!(walk.join().is_ok());
}
