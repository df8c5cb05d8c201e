//! The children of types: members, enumerators, dimensions and parameters.

use gimli::AttributeValue;
use gimli::constants::*;

use super::Entry;
use super::attributes::{constant, member_offset, name, unsigned};
use super::unit::{Open, Walk};
use crate::debug_info::{Error, Param};
use crate::table::{BitField, Enumerator, Field, TypeKind};

impl<'a> Walk<'a> {
    pub(super) fn enumerator(&mut self, entry: &Entry<'a>) -> Result<Open, Error> {
        let (Open::Type(id), Some(name)) = (self.parent(), name(self.unit, entry)?) else {
            return Ok(Open::Other);
        };
        let value = constant(entry, DW_AT_const_value).unwrap_or(0);
        let negative = matches!(entry.attr_value(DW_AT_const_value), Some(AttributeValue::Sdata(v)) if v < 0);
        if let TypeKind::Enum(e) = self.builder.kind_mut(id) {
            e.signed |= negative;
            e.enumerators.push(Enumerator { name, value });
        }
        Ok(Open::Other)
    }

    pub(super) fn dimension(&mut self, entry: &Entry<'a>) -> Result<Open, Error> {
        let Open::Array { innermost, dimensions } = self.parent() else {
            return Ok(Open::Other);
        };
        let length = unsigned(entry, DW_AT_count).or_else(|| {
            // An upper bound of -1 is the zero-length array of GNU C.
            constant(entry, DW_AT_upper_bound).map(|last| (last as u64).wrapping_add(1))
        });
        let TypeKind::Array { elem, count } = self.builder.kind_mut(innermost) else {
            return Ok(Open::Other);
        };
        let mut now = innermost;
        if dimensions == 0 {
            *count = length;
        } else {
            let below = TypeKind::Array { elem: *elem, count: length };
            now = self.builder.fresh(below)?;
            if let TypeKind::Array { elem, .. } = self.builder.kind_mut(innermost) {
                *elem = now;
            }
        }
        if let Some((_, open)) = self.open.last_mut() {
            *open = Open::Array { innermost: now, dimensions: dimensions + 1 };
        }
        Ok(Open::Other)
    }

    pub(super) fn member(&mut self, entry: &Entry<'a>) -> Result<Open, Error> {
        let (Open::Type(id), Some(ty)) = (self.parent(), self.type_of(entry)?) else {
            return Ok(Open::Other);
        };
        let name = name(self.unit, entry)?;
        let at = member_offset(self.unit, entry, DW_AT_data_member_location);
        let mut offset = at.unwrap_or(0);
        let mut bits = None;
        if let Some(size) = unsigned(entry, DW_AT_bit_size) {
            let first = match unsigned(entry, DW_AT_data_bit_offset) {
                Some(first) => first,
                // Before DWARF 4 bits were counted from the top of the storage unit.
                None => {
                    let storage = unsigned(entry, DW_AT_byte_size).unwrap_or(4).wrapping_mul(8);
                    let from_top = unsigned(entry, DW_AT_bit_offset).unwrap_or(0);
                    let from_bottom = storage.wrapping_sub(from_top).wrapping_sub(size);
                    offset.wrapping_mul(8).wrapping_add(from_bottom)
                }
            };
            bits = Some(BitField { offset: first, size });
            offset = first / 8;
        }
        if let Some(align) = unsigned(entry, DW_AT_alignment) {
            self.builder.align(id, align);
        }
        if let TypeKind::Struct(r) | TypeKind::Union(r) = self.builder.kind_mut(id) {
            r.fields.push(Field { name, offset, ty, bits });
        }
        Ok(Open::Other)
    }

    pub(super) fn parameter(&mut self, entry: &Entry<'a>) -> Result<Open, Error> {
        let variadic = entry.tag() == DW_TAG_unspecified_parameters;
        let ty = self.type_of(entry)?;
        let name = name(self.unit, entry)?.unwrap_or_default();
        match self.parent() {
            Open::Type(id) => {
                if let TypeKind::Function(f) = self.builder.kind_mut(id) {
                    f.variadic |= variadic;
                    f.params.extend(ty);
                }
            }
            Open::Function(index) => {
                if let Some(f) = self.builder.function_mut(index) {
                    f.variadic |= variadic;
                    f.params.extend(ty.map(|ty| Param { name, ty }));
                }
            }
            _ => {}
        }
        Ok(Open::Other)
    }
}
