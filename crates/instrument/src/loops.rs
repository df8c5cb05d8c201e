//! Loop heads, for runs that are watched for an endless loop.
//! ```c
//! while (n != 1) { n = next(n); steps++; }
//! ```
//! becomes
//! ```c
//! long activation = ++__acute_activation;                       // at the function's entry
//! while (1) {
//!     if (__acute_watch) { __acute_loop_value(n); __acute_loop_visit(id, last, activation, how); }
//!     if (n == 1) break;
//!     n = next(n); steps++;
//! }
//! ```
//! The values are those phis of the loop head that can influence whether the loop ends: the backward slice of all its
//! conditions, addresses, divisors, arguments of calls and stored values. `steps` is none of them. Where all of them and
//! memory are as they were at an earlier visit of the same activation, without the loop having been left, the loop has
//! no end.
//!
//! Functions with a loop that has several entries have no such calls: such a loop has no head. Neither have those that
//! call `setjmp`, which is entered again without a jump.
use crate::function::Emitter;
use crate::llvm::{Block, Opcode, Value};
use crate::order::Dominators;
use crate::outside::{is_modelled, maybe_outside};
use acute_trace::library::{self, Fact};
use acute_trace::{ACTIVATION_SYMBOL, Hook, LoopKind, WATCH_SYMBOL};
use std::collections::{HashMap, HashSet};

/// A natural loop: all blocks from which an edge leads back to its head without leaving it.
pub struct Loop {
    /// The place of its head in the order.
    head: usize,
    /// The places of its blocks, the head among them.
    blocks: HashSet<usize>,
    /// Its number in the function: those nested in it have the numbers up to `last`.
    id: u32,
    last: u32,
}

impl Emitter<'_> {
    /// Adds the end of what is known of loops to the calls that may depend on more than the state of the program.
    pub fn watch_calls(&mut self, blocks: &[Vec<Value>]) {
        blocks.iter().flatten().filter(|i| i.is_call()).for_each(|call| self.watch_call(*call));
    }

    fn watch_call(&mut self, i: Value) {
        let Some(callee) = i.called_value().filter(|callee| maybe_outside(*callee)) else { return };
        if is_known_call(i) || callee.is_inline_asm() {
            return;
        }
        let ir = self.ir;
        ir.at(i);
        let watched = ir.is_symbolic(ir.builder.load(ir.i32, ir.word(WATCH_SYMBOL)));
        ir.when(watched, i, || {
            let (zero, kind) = (ir.int32(0), ir.int32(LoopKind::Outside as u32));
            ir.hook(Hook::LoopVisit, &[zero, zero, ir.int64(0), kind]);
        });
    }

    /// Adds a visit to the head of each loop; `blocks` lists the instructions.
    pub fn watch_loops(&mut self, loops: &[Loop], blocks: &[Vec<Value>]) {
        if loops.is_empty() || blocks.iter().flatten().any(|i| returns_twice(*i)) {
            return;
        }
        let ir = self.ir;
        let mut home: HashMap<Value, usize> = HashMap::new();
        for (n, block) in blocks.iter().enumerate() {
            home.extend(block.iter().map(|i| (*i, n)));
        }
        ir.at(self.function.entry().first_after_allocas());
        let counter = ir.word(ACTIVATION_SYMBOL);
        let before = ir.builder.load(ir.i64, counter);
        let activation = ir.builder.add(before, ir.int64(1));
        ir.builder.store(activation, counter);
        for each in loops {
            let (kind, state) = each.state(blocks, &home, |phi| ir.tracked_width(phi.ty()).is_some());
            let Some(first) = blocks[each.head].iter().copied().find(|i| !i.is_phi()) else { continue };
            ir.at(first);
            let watched = ir.is_symbolic(ir.builder.load(ir.i32, ir.word(WATCH_SYMBOL)));
            ir.when(watched, first, || {
                for phi in state {
                    ir.hook(Hook::LoopValue, &[ir.widen(phi)]);
                }
                let (id, last, kind) = (ir.int32(each.id), ir.int32(each.last), ir.int32(kind as u32));
                ir.hook(Hook::LoopVisit, &[id, last, activation, kind]);
            });
        }
    }
}

/// Is a call of a function whose whole effect is known: it does not come back to the unit's own functions.
pub fn is_known_call(i: Value) -> bool {
    let name = i.called_value().and_then(Value::as_function).map(|f| f.name()).unwrap_or_default();
    name.starts_with("llvm.")
        || name.starts_with("__acute_")
        || is_modelled(&name)
        || library::is_stateless(&name)
        || library::is(&name, Fact::Harmless)
}

/// Is a call after which the function may go on twice.
fn returns_twice(i: Value) -> bool {
    let attribute = "returns_twice";
    i.is_call()
        && (i.has_call_attribute(attribute)
            || i.called_value().and_then(Value::as_function).is_some_and(|f| f.has_attribute(attribute)))
}

/// Finds the loops, each after the one it is nested in; none if one has several entries. To be asked before anything is
/// inserted.
pub fn natural_loops(order: &[Block], dominators: &Dominators) -> Vec<Loop> {
    let place: HashMap<Block, usize> = order.iter().enumerate().map(|(n, block)| (*block, n)).collect();
    let mut predecessors = vec![vec![]; order.len()];
    let mut back: Vec<(usize, usize)> = vec![];
    for (n, block) in order.iter().enumerate() {
        for successor in block.terminator().successors() {
            let to = place[&successor];
            predecessors[to].push(n);
            if to <= n {
                back.push((to, n));
            }
        }
    }
    back.sort_unstable();
    let mut loops: Vec<Loop> = vec![];
    for (head, latch) in back {
        if !dominators.dominates(head, latch) {
            return vec![];
        }
        if loops.last().is_none_or(|last| last.head != head) {
            loops.push(Loop { head, blocks: HashSet::from([head]), id: 0, last: 0 });
        }
        let Some(Loop { blocks, .. }) = loops.last_mut() else { continue };
        let mut todo = vec![latch];
        while let Some(n) = todo.pop() {
            if blocks.insert(n) {
                todo.extend(&predecessors[n]);
            }
        }
    }
    number(&mut loops);
    loops
}

