//! z3 proves that what the constructors return equals what was asked for: for a table with one
//! line or more per rule, and for random trees.

mod tree;

use std::io::Write;
use std::process::{Command, Stdio};

use acute_expr::{Op, Pool, Printer};
use tree::Tree::{self, *};
use tree::{BINARY, Rng};

fn v(n: u32, w: u8) -> Tree {
    Var(u32::from(w) * 4 + n, w)
}

fn k(w: u8, value: i64) -> Tree {
    Const(w, value as u64)
}

fn bin(op: Op, a: Tree, b: Tree) -> Tree {
    Bin(op, a.into(), b.into())
}

/// The left side of every rule, at a width where z3 proves it at once.
fn table() -> Vec<Tree> {
    use Op::{Add, And, Eq, Mul, Or, Sle, Slt, Sub, UDiv, URem, Ule, Ult, Xor};
    let (x, y, z) = (|| v(0, 8), || v(1, 8), || v(2, 8));
    let (n, m, c) = (|| v(0, 4), || v(1, 4), || v(0, 1));
    let zx = |t: Tree| ZExt(t.into(), 8);
    let sx = |t: Tree| SExt(t.into(), 8);
    let cut = |t: Tree, lo, w| Extract(t.into(), lo, w);
    let cat = |h: Tree, l: Tree| Concat(h.into(), l.into());
    let ite = |c: Tree, t: Tree, e: Tree| Ite(c.into(), t.into(), e.into());
    let not = |t: Tree| Not(t.into());
    let mut all = vec![
        bin(Add, bin(Add, x(), k(8, 3)), k(8, 7)),
        bin(Add, bin(Sub, k(8, 3), x()), k(8, 7)),
        bin(Add, bin(Add, x(), k(8, 3)), bin(Add, y(), k(8, 9))),
        bin(Add, bin(Sub, x(), y()), y()),
        bin(Add, bin(Sub, k(8, 0), x()), y()),
        bin(Add, cat(n(), k(4, 0)), zx(m())),
        bin(Sub, x(), x()),
        bin(Sub, x(), k(8, 5)),
        bin(Sub, x(), bin(Add, y(), k(8, 5))),
        bin(Sub, bin(Add, x(), k(8, 5)), y()),
        bin(Sub, bin(Add, x(), y()), x()),
        bin(Sub, bin(Add, x(), y()), y()),
        bin(Sub, x(), bin(Sub, x(), y())),
        bin(Sub, k(8, 0), bin(Sub, x(), y())),
        bin(Mul, bin(Mul, x(), k(8, 3)), k(8, 5)),
        bin(And, x(), not(x())),
        bin(And, bin(And, x(), k(8, 0x3c)), k(8, 0x17)),
        bin(And, zx(n()), k(8, 0x1a)),
        bin(And, cat(n(), m()), k(8, 0x5a)),
        bin(And, x(), bin(And, x(), y())),
        bin(Or, x(), not(x())),
        bin(Or, bin(Or, x(), k(8, 0x3c)), k(8, 0x41)),
        bin(Or, cat(n(), k(4, 0)), zx(m())),
        bin(Or, cat(n(), cat(v(0, 2), k(2, 0))), zx(v(1, 2))),
        bin(Or, zx(cat(v(0, 2), k(2, 0))), zx(v(1, 2))),
        bin(Xor, bin(Xor, x(), k(8, 0x3c)), k(8, 0x41)),
        bin(Xor, bin(Xor, x(), k(8, 0x3c)), bin(Xor, y(), k(8, 0x41))),
        bin(Xor, x(), bin(Xor, x(), y())),
        bin(Eq, bin(Add, x(), k(8, 3)), k(8, 1)),
        bin(Eq, bin(Sub, k(8, 3), x()), k(8, 9)),
        bin(Eq, bin(Sub, x(), y()), k(8, 0)),
        bin(Eq, bin(Xor, x(), k(8, 3)), k(8, 9)),
        bin(Eq, bin(Xor, x(), y()), k(8, 0)),
        bin(Eq, bin(Mul, x(), k(8, 0x35)), k(8, 9)),
        bin(Eq, bin(And, x(), k(8, 0x35)), k(8, 2)),
        bin(Eq, bin(Or, x(), k(8, 0x35)), k(8, 2)),
        bin(Eq, cat(n(), m()), k(8, 0x4b)),
        bin(Eq, ite(c(), k(8, 3), k(8, 4)), k(8, 3)),
        bin(Eq, cat(n(), m()), cat(m(), v(2, 4))),
        bin(Eq, bin(Add, x(), y()), x()),
        bin(Eq, bin(Add, x(), y()), y()),
        bin(Eq, bin(Add, x(), k(8, 1)), bin(Add, y(), k(8, 9))),
        bin(Eq, not(x()), k(8, 9)),
        not(not(x())),
        not(bin(Eq, ZExt(bin(Ult, x(), y()).into(), 8), k(8, 0))),
        zx(zx(n())),
        sx(ZExt(v(0, 2).into(), 4)),
        sx(SExt(v(0, 2).into(), 4)),
        cut(cut(x(), 1, 6), 2, 3),
        cut(cat(n(), m()), 1, 2),
        cut(cat(n(), m()), 5, 2),
        cut(cat(n(), m()), 2, 4),
        cut(ite(c(), k(8, 0x35), k(8, 0x42)), 1, 4),
        cat(k(4, 0), n()),
        cat(ZExt(v(0, 2).into(), 4), n()),
        cat(cat(v(0, 2), v(1, 2)), n()),
        cat(cut(x(), 4, 3), cut(x(), 1, 3)),
        cat(cut(x(), 4, 3), cat(cut(x(), 1, 3), v(0, 2))),
        cat(k(3, 5), cat(k(2, 1), v(0, 3))),
        ite(not(c()), x(), y()),
        ite(c(), not(v(1, 1)), v(2, 1)),
        ite(c(), v(1, 1), not(v(2, 1))),
        ite(bin(Eq, x(), x()), y(), z()),
    ];
    for op in BINARY {
        all.push(bin(op, x(), x()));
        all.push(bin(op, c(), v(1, 1)));
        for value in [0, 1, 2, 5, 7, 8, 16, 127, -128, -127, -2, -1] {
            all.push(bin(op, x(), k(8, value)));
            all.push(bin(op, k(8, value), x()));
        }
    }
    for op in [Eq, Ult, Ule, Slt, Sle] {
        for value in -20..20 {
            all.push(bin(op, zx(n()), k(8, value * 7)));
            all.push(bin(op, sx(n()), k(8, value)));
            all.push(bin(op, k(8, value), sx(n())));
            all.push(bin(op, ite(c(), k(8, 3), k(8, -4)), k(8, value)));
        }
        for (small, k2) in [(And, 0x2d), (URem, 11), (UDiv, 11), (URem, 0), (UDiv, 1)] {
            for value in [0, 1, 3, 10, 11, 12, 22, 23, 24, 44, 45, 46, 127, -128, -1] {
                all.push(bin(op, bin(small, x(), k(8, k2)), k(8, value)));
            }
        }
        all.push(bin(op, zx(n()), zx(v(0, 6))));
        all.push(bin(op, sx(n()), sx(v(0, 6))));
        all.push(bin(op, sx(n()), zx(v(0, 6))));
    }
    for op in [Add, Sub, Mul, And, Or, Xor] {
        for w in [4, 6] {
            all.push(cut(bin(op, zx(n()), sx(m())), 0, w));
            all.push(cut(bin(op, sx(n()), k(8, 77)), 0, w));
        }
    }
    for lo in 0..8 {
        for w in 1..=8 - lo {
            all.push(cut(zx(n()), lo, w));
            all.push(cut(sx(n()), lo, w));
        }
    }
    for (t, e) in [(1, 0), (0, 1), (-1, 0), (0, -1), (5, 5), (5, 6)] {
        all.push(ite(c(), k(8, t), k(8, e)));
        all.push(ite(c(), k(1, t), v(1, 1)));
        all.push(ite(c(), v(1, 1), k(1, e)));
    }
    all
}

