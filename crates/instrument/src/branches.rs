//! Conditional jumps and switches: coverage of every outcome, an event for the symbolic ones.
use crate::function::Function;
use crate::ir::{Value, acute_has_metadata, acute_split_edge};
use crate::tables::Place;
use acute_trace::Reason;
use llvm_sys::LLVMLinkage;
use llvm_sys::core::*;

impl Function<'_> {
    /// `if (c)` becomes `if (lc) __acute_branch(lc, c, cells); if (c) { cells[0] = 1; ...`
    pub unsafe fn branch(&mut self, i: Value) {
        unsafe {
            if LLVMIsConditional(i) == 0 {
                return;
            }
            let (ir, condition) = (self.ir, LLVMGetCondition(i));
            if !LLVMIsAConstant(condition).is_null() {
                return;
            }
            let label = self.label(condition);
            if acute_has_metadata(i, c"nosanitize".as_ptr()) != 0 {
                return self.sanitizer(i, label);
            }
            let place = Place::of(i).filter(|_| acute_has_metadata(i, c"nosanitize".as_ptr()) == 0);
            let Some(place) = place else {
                // Not in the source: it still decides the path.
                return ir.concretize(Reason::Instruction, label, "hidden branch", i);
            };
            let cell = self.tables.add_cell(&self.name, &place, 'T', 0);
            self.tables.add_cell(&self.name, &place, 'F', 0);
            let cells = self.tables.cell(ir, cell);
            if !ir.is_zero(label) {
                ir.at(i);
                let symbolic = ir.is_symbolic(label);
                ir.when(symbolic, i, || {
                    let taken = LLVMBuildZExt(ir.builder, condition, ir.i32, c"".as_ptr());
                    ir.hook("__acute_branch", ir.void(), &mut [label, taken, cells]);
                });
            }
            self.cover(i, 0, cell);
            self.cover(i, 1, cell + 1);
        }
    }

    /// Sets a coverage cell on the way to successor `n`.
    unsafe fn cover(&mut self, terminator: Value, n: u32, cell: u64) {
        unsafe {
            let ir = self.ir;
            ir.at(acute_split_edge(terminator, n));
            LLVMBuildStore(ir.builder, LLVMConstInt(ir.i8, 1, 0), self.tables.cell(ir, cell));
        }
    }

    pub unsafe fn switch(&mut self, i: Value) {
        unsafe {
            let (ir, value) = (self.ir, LLVMGetOperand(i, 0));
            let label = self.label(value);
            let cases = LLVMGetNumSuccessors(i) - 1;
            let Some(width) = ir.tracked_width(LLVMTypeOf(value)) else { return self.lose(i, Reason::Wide) };
            let Some(place) = Place::of(i) else {
                return ir.concretize(Reason::Instruction, label, "hidden branch", i);
            };
            // Operands: the value, the default, then pairs of a case and its target.
            let values: Vec<u64> =
                (0..cases).map(|k| LLVMConstIntGetZExtValue(LLVMGetOperand(i, 2 + 2 * k))).collect();
            let first = self.tables.add_cell(
                &self.name,
                &place,
                if cases > 0 { 'C' } else { 'D' },
                values.first().copied().unwrap_or(0),
            );
            for value in values.iter().skip(1) {
                self.tables.add_cell(&self.name, &place, 'C', *value);
            }
            if cases > 0 {
                self.tables.add_cell(&self.name, &place, 'D', 0);
            }
            if !ir.is_zero(label) {
                let table = self.switch_table(first, width, &values);
                ir.at(i);
                let symbolic = ir.is_symbolic(label);
                ir.when(symbolic, i, || {
                    let value = ir.widen(value);
                    ir.hook("__acute_switch", ir.void(), &mut [label, value, table]);
                });
            }
            for k in 0..cases {
                self.cover(i, k + 1, first + k as u64);
            }
            self.cover(i, 0, first + cases as u64);
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
