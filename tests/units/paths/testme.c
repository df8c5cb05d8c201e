// CUTE (Sen, Marinov, Agha 2005), Fig. 1: the error needs p->v == 2x + 1 and a list that ends in itself.
//~FUNCTION f outcome=complete paths=1
//~FUNCTION testme outcome=complete paths=5 branches=8/8 executions<=5 bugs=1
#include <stdlib.h>

typedef struct cell {
    int v;
    struct cell *next;
} cell;

int f(int v) {
    return 2 * v + 1;
}

int testme(cell *p, int x) {
    if (x > 0)
        if (p != NULL)
            if (f(x) == p->v)
                if (p->next == p)
                    abort(); //~BUG abort executions_until<=5
    return 0;
}
