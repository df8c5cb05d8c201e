// Pointers that walk through an array: differences, comparisons, steps by an input.
//~FUNCTION walk outcome=complete paths=7 branches=6/6
//~FUNCTION step outcome=complete paths=4 branches=6/6
//~FUNCTION apart outcome=complete paths=7 branches=12/12
//~FUNCTION ends outcome=complete paths=3 branches=5/6
#include <stddef.h>
#include <stdint.h>

struct six {
    int k[6];
};

int walk(struct six s, int wanted) {
    const int *p = s.k, *end = s.k + 6;
    while (p < end && *p != wanted)
        p++;
    if (p - s.k == 4)
        return 1;
    return 0;
}

int step(struct six s, unsigned n) {
    const int *p = s.k;
    if (n >= 6)
        return -1;
    p += n;
    if (*p == 77)
        return 1;
    if (p == s.k + 3)
        return 2;
    return 0;
}

int apart(struct six s, unsigned i, unsigned j) {
    if (i >= 6 || j >= 6)
        return -1;
    const int *p = &s.k[i], *q = &s.k[j];
    if (q - p == 3 && *p == *q && *p > 100)
        return 1;
    if (p > q)
        return 2;
    return 0;
}

// No object wraps around the end of memory.
int ends(const char *p, unsigned n) {
    if (p == NULL || n == 0)
        return -1;
    if ((uintptr_t)p + n <= (uintptr_t)p)
        return 1;
    return 0;
}
