//! Instructions: what they do, where they stand, where they lead.
use super::{AtomicOp, Block, Function, IntPredicate, Opcode, RealPredicate, Type, Value, copied};
use llvm_sys::LLVMTailCallKind;
use llvm_sys::core::*;
use llvm_sys::debuginfo::{LLVMInstructionGetDebugLoc, LLVMInstructionSetDebugLoc};
use llvm_sys::prelude::LLVMValueRef;

// The C++ shim's.
unsafe extern "C" {
    fn acute_split_if(condition: LLVMValueRef, before: LLVMValueRef) -> LLVMValueRef;
    fn acute_split_edge(terminator: LLVMValueRef, n: u32) -> LLVMValueRef;
    fn acute_drop_detour(terminator: LLVMValueRef, n: u32);
}

/// The place of an instruction in the source.
pub struct DebugLoc {
    /// As the compiler was given it.
    pub file: String,
    /// The folder that `file` may be relative to.
    pub folder: String,
    /// Counted from 1.
    pub line: u32,
    /// Counted from 1; 0 where it is not known.
    pub column: u32,
}

/// Any instruction.
impl Value {
    /// Panics unless it is an instruction (4).
    #[track_caller]
    fn must_be_instruction(self) {
        assert!(self.is_instruction(), "internal error: no instruction");
    }

    /// Panics unless it is an instruction of this kind (4).
    #[track_caller]
    fn must_be(self, opcode: Opcode) {
        assert!(self.is_instruction() && self.opcode() == opcode, "internal error: another instruction");
    }

    /// What the instruction does.
    #[track_caller]
    pub fn opcode(self) -> Opcode {
        self.must_be_instruction();
        // SAFETY: a live value (1), an instruction (4).
        unsafe { LLVMGetInstructionOpcode(self.0) }
    }

    /// The block it stands in.
    #[track_caller]
    pub fn parent(self) -> Block {
        self.must_be_instruction();
        // SAFETY: a live value (1), an instruction (4); all that this crate sees stand in a block.
        Block(unsafe { LLVMGetInstructionParent(self.0) })
    }

    /// The function it stands in.
    #[track_caller]
    pub fn function(self) -> Function {
        // SAFETY: a live block (1), which stands in a function.
        Function(Value(unsafe { LLVMGetBasicBlockParent(self.parent().0) }))
    }

    /// The instruction behind one that does not end its block.
    #[track_caller]
    pub fn next_instruction(self) -> Value {
        self.must_be_instruction();
        // SAFETY: a live value (1), an instruction (4).
        let next = unsafe { LLVMGetNextInstruction(self.0) };
        Value::from_raw(next).expect("internal error: nothing behind the end of a block")
    }

    /// The instruction before it in its block.
    #[track_caller]
    pub fn previous_instruction(self) -> Option<Value> {
        self.must_be_instruction();
        // SAFETY: a live value (1), an instruction (4).
        Value::from_raw(unsafe { LLVMGetPreviousInstruction(self.0) })
    }

    /// Removes an instruction that is not used any more. The handle is dead afterwards (3).
    #[track_caller]
    pub fn erase(self) {
        self.must_be_instruction();
        assert!(self.is_unused(), "internal error: an instruction that is still used");
        // SAFETY: a live value (1), an instruction (4) that nothing uses.
        unsafe { LLVMInstructionEraseFromParent(self.0) }
    }

    /// Gives an instruction the source line of another, where that has one.
    #[track_caller]
    pub fn set_place_of(self, other: Value) {
        self.must_be_instruction();
        other.must_be_instruction();
        // SAFETY: live values (1), instructions (4).
        unsafe {
            let place = LLVMInstructionGetDebugLoc(other.0);
            if !place.is_null() {
                LLVMInstructionSetDebugLoc(self.0, place);
            }
        }
    }

    /// Its place in the source; none for code that no line stands for.
    #[track_caller]
    pub fn debug_loc(self) -> Option<DebugLoc> {
        self.must_be_instruction();
        let (mut file_len, mut folder_len) = (0, 0);
        // SAFETY: a live value (1), an instruction (4); texts have the lengths that are returned with them (6).
        unsafe {
            let line = LLVMGetDebugLocLine(self.0);
            (line != 0).then(|| {
                let file = LLVMGetDebugLocFilename(self.0, &mut file_len);
                let folder = LLVMGetDebugLocDirectory(self.0, &mut folder_len);
                let column = LLVMGetDebugLocColumn(self.0);
                let (file, folder) = (copied(file, file_len as usize), copied(folder, folder_len as usize));
                DebugLoc { file, folder, line, column }
            })
        }
    }
}

/// Jumps and other ends of blocks.
impl Value {
    /// Number of blocks that a terminator may lead to.
    #[track_caller]
    pub fn successor_count(self) -> u32 {
        assert!(self.is_terminator(), "internal error: no end of a block");
        // SAFETY: a live value (1), a terminator (4).
        unsafe { LLVMGetNumSuccessors(self.0) }
    }

