// Pointers that are the same, asked for in any order: what is written through one is read through all of them.
#include <stddef.h>

struct node {
    struct node *a, *b;
    int k;
};

// The jump on what a write had asked for before: both sides have more behind them.
//~FUNCTION asked_twice outcome=complete paths=12 branches=16/16 bugs=0
int asked_twice(struct node *x, struct node *y) {
    int code = 0;
    if (x && x->k == 2)
        code = 1;
    if (y)
        y->b = y;
    if (x == y)
        code += 2;
    if (y && y->k == 1)
        code += 4;
    if (x)
        x->k = 0;
    if (code == 6)
        return -1;
    return code;
}

// x->a and y are followed, and only y, which may be x, is written.
//~FUNCTION written_as_another outcome=complete branches=12/12 bugs=0
int written_as_another(struct node *x, struct node *y) {
    struct node *z = NULL;
    if (x)
        x = x->a;
    if (x)
        z = x->b;
    if (y)
        y->b = y;
    if (z == y)
        return 1;
    if (x && x->b == z)
        return 2;
    return 3;
}

// Two that are compared were followed before, and a third is known to be the same as one of them.
//~FUNCTION compared_late outcome=complete branches=18/18 bugs=0
int compared_late(struct node *x, struct node *y) {
    struct node *z = NULL;
    int code = 0;
    if (y && y->k == 0)
        code = 1;
    if (y)
        z = y->a;
    if (z)
        x = z->a;
    if (z)
        z = z->b;
    if (y)
        y = y->b;
    if (z)
        z = z->a;
    if (x == y)
        code += 2;
    if (z)
        z->b = x;
    return code;
}
