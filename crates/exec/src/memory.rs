//! The shared memory, as the engine sees it. The only module that reads and writes it.
use acute_explore::Nodes;
use acute_input::Image;
use acute_trace as trace;
use acute_trace::{Event, Given, Head, InputHead, Label, Node, Segment, TraceHead, VarAt};
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::sync::atomic::{AtomicU32, Ordering};

const _: () =
    assert!(acute_input::REDZONE == trace::REDZONE as u64 && acute_input::INPUT_BASE == trace::INPUT_BASE);

/// A memory object that the engine and one unit process share.
pub struct Shared {
    fd: OwnedFd,
    // invariant: a mapping of SHARED_BYTES bytes, readable and writable, until dropped
    base: *mut u8,
}

impl Shared {
    /// A new one, all zero, for a unit that forks for each run or does not.
    pub fn new(forks: bool) -> io::Result<Shared> {
        // SAFETY: plain system calls; results are checked before use.
        unsafe {
            let flags = libc::MFD_CLOEXEC | libc::MFD_ALLOW_SEALING;
            let fd = libc::memfd_create(c"acute".as_ptr(), flags);
            if fd < 0 {
                return Err(io::Error::last_os_error());
            }
            let fd = OwnedFd::from_raw_fd(fd);
            let len = trace::SHARED_BYTES;
            if libc::ftruncate(fd.as_raw_fd(), len as libc::off_t) != 0 {
                return Err(io::Error::last_os_error());
            }
            // The unit has the descriptor: what it cut off could not be read any more.
            let seals = libc::F_SEAL_SHRINK | libc::F_SEAL_GROW | libc::F_SEAL_SEAL;
            if libc::fcntl(fd.as_raw_fd(), libc::F_ADD_SEALS, seals) != 0 {
                return Err(io::Error::last_os_error());
            }
            let protection = libc::PROT_READ | libc::PROT_WRITE;
            let flags = libc::MAP_SHARED | libc::MAP_NORESERVE;
            let base = libc::mmap(std::ptr::null_mut(), len, protection, flags, fd.as_raw_fd(), 0);
            if base == libc::MAP_FAILED {
                return Err(io::Error::last_os_error());
            }
            let shared = Shared { fd, base: base.cast() };
            shared.introduce(forks);
            shared.head().nodes.store(trace::FIRST_NODE, Ordering::Relaxed);
            Ok(shared)
        }
    }

    /// What a unit reads first, and may have written over: to be called before each start.
    pub fn introduce(&self, forks: bool) {
        // SAFETY: inside the mapping; no unit runs now.
        unsafe {
            let head = self.base.cast::<Head>();
            (*head).magic = trace::MAGIC;
            (*head).format = trace::FORMAT;
            (*head).forks = forks.into();
        }
    }

    /// The descriptor to pass to the unit.
    pub fn fd(&self) -> RawFd {
        self.fd.as_raw_fd()
    }

    /// The words both sides use atomically.
    pub fn head(&self) -> &Head {
        // SAFETY: mapped as long as self lives, aligned; the words used are atomics.
        unsafe { &*self.base.cast::<Head>() }
    }

    /// Number of coverage cells and where they start, as far as that is believable.
    fn cover(&self) -> (usize, usize) {
        // SAFETY: inside the mapping. Read once: the unit may change it under our hands.
        let (offset, cells) = unsafe {
            let head = self.base.cast::<Head>();
            (
                (&raw const (*head).cover_offset).read_volatile(),
                (&raw const (*head).cover_cells).read_volatile(),
            )
        };
        let offset = (offset as usize).min(trace::COVER_BYTES);
        (offset, (cells as usize).min(trace::COVER_BYTES - offset))
    }

    /// The cells that are set: what an unfinished run covered.
    pub fn covered(&self, out: &mut Vec<u32>) {
        let (offset, cells) = self.cover();
        for cell in 0..cells {
            // SAFETY: inside the coverage part by `cover`.
            if unsafe { self.base.add(trace::COVER_AT + offset + cell).read_volatile() } != 0 {
                out.push(cell as u32);
            }
        }
    }

    /// Clears the coverage cells, for the next process.
    pub fn clear_cover(&self) {
        // SAFETY: inside the mapping; no unit runs now.
        unsafe { self.base.add(trace::COVER_AT).write_bytes(0, self.cover().0 + self.cover().1) }
    }

