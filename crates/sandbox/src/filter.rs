//! The seccomp half: the table of denied calls as a BPF program.

use std::collections::BTreeMap;

use libc::sock_filter;
use seccompiler::{
    BackendError, BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch,
};

use crate::calls;
use crate::denied::{self, OWN_PID, When};
use crate::error::SandboxError;
use crate::limits::Settings;

/// Room for the program on the stack of the child, where nothing can be allocated.
pub(crate) const LONGEST: usize = 2048;

// See linux/bpf_common.h, linux/seccomp.h and linux/audit.h.
const LOAD_WORD: u16 = 0x20;
const JUMP_IF_EQUAL: u16 = 0x15;
const JUMP_IF_AT_LEAST: u16 = 0x35;
const JUMP_IF_SET: u16 = 0x45;
const RETURN: u16 = 0x06;
const OFFSET_OF_NUMBER: u32 = 0;
const OFFSET_OF_ARCH: u32 = 4;
const OFFSET_OF_INSTRUCTION: u32 = 8;
const OFFSET_OF_ARGUMENTS: u32 = 16;
const ARCH_X86_64: u32 = 0xc000_003e;
/// The bit that makes a number an x32 call, under the same architecture as x86-64.
const X32_BIT: u32 = 0x4000_0000;

/// The filter of a kernel with Landlock `abi`, in which [`OWN_PID`] is still to be replaced. The system call
/// instruction that ends at `trusted` may do what no other may.
pub(crate) fn program(abi: u8, settings: &Settings) -> Result<Vec<sock_filter>, SandboxError> {
    if cfg!(not(target_arch = "x86_64")) {
        return Err(SandboxError::Unsupported(std::env::consts::ARCH));
    }
    let Settings { trusted, sleeps, native, .. } = *settings;
    // Where Landlock is too old the tables deny what it does not see.
    let notes = trusted.is_some() && abi >= 3;
    let rules = rules(abi, native, notes)?;
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, SeccompAction::Trap, TargetArch::x86_64)?;
    let compiled: BpfProgram = filter.try_into()?;

    let mut program = prologue()?.to_vec();
    if !sleeps {
        program.extend(waits()?);
    }
    if !native {
        program.extend(failures()?);
    }
    if let Some(address) = trusted {
        program.extend(trust(address, notes)?);
    }
    // The compiler of the table has no word for a notification.
    let action = |op: &seccompiler::sock_filter| match (op.code, op.k) {
        (RETURN, libc::SECCOMP_RET_TRAP) if native => libc::SECCOMP_RET_USER_NOTIF,
        (_, k) => k,
    };
    program.extend(compiled.iter().map(|op| instruction(op.code, op.jt, op.jf, action(op))));
    if program.len() > LONGEST {
        return Err(SandboxError::FilterTooLarge(program.len()));
    }
    Ok(program)
}

/// What the compiler of the table cannot say: other architectures die, x32 is trapped, and
/// clone3 is not there, so that the C library falls back to clone, whose flags can be seen.
fn prologue() -> Result<[sock_filter; 8], SandboxError> {
    let clone3 = call("clone3")?;
    let not_there = libc::SECCOMP_RET_ERRNO | libc::ENOSYS as u32;
    Ok([
        instruction(LOAD_WORD, 0, 0, OFFSET_OF_ARCH),
        instruction(JUMP_IF_EQUAL, 1, 0, ARCH_X86_64),
        instruction(RETURN, 0, 0, libc::SECCOMP_RET_KILL_PROCESS),
        instruction(LOAD_WORD, 0, 0, OFFSET_OF_NUMBER),
        instruction(JUMP_IF_AT_LEAST, 0, 1, X32_BIT),
        instruction(RETURN, 0, 0, libc::SECCOMP_RET_TRAP),
        instruction(JUMP_IF_EQUAL, 0, 1, clone3),
        instruction(RETURN, 0, 0, not_there),
    ])
}

/// What fails without a signal. Each starts with the number of the call loaded, and leaves it so.
fn failures() -> Result<Vec<sock_filter>, SandboxError> {
    let mut program = vec![];
    for (name, mask) in denied::FAILS {
        program.extend([
            instruction(JUMP_IF_EQUAL, 0, 4, call(name)?),
            instruction(LOAD_WORD, 0, 0, OFFSET_OF_ARGUMENTS),
            instruction(JUMP_IF_SET, 0, 1, *mask),
            instruction(RETURN, 0, 0, libc::SECCOMP_RET_ERRNO | libc::EPERM as u32),
            instruction(LOAD_WORD, 0, 0, OFFSET_OF_NUMBER),
        ]);
    }
    Ok(program)
}

/// What is over at once. Each starts with the number of the call loaded, and leaves it so.
fn waits() -> Result<Vec<sock_filter>, SandboxError> {
    let argument = |n: u8| OFFSET_OF_ARGUMENTS + 8 * u32::from(n);
    let over = instruction(RETURN, 0, 0, libc::SECCOMP_RET_ERRNO);
    let mut program = vec![];
    for (name, arguments) in denied::OVER_AT_ONCE {
        match *arguments {
            None => program.extend([instruction(JUMP_IF_EQUAL, 0, 1, call(name)?), over]),
            Some((descriptors, end)) => program.extend([
                instruction(JUMP_IF_EQUAL, 0, 9, call(name)?),
                instruction(LOAD_WORD, 0, 0, argument(descriptors)),
                instruction(JUMP_IF_EQUAL, 0, 6, 0),
                instruction(LOAD_WORD, 0, 0, argument(end)),
                instruction(JUMP_IF_EQUAL, 4, 0, u32::MAX),
                instruction(JUMP_IF_EQUAL, 0, 2, 0),
                // The lower half of a pointer may be 0.
                instruction(LOAD_WORD, 0, 0, argument(end) + 4),
                instruction(JUMP_IF_EQUAL, 1, 0, 0),
                over,
                instruction(LOAD_WORD, 0, 0, OFFSET_OF_NUMBER),
            ]),
        }
    }
    Ok(program)
}

