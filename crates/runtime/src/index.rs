//! Reads and writes at symbolic indices: `a[i]` may be every element that `i` can select.
//!
//! The address is `base + stride * e`, where `e` is symbolic, and the elements are those inside the object. A read
//! gives `e == 0 ? a[0] : e == 1 ? a[1] : ...`; after a write each element is `e == k ? written : old`. An `e` that
//! selects none of them is an implicit condition, recorded before the access, for the run may end there.
use crate::access::{self, access};
use crate::bounds::bounds_of;
use crate::linear::{Linear, constant};
use crate::sym::Sym;
use crate::{ending, globals, heap, nodes, record, run, shadow, thread};
use acute_trace::{
    CONCRETE, Check, End, Event, FIRST_NODE, FIRST_VAR, INDEXED, INPUT_BASE, INPUT_END, Kind, Label, Op,
    Reason, unchecked,
};

/// Maximum number of elements; beyond it the index is concretized.
const MOST: usize = 256;
/// Size of the lowest part of the address space, which is never mapped.
const FIRST_PAGES: usize = 1 << 16;

/// An access of the unit through a symbolic address.
struct Access {
    /// The label of `origin`, which differs from `address` by a constant.
    label: Label,
    origin: usize,
    address: usize,
    /// The pointer that the address is computed from.
    root: usize,
    root_label: Label,
    /// Bytes of the object that starts at `root`; 0 where the pass does not know.
    size: usize,
    bytes: usize,
    write: bool,
}

/// The elements that an access may select: at `base + stride * e` for `e` from `first` to `last`.
struct Elements {
    e: Sym,
    base: usize,
    stride: usize,
    first: i64,
    last: i64,
    bytes: usize,
}

/// Returns the label of the value about to be read; `CONCRETE` where a load of the concrete address is right.
///
/// # Safety
/// `origin` has the label `label`; the low four bits of `shape` are how much is read, the rest is the size of
/// the object at `root`, if that is known.
pub unsafe extern "C" fn read(
    label: Label,
    origin: usize,
    address: usize,
    root_label: Label,
    root: usize,
    shape: usize,
) -> Label {
    let (size, bytes) = (shape >> 4, shape & 15);
    let access = Access { label, origin, address, root, root_label, size, bytes, write: false };
    // SAFETY: the elements lie in one object of the unit.
    access.elements().map_or(CONCRETE, |elements| unsafe { elements.read() }.label)
}

/// Labels every element that the store which follows may change.
///
/// # Safety
/// As [`read`].
pub unsafe extern "C" fn write(
    label: Label,
    origin: usize,
    address: usize,
    root_label: Label,
    root: usize,
    shape: usize,
    value_label: Label,
    value: u64,
) {
    let (size, bytes) = (shape >> 4, shape & 15);
    let access = Access { label, origin, address, root, root_label, size, bytes, write: true };
    if let Some(elements) = access.elements() {
        // SAFETY: as above.
        unsafe { elements.write(value_label, value) }
    }
}

/// Returns, once, whether [`write()`] has labelled the store at `address`.
pub fn is_labelled(address: usize) -> bool {
    // SAFETY: a word of this thread's.
    unsafe {
        let labelled = &raw mut (*thread::current()).labelled;
        let same = labelled.read() == address;
        if same {
            labelled.write(0);
        }
        same
    }
}

impl Access {
    /// Records the access and returns the elements it may select, where they are known.
    fn elements(&self) -> Option<Elements> {
        // The common case by far: a symbolic pointer and a concrete index.
        if self.is_near_root() {
            access(self.root_label, self.write as u32);
            return None;
        }
        if !nodes::fresh(self.label, self.origin as u64) {
            return None;
        }
        let found = self.find();
        if let Err(label) = found {
            access::note(label, self.write, INDEXED);
        }
        found.ok()
    }

