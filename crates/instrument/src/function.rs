//! Walks a module's functions and hands each instruction to its emitter.
//!
//! ```c
//! int f(int x, int *p) { return x + *p; }
//! ```
//! becomes, in C:
//! ```c
//! int f(int x, int *p) {
//!     unsigned lx = 0, lp = 0;                                  // calls.rs
//!     if (__acute_args_for == f) { lx = __acute_args[0]; lp = __acute_args[1]; __acute_args_for = 0; }
//!     if (lp) __acute_access(lp, 0);                            // memory.rs
//!     int y = *p;
//!     unsigned ly = any_label(p) ? __acute_load(p, 4, y) : 0;
//!     int z = x + y;                                            // values.rs
//!     unsigned lz = (lx | ly) ? __acute_binary(ADD, lx, x, ly, y, z) : 0;
//!     __acute_ret[0] = lz; __acute_ret_from = f;                // calls.rs
//!     return z;
//! }
//! ```
use crate::ir::Ir;
use crate::llvm::{Function, Module, Opcode, Value};
use crate::loops::natural_loops;
use crate::map::{Cells, is_mark};
use crate::order::{Dominators, reverse_post_order};
use crate::regions::{Record, records};
use crate::tables::Tables;
use crate::trees::Later;
use crate::{redzones, state};
use acute_trace::Reason;
use std::collections::{BTreeMap, HashMap, HashSet};

/// Emits the label computations of one function.
pub struct Emitter<'a> {
    /// Inserts code.
    pub ir: &'a Ir,
    /// The module's map and coverage cells.
    pub tables: &'a mut Tables,
    /// The function being instrumented.
    pub function: Function,
    /// Its name.
    pub name: String,
    /// The label of each value that may be symbolic.
    labels: HashMap<Value, Value>,
    /// The labels of the parts of each value that has several.
    pub members: HashMap<Value, Vec<Value>>,
    /// Phis and the phis of their labels, whose entries are filled in at the end.
    phis: Vec<(Value, Vec<Value>)>,
    /// In a variadic function: the local with the labels of what `...` stands for.
    pub va_notes: Option<Value>,
    /// The coverage cells of each jump.
    pub cells: Cells,
    /// The recipes of labels that are made where they are used.
    pub later: HashMap<Value, Later>,
    /// The block being instrumented, by its place in the order.
    pub block: usize,
    /// The dominators of the blocks, by their places in the order.
    pub dominators: Dominators,
    /// Local variables whose initial bytes are the same in every run.
    pub settled: HashSet<Value>,
    /// Labels of addresses whose access was recorded, to read or to write, with the spans of the blocks where.
    pub accessed: HashMap<(Value, bool), BTreeMap<usize, usize>>,
}

/// Instruments every function of a module and adds the module's tables.
pub fn instrument_module(module: Module) {
    let ir = Ir::new(module);
    let mut tables = Tables::new(&ir);
    let records = records(module);
    tables.write(&state::uses(&ir));
    for function in module.functions() {
        if is_in_data(function) {
            tables.add_call(acute_trace::DATA_CALLER, function.name());
        }
        if !function.is_declaration() && is_ours(function) {
            Emitter::new(&ir, &mut tables, function).instrument(&records);
            limit_optimisation(function);
        }
    }
    if std::env::var_os("ACUTE_UNIT").is_some() {
        rename_main(module);
        crate::outside::rename_modelled(module);
    }
    module.drop_coverage_mapping();
    tables.finish(&ir);
    if std::env::var_os("ACUTE_UNIT").is_some() {
        redzones::add(&ir);
    }
    if std::env::var_os("ACUTE_VERIFY").is_some() {
        // For tests: invalid IR stops the compiler here, not somewhere in its back end.
        module.verify_or_abort();
    }
}

/// Instructions, with those that were inserted, beyond which a function is not optimised: about a thousand lines of C.
/// Several of clang's passes take time that grows with the square of a function's size.
const HUGE: usize = 1 << 15;

