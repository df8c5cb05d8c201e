// The unit stored it itself: a bug. A field that came with the input: the caller's fault.
// FIXME: bugs=1 in own, a null-deref at the return: the pointer is a constant NULL after sroa, and
// clang drops the load as undefined.
//~FUNCTION own outcome=complete bugs=0 preconditions=0
//~FUNCTION given outcome=complete bugs=0 preconditions=1
#include <stddef.h>

struct cell { int v; struct cell *next; };

int own(int x) {
    struct cell c = {x, NULL};
    if (x == 9)
        return c.next->v;
    return c.v;
}

int given(const struct cell *p) {
    if (!p)
        return 0;
    return p->next->v; //~PRECONDITION null-deref
}
