//! Exports inputs as C: as text for a reader, and as test files, one a source file.
//!
//! A test file includes the unit's own source, so that static functions and private types are
//! visible, and has one function for every exported input. Regression tests and tests of findings are
//! files of their own: the latter fail until the bug is fixed. The rest of its text is the framework's:
//! see [`framework`] for the formats and for the recipe to add one.
//!
//! | file | holds |
//! |---|---|
//! | `c/` | an input as C: declarations, initialisers, the call |
//! | `case`, `members` | a test's statements: setup, call, checks of results |
//! | `file` | the test file: names, the include of the unit |
//! | `framework/` | one file a format |
//!
//! **Invariant.** Test files compile without warnings under gcc and clang with `-Wall -Wextra`, except
//! for those of the unit: helpers are written only where a test uses them.

#![deny(missing_docs, clippy::undocumented_unsafe_blocks)]

mod c;
mod case;
mod file;
pub mod framework;
mod members;
mod sanitizer;

pub use c::{Rendering, Storage, literal, render, render_call};
pub use case::{Expectation, Failure, TestCase};
pub use file::{ExportError, Exported, Skipped, Unit, write_tests};
pub use framework::{FORMATS, Format, Framework, PLAIN_C};
pub use sanitizer::Sanitizer;
