//! The functions by which instrumented code calls the runtime: one row a hook.
//!
//! The pass declares hooks from this table ([`Hook::symbol`], [`Hook::parameters`], [`Hook::result`]). The runtime is
//! compiled from the same rows: each row expands to the exported symbol and refers to one Rust function of exactly that
//! type. A row without a function or with a function of another type does not compile, and a function without a row is
//! dead code, which the runtime denies.
//!
//! To add a hook:
//! 1. a row here, under `kept` unless C code calls the function by name;
//! 2. an `extern "C"` function of that name in the runtime, imported in `runtime::kept` (for `plain`: `runtime::plain`);
//! 3. the call in the pass: `ir.hook(Hook::Name, &mut [...])`.

/// Hands all rows to the macro named `$with`.
///
/// `kept` hooks are called with LLVM's `preserve_most` convention and take all arguments from the stack, behind six
/// register arguments that are undefined, so that a call costs the surrounding code no register (`runtime::kept`).
/// `plain` hooks use the C convention: models and headers call them by name, or their result replaces such a call.
#[macro_export]
macro_rules! hooks {
    ($with:ident) => {
        $with! {
            kept {
                /// `a op b`, where `operation` packs an [`Op`](crate::Op) and the width of the result.
                Binary: binary(operation: I32, la: Label, a: I64, lb: Label, b: I64, result: I64) -> Label;
                /// An extension or truncation.
                Cast: cast(operation: I32, label: Label, result: I64) -> Label;
                /// `condition ? yes : no`; `shape` packs the width and the outcome.
                Select: select(shape: I32, condition: Label, ly: Label, yes: I64, ln: Label, no: I64) -> Label;
                /// A conditional jump on a symbolic condition.
                Branch: branch(label: Label, taken: I32, cells: Ptr) -> Void;
                /// A comparison of integers and the conditional jump on it.
                Compared: compared(operation: I32, la: Label, a: I64, lb: Label, b: I64, cells: Ptr) -> Void;
                /// A symbolic condition that decides a value without a jump.
                Choice: choice(label: Label, taken: I32, cells: Ptr) -> Void;
                /// A switch; `table` lists its cases.
                Switch: switch(label: Label, value: I64, table: Ptr) -> Void;
                /// An access through a symbolic address: 0 reads, 1 writes, [`HANDED_OVER`](crate::HANDED_OVER).
                Access: access(label: Label, how: I32) -> Void;
                /// A function begins whose local variables are laid out with redzones.
                EnterFrame: enter_frame(frame: Ptr, layout: Ptr) -> Void;
                /// Such a function returns.
                LeaveFrame: leave_frame(frame: Ptr, layout: Ptr) -> Void;
                /// A local variable whose size is not constant.
                DynamicLocal: dynamic_local(address: Ptr, size: Size) -> Void;
                /// Code that is not instrumented is called, and may hand on the address of its own local variables.
                ForgetBelow: forget_below() -> Void;
                /// A read at a symbolic index.
                Read: read(label: Label, origin: Ptr, address: Ptr, root_label: Label, root: Ptr, shape: Size) -> Label;
                /// A write at a symbolic index.
                Write: write(
                    label: Label, origin: Ptr, address: Ptr, root_label: Label, root: Ptr, shape: Size,
                    value_label: Label, value: I64
                ) -> Void;
                /// The label of a value just loaded.
                Load: load(address: Ptr, bytes: I32, value: I64) -> Label;
                /// Labels the bytes of a store.
                Store: store(address: Ptr, bytes: I32, label: Label) -> Void;
                /// Moves labels as memmove moves bytes.
                Copy: copy(to: Ptr, from: Ptr, len: Size) -> Void;
                /// The same for memcpy, whose stretches must not overlap.
                CopyApart: copy_apart(to: Ptr, from: Ptr, len: Size, to_label: Label, from_label: Label) -> Void;
                /// Labels bytes as memset sets them.
                Fill: fill(to: Ptr, len: Size, label: Label) -> Void;
                /// The implicit condition of an access to `len` bytes: they are not in the object at `address`.
                Room: room(label: Label, len: Size, origin_label: Label, origin: Ptr, address: Ptr) -> Void;
                /// Counts a concretization.
                Concretize: concretize(reason: I32, label: Label, name: Ptr) -> Void;
                /// A pointer was passed to code that is not instrumented.
                Outside: outside(reason: I32, name: Ptr, pointer: Ptr, known: Size, writes: I32) -> Void;
                /// The implicit conditions of a division.
                Divide: divide(operation: I32, la: Label, a: I64, lb: Label, b: I64) -> Void;
                /// A shift and its implicit condition.
                Shift: shift(operation: I32, la: Label, a: I64, lb: Label, b: I64, result: I64) -> Label;
                /// `address + offset`, the offset constant.
                Offset: offset(label: Label, address: I64, offset: I64) -> Label;
                /// `address + index * size`.
                Index: index(la: Label, a: I64, li: Label, index: I64, width: I32, size: I64) -> Label;
                /// A load into a value that carries no label.
                LoadLost: load_lost(reason: I32, address: Ptr, bytes: I32) -> Void;
                /// A struct passed by value; `from` is 0 where the caller is not instrumented.
                ByValue: by_value(to: Ptr, from: Size, len: Size) -> Void;
                /// A comparison of floating-point numbers.
                FloatCompare: float_compare(operation: I32, la: Label, a: I64, lb: Label, b: I64) -> Label;
                /// A conversion from or to floating point.
                FloatConvert: float_convert(operation: I32, label: Label, value: I64, result: I64) -> Label;
                /// A [`Compound`](crate::Compound) operation.
                Compound: compound(
                    operation: I32, la: Label, a: I64, lb: Label, b: I64, lc: Label, c: I64, result: I64
                ) -> Label;
                /// A [`Wide`](crate::Wide) operation; labels travel in pairs, the low half's first.
                Wide: wide(which: I32, la: I64, a0: I64, a1: I64, lb: I64, b0: I64, b1: I64) -> I64;
                /// The condition of a check that `-fsanitize=` inserted; `check` is a [`Check`](crate::Check).
                Sanitizer: sanitizer(check: I32, label: Label, taken: I32, bad: I32) -> Void;
                /// A check that `-fsanitize=` inserted fails; `end` is the [`End`](crate::End) of the run.
                Undefined: undefined(end: I32, value: I64, limit: I64) -> Void;
                /// A part of a value that is about to be reinterpreted as another type.
                RecastFrom: recast_from(at: Size, bytes: Size, label: Label) -> Void;
                /// The label of a part of the reinterpreted value.
                RecastTo: recast_to(at: Size, bytes: Size, value: I64) -> Label;
                /// Begins the labels of the arguments of a variadic call.
                VaBegin: va_begin() -> Void;
                /// The label of one variadic argument.
                VaValue: va_value(at: Size, bytes: Size, label: Label) -> Void;
                /// The labels of a struct passed as a variadic argument.
                VaCopy: va_copy(at: Size, bytes: Size, from: Ptr) -> Void;
                /// Saves the labels at the entry of a variadic function.
                VaTake: va_take(notes: Ptr, info: I64) -> Void;
                /// Labels what va_arg will read.
                VaStart: va_start(list: Ptr, notes: Ptr) -> Void;
                /// Reports the expression of a probed value to a test.
                Probed: probed(node: Label, value: I64) -> Void;
                /// A value of a loop's state, before [`Hook::LoopVisit`].
                LoopValue: loop_value(value: I64) -> Void;
                /// A visit of a loop's head in a run that is watched; `kind` is a [`LoopKind`].
                LoopVisit: loop_visit(id: I32, last: I32, activation: I64, kind: I32) -> Void;
                /// Code that is not instrumented got a word, which may be a pointer to an object of `known` bytes.
                HandedOut: handed_out(word: I64, known: Size) -> Void;
                /// Code that is not instrumented returned a pointer.
                Received: received(pointer: Ptr) -> Void;
                /// `main` holds a pointer.
                Held: held(pointer: Ptr) -> Void;
                /// The unit reached `__builtin_unreachable()`.
                Unreachable: unreachable(name: Ptr) -> Void;
            }
            plain {
                /// What the pass makes of [`Hook::Together`], with the labels of its arguments.
                TogetherOf: __acute_together_of = together_of(
                    a: Ptr, b: Ptr, most: Size, how: I32, of_a: Label, of_b: Label, of_most: Label
                ) -> Size;
                /// The models' question how many bytes can be compared at once.
                Together: __acute_together = together(a: Ptr, b: Ptr, most: Size, how: I32) -> Size;
                /// The models' `c ? x : y` without a branch.
                Choose: __acute_choose = choose(c: Bool, x: I32, y: I32) -> I32;
                /// A mark: `count` elements of `size` bytes at `to` are inputs (include/acute.h).
                Input: __acute_input = input(to: Ptr, size: I64, count: I64, site: Ptr, name: Ptr) -> Void;
                /// A failed assumption.
                Reject: __acute_reject = reject() -> Never;
                /// The function that a stub stands for may keep what its parameters lead to.
                Keep: __acute_keep = keep(start: Ptr, len: Size) -> Void;
                /// Whether a value depends on an input.
                IsSymbolic: __acute_is_symbolic = is_symbolic(x: I64) -> I32;
                /// Bytes of the object around an address.
                ObjectSize: __acute_object_size = object_size(address: Ptr) -> Size;
                /// A test asks for the expression of a value.
                Probe: __acute_probe = probe(x: I64) -> Void;
                /// A test leaves room for only so many nodes.
                Crowd: __acute_crowd = crowd(room: I32) -> Void;
            }
        }
    };
}

