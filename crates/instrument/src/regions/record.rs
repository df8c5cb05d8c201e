//! The conditions of a function and the arithmetic of their counters.
use crate::llvm::{Counter, Expression, Module, Region};
use std::collections::{HashMap, HashSet};

/// A condition and one of its outcomes.
pub type Outcome = (u32, bool);

/// The conditions of one function.
#[derive(Default)]
pub struct Record {
    /// Its conditions; their numbers are their places here.
    pub regions: Vec<Region>,
    expressions: Vec<Expression>,
}

/// A condition without code, see [`Record::codeless`].
pub struct Codeless {
    /// The condition.
    pub region: u32,
    /// Conditions with code that are evaluated as often.
    pub twins: Vec<u32>,
    /// The counter of the code around it.
    pub counter: Option<u32>,
}

/// The conditions of each function of the module, by clang's number of the function.
pub fn records(module: Module) -> HashMap<u64, Record> {
    let records = module.function_records().into_iter();
    records.map(|r| (r.number, Record { regions: r.regions, expressions: r.expressions })).collect()
}

impl Region {
    /// Is a constant condition: it has no counters.
    pub fn is_folded(&self) -> bool {
        self.yes == Counter::Zero && self.no == Counter::Zero
    }
}

impl Record {
    /// The outcome that each counter was made for.
    ///
    /// A counter may be that of other outcomes, too, by arithmetic: a loop ends as often as it begins, as long as
    /// nothing leaves it, and clang reuses the counter of the code around it. It was made for the condition in which
    /// it is the newer of the two. Where a switch has one case and no default, the counter of that case is also the
    /// number of times the default was not taken: true outcomes come first.
    pub fn counted(&self) -> HashMap<u32, Outcome> {
        let mut all = HashMap::new();
        for outcome in [true, false] {
            for (n, region) in self.regions.iter().enumerate() {
                let (own, other) = if outcome { (region.yes, region.no) } else { (region.no, region.yes) };
                let Counter::Counted(own) = own else { continue };
                if !matches!(other, Counter::Counted(other) if other >= own) {
                    all.entry(own).or_insert((n as u32, outcome));
                }
            }
        }
        all
    }

    /// A condition is a part of another: `b` of `a ? b : c`.
    pub fn is_part(&self, region: u32, whole: u32) -> bool {
        let within = |n: &u32| self.regions.get(*n as usize).and_then(|r| r.within);
        // At most as many steps as there are regions, even if the mapping is cyclic.
        std::iter::successors(within(&region), within).take(self.regions.len()).any(|n| n == whole)
    }

    /// Adds the coefficients of `sign * counter`, as a sum of counters, to `terms`: `a + b - c`.
    fn add_terms(&self, counter: Counter, sign: i32, depth: u32, terms: &mut HashMap<u32, i32>) {
        match counter {
            Counter::Counted(id) => *terms.entry(id).or_default() += sign,
            Counter::Computed(id) if depth < 5_000 => {
                if let Some(sum) = self.expressions.get(id as usize) {
                    self.add_terms(sum.left, sign, depth + 1, terms);
                    let sign = if sum.subtract { -sign } else { sign };
                    self.add_terms(sum.right, sign, depth + 1, terms);
                }
            }
            _ => {}
        }
    }

    /// The condition of the missing default of a switch: true where none of the cases with these counters was taken.
    pub fn hidden_default(&self, cases: &HashSet<u32>) -> Option<u32> {
        let is = |region: &Region| {
            let mut terms = HashMap::new();
            self.add_terms(region.yes, 1, 0, &mut terms);
            matches!(region.yes, Counter::Computed(_))
                && cases.iter().all(|case| terms.get(case) == Some(&-1))
        };
        self.regions.iter().position(is).filter(|_| !cases.is_empty()).map(|n| n as u32)
    }

    /// Conditions for which clang made no code, as in `sizeof (x ? 1 : 2)`. They count as false whenever control passes
    /// by, which shows in a counter or in other conditions that are evaluated as often.
    pub fn codeless(&self, is_live: impl Fn(u32) -> bool) -> Vec<Codeless> {
        let mut found = vec![];
        for (region, r) in (0..).zip(&self.regions) {
            if !matches!(r.yes, Counter::Counted(_)) || is_live(region) {
                continue;
            }
            let Some(all) = self.evaluations(r) else { continue };
            let is_twin = |(n, r): &(u32, &Region)| is_live(*n) && self.evaluations(r) == Some(all);
            let twins = (0..).zip(&self.regions).filter(is_twin).map(|(n, _)| n).collect();
            let counter = if let Counter::Counted(id) = all { Some(id) } else { None };
            found.push(Codeless { region, twins, counter });
        }
        found
    }

    /// The counter of the evaluations of a condition: P where it was false `P - yes` times.
    fn evaluations(&self, region: &Region) -> Option<Counter> {
        let Counter::Computed(id) = region.no else { return None };
        let sum = self.expressions.get(id as usize)?;
        (sum.subtract && sum.right == region.yes).then_some(sum.left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Counter::{Computed, Counted, Zero};

    /// A record of conditions with these counters, over `expressions` that are all differences.
    fn record(regions: &[(Counter, Counter)], differences: &[(Counter, Counter)]) -> Record {
        let region = |&(yes, no): &(Counter, Counter)| Region {
            file: "a.c".into(),
            line: 1,
            column: 1,
            within: None,
            yes,
            no,
        };
        let expression = |&(left, right): &(Counter, Counter)| Expression { subtract: true, left, right };
        Record {
            regions: regions.iter().map(region).collect(),
            expressions: differences.iter().map(expression).collect(),
        }
    }

    #[test]
    fn a_counter_belongs_to_the_condition_in_which_it_is_the_newer() {
        // while (a) { if (b) ... }: the loop ends as often as the function is called.
        let record =
            record(&[(Counted(1), Counted(0)), (Counted(2), Computed(0))], &[(Counted(1), Counted(2))]);
        assert_eq!(record.counted(), HashMap::from([(1, (0, true)), (2, (1, true))]));
    }

    #[test]
    fn a_hidden_default_subtracts_every_case() {
        // switch (x) { case 1: case 2: } and default: calls - case 1 - case 2.
        let cases = [(Counted(2), Computed(2)), (Counted(3), Computed(3)), (Computed(1), Zero)];
        let record = record(&cases, &[(Counted(0), Counted(2)), (Computed(0), Counted(3))]);
        assert_eq!(record.hidden_default(&HashSet::from([2, 3])), Some(2));
        assert_eq!(record.hidden_default(&HashSet::from([2, 4])), None);
        assert_eq!(record.hidden_default(&HashSet::new()), None);
    }

    #[test]
    fn a_condition_without_code_is_seen_by_the_counter_around_it() {
        let record = record(&[(Counted(1), Computed(0))], &[(Counted(0), Counted(1))]);
        let codeless = record.codeless(|_| false);
        assert_eq!(codeless.len(), 1);
        assert_eq!((codeless[0].region, codeless[0].counter), (0, Some(0)));
        assert!(record.codeless(|_| true).is_empty());
    }
}
