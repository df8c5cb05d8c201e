//! The frontier of the search: the tree of paths, what is left to cover, and the strategy that picks the next flip.
use super::overlap::Overlaps;
use super::{Attempt, memory};
use crate::code::Map;
use crate::forecast::Forecast;
use crate::goals::Goals;
use crate::path::{Condition, Path};
use crate::strategy::{Dice, Move, News, Strategy, View};
use crate::target::Program;
use crate::team::Team;
use crate::tree::{FlipId, LONG, Tree};
use acute_input::Space;
use rustc_hash::FxHashSet;

/// What is left to do.
pub struct Frontier {
    /// The paths, and which flips of them are open.
    pub tree: Tree,
    /// What is left to cover.
    pub goals: Goals,
    /// How long runs are likely to be.
    pub forecast: Forecast,
    /// Chooses among the flips.
    pub strategy: Box<dyn Strategy>,
    /// Chance, the same for the same seed.
    pub dice: Dice,
    /// The flips that the last run opened; kept, because it is filled again for every run.
    pub flips: Vec<FlipId>,
    /// How long paths are.
    pub lengths: memory::Lengths,
    /// Overlaps of pointers, which come after all flips.
    pub overlaps: Overlaps,
    /// Inputs that are run before any flip.
    pub retries: Vec<Attempt>,
}

impl Frontier {
    /// Nothing was run yet.
    pub fn new(program: &dyn Program, function: &str, search: crate::Search, seed: u64) -> Frontier {
        let code = program.code();
        let reachable = code.reachable(function);
        Frontier {
            tree: Tree::default(),
            goals: Goals::new(&code.map, &reachable),
            forecast: Forecast::default(),
            strategy: search.begin(code.map.texts_of(&reachable)),
            dice: Dice::new(seed),
            flips: vec![],
            lengths: memory::Lengths::default(),
            overlaps: Overlaps::default(),
            retries: vec![],
        }
    }

    /// Whether nothing is left to flip or to run.
    pub fn is_exhausted(&self) -> bool {
        self.tree.live() == 0 && self.retries.is_empty() && !self.overlaps.is_waiting()
    }

    /// Asks the strategy for the next move.
    pub fn choose(&mut self, map: &Map, space: &mut Space) -> Option<Move> {
        let Frontier { strategy, tree, goals, forecast, dice, .. } = self;
        strategy.next(&mut View { tree, goals, forecast, map, space, dice })
    }

    /// Reports a run to the strategy.
    pub fn learn(&mut self, map: &Map, space: &mut Space, news: &News) {
        let Frontier { strategy, tree, goals, forecast, dice, .. } = self;
        strategy.learn(&mut View { tree, goals, forecast, map, space, dice }, news);
    }

    /// The conditions far down a long path that are worth a flip: the first that would cover each new cell.
    pub fn far(&self, conditions: &[Condition]) -> Vec<usize> {
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

    /// Marks the cells of a path as covered; returns those that neither this worker nor the team had reached.
    pub fn cover(&mut self, path: &Path, team: Option<&Team>) -> Vec<u32> {
        let mut is_new = |cell: &u32| self.goals.cover(*cell) && team.is_none_or(|team| team.cover(*cell));
        path.covered.iter().copied().filter(|cell| is_new(cell)).collect()
    }

    /// The cells of an orderly path that no such path of this worker or the team had covered. Its input is worth a test
    /// even where runs that failed had covered them before.
    pub fn cover_orderly(&mut self, path: &Path, team: Option<&Team>) -> Vec<u32> {
        let mut is_first =
            |cell: &u32| self.goals.cover_orderly(*cell) && team.is_none_or(|team| team.cover_orderly(*cell));
        path.covered.iter().copied().filter(|cell| is_first(cell)).collect()
    }

    /// Gives up the flips that an attempt was made for.
    pub fn close(&mut self, attempt: &Attempt) {
        let ids = attempt.flip.as_ref().map(|f| f.id).into_iter().chain(attempt.hold);
        ids.for_each(|id| self.tree.close(id));
    }
}
