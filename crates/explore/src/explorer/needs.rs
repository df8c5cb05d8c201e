//! What a function needs of its caller, as predicates over its parameters: what each precondition finding was missing, and
//! pairs of a pointer and a length that are seen in use.
use super::{Ended, Explorer};
use crate::finding::{self, Confidence, Judged, Kind};
use crate::path::{Path, Source};
use acute_expr::{ExprId, Op, VarId};
use acute_input::Input;
use acute_trace::TraceHead;

/// Pairs of pointer and length that are noted.
const MAX_LENGTHS: usize = 16;

impl Explorer<'_> {
    /// The predicate whose violation a precondition finding shows.
    pub(super) fn need(
        &self,
        judged: &Judged,
        input: &Input,
        head: &TraceHead,
        path: &Path,
        unfit: bool,
    ) -> String {
        let (space, access) = (&self.symbols.space, &path.access);
        let line = judged.place.line;
        let pointer = access.pointer.map(|p| space.var_name(p));
        let target = access.pointer.and_then(|p| space.object_at(input.get(space, p)));
        let is_plain =
            target.is_some_and(|id| space.object(id).vars().count() as u64 == space.object(id).made);
        if judged.refused {
            return format!("an allocation of {} bytes succeeds", head.refused);
        }
        match (judged.kind, pointer) {
            (Kind::NullDeref, Some(p)) if access.pointer.is_some_and(|p| input.get(space, p) == 0) => {
                format!("{p} != NULL")
            }
            (Kind::Assertion, _) => self.asserted(judged, path),
            (Kind::InfiniteLoop | Kind::StackOverflow, _) if unfit => {
                format!("the fields that line {line} depends on fit together")
            }
            (Kind::OutOfBounds, _) if unfit && access.outside != Some(true) => {
                let outside = path.conditions.iter().find(|c| c.is_outside());
                match outside.and_then(|c| self.symbols.pool.vars(c.lit.expr).first()) {
                    Some(index) => format!("{} is an index in line {line}", space.var_name(*index)),
                    None => format!("the pointers that line {line} depends on fit together"),
                }
            }
            (Kind::Shift | Kind::FloatToInt, _) if unfit => {
                let vars = access.checked.map(|e| self.symbols.pool.vars(e)).unwrap_or_default();
                let name = vars.first().map(|v| space.var_name(*v)).unwrap_or_default();
                format!("{name} fits line {line}")
            }
            // Of a struct it may be an array inside.
            (Kind::OutOfBounds, Some(p)) => {
                match access.checked.filter(|_| is_plain).and_then(|e| self.reach(e)) {
                    Some(count) => format!("{p} has {count} elements"),
                    None => format!("{p} has the element of line {line}"),
                }
            }
            (Kind::Leak, _) if unfit => "the objects that are given fit together".into(),
            (
                Kind::InfiniteLoop | Kind::StackOverflow | Kind::DoubleFree | Kind::UseAfterFree | Kind::Leak,
                _,
            ) => "no object is shared or on a cycle".into(),
            (Kind::Overlap, _) => format!("what line {line} copies does not overlap"),
            (Kind::Unterminated, Some(p)) => format!("{p} is a string in line {line}"),
            (Kind::InvalidFree, _) => format!("what line {line} frees was allocated"),
            (Kind::IllegalInstruction, _) => format!("line {line} is not reached"),
            (Kind::Segfault, _) if finding::is_jump(head) => {
                format!("setjmp has set the environment of line {line}")
            }
            (_, Some(p)) if access.is_number => format!("{p} is a pointer in line {line}"),
            (Kind::Segfault, Some(p)) => format!("{p} is long enough for line {line}"),
            _ => format!("the pointer of line {line} is valid"),
        }
    }

    /// The predicate of an assertion, in the words of the tested function's parameters.
    fn asserted(&self, judged: &Judged, path: &Path) -> String {
        let text = judged.text.clone().unwrap_or_default();
        let last = path.conditions.iter().rev().find(|c| matches!(c.source, Source::Jump { .. }));
        let (pool, space) = (&self.symbols.pool, &self.symbols.space);
        let null = last.filter(|c| c.lit.positive && pool.op(c.lit.expr) == Op::Eq).and_then(|c| {
            let [v, zero] = pool.operands(c.lit.expr) else { return None };
            let v = pool.as_var(*v).filter(|_| pool.as_const(*zero) == Some(0))?;
            crate::path::is_pointer(space, v).then_some(v)
        });
        match null {
            Some(v) => format!("{} != NULL", space.var_name(v)),
            None if judged.place.function == self.home.function => text,
            None => format!("{text} in {}", judged.place.function),
        }
    }

    /// How many elements an index needs, by the condition that it leads out of its object: `n` of `n - 1`.
    fn reach(&self, outside: ExprId) -> Option<String> {
        let pool = &self.symbols.pool;
        // It may be the negation of one that it is inside.
        let negated = pool.operands(outside).first().filter(|_| pool.op(outside) == Op::Xor);
        let operands = pool.operands(*negated.unwrap_or(&outside));
        let index = operands.iter().copied().find(|o| pool.as_const(*o).is_none())?;
        let (v, more) = self.sum_of(index)?;
        Some(plus(&self.symbols.space.var_name(v), more.wrapping_add(1)))
    }

    /// A variable and what is added to it.
    fn sum_of(&self, mut e: ExprId) -> Option<(VarId, i64)> {
        let pool = &self.symbols.pool;
        let mut more = 0i64;
        loop {
            let operands = pool.operands(e);
            match pool.op(e) {
                _ if pool.as_var(e).is_some() => return Some((pool.as_var(e)?, more)),
                Op::ZExt | Op::SExt => e = operands[0],
                Op::Add => {
                    let [a, b] = [operands[0], operands[1]];
                    let (part, c) = match (pool.as_const(a), pool.as_const(b)) {
                        (Some(c), None) => (b, c),
                        (None, Some(c)) => (a, c),
                        _ => return None,
                    };
                    let shift = 64 - u32::from(pool.width(e));
                    more = more.wrapping_add((c as i64) << shift >> shift);
                    e = part;
                }
                _ => return None,
            }
        }
    }

    /// Notes the length that bounds the index of a run which came to the end of a buffer: `i < n` before `p[i]`.
    pub(super) fn note_length(&mut self, input: &Input, ended: &Ended) {
        if self.results.lengths.len() >= MAX_LENGTHS {
            return;
        }
        let found = self.length(input, ended).filter(|text| !self.results.lengths.contains(text));
        self.results.lengths.extend(found);
    }

    fn length(&self, input: &Input, ended: &Ended) -> Option<String> {
        let (pool, space, path) = (&self.symbols.pool, &self.symbols.space, &ended.path);
        let p = path.access.pointer?;
        let (object, _) = space.object_containing(input.get(space, p))?;
        let layout = space.object(object).layout;
        let start = input.get(space, p).checked_add(layout.start)?;
        let index = ended.head.fault.checked_sub(start)?.checked_sub(1)?.checked_div(layout.stride)?;
        let last = path.conditions.iter().rev().find(|c| matches!(c.source, Source::Jump { .. }))?.lit;
        let [a, b] = *pool.operands(last.expr) else { return None };
        // The least value of the variable under which the run goes on.
        let (variable, least) = match (pool.op(last.expr), last.positive, pool.as_const(a), pool.as_const(b))
        {
            (Op::Slt | Op::Ult, true, Some(c), None) => (b, c.wrapping_add(1)),
            (Op::Sle | Op::Ule, true, Some(c), None) => (b, c),
            (Op::Slt | Op::Ult, false, None, Some(c)) => (a, c),
            (Op::Sle | Op::Ule, false, None, Some(c)) => (a, c.wrapping_add(1)),
            _ => return None,
        };
        let (v, 0) = self.sum_of(variable)? else { return None };
        let more = index.wrapping_add(1).wrapping_sub(least) as i64;
        let is_length = index > 0 && (0..=1).contains(&more);
        is_length.then(|| format!("{} has {} elements", space.var_name(p), plus(&space.var_name(v), more)))
    }

    /// All that the function needs, each once.
    pub(super) fn requires(&self) -> Vec<String> {
        let is_needed = |f: &&finding::Finding| f.confirmed && f.confidence == Confidence::Precondition;
        let of_findings = self.results.findings.iter().filter(is_needed).filter_map(|f| f.need.clone());
        let mut all: Vec<String> = vec![];
        for text in of_findings.chain(self.results.lengths.iter().cloned()) {
            if !all.contains(&text) {
                all.push(text);
            }
        }
        all
    }
}

/// `n + 1`, `n`, `n - 1`
fn plus(name: &str, more: i64) -> String {
    match more {
        0 => name.to_string(),
        1.. => format!("{name} + {more}"),
        _ => format!("{name} - {}", more.unsigned_abs()),
    }
}
