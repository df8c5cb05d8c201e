//! The saved form of an input: JSON that is readable, has no addresses and is the same on every machine.
//!
//! ```json
//! { "version": 1, "function": "testme",
//!   "arguments": { "p": {"ref": "cell1"}, "x": 1 },
//!   "objects": { "cell1": { "type": "struct cell", "value": { "v": 3, "next": {"ref": "cell1"} } } } }
//! ```

mod error;
mod load;
mod reader;
mod save;

pub use error::LoadError;
pub use load::{Loaded, load};
pub use save::save;

use acute_types::TypeId;

use crate::space::Space;
use crate::view::Tree;

/// The version of the format that [`save()`] writes and [`load()`] reads.
pub const FORMAT_VERSION: u64 = 1;

/// The keys that belong to the format; callers may add any other.
const OWN_KEYS: [&str; 6] = ["version", "function", "arguments", "objects", "globals", "marks"];

/// The key of a union whose value no single member holds: no member of C has such a name.
fn bytes_key(tree: &Tree<'_>, start: u64) -> String {
    format!("bytes at {}", tree.offset - start)
}

/// The name of an object's type below typedefs, which differ from machine to machine.
fn type_text(space: &Space, ty: TypeId) -> String {
    let ty = space.types().strip(ty).unwrap_or(ty);
    space.types().c_decl(ty, "").unwrap_or_else(|e| e.to_string())
}