/// Keeps clang from optimising a huge function, so that it compiles in time that is linear in its size.
fn limit_optimisation(function: Function) {
    let is_bound = ["alwaysinline", "optsize", "minsize"].iter().any(|name| function.has_attribute(name));
    let instructions: Vec<Value> = function.blocks().into_iter().flat_map(|b| b.instructions()).collect();
    if instructions.len() <= HUGE || is_bound {
        return;
    }
    function.add_attribute("optnone");
    function.add_attribute("noinline");
    // Its frame becomes large: in a recursion the stack would be exhausted where it is not otherwise.
    if instructions.into_iter().all(|i| !i.is_call() || crate::loops::is_known_call(i)) {
        function.keep_values_in_memory();
    }
}

/// Renames the unit's main, which can still be called and tested: the runtime brings the program's own.
fn rename_main(module: Module) {
    if let Some(main) = module.named_function("main").filter(|main| !main.is_declaration()) {
        main.set_name("__acute_unit_main");
    }
}

/// A table or another constant holds the function's address: any indirect call may reach it.
fn is_in_data(function: Function) -> bool {
    // `&&label` is a use of the function that no call goes through.
    function.users().into_iter().any(|user| !user.is_instruction() && !user.is_block_address())
}

/// Is a function that may be instrumented.
fn is_ours(function: Function) -> bool {
    !function.has_attribute("naked") && !function.has_attribute("disable_sanitizer_instrumentation")
}

