//! Ties the conditions of one function to its code and removes clang's counters.
use super::notes::Notes;
use super::record::{Outcome, Record, records};
use crate::ir::Ir;
use crate::llvm::{Block, Counter, Function, Opcode, Value};
use std::collections::{HashMap, HashSet};

/// The attribute that ties a function to its record.
const RECORD: &str = "acute-record";
/// `__acute_mark(condition)`: a condition that decides a value, not a jump. Instrumentation removes the call.
pub const MARK: &str = "__acute_mark";

/// LLVM's encoding of `memory(inaccessiblemem: readwrite)`.
const INACCESSIBLE_MEMORY: u64 = 3 << 2;

/// Notes on every jump of the module the conditions it decides, and removes clang's counters.
pub fn mark(ir: &Ir) {
    let records = records(ir.module);
    for function in ir.module.functions() {
        if !function.is_declaration() {
            Marker::new(ir, function).mark(&records);
        }
    }
}

/// The number of the record of a function that [`mark`] has seen.
pub fn record_of(function: Function) -> Option<u64> {
    function.string_attribute(RECORD)?.parse().ok()
}

/// A call that increments a counter.
#[derive(Clone, Copy)]
struct Increment {
    call: Value,
    counter: u32,
    /// The number that is added, where it is not 1.
    step: Option<Value>,
}

impl Increment {
    fn of(i: Value) -> Option<Increment> {
        let step = match i.called_name()?.as_str() {
            "llvm.instrprof.increment" => None,
            "llvm.instrprof.increment.step" => Some(i.operand(4)),
            _ => return None,
        };
        Some(Increment { call: i, counter: i.operand(3).as_int()? as u32, step })
    }
}

/// A counter that a block begins with, and the outcome it was made for.
pub(super) struct Lead {
    pub counter: u32,
    pub region: u32,
    pub outcome: bool,
}

/// Ties the conditions of one function to its code.
pub(super) struct Marker<'a> {
    pub ir: &'a Ir,
    pub function: Function,
    increments: Vec<Increment>,
    /// The counters that each block begins with.
    pub leading: HashMap<Block, Vec<u32>>,
    /// The outcome that each counter was made for.
    counted: HashMap<u32, Outcome>,
    /// Counters whose outcome the jump that leads there has in its notes.
    pub claimed: HashSet<u32>,
    /// Number of switches so far.
    pub groups: u32,
}

