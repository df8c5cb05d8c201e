//! Reading DWARF: sections, then every compile unit of C.

mod attributes;
mod builder;
mod items;
mod members;
mod sections;
mod unit;

use gimli::{AttributeValue, DW_AT_language, EndianSlice, LittleEndian};

use crate::debug_info::{DebugInfo, Error};

type Reader<'a> = EndianSlice<'a, LittleEndian>;
type Entry<'a> = gimli::DebuggingInformationEntry<Reader<'a>>;
type UnitRef<'a> = gimli::UnitRef<'a, Reader<'a>>;

impl From<gimli::Error> for Error {
    fn from(error: gimli::Error) -> Error {
        Error::Damaged(error.to_string())
    }
}

/// C23 has its number, but not yet a name in gimli.
const DW_LANG_C23: gimli::DwLang = gimli::DwLang(0x3e);

/// Reads all compile units of an ELF file that were written in C.
pub(crate) fn read(file: &[u8]) -> Result<DebugInfo, Error> {
    let sections = sections::load(file)?;
    let dwarf = sections.borrow(|bytes| EndianSlice::new(bytes, LittleEndian));
    let mut builder = builder::Builder::default();
    let mut units = dwarf.units();
    let mut seen = false;
    while let Some(header) = units.next()? {
        let unit = dwarf.unit(header)?;
        let unit = unit.unit_ref(&dwarf);
        // An executable may hold units of other languages: our own runtime is one.
        if is_c(unit)? {
            seen = true;
            unit::walk(&mut builder, unit)?;
        }
    }
    if seen { builder.finish() } else { Err(Error::NoDebugInfo) }
}

fn is_c(unit: UnitRef<'_>) -> Result<bool, Error> {
    let mut entries = unit.entries();
    let Some(root) = entries.next_dfs()? else {
        return Ok(false);
    };
    Ok(match root.attr_value(DW_AT_language) {
        Some(AttributeValue::Language(language)) => matches!(
            language,
            gimli::DW_LANG_C
                | gimli::DW_LANG_C89
                | gimli::DW_LANG_C99
                | gimli::DW_LANG_C11
                | gimli::DW_LANG_C17
                | DW_LANG_C23
        ),
        _ => false,
    })
}
