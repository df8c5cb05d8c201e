//! System calls, made directly: the C library belongs to the unit.
use core::arch::asm;

const MMAP: usize = 9;
const MADVISE: usize = 28;
const SIGACTION: usize = 13;
const SIGPROCMASK: usize = 14;
const SIGALTSTACK: usize = 131;
const FUTEX: usize = 202;
const EXIT_GROUP: usize = 231;

/// Makes a system call.
///
/// # Safety
/// As unsafe as the call it makes.
#[inline]
pub unsafe fn call(nr: usize, a: [usize; 6]) -> isize {
    let result;
    // SAFETY: the kernel's calling convention; rcx and r11 are the registers it clobbers.
    unsafe {
        asm!("syscall", inlateout("rax") nr => result, in("rdi") a[0], in("rsi") a[1],
             in("rdx") a[2], in("r10") a[3], in("r8") a[4], in("r9") a[5],
             out("rcx") _, out("r11") _, options(nostack));
    }
    result
}

/// Ends the process.
pub fn exit_group(code: i32) -> ! {
    loop {
        // SAFETY: does not return.
        unsafe { call(EXIT_GROUP, [code as usize, 0, 0, 0, 0, 0]) };
    }
}

/// Maps memory at exactly `address`; ends the process where that fails, for nothing can go on.
///
/// # Safety
/// Replaces whatever was mapped there.
pub unsafe fn map_at(address: usize, len: usize, fd: Option<i32>, offset: usize) {
    const READ_WRITE: usize = 3;
    const SHARED: usize = 1;
    const PRIVATE: usize = 2;
    const FIXED: usize = 0x10;
    const ANONYMOUS: usize = 0x20;
    const NORESERVE: usize = 0x4000;
    let (flags, fd) = match fd {
        Some(fd) => (SHARED | FIXED | NORESERVE, fd as usize),
        None => (PRIVATE | FIXED | ANONYMOUS | NORESERVE, usize::MAX),
    };
    // SAFETY: the caller owns the range.
    let got = unsafe { call(MMAP, [address, len, READ_WRITE, flags, fd, offset]) };
    if got != address as isize {
        exit_group(97)
    }
}

/// Gives pages back; they read as zero afterwards.
///
/// # Safety
/// The range is page-aligned and nobody needs what is in it.
pub unsafe fn forget(address: usize, len: usize) {
    const DONTNEED: usize = 4;
    // SAFETY: as above.
    unsafe { call(MADVISE, [address, len, DONTNEED, 0, 0, 0]) };
}

/// Sleeps while `*word == seen`.
pub fn wait(word: &core::sync::atomic::AtomicU32, seen: u32) {
    // SAFETY: a futex wait only reads the word. Shared futex: the engine is another process.
    unsafe { call(FUTEX, [word.as_ptr() as usize, 0, seen as usize, 0, 0, 0]) };
}

/// Wakes whoever sleeps on `word`.
pub fn wake(word: &core::sync::atomic::AtomicU32) {
    // SAFETY: a futex wake touches no memory.
    unsafe { call(FUTEX, [word.as_ptr() as usize, 1, i32::MAX as usize, 0, 0, 0]) };
}

/// The kernel's own form of a signal action.
#[repr(C)]
pub struct Action {
    /// The handler.
    pub handler: usize,
    /// SA_ flags.
    pub flags: usize,
    /// Code that returns from the handler.
    pub restorer: usize,
    /// Signals blocked meanwhile.
    pub mask: u64,
}

/// Installs a handler.
///
/// # Safety
/// The handler must be fit to run at any instruction of the unit.
pub unsafe fn action(signal: i32, action: &Action) {
    // SAFETY: as above; 8 is the size of the kernel's signal set.
    unsafe { call(SIGACTION, [signal as usize, action as *const Action as usize, 0, 8, 0, 0]) };
}

/// Unblocks every signal.
pub fn unblock_all() {
    let none = 0u64;
    const SETMASK: usize = 2;
    // SAFETY: reads one word.
    unsafe { call(SIGPROCMASK, [SETMASK, &raw const none as usize, 0, 8, 0, 0]) };
}

/// Sets the stack that signal handlers run on.
///
/// # Safety
/// The range is mapped and used for nothing else.
pub unsafe fn alternate_stack(base: usize, len: usize) {
    #[repr(C)]
    struct Stack {
        base: usize,
        flags: i32,
        len: usize,
    }
    let stack = Stack { base, flags: 0, len };
    // SAFETY: as above.
    unsafe { call(SIGALTSTACK, [&raw const stack as usize, 0, 0, 0, 0, 0]) };
}
