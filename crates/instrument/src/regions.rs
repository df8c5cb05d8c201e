//! Which conditions there are, as clang's source-based coverage counts them.
//!
//! clang itself writes down each condition of the source with two counters, how often it was true and how
//! often false; one of them is a counter that the code increments, the other may be a difference of several.
//! We want no counters, we want to know which way a jump went. `mark` stands before every other pass: it finds
//! the jump that leads to a counter, notes on it which condition it decides, and takes the counters out.
use crate::ir::{Ir, Value};
use crate::tables::string;
use llvm_sys::LLVMOpcode;
use llvm_sys::core::*;
use llvm_sys::prelude::*;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ffi::{c_char, c_void};

/// A number of executions: never, counted, or computed.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Counter {
    kind: u32,
    id: u32,
}

const ZERO: u32 = 0;
const COUNTED: u32 = 1;
const COMPUTED: u32 = 2;

#[repr(C)]
#[derive(Clone, Copy)]
struct Sum {
    subtract: u32,
    left: Counter,
    right: Counter,
}

#[repr(C)]
struct RawRegion {
    file: *const c_char,
    file_len: usize,
    line: u32,
    column: u32,
    within: u32,
    yes: Counter,
    no: Counter,
}

/// A condition of the source.
pub struct Region {
    pub file: String,
    pub line: u32,
    pub column: u32,
    /// The smallest condition that this one is a part of: `a` in `if (a ? b : c)`.
    within: Option<u32>,
    yes: Counter,
    no: Counter,
}

impl Region {
    /// A constant condition: nobody counts it.
    pub fn is_folded(&self) -> bool {
        self.yes.kind == ZERO && self.no.kind == ZERO
    }
}

/// The conditions of one function.
pub struct Record {
    pub regions: Vec<Region>,
    sums: Vec<Sum>,
}

type Visit = unsafe extern "C" fn(*mut c_void, u64, *const RawRegion, usize, *const Sum, usize);

unsafe extern "C" {
    fn acute_regions(module: LLVMModuleRef, context: *mut c_void, each: Visit);
    fn acute_record_of(name: Value) -> u64;
    fn acute_drop_detour(terminator: Value, n: u32);
    fn acute_drop_mapping(module: LLVMModuleRef);
}

/// The conditions of each function of the module, by clang's number of the function.
pub unsafe fn records(module: LLVMModuleRef) -> HashMap<u64, Record> {
    unsafe extern "C" fn each(
        context: *mut c_void,
        record: u64,
        regions: *const RawRegion,
        count: usize,
        sums: *const Sum,
        sum_count: usize,
    ) {
        // SAFETY: the map below; arrays of the shim's, which live during the call.
        unsafe {
            let all = &mut *context.cast::<HashMap<u64, Record>>();
            let list = |n: usize| if n == 0 { &[][..] } else { std::slice::from_raw_parts(regions, n) };
            let regions = list(count)
                .iter()
                .map(|r| Region {
                    file: string(r.file, r.file_len),
                    line: r.line,
                    column: r.column,
                    within: Some(r.within).filter(|n| *n != u32::MAX),
                    yes: r.yes,
                    no: r.no,
                })
                .collect();
            let sums =
                if sum_count == 0 { vec![] } else { std::slice::from_raw_parts(sums, sum_count).to_vec() };
            all.insert(record, Record { regions, sums });
        }
    }
    let mut all: HashMap<u64, Record> = HashMap::new();
    // SAFETY: `each` gets the map back.
    unsafe { acute_regions(module, (&raw mut all).cast(), each) };
    all
}

impl Record {
    /// The outcome of a condition that each counter was made for. A counter may be that of others, too, by arithmetic: a
    /// loop ends as often as it begins, as long as nobody leaves it, so that clang says it with the counter of what
    /// stands around it. What it was made for is the newest in its condition; where a switch has one case and no
    /// default, what that case counts is also how often the default was not taken.
    fn counted(&self) -> HashMap<u32, (u32, bool)> {
        let mut all = HashMap::new();
        for outcome in [true, false] {
            for (n, region) in self.regions.iter().enumerate() {
                let (own, other) = if outcome { (region.yes, region.no) } else { (region.no, region.yes) };
                if own.kind == COUNTED && (other.kind != COUNTED || other.id < own.id) {
                    all.entry(own.id).or_insert((n as u32, outcome));
                }
            }
        }
        all
    }

