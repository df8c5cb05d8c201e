// The twins of finds/null_shapes.c: every pointer is tested before it is followed.
//~FLAGS --executions 2000 --time 60
//~FLAGS --function by_lookup --function after_reset --function empty_loop --function by_library --function in_switch
//~FLAGS --function field_of_own --function sentinel_passed --function by_global --function behind_three_conditions
//~FUNCTION by_lookup bugs=0
//~FUNCTION after_reset bugs=0
//~FUNCTION empty_loop bugs=0
//~FUNCTION by_library bugs=0
//~FUNCTION in_switch bugs=0
//~FUNCTION field_of_own bugs=0
//~FUNCTION sentinel_passed bugs=0
//~FUNCTION by_global bugs=0
//~FUNCTION behind_three_conditions bugs=0
#include <stdlib.h>
#include <string.h>

struct entry { int key, value; };

static struct entry entries[3] = { { 1, 10 }, { 5, 50 }, { 9, 90 } };

static const struct entry *found(int key) {
    for (int i = 0; i < 3; i++)
        if (entries[i].key == key)
            return &entries[i];
    return NULL;
}

int by_lookup(int key) {
    const struct entry *e = found(key);
    return e ? e->value : -1;
}

int after_reset(int k) {
    int *p = malloc(sizeof *p);
    if (!p)
        return -1;
    *p = k;
    if (k == 3) {
        free(p);
        p = NULL;
    }
    int r = p ? *p : 0;
    free(p);
    return r;
}

int empty_loop(unsigned n) {
    static const int a[4] = { 7, 3, 8, 1 };
    const int *smallest = NULL;
    if (n > 4)
        return -1;
    for (unsigned i = 0; i < n; i++)
        if (!smallest || a[i] < *smallest)
            smallest = &a[i];
    return smallest ? *smallest : 0;
}

int by_library(const char *s) {
    if (!s)
        return -1;
    const char *colon = strchr(s, ':');
    return colon ? colon[0] + 1 : 0;
}

int in_switch(int kind) {
    static const int small = 1, large = 9;
    const int *p = NULL;
    switch (kind) {
    case 1: p = &small; break;
    case 2: p = &large; break;
    default: p = &small; break;
    }
    return *p;
}

struct shape { int sides; const struct shape *parent; };

int field_of_own(int up) {
    struct shape root = { 4, NULL }, child = { 3, &root };
    const struct shape *s = &child;
    if (up < 0 || up > 2)
        return -1;
    for (int i = 0; i < up && s->parent; i++)
        s = s->parent;
    return s->sides;
}

static const char *const words[4] = { "a", "b", "c", NULL };

size_t sentinel_passed(unsigned i) {
    if (i > 2)
        return 0;
    return strlen(words[i]);
}

static int *current;

static void forget(void) {
    current = NULL;
}

int by_global(int k) {
    int here = k;
    current = &here;
    if (k == 6)
        forget();
    if (current)
        *current = 3;
    current = NULL;
    return here;
}

int behind_three_conditions(int a, int b, int c) {
    static const int v = 4;
    const int *p = &v;
    if (a > -1000 && a < 1000 && a * 3 - 7 == b && (c ^ a) == 0x55 && b == 47)
        p = &b;
    return *p;
}
