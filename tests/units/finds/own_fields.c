// Faults of the unit's own that look like fields of a structure that do not fit together.
//~FLAGS --executions 14 --time 100
//~FUNCTION skip bugs=1
//~FUNCTION widths bugs=1
//~FUNCTION count bugs=1
//~FUNCTION bounded bugs=1
//~FUNCTION computed bugs=1
#include <stddef.h>

struct item { struct item *next; int dead; };

// It does not step over the dead.
int skip(const struct item *i) {
    int n = 0;
    while (i) { //~BUG infinite-loop //~PRECONDITION infinite-loop
        if (i->dead) continue;
        i = i->next;
        n++;
    }
    return n;
}

// An octet that begins no character has width 0.
int widths(const unsigned char *s) {
    int n = 0;
    if (!s)
        return 0;
    while (*s) { //~BUG infinite-loop
        s += *s < 0x80 ? 1 : *s >= 0xc0 ? 2 : 0;
        n++;
    }
    return n;
}

struct range { int from, to; };

// A step of 0.
int count(const struct range *r, int step) {
    int n = 0;
    if (!r || r->from >= r->to || step > 1 || step < 0)
        return 0;
    for (int i = 0; i < 10; i += step) //~BUG infinite-loop
        n = r->from < r->to ? 1 : 2;
    return n;
}

struct settings { int level, other; };
static const int configuration[10] = {1, 2, 3};

// It looks at one bound only.
int bounded(const struct settings *s) {
    if (!s || s->level > 9)
        return 0;
    return configuration[s->level]; //~BUG out-of-bounds
}

// The index is its own.
int computed(const struct settings *s) {
    if (!s)
        return 0;
    return configuration[(s->level & 7) + 500000000]; //~BUG out-of-bounds
}
