//! Which flip to try next. A strategy chooses among the open flips of the tree and nothing else: whatever it
//! chooses, the same paths are there to be found, and all of them together are `complete`.
mod auto;
mod cheap;
mod checks;
mod coverage;
mod dfs;
mod generational;
mod long;
mod mutate;
mod random;
mod random_path;
mod splice;
mod text;
mod words;

use crate::code::Map;
use crate::forecast::Forecast;
use crate::goals::{CONDITIONS, Goals, UNIT};
use crate::path::Word;
use crate::tree::{FlipId, Tree};
use acute_expr::SplitMix64;
use acute_input::{Input, Space};
use acute_trace::TICK;

/// Read access to the frontier, the coverage goals and the corpus, as handed to a strategy.
pub struct View<'a> {
    /// The paths and what is left of them.
    pub tree: &'a Tree,
    /// What is left to be covered.
    pub goals: &'a mut Goals,
    /// How long runs are likely to be.
    pub forecast: &'a mut Forecast,
    /// The branches of the program.
    pub map: &'a Map,
    /// The inputs.
    pub space: &'a mut Space,
    /// Chance, the same for the same seed.
    pub dice: &'a mut Dice,
}

/// The outcome of one execution, as reported to strategies.
pub struct News<'a> {
    /// The flip it came from.
    pub of: Option<FlipId>,
    /// The flips that it opened, first to last.
    pub flips: &'a [FlipId],
    /// Its input.
    pub input: &'a Input,
    /// How many conditions it met.
    pub depth: usize,
    /// How many expressions it made, or met again.
    pub nodes: u64,
    /// How often the clock has ticked ([`acute_trace::TICK`]) before it was stopped; 0 if it was not.
    pub ticks: u64,
    /// Number of newly covered branches and new findings.
    pub gain: usize,
    /// It had some outcome more often than any run before it.
    pub more: bool,
    /// It was only tried: [`Move::Trial`].
    pub trial: bool,
    /// Nothing in it was an input: [`Move::Unlabelled`]. Only those that were stopped are told of.
    pub plain: bool,
    /// Texts that it compared with constants of another length.
    pub words: &'a [Word],
}

impl<'a> News<'a> {
    /// Of flips that were opened before.
    fn known(flips: &'a [FlipId], input: &'a Input) -> News<'a> {
        News {
            of: None,
            flips,
            input,
            depth: 0,
            nodes: 0,
            ticks: 0,
            gain: 0,
            more: false,
            trial: false,
            plain: false,
            words: &[],
        }
    }

    /// What the run took, in the units of [`Goals::spent`], more or less.
    fn effort(&self) -> u64 {
        let counted = (self.depth as u64).min(DEEPEST) / CONDITIONS + self.nodes.min(DEEPEST) / NODES;
        1 + counted.max(self.ticks.min(DEEPEST) * TICKS)
    }
}

/// Expressions that take one unit of effort.
const NODES: u64 = 240;
/// What one tick of the clock takes.
const TICKS: u64 = TICK as u64 * 1_000_000 / UNIT;
/// No run takes more than this, whatever it says.
const DEEPEST: u64 = 1 << 22;

/// What to do next.
pub enum Move {
    /// Flip this.
    Flip(FlipId),
    /// Run this.
    Run(Input),
    /// Run this, too, but follow what it went through only if that brought something new.
    Trial(Input),
    /// Run this, but look only at what it covers: it is tried as well if that is new.
    Unlabelled(Input),
}

/// A way to search.
pub trait Strategy {
    /// Takes note of a run.
    fn learn(&mut self, _view: &mut View, _news: &News) {}

    /// What to do next; nothing where it has no idea.
    fn next(&mut self, view: &mut View) -> Option<Move>;
}

macro_rules! strategies {
    ($($name:ident $word:literal $help:literal $begin:expr;)*) => {
        /// The strategies by name.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Search {
            $(#[doc = $help] $name,)*
        }

        impl Search {
            /// Every strategy, in the order of the table.
            pub const ALL: &[Search] = &[$(Search::$name),*];

            /// Its name for `--strategy`.
            pub const fn name(self) -> &'static str {
                match self { $(Search::$name => $word,)* }
            }

            /// What it does, for the help text.
            pub const fn help(self) -> &'static str {
                match self { $(Search::$name => $help,)* }
            }

            /// Begins a search; `texts` are the string constants of the program.
            pub fn begin(self, texts: Vec<Vec<u8>>) -> Box<dyn Strategy> {
                match self {
                    $(Search::$name => {
                        let begin: fn(Vec<Vec<u8>>) -> Box<dyn Strategy> = $begin;
                        begin(texts)
                    })*
                }
            }
        }
    };
}

// To add a strategy: 1. a file in this folder that implements `Strategy`, its paper cited at the top; 2. its `mod` line and
// its row here; 3. its line in docs/guide/src/options.md, which a test compares with the flags.
// The flag `--strategy` and its help follow the rows.
strategies! {
//  variant      name           help                                                                 begins as
    Auto         "auto"         "All of the others and mutation, scheduled by what they found lately" |texts| Box::new(auto::Auto::new(texts));
    Dfs          "dfs"          "Depth first: the last branch of the newest run (CUTE)"              |_| Box::new(dfs::Dfs::default());
    RandomPath   "random-path"  "A random walk from the root of the path tree (KLEE)"                |_| Box::new(random_path::RandomPath);
    Generational "generational" "All branches of the run that covered most (SAGE)"                   |_| Box::new(generational::Generational::default());
    Coverage     "coverage"     "The branch nearest to uncovered code"                               |_| Box::new(coverage::Coverage::default());
    Random       "random"       "Random inputs, no solving"                                          |_| Box::new(random::Random::default());
}

/// Random numbers that are the same for the same seed.
pub struct Dice(SplitMix64);

impl Dice {
    /// Dice that fall the same way for the same seed.
    pub fn new(seed: u64) -> Dice {
        Dice(SplitMix64::new(seed))
    }

    /// Any number.
    pub fn roll(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `n`, which is not 0.
    pub fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.roll()) * n as u128) >> 64) as usize
    }
}

/// Drops what is closed from a list that has become mostly that.
fn tidy(list: &mut Vec<FlipId>, tree: &Tree) {
    if list.len() > 1024 && list.len() as u64 > 2 * tree.open() {
        list.retain(|id| tree.is_open(*id));
    }
}
