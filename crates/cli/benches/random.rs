//! Random programs by csmith, every other one with floats: `acute cc` must make of them what gcc -O2 and
//! clang -O0 make of them, and with their globals as inputs every recorded branch must be true.
#[path = "../tests/common/mod.rs"]
mod common;

use common::csmith::{self, Checksum, Explored};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Instant;

/// So many are compared; some run for ever and are left out, hence more seeds.
const CHECKSUMS: usize = 300;
const SEEDS: u32 = 340;
const EXPLORED: u32 = 100;

fn main() {
    let began = Instant::now();
    let all = each(SEEDS, csmith::checksum);
    let endless = all.iter().filter(|c| **c == Checksum::Endless).count();
    let unoptimised = all.iter().filter(|c| matches!(c, Checksum::EndlessUnoptimised(_))).count();
    let compared = all.len() - endless - unoptimised;
    let differ: Vec<_> =
        all.iter().filter_map(|c| if let Checksum::Differs(how) = c { Some(how) } else { None }).collect();
    println!(
        "checksums, by acute cc -O1, clang -O0 and gcc -O2: {compared} programs, {} differences, \
         {endless} skipped as gcc's runs for ever, {:.0}s",
        differ.len(),
        began.elapsed().as_secs_f64()
    );
    differ.iter().for_each(|how| println!("  {how}"));
    for what in &all {
        if let Checksum::EndlessUnoptimised(seed) = what {
            println!("  seed {seed} not compared: gcc -O2 ends it, neither clang -O0 nor acute cc does");
        }
    }

    let began = Instant::now();
    let all = each(EXPLORED, csmith::explore);
    let wrong: Vec<_> = all.iter().filter_map(|r| r.as_ref().err()).collect();
    let sum = |field: fn(&Explored) -> u64| all.iter().flatten().map(field).sum::<u64>();
    println!(
        "globals as inputs, by acute test --check: {EXPLORED} programs, {} wrong, {} with symbolic \
         branches, {} runs, {} queries, {} divergences, {:.0}s",
        wrong.len(),
        sum(|r| (r.queries > 0) as u64),
        sum(|r| r.executions),
        sum(|r| r.queries),
        sum(|r| r.divergences),
        began.elapsed().as_secs_f64()
    );
    wrong.iter().for_each(|why| println!("  {why}"));
    if !differ.is_empty() || !wrong.is_empty() || compared < CHECKSUMS {
        std::process::exit(1);
    }
}

/// What comes of the seeds from 1 on, in their order, on all cores.
fn each<T: Send>(seeds: u32, run: fn(u32) -> T) -> Vec<T> {
    let next = AtomicU32::new(1);
    let work = || {
        let mut done = vec![];
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed > seeds {
                return done;
            }
            done.push((seed, run(seed)));
        }
    };
    let cores = std::thread::available_parallelism().map_or(1, |n| n.get());
    let mut all: Vec<(u32, T)> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        threads.into_iter().flat_map(|t| t.join().expect("no seed panics")).collect()
    });
    all.sort_by_key(|(seed, _)| *seed);
    all.into_iter().map(|(_, what)| what).collect()
}
