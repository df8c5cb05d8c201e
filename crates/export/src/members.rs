//! Checks of a struct that came back, member by member: what lies between them is nobody's.

use acute_input::literal;
use acute_types::{Field, Kind, TypeId, TypeTable};

/// How many members a test checks: more would hide what it is about.
const MOST: usize = 24;

/// What an uninitialised local is filled with in a unit. Of floats it is no number.
const PATTERN: u8 = 0xaa;

/// The conditions that hold of the members of `place`, which has these bytes: `place.a.x == 5`.
pub(crate) fn conditions(types: &TypeTable, ty: TypeId, bytes: &[u8], place: &str) -> Vec<String> {
    let mut members = Members { types, bytes, list: vec![] };
    members.part(ty, 0, place);
    members.list.truncate(MOST);
    members.list
}

struct Members<'a> {
    types: &'a TypeTable,
    bytes: &'a [u8],
    list: Vec<String>,
}

impl Members<'_> {
    fn part(&mut self, ty: TypeId, offset: u64, place: &str) {
        if self.list.len() >= MOST {
            return;
        }
        let types = self.types;
        match types.stripped_kind(ty) {
            Some(Kind::Struct(record)) => {
                for field in &record.fields {
                    self.field(field, offset, place);
                }
            }
            Some(Kind::Array { elem, count: Some(count) }) => {
                let size = types.size(*elem).unwrap_or(0);
                if let Some(text) = self.text(*elem, offset, *count) {
                    self.list.push(format!("!__builtin_memcmp({place}, {text}, {count})"));
                    return;
                }
                for k in (0..*count).take(MOST) {
                    self.part(*elem, offset + k * size, &format!("{place}[{k}]"));
                }
            }
            Some(Kind::Int(_) | Kind::Enum(_) | Kind::Float(_)) => {
                let size = types.size(ty).unwrap_or(0);
                let bits = self.number(offset * 8, size * 8).filter(|_| !self.is_open(offset, size));
                let value = bits.and_then(|bits| literal(types, ty, bits));
                // Nothing is equal to no number.
                if let Some(value) = value.filter(|_| !self.is_nan(ty, bits)) {
                    self.list.push(format!("{place} == {value}"));
                }
            }
            Some(Kind::Pointer(_)) if self.number(offset * 8, 64) == Some(0) => {
                self.list.push(format!("{place} == NULL"));
            }
            // Other addresses differ from run to run, and which member of a union counts is not known.
            _ => {}
        }
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
        let signed =
            matches!(self.types.stripped_kind(field.ty), Some(Kind::Int(i)) if i.signed && !i.is_bool);
        let shift = 64 - bits.size.clamp(1, 64);
        let value = if signed { ((value << shift) as i64) >> shift } else { value as i64 };
        self.list.push(format!("{place} == {value}"));
    }

    /// So many bits from one on.
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

    /// Whether nobody has written these bytes.
    fn is_open(&self, offset: u64, size: u64) -> bool {
        let bytes = self.bytes.get(offset as usize..(offset + size) as usize).unwrap_or_default();
        bytes.iter().all(|b| *b == PATTERN)
    }

    fn is_nan(&self, ty: TypeId, bits: Option<u64>) -> bool {
        match (self.types.stripped_kind(ty), bits) {
            (Some(Kind::Float(f)), Some(bits)) if f.bytes == 4 => f32::from_bits(bits as u32).is_nan(),
            (Some(Kind::Float(f)), Some(bits)) if f.bytes == 8 => f64::from_bits(bits).is_nan(),
            _ => false,
        }
    }

    /// The characters of an array as a string, if all of them can be read or are zeros at its end.
    fn text(&self, elem: TypeId, offset: u64, count: u64) -> Option<String> {
        let bytes = self.bytes.get(offset as usize..(offset + count) as usize)?;
        let is_char = matches!(self.types.stripped_kind(elem), Some(Kind::Int(i)) if i.name == "char");
        let end = bytes.iter().rposition(|b| *b != 0)? + 1;
        // A string constant has one zero of its own.
        let fits = end == bytes.len() || end + 1 == bytes.len();
        let plain = |b: &u8| matches!(b, b' '..=b'~') && !matches!(b, b'"' | b'\\' | b'?');
        let readable = is_char && fits && bytes[..end].iter().all(plain);
        readable.then(|| format!("\"{}\"", String::from_utf8_lossy(&bytes[..end])))
    }
}
