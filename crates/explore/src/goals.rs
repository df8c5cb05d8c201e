//! What is left to be covered, and how far it is from where.
//!
//! The distance of an outcome is the number of jumps between it and the nearest branch that no run has
//! taken, through calls and returns: into a function from every place that calls it, and out of it to
//! all of them.
use crate::code::{Map, Successor};
use acute_trace::library::MODEL;
use rustc_hash::{FxHashMap, FxHashSet};

/// The distance where no way leads to anything new.
pub const FAR: u32 = 1 << 20;
/// Work of the solver, in nanoseconds or so, that is one unit of effort.
pub const UNIT: u64 = 12_000;
/// So many conditions take about as long as the solver for one unit of its effort.
pub const CONDITIONS: u64 = 16;
/// What a query takes that is given up at first, in the same units: 0.1 s.
pub const GIVEN_UP: u64 = 8192;

/// The branches of a function and of those it can call, as far as they are not covered.
pub struct Goals {
    covered: Vec<bool>,
    // By cell: a run that returned or exited has covered it.
    orderly: Vec<bool>,
    // The cells of each branch that counts; those that are covered are taken out.
    missing: Vec<Vec<u32>>,
    // What the attempts to reach each cell took.
    efforts: Vec<u32>,
    spent: u64,
    // What was spent when something was last covered, and whether a query reached its effort limit since the start.
    spent_at_gain: u64,
    deferred: bool,
    visits: Visits,
    // How many runs could have reached each cell by one other outcome.
    missed: Vec<u32>,
    // To nodes of the graph: from where they can be reached in one step. Made when first asked for.
    before: Vec<Vec<u32>>,
    distance: Vec<u32>,
    stale: bool,
}

impl Goals {
    /// All branches of the functions that `reachable` names.
    pub fn new(map: &Map, reachable: &[&str]) -> Goals {
        let names: FxHashSet<&str> = reachable.iter().copied().collect();
        let branches = map.branches.iter().filter(|b| names.contains(b.function.as_str()));
        Goals {
            covered: vec![false; map.cells.len()],
            orderly: vec![false; map.cells.len()],
            missing: branches.map(|b| b.cells.clone()).filter(|cells| !cells.is_empty()).collect(),
            efforts: vec![0; map.cells.len()],
            spent: 0,
            spent_at_gain: 0,
            deferred: false,
            visits: Visits::new(map.cells.len()),
            missed: vec![0; map.cells.len()],
            before: vec![],
            distance: vec![],
            stale: true,
        }
    }

    /// Notes that a run reached a cell; whether it is the first.
    pub fn cover(&mut self, cell: u32) -> bool {
        match self.covered.get_mut(cell as usize) {
            Some(seen) if !*seen => {
                *seen = true;
                self.stale = true;
                self.spent_at_gain = self.spent;
                true
            }
            _ => false,
        }
    }

    /// Notes that a run which returned or exited reached a cell; whether it is the first.
    pub fn cover_orderly(&mut self, cell: u32) -> bool {
        self.orderly.get_mut(cell as usize).is_some_and(|seen| !std::mem::replace(seen, true))
    }

    /// By cell: whether a run reached it that returned or exited.
    pub fn orderly(&self) -> &[bool] {
        &self.orderly
    }

    /// Whether a run reached a cell.
    pub fn is_covered(&self, cell: u32) -> bool {
        self.covered.get(cell as usize) == Some(&true)
    }

    /// By cell: whether a run reached it.
    pub fn covered(&self) -> &[bool] {
        &self.covered
    }

    /// Whether every branch is covered.
    pub fn all_covered(&mut self) -> bool {
        if self.stale {
            let Goals { missing, covered, .. } = self;
            missing.retain(|cells| !cells.iter().any(|c| covered[*c as usize]));
        }
        self.missing.is_empty()
    }

    /// Counts what an attempt to reach a cell took.
    pub fn aim(&mut self, cell: Option<u32>, effort: u64) {
        let Some(cell) = cell else { return };
        if let Some(sum) = self.efforts.get_mut(cell as usize) {
            *sum = (u64::from(*sum) + effort).min(FAR.into()) as u32;
        }
    }

    /// What the attempts to reach a cell took.
    pub fn effort(&self, cell: u32) -> u32 {
        self.efforts.get(cell as usize).copied().unwrap_or(0)
    }

