/* The functions of KLEE, for programs that do not include klee/klee.h. Inputs are bytes here: of which type they are
 * only the header can see. Weak, for a program may bring its own. */
#include <acute.h>
#include <stddef.h>
#include <stdint.h>

#define DEFINE(result, name, parameters)                  \
    result name parameters __attribute__((__weak__));         \
    result name parameters

/* The mark is its name: all calls come through here. */
DEFINE(void, klee_make_symbolic, (void *p, size_t size, const char *name)) { ACUTE_mark_(p, 1, size, name, name); }

DEFINE(int, klee_int, (const char *name)) {
    int x = 0;
    klee_make_symbolic(&x, sizeof x, name);
    return x;
}

DEFINE(int, klee_range, (int begin, int end, const char *name)) {
    int x = klee_int(name);
    ACUTE_assume((x >= begin) & (x < end));
    return x;
}

DEFINE(void, klee_assume, (uintptr_t condition)) { ACUTE_assume(condition); }
DEFINE(void, klee_silent_exit, (int status)) {
    (void)status;
    ACUTE_reject_();
}
DEFINE(void, klee_abort, (void)) { __builtin_trap(); }
DEFINE(void, klee_report_error, (const char *file, int line, const char *message, const char *suffix)) {
    (void)suffix;
    __assert_fail(message, file, (unsigned)line, "klee_report_error");
}

DEFINE(unsigned, klee_is_symbolic, (uintptr_t x)) { return ACUTE_is_symbolic_(x); }
DEFINE(unsigned, klee_is_replay, (void)) { return 0; }
DEFINE(size_t, klee_get_obj_size, (void *p)) { return ACUTE_object_size_(p); }
/* The first and the last byte are read, where there is one. */
DEFINE(void, klee_check_memory_access, (const void *p, size_t size)) {
    const volatile char *bytes = p;
    if (size > 0)
        (void)bytes[0], (void)bytes[size - 1];
}
DEFINE(float, klee_get_valuef, (float x)) { return x; }
DEFINE(double, klee_get_valued, (double x)) { return x; }
DEFINE(long, klee_get_valuel, (long x)) { return x; }
DEFINE(long long, klee_get_valuell, (long long x)) { return x; }
DEFINE(int32_t, klee_get_value_i32, (int32_t x)) { return x; }
DEFINE(int64_t, klee_get_value_i64, (int64_t x)) { return x; }

/* These only speak to KLEE. */
DEFINE(void, klee_prefer_cex, (void *object, uintptr_t condition)) { (void)object, (void)condition; }
DEFINE(void, klee_posix_prefer_cex, (void *object, uintptr_t condition)) { (void)object, (void)condition; }
DEFINE(void, klee_warning, (const char *message)) { (void)message; }
DEFINE(void, klee_warning_once, (const char *message)) { (void)message; }
DEFINE(void, klee_print_expr, (const char *message, ...)) { (void)message; }
DEFINE(void, klee_print_range, (const char *name, int x)) { (void)name, (void)x; }
DEFINE(void, klee_open_merge, (void)) {}
DEFINE(void, klee_close_merge, (void)) {}
DEFINE(void, klee_stack_trace, (void)) {}
DEFINE(void, klee_set_forking, (unsigned enable)) { (void)enable; }
DEFINE(void, klee_mark_global, (void *object)) { (void)object; }
