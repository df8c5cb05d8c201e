//! A process for each run. The server has run nothing of the unit but its constructors; it forks a child for each
//! input, and the state that unit and libraries keep in memory ends with the child.
//!
//! **Invariant:** what children share with each other may be left by any of them at any instruction. The index
//! of the node table names only nodes that are in the table and counted (`nodes::append`), so that labels mean
//! the same to all children of an epoch; a coverage cell is told before it is cleared (`cover::collect`), and
//! what a child did not come to tell the server tells for it. Everything else starts as the server has it.
//!
//! The sandbox lets no instruction but one fork, or send a signal to another process: the one in front of
//! `__acute_trusted`. A child denies itself even that before it runs anything of the unit.
use crate::memory::head;
use crate::{cover, folder, record, run, sys};
use acute_trace::{CANNOT_FORK, End, Head, InputHead, MAX_NODES, STOP_SIGNAL};
use core::mem::offset_of;
use core::sync::atomic::AtomicU32;
use core::sync::atomic::Ordering::Relaxed;

const CLONE: usize = 56;
const WAIT4: usize = 61;
const KILL: usize = 62;
const PRCTL: usize = 157;
const RT_SIGQUEUEINFO: usize = 129;
const TGKILL: usize = 234;
const WAITID: usize = 247;
const RT_TGSIGQUEUEINFO: usize = 297;
const SECCOMP: usize = 317;

const SIGPROCMASK: usize = 14;
const LANDLOCK_CREATE_RULESET: usize = 444;
/// The calls by which files are changed, as the sandbox traps them: open, truncate, rename, mkdir, rmdir, creat, link, unlink,
/// symlink, openat, mkdirat, unlinkat, renameat, linkat, symlinkat, renameat2.
const FILE_CHANGES: [u32; 16] = [2, 76, 82, 83, 84, 85, 86, 87, 88, 257, 258, 263, 264, 265, 266, 316];

const SIGKILL: usize = 9;
const SIGCHLD: usize = 17;
/// The option of prctl for the signal that a process gets when its parent dies.
const PARENT_DEATH: usize = 1;

core::arch::global_asm!(
    // long __acute_trusted_call(number, five arguments)
    ".globl __acute_trusted_call",
    "__acute_trusted_call:",
    "mov rax, rdi",
    "mov rdi, rsi",
    "mov rsi, rdx",
    "mov rdx, rcx",
    "mov r10, r8",
    "mov r8, r9",
    "syscall",
    ".globl __acute_trusted",
    "__acute_trusted:",
    "ret",
);

unsafe extern "C" {
    fn __acute_trusted_call(number: usize, a: usize, b: usize, c: usize, d: usize, e: usize) -> isize;
}

/// The state of the server, which a child inherits.
struct Server {
    /// Process id of the server; 0 where runs share a process.
    id: i32,
    /// Process id of the child, in a child; 0 in the server.
    child: i32,
    /// The run under way, and the process it is in; 0 for none.
    running: (u32, i32),
    /// Number of requests to stop that run.
    asked: u32,
    /// Calls that change files are trapped to be noted.
    notes: bool,
}

static mut SERVER: Server = Server { id: 0, child: 0, running: (0, 0), asked: 0, notes: false };

fn server() -> *mut Server {
    &raw mut SERVER
}

/// Makes this process one that forks. Called before anything of the unit runs.
pub fn prepare() {
    const TELL_VERSION: usize = 1;
    // SAFETY: words of ours, and a system call that touches no memory.
    unsafe {
        (*server()).id = sys::own_id();
        (*server()).notes = sys::call(LANDLOCK_CREATE_RULESET, [0, 0, TELL_VERSION, 0, 0, 0]) >= 3;
    }
    folder::keep();
}

/// Returns whether this process, or the one it was forked from, forks for each run.
pub fn is_server() -> bool {
    // SAFETY: a word of ours.
    unsafe { (*server()).id != 0 }
}

/// Runs request `n` in a child, waits for it, and notes its ending if it did not.
///
/// # Safety
/// The trace of slot `n` has begun, and nobody else uses the slot.
pub unsafe fn run(n: u32, input: &InputHead) {
    folder::empty();
    let before = words();
    // SAFETY: a fork copies this process as it is; the child never returns from here.
    let child = unsafe { __acute_trusted_call(CLONE, SIGCHLD, 0, 0, 0, 0) } as i32;
    if child == 0 {
        confine();
        // SAFETY: as above.
        unsafe { run::run(n, input) };
        sys::exit_group(0);
    }
    if child < 0 {
        sys::exit_group(CANNOT_FORK);
    }
    // SAFETY: words of ours; the signal handler reads them.
    let status = unsafe {
        (&raw mut (*server()).asked).write_volatile(0);
        (&raw mut (*server()).running).write_volatile((n, child));
        wait(child)
    };
    let scribbled = restore(&before);
    // SAFETY: the trace of the run, which lies in the shared memory.
    unsafe {
        let trace = (&raw const record::TRACE.head).read();
        if status == CANNOT_FORK << 8 && (*trace).end == End::BadInput as u32 {
            sys::exit_group(CANNOT_FORK);
        }
        if scribbled {
            // No end at all: the engine takes nothing of it for true.
            (*trace).end = u32::MAX;
        } else if status != 0 || (*trace).end == End::Running as u32 {
            (*trace).end = End::Gone as u32;
            (*trace).code = status;
        } else {
            return;
        }
        (*trace).cells = cover::collect(false);
    }
}

