//! LLVM's intrinsics: what clang makes of `__builtin_...` and of some functions of math.h.
//! ```c
//! n = __builtin_popcount(x);
//! ```
//! becomes
//! ```c
//! n = __builtin_popcount(x);
//! ln = lx ? __acute_compound(COUNT_ONES, lx, x, 0, 0, 0, 0, n) : 0;
//! ```
//! To follow another intrinsic: a row in one of the tables here.
use crate::function::Emitter;
use crate::llvm::Value;
use crate::values::packed;
use acute_trace::{Compound, Hook, Op, Reason};

/// Intrinsics whose result is one number of the operands' width, or one bit.
const COMPOUND: &[(&str, Compound)] = &[
    ("sadd.sat", Compound::SAddSat),
    ("uadd.sat", Compound::UAddSat),
    ("ssub.sat", Compound::SSubSat),
    ("usub.sat", Compound::USubSat),
    ("smin", Compound::Smin),
    ("smax", Compound::Smax),
    ("umin", Compound::Umin),
    ("umax", Compound::Umax),
    ("abs", Compound::Abs),
    ("bswap", Compound::SwapBytes),
    ("bitreverse", Compound::ReverseBits),
    ("ctpop", Compound::CountOnes),
    ("ctlz", Compound::LeadingZeros),
    ("cttz", Compound::TrailingZeros),
    ("fshl", Compound::FunnelLeft),
    ("fshr", Compound::FunnelRight),
    ("copysign", Compound::CopySign),
    ("minnum", Compound::MinNum),
    ("maxnum", Compound::MaxNum),
    ("floor", Compound::Floor),
    ("ceil", Compound::Ceil),
    ("trunc", Compound::Trunc),
    ("rint", Compound::RoundEven),
    ("nearbyint", Compound::RoundEven),
    ("roundeven", Compound::RoundEven),
    ("round", Compound::RoundAway),
    ("sqrt", Compound::Sqrt),
    ("is.fpclass", Compound::IsClass),
];

/// Intrinsics whose result is a number and an overflow flag.
const OVERFLOW: &[(&str, Op, Compound)] = &[
    ("sadd.with.overflow", Op::Add, Compound::SAddOverflow),
    ("uadd.with.overflow", Op::Add, Compound::UAddOverflow),
    ("ssub.with.overflow", Op::Sub, Compound::SSubOverflow),
    ("usub.with.overflow", Op::Sub, Compound::USubOverflow),
    ("smul.with.overflow", Op::Mul, Compound::SMulOverflow),
    ("umul.with.overflow", Op::Mul, Compound::UMulOverflow),
];

/// Intrinsics whose result is their first operand.
const IDENTITIES: &[&str] = &[
    "expect",
    "expect.with.probability",
    "launder.invariant.group",
    "strip.invariant.group",
    "ssa.copy",
    "ptr.annotation",
    "annotation",
    "threadlocal.address",
    "arithmetic.fence",
];

/// Intrinsics of floating point without an expression.
const UNTRACKED_FLOATS: &[&str] = &[
    "fmuladd",
    "fma",
    "powi",
    "pow",
    "exp",
    "exp2",
    "log",
    "log2",
    "log10",
    "sin",
    "cos",
    "ldexp",
    "frexp",
    "lrint",
    "llrint",
    "lround",
    "llround",
    "minimum",
    "maximum",
    "canonicalize",
];

/// Intrinsics with neither an operand nor a result that can be symbolic, and that write nothing.
const WITHOUT_LABELS: &[&str] = &[
    "lifetime",
    "dbg",
    "assume",
    "donothing",
    "objectsize",
    "is.constant",
    "va_end",
    "va_copy",
    "stacksave",
    "stackrestore",
    "trap",
    "ubsantrap",
    "debugtrap",
    "prefetch",
    "experimental",
    "invariant",
    "var.annotation",
    "frameaddress",
    "returnaddress",
    "sideeffect",
    "readcyclecounter",
    "eh",
    "get.rounding",
    "sponentry",
    "localescape",
    "pseudoprobe",
    "allow",
];

