//! Statements for the values of unions that no initialiser of C can express.

use acute_input::view::{Node, Tree, UnionByte};
use acute_input::{ObjectId, VarKind};
use acute_types::Unnameable;

use super::declare::Renderer;

impl Renderer<'_> {
    /// `{0}` sets the first member of a union alone where the object starts with one: this sets all of
    /// it, in an object that is all zero.
    pub fn clear(&mut self, tree: &Tree<'_>, place: &str) {
        if self.exact && self.is_zero(tree) && self.starts_with_open_union(tree) {
            self.links.insert(0, format!("__builtin_memset((void *)&{place}, 0, sizeof {place});"));
        }
    }

    fn starts_with_open_union(&self, tree: &Tree<'_>) -> bool {
        match &tree.node {
            Node::Union(_, members) => members.first().is_some_and(|(_, first)| {
                !self.input.open_bytes(self.space, tree, members, first).is_empty()
                    || self.starts_with_open_union(first)
            }),
            Node::Struct(members) => {
                members.first().is_some_and(|(_, first)| self.starts_with_open_union(first))
            }
            Node::Array(parts) => parts.first().is_some_and(|first| self.starts_with_open_union(first)),
            Node::Var(_) | Node::Bits(_) | Node::Null => false,
        }
    }

    /// Fills a union byte by byte: no member alone has all of its value.
    pub fn copy_bytes(
        &mut self,
        tree: &Tree<'_>,
        object: ObjectId,
        place: &str,
        start: u64,
    ) -> Result<(), Unnameable> {
        let mut bytes: Vec<u8> = Vec::new();
        let mut pointers = Vec::new();
        for byte in self.input.union_bytes(self.space, tree, object) {
            match byte {
                UnionByte::Plain(byte) => bytes.push(byte),
                UnionByte::Pointer(v) => {
                    pointers.push((bytes.len(), v));
                    bytes.extend([0; 8]);
                }
            }
        }
        let at = |offset: usize| address(place, tree.offset - start + offset as u64);
        let list: Vec<String> = bytes.iter().map(u8::to_string).collect();
        let (n, list) = (bytes.len(), list.join(", "));
        self.links.push(format!("__builtin_memcpy({}, (unsigned char [{n}]){{ {list} }}, {n});", at(0)));
        for (offset, v) in pointers {
            let VarKind::Pointer { pointee } = self.kind(v) else { continue };
            let pointer = self.pointer(self.input.get(self.space, v), pointee)?;
            let line = format!("__builtin_memcpy({}, &(void *){{ (void *){pointer} }}, 8);", at(offset));
            self.links.push(line);
        }
        Ok(())
    }
}

/// A pointer to a byte behind a place.
pub(super) fn address(place: &str, offset: u64) -> String {
    match offset {
        0 => format!("(void *)&{place}"),
        n => format!("(char *)&{place} + {n}"),
    }
}
