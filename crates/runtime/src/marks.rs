//! Marks: places in the program that ask for inputs, as often as they like (acute.h).
//!
//! The engine lays out what each mark is given the first, second ... time; a mark copies it, labels and all,
//! to where the program wants it. What was not laid out ends the run: the engine lays it out and runs the
//! same input again.
use crate::access::__acute_copy;
use crate::bounds::bounds_of;
use crate::signals::Place;
use crate::{record, run};
use acute_trace::{End, Event, Given, Kind};

/// Marks that one run may come to; the count of any other stays 0.
const MAX_SITES: usize = 1024;

struct State {
    given: &'static [Given],
    /// Where in `given` the next one is found, if all goes as the engine thought.
    next: usize,
    /// How many times each mark was met.
    sites: [(u64, u32); MAX_SITES],
    used: usize,
}

static mut STATE: State = State { given: &[], next: 0, sites: [(0, 0); MAX_SITES], used: 0 };

fn state() -> &'static mut State {
    // SAFETY: one thread; no function holds on to it across another that takes it.
    unsafe {
        let state: *mut State = &raw mut STATE;
        &mut *state
    }
}

/// A new run: what its marks are given.
pub fn begin(given: &'static [Given]) {
    let state = state();
    state.given = given;
    state.next = 0;
    state.used = 0;
}

impl State {
    /// How many times the mark was met before.
    fn count(&mut self, site: u64) -> u32 {
        if let Some((_, count)) = self.sites[..self.used].iter_mut().find(|(s, _)| *s == site) {
            *count += 1;
            return *count;
        }
        if let Some(place) = self.sites.get_mut(self.used) {
            *place = (site, 0);
            self.used += 1;
        }
        0
    }

    fn find(&mut self, site: u64, k: u32, bytes: u64) -> Option<u64> {
        let wanted = |g: &Given| (g.site, g.k, g.bytes) == (site, k, bytes);
        if !self.given.get(self.next).is_some_and(wanted) {
            self.next = self.given.iter().position(wanted)?;
        }
        let (kind, cell) = (Kind::Marked as u8, self.next as u32);
        record::event(Event { kind, flag: 0, what: 0, cell, node: 0, extra: 0 });
        self.next += 1;
        Some(self.given[self.next - 1].address)
    }
}

/// `count` elements of `size` bytes at `to` are inputs. Where nobody tests the program they stay as they are.
///
/// # Safety
/// The stretch is the program's own; if it is not, the fault is the program's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __acute_input(to: usize, size: u64, count: u64, site: u64, name: u64) {
    if !run::is_inside() {
        return;
    }
    let k = state().count(site);
    let len = size.saturating_mul(count);
    let Some(from) = state().find(site, k, len) else {
        run::want(site, [name, u64::from(k), count, size]);
    };
    let len = len as usize;
    // SAFETY: the engine laid out as many bytes as were asked for.
    unsafe {
        (to as *mut u8).copy_from_nonoverlapping(from as *const u8, len);
        __acute_copy(to, from as usize, len);
    }
}

/// Whether a value depends on an input: what the instrumenter answers itself; code it does not see knows of none.
#[unsafe(no_mangle)]
pub extern "C" fn __acute_is_symbolic(_: u64) -> u32 {
    0
}

/// Bytes of the object around an address; 0 where nobody knows of one.
#[unsafe(no_mangle)]
pub extern "C" fn __acute_object_size(address: usize) -> u64 {
    bounds_of(address).map_or(0, |(start, end)| (end - start) as u64)
}

/// An assumption does not hold: the run does not count.
#[unsafe(no_mangle)]
pub extern "C" fn __acute_reject() -> ! {
    if !run::is_inside() {
        crate::sys::exit_group(0);
    }
    run::give_up(End::Rejected, 0, Place::default())
}
