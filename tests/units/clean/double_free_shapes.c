// The twins of finds/double_free_shapes.c: every block is freed once.
//~FLAGS --executions 2000 --time 60
//~FLAGS --function on_error_path --function two_owners --function in_loop --function helper_and_caller
//~FLAGS --function old_after_realloc --function fall_through --function behind_goto --function by_global
//~FLAGS --function behind_three_conditions
//~FUNCTION on_error_path bugs=0
//~FUNCTION two_owners bugs=0
//~FUNCTION in_loop bugs=0
//~FUNCTION helper_and_caller bugs=0
//~FUNCTION old_after_realloc bugs=0
//~FUNCTION fall_through bugs=0
//~FUNCTION behind_goto bugs=0
//~FUNCTION by_global bugs=0
//~FUNCTION behind_three_conditions bugs=0
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wuse-after-free"
#endif
#include <stdlib.h>
#include <string.h>

int on_error_path(const char *s) {
    if (!s)
        return -1;
    char *copy = strdup(s);
    int r = 0;
    if (!copy)
        return -1;
    if (strcmp(copy, "bad") == 0) {
        r = -1;
    }
    free(copy);
    return r;
}

struct owner { char *data; };

int two_owners(int k) {
    struct owner a = { malloc(8) }, b = { NULL };
    if (!a.data)
        return -1;
    if (k == 3)
        b = a;
    free(a.data);
    if (b.data != a.data)
        free(b.data);
    return 0;
}

int in_loop(unsigned k) {
    int *rows[3] = { malloc(4), malloc(4), malloc(4) };
    if (k == 2 && rows[2]) {
        free(rows[2]);
        rows[2] = NULL;
    }
    for (int i = 0; i < 3; i++)
        free(rows[i]);
    return 0;
}

static int consumed(char *b) {
    int r = b != NULL;
    free(b);
    return r;
}

int helper_and_caller(int k) {
    char *b = malloc(4);
    int r = 0;
    if (k == 7)
        r = consumed(b);
    else
        free(b);
    return r;
}

int old_after_realloc(unsigned char n) {
    char *b = malloc(8), *larger = b;
    if (!b)
        return -1;
    if (n > 8)
        larger = realloc(b, n);
    if (!larger)
        larger = b;
    free(larger);
    return 0;
}

int fall_through(int op) {
    int *p = malloc(sizeof *p);
    switch (op) {
    case 1:
        free(p);
        break;
    default:
        free(p);
    }
    return 0;
}

int behind_goto(int n) {
    char *a = malloc(4), *b = NULL;
    int r = -1;
    if (n > 3) {
        free(a);
        return r;
    }
    b = malloc(4);
    r = 0;
    free(b);
    free(a);
    return r;
}

static char *shared;

int by_global(int k) {
    shared = malloc(4);
    if (k & 0x100) {
        free(shared);
        shared = NULL;
    }
    if (shared)
        free(shared);
    shared = NULL;
    return k;
}

int behind_three_conditions(int a, int b, int c) {
    char *p = malloc(4);
    if (a > -1000 && a < 1000 && a * 3 - 7 == b && (c ^ a) == 0x55 && b > 22 && b < 24) {
        free(p);
        p = NULL;
    }
    free(p);
    return a;
}
