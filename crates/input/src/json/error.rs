//! Errors in saved inputs.

use super::FORMAT_VERSION;
use crate::object::NoObject;

/// The reason why a saved input cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LoadError {
    /// The text is no JSON.
    NotJson(String),
    /// The file was written by another version of the format.
    OtherVersion(String),
    /// The input belongs to another function.
    OtherFunction {
        /// The function that was asked for.
        expected: String,
        /// The function in the file.
        found: String,
    },
    /// A value that must be there is not.
    Missing {
        /// Its place in the file.
        at: String,
    },
    /// The file has a value that the type does not have.
    Unknown {
        /// Its place in the file.
        at: String,
        /// A similar name that exists.
        near: Option<String>,
    },
    /// A value is not of its type.
    WrongType {
        /// Its place in the file.
        at: String,
        /// The expected value.
        expected: String,
        /// The value in the file.
        found: String,
    },
    /// A reference to an object that the file does not have.
    Dangling {
        /// The place of the reference in the file.
        at: String,
        /// The name of the object.
        name: String,
    },
    /// No pointer of the right type leads to the start of an object.
    OtherType {
        /// The place of the reference in the file.
        at: String,
        /// The name of the object.
        name: String,
        /// The type that it has in the file.
        ty: String,
    },
    /// The space cannot hold the objects of the input.
    NoObject {
        /// The name of the object.
        name: String,
        /// The limit of the space.
        why: NoObject,
    },
}

impl std::fmt::Display for LoadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            LoadError::NotJson(why) => write!(f, "not JSON: {why}"),
            LoadError::OtherVersion(found) => {
                write!(f, "format version {found}, but this program reads version {FORMAT_VERSION}")
            }
            LoadError::OtherFunction { expected, found } => {
                write!(f, "an input of function `{found}`, not of `{expected}`")
            }
            LoadError::Missing { at } => write!(f, "{at}: missing"),
            LoadError::Unknown { at, near: None } => write!(f, "{at}: there is no such thing"),
            LoadError::Unknown { at, near: Some(near) } => {
                write!(f, "{at}: there is no such thing (did you mean `{near}`?)")
            }
            LoadError::WrongType { at, expected, found } => {
                write!(f, "{at}: expected {expected}, found {found}")
            }
            LoadError::Dangling { at, name } => write!(f, "{at}: there is no object `{name}`"),
            LoadError::OtherType { at, name, ty } => {
                write!(f, "{at}: `{name}` is a `{ty}`, which this pointer cannot be given")
            }
            LoadError::NoObject { name, why } => write!(f, "object `{name}`: {why}"),
        }
    }
}

impl std::error::Error for LoadError {}
