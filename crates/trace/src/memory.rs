//! The memory map of a unit's process: every base, size and mask.
//!
//! | addresses | holds |
//! |---|---|
//! | `0x7000_0000` | flags, one byte for eight bytes of memory ([`FLAGS_BASE`]) |
//! | `0x1100_0000_0000` | shadow, four bytes for each byte of memory ([`SHADOW_BASE`]) |
//! | `0x6100_0000_0000` | input objects ([`INPUT_BASE`]) |
//! | `0x6200_0000_0000` | heap ([`HEAP_BASE`]) |
//! | `0x6300_0000_0000` | shared memory ([`SHARED_BASE`]) |
//! | `0x6400_0000_0000` | the runtime's own tables (`runtime::memory`) |
//! | `0x6500_0000_0000` | stack of the unit ([`STACK_BASE`]) |
//! | `0x6f00_0000_0000` | nothing ([`NO_ENVIRONMENT`], [`SMASHED`]) |

/// Address of the shared memory in the unit.
pub const SHARED_BASE: usize = 0x6300_0000_0000;
/// First address of input objects.
pub const INPUT_BASE: u64 = 0x6100_0000_0000;
/// Poisoned bytes behind every input object and the room reserved for its growth.
pub const REDZONE: u32 = 64;
/// One past the last address an input object may have.
pub const INPUT_END: u64 = INPUT_BASE + (1 << 30);
/// Address of the unit's heap.
pub const HEAP_BASE: usize = 0x6200_0000_0000;
/// Size of the unit's heap.
pub const HEAP_SIZE: usize = 1 << 31;

/// Where a longjmp ends whose environment no setjmp has set (include/acute/models.h). Nothing is ever mapped there.
pub const NO_ENVIRONMENT: u64 = 0x6f00_0000_0000;

/// The address that a run reports whose stack frame was overwritten.
pub const SMASHED: u64 = NO_ENVIRONMENT + (1 << 32);

/// Address of the stack that the unit runs on, above a guard that is never mapped.
pub const STACK_BASE: usize = 0x6500_0000_0000;
/// Size of that stack: Linux's default for a program.
pub const STACK_SIZE: usize = 8 << 20;

/// Start of the shadow: four bytes of label for each byte of the unit's memory.
pub const SHADOW_BASE: usize = 0x1100_0000_0000;
/// The address bits that select a shadow cell. Code, heap, libraries and stack of a process without address
/// randomisation differ in these bits, so no two live bytes share a cell.
pub const SHADOW_MASK: usize = 0x0fff_ffff_ffff;
/// Size of the shadow's address range.
pub const SHADOW_SIZE: usize = (SHADOW_MASK + 1) * 4;

/// Start of the flags: a byte for every eight bytes of the unit's memory, not zero where any of them has a label.
/// Instrumented code tests them before anything else; the base is low enough to be an offset in an instruction.
pub const FLAGS_BASE: usize = 0x7000_0000;
/// Size of the flags' address range.
pub const FLAGS_SIZE: usize = 1 << (47 - FLAG_BITS);
/// The address bits that select a byte among those of one flag.
pub const FLAG_BITS: u32 = 3;
/// Number of flags that instrumented code may read behind those of an access.
pub const FLAGS_BEYOND: usize = 4096;

const GIB: usize = 1 << 30;
/// The memory that has a shadow, as start and length: code and data of the program wherever it is linked to, inputs,
/// heap, shared memory, the stack with the guard below it, libraries and mappings. A wild address outside of these
/// faults on its shadow, where it would otherwise have half of the address space to land in unnoticed, the flags of the
/// first 4 GiB among them.
pub const SHADOWED: [(usize, usize); 8] = [
    (0, FLAGS_BASE),
    (FLAGS_BASE + ((4 * GIB) >> FLAG_BITS), 4 * GIB - FLAGS_BASE - ((4 * GIB) >> FLAG_BITS)),
    (0x5555_4000_0000, 16 * GIB),
    (INPUT_BASE as usize, (INPUT_END - INPUT_BASE) as usize),
    (HEAP_BASE, HEAP_SIZE),
    (SHARED_BASE, GIB),
    (STACK_BASE - GIB, 2 * GIB),
    (0x7ff0_0000_0000, 64 * GIB),
];
/// Address space that the runtime takes for itself.
pub const RUNTIME_BYTES: usize = {
    let (mut sum, mut k) = (4 * GIB + HEAP_SIZE, 0);
    while k < SHADOWED.len() {
        sum += SHADOWED[k].1 * 4 + (SHADOWED[k].1 >> FLAG_BITS) + FLAGS_BEYOND;
        k += 1;
    }
    sum
};

/// Bytes of variadic arguments whose labels are kept.
pub const VA_BYTES: usize = 512;
/// Of these, the bytes in saved registers; the rest is on the stack.
pub const VA_STACK: usize = 176;
