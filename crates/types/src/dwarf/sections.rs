//! The DWARF sections of an ELF file, with relocations applied.

use gimli::{DwarfSections, SectionId};
use object::{Object, ObjectSection, ObjectSymbol, RelocationKind, RelocationTarget};

use crate::debug_info::Error;

/// Copies the debug sections out of the file; those of relocatable objects are relocated.
pub(super) fn load(file: &[u8]) -> Result<DwarfSections<Vec<u8>>, Error> {
    let object = object::File::parse(file).map_err(|e| Error::NotAnObject(e.to_string()))?;
    if !object.is_64() || !object.is_little_endian() {
        return Err(Error::OtherMachine);
    }
    DwarfSections::load(|id: SectionId| match object.section_by_name(id.name()) {
        Some(section) => relocated(&object, &section),
        None => Ok(Vec::new()),
    })
}

fn relocated(object: &object::File<'_>, section: &object::Section<'_, '_>) -> Result<Vec<u8>, Error> {
    let data = section.uncompressed_data().map_err(|e| Error::Damaged(e.to_string()))?;
    let mut bytes = data.into_owned();
    if object.kind() != object::ObjectKind::Relocatable {
        return Ok(bytes);
    }
    for (offset, relocation) in section.relocations() {
        // Debug sections of C hold no others but thread-local offsets, which we do not use.
        if relocation.kind() != RelocationKind::Absolute {
            continue;
        }
        let target = match relocation.target() {
            RelocationTarget::Symbol(index) => match object.symbol_by_index(index) {
                Ok(symbol) => symbol.address(),
                Err(e) => return Err(Error::Damaged(e.to_string())),
            },
            RelocationTarget::Absolute => 0,
            _ => continue,
        };
        let width = usize::from(relocation.size() / 8);
        let place = usize::try_from(offset).ok().and_then(|at| bytes.get_mut(at..at.checked_add(width)?));
        let Some(place) = place.filter(|p| p.len() <= 8) else {
            return Err(Error::Damaged("a relocation outside of its section".to_owned()));
        };
        let mut value = target.wrapping_add(relocation.addend() as u64);
        if relocation.has_implicit_addend() {
            let mut old = [0; 8];
            old[..width].copy_from_slice(place);
            value = value.wrapping_add(u64::from_le_bytes(old));
        }
        place.copy_from_slice(&value.to_le_bytes()[..width]);
    }
    Ok(bytes)
}