    /// Returns whether the root is a pointer of the input and the address a constant away from it. A root that is
    /// itself at an index is none, as in `p = &a[i]; *p`.
    fn is_near_root(&self) -> bool {
        let beside = |label: Label| match nodes::node(label) {
            Some(n) if n.op == Op::Add as u8 && constant(n.b).is_some() => n.a,
            _ => label,
        };
        let is_near = self.label == self.root_label || beside(self.label) == self.root_label;
        is_near && is_variable(beside(self.root_label))
    }

    /// Returns whether the root is a pointer into the program's data. Of an array that is only declared, and defined
    /// elsewhere, the size is not known.
    fn is_anywhere(&self) -> bool {
        self.size == 0 && globals::is_image(self.root)
    }

    /// Returns whether the access stays within its block of the heap: an array at the end of a struct may have been
    /// allocated with more elements than its type has.
    fn is_in_block(&self) -> bool {
        heap::block_around(self.root)
            .is_some_and(|(start, end)| start <= self.address && self.address + self.bytes <= end)
    }

    /// Returns the elements, or the label to record as an access through a symbolic address.
    fn find(&self) -> Result<Elements, Label> {
        let whole = self.label;
        let mut sum = Linear::of(self.label).ok_or(whole)?;
        let pointer = pointer_in(self.root_label).ok_or(whole)?;
        if pointer != CONCRETE {
            if !sum.take(pointer) {
                return Err(whole);
            }
            if sum.stride() == 0 || self.root < FIRST_PAGES && self.address < FIRST_PAGES {
                // Only the pointer matters: it is all there is, or it is NULL and the run ends here.
                return Err(pointer);
            }
        }
        let stride = i64::try_from(sum.stride()).ok().filter(|s| *s > 0).ok_or(whole)?;
        let e = index(&sum, stride).ok_or(whole)?;
        let (low, high) = match self.size {
            0 => bounds_of(self.root).ok_or(whole)?,
            size => (self.root, self.root.saturating_add(size)),
        };
        let last = high.checked_sub(self.bytes).filter(|last| *last >= low).ok_or(whole)?;
        let base = self.address.wrapping_sub((stride as usize).wrapping_mul(e.value as usize));
        let distance = |to: usize| to.wrapping_sub(base) as i64;
        let round_up = |n: i64| n.div_euclid(stride) + (n.rem_euclid(stride) != 0) as i64;
        let (first, last) = (round_up(distance(low)), distance(last).div_euclid(stride));
        let elements = Elements { e, base, stride: stride as usize, first, last, bytes: self.bytes };
        self.note(elements, sum.range(stride), pointer).ok_or(whole)
    }

    /// Records the pointer that is dereferenced and the condition that no element is selected; drops elements outside
    /// the range of the index.
    fn note(&self, mut all: Elements, range: Option<(i64, i64)>, pointer: Label) -> Option<Elements> {
        let (first, last) = (all.first, all.last);
        let (low, high) = range.unwrap_or((i64::MIN, i64::MAX));
        (all.first, all.last) = (first.max(low), last.min(high));
        let is_few = all.last.checked_sub(all.first).is_some_and(|n| (0..MOST as i64).contains(&n));
        // Elements that overlap are not followed when written.
        if !is_few || self.write && all.stride < all.bytes {
            return None;
        }
        if pointer != CONCRETE {
            access(pointer, self.write as u32);
        }
        if low < first || high > last {
            // As clang writes its check of the same index, which is recorded once then.
            let outside = match first {
                0 => all.e.ult(all.e.with(last as u64 + 1)).not(),
                _ => all.outside(first, last),
            };
            note_outside(outside, self.root);
        }
        let inside = (first..=last).contains(&(all.e.value as i64));
        if !inside && (INPUT_BASE as usize..INPUT_END as usize).contains(&self.root) {
            // Beyond all that an input buffer can have.
            ending::overrun(self.address.wrapping_add(self.bytes), self.write);
        }
        let is_checked = globals::is_checked(unchecked::OUTSIDE);
        if !inside && is_checked && !self.is_in_block() && !self.is_anywhere() {
            let bounds = bounds_of(self.root).filter(|_| self.size == 0);
            let object = bounds.unwrap_or((self.root, self.root + self.size));
            ending::misused(End::OutOfBounds, self.address, Some(object), self.write);
        }
        inside.then_some(all)
    }
}

