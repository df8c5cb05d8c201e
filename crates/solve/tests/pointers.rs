//! Pointer inputs: equality graphs against trying out all assignments, domains, CUTE's figure 9.

mod common;

use acute_expr::{Lit, Op, Pool, VarId, mask};
use acute_solve::{Answer, Chain, Options, Pointers, Query};
use common::{Case, Rng, ask_with, only, satisfied};

/// Objects at 0x1000, 0x1100, ...; the k-th new one of v at 0x10000 * (v + 1) + 0x100 * k.
struct Heap {
    pointers: u32,
    fresh: u32,
    objects: Vec<u64>,
}

impl Heap {
    fn new_object(v: VarId, k: u32) -> u64 {
        0x10000 * (u64::from(v) + 1) + 0x100 * u64::from(k)
    }
}

impl Pointers for Heap {
    fn is_pointer(&self, v: VarId) -> bool {
        v < self.pointers
    }

    fn fresh(&mut self, v: VarId, k: u32) -> Option<u64> {
        (k < self.fresh).then(|| Heap::new_object(v, k))
    }

    fn aliases(&self, _: VarId, out: &mut Vec<u64>) {
        out.extend(&self.objects);
    }
}

const POINTERS: u32 = 4;

/// Random (dis)equalities that hold in a random model, the last one flipped.
fn pointer_case(rng: &mut Rng, p: &mut Pool) -> Case {
    let addresses = [0, 0x1000, 0x1100];
    let model: Vec<u64> = (0..POINTERS).map(|_| rng.pick(&addresses)).collect();
    let mut lits: Vec<Lit> = Vec::new();
    for _ in 0..=rng.below(7) {
        let x = p.var(rng.below(u64::from(POINTERS)) as u32, 64);
        let y = match rng.below(3) {
            0 => p.constant(64, 0),
            1 if rng.below(3) == 0 => p.constant(64, 0x1000),
            _ => p.var(rng.below(u64::from(POINTERS)) as u32, 64),
        };
        let e = p.binary(Op::Eq, x, y);
        let holds = p.eval(e, &|v| model[v as usize]) == 1;
        lits.push(p.literal(e, holds));
    }
    let goal = lits.pop().expect("one or more").negate();
    Case { prefix: lits, goal, model }
}

/// Equality logic has a model if there is one over as many values as there are terms.
fn satisfiable(p: &Pool, case: &Case) -> bool {
    let values: Vec<u64> = [0, 0x1000].into_iter().chain(1..=u64::from(POINTERS)).collect();
    let n = values.len();
    (0..n.pow(POINTERS)).any(|all| {
        let value = |v: VarId| values[all / n.pow(v) % n];
        case.prefix.iter().chain([&case.goal]).all(|lit| (p.eval(lit.expr, &value) == 1) == lit.positive)
    })
}

fn allowed(case: &Case, v: VarId, value: u64, changes: &[(VarId, u64)]) -> bool {
    let shared = |other: VarId| {
        let changed = changes.iter().find(|c| c.0 == other).map_or(case.model[other as usize], |c| c.1);
        other != v && (changed == value || case.model[other as usize] == value)
    };
    [0, 0x1000, 0x1100].contains(&value)
        || (0..8).any(|k| Heap::new_object(v, k) == value)
        || (0..POINTERS).any(shared)
}

#[test]
fn the_equality_graph_decides_all_pointer_queries() {
    let mut rng = Rng::new(11);
    let (mut p, mut chain) = (Pool::new(), Chain::new(only(&["pointer"])));
    let (mut sat, mut unsat) = (0, 0);
    for round in 0..20_000 {
        let case = pointer_case(&mut rng, &mut p);
        let mut heap = Heap { pointers: POINTERS, fresh: 8, objects: vec![0x1000, 0x1100] };
        match ask_with(&mut chain, &mut p, &case, &mut heap).0 {
            Answer::Sat(changes) => {
                sat += 1;
                assert!(satisfied(&p, &case, &changes), "round {round}");
                for &(v, value) in &changes {
                    assert!(allowed(&case, v, value, &changes), "round {round}: {v} = {value:#x}");
                }
            }
            Answer::Unsat => {
                unsat += 1;
                assert!(!satisfiable(&p, &case), "round {round}");
            }
            Answer::Unknown => panic!("round {round}: new objects never run out here"),
        }
    }
    assert!(sat > 2_000 && unsat > 2_000);
    assert_eq!(chain.stats().wrong_answers, 0);
}

