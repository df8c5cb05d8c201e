//! Local variables in memory get redzones, and are dead when their function has returned.
//! ```c
//! void f(void) { char a[6]; int n; g(a, &n); }
//! ```
//! becomes
//! ```c
//! void f(void) {
//!     char frame[136];                             // redzone, a, redzone, n, redzone
//!     __acute_enter_frame(frame, layout);
//!     g(frame + 32, frame + 80);
//!     __acute_leave_frame(frame, layout);
//! }
//! ```
//! where `layout` is a constant: the number of variables, the size of the frame, then offset and size of each.
use crate::function::Emitter;
use crate::llvm::{Linkage, Opcode, Value};
use acute_trace::Hook;

/// Bytes before the first variable, and at least as many behind each.
const REDZONE: u64 = 32;
/// Bytes of the largest variable with redzones.
const MOST: u64 = 64 << 10;
/// The largest alignment of a variable with redzones.
const MOST_ALIGNED: u64 = 64;

/// A local variable and its offset in the frame.
pub struct Local {
    variable: Value,
    size: u64,
    offset: u64,
}

impl Emitter<'_> {
    /// The variables of a function that are laid out in a frame. Chosen before anything is inserted.
    pub fn locals(&self, entry: &[Value]) -> Vec<Local> {
        let mut end = REDZONE;
        let mut locals = vec![];
        for &variable in entry.iter().filter(|i| i.is_alloca()) {
            let Some(count) = variable.operand(0).as_int() else { continue };
            let size = self.ir.size_of(variable.allocated_type()).saturating_mul(count);
            let align = u64::from(variable.alignment()).max(8);
            if (1..=MOST).contains(&size) && align <= MOST_ALIGNED {
                let offset = end.next_multiple_of(align);
                end = offset + size + REDZONE;
                locals.push(Local { variable, size, offset });
            }
        }
        locals
    }

    /// Replaces the variables by places in a frame, when all else is inserted.
    pub fn lay_out_frame(&mut self, locals: &[Local]) {
        let (ir, Some(last)) = (self.ir, locals.last()) else { return };
        let size = (last.offset + last.size + REDZONE).next_multiple_of(8);
        let rows = locals.iter().flat_map(|local| [local.offset, local.size]);
        let numbers: Vec<Value> =
            [locals.len() as u64, size].into_iter().chain(rows).map(|n| ir.int64(n)).collect();
        let layout = ir.module.add_global("acute.frame", ir.i64.array(numbers.len() as u64));
        layout.set_initializer(ir.i64.const_array(&numbers));
        layout.set_linkage(Linkage::LLVMPrivateLinkage);
        layout.set_global_constant();
        let aligns = locals.iter().map(|local| local.variable.alignment());
        let align = aligns.max().unwrap_or(8).max(8);
        ir.at(self.function.entry().first_instruction());
        let frame = ir.builder.alloca(ir.i8.array(size));
        frame.set_alignment(align);
        // The frame as a whole lives as long as the function.
        let users = locals.iter().flat_map(|local| local.variable.users());
        users.filter(|user| user.is_call_of("llvm.lifetime.")).for_each(Value::erase);
        let first = self.function.entry().first_after_allocas();
        for local in locals {
            ir.at(first);
            local.variable.replace_all_uses_with(ir.offset(frame, local.offset));
            local.variable.erase();
        }
        ir.at(first);
        ir.hook(Hook::EnterFrame, &[frame, layout]);
        for block in self.function.blocks() {
            let end = block.terminator();
            if end.opcode() == Opcode::LLVMRet {
                ir.at(end);
                ir.hook(Hook::LeaveFrame, &[frame, layout]);
            }
        }
    }

    /// A variable whose size is known when it is declared only gets a redzone behind it.
    pub fn dynamic_local(&mut self, i: Value) {
        let (ir, count) = (self.ir, i.operand(0));
        let each = ir.size_of(i.allocated_type()).max(1);
        ir.at(i);
        let count = ir.widen(count);
        let size = ir.builder.mul(count, ir.int64(each));
        i.set_operand(0, ir.builder.add(count, ir.int64(REDZONE.div_ceil(each))));
        ir.at(i.next_instruction());
        ir.hook(Hook::DynamicLocal, &[i, size]);
    }
}
