// All branches are covered at once, and yet there is something to find: strings that begin with spaces are many, and
// those that begin with a digit are others.
//~FLAGS --time 120 --until bug
#include <stdlib.h>

unsigned level(const char *s) {
    if (s == NULL)
        return 0;
    return (unsigned)atoi(s) / (unsigned)(s[0] - '7'); //~BUG div-by-zero executions_until<=2000
}
