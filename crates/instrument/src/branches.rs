//! Conditional jumps and switches: coverage of every outcome, an event for the symbolic ones.
use crate::function::Function;
use crate::ir::{Value, acute_has_metadata, acute_split_edge};
use crate::values::{comparison, packed};
use acute_trace::{CHOSEN, Reason, TAKEN};
use llvm_sys::LLVMLinkage;
use llvm_sys::core::*;

impl Function<'_> {
    /// `if (c)` becomes `if (lc) __acute_branch(lc, c, cells); if (c) { cells[0] = 1; ...`
    pub unsafe fn branch(&mut self, i: Value) {
        unsafe {
            let Some(&cell) = self.cells.get(&i) else { return };
            let condition = LLVMGetCondition(i);
            if acute_has_metadata(i, c"nosanitize".as_ptr()) != 0 {
                return self.sanitizer(i, self.label(condition));
            }
            if self.only_decides(condition) {
                self.compare_and_decide(condition, cell, i);
            } else {
                self.decide("__acute_branch", condition, cell, i);
            }
            self.cover(i, 0, cell);
            self.cover(i, 1, cell + 1);
        }
    }

    /// Before `before`: `if (la | lb) __acute_compared(op, la, a, lb, b, cells)`
    unsafe fn compare_and_decide(&mut self, condition: Value, cell: u64, before: Value) {
        unsafe {
            let (ir, (op, a, b)) = (self.ir, comparison(condition));
            let Some(width) = ir.tracked_width(LLVMTypeOf(a)) else { return };
            ir.at(before);
            let any = ir.either(self.any(a), self.any(b));
            if ir.is_zero(any) {
                return;
            }
            let symbolic = ir.is_symbolic(any);
            ir.when(symbolic, before, || {
                let (la, lb) = (self.make(a), self.make(b));
                let (a, b, cells) = (ir.widen(a), ir.widen(b), self.tables.cell(ir, cell));
                let mut arguments = [ir.int32(packed(op, width)), la, a, lb, b, cells];
                ir.hook("__acute_compared", ir.void(), &mut arguments);
            });
        }
    }

    /// Before `before`: records which way a symbolic condition goes.
    unsafe fn decide(&mut self, hook: &str, condition: Value, cell: u64, before: Value) {
        unsafe {
            let (ir, label) = (self.ir, self.label(condition));
            if ir.is_zero(label) {
                return;
            }
            ir.at(before);
            let symbolic = ir.is_symbolic(label);
            ir.when(symbolic, before, || {
                let taken = LLVMBuildZExt(ir.builder, condition, ir.i32, c"".as_ptr());
                ir.hook(hook, ir.void(), &mut [label, taken, self.tables.cell(ir, cell)]);
            });
        }
    }

    /// A condition that decides a value: `c ? a : b` sets a cell, too, but no path splits there.
    pub unsafe fn choose_mark(&mut self, i: Value) {
        unsafe {
            let (ir, condition, cell) = (self.ir, LLVMGetOperand(i, 0), self.cells[&i]);
            self.decide("__acute_choice", condition, cell, i);
            ir.at(i);
            let (yes, no) = (self.tables.cell(ir, cell), self.tables.cell(ir, cell + 1));
            let cell = LLVMBuildSelect(ir.builder, condition, yes, no, c"".as_ptr());
            LLVMBuildStore(ir.builder, LLVMConstInt(ir.i8, CHOSEN as u64, 0), cell);
            LLVMInstructionEraseFromParent(i);
        }
    }

    /// Sets a coverage cell on the way to successor `n`.
    unsafe fn cover(&mut self, terminator: Value, n: u32, cell: u64) {
        unsafe {
            let ir = self.ir;
            ir.at(acute_split_edge(terminator, n));
            LLVMBuildStore(ir.builder, LLVMConstInt(ir.i8, TAKEN as u64, 0), self.tables.cell(ir, cell));
        }
    }

    /// The cells of a switch are in the order of its successors: the default, then the cases.
    pub unsafe fn switch(&mut self, i: Value) {
        unsafe {
            let (ir, value, cell) = (self.ir, LLVMGetOperand(i, 0), self.cells[&i]);
            let label = self.label(value);
            let cases = LLVMGetNumSuccessors(i) - 1;
            match ir.tracked_width(LLVMTypeOf(value)) {
                _ if ir.is_zero(label) => {}
                None => ir.concretize(Reason::Wide, label, "switch", i),
                Some(width) => {
                    // Operands: the value, the default, then pairs of a case and its target.
                    let case = |k| LLVMConstIntGetZExtValue(LLVMGetOperand(i, 2 + 2 * k));
                    let values: Vec<u64> = (0..cases).map(case).collect();
                    let table = self.switch_table(cell, width, &values);
                    ir.at(i);
                    let symbolic = ir.is_symbolic(label);
                    ir.when(symbolic, i, || {
                        let value = ir.widen(value);
                        ir.hook("__acute_switch", ir.void(), &mut [label, value, table]);
                    });
                }
            }
            for k in 0..=cases {
                self.cover(i, k, cell + k as u64);
            }
        }
    }

    /// The constant the runtime walks: cells, number of cases, width, values.
    unsafe fn switch_table(&self, cell: u64, width: u32, values: &[u64]) -> Value {
        unsafe {
            let ir = self.ir;
            let mut list: Vec<Value> = values.iter().map(|v| ir.int64(*v)).collect();
            let list = LLVMConstArray2(ir.i64, list.as_mut_ptr(), list.len() as u64);
            let mut fields =
                [self.tables.cell(ir, cell), ir.int32(values.len() as u32), ir.int32(width), list];
            let table = LLVMConstStructInContext(ir.context, fields.as_mut_ptr(), 4, 0);
            let global = LLVMAddGlobal(ir.module, LLVMTypeOf(table), c"acute.switch".as_ptr());
            LLVMSetInitializer(global, table);
            LLVMSetLinkage(global, LLVMLinkage::LLVMPrivateLinkage);
            LLVMSetGlobalConstant(global, 1);
            global
        }
    }
}
