//! Random trees, built through the simplifying constructors, mean what the naive trees mean.

mod tree;

use acute_expr::{Op, Pool, apply};
use tree::{BINARY, Rng, Tree};

const WIDTHS: [u8; 9] = [1, 7, 8, 16, 31, 32, 33, 63, 64];

fn check(tree: &Tree, pool: &mut Pool, rng: &mut Rng, models: usize) {
    let built = tree.build(pool);
    assert_eq!(pool.width(built), tree.width());
    for _ in 0..models {
        let seed = rng.next();
        let model = |v: u32| Rng(seed ^ u64::from(v) << 20).corner((v / 4) as u8);
        let (got, want) = (pool.eval(built, &model), tree.eval(&model));
        assert_eq!(u128::from(got), want, "{tree:?}");
    }
}

#[test]
fn random_trees_keep_their_meaning() {
    let mut rng = Rng(1);
    for round in 0..60_000 {
        let mut pool = Pool::new();
        let width = WIDTHS[round % WIDTHS.len()];
        let depth = 1 + rng.below(4) as u32;
        let tree = rng.tree(width, depth, &mut Vec::new());
        check(&tree, &mut pool, &mut rng, 12);
    }
}

#[test]
fn every_operation_on_every_pair_of_corners() {
    for width in WIDTHS {
        let min = 1u64 << (width - 1);
        let corners =
            [0, 1, 2, 3, u64::MAX, min, min.wrapping_sub(1), min + 1, u64::from(width), u64::from(width) - 1];
        for op in BINARY {
            for a in corners {
                for b in corners {
                    let sides = (Tree::Const(width, a).into(), Tree::Const(width, b).into());
                    let want = Tree::Bin(op, sides.0, sides.1).eval(&|_| 0);
                    let mask = acute_expr::mask(width);
                    let got = apply(op, width, a & mask, b & mask);
                    assert_eq!(u128::from(got), want, "{op:?} {width} {a:#x} {b:#x}");
                }
            }
        }
    }
}

#[test]
fn small_operands_against_every_operation_exhaustively() {
    // one operand a variable, the other a constant, all 4-bit values: the neutral, absorbing and
    // power-of-two rules with nothing left to chance
    for op in BINARY {
        for c in 0..16 {
            for swap in [false, true] {
                let mut pool = Pool::new();
                let (x, k) = (Box::new(Tree::Var(0, 4)), Box::new(Tree::Const(4, c)));
                let tree = if swap { Tree::Bin(op, k, x) } else { Tree::Bin(op, x, k) };
                let built = tree.build(&mut pool);
                for v in 0..16 {
                    assert_eq!(u128::from(pool.eval(built, &|_| v)), tree.eval(&|_| v), "{tree:?} {v}");
                }
            }
        }
    }
}

#[test]
fn a_literal_and_its_negation_share_their_expression() {
    let mut rng = Rng(2);
    for _ in 0..20_000 {
        let mut pool = Pool::new();
        let tree = rng.tree(1, 3, &mut Vec::new());
        let built = tree.build(&mut pool);
        let negated = Tree::Not(tree.into()).build(&mut pool);
        let (lit, not) = (pool.literal(built, true), pool.literal(negated, true));
        if pool.as_const(built).is_none() {
            assert_eq!(lit, not.negate());
        }
        assert_eq!(pool.literal_expr(lit), built);
    }
}

#[test]
fn opposite_comparisons_are_opposite_literals() {
    let mut p = Pool::new();
    let (x, y, k) = (p.var(0, 32), p.var(1, 32), p.constant(32, 10));
    for (less, at_most) in [(Op::Ult, Op::Ule), (Op::Slt, Op::Sle)] {
        for (a, b) in [(x, y), (x, k), (k, x)] {
            let (l, g) = (p.binary(less, a, b), p.binary(at_most, b, a));
            assert_eq!(p.literal(l, true), p.literal(g, false));
        }
        // x <= 10 and x < 11 are one literal
        let eleven = p.constant(32, 11);
        assert_eq!(p.binary(at_most, x, k), p.binary(less, x, eleven));
    }
}

#[test]
fn bytes_put_together_are_the_value_again() {
    let mut p = Pool::new();
    let x = p.var(0, 32);
    let mut bytes: Vec<_> = (0..4).map(|i| p.extract(x, i * 8, 8)).collect();
    let loaded = bytes.iter().skip(1).fold(bytes[0], |low, &b| p.concat(b, low));
    assert_eq!(loaded, x);
    // (b3 << 24) | (b2 << 16) | (b1 << 8) | b0, the bytes promoted to int
    for b in &mut bytes {
        *b = p.zext(*b, 32);
    }
    for op in [Op::Or, Op::Add] {
        let mut sum = p.constant(32, 0);
        for (i, &b) in bytes.iter().enumerate() {
            let by = p.constant(32, 8 * i as u64);
            let shifted = p.binary(Op::Shl, b, by);
            sum = p.binary(op, shifted, sum);
        }
        assert_eq!(sum, x, "{op:?}");
    }
}

#[test]
fn deep_chains_need_no_native_stack() {
    let mut p = Pool::new();
    let (mut e, y) = (p.var(0, 32), p.var(1, 32));
    let (k, c) = (p.constant(32, 33), p.constant(32, 0x5bd1));
    let mut unary = e;
    for _ in 0..100_000 {
        let m = p.binary(Op::Mul, e, k);
        e = p.binary(Op::Xor, m, y);
        let m = p.binary(Op::Mul, unary, k);
        unary = p.binary(Op::Xor, m, c);
    }
    assert_eq!(p.vars(e), [0, 1]);
    let value = p.eval(e, &|v| u64::from(v) + 7);
    let want = p.constant(32, value);
    let hit = p.binary(Op::Eq, e, want);
    assert_eq!(p.eval(hit, &|v| u64::from(v) + 7), 1);
    // x * 33 ^ c, 100,000 times, inverted down to the variable
    let value = p.eval(unary, &|_| 12345);
    let want = p.constant(32, value);
    let hit = p.binary(Op::Eq, unary, want);
    let (x, n) = (p.var(0, 32), p.constant(32, 12345));
    assert_eq!(hit, p.binary(Op::Eq, x, n));
}

#[test]
fn variables_of_a_sum_over_a_large_buffer() {
    let mut p = Pool::new();
    let mut sum = p.constant(32, 0);
    for v in (0..3000).rev() {
        let byte = p.var(v, 8);
        let wide = p.zext(byte, 32);
        sum = p.binary(Op::Add, sum, wide);
    }
    assert!(p.vars(sum).iter().copied().eq(0..3000));
}
