// malloc, calloc, realloc and free; what was stored comes back.
//~FUNCTION keep outcome=complete branches=6/8
//~FUNCTION grow outcome=complete branches=6/8
//~FUNCTION zeroed outcome=complete bugs=0
//~FUNCTION own_list outcome=complete bugs=0
#include <stdlib.h>
#include <string.h>

int keep(int x, short y) {
    int *p = malloc(sizeof *p);
    short *q = malloc(2 * sizeof *q);
    int r = 0;
    if (p && q) {
        *p = x;
        q[1] = y;
        if (*p == 88)
            r = 1;
        if (q[1] == -88)
            r += 2;
        free(p);
        free(q);
    }
    return r;
}

int grow(int x) {
    int *p = malloc(sizeof *p), *q;
    if (!p)
        return -1;
    *p = x;
    q = realloc(p, 100 * sizeof *q);
    if (!q) {
        free(p);
        return -1;
    }
    int r = q[0] == 77 ? 1 + q[0] : 0;
    free(q);
    if (r == 78)
        return 2;
    return r;
}

int zeroed(unsigned char n) {
    char *p = calloc(4, 4);
    int r = 0;
    if (!p)
        return -1;
    p[3] = (char)n;
    if (p[2] != 0 || p[15] != 0)
        r = 1;
    if (p[3] == 'z')
        r = 2;
    free(p);
    return r;
}

struct cell { int v; struct cell *next; };

int own_list(int a, int b) {
    struct cell *l = NULL;
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        struct cell *c = malloc(sizeof *c);
        if (!c)
            break;
        c->v = i == 1 ? a : b;
        c->next = l;
        l = c;
    }
    while (l) {
        struct cell *next = l->next;
        sum += l->v > 0;
        if (l->v == 5)
            sum += 10;
        free(l);
        l = next;
    }
    return sum;
}
