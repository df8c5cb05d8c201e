//! Checks of structs, member by member; padding is not compared.

use acute_input::Change;
use acute_types::{Field, TypeId, TypeKind, TypeTable};

use crate::c::literal;

/// The largest number of members that a test checks: more would hide its purpose.
const MOST: usize = 24;

/// The byte that fills uninitialised locals in an instrumented unit.
const PATTERN: u8 = 0xaa;

/// The conditions that hold of the members of `place`, which has these bytes: `place.a.x == 5`.
pub(crate) fn conditions(types: &TypeTable, ty: TypeId, bytes: &[u8], place: &str) -> Vec<String> {
    let mut members = Members { types, bytes, before: None, list: vec![] };
    members.part(ty, 0, place);
    members.list.truncate(MOST);
    members.list
}

/// The conditions on the parts of an object that a run has changed: one value of the type, or an array.
pub(crate) fn changes(
    types: &TypeTable,
    ty: TypeId,
    change: &Change,
    name: &str,
    is_array: bool,
) -> Vec<String> {
    let (bytes, before) = (&change.after[..], Some(&change.before[..]));
    let mut members = Members { types, bytes, before, list: vec![] };
    let size = types.size(ty).unwrap_or(0).max(1);
    match is_array {
        true => members.array(ty, bytes.len() as u64 / size, 0, name),
        false => members.part(ty, 0, name),
    }
    members.list.truncate(MOST);
    members.list
}

struct Members<'a> {
    types: &'a TypeTable,
    bytes: &'a [u8],
    /// The bytes before the run, where only differences count.
    before: Option<&'a [u8]>,
    list: Vec<String>,
}

impl Members<'_> {
    fn part(&mut self, ty: TypeId, offset: u64, place: &str) {
        if self.list.len() >= MOST {
            return;
        }
        let types = self.types;
        match types.stripped_kind(ty) {
            Some(TypeKind::Struct(record)) => {
                for field in &record.fields {
                    self.field(field, offset, place);
                }
            }
            Some(TypeKind::Array { elem, count: Some(count) }) => self.array(*elem, *count, offset, place),
            Some(TypeKind::Int(_) | TypeKind::Enum(_) | TypeKind::Float(_)) => {
                let size = types.size(ty).unwrap_or(0);
                let is_new = !self.is_open(offset, size) && !self.is_same(offset, size);
                let bits = self.number(offset * 8, size * 8).filter(|_| is_new);
                let value = bits.and_then(|bits| literal(types, ty, bits));
                // Nothing is equal to no number.
                if let Some(value) = value.filter(|_| !self.is_nan(ty, bits)) {
                    self.list.push(format!("{place} == {value}"));
                }
            }
            Some(TypeKind::Pointer(_))
                if self.number(offset * 8, 64) == Some(0) && !self.is_same(offset, 8) =>
            {
                self.list.push(format!("{place} == NULL"));
            }
            // Other addresses differ from run to run, and which member of a union counts is not known.
            _ => {}
        }
    }

    fn array(&mut self, elem: TypeId, count: u64, offset: u64, place: &str) {
        let size = self.types.size(elem).unwrap_or(0);
        if self.is_same(offset, count.saturating_mul(size)) {
            return;
        }
        if let Some(text) = self.text(elem, offset, count) {
            self.list.push(format!("!__builtin_memcmp({place}, {text}, {count})"));
            return;
        }
        for k in 0..count.min(self.bytes.len() as u64) {
            self.part(elem, offset + k * size, &format!("{place}[{k}]"));
        }
    }

    /// Whether the bytes are as before the run.
    fn is_same(&self, offset: u64, size: u64) -> bool {
        let range = offset as usize..offset.saturating_add(size) as usize;
        self.before.is_some_and(|before| before.get(range.clone()) == self.bytes.get(range))
    }

    fn field(&mut self, field: &Field, offset: u64, place: &str) {
        let Some(name) = &field.name else {
            // The members of an anonymous struct are its owner's.
            if field.bits.is_none() {
                self.part(field.ty, offset + field.offset, place);
            }
            return;
        };
        let place = format!("{place}.{name}");
        let Some(bits) = field.bits else { return self.part(field.ty, offset + field.offset, &place) };
        let Some(value) = self.number(offset * 8 + bits.offset, bits.size).filter(|_| bits.size < 32) else {
            return;
        };
        // The bytes around it are its neighbours', too.
        let at = offset + bits.offset / 8;
        if self.is_same(at, (bits.offset % 8 + bits.size).div_ceil(8)) {
            return;
        }
        let signed =
            matches!(self.types.stripped_kind(field.ty), Some(TypeKind::Int(i)) if i.signed && !i.is_bool);
        let shift = 64 - bits.size.clamp(1, 64);
        let value = if signed { ((value << shift) as i64) >> shift } else { value as i64 };
        self.list.push(format!("{place} == {value}"));
    }

    /// The value of `count` bits from bit `first` on.
    fn number(&self, first: u64, count: u64) -> Option<u64> {
        let last = usize::try_from((first + count).div_ceil(8)).ok()?;
        let bytes = self.bytes.get(usize::try_from(first / 8).ok()?..last)?;
        let whole = bytes
            .iter()
            .rev()
            .try_fold(0u128, |all, byte| (bytes.len() <= 9).then_some(all << 8 | u128::from(*byte)))?;
        let mask = u64::MAX.checked_shr(64 - u32::try_from(count.min(64)).ok()?).unwrap_or(0);
        (count <= 64).then_some((whole >> (first % 8)) as u64 & mask)
    }

    /// Whether the bytes were never written.
    fn is_open(&self, offset: u64, size: u64) -> bool {
        let bytes = self.bytes.get(offset as usize..(offset + size) as usize).unwrap_or_default();
        bytes.iter().all(|b| *b == PATTERN)
    }

    fn is_nan(&self, ty: TypeId, bits: Option<u64>) -> bool {
        match (self.types.stripped_kind(ty), bits) {
            (Some(TypeKind::Float(f)), Some(bits)) if f.bytes == 4 => f32::from_bits(bits as u32).is_nan(),
            (Some(TypeKind::Float(f)), Some(bits)) if f.bytes == 8 => f64::from_bits(bits).is_nan(),
            _ => false,
        }
    }

    /// The characters of an array as a string, if all of them can be read or are zeros at its end.
    fn text(&self, elem: TypeId, offset: u64, count: u64) -> Option<String> {
        let bytes = self.bytes.get(offset as usize..(offset + count) as usize)?;
        let is_char = matches!(self.types.stripped_kind(elem), Some(TypeKind::Int(i)) if i.name == "char");
        let end = bytes.iter().rposition(|b| *b != 0)? + 1;
        // A string constant has one zero of its own.
        let fits = end == bytes.len() || end + 1 == bytes.len();
        let plain = |b: &u8| matches!(b, b' '..=b'~') && !matches!(b, b'"' | b'\\' | b'?');
        let readable = is_char && fits && bytes[..end].iter().all(plain);
        readable.then(|| format!("\"{}\"", String::from_utf8_lossy(&bytes[..end])))
    }
}