    /// Panics unless the terminator has a successor `n` (4).
    #[track_caller]
    fn must_lead(self, n: u32) {
        assert!(n < self.successor_count(), "internal error: a jump without successor {n}");
    }

    /// Block `n` of those that a terminator may lead to.
    #[track_caller]
    pub fn successor(self, n: u32) -> Block {
        self.must_lead(n);
        // SAFETY: a live value (1), a terminator with such a successor (4).
        Block(unsafe { LLVMGetSuccessor(self.0, n) })
    }

    /// All blocks that a terminator may lead to.
    pub fn successors(self) -> impl Iterator<Item = Block> {
        (0..self.successor_count()).map(move |n| self.successor(n))
    }

    /// Is a jump that a condition decides.
    pub fn is_conditional(self) -> bool {
        // SAFETY: a live value (1), a jump (4).
        self.is_branch() && unsafe { LLVMIsConditional(self.0) } != 0
    }

    /// Is a jump that no condition decides.
    pub fn is_unconditional(self) -> bool {
        self.is_branch() && !self.is_conditional()
    }

    /// The condition of a conditional jump.
    #[track_caller]
    pub fn condition(self) -> Value {
        assert!(self.is_conditional(), "internal error: a jump without a condition");
        // SAFETY: a live value (1), a conditional jump (4).
        Value(unsafe { LLVMGetCondition(self.0) })
    }

    /// Inserts `if (self) { ... }` before an instruction, as unlikely; returns the end of the new block.
    #[track_caller]
    pub fn split_if(self, before: Value) -> Value {
        before.must_be_instruction();
        assert_eq!(self.ty().int_width(), 1, "internal error: a condition of several bits");
        // SAFETY: live values (1), a bit and an instruction (4).
        Value(unsafe { acute_split_if(self.0, before.0) })
    }

    /// Puts a new block on the edge to successor `n` of a terminator; returns the end of the new block.
    #[track_caller]
    pub fn split_edge(self, n: u32) -> Value {
        self.must_lead(n);
        // SAFETY: a live value (1), a terminator with such a successor (4).
        Value(unsafe { acute_split_edge(self.0, n) })
    }

    /// Of a jump whose successor `n` only leads to the other one: makes it lead there at once. The handles of
    /// the jump, and of the block that is left out, are dead afterwards (3).
    #[track_caller]
    pub fn drop_detour(self, n: u32) {
        assert!(self.is_conditional() && n < 2, "internal error: no jump with a detour");
        let goes_on = self.successor(n).terminator();
        let is_detour = goes_on.is_unconditional() && goes_on.successor(0) == self.successor(1 - n);
        assert!(is_detour, "internal error: a block that leads elsewhere");
        // SAFETY: a live value (1), a jump with two successors (4) of which one only leads to the other.
        unsafe { acute_drop_detour(self.0, n) }
    }
}

/// Calls.
impl Value {
    /// Who is called: a function, a pointer or a piece of assembly. None where this is no call.
    pub fn called_value(self) -> Option<Value> {
        // SAFETY: a live value (1), a call (4).
        self.is_call().then(|| Value(unsafe { LLVMGetCalledValue(self.0) }))
    }

    /// The name of who is called; none where this is no call.
    pub fn called_name(self) -> Option<String> {
        self.called_value().map(Value::name)
    }

    /// Is a call of a function whose name begins like this.
    pub fn is_call_of(self, prefix: &str) -> bool {
        self.called_name().is_some_and(|name| name.starts_with(prefix))
    }

    /// The type of the function that a call takes its callee for.
    #[track_caller]
    pub fn called_type(self) -> Type {
        self.must_be(Opcode::LLVMCall);
        // SAFETY: a live value (1), a call (4).
        Type(unsafe { LLVMGetCalledFunctionType(self.0) })
    }

    /// Number of arguments of a call; they are its first operands.
    #[track_caller]
    pub fn arg_count(self) -> u32 {
        self.must_be(Opcode::LLVMCall);
        // SAFETY: a live value (1), a call (4).
        unsafe { LLVMGetNumArgOperands(self.0) }
    }

    /// The arguments of a call.
    #[track_caller]
    pub fn args(self) -> impl Iterator<Item = Value> {
        (0..self.arg_count()).map(move |n| self.operand(n))
    }

    /// Sets by which registers a call hands arguments over.
    #[track_caller]
    pub fn set_call_conv(self, convention: u32) {
        self.must_be(Opcode::LLVMCall);
        // SAFETY: a live value (1), a call (4).
        unsafe { LLVMSetInstructionCallConv(self.0, convention) }
    }

    /// Is a call that must reuse its caller's frame.
    pub fn is_must_tail_call(self) -> bool {
        // SAFETY: a live value (1), a call (4).
        self.is_call() && unsafe { LLVMGetTailCallKind(self.0) } == LLVMTailCallKind::LLVMTailCallKindMustTail
    }

