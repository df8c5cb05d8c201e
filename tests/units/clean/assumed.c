// Preconditions that a person states: inputs that violate them are rejected, and the search goes on behind them.
//~FLAGS --assume p --assume n>0 --assume ratio:b!=0&&b!=-1 --assume last:p!=0&&p->n<=4
//~FUNCTION first outcome=complete bugs=0 preconditions=0
//~FUNCTION ratio outcome=complete bugs=0 preconditions=0
//~FUNCTION last bugs=0 preconditions=0 outcome=complete branches=4/4
//~FUNCTION both outcome=complete bugs=1 preconditions=0
#include <stdlib.h>

struct list { int n; int items[4]; };

int first(const struct list *p) { return p->items[0]; }

int ratio(int a, int b) { return a / b; }

int last(const struct list *p) {
    if (p->n < 1)
        return 0;
    if (p->items[p->n - 1] == 9)
        return 1;
    return 2;
}

int both(const int *p, int n) {
    if (n <= 0)
        abort();
    if (*p == n + 3)
        abort(); //~BUG abort
    return 1;
}