    /// Whether a condition is a part of another.
    fn is_part(&self, region: u32, whole: u32) -> bool {
        let within = |n: &u32| self.regions.get(*n as usize).and_then(|r| r.within);
        // No more steps than there are regions, whatever the mapping says.
        std::iter::successors(within(&region), within).take(self.regions.len()).any(|n| n == whole)
    }

    /// How often each counter enters `counter`: `a + b - c`.
    fn terms(&self, counter: Counter, sign: i32, depth: u32, terms: &mut HashMap<u32, i32>) {
        match counter.kind {
            COUNTED => *terms.entry(counter.id).or_default() += sign,
            COMPUTED if depth < 5_000 => {
                if let Some(sum) = self.sums.get(counter.id as usize) {
                    self.terms(sum.left, sign, depth + 1, terms);
                    let sign = if sum.subtract != 0 { -sign } else { sign };
                    self.terms(sum.right, sign, depth + 1, terms);
                }
            }
            _ => {}
        }
    }

    /// The condition of a switch without a default: true where none of these cases was taken.
    fn hidden_default(&self, cases: &HashSet<u32>) -> Option<u32> {
        let is = |region: &Region| {
            let mut terms = HashMap::new();
            self.terms(region.yes, 1, 0, &mut terms);
            region.yes.kind == COMPUTED && cases.iter().all(|case| terms.get(case) == Some(&-1))
        };
        self.regions.iter().position(is).filter(|_| !cases.is_empty()).map(|n| n as u32)
    }

    /// Conditions of which no code was made, as in `sizeof (x ? 1 : 2)`: they are "not true" whenever control
    /// comes by. For each: how to see that, by a counter or by other conditions that are asked as often.
    pub fn codeless(&self, is_live: impl Fn(&Region) -> bool) -> Vec<(u32, Vec<u32>, Option<u32>)> {
        let mut found = vec![];
        for (n, region) in
            self.regions.iter().enumerate().filter(|(_, r)| r.yes.kind == COUNTED && !is_live(r))
        {
            let Some(all) = self.all_of(region) else { continue };
            let twin = |(_, r): &(usize, &Region)| is_live(r) && self.all_of(r) == Some(all);
            let twins = self.regions.iter().enumerate().filter(twin).map(|(n, _)| n as u32).collect();
            found.push((n as u32, twins, (all.kind == COUNTED).then_some(all.id)));
        }
        found
    }

    /// What the condition was not true out of: P of `P - yes`.
    fn all_of(&self, region: &Region) -> Option<Counter> {
        let sum = self.sums.get(region.no.id as usize).filter(|_| region.no.kind == COMPUTED)?;
        (sum.subtract != 0 && sum.right == region.yes).then_some(sum.left)
    }
}

/// What the edges of a jump, or the execution of a mark, say about conditions.
#[derive(Default, Debug)]
pub struct Notes {
    /// Conditions of one switch are true one at a time: those of other edges of the group are false then.
    pub group: Option<u32>,
    /// Edge, condition and outcome.
    pub edges: Vec<(u32, u32, bool)>,
}

const KIND: &str = "acute";
/// The attribute that ties a function to its record.
const RECORD: &str = "acute-record";
/// `__acute_mark(condition)`: a condition that decides a value, not a way. The call is gone in the end.
pub const MARK: &str = "__acute_mark";

/// LLVM's number for "reads and writes memory that nobody else can".
const INACCESSIBLE_MEMORY: u64 = 3 << 2;

impl Notes {
    /// Hangs them on an instruction.
    unsafe fn hang(&self, ir: &Ir, instruction: Value) {
        unsafe {
            let mut numbers = vec![self.group.unwrap_or(u32::MAX)];
            numbers.extend(
                self.edges.iter().flat_map(|(edge, region, outcome)| [*edge, *region, *outcome as u32]),
            );
            let mut list: Vec<_> = numbers.iter().map(|n| LLVMValueAsMetadata(ir.int32(*n))).collect();
            let node = LLVMMDNodeInContext2(ir.context, list.as_mut_ptr(), list.len());
            LLVMSetMetadata(instruction, kind(ir), LLVMMetadataAsValue(ir.context, node));
        }
    }