/// Returns the sum of the terms in units of `stride`.
fn index(sum: &Linear, stride: i64) -> Option<Sym> {
    let mut whole: Option<Sym> = None;
    for (label, factor) in sum.terms() {
        let value = nodes::value(label).filter(|value| !is_pointer(label, *value))?;
        let term = Sym::new(label, value, 64);
        let part = if factor == stride { term } else { term.mul(term.with((factor / stride) as u64)) };
        whole = Some(whole.map_or(part, |whole| whole.add(part)));
    }
    whole.filter(|e| !e.is_concrete())
}

impl Elements {
    /// Makes the condition that `e` is not in `first..=last`.
    fn outside(&self, first: i64, last: i64) -> Sym {
        let from = if first == 0 { self.e } else { self.e.sub(self.e.with(first as u64)) };
        self.e.with(last.wrapping_sub(first) as u64).ult(from)
    }

    fn address(&self, e: i64) -> usize {
        self.base.wrapping_add(self.stride.wrapping_mul(e as usize))
    }

    /// Returns the value and label of an element.
    ///
    /// # Safety
    /// It is the unit's memory.
    unsafe fn cell(&self, e: i64) -> Sym {
        let address = self.address(e);
        // SAFETY: as above.
        unsafe {
            let byte = |k: usize| (*(address as *const u8).add(k) as u64) << (8 * k);
            let value = (0..self.bytes).fold(0, |all, k| all | byte(k));
            let bits = self.bytes as u8 * 8;
            // Of a local that is not written yet, only what is read for certain is worth a complaint.
            if e != self.e.value as i64 && run::is_local(address) && !shadow::is_fresh(address, self.bytes) {
                return Sym::constant(bits, value);
            }
            Sym::new(shadow::get(address, self.bytes, value), value, bits)
        }
    }

    /// # Safety
    /// The elements are the unit's memory.
    unsafe fn read(&self) -> Sym {
        let mut cells = [Sym::constant(8, 0); MOST];
        let count = (self.last - self.first) as usize + 1;
        for (k, cell) in cells[..count].iter_mut().enumerate() {
            // SAFETY: as above.
            *cell = unsafe { self.cell(self.first + k as i64) };
        }
        self.choose(&cells[..count])
    }

    /// Selects the element that `e` names. Equal neighbours share one comparison, and the element that would need most
    /// comparisons is the default.
    fn choose(&self, cells: &[Sym]) -> Sym {
        let rest = most_frequent(cells);
        let mut chosen = rest;
        let mut end = cells.len();
        while end > 0 {
            let cell = cells[end - 1];
            let start = cells[..end].iter().rposition(|c| !c.is_same(cell)).map_or(0, |k| k + 1);
            if !cell.is_same(rest) {
                let (first, last) = (self.first + start as i64, self.first + end as i64 - 1);
                chosen = if first == last {
                    self.e.eq(self.e.with(first as u64)).ite(cell, chosen)
                } else {
                    self.outside(first, last).ite(chosen, cell)
                };
            }
            end = start;
        }
        chosen
    }

    /// # Safety
    /// As [`Elements::read`].
    unsafe fn write(&self, label: Label, value: u64) {
        let bits = self.bytes as u8 * 8;
        let mut written = Sym::new(label, value, bits);
        if label != CONCRETE && nodes::width(label) != bits {
            record::concretized(Reason::Wide, label, 0);
            written.label = CONCRETE;
        } else if !nodes::fresh(label, written.value) {
            written.label = CONCRETE;
        }
        for e in self.first..=self.last {
            // SAFETY: as above.
            unsafe {
                let (address, old) = (self.address(e), self.cell(e));
                if old.is_same(written) {
                    continue;
                }
                let new = self.e.eq(self.e.with(e as u64)).ite(written, old);
                if !new.is_concrete() {
                    run::mark_dirty(address);
                    shadow::set(address, self.bytes, new.label);
                    if e == self.e.value as i64 {
                        // The store finds a label there, so that its own hook is called for certain.
                        (*thread::current()).labelled = address;
                    }
                }
            }
        }
    }
}

