//! The default. Depth first to begin with: small units are exhausted that way in the time it takes to think about
//! it. Where that brings nothing new for a while, the others take turns: each has its share of the work, a
//! larger one for what it has brought lately. One of them changes inputs by chance, where solving does not get on. Where everything is covered, depth first goes on with the paths,
//! and every now and then a path by chance, and what may go wrong somewhere, have a turn. Words that texts are compared
//! with are put in their places where all else brings nothing new. What would run long waits while there is anything
//! shorter, whoever chose it. When nothing is left to flip, chance has the rest.
use super::cheap::Cheap;
use super::checks::Checks;
use super::coverage::Coverage;
use super::dfs::Dfs;
use super::generational::Generational;
use super::long::Long;
use super::mutate::Mutate;
use super::random::Random;
use super::random_path::RandomPath;
use super::splice::Splice;
use super::words::Words;
use super::{Move, News, Strategy, View};
use crate::tree::FlipId;
use rustc_hash::FxHashMap;

/// Runs without anything new before the others are asked, and work of the solver: 12 ms. Depth first search asks the
/// longest queries, one after the other.
const PATIENCE: u64 = 32;
const DEAR: u64 = 1024;
/// Runs without anything new, or as much work, before inputs are changed by chance.
const SOON: u64 = 8192;
/// Runs, and conditions of one, before chance has a share even where all is covered: a loop without an end is
/// not to have all the time.
const LONG: u64 = 1_000;
const DEEP: usize = 200;
/// Runs without anything new before depth first search has only half of the moves, and flips that are open at most: one
/// by one it leaves few, and memory is for those that have many.
const ALONE: u64 = 256;
const OPEN: u64 = 20_000;
/// One move of so many puts texts together.
const SPLICED: u64 = 4;
/// Flips that are deferred for one move, at most.
const PUT_OFF: usize = 64;
/// Runs, and work of the solver, before another is chosen: neighbours in a tree are cheaper than strangers.
const TURN: f64 = 16.0;

/// Depth first search, the others, and what they brought.
#[derive(Default)]
pub struct Auto {
    dfs: Dfs,
    others: Option<Box<Others>>,
    /// Runs so far, and when the last of them brought something new.
    runs: u64,
    news: u64,
    /// What the solver had taken by then.
    spent: u64,
    /// Conditions of the deepest run so far.
    depth: usize,
    checks: Checks,
    cheap: Cheap,
    /// Moves so far: runs are heard of only when all of a batch are over.
    moves: u64,
    words: Words,
    splice: Splice,
    mutate: Mutate,
    random: Random,
    long: Long,
}

struct Others {
    generational: Generational,
    coverage: Coverage,
    // What each has brought, older gains worth less.
    credit: [f64; ARMS],
    // The work of those that change inputs since they last brought something.
    in_vain: f64,
    // The work of each, for what it was worth then, and what the solver had taken before the last move.
    worked: [f64; ARMS],
    spent: u64,
    under_way: FxHashMap<FlipId, usize>,
    arm: usize,
    left: f64,
    // The last move was one of theirs.
    moved: bool,
    // Inputs may be changed by chance.
    mutates: bool,
}

/// What was brought is forgotten while an arm works so much: 0.2 s.
const LATELY: f64 = 16_384.0;

/// After so much work in vain those that change inputs have half of their share: 10 s.
const PATIENT: f64 = 48.0 * LATELY;

const ARMS: usize = 7;
const DFS: usize = 0;
const COVERAGE: usize = 1;
const GENERATIONAL: usize = 2;
const RANDOM_PATH: usize = 3;
const MUTATE: usize = 4;
const CHECKS: usize = 5;
const LONG_RUNS: usize = 6;

