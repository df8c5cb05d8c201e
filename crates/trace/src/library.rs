//! Facts about functions of the C library and of other testing tools, one row a function.
//!
//! To add a library model:
//! 1. its definition in include/acute/models.h, under `ACUTE_MODEL_name`;
//! 2. `MODELLED` in its row here;
//! 3. its comparison with the C library in crates/cli/tests/models/compare.c.
//!
//! To add a function that keeps no state: `STATELESS` in its row. It may neither keep state of its own nor depend on
//! files, clock, environment, signals or threads.
use crate::Compound;

/// A fact about a function. The values are bits of a set.
#[repr(u16)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fact {
    /// Keeps nothing from one call to the next: a unit that reaches only such functions can run many inputs in one
    /// process.
    Stateless = 1 << 0,
    /// Has a model in include/acute/models.h: a unit under test calls [`MODEL`] and the name instead.
    Modelled = 1 << 1,
    /// Only reads the memory behind its pointer arguments.
    Reads = 1 << 2,
    /// Loses nothing of its arguments though it is not followed: prints them, frees them or ends the run.
    Harmless = 1 << 3,
    /// Replaced by the runtime's heap: `f` by `__acute_f`.
    Heap = 1 << 4,
    /// One of the functions that make a heap: a unit that defines any of them itself keeps the library's others.
    OwnHeap = 1 << 5,
    /// Replaced by the runtime because it ends the program: `f` by `__acute_f`.
    Exit = 1 << 6,
    /// Stands for the bug in a program for Test-Comp (include/acute/verifier.c).
    Error = 1 << 7,
    /// glibc links its code into each program that calls it.
    LinkedIn = 1 << 8,
    /// Allocates memory, which may fail.
    Allocates = 1 << 9,
    /// May give a block another address or leave it where it is.
    Moves = 1 << 10,
    /// Compares memory whatever it holds, the padding of structs too.
    Compares = 1 << 12,
    /// Tells where `errno` is.
    Errno = 1 << 11,
    /// Reads a string to its end.
    Text = 1 << 15,
    /// Keeps no pointer that it is given, and returns none behind which the unit stores pointers, though it has a state.
    Forgets = 1 << 13,
    /// Keeps a pointer that it is given, though it has no other state.
    Keeps = 1 << 14,
}

const STATELESS: u16 = Fact::Stateless as u16;
const MODELLED: u16 = Fact::Modelled as u16;
const READS: u16 = Fact::Reads as u16;
const HARMLESS: u16 = Fact::Harmless as u16;
const HEAP: u16 = Fact::Heap as u16;
const OWN_HEAP: u16 = Fact::OwnHeap as u16;
const EXIT: u16 = Fact::Exit as u16;
const ERROR: u16 = Fact::Error as u16;
const LINKED_IN: u16 = Fact::LinkedIn as u16;
const ALLOCATES: u16 = Fact::Allocates as u16;
const MOVES: u16 = Fact::Moves as u16;
const COMPARES: u16 = Fact::Compares as u16;
const ERRNO: u16 = Fact::Errno as u16;
const TEXT: u16 = Fact::Text as u16;
const FORGETS: u16 = Fact::Forgets as u16;
const KEEPS: u16 = Fact::Keeps as u16;

/// A function and what is known of it.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    /// Its name.
    pub name: &'static str,
    facts: u16,
    /// Numbers of the arguments that it dereferences. Listed for harmless functions; the others are taken to
    /// dereference all pointers.
    pub dereferences: &'static [u32],
    /// A format string that compilers make of `puts` and `fputs`, and the number of the argument that is dereferenced
    /// then.
    pub prints_text: Option<(&'static str, u32)>,
    /// The one operation that it computes.
    pub computes: Option<Compound>,
}

const fn row(name: &'static str, facts: u16) -> Function {
    Function { name, facts, dereferences: &[], prints_text: None, computes: None }
}

impl Function {
    const fn dereferences(self, arguments: &'static [u32]) -> Function {
        Function { dereferences: arguments, ..self }
    }

    const fn prints_text(self, format: &'static str, argument: u32) -> Function {
        Function { prints_text: Some((format, argument)), ..self }
    }

    const fn computes(self, operation: Compound) -> Function {
        Function { computes: Some(operation), ..self }
    }