impl<'a> Marker<'a> {
    fn new(ir: &'a Ir, function: Function) -> Marker<'a> {
        let (mut increments, mut leading) = (vec![], HashMap::<Block, Vec<u32>>::new());
        for block in function.blocks() {
            let mut leads = true;
            for i in block.instructions() {
                let Some(increment) = Increment::of(i) else {
                    leads &= i.is_phi();
                    continue;
                };
                if leads && increment.step.is_none() {
                    leading.entry(block).or_default().push(increment.counter);
                }
                increments.push(increment);
            }
        }
        let (counted, claimed) = Default::default();
        Marker { ir, function, increments, leading, counted, claimed, groups: 0 }
    }

    fn mark(mut self, records: &HashMap<u64, Record>) {
        let Some(first) = self.increments.first() else { return };
        let number = first.call.operand(0).record_number();
        if let Some(record) = records.get(&number) {
            self.function.add_string_attribute(RECORD, &number.to_string());
            self.counted = record.counted();
            self.conditions(record);
        }
        for increment in &self.increments {
            increment.call.erase();
        }
        self.drop_detours();
    }

    fn conditions(&mut self, record: &Record) {
        // Switches first: the comparison of a large case range is a jump that belongs to one.
        for block in self.function.blocks() {
            let end = block.terminator();
            if end.opcode() == Opcode::LLVMSwitch {
                self.switch(record, end);
            }
        }
        self.jumps(record);
        for increment in self.increments.clone() {
            self.leftover(increment);
        }
        self.codeless(record);
    }

    /// The outcome of a block's first counter. Those behind it belong to no jump, such as the case of a switch on a
    /// constant.
    pub fn lead(&self, block: Block) -> Option<Lead> {
        let counter = *self.leading.get(&block)?.first()?;
        let (region, outcome) = *self.counted.get(&counter)?;
        Some(Lead { counter, region, outcome })
    }

    /// The block contains nothing but counters.
    pub fn only_counts(&self, block: Block) -> bool {
        let all = block.instructions();
        let Some((end, rest)) = all.split_last() else { return false };
        end.is_unconditional() && rest.iter().all(|i| Increment::of(*i).is_some())
    }

    /// Marks a counter that no jump leads to: the condition of a `?:` that is a `select`, or the one case of a switch
    /// on a constant.
    fn leftover(&mut self, Increment { call, counter, step }: Increment) {
        let Some(&(region, outcome)) = self.counted.get(&counter) else { return };
        let Some(step) = step else {
            if self.claimed.insert(counter) {
                self.put_mark(self.ir.always(), call, vec![(0, region, outcome)]);
            }
            return;
        };
        // A condition is counted by adding it as a number.
        if step.is_instruction()
            && step.opcode() == Opcode::LLVMZExt
            && step.operand(0).ty() == self.ir.always().ty()
        {
            let edges = vec![(0, region, outcome), (1, region, !outcome)];
            self.put_mark(step.operand(0), call, edges);
        }
    }

    /// Marks conditions without code where a counter shows that control passes by.
    fn codeless(&mut self, record: &Record) {
        let counters: HashSet<u32> = self.increments.iter().map(|i| i.counter).collect();
        let is_counted = |c: Counter| matches!(c, Counter::Counted(id) if counters.contains(&id));
        let is_live = |n: u32| {
            let region = &record.regions[n as usize];
            is_counted(region.yes) || is_counted(region.no)
        };
        for codeless in record.codeless(is_live) {
            // With a twin its cells do; the map puts them in.
            let is_place = |i: &&Increment| codeless.twins.is_empty() && Some(i.counter) == codeless.counter;
            if let Some(place) = self.increments.iter().find(is_place) {
                self.put_mark(self.ir.always(), place.call, vec![(0, codeless.region, false)]);
            }
        }
    }

    /// Inserts a mark of a condition that decides a value.
    fn put_mark(&self, condition: Value, before: Value, edges: Vec<(u32, u32, bool)>) {
        self.ir.at(before);
        let call = self.ir.call(MARK, self.ir.void(), &[condition]);
        // It touches no memory of the program, or loads before and after it would be two.
        call.add_call_attribute("memory", INACCESSIBLE_MEMORY);
        Notes { group: None, edges }.hang(self.ir, call);
    }

    /// Removes jumps that only a counter made necessary: the last operand of `&&` or `||` in a value.
    fn drop_detours(&self) {
        let mut found = vec![];
        for block in self.function.blocks() {
            let end = block.terminator();
            let is = |n: &u32| is_detour(block, end.successor(*n), end.successor(1 - n));
            if end.is_conditional()
                && let Some(n) = (0..2).find(is)
            {
                found.push((end, n));
            }
        }
        for (jump, n) in found {
            self.put_mark(jump.condition(), jump, Notes::of(jump).edges);
            jump.drop_detour(n);
        }
    }
}

/// Is an empty block between `from` and `to`, on an edge that gives the phis of `to` the same values as the direct one.
fn is_detour(from: Block, detour: Block, to: Block) -> bool {
    let end = detour.first_instruction();
    if !end.is_unconditional() || detour == to || end.successor(0) != to {
        return false;
    }
    let phis: Vec<Value> = to.instructions().into_iter().take_while(|i| i.is_phi()).collect();
    let entry = |phi: &Value, block| phi.incoming().into_iter().find(|(_, b)| *b == block).map(|(v, _)| v);
    !phis.is_empty() && phis.iter().all(|phi| entry(phi, from) == entry(phi, detour))
}
