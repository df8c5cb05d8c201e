//! Reads the path of a run out of its trace.
use super::address::{
    greatest, has_base, index_of, is_address, is_baseless, is_offset_of, is_pointer, pointer_of, same_pointee,
};
use super::overlap::{self, Overlap, Overlaps};
use super::{Condition, Path, Source, Word};
use crate::import::Import;
use crate::target::{Deadline, Program, Run};
use acute_expr::{Evaluator, ExprId, Op, Pool, VarId};
use acute_input::{Input, Space};
use acute_trace::{Check, Event, FIRST_VAR, INDEXED, Kind};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Reads paths; keeps what reading needs from run to run.
#[derive(Default)]
pub struct Reader {
    import: Import,
    // by pointer: the last path it was followed on
    followed: Vec<u32>,
    // the first of them for each object; also by the address of that; and those of other types that lead there
    accessed: Vec<VarId>,
    accessed_at: FxHashMap<u64, VarId>,
    accessed_as_other: Vec<(u64, VarId)>,
    // addresses of objects that are written anywhere in the run, and of the former those that lead there
    written: FxHashSet<u64>,
    accessed_written: Vec<VarId>,
    overlaps: Overlaps,
    // leave overlaps out
    no_overlap: bool,
    // by pointer: the condition that it is NULL, once it was asked for
    nulls: Vec<ExprId>,
    // by expression: the last path it was decided on, how, and by which of its conditions
    decided: Vec<(u32, bool, u32)>,
    round: u32,
    // conditions and cells of the choices so far: in a loop each is asked once
    chosen: FxHashSet<(ExprId, u32)>,
    // keep conditions that were decided before
    keep_repeated: bool,
    // values under the input of the run
    evaluator: Evaluator,
    /// When reading stops.
    pub deadline: Deadline,
    // constants that texts were compared with, by address
    constants: FxHashMap<u32, Option<Rc<[u8]>>>,
}

/// Events between two looks at the clock.
const LOOK: usize = 512;

/// Constants that are remembered.
const MAX_CONSTANTS: usize = 1 << 12;

/// Sums that are looked into for a choice: an address is a pointer, an index or two and an offset.
const MAX_SUMS: usize = 16;
/// Indices below this are told apart where an address is followed. As many as elements in `runtime::index`.
const MAX_INDEX: u64 = 256;

impl Reader {
    /// A reader that drops or keeps conditions that the path has decided before, and asks about overlaps or not.
    pub fn new(keep_repeated: bool, no_overlap: bool) -> Self {
        Reader { keep_repeated, no_overlap, ..Reader::default() }
    }

    /// Looks for overlaps no more.
    pub fn leave_overlaps(&mut self) {
        self.no_overlap = true;
    }

    /// Forgets all expressions: the pool was swept.
    pub fn forget(&mut self) {
        let deadline = self.deadline;
        *self = Reader { deadline, ..Reader::new(self.keep_repeated, self.no_overlap) };
    }