    /// Returns whether the fact holds for this function.
    pub const fn has(&self, fact: Fact) -> bool {
        self.facts & fact as u16 != 0
    }

    /// Returns whether the linker puts a function of the runtime in its place in a unit under test.
    pub const fn is_replaced(&self) -> bool {
        self.has(Fact::Heap) || self.has(Fact::Exit)
    }
}

/// The prefix of the names of models.
pub const MODEL: &str = "__acute_unit_";
/// The prefix of the names of Test-Comp's functions.
pub const TEST_COMP: &str = "__VERIFIER_";
/// The prefix of those among them that are inputs.
pub const TEST_COMP_INPUT: &str = "__VERIFIER_nondet_";
/// The prefix of the names of KLEE's functions.
pub const KLEE: &str = "klee_";
/// The prefix of hooks of transactional memory that the compiler's start files name.
const TRANSACTIONS: &str = "_ITM_";

/// Looks a function up.
pub fn find(name: &str) -> Option<&'static Function> {
    FUNCTIONS.binary_search_by(|f| f.name.cmp(name)).ok().map(|k| &FUNCTIONS[k])
}

/// Returns whether a fact is known of a function.
pub fn is(name: &str, fact: Fact) -> bool {
    find(name).is_some_and(|f| f.has(fact))
}

/// Lists the functions of which a fact is known, by name.
pub fn all(fact: Fact) -> impl Iterator<Item = &'static str> + Clone {
    FUNCTIONS.iter().filter(move |f| f.has(fact)).map(|f| f.name)
}

/// Returns whether a function that the unit needs from outside keeps no state.
pub fn is_stateless(name: &str) -> bool {
    is(name, Fact::Stateless) || name.starts_with(TRANSACTIONS)
}

/// Returns whether a function without instrumentation may keep a pointer that it is given, or return memory of its own.
pub fn may_keep(name: &str) -> bool {
    const NOT: [Fact; 6] =
        [Fact::Stateless, Fact::Reads, Fact::Harmless, Fact::Heap, Fact::Modelled, Fact::Forgets];
    find(name).is_none_or(|f| f.has(Fact::Keeps) || !NOT.iter().any(|fact| f.has(*fact)))
}

/// Returns whether the runtime replaces a function of the library.
pub fn is_replaced(name: &str) -> bool {
    find(name).is_some_and(Function::is_replaced)
}

