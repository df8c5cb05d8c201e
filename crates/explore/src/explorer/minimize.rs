//! What shows a bug becomes as small as it can be: objects are left out and texts lose characters, as long as the bug
//! stays the same.
use super::{Ended, Error, Explorer};
use crate::finding::{self, Finding};
use crate::outcome::Test;
use crate::target::Deadline;
use acute_expr::VarId;
use acute_input::{Input, ObjectId, Space, VarKind};

/// Runs for one bug.
const TRIES: usize = 256;

/// Of a list so many items are looked at.
const LONGEST: usize = 4096;

/// One way to make an input smaller.
#[derive(Clone, Copy)]
enum Cut {
    /// A pointer leads elsewhere.
    Point(VarId, u64),
    /// So many elements are left out, from this one on.
    Remove(ObjectId, usize, usize),
}

impl Explorer<'_> {
    /// Makes a finding small that was confirmed as the `k`th, and its test: until then.
    pub(super) fn minimize(&mut self, k: usize, finding: &mut Finding, until: Deadline) -> Result<(), Error> {
        let long = finding.input.clone();
        self.cut(finding, until)?;
        if finding.input == long {
            return Ok(());
        }
        let Some(mut ended) = self.runner.observe(&mut self.symbols, &finding.input)? else { return Ok(()) };
        let program = self.runner.program;
        let judged = |e: &Ended| finding::judge(e.ending, &e.head, &e.path, program);
        let first = judged(&ended);
        if let Some((input, other)) = self.simplify(&finding.input, &ended, |e| judged(e) == first)? {
            (finding.input, ended) = (input, other);
        }
        let Some(end) = self.end_of(ended.ending, &ended.head) else { return Ok(()) };
        let Some(at) = self.results.tests.iter().position(|t| t.finding == Some(k) && t.input == long) else {
            return Ok(());
        };
        let covered = self.covered_by(&finding.input)?;
        let input = finding.input.clone();
        // The long one stays where it alone shows something else.
        if self.results.tests[at].new_cells.iter().all(|cell| covered.contains(cell)) {
            (self.results.tests[at].input, self.results.tests[at].end) = (input, end);
        } else {
            let short = Test { input, end, new_cells: vec![], ..self.results.tests[at].clone() };
            self.results.tests.insert(at, short);
        }
        Ok(())
    }

    /// Looks for a smaller input that shows the same.
    fn cut(&mut self, finding: &mut Finding, until: Deadline) -> Result<(), Error> {
        let (mut tries, mut at) = (TRIES, 0);
        // What was tried in vain may be possible once something else is gone: until all was, behind the last cut.
        let mut vain = 0;
        while tries > 0 && !until.is_over() {
            let cuts = cuts(&self.symbols.space, &finding.input, self.limits.nonnull);
            if vain >= cuts.len() {
                break;
            }
            let smaller = cuts[at % cuts.len()].of(&self.symbols.space, &finding.input);
            (at, vain) = (at + 1, vain + 1);
            let Some(input) = smaller else { continue };
            tries -= 1;
            let ended = self.runner.observe(&mut self.symbols, &input)?;
            let found = ended.map(|e| self.judge(&input, e.ending, &e.head, &e.path));
            let is_same = |f: &Finding| {
                f.says_the_same(finding) && (&f.message, f.signal) == (&finding.message, finding.signal)
            };
            if let Some(found) = found.into_iter().flatten().find(is_same) {
                (finding.input, finding.need) = (found.input, found.need);
                // Those that stood behind it have moved up.
                (at, vain) = (at - 1, 0);
            }
        }
        Ok(())
    }

    /// The cells that a run of an input covers.
    fn covered_by(&mut self, input: &Input) -> Result<Vec<u32>, Error> {
        let before = self.runner.start_afresh()?;
        let ended = self.runner.observe(&mut self.symbols, input);
        self.runner.go_back(before);
        Ok(ended?.map(|e| e.path.covered).unwrap_or_default())
    }
}

/// All there are, the largest first. With `nonnull` no argument becomes NULL.
fn cuts(space: &Space, input: &Input, nonnull: bool) -> Vec<Cut> {
    let mut cuts = vec![];
    let all = input.reachable(space);
    let pointers = all.iter().flat_map(|id| input.vars(space, *id)).filter(|v| {
        let var = &space.vars()[*v as usize];
        matches!(var.kind, VarKind::Pointer { .. }) && !var.raw
    });
    for v in pointers {
        let Some(object) = space.object_at(input.get(space, v)) else { continue };
        if !nonnull || space.vars()[v as usize].object != 0 {
            cuts.push(Cut::Point(v, 0));
        }
        // Where what it leads to leads, far down a list first.
        for (place, next) in input.vars(space, object).enumerate() {
            let follow = |at: &u64| {
                let object = space.object_at(*at).filter(|there| space.fits(v, *there))?;
                Some(input.get(space, input.vars(space, object).nth(place)?))
            };
            let fits = |at: &u64| space.object_at(*at).is_some_and(|there| space.fits(v, there));
            let down = std::iter::successors(Some(input.get(space, next)), follow).take_while(fits);
            let down: Vec<u64> = down.take(LONGEST).collect();
            cuts.extend(halves(down.len()).map(|steps| Cut::Point(v, down[steps - 1])));
        }
    }
    for id in all {
        let (least, elems) = (space.object(id).least as usize, input.elems(space, id) as usize);
        // Of whole numbers and characters, not of structs.
        if input.vars(space, id).count() != elems {
            continue;
        }
        for size in halves(elems).skip(1).filter(|size| elems - size >= least) {
            cuts.extend((0..=elems - size).step_by(size).map(|first| Cut::Remove(id, first, size)));
        }
    }
    cuts
}

/// A number and its halves, without zero.
fn halves(n: usize) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(n), |n| Some(n / 2)).take_while(|n| *n > 0)
}

impl Cut {
    /// The input without that, if there is less of it.
    fn of(self, space: &Space, input: &Input) -> Option<Input> {
        let mut smaller = input.clone();
        match self {
            Cut::Point(v, to) => {
                smaller.set(space, v, to);
                (smaller.reachable(space).len() < input.reachable(space).len()).then_some(smaller)
            }
            Cut::Remove(id, first, size) => {
                let vars: Vec<VarId> = input.vars(space, id).collect();
                for (to, from) in vars.iter().skip(first).zip(vars.iter().skip(first + size)) {
                    smaller.set(space, *to, input.get(space, *from));
                }
                smaller.set_elems(id, (vars.len() - size) as u64);
                Some(smaller)
            }
        }
    }
}