    /// The path of a run on `input`; `None` where the deadline passes before its end.
    pub fn read(
        &mut self,
        run: &Run,
        pool: &mut Pool,
        space: &Space,
        input: &Input,
        program: &dyn Program,
    ) -> Option<Path> {
        self.import.update(run.nodes, run.epoch);
        self.accessed.clear();
        self.written.clear();
        self.accessed_written.clear();
        self.accessed_at.clear();
        self.accessed_as_other.clear();
        self.overlaps.clear();
        self.chosen.clear();
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.decided.fill((0, false, 0));
            self.followed.fill(0);
            self.round = 1;
        }
        let mut path = Path { conditions: Vec::with_capacity(run.events.len()), ..Path::default() };
        let mut shown: Vec<VarId> = vec![];
        self.evaluator.new_model();
        self.find_written(run, pool, space, input)?;
        for (n, event) in run.events.iter().enumerate() {
            self.look_at_clock(n)?;
            let Some(kind) = Kind::from_u8(event.kind) else {
                path.malformed += 1;
                continue;
            };
            match kind {
                Kind::Covered => path.covered.push(event.cell),
                Kind::Marked => {
                    let mark = input.marks().get(event.cell as usize).copied();
                    path.marked.extend(mark);
                    let shown = std::mem::take(&mut shown).into_iter();
                    path.shown.extend(shown.flat_map(|v| mark.map(|mark| (v, mark))));
                }
                Kind::Refused => path.refused.push(event.extra),
                Kind::Compared => path.words.extend(self.word(event, space, program)),
                // What is no input has nothing to lose.
                Kind::Concretized
                    if space.has_fixed()
                        && (self.import.get(pool, run.nodes, event.node, space))
                            .is_some_and(|e| pool.as_const(e).is_some()) => {}
                Kind::Concretized => path.concretize(event, program),
                Kind::Probed => {
                    let expr = self.import.get(pool, run.nodes, event.node, space);
                    shown.extend(expr.and_then(|e| pool.as_var(e)).filter(|v| is_pointer(space, *v)));
                    path.probes.push((expr, u64::from(event.cell) | u64::from(event.extra) << 32));
                }
                Kind::Branch | Kind::Choice | Kind::Implicit | Kind::Access => {
                    let Some(expr) = self.import.get(pool, run.nodes, event.node, space) else {
                        path.malformed += 1;
                        continue;
                    };
                    match kind {
                        // That it cannot go the other way is not so: what decides it is no input.
                        Kind::Branch | Kind::Choice if space.has_fixed() && pool.as_const(expr).is_some() => {
                            path.access.is_null = false;
                            path.fixed_jump = Some(event.cell);
                        }
                        Kind::Access => {
                            self.access(&mut path, pool, space, input, expr, event.what != INDEXED)
                        }
                        _ => self.decide(&mut path, pool, space, expr, event),
                    }
                }
            }
        }
        path.fixed.append(&mut self.import.fixed);
        if run.head.dropped > 0 {
            path.count("trace-full");
        }
        Some(path)
    }

    /// Looks at the clock once in a while; `None` where the deadline has passed.
    fn look_at_clock(&self, event: usize) -> Option<()> {
        let is_over = event % LOOK == LOOK - 1 && self.deadline.is_over();
        (!is_over).then_some(())
    }

    /// What a comparison of texts says, where it makes sense.
    fn word(&mut self, event: &Event, space: &Space, program: &dyn Program) -> Option<Word> {
        let at = event.node.checked_sub(FIRST_VAR).filter(|v| (*v as usize) < space.vars().len())?;
        if self.constants.len() >= MAX_CONSTANTS {
            self.constants.clear();
        }
        let read = || Some(Rc::from(program.text_at(event.extra.into())?.into_bytes()));
        let constant: Rc<[u8]> = self.constants.entry(event.extra).or_insert_with(read).clone()?;
        let constant = match constant.get(..event.what.into()) {
            Some(part) if part.len() < constant.len() => Rc::from(part),
            _ => constant,
        };
        Some(Word { at, bytes: event.cell, constant })
    }

    /// What pointers that are written through lead to.
    fn find_written(&mut self, run: &Run, pool: &mut Pool, space: &Space, input: &Input) -> Option<()> {
        let writes = run.events.iter().filter(|e| e.kind == Kind::Access as u8 && e.flag != 0);
        for (n, event) in writes.enumerate() {
            self.look_at_clock(n)?;
            let Some(address) = self.import.get(pool, run.nodes, event.node, space) else { continue };
            let address = self.settle(pool, space, input, address, event.what != INDEXED, &mut vec![]);
            self.written.extend(pointer_of(pool, space, address).map(|p| input.get(space, p)));
        }
        Some(())
    }

    /// An access through a symbolic address: the pointer it is made of is not NULL (or the run is about
    /// to end), and it is or is not the same as others that were followed before.
    fn access(
        &mut self,
        path: &mut Path,
        pool: &mut Pool,
        space: &Space,
        input: &Input,
        address: ExprId,
        is_plain: bool,
    ) {
        let mut choices = vec![];
        path.access.recent = [Some(address), path.access.recent[0]];
        path.access.is_number = is_baseless(pool, space, address);
        if path.access.is_number {
            path.access.pointer = None;
            return path.concretize_address();
        }
        let address = self.settle(pool, space, input, address, is_plain, &mut choices);
        for (condition, holds) in choices {
            self.push(path, pool, condition, holds, Source::Chosen);
        }
        if pool.as_const(address).is_some() {
            // Something that the unit made itself.
            return;
        }
        let is_number = |v: &VarId| space.vars()[*v as usize].raw && !is_address(space, input, *v);
        path.access.is_number = pool.vars(address).iter().any(is_number);
        let Some(p) = pointer_of(pool, space, address) else {
            // Of several pointers the one that is NULL has no address to give.
            let is_null = |v: &VarId| is_pointer(space, *v) && input.get(space, *v) == 0;
            let null = pool.vars(address).iter().copied().find(is_null);
            if let Some(p) = null.filter(|_| !has_base(pool, address)) {
                (path.access.pointer, path.access.is_null) = (Some(p), true);
            }
            return path.concretize_address();
        };
        if !is_offset_of(pool, address, p) {
            path.concretize_address();
        }
        if path.access.is_number {
            // An object with such an address cannot be built; what a run would do behind it is not known.
            path.count("foreign-pointer");
        }
        let value = input.get(space, p);
        // memcpy follows two at once: the one that is NULL is the one that counts.
        if !path.access.is_null {
            path.access.pointer = Some(p);
            path.access.is_null = value == 0;
        }
        if self.followed.len() <= p as usize {
            self.followed.resize(space.vars().len(), 0);
        }
        let is_null = self.is_null(pool, p);
        self.push(path, pool, is_null, value == 0, Source::NotNull(p));
        let first = space.default_value(p);
        if value != 0 && first != 0 {
            // A global that starts as a pointer to something: an object of the input may be there instead.
            let (variable, first) = (pool.var(p, 64), pool.constant(64, first));
            let as_first = pool.binary(Op::Eq, variable, first);
            self.push(path, pool, as_first, value == space.default_value(p), Source::First);
        }
        if value != 0 && std::mem::replace(&mut self.followed[p as usize], self.round) != self.round {
            self.aliases(path, pool, space, input, p);
            path.access.reads.push((p, path.conditions.len()));
        }
    }

    /// The condition that a pointer is NULL. It is asked at every access.
    fn is_null(&mut self, pool: &mut Pool, p: VarId) -> ExprId {
        if self.nulls.len() <= p as usize {
            self.nulls.resize(p as usize + 1, ExprId::NONE);
        }
        let known = &mut self.nulls[p as usize];
        if *known == ExprId::NONE {
            let (variable, null) = (pool.var(p, 64), pool.constant(64, 0));
            *known = pool.binary(Op::Eq, variable, null);
        }
        *known
    }

    /// The address that the choices in `address` come to in this run; they go to `choices`. What is behind the
    /// address is known of that one alone, so the run is true only of inputs that choose the same. An index is such
    /// a choice where the pointer is all that the unit followed, as in `p = &a[i]; *p`.
    fn settle(
        &mut self,
        pool: &mut Pool,
        space: &Space,
        input: &Input,
        address: ExprId,
        is_plain: bool,
        choices: &mut Vec<(ExprId, bool)>,
    ) -> ExprId {
        // The rule by far: a pointer, or a field behind it.
        if pool.vars(address).first().is_some_and(|p| is_offset_of(pool, address, *p)) {
            return address;
        }
        let mut settled = pool.constant(64, 0);
        let mut waiting = vec![address];
        let (mut sums, mut is_settled) = (0, false);
        while let Some(part) = waiting.pop() {
            match pool.op(part) {
                Op::Ite => {
                    let condition = pool.operands(part)[0];
                    let holds = self.evaluator.eval(pool, condition, &|v| input.get(space, v)) != 0;
                    choices.push((condition, holds));
                    is_settled = true;
                    waiting.push(pool.operands(part)[if holds { 1 } else { 2 }]);
                }
                Op::Add if sums < MAX_SUMS => {
                    sums += 1;
                    waiting.extend_from_slice(pool.operands(part));
                }
                _ => {
                    let value = self.evaluator.eval(pool, part, &|v| input.get(space, v));
                    let index = index_of(pool, space, part).filter(|_| is_plain);
                    let index = index.map(|e| (e, self.evaluator.eval(pool, e, &|v| input.get(space, v))));
                    let part = match index {
                        Some((e, k)) if self.bind(pool, e, k, choices) => {
                            is_settled = true;
                            pool.constant(64, value)
                        }
                        _ => part,
                    };
                    settled = pool.binary(Op::Add, settled, part);
                }
            }
        }
        // Put together again, a sum may look different.
        if is_settled { settled } else { address }
    }

    /// Tells `value` of `e` apart from all others: is it 0, is it 1 ... False where it is too large for that. What
    /// is asked depends on the answers before alone, so that a flip's run asks the same.
    fn bind(&self, pool: &mut Pool, e: ExprId, value: u64, choices: &mut Vec<(ExprId, bool)>) -> bool {
        let (width, most) = (pool.width(e), greatest(pool, e));
        if most >= MAX_INDEX {
            let limit = pool.constant(width, MAX_INDEX);
            choices.push((pool.binary(Op::Ult, e, limit), value < MAX_INDEX));
        }
        if value >= MAX_INDEX {
            return false;
        }
        let mut is = |k: u64| {
            let k = pool.constant(width, k);
            pool.binary(Op::Eq, e, k)
        };
        let known = is(value);
        if !matches!(self.decided.get(known.index()), Some((round, true, _)) if *round == self.round) {
            // That it is the last that it can be needs no question.
            choices.extend((0..=value).filter(|k| *k < most).map(|k| (is(k), k == value)));
        }
        true
    }

    /// What `*p = 0; *q = 1; if (*p == 1)` needs: the question whether p == q, though no branch asks it.
    /// Without a write to what one of them leads to the answer changes nothing. It is asked when the second of
    /// them is first followed: nothing was read through it yet, so that either answer keeps what stands
    /// before. Of several that are the same only the first is asked for: what holds of it holds of all.
    fn aliases(&mut self, path: &mut Path, pool: &mut Pool, space: &Space, input: &Input, p: VarId) {
        let value = input.get(space, p);
        let others = self.accessed_as_other.iter().filter(|(at, _)| *at == value).map(|(_, q)| q);
        let mut same = self.accessed_at.get(&value).into_iter().chain(others).copied();
        let first = same.find(|q| same_pointee(space, p, *q));
        let is_written = self.written.contains(&value);
        let overlap = match first {
            Some(_) => None,
            None => Some(self.overlaps.follow(space, input, p, |at| self.written.contains(&at))),
        };
        let asked: Vec<VarId> = match first {
            Some(q) => vec![q],
            // Where it leads is known already.
            None if matches!(overlap, Some(Overlap::With(_))) => vec![],
            None => {
                let others = if is_written { &self.accessed } else { &self.accessed_written };
                others.iter().copied().filter(|q| same_pointee(space, p, *q)).collect()
            }
        };
        for q in asked {
            let (a, b) = (pool.var(p.min(q), 64), pool.var(p.max(q), 64));
            let equal = pool.binary(Op::Eq, a, b);
            self.push(path, pool, equal, first.is_some(), Source::Alias);
        }
        self.overlap(path, pool, space, input, p, overlap);
        if first.is_none() {
            if *self.accessed_at.entry(value).or_insert(p) != p {
                self.accessed_as_other.push((value, p));
            }
            self.accessed.push(p);
            self.accessed_written.extend(is_written.then_some(p));
        }
    }

    /// Pushes what the first access through a pointer says about overlaps.
    fn overlap(
        &mut self,
        path: &mut Path,
        pool: &mut Pool,
        space: &Space,
        input: &Input,
        p: VarId,
        overlap: Option<Overlap>,
    ) {
        let value = |v: VarId| input.get(space, v);
        match overlap {
            Some(Overlap::With(q)) => {
                let apart = overlap::condition(pool, (p, value(p)), (q, value(q)));
                self.push(path, pool, apart, true, Source::Overlap);
            }
            Some(Overlap::Could(offers, all)) => {
                path.no_overlap |= !all || self.no_overlap && !offers.is_empty();
                if !self.no_overlap {
                    let before = path.conditions.len();
                    path.offers.extend(offers.into_iter().map(|offer| (before, offer)));
                }
            }
            None => {}
        }
    }

    /// A jump or an implicit check.
    fn decide(&mut self, path: &mut Path, pool: &Pool, space: &Space, condition: ExprId, event: &Event) {
        if pool.width(condition) != 1 {
            path.malformed += 1;
            return;
        }
        // It has gone on: nothing was read there after all.
        path.access.is_null = false;
        let source = if event.kind == Kind::Branch as u8 {
            Source::Jump { cell: event.cell, other: event.extra }
        } else if event.kind == Kind::Choice as u8 {
            Source::Choice { cell: event.cell, other: event.extra }
        } else if let Some(check) = Check::from_u16(event.what) {
            Source::Check { check, failed: event.flag != 0 }
        } else {
            path.malformed += 1;
            return;
        };
        if let Source::Check { check, failed } = source {
            (path.access.check, path.access.checked) = (Some((check, failed)), Some(condition));
            if check == Check::OutOfBounds && failed {
                path.access.outside.get_or_insert(event.extra != 0);
            }
            // The difference of two pointers is no index: which is the base of another one is seen by their values.
            let is_pointer = |v: &VarId| is_pointer(space, *v) && !space.vars()[*v as usize].raw;
            if check == Check::OutOfBounds && pool.vars(condition).iter().any(is_pointer) {
                return path.concretize_address();
            }
        }
        self.push(path, pool, condition, event.flag != 0, source);
    }

    /// Appends a condition, unless it decides nothing: because simplification found it constant, or
    /// because the path has decided it before. Then its flip contradicts the path literally (OPT 1).
    fn push(&mut self, path: &mut Path, pool: &Pool, condition: ExprId, holds: bool, source: Source) {
        let lit = pool.literal(condition, holds);
        let mut place = path.conditions.len();
        let earlier = match pool.as_const(lit.expr) {
            Some(value) => Some((value != 0) == lit.positive),
            None => {
                let index = lit.expr.index();
                if self.decided.len() <= index {
                    self.decided.resize(index + 1, (0, false, 0));
                }
                let (round, positive, first) = self.decided[index];
                if round == self.round {
                    path.aims.extend(source.other().map(|cell| (first, cell)));
                    place = first as usize;
                }
                // What leaves no trace decides nothing: on a path where it is not asked, a jump on the same
                // would otherwise be there, and here not.
                if round != self.round && !(Condition { lit, source }).is_silent() {
                    self.decided[index] = (self.round, lit.positive, path.conditions.len() as u32);
                }
                (round == self.round).then_some(positive == lit.positive)
            }
        };
        if let (Source::Choice { cell, .. }, None) = (source, earlier)
            && !self.chosen.insert((lit.expr, cell))
        {
            return;
        }
        let constant = pool.as_const(lit.expr).is_some();
        if matches!(source, Source::Jump { .. }) && !constant {
            path.latest.push(place);
        }
        match earlier {
            None => path.conditions.push(Condition { lit, source }),
            Some(true) if self.keep_repeated && !constant => path.conditions.push(Condition { lit, source }),
            Some(true) => {
                path.implied.extend(source.other());
                path.repeated.extend((!constant).then_some(path.conditions.len()));
            }
            Some(false) => path.wrong.push(source.cell()),
        }
    }
}
