//! Inputs that turn out too small are made larger and run again: a buffer that the unit reads beyond, a mark
//! that asks for what it was not given.
use super::Explorer;
use acute_input::{Input, NoObject};
use acute_trace::TraceHead;

impl Explorer<'_> {
    /// Gives the object before `end`, an address, the elements that reach there. False where it cannot.
    pub(super) fn lengthen(&mut self, input: &mut Input, end: u64) -> bool {
        let Some((object, offset)) = self.symbols.space.object_containing(end.wrapping_sub(1)) else {
            return false;
        };
        let Some(elems) = self.symbols.space.object(object).elems_for(offset + 1) else { return false };
        if elems <= input.elems(&self.symbols.space, object) {
            return false;
        }
        match self.symbols.space.grow(object, elems) {
            Ok(()) => {
                input.set_elems(object, elems);
                true
            }
            Err(why) => self.no_object(why),
        }
    }

    /// Gives a mark what it asks for. False where that cannot be.
    pub(super) fn supply(&mut self, input: &mut Input, head: &TraceHead) -> bool {
        let [name, k, elems, size, ..] = head.at;
        let program = self.runner.program;
        let mark = self.symbols.space.mark(head.fault, size, || program.text_at(name).unwrap_or_default());
        // Without a type they are bytes.
        let typed = self.symbols.space.marks()[mark as usize].ty.is_some();
        let elems = if typed { elems } else { elems.saturating_mul(size) };
        // In a loop there will be more: one run for each would take a while.
        for k in k as u32..=(k + k / 2) as u32 {
            match self.symbols.space.object_for_mark(mark, k, elems) {
                Ok(object) if input.give(object) => {}
                Ok(_) => return false,
                Err(why) => return self.no_object(why),
            }
        }
        true
    }

    fn no_object(&mut self, why: NoObject) -> bool {
        match why {
            NoObject::Unsupported(what) => {
                self.results.counters.concretize(format!("mark: {what}"), 1);
            }
            limit => self.results.counters.object_limit = Some(limit),
        }
        false
    }
}
