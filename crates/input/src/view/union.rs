//! Chooses the member of a union that shows its value.
//!
//! The engine has the bytes of a union as plain variables (and a pointer where a member is one).
//! Saved inputs and tests show one member: one that holds all of the value and reads best.

use acute_types::{TypeId, TypeKind};

use super::bits::{Form, form_of, pieces};
use super::tree::{Members, Node, Tree};
use crate::input::Input;
use crate::object::{ObjectId, VarId, VarKind};
use crate::overlay::Span;
use crate::space::Space;

/// Reasons against showing a member, the worst first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
struct Flaws {
    /// A number would be shown as a pointer.
    number_as_pointer: bool,
    /// An extreme float or an unprintable text would be shown.
    odd: bool,
    /// A pointer has to be cast.
    cast: bool,
    /// Some bytes of the union are not the member's, and a compiler may leave them open.
    partial: bool,
}

impl Input {
    /// The member of a union that shows its value best; `None` where no member holds all of it.
    pub fn member<'t, 'a>(
        &self,
        space: &Space,
        union: &Tree<'a>,
        object: ObjectId,
        members: &'t Members<'a>,
    ) -> Option<&'t (&'a str, Tree<'a>)> {
        let view = View { input: self, space, start: union.offset };
        let size = space.types().size(union.ty).unwrap_or(0) as usize;
        let mut used = vec![0; size];
        members.iter().for_each(|(_, member)| view.mark(member, &mut used));
        let mut value = view.bytes(object, size);
        // Bits that no member has are padding.
        value.iter_mut().zip(&used).for_each(|(byte, used)| *byte &= used);
        let judge = |member: &'t (&'a str, Tree<'a>)| {
            let mut flaws = Flaws::default();
            let mut own = vec![0; size];
            view.mark(&member.1, &mut own);
            let says_all = value.iter().zip(&own).all(|(byte, own)| byte & !own == 0);
            // Bits of a byte that an initialiser leaves open cannot be set separately.
            let splits = own.iter().zip(&used).any(|(own, used)| *own != 0 && own != used);
            flaws.partial = own != used;
            (says_all && !splits && view.shows(&member.1, &mut flaws)).then_some((flaws, member))
        };
        let best = members.iter().filter_map(judge).min_by_key(|(flaws, _)| *flaws);
        best.map(|(_, member)| member)
    }

    /// The bytes of a union that one of its members leaves open, as offsets in the object.
    pub fn open_bytes(
        &self,
        space: &Space,
        union: &Tree<'_>,
        members: &Members<'_>,
        member: &Tree<'_>,
    ) -> Vec<Span> {
        let view = View { input: self, space, start: union.offset };
        let size = space.types().size(union.ty).unwrap_or(0) as usize;
        let (mut used, mut own) = (vec![0; size], vec![0; size]);
        members.iter().for_each(|(_, member)| view.mark(member, &mut used));
        view.mark(member, &mut own);
        let mut spans: Vec<Span> = Vec::new();
        for (at, (used, own)) in (union.offset..).zip(used.iter().zip(&own)) {
            match spans.last_mut() {
                _ if used & !own == 0 => {}
                Some(last) if last.1 == at => last.1 += 1,
                _ => spans.push((at, at + 1)),
            }
        }
        spans
    }

    /// A union as its bytes; a pointer to an object is one of them.
    pub fn union_bytes(&self, space: &Space, union: &Tree<'_>, object: ObjectId) -> Vec<UnionByte> {
        let size = space.types().size(union.ty).unwrap_or(0);
        let bytes = View { input: self, space, start: union.offset }.bytes(object, size as usize);
        let mut list = Vec::new();
        let mut at = 0;
        while at < size {
            let pointer = space.var_at(object, union.offset + at).filter(|v| self.is_link(space, *v));
            list.push(pointer.map_or(UnionByte::Plain(bytes[at as usize]), UnionByte::Pointer));
            at += if pointer.is_some() { 8 } else { 1 };
        }
        list
    }

    /// Whether a variable is a pointer to an object.
    fn is_link(&self, space: &Space, v: VarId) -> bool {
        matches!(space.vars()[v as usize].kind, VarKind::Pointer { .. })
            && space.object_containing(self.get(space, v)).is_some_and(|(id, _)| id != 0)
    }
}

/// A byte of a union, or a pointer in the place of eight.
pub enum UnionByte {
    /// A byte.
    Plain(u8),
    /// A pointer to an object.
    Pointer(VarId),
}

/// A union in an input.
struct View<'i> {
    input: &'i Input,
    space: &'i Space,
    /// Its offset in its object.
    start: u64,
}

