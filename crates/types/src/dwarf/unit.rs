//! One compile unit: a single walk over its entries, depth first.

// gimli keeps the spelling of the DWARF standard.
#![allow(non_upper_case_globals)]

use gimli::AttributeValue;
use gimli::constants::*;

use super::attributes::{flag, name, reference, string, unsigned};
use super::builder::Builder;
use super::{Entry, UnitRef};
use crate::debug_info::Error;
use crate::table::{Enum, Float, FunctionType, Int, Qualifier, Record, TypeId, TypeKind};

/// An entry whose children are being read.
#[derive(Clone, Copy)]
pub(super) enum Open {
    /// A struct, union, enum or function type: children add to its kind.
    Type(TypeId),
    /// An array: every dimension after the first makes an inner array.
    Array { innermost: TypeId, dimensions: u32 },
    /// A function that is defined here, by its place in the builder.
    Function(usize),
    /// Children are none of the above's.
    Other,
}

/// The state of the walk.
pub(super) struct Walk<'a> {
    pub(super) builder: &'a mut Builder,
    pub(super) unit: UnitRef<'a>,
    pub(super) unit_file: String,
    pub(super) unit_dir: String,
    // invariant: depths strictly increase
    pub(super) open: Vec<(isize, Open)>,
    /// The functions among `open`, innermost last.
    pub(super) functions: Vec<(isize, usize)>,
}

/// Adds the types, functions and variables of one unit to the builder.
pub(super) fn walk<'a>(builder: &'a mut Builder, unit: UnitRef<'a>) -> Result<(), Error> {
    let mut walk = Walk {
        builder,
        unit,
        unit_file: String::new(),
        unit_dir: String::new(),
        open: Vec::new(),
        functions: Vec::new(),
    };
    let mut entries = unit.entries();
    while let Some(entry) = entries.next_dfs()? {
        let depth = entry.depth();
        walk.open.truncate(walk.open.partition_point(|(d, _)| *d < depth));
        walk.functions.truncate(walk.functions.partition_point(|(d, _)| *d < depth));
        let open = walk.entry(entry)?;
        if entry.has_children() {
            walk.open.push((depth, open));
            if let Open::Function(index) = open {
                walk.functions.push((depth, index));
            }
        }
    }
    Ok(())
}

impl<'a> Walk<'a> {
    fn entry(&mut self, entry: &Entry<'a>) -> Result<Open, Error> {
        match entry.tag() {
            DW_TAG_compile_unit => {
                self.unit_file = name(self.unit, entry)?.unwrap_or_default();
                self.unit_dir = string(self.unit, entry, DW_AT_comp_dir)?.unwrap_or_default();
                Ok(Open::Other)
            }
            DW_TAG_subprogram => self.subprogram(entry),
            DW_TAG_variable => self.variable(entry),
            DW_TAG_formal_parameter | DW_TAG_unspecified_parameters => self.parameter(entry),
            DW_TAG_member => self.member(entry),
            DW_TAG_enumerator => self.enumerator(entry),
            DW_TAG_subrange_type => self.dimension(entry),
            _ => self.type_entry(entry),
        }
    }

    pub(super) fn parent(&self) -> Open {
        self.open.last().map_or(Open::Other, |(_, open)| *open)
    }

    pub(super) fn offset(&self, entry: &Entry<'a>) -> Option<usize> {
        entry.offset().to_debug_info_offset(&self.unit.header).map(|o| o.0)
    }

    /// The type that an entry has; `None` is void.
    pub(super) fn type_of(&mut self, entry: &Entry<'a>) -> Result<Option<TypeId>, Error> {
        match reference(self.unit, entry, DW_AT_type) {
            Some(offset) => self.builder.type_at(offset).map(Some),
            // A type unit's signature: present, but not for us.
            None if entry.has_attr(DW_AT_type) => {
                let kind = TypeKind::Unsupported("type in a type unit".to_owned());
                self.builder.fresh(kind).map(Some)
            }
            None => Ok(None),
        }
    }

