//! System calls, made directly: the C library belongs to the unit.
use core::arch::asm;

const MMAP: usize = 9;
const MADVISE: usize = 28;
const SIGACTION: usize = 13;
const GETPID: usize = 39;
const GETPPID: usize = 110;
const SIGALTSTACK: usize = 131;
const FUTEX: usize = 202;
const TIMER_CREATE: usize = 222;
const TIMER_SETTIME: usize = 223;
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
    let (flags, fd) = match fd {
        Some(fd) => (MAP_SHARED, fd as usize),
        None => (MAP_PRIVATE | MAP_ANONYMOUS, usize::MAX),
    };
    // SAFETY: the caller owns the range.
    unsafe { map(address, len, flags, fd, offset) }
}

/// Maps memory at exactly `address` that children share with us.
///
/// # Safety
/// As [`map_at`].
pub unsafe fn map_shared_at(address: usize, len: usize) {
    // SAFETY: the caller owns the range.
    unsafe { map(address, len, MAP_SHARED | MAP_ANONYMOUS, usize::MAX, 0) }
}

const MAP_SHARED: usize = 1;
const MAP_PRIVATE: usize = 2;
const MAP_ANONYMOUS: usize = 0x20;

/// # Safety
/// As [`map_at`].
unsafe fn map(address: usize, len: usize, flags: usize, fd: usize, offset: usize) {
    const READ_WRITE: usize = 3;
    const FIXED: usize = 0x10;
    const NORESERVE: usize = 0x4000;
    // SAFETY: the caller owns the range.
    let got = unsafe { call(MMAP, [address, len, READ_WRITE, flags | FIXED | NORESERVE, fd, offset]) };
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

/// The same for memory that is shared.
///
/// # Safety
/// As [`forget`].
pub unsafe fn forget_shared(address: usize, len: usize) {
    const REMOVE: usize = 9;
    // SAFETY: as above.
    unsafe {
        if call(MADVISE, [address, len, REMOVE, 0, 0, 0]) != 0 {
            (address as *mut u8).write_bytes(0, len);
        }
    }
}

/// The number of this process.
pub fn own_id() -> i32 {
    // SAFETY: touches no memory.
    unsafe { call(GETPID, [0; 6]) as i32 }
}

/// The number of the process that made this one.
pub fn parent_id() -> i32 {
    // SAFETY: touches no memory.
    unsafe { call(GETPPID, [0; 6]) as i32 }
}

/// Sends `signal` to this process each time it has used `milliseconds` more of the processor.
pub fn tick(signal: i32, milliseconds: i64) {
    const PROCESS_TIME: usize = 2;
    // A sigevent: a value, the signal, how (0: by a signal), and room for more.
    let mut event = [0u32; 16];
    event[2] = signal as u32;
    let mut timer = 0i32;
    let nanoseconds = milliseconds * 1_000_000;
    let times = [0i64, nanoseconds, 0, nanoseconds];
    // Where that fails, the engine's own limit is left.
    // SAFETY: the kernel reads and writes what is passed here, and nothing else.
    unsafe {
        let made = [PROCESS_TIME, event.as_ptr() as usize, &raw mut timer as usize, 0, 0, 0];
        if call(TIMER_CREATE, made) == 0 {
            call(TIMER_SETTIME, [timer as usize, 0, times.as_ptr() as usize, 0, 0, 0]);
        }
    }
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
