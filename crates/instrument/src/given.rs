//! Assertions about what a function was given: their conditions are computed inside the assertion, from parameters and
//! from memory as it was found, and from nothing else.
//! ```c
//! int f(struct list *l, int n) {
//!     assert(n > 0 && l->len <= l->cap);   // given
//!     int r = g(n);
//!     assert(r >= 0);                      // computed: no line of the map
//! ```
//! Of an element that a loop walks to (`assert(p->next)`) all that counts is that it is read there.
//!
//! A failing one blames the caller. The engine checks at run time that the values are still those of the input; that is
//! why the map says which operations and numbers the condition has of its own.
use crate::function::Emitter;
use crate::llvm::{Block, Opcode, Value};
use acute_trace::library::{self, Fact};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::fmt::Write;

/// What the macro `assert` calls.
const ASSERT_FAIL: &str = "__assert_fail";

/// Values that are looked at for one assertion.
const MAX_VALUES: usize = 256;

/// Where an instruction stands; all of a macro's expansion stands in one place.
type Spot = (String, u32, u32);

/// What the conditions of an assertion are made of.
#[derive(Default)]
struct Made {
    /// Operations that compute something.
    operations: usize,
    /// Reads memory.
    reads: bool,
    /// Calls functions.
    calls: bool,
    /// The numbers that it compares with.
    constants: BTreeSet<u64>,
    seen: HashSet<(Value, bool)>,
}

impl Emitter<'_> {
    /// Writes a line of the map for each assertion about what the function was given: `A line text operations numbers flags`.
    pub fn write_given(&self, blocks: &[Vec<Value>], text: &mut String) {
        let calls =
            blocks.iter().flatten().copied().filter(|i| i.called_name().as_deref() == Some(ASSERT_FAIL));
        let calls: Vec<Value> = calls.collect();
        if calls.is_empty() {
            return;
        }
        let mut before: HashMap<Block, Vec<Block>> = HashMap::new();
        for end in blocks.iter().filter_map(|b| b.last()) {
            end.successors().for_each(|next| before.entry(next).or_default().push(end.parent()));
        }
        for call in calls {
            let Some(spot) = spot(call) else { continue };
            let text_of = Some(call.operand(0)).filter(|text| text.is_global_variable());
            let Some(bytes) = text_of.and_then(Value::initializer).and_then(Value::as_bytes) else {
                continue;
            };
            let Some((made, begins)) = made_of(call, &spot, &before) else { continue };
            let mut flags = String::new();
            flags.extend(made.reads.then_some('R'));
            flags.extend(made.calls.then_some('C'));
            flags.extend(begins.iter().any(|b| is_after_write(*b, &spot, &before)).then_some('W'));
            let hex: String = bytes.iter().take_while(|b| **b != 0).map(|b| format!("{b:02x}")).collect();
            let numbers: Vec<String> = made.constants.iter().map(u64::to_string).collect();
            let (line, count, numbers) = (spot.1, made.operations, numbers.join(","));
            let _ = writeln!(text, "A\t{line}\t{hex}\t{count}\t{numbers}\t{flags}");
        }
    }
}

/// What the conditions are made of that lead to a failing assertion, and the blocks that they begin in. `None` where it
/// has none, or where one depends on something else.
fn made_of(call: Value, spot: &Spot, before: &HashMap<Block, Vec<Block>>) -> Option<(Made, Vec<Block>)> {
    let (mut made, mut begins) = (Made::default(), vec![]);
    let (mut waiting, mut seen) = (vec![call.parent()], BTreeSet::new());
    let mut conditions = 0;
    while let Some(block) = waiting.pop() {
        let mut is_first = true;
        for &earlier in before.get(&block).into_iter().flatten() {
            let end = earlier.terminator();
            if self::spot(end).as_ref() != Some(spot) {
                continue;
            }
            is_first = false;
            if !seen.insert(earlier) {
                continue;
            }
            if end.is_conditional() {
                conditions += 1;
                if !made.is_given(end.condition(), spot, false) {
                    return None;
                }
            } else if !end.is_unconditional() {
                return None;
            }
            waiting.push(earlier);
        }
        if is_first {
            begins.push(block);
        }
    }
    (conditions > 0).then_some((made, begins))
}

