//! Folders for temporary files. One that a killed command left is removed by the next.
//!
//! Each holds a file that its process keeps locked; the kernel drops the lock however the process ends.
use crate::error::Error;
use crate::interrupt;
use rustix::fs::{FlockOperation, flock};
use std::fs::File;
use std::io::Write;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

const PREFIX: &str = "acute-";
/// The file that is locked as long as the folder is in use.
const IN_USE: &str = ".acute-in-use";

/// A folder that is removed with its owner.
pub struct Scratch {
    folder: tempfile::TempDir,
    _lock: File,
}

impl Scratch {
    /// Makes one in the system's folder for temporary files, and removes what killed commands left there.
    pub fn new() -> Result<Scratch, Error> {
        let base = std::env::temp_dir();
        remove_abandoned(&base);
        let folder = tempfile::Builder::new().prefix(PREFIX).tempdir_in(&base).map_err(Error::io(&base))?;
        interrupt::remember(folder.path());
        let path = folder.path().join(IN_USE);
        let lock = locked(folder.path(), &path).map_err(Error::io(&path))?;
        Ok(Scratch { folder, _lock: lock })
    }

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // The folder goes before it is forgotten, so that a signal in between removes it, too.
        let _ = std::fs::remove_dir_all(self.folder.path());
        interrupt::forget(self.folder.path());
    }
}

/// Makes a locked file: it has its name only once it is locked, or another command could take it for abandoned.
fn locked(folder: &Path, path: &Path) -> std::io::Result<File> {
    let file = tempfile::NamedTempFile::new_in(folder)?;
    match flock(file.as_file(), FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => {}
        // A file system without locks: the file has no name that anything looks for.
        Err(_) => return Ok(file.keep()?.0),
    }
    Ok(file.persist(path)?)
}

/// Removes the folders of commands that were killed: ours, of this user, and not in use.
fn remove_abandoned(base: &Path) {
    let me = rustix::process::geteuid().as_raw();
    let entries = std::fs::read_dir(base).into_iter().flatten().flatten();
    let is_scratch = |e: &std::fs::DirEntry| {
        e.file_name().to_string_lossy().starts_with(PREFIX)
            && e.metadata().is_ok_and(|m| m.is_dir() && m.uid() == me)
    };
    for folder in entries.filter(is_scratch).map(|e| e.path()) {
        let Some(_lock) = abandoned(&folder) else { continue };
        let _ = std::fs::remove_dir_all(&folder);
    }
}

/// The lock of a folder whose owner is gone.
fn abandoned(folder: &Path) -> Option<File> {
    let path: PathBuf = folder.join(IN_USE);
    let is_file = path.symlink_metadata().is_ok_and(|m| m.is_file());
    let file = File::open(path).ok().filter(|_| is_file)?;
    flock(&file, FlockOperation::NonBlockingLockExclusive).ok().map(|()| file)
}

/// Writes a file as a whole or not at all.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut part = tempfile::NamedTempFile::new_in(folder).map_err(Error::io(folder))?;
    part.write_all(bytes).map_err(Error::io(path))?;
    // A temporary file is its owner's alone; this one is like any other.
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o666 & !umask());
    part.as_file().set_permissions(mode).map_err(Error::io(path))?;
    part.persist(path).map(|_| ()).map_err(|e| Error::Io(path.to_owned(), e.error))
}

/// The mode bits that new files of this process do not have.
fn umask() -> u32 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|l| l.strip_prefix("Umask:"));
    mask.and_then(|m| u32::from_str_radix(m.trim(), 8).ok()).unwrap_or(0o022)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_folders_of_killed_commands_are_removed() {
        let base = tempfile::tempdir().expect("a folder");
        let make = |name: &str| {
            let folder = base.path().join(name);
            std::fs::create_dir(&folder).expect("made");
            folder
        };
        let [in_use, killed, unmarked, other] = ["acute-a", "acute-b", "acute-c", "other-d"].map(make);
        let lock = locked(&in_use, &in_use.join(IN_USE)).expect("locked");
        drop(locked(&killed, &killed.join(IN_USE)).expect("locked"));
        drop(locked(&other, &other.join(IN_USE)).expect("locked"));
        std::fs::write(killed.join("unit"), "").expect("written");
        std::os::unix::fs::symlink(&unmarked, base.path().join("acute-link")).expect("linked");
        remove_abandoned(base.path());
        assert_eq!([&in_use, &killed, &unmarked, &other].map(|f| f.exists()), [true, false, true, true]);
        drop(lock);
        remove_abandoned(base.path());
        assert!(!in_use.exists() && unmarked.exists());
    }
}
