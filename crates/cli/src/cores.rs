//! Which cores there are for us, and who sits on which. The engine and its unit take turns: on one core a hand-over
//! costs a tenth of what it costs across two. A unit inherits its engine's core.

/// The cores this process may use, the one it is on first: commands that run side by side begin on different ones.
pub fn allowed() -> Vec<usize> {
    // SAFETY: plain system calls on a set of our own.
    let (set, here) = unsafe {
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        if libc::sched_getaffinity(0, size_of::<libc::cpu_set_t>(), &mut set) != 0 {
            return vec![];
        }
        (set, libc::sched_getcpu())
    };
    // SAFETY: the numbers are within the set.
    let is_ours = |core: &usize| unsafe { libc::CPU_ISSET(*core, &set) };
    let mut cores: Vec<usize> = (0..libc::CPU_SETSIZE as usize).filter(is_ours).collect();
    if let Some(first) = cores.iter().position(|core| *core as i32 == here) {
        cores.rotate_left(first);
    }
    cores
}

/// Keeps the calling thread on one core; where that is refused, it stays where it may be.
pub fn pin_to(core: usize) {
    // SAFETY: plain system calls on a set of our own, which the core was read from.
    unsafe {
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        libc::CPU_SET(core, &mut set);
        libc::sched_setaffinity(0, size_of::<libc::cpu_set_t>(), &set);
    }
}

/// Keeps the calling thread on the core it is on.
pub fn pin() {
    if let Some(core) = allowed().first() {
        pin_to(*core);
    }
}
