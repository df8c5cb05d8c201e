//! What the linked program tells of its inputs: where its globals lie, of which types its marks are. And
//! harnesses, programs that mark their inputs themselves.
use crate::build::{Source, Target};
use crate::error::Error;
use acute_exec::Program;
use acute_explore::Use;
use acute_input::{Init, Space};
use acute_types::{Function, TypeId, TypeKind, TypeTable};
use std::path::Path;

/// The variable in every mark whose type is a pointer to what is marked (acute.h).
const MARK: &str = "__acute_type";

/// What is asked of inputs.
#[derive(Clone, Copy)]
pub struct Settings {
    /// First values of scalars.
    pub init: Init,
    /// How many elements a buffer may grow to.
    pub array_limit: u64,
    /// Whether the globals that the unit writes are inputs.
    pub globals: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { init: Init::default(), array_limit: acute_input::ARRAY_LIMIT, globals: true }
    }
}

/// Whether a unit says itself what its inputs are: it has a main and marks.
pub fn is_harness(sources: &[Source]) -> bool {
    let has_main = sources.iter().any(|s| s.functions().any(|f| f.name == "main"));
    let marks = |s: &Source| s.compat.is_any() || s.program.globals.iter().any(|g| g.name == MARK);
    has_main && sources.iter().any(marks)
}

/// The main of a harness as it is tested: without arguments that would be inputs.
pub fn without_arguments(main: &Function) -> Function {
    Function { params: vec![], ..main.clone() }
}

/// Completes the inputs of every target by what only the linked program knows.
pub fn complete(
    exe: &Path,
    program: &Program,
    sources: &[Source],
    targets: &mut [Target],
    settings: Settings,
) -> Result<(), Error> {
    let bytes = std::fs::read(exe).map_err(Error::io(exe))?;
    let debug = acute_types::DebugInfo::read(&bytes)
        .map_err(|e| Error::Internal(format!("the debug information of the linked unit: {e}")))?;
    for target in targets {
        let Ok(space) = &mut target.space else { continue };
        if target.harness {
            // Its marks may stand in any file: the types are those of the whole program.
            let main = debug.function("main").map(without_arguments);
            let main = main.ok_or_else(|| Error::Internal("the linked unit has no main".into()))?;
            *space = Space::with_init(debug.types.clone(), &main, settings.init)
                .map_err(|e| Error::Internal(e.to_string()))?;
            let list = "(char *[]){ \"main\", NULL }";
            let arguments = ["1", list, "(char *[]){ NULL }"];
            let count = target.function.params.len().min(arguments.len());
            space.call_as(format!("main({})", arguments[..count].join(", ")));
        }
        space.limit_arrays(settings.array_limit);
        let types = space.types().clone();
        for site in debug.globals.iter().filter(|g| g.name == MARK) {
            let Some(TypeKind::Pointer(Some(ty))) = debug.types.stripped_kind(site.ty) else { continue };
            let ty = if target.harness { Some(*ty) } else { same_type(&types, &debug.types, *ty) };
            if let Some(ty) = ty {
                space.add_site(site.address, ty);
            }
        }
        if !target.harness && settings.globals {
            let (source, module) = (&sources[target.source], target.source);
            let globals = Globals { program, debug: &debug, sources, source, module };
            globals.add(space, &target.function.name);
        }
    }
    Ok(())
}

/// Variables with more values than this are no inputs.
const MAX_VALUES: u64 = 4096;

/// The variables of a program, as one of its files sees them.
struct Globals<'a> {
    program: &'a Program,
    debug: &'a acute_types::DebugInfo,
    sources: &'a [Source],
    source: &'a Source,
    module: usize,
}