    /// What hangs on an instruction.
    pub unsafe fn of(ir: &Ir, instruction: Value) -> Notes {
        unsafe {
            let node = LLVMGetMetadata(instruction, kind(ir));
            if node.is_null() {
                return Notes::default();
            }
            let mut list = vec![std::ptr::null_mut(); LLVMGetMDNodeNumOperands(node) as usize];
            LLVMGetMDNodeOperands(node, list.as_mut_ptr());
            let numbers: Vec<u32> = list.iter().map(|v| LLVMConstIntGetZExtValue(*v) as u32).collect();
            let Some((group, rest)) = numbers.split_first() else { return Notes::default() };
            let edges = rest.chunks_exact(3).map(|c| (c[0], c[1], c[2] != 0)).collect();
            Notes { group: Some(*group).filter(|g| *g != u32::MAX), edges }
        }
    }
}

unsafe fn kind(ir: &Ir) -> u32 {
    unsafe { LLVMGetMDKindIDInContext(ir.context, KIND.as_ptr().cast(), KIND.len() as u32) }
}

/// The record of a function that `mark` has seen.
pub unsafe fn record_of(function: Value) -> Option<u64> {
    unsafe {
        let index = llvm_sys::LLVMAttributeFunctionIndex;
        let attribute =
            LLVMGetStringAttributeAtIndex(function, index, RECORD.as_ptr().cast(), RECORD.len() as u32);
        if attribute.is_null() {
            return None;
        }
        let mut len = 0;
        let text = LLVMGetStringAttributeValue(attribute, &mut len);
        string(text, len as usize).parse().ok()
    }
}

/// Forgets what clang wrote down; called when our own map is written.
pub unsafe fn drop_mapping(module: LLVMModuleRef) {
    unsafe { acute_drop_mapping(module) }
}

/// Notes on every jump of the module which conditions it decides; clang's counters are gone afterwards.
pub unsafe fn mark(ir: &Ir) {
    unsafe {
        let records = records(ir.module);
        let mut function = LLVMGetFirstFunction(ir.module);
        while !function.is_null() {
            if LLVMIsDeclaration(function) == 0 {
                Marker::new(ir, function).mark(&records);
            }
            function = LLVMGetNextFunction(function);
        }
    }
}

/// A call that increments a counter.
#[derive(Clone, Copy)]
struct Increment {
    call: Value,
    counter: u32,
    /// What is added, where it is not 1.
    step: Option<Value>,
}

/// Where a condition has come to one of its outcomes.
struct End {
    block: LLVMBasicBlockRef,
    outcome: bool,
    /// Those that lead there at once.
    jumps: Vec<Value>,
}

struct Marker<'a> {
    ir: &'a Ir,
    function: Value,
    increments: Vec<Increment>,
    /// The counters that a block begins with.
    leading: HashMap<LLVMBasicBlockRef, Vec<u32>>,
    /// Counters whose place is known by the jump that leads there.
    claimed: HashSet<u32>,
    groups: u32,
}

