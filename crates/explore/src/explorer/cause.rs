//! The cause of a finding: the variables of the input that the failing operation depends on, and who chose their values.
use super::Explorer;
use crate::code::{Given, Map};
use crate::finding::{self, Cause, Judged, Kind};
use crate::path::{Condition, Path, Source, is_pointer};
use acute_expr::{ExprId, Op, VarId};
use acute_input::{Input, ObjectId, Origin, Space, VarKind};
use acute_trace::{Check, TraceHead};
use std::collections::BTreeSet;

/// Bytes around an address that one access may touch, those of a copy included.
const NEAR: u64 = 1 << 16;

/// The end of the name of a mark in a stub, behind the stub's own.
const STUB_MARK: &str = " result";

impl Explorer<'_> {
    /// The cause of what a run was judged.
    pub(super) fn cause(&self, judged: &Judged, input: &Input, head: &TraceHead, path: &Path) -> Cause {
        let (space, map) = (&self.symbols.space, &self.runner.program.code().map);
        let decision = self.decision(judged, path);
        let vars = self.vars_of(judged.kind, decision.as_ref(), input, head, path);
        // What is said of globals alone is a matter of state.
        let is_global = |v: &VarId| space.is_closed_global(space.vars()[*v as usize].object);
        let is_of_globals = !vars.is_empty() && vars.iter().all(is_global);
        let given = match judged.kind {
            Kind::Assertion => !is_of_globals && self.is_given(judged, decision.as_ref(), path, map),
            Kind::Overlap => self.is_given_apart(head, path),
            _ => finding::is_jump(head),
        };
        let accepted = || self.accepted_by(&vars, path).filter(|_| judged.kind == Kind::NullDeref);
        let stub = vars.iter().find_map(|v| stub_of(space, *v)).or_else(accepted);
        // What is at a concrete address, or happens in a loop, follows from the last decision before it.
        let by_last =
            matches!(judged.kind, Kind::Segfault | Kind::OutOfBounds | Kind::Unterminated) && vars.is_empty();
        let stub = stub.or_else(|| {
            let last = path.conditions.iter().rev().find(|c| matches!(c.source, Source::Jump { .. }));
            let vars = last.filter(|_| by_last).map(|c| self.symbols.pool.vars(c.lit.expr));
            vars.into_iter().flatten().find_map(|v| stub_of(space, *v))
        });
        let is_unset = |v: &VarId| {
            let object = space.vars()[*v as usize].object;
            input.get(space, *v) == space.default_value(*v) && self.is_set_elsewhere(object)
        };
        Cause {
            stub: stub.map(str::to_string),
            unset: !vars.is_empty() && vars.iter().all(is_unset),
            given,
            unfit: self.is_unfit(judged.kind, input, head, path),
            name: self.name_of(judged.kind, &vars),
        }
    }

    /// Whether the distance of source and target of a copy within the input's memory follows from the input: the caller gave
    /// two pointers, or an offset.
    fn is_given_apart(&self, head: &TraceHead, path: &Path) -> bool {
        let space = &self.symbols.space;
        let is_input = |address: u64| space.object_containing(address).is_some();
        let vars = |e: &Option<ExprId>| e.map(|e| self.symbols.pool.vars(e).to_vec()).unwrap_or_default();
        let differ = match &path.probes[..] {
            [.., (from, source), (to, target)] if [*source, *target] == [head.object[0], head.fault] => {
                vars(from) != vars(to)
            }
            // The trace is full.
            _ => true,
        };
        differ && is_input(head.fault) && is_input(head.object[0])
    }

    /// The stub that was given a pointer that is NULL, and whose answer decided a jump: the real function may refuse NULL.
    fn accepted_by(&self, vars: &[VarId], path: &Path) -> Option<&str> {
        let (space, pool) = (&self.symbols.space, &self.symbols.pool);
        let is_asked = |object: &ObjectId| {
            let is_of = |v: &VarId| space.vars()[*v as usize].object == *object;
            let decides = |c: &&Condition| matches!(c.source, Source::Jump { .. });
            path.conditions.iter().filter(decides).any(|c| pool.vars(c.lit.expr).iter().any(is_of))
        };
        let mut shown = path.shown.iter().filter(|(v, object)| vars.contains(v) && is_asked(object));
        shown.find_map(|(_, object)| stub_of(space, space.object(*object).vars().next()?))
    }

    /// Whether an object is a global of the program that a function sets which the tested one does not call.
    fn is_set_elsewhere(&self, object: ObjectId) -> bool {
        let (space, code) = (&self.symbols.space, self.runner.program.code());
        let Origin::Global(name) = &space.object(object).origin else { return false };
        let reachable = code.reachable(&self.home.function);
        let mut writers = code.map.globals.iter().filter(|u| u.name == *name).flat_map(|u| &u.writers);
        space.is_closed_global(object) && writers.any(|f| !reachable.contains(&f.as_str()))
    }

    /// The last condition that the program decided in the function that gave up.
    fn decision(&self, judged: &Judged, path: &Path) -> Option<Condition> {
        let cells = &self.runner.program.code().map.cells;
        let last = path.conditions.iter().rev().find(|c| matches!(c.source, Source::Jump { .. }))?;
        let cell = cells.get(last.source.cell() as usize)?;
        let function = &judged.place.function;
        (cell.function == *function || cell.way.calls.contains(function)).then_some(*last)
    }

    /// The variables that the failing operation depends on; none where the values are the unit's own.
    fn vars_of(
        &self,
        kind: Kind,
        decision: Option<&Condition>,
        input: &Input,
        head: &TraceHead,
        path: &Path,
    ) -> Vec<VarId> {
        let (space, pool, access) = (&self.symbols.space, &self.symbols.pool, &path.access);
        let of = |e: ExprId| pool.vars(e).to_vec();
        let followed = || self.followed(input, head, path).map(of).unwrap_or_default();
        match kind {
            Kind::Assertion | Kind::Abort => decision.map(|c| of(c.lit.expr)).unwrap_or_default(),
            Kind::NullDeref => access.pointer.filter(|p| input.get(space, *p) == 0).into_iter().collect(),
            Kind::DivByZero | Kind::SignedOverflow | Kind::Shift | Kind::FloatToInt => {
                access.checked.map(of).unwrap_or_default()
            }
            Kind::OutOfBounds if access.check == Some((Check::OutOfBounds, true)) => {
                access.checked.map(of).unwrap_or_default()
            }
            Kind::OutOfBounds | Kind::Unterminated | Kind::Segfault => followed(),
            Kind::DoubleFree | Kind::InvalidFree => {
                let objects = input.reachable(space);
                let vars = objects.iter().flat_map(|id| input.vars(space, *id));
                vars.filter(|v| head.fault != 0 && input.get(space, *v) == head.fault).collect()
            }
            Kind::InfiniteLoop | Kind::StackOverflow => self.turning(path),
            _ => vec![],
        }
    }

    /// The address that explains the one that faulted.
    fn followed(&self, input: &Input, head: &TraceHead, path: &Path) -> Option<ExprId> {
        // Of an address that is none the processor does not say which it is.
        let is_it = |e: &&ExprId| {
            let address = self.symbols.value(**e, input);
            let is_none = head.fault == u64::MAX && (address as i64) << 16 >> 16 != address as i64;
            is_none || address.wrapping_sub(head.fault).wrapping_add(NEAR) < 2 * NEAR
        };
        path.access.recent.iter().flatten().find(is_it).copied()
    }

    /// Whether a structure of the input does not fit together or to its use. Its fields are the caller's, as long as the
    /// unit says nothing about them:
    /// - the turns of an endless loop or recursion depend on several fields, or on a field and a negative parameter, and on
    ///   no number of another kind;
    /// - a field is an index, the amount of a shift or converted to an integer, and the unit has compared it with no bound
    ///   before; a parameter of a static function likewise, for its callers may have;
    /// - an index leads out of a structure;
    /// - an address is computed from the distance of two pointers;
    /// - a block is lost where a pointer is NULL inside of a structure, behind its first object.
    fn is_unfit(&self, kind: Kind, input: &Input, head: &TraceHead, path: &Path) -> bool {
        let (space, pool) = (&self.symbols.space, &self.symbols.pool);
        match kind {
            Kind::InfiniteLoop | Kind::StackOverflow => {
                let (parameters, fields): (Vec<VarId>, Vec<VarId>) =
                    self.turning(path).into_iter().partition(|v| space.vars()[*v as usize].object == 0);
                let negative = parameters.iter().filter(|v| is_negative(space, input, **v)).count();
                // Pointers lead to the structure.
                let is_harmless = |v: &VarId| is_pointer(space, *v) || is_negative(space, input, *v);
                parameters.iter().all(is_harmless)
                    && !fields.is_empty()
                    && fields.len() + negative > 1
                    && fields.iter().all(|v| is_field(space, *v))
            }
            Kind::Shift | Kind::FloatToInt => self.is_unchecked(path),
            Kind::OutOfBounds | Kind::Unterminated | Kind::Segfault => {
                let leads_out = |e: ExprId| {
                    let (pointers, indices): (Vec<VarId>, Vec<VarId>) =
                        pool.vars(e).iter().partition(|v| is_pointer(space, **v));
                    let is_input = |v: &VarId| space.object_containing(input.get(space, *v)).is_some();
                    !indices.is_empty() && pointers.iter().any(is_input)
                };
                let followed = self.followed(input, head, path).filter(|_| kind == Kind::Segfault);
                // The distance between two pointers of the input does not fit the object that it is added to.
                let is_distance =
                    |e: ExprId| pool.vars(e).iter().filter(|v| is_pointer(space, **v)).count() > 1;
                let by_distance = self.followed(input, head, path).is_some_and(is_distance);
                self.is_unchecked(path) || by_distance || followed.is_some_and(leads_out)
            }
            Kind::Leak => {
                let last = path.conditions.iter().rev().find(|c| matches!(c.source, Source::Jump { .. }));
                last.is_some_and(|c| self.is_missing_link(c))
            }
            _ => false,
        }
    }

    /// Whether a condition is that a pointer is NULL in an object to which another object of the input leads.
    fn is_missing_link(&self, c: &Condition) -> bool {
        let (space, pool) = (&self.symbols.space, &self.symbols.pool);
        let owner = |v: VarId| match space.object(space.vars()[v as usize].object).origin {
            Origin::Pointer(owner, _) => Some(owner),
            _ => None,
        };
        let is_link = |v: VarId| is_pointer(space, v) && owner(v).and_then(owner).is_some();
        let [a, b] = pool.operands(c.lit.expr) else { return false };
        let is_null = pool.op(c.lit.expr) == Op::Eq && c.lit.positive && pool.as_const(*b) == Some(0);
        is_null && pool.as_var(*a).is_some_and(is_link)
    }

    /// Whether a value that is out of range is a field, or a parameter of a static function, that none of the jumps before
    /// compares with a bound.
    fn is_unchecked(&self, path: &Path) -> bool {
        let Some(at) = path.conditions.iter().position(Condition::is_out_of_range) else { return false };
        let (failed, before) = (path.conditions[at].lit.expr, &path.conditions[..at]);
        let (space, pool) = (&self.symbols.space, &self.symbols.pool);
        let vars = pool.vars(failed);
        let bounds = |c: &Condition| {
            use Op::*;
            let is_order = matches!(pool.op(c.lit.expr), Ult | Ule | Slt | Sle | FLt | FLe);
            let is_jump = matches!(c.source, Source::Jump { .. } | Source::Choice { .. });
            is_jump && is_order && pool.vars(c.lit.expr).iter().any(|v| vars.contains(v))
        };
        let is_promised = |v: &VarId| {
            let is_own = self.limits.is_static && space.vars()[*v as usize].object == 0;
            (is_own || is_field(space, *v)) && !is_pointer(space, *v)
        };
        !vars.is_empty()
            && vars.iter().all(is_promised)
            && self.operations(failed) == 0
            && !before.iter().any(bounds)
    }

    /// The variables that the turns of an endless loop or recursion depend on.
    fn turning(&self, path: &Path) -> Vec<VarId> {
        let conditions = path.latest.places().filter_map(|place| path.conditions.get(place));
        let vars: BTreeSet<VarId> =
            conditions.flat_map(|c| self.symbols.pool.vars(c.lit.expr)).copied().collect();
        vars.into_iter().collect()
    }

    /// Whether a failing assertion is about values that the function was given and that are as they were: the
    /// condition that failed computes no more than the assertion itself does.
    fn is_given(&self, judged: &Judged, decision: Option<&Condition>, path: &Path, map: &Map) -> bool {
        let Some(given) = given_of(map, judged) else { return self.is_refused_tag(judged, decision) };
        let is_here = |cell: u32| {
            map.cells
                .get(cell as usize)
                .is_some_and(|c| c.line == judged.place.line && c.function == judged.place.function)
        };
        let decision = decision.filter(|c| is_here(c.source.cell()));
        // Memory that was written may hold the values of the input in another order.
        let is_moved = given.reads && given.after_write;
        match decision.map(|c| c.lit.expr) {
            _ if given.calls => !given.after_write && judged.place.function == self.home.function,
            Some(e) if is_moved && self.symbols.pool.vars(e).len() > 1 => false,
            Some(e) => self.operations(e) <= given.operations && self.compares_with(e, given),
            // It is about a value that is no input.
            None if path.fixed_jump.is_some_and(is_here) => true,
            // The path had decided it before.
            None => !is_moved && path.implied.iter().any(|cell| is_here(*cell)),
        }
    }

    /// Whether `assert(0)` stands where a field of the input has none of the values that the unit knows: the tag of
    /// `switch (p->tag) { ... default: assert(0); }`, as it was given.
    fn is_refused_tag(&self, judged: &Judged, decision: Option<&Condition>) -> bool {
        // Strings say why.
        let is_constant = judged.text.as_deref().is_some_and(|text| {
            let text: String = text.split('"').step_by(2).collect();
            !text.replace("false", "").contains(|c: char| c.is_ascii_alphabetic() || c == '_')
        });
        let pool = &self.symbols.pool;
        let is_tag = |c: &Condition| {
            let known = pool.operands(c.lit.expr).get(1).and_then(|known| pool.as_const(*known));
            pool.op(c.lit.expr) == Op::Eq
                && !c.lit.positive
                && known.is_some()
                && self.is_number_field(pool.operands(c.lit.expr)[0])
        };
        is_constant && decision.is_some_and(is_tag)
    }

    /// Whether a value is a number that the input has in a field, perhaps of an element that an index chooses.
    fn is_number_field(&self, value: ExprId) -> bool {
        const MOST: usize = 1000;
        let (pool, space) = (&self.symbols.pool, &self.symbols.space);
        let (mut waiting, mut count) = (vec![value], 0);
        while let Some(e) = waiting.pop() {
            count += 1;
            match (pool.op(e), pool.as_var(e)) {
                (_, Some(v)) if is_field(space, v) && !is_pointer(space, v) => {}
                (Op::ZExt | Op::SExt, _) => waiting.push(pool.operands(e)[0]),
                (Op::Ite, _) if count < MOST => waiting.extend_from_slice(&pool.operands(e)[1..]),
                _ => return false,
            }
        }
        true
    }

    /// Whether an expression has no numbers but those of an assertion, as far as that computes nothing: `n != 4` fails for
    /// `n == 2` where the unit passed `2 * n` on. An order may be written in two ways.
    fn compares_with(&self, e: ExprId, given: &Given) -> bool {
        let pool = &self.symbols.pool;
        let is_order = matches!(pool.op(e), Op::Ult | Op::Ule | Op::Slt | Op::Sle);
        let mut constants =
            pool.operands(e).iter().filter_map(|o| Some((pool.as_const(*o)?, pool.width(*o))));
        given.operations > 0
            || constants.all(|(c, width)| {
                let differs_by = |n: u64| acute_expr::mask(width) & n.wrapping_sub(c);
                let is_it = |n: &u64| differs_by(*n) == 0 || is_order && differs_by(n.wrapping_add(1)) <= 2;
                given.numbers.iter().any(is_it)
            })
    }

    /// The operations of an expression that compute something: neither comparisons nor conversions.
    fn operations(&self, e: ExprId) -> usize {
        const MOST: usize = 1000;
        let pool = &self.symbols.pool;
        let (mut count, mut waiting, mut seen) = (0, vec![e], rustc_hash::FxHashSet::default());
        while let Some(e) = waiting.pop().filter(|_| seen.len() < MOST) {
            if !seen.insert(e) || pool.as_const(e).is_some() || pool.as_var(e).is_some() {
                continue;
            }
            let is_free = matches!(
                pool.op(e),
                Op::Eq
                    | Op::Ult
                    | Op::Ule
                    | Op::Slt
                    | Op::Sle
                    | Op::ZExt
                    | Op::SExt
                    | Op::Extract
                    | Op::Concat
                    | Op::Ite
            );
            count += usize::from(!is_free && pool.width(e) > 1);
            waiting.extend_from_slice(pool.operands(e));
        }
        count
    }

    /// A short name of the cause: a parameter, or a field of a type. Those of one walk through a structure are the same.
    fn name_of(&self, kind: Kind, vars: &[VarId]) -> String {
        let (Kind::NullDeref, [p]) = (kind, vars) else { return String::new() };
        let space = &self.symbols.space;
        let var = &space.vars()[*p as usize];
        let without_indices = |name: &str| name.split(['[', ']']).step_by(2).collect::<String>();
        match (&space.object(var.object).origin, var.kind) {
            (Origin::Pointer(..), VarKind::Pointer { pointee }) => {
                format!("{}:{pointee:?}", without_indices(space.path(*p)))
            }
            // Elements of an array are one cause.
            _ => without_indices(&space.var_name(*p)),
        }
    }
}

