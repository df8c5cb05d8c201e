//! Several explorers on one function. Each has a tree, a solver and a unit of its own; what one has too much of, an
//! input whose path nobody has gone yet, it hands over as text, and all that is behind it is the other's from
//! then on. So the trees never overlap, and when all of them are done the function is.
use crate::explorer::Part;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// How often an idle worker checks whether work can still come.
const TICK: Duration = Duration::from_millis(20);
/// How long the parts of others are waited for when all is over.
const PATIENCE: Duration = Duration::from_millis(400);

/// An input to be run, and whose path is whose.
#[derive(Debug)]
pub(crate) struct Offer {
    /// The input, as it is saved.
    pub text: String,
    /// So many conditions at its beginning belong to others.
    pub lent: usize,
    /// What they are, as a number.
    pub trail: u64,
}

/// What the explorers of one function share.
pub struct Team {
    pile: Mutex<Pile>,
    changed: Condvar,
    waiting: AtomicUsize,
    over: AtomicBool,
    covered: Vec<AtomicBool>,
    /// By cell: a run that returned or exited has reached it.
    orderly: Vec<AtomicBool>,
    count: AtomicUsize,
}

#[derive(Default)]
struct Pile {
    offers: Vec<Offer>,
    /// Those that take part, the first among them.
    members: usize,
    waiting: usize,
    over: bool,
    parts: Vec<Part>,
    /// Others that have taken part.
    joined: usize,
}

impl Team {
    /// A team of one, for a program with that many cells.
    pub fn new(cells: usize) -> Team {
        let pile = Pile { members: 1, ..Pile::default() };
        Team {
            pile: Mutex::new(pile),
            changed: Condvar::new(),
            waiting: AtomicUsize::new(0),
            over: AtomicBool::new(false),
            covered: (0..cells).map(|_| AtomicBool::new(false)).collect(),
            orderly: (0..cells).map(|_| AtomicBool::new(false)).collect(),
            count: AtomicUsize::new(0),
        }
    }

    /// Takes part. False where it is too late for that.
    pub fn join(&self) -> bool {
        let mut pile = self.lock();
        if !pile.over {
            pile.members += 1;
            pile.joined += 1;
        }
        !pile.over
    }

    /// Whether a worker is idle.
    pub(crate) fn wants_work(&self) -> bool {
        self.waiting.load(Ordering::Relaxed) > 0
    }

    /// Hands an input over.
    pub(crate) fn offer(&self, offer: Offer) {
        self.lock().offers.push(offer);
        self.changed.notify_one();
    }

    /// A work item, if there is one.
    pub(crate) fn take(&self) -> Option<Offer> {
        let mut pile = self.lock();
        if pile.over { None } else { pile.offers.pop() }
    }

    /// Waits for a work item. `None` when no worker has any, or `late` says so.
    pub(crate) fn wait(&self, late: impl Fn() -> bool) -> Option<Offer> {
        let mut pile = self.lock();
        pile.waiting += 1;
        loop {
            self.waiting.store(pile.waiting.saturating_sub(pile.offers.len()), Ordering::Relaxed);
            let offer = if pile.over { None } else { pile.offers.pop() };
            if offer.is_none() && !pile.over && (late() || pile.waiting == pile.members) {
                self.set_over(&mut pile);
                self.changed.notify_all();
            }
            if offer.is_some() || pile.over {
                pile.waiting -= 1;
                self.waiting.store(pile.waiting.saturating_sub(pile.offers.len()), Ordering::Relaxed);
                return offer;
            }
            pile = self.changed.wait_timeout(pile, TICK).unwrap_or_else(|e| e.into_inner()).0;
        }
    }

    /// Whether the team has been told to end.
    pub(crate) fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    /// One of the others is done.
    pub(crate) fn leave(&self, part: Part) {
        let mut pile = self.lock();
        pile.members -= 1;
        pile.parts.push(part);
        self.changed.notify_all();
    }

    /// One of the others could not even begin.
    pub fn leave_at_once(&self, why: String) {
        self.leave(Part::failed(why));
    }

    /// Ends it; what the others have, and how many of them were lost. Whether somebody still had work to do is
    /// told by their parts, or by an offer that nobody took.
    pub(crate) fn end(&self) -> (Vec<Part>, usize, bool) {
        let since = Instant::now();
        let mut pile = self.lock();
        self.set_over(&mut pile);
        self.changed.notify_all();
        while pile.parts.len() < pile.joined && since.elapsed() < PATIENCE {
            pile = self.changed.wait_timeout(pile, TICK).unwrap_or_else(|e| e.into_inner()).0;
        }
        let lost = pile.joined - pile.parts.len();
        (std::mem::take(&mut pile.parts), lost, !pile.offers.is_empty())
    }

    /// Notes that a cell was reached; whether it is the first time.
    pub(crate) fn cover(&self, cell: u32) -> bool {
        let Some(seen) = self.covered.get(cell as usize) else { return false };
        let is_new = !seen.swap(true, Ordering::Relaxed);
        if is_new {
            self.count.fetch_add(1, Ordering::Release);
        }
        is_new
    }

    /// Notes that a run which returned or exited reached a cell; whether it is the first time.
    pub(crate) fn cover_orderly(&self, cell: u32) -> bool {
        self.orderly.get(cell as usize).is_some_and(|seen| !seen.swap(true, Ordering::Relaxed))
    }

    /// By cell: whether a run of any worker reached it that returned or exited.
    pub(crate) fn orderly(&self) -> Vec<bool> {
        self.orderly.iter().map(|seen| seen.load(Ordering::Relaxed)).collect()
    }

    /// The cells that any worker reached, if their number is not `known`.
    pub(crate) fn covered(&self, known: &mut usize) -> Option<impl Iterator<Item = u32>> {
        let count = self.count.load(Ordering::Acquire);
        (std::mem::replace(known, count) != count).then(|| {
            let cells = (0..).zip(&self.covered).filter(|(_, seen)| seen.load(Ordering::Relaxed));
            cells.map(|(cell, _)| cell)
        })
    }

    fn set_over(&self, pile: &mut Pile) {
        pile.over = true;
        self.over.store(true, Ordering::Relaxed);
    }

    fn lock(&self) -> MutexGuard<'_, Pile> {
        // Nothing that can fail is done with it in hand.
        self.pile.lock().unwrap_or_else(|e| e.into_inner())
    }
}

impl std::fmt::Debug for Team {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a team of {}", self.lock().members)
    }
}