/// Returns the element with most runs of equal neighbours; of equally many, the first.
fn most_frequent(cells: &[Sym]) -> Sym {
    let starts = |k: &usize| *k == 0 || !cells[*k].is_same(cells[*k - 1]);
    // Sorted, those that are the same stand together, the first of them first.
    let mut keys = [(CONCRETE, 0, 0); MOST];
    let mut count = 0;
    for k in (0..cells.len()).filter(starts) {
        let value = if cells[k].is_concrete() { cells[k].value } else { 0 };
        keys[count] = (cells[k].label, value, k);
        count += 1;
    }
    keys[..count].sort_unstable();
    let (mut best, mut most) = (0, 0);
    for same in keys[..count].chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
        let first = same[0].2;
        if same.len() > most || same.len() == most && first < best {
            (best, most) = (first, same.len());
        }
    }
    cells[best]
}

/// Returns the one input variable or choice in a pointer's expression that is a pointer; `CONCRETE` if the rest is an
/// offset from a known address, `None` where the expression is neither.
fn pointer_in(label: Label) -> Option<Label> {
    if label == CONCRETE {
        return Some(CONCRETE);
    }
    let sum = Linear::of(label)?;
    // What is scaled or was extended is a number of elements.
    let is_extended = |l| nodes::node(l).is_some_and(|n| n.op == Op::SExt as u8 || n.op == Op::ZExt as u8);
    let mut points = sum.terms().filter(|&(label, factor)| factor == 1 && !is_extended(label));
    match (points.next(), points.next()) {
        (None, _) => Some(CONCRETE),
        (Some((pointer, _)), None) => Some(pointer).filter(|p| is_variable(*p) || is_choice(*p)),
        _ => None,
    }
}

/// Returns whether an index or `?:` selected a pointer. Dereferencing it decides which.
fn is_choice(label: Label) -> bool {
    nodes::node(label).is_some_and(|n| n.op == Op::Ite as u8 && n.width == 64)
}

/// Returns whether a label is an input variable of a pointer's size.
fn is_variable(label: Label) -> bool {
    (FIRST_VAR..FIRST_NODE).contains(&label) && nodes::width(label) == 64
}

/// Returns whether a term is a pointer of the input rather than a number of elements.
fn is_pointer(label: Label, value: u64) -> bool {
    is_variable(label) && (INPUT_BASE..INPUT_END).contains(&value)
}

/// Records the condition that `len` bytes are more than the object around `address` has from there on. A buffer of the input
/// has as many as it needs, and a block of the heap may have been allocated for just this length. `origin` is a constant away
/// from the address and has the label of it.
pub extern "C" fn room(label: Label, len: usize, origin_label: Label, origin: usize, address: usize) {
    let is_input = (INPUT_BASE as usize..INPUT_END as usize).contains(&address);
    if is_input || heap::block_around(address).is_some() || !nodes::fresh(label, len as u64) {
        return;
    }
    let is_known = origin_label == CONCRETE || nodes::fresh(origin_label, origin as u64);
    if let Some((_, end)) = bounds_of(address).filter(|_| is_known) {
        let len = Sym::new(label, len as u64, 64);
        let origin = Sym::new(origin_label, origin as u64, 64);
        let room = origin.with((end - address).wrapping_add(origin.value as usize) as u64).sub(origin);
        note_outside(room.ult(len), address);
    }
}

/// Records the condition that an index leads out of its object, once a run.
fn note_outside(outside: Sym, root: usize) {
    if outside.is_concrete() || !record::first(outside.label, record::Note::Read) {
        return;
    }
    let (kind, what) = (Kind::Implicit as u8, Check::OutOfBounds as u16);
    let extra = (INPUT_BASE as usize..INPUT_END as usize).contains(&root) as u32;
    record::event(Event { kind, flag: outside.value as u8, what, cell: 0, node: outside.label, extra });
}