    fn type_entry(&mut self, entry: &Entry<'a>) -> Result<Open, Error> {
        let tag = entry.tag();
        let qualified = |qualifier, target| TypeKind::Qualified { qualifier, target };
        let kind = match tag {
            DW_TAG_base_type => base_type(name(self.unit, entry)?.unwrap_or_default(), entry),
            DW_TAG_pointer_type if unsigned(entry, DW_AT_byte_size).unwrap_or(8) != 8 => {
                TypeKind::Unsupported("pointer of another size".to_owned())
            }
            DW_TAG_pointer_type => TypeKind::Pointer(self.type_of(entry)?),
            DW_TAG_const_type => qualified(Qualifier::Const, self.type_of(entry)?),
            DW_TAG_volatile_type => qualified(Qualifier::Volatile, self.type_of(entry)?),
            DW_TAG_restrict_type => qualified(Qualifier::Restrict, self.type_of(entry)?),
            DW_TAG_atomic_type => qualified(Qualifier::Atomic, self.type_of(entry)?),
            DW_TAG_typedef => TypeKind::Typedef {
                name: name(self.unit, entry)?.unwrap_or_default(),
                target: self.type_of(entry)?,
            },
            DW_TAG_structure_type | DW_TAG_union_type => self.record(entry)?,
            DW_TAG_enumeration_type => self.enumeration(entry)?,
            DW_TAG_array_type if flag(entry, DW_AT_GNU_vector) => TypeKind::Unsupported("vector".to_owned()),
            DW_TAG_array_type => match self.type_of(entry)? {
                Some(elem) => TypeKind::Array { elem, count: None },
                None => TypeKind::Unsupported("array of void".to_owned()),
            },
            DW_TAG_subroutine_type => TypeKind::Function(FunctionType {
                ret: self.type_of(entry)?,
                params: Vec::new(),
                variadic: false,
                prototyped: flag(entry, DW_AT_prototyped),
            }),
            DW_TAG_unspecified_type => TypeKind::Unsupported(name(self.unit, entry)?.unwrap_or_default()),
            _ => return Ok(Open::Other),
        };
        let Some(offset) = self.offset(entry) else {
            return Ok(Open::Other);
        };
        let id = self.builder.type_at(offset)?;
        let is_array = matches!(kind, TypeKind::Array { .. });
        self.builder.define(id, kind, !self.functions.is_empty());
        if let Some(align) = unsigned(entry, DW_AT_alignment) {
            self.builder.align(id, align);
        }
        Ok(if is_array { Open::Array { innermost: id, dimensions: 0 } } else { Open::Type(id) })
    }

    fn record(&mut self, entry: &Entry<'a>) -> Result<TypeKind, Error> {
        let is_union = entry.tag() == DW_TAG_union_type;
        let tag = name(self.unit, entry)?;
        if flag(entry, DW_AT_declaration) {
            let keyword = if is_union { "union" } else { "struct" };
            return Ok(TypeKind::Incomplete { keyword, tag: tag.unwrap_or_default() });
        }
        let Some(size) = unsigned(entry, DW_AT_byte_size) else {
            return Ok(TypeKind::Unsupported("struct of unknown size".to_owned()));
        };
        let record = Record { tag, typedef: None, size, fields: Vec::new() };
        Ok(if is_union { TypeKind::Union(record) } else { TypeKind::Struct(record) })
    }

    fn enumeration(&mut self, entry: &Entry<'a>) -> Result<TypeKind, Error> {
        let tag = name(self.unit, entry)?;
        if flag(entry, DW_AT_declaration) {
            return Ok(TypeKind::Incomplete { keyword: "enum", tag: tag.unwrap_or_default() });
        }
        // Both compilers write the underlying type before the enumeration or tell its encoding;
        // where neither helps, a negative enumerator makes the type signed.
        let signed = match entry.attr_value(DW_AT_encoding) {
            Some(AttributeValue::Encoding(encoding)) => is_signed(encoding),
            _ => match reference(self.unit, entry, DW_AT_type) {
                Some(offset) => {
                    let underlying = self.builder.type_at(offset)?;
                    matches!(self.builder.kind_mut(underlying), TypeKind::Int(i) if i.signed)
                }
                None => false,
            },
        };
        match unsigned(entry, DW_AT_byte_size) {
            Some(bytes @ (1 | 2 | 4 | 8)) => Ok(TypeKind::Enum(Enum {
                tag,
                typedef: None,
                bytes: bytes as u8,
                signed,
                enumerators: Vec::new(),
            })),
            _ => Ok(TypeKind::Unsupported("enum of unknown size".to_owned())),
        }
    }
}

fn is_signed(encoding: DwAte) -> bool {
    matches!(encoding, DW_ATE_signed | DW_ATE_signed_char)
}

fn base_type(name: String, entry: &Entry<'_>) -> TypeKind {
    let Some(AttributeValue::Encoding(encoding)) = entry.attr_value(DW_AT_encoding) else {
        return TypeKind::Unsupported(name);
    };
    let bytes = match unsigned(entry, DW_AT_byte_size) {
        Some(bytes @ (1 | 2 | 4 | 8 | 16)) => bytes as u8,
        _ => return TypeKind::Unsupported(name),
    };
    // `_BitInt(N)` is written without its N.
    if name.contains("_BitInt") {
        return TypeKind::Unsupported(name);
    }
    let is_char = matches!(encoding, DW_ATE_signed_char | DW_ATE_unsigned_char);
    match encoding {
        DW_ATE_boolean | DW_ATE_signed | DW_ATE_unsigned | DW_ATE_signed_char | DW_ATE_unsigned_char
        | DW_ATE_UTF => TypeKind::Int(Int {
            signed: is_signed(encoding),
            is_bool: encoding == DW_ATE_boolean,
            is_char,
            name: usual_spelling(&name),
            bytes,
        }),
        DW_ATE_float => TypeKind::Float(Float { name, bytes }),
        _ => TypeKind::Unsupported(name),
    }
}

/// gcc writes `long unsigned int` where clang writes `unsigned long`; people write the latter.
fn usual_spelling(name: &str) -> String {
    let words: Vec<&str> = name.split(' ').collect();
    let longs = words.iter().filter(|w| **w == "long").count();
    let width = match longs {
        _ if words.contains(&"short") => "short",
        1 => "long",
        2 => "long long",
        _ => return name.to_owned(),
    };
    if words.contains(&"unsigned") { format!("unsigned {width}") } else { width.to_owned() }
}
