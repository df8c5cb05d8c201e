//! Where our own parts and the compiler are.
use crate::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The parts of acute and the compiler they work with.
#[derive(Clone, Debug)]
pub struct Home {
    /// The pass plugin.
    pub plugin: PathBuf,
    /// The runtime.
    pub runtime: PathBuf,
    /// The headers.
    pub include: PathBuf,
    /// The linker of `acute cc`.
    pub linker: PathBuf,
    /// clang 19.
    pub clang: PathBuf,
}

const PLUGIN: &str = "libacute_instrument.so";
const RUNTIME: &str = "libacute_runtime.a";

impl Home {
    /// Looks beside the program, then where `make install` puts things; `ACUTE_HOME` comes first.
    pub fn find() -> Result<Home, Error> {
        let mut folders: Vec<PathBuf> =
            std::env::var_os("ACUTE_HOME").map(PathBuf::from).into_iter().collect();
        if let Some(own) = std::env::current_exe().ok().and_then(|exe| Some(exe.parent()?.to_owned())) {
            // Tests and benchmarks run from a folder below.
            folders.extend([own.clone(), own.join("../lib/acute"), own.join("..")]);
        }
        let found = folders.iter().find(|f| f.join(PLUGIN).is_file() && f.join(RUNTIME).is_file());
        let Some(folder) = found else {
            return Err(Error::Missing(format!(
                "{PLUGIN} and {RUNTIME} are not beside the program: type `make build`, or set ACUTE_HOME to their folder"
            )));
        };
        let folder = folder.canonicalize().unwrap_or_else(|_| folder.clone());
        let linker = folder.join(crate::cc::LINKER);
        let (plugin, runtime, include) = (folder.join(PLUGIN), folder.join(RUNTIME), folder.join("include"));
        if !include.join("acute.h").is_file() {
            let text = format!("acute.h is not in {}: type `make build`", include.display());
            return Err(Error::Missing(text));
        }
        Ok(Home { plugin, runtime, include, linker, clang: find_clang()? })
    }
}

/// Our headers behind those that the person's own environment names.
pub fn with_include(include: &Path) -> std::ffi::OsString {
    let mut folders = std::env::var_os("C_INCLUDE_PATH").unwrap_or_default();
    if !folders.is_empty() {
        folders.push(":");
    }
    folders.push(include);
    folders
}

/// The pass is bound to LLVM 19, so the compiler must be clang 19; `ACUTE_CLANG` says where it is.
fn find_clang() -> Result<PathBuf, Error> {
    let chosen = std::env::var("ACUTE_CLANG").ok();
    let names = match &chosen {
        Some(name) => vec![name.as_str()],
        None => vec!["clang-19", "/usr/lib/llvm-19/bin/clang", "clang"],
    };
    for name in names {
        let version = Command::new(name).arg("--version").stdin(Stdio::null()).output();
        if let Ok(output) = version {
            let text = String::from_utf8_lossy(&output.stdout);
            if text.contains("version 19.") {
                return Ok(Path::new(name).to_owned());
            }
        }
    }
    Err(Error::Missing(
        "clang 19 is not installed: type `apt-get install clang-19` (as root, or with sudo)".into(),
    ))
}
