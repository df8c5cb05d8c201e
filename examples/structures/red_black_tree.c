// Any red-black tree with at most HIGHEST elements on a way down, any one operation on it.
#include "red_black_tree.h"
#include <acute.h>

// Higher trees are left out, so that there are finitely many.
#ifndef HIGHEST
#define HIGHEST 3
#endif

static void count(struct rb *e, void *with) {
    int *n = with;
    (void)e;
    ++*n;
}

int main(void) {
    struct rb *t, e = {0, 0, NULL, NULL}, *place;
    struct rb_iterator it;
    int operation, key, n = 0;
    ACUTE_input(t);
    ACUTE_assume(rb_within(t, HIGHEST) && rb_ok(t));
    ACUTE_input(operation);
    ACUTE_input(key);
    e.key = key;
    int length = rb_length(t), after = length;
    switch (operation) {
    case 0:
        ACUTE_assume(rb_find(t, key) == NULL);
        rb_add(&t, &e);
        after++;
        ACUTE_assert(rb_member(t, &e));
        break;
    case 1:
        after += rb_add_if_not_member(&t, &e);
        ACUTE_assert(rb_find(t, key) != NULL);
        break;
    case 2:
        place = rb_find(t, key);
        ACUTE_assume(place != NULL);
        rb_delete(&t, place);
        after--;
        ACUTE_assert(!rb_member(t, place));
        break;
    case 3:
        after -= rb_delete_if_member(&t, key) != NULL;
        ACUTE_assert(rb_find(t, key) == NULL);
        break;
    case 4:
        for (place = rb_iterate(&it, t); place != NULL; place = rb_iterate_next(&it))
            n++;
        ACUTE_assert(n == length);
        break;
    case 5:
        rb_map(t, count, &n);
        ACUTE_assert(n == length);
        break;
    default:
        break;
    }
    ACUTE_assert(rb_ok(t));
    ACUTE_assert(rb_length(t) == after);
    return 0;
}
