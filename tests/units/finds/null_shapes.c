// NULL pointers that the unit makes itself and follows; the twins are in clean/null_shapes.c.
//~FLAGS --executions 2000 --time 60
//~FLAGS --function by_lookup --function after_reset --function empty_loop --function by_library --function in_switch
//~FLAGS --function field_of_own --function sentinel_passed --function by_global --function behind_three_conditions
//~FUNCTION by_lookup bugs=1
//~FUNCTION after_reset bugs=1
//~FUNCTION empty_loop bugs=1
//~FUNCTION by_library bugs=1
//~FUNCTION in_switch bugs=1
//~FUNCTION field_of_own bugs=1
//~FUNCTION sentinel_passed bugs=1
//~FUNCTION by_global bugs=1
//~FUNCTION behind_three_conditions bugs=1
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

// call: by_lookup(2)
int by_lookup(int key) {
    const struct entry *e = found(key);
    return e->value; //~BUG null-deref
}

// call: after_reset(3)
int after_reset(int k) {
    int *p = malloc(sizeof *p);
    if (!p)
        return -1;
    *p = k;
    if (k == 3) {
        free(p);
        p = NULL;
    }
    int r = *p; //~BUG null-deref
    free(p);
    return r;
}

// call: empty_loop(0)
int empty_loop(unsigned n) {
    static const int a[4] = { 7, 3, 8, 1 };
    const int *smallest = NULL;
    if (n > 4)
        return -1;
    for (unsigned i = 0; i < n; i++)
        if (!smallest || a[i] < *smallest)
            smallest = &a[i];
    return *smallest; //~BUG null-deref
}

// call: by_library("key")
int by_library(const char *s) {
    if (!s)
        return -1;
    const char *colon = strchr(s, ':');
    return colon[0] + 1; //~BUG null-deref
}

// call: in_switch(3)
int in_switch(int kind) {
    static const int small = 1, large = 9;
    const int *p = NULL;
    switch (kind) {
    case 1: p = &small; break;
    case 2: p = &large; break;
    default: break;
    }
    return *p; //~BUG null-deref
}

struct shape { int sides; const struct shape *parent; };

// call: field_of_own(2)
int field_of_own(int up) {
    struct shape root = { 4, NULL }, child = { 3, &root };
    const struct shape *s = &child;
    if (up < 0 || up > 2)
        return -1;
    for (int i = 0; i < up; i++)
        s = s->parent;
    return s->sides; //~BUG null-deref
}

static const char *const words[4] = { "a", "b", "c", NULL };

// call: sentinel_passed(3)
size_t sentinel_passed(unsigned i) {
    if (i > 3)
        return 0;
    return strlen(words[i]); //~BUG null-deref
}

static int *current;

static void forget(void) {
    current = NULL;
}

// call: by_global(6)
int by_global(int k) {
    int here = k;
    current = &here;
    if (k == 6)
        forget();
    *current = 3; //~BUG null-deref
    current = NULL;
    return here;
}

// call: behind_three_conditions(18, 47, 18 ^ 0x55)
int behind_three_conditions(int a, int b, int c) {
    static const int v = 4;
    const int *p = &v;
    if (a > -1000 && a < 1000 && a * 3 - 7 == b && (c ^ a) == 0x55 && b == 47)
        p = NULL;
    return *p; //~BUG null-deref
}
