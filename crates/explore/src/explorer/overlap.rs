//! Inputs in which two pointers overlap without being equal.
//!
//! Each path offers the overlaps that it could have (`path::overlap`). They are run when nothing else is left, because few
//! units can tell, and with at most as many runs as the rest of the search took: what is left then is the assumption
//! `no-overlap`. Conditions before the overlap were flipped without it, and are not flipped again.
use super::Explorer;
use super::attempt::Attempt;
use super::share::OwnedPrefix;
use super::symbols::Symbols;
use crate::outcome::Assumption;
use crate::path::{Offer, Path, overlap_condition};
use acute_input::{Input, ObjectId, Space, VarId, VarKind};
use rustc_hash::FxHashSet;
use std::collections::VecDeque;
use std::hash::BuildHasher;
use std::rc::Rc;

/// Runs for overlaps that any function may make.
const RUNS: u64 = 256;
/// Overlaps that are remembered; more are left out.
const MAX_OVERLAPS: usize = 4096;

/// Overlaps that wait until nothing else is left.
#[derive(Default)]
pub struct Overlaps {
    waiting: VecDeque<Waiting>,
    // prefixes and overlaps that waited before
    known: FxHashSet<u64>,
    /// Runs after which no more are taken: set when the first is.
    until: Option<u64>,
}

/// An overlap of a path.
struct Waiting {
    input: Rc<Input>,
    offer: Offer,
    prefix: OwnedPrefix,
}

impl Overlaps {
    /// Other work was taken on: overlaps wait until that is done.
    pub fn postpone(&mut self) {
        self.until = None;
    }

    /// Whether any is left.
    pub fn is_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }
}

impl Explorer<'_> {
    /// Remembers the overlaps that a path could have.
    pub(super) fn offer_overlaps(&mut self, input: &Input, path: &mut Path) {
        if path.no_overlap {
            self.results.counters.assume(Assumption::NoOverlap);
        }
        if path.offers.is_empty() {
            return;
        }
        let (space, pool, overlaps) =
            (&self.symbols.space, &mut self.symbols.pool, &mut self.frontier.overlaps);
        let input = Rc::new(input.clone());
        for (before, offer) in std::mem::take(&mut path.offers) {
            let outer = (offer.outer, input.get(space, offer.outer));
            let apart = overlap_condition(pool, (offer.inner, offer.address), outer);
            let (conditions, _) = path.conditions.split_at(before);
            let identity = conditions.iter().filter(|c| !c.is_silent()).map(|c| c.lit).collect::<Vec<_>>();
            let key = rustc_hash::FxBuildHasher.hash_one((identity, apart));
            if overlaps.known.contains(&key) {
                continue;
            }
            if overlaps.known.len() == MAX_OVERLAPS {
                self.runner.reader.leave_overlaps();
                self.results.counters.assume(Assumption::NoOverlap);
                break;
            }
            overlaps.known.insert(key);
            let prefix = OwnedPrefix::before_overlap(conditions);
            overlaps.waiting.push_back(Waiting { input: input.clone(), offer, prefix });
        }
    }

    /// Gives up all overlaps once they had their share of the runs. What is open then is behind an overlap: the first
    /// was run when nothing else was left.
    pub(super) fn limit_overlaps(&mut self) {
        let until = self.frontier.overlaps.until;
        let is_over = until.is_some_and(|until| self.results.counters.executions >= until);
        if !is_over || self.frontier.is_exhausted() {
            return;
        }
        self.results.counters.assume(Assumption::NoOverlap);
        self.frontier.overlaps.waiting.clear();
        self.frontier.retries.clear();
        self.frontier.tree.abandon();
        self.solving.deferred.forget();
    }

    /// An input with an overlap, where nothing else is left to do.
    pub(super) fn next_overlap(&mut self) -> Option<Attempt> {
        if self.frontier.tree.live() > 0 || !self.frontier.retries.is_empty() {
            return None;
        }
        loop {
            let overlaps = &mut self.frontier.overlaps;
            let Waiting { input, offer, prefix } = overlaps.waiting.pop_front()?;
            let runs = self.results.counters.executions;
            overlaps.until.get_or_insert(2 * runs + RUNS);
            match self.symbols.overlap(&input, offer) {
                Some(input) => {
                    return Some(Attempt { input, lent: Some(prefix), overlap: true, ..Attempt::default() });
                }
                None => self.results.counters.assume(Assumption::NoOverlap),
            }
        }
    }
}

