//! Walks a module's functions and hands each instruction to its emitter.
use crate::ir::{Ir, Value};
use crate::map::{Cells, is_mark};
use crate::order::{Dominators, reverse_post_order};
use crate::regions::{self, Record};
use crate::state;
use crate::tables::{Tables, string};
use crate::trees::Later;
use acute_trace::Reason;
use llvm_sys::LLVMOpcode;
use llvm_sys::analysis::{LLVMVerifierFailureAction, LLVMVerifyModule};
use llvm_sys::core::*;
use llvm_sys::prelude::*;
use std::collections::{HashMap, HashSet};

/// A function being instrumented.
pub struct Function<'a> {
    pub ir: &'a Ir,
    pub tables: &'a mut Tables,
    pub value: Value,
    pub name: String,
    /// The label of each value that may be symbolic.
    labels: HashMap<Value, Value>,
    /// The labels of the parts of each value that has several.
    pub members: HashMap<Value, Vec<Value>>,
    /// Phis and the phis of their labels, whose entries are filled in at the end.
    phis: Vec<(Value, Vec<Value>)>,
    /// In a variadic function: where the labels of what stands for `...` are.
    pub va_notes: Option<Value>,
    /// The coverage cells of each jump.
    pub cells: Cells,
    /// What makes the labels that wait for their use.
    pub later: HashMap<Value, Later>,
    /// The block being instrumented, by its place in the order, and which ones come before it on every way.
    pub block: usize,
    pub dominators: Dominators,
    /// Local variables whose first bytes are the same in every run.
    pub settled: HashSet<Value>,
    /// Labels of addresses that were recorded, to read and to write, with the blocks where.
    pub accessed: HashMap<(Value, bool), Vec<usize>>,
}

pub unsafe fn instrument_module(module: LLVMModuleRef) {
    unsafe {
        let ir = Ir::new(module);
        let mut tables = Tables::new(&ir);
        let records = regions::records(module);
        tables.add_map(&state::uses(&ir));
        let mut functions = vec![];
        let mut function = LLVMGetFirstFunction(module);
        while !function.is_null() {
            functions.push(function);
            function = LLVMGetNextFunction(function);
        }
        for function in functions {
            if is_in_data(function) {
                tables.add_call(acute_trace::DATA_CALLER, value_name(function));
            }
            if LLVMIsDeclaration(function) == 0 && is_ours(function) {
                Function::new(&ir, &mut tables, function).instrument(&records);
            }
        }
        if std::env::var_os("ACUTE_UNIT").is_some() {
            rename_main(module);
            crate::outside::rename_modelled(module);
        }
        regions::drop_mapping(module);
        tables.finish(&ir);
        if std::env::var_os("ACUTE_VERIFY").is_some() {
            // For our tests: broken code stops the compiler here, not somewhere in its back end.
            let abort = LLVMVerifierFailureAction::LLVMAbortProcessAction;
            LLVMVerifyModule(module, abort, std::ptr::null_mut());
        }
        LLVMDisposeBuilder(ir.builder);
    }
}

/// The runtime brings the program's main; the unit's own can still be called and tested.
unsafe fn rename_main(module: LLVMModuleRef) {
    unsafe {
        let main = LLVMGetNamedFunction(module, c"main".as_ptr());
        if !main.is_null() && LLVMIsDeclaration(main) == 0 {
            LLVMSetValueName2(main, c"__acute_unit_main".as_ptr(), "__acute_unit_main".len());
        }
    }
}

/// Whether a table or another constant holds the function's address: anyone may call it then.
unsafe fn is_in_data(function: Value) -> bool {
    unsafe {
        let mut each = LLVMGetFirstUse(function);
        while !each.is_null() {
            let user = LLVMGetUser(each);
            // `&&label` is no function that anybody calls.
            if LLVMIsAInstruction(user).is_null() && LLVMIsABlockAddress(user).is_null() {
                return true;
            }
            each = LLVMGetNextUse(each);
        }
        false
    }
}

unsafe fn is_ours(function: Value) -> bool {
    unsafe {
        let has = |name: &str| {
            let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
            !LLVMGetEnumAttributeAtIndex(function, llvm_sys::LLVMAttributeFunctionIndex, kind).is_null()
        };
        !has("naked") && !has("disable_sanitizer_instrumentation")
    }
}

pub unsafe fn value_name(value: Value) -> String {
    unsafe {
        let mut len = 0;
        let text = LLVMGetValueName2(value, &mut len);
        string(text, len)
    }
}

