// What an outcome takes for granted stands with it, and a branch that only an assumption rules out is not infeasible.
//~FLAGS --assume no-overlap
//~FUNCTION overlapping outcome=complete branches=5/6 assumptions.0=no-overlap uncovered.0.why=assumption
//~FUNCTION global outcome=complete branches=3/4 assumptions.0=no-overlap
//~FUNCTION allocates outcome=complete branches=1/2 assumptions.0=malloc-succeeds uncovered.0.why=assumption
//~FUNCTION copies outcome=bounded assumptions.0=malloc-succeeds
//~FUNCTION grows outcome=complete assumptions.1=realloc-moves
//~FUNCTION asks_errno outcome=complete branches=1/2 assumptions.0=errno-unchanged uncovered.0.why=assumption
//~FUNCTION compares outcome=complete assumptions.0=padding-zero
//~FUNCTION compares_ints outcome=complete assumptions=0
//~FUNCTION plain outcome=complete branches=3/4 assumptions=0 uncovered.0.why=infeasible
#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct point {
    int x, y;
};

int overlapping(struct point *p, int *q) {
    if (!p || !q)
        return -1;
    p->y = 0;
    *q = 1;
    if (p->y == 1)
        return 1;
    return 0;
}

int count;

int global(int *p) {
    if (!p)
        return -1;
    count = 0;
    *p = 1;
    if (count == 1)
        return 1;
    return 0;
}

int allocates(void) {
    int *p = malloc(sizeof *p);
    if (p == NULL)
        return 1;
    free(p);
    return 0;
}

int copies(const char *s) {
    char *t = s ? strdup(s) : NULL;
    int is_there = t != NULL;
    free(t);
    return is_there;
}

int grows(void) {
    char *p = malloc(16), *q = realloc(p, 32);
    int is_same = p == q;
    free(q);
    return is_same ? 1 : 2;
}

int asks_errno(void) {
    if (errno)
        return errno;
    return 0;
}

struct padded {
    char c;
    int n;
};

int compares(struct padded *a, struct padded *b) {
    if (!a || !b || a->c != b->c || a->n != b->n)
        return -1;
    return memcmp(a, b, sizeof *a) != 0;
}

int compares_ints(int *a, int *b) {
    if (!a || !b)
        return -1;
    return memcmp(a, b, sizeof *a) != 0;
}

int plain(int n) {
    if (n > 5) {
        if (n < 3)
            return 1;
        return 2;
    }
    return 3;
}
