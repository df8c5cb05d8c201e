//! clang's coverage mapping, as the C++ shim reads it.
use super::{Module, Value, copied};
use llvm_sys::prelude::{LLVMModuleRef, LLVMValueRef};
use std::ffi::{c_char, c_void};

/// A number of executions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counter {
    /// Never.
    Zero,
    /// As often as the counter of this number says.
    Counted(u32),
    /// As often as the expression of this number says.
    Computed(u32),
}

/// A sum or a difference of two counters.
#[derive(Clone, Copy, Debug)]
pub struct Expression {
    /// `left - right`, not `left + right`.
    pub subtract: bool,
    /// The first operand.
    pub left: Counter,
    /// The second operand.
    pub right: Counter,
}

/// A condition of the source, with the counters of its two outcomes.
#[derive(Clone, Debug)]
pub struct Region {
    /// The file, as the compiler was given it.
    pub file: String,
    /// Counted from 1.
    pub line: u32,
    /// Counted from 1.
    pub column: u32,
    /// The smallest condition that this one is a part of: `a` in `if (a ? b : c)`.
    pub within: Option<u32>,
    /// Number of times it was true.
    pub yes: Counter,
    /// Number of times it was false.
    pub no: Counter,
}

/// The conditions of one function.
#[derive(Clone, Default, Debug)]
pub struct FunctionRecord {
    /// clang's number of the function.
    pub number: u64,
    /// Its conditions, in clang's order.
    pub regions: Vec<Region>,
    /// What [`Counter::Computed`] refers to.
    pub expressions: Vec<Expression>,
}

#[repr(C)]
#[derive(Clone, Copy)]
struct RawCounter {
    kind: u32,
    id: u32,
}

#[repr(C)]
struct RawExpression {
    subtract: u32,
    left: RawCounter,
    right: RawCounter,
}

#[repr(C)]
struct RawRegion {
    file: *const c_char,
    file_len: usize,
    line: u32,
    column: u32,
    within: u32,
    yes: RawCounter,
    no: RawCounter,
}

type Visit = unsafe extern "C" fn(*mut c_void, u64, *const RawRegion, usize, *const RawExpression, usize);

unsafe extern "C" {
    fn acute_regions(module: LLVMModuleRef, context: *mut c_void, each: Visit);
    fn acute_record_of(name: LLVMValueRef) -> u64;
    fn acute_drop_mapping(module: LLVMModuleRef);
}

impl From<RawCounter> for Counter {
    fn from(raw: RawCounter) -> Counter {
        match raw.kind {
            1 => Counter::Counted(raw.id),
            2 => Counter::Computed(raw.id),
            _ => Counter::Zero,
        }
    }
}

/// Copies an array of the shim's.
///
/// # Safety
/// `list` points to `count` elements, unless there are none.
unsafe fn converted<R, T>(list: *const R, count: usize, convert: impl Fn(&R) -> T) -> Vec<T> {
    if count == 0 {
        return vec![];
    }
    // SAFETY: by the function's contract.
    unsafe { std::slice::from_raw_parts(list, count) }.iter().map(convert).collect()
}

/// Takes one record over from the shim.
///
/// # Safety
/// `context` is the list of [`Module::function_records`]; the arrays live during the call.
unsafe extern "C" fn take_record(
    context: *mut c_void,
    number: u64,
    regions: *const RawRegion,
    region_count: usize,
    expressions: *const RawExpression,
    expression_count: usize,
) {
    let region = |r: &RawRegion| Region {
        // SAFETY: a text of the shim's, which lives during the call (6).
        file: unsafe { copied(r.file, r.file_len) },
        line: r.line,
        column: r.column,
        within: Some(r.within).filter(|n| *n != u32::MAX),
        yes: r.yes.into(),
        no: r.no.into(),
    };
    let expression = |e: &RawExpression| Expression {
        subtract: e.subtract != 0,
        left: e.left.into(),
        right: e.right.into(),
    };
    // SAFETY: by the function's contract.
    unsafe {
        let all = &mut *context.cast::<Vec<FunctionRecord>>();
        let regions = converted(regions, region_count, region);
        let expressions = converted(expressions, expression_count, expression);
        all.push(FunctionRecord { number, regions, expressions });
    }
}

impl Module {
    /// The conditions of each function for which clang has made code.
    pub fn function_records(self) -> Vec<FunctionRecord> {
        let mut all: Vec<FunctionRecord> = vec![];
        // SAFETY: a live module (1); `take_record` gets the list back, which outlives the call.
        unsafe { acute_regions(self.0, (&raw mut all).cast(), take_record) };
        all
    }

    /// Removes the mapping, which describes counters that are gone.
    pub fn drop_coverage_mapping(self) {
        // SAFETY: a live module (1); what is removed is used by nothing, and this crate holds no handle of it.
        unsafe { acute_drop_mapping(self.0) }
    }
}

impl Value {
    /// The number of the function whose name this global holds, as a counter's increment has it; 0 for any other
    /// value.
    pub fn record_number(self) -> u64 {
        // SAFETY: a live value (1), whose kind the shim checks.
        unsafe { acute_record_of(self.0) }
    }
}
