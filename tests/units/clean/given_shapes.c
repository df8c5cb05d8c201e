// Inputs that no caller means: a tag that lies, a length that no buffer has, fields that contradict each other, NULL and
// an index.
//~FUNCTION tagged bugs=0
//~FUNCTION freed bugs=0
//~FUNCTION chain bugs=0
//~FUNCTION copy bugs=0
//~FUNCTION clear bugs=0
//~FUNCTION backwards bugs=0
//~FUNCTION push bugs=0
//~FUNCTION pop bugs=0
//~FUNCTION inside bugs=0
//~FUNCTION null_index bugs=0
//~FUNCTION null_last bugs=0
#include <stdlib.h>
#include <string.h>

struct value {
    int tag;
    union {
        long number;
        char *text;
        struct value *next;
    } u;
};

int tagged(const struct value *v) {
    if (!v)
        return 0;
    switch (v->tag) {
    case 0: return v->u.number == 3;
    case 1: return v->u.text ? v->u.text[0] : 0;
    case 2: return v->u.next ? v->u.next->tag : 0;
    }
    return 9;
}

void freed(struct value *v) {
    if (!v)
        return;
    if (v->tag == 1)
        free(v->u.text);
    free(v);
}

int chain(const struct value *v) {
    int n = 0;
    for (; v && v->tag == 2 && n < 3; v = v->u.next) //~PRECONDITION segfault //~PRECONDITION null-deref
        n++;
    return n;
}

void copy(char *to, const char *from, int n) {
    if (!to || !from || n == 0)
        return;
    memcpy(to, from, n); //~PRECONDITION overlap
}

void clear(struct value *v, int n) {
    if (!v || n == 0)
        return;
    memset(v, 0, n);
}

int backwards(const int *a, int n) {
    int s = 0;
    if (!a)
        return 0;
    for (int i = n - 1; i >= 0; i--)
        s += a[i]; //~PRECONDITION out-of-bounds
    return s;
}

struct buffer {
    size_t len, cap;
    char *data;
};

void push(struct buffer *b, char c) {
    if (b->len == b->cap) { //~PRECONDITION null-deref
        b->cap = b->cap * 2 + 1;
        b->data = realloc(b->data, b->cap); //~PRECONDITION use-after-free
    }
    b->data[b->len++] = c; //~PRECONDITION null-deref //~PRECONDITION out-of-bounds
}

char pop(struct buffer *b) {
    if (b->len == 0) //~PRECONDITION null-deref
        return 0;
    return b->data[--b->len]; //~PRECONDITION null-deref //~PRECONDITION out-of-bounds
}

struct inline_buffer {
    int n, cap;
    int items[8];
};

int inside(struct inline_buffer *b) {
    if (!b || b->n >= b->cap)
        return -1;
    b->items[b->n++] = 1; //~PRECONDITION out-of-bounds
    return 0;
}

int null_index(const char *p, int i) {
    if (i < 100000)
        return 0;
    return p[i]; //~PRECONDITION null-deref //~PRECONDITION out-of-bounds
}

long null_last(const long *p, size_t n) {
    return p[n - 1]; //~PRECONDITION null-deref //~PRECONDITION out-of-bounds
}