/// Whether a variable is a field of a structure that the function was given, or a pointer in its memory: neither a
/// parameter nor an element of a plain buffer.
fn is_field(space: &Space, v: VarId) -> bool {
    let object = space.object(space.vars()[v as usize].object);
    let is_plain = object.vars().count() as u64 == object.made;
    matches!(object.origin, Origin::Pointer(..)) && (is_pointer(space, v) || !is_plain)
}

/// Whether a variable is a number below zero.
fn is_negative(space: &Space, input: &Input, v: VarId) -> bool {
    let var = &space.vars()[v as usize];
    let sign = input.get(space, v) >> (8 * u32::from(var.bytes) - 1) & 1;
    matches!(var.kind, VarKind::Int { signed: true }) && sign == 1
}

fn given_of<'a>(map: &'a Map, judged: &Judged) -> Option<&'a Given> {
    let text = judged.text.as_deref()?.as_bytes();
    let is_it = |g: &&Given| {
        (g.line, &g.function) == (judged.place.line, &judged.place.function)
            && (g.text == text || text.len() >= TEXT && g.text.starts_with(text))
    };
    map.given.iter().find(is_it)
}

/// Bytes of an assertion's text that a trace has room for.
const TEXT: usize = 119;

/// The stub whose answer a variable is, or which gave the pointer that leads to it.
fn stub_of(space: &Space, v: VarId) -> Option<&str> {
    let mut at = v;
    loop {
        match space.object(space.vars()[at as usize].object).origin {
            Origin::Pointer(owner, _) => at = owner,
            Origin::Mark(mark, _) => return space.marks().get(mark as usize)?.name.strip_suffix(STUB_MARK),
            _ => return None,
        }
    }
}
