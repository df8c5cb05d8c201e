// Accesses behind a block of the heap, in the shapes that they have in programs; the twins are in clean/heap_overflow.c.
//~FLAGS --executions 2000 --time 60
//~FLAGS --function by_helper --function by_struct --function by_global --function in_switch --function behind_goto
//~FLAGS --function joined --function wrong_sizeof --function pointer_size --function deep --function grown
//~FUNCTION by_helper bugs=1
//~FUNCTION by_struct bugs=1
//~FUNCTION by_global bugs=1
//~FUNCTION in_switch bugs=1
//~FUNCTION behind_goto bugs=1
//~FUNCTION joined bugs=1
//~FUNCTION wrong_sizeof bugs=1
//~FUNCTION pointer_size bugs=1
//~FUNCTION deep bugs=1
//~FUNCTION grown bugs=1 divergences<=1
#include <stdlib.h>
#include <string.h>

static void put(int *a, unsigned i, int v) {
    a[i] = v; //~BUG out-of-bounds
}

// call: by_helper(5)
int by_helper(unsigned n) {
    int *a = calloc(5, sizeof *a), r;
    if (!a || n > 5)
        return free(a), -1;
    put(a, n, 7);
    r = a[0];
    free(a);
    return r;
}

struct vector { int *items; unsigned length, size; };

// call: by_struct(4)
int by_struct(unsigned n) {
    struct vector v = { calloc(4, sizeof(int)), 0, 4 };
    if (!v.items || n > 4)
        return free(v.items), -1;
    while (v.length < n)
        v.items[v.length++] = 3;
    int r = v.items[v.length]; //~BUG out-of-bounds
    free(v.items);
    return r;
}

static char *scratch;

// call: by_global(9)
int by_global(unsigned char n) {
    scratch = malloc(8);
    if (!scratch)
        return -1;
    memset(scratch, 'x', n < 10 ? n : 8); //~BUG out-of-bounds
    scratch[0] = 'y';
    int r = scratch[0];
    free(scratch);
    scratch = NULL;
    return r;
}

// call: in_switch(3)
int in_switch(int kind) {
    unsigned char *b = calloc(1, 4);
    unsigned at = 0;
    if (!b)
        return -1;
    switch (kind) {
    case 1: at = 1; break;
    case 2: at = 3; break;
    case 3: at = 4; break;
    default: break;
    }
    b[at] = 9; //~BUG out-of-bounds
    int r = b[0];
    free(b);
    return r;
}

// call: behind_goto("ab")
int behind_goto(const char *s) {
    char *copy = NULL;
    int r = -1;
    if (!s)
        goto out;
    size_t n = strlen(s);
    if (n > 6)
        goto out;
    copy = malloc(n);
    if (!copy)
        goto out;
    memcpy(copy, s, n + 1); //~BUG out-of-bounds
    r = copy[0];
out:
    free(copy);
    return r;
}

// call: joined("ab", "cd")
int joined(const char *a, const char *b) {
    if (!a || !b || !*b || strlen(a) > 8 || strlen(b) > 8)
        return -1;
    char *both = malloc(strlen(a) + strlen(b));
    if (!both)
        return -1;
    strcpy(both, a);
    strcpy(both + strlen(a), b); //~BUG out-of-bounds
    int r = both[0];
    free(both);
    return r;
}

// call: wrong_sizeof(3)
long wrong_sizeof(unsigned n) {
    if (n > 3)
        return -1;
    long *a = malloc(4 * sizeof(int)), sum = 0;
    if (!a)
        return -1;
    for (unsigned i = 0; i <= n; i++) {
        a[i] = i; //~BUG out-of-bounds
        sum += a[i];
    }
    free(a);
    return sum;
}

struct record { int id; double weight; };

// call: pointer_size(1)
int pointer_size(int id) {
    struct record *r = malloc(sizeof r);
    if (!r)
        return -1;
    r->id = id;
    r->weight = 1.5; //~BUG out-of-bounds
    id = r->id + (int)r->weight;
    free(r);
    return id;
}

// call: deep(19, 50, 0x13 ^ 0x55)
int deep(int a, int b, int c) {
    int r = 0;
    if (a < 0 || a > 50 || a * 3 - 7 != b || (c ^ a) != 0x55 || b < 49)
        return 0;
    int *t = calloc(20, sizeof *t);
    if (!t)
        return -1;
    if (a < 20)
        r = t[a + 1]; //~BUG out-of-bounds
    free(t);
    return r;
}

// call: grown(3)
int grown(unsigned n) {
    char *b = calloc(1, 4), *larger;
    if (!b || n > 3)
        return free(b), -1;
    larger = realloc(b, 4 + n);
    if (!larger)
        return free(b), -1;
    larger[4 + n] = 1; //~BUG out-of-bounds
    int r = larger[0];
    free(larger);
    return r;
}
