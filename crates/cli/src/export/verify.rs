//! Compiles the tests with gcc and runs each; those that do not behave as predicted are dropped, with the reason.
use super::case::Case;
use acute_cfront::build::Source;
use acute_cfront::error::Error;
use acute_cfront::interrupt;
use acute_cfront::native::{self, Tests, Verdict};
use acute_export::{Exported, PLAIN_C, Sanitizer, TestCase, Unit, write_tests};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// How long the tests of a file may take to run, all together; those that compare less, again; all once more, sanitized.
const TIME: Duration = Duration::from_secs(11);
const AGAIN_TIME: Duration = Duration::from_secs(4);
const SANITIZED_TIME: Duration = Duration::from_secs(4);

/// Tests that run together, how long these may take, and how long one alone.
const BATCH: usize = 64;
const BATCH_TIME: Duration = Duration::from_secs(3);
const EACH_TIME: Duration = Duration::from_secs(2);

/// How long a test file may be: what gcc compiles in a few seconds.
const LONGEST: usize = 1 << 20;

/// Reasons why an input is not exported; the native run has others.
const TOO_MANY: &str = "too many tests";
const NOT_C: &str = "cannot be written as C";
const NO_SANITIZER: &str = "the sanitizers of gcc are not installed";
const UNDEFINED: &str = "uses memory outside of its objects";

/// What the tests of one source are built from.
pub struct Build<'a> {
    pub unit: &'a Unit,
    pub source: &'a Source,
    pub others: &'a [&'a Source],
    /// Tests that run at the same time.
    pub jobs: usize,
}

impl Build<'_> {
    /// Runs each case by itself, and keeps those that do what they are to do; the reasons why the others are left out,
    /// each with their number.
    pub fn keep_as_predicted(
        &self,
        cases: &mut Vec<Case>,
        scratch: &Path,
    ) -> Result<BTreeMap<String, usize>, Error> {
        let mut left_out = BTreeMap::new();
        cases.retain(|case| {
            if let Some(reason) = case.unsafe_because {
                *left_out.entry(reason.to_string()).or_default() += 1;
            }
            case.unsafe_because.is_none()
        });
        let mut verdicts = self.run_all(cases, scratch, &mut left_out)?;
        // A member that the unit never set differs from run to run: such a struct is not compared.
        let mut weakened = vec![];
        for (k, case) in cases.iter_mut().enumerate() {
            if verdicts[k] == Some(Verdict::Diverged) && case.weaken() {
                weakened.push(k);
            }
        }
        if !weakened.is_empty() {
            let folder = scratch.join("again");
            std::fs::create_dir(&folder).map_err(Error::io(&folder))?;
            // The text becomes shorter: no case is dropped.
            let written = fit(self.unit, cases, &mut left_out)?;
            let again = self.run(cases, &written, &folder, (&weakened, AGAIN_TIME))?;
            weakened.iter().for_each(|k| verdicts[*k] = again[*k].clone());
        }
        let mut verdicts = verdicts.into_iter();
        cases.retain(|case| {
            let reason = match verdicts.next().flatten() {
                Some(Verdict::AsPredicted) => return true,
                Some(Verdict::Diverged) => match case.sanitizer() {
                    Some(sanitizer) => format!("{} does not see it", sanitizer.tool()),
                    None => "the native run diverged".to_string(),
                },
                Some(Verdict::Impossible(why)) => why,
                None => TOO_MANY.to_string(),
            };
            *left_out.entry(reason).or_default() += 1;
            false
        });
        self.drop_undefined(cases, scratch, &mut left_out)?;
        Ok(left_out)
    }

    /// Runs all cases. Where the sanitizers are not installed, those that need one are dropped.
    fn run_all(
        &self,
        cases: &mut Vec<Case>,
        scratch: &Path,
        left_out: &mut BTreeMap<String, usize>,
    ) -> Result<Vec<Option<Verdict>>, Error> {
        let sanitized = cases.iter().filter(|case| case.sanitizer().is_some()).count();
        let mut run = |cases: &mut Vec<Case>| {
            let written = fit(self.unit, cases, left_out)?;
            self.run(cases, &written, scratch, (&by_priority(cases), TIME))
        };
        match run(cases) {
            Err(e) if sanitized > 0 && !matches!(e, Error::Interrupted) => {
                cases.retain(|case| case.sanitizer().is_none());
                let verdicts = run(cases)?;
                left_out.insert(NO_SANITIZER.to_string(), sanitized);
                Ok(verdicts)
            }
            ran => ran,
        }
    }

    /// Drops regression tests that depend on what lies outside of an object or in freed memory: they pass by chance. All
    /// run once in one program built with AddressSanitizer; where that is not installed, none is dropped.
    fn drop_undefined(
        &self,
        cases: &mut Vec<Case>,
        scratch: &Path,
        left_out: &mut BTreeMap<String, usize>,
    ) -> Result<(), Error> {
        if cases.iter().all(Case::is_finding) {
            return Ok(());
        }
        let folder = scratch.join("sanitized");
        std::fs::create_dir(&folder).map_err(Error::io(&folder))?;
        let written = fit(self.unit, cases, left_out)?;
        let program = match self.compile(&written, &Sanitizer::flags([Sanitizer::Address]), &folder) {
            Err(Error::Interrupted) => return Err(Error::Interrupted),
            Err(_) => return Ok(()),
            Ok(program) => program,
        };
        let failed = Tests::new(&program, &folder)?.run_several(&[], SANITIZED_TIME)?.failing;
        let mut names = written.names.into_iter();
        cases.retain(|_| {
            let is_undefined = names.next().flatten().is_some_and(|name| failed.contains(&name));
            if is_undefined {
                *left_out.entry(UNDEFINED.to_string()).or_default() += 1;
            }
            !is_undefined
        });
        Ok(())
    }

    fn compile(&self, written: &Exported, flags: &[String], folder: &Path) -> Result<PathBuf, Error> {
        let file = folder.join("tests.c");
        let text = format!("{}{}", written.text, self.source.stubs.appended());
        std::fs::write(&file, text).map_err(Error::io(&file))?;
        native::compile(&file, self.source, self.others, flags, folder)
    }

    /// Compiles the cases and runs those of these numbers, as long as that; nothing of those whose turn did not come.
    fn run(
        &self,
        cases: &[Case],
        written: &Exported,
        scratch: &Path,
        (order, time): (&[usize], Duration),
    ) -> Result<Vec<Option<Verdict>>, Error> {
        let mut flags = Sanitizer::flags(cases.iter().filter_map(Case::sanitizer));
        let sanitized = !flags.is_empty();
        flags.extend(PLAIN_C.framework.build().flags.iter().map(|flag| flag.to_string()));
        let program = self.compile(written, &flags, scratch)?;
        let batches: Vec<&[usize]> = order.chunks(BATCH).collect();
        let until = Instant::now() + time;
        let next = AtomicUsize::new(0);
        let work = |worker: usize| -> Result<Vec<(usize, Verdict)>, Error> {
            let folder = scratch.join(format!("run{worker}"));
            std::fs::create_dir(&folder).map_err(Error::io(&folder))?;
            let mut tests = Tests::new(&program, &folder)?;
            tests.sanitized = sanitized;
            let runner = Runner { tests, cases, names: &written.names, until };
            let mut done = vec![];
            while let Some(batch) = batches.get(next.fetch_add(1, Ordering::Relaxed)) {
                runner.run(batch, &mut done)?;
            }
            Ok(done)
        };
        let done = std::thread::scope(|scope| {
            let work = &work;
            let others: Vec<_> = (1..self.jobs).map(|worker| scope.spawn(move || work(worker))).collect();
            let mut done = work(0)?;
            // A panic has ended the process already.
            for other in others.into_iter().filter_map(|o| o.join().ok()) {
                done.extend(other?);
            }
            Ok::<_, Error>(done)
        })?;
        let mut verdicts = vec![None; cases.len()];
        done.into_iter().for_each(|(k, verdict)| verdicts[k] = Some(verdict));
        Ok(verdicts)
    }
}

