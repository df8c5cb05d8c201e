//! One test: builds an input, calls the function, checks the results.

use acute_input::{Change, Input, Space};
use acute_types::{TypeId, TypeKind, Unnameable};

use crate::c::{self, Rendering, Storage, literal};
use crate::file::MAIN;
use crate::framework::End;
use crate::framework::Statement::{self, Check, Code};
use crate::members;
use crate::sanitizer::Sanitizer;

/// The observed behaviour of an input, which its test expects.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expectation {
    /// The function returned; the bytes are those of the return value, where it is known.
    Returns(Option<Vec<u8>>),
    /// The function returned a pointer to a constant of the program: this string.
    ReturnsText(String),
    /// The process exited with this code.
    Exits(i32),
    /// The process failed, which is a finding: the test fails this way until the bug is fixed.
    Fails(Failure),
    /// Any; the test prints the returned bytes: `returned 2a 00 00 00`.
    Anything,
}

/// The way in which a finding shows in a native run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Failure {
    /// The process dies by this signal.
    Signal(i32),
    /// The process does not end.
    Hangs,
    /// A sanitizer reports it and ends the process by SIGABRT.
    Sanitized(Sanitizer),
}

impl Failure {
    /// The sanitizer that shows it, where a plain run need not.
    pub fn sanitizer(self) -> Option<Sanitizer> {
        match self {
            Failure::Sanitized(sanitizer) => Some(sanitizer),
            _ => None,
        }
    }
}

/// An input to be exported as a test.
#[derive(Clone, Copy, Debug)]
pub struct TestCase<'a> {
    /// The input space of its function.
    pub space: &'a Space,
    /// The input.
    pub input: &'a Input,
    /// Its observed behaviour.
    pub expectation: &'a Expectation,
    /// A comment for the reader; may be empty. Of a finding: its text.
    pub comment: &'a str,
    /// The storage of its objects: the heap where the function may free one of them.
    pub storage: Storage,
    /// The changes that the run made to them.
    pub changes: &'a [Change],
}

