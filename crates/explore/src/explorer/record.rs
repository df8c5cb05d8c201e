//! What a run teaches: whether it went where it was meant to go, what it covered and found, and its path for the
//! tree.
use super::attempt::Attempt;
use super::runner::Runner;
use super::symbols::Symbols;
use super::{Ended, Error, Explorer};
use crate::outcome::Assumption;
use crate::path::{Condition, Path, Source};
use crate::strategy::News;
use crate::target::{Ending, Failure, Fault};
use crate::tree::{Aims, Flip, FlipId, Grown};
use acute_input::Input;
use acute_trace::{TICK, TraceHead};
use std::time::Instant;

/// How often a run that is killed from outside is begun anew. One that is killed each time may do so itself.
pub(super) const KILLS: u32 = 3;

/// What a run adds to the tree.
pub(super) struct Growth {
    /// What it brought.
    pub gain: usize,
    /// The path is new modulo renaming of variables.
    pub is_new: bool,
    /// It was stopped early and is to go on.
    pub cut: bool,
    /// Expressions that it made, and ticks of the clock that it heard.
    pub nodes: u64,
    pub ticks: u64,
}

impl Explorer<'_> {
    /// Runs what was posted and takes each run in; after the deadline the first alone.
    pub(super) fn run_batch(&mut self, batch: Vec<Attempt>) -> Result<(), Error> {
        let (mut ended, mut is_late) = (Vec::with_capacity(batch.len()), false);
        let Runner { target, reader, program, .. } = &mut self.runner;
        let (Symbols { pool, space, .. }, counters) = (&mut self.symbols, &mut self.results.counters);
        target.finish(&mut |run| {
            let Some(attempt) = batch.get(ended.len()).filter(|_| !is_late) else { return };
            let read = reader.read(&run, pool, space, &attempt.input, *program);
            is_late = read.is_none();
            let Some(mut path) = read else { return };
            counters.limits.extend(path.fixed.iter().filter_map(|v| space.limit_of(*v)).map(str::to_string));
            path.covered.extend_from_slice(run.covered);
            ended.push(Ended { ending: run.ending, head: run.head, path });
        })?;
        for (n, (attempt, ended)) in batch.into_iter().zip(ended).enumerate() {
            if n > 0 && self.runner.deadline().is_over() {
                break;
            }
            self.record(attempt, ended)?;
        }
        Ok(())
    }

    /// Records a run: its coverage, findings and losses of precision, and its path in the tree.
    pub(super) fn record(&mut self, mut attempt: Attempt, mut ended: Ended) -> Result<(), Error> {
        if ended.ending.is_killed() && attempt.kills < KILLS {
            // The cells that it told of are told once only.
            attempt.cells.extend(self.cover(&ended.path));
            attempt.kills += 1;
            self.frontier.retries.push(attempt);
            return Ok(());
        }
        self.results.counters.executions += 1;
        self.watch_boundaries(&attempt, ended.ending, &ended.path);
        if matches!(ended.ending, Ending::Slow | Ending::TimedOut) && !attempt.plain {
            self.prove_endless(&attempt.input, &mut ended)?;
        }
        // What it wrote over its trace is worth no second try.
        if ended.ending == Ending::Slow && ended.path.malformed == 0 && !attempt.plain {
            self.defer_run(attempt, ended);
            return Ok(());
        }
        if ended.ending == Ending::Overrun {
            self.note_length(&attempt.input, &ended);
        }
        let longer = match ended.ending {
            Ending::Overrun => self.lengthen(&mut attempt.input, ended.head.fault),
            Ending::Wanted => self.supply(&mut attempt.input, &ended.head),
            _ => false,
        };
        if longer {
            // What it covered before it stopped is told once only.
            attempt.cells.extend(self.cover(&ended.path));
            self.frontier.retries.push(attempt);
        } else if attempt.plain {
            self.record_unlabelled(attempt, ended);
        } else {
            self.record_path(attempt, ended);
        }
        Ok(())
    }

    /// Records a run that came to its end.
    fn record_path(&mut self, mut attempt: Attempt, ended: Ended) {
        let Ended { ending, head, mut path } = ended;
        self.check_branches(&attempt.input, &mut path);
        self.count_ending(&attempt.input, ending, &head, &path);
        self.count_losses(&mut path);
        let followed = self.check_prediction(&attempt, &path);
        let mut new_cells = self.cover(&path);
        new_cells.append(&mut attempt.cells);
        let (bugs, found) = self.find(&attempt.input, ending, &head, &path);
        // A run that was cut short is no path.
        let cut = matches!(ending, Ending::Overrun | Ending::Wanted | Ending::Rejected);
        let (flip, is_renamed) = (attempt.flip.as_ref(), attempt.renaming.is_some());
        let key = path_key(&path, ending, &head);
        let is_new = if !cut {
            // Once there are too many to remember, a jump that was flipped as meant makes a path of its own.
            let is_jump = |f: &Flip| matches!(f.target().source, Source::Jump { .. });
            self.results.counters.paths.add(key, followed && flip.is_some_and(is_jump))
        } else {
            is_renamed && self.results.counters.paths.add_cut(key)
        };
        let gain = new_cells.len() + 4 * bugs;
        let is_test = !new_cells.is_empty() || found.is_some();
        // A test that returns is worth more than one that fails: a regression test passes.
        let orderly = self.cover_orderly(ending, &path);
        let is_first_orderly = !orderly.is_empty();
        new_cells.extend(orderly.into_iter().filter(|_| found.is_none()));
        new_cells.sort_unstable();
        new_cells.dedup();
        // Where nothing is new to cover, a run that comes back says what the function does.
        let is_return = attempt.lent.is_none() && ending == Ending::Returned;
        let is_first = is_return && !std::mem::replace(&mut self.results.returned, true);
        if is_test || self.results.tests.is_empty() && !cut || is_first || is_first_orderly {
            self.keep(&attempt.input, ending, &head, new_cells, found, &path.marked);
        }
        let depth = self.limits.depth.unwrap_or(usize::MAX);
        self.results.counters.deep |= path.conditions.iter().filter(|c| !c.is_choice()).count() > depth;
        // A renamed path speaks of other variables than the path it came from: where all is done that speaks of these,
        // it need not be, for what was to be done there may have come to speak of others, too.
        let is_new = is_new && is_renamed || attempt.overlap && followed;
        attempt.trial |= attempt.overlap && !followed;
        self.offer_overlaps(&attempt.input, &mut path);
        let growth = Growth { gain, is_new, cut: false, nodes: head.nodes, ticks: self.ticks(ending, &head) };
        if let Some(hope) = attempt.hope.filter(|_| gain == 0) {
            self.continue_optimistic(hope, &attempt.input, &path);
        }
        self.grow(&attempt, path, growth);
    }

    /// Checks that every recorded condition is true of the input; with `--check` by evaluating each.
    fn check_branches(&mut self, input: &Input, path: &mut Path) {
        let Symbols { pool, evaluator, space, .. } = &mut self.symbols;
        if self.limits.check {
            path.check(pool, evaluator, |v| input.get(space, v));
        }
        let counters = &mut self.results.counters;
        counters.wrong += path.wrong.len() as u64;
        if let (None, Some(cell)) = (&counters.wrong_at, path.wrong.first()) {
            let cell = self.runner.program.code().map.cells.get(*cell as usize);
            // A condition that is no jump has no line of its own; the function has.
            let (file, line) = cell.map_or((&self.home.file, self.home.line), |cell| (&cell.file, cell.line));
            counters.wrong_at = Some(format!("{file}:{line}"));
        }
    }

    /// Counts what the end of a run says about the completeness of the search.
    fn count_ending(&mut self, input: &Input, ending: Ending, head: &TraceHead, path: &Path) {
        let (counters, space) = (&mut self.results.counters, &self.symbols.space);
        if path.overlaps() {
            // A limit met behind an overlap limits the overlaps alone.
            let is_whole = ending.is_reported() && ending != Ending::Overrun;
            counters.assumptions.extend((!is_whole).then_some(Assumption::NoOverlap));
            return;
        }
        if ending == Ending::Overrun {
            // It ends at `fault`: before the object that was meant, or behind it. Of two buffers read in step the
            // pointer followed last need not be the one that led there.
            let last = head.fault.wrapping_sub(1);
            let is_before = |p| head.fault <= input.get(space, p);
            match path.access.pointer.is_some_and(is_before) && !input.ends_before(space, last) {
                true => counters.concretize("before-object", 1),
                false => counters.beyond = true,
            }
        }
        if let Ending::Died(Failure { fault: Fault::Denied, .. }) = ending {
            counters.concretize("sandbox:system call", 1);
        }
        if ending.is_killed() {
            counters.concretize("killed", 1);
        }
        counters.rejected += (ending == Ending::Rejected) as u64;
        counters.timed_out |= matches!(ending, Ending::TimedOut | Ending::Slow | Ending::Endless);
        counters.malformed += path.malformed + (ending == Ending::Garbled) as u64;
        match ending {
            Ending::TimedOut => self.slow.endless += 1,
            _ if self.slow.has_turn => self.slow.endless = 0,
            _ => {}
        }
    }

    /// Counts the concretizations of a path and the system calls that were refused.
    fn count_losses(&mut self, path: &mut Path) {
        let counters = &mut self.results.counters;
        counters.unsat_cells.extend(&path.implied);
        if path.overlaps() && !path.concretized.is_empty() {
            path.concretized.clear();
            counters.assume(Assumption::NoOverlap);
        }
        for (reason, count) in path.concretized.drain() {
            counters.concretize(reason, count);
        }
        for number in &path.refused {
            let name = (self.runner.program.code().refusal)(*number).unwrap_or("system call");
            counters.concretize(format!("sandbox:{name}"), 1);
        }
    }

    /// The prediction check (CUTE, Fig. 7); counts a run that diverged.
    fn check_prediction(&mut self, attempt: &Attempt, path: &Path) -> bool {
        let Attempt { flip, renaming, lent, .. } = attempt;
        // Those before the flip were its parent's.
        let shared = flip.as_ref().map_or(0, |f| f.index());
        self.results.counters.repeated += path.repeated.iter().filter(|at| **at > shared).count() as u64;
        let followed = match (flip, renaming) {
            (Some(f), Some(renaming)) => {
                // Two pointers that are no longer the same leave no trace.
                let target = f.target().lit.negate();
                let silent = f.target().source == Source::Alias && !target.positive;
                self.symbols.follows_renamed(
                    f.prefix(),
                    (!silent).then_some(target),
                    &path.conditions,
                    renaming,
                )
            }
            (Some(f), None) => follows(f, path),
            (None, _) => true,
        };
        let followed = followed && lent.is_none_or(|lent| lent.is_of(&path.conditions));
        let undefined =
            |f: &Flip| f.prefix().iter().any(Condition::is_outside) || f.target().flipped().is_outside();
        let overlaps = |f: &Flip| f.prefix().iter().any(Condition::is_overlap);
        match flip.as_ref().is_some_and(undefined) {
            true if !followed => self.results.counters.concretize("outside-object", 1),
            false if !followed && (attempt.overlap || flip.as_ref().is_some_and(overlaps)) => {
                self.results.counters.assume(Assumption::NoOverlap)
            }
            _ => self.results.counters.divergences += !followed as u64,
        }
        followed
    }

    /// How often the clock has ticked in a run that was stopped; in one that slept, too. Which of the others hear it is
    /// chance, and the same seed is to give the same tests.
    pub(super) fn ticks(&self, ending: Ending, head: &TraceHead) -> u64 {
        match ending {
            Ending::Slow | Ending::Endless => head.ticks,
            Ending::TimedOut => head.ticks.max(self.limits.run_time.as_millis() as u64 / u64::from(TICK)),
            _ => 0,
        }
    }

    /// Takes the path of a run into the tree. What it came from is over, unless it was `cut` short; what keeps its
    /// place then.
    pub(super) fn grow(&mut self, attempt: &Attempt, path: Path, growth: Growth) -> Option<FlipId> {
        let Growth { gain, is_new, cut, nodes, ticks } = growth;
        let Attempt { flip, input, lent, hold: held, .. } = attempt;
        let (of, lent) = (flip.as_ref().map(|f| f.id), lent.map_or(0, |lent| lent.count));
        let Path { conditions, access, repeated, mut aims, words, .. } = path;
        let reads = access.reads;
        let mut flips = std::mem::take(&mut self.frontier.flips);
        flips.clear();
        let length = conditions.len();
        self.solving.deferred.record(length);
        self.frontier.lengths.add(length);
        if let Some(flip) = flip {
            self.frontier.forecast.learn(
                flip.target().source.other(),
                flip.index(),
                flip.base.length,
                length,
            );
        }
        self.results.counters.conditions += (length + repeated.len()) as u64;
        let limit = self.limits.depth.unwrap_or(usize::MAX);
        let more = self.frontier.goals.visit(conditions.iter().map(|c| c.source.cell()));
        // Trials are many, and the longer the more there would be to flip: what is near to anything new would not be found.
        let conditions = if attempt.trial && gain == 0 && !cut { vec![] } else { conditions };
        let far = self.frontier.far(&conditions);
        let others = conditions.iter().filter_map(|c| c.source.other());
        let rare = self.frontier.goals.rarest(others.chain(aims.iter().map(|(_, cell)| *cell)));
        let grown = Grown { input, conditions, reads, repeated, far, lent, is_new };
        let hold = self.frontier.tree.add(grown, limit, cut, &mut flips);
        // Of several the first.
        aims.sort_by_key(|(place, _)| *place);
        for id in &flips {
            let place = self.frontier.tree.depth(*id);
            let first = aims.get(aims.partition_point(|(at, _)| *at < place));
            let again = first.filter(|(at, _)| *at == place).map(|(_, cell)| *cell);
            self.frontier.tree.set_aims(*id, Aims { again, rare });
        }
        let over = of.filter(|_| !cut);
        over.iter().chain(held).for_each(|id| self.frontier.tree.close(*id));
        if gain > 0 || self.frontier.tree.live() == 0 && of.is_some() {
            self.results.note_news();
        }
        let news = News {
            of,
            flips: &flips,
            input,
            depth: length,
            nodes,
            ticks,
            gain,
            more,
            trial: attempt.trial,
            plain: false,
            words: &words,
        };
        self.frontier.learn(&self.runner.program.code().map, &mut self.symbols.space, &news);
        self.frontier.flips = flips;
        hold
    }

    /// The cells that no orderly run had covered, where this one is.
    pub(super) fn cover_orderly(&mut self, ending: Ending, path: &Path) -> Vec<u32> {
        match ending.is_orderly() {
            true => self.frontier.cover_orderly(path, self.limits.team.as_deref()),
            false => vec![],
        }
    }

    /// The cells that are new.
    pub(super) fn cover(&mut self, path: &Path) -> Vec<u32> {
        let new = self.frontier.cover(path, self.limits.team.as_deref());
        if !new.is_empty() {
            self.results.counters.growth.push((Instant::now(), new.clone()));
        }
        new
    }
}