    /// Of the cells that a run could have reached by one other outcome: the one that was not reached yet and that the
    /// fewest runs came by.
    pub fn rarest(&mut self, cells: impl Iterator<Item = u32>) -> Option<u32> {
        let mut best: Option<(u32, u32)> = None;
        for cell in cells {
            if let Some(missed) = self.missed.get_mut(cell as usize).filter(|_| !self.covered[cell as usize])
            {
                *missed = missed.saturating_add(1);
                best = best.min(Some((*missed, cell))).or(Some((*missed, cell)));
            }
        }
        best.map(|(_, cell)| cell)
    }

    /// Takes note of the outcomes of a run, cells in any order; whether it had one of them more often than any before.
    pub fn visit(&mut self, cells: impl Iterator<Item = u32>) -> bool {
        self.visits.add(cells)
    }

    /// Counts work of the strategy.
    pub fn spend(&mut self, effort: u64) {
        self.spent += effort;
    }

    /// Notes that a query reached its effort limit.
    pub fn note_deferred(&mut self) {
        self.deferred = true;
    }

    /// Whether solving is hard: a query has reached its effort limit, or queries have taken as much as such a one
    /// since something was last covered.
    pub fn is_hard(&self) -> bool {
        self.deferred || self.spent - self.spent_at_gain >= GIVEN_UP
    }

    /// What all attempts took, those not counted that were made again.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// How far a cell is from anything new.
    pub fn distance(&mut self, map: &Map, cell: u32) -> u32 {
        if self.stale {
            self.measure(map);
        }
        self.distance.get(cell as usize).copied().unwrap_or(FAR)
    }

    /// Computes all distances again.
    fn measure(&mut self, map: &Map) {
        self.all_covered();
        self.stale = false;
        if self.before.is_empty() {
            self.before = graph(map);
        }
        self.distance = vec![FAR; self.before.len()];
        let mut border: Vec<u32> = self.missing.iter().flatten().copied().collect();
        border.iter().for_each(|cell| self.distance[*cell as usize] = 0);
        let mut steps = 0;
        while !border.is_empty() {
            steps += 1;
            let mut next = vec![];
            for from in border.iter().flat_map(|to| &self.before[*to as usize]) {
                let distance = &mut self.distance[*from as usize];
                if *distance == FAR {
                    *distance = steps;
                    next.push(*from);
                }
            }
            border = next;
        }
    }
}

/// How often runs had each outcome.
struct Visits {
    // By cell, a bit for each number of times, larger ones together.
    seen: Vec<u32>,
    // Those of one run, and which are not 0.
    counts: Vec<u32>,
    cells: Vec<u32>,
}

impl Visits {
    fn new(cells: usize) -> Visits {
        Visits { seen: vec![0; cells], counts: vec![0; cells], cells: vec![] }
    }

    fn add(&mut self, cells: impl Iterator<Item = u32>) -> bool {
        for cell in cells {
            let Some(count) = self.counts.get_mut(cell as usize) else { continue };
            if *count == 0 {
                self.cells.push(cell);
            }
            *count += 1;
        }
        let mut is_new = false;
        for cell in self.cells.drain(..) {
            let count = std::mem::take(&mut self.counts[cell as usize]);
            // 1, 2, ... 15, then powers of two.
            let bit = if count < 16 { count - 1 } else { (count.ilog2() + 11).min(31) };
            let seen = &mut self.seen[cell as usize];
            is_new |= *seen >> bit & 1 == 0;
            *seen |= 1 << bit;
        }
        is_new
    }
}

