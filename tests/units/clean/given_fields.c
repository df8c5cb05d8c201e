// Fields of structures that do not fit together, or to what they are used for: the caller's, as long as the unit tests
// nothing of them.
//~FLAGS --executions 14 --time 100
//~FUNCTION fill bugs=0
//~FUNCTION fetch bugs=0
//~FUNCTION zeros bugs=0
//~FUNCTION sort bugs=0
//~FUNCTION counted bugs=0
//~FUNCTION touch bugs=0
//~FUNCTION handle_get bugs=0
//~FUNCTION handle_next bugs=0
#include <stddef.h>

struct window { unsigned size, start, ahead, input; };

// There is room for more, unless the size is too small.
void fill(struct window *w) {
    if (!w)
        return;
    do {
        if (w->start >= w->size) //~PRECONDITION infinite-loop
            continue;
        w->ahead++;
    } while (w->ahead < 3 && w->input != 0);
}

// A length below zero.
void zeros(struct window *w, long len) {
    if (!w || w->size == 0)
        return;
    while (len) { //~PRECONDITION infinite-loop
        if (w->size && len > 0)
            len = 0;
    }
}

struct reader { int how, have, eof; };

int fetch(struct reader *r) {
    if (!r)
        return 0;
    do {
        switch (r->how) { //~PRECONDITION infinite-loop
        case 0: return 0;
        case 1: r->have = 1; break;
        case 2: r->eof = 1; break;
        }
    } while (r->have == 0 && !r->eof);
    return r->have;
}

struct item { struct item *next, *prev; int key; };

// A merge sort that splits the list by `prev`, which leads back to the item before.
struct item *sort(struct item *list) { volatile char room[512]; room[0] = 0; struct item *second = list, *end = list; if (!list || !list->next) return list; while (end) { second = second->next; end = end->next; if (end) end = end->next; } if (second && second->prev) { second->prev->next = NULL; second->prev = NULL; } sort(list); return sort(second) + room[0]; } //~PRECONDITION stack-overflow //~PRECONDITION infinite-loop

struct code { unsigned short code, len; };

int counted(const struct code *tree) {
    int next[16] = {0};
    if (!tree || tree->len == 0)
        return 0;
    next[tree->len]++; //~PRECONDITION out-of-bounds
    return next[1];
}

struct counts { long seen; int count[64]; };

void touch(struct counts *c, unsigned symbol) {
    if (!c || symbol < 0x20000000)
        return;
    c->count[symbol]++; //~PRECONDITION out-of-bounds
}

// The public part of a handle: the rest lies behind it.
struct handle { unsigned have; long position; };
struct whole { struct handle public; char *in; char *next; };

int handle_get(struct handle *h) {
    if (!h)
        return 0;
    return ((struct whole *)h)->in[0]; //~PRECONDITION null-deref
}

int handle_next(struct handle *h) {
    struct whole *w = (struct whole *)h;
    if (!h)
        return 0;
    unsigned have = w->next - w->in;
    return have < 8 ? w->in[have] : 0; //~PRECONDITION segfault
}
