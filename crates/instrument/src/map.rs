//! The map of one function: its cells, the ways between them, and the conditions of the source they decide.
//!
//! Between two jumps there is one way only, so that the control flow of a function is a table: behind each
//! outcome of a jump stands the next jump, and what is called on the way.
use crate::function::{Function, instructions, value_name};
use crate::ir::Value;
use crate::regions::{MARK, Notes, Record, Region, record_of};
use crate::tables::Place;
use llvm_sys::LLVMOpcode;
use llvm_sys::core::*;
use llvm_sys::prelude::*;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write;

/// The first cell of each jump and mark of a function; a jump has one for each successor.
pub type Cells = HashMap<Value, u64>;

impl Function<'_> {
    /// Gives every jump and mark its cells and writes the function's part of the map.
    pub unsafe fn lay_out(&mut self, blocks: &[Vec<Value>], records: &HashMap<u64, Record>) {
        unsafe {
            let mut order = vec![];
            for &i in blocks.iter().flatten() {
                let cells = if is_jump(i) {
                    LLVMGetNumSuccessors(i) as u64
                } else if is_mark(i) {
                    2
                } else {
                    continue;
                };
                self.cells.insert(i, self.tables.add_cells(cells));
                order.push(i);
            }
            let mut text = format!("F\t{}\t{}\n", self.name, self.way(LLVMGetEntryBasicBlock(self.value)));
            for &i in &order {
                let place = Place::of(i).unwrap_or_default();
                let count = if is_jump(i) { LLVMGetNumSuccessors(i) } else { 2 };
                for n in 0..count {
                    let way = if is_jump(i) { self.way(LLVMGetSuccessor(i, n)) } else { "\t\t".into() };
                    let _ = writeln!(text, "C\t{}\t{}\t{}\t{way}", place.file, place.line, place.column);
                }
            }
            if let Some(record) = record_of(self.value).and_then(|n| records.get(&n)) {
                self.write_branches(record, &order, &mut text);
            }
            self.tables.write(&text);
        }
    }

    /// `next TAB callees TAB marks`: what comes behind the edge to `block`.
    unsafe fn way(&self, mut block: LLVMBasicBlockRef) -> String {
        unsafe {
            let (mut calls, mut marks) = (BTreeSet::new(), vec![]);
            let mut seen = BTreeSet::new();
            let mut next = String::new();
            while seen.insert(block) {
                for i in instructions(block) {
                    if is_mark(i) {
                        marks.extend(self.cells.get(&i).map(|c| c.to_string()));
                    } else if LLVMGetInstructionOpcode(i) == LLVMOpcode::LLVMCall {
                        calls.extend(callee(i));
                    }
                }
                let end = LLVMGetBasicBlockTerminator(block);
                if is_jump(end) {
                    next = self.cells.get(&end).map(|c| c.to_string()).unwrap_or_default();
                    break;
                }
                if LLVMGetNumSuccessors(end) != 1 {
                    break;
                }
                block = LLVMGetSuccessor(end, 0);
            }
            format!("{next}\t{}\t{}", calls.into_iter().collect::<Vec<_>>().join(","), marks.join(","))
        }
    }

    /// Both outcomes of each condition, with the cells that stand for them.
    unsafe fn write_branches(&self, record: &Record, order: &[Value], text: &mut String) {
        unsafe {
            let mut cells = vec![[BTreeSet::new(), BTreeSet::new()]; record.regions.len()];
            let mut groups: BTreeMap<u32, (BTreeSet<u64>, BTreeSet<u32>)> = BTreeMap::new();
            for i in order {
                let notes = Notes::of(self.ir, *i);
                for (edge, region, outcome) in notes.edges {
                    let cell = self.cells[i] + edge as u64;
                    let Some(sets) = cells.get_mut(region as usize) else { continue };
                    sets[outcome as usize].insert(cell);
                    if let Some(group) = notes.group {
                        let group = groups.entry(group).or_default();
                        group.0.insert(cell);
                        group.1.insert(region);
                    }
                }
            }
            for (all, regions) in groups.into_values() {
                for region in regions {
                    let [no, yes] = &mut cells[region as usize];
                    no.extend(all.difference(yes));
                }
            }
            let is_live = |r: &Region| {
                let n = record.regions.iter().position(|other| std::ptr::eq(other, r)).unwrap_or(0);
                cells[n].iter().any(|set| !set.is_empty())
            };
            for (region, twins, _) in record.codeless(is_live) {
                let all: BTreeSet<u64> =
                    twins.iter().flat_map(|t| cells[*t as usize].iter().flatten().copied()).collect();
                cells[region as usize][0].extend(all);
            }
            for (region, [no, yes]) in record.regions.iter().zip(&cells).filter(|(r, _)| !r.is_folded()) {
                for (outcome, cells) in [('T', yes), ('F', no)] {
                    let (file, line, column) = (&region.file, region.line, region.column);
                    let _ = writeln!(text, "B\t{file}\t{line}\t{column}\t{outcome}\t{}", ranges(cells));
                }
            }
        }
    }
}

/// `1-3,7`
fn ranges(cells: &BTreeSet<u64>) -> String {
    let mut ranges: Vec<(u64, u64)> = vec![];
    for &cell in cells {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == cell => *last = cell,
            _ => ranges.push((cell, cell)),
        }
    }
    let text = |(a, b): &(u64, u64)| if a == b { a.to_string() } else { format!("{a}-{b}") };
    ranges.iter().map(text).collect::<Vec<_>>().join(",")
}

unsafe fn is_jump(i: Value) -> bool {
    unsafe {
        match LLVMGetInstructionOpcode(i) {
            LLVMOpcode::LLVMBr => LLVMIsConditional(i) != 0,
            LLVMOpcode::LLVMSwitch => true,
            _ => false,
        }
    }
}

/// Whether this is a condition that decides a value, not a way.
pub unsafe fn is_mark(i: Value) -> bool {
    unsafe { !LLVMIsACallInst(i).is_null() && value_name(LLVMGetCalledValue(i)) == MARK }
}

/// Who is called: a name, or `*` through a pointer.
unsafe fn callee(call: Value) -> Option<String> {
    unsafe {
        let callee = LLVMGetCalledValue(call);
        if LLVMIsAFunction(callee).is_null() {
            return LLVMIsAInlineAsm(callee).is_null().then(|| "*".to_string());
        }
        let name = value_name(callee);
        (!name.starts_with("llvm.")).then(|| name.replace([',', '\t', '\n'], "?"))
    }
}
