//! Labels of the arguments that stand for `...`; see the instrumenter's file of the same name.
use crate::shadow;
use acute_trace::{BYTE_BITS, CONCRETE, Label, VA_BYTES, VA_STACK, is_poison};

/// What a caller notes, by place.
static mut NOTED: [u32; VA_BYTES] = [0; VA_BYTES];

fn noted() -> &'static mut [u32; VA_BYTES] {
    // SAFETY: one thread; no function here holds on to it across another.
    unsafe {
        let noted: *mut [u32; VA_BYTES] = &raw mut NOTED;
        &mut *noted
    }
}

/// A call with something symbolic among its arguments begins.
#[unsafe(no_mangle)]
pub extern "C" fn __acute_va_begin() {
    noted().fill(0);
}

/// The label of an argument that goes to this place.
#[unsafe(no_mangle)]
pub extern "C" fn __acute_va_value(at: usize, bytes: usize, label: Label) {
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

/// A struct that is copied to this place.
///
/// # Safety
/// `from` is that many bytes of the program.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __acute_va_copy(at: usize, bytes: usize, from: usize) {
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

/// What a variadic function keeps of it: how many bytes are on the stack, then a cell for each byte.
#[repr(C)]
pub struct Notes {
    /// All ones where the caller was compiled without us.
    stack: u64,
    cells: [u32; VA_BYTES],
}

/// At the entry of a variadic function that was called by instrumented code.
///
/// # Safety
/// `notes` is the function's local.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __acute_va_take(notes: *mut Notes, info: u64) {
    // SAFETY: as above.
    let notes = unsafe { &mut *notes };
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

/// After va_start: labels go where va_arg looks.
///
/// # Safety
/// Both are the function's locals, and the list was just started.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __acute_va_start(list: *const List, notes: *const Notes) {
    // SAFETY: as above; what the list points to is the function's frame and its caller's.
    unsafe {
        let (list, notes) = (&*list, &*notes);
        // The list itself was written by no instrumented code either.
        shadow::clear(list as *const List as usize, size_of::<List>());
        if notes.stack == u64::MAX {
            return shadow::clear(list.registers, VA_STACK);
        }
        shadow::copy(list.registers, notes.cells.as_ptr(), VA_STACK);
        let len = (notes.stack as usize).min(VA_BYTES - VA_STACK);
        shadow::copy(list.stack, notes.cells.as_ptr().add(VA_STACK), len);
    }
}
