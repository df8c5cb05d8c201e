//! The end of a run before the unit returns: noted in the trace, then the run is left.
use crate::signals::{self, Place};
use crate::{kept, record, run, stack, sys};
use acute_trace::End;
use core::ffi::c_char;

/// Notes the address of a fault.
pub fn note_fault(address: u64) {
    // SAFETY: the trace is set before anything runs.
    unsafe {
        let head = (&raw const record::TRACE.head).read();
        if !head.is_null() {
            (*head).fault = address;
        }
    }
}

/// Notes that an allocation of `len` bytes fails that may well succeed elsewhere.
pub fn note_refused(len: u64) {
    // SAFETY: the trace is set before anything runs.
    unsafe {
        let head = (&raw const record::TRACE.head).read();
        if !head.is_null() && (*head).refused == 0 {
            (*head).refused = len;
        }
    }
}

/// Notes the text of a failed assertion.
pub fn note_text(text: *const c_char) {
    // SAFETY: the trace is set before anything runs; the text is a string of the program, and if it
    // is not, the fault that follows is handled like any other.
    unsafe {
        let head = (&raw const record::TRACE.head).read();
        if head.is_null() || text.is_null() {
            return;
        }
        let room = &mut (*head).text;
        for (k, place) in room.iter_mut().enumerate().take(119) {
            *place = *text.add(k) as u8;
            if *place == 0 {
                return;
            }
        }
        room[119] = 0;
    }
}

/// Ends the run because it is about to touch memory up to `end` that no input object has.
pub fn overrun(end: usize, write: bool) -> ! {
    note_fault(end as u64);
    give_up(End::Overrun, write as i32, kept::caller())
}

/// Ends the run because it is about to misuse memory at `address`; `object` is start and end of the object next to it.
pub fn misused(end: End, address: usize, object: Option<(usize, usize)>, write: bool) -> ! {
    note_fault(address as u64);
    if let Some((start, stop)) = object {
        // SAFETY: a run is under way, so there is a trace.
        unsafe {
            let head = (&raw const record::TRACE.head).read();
            (*head).object = [start as u64, (stop - start) as u64];
        }
    }
    give_up(end, write as i32, kept::caller())
}

/// Ends the run because a check fails that `-fsanitize=` added: `value` is beyond `limit`.
pub extern "C" fn undefined(end: u32, value: u64, limit: u64) {
    let Some(end) = End::from_u32(end).filter(|_| run::is_inside()) else { return };
    // SAFETY: a run is under way, so there is a trace.
    unsafe {
        let head = (&raw const record::TRACE.head).read();
        (*head).object = [value, limit];
    }
    give_up(end, 0, kept::caller())
}

/// Ends the run because a mark wants elements that were not laid out.
pub fn want(site: u64, wanted: [u64; 4]) -> ! {
    note_fault(site);
    run::stop_inside();
    // SAFETY: a run is under way, so there is a trace and a place to return to.
    unsafe {
        let head = (&raw const record::TRACE.head).read();
        (*head).end = End::Wanted as u32;
        (&raw mut (*head).at).cast::<[u64; 4]>().write(wanted);
        stack::leave(1)
    }
}

/// Ends the run that is under way; without one, the process.
pub fn give_up(end: End, code: i32, place: Place) -> ! {
    if !run::stop_inside() {
        sys::exit_group(if end == End::Exit { code } else { 94 });
    }
    let called = matches!(
        end,
        End::Abort
            | End::Assert
            | End::Overrun
            | End::DoubleFree
            | End::InvalidFree
            | End::Repeats
            | End::OutOfBounds
            | End::UseAfterFree
            | End::UseAfterReturn
            | End::Index
            | End::Shift
            | End::Conversion
            | End::Overflow
            | End::Overlap
    );
    let pc = if called { place.pc.wrapping_sub(1) } else { place.pc };
    // SAFETY: a run is under way, so there is a trace and a place to return to.
    unsafe {
        let head = (&raw const record::TRACE.head).read();
        (*head).end = end as u32;
        (*head).code = code;
        (*head).at = signals::callers(Place { pc, ..place });
        (*head).sp = place.sp;
        stack::leave(1)
    }
}
