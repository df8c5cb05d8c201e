/* The macros of CUTE (Sen, Marinov, Agha 2005), by those of acute.h. */
#ifndef CUTE_H
#define CUTE_H
#include <acute.h>

#define CUTE_input(x) ACUTE_input(x)
/* p is an array or a pointer variable; one that points nowhere yet gets room for n elements. */
#define CUTE_input_array(p, n)                                                            \
    __extension__({                                                                       \
        if (__builtin_types_compatible_p(__typeof__(p), __typeof__(&(p)[0])))             \
            ACUTE_room_((void *)&(p), sizeof(*(p)) * (unsigned long)(n));                 \
        ACUTE_input_array(p, n);                                                          \
    })
#define CUTE_assume(c) ACUTE_assume(c)
#define CUTE_assert(c) ACUTE_assert(c)

#endif
