/* The marks of KLEE, by those of acute.h. An input has the type of what it is written to, where that is
 * known; through a void pointer it is bytes. */
#ifndef KLEE_H
#define KLEE_H
#include <acute.h>
#include <stddef.h>
#include <stdint.h>

/* Elements of the pointer's type if the size is a multiple of one, bytes if not. */
#define klee_make_symbolic(p, n, name)                                                       \
    __extension__({                                                                          \
        static __typeof__(*(p)) *__acute_type __attribute__((__unused__));                       \
        unsigned long klee_n = (n), klee_odd = klee_n % sizeof(*(p)) != 0;                   \
        unsigned long klee_size = klee_odd + !klee_odd * sizeof(*(p));                       \
        ACUTE_mark_((void *)(p), klee_size, klee_n / klee_size, &__acute_type, name);        \
    })

#define klee_assume(c) ACUTE_assume(c)
#define klee_assert(c) ACUTE_assert(c)
#define klee_prefer_cex(object, c) ((void)(object))
#define klee_posix_prefer_cex(object, c) ((void)(object))

/* The name is the mark's, so these are macros: each use is a place of its own. */
#define klee_range(begin, end, name)                                        \
    __extension__({                                                         \
        int klee_x;                                                         \
        static int *__acute_type __attribute__((__unused__));                   \
        ACUTE_mark_(&klee_x, sizeof klee_x, 1, &__acute_type, name);        \
        ACUTE_assume((klee_x >= (begin)) & (klee_x < (end)));               \
        klee_x;                                                             \
    })
#define klee_int(name)                                                      \
    __extension__({                                                         \
        int klee_x;                                                         \
        static int *__acute_type __attribute__((__unused__));                   \
        ACUTE_mark_(&klee_x, sizeof klee_x, 1, &__acute_type, name);        \
        klee_x;                                                             \
    })

#define klee_silent_exit(status) ACUTE_reject_()
#define klee_abort() __builtin_trap()
#define klee_report_error(file, line, message, suffix) __assert_fail(message, file, line, __func__)
#define klee_warning(message) ((void)(message))
#define klee_warning_once(message) ((void)(message))
#define klee_print_expr(message, ...) ((void)(message))
#define klee_print_range(name, x) ((void)(name))
#define klee_open_merge() ((void)0)
#define klee_close_merge() ((void)0)
#define klee_stack_trace() ((void)0)
#define klee_set_forking(enable) ((void)(enable))
#define klee_mark_global(object) ((void)(object))
/* The first and the last byte are read, where there is one. */
#define klee_check_memory_access(p, n)                                      \
    __extension__({                                                         \
        const volatile char *klee_p = (const volatile char *)(p);           \
        unsigned long klee_n = (n);                                         \
        if (klee_n > 0)                                                     \
            (void)klee_p[0], (void)klee_p[klee_n - 1];                      \
    })
#define klee_is_symbolic(x) ACUTE_is_symbolic_(x)
#define klee_is_replay() 0u
#define klee_get_obj_size(p) ACUTE_object_size_(p)
#define klee_get_valuef(x) ((float)(x))
#define klee_get_valued(x) ((double)(x))
#define klee_get_valuel(x) ((long)(x))
#define klee_get_valuell(x) ((long long)(x))
#define klee_get_value_i32(x) ((int32_t)(x))
#define klee_get_value_i64(x) ((int64_t)(x))

#endif
