//! What a run that is over means: a finding, a test worth keeping.
use super::{Ended, Error, Explorer};
use crate::finding::{self, Confidence, FaultContext, Finding, Judged, Kind};
use crate::outcome::{Test, TestEnd};
use crate::path::{Condition, Path, Source};
use crate::target::{Ending, Failure, Fault};
use acute_expr::{Op, VarId};
use acute_input::{Input, ObjectId, Origin, Space, VarKind};
use acute_trace::{End, TraceHead};
use rustc_hash::FxHashSet;
use std::time::Duration;

/// How long a run that did not end is given to end after all.
const PATIENCE: Duration = Duration::from_secs(5);

/// How long all findings of a function may take to become small.
const SHORTER: Duration = Duration::from_millis(400);

/// No code lies below this.
const FIRST_PAGE: u64 = 4096;

impl Explorer<'_> {
    /// Notes the bugs of a run that are not known yet. Returns how many they are, and the number of one that the test of the
    /// run shows.
    pub(super) fn find(
        &mut self,
        input: &Input,
        ending: Ending,
        head: &TraceHead,
        path: &Path,
    ) -> (usize, Option<usize>) {
        let (mut count, mut shown) = (0, None);
        let lost = || head.lost.iter().map(|lost| lost.at).take_while(|at| at[0] != 0);
        let returned = ending == Ending::Returned && path.malformed == 0;
        if returned && lost().all(|at| self.results.leak_sites.contains(&at)) {
            return (0, None);
        }
        let found = self.judge(input, ending, head, path);
        if !found.is_empty() && found.iter().all(|f| f.kind == Kind::Leak && f.confidence == Confidence::Bug)
        {
            self.results.leak_sites.extend(lost());
        }
        for found in found {
            if self.results.is_known(&found) {
                continue;
            }
            // What does not end is no test, and the test of a run that returned shows that alone: nothing else keeps the
            // input.
            if self.end_of(ending, head).is_none() || found.kind == Kind::Leak {
                self.note(&found.input, None, Some(found.kind));
            } else {
                shown = Some(self.results.findings.len());
            }
            self.results.findings.push(found);
            count += 1;
        }
        (count, shown)
    }

    /// Tells the journal of an input worth keeping, unless it has it from an earlier command.
    pub(super) fn note(&self, input: &Input, end: Option<&TestEnd>, finding: Option<Kind>) {
        if let Some(journal) = self.limits.journal.as_ref().filter(|_| !self.results.saved.under_way) {
            journal.note(input, &self.symbols.space, end, finding);
        }
    }

    /// The bugs that a run shows: at most one, but for leaks.
    pub(super) fn judge(&self, input: &Input, ending: Ending, head: &TraceHead, path: &Path) -> Vec<Finding> {
        let judged = finding::judge(ending, head, path, self.runner.program);
        judged.into_iter().filter_map(|judged| self.blame(judged, input, ending, head, path)).collect()
    }

    /// The finding that a run was judged to show, with who is at fault.
    fn blame(
        &self,
        mut judged: Judged,
        input: &Input,
        ending: Ending,
        head: &TraceHead,
        path: &Path,
    ) -> Option<Finding> {
        if judged.place.line == 0 {
            judged.place = self.home.clone();
        }
        let overlaps = input.overlaps(&self.symbols.space);
        // What overlaps with something else is no block of its own.
        if overlaps && matches!(judged.kind, finding::Kind::InvalidFree | finding::Kind::DoubleFree) {
            return None;
        }
        let context = self.fault_context(&judged, input, head, path);
        let confidence = match () {
            _ if finding::is_ignored(&self.limits.ignored, judged.kind, &judged.place) => Confidence::Ignored,
            _ if overlaps && !self.limits.harness => Confidence::Precondition,
            _ => finding::confidence(judged.kind, path, &context),
        };
        let is_need = confidence == Confidence::Precondition && context.cause.stub.is_none();
        let need = is_need.then(|| self.need(&judged, input, head, path, context.cause.unfit));
        let Judged { kind, place, distinction, message, signal, .. } = judged;
        let because = context.cause.stub.map(|name| format!("stub {name}"));
        let (mut input, executions) = (input.clone(), self.results.counters.executions);
        input.keep_marks(&path.marked);
        let is_whole = path.malformed == 0 && !finding::is_smashed(head);
        let orderly = (ending.is_reported() || ending == Ending::TimedOut) && is_whole;
        let slim = if kind.is_stopped() { self.slim(&input, path) } else { None };
        Some(Finding {
            kind,
            confidence,
            place,
            distinction: format!("{distinction}{}", context.cause.name),
            message,
            because,
            need,
            input,
            slim,
            signal,
            orderly,
            executions,
            confirmed: false,
        })
    }

    /// An input without what a run of it never looked at: pointers that it neither compared nor followed, and the ends of
    /// arrays of structs. Nobody has run it yet.
    fn slim(&self, input: &Input, path: &Path) -> Option<Input> {
        let space = &self.symbols.space;
        let mut seen: FxHashSet<VarId> = path.access.reads.iter().map(|(v, _)| *v).collect();
        seen.extend(path.conditions.iter().flat_map(|c| self.symbols.pool.vars(c.lit.expr)));
        let mut slim = input.clone();
        for v in pointers(space, input).filter(|v| !seen.contains(v)) {
            let var = &space.vars()[v as usize];
            // Arguments may have been promised.
            if !var.raw && var.object != 0 {
                slim.set(space, v, 0);
            }
        }
        for id in slim.reachable(space) {
            let (least, elems) = (space.object(id).least as usize, slim.elems(space, id) as usize);
            let vars: Vec<VarId> = slim.vars(space, id).collect();
            let each = vars.len() / elems.max(1);
            if each > 1 && each * elems == vars.len() {
                let used = vars.iter().rposition(|v| seen.contains(v)).map_or(0, |last| last / each + 1);
                slim.set_elems(id, used.max(least).max(1) as u64);
            }
        }
        (slim != *input).then_some(slim)
    }

    fn fault_context(&self, judged: &Judged, input: &Input, head: &TraceHead, path: &Path) -> FaultContext {
        // `if (p == NULL)`, in whatever form.
        let tests = |c: &Condition, p: VarId| {
            let (expr, operands) = (c.lit.expr, self.symbols.pool.operands(c.lit.expr));
            matches!(c.source, Source::Jump { .. })
                && self.symbols.pool.op(expr) == Op::Eq
                && self.symbols.pool.as_var(operands[0]) == Some(p)
                && self.symbols.pool.as_const(operands[1]) == Some(0)
        };
        // A function that is NULL was called: no pointer of the input is one.
        let called = head.at[0] < FIRST_PAGE;
        let null = path.access.pointer.filter(|p| !called && input.get(&self.symbols.space, *p) == 0);
        // No caller promises anything of a global that starts as NULL.
        let is_global = |p: &VarId| {
            let object = self.symbols.space.vars()[*p as usize].object;
            self.symbols.space.is_closed_global(object)
        };
        let global = null.is_some_and(|p| is_global(&p));
        let null = null.filter(|p| !is_global(p));
        let target =
            path.access.pointer.and_then(|p| self.symbols.space.object_at(input.get(&self.symbols.space, p)));
        FaultContext {
            cause: self.cause(judged, input, head, path),
            untested_null: null.is_some_and(|p| !path.conditions.iter().any(|c| tests(c, p))),
            in_buffer: target.is_some_and(|object| {
                self.symbols.space.object(object).vars().nth(1).is_none()
                    || self.symbols.space.object(object).made > 1
            }),
            shared: has_sharing(&self.symbols.space, input),
            handed_address: self.is_handed(input, head.fault),
            refused: judged.refused,
            state: input.changes_globals(&self.symbols.space),
            harness: self.limits.harness,
            left_null: null.is_none() && !global && !self.symbols.space.limits().is_empty(),
            left_pointer: self.symbols.space.leaves_pointer(),
            variadic: self.symbols.space.is_variadic(),
        }
    }

    /// Whether an address came with the input, but not in a global: those may start as anything. What lies right
    /// behind NULL does where a pointer is NULL, whoever left it so.
    fn is_handed(&self, input: &Input, address: u64) -> bool {
        const NEAR: u64 = 1 << 16;
        let is_near = address < NEAR || address.wrapping_neg() < NEAR;
        let is_handed = |v: VarId| {
            let object = self.symbols.space.object(self.symbols.space.vars()[v as usize].object);
            let value = input.get(&self.symbols.space, v);
            !matches!(object.origin, Origin::Global(_)) && value == address
        };
        let is_null = |v: VarId| input.get(&self.symbols.space, v) == 0;
        let objects = input.reachable(&self.symbols.space);
        objects.iter().flat_map(|id| input.vars(&self.symbols.space, *id)).any(is_handed)
            || is_near
                && (self.symbols.space.leaves_pointer() || pointers(&self.symbols.space, input).any(is_null))
    }

    pub(super) fn keep(
        &mut self,
        input: &Input,
        ending: Ending,
        head: &TraceHead,
        new_cells: Vec<u32>,
        finding: Option<usize>,
        marked: &[ObjectId],
    ) {
        // A test that hangs is not kept; the finding keeps the input.
        let Some(end) = self.end_of(ending, head) else { return };
        let mut input = input.clone();
        input.keep_marks(marked);
        let seconds = self.started.elapsed().as_secs_f64();
        let refused = is_refused(ending, head);
        self.note(&input, Some(&end), finding.map(|k| self.results.findings[k].kind));
        self.results.tests.push(Test { input, end, refused, new_cells, finding, seconds, changes: vec![] });
    }

    /// What a plain run does that ends so, if it ends.
    pub(super) fn end_of(&self, ending: Ending, head: &TraceHead) -> Option<TestEnd> {
        let len = (self.runner.call.ret_bytes as usize).min(head.ret.len());
        match ending {
            Ending::Returned => Some(TestEnd::Returns(head.ret[..len].to_vec())),
            Ending::Exited(status) | Ending::Left(status) => Some(TestEnd::Exits(status)),
            // A plain run may return, or die of anything.
            Ending::Failed(_) if finding::is_smashed(head) => None,
            Ending::Died(Failure { fault: Fault::Denied, .. }) => None,
            Ending::Failed(Failure { fault: Fault::Detected(misuse), .. }) => Some(TestEnd::Misuses(misuse)),
            Ending::Failed(failure) | Ending::Died(failure) => Some(TestEnd::Dies(failure.code)),
            _ => None,
        }
    }

    /// Every finding is run once more, in a process of its own, before it is reported. Those for which the time is not
    /// enough are counted.
    pub(super) fn confirm_findings(&mut self) -> Result<(), Error> {
        if self.results.findings.is_empty() && self.slow.waiting.is_empty() {
            return Ok(());
        }
        let search = self.runner.start_afresh()?;
        let mut findings = std::mem::take(&mut self.results.findings);
        let until = self.afterwards(SHORTER);
        self.results.unconfirmed = 0;
        // Those that were confirmed while the search went on stay so.
        for (k, finding) in findings.iter_mut().enumerate().filter(|(_, finding)| !finding.confirmed) {
            if self.last_deadline().is_over() {
                self.results.unconfirmed += 1;
                continue;
            }
            let input = finding.input.clone();
            let ended = self.confirm(finding)?;
            // Its test shows what it shows.
            let test = self.results.tests.iter_mut().position(|t| t.finding == Some(k) && t.input == input);
            let end = ended.and_then(|ended| self.end_of(ended.ending, &ended.head));
            if let (Some(test), Some(end)) = (test, end) {
                (self.results.tests[test].input, self.results.tests[test].end) = (finding.input.clone(), end);
            }
            if finding.is_whole() {
                self.minimize(k, finding, until)?;
            }
        }
        self.results.findings = findings;
        // One that turned out to be of another kind may be known.
        self.results.deduplicate();
        // Deferred runs that the budget did not reach: the first of each kind that does not end.
        for slow in std::mem::take(&mut self.slow.waiting) {
            let Some(mut finding) = slow.suspect.filter(|f| !self.results.is_known(f)) else { continue };
            if self.last_deadline().is_over() {
                break;
            }
            self.confirm(&mut finding)?;
            if finding.confirmed && !self.results.is_known(&finding) {
                self.note(&finding.input, None, Some(finding.kind));
                self.results.findings.push(finding);
            }
        }
        self.runner.go_back(search);
        Ok(())
    }

    /// Runs a finding again, and makes its input easy to read; the run that shows it now.
    fn confirm(&mut self, finding: &mut Finding) -> Result<Option<Ended>, Error> {
        // What did not end may only be slow: it gets what is left of the budget, for which another may wait.
        let tries = if finding.confidence == Confidence::State { 2 } else { 1 };
        let time = match finding.kind.is_stopped() {
            true => (self.left() / tries).min(PATIENCE),
            false => Duration::ZERO,
        };
        let time = time.max(self.limits.run_time);
        self.runner.target.limits().run_time = time;
        // What takes long may do so for what we record of it: it has to run on without that.
        let recorded = !finding.kind.is_stopped();
        let (mut ended, mut again) = (None, None);
        if !recorded && self.confirm_endless(finding)? {
            return Ok(None);
        }
        if let Some(slim) = finding.slim.take() {
            (ended, again) = self.try_once(finding, &slim, recorded)?;
            again = again.filter(|found| found.kind == finding.kind);
            if again.is_some() {
                finding.input = slim;
            }
        }
        if again.is_none() {
            (ended, again) = self.try_once(finding, &finding.input, recorded)?;
        }
        if !recorded && again.as_ref().is_some_and(|other| other.kind != finding.kind) {
            // It ends in another bug, which may be another's fault: that is to happen again.
            (ended, again) = self.try_once(finding, &finding.input, true)?;
            again = again.filter(|other| other.kind != finding.kind);
            if let Some(other) = again {
                *finding = Finding { executions: finding.executions, ..other };
                (ended, again) = self.try_once(finding, &finding.input, true)?;
            }
        }
        if finding.confidence == Confidence::State {
            // Perhaps the globals have nothing to do with it.
            let mut fresh = finding.input.clone();
            fresh.reset_globals(&self.symbols.space);
            let recorded = !finding.kind.is_stopped();
            let (other, found) = self.try_once(finding, &fresh, recorded)?;
            if found.as_ref().is_some_and(|found| found.kind == finding.kind) {
                let confidence = found.as_ref().map_or(finding.confidence, |found| found.confidence);
                (finding.input, finding.confidence) = (fresh, confidence);
                (ended, again) = (other, found);
            }
        }
        // It had more time to say where it is, and nothing of ours on its way.
        let is_noted = |run: &Ended| run.head.end == End::Stopped as u32;
        if let Some(found) = &again
            && (finding.kind, found.kind) == (finding::Kind::Unfinished, finding::Kind::Unfinished)
        {
            finding.message = format!("it did not end within {:.0} s", time.as_secs_f64());
            if ended.as_ref().is_some_and(is_noted) {
                finding.place = found.place.clone();
            }
        }
        let (kind, program) = (again.map(|found| found.kind), self.runner.program);
        finding.confirmed = kind == Some(finding.kind) || kind.is_some() && !finding.orderly;
        let Some(run) = &ended else { return Ok(None) };
        if finding.is_whole() {
            let judged = |run: &Ended| finding::judge(run.ending, &run.head, &run.path, program);
            let first = judged(run);
            if let Some((input, run)) = self.simplify(&finding.input, run, |other| judged(other) == first)? {
                finding.input = input;
                return Ok(Some(run));
            }
        }
        Ok(ended)
    }

    /// Runs a finding of a run without an end once more, watched: whether the state of a loop repeats.
    fn confirm_endless(&mut self, finding: &mut Finding) -> Result<bool, Error> {
        // One that was not shown to be endless in the search was watched there.
        if finding.kind != finding::Kind::InfiniteLoop {
            return Ok(false);
        }
        let mut globals = finding.input.clone();
        globals.reset_globals(&self.symbols.space);
        let inputs = finding.slim.iter().chain([&finding.input]).cloned();
        // Perhaps the globals have nothing to do with it.
        let fresh = Some(globals).filter(|input| *input != finding.input);
        for input in fresh.into_iter().chain(inputs.collect::<Vec<_>>()) {
            let deadline = self.last_deadline();
            self.runner.set_deadline(deadline);
            let limit = Some(self.limits.run_time);
            let Some(ended) = self.runner.observe_watched(&mut self.symbols, &input, limit)? else {
                continue;
            };
            if ended.ending != Ending::Endless {
                continue;
            }
            let found = self.judge(&input, ended.ending, &ended.head, &ended.path).pop();
            let Some(found) = found else { continue };
            let (executions, confirmed) = (finding.executions, true);
            // This run recorded nothing: the one before knows what its turns depend on.
            let is_known = finding.confidence == Confidence::Precondition;
            let Finding { confidence, because, need, .. } = if is_known { &*finding } else { &found };
            let (confidence, because, need) = (*confidence, because.clone(), need.clone());
            *finding = Finding { executions, confirmed, slim: None, confidence, because, need, ..found };
            return Ok(true);
        }
        Ok(false)
    }

    /// What is left of the budget.
    fn left(&self) -> Duration {
        self.limits.time.saturating_sub(self.started.elapsed())
    }

    /// A run of `input`, and the bug that it shows, if it shows one: of several the one like `finding`. Where it is not
    /// `recorded` nothing is an input, and nothing is known but how it ends.
    fn try_once(
        &mut self,
        finding: &Finding,
        input: &Input,
        recorded: bool,
    ) -> Result<(Option<Ended>, Option<Finding>), Error> {
        let deadline = self.last_deadline();
        self.runner.set_deadline(deadline);
        let ended = match recorded {
            true => self.runner.observe(&mut self.symbols, input)?,
            false => self.runner.observe_unlabelled(&mut self.symbols, input)?,
        };
        let found = ended.as_ref().map(|e| self.judge(input, e.ending, &e.head, &e.path));
        let is_like = |f: &Finding| f.kind != Kind::Leak || f.is_like(finding);
        Ok((ended, found.into_iter().flatten().find(is_like)))
    }
}

/// Whether an allocation failed that might not fail elsewhere.
fn is_refused(ending: Ending, head: &TraceHead) -> bool {
    ending.is_reported() && head.refused > 0
}

/// Whether two pointers of the input lead to one object: it is shared, or on a cycle.
fn has_sharing(space: &Space, input: &Input) -> bool {
    let mut seen = vec![false; space.objects().len()];
    let mut targets = pointers(space, input).filter_map(|v| space.object_containing(input.get(space, v)));
    targets.any(|(target, _)| std::mem::replace(&mut seen[target as usize], true))
}

/// The pointers of the input, in all that they lead to.
fn pointers(space: &Space, input: &Input) -> impl Iterator<Item = VarId> {
    let objects = input.reachable(space);
    let vars = objects.into_iter().flat_map(move |id| input.vars(space, id).collect::<Vec<_>>());
    vars.filter(|v| matches!(space.vars()[*v as usize].kind, VarKind::Pointer { .. }))
}
