// What was freed is freed again, or given to realloc: a block of the unit's own, and one of the caller's.
//~FUNCTION own outcome=complete bugs=1
//~FUNCTION zero_frees outcome=complete bugs=2
//~FUNCTION given outcome=complete bugs=1
//~FUNCTION both outcome=complete bugs=0 preconditions=1
//~FUNCTION fields outcome=complete bugs=0 preconditions=2
#include <stdlib.h>

struct pair { int *a, *b; };

int own(int n) {
    int *volatile p = malloc(4);
    free(p);
    if (n == 5)
        free(p); //~BUG double-free
    return 0;
}

int zero_frees(unsigned n) {
    char *volatile p = malloc(8), *volatile q = NULL; //~BUG leak
    if (n == 77)
        q = realloc(p, 0);
    if (n == 77 && q == NULL)
        free(p); //~BUG double-free
    return 0;
}

int given(int *p, int n) {
    int *volatile again = p;
    free(p);
    if (n == 8)
        free(again); //~BUG double-free
    return 0;
}

// Only where a caller passes the same twice.
void both(int *a, int *b) {
    free(a);
    free(b); //~PRECONDITION double-free
}

void fields(struct pair *p) {
    free(p->a); //~PRECONDITION null-deref
    free(p->b); //~PRECONDITION double-free
}