/// The Rust type of a [`Type`], as hook functions of the runtime have it.
#[macro_export]
macro_rules! hook_type {
    (Label) => { $crate::Label };
    (I32) => { u32 };
    (I64) => { u64 };
    (Size) => { usize };
    (Ptr) => { usize };
    (Bool) => { bool };
    (Void) => { () };
    (Never) => { ! };
}

/// The type of a hook's parameter or result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Type {
    /// A [`Label`](crate::Label): 32 bits.
    Label,
    /// A word of 32 bits.
    I32,
    /// A word of 64 bits: most often a value of the unit, zero-extended.
    I64,
    /// A number of bytes: 64 bits.
    Size,
    /// An address.
    Ptr,
    /// One bit.
    Bool,
    /// No result.
    Void,
    /// Does not return.
    Never,
}

/// The calling convention of a hook.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Convention {
    /// Keeps all registers but r11 and the result's, takes arguments from the stack.
    Kept,
    /// C's.
    Plain,
}

macro_rules! table {
    (
        kept { $($(#[$kept_doc:meta])* $Kept:ident: $kept:ident($($kept_name:ident: $kept_ty:ident),*) -> $kept_result:ident;)* }
        plain { $($(#[$doc:meta])* $Plain:ident: $symbol:ident = $plain:ident($($name:ident: $ty:ident),*) -> $result:ident;)* }
    ) => {
        /// A function of the runtime that instrumented code calls.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Hook {
            $($(#[$kept_doc])* $Kept,)*
            $($(#[$doc])* $Plain,)*
        }

        impl Hook {
            /// All hooks.
            pub const ALL: &[Hook] = &[$(Hook::$Kept,)* $(Hook::$Plain,)*];

            /// The symbol that is called.
            pub const fn symbol(self) -> &'static str {
                match self {
                    $(Hook::$Kept => concat!("__acute_kept_", stringify!($kept)),)*
                    $(Hook::$Plain => stringify!($symbol),)*
                }
            }

            /// Returns whether it can end the run, at the line of its call.
            pub const fn may_end_run(self) -> bool {
                use Hook::*;
                matches!(self, Load | Store | Copy | Fill | Read | Write | LoadLost | ByValue | Undefined | Unreachable)
            }

            /// The types of its parameters, in order.
            pub const fn parameters(self) -> &'static [Type] {
                match self {
                    $(Hook::$Kept => &[$(Type::$kept_ty),*],)*
                    $(Hook::$Plain => &[$(Type::$ty),*],)*
                }
            }

            /// The type of its result.
            pub const fn result(self) -> Type {
                match self {
                    $(Hook::$Kept => Type::$kept_result,)*
                    $(Hook::$Plain => Type::$result,)*
                }
            }

            /// Its calling convention.
            pub const fn convention(self) -> Convention {
                match self {
                    $(Hook::$Kept => Convention::Kept,)*
                    $(Hook::$Plain => Convention::Plain,)*
                }
            }
        }
    };
}

hooks!(table);

// The entry points of kept hooks pass on six arguments in registers and two on the stack.
const _: () = {
    let mut k = 0;
    while k < Hook::ALL.len() {
        let hook = Hook::ALL[k];
        assert!(matches!(hook.convention(), Convention::Plain) || hook.parameters().len() <= 8);
        k += 1;
    }
};

/// The variable of the runtime that is not 0 while loops are watched: 64 bits.
pub const WATCH_SYMBOL: &str = "__acute_watch";
/// The variable of the runtime that counts activations of functions with loops: 64 bits.
pub const ACTIVATION_SYMBOL: &str = "__acute_activation";

/// What the pass knows of a loop.
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LoopKind {
    /// It changes no memory.
    Pure = 0,
    /// It may change memory.
    Writes = 1,
    /// It may depend on more than the state of the program.
    Unknown = 2,
    /// No loop: a call of a function that may be outside the program and keep a state.
    Outside = 3,
}

/// Whether the loops of a run are watched.
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Watch {
    /// They are not.
    Off = 0,
    /// They are, and nothing that the unit can call outside the program keeps a state.
    Closed = 1,
    /// They are, and calls of functions that may be outside the program may depend on more than its state.
    Open = 2,
}

/// Hands all slots to the macro named `$with`: thread-local variables of the runtime, with their sizes in bytes, in which
/// labels travel with calls and returns.
///
/// Labels of arguments and results carry the address of the function they are meant for, so that code compiled without
/// the pass never hands on stale ones. To add a slot: a row here; `runtime::stack` defines all of them.
#[macro_export]
macro_rules! slots {
    ($with:ident) => {
        $with! {
            /// Labels of the arguments of a call.
            Args: __acute_args(512);
            /// The callee that [`Slot::Args`] are meant for.
            ArgsFor: __acute_args_for(8);
            /// Labels of the parts of a result.
            Ret: __acute_ret(64);
            /// The function that [`Slot::Ret`] come from.
            RetFrom: __acute_ret_from(8);
            /// Bytes of variadic arguments on the stack, and above 32 bits whether any has a label.
            VaInfo: __acute_va_info(8);
            /// The callee that [`Slot::VaInfo`] is meant for.
            VaFor: __acute_va_for(8);
        }
    };
}

macro_rules! slot_table {
    ($($(#[$doc:meta])* $Slot:ident: $symbol:ident($bytes:literal);)*) => {
        /// A thread-local variable of the runtime that instrumented code reads and writes.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Slot {
            $($(#[$doc])* $Slot,)*
        }

        impl Slot {
            /// All slots.
            pub const ALL: &[Slot] = &[$(Slot::$Slot,)*];

            /// Its symbol.
            pub const fn symbol(self) -> &'static str {
                match self {
                    $(Slot::$Slot => stringify!($symbol),)*
                }
            }

            /// Its size in bytes.
            pub const fn bytes(self) -> usize {
                match self {
                    $(Slot::$Slot => $bytes,)*
                }
            }
        }
    };
}

slots!(slot_table);
