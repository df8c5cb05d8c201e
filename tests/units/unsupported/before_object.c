// A header before what a pointer points to, as strings with a length have it, and a struct around a member of it: the
// object that a caller passes is no part of a larger one, so that there is nothing to find, and nothing is `complete`.
//~FUNCTION length outcome=unsupported reason~before-object preconditions=1 bugs=0
//~FUNCTION owner outcome=unsupported reason~before-object preconditions=1 bugs=0
//~FUNCTION both outcome=unsupported reason~before-object preconditions=2 bugs=0
//~FLAGS --executions 300
#include <stddef.h>

int length(const char *s) {
    if (s[-1] == 5) //~PRECONDITION null-deref
        return 1;
    return 0;
}

struct item {
    int kind;
    struct link {
        struct link *next;
    } link;
};

int owner(struct link *l) {
    struct item *i = (struct item *)((char *)l - offsetof(struct item, link));
    return i->kind == 7 ? 1 : 2; //~PRECONDITION null-deref
}

// Neither object need be there in the run before.
int both(const long *a, const long *b) {
    if (*a == 3) //~PRECONDITION null-deref
        return b[-2] == 4; //~PRECONDITION null-deref
    return 0;
}
