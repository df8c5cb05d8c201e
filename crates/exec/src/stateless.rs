//! Functions of the C library that keep nothing from one call to the next: a unit that reaches only
//! these can be run again and again in one process. To add one: it may neither keep state of its own,
//! nor depend on files, clock, environment, signals or threads.

/// Sorted, so that it can be searched.
const STATELESS: &[&str] = &[
    "__assert_fail", "__ctype_b_loc", "__ctype_tolower_loc", "__ctype_toupper_loc", "__cxa_finalize",
    "__errno_location", "__fpclassify", "__fpclassifyf", "__gmon_start__", "__isinf", "__isnan", "__isoc99_sscanf",
    "__libc_start_main", "__printf_chk", "__signbit", "__sprintf_chk", "__stack_chk_fail", "__stpcpy_chk",
    "__strcat_chk", "__strcpy_chk", "__vsnprintf_chk", "_setjmp", "abort", "abs", "acos", "acosf", "aligned_alloc",
    "asin", "asinf", "atan", "atan2", "atan2f", "atanf", "atof", "atoi", "atol", "atoll", "bcmp", "bsearch",
    "bzero", "calloc", "cbrt", "ceil", "ceilf", "copysign", "cos", "cosf", "cosh", "div", "erf", "exit", "exp",
    "exp2", "expf", "expm1", "fabs", "fabsf", "fdim", "ffs", "floor", "floorf", "fma", "fmax", "fmaxf", "fmin",
    "fminf", "fmod", "fmodf", "fprintf", "fputc", "fputs", "free", "frexp", "fwrite", "hypot", "isalnum",
    "isalpha", "isblank", "iscntrl", "isdigit", "isgraph", "islower", "isprint", "ispunct", "isspace", "isupper",
    "isxdigit", "labs", "ldexp", "ldiv", "llabs", "lldiv", "log", "log10", "log1p", "log2", "logf", "longjmp",
    "lrint", "lround", "malloc", "memccpy", "memchr", "memcmp", "memcpy", "memmem", "memmove", "mempcpy",
    "memrchr", "memset", "modf", "nearbyint", "nextafter", "perror", "posix_memalign", "pow", "powf", "printf",
    "putc", "putchar", "puts", "qsort", "rawmemchr", "realloc", "reallocarray", "rint", "round", "roundf",
    "scalbn", "setjmp", "setvbuf", "sin", "sinf", "sinh", "snprintf", "sprintf", "sqrt", "sqrtf", "sscanf",
    "stderr", "stdout", "stpcpy", "stpncpy", "strcasecmp", "strcat", "strchr", "strchrnul", "strcmp", "strcpy",
    "strcspn", "strdup", "strlen", "strncasecmp", "strncat", "strncmp", "strncpy", "strndup", "strnlen",
    "strpbrk", "strrchr", "strsep", "strspn", "strstr", "strtod", "strtof", "strtok_r", "strtol", "strtoll",
    "strtoul", "strtoull", "tan", "tanf", "tanh", "tolower", "toupper", "trunc", "truncf", "vfprintf", "vprintf",
    "vsnprintf", "vsprintf",
];

/// Whether a function the unit needs from outside keeps no state.
pub fn is_stateless(name: &str) -> bool {
    STATELESS.binary_search(&name).is_ok() || name.starts_with("_ITM_")
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_list_is_sorted() {
        assert!(super::STATELESS.is_sorted());
        assert!(super::is_stateless("strlen") && !super::is_stateless("rand") && !super::is_stateless("fopen"));
    }
}
