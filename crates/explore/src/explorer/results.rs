//! The results so far: counters, tests, findings.
use super::counters::Counters;
use super::seeds;
use crate::finding::{Confidence, Finding};
use crate::outcome::Test;
use rustc_hash::FxHashSet;
use std::time::Instant;

/// What was found and counted.
pub struct Results {
    /// What was counted.
    pub counters: Counters,
    /// Inputs worth keeping.
    pub tests: Vec<Test>,
    /// Bugs; each is confirmed before it is reported.
    pub findings: Vec<Finding>,
    /// Findings for whose confirmation there was no time.
    pub unconfirmed: u64,
    /// Pairs of a pointer and a length, in words.
    pub lengths: Vec<String>,
    /// A run has returned.
    pub returned: bool,
    /// Where runs without labels have ended by a fault.
    pub fault_sites: FxHashSet<u64>,
    /// Where blocks were allocated whose loss is a known bug: most runs of a function that leaks lose them.
    pub leak_sites: FxHashSet<[u64; 3]>,
    /// Inputs of an earlier command.
    pub saved: seeds::Saved,
    /// When something new was last seen, or the last flip was closed, and how many runs there were by then.
    pub last_news: (Instant, u64),
}

impl Results {
    /// Nothing yet.
    pub fn new() -> Results {
        Results {
            counters: Counters::default(),
            tests: vec![],
            findings: vec![],
            unconfirmed: 0,
            lengths: vec![],
            returned: false,
            fault_sites: FxHashSet::default(),
            leak_sites: FxHashSet::default(),
            saved: seeds::Saved::default(),
            last_news: (Instant::now(), 0),
        }
    }

    /// Whether a finding is known already.
    pub fn is_known(&self, found: &Finding) -> bool {
        self.findings.iter().any(|f| f.says_the_same(found))
    }

    /// Whether a finding that was confirmed is a bug.
    pub fn has_bug(&self) -> bool {
        self.findings.iter().any(|f| f.confirmed && f.confidence == Confidence::Bug)
    }

    /// Notes that something new was seen.
    pub fn note_news(&mut self) {
        self.last_news = (Instant::now(), self.counters.executions);
    }

    /// Runs since something new was seen.
    pub fn runs_without_news(&self) -> u64 {
        self.counters.executions - self.last_news.1
    }

    /// Deduplicates findings: of those that say the same the first is kept, or the first that was confirmed.
    pub fn deduplicate(&mut self) {
        let findings = std::mem::take(&mut self.findings);
        let mut places = vec![];
        for finding in findings {
            let known = self.findings.iter().position(|f| f.says_the_same(&finding));
            places.push(known.unwrap_or(self.findings.len()));
            match known.map(|k| &mut self.findings[k]) {
                None => self.findings.push(finding),
                Some(first) if finding.confirmed && !first.confirmed => *first = finding,
                Some(_) => {}
            }
        }
        for test in &mut self.tests {
            test.finding = test.finding.map(|k| places[k]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Kind;
    use crate::outcome::TestEnd;
    use crate::target::Place;
    use acute_input::Input;

    fn finding(line: u32, confirmed: bool) -> Finding {
        Finding {
            kind: Kind::Abort,
            confidence: Confidence::Bug,
            place: Place { file: "f.c".into(), line, function: "f".into() },
            distinction: String::new(),
            message: String::new(),
            because: None,
            need: None,
            input: Input::new(),
            slim: None,
            signal: None,
            orderly: true,
            executions: u64::from(line),
            confirmed,
        }
    }

    fn test(finding: usize) -> Test {
        let (input, end) = (Input::new(), TestEnd::Dies(6));
        let (new_cells, changes) = (vec![], vec![]);
        Test { input, end, refused: false, new_cells, finding: Some(finding), seconds: 0.0, changes }
    }

    #[test]
    fn of_equal_findings_the_confirmed_one_is_kept_and_tests_follow() {
        let mut results = Results::new();
        results.findings = vec![finding(1, false), finding(2, true), finding(1, true), finding(2, true)];
        results.tests = (0..4).map(test).collect();
        results.deduplicate();
        let kept: Vec<(u32, bool)> = results.findings.iter().map(|f| (f.place.line, f.confirmed)).collect();
        assert_eq!(kept, [(1, true), (2, true)]);
        let shown: Vec<Option<usize>> = results.tests.iter().map(|t| t.finding).collect();
        assert_eq!(shown, [Some(0), Some(1), Some(0), Some(1)]);
        assert!(results.is_known(&finding(2, false)) && !results.is_known(&finding(3, true)));
    }

    #[test]
    fn runs_without_news_are_counted_from_the_last_news() {
        let mut results = Results::new();
        results.counters.executions = 7;
        assert_eq!(results.runs_without_news(), 7);
        results.note_news();
        results.counters.executions = 9;
        assert_eq!(results.runs_without_news(), 2);
    }
}
