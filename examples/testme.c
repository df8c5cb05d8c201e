#include <stdlib.h>

typedef struct cell {
    int v;
    struct cell *next;
} cell;

static int f(int v) {
    return 2 * v + 1;
}

/* The example of the CUTE paper (Sen, Marinov, Agha 2005, Fig. 1): only a cell that holds
   2x + 1 and points to itself reaches the error. */
int testme(cell *p, int x) {
    if (x > 0)
        if (p != NULL)
            if (f(x) == p->v)
                if (p->next == p)
                    abort();
    return 0;
}
