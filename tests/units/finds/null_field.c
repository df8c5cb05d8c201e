// A NULL in a field that came with the input is the caller's fault, unless the unit tested it.
//~FUNCTION given outcome=complete bugs=0 preconditions=1
//~FUNCTION tested outcome=complete bugs=1 preconditions=0
//~FUNCTION stored outcome=complete bugs=1 preconditions=0
#include <stddef.h>

struct cell { int v; struct cell *next; };

int given(const struct cell *p) {
    if (!p)
        return 0;
    return p->next->v; //~PRECONDITION null-deref
}

int tested(const struct cell *p) {
    int last = 0;
    if (!p)
        return 0;
    if (!p->next)
        last = 1;
    return p->next->v + last; //~BUG null-deref
}

// The unit put it there itself, behind the back of clang.
int stored(struct cell *p, int x) {
    if (!p)
        return 0;
    p->next = x > 3 ? NULL : p;
    return p->next->v; //~BUG null-deref
}
