//! The debug information of one executable or object file.

use std::sync::Arc;

use crate::dwarf;
use crate::table::{TypeId, TypeTable};

/// The reason why the debug information of a file cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Error {
    /// The file is no object file that we can read; the text says why.
    NotAnObject(String),
    /// The machine is not a 64-bit little-endian one.
    OtherMachine,
    /// There is no debug information of C code: the unit was compiled without `-g`.
    NoDebugInfo,
    /// The debug information is damaged.
    Damaged(String),
    /// There is more of it than we are ready to hold.
    TooLarge,
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Error::NotAnObject(why) => write!(f, "not an object file: {why}"),
            Error::OtherMachine => write!(f, "not for a 64-bit little-endian machine"),
            Error::NoDebugInfo => write!(f, "no debug information of C code (compile with -g)"),
            Error::Damaged(why) => write!(f, "damaged debug information: {why}"),
            Error::TooLarge => write!(f, "too much debug information"),
        }
    }
}

impl std::error::Error for Error {}

/// A parameter of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Param {
    /// Its name; a parameter without one is called `arg1`, `arg2` ... by its position.
    pub name: String,
    /// Its type.
    pub ty: TypeId,
}

/// A function that the program defines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// The absolute path of the file that it is written in (a header for inline functions).
    pub file: String,
    /// The line of its name.
    pub line: u64,
    /// Whether it is invisible outside of its compile unit.
    pub is_static: bool,
    /// Its parameters, without a closing `...`.
    pub params: Vec<Param>,
    /// Whether the parameters end in `...`.
    pub variadic: bool,
    /// The type of its return value; `None` is void.
    pub ret: Option<TypeId>,
    /// The address of its code, unless it was inlined everywhere.
    pub address: Option<u64>,
    /// The source file of the compile unit, as it was given to the compiler.
    pub unit_file: String,
    /// The directory that the compiler ran in.
    pub unit_dir: String,
}

/// A writable variable with static storage.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Global {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: TypeId,
    /// Its address in an executable, or its offset in a section of an object file.
    pub address: u64,
    /// Whether it is invisible outside of its compile unit.
    pub is_static: bool,
    /// The function it is declared in, for a static local variable; empty when the compiler did
    /// not say which.
    pub function: Option<String>,
    /// The source file of the compile unit, as it was given to the compiler.
    pub unit_file: String,
}

/// The types, functions and variables of one executable or object file.
#[derive(Clone, Debug, Default)]
pub struct DebugInfo {
    /// The types of all compile units.
    pub types: Arc<TypeTable>,
    /// Every function that is defined, in the order of the file.
    pub functions: Vec<Function>,
    /// Every writable variable with static storage, in the order of the file.
    pub globals: Vec<Global>,
}

impl DebugInfo {
    /// Reads the DWARF of the C compile units of an ELF file.
    pub fn read(file: &[u8]) -> Result<DebugInfo, Error> {
        dwarf::read(file)
    }

    /// The function of that name; of several static ones the first.
    pub fn function(&self, name: &str) -> Option<&Function> {
        self.functions.iter().find(|f| f.name == name)
    }
}
