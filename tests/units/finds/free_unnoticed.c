// Frees that the C library may not notice: a plain run goes another way.
//~FUNCTION resized outcome=complete bugs=1
//~FUNCTION local outcome=complete bugs=1
#include <stdlib.h>

int resized(int n) {
    char *volatile p = malloc(4);
    char *volatile q = realloc(p, 4000);
    if (n == 6)
        q = realloc(p, 8000); //~BUG double-free
    free(q);
    return 0;
}

int local(int n) {
    int here[4] = { n };
    void *volatile p = here;
    if (n == 5)
        free(p); //~BUG invalid-free
    return 0;
}
