//! z3 knows floats as we do: printed operations on given operands have the values evaluation
//! finds, and rules hold for all operands of 32 bits.

mod float;

use std::io::Write;
use std::process::{Command, Stdio};

use acute_expr::{Op, Pool, Printer, is_nan};
use float::{Rng, Tree};

fn z3(script: &str) -> Vec<String> {
    let z3 = Command::new("z3").arg("-in").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut z3 = z3.expect("z3 proves the rules: apt-get install z3");
    let mut stdin = z3.stdin.take().expect("piped");
    let script = script.to_string();
    let writer = std::thread::spawn(move || stdin.write_all(script.as_bytes()));
    let output = z3.wait_with_output().expect("z3 ends");
    writer.join().expect("writer ends").expect("z3 reads its input");
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_string).collect()
}

#[test]
fn printed_operations_have_the_values_evaluation_finds() {
    let mut rng = Rng(5);
    let mut script = String::new();
    let mut trees = Vec::new();
    while trees.len() < 600 {
        let depth = rng.below(3) as u32;
        let w = rng.pick(&[32, 64]);
        let tree = if rng.below(2) == 0 { rng.root(depth) } else { rng.tree(w, depth) };
        // fmod is printed as less than it is
        if format!("{tree:?}").contains("FRem") {
            continue;
        }
        let mut pool = Pool::new();
        let built = tree.build(&mut pool);
        let vars = pool.vars(built).to_vec();
        let model: Vec<(u32, u64)> = vars
            .iter()
            .map(|&v| {
                let w = pool.var_width(v);
                (v, if (32..68).contains(&v) { rng.float(w) } else { rng.integer(w) })
            })
            .collect();
        let of = |v: u32| model.iter().find(|&&(known, _)| known == v).map_or(0, |&(_, value)| value);
        let value = tree.eval(&of);
        let width = tree.width();
        // which NaN it is the theory does not say
        if is_nan(width.max(32), value) && matches!(width, 32 | 64) {
            continue;
        }
        let mut printer = Printer::new();
        let name = printer.define(&pool, built);
        for (v, value) in &model {
            let w = pool.var_width(*v);
            printer.line(&format!("(assert (= v{v} (_ bv{value} {w})))"));
        }
        printer.line(&format!("(assert (distinct {name} (_ bv{value} {width})))"));
        script.push_str(&format!(
            "(push)\n{}(check-sat-using (then simplify fpa2bv qfbv))\n(pop)\n",
            printer.text()
        ));
        trees.push(tree);
    }
    let answers = z3(&script);
    assert_eq!(answers.len(), trees.len(), "{answers:?}");
    for (tree, answer) in trees.iter().zip(&answers) {
        assert_eq!(answer, "unsat", "{tree:?}");
    }
}

/// A tree's text, written down without the constructors; comparisons of floats alone.
fn smt(tree: &Tree) -> String {
    let sizes = |w| if w == 32 { "8 24" } else { "11 53" };
    match tree {
        Tree::Const(w, value) if [32, 64].contains(w) => {
            format!("((_ to_fp {}) (_ bv{value} {w}))", sizes(*w))
        }
        Tree::Var(v, w) if (32..68).contains(v) => format!("((_ to_fp {}) v{v})", sizes(*w)),
        Tree::Var(v, _) => format!("v{v}"),
        Tree::Convert(Op::SIntToF, a, w) => format!("((_ to_fp {}) RNE {})", sizes(*w), smt(a)),
        Tree::Convert(Op::UIntToF, a, w) => format!("((_ to_fp_unsigned {}) RNE {})", sizes(*w), smt(a)),
        Tree::Convert(Op::FToF, a, w) => format!("((_ to_fp {}) RNE {})", sizes(*w), smt(a)),
        Tree::Bin(op, a, b) => {
            let name = match op {
                Op::FEq => "fp.eq",
                Op::FLt => "fp.lt",
                _ => "fp.leq",
            };
            format!("(ite ({name} {} {}) #b1 #b0)", smt(a), smt(b))
        }
        other => unreachable!("{other:?}"),
    }
}

#[test]
fn comparisons_are_simplified_rightly_for_all_operands() {
    let mut rng = Rng(6);
    let mut trees = Vec::new();
    for op in [Op::FEq, Op::FLt, Op::FLe] {
        let int = |from, v, w| Tree::Convert(from, Tree::Var(v, w).into(), 32);
        let wide = |t: Tree| Tree::Convert(Op::FToF, t.into(), 64);
        let x = || Tree::Var(32, 32);
        let mut both = |a: Tree, b: Tree| {
            trees.push(Tree::Bin(op, a.clone().into(), b.clone().into()));
            trees.push(Tree::Bin(op, b.into(), a.into()));
        };
        both(int(Op::SIntToF, 160, 16), int(Op::UIntToF, 161, 16));
        both(int(Op::SIntToF, 160, 16), int(Op::SIntToF, 81, 8));
        both(int(Op::UIntToF, 160, 16), int(Op::UIntToF, 81, 8));
        both(wide(x()), wide(Tree::Var(33, 32)));
        both(x(), x());
        for _ in 0..6 {
            both(x(), Tree::Const(32, rng.float(32)));
            both(int(Op::SIntToF, 160, 16), Tree::Const(32, rng.float(32)));
            both(int(Op::UIntToF, 250, 25), Tree::Const(32, rng.float(32)));
            both(wide(x()), Tree::Const(64, rng.float(64)));
        }
    }
    let mut script = String::from("(set-option :timeout 20000)\n");
    for tree in &trees {
        let mut pool = Pool::new();
        let built = tree.build(&mut pool);
        let mut printer = Printer::new();
        for (v, w) in [(32, 32), (33, 32), (160, 16), (161, 16), (81, 8), (250, 25)] {
            let var = pool.var(v, w);
            printer.define(&pool, var);
        }
        let name = printer.define(&pool, built);
        printer.line(&format!("(assert (distinct {name} {}))", smt(tree)));
        script.push_str(&format!(
            "(push)\n{}(check-sat-using (then simplify fpa2bv qfbv))\n(pop)\n",
            printer.text()
        ));
    }
    let answers = z3(&script);
    assert_eq!(answers.len(), trees.len(), "{answers:?}");
    for (tree, answer) in trees.iter().zip(&answers) {
        assert_eq!(answer, "unsat", "{tree:?}");
    }
}
