//! What can be read from the unit's executable: its branches, its entry points, its lines.
use crate::unit::{Unit, UnitError};
use acute_explore::{Assumption, Code, Map, Place, Start, Target, TargetError};
use acute_trace::library::{self, Fact};
use acute_trace::{CALLS_SECTION, HEAP_BASE, HEAP_SIZE, MAP_SECTION, STACK_BASE, STACK_SIZE, unchecked};
use object::{Object, ObjectSection, ObjectSymbol};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Whether a location is in the program under test: ours is written in Rust, but for the thunk and what include/acute
/// defines; libraries have no lines here.
fn is_own(place: &Place) -> bool {
    let ours = OURS.iter().any(|end| place.file.ends_with(end));
    place.line > 0 && !ours && !place.function.starts_with("__acute_")
}

/// Why an executable could not be read.
#[derive(Debug)]
pub enum ProgramError {
    /// It cannot be opened or read.
    Io(PathBuf, std::io::Error),
    /// It is not what our own linking makes.
    Malformed(PathBuf, String),
}

impl std::fmt::Display for ProgramError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ProgramError::Io(path, e) => write!(f, "cannot read {}: {e}", path.display()),
            ProgramError::Malformed(path, why) => {
                write!(f, "{} is not a unit of ours: {why}", path.display())
            }
        }
    }
}

impl std::error::Error for ProgramError {}

/// How the files end that are no part of what is tested.
const OURS: [&str; 4] = [".rs", "/acute/models.h", "/acute/verifier.c", "/acute/klee.c"];

/// An instrumented and linked unit.
pub struct Program {
    path: PathBuf,
    bytes: Vec<u8>,
    code: Code,
    symbols: Vec<(String, u64)>,
    /// Bits of [`acute_trace::unchecked`].
    unchecked: u64,
    lines: Option<addr2line::Loader>,
}

/// The functions of the library that the program calls and whose answer is taken for granted.
fn assumed(map: &Map, calls: &[(String, String)]) -> Vec<(String, Assumption)> {
    const ASSUMED: [(Fact, Assumption); 4] = [
        (Fact::Allocates, Assumption::MallocSucceeds),
        (Fact::Moves, Assumption::ReallocMoves),
        (Fact::Errno, Assumption::ErrnoUnchanged),
        (Fact::Compares, Assumption::PaddingZero),
    ];
    let called: BTreeSet<&String> = calls.iter().map(|(_, callee)| callee).collect();
    let outside = called.into_iter().filter(|name| map.functions.iter().all(|(own, _)| own != *name));
    let assumed = outside.flat_map(|name| {
        let facts = ASSUMED.iter().filter(|(fact, _)| library::is(name, *fact));
        facts.map(|(_, assumption)| (name.clone(), *assumption))
    });
    assumed.collect()
}

impl Program {
    /// Reads the executable at `path`.
    pub fn read(path: &Path) -> Result<Program, ProgramError> {
        let bytes = std::fs::read(path).map_err(|e| ProgramError::Io(path.into(), e))?;
        let malformed = |why: String| ProgramError::Malformed(path.into(), why);
        let file = object::File::parse(&*bytes).map_err(|e| malformed(e.to_string()))?;
        let map = match file.section_by_name(MAP_SECTION) {
            Some(section) => {
                let data = section.data().map_err(|e| malformed(e.to_string()))?;
                Map::parse(&String::from_utf8_lossy(data))
                    .ok_or_else(|| malformed("its branch map".into()))?
            }
            None => Map::default(),
        };
        let calls = match file.section_by_name(CALLS_SECTION) {
            Some(section) => parse_calls(&String::from_utf8_lossy(section.data().unwrap_or_default())),
            None => vec![],
        };
        let symbols = file.symbols().filter(|s| s.is_definition());
        let symbols = symbols.filter_map(|s| Some((s.name().ok()?.to_string(), s.address()))).collect();
        let unchecked = file.symbols().find(|s| s.name() == Ok(unchecked::SYMBOL)).map_or(0, |s| s.address());
        let outside = file.dynamic_symbols().filter(|s| s.is_undefined() && !s.is_weak());
        let mut outside: Vec<String> = outside.filter_map(|s| s.name().ok().map(str::to_string)).collect();
        let is_linked_in = |name: &&str| map.functions.iter().all(|(own, _)| own != name);
        outside.extend(library::all(Fact::LinkedIn).filter(is_linked_in).map(str::to_string));
        let lines = addr2line::Loader::new(path).ok();
        let stateful = outside.iter().filter(|name| !library::is_stateless(name)).cloned().collect();
        let memory = |base: usize, size: usize| base as u64..(base + size) as u64;
        let own_memory = vec![memory(STACK_BASE, STACK_SIZE), memory(HEAP_BASE, HEAP_SIZE)];
        let refusal = |number| acute_sandbox::syscall_name(number);
        let assumed = assumed(&map, &calls);
        let code = Code { map, calls, outside, stateful, assumed, own_memory, refusal };
        Ok(Program { path: path.into(), code, symbols, unchecked, lines, bytes })
    }