impl Globals<'_> {
    /// Makes those inputs that the function can reach and something writes, or that a file defines that was not given.
    fn add(&self, space: &mut Space, function: &str) {
        let reachable = self.program.reachable(function);
        let uses = &self.program.map().globals;
        let is_reached = |u: &&Use| u.users.iter().any(|f| f == "*" || reachable.contains(&f.as_str()));
        let mut seen: Vec<(&str, Option<usize>)> = vec![];
        for used in uses.iter().filter(is_reached) {
            let identity = |u: &Use| (u.local.then_some(u.module), u.name.clone());
            let is_written = uses.iter().any(|u| u.written && identity(u) == identity(used));
            let is_open = !is_written
                && uses.iter().any(|u| u.open && identity(u) == identity(used))
                && !self.is_defined(&used.name);
            let key = (used.name.as_str(), used.local.then_some(used.module));
            if !is_written && !is_open || seen.contains(&key) {
                continue;
            }
            seen.push(key);
            if let Err(why) = self.add_one(space, used, is_open) {
                let limit = format!("global `{}` keeps its first value: {why}", used.name);
                if !self.watch(space, used, &limit) {
                    space.add_limit(limit);
                }
            }
        }
    }

    /// Whether one of the files defines it.
    fn is_defined(&self, name: &str) -> bool {
        let is_it = |g: &acute_types::Global| g.name == name && g.function.is_none();
        self.sources.iter().any(|s| s.program.globals.iter().any(is_it))
    }

    /// Watches a variable that keeps its first value, so that this is told only if it matters. False where it is not
    /// known which it is.
    fn watch(&self, space: &mut Space, used: &Use, limit: &str) -> bool {
        // clang calls those of a function FUNCTION.NAME, and further ones of the same name FUNCTION.NAME.1.
        let (function, name) = match used.name.split_once('.') {
            Some((function, name)) => (Some(function), name),
            None => (None, used.name.as_str()),
        };
        let is_it = |g: &&acute_types::Global| {
            let is_there = !used.local || Path::new(&g.unit_file).ends_with(unit_file(used.module));
            g.name == name && g.function.as_deref() == function && is_there
        };
        let mut found = self.debug.globals.iter().filter(is_it);
        let (Some(it), None, None) = (found.next(), found.next(), used.keeps) else { return false };
        let size = self.debug.types.size(it.ty).unwrap_or(0);
        let first = (size <= MAX_VALUES).then(|| self.program.first_bytes(it.address, size)).flatten();
        first.is_some_and(|first| space.add_fixed_global(&used.name, it.address, &first, limit.to_string()))
    }

    fn add_one(&self, space: &mut Space, used: &Use, is_open: bool) -> Result<(), String> {
        if let Some(why) = used.keeps {
            return Err(why.into());
        }
        // clang calls them FUNCTION.NAME. A test could not set them.
        if used.name.contains('.') {
            return Err("it is a function's own".into());
        }
        let is_it = |g: &&acute_types::Global| g.name == used.name && g.function.is_none();
        let Some(own) = self.source.program.globals.iter().find(is_it) else {
            return match self.debug.globals.iter().find(is_it) {
                Some(it) => self.add_declared(space, used, it, is_open),
                None => Ok(()),
            };
        };
        if used.local && used.module != self.module {
            return Err("it is another file's".into());
        }
        let in_unit = |g: &&acute_types::Global| Path::new(&g.unit_file).ends_with(unit_file(self.module));
        let linked = self.debug.globals.iter().filter(is_it).find(in_unit);
        let linked = linked.ok_or("where it lies is not known")?;
        if holds_jump(space.types(), own.ty, 0) {
            return Ok(());
        }
        let size = space.types().size(own.ty).unwrap_or(0);
        if size > MAX_VALUES {
            return Err(format!("it is larger than {MAX_VALUES} bytes"));
        }
        let first = self.program.first_bytes(linked.address, size).ok_or("its first value is not known")?;
        place(space, used, own.ty, linked.address, &first, is_open)
    }
}

/// Makes a variable an input.
fn place(
    space: &mut Space,
    used: &Use,
    ty: TypeId,
    address: u64,
    first: &[u8],
    is_open: bool,
) -> Result<(), String> {
    let added = match is_open {
        true => space.add_open_global(&used.name, ty, address, first),
        false => space.add_global(&used.name, ty, address, first),
    };
    added.map_err(|e| e.to_string())?;
    if !used.local {
        space.expose_global();
    }
    Ok(())
}

impl Globals<'_> {
    /// A variable that this file only declares: defined by another file of the unit, or by nobody but a stub of ours.
    fn add_declared(
        &self,
        space: &mut Space,
        used: &Use,
        it: &acute_types::Global,
        is_open: bool,
    ) -> Result<(), String> {
        let elsewhere = || "it is another file's".to_string();
        // A test has to set it by its name.
        let is_here = |u: &Use| u.name == used.name && !u.local && u.module == self.module;
        if used.local || !self.program.map().globals.iter().any(is_here) {
            return Err(elsewhere());
        }
        let ty = same_type(space.types(), &self.debug.types, it.ty).ok_or_else(elsewhere)?;
        let size = space.types().size(ty).filter(|size| *size <= MAX_VALUES).ok_or_else(elsewhere)?;
        let first = self.program.first_bytes(it.address, size).ok_or("its first value is not known")?;
        place(space, used, ty, it.address, &first, is_open)
    }
}

/// The file that a source is compiled as.
fn unit_file(module: usize) -> String {
    format!("unit{module}.c")
}

/// Whether a type is or has a jmp_buf: what setjmp left there is nothing to choose.
fn holds_jump(types: &TypeTable, ty: TypeId, depth: usize) -> bool {
    match types.stripped_kind(ty) {
        _ if depth > MAX_NESTING => false,
        Some(TypeKind::Array { elem, .. }) => holds_jump(types, *elem, depth + 1),
        Some(TypeKind::Struct(record) | TypeKind::Union(record)) => {
            record.tag.as_deref() == Some("__jmp_buf_tag")
                || record.fields.iter().any(|f| holds_jump(types, f.ty, depth + 1))
        }
        _ => false,
    }
}

/// How deep to look for one.
const MAX_NESTING: usize = 16;

/// The type of one file that is called as one of the whole program.
fn same_type(own: &TypeTable, all: &TypeTable, ty: TypeId) -> Option<TypeId> {
    let text = all.c_decl(ty, "").ok()?;
    own.ids().find(|id| own.c_decl(*id, "").is_ok_and(|t| t == text))
}
