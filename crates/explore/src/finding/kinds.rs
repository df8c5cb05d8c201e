//! The kinds of finding, one row each.
//!
//! To add a kind: 1. add its row below; 2. return it from `of_fault` in finding.rs, where endings are classified, or
//! from a detector of its own. Its name is part of the contract: docs/contract.md lists it, and a test compares the two.

/// How bad a finding is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    /// The program fails or its behaviour is undefined.
    Error,
    /// It may be intended.
    Warning,
}

/// When a kind is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Checked {
    /// Always: the run itself fails.
    Always,
    /// Unless it is switched off.
    On,
    /// Where it is asked for.
    Off,
}

/// What confirms a finding outside the engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Confirmed {
    /// A native run ends by the signal of the finding.
    Native,
    /// AddressSanitizer sees it even where nothing faults.
    Asan,
    /// UndefinedBehaviorSanitizer sees it.
    Ubsan,
    /// A native run does not end.
    Timeout,
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct KindRow {
    /// Its name in reports.
    pub name: &'static str,
    /// The entry of the Common Weakness Enumeration.
    pub cwe: u16,
    /// How bad it is.
    pub severity: Severity,
    /// When it is looked for.
    pub checked: Checked,
    /// What confirms it.
    pub confirmed: Confirmed,
    /// What happened, in words.
    pub message: &'static str,
}

macro_rules! kinds {
    ($($kind:ident $name:literal $cwe:literal $severity:ident $checked:ident $confirmed:ident $message:literal;)*) => {
        /// The kinds of finding.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Kind {
            $(#[doc = $message] $kind,)*
        }

        impl Kind {
            /// Every kind, in the order of the table.
            pub const ALL: &[Kind] = &[$(Kind::$kind),*];

            /// Its row.
            pub const fn row(self) -> KindRow {
                match self {
                    $(Kind::$kind => KindRow {
                        name: $name,
                        cwe: $cwe,
                        severity: Severity::$severity,
                        checked: Checked::$checked,
                        confirmed: Confirmed::$confirmed,
                        message: $message,
                    },)*
                }
            }
        }
    };
}

kinds! {
//  kind               name                  CWE  severity checked confirmed message
    Assertion          "assertion"           617  Error    Always  Native    "an assertion fails";
    Abort              "abort"               617  Error    Always  Native    "abort is called";
    NullDeref          "null-deref"          476  Error    Always  Native    "a NULL pointer is followed";
    OutOfBounds        "out-of-bounds"       787  Error    On      Asan      "memory outside an object is used";
    UseAfterFree       "use-after-free"      416  Error    On      Asan      "freed memory is used";
    UseAfterReturn     "use-after-return"    562  Error    On      Asan      "a local variable of a call that is over is used";
    Overlap            "overlap"             475  Error    On      Asan      "memory is copied to where it overlaps itself";
    Unterminated       "unterminated"        170  Error    On      Asan      "a string without an end is read";
    Leak               "leak"                401  Error    On      Asan      "allocated memory is lost";
    DoubleFree         "double-free"         415  Error    Always  Native    "memory is freed that was freed before";
    InvalidFree        "invalid-free"        590  Error    Always  Asan      "memory is freed that was never allocated";
    StackOverflow      "stack-overflow"      674  Error    Always  Native    "the stack is used up";
    DivByZero          "div-by-zero"         369  Error    Always  Native    "division by zero";
    Shift              "shift"               1335 Error    On      Ubsan     "a number is shifted too far";
    FloatToInt         "float-to-int"        681  Error    On      Ubsan     "a floating-point number does not fit the integer it is converted to";
    SignedOverflow     "signed-overflow"     190  Error    Off     Ubsan     "the smallest integer is divided by -1";
    InfiniteLoop       "infinite-loop"       835  Warning  Always  Timeout   "a loop never ends: its state repeats";
    Unfinished         "did-not-end"         835  Warning  Always  Timeout   "it did not end in time";
    Segfault           "segfault"            822  Error    Always  Native    "a bad address is used";
    IllegalInstruction "illegal-instruction" 758  Error    Always  Native    "the processor refuses an instruction";
}

impl Kind {
    /// Its name in reports.
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// Whether its run has no end of its own.
    pub const fn is_stopped(self) -> bool {
        matches!(self, Kind::InfiniteLoop | Kind::Unfinished)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_stand_in_the_contract() {
        let contract = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/contract.md");
        let contract = std::fs::read_to_string(contract).expect("the contract");
        for (k, kind) in Kind::ALL.iter().enumerate() {
            let name = kind.name();
            assert!(contract.contains(&format!("`{name}`")), "docs/contract.md does not list `{name}`");
            assert!(Kind::ALL[..k].iter().all(|other| other.name() != name), "{name}");
            assert!(!kind.row().message.is_empty() && kind.row().cwe > 0);
        }
    }
}