impl<'a> Marker<'a> {
    unsafe fn new(ir: &'a Ir, function: Value) -> Marker<'a> {
        unsafe {
            let mut marker = Marker {
                ir,
                function,
                increments: vec![],
                leading: HashMap::new(),
                claimed: HashSet::new(),
                groups: 0,
            };
            for block in blocks(function) {
                let mut leads = true;
                for i in instructions(block) {
                    let Some(increment) = increment(i) else {
                        leads &= LLVMGetInstructionOpcode(i) == LLVMOpcode::LLVMPHI;
                        continue;
                    };
                    if leads && increment.step.is_none() {
                        marker.leading.entry(block).or_default().push(increment.counter);
                    }
                    marker.increments.push(increment);
                }
            }
            marker
        }
    }

    unsafe fn mark(mut self, records: &HashMap<u64, Record>) {
        unsafe {
            let Some(first) = self.increments.first() else { return };
            let number = acute_record_of(LLVMGetOperand(first.call, 0));
            if let Some(record) = records.get(&number) {
                let text = number.to_string();
                let attribute = LLVMCreateStringAttribute(
                    self.ir.context,
                    RECORD.as_ptr().cast(),
                    RECORD.len() as u32,
                    text.as_ptr().cast(),
                    text.len() as u32,
                );
                let index = llvm_sys::LLVMAttributeFunctionIndex;
                LLVMAddAttributeAtIndex(self.function, index, attribute);
                self.conditions(record);
            }
            for increment in &self.increments {
                LLVMInstructionEraseFromParent(increment.call);
            }
            self.drop_detours();
        }
    }

    unsafe fn conditions(&mut self, record: &Record) {
        unsafe {
            let counted = record.counted();
            // Switches first: a large case range is a jump that belongs to one.
            for block in blocks(self.function) {
                let end = LLVMGetBasicBlockTerminator(block);
                if LLVMGetInstructionOpcode(end) == LLVMOpcode::LLVMSwitch {
                    self.switch(record, &counted, end);
                }
            }
            self.jumps(record, &counted);
            for increment in self.increments.clone() {
                self.leftover(&counted, increment);
            }
            self.codeless(record);
        }
    }

    /// The condition that a block's counter belongs to: its first, for what comes behind that is no jump's, such as the case of
    /// a switch on a constant.
    fn lead(
        &self,
        counted: &HashMap<u32, (u32, bool)>,
        block: LLVMBasicBlockRef,
    ) -> Option<(u32, u32, bool)> {
        let first = *self.leading.get(&block)?.first()?;
        counted.get(&first).map(|(region, outcome)| (first, *region, *outcome))
    }

    /// Every outcome that a jump decides. A condition is one jump, or several: of `if (a ? b || c : d)` all four lead to
    /// what counts that it holds, or to where it does not.
    unsafe fn jumps(&mut self, record: &Record, counted: &HashMap<u32, (u32, bool)>) {
        unsafe {
            let jumps: Vec<Value> = blocks(self.function)
                .into_iter()
                .map(|block| LLVMGetBasicBlockTerminator(block))
                .filter(|end| is_conditional(*end) && Notes::of(self.ir, *end).edges.is_empty())
                .collect();
            let mut ends: BTreeMap<u32, End> = BTreeMap::new();
            for &jump in &jumps {
                let lead = |edge| self.lead(counted, LLVMGetSuccessor(jump, edge)).map(|lead| (edge, lead));
                let mut leads: Vec<_> = [lead(0), lead(1)].into_iter().flatten().collect();
                if let [(_, (a, one, _)), (_, (b, other, _))] = leads[..]
                    && !record.is_part(one, other)
                    && !record.is_part(other, one)
                {
                    // The later one is no jump's: what follows begins with it.
                    leads.remove(usize::from(a < b));
                }
                for (edge, (_, region, outcome)) in leads {
                    let block = LLVMGetSuccessor(jump, edge);
                    ends.entry(region).or_insert(End { block, outcome, jumps: vec![] }).jumps.push(jump);
                }
            }
            // What several jumps decide may have counters of parts before its own.
            let wholes: HashSet<u32> = record.regions.iter().filter_map(|r| r.within).collect();
            for &block in self.leading.keys() {
                if let Some((_, region, outcome)) =
                    self.lead(counted, block).filter(|l| wholes.contains(&l.1))
                {
                    ends.entry(region).or_insert(End { block, outcome, jumps: vec![] });
                }
            }
            let mut notes: HashMap<Value, Notes> = HashMap::new();
            for (region, end) in ends {
                let jumps = if wholes.contains(&region) { &jumps } else { &end.jumps };
                for (jump, edge, outcome) in self.outcomes(record, counted, region, &end, jumps) {
                    self.claimed.extend(self.leading[&end.block].first());
                    notes.entry(jump).or_default().edges.push((edge, region, outcome));
                }
            }
            for (jump, notes) in notes {
                notes.hang(self.ir, jump);
            }
        }
    }

    /// Which edges of these jumps decide a condition, and how.
    unsafe fn outcomes(
        &self,
        record: &Record,
        counted: &HashMap<u32, (u32, bool)>,
        region: u32,
        end: &End,
        jumps: &[Value],
    ) -> Vec<(Value, u32, bool)> {
        unsafe {
            let is_part =
                |block| self.lead(counted, block).is_some_and(|(_, part, _)| record.is_part(part, region));
            // Behind blocks that only count what happened to a part.
            let leads_to = |jump, edge| {
                let mut block = LLVMGetSuccessor(jump, edge);
                // No more steps than there are parts, wherever the blocks lead.
                for _ in 0..record.regions.len() {
                    if block == end.block || !is_part(block) || !self.only_counts(block) {
                        break;
                    }
                    block = LLVMGetSuccessor(LLVMGetBasicBlockTerminator(block), 0);
                }
                block
            };
            let (mut own, mut others) = (vec![], HashSet::new());
            for &jump in jumps {
                let targets = [leads_to(jump, 0), leads_to(jump, 1)];
                if let Some(edge) = targets.iter().position(|target| *target == end.block) {
                    let other = targets[1 - edge];
                    others.extend((other != end.block && !is_part(other)).then_some(other));
                } else if !(0..2).any(|edge| is_part(LLVMGetSuccessor(jump, edge))) {
                    continue;
                }
                own.extend([(jump, 0, targets[0]), (jump, 1, targets[1])]);
            }
            let said = |(jump, edge, target)| match target == end.block {
                true => Some((jump, edge, end.outcome)),
                false => others.contains(&target).then_some((jump, edge, !end.outcome)),
            };
            own.into_iter().filter_map(said).collect()
        }
    }

    /// Whether a block has nothing but counters.
    unsafe fn only_counts(&self, block: LLVMBasicBlockRef) -> bool {
        unsafe {
            let all = instructions(block);
            let Some((end, rest)) = all.split_last() else { return false };
            let goes_on = !LLVMIsABranchInst(*end).is_null() && LLVMIsConditional(*end) == 0;
            goes_on && rest.iter().all(|i| increment(*i).is_some())
        }
    }

    unsafe fn switch(&mut self, record: &Record, counted: &HashMap<u32, (u32, bool)>, switch: Value) {
        unsafe {
            let group = Some(self.groups);
            self.groups += 1;
            let (mut cases, mut jumps) = (HashSet::new(), vec![(switch, vec![])]);
            let mut take = |marker: &mut Marker, edges: &mut Vec<_>, edge: u32, target| {
                if let Some((counter, region, true)) = marker.lead(counted, target) {
                    marker.claimed.insert(counter);
                    cases.insert(counter);
                    edges.push((edge, region, true));
                    return true;
                }
                false
            };
            for edge in 1..LLVMGetNumSuccessors(switch) {
                take(self, &mut jumps[0].1, edge, LLVMGetSuccessor(switch, edge));
            }
            // The default, behind the comparisons of case ranges that were too large to list.
            let (mut last, mut edge) = (switch, 0);
            let mut block = LLVMGetSuccessor(switch, 0);
            while self.lead(counted, block).is_none() && is_range_check(block) {
                let jump = LLVMGetBasicBlockTerminator(block);
                let mut edges = vec![];
                if !take(self, &mut edges, 0, LLVMGetSuccessor(jump, 0)) {
                    break;
                }
                jumps.push((jump, edges));
                (last, edge) = (jump, 1);
                block = LLVMGetSuccessor(jump, 1);
            }
            let mut edges = jumps.pop().map(|(_, edges)| edges).unwrap_or_default();
            if !take(self, &mut edges, edge, block)
                && let Some(region) = record.hidden_default(&cases)
            {
                edges.push((edge, region, true));
            }
            jumps.push((last, edges));
            for (jump, edges) in jumps {
                Notes { group, edges }.hang(self.ir, jump);
            }
        }
    }

    /// A counter that no jump leads to: the condition of a `?:` that is no jump, or the one case of a switch
    /// on a constant.
    unsafe fn leftover(
        &mut self,
        counted: &HashMap<u32, (u32, bool)>,
        Increment { call, counter, step }: Increment,
    ) {
        unsafe {
            let Some(&(region, outcome)) = counted.get(&counter) else { return };
            if let Some(step) = step {
                let condition = LLVMGetOperand(step, 0);
                let is_zext = LLVMGetInstructionOpcode(step) == LLVMOpcode::LLVMZExt;
                if is_zext && LLVMGetIntTypeWidth(LLVMTypeOf(condition)) == 1 {
                    let edges = vec![(0, region, outcome), (1, region, !outcome)];
                    self.put_mark(condition, call, edges);
                }
            } else if self.claimed.insert(counter) {
                self.put_mark(always(self.ir), call, vec![(0, region, outcome)]);
            }
        }
    }

    /// What no code was made of is seen by what stands around it.
    unsafe fn codeless(&mut self, record: &Record) {
        unsafe {
            let counters: HashSet<u32> = self.increments.iter().map(|i| i.counter).collect();
            let counted = |c: Counter| c.kind == COUNTED && counters.contains(&c.id);
            let is_live = |r: &Region| counted(r.yes) || counted(r.no);
            for (region, twins, counter) in record.codeless(is_live) {
                // With a twin its cells do; the map puts them in.
                let place = self.increments.iter().find(|i| twins.is_empty() && Some(i.counter) == counter);
                if let Some(place) = place {
                    self.put_mark(always(self.ir), place.call, vec![(0, region, false)]);
                }
            }
        }
    }

    unsafe fn put_mark(&self, condition: Value, before: Value, edges: Vec<(u32, u32, bool)>) {
        unsafe {
            self.ir.at(before);
            let call = self.ir.call(MARK, self.ir.void(), &mut [condition]);
            // It touches no memory of the program's, or loads before and after it would be two.
            let kind = LLVMGetEnumAttributeKindForName(c"memory".as_ptr(), 6);
            let attribute = LLVMCreateEnumAttribute(self.ir.context, kind, INACCESSIBLE_MEMORY);
            LLVMAddCallSiteAttribute(call, llvm_sys::LLVMAttributeFunctionIndex, attribute);
            Notes { group: None, edges }.hang(self.ir, call);
        }
    }

    /// The last operand of && or || in a value is no jump in plain code: only its counter made it one.
    unsafe fn drop_detours(&self) {
        unsafe {
            let mut found = vec![];
            for block in blocks(self.function) {
                let end = LLVMGetBasicBlockTerminator(block);
                let is = |n: &u32| is_detour(block, LLVMGetSuccessor(end, *n), LLVMGetSuccessor(end, 1 - n));
                if is_conditional(end)
                    && let Some(n) = (0..2).find(is)
                {
                    found.push((end, n));
                }
            }
            for (jump, n) in found {
                self.put_mark(LLVMGetCondition(jump), jump, Notes::of(self.ir, jump).edges);
                acute_drop_detour(jump, n);
            }
        }
    }
}

unsafe fn increment(i: Value) -> Option<Increment> {
    unsafe {
        if LLVMIsACallInst(i).is_null() {
            return None;
        }
        let name = crate::function::value_name(LLVMGetCalledValue(i));
        let step = match name.as_str() {
            "llvm.instrprof.increment" => None,
            "llvm.instrprof.increment.step" => Some(LLVMGetOperand(i, 4)),
            _ => return None,
        };
        Some(Increment { call: i, counter: LLVMConstIntGetZExtValue(LLVMGetOperand(i, 3)) as u32, step })
    }
}

/// A condition that holds.
unsafe fn always(ir: &Ir) -> Value {
    unsafe { LLVMConstInt(LLVMInt1TypeInContext(ir.context), 1, 0) }
}

unsafe fn is_conditional(terminator: Value) -> bool {
    unsafe { !LLVMIsABranchInst(terminator).is_null() && LLVMIsConditional(terminator) != 0 }
}

/// A block that compares a switch's value with the bounds of a case range: `x - low <= size`.
unsafe fn is_range_check(block: LLVMBasicBlockRef) -> bool {
    use LLVMOpcode::*;
    unsafe {
        let all = instructions(block);
        let kinds: Vec<_> = all.iter().map(|i| LLVMGetInstructionOpcode(*i)).collect();
        matches!(kinds[..], [LLVMSub, LLVMICmp, LLVMBr]) && is_conditional(all[2])
    }
}

/// An empty block on the way to `to`, where an expression ends that both ways give the same value.
unsafe fn is_detour(from: LLVMBasicBlockRef, detour: LLVMBasicBlockRef, to: LLVMBasicBlockRef) -> bool {
    unsafe {
        let end = LLVMGetFirstInstruction(detour);
        let jumps = !LLVMIsABranchInst(end).is_null() && LLVMIsConditional(end) == 0;
        if !jumps || detour == to || LLVMGetSuccessor(end, 0) != to {
            return false;
        }
        let phis: Vec<Value> =
            instructions(to).into_iter().take_while(|i| !LLVMIsAPHINode(*i).is_null()).collect();
        let entry = |phi: Value, block| {
            let n = (0..LLVMCountIncoming(phi)).find(|n| LLVMGetIncomingBlock(phi, *n) == block);
            n.map(|n| LLVMGetIncomingValue(phi, n))
        };
        !phis.is_empty() && phis.iter().all(|phi| entry(*phi, from) == entry(*phi, detour))
    }
}

fn blocks(function: Value) -> Vec<LLVMBasicBlockRef> {
    unsafe {
        let mut all = vec![std::ptr::null_mut(); LLVMCountBasicBlocks(function) as usize];
        LLVMGetBasicBlocks(function, all.as_mut_ptr());
        all
    }
}

unsafe fn instructions(block: LLVMBasicBlockRef) -> Vec<Value> {
    unsafe { crate::function::instructions(block) }
}