impl<'a> Emitter<'a> {
    fn new(ir: &'a Ir, tables: &'a mut Tables, function: Function) -> Emitter<'a> {
        let (labels, members, phis, cells, later, dominators, accessed, settled) = Default::default();
        let (name, block, va_notes) = (function.name(), 0, None);
        Emitter {
            ir,
            tables,
            function,
            name,
            labels,
            members,
            phis,
            cells,
            later,
            va_notes,
            block,
            dominators,
            settled,
            accessed,
        }
    }

    fn instrument(mut self, records: &HashMap<u64, Record>) {
        // Collected before anything is inserted: checks split blocks.
        let order = reverse_post_order(self.function);
        self.dominators = Dominators::new(&order);
        let loops = natural_loops(&order, &self.dominators);
        let blocks: Vec<Vec<Value>> = order.into_iter().map(|b| b.instructions()).collect();
        self.settled = self.initialised(&blocks);
        let locals = blocks.first().map(|entry| self.locals(entry)).unwrap_or_default();
        self.lay_out(&blocks, records);
        self.receive_arguments();
        self.watch_calls(&blocks);
        self.watch_loops(&loops, &blocks);
        let allocas: Vec<Value> =
            blocks.first().into_iter().flatten().copied().filter(|i| i.is_alloca()).collect();
        for (n, block) in blocks.into_iter().enumerate() {
            self.block = n;
            for instruction in block {
                self.note_callees(instruction);
                self.instruction(instruction);
                if self.name == "main" {
                    self.hold(instruction, &allocas);
                }
            }
        }
        self.fill_phis();
        self.lay_out_frame(&locals);
    }

    /// Adds every function that is called or named here to the call graph.
    fn note_callees(&mut self, i: Value) {
        for callee in i.operands().filter_map(Value::as_function) {
            let name = callee.name();
            if !name.starts_with("llvm.") {
                self.tables.add_call(&self.name, name);
            }
        }
    }

    /// The label of an operand.
    pub fn label(&self, value: Value) -> Value {
        self.labels.get(&value).copied().unwrap_or(self.ir.zero)
    }

    /// Sets the label of a value.
    pub fn set_label(&mut self, value: Value, label: Value) {
        if !self.ir.is_zero(label) {
            self.labels.insert(value, label);
        }
    }

    /// Hands an instruction to its emitter.
    fn instruction(&mut self, i: Value) {
        use Opcode::*;

        match i.opcode() {
            LLVMAdd | LLVMSub | LLVMMul | LLVMUDiv | LLVMSDiv | LLVMURem | LLVMSRem | LLVMShl | LLVMLShr
            | LLVMAShr | LLVMAnd | LLVMOr | LLVMXor => self.binary(i),
            LLVMICmp => self.compare(i),
            LLVMTrunc | LLVMZExt | LLVMSExt | LLVMPtrToInt | LLVMIntToPtr => self.cast(i),
            LLVMSelect => self.select(i),
            LLVMGetElementPtr => self.index(i),
            LLVMFreeze => self.set_parts(i, self.parts(i.operand(0))),
            LLVMPHI => self.phi(i),
            LLVMLoad => self.load(i),
            LLVMStore => self.store(i),
            LLVMAtomicRMW => self.atomic(i),
            LLVMAtomicCmpXchg => self.compare_exchange(i),
            LLVMCall if is_mark(i) => self.choose_mark(i),
            LLVMCall => self.call(i),
            LLVMRet => self.ret(i),
            LLVMBr => self.branch(i),
            LLVMSwitch => self.switch(i),
            LLVMExtractValue => self.extract_member(i),
            LLVMInsertValue => self.insert_member(i),
            LLVMExtractElement => self.extract_lane(i),
            LLVMInsertElement => self.insert_lane(i),
            LLVMShuffleVector => self.shuffle(i),
            LLVMFAdd | LLVMFSub | LLVMFMul | LLVMFDiv | LLVMFRem => self.float_binary(i),
            LLVMFNeg => self.float_negate(i),
            LLVMFCmp => self.float_compare(i),
            LLVMSIToFP | LLVMUIToFP | LLVMFPToSI | LLVMFPToUI | LLVMFPTrunc | LLVMFPExt => {
                self.float_convert(i)
            }
            LLVMBitCast => self.bit_cast(i),
            // Nothing below has an operand that can be symbolic, or a result.
            LLVMAlloca if i.operand(0).is_constant_int() => {}
            LLVMAlloca => {
                self.concretize(i, Reason::Size);
                self.dynamic_local(i);
            }
            LLVMUnreachable | LLVMFence => {}
            _ => self.concretize(i, Reason::Instruction),
        }
    }

    /// Makes the result concrete, whatever the operands are; counted where one was symbolic.
    pub fn concretize(&mut self, i: Value, reason: Reason) {
        for operand in i.operands().collect::<Vec<_>>() {
            self.ir.at(i);
            let label = self.any_label(operand);
            self.ir.concretize(reason, label, &mnemonic(i), i);
        }
    }

    /// Adds a phi of labels for each part of a phi.
    fn phi(&mut self, phi: Value) {
        let (ir, ty) = (self.ir, phi.ty());
        let widths = if ir.has_parts(ty) {
            ir.leaves(ty).unwrap_or_default().iter().map(|l| l.width).collect()
        } else {
            vec![ir.tracked_width(ty)]
        };
        ir.at(phi);
        let label = |width: Option<u32>| match width {
            Some(_) => ir.builder.phi(ir.i32),
            None => ir.zero,
        };
        let labels: Vec<Value> = widths.into_iter().map(label).collect();
        self.set_parts(phi, labels.clone());
        self.phis.push((phi, labels));
    }

    /// Fills in the phis of labels, when all labels are known.
    fn fill_phis(&mut self) {
        for (phi, labels) in std::mem::take(&mut self.phis) {
            for (value, block) in phi.incoming() {
                let values = self.parts(value);
                for (label, value) in labels.iter().zip(values).filter(|(l, _)| !self.ir.is_zero(**l)) {
                    label.add_incoming(&[(value, block)]);
                }
            }
        }
    }
}

/// The name of an instruction's operation, for the count of concretizations; of an intrinsic, its own.
fn mnemonic(i: Value) -> String {
    let Some(callee) = i.called_value() else {
        return format!("{:?}", i.opcode()).trim_start_matches("LLVM").to_lowercase();
    };
    if callee.is_inline_asm() {
        return "asm".into();
    }
    callee.name().trim_start_matches("llvm.").split('.').next().unwrap_or("call").into()
}
