//! What the linked program tells of its inputs: where its globals lie, of which types its marks are. And
//! harnesses, programs that mark their inputs themselves.
use crate::build::{Source, Target};
use crate::error::Error;
use crate::flags::GlobalsFlag;
use acute_exec::Program;
use acute_input::{Init, Space};
use acute_types::{Function, Kind, TypeId, TypeTable};
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
    /// Which globals are inputs.
    pub globals: GlobalsFlag,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { init: Init::default(), array_limit: acute_input::ARRAY_LIMIT, globals: GlobalsFlag::Auto }
    }
}

/// Whether a unit says itself what its inputs are: it has a main and marks.
pub fn is_harness(sources: &[Source]) -> bool {
    let has_main = sources.iter().any(|s| s.functions().any(|f| f.name == "main"));
    let marks = |s: &Source| s.verifier || s.program.globals.iter().any(|g| g.name == MARK);
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
    let debug = acute_types::Program::read(&bytes)
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
            let Some(Kind::Pointer(Some(ty))) = debug.types.stripped_kind(site.ty) else { continue };
            let ty = if target.harness { Some(*ty) } else { same_type(&types, &debug.types, *ty) };
            if let Some(ty) = ty {
                space.add_site(site.address, ty);
            }
        }
        if !target.harness && settings.globals == GlobalsFlag::Auto {
            let _ = (program, sources);
        }
    }
    Ok(())
}

/// The type of one file that is called as one of the whole program.
fn same_type(own: &TypeTable, all: &TypeTable, ty: TypeId) -> Option<TypeId> {
    let text = all.c_decl(ty, "").ok()?;
    own.ids().find(|id| own.c_decl(*id, "").is_ok_and(|t| t == text))
}