/// Numbers the loops so that those nested in one follow it.
// invariant: sorted by head, so that a loop stands behind those it is nested in
fn number(loops: &mut [Loop]) {
    let mut children: Vec<Vec<usize>> = vec![vec![]; loops.len()];
    let mut outermost = vec![];
    // The innermost loop so far that each block is in.
    let mut inside: HashMap<usize, usize> = HashMap::new();
    for (n, each) in loops.iter().enumerate() {
        match inside.get(&each.head) {
            Some(outer) => children[*outer].push(n),
            None => outermost.push(n),
        }
        inside.extend(each.blocks.iter().map(|block| (*block, n)));
    }
    let mut next = 0;
    let mut stack: Vec<(usize, bool)> = outermost.into_iter().rev().map(|n| (n, true)).collect();
    while let Some((n, is_new)) = stack.pop() {
        if is_new {
            loops[n].id = next;
            next += 1;
            stack.push((n, false));
            stack.extend(children[n].iter().rev().map(|child| (*child, true)));
        } else {
            loops[n].last = next - 1;
        }
    }
}

impl Loop {
    /// The phis of the head that can influence whether the loop ends, and what is known of it.
    fn state(
        &self,
        blocks: &[Vec<Value>],
        home: &HashMap<Value, usize>,
        is_tracked: impl Fn(Value) -> bool,
    ) -> (LoopKind, Vec<Value>) {
        let mut kind = LoopKind::Pure;
        let mut todo: Vec<Value> = vec![];
        for i in self.blocks.iter().flat_map(|n| &blocks[*n]) {
            match influence(*i) {
                Influence::None => {}
                Influence::Operands => todo.extend(i.operands()),
                Influence::Condition => todo.push(i.condition()),
                Influence::Writes => {
                    kind = LoopKind::Writes;
                    todo.extend(i.operands());
                }
                Influence::Unknown => return (LoopKind::Unknown, vec![]),
            }
        }
        let mut seen: HashSet<Value> = HashSet::new();
        let is_inside = |v: &Value| home.get(v).is_some_and(|n| self.blocks.contains(n));
        while let Some(v) = todo.pop() {
            if !is_inside(&v) || !seen.insert(v) {
                continue;
            }
            match v.is_phi() {
                true => todo.extend(v.incoming().into_iter().map(|(value, _)| value)),
                false => todo.extend(v.operands()),
            }
        }
        let phis = blocks[self.head].iter().copied().take_while(|i| i.is_phi());
        let state: Vec<Value> = phis.filter(|phi| seen.contains(phi)).collect();
        match state.iter().all(|phi| is_tracked(*phi)) {
            true => (kind, state),
            false => (LoopKind::Unknown, vec![]),
        }
    }
}

/// The part that an instruction has in the future of a run.
enum Influence {
    /// It only computes a value.
    None,
    /// It may fault, or go somewhere, by its operands.
    Operands,
    /// A conditional jump.
    Condition,
    /// It may also change memory.
    Writes,
    /// It may depend on more than the state of the program.
    Unknown,
}

fn influence(i: Value) -> Influence {
    use Opcode::*;

    match i.opcode() {
        LLVMBr if i.is_conditional() => Influence::Condition,
        LLVMBr | LLVMPHI => Influence::None,
        // Nothing outside the program changes a local variable, volatile or not.
        LLVMLoad if i.is_volatile() && !i.operand(0).is_alloca() => Influence::Unknown,
        LLVMStore if i.is_volatile() && !i.operand(1).is_alloca() => Influence::Unknown,
        LLVMLoad | LLVMSwitch | LLVMUDiv | LLVMSDiv | LLVMURem | LLVMSRem => Influence::Operands,
        LLVMStore => Influence::Writes,
        LLVMCall if i.called_value().is_some_and(|callee| callee.is_inline_asm()) => Influence::Unknown,
        LLVMCall if i.is_call_of("llvm.dbg.") || i.is_call_of("llvm.lifetime.") => Influence::None,
        LLVMCall => Influence::Writes,
        LLVMAdd | LLVMSub | LLVMMul | LLVMShl | LLVMLShr | LLVMAShr | LLVMAnd | LLVMOr | LLVMXor
        | LLVMICmp | LLVMFCmp | LLVMTrunc | LLVMZExt | LLVMSExt | LLVMPtrToInt | LLVMIntToPtr
        | LLVMBitCast | LLVMSelect | LLVMGetElementPtr | LLVMFreeze | LLVMFAdd | LLVMFSub | LLVMFMul
        | LLVMFDiv | LLVMFRem | LLVMFNeg | LLVMSIToFP | LLVMUIToFP | LLVMFPToSI | LLVMFPToUI
        | LLVMFPTrunc | LLVMFPExt | LLVMExtractValue | LLVMInsertValue | LLVMExtractElement
        | LLVMInsertElement | LLVMShuffleVector => Influence::None,
        // What does not return here ends the loop.
        LLVMUnreachable | LLVMRet => Influence::Operands,
        _ => Influence::Unknown,
    }
}
