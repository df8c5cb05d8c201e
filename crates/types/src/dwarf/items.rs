//! Functions and variables.

use gimli::AttributeValue;
use gimli::constants::*;

use super::Entry;
use super::attributes::{flag, name, reference, static_address, unsigned};
use super::builder::Declaration;
use super::unit::{Open, Walk};
use crate::debug_info::{Error, Function, Global};
use crate::table::TypeKind;

impl<'a> Walk<'a> {
    pub(super) fn subprogram(&mut self, entry: &Entry<'a>) -> Result<Open, Error> {
        let Some(offset) = self.offset(entry) else {
            return Ok(Open::Other);
        };
        let address = match entry.attr_value(DW_AT_low_pc) {
            Some(value) => self.unit.attr_address(value)?,
            None => None,
        };
        // Code of a function that is described elsewhere because it was also inlined.
        if let Some(origin) = reference(self.unit, entry, DW_AT_abstract_origin) {
            if let Some(address) = address {
                self.builder.instance(origin, address);
            }
            return Ok(Open::Other);
        }
        let name = name(self.unit, entry)?;
        let ret = self.type_of(entry)?;
        let is_static = !flag(entry, DW_AT_external);
        if flag(entry, DW_AT_declaration) {
            if let Some(name) = name {
                self.builder.declaration(offset, Declaration { name, ty: ret, is_static });
            }
            return Ok(Open::Other);
        }
        let function = Function {
            name: name.unwrap_or_default(),
            file: self.file(entry)?,
            line: unsigned(entry, DW_AT_decl_line).unwrap_or(0),
            is_static,
            params: Vec::new(),
            variadic: false,
            ret,
            address,
            unit_file: self.unit_file.clone(),
            unit_dir: self.unit_dir.clone(),
        };
        let declared = reference(self.unit, entry, DW_AT_specification);
        Ok(Open::Function(self.builder.function(offset, function, declared)))
    }

    pub(super) fn variable(&mut self, entry: &Entry<'a>) -> Result<Open, Error> {
        let Some(offset) = self.offset(entry) else {
            return Ok(Open::Other);
        };
        let name = name(self.unit, entry)?;
        let ty = self.type_of(entry)?;
        let is_static = !flag(entry, DW_AT_external);
        let Some(address) = static_address(self.unit, entry, DW_AT_location) else {
            // Both `extern int x;` and the automatic variables of functions; only the first is
            // ever referred to.
            if let (Some(name), true) = (name, flag(entry, DW_AT_declaration)) {
                self.builder.declaration(offset, Declaration { name, ty, is_static });
            }
            return Ok(Open::Other);
        };
        let declared = reference(self.unit, entry, DW_AT_specification);
        let ty = match ty {
            Some(ty) => ty,
            None => self.builder.fresh(TypeKind::Unsupported("unknown type".to_owned()))?,
        };
        let function = self.functions.last().map(|(_, index)| *index);
        let function = function.and_then(|i| self.builder.function_mut(i)).map(|f| f.name.clone());
        let unit_file = self.unit_file.clone();
        let name = name.unwrap_or_default();
        self.builder.global(Global { name, ty, address, is_static, function, unit_file }, declared);
        Ok(Open::Other)
    }

    /// The absolute path of the file that an entry was declared in.
    fn file(&self, entry: &Entry<'a>) -> Result<String, Error> {
        let unit = self.unit;
        let mut path = std::path::PathBuf::from(&self.unit_dir);
        let index = match entry.attr_value(DW_AT_decl_file) {
            Some(AttributeValue::FileIndex(index)) => Some(index),
            Some(value) => value.udata_value(),
            None => None,
        };
        let header = unit.line_program.as_ref().map(|p| p.header());
        match header.zip(index).and_then(|(h, i)| h.file(i).map(|f| (h, f))) {
            Some((header, file)) => {
                if let Some(directory) = file.directory(header) {
                    path.push(unit.attr_string(directory)?.to_string_lossy().as_ref());
                }
                path.push(unit.attr_string(file.path_name())?.to_string_lossy().as_ref());
            }
            None => path.push(&self.unit_file),
        }
        Ok(path.to_string_lossy().into_owned())
    }
}