#[test]
fn search_and_sat_keep_to_the_domains_and_never_refute_by_them() {
    for layer in ["search", "sat"] {
        let mut rng = Rng::new(12);
        let (mut p, mut chain) = (Pool::new(), Chain::new(only(&[layer])));
        for round in 0..2_000 {
            let case = pointer_case(&mut rng, &mut p);
            // without new objects some satisfiable queries have no answer in the domain
            let fresh = (round % 3) as u32;
            let mut heap = Heap { pointers: POINTERS, fresh, objects: vec![0x1000] };
            match ask_with(&mut chain, &mut p, &case, &mut heap).0 {
                Answer::Sat(changes) => {
                    assert!(satisfied(&p, &case, &changes), "round {round}");
                    for &(v, value) in &changes {
                        assert!(allowed(&case, v, value, &changes), "round {round}: {v} = {value:#x}");
                    }
                }
                Answer::Unsat => assert!(!satisfiable(&p, &case), "round {round}"),
                Answer::Unknown => {}
            }
        }
        assert_eq!(chain.stats().wrong_answers, 0);
    }
}

/// One goal on top of a prefix, for pointers 0 and 1 and the integer 8.
fn solve(
    prefix: &[(Op, u32, i64, bool)],
    goal: (Op, u32, i64, bool),
    model: &[u64],
) -> (Answer, &'static str) {
    let mut p = Pool::new();
    // a negative right side -v-1 stands for variable v
    let mut lit = |(op, x, right, positive): (Op, u32, i64, bool)| {
        let x = p.var(x, 64);
        let y = if right < 0 { p.var((-right - 1) as u32, 64) } else { p.constant(64, right as u64) };
        let e = p.binary(op, x, y);
        p.literal(e, positive)
    };
    let prefix: Vec<Lit> = prefix.iter().map(|&l| lit(l)).collect();
    let goal = lit(goal);
    let mut heap = Heap { pointers: 8, fresh: 2, objects: vec![0x1000] };
    let mut chain = Chain::new(Options::default());
    chain.solve(&mut p, &Query { prefix: &prefix, goal, model }, &mut heap)
}

#[test]
fn figure_9_of_cute() {
    let eq = Op::Eq;
    let sat = |changes: &[(VarId, u64)]| (Answer::Sat(changes.to_vec()), "pointer");
    let fresh = Heap::new_object;
    // "x != NULL" gives a new object
    assert_eq!(solve(&[], (eq, 0, 0, false), &[0]), sat(&[(0, fresh(0, 0))]));
    // "x = NULL"
    assert_eq!(solve(&[], (eq, 0, 0, true), &[0x1000]), sat(&[(0, 0)]));
    // "x = y" takes the value of the one that is not NULL
    assert_eq!(solve(&[], (eq, 0, -2, true), &[0, 0x1000]), sat(&[(0, 0x1000)]));
    assert_eq!(solve(&[], (eq, 0, -2, true), &[0x1000, 0]), sat(&[(1, 0x1000)]));
    // "x != y" gives one of them a new object
    assert_eq!(solve(&[], (eq, 0, -2, false), &[0, 0]), sat(&[(1, fresh(1, 0))]));
    // a class moves as a whole
    let both = solve(&[(eq, 0, -2, true)], (eq, 0, 0, false), &[0, 0]);
    assert_eq!(both, sat(&[(0, fresh(0, 0)), (1, fresh(0, 0))]));
    // contradictions through a chain of equalities
    let chain = [(eq, 0, -2, true), (eq, 1, -3, true), (eq, 2, 0, true)];
    assert_eq!(solve(&chain, (eq, 0, 0, false), &[0, 0, 0]), (Answer::Unsat, "pointer"));
}