/// Runs tests of one program, one worker's.
struct Runner<'a> {
    tests: Tests,
    cases: &'a [Case<'a>],
    names: &'a [Option<String>],
    until: Instant,
}

impl Runner<'_> {
    /// Runs a batch together, since most tests pass, and then those alone that did not; until the time is up.
    fn run(&self, batch: &[usize], done: &mut Vec<(usize, Verdict)>) -> Result<(), Error> {
        let left = || self.until.saturating_duration_since(Instant::now());
        let names: Vec<&str> = batch.iter().filter_map(|k| self.names[*k].as_deref()).collect();
        let is_regular = names.len() == batch.len() && !batch.iter().any(|k| self.cases[*k].is_finding());
        let mut passing = vec![];
        if is_regular && names.len() > 1 && !left().is_zero() {
            let ran = self.tests.run_several(&names, left().min(BATCH_TIME))?;
            if ran.count == Some(names.len()) {
                passing = names.into_iter().filter(|name| !ran.failing.contains(*name)).collect();
            }
        }
        for k in batch {
            if interrupt::came() {
                return Err(Error::Interrupted);
            }
            let verdict = match &self.names[*k] {
                None => Verdict::Impossible(NOT_C.into()),
                Some(name) if passing.contains(&name.as_str()) => Verdict::AsPredicted,
                Some(_) if left().is_zero() => continue,
                Some(name) => self.tests.judge(name, &self.cases[*k].expectation, left().min(EACH_TIME))?,
            };
            done.push((*k, verdict));
        }
        Ok(())
    }
}

/// The numbers of the cases: first those that cover something no case before them covers.
fn by_priority(cases: &[Case]) -> Vec<usize> {
    let mut covered = BTreeSet::new();
    let mut brings_new = |case: &Case| case.cells.iter().filter(|cell| covered.insert(**cell)).count() > 0;
    let (first, others): (Vec<usize>, Vec<usize>) = (0..cases.len()).partition(|k| brings_new(&cases[*k]));
    first.into_iter().chain(others).collect()
}

/// The text of the cases; the last by priority are dropped as long as it is too long.
fn fit(
    unit: &Unit,
    cases: &mut Vec<Case>,
    left_out: &mut BTreeMap<String, usize>,
) -> Result<Exported, Error> {
    loop {
        let list: Vec<TestCase> = cases.iter().map(Case::borrow).collect();
        let written = write_tests(PLAIN_C, unit, &list).map_err(|e| Error::Usage(e.to_string()))?;
        if written.text.len() <= LONGEST || cases.len() < 2 {
            return Ok(written);
        }
        let most = (cases.len() * LONGEST / written.text.len()).clamp(1, cases.len() - 1);
        *left_out.entry(TOO_MANY.to_string()).or_default() += cases.len() - most;
        let keep: BTreeSet<usize> = by_priority(cases).into_iter().take(most).collect();
        let mut place = 0..;
        cases.retain(|_| place.next().is_some_and(|k| keep.contains(&k)));
    }
}
