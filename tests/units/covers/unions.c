// Unions are inputs, with what their members share: numbers, floats, structs, pointers.
//~FUNCTION pun outcome=complete branches=6/6
//~FUNCTION bytes outcome=complete branches=6/6
//~FUNCTION kinds outcome=complete branches=16/16
//~FUNCTION anonymous outcome=complete branches=12/12
//~FUNCTION header outcome=complete branches=8/8
//~FUNCTION table outcome=complete branches=8/8
//~FUNCTION lists outcome=complete branches=6/6
//~FUNCTION by_value outcome=complete branches=4/4
#include <stddef.h>

union pun { float f; unsigned u; };

int pun(const union pun *p) {
    if (p && p->u >> 23 == 130 && p->f == 9.5f)
        return 1;
    return 0;
}

union bytes { unsigned long number; unsigned char byte[8]; struct { short a, b; } half; };

int bytes(union bytes *p) {
    if (p && p->byte[1] == 'k' && p->half.b == -2)
        return (int)p->number;
    return 0;
}

enum kind { INT, REAL, TEXT, LIST };
struct value {
    enum kind kind;
    union { int i; double d; char text[8]; struct value *list; } u;
};

int kinds(const struct value *v) {
    if (!v)
        return -1;
    switch (v->kind) {
    case INT:
        return v->u.i == 42;
    case REAL:
        if (v->u.d > 2.5)
            return 1;
        return 2;
    case TEXT:
        if (v->u.text[0] == 'o' && v->u.text[1] == 'k')
            return 3;
        return 4;
    default:
        return 5;
    }
}

struct anonymous {
    int tag;
    union {
        long number;
        struct { short lo, hi; };
        struct anonymous *link;
    };
};

int anonymous(const struct anonymous *a) {
    if (!a)
        return 0;
    if (a->tag == 1)
        return a->number == 0x100000000 ? 1 : 2;
    if (a->tag == 2)
        return a->lo == 3 && a->hi == -3;
    return 5;
}

struct header { unsigned char version : 4, size : 4; };
union packet { struct header header; struct { struct header header; unsigned char code; short id; } request; unsigned char raw[6]; };

int header(const union packet *p) {
    if (!p)
        return 0;
    if (p->header.version != 4)
        return 1;
    if (p->request.code == 9 && p->request.id == 1000)
        return p->raw[5];
    return 2;
}

struct table { union pun cells[3]; };

int table(struct table *t) {
    int n = 0;
    if (!t)
        return -1;
    if (t->cells[0].f > 1.0f)
        n++;
    if (t->cells[2].u == 77)
        n++;
    return n == 2 ? 1 : 0;
}

union link { struct value *value; struct table *table; };
struct holder { union link link; };

int lists(struct holder *h) {
    if (h && h->link.value && h->link.value->kind == LIST)
        return 1;
    return 0;
}

int by_value(union pun p, struct value v) {
    if (p.u == 5 && v.u.i == 6)
        return 1;
    return 0;
}
