// A number where a union is to hold a pointer is the caller's fault; a crash on its own is the unit's.
//~FUNCTION follows outcome=unsupported reason~foreign-pointer
//~FUNCTION opaque outcome=unsupported
//~FUNCTION tagged outcome=complete branches=14/14
//~FUNCTION index_of outcome=complete paths=4 branches=6/6
//~FLAGS --executions 300
#include <stdlib.h>

struct node {
    int tag;
    union { long number; struct node *next; } u;
};

int follows(const struct node *p) {
    if (p && p->u.number > 1000000)
        return p->u.next->tag; //~PRECONDITION segfault
    return 0;
}

struct handle {
    int tag;
    union { unsigned long id; const int *(*make)(void); void *any; } u;
};

int opaque(const struct handle *h) {
    if (h && h->u.id > 100000)
        return *(const int *)h->u.any; //~PRECONDITION segfault
    return 0;
}

int tagged(struct node *p) {
    if (!p)
        return 0;
    if (p->tag == 1 && p->u.number == 77)
        return 1;
    if (p->tag == 2 && p->u.next && p->u.next->tag == 3 && p->u.next->u.number == 4)
        abort(); //~BUG abort
    return 2;
}

int index_of(struct node *p) {
    static const int table[4] = { 1, 2, 3, 4 };
    if (p && p->u.number >= 0 && p->u.number < 4)
        return table[p->u.number];
    return 0;
}