    /// Where it lies.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Its branches and calls.
    pub fn code(&self) -> &Code {
        &self.code
    }

    /// Its branches.
    pub fn map(&self) -> &Map {
        &self.code.map
    }

    /// The functions that `function` can reach, itself first.
    pub fn reachable<'a>(&'a self, function: &'a str) -> Vec<&'a str> {
        self.code.reachable(function)
    }

    /// The address of a function or variable.
    pub fn symbol(&self, name: &str) -> Option<u64> {
        self.symbols.iter().find(|(n, _)| n == name).map(|(_, a)| *a)
    }

    /// The address of an entry, for [`acute_explore::Call`].
    pub fn entry(&self, name: &str) -> Result<u64, TargetError> {
        self.symbol(name).ok_or_else(|| UnitError::NoEntry(name.into()).into())
    }

    /// The bytes that a variable of the program starts with.
    pub fn first_bytes(&self, address: u64, len: u64) -> Option<Vec<u8>> {
        let file = object::File::parse(&*self.bytes).ok()?;
        let section = file.sections().find(|s| (s.address()..s.address() + s.size()).contains(&address))?;
        let at = (address - section.address()) as usize;
        match section.data().ok()? {
            // Zeros are not in the file.
            [] => Some(vec![0; usize::try_from(len).ok()?]),
            data => Some(data.get(at..at.checked_add(len as usize)?)?.to_vec()),
        }
    }

    /// The string constant at an address of the program.
    pub fn text_at(&self, address: u64) -> Option<String> {
        let file = object::File::parse(&*self.bytes).ok()?;
        let section = file.sections().find(|s| (s.address()..s.address() + s.size()).contains(&address))?;
        let data = section.data().ok()?.get((address - section.address()) as usize..)?;
        let end = data.iter().take(200).position(|b| *b == 0)?;
        Some(String::from_utf8_lossy(&data[..end]).into_owned())
    }

    /// The same, if nothing can write there.
    pub fn constant_text_at(&self, address: u64) -> Option<String> {
        use object::SectionKind::{ReadOnlyData, ReadOnlyString};
        let file = object::File::parse(&*self.bytes).ok()?;
        let section = file.sections().find(|s| (s.address()..s.address() + s.size()).contains(&address))?;
        let is_constant = matches!(section.kind(), ReadOnlyData | ReadOnlyString);
        self.text_at(address).filter(|_| is_constant)
    }

    /// The first of these instructions that is the unit's own, as a place in its source.
    pub fn place_of(&self, instructions: &[u64]) -> Place {
        self.own_places(instructions).next().map(|(_, place)| place).unwrap_or_default()
    }

