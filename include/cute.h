/* The macros of CUTE (Sen, Marinov, Agha 2005), by those of acute.h. */
#ifndef CUTE_H
#define CUTE_H
#include <acute.h>

#define CUTE_input(x) ACUTE_input(x)
#define CUTE_input_array(p, n) ACUTE_input_array(p, n)
#define CUTE_assume(c) ACUTE_assume(c)
#define CUTE_assert(c) ACUTE_assert(c)

#endif
