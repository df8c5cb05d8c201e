//! Thread-local variables of the program, restored before each run like its other globals. They have no address that a
//! table could hold; the program headers say where they are.
use core::arch::asm;

core::arch::global_asm!(
    ".weak __ehdr_start",
    ".section .data.rel.ro.acute,\"aw\"",
    ".balign 8",
    ".globl __acute_headers",
    "__acute_headers: .quad __ehdr_start",
    ".text"
);

unsafe extern "C" {
    static __acute_headers: usize;
}

/// An entry of the program header table.
#[repr(C)]
struct Header {
    kind: u32,
    flags: u32,
    offset: u64,
    address: u64,
    physical: u64,
    file_bytes: u64,
    bytes: u64,
    align: u64,
}

const TLS: u32 = 7;

/// Returns address and size of this thread's variables of the program itself: right below the thread pointer, by the
/// ABI of x86-64.
pub fn range() -> (usize, usize) {
    // SAFETY: an ELF file's header and its table lie in the program's first page; fs:0 holds its own address.
    unsafe {
        let start = (&raw const __acute_headers).read_volatile();
        if start == 0 {
            return (0, 0);
        }
        let table = start + (start as *const u8).add(32).cast::<u64>().read() as usize;
        let count = (start as *const u8).add(56).cast::<u16>().read() as usize;
        let headers = core::slice::from_raw_parts(table as *const Header, count);
        let Some(tls) = headers.iter().find(|h| h.kind == TLS) else { return (0, 0) };
        let pointer: usize;
        asm!("mov {}, fs:0", out(reg) pointer, options(nostack, readonly));
        let len = (tls.bytes as usize).next_multiple_of((tls.align as usize).max(1));
        (pointer - len, tls.bytes as usize)
    }
}