/// Waits until the child is dead and reaps it once no signal can be meant for it any more. Returns its wait status.
///
/// # Safety
/// It is a child that nobody has waited for.
unsafe fn wait(child: i32) -> i32 {
    const BY_ID: usize = 1;
    const DEAD: usize = 4;
    const KEEP: usize = 0x0100_0000;
    const EINTR: isize = -4;
    let mut status = 0i32;
    let id = child as usize;
    // SAFETY: the kernel writes the status only.
    unsafe {
        while sys::call(WAITID, [BY_ID, id, 0, DEAD | KEEP, 0, 0]) == EINTR {}
        (&raw mut (*server()).running).write_volatile((0, 0));
        while sys::call(WAIT4, [id, &raw mut status as usize, 0, 0, 0, 0]) == EINTR {}
    }
    status
}

/// Passes a request to stop on to the child that the engine means: first as a signal it can handle, then as SIGKILL.
/// Returns false where this is no server.
pub fn pass_on() -> bool {
    // SAFETY: words of ours. The child is not reaped while its number stands there.
    unsafe {
        let server = server();
        if (*server).id == 0 || (*server).child != 0 {
            return false;
        }
        let (n, child) = (&raw const (*server).running).read_volatile();
        if child != 0 && head().stop.load(Relaxed) == n {
            let asked = (&raw const (*server).asked).read_volatile();
            let signal = if asked == 0 { STOP_SIGNAL as usize } else { SIGKILL };
            (&raw mut (*server).asked).write_volatile(asked + 1);
            __acute_trusted_call(KILL, child as usize, signal, 0, 0, 0);
        }
    }
    true
}

/// Sends a signal that the unit means for itself after the sandbox refused the call: the sandbox could not know the
/// child's process id.
pub fn signal_self(number: u32, [a, b, c, d, _]: [usize; 5]) -> Option<isize> {
    let sends = [KILL, TGKILL, RT_SIGQUEUEINFO, RT_TGSIGQUEUEINFO].contains(&(number as usize));
    // SAFETY: a word of ours.
    let child = unsafe { (*server()).child };
    // SAFETY: the call as the unit made it, to its own process.
    (sends && child != 0 && a as i32 == child)
        .then(|| unsafe { __acute_trusted_call(number as usize, a, b, c, d, 0) })
}

/// Makes a call of the unit that changes a file, which the sandbox trapped to have it noted. Returns `None` where it is
/// another call, or Landlock does not see what it changes.
pub fn change_file(number: u32, [a, b, c, d, e]: [usize; 5]) -> Option<isize> {
    // SAFETY: the call as the unit made it; Landlock decides.
    let make = || unsafe { __acute_trusted_call(number as usize, a, b, c, d, e) };
    // SAFETY: a word of ours.
    let notes = unsafe { (*server()).notes };
    (notes && is_file_change(number)).then(make)
}

/// Unblocks all signals. The sandbox traps the call elsewhere.
pub fn unblock_all() {
    const SET: usize = 2;
    let none = 0u64;
    // SAFETY: the kernel reads one word.
    unsafe { __acute_trusted_call(SIGPROCMASK, SET, &raw const none as usize, 0, 8, 0) };
}

/// Whether a call is one by which files are changed.
pub fn is_file_change(number: u32) -> bool {
    FILE_CHANGES.contains(&number)
}

/// Changes the mask of blocked signals by a call of the unit which the sandbox trapped. `mask` is the mask of the unit, and
/// in force when the handler returns. Returns `None` where it is another call. The signal of a trap is never blocked: a
/// call that is denied then would kill.
pub fn change_mask(number: u32, [how, set, old, size, _]: [usize; 5], mask: &mut u64) -> Option<isize> {
    const SET: usize = 2;
    const TRAP_SIGNAL: u64 = 1 << (31 - 1);
    const EINVAL: isize = -22;
    // SAFETY: a word of ours.
    let notes = unsafe { (*server()).notes };
    if !notes || number as usize != SIGPROCMASK {
        return None;
    }
    // The kernel reads and writes the memory of the unit, which may not be there.
    let block = |mask: usize| {
        // SAFETY: the kernel reads a mask; the handler's own is restored when it returns.
        unsafe { __acute_trusted_call(SIGPROCMASK, SET, mask, 0, size, 0) }
    };
    // SAFETY: the kernel writes a mask.
    let ask = |to: usize| unsafe { sys::call(SIGPROCMASK, [0, 0, to, size, 0, 0]) };
    let (before, all, mut given) = (*mask, u64::MAX, 0u64);
    let mut result = block(set);
    if result == 0 {
        result = ask(&raw mut given as usize);
    }
    let now = match how {
        0 => before | given,
        1 => before & !given,
        SET => given,
        _ => return Some(if result == 0 { EINVAL } else { result }),
    };
    if result == 0 && old != 0 {
        block(&raw const before as usize);
        result = ask(old);
    }
    block(&raw const all as usize);
    if result == 0 {
        *mask = now & !TRAP_SIGNAL;
    }
    Some(result)
}