impl TestCase<'_> {
    /// The statements of the test, and the expected end of its process.
    pub(crate) fn statements(&self) -> Result<(Vec<Statement>, End), Unnameable> {
        let mut rendering = c::render(self.input, self.space, self.storage)?;
        if self.is_main() {
            // The tests have a main of their own.
            rendering.call = rendering.call.replacen("main", MAIN, 1);
        }
        let mut body: Vec<Statement> = rendering.setup.iter().cloned().map(Code).collect();
        for (mark, name, elems) in &rendering.marks {
            let from = if *elems == 1 { format!("&{name}") } else { name.clone() };
            body.push(Statement::Give { mark: mark.clone(), from, size: format!("sizeof {name}") });
        }
        let (act, end) = match self.expectation {
            Expectation::Returns(bytes) => (self.check(&rendering, bytes.as_deref()), End::Returns),
            Expectation::ReturnsText(text) => {
                let check = format!("!__builtin_strcmp({}, {text:?})", rendering.call);
                (vec![Check(check)], End::Returns)
            }
            Expectation::Exits(code) => (self.call_for_effect(&rendering), End::Exits(*code)),
            Expectation::Fails(failure) => {
                let mut act = self.call_for_effect(&rendering);
                if *failure == Failure::Sanitized(Sanitizer::Leak) {
                    // While the objects of the test are in scope.
                    act.push(Code("acute_find_leaks();".to_owned()));
                }
                (act, End::Fails(*failure))
            }
            Expectation::Anything => (self.show(&rendering), End::Returns),
        };
        body.extend(act);
        if matches!(self.expectation, Expectation::Returns(_) | Expectation::ReturnsText(_)) {
            body.extend(self.changed(&rendering).into_iter().map(Check));
        }
        Ok((body, end))
    }

    /// Conditions on the objects after the call. Objects that may be freed by then have none.
    fn changed(&self, rendering: &Rendering) -> Vec<String> {
        let mut conditions = vec![];
        for change in self.changes.iter().filter(|_| self.storage == Storage::Local) {
            let object = self.space.object(change.object);
            let name = rendering.objects.iter().find(|(id, _)| *id == change.object);
            let (Some((_, name)), Some(ty), None) = (name, object.ty, &object.flexible) else { continue };
            let is_array = !rendering.is_variable(change.object);
            conditions.extend(members::changes(self.space.types(), ty, change, name, is_array));
        }
        conditions
    }

    fn is_main(&self) -> bool {
        self.space.function() == "main"
    }

    fn only_call(&self, rendering: &Rendering) -> Vec<Statement> {
        let void = if self.space.ret().is_some() { "(void)" } else { "" };
        vec![Code(format!("{void}{};", rendering.call))]
    }

    /// The call with its result kept: an optimiser removes the call of a function without side
    /// effects whose result is unused, and with it the crash.
    fn call_for_effect(&self, rendering: &Rendering) -> Vec<Statement> {
        let ret = self.space.ret().filter(|_| !self.is_main());
        let result = ret.map(|r| self.space.types().c_decl(r.ty, "volatile acute_result"));
        match result {
            Some(Ok(result)) => {
                vec![Code(format!("{result} = {};", rendering.call)), Code("(void)acute_result;".to_owned())]
            }
            _ => self.only_call(rendering),
        }
    }

    /// The call with its result shown.
    fn show(&self, rendering: &Rendering) -> Vec<Statement> {
        let result = self.space.ret().map(|r| self.space.types().c_decl(r.ty, "acute_result"));
        match result {
            Some(Ok(result)) => {
                vec![
                    Code(format!("{result} = {};", rendering.call)),
                    Statement::Show("acute_result".to_owned()),
                ]
            }
            _ => self.only_call(rendering),
        }
    }

    /// The call with a check of the returned value, as far as C can compare it.
    fn check(&self, rendering: &Rendering, bytes: Option<&[u8]>) -> Vec<Statement> {
        // Under another name, main may end without a value.
        let bytes = bytes.filter(|_| !self.is_main());
        let (Some(ret), Some(bytes)) = (self.space.ret(), bytes) else {
            return self.only_call(rendering);
        };
        let types = self.space.types();
        let call = &rendering.call;
        if let (Some(TypeKind::Struct(_)), Ok(result)) =
            (types.stripped_kind(ret.ty), types.c_decl(ret.ty, "acute_result"))
        {
            let conditions = members::conditions(types, ret.ty, bytes, "acute_result");
            if conditions.is_empty() {
                return self.only_call(rendering);
            }
            let checks = conditions.into_iter().map(Check);
            return std::iter::once(Code(format!("{result} = {call};"))).chain(checks).collect();
        }
        let bits = match bytes {
            [] => return self.only_call(rendering),
            _ if bytes.len() > 8 || bytes.len() as u64 != ret.size => return self.only_call(rendering),
            _ => bytes.iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte)),
        };
        match types.stripped_kind(ret.ty) {
            Some(TypeKind::Int(_) | TypeKind::Enum(_)) => match literal(types, ret.ty, bits) {
                Some(value) => vec![Check(format!("{call} == {value}"))],
                None => self.only_call(rendering),
            },
            Some(TypeKind::Float(f)) if matches!(f.bytes, 4 | 8) => {
                let value = literal(types, ret.ty, bits).unwrap_or_default();
                let expected = match f.bytes {
                    4 => format!("&(unsigned){{ {bits:#x}u }}"),
                    _ => format!("&(unsigned long long){{ {bits:#x}ULL }}"),
                };
                vec![
                    // `==` would take -0.0 for 0.0 and no NaN for itself.
                    Code(format!("{} acute_result = {call}; /* {value} */", f.name)),
                    Check(format!("!__builtin_memcmp(&acute_result, {expected}, {})", f.bytes)),
                ]
            }
            Some(TypeKind::Pointer(target)) => {
                vec![Check(self.pointer(rendering, *target, bits))]
            }
            _ => self.only_call(rendering),
        }
    }

    /// The condition on a returned pointer. Addresses differ from run to run: it is NULL, points into
    /// an input object, or is not NULL.
    fn pointer(&self, rendering: &Rendering, target: Option<TypeId>, value: u64) -> String {
        let call = &rendering.call;
        if value == 0 {
            return format!("{call} == NULL");
        }
        let space = self.space;
        let found = space.object_containing(value);
        let found = found.and_then(|(id, at)| Some((id, at, rendering.pointer_to(id)?)));
        let Some((id, offset, pointer)) = found else {
            return format!("{call} != NULL");
        };
        let fits = match (target, space.object(id).ty) {
            (None, _) => true,
            (Some(target), Some(ty)) => space.types().compatible(target, ty),
            (Some(_), None) => false,
        };
        match offset {
            0 if fits => format!("{call} == {pointer}"),
            0 => format!("(void *){call} == (void *){pointer}"),
            _ => format!("(char *){call} == (char *){pointer} + {offset}"),
        }
    }
}
