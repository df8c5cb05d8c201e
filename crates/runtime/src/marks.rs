//! Marks: places in the program that ask for inputs, as often as they like (acute.h).
//!
//! The engine lays out the elements that each mark receives the first, second ... time; a mark copies them with their
//! labels to the program's variable. A mark without elements ends the run: the engine lays them out and runs the same
//! input again.
use crate::access::copy;
use crate::bounds::bounds_of;
use crate::signals::Place;
use crate::{ending, loops, record, run};
use acute_trace::{End, Event, Given, Kind};

/// Maximum number of marks that are counted; the count of any other stays 0.
const MAX_SITES: usize = 1024;

struct State {
    given: &'static [Given],
    /// Index in `given` of the next elements, if the run takes the predicted path.
    next: usize,
    /// Number of times each mark was reached.
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

/// Begins a run whose marks receive `given`.
pub fn begin(given: &'static [Given]) {
    let state = state();
    state.given = given;
    state.next = 0;
    state.used = 0;
}

impl State {
    /// Returns the number of times the mark was reached before.
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

/// Makes `count` elements of `size` bytes at `to` inputs. Outside of a run they keep their values.
///
/// # Safety
/// The stretch is the program's own; if it is not, the fault is the program's.
pub unsafe fn input(to: usize, size: u64, count: u64, site: usize, name: usize) {
    loops::forget();
    let (site, name) = (site as u64, name as u64);
    if !run::is_inside() {
        return;
    }
    let k = state().count(site);
    let len = size.saturating_mul(count);
    let Some(from) = state().find(site, k, len) else {
        ending::want(site, [name, u64::from(k), count, size]);
    };
    let len = len as usize;
    // SAFETY: the engine laid out as many bytes as were asked for.
    unsafe {
        (to as *mut u8).copy_from_nonoverlapping(from as *const u8, len);
        copy(to, from as usize, len);
    }
}

/// Returns 0. The pass answers for instrumented code; other code has no symbolic input.
pub fn is_symbolic(_: u64) -> u32 {
    0
}

/// Returns the size of the object around an address; 0 where it is unknown.
pub fn object_size(address: usize) -> usize {
    bounds_of(address).map_or(0, |(start, end)| end - start)
}

/// Ends the run because an assumption does not hold: the run does not count.
pub fn reject() -> ! {
    if !run::is_inside() {
        crate::sys::exit_group(0);
    }
    ending::give_up(End::Rejected, 0, Place::default())
}
