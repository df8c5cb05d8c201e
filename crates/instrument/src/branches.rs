//! Conditional jumps and switches: a coverage cell for every outcome, an event for the symbolic ones.
//! ```c
//! if (x > y) f();
//! ```
//! becomes
//! ```c
//! if (lx | ly) __acute_compared(SGT, lx, x, ly, y, &cells[0]);
//! if (x > y) { cells[0] = TAKEN; f(); } else { cells[1] = TAKEN; }
//! ```
use crate::function::Emitter;
use crate::llvm::{Linkage, Value};
use crate::values::{comparison, packed};
use acute_trace::{CHOSEN, Hook, Reason, TAKEN};

impl Emitter<'_> {
    /// `if (c)` becomes `if (lc) __acute_branch(lc, c, cells); if (c) { cells[0] = 1; ...`
    pub fn branch(&mut self, i: Value) {
        if i.is_conditional() && i.has_metadata("nosanitize") {
            return self.sanitizer(i, self.label(i.condition()));
        }
        let Some(&cell) = self.cells.get(&i) else { return };
        let condition = i.condition();
        if self.only_decides(condition) {
            self.compare_and_decide(condition, cell, i);
        } else {
            self.decide(Hook::Branch, condition, cell, i);
        }
        self.cover(i, 0, cell);
        self.cover(i, 1, cell + 1);
    }

    /// Before `before`: `if (la | lb) __acute_compared(op, la, a, lb, b, cells)`
    fn compare_and_decide(&mut self, condition: Value, cell: u64, before: Value) {
        let (ir, (op, a, b)) = (self.ir, comparison(condition));
        let Some(width) = ir.tracked_width(a.ty()) else { return };
        ir.at(before);
        let any = ir.either(self.any(a), self.any(b));
        if ir.is_zero(any) {
            return;
        }
        let symbolic = ir.is_symbolic(any);
        ir.when(symbolic, before, || {
            let (la, lb) = (self.make(a), self.make(b));
            let (a, b, cells) = (ir.widen(a), ir.widen(b), self.tables.cell(ir, cell));
            let arguments = [ir.int32(packed(op, width)), la, a, lb, b, cells];
            ir.hook(Hook::Compared, &arguments);
        });
    }

    /// Before `before`: `if (lc) hook(lc, condition, cells)`, which records the outcome of a symbolic condition.
    fn decide(&mut self, hook: Hook, condition: Value, cell: u64, before: Value) {
        let (ir, label) = (self.ir, self.label(condition));
        if ir.is_zero(label) {
            return;
        }
        ir.at(before);
        let symbolic = ir.is_symbolic(label);
        ir.when(symbolic, before, || {
            let taken = ir.builder.zext(condition, ir.i32);
            ir.hook(hook, &[label, taken, self.tables.cell(ir, cell)]);
        });
    }

    /// Replaces the mark of a condition that decides a value. `c ? a : b` sets a cell, too, but does not end a path prefix.
    pub fn choose_mark(&mut self, i: Value) {
        let (ir, condition, cell) = (self.ir, i.operand(0), self.cells[&i]);
        self.decide(Hook::Choice, condition, cell, i);
        ir.at(i);
        let (yes, no) = (self.tables.cell(ir, cell), self.tables.cell(ir, cell + 1));
        let cell = ir.builder.select(condition, yes, no);
        ir.builder.store(ir.i8.const_int(CHOSEN as u64), cell);
        i.erase();
    }

    /// Sets a coverage cell on the edge to successor `n`.
    fn cover(&mut self, terminator: Value, n: u32, cell: u64) {
        let ir = self.ir;
        ir.at(terminator.split_edge(n));
        ir.builder.store(ir.i8.const_int(TAKEN as u64), self.tables.cell(ir, cell));
    }

    /// Records the value of a symbolic switch. Its cells are in the order of its successors: the default, then the cases.
    pub fn switch(&mut self, i: Value) {
        let (ir, value, cell) = (self.ir, i.operand(0), self.cells[&i]);
        let label = self.label(value);
        let cases = i.successor_count() - 1;
        match ir.tracked_width(value.ty()) {
            _ if ir.is_zero(label) => {}
            None => ir.concretize(Reason::Wide, label, "switch", i),
            Some(width) => {
                // Operands: the value, the default, then pairs of a case and its target.
                let case = |k| i.operand(2 + 2 * k).as_int().unwrap_or(0);
                let values: Vec<u64> = (0..cases).map(case).collect();
                let table = self.switch_table(cell, width, &values);
                ir.at(i);
                let symbolic = ir.is_symbolic(label);
                ir.when(symbolic, i, || {
                    let value = ir.widen(value);
                    ir.hook(Hook::Switch, &[label, value, table]);
                });
            }
        }
        for k in 0..=cases {
            self.cover(i, k, cell + k as u64);
        }
    }

    /// The constant that the runtime reads: cells, number of cases, width, values.
    fn switch_table(&self, cell: u64, width: u32, values: &[u64]) -> Value {
        let ir = self.ir;
        let list: Vec<Value> = values.iter().map(|v| ir.int64(*v)).collect();
        let (count, list) = (ir.int32(values.len() as u32), ir.i64.const_array(&list));
        let table = ir.module.const_struct(&[self.tables.cell(ir, cell), count, ir.int32(width), list]);
        let global = ir.module.add_global("acute.switch", table.ty());
        global.set_initializer(table);
        global.set_linkage(Linkage::LLVMPrivateLinkage);
        global.set_global_constant();
        global
    }
}
