//! The attributes of an entry, in the forms that C compilers give them.

use gimli::{AttributeValue, DW_AT_name, DwAt, Operation};

use super::{Entry, UnitRef};
use crate::debug_info::Error;

/// Names longer than this are cut: a damaged file can make a million of one long string.
const MAX_NAME: usize = 4096;

/// A string attribute.
pub(super) fn string<'a>(unit: UnitRef<'a>, entry: &Entry<'a>, at: DwAt) -> Result<Option<String>, Error> {
    let Some(value) = entry.attr_value(at) else {
        return Ok(None);
    };
    let text = unit.attr_string(value)?;
    let bytes = &text.slice()[..text.slice().len().min(MAX_NAME)];
    Ok(Some(String::from_utf8_lossy(bytes).into_owned()))
}

/// The name of an entry; an empty one is none.
pub(super) fn name<'a>(unit: UnitRef<'a>, entry: &Entry<'a>) -> Result<Option<String>, Error> {
    Ok(string(unit, entry, DW_AT_name)?.filter(|n| !n.is_empty()))
}

/// An unsigned constant.
pub(super) fn unsigned(entry: &Entry<'_>, at: DwAt) -> Option<u64> {
    entry.attr(at).and_then(|a| a.udata_value())
}

/// A constant of either sign, as 64 bits. Compilers write those that are not negative in forms
/// without a sign, so only the signed forms are extended.
pub(super) fn constant(entry: &Entry<'_>, at: DwAt) -> Option<i64> {
    match entry.attr_value(at)? {
        AttributeValue::Sdata(v) => Some(v),
        other => other.udata_value().map(|v| v as i64),
    }
}

/// A flag; absent is false.
pub(super) fn flag(entry: &Entry<'_>, at: DwAt) -> bool {
    matches!(entry.attr_value(at), Some(AttributeValue::Flag(true)))
}

/// The offset in `.debug_info` of the entry that an attribute refers to.
pub(super) fn reference<'a>(unit: UnitRef<'a>, entry: &Entry<'a>, at: DwAt) -> Option<usize> {
    match entry.attr_value(at)? {
        AttributeValue::UnitRef(offset) => Some(offset.to_debug_info_offset(&unit.header)?.0),
        AttributeValue::DebugInfoRef(offset) => Some(offset.0),
        _ => None,
    }
}

/// The offset of a member: a constant, or in old DWARF an expression of one operation.
pub(super) fn member_offset<'a>(unit: UnitRef<'a>, entry: &Entry<'a>, at: DwAt) -> Option<u64> {
    match entry.attr_value(at)? {
        AttributeValue::Exprloc(expression) => {
            match expression.operations(unit.encoding()).next().ok()?? {
                Operation::PlusConstant { value } => Some(value),
                _ => None,
            }
        }
        other => other.udata_value(),
    }
}

/// The address in a location that is nothing but an address.
pub(super) fn static_address<'a>(unit: UnitRef<'a>, entry: &Entry<'a>, at: DwAt) -> Option<u64> {
    let AttributeValue::Exprloc(expression) = entry.attr_value(at)? else {
        return None;
    };
    let mut operations = expression.operations(unit.encoding());
    let address = match operations.next().ok()?? {
        Operation::Address { address } => address,
        Operation::AddressIndex { index } => unit.address(index).ok()?,
        _ => return None,
    };
    match operations.next() {
        Ok(None) => Some(address),
        // clang places the members of a merged group of variables at an address plus a constant.
        Ok(Some(Operation::PlusConstant { value })) if matches!(operations.next(), Ok(None)) => {
            address.checked_add(value)
        }
        _ => None,
    }
}
