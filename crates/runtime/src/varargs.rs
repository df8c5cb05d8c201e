//! Labels of variadic arguments; see the file of the same name in the pass.
use crate::{shadow, thread};
use acute_trace::{BYTE_BITS, CONCRETE, Label, VA_BYTES, VA_STACK, is_poison};

/// Returns the cells that a caller notes, by place.
fn noted() -> &'static mut [u32; VA_BYTES] {
    // SAFETY: of this thread; no function here holds on to it across another.
    unsafe { &mut (*thread::current()).varargs }
}

/// Begins a variadic call with a symbolic argument.
pub extern "C" fn va_begin() {
    noted().fill(0);
}

/// Notes the label of an argument at this place.
pub extern "C" fn va_value(at: usize, bytes: usize, label: Label) {
    if label == CONCRETE {
        return;
    }
    if at + bytes > VA_BYTES {
        return crate::record::concretized(acute_trace::Reason::NoModel, label, 0);
    }
    for k in 0..bytes {
        noted()[at + k] = label << BYTE_BITS | k as u32;
    }
}

/// Notes the labels of a struct that is copied to this place.
///
/// # Safety
/// `from` is that many bytes of the program.
pub unsafe extern "C" fn va_copy(at: usize, bytes: usize, from: usize) {
    for k in 0..bytes {
        // SAFETY: inside the shadow of the program's memory.
        let cell = unsafe { *shadow::cells(from + k) };
        if cell != 0 && !is_poison(cell >> BYTE_BITS) {
            match noted().get_mut(at + k) {
                Some(place) => *place = cell,
                None => crate::record::concretized(acute_trace::Reason::NoModel, cell >> BYTE_BITS, 0),
            }
        }
    }
}

/// The labels that a variadic function saves: the number of bytes on the stack, then a cell for each byte.
#[repr(C)]
pub struct Notes {
    /// All ones where the caller is not instrumented.
    stack: u64,
    cells: [u32; VA_BYTES],
}

/// Saves the labels at the entry of a variadic function that instrumented code called.
///
/// # Safety
/// `notes` is the function's local.
pub unsafe extern "C" fn va_take(notes: usize, info: u64) {
    // SAFETY: as above.
    let notes = unsafe { &mut *(notes as *mut Notes) };
    notes.stack = info & u32::MAX as u64;
    if info >> 32 != 0 { notes.cells = *noted() } else { notes.cells.fill(0) }
}

/// The va_list of the System V ABI for x86-64.
#[repr(C)]
pub struct List {
    general: u32,
    vector: u32,
    stack: usize,
    registers: usize,
}

/// Labels the memory that va_arg reads, after va_start.
///
/// # Safety
/// Both are the function's locals, and the list was just started.
pub unsafe extern "C" fn va_start(list: usize, notes: usize) {
    // SAFETY: as above; what the list points to is the function's frame and its caller's.
    unsafe {
        let (list, notes) = (&*(list as *const List), &*(notes as *const Notes));
        // The list itself was written by no instrumented code either.
        shadow::clear(list as *const List as usize, size_of::<List>());
        if notes.stack == u64::MAX {
            shadow::clear(list.registers, VA_STACK);
            return shadow::clear(list.stack, VA_BYTES - VA_STACK);
        }
        shadow::copy(list.registers, notes.cells.as_ptr(), VA_STACK);
        let len = (notes.stack as usize).min(VA_BYTES - VA_STACK);
        shadow::copy(list.stack, notes.cells.as_ptr().add(VA_STACK), len);
    }
}