impl Strategy for Auto {
    fn learn(&mut self, view: &mut View, news: &News) {
        self.runs += 1;
        self.depth = self.depth.max(news.depth);
        if news.gain > 0 {
            (self.news, self.spent) = (self.runs, view.goals.spent());
        }
        self.dfs.learn(view, news);
        self.checks.learn(view, news);
        self.cheap.learn(view, news);
        self.words.learn(view, news);
        self.splice.learn(view, news);
        self.mutate.learn(view, news);
        self.random.learn(view, news);
        if let Some(others) = &mut self.others {
            others.learn(view, news);
        }
    }

    fn next(&mut self, view: &mut View) -> Option<Move> {
        if let Some(others) = &mut self.others {
            others.settle(view);
        }
        self.moves += 1;
        if view.tree.open() == 0 {
            let changed = if self.moves.is_multiple_of(2) { self.mutate.next(view) } else { None };
            return changed.or_else(|| self.random.next(view));
        }
        if view.goals.is_hard()
            && self.moves.is_multiple_of(2)
            && let Some(Move::Flip(id)) = self.cheap.next(view)
        {
            if !is_long(view, id) {
                return Some(Move::Flip(id));
            }
            self.long.push(view, id);
        }
        let spent = view.goals.spent() - self.spent;
        let stuck = self.runs - self.news > PATIENCE || spent >= DEAR;
        if view.goals.all_covered() {
            return self.go_on(view, stuck).or_else(|| self.of(view, DFS));
        }
        if !stuck {
            return self.of(view, DFS);
        }
        if self.moves.is_multiple_of(2)
            && let Some(word) = self.words.next(view)
        {
            return Some(word);
        }
        if self.moves % SPLICED == 1
            && let Some(spliced) = self.splice.next(view)
        {
            return Some(spliced);
        }
        let others = self.others.get_or_insert_with(|| Others::begin(view));
        // What is exhausted soon needs no chance.
        others.mutates = spent >= DEAR || self.runs - self.news > SOON;
        let arm = others.choose();
        let chosen = self.of(view, arm);
        if let Some(others) = &mut self.others {
            if let Some(Move::Flip(id)) = chosen {
                others.under_way.insert(id, arm);
            }
            others.moved = true;
        }
        chosen
    }
}

impl Auto {
    /// With the texts that the program knows.
    pub fn new(texts: Vec<Vec<u8>>) -> Auto {
        Auto { splice: Splice::new(&texts), mutate: Mutate::new(texts), ..Auto::default() }
    }

    /// What an arm wants. Where that would run too long for now, and is not for something new, it is put off.
    fn of(&mut self, view: &mut View, arm: usize) -> Option<Move> {
        let mut arm = arm;
        for _ in 0..PUT_OFF {
            let chosen = match (arm, &mut self.others) {
                (COVERAGE, Some(others)) => others.coverage.next(view),
                (GENERATIONAL, Some(others)) => others.generational.next(view),
                (RANDOM_PATH, _) => RandomPath.next(view),
                (MUTATE, _) => self.mutate.next(view),
                (CHECKS, _) => self.checks.next(view),
                (LONG_RUNS, _) => self.long.next(view),
                _ => self.dfs.next(view),
            };
            match chosen {
                Some(Move::Flip(id)) if arm != LONG_RUNS && is_long(view, id) => self.long.push(view, id),
                None if arm != DFS => arm = DFS,
                None => return self.go_further(view),
                _ => return chosen,
            }
        }
        self.long.next(view)
    }

    /// Nothing is short: an outcome that nobody knows may be the end of what is long; otherwise longer runs are not too
    /// long any more.
    fn go_further(&mut self, view: &mut View) -> Option<Move> {
        let least = self.long.least(view)?;
        if view.forecast.is_too_long(least) {
            view.forecast.allow(least);
            let (flips, input) = (self.long.release(view), Default::default());
            let news = News::known(&flips, &input);
            self.dfs.learn(view, &news);
            self.checks.learn(view, &news);
            if let Some(others) = &mut self.others {
                others.generational.learn(view, &news);
                others.coverage.learn(view, &news);
            }
            return self.dfs.next(view);
        }
        self.long.next(view)
    }

