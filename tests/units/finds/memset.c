// CUTE (Sen, Marinov, Agha 2005), section 7: bytes written through a cast pointer change what a field is.
//~FLAGS --function bar --function by_the_library
//~FUNCTION bar outcome=complete branches=5/6 bugs=1
//~FUNCTION by_the_library outcome=complete branches=5/6 bugs=1
#include <stdlib.h>
#include <string.h>

struct foo {
    int i;
    char c;
};

static void *fill(void *s, char c, size_t n) {
    for (size_t i = 0; i < n; i++)
        ((char *)s)[i] = c;
    return s;
}

int bar(struct foo *a) {
    if (a && a->c == 1) {
        fill(a, 0, sizeof(struct foo));
        if (a->c != 1)
            abort(); //~BUG abort
    }
    return 0;
}

int by_the_library(struct foo *a) {
    if (a && a->c == 1) {
        memset(a, 0, sizeof(struct foo));
        if (a->c != 1)
            abort(); //~BUG abort
    }
    return 0;
}
