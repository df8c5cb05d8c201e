// Blocks that are freed twice, in the shapes that it has in programs; the twins are in clean/double_free_shapes.c.
//~FLAGS --executions 2000 --time 60
//~FLAGS --function on_error_path --function two_owners --function in_loop --function helper_and_caller
//~FLAGS --function old_after_realloc --function fall_through --function behind_goto --function by_global
//~FLAGS --function behind_three_conditions
//~FUNCTION on_error_path bugs=1
//~FUNCTION two_owners bugs=1
//~FUNCTION in_loop bugs=1
//~FUNCTION helper_and_caller bugs=1
//~FUNCTION old_after_realloc bugs=1
//~FUNCTION fall_through bugs=1
//~FUNCTION behind_goto bugs=1
//~FUNCTION by_global bugs=1
//~FUNCTION behind_three_conditions bugs=1
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wuse-after-free"
#endif
#include <stdlib.h>
#include <string.h>

// call: on_error_path("bad")
int on_error_path(const char *s) {
    if (!s)
        return -1;
    char *copy = strdup(s);
    int r = 0;
    if (!copy)
        return -1;
    if (strcmp(copy, "bad") == 0) {
        free(copy);
        r = -1;
    }
    free(copy); //~BUG double-free
    return r;
}

struct owner { char *data; };

// call: two_owners(3)
int two_owners(int k) {
    struct owner a = { malloc(8) }, b = { NULL };
    if (!a.data)
        return -1;
    if (k == 3)
        b = a;
    free(a.data);
    free(b.data); //~BUG double-free
    return 0;
}

// call: in_loop(2)
int in_loop(unsigned k) {
    int *rows[3] = { malloc(4), malloc(4), malloc(4) };
    if (k == 2 && rows[2]) {
        free(rows[2]);
        rows[2] = rows[1];
    }
    for (int i = 0; i < 3; i++)
        free(rows[i]); //~BUG double-free
    return 0;
}

static int consumed(char *b) {
    int r = b != NULL;
    free(b);
    return r;
}

// call: helper_and_caller(7)
int helper_and_caller(int k) {
    char *b = malloc(4);
    int r = 0;
    if (k == 7)
        r = consumed(b);
    free(b); //~BUG double-free
    return r;
}

// call: old_after_realloc(40)
int old_after_realloc(unsigned char n) {
    char *b = malloc(8), *larger = b;
    if (!b)
        return -1;
    if (n > 8)
        larger = realloc(b, n);
    if (larger != b)
        free(b); //~BUG double-free
    free(larger);
    return 0;
}

// call: fall_through(1)
int fall_through(int op) {
    int *p = malloc(sizeof *p);
    switch (op) {
    case 1:
        free(p);
        // fall through
    default:
        free(p); //~BUG double-free
    }
    return 0;
}

// call: behind_goto(5)
int behind_goto(int n) {
    char *a = malloc(4), *b = NULL;
    int r = -1;
    if (n > 3) {
        free(a);
        goto out;
    }
    b = malloc(4);
    r = 0;
out:
    free(b);
    free(a); //~BUG double-free
    return r;
}

static char *shared;

// call: by_global(0x100)
int by_global(int k) {
    shared = malloc(4);
    if (k & 0x100) {
        free(shared);
        // Still set.
    }
    if (shared)
        free(shared); //~BUG double-free
    shared = NULL;
    return k;
}

// call: behind_three_conditions(10, 23, 10 ^ 0x55)
int behind_three_conditions(int a, int b, int c) {
    char *p = malloc(4);
    if (a > -1000 && a < 1000 && a * 3 - 7 == b && (c ^ a) == 0x55 && b > 22 && b < 24) {
        free(p);
        a = 0;
    }
    free(p); //~BUG double-free
    return a;
}
