//! The map of one function: its cells, the control flow between them, and the conditions of the source that they decide.
//!
//! The code between two jumps is one path, so that the control flow of a function is a table: for each outcome of a jump
//! the next jump, and the functions that are called before it.
//! ```c
//! int f(int x) { if (x > 5) return g(x); return 0; }
//! ```
//! has the lines
//! ```text
//! F   f      0                      the function; cell 0 is the first jump
//! C   a.c    1   20       g         outcome `x > 5`: no jump follows, g is called
//! C   a.c    1   20                 outcome `x <= 5`
//! B   a.c    1   20   T   0         the condition is true where cell 0 is set
//! B   a.c    1   20   F   1
//! ```
use crate::function::Emitter;
use crate::llvm::{Block, Opcode, Value};
use crate::regions::{Codeless, MARK, Notes, Record, record_of};
use crate::tables::Place;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write;

/// The first cell of each jump and mark of a function; a jump has one for each successor.
pub type Cells = HashMap<Value, u64>;

impl Emitter<'_> {
    /// Gives every jump and mark its cells and writes the function's part of the map.
    pub fn lay_out(&mut self, blocks: &[Vec<Value>], records: &HashMap<u64, Record>) {
        let mut order = vec![];
        for &i in blocks.iter().flatten() {
            let cells = if is_jump(i) {
                i.successor_count() as u64
            } else if is_mark(i) {
                2
            } else {
                continue;
            };
            self.cells.insert(i, self.tables.add_cells(cells));
            order.push(i);
        }
        let mut text = format!("F\t{}\t{}\n", self.name, self.way(self.function.entry()));
        for &i in &order {
            let place = Place::of(i).unwrap_or_default();
            let count = if is_jump(i) { i.successor_count() } else { 2 };
            for n in 0..count {
                let way = if is_jump(i) { self.way(i.successor(n)) } else { "\t\t".into() };
                let _ = writeln!(text, "C\t{}\t{}\t{}\t{way}", place.file, place.line, place.column);
            }
        }
        if let Some(record) = record_of(self.function).and_then(|n| records.get(&n)) {
            self.write_branches(record, &order, &mut text);
        }
        self.write_given(blocks, &mut text);
        self.tables.write(&text);
    }

    /// `next TAB callees TAB marks`: the next jump behind the edge to `block`, and what is on the path to it.
    fn way(&self, mut block: Block) -> String {
        let (mut calls, mut marks) = (BTreeSet::new(), vec![]);
        let mut seen = BTreeSet::new();
        let mut next = String::new();
        while seen.insert(block) {
            for i in block.instructions() {
                if is_mark(i) {
                    marks.extend(self.cells.get(&i).map(|c| c.to_string()));
                } else {
                    calls.extend(callee(i));
                }
            }
            let end = block.terminator();
            if is_jump(end) {
                next = self.cells.get(&end).map(|c| c.to_string()).unwrap_or_default();
                break;
            }
            if end.successor_count() != 1 {
                break;
            }
            block = end.successor(0);
        }
        format!("{next}\t{}\t{}", calls.into_iter().collect::<Vec<_>>().join(","), marks.join(","))
    }

    /// Writes both outcomes of each condition, with the cells that stand for them.
    fn write_branches(&self, record: &Record, order: &[Value], text: &mut String) {
        let mut cells = vec![[BTreeSet::new(), BTreeSet::new()]; record.regions.len()];
        let mut groups: BTreeMap<u32, (BTreeSet<u64>, BTreeSet<u32>)> = BTreeMap::new();
        for i in order {
            let notes = Notes::of(*i);
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
        let is_live = |n: u32| cells[n as usize].iter().any(|set| !set.is_empty());
        for Codeless { region, twins, .. } in record.codeless(is_live) {
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

/// The cells as text: `1-3,7`.
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

/// Is a jump with several outcomes.
fn is_jump(i: Value) -> bool {
    i.is_conditional() || i.opcode() == Opcode::LLVMSwitch
}

/// Is a condition that decides a value, not a jump.
pub fn is_mark(i: Value) -> bool {
    i.called_name().is_some_and(|name| name == MARK)
}

/// The callee of a call: a name, or `*` through a pointer. None of an intrinsic or a piece of assembly.
fn callee(call: Value) -> Option<String> {
    let callee = call.called_value()?;
    if !callee.is_function() {
        return (!callee.is_inline_asm()).then(|| "*".to_string());
    }
    let name = callee.name();
    (!name.starts_with("llvm.")).then(|| name.replace([',', '\t', '\n'], "?"))
}
