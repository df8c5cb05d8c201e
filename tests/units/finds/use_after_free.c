// Uses of freed memory are found though nothing faults; the twins are in clean/use_after_free.c.
//~FLAGS --executions 2000 --time 60
//~FUNCTION read_back bugs=1
//~FUNCTION written bugs=1
//~FUNCTION next_of_freed bugs=1
//~FUNCTION old_pointer bugs=1
//~FUNCTION kept_in_struct bugs=1
//~FUNCTION copied_from bugs=1
//~FUNCTION after_others bugs=1
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wuse-after-free"
#endif
#include <stdlib.h>
#include <string.h>

int read_back(int k) {
    int *p = malloc(sizeof *p);
    if (!p)
        return -1;
    *p = k;
    if (k != 7)
        return free(p), 0;
    free(p);
    return *p; //~BUG use-after-free
}

void written(int k) {
    char *p = malloc(4);
    if (!p)
        return;
    free(p);
    if (k == 9)
        p[1] = 2; //~BUG use-after-free
}

struct node { int value; struct node *next; };

int next_of_freed(struct node *l) {
    int n = 0;
    while (l) {
        n++;
        free(l);
        l = l->next; //~BUG use-after-free
    }
    return n;
}

int old_pointer(unsigned char n) {
    int *a = calloc(4, sizeof *a), *first = a;
    if (!a)
        return -1;
    int *b = realloc(a, (4 + (size_t)n) * sizeof *a);
    if (!b)
        return free(a), -1;
    int r = *first; //~BUG use-after-free
    free(b);
    return r;
}

struct buffer { char *data; int size; };

static void release(struct buffer *b) {
    free(b->data); //~PRECONDITION null-deref
    b->size = 0; //~PRECONDITION use-after-free
}

int kept_in_struct(int k) {
    struct buffer b = { calloc(1, 8), 8 };
    if (!b.data)
        return -1;
    release(&b);
    return k > 3 ? b.data[0] : b.size; //~BUG use-after-free
}

int copied_from(void) {
    char *p = strdup("text"), copy[5];
    if (!p)
        return -1;
    free(p);
    memcpy(copy, p, sizeof copy); //~BUG use-after-free
    return copy[0];
}

// Others are allocated in between.
int after_others(void) {
    char *p = malloc(24), *others[8];
    if (!p)
        return -1;
    free(p);
    for (int i = 0; i < 8; i++)
        others[i] = calloc(1, 24);
    int r = p[3]; //~BUG use-after-free
    for (int i = 0; i < 8; i++)
        free(others[i]);
    return r;
}
