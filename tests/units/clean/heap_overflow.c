// The twins of finds/heap_overflow.c: every access is inside its block.
//~FLAGS --executions 2000 --time 60
//~FLAGS --function by_helper --function by_struct --function by_global --function in_switch --function behind_goto
//~FLAGS --function joined --function wrong_sizeof --function pointer_size --function deep --function grown
//~FUNCTION by_helper bugs=0
//~FUNCTION by_struct bugs=0
//~FUNCTION by_global bugs=0
//~FUNCTION in_switch bugs=0
//~FUNCTION behind_goto bugs=0
//~FUNCTION joined bugs=0
//~FUNCTION wrong_sizeof bugs=0
//~FUNCTION pointer_size bugs=0
//~FUNCTION deep bugs=0
//~FUNCTION grown bugs=0
#include <stdlib.h>
#include <string.h>

static void put(int *a, unsigned i, int v) {
    a[i] = v;
}

int by_helper(unsigned n) {
    int *a = calloc(5, sizeof *a), r;
    if (!a || n >= 5)
        return free(a), -1;
    put(a, n, 7);
    r = a[0];
    free(a);
    return r;
}

struct vector { int *items; unsigned length, size; };

int by_struct(unsigned n) {
    struct vector v = { calloc(4, sizeof(int)), 0, 4 };
    if (!v.items || n > 4)
        return free(v.items), -1;
    while (v.length < n)
        v.items[v.length++] = 3;
    int r = v.length ? v.items[v.length - 1] : 0;
    free(v.items);
    return r;
}

static char *scratch;

int by_global(unsigned char n) {
    scratch = malloc(8);
    if (!scratch)
        return -1;
    memset(scratch, 'x', n < 8 ? n : 8);
    scratch[0] = 'y';
    int r = scratch[0];
    free(scratch);
    scratch = NULL;
    return r;
}

int in_switch(int kind) {
    unsigned char *b = calloc(1, 4);
    unsigned at = 0;
    if (!b)
        return -1;
    switch (kind) {
    case 1: at = 1; break;
    case 2: at = 3; break;
    case 3: at = 2; break;
    default: break;
    }
    b[at] = 9;
    int r = b[0];
    free(b);
    return r;
}

int behind_goto(const char *s) {
    char *copy = NULL;
    int r = -1;
    if (!s)
        goto out;
    size_t n = strlen(s);
    if (n > 6)
        goto out;
    copy = malloc(n + 1);
    if (!copy)
        goto out;
    memcpy(copy, s, n + 1);
    r = copy[0];
out:
    free(copy);
    return r;
}

int joined(const char *a, const char *b) {
    if (!a || !b || !*b || strlen(a) > 8 || strlen(b) > 8)
        return -1;
    char *both = malloc(strlen(a) + strlen(b) + 1);
    if (!both)
        return -1;
    strcpy(both, a);
    strcpy(both + strlen(a), b);
    int r = both[0];
    free(both);
    return r;
}

long wrong_sizeof(unsigned n) {
    if (n > 3)
        return -1;
    long *a = malloc(4 * sizeof(long)), sum = 0;
    if (!a)
        return -1;
    for (unsigned i = 0; i <= n; i++) {
        a[i] = i;
        sum += a[i];
    }
    free(a);
    return sum;
}

struct record { int id; double weight; };

int pointer_size(int id) {
    struct record *r = malloc(sizeof *r);
    if (!r)
        return -1;
    r->id = id;
    r->weight = 1.5;
    id = r->id + (int)r->weight;
    free(r);
    return id;
}

int deep(int a, int b, int c) {
    int r = 0;
    if (a < 0 || a > 50 || a * 3 - 7 != b || (c ^ a) != 0x55 || b < 49)
        return 0;
    int *t = calloc(20, sizeof *t);
    if (!t)
        return -1;
    if (a < 20)
        r = t[a];
    free(t);
    return r;
}

int grown(unsigned n) {
    char *b = calloc(1, 4), *larger;
    if (!b || n > 3)
        return free(b), -1;
    larger = realloc(b, 5 + n);
    if (!larger)
        return free(b), -1;
    larger[4 + n] = 1;
    int r = larger[0];
    free(larger);
    return r;
}