impl Symbols {
    /// The input with an overlap. Nothing has to be solved: at most one of the two objects was read before the pointers
    /// met, and its bytes go where it comes to lie. `None` where such an input cannot be built.
    fn overlap(&mut self, input: &Input, offer: Offer) -> Option<Input> {
        let mut input = input.clone();
        let gone = self.space.object_at(input.get(&self.space, offer.inner))?;
        let (host, at) = self.space.object_containing(offer.address)?;
        let size = at + input.size(&self.space, gone);
        if let Some(elems) = self.space.object(host).elems_for(size)
            && elems > input.elems(&self.space, host)
        {
            self.space.grow(host, elems).ok()?;
            input.set_elems(host, elems);
        }
        if offer.is_read {
            lay_over(&self.space, &mut input, gone, host, at)?;
        }
        move_pointers(&self.space, &mut input, gone, offer.address);
        Some(input)
    }
}

/// Copies the bytes of an object over those of another, from an offset on.
fn lay_over(space: &Space, input: &mut Input, gone: ObjectId, host: ObjectId, at: u64) -> Option<()> {
    let end = at + input.size(space, gone);
    let mut bytes = vec![0u8; end as usize];
    for v in input.vars(space, gone) {
        let var = &space.vars()[v as usize];
        let value = input.get(space, v);
        let is_address = matches!(var.kind, VarKind::Pointer { .. }) && value != 0;
        if is_address && !is_pointer_at(space, host, at + var.offset) {
            return None;
        }
        let place = (at + var.offset) as usize;
        let bytes = bytes.get_mut(place..place + usize::from(var.bytes))?;
        bytes.copy_from_slice(&value.to_le_bytes()[..usize::from(var.bytes)]);
    }
    let vars: Vec<VarId> = input.vars(space, host).collect();
    for v in vars {
        let var = &space.vars()[v as usize];
        if var.offset + u64::from(var.bytes) <= at || var.offset >= end {
            continue;
        }
        let mut value = input.get(space, v).to_le_bytes();
        for (k, byte) in value.iter_mut().enumerate().take(usize::from(var.bytes)) {
            let place = var.offset + k as u64;
            if (at..end).contains(&place) {
                *byte = bytes[place as usize];
            }
        }
        let value = u64::from_le_bytes(value);
        let fits = match var.kind {
            VarKind::Pointer { .. } => value == 0 || space.object_containing(value).is_some(),
            VarKind::Bool => value <= 1,
            VarKind::Fixed => value == input.get(space, v),
            _ => true,
        };
        if !fits {
            return None;
        }
        input.set(space, v, value);
    }
    Some(())
}

fn is_pointer_at(space: &Space, object: ObjectId, offset: u64) -> bool {
    let var = space.var_at(object, offset).map(|v| space.vars()[v as usize].kind);
    matches!(var, Some(VarKind::Pointer { .. }))
}

/// Lets every pointer into an object lead to the same place behind `to`.
fn move_pointers(space: &Space, input: &mut Input, object: ObjectId, to: u64) {
    let from = space.address(object);
    let objects = input.reachable(space);
    let vars: Vec<VarId> = objects.into_iter().flat_map(|id| input.vars(space, id)).collect();
    for v in vars {
        let value = input.get(space, v);
        let is_pointer = matches!(space.vars()[v as usize].kind, VarKind::Pointer { .. });
        if is_pointer && space.object_containing(value).is_some_and(|(id, _)| id == object) {
            input.set(space, v, to + (value - from));
        }
    }
}
