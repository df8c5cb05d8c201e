//! Puts the headers beside the program, where it looks for its parts.
use std::path::{Path, PathBuf};

fn main() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../include");
    println!("cargo::rerun-if-changed={}", source.display());
    // OUT_DIR is target/release/build/NAME/out.
    let out = PathBuf::from(std::env::var_os("OUT_DIR").unwrap_or_default());
    if let Some(folder) = out.ancestors().nth(3)
        && let Err(e) = copy(&source, &folder.join("include"))
    {
        println!("cargo::error=cannot copy the headers to {}: {e}", folder.display());
    }
}

fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            std::fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}
