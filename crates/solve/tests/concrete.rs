//! What no layer can answer, simplified by present values: CUTE's section 7 and DART's examples.

mod common;

use acute_expr::{ExprId, Op, Pool};
use acute_solve::{Answer, Chain, Options};
use common::{Case, ask, only, satisfied};

fn constant(p: &mut Pool, value: u64) -> ExprId {
    p.constant(32, value)
}

/// The goal `x*x + x%2 == y`, as CUTE's paper has it.
fn cute(p: &mut Pool) -> ExprId {
    let (x, y, two) = (p.var(0, 32), p.var(1, 32), constant(p, 2));
    let (square, odd) = (p.binary(Op::Mul, x, x), p.binary(Op::SRem, x, two));
    let sum = p.binary(Op::Add, square, odd);
    p.binary(Op::Eq, y, sum)
}

#[test]
fn a_square_is_what_it_is_now() {
    let mut pool = Pool::new();
    let goal = cute(&mut pool);
    let case = Case { prefix: vec![], goal: pool.literal(goal, true), model: vec![3, 4] };
    let mut chain = Chain::new(Options::linear());
    let (answer, layer) = ask(&mut chain, &mut pool, &case);
    assert_eq!((answer, layer), (Answer::Sat(vec![(1, 10)]), "concrete"));
    assert!(chain.stats().substitutions > 0);
    assert_eq!(chain.stats().layer("concrete").sat, 1);
    assert_eq!(chain.stats().layer("linear").sat, 0);
}

#[test]
fn of_a_product_one_factor_stays() {
    // x * y < 100 with x = 536: 536 * y < 100
    let mut pool = Pool::new();
    let (x, y, hundred) = (pool.var(0, 32), pool.var(1, 32), constant(&mut pool, 100));
    let product = pool.binary(Op::Mul, x, y);
    let below = pool.binary(Op::Slt, product, hundred);
    let case = Case { prefix: vec![], goal: pool.literal(below, true), model: vec![536, 7] };
    let mut chain = Chain::new(Options::linear());
    let (answer, layer) = ask(&mut chain, &mut pool, &case);
    assert_eq!((answer, layer), (Answer::Sat(vec![(1, 0)]), "concrete"));
    // where the other factor must not move, this one does
    let seven = constant(&mut pool, 7);
    let same = pool.binary(Op::Eq, y, seven);
    let case = Case { prefix: vec![pool.literal(same, true)], ..case };
    let (answer, _) = ask(&mut chain, &mut pool, &case);
    let Answer::Sat(changes) = answer else { panic!("{answer:?}") };
    assert!(satisfied(&pool, &case, &changes));
}

#[test]
fn what_cannot_be_helped_stays_unknown() {
    // x * x == 49 from x = 3: with either factor 3 nothing is left
    let mut pool = Pool::new();
    let (x, c) = (pool.var(0, 32), constant(&mut pool, 49));
    let square = pool.binary(Op::Mul, x, x);
    let goal = pool.binary(Op::Eq, square, c);
    let case = Case { prefix: vec![], goal: pool.literal(goal, true), model: vec![3] };
    let mut chain = Chain::new(Options::linear());
    assert_eq!(ask(&mut chain, &mut pool, &case), (Answer::Unknown, "concrete"));
    assert_eq!(chain.stats().unknown, 1);
}

#[test]
fn a_disjunction_is_met_by_one_side() {
    // not (x < 5 and y < 5), one side after the other
    let mut pool = Pool::new();
    let (x, y, five) = (pool.var(0, 32), pool.var(1, 32), constant(&mut pool, 5));
    let (a, b) = (pool.binary(Op::Slt, x, five), pool.binary(Op::Slt, y, five));
    let both = pool.binary(Op::And, a, b);
    let goal = pool.literal(both, false);
    let mut chain = Chain::new(Options::linear());
    for (prefix, changes) in [(vec![], vec![(1, 5)]), (vec![pool.literal(b, true)], vec![(0, 5)])] {
        let case = Case { prefix, goal, model: vec![0, 0] };
        assert_eq!(ask(&mut chain, &mut pool, &case), (Answer::Sat(changes), "concrete"));
    }
}

#[test]
fn the_whole_chain_falls_back_too() {
    // too many gates for bit-blasting: y is the product of five others
    let mut pool = Pool::new();
    let mut product = pool.var(0, 64);
    for v in 1..5 {
        let factor = pool.var(v, 64);
        product = pool.binary(Op::Mul, product, factor);
    }
    let y = pool.var(5, 64);
    let goal = pool.binary(Op::Eq, y, product);
    let case = Case { prefix: vec![], goal: pool.literal(goal, true), model: vec![3, 5, 7, 9, 11, 1] };
    let options = Options { sat_gates: 5_000, ..only(&["sat", "concrete"]) };
    let (answer, layer) = ask(&mut Chain::new(options), &mut pool, &case);
    let Answer::Sat(changes) = answer else { panic!("{answer:?}") };
    assert_eq!(layer, "concrete");
    assert!(satisfied(&pool, &case, &changes));
}

#[test]
fn floats_become_numbers_when_no_layer_knows_them() {
    // i == (int)(x * x) with integers alone
    let mut pool = Pool::new();
    let (x, i) = (pool.var(0, 64), pool.var(1, 32));
    let square = pool.binary(Op::FMul, x, x);
    let whole = pool.convert(Op::FToSInt, square, 32);
    let goal = pool.binary(Op::Eq, i, whole);
    let case = Case { prefix: vec![], goal: pool.literal(goal, true), model: vec![1.5f64.to_bits(), 0] };
    let options = only(&["order", "concrete"]);
    let (answer, layer) = ask(&mut Chain::new(options), &mut pool, &case);
    assert_eq!((answer, layer), (Answer::Sat(vec![(1, 2)]), "concrete"));
}

#[test]
fn a_term_of_a_million_nodes_is_no_trouble() {
    let mut pool = Pool::new();
    let (x, y) = (pool.var(0, 32), pool.var(1, 32));
    let mut e = x;
    for _ in 0..500_000 {
        let sum = pool.binary(Op::Xor, e, y);
        e = pool.binary(Op::Mul, sum, x);
    }
    let z = pool.var(2, 32);
    let goal = pool.binary(Op::Eq, e, z);
    let case = Case { prefix: vec![], goal: pool.literal(goal, true), model: vec![3, 5, 1] };
    for options in [Options::linear(), Options::default()] {
        let (answer, _) = ask(&mut Chain::new(options), &mut pool, &case);
        if let Answer::Sat(changes) = answer {
            assert!(satisfied(&pool, &case, &changes));
        }
    }
}
