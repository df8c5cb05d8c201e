//! Every answer of the solver to the queries of a few units, judged by z3; `make bench` does it with
//! all units and twenty thousand queries.

use crate::common::judge::{judge, queries};
use crate::common::{Folder, acute, units};
use std::time::Duration;

#[test]
fn z3_gives_the_answers_that_we_give() {
    let plan: [(&str, &[&str]); 11] = [
        ("covers/binary_search.c", &["--array-limit", "8"]),
        ("covers/floats.c", &[]),
        ("covers/int_operators.c", &[]),
        ("covers/lists.c", &[]),
        ("covers/parser.c", &[]),
        ("paths/buckets.c", &[]),
        ("paths/utf8.c", &["--without", "enumerate"]),
        ("paths/tritype.c", &["--without", "order"]),
        ("paths/gcd.c", &["--without", "search,cases", "--executions", "20"]),
        ("solver/linear.c", &["--without", "order"]),
        ("solver/present_values.c", &[]),
    ];
    let mut all = vec![];
    for (unit, flags) in plan {
        // the first ones of a unit, not to keep a person waiting
        all.extend(queries(&units().join(unit), flags).into_iter().take(80));
    }
    let tally = judge(&all, Duration::from_secs(30));
    println!("{:?}, {} with floats, {} too late", tally.agreed, tally.floats, tally.late);
    assert!(tally.wrong.is_empty(), "{}", tally.wrong.join("\n"));
    assert!(tally.all() >= 200 && tally.unsat() >= 30, "{} answers, {} unsat", tally.all(), tally.unsat());
    assert!(tally.late < 20, "{} answers too late", tally.late);
    for layer in ["pointer", "enumerate", "order", "linear", "equal", "cases", "search", "sat", "concrete"] {
        assert!(tally.agreed.contains_key(layer), "nothing answered by {layer}: {:?}", tally.agreed);
    }
}

#[test]
fn the_same_seed_logs_the_same_queries() {
    let unit = units().join("paths/tritype.c");
    let (one, two) = (queries(&unit, &[]), queries(&unit, &[]));
    let texts = |all: Vec<_>| {
        all.into_iter().map(|q: crate::common::judge::Logged| (q.name, q.text)).collect::<Vec<_>>()
    };
    assert_eq!(texts(one), texts(two));
}

#[test]
fn a_folder_that_cannot_be_written_is_a_clear_error() {
    let folder = Folder::new();
    let file = folder.file("taken", "");
    let said = crate::common::Said::by(
        acute()
            .arg("test")
            .arg(units().join("paths/tritype.c"))
            .args(["--no-export", "--log-queries"])
            .arg(&file),
    );
    assert_eq!(said.code, Some(2), "{}", said.err);
    assert!(said.err.contains("taken"), "{}", said.err);
    let said = crate::common::Said::by(
        acute().arg("test").arg(units().join("paths/tritype.c")).args(["--without", "order,magic"]),
    );
    assert_eq!(said.code, Some(2));
    assert!(said.err.contains("--without magic") && said.err.contains("subsume"), "{}", said.err);
}