/// Has z3 look for a model in which tree and expression differ, for every tree.
fn prove(trees: &[Tree]) {
    let mut script = String::from("(set-option :timeout 20000)\n");
    for tree in trees {
        let mut pool = Pool::new();
        let built = tree.build(&mut pool);
        let mut printer = Printer::new();
        let name = printer.define(&pool, built);
        let mut vars = Vec::new();
        tree.vars(&mut vars);
        for (v, w) in vars {
            let var = pool.var(v, w);
            printer.define(&pool, var);
        }
        let goal = format!("(assert (distinct {name} {}))", tree.smt());
        printer.line(&goal);
        script.push_str(&format!("(push)\n{}(check-sat)\n(pop)\n", printer.text()));
    }
    let answers = z3(&script);
    assert_eq!(answers.len(), trees.len(), "{answers:?}");
    for (tree, answer) in trees.iter().zip(&answers) {
        assert_eq!(answer, "unsat", "{tree:?}");
    }
}

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
fn the_table_of_rules() {
    prove(&table());
}

#[test]
fn random_trees() {
    let mut rng = Rng(3);
    let trees: Vec<Tree> = (0..1500)
        .map(|i| rng.tree([1, 4, 6, 7][i % 4], 1 + i as u32 % 3, &mut Vec::new()))
        .filter(|t| t.smt().len() < 600)
        .collect();
    prove(&trees);
}
