// Pointers that overlap without being equal: a member, another element, a base, the bytes of an integer. Without an
// overlap none of the branches behind them is taken.
//~FUNCTION member outcome=complete branches=6/6 assumptions=0
//~FUNCTION member_read_first outcome=complete branches=8/8 assumptions=0
//~FUNCTION elements outcome=complete branches=8/8 assumptions=0
//~FUNCTION base outcome=complete branches=6/6 assumptions=0
//~FUNCTION bytes outcome=complete branches=6/6 assumptions=0
//~FUNCTION link outcome=complete branches=6/6 assumptions=0
//~FUNCTION two_at_once outcome=complete branches=10/10 assumptions=0
//~FUNCTION promised outcome=complete branches=5/6 assumptions=0
#include <stddef.h>

struct point {
    int x, y;
};

int member(struct point *p, int *q) {
    if (!p || !q)
        return -1;
    p->y = 0;
    *q = 1;
    if (p->y == 1)
        return 1;
    return 0;
}

// The object that moves was read before: what is known of it holds where it comes to lie.
int member_read_first(int *q, struct point *p) {
    if (!p || !q)
        return -1;
    if (*q == 5) {
        p->y = 7;
        if (*q == 7)
            return 1;
    }
    return 0;
}

// shift(a, a + 1) and shift(a + 1, a).
int elements(int *to, int *from) {
    if (!to || !from)
        return -1;
    int first = from[0], second = from[1];
    to[0] = first;
    to[1] = second;
    if (from[0] != first)
        return 1;
    if (from[1] != second)
        return 2;
    return 0;
}

struct shape {
    int kind;
};
struct circle {
    struct shape shape;
    double radius;
};

int base(struct shape *s, struct circle *c) {
    if (!s || !c)
        return -1;
    s->kind = 1;
    c->shape.kind = 2;
    if (s->kind == 2)
        return 1;
    return 0;
}

int bytes(char *c, int *n) {
    if (!c || !n)
        return -1;
    *n = 0;
    *c = 1;
    if (*n == 0x10000)
        return 1;
    return 0;
}

struct node {
    int v;
    struct node *next;
};

int link(struct node **at, struct node *n) {
    if (!at || !n || !n->next)
        return -1;
    *at = NULL;
    return n->next == NULL;
}

struct record {
    int id[2];
    char name[4];
};

int two_at_once(struct record *r, int *id, char *letter) {
    if (!r || !id || !letter)
        return -1;
    r->id[1] = 5;
    r->name[1] = 'q';
    *id = 6;
    *letter = 'z';
    if (r->id[1] == 6)
        if (r->name[1] == 'z')
            return 1;
    return 0;
}

// restrict rules it out.
int promised(struct point *restrict p, int *restrict q) {
    if (!p || !q)
        return -1;
    p->y = 0;
    *q = 1;
    if (p->y == 1)
        return 1;
    return 0;
}
