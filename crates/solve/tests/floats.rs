//! What the chain makes of conditions on floats that programs are full of.

mod common;
mod float;

use acute_expr::{Lit, Pool};
use acute_solve::{Answer, Chain, Options};
use common::{Case, ask, satisfied};

/// Conditions taken one after the other, as a run would; the last one can be met.
const SAT: &[&[&str]] = &[
    &["(lt 0.1 x)", "(lt x 0.2)"],
    &["(lt 0.1f a)", "(lt a 0.10000002f)"],
    &["(eq (* x x) 2.25)"],
    &["(eq (* x x) 2.25)", "(lt x 0.0)"],
    &["(eq (+ x y) 10.5)", "(lt x y)"],
    &["(eq (+ x y) 10.5)", "(eq (- x y) 2.5)"],
    &["(ieq (int x) 42i)"],
    &["(ieq (int x) 42i)", "(not (eq x 42.0))"],
    &["(ieq (int a) -7i)", "(lt a -7.5f)"],
    &["(eq (+ (- (* x x) (* 3.0 x)) 2.0) 0.0)"],
    &["(eq (+ (- (* x x) (* 5.0 x)) 6.0) 0.0)", "(not (eq x 2.0))"],
    &["(eq (+ (+ (* 2.0 (* x x)) (* 3.0 x)) -2.0) 0.0)", "(lt x 0.0)"],
    &["(lt (* 4.0 (* x z)) (* y y))", "(lt x 0.0)"],
    &["(not (eq x x))"],
    &["(not (lt x 1.0))", "(not (le 1.0 x))"],
    &["(lt (/ 1.0 x) 0.0)"],
    &["(eq x 0.0)", "(lt (/ 1.0 x) 0.0)"],
    &["(lt (double a) 0.1)", "(lt 0.0999 (double a))"],
    &["(eq (+ (double a) x) 3.75)", "(lt (double a) x)"],
    &["(eq (float x) a)", "(not (eq x (double a)))"],
    &["(lt (fint i) 2.5f)", "(lt 1.5f (fint i))"],
    &["(lt (* (dint i) 0.5) x)", "(lt x (dint i))", "(ilt 10i i)"],
    &["(eq (dint i) (* x 2.0))", "(ilt 100i i)"],
    &["(eq (/ x 3.0) 7.0)"],
    &["(eq (sqrt x) 12.0)"],
    &["(lt (sqrt (+ (* x x) (* y y))) 1.0)", "(lt 0.5 x)", "(lt 0.5 y)"],
    &["(eq (% x 7.0) 3.0)", "(lt 100.0 x)"],
    &["(lt 1000000.0 (* x (* x x)))", "(lt x 101.0)"],
    &["(eq (abs x) 3.5)", "(lt x 0.0)"],
    &["(lt (neg x) -5.0)", "(lt x 6.0)"],
    &["(le x y)", "(le y z)", "(lt 3.0 x)", "(lt z 4.0)", "(lt x z)"],
    &["(eq (* a 1.8f) 180.0f)", "(lt (+ (* a 1.8f) 32.0f) 213.0f)"],
    &["(lt 37.5 (+ (* (/ 5.0 9.0) (- x 32.0)) 0.0))", "(lt (* (/ 5.0 9.0) (- x 32.0)) 37.6)"],
    &["(eq (+ x 1.0) x)"],
    &["(eq (+ x 1.0) x)", "(lt x 1e300)"],
    &["(not (eq (- (+ x 0.1) 0.1) x))", "(lt 0.0 x)", "(lt x 10.0)"],
    &["(lt x inf)", "(lt 1e308 x)"],
    &["(eq x inf)"],
    &["(ilt (int (* x 100.0)) 1999i)", "(ilt 1990i (int (* x 100.0)))"],
    &["(eq (+ (+ x y) z) 6.0)", "(lt x y)", "(lt y z)", "(lt 1.0 x)"],
    &["(lt (- (+ x y) z) 0.0)", "(lt 5.0 x)", "(lt 5.0 y)", "(lt z 11.0)"],
    &["(eq (* x y) 12.0)", "(eq (+ x y) 7.0)"],
];

/// As above, but nothing meets the last condition.
const UNSAT: &[&[&str]] = &[
    &["(lt x x)"],
    &["(lt 1.0 x)", "(lt x 1.0)"],
    &["(not (eq x x))", "(lt 0.0 x)"],
    &["(lt x y)", "(lt y x)"],
    &["(lt x y)", "(lt y z)", "(lt z x)"],
    &["(lt (abs x) 0.0)"],
    &["(eq (double a) 0.1)"],
    &["(lt 1.5 (dint i))", "(lt (dint i) 2.0)"],
    &["(lt (* a a) 0.0f)"],
    &["(lt (sqrt a) 0.0f)"],
    &["(lt 2.0f a)", "(lt (+ a 1.0f) 3.0f)"],
    &["(eq (* x x) -1.0)"],
    &["(lt 0.0 (+ x y))", "(not (lt 0.0 (+ x y)))"],
    &["(lt (% x 7.0) 3.0)", "(lt 7.0 (% x 7.0))"],
    &["(le x 1.0)", "(le 1.0 x)", "(not (eq x 1.0))"],
];

fn run(chain: &mut Chain, pool: &mut Pool, conditions: &[&str]) -> (Answer, &'static str) {
    let lits: Vec<Lit> = conditions.iter().map(|text| float::literal(pool, text)).collect();
    let mut model = vec![0u64; 9];
    let mut last = (Answer::Unknown, "syntactic");
    for (i, &goal) in lits.iter().enumerate() {
        let case = Case { prefix: lits[..i].to_vec(), goal, model: model.clone() };
        let holds = satisfied(pool, &case, &[]);
        last = if holds { (Answer::Sat(Vec::new()), "syntactic") } else { ask(chain, pool, &case) };
        if let Answer::Sat(changes) = &last.0 {
            assert!(satisfied(pool, &case, changes), "{conditions:?}");
            for &(v, value) in changes {
                model[v as usize] = value;
            }
        } else if i + 1 < lits.len() {
            panic!("{:?} after {:?}: {:?}", conditions[i], &conditions[..i], last);
        }
    }
    last
}

#[test]
fn the_table_of_conditions_that_can_be_met() {
    let mut pool = Pool::new();
    let mut chain = Chain::new(Options::default());
    for conditions in SAT {
        let begin = std::time::Instant::now();
        let (answer, layer) = run(&mut chain, &mut pool, conditions);
        println!("{:9} {:6.1} ms {conditions:?}", layer, begin.elapsed().as_secs_f64() * 1e3);
        assert!(matches!(answer, Answer::Sat(_)), "{conditions:?}: {answer:?}");
    }
    assert_eq!(chain.stats().wrong_answers, 0);
}

#[test]
fn the_table_of_conditions_that_cannot() {
    let mut pool = Pool::new();
    let mut chain = Chain::new(Options::default());
    for conditions in UNSAT {
        let begin = std::time::Instant::now();
        let (answer, layer) = run(&mut chain, &mut pool, conditions);
        println!("{:9} {:6.1} ms {conditions:?}", layer, begin.elapsed().as_secs_f64() * 1e3);
        assert_eq!(answer, Answer::Unsat, "{conditions:?}");
    }
    assert_eq!(chain.stats().wrong_answers, 0);
}
