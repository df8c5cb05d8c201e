//! Signal handlers: a fault of the unit is noted and ends the run.
use crate::memory::{SIGNAL_STACK, SIGNAL_STACK_LEN, STACK, STACK_LEN};
use crate::{ending, fork, globals, heap, record, run, sys};
use acute_trace::{
    End, Event, FLAG_BITS, FLAGS_BASE, FLAGS_SIZE, INPUT_BASE, INPUT_END, Kind, SHADOW_BASE, SHADOW_SIZE,
    SMASHED, STOP_SIGNAL,
};
use core::arch::global_asm;

const PAGE: u64 = 4096;

const SIGILL: i32 = 4;
const SIGTRAP: i32 = 5;
const SIGABRT: i32 = 6;
const SIGBUS: i32 = 7;
const SIGFPE: i32 = 8;
const SIGSEGV: i32 = 11;
const SIGSYS: i32 = 31;

global_asm!(".globl __acute_sigreturn", "__acute_sigreturn:", "mov eax, 15", "syscall");

unsafe extern "C" {
    fn __acute_sigreturn();
}

/// Installs the handlers.
///
/// # Safety
/// The signal stack is mapped.
pub unsafe fn install() {
    const SIGINFO: usize = 4;
    const RESTORER: usize = 0x0400_0000;
    const ONSTACK: usize = 0x0800_0000;
    // The handler does not return, so the signal must not stay blocked.
    const NODEFER: usize = 0x4000_0000;
    // The unit does not see that it was looked at.
    const RESTART: usize = 0x1000_0000;
    let restorer = __acute_sigreturn as *const () as usize;
    let flags = SIGINFO | RESTORER | ONSTACK | NODEFER;
    // SAFETY: both handlers only touch the runtime's own memory and leave.
    unsafe {
        sys::alternate_stack(SIGNAL_STACK, SIGNAL_STACK_LEN);
        for signal in [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV] {
            let handler = fault as *const () as usize;
            sys::action(signal, &sys::Action { handler, flags, restorer, mask: 0 });
        }
        let handler = stop as *const () as usize;
        sys::action(STOP_SIGNAL, &sys::Action { handler, flags: flags | RESTART, restorer, mask: 0 });
        // A signal that the unit sends to itself arrives when its call returns, not in the handler.
        let handler = refused as *const () as usize;
        sys::action(SIGSYS, &sys::Action { handler, flags, restorer, mask: u64::MAX });
    }
    fork::unblock_all();
}

/// The saved general registers in a signal context, in the kernel's order.
const REGISTERS: usize = 40;
const R8: usize = REGISTERS;
const R10: usize = REGISTERS + 2 * 8;
const RDI: usize = REGISTERS + 8 * 8;
const RSI: usize = REGISTERS + 9 * 8;
const RBP: usize = REGISTERS + 10 * 8;
const RDX: usize = REGISTERS + 12 * 8;
const RAX: usize = REGISTERS + 13 * 8;
const RSP: usize = REGISTERS + 15 * 8;
const RIP: usize = REGISTERS + 16 * 8;
/// The mask of blocked signals behind them, which the kernel restores.
const MASK: usize = REGISTERS + 256;

unsafe extern "C" fn fault(signal: i32, info: *const u8, context: *mut u8) {
    // A bad address that is no address at all (not canonical) is reported without saying which.
    const SI_KERNEL: i32 = 0x80;
    // SAFETY: the kernel hands over a siginfo (code at 8, address at 16) and a context.
    let (address, place) = unsafe {
        let code = info.add(8).cast::<i32>().read();
        // Nor has a signal that somebody sent an address.
        let address = match code {
            SI_KERNEL => below_null(context),
            code if code <= 0 => u64::MAX,
            _ => info.add(16).cast::<u64>().read(),
        };
        (address, Place::of(context))
    };
    let address = behind_shadow(address);
    heap::is_no_block(signal);
    if signal == SIGSEGV && (INPUT_BASE..INPUT_END).contains(&address) {
        // Far from any object of the input, as an overrun is near to one; `pc` is no return address.
        ending::note_fault(address + 1);
        ending::give_up(End::Overrun, 0, Place { pc: place.pc + 1, ..place })
    }
    // What overwrites a frame and goes on comes to the end of the stack.
    let behind = (STACK + STACK_LEN) as u64;
    // SAFETY: as above.
    let is_overwritten = (behind..behind + PAGE).contains(&address) && unsafe { is_write(context) };
    ending::note_fault(if is_overwritten { SMASHED } else { address });
    ending::give_up(End::Signal, signal, place)
}

/// Stops the run on a signal of the engine or of the runtime's timer; a signal that the unit sent to itself is a fault.
unsafe extern "C" fn stop(signal: i32, info: *const u8, context: *mut u8) {
    const BY_KILL: i32 = 0;
    const BY_TIMER: i32 = -2;
    // SAFETY: as in `fault`; the sender stands at 16.
    let (code, sender, place) =
        unsafe { (info.add(8).cast::<i32>().read(), info.add(16).cast::<i32>().read(), Place::of(context)) };
    let enough = match code {
        BY_TIMER => run::is_time_up(),
        BY_KILL if sender == sys::parent_id() => !fork::pass_on() && run::is_inside(),
        // SAFETY: the same arguments.
        _ => unsafe { return fault(signal, info, context) },
    };
    if enough {
        ending::give_up(End::Stopped, signal, place)
    }
}

/// Returns whether the access was a write that faulted.
///
/// # Safety
/// `context` is what the kernel handed over.
unsafe fn is_write(context: *const u8) -> bool {
    const ERROR: usize = REGISTERS + 19 * 8;
    const WRITE: u64 = 2;
    // SAFETY: it has all registers, the error code of the page fault among them.
    unsafe { context.add(ERROR).cast::<u64>().read() & WRITE != 0 }
}

