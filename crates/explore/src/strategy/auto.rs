//! The default. Depth first to begin with: small units are exhausted that way in the time it takes to think about
//! it. Where that brings nothing new for a while, the others take turns, the more often the more they have
//! brought lately and the less the solver took for it. Where everything is covered, depth first goes on with the paths,
//! and every now and then a path by chance, and what may go wrong somewhere, have a turn. Words that texts are compared
//! with are put in their places where all else brings nothing new. When nothing is left to flip,
//! chance has the rest.
use super::checks::Checks;
use super::coverage::Coverage;
use super::dfs::Dfs;
use super::generational::Generational;
use super::random::Random;
use super::random_path::RandomPath;
use super::splice::Splice;
use super::words::Words;
use super::{Move, News, Strategy, View};
use crate::goals::{CONDITIONS, GIVEN_UP};
use crate::tree::FlipId;
use rustc_hash::FxHashMap;

/// Runs without anything new before the others are asked. So they are where the solver has given a query up for nothing
/// ([`GIVEN_UP`]): depth first search asks the longest queries, one after the other.
const PATIENCE: u64 = 32;
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
/// Moves that one of them makes before another is chosen: neighbours in a tree are cheaper than strangers.
const TURN: u32 = 16;

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
    /// Moves so far: runs are heard of only when all of a batch are over.
    moves: u64,
    words: Words,
    splice: Splice,
    random: Random,
}

struct Others {
    generational: Generational,
    coverage: Coverage,
    // What each has brought, older gains worth less.
    credit: [f64; ARMS],
    // What a move of each takes, older ones worth less, and what all had taken before the last.
    price: [f64; ARMS],
    spent: u64,
    // Of the path of the last move.
    length: u64,
    under_way: FxHashMap<FlipId, usize>,
    arm: usize,
    left: u32,
}

/// So many conditions are a short path.
const SHORT: u32 = 64;

const ARMS: usize = 4;
const DFS: usize = 0;
const COVERAGE: usize = 1;
const GENERATIONAL: usize = 2;
const RANDOM_PATH: usize = 3;

impl Strategy for Auto {
    fn learn(&mut self, view: &mut View, news: &News) {
        self.runs += 1;
        self.depth = self.depth.max(news.depth);
        if news.gain > 0 {
            (self.news, self.spent) = (self.runs, view.goals.spent());
        }
        self.dfs.learn(view, news);
        self.checks.learn(view, news);
        self.words.learn(view, news);
        self.splice.learn(view, news);
        self.random.learn(view, news);
        if let Some(others) = &mut self.others {
            others.learn(view, news);
        }
    }

    fn next(&mut self, view: &mut View) -> Option<Move> {
        if view.tree.open() == 0 {
            return self.random.next(view);
        }
        self.moves += 1;
        let covered = view.goals.all_covered();
        let spent = view.goals.spent() - self.spent;
        let stuck = self.runs - self.news > PATIENCE || spent >= GIVEN_UP;
        let long = self.runs > LONG && self.depth > DEEP && (self.runs / u64::from(TURN)).is_multiple_of(2);
        if covered && long {
            return RandomPath.next(view).or_else(|| self.dfs.next(view));
        }
        if stuck
            && !covered
            && self.moves.is_multiple_of(2)
            && let Some(word) = self.words.next(view)
        {
            return Some(word);
        }
        if stuck
            && !covered
            && self.moves % SPLICED == 1
            && let Some(spliced) = self.splice.next(view)
        {
            return Some(spliced);
        }
        let turn = self.runs / u64::from(TURN) % 4;
        let alone = self.runs - self.news <= ALONE || view.tree.open() > OPEN;
        if stuck
            && !alone
            && turn == 1
            && let Some(check) = self.checks.next(view)
        {
            return Some(check);
        }
        if covered && !alone && turn == 3 {
            return RandomPath.next(view).or_else(|| self.dfs.next(view));
        }
        if covered || !stuck {
            return self.dfs.next(view);
        }
        let others = self.others.get_or_insert_with(|| Others::begin(view));
        let arm = others.choose(view);
        let chosen = match arm {
            COVERAGE => others.coverage.next(view),
            GENERATIONAL => others.generational.next(view),
            RANDOM_PATH => RandomPath.next(view),
            _ => self.dfs.next(view),
        };
        let chosen = chosen.or_else(|| self.dfs.next(view));
        if let Some(Move::Flip(id)) = chosen {
            // Up to there a run takes as long whatever it does.
            others.length = u64::from(view.tree.length(id).saturating_sub(SHORT)) / CONDITIONS;
            others.under_way.insert(id, arm);
        }
        chosen
    }
}

impl Others {
    /// They know what is open now.
    fn begin(view: &mut View) -> Box<Others> {
        let (mut generational, mut coverage) = (Generational::default(), Coverage::default());
        let flips: Vec<FlipId> = view.tree.flips().collect();
        let input = Default::default();
        let news = News { of: None, flips: &flips, input: &input, depth: 0, gain: 0, words: &[] };
        generational.learn(view, &news);
        coverage.learn(view, &news);
        let under_way = FxHashMap::default();
        let spent = view.goals.spent();
        Box::new(Others {
            generational,
            coverage,
            credit: [0.0; ARMS],
            price: [0.0; ARMS],
            spent,
            length: 0,
            under_way,
            arm: DFS,
            left: 0,
        })
    }

    fn learn(&mut self, view: &mut View, news: &News) {
        self.generational.learn(view, news);
        self.coverage.learn(view, news);
        if let Some(arm) = news.of.and_then(|id| self.under_way.remove(&id)) {
            self.credit[arm] = self.credit[arm] * 0.99 + news.gain as f64;
        }
        // Those that no input was found for are not heard of again.
        if self.under_way.len() > 4096 {
            self.under_way.clear();
        }
    }

    /// Whose turn it is.
    fn choose(&mut self, view: &mut View) -> usize {
        // What the solver and the run took for the last move is its arm's.
        let spent = view.goals.spent();
        let price = &mut self.price[self.arm];
        *price += ((spent - self.spent + self.length) as f64 - *price) / 64.0;
        self.spent = spent;
        if self.left == 0 {
            self.left = TURN;
            let weight = |arm: usize| {
                // The one that knows where it is going.
                let base = if arm == COVERAGE { 6.0 } else { 1.0 };
                (base + 4.0 * self.credit[arm]) / (1.0 + self.price[arm])
            };
            let weights: [f64; ARMS] = std::array::from_fn(weight);
            let mut point =
                weights.iter().sum::<f64>() * (view.dice.roll() >> 11) as f64 / (1u64 << 53) as f64;
            let at = weights.iter().position(|weight| {
                point -= weight;
                point < 0.0
            });
            self.arm = at.unwrap_or(DFS);
        }
        self.left -= 1;
        self.arm
    }
}
