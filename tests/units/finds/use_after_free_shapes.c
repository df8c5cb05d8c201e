// Uses of freed memory in the shapes that they have in programs; the twins are in clean/use_after_free_shapes.c.
//~FLAGS --executions 2000 --time 60
//~FLAGS --function by_helper --function by_alias --function by_library --function in_loop --function by_global
//~FLAGS --function behind_goto --function in_switch --function moved_by_growth --function by_recursion
//~FLAGS --function behind_three_conditions
//~FUNCTION by_helper bugs=1
//~FUNCTION by_alias bugs=1
//~FUNCTION by_library bugs=1
//~FUNCTION in_loop bugs=1
//~FUNCTION by_global bugs=1
//~FUNCTION behind_goto bugs=1
//~FUNCTION in_switch bugs=1
//~FUNCTION moved_by_growth bugs=1
//~FUNCTION by_recursion bugs=1
//~FUNCTION behind_three_conditions bugs=1
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wuse-after-free"
#endif
#include <stdlib.h>
#include <string.h>

struct file { char *name; int lines; };

static struct file *opened(const char *name) {
    struct file *f = malloc(sizeof *f);
    if (!f)
        return NULL;
    f->name = strdup(name);
    f->lines = 3;
    return f;
}

static void closed(struct file *f) {
    free(f->name);
    free(f);
}

// call: by_helper(1)
int by_helper(int k) {
    struct file *f = opened("a");
    if (!f)
        return -1;
    closed(f);
    return k ? f->lines : 0; //~BUG use-after-free
}

// call: by_alias(5)
int by_alias(unsigned n) {
    int *a = calloc(6, sizeof *a), r = 0;
    if (!a || n > 5)
        return free(a), -1;
    int *last = a + n;
    free(a);
    if (n == 5)
        r = *last; //~BUG use-after-free
    return r;
}

// call: by_library("b")
int by_library(const char *s) {
    if (!s)
        return -1;
    char *copy = strdup(s);
    if (!copy)
        return -1;
    free(copy);
    return strcmp(copy, "b") == 0; //~BUG use-after-free
}

// call: in_loop(2)
int in_loop(int stop) {
    char *b = calloc(1, 4);
    if (!b)
        return -1;
    for (int i = 0; i < 4; i++) {
        b[i] = 1; //~BUG use-after-free
        if (i == stop) {
            free(b);
            continue;
        }
    }
    if (stop < 0 || stop > 3)
        free(b);
    return 0;
}

static int *cache;

static void dropped(void) {
    free(cache);
}

// call: by_global(4)
int by_global(int k) {
    cache = malloc(sizeof *cache);
    if (!cache)
        return -1;
    *cache = k;
    dropped();
    int r = k > 3 ? *cache : 0; //~BUG use-after-free
    cache = NULL;
    return r;
}

// call: behind_goto(-1)
int behind_goto(int k) {
    struct file *f = opened("b");
    int r = 0;
    if (!f)
        return -1;
    if (k < 0)
        goto out;
    r = f->lines;
out:
    closed(f);
    return k < 0 ? f->lines : r; //~BUG use-after-free
}

// call: in_switch(2)
int in_switch(int op) {
    char *b = strdup("text");
    int r = 0;
    if (!b)
        return -1;
    switch (op) {
    case 1:
        r = b[0];
        free(b);
        break;
    case 2:
        free(b);
        b[0] = 'T'; //~BUG use-after-free
        break;
    default:
        free(b);
    }
    return r;
}

// call: moved_by_growth(3)
int moved_by_growth(unsigned char n) {
    int *a = calloc(2, sizeof *a);
    if (!a)
        return -1;
    int *second = a + 1;
    int *larger = realloc(a, (3u + n) * sizeof *a);
    if (!larger)
        return free(a), -1;
    *second = 4; //~BUG use-after-free
    int r = larger[1];
    free(larger);
    return r;
}

struct tree { int key; struct tree *left, *right; };

static void felled(struct tree *t) {
    if (!t)
        return;
    struct tree *left = t->left;
    free(t);
    felled(left);
    felled(t->right); //~BUG use-after-free
}

// call: by_recursion(6)
int by_recursion(int key) {
    struct tree *root = calloc(1, sizeof *root);
    if (!root)
        return -1;
    root->key = key;
    if (key == 6)
        felled(root);
    else
        free(root);
    return 0;
}

// call: behind_three_conditions(9, 20, 9 ^ 0x55)
int behind_three_conditions(int a, int b, int c) {
    int *p = malloc(sizeof *p);
    if (!p)
        return -1;
    *p = a;
    if (a > -1000 && a < 1000 && a * 3 - 7 == b && (c ^ a) == 0x55 && b == 20) {
        free(p);
        return *p; //~BUG use-after-free
    }
    free(p);
    return 0;
}