/// The prediction check (CUTE, Fig. 7): the run went where the flip meant it to.
fn follows(flip: &Flip, path: &Path) -> bool {
    let mut took = path.conditions.iter().filter(|c| !c.is_silent());
    let mut meant = flip.prefix().iter().filter(|c| !c.is_silent());
    let target = flip.target();
    // Two pointers that are no longer the same leave no trace.
    let silent = target.source == Source::Alias && target.lit.positive;
    let chosen = || path.conditions.iter().any(|c| c.lit == target.lit.negate());
    meant.all(|a| took.next().is_some_and(|b| a.lit == b.lit))
        && (silent
            || target.is_choice() && chosen()
            || took.next().is_some_and(|b| b.lit == target.lit.negate()))
}

/// The identity of a path: outcomes at jumps, and where it broke off if it did.
pub(super) fn path_key(path: &Path, ending: Ending, head: &TraceHead) -> u64 {
    use std::hash::{Hash, Hasher};
    let mut hasher = rustc_hash::FxHasher::default();
    for c in &path.conditions {
        if matches!(c.source, Source::Jump { .. }) {
            // Zeros would leave no trace in this hash.
            (u64::from(c.source.cell()) + 1).hash(&mut hasher);
        }
    }
    // What is decided by equal pointers shows in no condition, but in what is covered.
    head.cells.hash(&mut hasher);
    if head.dropped > 0 {
        head.path.hash(&mut hasher);
    }
    match ending {
        Ending::Returned | Ending::Exited(_) => 0u64.hash(&mut hasher),
        _ if ending.is_reported() => head.at.hash(&mut hasher),
        _ => 1u64.hash(&mut hasher),
    }
    hasher.finish()
}
