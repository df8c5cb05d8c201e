//! What a saved test says about the files it is for, so that they can be built again.
use crate::results::relative;
use acute_cfront::build::{CFile, Source};
use serde_json::{Value, json};
use std::path::Path;

/// A file of the unit, named from the folder of the tests: its path, or, with flags of its own out of a
/// compilation database, `{"path": ..., "folder": ..., "flags": [...]}`.
pub fn file(tests: &Path, source: &Source) -> Value {
    let named = |path: &Path| relative(tests, path).display().to_string();
    match &source.folder {
        None => json!(named(&source.path)),
        Some(folder) => {
            json!({"path": named(&source.path), "folder": named(folder), "flags": source.flags})
        }
    }
}

/// The files of a saved test that lies in `folder`.
pub fn files(root: &Value, folder: &Path) -> Result<Vec<CFile>, String> {
    let common = match &root["cflags"] {
        Value::Null => vec![],
        list => strings(list).ok_or("its `cflags` are no list of text")?,
    };
    let rows = root["files"].as_array().ok_or("it names no `files`")?;
    let read = |row: &Value| match row {
        Value::String(path) => Some(CFile { path: folder.join(path), flags: common.clone(), folder: None }),
        row => Some(CFile {
            path: folder.join(row["path"].as_str()?),
            flags: strings(&row["flags"])?,
            folder: Some(folder.join(row["folder"].as_str()?)),
        }),
    };
    let files: Option<Vec<CFile>> = rows.iter().map(read).collect();
    files.ok_or("one of its `files` is neither a path nor has `path`, `folder` and `flags`".into())
}

/// How many elements its largest object has.
pub fn longest(root: &Value) -> u64 {
    let objects = root["objects"].as_object().into_iter().flat_map(|o| o.values());
    let marks = root["marks"].as_array().into_iter().flatten();
    let elements = |o: &Value| o["values"].as_array().map_or(1, |v| v.len() as u64);
    objects.chain(marks).map(elements).max().unwrap_or(1)
}

fn strings(list: &Value) -> Option<Vec<String>> {
    list.as_array()?.iter().map(|v| Some(v.as_str()?.to_string())).collect()
}

/// Which of the files holds the function, where several have one of its name.
pub fn which_file(root: &Value) -> Option<usize> {
    root["file"].as_u64().map(|k| k as usize)
}
