//! What a run teaches: whether it went where it was meant to go, what it covered and found, and its path for the
//! tree.
use super::{Attempt, Ended, Error, Explorer};
use crate::path::{Condition, Path, Source};
use crate::strategy::{News, View};
use crate::tree::{Aims, Flip, FlipId, Grown, LONG};
use acute_exec::Ending;
use acute_trace::{End, TICK, TraceHead};
use rustc_hash::FxHashSet;
use std::time::Instant;

/// What a run adds to the tree.
pub(super) struct Growth {
    /// What it brought.
    pub gain: usize,
    /// Nobody has gone this way under any names.
    pub is_new: bool,
    /// It was stopped early and is to go on.
    pub cut: bool,
    /// Expressions that it made, and ticks of the clock that it heard.
    pub nodes: u64,
    pub ticks: u64,
}

impl Explorer<'_> {
    /// Runs what was posted and takes each run in.
    pub(super) fn run_batch(&mut self, batch: Vec<Attempt>) -> Result<(), Error> {
        let mut ended = Vec::with_capacity(batch.len());
        let Explorer { unit, reader, pool, space, program, tally, .. } = self;
        unit.finish(|run| {
            let Some(attempt) = batch.get(ended.len()) else { return };
            let mut path = reader.read(&run, pool, space, &attempt.input, program);
            tally.limits.extend(path.fixed.iter().filter_map(|v| space.limit_of(*v)).map(str::to_string));
            path.covered.extend_from_slice(run.covered);
            ended.push(Ended { ending: run.ending, head: run.head, path });
        })?;
        for (attempt, ended) in batch.into_iter().zip(ended) {
            self.take_in(attempt, ended);
        }
        Ok(())
    }

    pub(super) fn take_in(&mut self, mut attempt: Attempt, ended: Ended) {
        self.tally.executions += 1;
        // What it wrote over its trace is worth no second try.
        if ended.ending == Ending::Slow && ended.path.garbage == 0 && !attempt.plain {
            return self.put_off(attempt, ended);
        }
        let longer = match ended.ending {
            Ending::Said(End::Overrun) => self.lengthen(&mut attempt.input, ended.head.fault),
            Ending::Said(End::Wanted) => self.supply(&mut attempt.input, &ended.head),
            _ => false,
        };
        if longer {
            // What it covered before it stopped is told once only.
            attempt.cells.extend(self.cover(&ended.path));
            self.retries.push(attempt);
            return;
        }
        if attempt.plain {
            return self.take_in_plain(attempt, ended);
        }
        let Attempt { flip, input, renaming, cells, lent, hold, trial, plain, hope } = attempt;
        let Ended { ending, head, mut path } = ended;
        if self.limits.check {
            path.check(&self.pool, &mut self.evaluator, |v| input.get(&self.space, v));
        }
        self.tally.wrong += path.wrong.len() as u64;
        if let (None, Some(cell)) = (&self.tally.wrong_at, path.wrong.first()) {
            let place =
                self.program.map().cells.get(*cell as usize).map(|c| format!("{}:{}", c.file, c.line));
            // A condition that is no jump has no line of its own; the function has.
            self.tally.wrong_at = place.or_else(|| Some(format!("{}:{}", self.home.file, self.home.line)));
        }
        self.tally.garbage += path.garbage;
        if ending == Ending::Said(End::Overrun) {
            // It ends at `fault`: before the object that was meant, or behind it. Of two buffers read in step the
            // pointer followed last need not be the one that led there.
            let last = head.fault.wrapping_sub(1);
            let is_before = |p| head.fault <= input.get(&self.space, p);
            match path.followed.is_some_and(is_before) && !input.ends_before(&self.space, last) {
                true => *self.tally.lost.entry("before-object".into()).or_default() += 1,
                false => self.tally.beyond = true,
            }
        }
        self.tally.rejected += (ending == Ending::Said(End::Rejected)) as u64;
        self.tally.timed_out |= matches!(ending, Ending::TimedOut | Ending::Slow);
        match ending {
            Ending::TimedOut => self.endless += 1,
            _ if self.slow_turn => self.endless = 0,
            _ => {}
        }
        self.tally.garbage += (ending == Ending::Garbled) as u64;
        self.tally.unsat_cells.extend(&path.implied);
        for (reason, count) in path.lost.drain() {
            *self.tally.lost.entry(reason).or_default() += count;
        }
        for number in &path.refused {
            let name = acute_sandbox::syscall_name(*number).unwrap_or("system call");
            *self.tally.lost.entry(format!("sandbox:{name}")).or_default() += 1;
        }
        // Those before the flip were its parent's.
        let shared = flip.as_ref().map_or(0, |f| f.index());
        self.tally.repeated += path.repeated.iter().filter(|at| **at > shared).count() as u64;
        let followed = match (&flip, &renaming) {
            (Some(f), Some(renaming)) => {
                // Two pointers that are no longer the same leave no trace.
                let target = f.target().lit.negate();
                let silent = f.target().source == Source::Alias && !target.positive;
                self.follows_renamed(f.prefix(), (!silent).then_some(target), &path.conditions, renaming)
            }
            (Some(f), None) => follows(f, &path),
            (None, _) => true,
        };
        let followed = followed && lent.is_none_or(|lent| lent.is_of(&path.conditions));
        let undefined =
            |f: &Flip| f.prefix().iter().any(Condition::is_outside) || f.target().flipped().is_outside();
        match flip.as_ref().is_some_and(undefined) {
            true if !followed => *self.tally.lost.entry("outside-object".into()).or_default() += 1,
            _ => self.tally.divergences += !followed as u64,
        }
        let mut new_cells = self.cover(&path);
        new_cells.extend(cells);
        let found = self.find(&input, ending, &head, &path);
        // A run that was cut short is no path.
        let cut = matches!(ending, Ending::Said(End::Overrun | End::Wanted | End::Rejected));
        let is_new = if !cut {
            // Once there are too many to remember, a jump that was flipped as meant makes a path of its own.
            let is_jump = |f: &Flip| matches!(f.target().source, Source::Jump { .. });
            let fresh = followed && flip.as_ref().is_some_and(is_jump);
            self.tally.paths.add(path_key(&path, ending, &head), fresh)
        } else {
            renaming.is_some() && self.tally.paths.add_cut(path_key(&path, ending, &head))
        };
        // It speaks of other variables than the path it came from: where all is done that speaks of these, it need not
        // be, for what was to be done there may have come to speak of others, too.
        let is_new = is_new && renaming.is_some();
        let gain = new_cells.len() + 4 * found.is_some() as usize;
        // Where nothing is new to cover, a run that comes back says what the function does.
        let is_return = lent.is_none() && ending == Ending::Said(End::Returned);
        let is_first = is_return && !std::mem::replace(&mut self.returned, true);
        if gain > 0 || self.tests.is_empty() && !cut || is_first {
            self.keep(&input, ending, &head, new_cells, found, &path.marked);
        }
        let depth = self.limits.depth.unwrap_or(usize::MAX);
        self.tally.deep |= path.conditions.iter().filter(|c| !c.is_choice()).count() > depth;
        let growth = Growth { gain, is_new, cut: false, nodes: head.nodes, ticks: self.ticks(ending, &head) };
        if let Some(hope) = hope.filter(|_| gain == 0) {
            self.go_on(hope, &input, &path);
        }
        let attempt = Attempt { flip, input, renaming, cells: vec![], lent, hold, trial, plain, hope };
        self.grow(&attempt, path, growth);
    }

    /// How often the clock has ticked in a run that was stopped; in one that slept, too. Which of the others hear it is
    /// chance, and the same seed is to give the same tests.
    pub(super) fn ticks(&self, ending: Ending, head: &TraceHead) -> u64 {
        match ending {
            Ending::Slow => head.ticks,
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
        let Path { conditions, reads, repeated, mut aims, words, .. } = path;
        let mut flips = std::mem::take(&mut self.flips);
        flips.clear();
        let length = conditions.len();
        self.hard.take_in(length);
        self.lengths.add(length);
        if let Some(flip) = flip {
            self.forecast.learn(flip.target().source.other(), flip.index(), flip.base.length, length);
        }
        self.tally.conditions += (length + repeated.len()) as u64;
        let limit = self.limits.depth.unwrap_or(usize::MAX);
        let more = self.goals.visit(conditions.iter().map(|c| c.source.cell()));
        // Trials are many, and the longer the more there would be to flip: what is near to anything new would not be found.
        let conditions = if attempt.trial && gain == 0 && !cut { vec![] } else { conditions };
        let far = self.far(&conditions);
        let others = conditions.iter().filter_map(|c| c.source.other());
        let rare = self.goals.rarest(others.chain(aims.iter().map(|(_, cell)| *cell)));
        let grown = Grown { input, conditions, reads, repeated, far, lent, is_new };
        let hold = self.tree.add(grown, limit, cut, &mut flips);
        // Of several the first.
        aims.sort_by_key(|(place, _)| *place);
        for id in &flips {
            let place = self.tree.depth(*id);
            let first = aims.get(aims.partition_point(|(at, _)| *at < place));
            let again = first.filter(|(at, _)| *at == place).map(|(_, cell)| *cell);
            self.tree.set_aims(*id, Aims { again, rare });
        }
        let over = of.filter(|_| !cut);
        over.iter().chain(held).for_each(|id| self.tree.close(*id));
        if gain > 0 || self.tree.live() == 0 && of.is_some() {
            self.news = (Instant::now(), self.tally.executions);
        }
        let Explorer { strategy, tree, goals, forecast, space, dice, program, .. } = self;
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
        strategy.learn(&mut View { tree, goals, forecast, map: program.map(), space, dice }, &news);
        self.flips = flips;
        hold
    }

    /// The conditions far down a long run that are worth a flip: the first that would cover something.
    pub(super) fn far(&self, conditions: &[Condition]) -> Vec<usize> {
        if conditions.len() <= LONG {
            return vec![];
        }
        let mut seen = FxHashSet::default();
        let mut is_new = |c: &Condition| {
            let other = c.source.other().filter(|cell| !self.goals.is_covered(*cell));
            other.is_some_and(|cell| seen.insert(cell))
        };
        let far = conditions.iter().enumerate().skip(LONG).filter(|(_, c)| is_new(c));
        far.map(|(at, _)| at).collect()
    }

    /// The cells that are new.
    pub(super) fn cover(&mut self, path: &Path) -> Vec<u32> {
        let Explorer { goals, limits, .. } = self;
        // What others have reached is not new.
        let mut is_new =
            |cell: &u32| goals.cover(*cell) && limits.team.as_ref().is_none_or(|team| team.cover(*cell));
        let new: Vec<u32> = path.covered.iter().copied().filter(|cell| is_new(cell)).collect();
        if !new.is_empty() {
            self.tally.growth.push((Instant::now(), new.clone()));
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
        Ending::Said(End::Returned | End::Exit) => 0u64.hash(&mut hasher),
        Ending::Said(_) => head.at.hash(&mut hasher),
        _ => 1u64.hash(&mut hasher),
    }
    hasher.finish()
}