/// The name is `llvm.STEM` or `llvm.STEM.TYPE`.
fn is(name: &str, stem: &str) -> bool {
    let rest = name.strip_prefix("llvm.").and_then(|n| n.strip_prefix(stem));
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

impl Emitter<'_> {
    /// Hands an intrinsic to its emitter.
    pub fn intrinsic(&mut self, i: Value, name: &str) {
        if let Some((_, which)) = COMPOUND.iter().find(|(stem, _)| is(name, stem)) {
            return self.compound(i, *which);
        }
        if let Some((_, op, which)) = OVERFLOW.iter().find(|(stem, ..)| is(name, stem)) {
            return self.with_overflow(i, *op, *which);
        }
        let any = |stems: &[&str]| stems.iter().any(|stem| is(name, stem));
        if any(&["memcpy", "memmove", "memcpy.inline"]) {
            self.copy(i);
        } else if any(&["memset", "memset.inline"]) {
            self.fill(i);
        } else if any(&["va_start"]) {
            self.va_start(i);
        } else if any(IDENTITIES) {
            self.set_label(i, self.label(i.operand(0)));
        } else if any(&["fabs"]) {
            self.float_absolute(i);
        } else if any(&["ptrmask"]) {
            let (pointer, mask) = (i.operand(0), i.operand(1));
            self.operation(Hook::Binary, i, packed(Op::And, 64), pointer, mask);
        } else if any(UNTRACKED_FLOATS) {
            self.concretize(i, Reason::Float);
        } else if !any(WITHOUT_LABELS) {
            // An unknown intrinsic may write through any pointer.
            self.concretize(i, Reason::Instruction);
            for pointer in i.args() {
                if pointer.ty().is_pointer() {
                    self.leave_to("intrinsic", i, pointer, self.known_size(pointer));
                }
            }
        }
    }

    /// Calls the hook of a compound operation, which the runtime expands into an expression.
    pub fn compound(&mut self, i: Value, which: Compound) {
        let ir = self.ir;
        let count = i.arg_count();
        let operand = |n: u32| if n < count { i.operand(n) } else { ir.int64(0) };
        let float = which as u8 >= Compound::CopySign as u8;
        let Some(width) = ir.tracked_width(operand(0).ty()) else {
            return self.concretize(i, if float { Reason::Float } else { Reason::Wide });
        };
        // What else they have are flags, or a mask of classes.
        let operands = match which {
            Compound::FunnelLeft | Compound::FunnelRight => [operand(0), operand(1), operand(2)],
            Compound::IsClass => [operand(0), ir.int64(0), operand(1)],
            Compound::Abs | Compound::LeadingZeros | Compound::TrailingZeros => {
                [operand(0), ir.int64(0), ir.int64(0)]
            }
            _ => [operand(0), operand(1), ir.int64(0)],
        };
        let next = self.after(i);
        ir.at(next);
        let labels = operands.map(|o| self.label(o));
        let any = labels.iter().fold(ir.zero, |all, l| ir.either(all, *l));
        if ir.is_zero(any) {
            return;
        }
        let symbolic = ir.is_symbolic(any);
        let label = ir.label_if(symbolic, next, || {
            let [a, b, c] = operands.map(|o| ir.widen(o));
            let operation = ir.int32(which as u32 | width << 8);
            let arguments = [operation, labels[0], a, labels[1], b, labels[2], c, ir.widen(i)];
            ir.hook(Hook::Compound, &arguments)
        });
        self.set_label(i, label);
    }

    /// `{ a op b, overflow flag }`: one label each.
    fn with_overflow(&mut self, i: Value, op: Op, which: Compound) {
        let (ir, a, b) = (self.ir, i.operand(0), i.operand(1));
        let Some(width) = ir.tracked_width(a.ty()) else {
            return self.concretize(i, Reason::Wide);
        };
        let (la, lb, next) = (self.label(a), self.label(b), self.after(i));
        ir.at(next);
        let any = ir.either(la, lb);
        if ir.is_zero(any) {
            return;
        }
        let symbolic = ir.is_symbolic(any);
        let labels = ir.labels_if(symbolic, next, 2, || {
            let part = |k| ir.widen(ir.builder.extract_value(i, k));
            let (a, b, result, flag) = (ir.widen(a), ir.widen(b), part(0), part(1));
            let value = [ir.int32(packed(op, width)), la, a, lb, b, result];
            let operation = ir.int32(which as u32 | width << 8);
            let overflow = [operation, la, a, lb, b, ir.zero, ir.int64(0), flag];
            vec![ir.hook(Hook::Binary, &value), ir.hook(Hook::Compound, &overflow)]
        });
        self.set_parts(i, labels);
    }
}
