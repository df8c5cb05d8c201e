//! Typed views of an input: objects in the shape of their types, and names for them.
//!
//! Everything that writes an input down, as JSON or as source text, reads it through these. A view
//! knows types and values, but no syntax.

pub(crate) mod bits;
mod names;
mod tree;
mod union;

pub use bits::{Bits, Form, sign_extend};
pub use names::Names;
pub use tree::{Members, Node, Tree};
pub use union::UnionByte;