impl View<'_> {
    /// The bytes of the union.
    fn bytes(&self, object: ObjectId, size: usize) -> Vec<u8> {
        // An object may have thousands of unions: only what lies in this one is looked at.
        let byte = |at: u64| {
            let v = self.space.var_before(object, at)?;
            let value = self.input.get(self.space, v).to_le_bytes();
            let var = &self.space.vars()[v as usize];
            value[..usize::from(var.bytes)].get((at - var.offset) as usize).copied()
        };
        (self.start..).take(size).map(|at| byte(at).unwrap_or(0)).collect()
    }

    /// Marks the bits that a part has.
    fn mark(&self, tree: &Tree<'_>, used: &mut [u8]) {
        let mut set = |first: u64, size: u64| {
            for bit in first..first + size {
                let at = (bit / 8).checked_sub(self.start).and_then(|i| used.get_mut(i as usize));
                at.into_iter().for_each(|byte| *byte |= 1 << (bit % 8));
            }
        };
        match &tree.node {
            Node::Var(v) => {
                let var = &self.space.vars()[*v as usize];
                set(var.offset * 8, u64::from(var.bytes) * 8);
            }
            Node::Bits(bits) => set(bits.first, bits.size.into()),
            Node::Null => {}
            Node::Struct(parts) | Node::Union(_, parts) => {
                parts.iter().for_each(|(_, part)| self.mark(part, used));
            }
            Node::Array(parts) => parts.iter().for_each(|part| self.mark(part, used)),
        }
    }

    /// Whether a part can show its bits; reasons against it are added to `flaws`.
    fn shows(&self, tree: &Tree<'_>, flaws: &mut Flaws) -> bool {
        match &tree.node {
            Node::Var(v) => {
                let value = self.input.get(self.space, *v);
                match form_of(self.space.vars()[*v as usize].kind) {
                    Some(form) => number(form, value, self.space.vars()[*v as usize].bytes, flaws),
                    None => {
                        self.pointer(value, tree.ty, flaws);
                        true
                    }
                }
            }
            Node::Bits(bits) => {
                // Part of an address says nothing.
                let covers = pieces(self.space, bits.object, bits.first, bits.size).unwrap_or_default();
                let value = bits.get(self.space, self.input);
                covers.iter().all(|piece| !self.input.is_link(self.space, piece.var))
                    && number(bits.form, value, (bits.size / 8) as u8, flaws)
            }
            Node::Null => true,
            Node::Struct(parts) => parts.iter().all(|(_, part)| self.shows(part, flaws)),
            Node::Union(object, parts) => {
                let member = self.input.member(self.space, tree, *object, parts);
                member.is_some_and(|(_, part)| self.shows(part, flaws))
            }
            Node::Array(parts) => {
                flaws.odd |= self.is_odd_text(parts);
                parts.iter().all(|part| self.shows(part, flaws))
            }
        }
    }

    /// Whether it is an array of characters that holds something else than a word.
    fn is_odd_text(&self, parts: &[Tree<'_>]) -> bool {
        let mut text = Vec::new();
        for part in parts {
            let kind = self.space.types().stripped_kind(part.ty);
            match (&part.node, kind) {
                (Node::Bits(bits), Some(TypeKind::Int(int))) if int.name == "char" => {
                    text.push(bits.get(self.space, self.input) as u8);
                }
                _ => return false,
            }
        }
        let word = text.split(|byte| *byte == 0).next().unwrap_or_default();
        let is_word = word.len() > 1 && word.iter().all(|byte| (b' '..=b'~').contains(byte));
        text.iter().any(|byte| *byte != 0) && !is_word
    }

    fn pointer(&self, value: u64, ty: TypeId, flaws: &mut Flaws) {
        let types = self.space.types();
        let target = match types.stripped_kind(ty) {
            Some(TypeKind::Pointer(target)) => *target,
            _ => None,
        };
        let object = self.space.object_containing(value).and_then(|(id, _)| self.space.object(id).ty);
        flaws.number_as_pointer |= value != 0 && object.is_none();
        flaws.cast |= object.is_some_and(|ty| !target.is_some_and(|target| types.compatible(ty, target)));
    }
}

fn number(form: Form, value: u64, bytes: u8, flaws: &mut Flaws) -> bool {
    match form {
        Form::Bool => value <= 1,
        Form::Float => {
            let value = if bytes == 4 { f32::from_bits(value as u32).into() } else { f64::from_bits(value) };
            flaws.odd |= value != 0.0 && !(1e-9..1e18).contains(&value.abs());
            true
        }
        Form::Signed | Form::Unsigned => true,
    }
}