/// Returns the address of an access below NULL, by the number of its flag, which is in a register: there is no such flag,
/// and the kernel does not say which was asked for. All ones if it was another access.
///
/// # Safety
/// `context` is what the kernel handed over.
unsafe fn below_null(context: *const u8) -> u64 {
    const COUNT: usize = 16;
    const MOST: u64 = 1 << 16;
    // SAFETY: it has all registers.
    let register = |k: usize| unsafe { context.add(REGISTERS + 8 * k).cast::<u64>().read() };
    let is_number = |n: &u64| *n >> (64 - FLAG_BITS) == 0 && (n << FLAG_BITS).wrapping_neg() <= MOST;
    let numbers = (0..COUNT).flat_map(|k| [register(k), register(k).wrapping_sub(FLAGS_BASE as u64)]);
    numbers.into_iter().find(|n| *n != 0 && is_number(n)).map_or(u64::MAX, |n| n << FLAG_BITS)
}

/// Returns the address whose shadow or flag is at `address`; any other address as it is.
fn behind_shadow(address: u64) -> u64 {
    let inside = |start: usize, size: usize| {
        let offset = address.wrapping_sub(start as u64);
        (offset < size as u64).then_some(offset)
    };
    match (inside(FLAGS_BASE, FLAGS_SIZE), inside(SHADOW_BASE, SHADOW_SIZE)) {
        (Some(offset), _) => offset << FLAG_BITS,
        (_, Some(offset)) => offset / 4,
        _ => address,
    }
}

/// Records a system call that the sandbox refused, and lets it fail with EPERM. Some calls are trapped to be looked at: they
/// are made here, and recorded where they fail because of the sandbox.
unsafe extern "C" fn refused(_: i32, info: *const u8, context: *mut u8) {
    const EPERM: isize = 1;
    const EACCES: isize = 13;
    // SAFETY: siginfo of SIGSYS has the number at 24; the context has the arguments.
    let (number, arguments) = unsafe {
        let register = |at: usize| context.add(at).cast::<usize>().read();
        (info.add(24).cast::<u32>().read(), [RDI, RSI, RDX, R10, R8].map(register))
    };
    // SAFETY: the context has the mask.
    let mask = unsafe { &mut *context.add(MASK).cast::<u64>() };
    let made = fork::signal_self(number, arguments)
        .or_else(|| fork::change_mask(number, arguments, mask))
        .or_else(|| fork::change_file(number, arguments));
    let is_refused = |result: isize| matches!(-result, EPERM | EACCES) && fork::is_file_change(number);
    if made.is_none_or(is_refused) {
        record::event(Event { kind: Kind::Refused as u8, flag: 0, what: 0, cell: 0, node: 0, extra: number });
    }
    // SAFETY: rax is the result of the interrupted system call.
    unsafe { context.add(RAX).cast::<isize>().write(made.unwrap_or(-EPERM)) };
}

/// Returns whether an instruction of the program follows a call. Other words on the stack that look like code (function
/// pointers, old return addresses) most often do not.
fn is_after_call(pc: u64) -> bool {
    // SAFETY: the program's code, which can be read; the caller has looked that all of it is there.
    let byte = |back: u64| unsafe { ((pc - back) as *const u8).read() };
    // call rel32; call *r/m, whose last bytes depend on the operand
    byte(5) == 0xe8 || (2..=7).any(|back| byte(back) == 0xff && byte(back - 1) >> 3 & 7 == 2)
}

/// A place in a run.
#[derive(Clone, Copy, Default)]
pub struct Place {
    pub pc: u64,
    pub sp: u64,
    /// The frame pointer, where it is known.
    pub frame: u64,
}

impl Place {
    /// Returns the place that a signal interrupted.
    ///
    /// # Safety
    /// `context` is what the kernel handed over.
    unsafe fn of(context: *const u8) -> Place {
        // SAFETY: it has all registers.
        let register = |at: usize| unsafe { context.add(at).cast::<u64>().read() };
        Place { pc: register(RIP), sp: register(RSP), frame: register(RBP) }
    }
}

/// Returns `pc` and the return addresses into the program on the stack. Functions of the program have frame pointers,
/// which lead from one to the next and skip words left over from earlier calls. Without a frame, as in a library, each
/// word that looks like a return address is taken.
pub fn callers(Place { pc, sp, frame }: Place) -> [u64; 12] {
    let text = globals::program();
    let mut found = [0; 12];
    found[0] = pc;
    let mut count = 1;
    let stack = STACK as u64 + 8..(STACK + STACK_LEN) as u64 - 16;
    let is_frame = |frame: u64, at: u64| frame >= at && frame.is_multiple_of(8) && stack.contains(&frame);
    let mut at = sp & !7;
    let mut frame = Some(frame).filter(|frame| text.contains(&pc) && is_frame(*frame, at));
    for _ in 0..4096 {
        at = frame.map_or(at, |frame| frame + 8);
        if !stack.contains(&at) || count == found.len() {
            break;
        }
        // SAFETY: inside the unit's stack, which is mapped, as are the words on both sides of any place that `stack` has.
        let (below, word) = unsafe { ((at as *const u64).sub(1).read(), (at as *const u64).read()) };
        at += 8;
        if text.contains(&word) && text.contains(&(word - 8)) && is_after_call(word) {
            // One less is inside the call.
            found[count] = word - 1;
            count += 1;
            frame = frame.and(Some(below)).filter(|next| is_frame(*next, at));
        } else {
            frame = None;
        }
    }
    found
}
