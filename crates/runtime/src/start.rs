//! Start of the process, before anything of the unit runs, its constructors included: maps everything and installs
//! handlers.
use crate::memory::*;
use crate::{cover, fork, globals, heap, inputs, leaks, run, shadow, signals, sys};
use acute_trace as trace;
use core::ffi::{c_char, c_int};
use core::sync::atomic::Ordering::Release;

/// Runs before all constructors: the dynamic loader calls what this section lists first.
#[used]
#[unsafe(link_section = ".preinit_array")]
static START: extern "C" fn(c_int, *const *const c_char, *const *const c_char) = start;

extern "C" fn start(_: c_int, _: *const *const c_char, environment: *const *const c_char) {
    let Some(fd) = find_fd(environment) else {
        // Not started by the engine. Everything is concrete, but the checks need their shadow.
        // SAFETY: nothing else is mapped there.
        unsafe {
            sys::map_at(trace::SHADOW_BASE, trace::SHADOW_SIZE, None, 0);
            sys::map_at(trace::FLAGS_BASE, trace::FLAGS_SIZE, None, 0);
        }
        return;
    };
    let nodes = trace::MAX_NODES as usize;
    // SAFETY: fixed addresses that nothing else uses in a process without address randomisation.
    unsafe {
        sys::map_at(trace::SHARED_BASE, trace::SHARED_BYTES, Some(fd), 0);
        if head().magic != trace::MAGIC || head().format != trace::FORMAT {
            sys::exit_group(trace::OTHER_FORMAT);
        }
        for (start, len) in trace::SHADOWED {
            shadow::map(start, len);
        }
        // What most inputs need, for children to start with.
        inputs::open(trace::INPUT_BASE as usize + 1);
        sys::map_shared_at(INDEX as usize, INDEX_LEN * 4);
        sys::map_at(VALUES as usize, nodes * size_of::<(u64, u32)>(), None, 0);
        sys::map_at(NOTED as usize, nodes * size_of::<Notes>(), None, 0);
        sys::map_shared_at(SEEN as usize, trace::COVER_BYTES);
        sys::map_at(SNAPSHOT as usize, SNAPSHOT_LEN, None, 0);
        sys::map_at(STACK, STACK_LEN, None, 0);
        sys::map_at(SIGNAL_STACK, SIGNAL_STACK_LEN, None, 0);
        leaks::prepare();
        signals::install();
        let (offset, cells) = cover::share(fd);
        let head = trace::SHARED_BASE as *mut trace::Head;
        (*head).cover_offset = offset;
        (*head).cover_cells = cells;
        if (*head).forks != 0 {
            fork::prepare();
        }
    }
}

/// Reads the descriptor of the shared memory from the environment.
fn find_fd(environment: *const *const c_char) -> Option<i32> {
    let mut at = environment;
    // SAFETY: the environment ends with a null pointer, each string with a zero byte.
    unsafe {
        while !(*at).is_null() {
            let entry = core::ffi::CStr::from_ptr(*at).to_bytes();
            if let Some(value) =
                entry.strip_prefix(trace::FD_VARIABLE.as_bytes()).and_then(|v| v.strip_prefix(b"="))
            {
                return core::str::from_utf8(value).ok()?.parse().ok();
            }
            at = at.add(1);
        }
    }
    None
}

unsafe extern "C" {
    static stdout: *mut u8;
    fn setvbuf(stream: *mut u8, buffer: *mut u8, mode: c_int, len: usize) -> c_int;
}

/// Serves inputs in the place of main; the unit's own main, if it has one, has another name.
#[unsafe(no_mangle)]
pub extern "C" fn __acute_main() -> c_int {
    const UNBUFFERED: c_int = 2;
    // A buffer would be allocated by the first run and lost with it. The one call of the C library,
    // made before the unit runs.
    // SAFETY: stdout is open, to nowhere if not elsewhere.
    unsafe { setvbuf(stdout, core::ptr::null_mut(), UNBUFFERED, 0) };
    heap::keep_all();
    globals::poison_redzones();
    if !fork::is_server() {
        globals::take_snapshot();
    }
    head().ready.store(trace::FORMAT, Release);
    sys::wake(&head().ready);
    run::serve()
}