/// What the system call instruction that ends at `address` may do; where it `notes`, also what is trapped to be noted.
fn trust(address: u64, notes: bool) -> Result<Vec<sock_filter>, SandboxError> {
    let mut allowed = vec![];
    let noted = denied::WITHOUT_LANDLOCK_ALWAYS.iter().chain(denied::TRUSTED_NOTED).map(|name| (*name, None));
    for (name, argument) in denied::TRUSTED.iter().copied().chain(noted.filter(|_| notes)) {
        let allow = instruction(RETURN, 0, 0, libc::SECCOMP_RET_ALLOW);
        match argument {
            None => allowed.extend([instruction(JUMP_IF_EQUAL, 0, 1, call(name)?), allow]),
            Some(value) => allowed.extend([
                instruction(JUMP_IF_EQUAL, 0, 4, call(name)?),
                instruction(LOAD_WORD, 0, 0, OFFSET_OF_ARGUMENTS),
                instruction(JUMP_IF_EQUAL, 0, 1, value),
                allow,
                instruction(LOAD_WORD, 0, 0, OFFSET_OF_NUMBER),
            ]),
        }
    }
    // One more than the instructions that are left out: the number is loaded in front of them.
    let rest = u8::try_from(allowed.len() + 1).map_err(|_| SandboxError::FilterTooLarge(allowed.len()))?;
    let mut program = vec![
        instruction(LOAD_WORD, 0, 0, OFFSET_OF_INSTRUCTION),
        instruction(JUMP_IF_EQUAL, 0, rest + 2, address as u32),
        instruction(LOAD_WORD, 0, 0, OFFSET_OF_INSTRUCTION + 4),
        instruction(JUMP_IF_EQUAL, 0, rest, (address >> 32) as u32),
        instruction(LOAD_WORD, 0, 0, OFFSET_OF_NUMBER),
    ];
    program.extend(allowed);
    Ok(program)
}

/// Puts `pid` where the program asks for the unit's own process id. Allocates nothing.
pub(crate) fn set_own_pid(program: &mut [sock_filter], pid: u32) {
    for op in program {
        if op.code == JUMP_IF_EQUAL && op.k == OWN_PID {
            op.k = pid;
        }
    }
}

type Rules = BTreeMap<i64, Vec<SeccompRule>>;

/// The rules of the table that apply at Landlock `abi`; for a `native` program also the calls that name files, for one that
/// `notes` those that change them.
fn rules(abi: u8, native: bool, notes: bool) -> Result<Rules, SandboxError> {
    let mut rules = Rules::new();
    add(&mut rules, denied::ALWAYS, denied::WHEN)?;
    if native {
        for name in denied::NATIVE_RELEASED {
            rules.remove(&call(name)?.into());
        }
        let paths = denied::PATHS.iter().map(|(name, _)| name);
        for name in denied::NATIVE_ALWAYS.iter().chain(denied::NATIVE_SIGNALS).chain(paths) {
            rules.insert(call(name)?.into(), Vec::new());
        }
        return Ok(rules);
    }
    if notes {
        add(&mut rules, denied::WITHOUT_LANDLOCK_ALWAYS, denied::WITHOUT_LANDLOCK_WHEN)?;
        add(&mut rules, &["truncate"], denied::NOTED)?;
    }
    if abi < 3 {
        add(&mut rules, denied::WITHOUT_TRUNCATE_ALWAYS, denied::WITHOUT_TRUNCATE_WHEN)?;
    }
    if abi < 1 {
        add(&mut rules, denied::WITHOUT_LANDLOCK_ALWAYS, denied::WITHOUT_LANDLOCK_WHEN)?;
    }
    Ok(rules)
}

fn add(
    rules: &mut Rules,
    always: &[&'static str],
    when: &[(&'static str, When)],
) -> Result<(), SandboxError> {
    for name in always {
        // An empty list of conditions matches every call.
        rules.insert(call(name)?.into(), Vec::new());
    }
    for (name, when) in when {
        let (index, operator, value) = match *when {
            When::Is(index, value) => (index, SeccompCmpOp::Eq, value),
            When::IsNot(index, value) => (index, SeccompCmpOp::Ne, value),
            When::Bits(index, mask, value) => (index, SeccompCmpOp::MaskedEq(mask.into()), value),
        };
        let condition = SeccompCondition::new(index, SeccompCmpArgLen::Dword, operator, value.into())?;
        rules.entry(call(name)?.into()).or_default().push(SeccompRule::new(vec![condition])?);
    }
    Ok(())
}

fn call(name: &'static str) -> Result<u32, SandboxError> {
    calls::number(name).ok_or(SandboxError::UnknownCall(name))
}

fn instruction(code: u16, jt: u8, jf: u8, k: u32) -> sock_filter {
    sock_filter { code, jt, jf, k }
}

impl From<BackendError> for SandboxError {
    fn from(error: BackendError) -> Self {
        Self::Filter(error)
    }
}

#[cfg(test)]
mod tests;
