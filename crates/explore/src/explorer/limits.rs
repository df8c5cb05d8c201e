//! Budgets and options of an exploration, and why it can fail.
use crate::finding::Ignored;
use crate::outcome::Assumption;
use crate::progress::{Journal, Progress, Until};
use crate::strategy::Search;
use crate::target::{Isolation, TargetError};
use crate::team::Team;
use acute_input::LoadError;
use acute_solve::Options;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

/// What an exploration may spend, and how it goes about it.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Time for one function.
    pub time: Duration,
    /// Runs of one function.
    pub executions: Option<u64>,
    /// Which flips come first.
    pub search: Search,
    /// Picks among what is left to chance.
    pub seed: u64,
    /// Conditions of a path that are flipped.
    pub depth: Option<usize>,
    /// Pointers among the arguments are never NULL.
    pub nonnull: bool,
    /// The program marks its inputs itself.
    pub harness: bool,
    /// The function is called within its file only.
    pub is_static: bool,
    /// Evaluate every recorded condition under the input that recorded it.
    pub check: bool,
    /// Time for one run.
    pub run_time: Duration,
    /// Processor time for one run at first. A run that needs more is deferred. Ignored where runs are counted:
    /// what is done must not depend on a clock then.
    pub cpu_time: Duration,
    /// How runs are kept apart; none: as what the function can call asks for.
    pub isolation: Option<Isolation>,
    /// Set from outside to stop early and keep what there is.
    pub stop: Option<&'static std::sync::atomic::AtomicBool>,
    /// The solvers that are asked.
    pub solver: Options,
    /// What is enough.
    pub until: Until,
    /// Where to write how far it is.
    pub progress: Option<Arc<Progress>>,
    /// Saves what is found as it is found.
    pub journal: Option<Arc<dyn Journal>>,
    /// Others that explore the same function.
    pub team: Option<Arc<Team>>,
    /// Why the outcome cannot be `complete` or `bounded`, where that is known before the search.
    pub caveat: Option<String>,
    /// Choices that are not explored.
    pub assume: BTreeSet<Assumption>,
    /// Findings that the source asks to ignore.
    pub ignored: Arc<[Ignored]>,
    /// Inputs of an earlier command, to be run first: the text of their files.
    pub saved: Vec<String>,
}

impl Default for Limits {
    fn default() -> Self {
        let (time, run_time) = (Duration::from_secs(10), Duration::from_secs(1));
        Limits {
            time,
            executions: None,
            search: Search::Auto,
            seed: 0,
            depth: None,
            nonnull: false,
            harness: false,
            is_static: false,
            check: false,
            run_time,
            cpu_time: Duration::from_millis(100),
            isolation: None,
            stop: None,
            solver: Options::default(),
            until: Until::All,
            progress: None,
            journal: None,
            team: None,
            caveat: None,
            assume: BTreeSet::new(),
            ignored: Arc::default(),
            saved: vec![],
        }
    }
}

/// Why a function could not be explored to its end.
#[derive(Debug)]
pub enum Error {
    /// The unit could not be run.
    Target(TargetError),
    /// A saved input that is not one of this program.
    Saved(LoadError),
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Error::Target(e) => write!(f, "{e}"),
            Error::Saved(e) => write!(f, "{e}"),
        }
    }
}

impl std::error::Error for Error {}

impl From<TargetError> for Error {
    fn from(e: TargetError) -> Error {
        Error::Target(e)
    }
}
