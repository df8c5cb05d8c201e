//! The folder that the unit may write to. It is emptied before each run, so that no run reads files of another one.
use crate::sys;

const CLOSE: usize = 3;
const LSEEK: usize = 8;
const FCNTL: usize = 72;
const GETDENTS64: usize = 217;
const OPENAT: usize = 257;
const UNLINKAT: usize = 263;

const FLAGS: usize = 0o200000 | 0o400000 | 0o2000000; // O_DIRECTORY, O_NOFOLLOW, O_CLOEXEC
/// Depth of nested folders that are emptied.
const DEEPEST: u32 = 64;

/// The descriptor of the folder; negative where there is none.
static mut FOLDER: isize = -1;

/// Keeps the working directory open, out of the way of the unit's own descriptors. Called before anything of the
/// unit runs, which may change the directory.
pub fn keep() {
    const DUPLICATE: usize = 1030;
    const LOWEST: usize = 200;
    let Some(fd) = open(usize::MAX - 99, c".".to_bytes_with_nul()) else { return };
    // SAFETY: descriptors of ours, and a word of ours.
    unsafe {
        FOLDER = sys::call(FCNTL, [fd, DUPLICATE, LOWEST, 0, 0, 0]);
        sys::call(CLOSE, [fd, 0, 0, 0, 0, 0]);
    }
}

/// Removes everything in it, as far as the sandbox lets the unit itself do so.
pub fn empty() {
    // SAFETY: a word of ours.
    let folder = unsafe { (&raw const FOLDER).read() };
    if folder >= 0 {
        empty_at(folder as usize, c".".to_bytes_with_nul(), 0);
    }
}

fn open(at: usize, name: &[u8]) -> Option<usize> {
    // SAFETY: the name ends with a zero.
    let fd = unsafe { sys::call(OPENAT, [at, name.as_ptr() as usize, FLAGS, 0, 0, 0]) };
    usize::try_from(fd).ok()
}

fn empty_at(at: usize, name: &[u8], depth: u32) {
    let Some(fd) = open(at, name) else { return };
    let mut room = [0u64; 128];
    // What is removed while a folder is read can hide other entries: it is read until there is none.
    loop {
        let mut removed = false;
        loop {
            let (start, len) = (room.as_mut_ptr(), size_of_val(&room));
            // SAFETY: the kernel writes at most that much.
            let len = unsafe { sys::call(GETDENTS64, [fd, start as usize, len, 0, 0, 0]) };
            let Ok(len @ 1..) = usize::try_from(len) else { break };
            // SAFETY: the kernel has written that much.
            removed |= remove(fd, unsafe { core::slice::from_raw_parts(start.cast(), len) }, depth);
        }
        if !removed {
            break;
        }
        // SAFETY: touches no memory.
        unsafe { sys::call(LSEEK, [fd, 0, 0, 0, 0, 0]) };
    }
    // SAFETY: a descriptor of ours.
    unsafe { sys::call(CLOSE, [fd, 0, 0, 0, 0, 0]) };
}

/// Removes the entries in a part of a directory listing (number, offset, length of the entry, kind, name). Returns
/// whether it removed any.
fn remove(fd: usize, mut entries: &[u8], depth: u32) -> bool {
    const LENGTH: usize = 16;
    const NAME: usize = 19;
    const REMOVE_FOLDER: usize = 0x200;
    let mut removed = false;
    while let Some(&[low, high]) = entries.get(LENGTH..LENGTH + 2) {
        let len = usize::from(u16::from_le_bytes([low, high]));
        let Some(name) = entries.get(NAME..len) else { break };
        entries = &entries[len..];
        if name.starts_with(b".\0") || name.starts_with(b"..\0") {
            continue;
        }
        let unlink = |how| {
            // SAFETY: the kernel ends names with a zero.
            unsafe { sys::call(UNLINKAT, [fd, name.as_ptr() as usize, how, 0, 0, 0]) == 0 }
        };
        removed |= unlink(0) || {
            if depth < DEEPEST {
                empty_at(fd, name, depth + 1);
            }
            unlink(REMOVE_FOLDER)
        };
    }
    removed
}
