//! What can go wrong before the unit runs.

use std::fmt;
use std::io;
use std::path::PathBuf;

/// Why a [`Sandbox`](crate::Sandbox) could not be prepared.
#[derive(Debug)]
#[non_exhaustive]
pub enum SandboxError {
    /// A file or folder the sandbox is built from could not be opened or read.
    Open {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The unit is not an x86-64 ELF executable.
    NotExecutable {
        /// The unit.
        path: PathBuf,
        /// The part that does not hold.
        reason: &'static str,
    },
    /// The scratch folder is not a folder.
    NotADirectory(PathBuf),
    /// The kernel has Landlock but refused the rules.
    Landlock(landlock::RulesetError),
    /// The system call filter could not be compiled.
    Filter(seccompiler::BackendError),
    /// The compiled filter has more instructions than there is room for.
    FilterTooLarge(usize),
    /// A rule names a system call the table of names does not have.
    UnknownCall(&'static str),
    /// The sandbox knows the system calls of x86-64 only.
    Unsupported(&'static str),
}

impl fmt::Display for SandboxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Open { path, source } => write!(f, "cannot open {}: {source}", path.display()),
            Self::NotExecutable { path, reason } => {
                write!(f, "{} is not an x86-64 executable: {reason}", path.display())
            }
            Self::NotADirectory(path) => write!(f, "{} is not a folder", path.display()),
            Self::Landlock(error) => write!(f, "the Landlock rules were refused: {error}"),
            Self::Filter(error) => write!(f, "the system call filter is wrong: {error}"),
            Self::FilterTooLarge(length) => {
                write!(f, "the system call filter is too large: {length} instructions")
            }
            Self::UnknownCall(name) => write!(f, "no system call is called {name}"),
            Self::Unsupported(arch) => write!(f, "no sandbox for the architecture {arch}"),
        }
    }
}

impl std::error::Error for SandboxError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Open { source, .. } => Some(source),
            Self::Landlock(error) => Some(error),
            Self::Filter(error) => Some(error),
            _ => None,
        }
    }
}