// invariant: sorted by name, so that it can be searched
#[rustfmt::skip]
const FUNCTIONS: &[Function] = &[
    row("_Exit", HARMLESS | EXIT),
    row("__VERIFIER_error", ERROR),
    row("__assert_fail", STATELESS | HARMLESS | EXIT),
    row("__ctype_b_loc", STATELESS),
    row("__ctype_tolower_loc", STATELESS),
    row("__ctype_toupper_loc", STATELESS),
    row("__cxa_finalize", STATELESS),
    row("__errno_location", STATELESS | ERRNO),
    row("__fpclassify", STATELESS),
    row("__fpclassifyf", STATELESS),
    row("__gmon_start__", STATELESS),
    row("__isinf", STATELESS),
    row("__isnan", STATELESS),
    row("__isoc99_sscanf", STATELESS),
    row("__libc_start_main", STATELESS),
    row("__printf_chk", STATELESS),
    row("__signbit", STATELESS),
    row("__sprintf_chk", STATELESS),
    row("__stack_chk_fail", STATELESS),
    row("__stpcpy_chk", STATELESS),
    row("__strcat_chk", STATELESS),
    row("__strcpy_chk", STATELESS),
    row("__vsnprintf_chk", STATELESS),
    row("_exit", HARMLESS | EXIT),
    row("_longjmp", STATELESS),
    row("_setjmp", STATELESS),
    row("abort", STATELESS | HARMLESS | EXIT),
    row("abs", STATELESS),
    row("access", FORGETS),
    row("acos", STATELESS),
    row("acosf", STATELESS),
    row("aligned_alloc", STATELESS | HEAP | ALLOCATES),
    row("asin", STATELESS),
    row("asinf", STATELESS),
    row("at_quick_exit", LINKED_IN),
    row("atan", STATELESS),
    row("atan2", STATELESS),
    row("atan2f", STATELESS),
    row("atanf", STATELESS),
    row("atexit", LINKED_IN),
    row("atof", STATELESS | READS),
    row("atoi", STATELESS | MODELLED | READS | TEXT),
    row("atol", STATELESS | MODELLED | READS | TEXT),
    row("atoll", STATELESS | MODELLED | READS | TEXT),
    row("bcmp", STATELESS | MODELLED | READS | COMPARES),
    row("bsearch", STATELESS),
    row("bzero", STATELESS),
    row("calloc", STATELESS | HEAP | OWN_HEAP | ALLOCATES),
    row("cbrt", STATELESS),
    row("ceil", STATELESS),
    row("ceilf", STATELESS),
    row("clearerr", FORGETS),
    row("clock_gettime", FORGETS),
    row("copysign", STATELESS),
    row("cos", STATELESS),
    row("cosf", STATELESS),
    row("cosh", STATELESS),
    row("ctime", FORGETS),
    row("div", STATELESS),
    row("erf", STATELESS),
    row("exit", STATELESS | HARMLESS | EXIT),
    row("exp", STATELESS),
    row("exp2", STATELESS),
    row("expf", STATELESS),
    row("expm1", STATELESS),
    row("fabs", STATELESS),
    row("fabsf", STATELESS),
    row("fclose", FORGETS),
    row("fdim", STATELESS),
    row("feof", FORGETS),
    row("ferror", FORGETS),
    row("fflush", HARMLESS),
    row("ffs", STATELESS),
    row("fgetc", FORGETS),
    row("fgets", FORGETS),
    row("floor", STATELESS),
    row("floorf", STATELESS),
    row("fma", STATELESS),
    row("fmax", STATELESS),
    row("fmaxf", STATELESS),
    row("fmin", STATELESS),
    row("fminf", STATELESS),
    row("fmod", STATELESS),
    row("fmodf", STATELESS),
    row("fopen", FORGETS),
    row("fprintf", STATELESS | HARMLESS).dereferences(&[0, 1]).prints_text("%s", 2),
    row("fputc", STATELESS | HARMLESS).dereferences(&[1]),
    row("fputs", STATELESS | HARMLESS).dereferences(&[0, 1]),
    row("fread", FORGETS),
    row("free", STATELESS | HARMLESS | HEAP | OWN_HEAP),
    row("frexp", STATELESS),
    row("fseek", FORGETS),
    row("fstat", FORGETS),
    row("ftell", FORGETS),
    row("fwrite", STATELESS | HARMLESS).dereferences(&[0, 3]),
    row("getc", FORGETS),
    row("getenv", FORGETS),
    row("gettimeofday", FORGETS),
    row("gmtime", FORGETS),
    row("gmtime_r", FORGETS),
    row("hypot", STATELESS),
    row("isalnum", STATELESS | MODELLED),
    row("isalpha", STATELESS | MODELLED),
    row("isascii", MODELLED),
    row("isblank", STATELESS | MODELLED),
    row("iscntrl", STATELESS | MODELLED),
    row("isdigit", STATELESS | MODELLED),
    row("isgraph", STATELESS | MODELLED),
    row("islower", STATELESS | MODELLED),
    row("isprint", STATELESS | MODELLED),
    row("ispunct", STATELESS | MODELLED),
    row("isspace", STATELESS | MODELLED),
    row("isupper", STATELESS | MODELLED),
    row("iswalnum", MODELLED),
    row("iswalpha", MODELLED),
    row("iswblank", MODELLED),
    row("iswcntrl", MODELLED),
    row("iswdigit", MODELLED),
    row("iswgraph", MODELLED),
    row("iswlower", MODELLED),
    row("iswprint", MODELLED),
    row("iswpunct", MODELLED),
    row("iswspace", MODELLED),
    row("iswupper", MODELLED),
    row("iswxdigit", MODELLED),
    row("isxdigit", STATELESS | MODELLED),
    row("labs", STATELESS),
    row("ldexp", STATELESS),
    row("ldiv", STATELESS),
    row("llabs", STATELESS),
    row("lldiv", STATELESS),
    row("localtime", FORGETS),
    row("localtime_r", FORGETS),
    row("log", STATELESS),
    row("log10", STATELESS),
    row("log1p", STATELESS),
    row("log2", STATELESS),
    row("logf", STATELESS),
    row("longjmp", STATELESS | MODELLED),
    row("lrint", STATELESS),
    row("lround", STATELESS),
    row("lstat", FORGETS),
    row("malloc", STATELESS | HEAP | OWN_HEAP | ALLOCATES),
    row("malloc_usable_size", HEAP),
    row("memalign", HEAP | ALLOCATES),
    row("memccpy", STATELESS | MODELLED),
    row("memchr", STATELESS | MODELLED | READS),
    row("memcmp", STATELESS | MODELLED | READS | COMPARES),
    row("memcpy", STATELESS | MODELLED),
    row("memmem", STATELESS | MODELLED),
    row("memmove", STATELESS | MODELLED),
    row("mempcpy", STATELESS | MODELLED),
    row("memrchr", STATELESS | MODELLED | READS),
    row("memset", STATELESS | MODELLED),
    row("mkdir", FORGETS),
    row("mktime", FORGETS),
    row("modf", STATELESS),
    row("nearbyint", STATELESS),
    row("nextafter", STATELESS),
    row("open", FORGETS),
    row("perror", STATELESS | HARMLESS),
    row("posix_memalign", STATELESS | HEAP | ALLOCATES),
    row("pow", STATELESS),
    row("powf", STATELESS),
    row("printf", STATELESS | HARMLESS).dereferences(&[0]).prints_text("%s\n", 1),
    row("pthread_atfork", LINKED_IN),
    row("putc", STATELESS | HARMLESS).dereferences(&[1]),
    row("putchar", STATELESS | HARMLESS),
    row("puts", STATELESS | HARMLESS).dereferences(&[0]),
    row("qsort", STATELESS),
    row("quick_exit", HARMLESS | EXIT),
    row("rawmemchr", STATELESS),
    row("reach_error", ERROR),
    row("read", FORGETS),
    row("realloc", STATELESS | HEAP | OWN_HEAP | ALLOCATES | MOVES),
    row("reallocarray", STATELESS | HEAP | ALLOCATES | MOVES),
    row("recv", FORGETS),
    row("remove", FORGETS),
    row("rename", FORGETS),
    row("rewind", FORGETS),
    row("rint", STATELESS),
    row("rmdir", FORGETS),
    row("round", STATELESS),
    row("roundf", STATELESS),
    row("scalbn", STATELESS),
    row("send", FORGETS),
    row("setenv", FORGETS),
    row("setjmp", STATELESS),
    row("setvbuf", STATELESS | KEEPS),
    row("siglongjmp", STATELESS | MODELLED),
    row("sin", STATELESS),
    row("sinf", STATELESS),
    row("sinh", STATELESS),
    row("snprintf", STATELESS),
    row("sprintf", STATELESS),
    row("sqrt", STATELESS).computes(Compound::Sqrt),
    row("sqrtf", STATELESS).computes(Compound::Sqrt),
    row("sscanf", STATELESS),
    row("stat", FORGETS),
    row("stderr", STATELESS),
    row("stdout", STATELESS),
    row("stpcpy", STATELESS | MODELLED | TEXT),
    row("stpncpy", STATELESS | MODELLED),
    row("strcasecmp", STATELESS | MODELLED | READS | TEXT),
    row("strcasestr", MODELLED | TEXT),
    row("strcat", STATELESS | MODELLED | TEXT),
    row("strchr", STATELESS | MODELLED | READS | TEXT),
    row("strchrnul", STATELESS | MODELLED | TEXT),
    row("strcmp", STATELESS | MODELLED | READS | TEXT),
    row("strcoll", READS),
    row("strcpy", STATELESS | MODELLED | TEXT),
    row("strcspn", STATELESS | MODELLED | READS | TEXT),
    row("strdup", STATELESS | MODELLED | READS | ALLOCATES | TEXT),
    row("strerror", FORGETS),
    row("strftime", FORGETS),
    row("strlen", STATELESS | MODELLED | READS | TEXT),
    row("strncasecmp", STATELESS | MODELLED | READS),
    row("strncat", STATELESS | MODELLED | TEXT),
    row("strncmp", STATELESS | MODELLED | READS),
    row("strncpy", STATELESS | MODELLED),
    row("strndup", STATELESS | MODELLED | READS | ALLOCATES),
    row("strnlen", STATELESS | MODELLED | READS),
    row("strpbrk", STATELESS | MODELLED | READS | TEXT),
    row("strrchr", STATELESS | MODELLED | READS | TEXT),
    row("strsep", STATELESS | MODELLED | TEXT),
    row("strspn", STATELESS | MODELLED | READS | TEXT),
    row("strstr", STATELESS | MODELLED | READS | TEXT),
    row("strtod", STATELESS | READS),
    row("strtof", STATELESS | READS),
    row("strtoimax", MODELLED | TEXT),
    row("strtok_r", STATELESS | MODELLED | TEXT),
    row("strtol", STATELESS | MODELLED | READS | TEXT),
    row("strtoll", STATELESS | MODELLED | READS | TEXT),
    row("strtoul", STATELESS | MODELLED | READS | TEXT),
    row("strtoull", STATELESS | MODELLED | READS | TEXT),
    row("strtoumax", MODELLED | TEXT),
    row("tan", STATELESS),
    row("tanf", STATELESS),
    row("tanh", STATELESS),
    row("time", FORGETS),
    row("tolower", STATELESS | MODELLED),
    row("toupper", STATELESS | MODELLED),
    row("trunc", STATELESS),
    row("truncf", STATELESS),
    row("ungetc", FORGETS),
    row("unlink", FORGETS),
    row("unsetenv", FORGETS),
    row("vfprintf", STATELESS | HARMLESS).dereferences(&[0, 1]),
    row("vprintf", STATELESS | HARMLESS).dereferences(&[0]),
    row("vsnprintf", STATELESS),
    row("vsprintf", STATELESS),
    row("wcschr", MODELLED | TEXT),
    row("wcscmp", MODELLED | TEXT),
    row("wcslen", MODELLED | TEXT),
    row("wcsncmp", MODELLED),
    row("wmemchr", MODELLED),
    row("write", FORGETS),
];

