//! The one thing we read out of the unit's file: which dynamic loader it asks for.

use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use crate::SandboxError;

const PT_INTERP: u32 = 3;
const EM_X86_64: u16 = 62;
const HEADER_SIZE: usize = 64;
const ENTRY_SIZE: usize = 56;
/// The kernel refuses a longer one too (PATH_MAX).
const LONGEST_PATH: u64 = 4096;

/// The dynamic loader `exe` names in PT_INTERP, `None` for a static executable.
pub(crate) fn interpreter(exe: &Path) -> Result<Option<PathBuf>, SandboxError> {
    let open = |source| SandboxError::Open { path: exe.to_owned(), source };
    let bad = |reason| SandboxError::NotExecutable { path: exe.to_owned(), reason };
    let file = File::open(exe).map_err(open)?;

    let mut header = [0; HEADER_SIZE];
    if !read_at(&file, &mut header, 0).map_err(open)? {
        return Err(bad("it is shorter than an ELF header"));
    }
    if header[..4] != *b"\x7fELF" || header[4] != 2 || header[5] != 1 {
        return Err(bad("it is no 64-bit little-endian ELF file"));
    }
    if u16_at(&header, 18) != EM_X86_64 {
        return Err(bad("it was built for another machine"));
    }
    if usize::from(u16_at(&header, 54)) != ENTRY_SIZE {
        return Err(bad("its program headers have an odd size"));
    }

    let (table, count) = (u64_at(&header, 32), u16_at(&header, 56));
    for index in 0..u64::from(count) {
        let mut entry = [0; ENTRY_SIZE];
        let whole = match table.checked_add(index * ENTRY_SIZE as u64) {
            Some(at) => read_at(&file, &mut entry, at).map_err(open)?,
            None => false,
        };
        if !whole {
            return Err(bad("its program headers are cut off"));
        }
        if u32_at(&entry, 0) != PT_INTERP {
            continue;
        }
        let (at, size) = (u64_at(&entry, 8), u64_at(&entry, 32));
        if !(2..=LONGEST_PATH).contains(&size) {
            return Err(bad("the name of its loader has an odd length"));
        }
        let mut name = vec![0; size as usize];
        if !read_at(&file, &mut name, at).map_err(open)? || name.pop() != Some(0) {
            return Err(bad("the name of its loader is cut off"));
        }
        return Ok(Some(PathBuf::from(OsString::from_vec(name))));
    }
    Ok(None)
}

/// Fills `buffer` from `offset`; false when the file ends before.
fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<bool> {
    match file.read_exact_at(buffer, offset) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        // An offset beyond what a file can have.
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(false),
        Err(error) => Err(error),
    }
}

// The three readers below are called with constant offsets inside fixed arrays.

fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from(u16_at(bytes, at)) | u32::from(u16_at(bytes, at + 2)) << 16
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from(u32_at(bytes, at)) | u64::from(u32_at(bytes, at + 4)) << 32
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering};

    /// Writes `bytes` to a file of its own, reads its interpreter and removes the file.
    fn check(bytes: &[u8]) -> Result<Option<PathBuf>, SandboxError> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("acute-elf-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        std::fs::write(&path, bytes).unwrap();
        let found = interpreter(&path);
        std::fs::remove_file(&path).unwrap();
        found
    }

    /// An ELF header with one program header at 64 that names its loader at 120.
    fn small_elf(loader: &[u8]) -> Vec<u8> {
        let mut elf = vec![0; 120];
        elf[..6].copy_from_slice(b"\x7fELF\x02\x01");
        elf[18] = EM_X86_64 as u8;
        elf[32] = 64;
        elf[54] = ENTRY_SIZE as u8;
        elf[56] = 1;
        elf[64] = PT_INTERP as u8;
        elf[64 + 8] = 120;
        elf[64 + 32] = loader.len() as u8;
        elf.extend_from_slice(loader);
        elf
    }

    #[test]
    fn the_loader_is_found() {
        let found = check(&small_elf(b"/lib64/ld.so\0")).unwrap();
        assert_eq!(found, Some(PathBuf::from("/lib64/ld.so")));
    }

    #[test]
    fn an_executable_without_loader_is_static() {
        let mut elf = small_elf(b"/x\0");
        elf[64] = 1;
        assert_eq!(check(&elf).unwrap(), None);
    }

    #[test]
    fn a_damaged_file_is_an_error_and_never_a_panic() {
        let good = small_elf(b"/lib64/ld.so\0");
        for length in 0..good.len() {
            assert!(check(&good[..length]).is_err(), "cut at {length}");
        }
        for (at, value) in
            [(0, 0), (4, 1), (5, 2), (18, 3), (39, 0xff), (54, 1), (79, 0xff), (96, 1), (103, 1)]
        {
            let mut bad = good.clone();
            bad[at] = value;
            assert!(check(&bad).is_err(), "byte {at} = {value}");
        }
    }

    #[test]
    fn a_missing_file_is_named() {
        let error = interpreter(Path::new("/nonexistent/unit")).unwrap_err();
        assert!(error.to_string().contains("/nonexistent/unit"), "{error}");
    }
}
