// Frees what it allocates, and NULL; input objects may be freed once.
//~FUNCTION scratch outcome=complete bugs=0
//~FUNCTION consume outcome=complete bugs=0 preconditions=0
#include <stdlib.h>

struct cell { int v; struct cell *next; };

int scratch(int x) {
    int *p = x > 0 ? malloc(sizeof *p) : NULL;
    if (p)
        *p = x;
    int r = p ? *p : -1;
    free(p);
    return r;
}

struct cell *consume(struct cell *l) {
    struct cell *next = NULL;
    if (l) {
        next = l->next;
        free(l);
    }
    return next;
}