const _: () = {
    let mut k = 1;
    while k < FUNCTIONS.len() {
        assert!(is_less(FUNCTIONS[k - 1].name.as_bytes(), FUNCTIONS[k].name.as_bytes()), "not sorted");
        k += 1;
    }
};

const fn is_less(a: &[u8], b: &[u8]) -> bool {
    let mut k = 0;
    while k < a.len() && k < b.len() {
        if a[k] != b[k] {
            return a[k] < b[k];
        }
        k += 1;
    }
    a.len() < b.len()
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::collections::BTreeSet;

    fn set(fact: Fact) -> BTreeSet<&'static str> {
        all(fact).collect()
    }

    #[test]
    fn facts_agree_with_one_another() {
        for f in FUNCTIONS {
            let name = f.name;
            assert!(f.facts != 0, "{name}: no fact");
            assert!(!f.has(Fact::OwnHeap) || f.has(Fact::Heap), "{name}: of the heap or not?");
            assert!(!f.has(Fact::Heap) || !f.has(Fact::Exit), "{name}: a heap that ends the run");
            // A call goes to the model or to the runtime.
            assert!(!f.is_replaced() || !f.has(Fact::Modelled), "{name}: a model and a replacement");
            assert!(!f.has(Fact::Exit) || f.has(Fact::Harmless), "{name}: nothing is lost after the end");
            let printed = f.prints_text.is_some() || !f.dereferences.is_empty();
            assert!(!printed || f.has(Fact::Harmless), "{name}: all its pointers are taken as dereferenced");
        }
    }

    #[test]
    fn functions_with_state_are_not_stateless() {
        for name in ["rand", "fopen", "time", "getenv", "signal", "strtok", "atexit"] {
            assert!(!is_stateless(name), "{name}");
        }
        assert!(is_stateless("strlen") && is_stateless("_ITM_deregisterTMCloneTable"));
    }

    #[test]
    fn each_model_is_a_definition_and_each_definition_a_model() {
        let text = include_str!("../../../include/acute/models.h");
        let defined = |line: &'static str| line.strip_prefix("#ifdef ACUTE_MODEL_").map(str::trim);
        let definitions: BTreeSet<&str> = text.lines().filter_map(defined).collect();
        assert_eq!(definitions, set(Fact::Modelled));
    }

    #[test]
    fn each_error_of_test_comp_is_defined() {
        let text = include_str!("../../../include/acute/verifier.c");
        for name in set(Fact::Error) {
            assert!(text.contains(name), "{name}");
        }
    }
}