impl Made {
    /// Whether a value is made of parameters, constants and memory, by operations of the assertion. The address of memory
    /// may be one of several: a loop walks over it.
    fn is_given(&mut self, value: Value, spot: &Spot, is_address: bool) -> bool {
        use Opcode::*;
        if !value.is_instruction() {
            return true;
        }
        if !self.seen.insert((value, is_address)) {
            return true;
        }
        if self.seen.len() > MAX_VALUES {
            return false;
        }
        let is_own = || self::spot(value).as_ref() == Some(spot);
        let mut operands: Vec<Value> = value.operands().collect();
        match value.opcode() {
            LLVMLoad => {
                self.reads = true;
                return operands.into_iter().all(|operand| self.is_given(operand, spot, true));
            }
            LLVMPHI if is_address => {}
            LLVMICmp => {
                let numbers = operands.iter().filter(|o| o.is_constant());
                self.constants.extend(numbers.map(|o| o.as_signed_int().unwrap_or(0) as u64));
            }
            LLVMFCmp | LLVMTrunc | LLVMZExt | LLVMSExt | LLVMFPExt | LLVMFPTrunc | LLVMBitCast
            | LLVMPtrToInt | LLVMIntToPtr | LLVMFreeze => {}
            // An index is scaled and added.
            LLVMGetElementPtr => {
                let indices = operands.iter().skip(1).filter(|o| !o.is_constant());
                self.operations += 2 * indices.count();
                return operands.into_iter().all(|operand| self.is_given(operand, spot, is_address));
            }
            LLVMCall if is_own() => {
                let name = value.called_name().unwrap_or_default();
                self.calls |= !name.starts_with("llvm.");
                operands = value.args().collect();
            }
            LLVMSelect | LLVMFNeg if is_own() => self.operations += 1,
            _ if value.is_binary() && is_own() => self.operations += 1,
            _ => return false,
        }
        let is_address = is_address && value.opcode() == LLVMPHI;
        operands.into_iter().all(|operand| self.is_given(operand, spot, is_address))
    }
}

/// Whether something may have written memory before a block or in it, other than an assertion at `spot` itself.
fn is_after_write(block: Block, spot: &Spot, before: &HashMap<Block, Vec<Block>>) -> bool {
    let (mut waiting, mut seen) = (vec![block], BTreeSet::from([block]));
    while let Some(block) = waiting.pop() {
        if block.instructions().into_iter().any(|i| writes(i) && self::spot(i).as_ref() != Some(spot)) {
            return true;
        }
        let earlier = before.get(&block).into_iter().flatten().copied();
        waiting.extend(earlier.filter(|b| seen.insert(*b)));
    }
    false
}

/// Whether an instruction may write memory that outlives the call.
fn writes(i: Value) -> bool {
    if i.is_store() {
        return !i.operand(1).is_alloca();
    }
    let Some(callee) = i.called_value() else {
        return matches!(i.opcode(), Opcode::LLVMAtomicRMW | Opcode::LLVMAtomicCmpXchg);
    };
    let name = callee.name();
    let is_copy = ["llvm.memcpy", "llvm.memmove", "llvm.memset"].iter().any(|copy| name.starts_with(copy));
    let is_reader =
        name.starts_with("llvm.") || library::is(&name, Fact::Reads) || library::is(&name, Fact::Harmless);
    is_copy || !is_reader && !crate::map::is_mark(i)
}

fn spot(i: Value) -> Option<Spot> {
    i.debug_loc().map(|at| (at.file, at.line, at.column))
}