/// For each node, those that lead to it: the cells by their numbers, then the entries and the exits of the
/// functions.
fn graph(map: &Map) -> Vec<Vec<u32>> {
    let (cells, functions) = (map.cells.len() as u32, map.functions.len() as u32);
    let names = || (0..).zip(&map.functions).map(|(n, (name, _))| (name.as_str(), n));
    // The unit says `strcmp`, and means our model of it unless it has one of its own.
    let models = names().filter_map(|(name, n)| Some((name.strip_prefix(MODEL)?, n)));
    let number: FxHashMap<&str, u32> = models.chain(names()).collect();
    let ways = || map.functions.iter().map(|(_, way)| way).chain(map.cells.iter().map(|c| &c.way));
    // The cells of a jump follow each other, up to those of the next.
    let mut starts: Vec<u32> = ways().flat_map(|w| w.next.iter().chain(&w.choices)).copied().collect();
    starts.push(cells);
    starts.sort_unstable();
    starts.dedup();
    let outcomes = |first: u32| first..starts[starts.partition_point(|s| *s <= first).min(starts.len() - 1)];
    let (entry, exit) = (|f: u32| cells + f, |f: u32| cells + functions + f);
    let mut before = vec![vec![]; (cells + 2 * functions) as usize];
    let mut add = |from: u32, way: &Successor, function: u32| {
        let calls = way.calls.iter().filter_map(|name| number.get(name.as_str()));
        let returns = calls.clone().map(|f| exit(*f)).chain([from]);
        for from in returns {
            match way.next {
                Some(first) => outcomes(first).for_each(|to| before[to as usize].push(from)),
                None => before[exit(function) as usize].push(from),
            }
        }
        calls.for_each(|f| before[entry(*f) as usize].push(from));
        way.choices.iter().flat_map(|c| outcomes(*c)).for_each(|to| before[to as usize].push(from));
    };
    for (n, (_, way)) in (0..).zip(&map.functions) {
        add(entry(n), way, n);
    }
    for (n, cell) in (0..).zip(&map.cells) {
        if let Some(function) = number.get(cell.function.as_str()) {
            add(n, &cell.way, *function);
        }
    }
    before.iter_mut().for_each(|list| {
        list.sort_unstable();
        list.dedup();
    });
    before
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `f: if (0|1) { g(); if (2|3) }`, `g: if (4|5)`.
    const TEXT: &str = "M\t6\nF\tf\t0\t\t\nC\ta.c\t1\t1\t2\tg\t\nC\ta.c\t1\t1\t\t\t\nC\ta.c\t2\t1\t\t\t\nC\ta.c\t2\t1\t\t\t\n\
                        B\ta.c\t1\t1\tT\t0\nB\ta.c\t1\t1\tF\t1\nB\ta.c\t2\t1\tT\t2\nB\ta.c\t2\t1\tF\t3\n\
                        F\tg\t4\t\t\nC\ta.c\t9\t1\t\t\t\nC\ta.c\t9\t1\t\t\t\nB\ta.c\t9\t1\tT\t4\nB\ta.c\t9\t1\tF\t5\n";

    fn map() -> Map {
        Map::parse(TEXT).expect("well-formed")
    }

    #[test]
    fn distances_go_through_calls_and_returns() {
        let map = map();
        let mut goals = Goals::new(&map, &["f", "g"]);
        for cell in [0, 1, 3, 4, 5] {
            assert!(goals.cover(cell) && !goals.cover(cell));
        }
        // Only 2 is left: from 0 in one step, from g's outcomes through its return.
        assert_eq!((goals.distance(&map, 2), goals.distance(&map, 0)), (0, 1));
        assert_eq!(goals.distance(&map, 4), 2);
        assert_eq!(goals.distance(&map, 1), FAR);
        goals.aim(Some(2), 1);
        assert_eq!((goals.effort(2), goals.effort(0)), (1, 0));
        assert!(!goals.all_covered());
        goals.cover(2);
        assert!(goals.all_covered());
    }

    #[test]
    fn what_is_inside_a_call_is_one_step_behind_it() {
        let map = map();
        let mut goals = Goals::new(&map, &["f", "g"]);
        [0, 1, 2, 3, 4].into_iter().for_each(|cell| assert!(goals.cover(cell)));
        // 0 calls g, whose entry leads to 5.
        assert_eq!((goals.distance(&map, 5), goals.distance(&map, 0), goals.distance(&map, 3)), (0, 2, FAR));
    }

    #[test]
    fn a_model_returns_to_those_who_call_what_it_stands_for() {
        let map = Map::parse(&TEXT.replace("F\tg\t", &format!("F\t{MODEL}g\t"))).expect("well-formed");
        let mut goals = Goals::new(&map, &["f"]);
        [0, 1, 3].into_iter().for_each(|cell| assert!(goals.cover(cell)));
        assert_eq!((goals.distance(&map, 2), goals.distance(&map, 4)), (0, 2));
    }

    #[test]
    fn an_outcome_that_comes_more_often_is_something_new() {
        let mut goals = Goals::new(&map(), &["f", "g"]);
        let mut visit = |times: usize| goals.visit(std::iter::repeat_n(4, times).chain([u32::MAX]));
        assert!(visit(1) && !visit(1) && visit(2) && visit(15) && !visit(2));
        // From 16 on it takes twice as many.
        assert!(visit(16) && !visit(31) && visit(32) && visit(1 << 20) && !visit(1 << 22));
        assert!(goals.visit([5].into_iter()));
    }

    #[test]
    fn the_rarest_goal_is_the_one_that_fewest_runs_came_by() {
        let mut goals = Goals::new(&map(), &["f", "g"]);
        assert_eq!(goals.rarest([2, 4].into_iter()), Some(2));
        assert_eq!(goals.rarest([2, 4, 5].into_iter()), Some(5));
        goals.cover(5);
        assert_eq!(goals.rarest([5].into_iter()), None);
    }
}
