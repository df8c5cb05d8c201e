//! Twenty thousand answers of the solver, drawn from all golden units, judged by z3. What is asked for:
//! not one different answer, every layer heard, many refutations, many floats.
#[path = "../tests/common/mod.rs"]
mod common;

use common::judge::{Logged, all_units, judge, queries};
use std::collections::{BTreeMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Answers compared; of each layer at most so many of one kind, z3 judging about a hundred a second.
const ALL: u64 = 20_000;
const MOST_SAT: usize = 1_100;
const MOST_UNSAT: usize = 2_000;
/// Of each layer at least, and with floats.
const LAYER: u64 = 500;
const FLOATS: u64 = 1_000;
/// Queries of a unit that is run more than once.
const RICH: usize = 12;

/// The chain as it is, with other inputs, and with layers off so that others are heard.
const PLAN: &[&[&str]] = &[
    &["--solver", "linear"],
    &["--solver", "linear", "--without", "order"],
    &["--without", "order"],
    &["--without", "order,enumerate"],
    &["--without", "order,enumerate,cache"],
    &["--without", "search,cache"],
    &["--without", "search,order,enumerate,cache"],
    &["--without", "search,sat"],
    &["--without", "slice"],
    &["--without", "subsume,syntactic"],
    &["--init", "random", "--seed", "1"],
    &["--init", "random", "--seed", "2", "--without", "order,subsume"],
    &["--init", "random", "--seed", "3", "--without", "search,order"],
    &["--init", "zero", "--without", "order,enumerate"],
    &["--init", "random", "--seed", "4", "--solver", "linear", "--without", "order"],
];

/// For units with floats, where a query is dear: the layers that are for them.
const FLOAT_PLAN: &[&[&str]] = &[
    &["--without", "order,search,sat,cache"],
    &["--without", "order,search,sat,cache,interval"],
    &["--without", "order,search,cache"],
    &["--without", "search,interval,cache"],
    &["--without", "order,sat,interval,slice"],
];

fn main() {
    let begun = Instant::now();
    let all = collect();
    println!("{} queries in {:.0} s", all.len(), begun.elapsed().as_secs_f64());
    let begun = Instant::now();
    let tally = judge(&all, Duration::from_secs(4));
    println!("judged in {:.0} s\n", begun.elapsed().as_secs_f64());
    println!("{:<12} {:>8} {:>8}", "layer", "sat", "unsat");
    for (layer, [sat, unsat]) in &tally.agreed {
        println!("{layer:<12} {sat:>8} {unsat:>8}");
    }
    let share = 100 * tally.unsat() / tally.all().max(1);
    println!("\n{} answers compared, {share} % unsat, {} with floats", tally.all(), tally.floats);
    println!("{} different, {} left open by us", tally.wrong.len(), tally.unknown);
    println!("{} too late from z3, {} refuted where the script says less", tally.late, tally.loose);
    for wrong in tally.wrong.iter().take(5) {
        println!("\n{wrong}");
    }
    let mut short = tally.wrong.len();
    for layer in acute_solve::layer_names().filter(|layer| *layer != "syntactic") {
        let count: u64 = tally.agreed.get(layer).into_iter().flatten().sum();
        if count < LAYER {
            println!("{layer}: {count} answers, {LAYER} asked for");
            short += 1;
        }
    }
    if short > 0 || tally.all() < ALL || tally.floats < FLOATS || share < 30 {
        println!("this is short of what is asked for");
        std::process::exit(1);
    }
}

/// The queries, no two the same of one layer.
fn collect() -> Vec<Logged> {
    let mut by_kind: BTreeMap<(String, String), Vec<Logged>> = BTreeMap::new();
    let mut seen = HashSet::new();
    let mut enter = |found: Vec<Vec<Logged>>| {
        for query in found.into_iter().flatten() {
            let held = by_kind.entry((query.layer.clone(), query.answer.clone())).or_default();
            if seen.insert(hash(&(&query.layer, &query.text))) {
                held.push(query);
            }
        }
    };
    let all = all_units();
    let short = ["--time", "3", "--executions", "1500"];
    let first = queries_of(&all, &short);
    // the other runs are for units that ask much, or about floats
    let pick = |worth: fn(&[Logged]) -> bool| -> Vec<PathBuf> {
        all.iter().zip(&first).filter(|(_, found)| worth(found)).map(|(unit, _)| unit.clone()).collect()
    };
    let rich = pick(|found| found.len() >= RICH);
    let floats = pick(|found| found.iter().any(Logged::has_floats));
    enter(first);
    for flags in PLAN {
        enter(queries_of(&rich, &[&short[..], flags].concat()));
    }
    for flags in FLOAT_PLAN {
        for seed in ["0", "1"] {
            let limited = ["--time", "20", "--init", "random", "--seed", seed];
            enter(queries_of(&floats, &[&limited[..], flags].concat()));
        }
    }
    let mut drawn = vec![];
    for ((_, answer), queries) in by_kind {
        // evenly out of all, so that every unit has its share
        let (count, most) = (queries.len(), if answer == "sat" { MOST_SAT } else { MOST_UNSAT });
        let kept = |i: usize| count <= most || i * most / count != (i + 1) * most / count;
        drawn.extend(queries.into_iter().enumerate().filter(|(i, _)| kept(*i)).map(|(_, query)| query));
    }
    // a hard one is not beside the next
    drawn.sort_by_cached_key(|query| hash(&query.text));
    drawn
}

/// The queries of each unit, two units at a time.
fn queries_of(units: &[PathBuf], flags: &[&str]) -> Vec<Vec<Logged>> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut found = vec![];
        while let Some((n, unit)) =
            Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|n| Some((n, units.get(n)?)))
        {
            found.push((n, queries(unit, flags)));
        }
        found
    };
    let mut found = std::thread::scope(|scope| {
        let workers = [scope.spawn(work), scope.spawn(work)];
        workers.into_iter().flat_map(|w| w.join().expect("a worker")).collect::<Vec<_>>()
    });
    found.sort_by_key(|(n, _)| *n);
    found.into_iter().map(|(_, queries)| queries).collect()
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
