// Memory of the heap, structs and buffers that is used before it was written; the twins are in clean/uninitialized_memory_shapes.c.
//~FLAGS --executions 2000 --time 60
//~FLAGS --function heap_scalar --function heap_array --function heap_struct --function grown
//~FLAGS --function set_by_helper --function copied_whole --function compared --function behind_three_conditions
//~FUNCTION heap_scalar bugs=1
//~FUNCTION heap_array bugs=1
//~FUNCTION heap_struct bugs=1
//~FUNCTION grown bugs=1
//~FUNCTION set_by_helper bugs=1
//~FUNCTION copied_whole bugs=1
//~FUNCTION compared bugs=1
//~FUNCTION behind_three_conditions bugs=1
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <stdlib.h>
#include <string.h>

// call: heap_scalar(2)
int heap_scalar(int k) {
    int *p = malloc(sizeof *p), r = 0;
    if (!p)
        return -1;
    if (k != 2)
        *p = k;
    if (*p > 7) //~BUG uninitialized
        r = 1;
    free(p);
    return r;
}

// call: heap_array(3)
int heap_array(unsigned n) {
    unsigned char *a = malloc(8);
    int zeros = 0;
    if (!a || n > 8)
        return free(a), -1;
    memset(a, 0, n);
    for (int i = 0; i < 8; i++)
        if (a[i] == 0) //~BUG uninitialized
            zeros++;
    free(a);
    return zeros;
}

struct node { int key; struct node *next; };

// call: heap_struct(5)
int heap_struct(int key) {
    struct node *n = malloc(sizeof *n);
    int r = 0;
    if (!n)
        return -1;
    n->key = key;
    if (key < 0)
        n->next = NULL;
    if (n->next) //~BUG uninitialized
        r = 1;
    free(n);
    return r;
}

// call: grown(4)
int grown(unsigned n) {
    unsigned char *b = calloc(1, 4), *larger;
    int r = 0;
    if (!b || n > 8)
        return free(b), -1;
    larger = realloc(b, 4 + n);
    if (!larger)
        return free(b), -1;
    if (n > 0 && larger[3 + n] == 9) //~BUG uninitialized
        r = 1;
    free(larger);
    return r;
}

struct options { int verbose, depth; char name[8]; };

static void defaults(struct options *o) {
    o->verbose = 0;
    o->name[0] = '\0';
    o->depth = 3;
}

// call: set_by_helper(1)
int set_by_helper(unsigned i) {
    struct options o;
    defaults(&o);
    if (i > 7)
        return -1;
    if (o.name[i] == 'x') //~BUG uninitialized
        return 1;
    return 0;
}

// call: copied_whole(0)
int copied_whole(int k) {
    struct options a, b;
    a.verbose = k;
    a.name[0] = 'a';
    if (k != 0)
        a.depth = 1;
    b = a;
    if (b.depth == 1) //~BUG uninitialized
        return 1;
    return b.verbose;
}

// call: compared("abcd")
int compared(const char *s) {
    char b[8];
    if (!s || strlen(s) != 4)
        return -1;
    memcpy(b, s, 4);
    if (b[4] == '\0') //~BUG uninitialized
        return 1;
    return 0;
}

// call: behind_three_conditions(17, 44, 17 ^ 0x55)
int behind_three_conditions(int a, int b, int c) {
    short *p = malloc(4 * sizeof *p);
    int r = 0;
    if (!p)
        return -1;
    p[0] = p[1] = p[2] = 1;
    if (a > -1000 && a < 1000 && a * 3 - 7 == b && (c ^ a) == 0x55 && b == 44)
        if (p[3] < 0) //~BUG uninitialized
            r = 1;
    free(p);
    return r;
}
