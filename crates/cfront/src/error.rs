//! What can go wrong, with the exit code the contract gives it.
use std::path::PathBuf;

/// An error to show to a person.
#[derive(Debug)]
pub enum Error {
    /// What was typed makes no sense.
    Usage(String),
    /// The unit does not compile or link: the compiler's own words.
    Compile(String),
    /// The files of the unit do not go together.
    Link(String),
    /// A tool is missing: which, and what to type.
    Missing(String),
    /// A file cannot be read or written.
    Io(PathBuf, std::io::Error),
    /// Somebody stopped us.
    Interrupted,
    /// Ours.
    Internal(String),
}

impl Error {
    /// The exit code of the contract.
    pub fn exit_code(&self) -> u8 {
        match self {
            Error::Usage(_) => 2,
            Error::Compile(_) | Error::Link(_) | Error::Missing(_) => 3,
            // A file that was named by the person.
            Error::Io(..) => 2,
            Error::Interrupted => 4,
            Error::Internal(_) => 70,
        }
    }

    /// For `map_err`.
    pub fn io(path: impl Into<PathBuf>) -> impl FnOnce(std::io::Error) -> Error {
        let path = path.into();
        move |e| Error::Io(path, e)
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            // The compiler speaks for itself.
            Error::Compile(text) => f.write_str(text),
            Error::Usage(text) | Error::Link(text) | Error::Missing(text) => write!(f, "acute: {text}"),
            Error::Io(path, e) => write!(f, "acute: {}: {e}", path.display()),
            Error::Interrupted => f.write_str("acute: interrupted while compiling: nothing was tested"),
            Error::Internal(text) => {
                write!(
                    f,
                    "acute: internal error: {text}\nplease report it with the command you typed and the C file"
                )
            }
        }
    }
}

impl std::error::Error for Error {}
