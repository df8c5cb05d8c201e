//! One query under way: the layers are asked in the order of the list, and models are evaluated before they become
//! answers.

use acute_expr::{Pool, VarId};

use crate::layer::{Layer, Verdict};
use crate::layers::index;
use crate::slice::Reading;
use crate::workspace::{Mode, Workspace};
use crate::{Answer, Pointers, Query, Stats};

/// Work of a prefix literal, in about nanoseconds.
const LITERAL: u64 = 100;

/// A layer of a chain.
pub(crate) struct Slot {
    /// The layer; none while it is asked, so that it can have the others asked about parts of its query.
    pub layer: Option<Box<dyn Layer>>,
    /// The first row of its name in the list.
    pub row: usize,
}

/// A query, as the layers see it.
pub(crate) struct Task<'a> {
    /// The expressions.
    pub pool: &'a mut Pool,
    /// The query.
    pub query: Query<'a>,
    /// The pointers of the present input.
    pub pointers: &'a mut dyn Pointers,
    /// The slice of the query and what all layers share.
    pub workspace: &'a mut Workspace,
    /// What reading the query has shown.
    pub reading: Reading,
    /// A model that a layer deferred.
    pub deferred: Option<Vec<u64>>,
    // the stamp of the query's slice
    stamp: u64,
    layers: &'a mut [Slot],
}

impl<'a> Task<'a> {
    /// A query that no layer was asked about yet.
    pub fn new(
        pool: &'a mut Pool,
        query: Query<'a>,
        pointers: &'a mut dyn Pointers,
        workspace: &'a mut Workspace,
        layers: &'a mut [Slot],
    ) -> Self {
        Task { pool, query, pointers, workspace, reading: Reading::Ready, deferred: None, stamp: 0, layers }
    }

    /// Asks the layers in order. The row is that of the layer that answered; of an unknown answer, of the last one.
    pub fn ask(&mut self) -> (Answer, usize) {
        self.workspace.meter.work += (1 + self.query.prefix.len() as u64) * LITERAL;
        self.read();
        let mut last = 0;
        for at in 0..self.layers.len() {
            // Layers up to the cache take less time than a look at the clock every time is worth.
            if self.layers[at].row > const { index("cache") } && self.workspace.options.deadline.is_over() {
                break;
            }
            self.restore();
            let Some(mut layer) = self.layers[at].layer.take() else { continue };
            let applies = layer.applies(self);
            let mut verdict = Verdict::Pass;
            if applies {
                self.workspace.start();
                verdict = layer.solve(self);
            }
            let may_be_learnt = layer.may_be_learnt();
            self.layers[at].layer = Some(layer);
            if !applies {
                continue;
            }
            last = self.layers[at].row;
            if let Some(answer) = self.settle(last, verdict) {
                if may_be_learnt {
                    self.teach(at, answer != Answer::Unsat);
                }
                return (answer, last);
            }
        }
        (Answer::Unknown, last)
    }

    /// Takes the slice of the query.
    fn read(&mut self) {
        let Workspace { slice, options, stats, .. } = &mut *self.workspace;
        self.reading = slice.read(self.pool, &self.query, self.pointers, options);
        self.stamp = slice.stamp();
        if self.reading == Reading::Ready {
            let kept = slice.lits.len() - 1;
            stats.prefix_literals += slice.all as u64;
            stats.independent_literals += slice.independent as u64;
            stats.subsumed_literals += (slice.all - slice.independent - kept) as u64;
        }
    }

    /// Counts a verdict and turns it into an answer. A model becomes one here only, after its evaluation.
    fn settle(&mut self, row: usize, verdict: Verdict) -> Option<Answer> {
        let model = match verdict {
            Verdict::Deferred => {
                self.deferred = Some(self.workspace.values.clone());
                return None;
            }
            Verdict::Sat | Verdict::Candidate => self.workspace.holds(self.pool),
            Verdict::Unsat | Verdict::Pass => false,
        };
        let stats = &mut self.workspace.stats;
        stats.layers[row].asked += 1;
        match verdict {
            Verdict::Unsat => {
                stats.layers[row].unsat += 1;
                Some(Answer::Unsat)
            }
            _ if model => {
                stats.layers[row].sat += 1;
                Some(Answer::Sat(self.workspace.changes()))
            }
            _ => {
                stats.wrong_answers += u64::from(verdict == Verdict::Sat);
                None
            }
        }
    }

    /// Tells the layers before one what it found: the proposed values, or none.
    fn teach(&mut self, at: usize, is_sat: bool) {
        self.restore();
        let Workspace { slice, values, .. } = &*self.workspace;
        for slot in &mut self.layers[..at] {
            if let Some(layer) = &mut slot.layer {
                layer.learn(slice, is_sat.then_some(values));
            }
        }
    }

    /// Reads the domains of the slice's pointers and compiles the slice, unless that is done. The layers that treat
    /// pointers as numbers need both. All of them read the domains first, because that makes objects: which objects
    /// there are does not depend on the layer that answers.
    pub fn prepare(&mut self) {
        let Workspace { slice, domains, .. } = &mut *self.workspace;
        if !domains.are_of(slice) {
            domains.read(self.pool, slice, self.pointers);
        }
        self.workspace.compile(self.pool);
    }

    /// Asks the layers about a part of the query, uncounted.
    pub fn ask_part(&mut self, query: Query) -> (Answer, usize) {
        let (stats, mode) = (self.workspace.stats.clone(), self.workspace.mode);
        self.workspace.mode = Mode::Part;
        let (pool, pointers) = (&mut *self.pool, &mut *self.pointers);
        let found = Task::new(pool, query, pointers, self.workspace, self.layers).ask();
        self.workspace.mode = mode;
        self.workspace.stats = Stats { wrong_answers: self.workspace.stats.wrong_answers, ..stats };
        found
    }

    /// Proposes a model as changes of the present input.
    pub fn propose(&mut self, changes: &[(VarId, u64)]) {
        self.restore();
        self.workspace.start();
        let Workspace { slice, values, .. } = &mut *self.workspace;
        for &(v, value) in changes {
            if let Some(place) = slice.find(v) {
                values[place] = value;
            }
        }
    }

    /// Makes the slice that of the query again, if parts of it were asked about since.
    fn restore(&mut self) {
        let Workspace { slice, options, .. } = &mut *self.workspace;
        if slice.stamp() != self.stamp {
            slice.read(self.pool, &self.query, self.pointers, options);
            self.stamp = slice.stamp();
        }
    }
}