impl<'a> Function<'a> {
    unsafe fn new(ir: &'a Ir, tables: &'a mut Tables, value: Value) -> Function<'a> {
        let name = unsafe { value_name(value) };
        let (labels, members, phis, cells, later, dominators, accessed, settled) = Default::default();
        let (block, va_notes) = (0, None);
        Function {
            ir,
            tables,
            value,
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

    unsafe fn instrument(mut self, records: &HashMap<u64, Record>) {
        unsafe {
            // Collected before anything is inserted: blocks split under our hands.
            let order = reverse_post_order(self.value);
            self.dominators = Dominators::new(&order);
            let blocks: Vec<Vec<Value>> = order.into_iter().map(|b| instructions(b)).collect();
            self.settled = self.initialised(&blocks);
            self.lay_out(&blocks, records);
            self.receive_arguments();
            if let Some(entry) = blocks.first() {
                self.note_locals(entry);
            }
            for (n, block) in blocks.into_iter().enumerate() {
                self.block = n;
                for instruction in block {
                    self.note_callees(instruction);
                    self.instruction(instruction);
                }
            }
            self.fill_phis();
        }
    }

    /// Every function that is called or named here may be reached from here.
    unsafe fn note_callees(&mut self, i: Value) {
        unsafe {
            for k in 0..LLVMGetNumOperands(i) as u32 {
                let operand = LLVMGetOperand(i, k);
                if !operand.is_null() && !LLVMIsAFunction(operand).is_null() {
                    let name = value_name(operand);
                    if !name.starts_with("llvm.") {
                        self.tables.add_call(&self.name, name);
                    }
                }
            }
        }
    }

    /// The label of an operand.
    pub unsafe fn label(&self, value: Value) -> Value {
        self.labels.get(&value).copied().unwrap_or(self.ir.zero)
    }

    pub unsafe fn set_label(&mut self, value: Value, label: Value) {
        unsafe {
            if !self.ir.is_zero(label) {
                self.labels.insert(value, label);
            }
        }
    }

    unsafe fn instruction(&mut self, i: Value) {
        use LLVMOpcode::*;
        unsafe {
            match LLVMGetInstructionOpcode(i) {
                LLVMAdd | LLVMSub | LLVMMul | LLVMUDiv | LLVMSDiv | LLVMURem | LLVMSRem | LLVMShl
                | LLVMLShr | LLVMAShr | LLVMAnd | LLVMOr | LLVMXor => self.binary(i),
                LLVMICmp => self.compare(i),
                LLVMTrunc | LLVMZExt | LLVMSExt | LLVMPtrToInt | LLVMIntToPtr => self.cast(i),
                LLVMSelect => self.select(i),
                LLVMGetElementPtr => self.index(i),
                LLVMFreeze => self.set_parts(i, self.parts(LLVMGetOperand(i, 0))),
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
                LLVMAlloca if LLVMGetNumOperands(i) > 0 => self.lose(i, Reason::Size),
                LLVMUnreachable | LLVMFence | LLVMAlloca => {}
                _ => self.lose(i, Reason::Instruction),
            }
        }
    }

    /// The result is concrete whatever the operands are; counted where one was symbolic.
    pub unsafe fn lose(&mut self, i: Value, reason: Reason) {
        unsafe {
            for k in 0..LLVMGetNumOperands(i) as u32 {
                self.ir.at(i);
                let label = self.any_label(LLVMGetOperand(i, k));
                self.ir.concretize(reason, label, &mnemonic(i), i);
            }
        }
    }

    unsafe fn phi(&mut self, phi: Value) {
        unsafe {
            let (ir, ty) = (self.ir, LLVMTypeOf(phi));
            let widths = if ir.has_parts(ty) {
                ir.leaves(ty).unwrap_or_default().iter().map(|l| l.width).collect()
            } else {
                vec![ir.tracked_width(ty)]
            };
            ir.at(phi);
            let label = |width: Option<u32>| match width {
                Some(_) => LLVMBuildPhi(ir.builder, ir.i32, c"".as_ptr()),
                None => ir.zero,
            };
            let labels: Vec<Value> = widths.into_iter().map(label).collect();
            self.set_parts(phi, labels.clone());
            self.phis.push((phi, labels));
        }
    }

    unsafe fn fill_phis(&mut self) {
        unsafe {
            for (phi, labels) in std::mem::take(&mut self.phis) {
                for k in 0..LLVMCountIncoming(phi) {
                    let values = self.parts(LLVMGetIncomingValue(phi, k));
                    for (label, value) in labels.iter().zip(values).filter(|(l, _)| !self.ir.is_zero(**l)) {
                        let mut block = [LLVMGetIncomingBlock(phi, k)];
                        LLVMAddIncoming(*label, [value].as_mut_ptr(), block.as_mut_ptr(), 1);
                    }
                }
            }
        }
    }
}

/// The name of an instruction's operation, for the count of lost precision; of an intrinsic, its own.
unsafe fn mnemonic(i: Value) -> String {
    unsafe {
        if !LLVMIsACallInst(i).is_null() {
            let callee = LLVMGetCalledValue(i);
            return match value_name(callee) {
                _ if !LLVMIsAInlineAsm(callee).is_null() => "asm".into(),
                name => name.trim_start_matches("llvm.").split('.').next().unwrap_or("call").into(),
            };
        }
        format!("{:?}", LLVMGetInstructionOpcode(i)).trim_start_matches("LLVM").to_lowercase()
    }
}

pub unsafe fn instructions(block: LLVMBasicBlockRef) -> Vec<Value> {
    unsafe {
        let mut all = vec![];
        let mut i = LLVMGetFirstInstruction(block);
        while !i.is_null() {
            all.push(i);
            i = LLVMGetNextInstruction(i);
        }
        all
    }
}