/// Confines a child: it dies with the server and may not do what only the server may.
fn confine() {
    // SAFETY: words of ours, and system calls that touch no memory but what is passed.
    unsafe {
        (*server()).child = sys::own_id();
        __acute_trusted_call(PRCTL, PARENT_DEATH, SIGKILL, 0, 0, 0);
        if sys::parent_id() != (*server()).id {
            sys::exit_group(0);
        }
        let program = filter((*server()).child as u32);
        #[repr(C)]
        struct Program {
            len: u16,
            instructions: *const Instruction,
        }
        let program = Program { len: program.len() as u16, instructions: program.as_ptr() };
        const SET_FILTER: usize = 1;
        // A child that cannot be walled in runs nothing of the unit.
        if sys::call(SECCOMP, [SET_FILTER, 0, &raw const program as usize, 0, 0, 0]) != 0 {
            (*(&raw const record::TRACE.head).read()).end = End::BadInput as u32;
            sys::exit_group(CANNOT_FORK);
        }
    }
    run::start_ticking();
}

/// An instruction of a seccomp filter.
#[repr(C)]
#[derive(Clone, Copy)]
struct Instruction {
    code: u16,
    yes: u8,
    no: u8,
    k: u32,
}

/// Makes the filter of a child, on top of the sandbox's, which has checked the architecture and denies all that is
/// never allowed: no process is made, no other process gets a signal, and the child dies with its server.
fn filter(own: u32) -> [Instruction; 16] {
    const LOAD: u16 = 0x20;
    const EQUAL: u16 = 0x15;
    const ANY_BIT: u16 = 0x45;
    const RETURN: u16 = 0x06;
    const NUMBER: u32 = 0;
    const FIRST_ARGUMENT: u32 = 16;
    const THREAD: u32 = 0x0001_0000;
    const TRAP: u32 = 0x0003_0000;
    const ALLOW: u32 = 0x7fff_0000;
    let step = |code, yes, no, k| Instruction { code, yes, no, k };
    [
        step(LOAD, 0, 0, NUMBER),
        step(EQUAL, 6, 0, CLONE as u32),
        step(EQUAL, 7, 0, KILL as u32),
        step(EQUAL, 6, 0, TGKILL as u32),
        step(EQUAL, 5, 0, RT_SIGQUEUEINFO as u32),
        step(EQUAL, 4, 0, RT_TGSIGQUEUEINFO as u32),
        step(EQUAL, 5, 0, PRCTL as u32),
        step(RETURN, 0, 0, ALLOW),
        // clone
        step(LOAD, 0, 0, FIRST_ARGUMENT),
        step(ANY_BIT, 5, 4, THREAD),
        // signals
        step(LOAD, 0, 0, FIRST_ARGUMENT),
        step(EQUAL, 3, 2, own),
        // prctl
        step(LOAD, 0, 0, FIRST_ARGUMENT),
        step(EQUAL, 0, 1, PARENT_DEATH as u32),
        step(RETURN, 0, 0, TRAP),
        step(RETURN, 0, 0, ALLOW),
    ]
}

const WORDS: usize = size_of::<Head>() / 4;
const NODES_WORD: usize = offset_of!(Head, nodes) / 4;
const STOP_WORD: usize = offset_of!(Head, stop) / 4;

fn word(k: usize) -> &'static AtomicU32 {
    let first: *const Head = head();
    // SAFETY: a word of the head, which is mapped as long as this process lives; callers stay inside.
    unsafe { &*first.cast::<AtomicU32>().add(k) }
}

/// Reads the first page. Only the number of nodes and the run to stop change while a child runs.
fn words() -> [u32; WORDS] {
    core::array::from_fn(|k| word(k).load(Relaxed))
}

/// Restores words of the first page that the child has overwritten. Returns whether there were any.
fn restore(before: &[u32; WORDS]) -> bool {
    let mut scribbled = false;
    for (k, was) in before.iter().enumerate().filter(|(k, _)| *k != STOP_WORD) {
        let is = word(k).load(Relaxed);
        let fine = if k == NODES_WORD { (*was..=MAX_NODES).contains(&is) } else { is == *was };
        if !fine {
            word(k).store(*was, Relaxed);
            scribbled = true;
        }
    }
    scribbled
}
