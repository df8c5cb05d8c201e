// Removes the first of several equal cells, and goes through a NULL it made itself.
//~FUNCTION remove_all outcome=bounded reason~depth bugs=1
//~FLAGS --depth 12
#include <stddef.h>

struct cell { int v; struct cell *next; };

int remove_all(struct cell *l, int v) {
    int n = 0;
    for (int i = 0; i < 4 && l; i++) {
        if (l->next && l->next->v == v) {
            l->next = l->next->next;
            n++;
            if (n == 2)
                l->next = NULL;
        }
        if (n == 2)
            return l->next->v; //~BUG null-deref
        l = l->next;
    }
    return n;
}
