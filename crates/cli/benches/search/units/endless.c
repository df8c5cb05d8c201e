// As many paths as anyone will run, and branches that stay uncovered, so that no way to search is left out.
#include <stddef.h>

struct cell {
    int v;
    struct cell *next;
};

int endless(const struct cell *l, unsigned n, unsigned x) {
    unsigned hash = 0;
    int equal = 0;
    for (; l != NULL; l = l->next) {
        hash = hash * 31 + (unsigned)l->v;
        if (l->next != NULL && l->v == l->next->v)
            equal++;
    }
    for (unsigned i = 0; i < n; i++) {
        if ((x >> i % 32 & 1) != 0)
            hash++;
        if (equal > 1000000)
            return 1;
    }
    // No square leaves 2 when divided by 4.
    if (x * x % 4 == 2)
        return 2;
    if (n > 100000 && hash == 0x12345678)
        return 3;
    return 0;
}