#[test]
fn equalities_refute_a_slice_that_has_arithmetic_too() {
    let mut p = Pool::new();
    let (x, y, null) = (p.var(0, 64), p.var(1, 64), p.constant(64, 0));
    let limit = p.constant(64, 0x2000);
    let below = p.binary(Op::Ult, x, limit);
    let (same, x_null, y_null) =
        (p.binary(Op::Eq, x, y), p.binary(Op::Eq, x, null), p.binary(Op::Eq, y, null));
    let prefix = [p.literal(below, true), p.literal(same, true), p.literal(x_null, true)];
    let goal = p.literal(y_null, false);
    let mut heap = Heap { pointers: 2, fresh: 0, objects: vec![] };
    let mut chain = Chain::new(Options::default());
    let query = Query { prefix: &prefix, goal, model: &[0, 0] };
    assert_eq!(chain.solve(&mut p, &query, &mut heap), (Answer::Unsat, "pointer"));
}

#[test]
fn a_domain_without_an_answer_is_no_refutation() {
    let mut p = Pool::new();
    let (x, limit) = (p.var(0, 64), p.constant(64, 0x7777_0000));
    let above = p.binary(Op::Ult, limit, x);
    let goal = p.literal(above, true);
    let mut heap = Heap { pointers: 1, fresh: 2, objects: vec![0x1000] };
    let mut chain = Chain::new(Options::default());
    let query = Query { prefix: &[], goal, model: &[0] };
    assert_eq!(chain.solve(&mut p, &query, &mut heap).0, Answer::Unknown);
    // but arithmetic that holds for all addresses refutes
    let one = p.constant(64, 1);
    let (odd, even) = (p.binary(Op::Or, x, one), p.constant(64, 2 & mask(64)));
    let goal = p.binary(Op::Eq, odd, even);
    let goal = p.literal(goal, true);
    let query = Query { prefix: &[], goal, model: &[0] };
    assert_eq!(chain.solve(&mut p, &query, &mut heap).0, Answer::Unsat);
}

#[test]
fn no_object_wraps_around_the_end_of_memory() {
    let (mut p, mut chain) = (Pool::new(), Chain::new(Options::default()));
    let (pointer, count) = (p.var(0, 64), p.var(1, 32));
    let count = p.zext(count, 64);
    let end = p.binary(Op::Add, pointer, count);
    let (above, zero) = (p.binary(Op::Ult, pointer, end), p.constant(64, 0));
    let (empty, null) = (p.binary(Op::Eq, count, zero), p.binary(Op::Eq, pointer, zero));
    let prefix = vec![p.literal(empty, false), p.literal(null, false)];
    let heap = || Heap { pointers: 1, fresh: 8, objects: vec![0x1000, 0x1100] };
    let ask = |p: &mut Pool, chain: &mut Chain, prefix: &[Lit], goal: Lit| {
        let case = Case { prefix: prefix.to_vec(), goal, model: vec![0x1000, 5] };
        ask_with(chain, p, &case, &mut heap()).0
    };
    let wraps = p.literal(above, false);
    assert_eq!(ask(&mut p, &mut chain, &prefix, wraps), Answer::Unsat);
    // An empty one ends where it begins.
    assert_eq!(ask(&mut p, &mut chain, &prefix[1..], wraps), Answer::Sat(vec![(1, 0)]));
    // What is compared with something that is no address may be anything.
    let nowhere = p.constant(64, u64::MAX);
    let nowhere = p.binary(Op::Eq, pointer, nowhere);
    let nowhere = [prefix[0], p.literal(nowhere, true)];
    assert_eq!(ask(&mut p, &mut chain, &nowhere, wraps), Answer::Sat(vec![(0, u64::MAX)]));
}
