//! The formats that a summary is written in.
//!
//! To add a format: 1. a file in this crate that implements [`Format`]; 2. its line in [`FORMATS`].
use crate::json::Json;
use crate::summary::Summary;

/// Writes summaries.
pub trait Format: Sync {
    /// The name of the file.
    fn file_name(&self) -> &'static str;

    /// The text of the file.
    fn write(&self, summary: &Summary) -> String;
}

/// Every format.
pub const FORMATS: &[&dyn Format] = &[&Json];