    /// Makes a call one that may not reuse its caller's frame.
    #[track_caller]
    pub fn set_no_tail_call(self) {
        self.must_be(Opcode::LLVMCall);
        // SAFETY: a live value (1), a call (4).
        unsafe { LLVMSetTailCallKind(self.0, LLVMTailCallKind::LLVMTailCallKindNone) }
    }
}

/// Phis.
impl Value {
    /// The entries of a phi: a value, and the block it comes from.
    #[track_caller]
    pub fn incoming(self) -> Vec<(Value, Block)> {
        self.must_be(Opcode::LLVMPHI);
        // SAFETY: a live value (1), a phi with as many entries (4).
        unsafe {
            let entry = |n| (Value(LLVMGetIncomingValue(self.0, n)), Block(LLVMGetIncomingBlock(self.0, n)));
            (0..LLVMCountIncoming(self.0)).map(entry).collect()
        }
    }

    /// Adds entries to a phi.
    #[track_caller]
    pub fn add_incoming(self, entries: &[(Value, Block)]) {
        self.must_be(Opcode::LLVMPHI);
        let (mut values, mut blocks): (Vec<_>, Vec<_>) = entries.iter().map(|(v, b)| (v.0, b.0)).unzip();
        // SAFETY: live handles (1), a phi (4), as many entries as are counted.
        unsafe {
            LLVMAddIncoming(self.0, values.as_mut_ptr(), blocks.as_mut_ptr(), entries.len() as u32);
        }
    }
}

/// Instructions with something of their own.
impl Value {
    /// The predicate of a comparison of integers.
    #[track_caller]
    pub fn icmp_predicate(self) -> IntPredicate {
        self.must_be(Opcode::LLVMICmp);
        // SAFETY: a live value (1), a comparison (4).
        unsafe { LLVMGetICmpPredicate(self.0) }
    }

    /// The predicate of a comparison of floating-point numbers.
    #[track_caller]
    pub fn fcmp_predicate(self) -> RealPredicate {
        self.must_be(Opcode::LLVMFCmp);
        // SAFETY: a live value (1), a comparison (4).
        unsafe { LLVMGetFCmpPredicate(self.0) }
    }

    /// What an `atomicrmw` does.
    #[track_caller]
    pub fn atomic_op(self) -> AtomicOp {
        self.must_be(Opcode::LLVMAtomicRMW);
        // SAFETY: a live value (1), such an operation (4).
        unsafe { LLVMGetAtomicRMWBinOp(self.0) }
    }

    /// Whether a load or store is volatile or atomic.
    #[track_caller]
    pub fn is_volatile(self) -> bool {
        assert!(self.is_load() || self.is_store(), "internal error: no access to memory");
        // SAFETY: a live value (1), a load or store (4).
        unsafe {
            LLVMGetVolatile(self.0) != 0
                || LLVMGetOrdering(self.0) != llvm_sys::LLVMAtomicOrdering::LLVMAtomicOrderingNotAtomic
        }
    }

    /// The type of a local variable.
    #[track_caller]
    pub fn allocated_type(self) -> Type {
        self.must_be(Opcode::LLVMAlloca);
        // SAFETY: a live value (1), a local variable (4).
        Type(unsafe { LLVMGetAllocatedType(self.0) })
    }

    /// The type that an address computation, instruction or constant, walks over.
    #[track_caller]
    pub fn gep_source_type(self) -> Type {
        let is = self.is_get_element_ptr() || self.const_opcode() == Some(Opcode::LLVMGetElementPtr);
        assert!(is, "internal error: no address computation");
        // SAFETY: a live value (1), an address computation (4).
        Type(unsafe { LLVMGetGEPSourceElementType(self.0) })
    }

    /// The constant indices of an `extractvalue` or `insertvalue`.
    #[track_caller]
    pub fn indices(self) -> Vec<u32> {
        let has = matches!(self.opcode(), Opcode::LLVMExtractValue | Opcode::LLVMInsertValue);
        assert!(has, "internal error: an instruction without constant indices");
        // SAFETY: a live value (1), an instruction with as many indices (4), which are copied.
        unsafe {
            std::slice::from_raw_parts(LLVMGetIndices(self.0), LLVMGetNumIndices(self.0) as usize).to_vec()
        }
    }

    /// Where lane `n` of a shuffled vector comes from; negative where it may be anything.
    #[track_caller]
    pub fn mask_value(self, n: u32) -> i32 {
        self.must_be(Opcode::LLVMShuffleVector);
        assert!(n < self.ty().vector_size(), "internal error: a vector without lane {n}");
        // SAFETY: a live value (1), such an instruction with such a lane (4).
        unsafe { LLVMGetMaskValue(self.0, n) }
    }
}