    /// How many labels there are, as far as that is believable.
    fn count_labels(&self) -> Label {
        self.head().nodes.load(Ordering::Acquire).clamp(trace::FIRST_NODE, trace::MAX_NODES)
    }

    /// A copy of one node. It may be anything: check it before use.
    fn read_node(&self, label: Label) -> Node {
        let at = trace::NODES_AT + label.min(trace::MAX_NODES - 1) as usize * size_of::<Node>();
        // SAFETY: inside the node table; every bit pattern is a Node.
        unsafe { self.base.add(at).cast::<Node>().read_volatile() }
    }

    /// Writes an input into slot `n`. False if it does not fit.
    pub fn write_input(&self, n: u32, image: &Image, head: &InputHead) -> bool {
        let len = size_of::<InputHead>()
            + image.segments.len() * size_of::<Segment>()
            + image.labels.len() * size_of::<VarAt>()
            + image.given.len() * size_of::<Given>()
            + image.bytes.len();
        if len > trace::INPUT_BYTES {
            return false;
        }
        // SAFETY: `len` bytes from the start of the slot are inside its input part, and the unit does
        // not touch the slot before it is posted. All parts are multiples of 8 but the last.
        unsafe {
            let mut at = self.base.add(trace::input_at(n));
            at.cast::<InputHead>().write(InputHead {
                segments: image.segments.len() as u32,
                vars: image.labels.len() as u32,
                given: image.given.len() as u32,
                bytes: image.bytes.len() as u32,
                ..*head
            });
            at = at.add(size_of::<InputHead>());
            for s in &image.segments {
                at.cast::<Segment>().write(Segment {
                    address: s.address,
                    len: s.len as u32,
                    redzone: s.redzone as u32,
                });
                at = at.add(size_of::<Segment>());
            }
            for l in &image.labels {
                at.cast::<VarAt>().write(VarAt { address: l.address, var: l.var, bytes: l.bytes as u32 });
                at = at.add(size_of::<VarAt>());
            }
            for g in &image.given {
                let (site, address, bytes, k) = (g.site, g.address, g.bytes, g.k);
                at.cast::<Given>().write(Given { site, address, bytes, k, unused: 0 });
                at = at.add(size_of::<Given>());
            }
            at.copy_from_nonoverlapping(image.bytes.as_ptr(), image.bytes.len());
        }
        true
    }

    /// Changes the epoch of an input that is waiting.
    pub fn set_epoch(&self, n: u32, epoch: u32) {
        // SAFETY: inside the slot; no unit runs now.
        unsafe { (*self.base.add(trace::input_at(n)).cast::<InputHead>()).epoch = epoch }
    }

    /// Copies what a run reported. It may be anything.
    pub fn read_trace(&self, n: u32, events: &mut Vec<Event>) -> TraceHead {
        events.clear();
        // SAFETY: inside the slot's trace part; every bit pattern is a TraceHead and an Event, and the
        // number of events is clamped after it was read.
        unsafe {
            let at = self.base.add(trace::trace_at(n));
            let head = at.cast::<TraceHead>().read_volatile();
            let count = (head.events as usize).min(trace::MAX_EVENTS);
            let from = at.add(size_of::<TraceHead>()).cast::<Event>();
            events.reserve(count);
            std::ptr::copy_nonoverlapping(from, events.as_mut_ptr(), count);
            events.set_len(count);
            head
        }
    }
}

impl Nodes for Shared {
    fn labels(&self) -> Label {
        self.count_labels()
    }

    fn node(&self, label: Label) -> Node {
        self.read_node(label)
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        // SAFETY: the mapping made in `new`; nobody can hold a reference into it any more.
        unsafe { libc::munmap(self.base.cast(), trace::SHARED_BYTES) };
    }
}

/// Sleeps while `*word == seen`, at most `nanoseconds`.
pub fn wait(word: &AtomicU32, seen: u32, nanoseconds: i64) {
    let limit = libc::timespec { tv_sec: nanoseconds / 1_000_000_000, tv_nsec: nanoseconds % 1_000_000_000 };
    // SAFETY: waits on a word that lives at least as long as this call.
    unsafe { libc::syscall(libc::SYS_futex, word.as_ptr(), libc::FUTEX_WAIT, seen, &raw const limit) };
}

/// Wakes whoever sleeps on `word`.
pub fn wake(word: &AtomicU32) {
    // SAFETY: touches no memory.
    unsafe { libc::syscall(libc::SYS_futex, word.as_ptr(), libc::FUTEX_WAKE, i32::MAX) };
}
