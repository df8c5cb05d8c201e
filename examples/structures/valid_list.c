// How soon is a valid doubly linked list of NODES elements found? The assertion fails on the first one.
// With -DANY the invariant goes on to any length, and to both sides, before the length is looked at.
#include "doubly_linked_list.h"
#include <acute.h>

#ifndef NODES
#define NODES 4
#endif

// The check of CUTE's section 3.6, n->next->prev == n, from the first element on.
static inline int valid(const struct dll *l, int nodes) {
    if (l == NULL || l->prev != NULL)
        return 0;
    for (; nodes > 1; nodes--) {
        if (l->next == NULL || l->next->prev != l)
            return 0;
        l = l->next;
    }
    return l->next == NULL;
}

int main(void) {
    struct dll *l;
    ACUTE_input(l);
#ifdef ANY
    ACUTE_assume(dll_ok(l) && dll_length(l) == NODES);
#else
    ACUTE_assume(valid(l, NODES));
#endif
    ACUTE_assert(0);
    return 0;
}