    /// Where the function was called that [`Program::place_of`] finds, as far as that is sure: in a function that
    /// names it. Other return addresses may be left from earlier calls.
    pub fn caller_of(&self, instructions: &[u64]) -> Option<Place> {
        let mut places = self.own_places(instructions);
        let (pc, place) = places.next()?;
        if let Some(caller) = self.inlined_into(pc) {
            return Some(caller);
        }
        let names = |caller: &Place| {
            self.code.calls.iter().any(|(from, to)| *from == caller.function && *to == place.function)
        };
        places.map(|(_, place)| place).find(names)
    }

    /// The function of the C library in whose model the first of these instructions is.
    pub fn library_function(&self, instructions: &[u64]) -> Option<&'static str> {
        if self.unchecked & u64::from(unchecked::TEXT) != 0 {
            return None;
        }
        for pc in instructions.iter().filter(|pc| **pc > 64) {
            let mut frames = self.lines.as_ref()?.find_frames(*pc).ok()?;
            while let Ok(Some(frame)) = frames.next() {
                let name = frame.function.as_ref().and_then(|f| f.raw_name().ok())?;
                // Some have functions of their own.
                let name = name.strip_prefix(library::MODEL)?;
                if let Some(function) = library::find(name).filter(|f| f.has(Fact::Modelled)) {
                    return Some(function.name);
                }
            }
        }
        None
    }

    /// Of instructions those in the program's own functions, with their places.
    fn own_places(&self, instructions: &[u64]) -> impl Iterator<Item = (u64, Place)> {
        // What we insert between two lines has none; the nearest before it is meant.
        let near = |pc: &u64| {
            let before = (0..64).map(|back| (pc - back, self.place(pc - back)));
            before.into_iter().find(|(_, place)| place.line > 0)
        };
        instructions.iter().filter(|pc| **pc > 64).filter_map(near).filter(|(_, p)| is_own(p))
    }

    /// Where the function of an instruction was called, if it is a part of its caller.
    fn inlined_into(&self, pc: u64) -> Option<Place> {
        let mut frames = self.lines.as_ref()?.find_frames(pc).ok()?;
        frames.next().ok()??;
        let caller = frames.next().ok()??;
        let function = caller.function.and_then(|f| f.raw_name().ok().map(|n| n.into_owned()))?;
        let location = caller.location?;
        let caller = Place { file: location.file?.to_string(), line: location.line?, function };
        Some(caller).filter(is_own)
    }

    /// The source line of an instruction.
    fn place(&self, pc: u64) -> Place {
        let mut place = Place::default();
        let Some(lines) = &self.lines else { return place };
        if let Ok(Some(found)) = lines.find_location(pc) {
            place.file = found.file.unwrap_or("").to_string();
            place.line = found.line.unwrap_or(0);
        }
        if let Ok(mut frames) = lines.find_frames(pc)
            && let Ok(Some(frame)) = frames.next()
        {
            place.function =
                frame.function.and_then(|f| f.raw_name().ok().map(|n| n.into_owned())).unwrap_or_default();
        }
        place
    }
}

/// A program that can be started: its processes may write below a folder.
pub struct Launcher<'a> {
    /// The program.
    pub program: &'a Program,
    /// Where each process gets a folder of its own.
    pub scratch: &'a Path,
}

impl acute_explore::Program for Launcher<'_> {
    fn code(&self) -> &Code {
        &self.program.code
    }

    fn text_at(&self, address: u64) -> Option<String> {
        self.program.text_at(address)
    }

    fn place_of(&self, addresses: &[u64]) -> Place {
        self.program.place_of(addresses)
    }

    fn caller_of(&self, addresses: &[u64]) -> Option<Place> {
        self.program.caller_of(addresses)
    }

    fn library_function(&self, addresses: &[u64]) -> Option<&'static str> {
        self.program.library_function(addresses)
    }

    fn start(&self, start: &Start) -> Result<Box<dyn Target>, TargetError> {
        Ok(Box::new(Unit::new(self.program, self.scratch, start)?))
    }
}

fn parse_calls(text: &str) -> Vec<(String, String)> {
    let pairs = text.split(['\n', '\0']).filter_map(|line| line.split_once('\t'));
    pairs.map(|(caller, callee)| (caller.to_string(), callee.to_string())).collect()
}
