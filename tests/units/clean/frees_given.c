// Each object of the input may be freed or resized once, and what libraries allocate.
//~FUNCTION list outcome=complete bugs=0 preconditions=0
//~FUNCTION grown bugs=0 preconditions=0
//~FUNCTION of_library bugs=0 branches=2/2
//~FUNCTION nothing outcome=complete bugs=0 preconditions=0 branches=2/2
#include <stdlib.h>
#include <string.h>

struct cell { struct cell *next; int v; };

int list(struct cell *l) {
    if (!l || !l->next || l == l->next || l->next->next)
        return 0;
    free(l->next);
    free(l);
    return 1;
}

int grown(int *p, int n) {
    p = realloc(p, 40 * sizeof *p);
    if (n > 4)
        p[39] = 1;
    free(p);
    return 0;
}

int of_library(int n) {
    char *copy = strdup(n > 3 ? "some" : "none");
    int r = copy[0] == 's';
    free(copy);
    return r;
}

// As glibc does it.
int nothing(unsigned n) {
    char *p = malloc(3);
    char *q = realloc(NULL, 0);
    if (n > 7)
        p = realloc(p, 0);
    int r = (p == NULL) * 2 + (q == NULL);
    free(p);
    free(q);
    return r;
}
