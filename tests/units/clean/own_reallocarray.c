// A unit that brings its own reallocarray has our heap all the same, and may free what it is given.
//~FUNCTION reallocarray bugs=0 branches=4/4
//~FUNCTION add bugs=0
//~FUNCTION drop bugs=0 preconditions=1 branches=4/4
#define _POSIX_C_SOURCE 200809L
#include <stdint.h>
#include <stdlib.h>

void *reallocarray(void *p, size_t n, size_t size);
void *reallocarray(void *p, size_t n, size_t size) {
    if (size && n > SIZE_MAX / size)
        return NULL;
    return realloc(p, n * size);
}

struct list {
    char **items;
    size_t used;
};

int add(struct list *l, char *item) {
    char **more = reallocarray(l->items, 8, sizeof *more); //~PRECONDITION null-deref
    if (!more)
        return -1;
    l->items = more;
    l->items[l->used % 8] = item;
    l->used++;
    return 0;
}

void drop(struct list *l) {
    if (l->used < 3 && l->items) //~PRECONDITION null-deref
        free(l->items);
    free(l);
}
