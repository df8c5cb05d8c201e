//! One test: a function that builds an input, calls, and checks what came back.

use acute_input::{Change, Input, Rendering, Space, Storage, literal};
use acute_types::{Kind, TypeId, Unnameable};

use crate::harness::MAIN;
use crate::members;

/// What a run of the input did, and what a test expects it to do again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expectation {
    /// The function returned; the bytes are those of the return value, where it is known.
    Returns(Option<Vec<u8>>),
    /// The function returned a pointer to a constant of the program: this string.
    ReturnsText(String),
    /// The process died by this signal.
    DiesBySignal(i32),
    /// The process exited with this code.
    Exits(i32),
    /// Whatever it does is right; what it returns is shown: `returned 2a 00 00 00`, byte by byte.
    Anything,
}

/// An input that is worth keeping.
#[derive(Clone, Copy, Debug)]
pub struct TestCase<'a> {
    /// The inputs of its function.
    pub space: &'a Space,
    /// The input.
    pub input: &'a Input,
    /// What it does.
    pub expectation: &'a Expectation,
    /// What it shows, for the reader.
    pub comment: &'a str,
    /// Where its objects live: on the heap when the function frees one of them.
    pub storage: Storage,
    /// What it changes in them.
    pub changes: &'a [Change],
}

/// A test as C.
pub(crate) struct Written {
    /// The lines of the body.
    pub body: Vec<String>,
    /// Whether one of them is a CHECK.
    pub checks: bool,
    /// Whether one of them is a SHOW.
    pub shows: bool,
    /// How many inputs it gives to marks.
    pub gives: usize,
    /// What `main` says to run it; the name of the test is put in for `{}`.
    pub run: String,
}

impl TestCase<'_> {
    pub(crate) fn write(&self) -> Result<Written, Unnameable> {
        let mut rendering = self.input.render(self.space, self.storage)?;
        if self.is_main() {
            // The tests have a main of their own.
            rendering.call = rendering.call.replacen("main", MAIN, 1);
        }
        let mut body = rendering.setup.clone();
        for (mark, name, elems) in &rendering.marks {
            let start = if *elems == 1 { format!("&{name}") } else { name.clone() };
            body.push(format!("acute_give({mark:?}, {start}, sizeof {name});"));
        }
        let (run, end) = match self.expectation {
            Expectation::Returns(bytes) => ("RUN({});".to_owned(), self.check(&rendering, bytes.as_deref())),
            Expectation::ReturnsText(text) => {
                let check = format!("CHECK(!__builtin_strcmp({}, {text:?}));", rendering.call);
                ("RUN({});".to_owned(), vec![check])
            }
            Expectation::DiesBySignal(signal) => {
                let name = acute_trace::signal_name(*signal).map_or(signal.to_string(), str::to_owned);
                (format!("DIES({{}}, {name});"), self.call_for_effect(&rendering))
            }
            Expectation::Exits(code) => (format!("EXITS({{}}, {code});"), self.call_for_effect(&rendering)),
            Expectation::Anything => ("RUN({});".to_owned(), self.show(&rendering)),
        };
        let mut end = end;
        if matches!(self.expectation, Expectation::Returns(_) | Expectation::ReturnsText(_)) {
            end.extend(self.changed(&rendering).iter().map(|c| format!("CHECK({c});")));
        }
        let checks = end.iter().any(|line| line.starts_with("CHECK("));
        let shows = end.iter().any(|line| line.starts_with("SHOW("));
        body.extend(end);
        Ok(Written { body, checks, shows, gives: rendering.marks.len(), run })
    }

    /// What holds of the objects after the call. What may be freed by then is not looked at.
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

    fn only_call(&self, rendering: &Rendering) -> Vec<String> {
        let void = if self.space.ret().is_some() { "(void)" } else { "" };
        vec![format!("{void}{};", rendering.call)]
    }

    /// The call with its result kept: an optimiser leaves out the call of a function without side
    /// effects when nobody wants its result, and with it the crash.
    fn call_for_effect(&self, rendering: &Rendering) -> Vec<String> {
        let ret = self.space.ret().filter(|_| !self.is_main());
        let result = ret.map(|r| self.space.types().c_decl(r.ty, "volatile acute_result"));
        match result {
            Some(Ok(result)) => {
                vec![format!("{result} = {};", rendering.call), "(void)acute_result;".to_owned()]
            }
            _ => self.only_call(rendering),
        }
    }

    /// The call with its result shown.
    fn show(&self, rendering: &Rendering) -> Vec<String> {
        let result = self.space.ret().map(|r| self.space.types().c_decl(r.ty, "acute_result"));
        match result {
            Some(Ok(result)) => {
                vec![format!("{result} = {};", rendering.call), "SHOW(acute_result);".to_owned()]
            }
            _ => self.only_call(rendering),
        }
    }

    /// The call with a check of what it returned, as far as C can compare it.
    fn check(&self, rendering: &Rendering, bytes: Option<&[u8]>) -> Vec<String> {
        // Under another name, main may end without a value.
        let bytes = bytes.filter(|_| !self.is_main());
        let (Some(ret), Some(bytes)) = (self.space.ret(), bytes) else {
            return self.only_call(rendering);
        };
        let types = self.space.types();
        let call = &rendering.call;
        if let (Some(Kind::Struct(_)), Ok(result)) =
            (types.stripped_kind(ret.ty), types.c_decl(ret.ty, "acute_result"))
        {
            let conditions = members::conditions(types, ret.ty, bytes, "acute_result");
            if conditions.is_empty() {
                return self.only_call(rendering);
            }
            let checks = conditions.iter().map(|c| format!("CHECK({c});"));
            return std::iter::once(format!("{result} = {call};")).chain(checks).collect();
        }
        let bits = match bytes {
            [] => return self.only_call(rendering),
            _ if bytes.len() > 8 || bytes.len() as u64 != ret.size => return self.only_call(rendering),
            _ => bytes.iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte)),
        };
        match types.stripped_kind(ret.ty) {
            Some(Kind::Int(_) | Kind::Enum(_)) => match literal(types, ret.ty, bits) {
                Some(value) => vec![format!("CHECK({call} == {value});")],
                None => self.only_call(rendering),
            },
            Some(Kind::Float(f)) if matches!(f.bytes, 4 | 8) => {
                let value = literal(types, ret.ty, bits).unwrap_or_default();
                let expected = match f.bytes {
                    4 => format!("&(unsigned){{ {bits:#x}u }}"),
                    _ => format!("&(unsigned long long){{ {bits:#x}ULL }}"),
                };
                vec![
                    // `==` would take -0.0 for 0.0 and no NaN for itself.
                    format!("{} acute_result = {call}; /* {value} */", f.name),
                    format!("CHECK(!__builtin_memcmp(&acute_result, {expected}, {}));", f.bytes),
                ]
            }
            Some(Kind::Pointer(target)) => {
                vec![format!("CHECK({});", self.pointer(rendering, *target, bits))]
            }
            _ => self.only_call(rendering),
        }
    }

    /// Addresses differ from run to run: NULL, a place in an input object, or anything else.
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
