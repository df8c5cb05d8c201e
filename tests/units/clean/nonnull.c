// With --nonnull no argument of a reported input is NULL: a bug that has nothing to do with it is shown with an object.
//~FLAGS --nonnull
//~FUNCTION five outcome=complete bugs=1
//~FUNCTION both outcome=complete bugs=1
#include <stdlib.h>

struct node { struct node *next; int v; };

int five(struct node *p, int x) {
    if (!p)
        return 1;
    if (x == 5)
        abort(); //~BUG abort
    return p->v;
}

int both(struct node *p, struct node *q) {
    if (q && q->v == 3)
        abort(); //~BUG abort
    return p->v;
}