    /// Where everything is covered: what is to be done instead of going on depth first, if anything.
    fn go_on(&mut self, view: &mut View, stuck: bool) -> Option<Move> {
        let turn = self.moves / TURN as u64 % 4;
        let alone = self.runs - self.news <= ALONE || view.tree.open() > OPEN;
        match turn {
            0 | 2 if self.runs > LONG && self.depth > DEEP => self.of(view, RANDOM_PATH),
            1 if stuck && !alone => self.of(view, CHECKS),
            3 if !alone => self.of(view, RANDOM_PATH),
            _ => None,
        }
    }
}

/// Whether a flip would run too long for now, and not for something new.
fn is_long(view: &View, id: FlipId) -> bool {
    let is_new = |cell| !view.goals.is_covered(cell);
    view.forecast.is_long(view.tree, id)
        && !view.tree.condition(id).and_then(|c| c.source.other()).is_some_and(is_new)
}

impl Others {
    /// They know what is open now.
    fn begin(view: &mut View) -> Box<Others> {
        let (mut generational, mut coverage) = (Generational::default(), Coverage::default());
        let flips: Vec<FlipId> = view.tree.flips().collect();
        let input = Default::default();
        let news = News::known(&flips, &input);
        generational.learn(view, &news);
        coverage.learn(view, &news);
        let under_way = FxHashMap::default();
        let spent = view.goals.spent();
        Box::new(Others {
            generational,
            coverage,
            credit: [0.0; ARMS],
            in_vain: 0.0,
            worked: [0.0; ARMS],
            spent,
            under_way,
            arm: DFS,
            left: 0.0,
            moved: false,
            mutates: false,
        })
    }

    fn learn(&mut self, view: &mut View, news: &News) {
        self.generational.learn(view, news);
        self.coverage.learn(view, news);
        let arm = news.of.and_then(|id| self.under_way.remove(&id)).or(news.trial.then_some(MUTATE));
        if let Some(arm) = arm {
            self.charge(arm, news.effort());
            self.credit[arm] += news.gain as f64;
            if arm == MUTATE && news.gain > 0 {
                self.in_vain = 0.0;
            }
        }
        // Those that no input was found for are not heard of again.
        if self.under_way.len() > 4096 {
            self.under_way.clear();
        }
    }

    /// What the solver took since the last move is its arm's.
    fn settle(&mut self, view: &View) {
        let spent = view.goals.spent();
        if std::mem::take(&mut self.moved) {
            self.charge(self.arm, 1 + spent - self.spent);
        }
        self.spent = spent;
    }

    /// Counts the work of an arm.
    fn charge(&mut self, arm: usize, effort: u64) {
        let effort = effort as f64;
        self.worked[arm] += effort / self.worth(arm);
        self.in_vain += if arm == MUTATE { effort } else { 0.0 };
        self.credit[arm] *= 1.0 - (effort / LATELY).min(0.5);
        if arm == self.arm {
            self.left -= effort;
        }
    }

    /// Whose turn it is: that of the arm which has worked least, for what it is worth.
    fn choose(&mut self) -> usize {
        if self.left <= 0.0 {
            self.left = TURN;
            let least = |a: &usize, b: &usize| self.worked[*a].total_cmp(&self.worked[*b]);
            let arms = (0..ARMS).filter(|arm| *arm != MUTATE || self.mutates);
            self.arm = arms.min_by(least).unwrap_or(DFS);
            if !self.mutates {
                // It is not to make up for what it has missed.
                self.worked[MUTATE] = self.worked[MUTATE].max(self.worked[self.arm]);
            }
        }
        self.arm
    }

    /// The part of the work that an arm is to have, in proportion to the others.
    fn worth(&self, arm: usize) -> f64 {
        let base = match arm {
            // The one that knows where it is going.
            COVERAGE => 6.0,
            // Less and less, as long as nothing comes of it.
            MUTATE => 1.0 + 5.0 / (1.0 + self.in_vain / PATIENT),
            _ => 1.0,
        };
        base + 4.0 * self.credit[arm]
    }
}
