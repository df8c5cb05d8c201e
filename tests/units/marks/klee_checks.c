// klee_check_memory_access is an access.
//~FUNCTION main bugs=2
#include <klee/klee.h>
#include <stddef.h>

static char table[4];

int main(void) {
    char *p = table;
    int x = klee_int("x");
    unsigned n;
    klee_make_symbolic(&n, sizeof n, "n");
    klee_check_memory_access(p, sizeof table);
    if (x == 7)
        p = NULL;
    klee_check_memory_access(p, 0);
    klee_check_memory_access(p, 1); //~BUG null-deref
    if (x == 8)
        klee_check_memory_access(p, n); //~BUG out-of-bounds
    return 0;
}
