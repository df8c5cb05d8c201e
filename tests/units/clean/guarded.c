//~FUNCTION divide outcome=complete bugs=0 preconditions=0 branches=6/6
//~FUNCTION safe outcome=complete bugs=0 preconditions=0
//~FUNCTION both outcome=complete bugs=0 preconditions=0
//~FUNCTION fallback outcome=complete bugs=0 preconditions=0
#include <limits.h>
#include <stddef.h>

struct cell { int v; struct cell *next; };

int divide(int a, int b) {
    if (b == 0 || (a == INT_MIN && b == -1))
        return 0;
    return a / b;
}

int safe(const struct cell *p) {
    if (!p)
        return -1;
    return p->next ? p->next->v : p->v;
}

int both(const int *p, const int *q) {
    if (p && q)
        return *p + *q;
    return 0;
}

int fallback(const struct cell *p) {
    static const struct cell nil = {7, NULL};
    if (p == NULL)
        p = &nil;
    return p->v;
}
